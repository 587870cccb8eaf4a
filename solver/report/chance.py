"""The share of arrangements that can be won, as text and as JSON."""

from dataclasses import asdict
from typing import Any

from solver.analyse.chance import Chance
from solver.cards.deal import Position
from solver.cards.plural import counted
from solver.games import Game
from solver.report.arrangements import counts_json, interrupted_lines, unseen_text
from solver.report.board import PLAIN, Style
from solver.report.odds import percent, share_text
from solver.report.play import rate_lines, rate_of

_QUESTION = (
    "Out of all the ways the hidden cards could be arranged, how many are winnable with every card"
    " seen?"
)


def chance_json(
    game: Game, numbering: str, seed: int, number: int, position: Position, found: Chance
) -> dict[str, Any]:
    """What ``garden chance --json`` says of a deal."""
    share = found.share
    band = rate_of(game, position, share.estimate)
    return {
        "game": game.name,
        "deal": number,
        "numbering": numbering,
        "unseen": position.unseen,
        "exact": found.exact,
        "interrupted": found.goal is not None,
        "seed": None if found.exact else seed,
        **counts_json(found.tally),
        "confidence": share.confidence,
        "share": {"low": share.low, "estimate": share.estimate, "high": share.high},
        "measured": band and asdict(band),
    }


def chance_text(
    game: Game, number: int, position: Position, found: Chance, style: Style = PLAIN
) -> str:
    """The same for a person."""
    share, tally = found.share, found.tally
    said = "none decided"
    if tally.undecided < tally.count:
        said = share_text(tally.solvable, tally.undecided, tally.count)
    if not found.exact:
        ends = f"{percent(share.low)} … {percent(share.high)}"
        said += f"   ({100 * share.confidence:g} % interval: {ends})"
    head = unseen_text(game, position, style)
    if tally.count > 1 or not found.exact:
        arrangements = counted(tally.count, "arrangement")
        head += f", all {arrangements}" if found.exact else f", a sample of {arrangements}"
    rates = rate_lines(game, position, share.estimate)
    return "\n".join(
        [
            f"deal {number}: {head}",
            *interrupted_lines(found.goal, tally.count),
            "",
            _QUESTION,
            f"share       {said}",
            f"solvable    {tally.solvable:,}",
            f"unsolvable  {tally.unsolvable:,}",
            f"undecided   {tally.undecided:,}",
            *(["", *rates] if rates else []),
        ]
    )
