"""The odds of a game as a short table, and as the JSON object of ``garden odds``."""

from dataclasses import asdict
from typing import Any

import numpy as np

from solver.games import Game, changed_switches
from solver.odds.estimate import Estimate
from solver.odds.runs import Tally

_BAR = 40


def odds_json(game: Game, tally: Tally, estimate: Estimate) -> dict[str, Any]:
    """All numbers of a sample, for ``json.dumps``."""
    win = asdict(estimate)
    report: dict[str, Any] = {
        "game": game.name,
        "method": "sample",
        "numbering": "native",
        "first": tally.first,
        "deals": tally.deals,
        "solvable": tally.solvable,
        "unsolvable": tally.unsolvable,
        "undecided": tally.undecided,
        "confidence": win.pop("confidence"),
        "win": win,
        "rules": asdict(game.rules),
        "checked": tally.checked,
        "seconds": round(tally.seconds, 3),
    }
    states = _state_figures(tally)
    if states:
        report["states"] = states
    if tally.cards is not None:
        report["cards"] = tally.cards.tolist()
        report["mean_cards"] = _mean_cards(tally)
    return report


def odds_text(game: Game, tally: Tally, estimate: Estimate) -> str:
    """The same for a person."""
    changed = ", ".join(f"{name}={value}" for name, value in changed_switches(game).items())
    title = f"{game.title} with {changed}" if changed else game.title
    if not tally.deals:
        return f"{title}: no deal was finished"
    last = tally.first + tally.deals - 1
    rate = tally.deals / tally.seconds if tally.seconds else 0
    interval = f"{percent(estimate.low)} … {percent(estimate.high)}"
    lines = [
        f"{title}, {tally.deals:,} deals: native {tally.first:,} … {last:,}",
        "",
        f"win probability  {'-' if estimate.estimate is None else percent(estimate.estimate)}"
        f"   ({100 * estimate.confidence:g} % interval: {interval})",
        _line("solvable", tally.solvable),
        _line("unsolvable", tally.unsolvable),
        _line("undecided", tally.undecided),
    ]
    states = _state_figures(tally)
    if states:
        lines.append(
            _line("states", states["total"])
            + f"   mean {states['mean']:,}, median {states['median']:,},"
            f" p99 {states['p99']:,}, most {states['largest']:,} (deal {states['hardest']:,})"
        )
    lines.append(_line("checked", tally.checked) + "   deals played out by the referee too")
    lines.append(f"{'time':<13}{tally.seconds:>12.1f}   seconds, {rate:,.0f} deals a second")
    if tally.cards is not None:
        lines += ["", *_cards_lines(tally)]
    return "\n".join(lines)


def percent(share: float) -> str:
    """A fraction in percent: two decimals, and more where they would show nothing."""
    value = 100 * share
    return f"{value:.2f} %" if value == 0 or value >= 0.1 else f"{value:.2g} %"


def _line(name: str, count: int) -> str:
    return f"{name:<13}{count:>12,}"


def _state_figures(tally: Tally) -> dict[str, Any]:
    """Sums of the states expanded a deal; the percentiles are those of the nearest rank."""
    states = tally.states
    if not states.size:
        return {}
    median, p99 = np.percentile(states, [50, 99], method="inverted_cdf").tolist()
    return {
        "total": int(states.sum()),
        "mean": round(float(states.mean()), 1),
        "median": median,
        "p99": p99,
        "largest": int(states.max()),
        "hardest": tally.first + int(states.argmax()),
    }


def _mean_cards(tally: Tally) -> float | None:
    cards = tally.cards
    if cards is None or not tally.deals:
        return None
    return int((cards * np.arange(len(cards))).sum()) / tally.deals


def _cards_lines(tally: Tally) -> list[str]:
    assert tally.cards is not None
    counts = tally.cards.tolist()
    lines = [f"mean of cards up: {_mean_cards(tally):.3f}", "", "cards up       deals     share"]
    for up, count in enumerate(counts):
        if count:
            bar = "█" * round(_BAR * count / max(counts))
            share = percent(count / tally.deals)
            lines.append(f"{up:>8}{count:>12,}{share:>11}  {bar}".rstrip())
    return lines
