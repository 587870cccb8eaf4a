"""The odds of a game as a short table, and as the JSON object of ``garden odds``."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from solver.cards.plural import counted
from solver.games import Game, changed_switches
from solver.games.players import PlayerSpec
from solver.runs.chi_square import LEAST_EXPECTED, ChiSquare, chi_square
from solver.runs.estimate import Estimate, HalfWidth, win_probability
from solver.runs.tally import Tally

if TYPE_CHECKING:
    from solver.games.exact import Scores

_BAR = 40

#: What a race brings to the first of two players.
_RACE = ("win", "draw", "lose")


def odds_json(
    game: Game,
    tally: Tally,
    estimate: Estimate,
    who: PlayerSpec | None = None,
    wanted: HalfWidth | None = None,
) -> dict[str, Any]:
    """All numbers of a sample, for ``json.dumps``.

    ``who``: the player who has played it too. ``wanted``: how narrow its interval was to be.
    """
    win = asdict(estimate)
    report: dict[str, Any] = {
        "game": game.name,
        "method": "sample",
        "numbering": "native",
        "first": tally.first,
        "deals": tally.deals,
        "pilot": tally.pilot,
        "goal": tally.goal,
        "interrupted": tally.signum is not None,
        "solvable": tally.solvable,
        "unsolvable": tally.unsolvable,
        "undecided": tally.undecided,
        "set_aside": tally.set_aside,
        "confidence": win.pop("confidence"),
        "win": win,
        "rules": asdict(game.rules),
        "checked": tally.checked,
        "kept": tally.kept,
        "seconds": round(tally.seconds, 3),
    }
    if wanted is not None:
        reached = wanted.is_reached(estimate)
        report["half_width"] = {"wanted": wanted.width, "reached": reached}
    states = tally.states.figures()
    if states:
        report["states"] = states
    if tally.cards is not None:
        report["cards"] = tally.cards.tolist()
        report["mean_cards"] = _mean_cards(tally)
    if tally.race is not None:
        report["race"] = dict(zip(_RACE, tally.race.tolist(), strict=True))
    if who is not None and tally.wins is not None:
        rate, difference = map(asdict, _player_shares(tally, estimate.confidence))
        del rate["confidence"], difference["confidence"]
        report["player"] = {**asdict(who), "won": tally.wins, "win": rate}
        report["player"]["difference"] = difference
    return report


def _player_shares(tally: Tally, confidence: float) -> tuple[Estimate, Estimate]:
    """How often a player wins, and by how much he stays behind who sees every card.

    What he wins is solvable. So the difference on the same deals is the share of those that are
    solvable and that he loses: one count, with the interval of a count.
    """
    assert tally.wins is not None
    missed = tally.solvable - tally.wins
    return (
        win_probability(tally.wins, tally.deals - tally.wins, 0, confidence),
        win_probability(
            missed, tally.deals - missed - tally.undecided, tally.undecided, confidence
        ),
    )


def player_lines(tally: Tally, confidence: float, who: PlayerSpec) -> list[str]:
    """The win rate of a player who does not see the hidden cards, and what he misses."""
    drawn = f", {who.samples:,} arrangements a decision, seed {who.seed}" if who.samples else ""
    lines = [f"played without seeing the hidden cards, by: {who.name}{drawn}"]
    if not tally.deals:
        return lines
    assert tally.wins is not None
    rate, difference = _player_shares(tally, confidence)
    missed = tally.solvable - tally.wins
    for name, count, undecided, share in (
        ("win rate", tally.wins, 0, rate),
        ("difference", missed, tally.undecided, difference),
    ):
        said = share_text(count, undecided, tally.deals)
        ends = f"{percent(share.low)} … {percent(share.high)}"
        lines.append(f"{name:<17}{said}   ({100 * confidence:g} % interval: {ends})")
    return lines


def odds_text(
    game: Game,
    tally: Tally,
    estimate: Estimate,
    table: bool = False,
    who: PlayerSpec | None = None,
    notes: Sequence[str] = (),
) -> str:
    """The same for a person; ``table``: with a row for each score, ``notes``: on the run."""
    lines = _sample_lines(game, tally, estimate, notes)
    if who is not None:
        lines += ["", *player_lines(tally, estimate.confidence, who)]
    if tally.deals and tally.cards is not None:
        lines += ["", *(cards_lines(tally) if table else [_mean_line(tally)])]
    return "\n".join(lines)


def title(game: Game) -> str:
    """The game's name, with the switches that were changed."""
    changed = ", ".join(f"{name}={value}" for name, value in changed_switches(game).items())
    return f"{game.words.title} with {changed}" if changed else game.words.title


def interrupted_text(tally: Tally, stored: bool) -> str:
    """How far a run came that a signal has ended; ``stored``: the deals are kept in a store."""
    text = f"interrupted: {tally.deals:,} of {counted(tally.goal, 'deal')}"
    if tally.is_pilot:
        text += " of the pilot sample"
    if tally.deals == tally.goal:
        text += f", {tally.set_aside:,} of them to be tried again"
    return f"{text}; the same command goes on" if stored else text


def half_width_text(wanted: HalfWidth, estimate: Estimate, undecided: int) -> str:
    """That an interval is wider than it was wanted to be; ``undecided``: deals of its sample."""
    half = (estimate.high - estimate.low) / 2
    remedy = "more --deals, or fewer undecided ones, make" if undecided else "more --deals make"
    return (
        f"half of the interval is {percent(half)}, wider than the {percent(wanted.width)} that was"
        f" asked for: {remedy} it narrower"
    )


def _sample_lines(game: Game, tally: Tally, estimate: Estimate, notes: Sequence[str]) -> list[str]:
    if not tally.deals:
        return [f"{title(game)}: no deal was finished", *notes]
    last = tally.first + tally.deals - 1
    span = f"{tally.first:,}" if last == tally.first else f"{tally.first:,} … {last:,}"
    lines = [f"{title(game)}, {counted(tally.deals, 'deal')}: native {span}"]
    if tally.pilot:
        lines.append(f"sized by a pilot sample of {counted(tally.pilot, 'deal')} before them")
    lines += [*notes, "", *figure_lines(tally, estimate)]
    if tally.kept:
        lines.append(_line("kept", tally.kept) + "   deals that the store had before")
    lines.append(f"{'time':<13}{tally.seconds:>12.1f}   seconds{_speed(tally)}")
    if tally.race is not None:
        lines += ["", _race_line(*map(percent, (tally.race / tally.deals).tolist()))]
    return lines


def _speed(tally: Tally) -> str:
    """Deals a second; nothing for a run that has taken all of them from a store."""
    done = tally.deals - tally.kept
    if not done or not tally.seconds:
        return ""
    rate = done / tally.seconds
    return f", {rate:,.0f} deals a second" if rate >= 9.5 else f", {rate:#.2g} deals a second"


def figure_lines(tally: Tally, estimate: Estimate) -> list[str]:
    """The win probability, and the figures that it rests on."""
    interval = f"{percent(estimate.low)} … {percent(estimate.high)}"
    aside = (
        f"   {tally.set_aside:,} of them set aside, to be tried again" if tally.set_aside else ""
    )
    lines = [
        f"win probability  {share_text(tally.solvable, tally.undecided, tally.deals)}"
        f"   ({100 * estimate.confidence:g} % interval: {interval})",
        _line("solvable", tally.solvable),
        _line("unsolvable", tally.unsolvable),
        _line("undecided", tally.undecided) + aside,
    ]
    states = tally.states.figures()
    if states:
        lines.append(
            _line("states", states["total"])
            + f"   mean {states['mean']:,}, median {states['median']:,},"
            f" p99 {states['p99']:,}, most {states['largest']:,} (deal {states['hardest']:,})"
        )
    lines.append(_line("checked", tally.checked) + "   deals played out by the referee too")
    return lines


@dataclass(frozen=True)
class Count:
    """The exact odds, the seconds that their count took, and whether a race is asked for, too."""

    scores: "Scores"
    seconds: float
    race: bool

    @property
    def probabilities(self) -> list[float]:
        """The probability of each score."""
        return [float(self.scores.probability(score)) for score in range(len(self.scores.counts))]

    def agreement(self, tally: Tally) -> ChiSquare | None:
        """The test of a sample against the count; ``None`` where the sample is too small."""
        assert tally.cards is not None
        return chi_square(tally.cards.tolist(), self.probabilities)


def exact_json(
    game: Game,
    count: Count,
    sample: tuple[Tally, Estimate] | None = None,
    wanted: HalfWidth | None = None,
) -> dict[str, Any]:
    """All numbers of a count, and those of a sample beside it, for ``json.dumps``.

    ``wanted``: as for ``odds_json``.
    """
    scores = count.scores
    total = scores.total
    report: dict[str, Any] = {
        "game": game.name,
        "method": "exact",
        "win": _ratio_json(scores.counts[-1], total),
        "one_in": float(1 / scores.win) if scores.win else None,
        "cards": [
            {"cards": up, **_ratio_json(cases, total)} for up, cases in enumerate(scores.counts)
        ],
        "mean_cards": float(scores.mean),
        "standard_deviation": scores.standard_deviation,
        "median": scores.median,
    }
    if count.race:
        report["race"] = {
            name: ratio_json(share) for name, share in scores.race()._asdict().items()
        }
    report["rules"] = asdict(game.rules)
    report["seconds"] = round(count.seconds, 3)
    if sample:
        tally, estimate = sample
        own = odds_json(game, tally, estimate, wanted=wanted)
        said = ("game", "method", "rules")
        report["sample"] = {name: value for name, value in own.items() if name not in said}
        test = count.agreement(tally)
        report["chi_square"] = test and asdict(test)
    return report


def exact_text(
    game: Game,
    count: Count,
    sample: tuple[Tally, Estimate] | None = None,
    table: bool = False,
    notes: Sequence[str] = (),
) -> str:
    """The same for a person; ``table``: with a row for each score, ``notes``: on the sample."""
    scores = count.scores
    lines = [
        f"{title(game)}, all deals counted",
        "",
        f"win probability  {float(scores.win):.10g}   {_one_in(scores.win)}",
        f"as a fraction    {scores.counts[-1]}",
        f"               / {scores.total}",
        f"cards up         mean {float(scores.mean):.6f},"
        f" standard deviation {scores.standard_deviation:.6f}, median {scores.median}",
        f"{'time':<13}{count.seconds:>12.1f}   seconds",
    ]
    if count.race:
        exact = (f"{float(100 * share):.6f} %" for share in scores.race())
        lines += ["", _race_line(*exact)]
    if sample is None:
        if table:
            lines += ["", *_score_lines(scores)]
        return "\n".join(lines)
    tally, estimate = sample
    lines += ["", *_sample_lines(game, tally, estimate, notes)]
    if tally.deals:
        if table:
            lines += ["", *_both_lines(count, tally)]
        lines += ["", _agreement_line(count, tally)]
    return "\n".join(lines)


def ratio_json(share: Fraction) -> dict[str, Any]:
    """A fraction in lowest terms; its integers as strings, since they may be of any size."""
    return _ratio_json(share.numerator, share.denominator)


def _ratio_json(numerator: int, denominator: int) -> dict[str, Any]:
    """A fraction as it stands; its integers as strings, since they may be of any size."""
    return {
        "numerator": str(numerator),
        "denominator": str(denominator),
        "value": float(Fraction(numerator, denominator)),
    }


def _one_in(probability: Fraction) -> str:
    """``1 in 514,440,547``: a whole number where that says enough."""
    if not probability:
        return "never"
    often = 1 / probability
    return f"1 in {round(often):,}" if often >= 1000 else f"1 in {float(often):,.2f}"


def _score_lines(scores: "Scores") -> Iterator[str]:
    yield "cards up   probability                       1 in"
    shown = [float(scores.probability(up)) for up in range(len(scores.counts))]
    for up, share in enumerate(shown):
        often = _one_in(scores.probability(up)).removeprefix("1 in ")
        bar = "█" * round(_BAR * share / max(shown))
        yield f"{up:>8}   {share:<16.10g}{often:>22}  {bar}".rstrip()


def _both_lines(count: Count, tally: Tally) -> Iterator[str]:
    """The sample beside the count, score by score."""
    assert tally.cards is not None
    yield "cards up   probability           expected       deals"
    for up, (share, deals) in enumerate(
        zip(count.probabilities, tally.cards.tolist(), strict=True)
    ):
        yield f"{up:>8}   {share:<16.10g}{share * tally.deals:>14,.1f}{deals:>12,}"


def _agreement_line(count: Count, tally: Tally) -> str:
    """Whether the sample agrees with the count."""
    test = count.agreement(tally)
    if test is None:
        return f"no chi-square test: fewer than two scores are expected {LEAST_EXPECTED} times"
    degrees = counted(test.degrees_of_freedom, "degree")
    return (
        f"chi-square {test.statistic:.2f} with {degrees} of freedom:"
        f" p = {test.p_value:.4f}, over the scores {_runs(test.outcomes)}"
    )


def _runs(numbers: Sequence[int]) -> str:
    """Ascending numbers as ranges: ``0-17, 19``."""
    texts: list[str] = []
    first = 0
    for place, number in enumerate(numbers):
        if number + 1 in numbers[place + 1 : place + 2]:
            continue
        ends = dict.fromkeys([numbers[first], number])
        texts.append("-".join(map(str, ends)))
        first = place + 1
    return ", ".join(texts)


def _race_line(win: str, draw: str, lose: str) -> str:
    return f"race of two      first wins {win}, draw {draw}, second wins {lose}"


def percent(share: float) -> str:
    """A fraction in percent: two decimals, and more where they would show nothing."""
    value = 100 * share
    return f"{value:.2f} %" if value == 0 or value >= 0.1 else f"{value:.2g} %"


def share_text(count: int, undecided: int, trials: int) -> str:
    """``count`` of ``trials`` in percent; both ends, if they differ, where some are undecided."""
    if not trials:
        return "-"
    ends = [percent(count / trials), percent((count + undecided) / trials)]
    return " … ".join(dict.fromkeys(ends))


def _line(name: str, count: int) -> str:
    return f"{name:<13}{count:>12,}"


def _mean_cards(tally: Tally) -> float | None:
    cards = tally.cards
    if cards is None or not tally.deals:
        return None
    return int((cards * np.arange(len(cards))).sum()) / tally.deals


def _mean_line(tally: Tally) -> str:
    return f"mean of cards up: {_mean_cards(tally):.3f}"


def cards_lines(tally: Tally) -> list[str]:
    """The deals by cards up, a line a score."""
    assert tally.cards is not None
    counts = tally.cards.tolist()
    lines = [_mean_line(tally), "", "cards up       deals     share"]
    for up, count in enumerate(counts):
        if count:
            bar = "█" * round(_BAR * count / max(counts))
            share = percent(count / tally.deals)
            lines.append(f"{up:>8}{count:>12,}{share:>11}  {bar}".rstrip())
    return lines
