"""What the reports of ``garden chance`` and ``garden hint`` have in common."""

from solver.analyse.arrangements import Tally
from solver.cards.deal import Position
from solver.cards.plural import counted
from solver.cards.view import arrangement_count, unseen_in
from solver.games import Game
from solver.report.board import Style, cards_text


def counts_json(tally: Tally) -> dict[str, int]:
    """The arrangements by verdict."""
    return {
        "completions": tally.count,
        "solvable": tally.solvable,
        "unsolvable": tally.unsolvable,
        "undecided": tally.undecided,
    }


def unseen_text(game: Game, position: Position, style: Style) -> str:
    """How many cards are not seen; the last one is known by what is seen."""
    cards = unseen_in(game.rules.deck, position)
    if not cards:
        text = "every card is seen"
    else:
        text = counted(len(cards), "unseen card")
        if arrangement_count(cards) == 1:
            text += f", which must be {cards_text(cards, style)}"
    return f"{text}, and a shuffle to come" if game.is_open(position) else text


def interrupted_lines(goal: int | None, count: int) -> list[str]:
    """How far a sample came that a signal has ended."""
    if goal is None:
        return []
    return [f"interrupted: {count:,} of at most {counted(goal, 'arrangement')}"]
