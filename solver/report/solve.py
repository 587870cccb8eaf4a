"""One deal, or what was found out about it, as text and as the JSON object of its command."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from textwrap import indent
from typing import Any

from solver.cards.cards import name_of
from solver.cards.deal import Deal, Kind, Outcome, Place, Position
from solver.cards.plural import counted
from solver.games import Game
from solver.games.exact import Link
from solver.report.board import PLAIN, Style, board, move_text, moves_json, place_text
from solver.runs.sample import Solved
from solver.text.board_reader import flat_text

_INDENT = 7


@dataclass(frozen=True)
class Shown:
    """What is to be told of a deal that was decided, besides the verdict.

    ``boards``: the position after each move, so the moves too. ``length``: from how many moves the
    solution was shortened to how many.
    """

    moves: bool = False
    boards: bool = False
    length: bool = False
    stats: bool = False


#: Nothing but the verdict.
VERDICT = Shown()


def deal_text(
    game: Game,
    number: int,
    numbering: str,
    deal: Deal | Position,
    form: str,
    style: Style = PLAIN,
) -> str:
    """A deal in a form of ``garden deal --format``, without the last line's end.

    ``style`` is for the picture. Raises ``ValueError`` where the form is flat, and the deal a
    position under way.
    """
    start = game.start(deal) if isinstance(deal, Deal) else deal
    match form:
        case "json":
            record = {"game": game.name, "deal": number, "numbering": numbering}
            return json.dumps({**record, **game.notation.record(start)})
        case "solvitaire":
            text = game.notation.solvitaire(start)
            if text is None:
                raise ValueError(f"Solvitaire's notation has no {game.name}")
            return text
        case "flat":
            order = game.notation.order(start)
            if order is None:
                raise ValueError(f"deal {number} is under way: only a full deal has a flat text")
            return flat_text(Deal(order, number))
        case "board":
            return f"# {game.name}, deal {number} ({numbering})\n{game.notation.text(start)}"
        case _:
            return f"{game.words.title}, deal {number} ({numbering})\n\n{board(game, start, style)}"


def solved_json(
    game: Game,
    solved: Solved,
    numbering: str,
    shown: Shown = VERDICT,
    why: Sequence[Link] | None = None,
) -> dict[str, Any]:
    """What ``garden solve --json`` says of a deal.

    ``why``: what blocks the deal, empty for one that is not lost; ``None`` leaves it out.
    """
    outcome = solved.outcome
    record: dict[str, Any] = {
        "game": game.name,
        "deal": solved.number,
        "numbering": numbering,
        "verdict": outcome.verdict,
        "states": outcome.states,
        "seconds": round(solved.seconds, 6),
        "cards": outcome.cards,
    }
    if shown.length:
        record["length"] = _lengths(outcome)
    if shown.moves or shown.boards:
        record["moves"] = outcome.moves and moves_json(outcome.moves)
        if again := _redealt(game, solved):
            record["redealt_after"] = again[0]
    if shown.boards:
        record["boards"] = _boards(game, solved)
    if shown.stats:
        record["stats"] = outcome.stats
    if why is not None:
        record["why"] = [
            {
                "card": name_of(link.card),
                "in": place_text(Place(Kind.PILE, link.bed)),
                "under": name_of(link.under),
                "waits_for": name_of(link.waits_for),
            }
            for link in why
        ] or None
    return record


def _redealt(game: Game, solved: Solved) -> tuple[int, Position] | None:
    """After how many moves the play is dealt again, and what lies there then."""
    return game.redeal.redealt(solved.start, solved.number) if game.redeal else None


def _lengths(outcome: Outcome) -> dict[str, int] | None:
    if outcome.found is None or outcome.moves is None:
        return None
    return {"found": outcome.found, "shortened": len(outcome.moves)}


def _boards(game: Game, solved: Solved) -> list[str] | None:
    """The start and the position after each step, as texts that read back."""
    moves = solved.outcome.moves
    if moves is None:
        return None
    line = game.steps(solved.start, moves, solved.number)
    positions = [solved.start, *(step.position for step in line)]
    return [game.notation.text(position) for position in positions]


def solved_text(
    game: Game,
    solved: Solved,
    shown: Shown = VERDICT,
    why: Sequence[Link] | None = None,
    style: Style = PLAIN,
) -> str:
    """The same for a person: a line with the verdict, and further lines with all else."""
    outcome = solved.outcome
    lines = [f"deal {solved.number}: {outcome.verdict}, {game.search.figure(outcome)}"]
    if shown.length and (length := _lengths(outcome)):
        before = counted(length["found"], game.words.step)
        lines[0] += f", shortened from {before} to {length['shortened']:,}"
    if shown.stats and outcome.stats:
        lines.append(f"    {game.search.describe_stats(outcome.stats)}")
    if shown.boards:
        lines += _indented(game, solved.start, style)
    if shown.moves or shown.boards:
        lines += _told(game, solved, shown.boards, style)
    if why:
        again = _redealt(game, solved)
        lead = "  lost after the redeal, because " if again else "  lost, because "
        texts = (link_text(game, link, style) for link in why)
        lines.append(lead + (",\n" + f"{'and ':>{len(lead)}}").join(texts))
    return "\n".join(lines)


def _told(game: Game, solved: Solved, boards: bool, style: Style) -> Iterator[str]:
    """The steps of the solution, numbered; a redeal has no number, and always its board."""
    numbers = count(1)
    for step in game.steps(solved.start, solved.outcome.moves or (), solved.number):
        if step.move is None:
            yield f"{'':{_INDENT}}stuck: what is out is shuffled and dealt again"
        else:
            yield f"{next(numbers):>5}. {move_text(game, step.move, step.lifted, style)}"
        if boards or step.move is None:
            yield from _indented(game, step.position, style)


def _indented(game: Game, position: Position, style: Style) -> Iterator[str]:
    yield indent(board(game, position, style), " " * _INDENT)


def link_text(game: Game, link: Link, style: Style = PLAIN) -> str:
    """One link of what blocks a lost deal, in words."""
    under = style.card(link.under)
    return (
        f"{style.card(link.card)} lies in {game.words.pile} {link.bed + 1} under {under},"
        f" and {under} goes up only after {style.card(link.waits_for)}"
    )
