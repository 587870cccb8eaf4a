"""What a dealt table looks like."""

from dataclasses import replace

import pytest

from solver.cards.cards import UNKNOWN, pack
from solver.cards.deal import Position
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat

#: Three piles, the last of them a card shorter; a cell; four suits of three ranks.
LAYOUT = BoardFormat(piles=3, height=3, last_row=2, cells=1, hidden_rows=(1, 2, 3), ranks=3)
DEALT = Position(piles=((0, 3, 6), (1, 4, 7), (2, 5)), cells=(8,), reserve=(9, 10, 11))


def test_the_last_row_may_be_short():
    assert LAYOUT.heights == (3, 3, 2)
    assert replace(LAYOUT, last_row=None).heights == (3, 3, 3)
    assert LAYOUT.is_full_deal(DEALT)
    assert not replace(LAYOUT, last_row=None).is_full_deal(DEALT)


def test_no_top_card_lies_face_down_not_even_of_a_short_pile():
    assert LAYOUT.dealt_down(DEALT) == {0, 3, 1, 4, 2}


def test_the_order_of_a_deal():
    notation = BoardNotation(LAYOUT)
    down = LAYOUT.dealt_down(DEALT)
    assert notation.order(replace(DEALT, down=down)) == tuple(pack(ranks=3))
    assert notation.order(DEALT) is None
    open_deal = BoardNotation(replace(LAYOUT, hidden_rows=()))
    assert open_deal.order(DEALT) == tuple(pack(ranks=3))
    assert open_deal.order(replace(DEALT, piles=((UNKNOWN, 3, 6), *DEALT.piles[1:]))) is None


@pytest.mark.parametrize(
    "moved",
    [
        {"cells": (None,), "reserve": (9, 10, 11, 8)},
        {"piles": ((0, 3, 6), (1, 4, 7), (2,)), "reserve": (5, 9, 10, 11)},
        {"piles": ((3, 6), (1, 4, 7), (2, 5)), "foundations": (1, 0, 0, 0)},
    ],
)
def test_a_position_under_way_is_no_full_deal(moved):
    assert not LAYOUT.is_full_deal(replace(DEALT, **moved))
    assert BoardNotation(LAYOUT).order(replace(DEALT, **moved)) is None


def test_cells_may_be_empty_at_the_start():
    layout = BoardFormat(piles=4, height=3, cells=2, ranks=3, empty_cells=True)
    start = Position(((0, 4, 8), (1, 5, 9), (2, 6, 10), (3, 7, 11)), (None, None))
    assert layout.reserve_size == 0
    assert layout.is_full_deal(start)
    assert not layout.is_full_deal(replace(start, cells=(11, None)))
    assert BoardNotation(layout).order(start) == tuple(pack(ranks=3))


def test_the_pack():
    assert list(LAYOUT.pack.cards) == pack(ranks=3)
    assert set(LAYOUT.pack.cards.values()) == {1}
    assert LAYOUT.reserve_size == 3
