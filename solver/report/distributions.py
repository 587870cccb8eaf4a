"""What is counted over all starts of a game, as tables and as JSON."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from solver.games import Game
from solver.games.exact import Distribution
from solver.report.odds import percent, ratio_json

_BAR = 40


def distributions_json(game: Game, found: Sequence[Distribution]) -> dict[str, Any]:
    """All counts, for ``json.dumps``: a list of shares by each number's name, and its mean."""
    report: dict[str, Any] = {
        "game": game.name,
        "method": "exact",
        "win": ratio_json(Fraction(1)),
        "arrangements": str(found[0].total),
    }
    for one in found:
        report[one.name] = [
            {one.name: value, "count": str(often), **ratio_json(Fraction(often, one.total))}
            for value, often in enumerate(one.counts)
        ]
        report[f"mean_{one.name}"] = ratio_json(one.mean)
    return report


def distributions_text(game: Game, found: Sequence[Distribution]) -> str:
    """The same for a person."""
    lines = [f"{game.words.title}: all {found[0].total:,} arrangements, each of which can be won"]
    for one in found:
        lines += ["", *_table(one)]
    return "\n".join(lines)


def _table(one: Distribution) -> Iterator[str]:
    mean = one.mean
    yield f"{one.title}, mean {mean.numerator:,}/{mean.denominator:,} = {float(mean):.6f}"
    yield ""
    yield f"{one.name:>6}{'arrangements':>15}{'share':>12}"
    most = max(one.counts)
    for value, often in enumerate(one.counts):
        bar = "█" * round(_BAR * often / most)
        yield f"{value:>6}{often:>15,}{percent(often / one.total):>12}  {bar}".rstrip()
