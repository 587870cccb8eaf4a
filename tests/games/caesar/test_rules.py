"""The referee of Caesar, and how its squares are written."""

import pytest

from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place
from solver.games.caesar.notation import SquareNotation
from solver.games.caesar.rules import (
    CAESAR,
    lines_of,
    numbers_of,
)
from solver.text.scanner import NotationError

MAGIC = "2S 7S 6S\n9S 5S 1S\n4S 3S 8S".replace("1S", "AS")


def square(text):
    ((_, found),) = SquareNotation().read(text)
    return CAESAR.initial(found) if isinstance(found, Deal) else found


def swap(text, one, other):
    return Move(
        square(text).piles[one - 1][0], Place(Kind.PILE, one - 1), Place(Kind.PILE, other - 1)
    )


def test_a_square_reads_back():
    assert SquareNotation().text(square(MAGIC)) == MAGIC
    assert (
        square("2 7 6 9 5 1 4 3 8") == square("# magic\n2 7S 6♠\n\n9 5 A\n4 3 8\n") == square(MAGIC)
    )
    assert numbers_of(square("2H 7 6 9 5 1D 4 3 8")) == (2, 7, 6, 9, 5, 1, 4, 3, 8)


def test_squares_follow_each_other():
    text = "1 2 3\n4 5 6\n7 8 9\n"
    flat = "9 8 7 6 5 4 3 2 1\n"
    deal = Deal(tuple(reversed(CAESAR.deck)), 2, "file")
    found = SquareNotation().read(text + flat + text)
    assert found == [(1, square(text)), (2, deal), (3, square(text))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no square"),
        ("# nothing\n", "there is no square"),
        ("1 2 3\n4 5\n", "line 2, column 1: a row has three cards, and this one has 2"),
        ("1 2 3\n4 5 6\n", "line 2, column 5: the text ends within a square"),
        ("1 2 3\n1 2 3 4 5 6 7 8 9", "line 2, column 1: a row has three cards"),
        ("1 2 3\n4 T 6\n7 8 9", "line 2, column 3: 'T' is not in the game"),
        ("1 2 3\n4 X 6\n7 8 9", "line 2, column 3: 'X' is no card"),
        ("1 2 3\n: 4 5 6\n7 8 9", "line 2, column 1: a label in a square"),
        ('{"cards":["1","",3,4,5,6,7,8,9]}', "line 1, column 18: here should be a card"),
        ('{"cards":["1","","3","4","5","6","7","8","9"]}', "line 1, column 15: '' is no card"),
        ("1 2 3\n4 2H 6\n7 8 9", "line 2, column 3: 2 is here twice, first on line 1, column 3"),
    ],
)
def test_what_is_no_square_is_refused_with_its_place(text, message):
    with pytest.raises(NotationError) as caught:
        SquareNotation().read(text)
    assert str(caught.value).startswith(message)


def test_lines_are_counted():
    assert lines_of(range(1, 10)) == 4
    assert lines_of((1, 2, 3, 5, 4, 6, 7, 8, 9)) == 1
    assert CAESAR.is_won(square(MAGIC))


def test_every_swap_of_two_places_is_a_move_and_its_own_undoing():
    start = square(MAGIC)
    moves = CAESAR.legal_moves(start)
    assert len(set(moves)) == 36
    for move in moves:
        swapped = CAESAR.apply(start, move)
        assert swapped != start
        back = Move(move.card, move.target, move.source)
        assert CAESAR.apply(swapped, back) == start


@pytest.mark.parametrize(
    ("move", "message"),
    [
        (swap(MAGIC, 1, 1), "2S cannot change places with itself"),
        (swap(MAGIC, 1, 2)._replace(card=7), "2S does not lie in place 2"),
        (swap(MAGIC, 1, 2)._replace(target=Place(Kind.PILE, 9)), "there is no place 10"),
        (swap(MAGIC, 1, 2)._replace(target=Place(Kind.CELL, 1)), "can only change places"),
    ],
)
def test_what_is_no_swap_is_refused(move, message):
    if "place 2" in message:
        move = move._replace(source=Place(Kind.PILE, 1))
    with pytest.raises(IllegalMove, match=message):
        CAESAR.apply(square(MAGIC), move)


def test_a_bad_step_is_named():
    good = swap(MAGIC, 1, 2)
    with pytest.raises(IllegalMove, match=r"^step 2: 2S does not lie in place 1$"):
        CAESAR.replay(square(MAGIC), [good, good])


def test_a_deal_needs_nine_ranks():
    assert numbers_of(CAESAR.initial(Deal(tuple(CAESAR.deck), 1))) == tuple(range(1, 10))
    with pytest.raises(ValueError, match="nine cards, one of each rank"):
        CAESAR.initial(Deal(tuple(CAESAR.deck[:8]), 1))
    with pytest.raises(ValueError, match="nine cards, one of each rank"):
        CAESAR.initial(Deal((3, 3, 7, 11, 15, 19, 23, 27, 31), 1))
