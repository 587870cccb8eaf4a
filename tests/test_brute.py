from collections.abc import Iterable, Iterator

import pytest
from brute import (
    DECIDED_BY_A_SWITCH,
    FIRST_TABLE,
    SHAPES,
    SWITCHES,
    BruteForce,
    encode,
    key,
    rules_of,
    start_of,
)
from positions import laid

from solver.cards.deal import Position
from solver.games.trevi.rules import TREVI, TreviRules

#: Shapes and cells that a search in plain Python over the referee finishes.
TINY = [
    ((2, 3, (1,), 2), 2),
    ((3, 2, (), 2), 0),
    ((2, 4, (1, 3), 3), 0),
    ((2, 4, (1, 3), 3), 1),
    ((2, 5, (1, 2, 3), 3), 0),
    ((2, 5, (1, 2, 3), 3), 1),
    ((2, 5, (1, 2, 3), 3), 2),
    ((2, 7, (1, 3, 5), 4), 0),
    ((2, 7, (1, 3, 5), 4), 1),
    ((2, 7, (1, 3, 5), 4), 2),
    ((3, 5, (1, 3), 4), 0),
    ((3, 5, (1, 3), 4), 1),
]


def explore(rules: TreviRules, start: Position) -> Iterator[Position]:
    """All positions that play can reach, by the referee's moves alone."""
    seen = {key(start)}
    waiting = [start]
    while waiting:
        position = waiting.pop()
        yield position
        for move in sorted(rules.legal_moves(position), key=lambda move: move.target.kind):
            after = rules.apply(position, move)
            if key(after) not in seen:
                seen.add(key(after))
                waiting.append(after)


def agree_with_the_referee(rules: TreviRules, numbers: Iterable[int]) -> set[bool]:
    """Compares both searches on random deals; the verdicts that occurred."""
    brute = BruteForce(rules)
    verdicts = set()
    for number in numbers:
        start = start_of(rules, number)
        positions = reach_the_same(brute, start)
        solvable = any(rules.is_won(position) for position in positions)
        assert brute.solve(start) is solvable
        verdicts.add(solvable)
    return verdicts


def reach_the_same(brute: BruteForce, start: Position) -> list[Position]:
    """All positions that play can reach, by both searches."""
    positions = list(explore(brute.rules, start))
    assert brute.count(start) == len(positions)
    assert brute.reachable(start) == set(map(encode, positions))
    return positions


@pytest.mark.parametrize("switch", SWITCHES)
def test_tiny_decks_agree_with_the_referee(switch):
    verdicts = set()
    for shape, cells in TINY:
        verdicts |= agree_with_the_referee(rules_of(shape, cells, switch), range(2))
    assert verdicts == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize(("shape", "cells"), TINY)
def test_many_tiny_decks_agree_with_the_referee(shape, cells, switch):
    assert agree_with_the_referee(rules_of(shape, cells, switch), range(100, 130))


def test_no_run_reaches_through_a_face_down_card():
    rules = rules_of((2, 4, (), 3), 0)
    start = laid("2D 3H <2S> AD", "", reserve="3D 3S", foundations=(3, 0, 2, 1))
    rules.check(start)
    reach_the_same(BruteForce(rules), start)


@pytest.mark.parametrize(("shape", "cells", "number", "lost", "won"), DECIDED_BY_A_SWITCH)
def test_a_switch_decides(shape, cells, number, lost, won):
    for switch, solvable in ((lost, False), (won, True)):
        rules = rules_of(shape, cells, switch)
        start = start_of(rules, number)
        assert BruteForce(rules).solve(start) is solvable
        assert any(rules.is_won(position) for position in explore(rules, start)) is solvable


@pytest.mark.parametrize("switch", SWITCHES)
def test_a_cell_card_that_goes_down_as_the_end_of_a_chain(switch):
    start = laid(
        "<AD> 3D <AC> 5H",
        "<2H> 4D <3H> 2S",
        "<2C> 3C <AS> 4H",
        cells="2D",
        reserve="5C 3S 4C AH 5S 5D 4S",
    )
    rules = rules_of((3, 4, (1, 3), 5), 1, switch)
    rules.check(start)
    assert BruteForce(rules).solve(start) is True


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("hidden", [True, False])
def test_a_card_that_must_not_go_up_too_early(switch, hidden):
    piles = ["<4H> 4C <AD> 4S 3H", "<AC> 2D <AS> 2S AH"]
    if not hidden:
        piles = [pile.replace("<", "").replace(">", "") for pile in piles]
    start = laid(*piles, reserve="3D 2H 3C 2C 4D 3S")
    rules = rules_of((2, 5, (1, 3), 4), 0, switch)
    rules.check(start)
    assert BruteForce(rules).solve(start) is True
    assert any(rules.is_won(position) for position in explore(rules, start))


def test_won_and_stuck_positions():
    rules = TreviRules(ranks=2, piles=2, height=2, hidden_rows=(), cells=0)
    brute = BruteForce(rules)
    assert brute.solve(laid("", "", foundations=(2, 2, 2, 2))) is True
    assert brute.visited == 1
    assert brute.solve(laid("2C AC", "2D AS AD", reserve="AH 2H 2S")) is True
    stuck = laid("AC AD 2S 2C", "AH AS 2H 2D")
    assert brute.solve(stuck) is False
    assert brute.count(stuck) == 1


def test_undecided_only_beyond_the_limit():
    rules = rules_of((3, 5, (), 5), 0)
    lost = next(
        start
        for start in (start_of(rules, number) for number in range(100))
        if BruteForce(rules).solve(start) is False and BruteForce(rules).count(start) > 50
    )
    size = BruteForce(rules).count(lost)
    enough, short = BruteForce(rules, max_states=size), BruteForce(rules, max_states=size - 1)
    assert (enough.solve(lost), enough.count(lost)) == (False, size)
    assert (short.solve(lost), short.count(lost), short.reachable(lost)) == (None, None, None)


def test_an_object_is_as_good_as_new():
    rules = rules_of((2, 4, (1, 3), 4), 2)
    used = BruteForce(rules)
    sizes = []
    for number in range(12):
        start = start_of(rules, number)
        fresh = BruteForce(rules)
        assert used.solve(start) == fresh.solve(start)
        assert used.visited == fresh.visited
        assert used.count(start) == fresh.count(start)
        sizes.append(used.visited)
    assert max(sizes) > FIRST_TABLE > min(sizes)


def test_large_decks_are_refused():
    with pytest.raises(ValueError, match=r"^at most 32 cards, not 52$"):
        BruteForce(TREVI)


def test_shapes_are_varied():
    assert len(set(SHAPES)) == len(SHAPES) >= 12
    for cells in (0, 1, 2):
        for shape in SHAPES:
            rules_of(shape, cells)
    assert {ranks for *_, ranks in SHAPES} == {4, 5, 6, 7}
    assert {piles for piles, *_ in SHAPES} == {2, 3, 4}
    assert {height for _, height, *_ in SHAPES} >= {2, 3, 4, 5, 6, 7, 8}


@pytest.mark.parametrize("cells", [0, 1, 2])
def test_shapes_are_finished_with_both_verdicts(cells):
    verdicts = {True: 0, False: 0}
    for shape in SHAPES:
        rules = rules_of(shape, cells)
        brute = BruteForce(rules)
        for number in range(10):
            verdicts[brute.solve(start_of(rules, number))] += 1
    assert set(verdicts) == {True, False}
    assert min(verdicts.values()) > 30


@pytest.mark.parametrize("shape", SHAPES)
def test_more_freedom_loses_no_deal(shape):
    """A cell more, or a way back more, leaves every solution as it was."""
    for number in range(10):
        for cells in (0, 1):
            fewer, more = (rules_of(shape, count) for count in (cells, cells + 1))
            if BruteForce(fewer).solve(start_of(fewer, number)):
                assert BruteForce(more).solve(start_of(more, number))
        for less_free, freer in (("no-return", "default"), ("default", "return-to-cell")):
            rules = rules_of(shape, 2, less_free)
            start = start_of(rules, number)
            if BruteForce(rules).solve(start):
                assert BruteForce(rules_of(shape, 2, freer)).solve(start)
