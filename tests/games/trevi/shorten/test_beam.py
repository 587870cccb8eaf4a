"""The search for short lines: what it counts, and what it finds."""

import random

import numpy as np
import pytest
from positions import laid

from solver.cards.deal import Position
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.shorten import beam, card_table
from solver.games.trevi.shorten.shorten import table_of

RULES = TreviRules(ranks=5, piles=3, height=4, hidden_rows=(), cells=1)


def start(*piles: str, cell: str = "-", foundations=(5, 5, 5, 5), reserve: str = "") -> Position:
    position = laid(*piles, cells=cell, foundations=foundations, reserve=reserve)
    RULES.check(position)
    return position


@pytest.mark.parametrize(
    ("piles", "foundations", "count"),
    [
        (("5H 4H 3H", "", ""), (5, 5, 2, 5), 0),
        (("3H 4H 5H", "", ""), (5, 5, 2, 5), 2),  # no run: each moves by itself
        (("3H 5S 4H", "4S", "5H"), (5, 5, 2, 3), 1),  # 5S can wait for 4S
        (("3H 3S 5S 4H", "4S", "5H"), (5, 5, 2, 2), 1),  # the run 5S 4H is one
        (("3H 3S <5S> 4H", "4S", "5H"), (5, 5, 2, 2), 2),  # unless it is none
        (("3H 4S", "3S 4H", "5H 5S"), (5, 5, 2, 2), 0),  # blocked all the same: a lower bound
    ],
)
def test_blockers_are_counted(piles, foundations, count):
    assert beam.blockers(table_of(RULES, start(*piles, foundations=foundations))) == count


def test_the_hash_tells_positions_apart_but_for_the_order_of_piles():
    piles, foundations = ("3H 5S 4H", "3S 4S", "5H"), (5, 5, 2, 2)
    here = beam.hash_of(table_of(RULES, start(*piles, foundations=foundations)))
    turned = start(*piles[::-1], foundations=foundations)
    assert beam.hash_of(table_of(RULES, turned)) == here
    others = [
        start("3H <5S> 4H", "3S 4S", "5H", foundations=foundations),
        start("3H 4H", "3S 4S", "5H", cell="5S", foundations=foundations),
        start("3H 5S", "3S 4S", "5H 4H", foundations=foundations),
        start("5S 3H 4H", "3S 4S", "5H", foundations=foundations),
        start("3H 5S 4H", "3S 4S", "", foundations=foundations, reserve="5H"),
    ]
    assert len({here, *(beam.hash_of(table_of(RULES, other)) for other in others)}) == 6


@pytest.mark.parametrize(
    ("candidates", "kept"),
    [
        ((100, 200, 50), (100, 156, 0)),
        ((300, 10, 10), (256, 0, 0)),
        ((100, 156, 50), (100, 156, 0)),
        ((100, 50, 50), (100, 50, 50)),
    ],
)
def test_a_layer_takes_the_best_candidates_as_far_as_there_is_room(candidates, kept):
    buffers = beam.make_beam()
    piles = start("3H 4S", "3S 4H", "5H 5S", foundations=(5, 5, 2, 2))
    buffers.tables[0] = table_of(RULES, piles)
    steps = [64 * card + card_table.CELLS for card in (15, 14, 19)]
    places = random.Random(1).sample(range(sum(candidates)), sum(candidates))
    listed = [(5 + 2 * rank, rank) for rank in range(3) for _ in range(candidates[rank])]
    for place, (value, rank) in zip(places, listed, strict=True):
        buffers.value[place], buffers.made[place] = value, steps[rank]
    count = beam._keep_best(buffers, sum(candidates), 0, 1)
    assert count == sum(kept) <= beam.WIDTH
    made = buffers.step[1 : 1 + count].tolist()
    assert tuple(made.count(step) for step in steps) == kept


def found(position: Position, guide: list[int]) -> list[int] | None:
    line = np.zeros(2 * len(guide) + 52, np.int64)
    start = table_of(RULES, position)
    length = beam.find_line(beam.make_beam(), start, np.array(guide, np.int64), line)
    return None if length == card_table.NONE else line[:length].tolist()


def up(*cards: int) -> list[int]:
    return [64 * card + card_table.FOUNDATION for card in cards]


def test_a_line_with_fewer_steps_is_found():
    three_h, three_s, four_h, four_s, five_h, five_s = 10, 11, 14, 15, 18, 19
    position = laid("3H 4S", "3S 4H", "5H 5S", cells="-", foundations=(5, 5, 2, 2))
    first = [64 * four_s + card_table.CELLS, *up(three_h), 64 * four_s + card_table.SPACE]
    guide = [*first, *up(four_h, three_s, four_s, five_s, five_h)]
    line = found(position, guide)
    assert line is not None
    assert len(line) == 7
    assert sorted(step for step in line if step & 63 == card_table.FOUNDATION) == up(
        three_h, three_s, four_h, four_s, five_h, five_s
    )


def test_where_there_is_nothing_to_save_nothing_is_found():
    position = laid("3H 4S", "3S 4H", "5H 5S", cells="-", foundations=(5, 5, 2, 2))
    guide = [64 * 15 + card_table.CELLS, *up(10, 14, 11, 15, 19, 18)]
    assert found(position, guide) is None
    assert found(laid("5H", "", "5S", cells="-", foundations=(5, 5, 4, 4)), up(18, 19)) is None
