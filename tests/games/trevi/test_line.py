"""From the search's moves to a player's: runs are moved out of the way."""

import numpy as np
import pytest
from positions import cards, laid

from solver.cards.cards import name_of, parse_card
from solver.cards.deal import IllegalMove, Kind, Move, Position
from solver.games.trevi.kernel.state import IN_CELL, IN_RUN, UP
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules

#: Five ranks; aces and deuces are up in most positions below, and cards not named in the reserve.
RULES = TreviRules(ranks=5, piles=3, height=4, hidden_rows=(), cells=1)

SYMBOLS = {"up": UP, "down": IN_RUN, "cell": IN_CELL}


def start(*piles: str, cell: str = "-", foundations=(2, 2, 2, 2)) -> Position:
    lying = list(" ".join((*piles, cell)).replace("<", "").replace(">", "").split())
    reserve = [
        name_of(here)
        for here in range(RULES.deck_size)
        if here >> 2 >= foundations[here & 3] and name_of(here) not in lying
    ]
    position = laid(*piles, cells=cell, reserve=" ".join(reserve), foundations=foundations)
    RULES.check(position)
    return position


def log_of(*steps: str) -> np.ndarray:
    """A log of the search: ``5H down, 4C up``."""
    entries = [4 * parse_card(name) + SYMBOLS[symbol] for name, symbol in map(str.split, steps)]
    return np.array([len(entries), *entries, 0xDEAD], np.int64)


def texts(moves: list[Move]) -> list[str]:
    return [f"{name_of(move.card)} {move.target.kind}" for move in moves]


def played(position: Position, *steps: str) -> Line:
    line = Line(RULES, position)
    line.play(log_of(*steps))
    assert RULES.replay(position, line.moves) == line.position
    return line


def test_single_moves():
    line = played(
        start("3C 5D", "3D 5H", ""), "4C down", "3H up", "5H cell", "3D up", "4D up", "4H down"
    )
    assert texts(line.moves) == [
        "4C pile",
        "3H foundation",
        "5H cell",
        "3D foundation",
        "4D foundation",
        "4H pile",
    ]


def test_a_card_goes_onto_a_parent_rather_than_into_an_empty_pile():
    line = played(start("", "3D 5H", "3C"), "4C down")
    assert line.position.piles == (*map(cards, ("", "3D 5H 4C", "3C")),)
    line = played(start("", "3D", "3C"), "4C down")
    assert line.position.piles == (*map(cards, ("4C", "3D", "3C")),)


def test_the_run_on_a_card_goes_onto_the_other_parent():
    line = played(start("3C 5H 4S 3H", "3S 5D", ""), "5H cell")
    assert texts(line.moves) == ["4S pile", "5H cell"]
    assert line.position.piles == (*map(cards, ("3C", "3S 5D 4S 3H", "")),)


def test_the_run_on_a_card_goes_into_an_empty_pile():
    line = played(start("3C 5H 4S 3H", "3S", ""), "5H cell")
    assert texts(line.moves) == ["4S pile", "5H cell"]
    assert line.position.piles == (*map(cards, ("3C", "3S", "4S 3H")),)


def test_a_pile_becomes_empty_when_one_is_needed():
    """The parent of 4C was at hand all the time; nothing moved it there before."""
    line = played(start("3C 5H", "4C 3D", "3S 4D"), "4D down")
    assert texts(line.moves) == ["4C pile", "4D pile"]
    assert line.position.piles == (*map(cards, ("3C 5H 4C 3D", "4D", "3S")),)


def test_what_the_search_cannot_have_found_is_an_error():
    line = Line(RULES, start("3C 5H 4C", "3D 4H", "3S 4D"))
    before = line.position
    with pytest.raises(RuntimeError, match="needs an empty pile, and there is none"):
        line.play(log_of("4D down"))
    assert line.position is before
    with pytest.raises(IllegalMove, match="5D is not the next card"):
        line.play(log_of("5D up"))


def test_no_pile_with_a_face_down_card_is_taken_for_a_run():
    position = start("3C 5H", "<4C> 3D", "3S 4D")
    with pytest.raises(RuntimeError, match="needs an empty pile"):
        Line(RULES, position).play(log_of("4D down"))


def test_a_face_down_card_inside_a_pile_keeps_it_from_being_a_run():
    """Each card fits on the one below it, and the bottom card has an open parent."""
    position = start("4C <3D> 2S", "5H", "5S", foundations=(1, 1, 1, 1))
    with pytest.raises(RuntimeError, match="needs an empty pile"):
        Line(RULES, position).play(log_of("5D down"))


def test_the_rest_is_played_up():
    position = start("5H 4C 3D", "4D 3C", "5S", cell="5D")
    line = Line(RULES, position)
    line.finish()
    assert RULES.is_won(line.position)
    assert len(line.moves) == 12
    assert {move.target.kind for move in line.moves} == {Kind.FOUNDATION}
    assert RULES.replay(position, line.moves) == line.position


def test_a_position_that_is_not_won_is_an_error():
    line = Line(RULES, start("3C 5C", "3D 5D", "3H 5H", cell="3S"))
    with pytest.raises(RuntimeError, match="taken as won is not"):
        line.finish()
