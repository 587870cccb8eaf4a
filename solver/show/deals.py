"""One deal, or what was found out about it, as text and as the JSON object of its command."""

import json
from collections.abc import Sequence
from textwrap import indent
from typing import Any

from solver.deck.cards import name_of
from solver.deck.deal import Deal, Kind, Place, Position
from solver.deck.json_deals import deal_record, solvitaire_text
from solver.deck.notation import board_text, flat_text
from solver.flower.why import Link
from solver.games import Game
from solver.odds.runs import Solved
from solver.show.board import board, card_text, move_texts, place_text

#: The forms of a deal. All but the picture, which hides cards, read back as the same deal.
FORMS = ("picture", "board", "flat", "json", "solvitaire")


def deal_text(game: Game, number: int, numbering: str, deal: Deal | Position, form: str) -> str:
    """A deal in one of ``FORMS``, without the last line's end.

    Raises ``ValueError`` where the form is flat, and the deal a position under way.
    """
    start = game.start(deal) if isinstance(deal, Deal) else deal
    layout = game.layout()
    match form:
        case "json":
            record = {"game": game.name, "deal": number, "numbering": numbering}
            return json.dumps({**record, **deal_record(start, layout)})
        case "solvitaire":
            return solvitaire_text(start, layout)
        case "flat":
            order = layout.order_of(start)
            if order is None:
                raise ValueError(f"deal {number} is under way: only a full deal has a flat text")
            return flat_text(Deal(order, number))
        case "board":
            return f"# {game.name}, deal {number} ({numbering})\n{board_text(start, layout)}"
        case _:
            return f"{game.title}, deal {number} ({numbering})\n\n{board(game, start)}"


def solved_json(
    game: Game,
    solved: Solved,
    numbering: str,
    moves: bool = False,
    stats: bool = False,
    why: Sequence[Link] | None = None,
) -> dict[str, Any]:
    """What ``garden solve --json`` says of a deal, if asked for with its solution and counters.

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
    if outcome.found is not None and outcome.moves is not None:
        record["length"] = {"found": outcome.found, "shortened": len(outcome.moves)}
    if moves:
        record["moves"] = outcome.moves and [
            {
                "card": name_of(move.card),
                "from": place_text(move.source),
                "to": place_text(move.target),
            }
            for move in outcome.moves
        ]
        if again := game.redealt(solved.start, solved.number):
            record["redealt_after"] = again[0]
    if stats:
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


def solved_text(
    game: Game,
    solved: Solved,
    moves: bool = False,
    stats: bool = False,
    why: Sequence[Link] | None = None,
) -> str:
    """The same for a person: a line, with ``stats`` a second one, with ``moves`` a line a move."""
    outcome = solved.outcome
    if outcome.cards is None:
        figure = _counted(outcome.states, "state")
    else:
        figure = _counted(outcome.cards, "card") + " up"
    lines = [f"deal {solved.number}: {outcome.verdict}, {figure}"]
    if outcome.found is not None and outcome.moves is not None:
        lines[0] += f", shortened from {_counted(outcome.found, 'move')} to {len(outcome.moves)}"
    if stats and outcome.stats:
        found = outcome.stats
        lines.append(
            f"    moves tried {found['generated']:,}: {found['known']:,} to known states,"
            f" {found['dead']:,} to dead ones; plays without choice: {found['safe_plays']:,} safe,"
            f" {found['semi_safe_plays']:,} semi-safe; table {found['stored']:,} of"
            f" {found['capacity']:,} states; ended by {found['ended']}"
        )
    again = game.redealt(solved.start, solved.number) if moves or why else None
    if moves:
        texts = move_texts(game, solved.start, outcome.moves or ())
        told = [f"{step:>5}. {text}" for step, text in enumerate(texts, start=1)]
        if again:
            place, position = again
            dealt = indent(board(game, position), " " * 7)
            told.insert(place, f"       stuck: what is out is shuffled and dealt again\n{dealt}")
        lines += told
    if why:
        lead = "  lost after the redeal, because " if again else "  lost, because "
        texts = (_link_text(game, link) for link in why)
        lines.append(lead + (",\n" + f"{'and ':>{len(lead)}}").join(texts))
    return "\n".join(lines)


def _link_text(game: Game, link: Link) -> str:
    under = card_text(link.under)
    return (
        f"{card_text(link.card)} lies in {game.pile} {link.bed + 1} under {under},"
        f" and {under} goes up only after {card_text(link.waits_for)}"
    )


def _counted(count: int, thing: str) -> str:
    return f"{count:,} {thing}{'' if count == 1 else 's'}"
