"""The door to the search: verdicts, solutions, budgets, and the reductions one by one."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from brute import DECIDED_BY_A_SWITCH, BruteForce, Shape, rules_of, start_of
from positions import laid

from solver.cards.cards import UNKNOWN, pack, parse_card
from solver.cards.deal import Deal, Outcome, Position, Verdict
from solver.cards.shuffle import shuffled
from solver.games.trevi import REDUCTIONS
from solver.games.trevi.kernel.search import EXPANDED, make_scratch
from solver.games.trevi.rules import STONEWALL, TREVI, TreviRules
from solver.games.trevi.solve import DEFAULT_MAX_STATES, VERDICTS, Solver

DATA = Path(__file__).parents[2] / "data"

GAMES = {"trevi": TREVI, "stonewall": STONEWALL}
NO_REDUCTIONS = frozenset(REDUCTIONS)

SOLVABLE, UNSOLVABLE, UNDECIDED = Verdict.SOLVABLE, Verdict.UNSOLVABLE, Verdict.UNDECIDED

#: A native deal that takes long, the more so without reductions.
HARD = 400


def native(rules: TreviRules, number: int) -> Position:
    return rules.initial(Deal(shuffled(pack(), number), number))


def flat(rules: TreviRules, text: str) -> Position:
    return rules.initial(Deal(tuple(map(parse_card, text.split())), 1))


@cache
def verdicts_of(
    rules: TreviRules, first: int, count: int, without: frozenset[str] = frozenset()
) -> tuple[list[Verdict], list[int]]:
    """Verdicts and expanded states of native deals."""
    codes, states = np.full(count, -1, np.int8), np.full(count, -1, np.int64)
    solver = Solver(rules, without=without)
    assert solver.decide(first, count, 2_000_000, codes, states) == count
    return [VERDICTS[code] for code in codes.tolist()], states.tolist()


def assert_solution(rules: TreviRules, position: Position, outcome: Outcome) -> None:
    assert outcome.verdict is SOLVABLE
    assert rules.is_won(rules.replay(position, outcome.moves))


@pytest.mark.parametrize(("game", "most"), [("trevi", 360_000), ("stonewall", 720_000)])
def test_the_verdicts_of_an_independent_solver(game, most):
    """Its unknown deals are decided; ``most`` is what a first draft of this search took in all."""
    rules = GAMES[game]
    solver = Solver(rules)
    lines = [line.split("\t") for line in (DATA / f"{game}-100.txt").read_text().splitlines()[1:]]
    assert len(lines) == 100
    total = 0
    for verdict, cards in lines:
        position = flat(rules, cards)
        outcome = solver.solve(position, moves=True)
        assert outcome.verdict is not UNDECIDED
        assert verdict in (outcome.verdict, "unknown")
        if outcome.verdict is SOLVABLE:
            assert_solution(rules, position, outcome)
        else:
            assert outcome.moves is None
        total += outcome.states
    assert 0 < total <= most


def test_a_thousand_native_deals_are_decided():
    verdicts, states = verdicts_of(TREVI, 1, 1000)
    assert UNDECIDED not in verdicts
    assert 750 < verdicts.count(SOLVABLE) < 900
    assert min(states) >= 0
    assert sum(states) > 0


def test_what_stonewall_solves_trevi_garden_solves():
    fewer, more = (verdicts_of(rules, 1, 300)[0] for rules in (STONEWALL, TREVI))
    assert UNDECIDED not in fewer
    assert fewer.count(SOLVABLE) > 50
    for without_cells, with_cells in zip(fewer, more, strict=True):
        assert without_cells is UNSOLVABLE or with_cells is SOLVABLE


@pytest.mark.parametrize("left_out", REDUCTIONS)
@pytest.mark.parametrize("game", GAMES)
def test_no_reduction_changes_a_verdict(game, left_out):
    """Wherever the longer search decides; it does nearly everywhere, and expands more in all."""
    whole, states = verdicts_of(GAMES[game], 1, 300)
    other, more_states = verdicts_of(GAMES[game], 1, 300, frozenset({left_out}))
    pairs = [pair for pair in zip(whole, other, strict=True) if pair[1] is not UNDECIDED]
    assert len(pairs) >= 295
    assert all(one is two for one, two in pairs)
    assert sum(more_states) > sum(states)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [("trevi", 20_000), ("stonewall", 5_000)])
def test_chains_alone_give_the_same_verdicts(game, count):
    whole, _ = verdicts_of(GAMES[game], 1, count)
    other, _ = verdicts_of(GAMES[game], 1, count, NO_REDUCTIONS - {"chains"})
    pairs = [pair for pair in zip(whole, other, strict=True) if UNDECIDED not in pair]
    assert len(pairs) > 0.99 * count
    assert all(one is two for one, two in pairs)


#: Deals that need a cell's card at the end of a chain, and a card kept off its foundation.
PRINTED = [
    (
        TreviRules(ranks=5, piles=3, height=4, hidden_rows=(1, 3), cells=1),
        laid(
            "<AD> 3D <AC> 5H",
            "<2H> 4D <3H> 2S",
            "<2C> 3C <AS> 4H",
            cells="2D",
            reserve="5C 3S 4C AH 5S 5D 4S",
        ),
    ),
    (
        TreviRules(ranks=4, piles=2, height=5, hidden_rows=(), cells=0),
        laid("4H 4C AD 4S 3H", "AC 2D AS 2S AH", reserve="3D 2H 3C 2C 4D 3S"),
    ),
    (
        TreviRules(ranks=4, piles=2, height=5, hidden_rows=(1, 3), cells=0),
        laid("<4H> 4C <AD> 4S 3H", "<AC> 2D <AS> 2S AH", reserve="3D 2H 3C 2C 4D 3S"),
    ),
]

#: Shape, cells and number of small deals that wrong reductions have lost.
ONCE_LOST: list[tuple[Shape, int, int, str]] = [
    ((2, 4, (1, 3), 7), 0, 561, "default"),
    ((2, 6, (), 4), 0, 857, "default"),
    ((2, 6, (1, 3, 5), 5), 1, 115, "default"),
    ((2, 6, (1, 3, 5), 5), 1, 682, "default"),
    ((2, 6, (1, 3, 5), 5), 2, 682, "default"),
    ((3, 4, (1, 3), 4), 0, 691, "default"),
    ((2, 4, (1, 3), 4), 0, 59, "default"),
    ((2, 7, (1, 3, 5), 6), 2, 29, "default"),
    ((3, 4, (1, 3), 4), 0, 41, "default"),
    ((3, 5, (), 5), 0, 25, "default"),
    ((2, 6, (), 4), 2, 4, "no-return"),
    ((3, 4, (1, 3), 4), 0, 14, "no-return"),
]


def assert_solvable(rules: TreviRules, position: Position) -> None:
    """With all reductions, without each, and without any."""
    for without in (frozenset(), NO_REDUCTIONS, *(frozenset({name}) for name in REDUCTIONS)):
        outcome = Solver(rules, memory_mib=16, without=without).solve(position, moves=True)
        assert_solution(rules, position, outcome)


@pytest.mark.parametrize("foundation_return", [True, False])
@pytest.mark.parametrize(("rules", "position"), PRINTED)
def test_deals_that_need_care(rules, position, foundation_return):
    assert_solvable(replace(rules, foundation_return=foundation_return), position)


def test_a_face_down_card_inside_a_pile_that_would_be_a_run():
    rules = TreviRules(6, 3, 3, (2,), 0)
    position = laid(
        "5C <4D> 3S",
        "4H 2S 6H",
        "5S",
        reserve="3C 3D 3H 4C 4S 5D 5H 6C 6D 6S",
        foundations=(2, 2, 2, 1),
    )
    outcome = Solver(rules, 16).solve(position, moves=True)
    assert BruteForce(rules).solve(position) is True
    assert_solution(rules, position, outcome)


def test_other_hidden_rows_leave_solutions_that_can_be_played():
    rules = replace(STONEWALL, hidden_rows=(2, 4))
    solver = Solver(rules, 64)
    solvable = 0
    for number in range(2186, 2191):
        position = native(rules, number)
        outcome = solver.solve(position, moves=True)
        if outcome.verdict is SOLVABLE:
            assert_solution(rules, position, outcome)
            solvable += 1
    assert solvable > 0


@pytest.mark.parametrize("rows", [(1, 1), (5, 5), (3, 1, 3)])
def test_a_hidden_row_listed_twice_is_one_row(rows):
    """In a batch as in a single deal."""
    rules = replace(STONEWALL, hidden_rows=rows)
    solver = Solver(rules, 64)
    single = [solver.solve(native(rules, number)) for number in range(1, 41)]
    verdicts, states = verdicts_of(rules, 1, 40)
    assert verdicts == [outcome.verdict for outcome in single]
    assert states == [outcome.states for outcome in single]


@pytest.mark.parametrize(("shape", "cells", "number", "switch"), ONCE_LOST)
def test_deals_that_were_lost_once(shape, cells, number, switch):
    rules = rules_of(shape, cells, switch)
    assert_solvable(rules, start_of(rules, number))


@pytest.mark.parametrize(("shape", "cells", "number", "lost", "won"), DECIDED_BY_A_SWITCH)
def test_deals_that_a_switch_decides(shape, cells, number, lost, won):
    rules = rules_of(shape, cells, won)
    assert_solvable(rules, start_of(rules, number))
    rules = rules_of(shape, cells, lost)
    for without in (frozenset(), NO_REDUCTIONS):
        outcome = Solver(rules, memory_mib=64, without=without).solve(start_of(rules, number))
        assert outcome.verdict is UNSOLVABLE


def test_a_budget_of_states():
    """One state too few is undecided, and just enough is enough."""
    for rules in GAMES.values():
        solver = Solver(rules)
        for number in range(1, 40):
            position = native(rules, number)
            outcome = solver.solve(position)
            assert outcome == solver.solve(position, max_states=outcome.states)
            if outcome.states > 1:
                short = solver.solve(position, max_states=outcome.states - 1)
                assert (short.verdict, short.states) == (UNDECIDED, outcome.states - 1)
                assert short.stats["ended"] == "max-states"
                assert short.moves is None


def test_too_little_memory_is_undecided():
    small, large = (Solver(TREVI, mebibytes, NO_REDUCTIONS) for mebibytes in (1, 256))
    endings = set()
    for number in (*range(1, 30), HARD):
        position = native(TREVI, number)
        outcome = small.solve(position, moves=True)
        endings.add(outcome.stats["ended"])
        if outcome.verdict is UNDECIDED:
            assert outcome.stats["ended"] == "memory"
            assert outcome.stats["stored"] >= outcome.stats["capacity"] - 1
        else:
            assert outcome.verdict is large.solve(position).verdict
    assert endings == {"memory", "search"}


def test_what_was_searched_through():
    """Each state of a lost deal is expanded, or dead; each child is new, or known."""
    solver = Solver(TREVI)
    lost = 0
    for number in range(1, 60):
        outcome = solver.solve(native(TREVI, number))
        if outcome.verdict is UNSOLVABLE and outcome.states > 1:
            stats = outcome.stats
            assert outcome.states == stats["stored"] - stats["dead"]
            assert stats["stored"] == 1 + stats["generated"] - stats["known"]
            lost += 1
    assert lost > 3


#: Cards of both cells that go down onto chains of the reserve, link after link to the queens.
MANY_MOVES = laid(
    *("2S KC", "3D KH", "AD KD", "AS KS", "AC AH", "3C 2D"),
    cells="4H 4C",
    reserve="2C 2H 3H 3S 4D 4S 5C 5D 5H 5S 6C 6D 6H 6S 7C 7D 7H 7S 8C 8D 8H 8S 9C 9D 9H 9S"
    " TC TD TH TS JC JD JH JS QC QD QH QS",
)


def test_a_state_with_more_moves_than_are_listed_at_a_time():
    solver = Solver(TREVI, 64)
    first = solver.solve(MANY_MOVES, max_states=1)
    assert first.stats["ended"] == "max-states"
    assert first.stats["generated"] > 4 * len(solver._scratch.moves)
    outcome = solver.solve(MANY_MOVES, moves=True)
    assert_solution(TREVI, MANY_MOVES, outcome)


@pytest.mark.parametrize("without", [frozenset(), frozenset({"chains"})])
@pytest.mark.parametrize("listed", [1, 2, 7])
@pytest.mark.parametrize("game", GAMES)
def test_listing_moves_in_parts_changes_nothing(game, listed, without):
    rules = GAMES[game]
    whole, parts = Solver(rules, 64, without), Solver(rules, 64, without)
    parts._scratch = make_scratch(listed)
    for number in range(1, 41):
        position = native(rules, number)
        one, two = (solver.solve(position, 2000, moves=True) for solver in (whole, parts))
        # The moves behind the one that wins are not listed any more.
        assert two.stats.pop("generated") <= one.stats.pop("generated")
        assert one == two


def when(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.001)


def test_a_search_is_stopped_from_another_thread():
    solver = Solver(STONEWALL, 256, NO_REDUCTIONS)
    outcomes = []
    position = native(STONEWALL, 505)
    thread = threading.Thread(target=lambda: outcomes.append(solver.solve(position)))
    thread.start()
    when(lambda: solver._counters[EXPANDED] > 1000)
    solver.stop()
    thread.join()
    assert outcomes[0].verdict is UNDECIDED
    assert outcomes[0].stats["ended"] == "stopped"
    # A call that comes later does not begin.
    outcome = solver.solve(native(STONEWALL, 2), 10_000)
    assert (outcome.verdict, outcome.states) == (UNDECIDED, 0)
    assert outcome.stats["ended"] == "stopped"


def test_a_sample_is_stopped_from_another_thread():
    solver = Solver(TREVI)
    count = 1_000_000
    codes, states = np.full(count, -1, np.int8), np.full(count, -1, np.int64)
    done = []
    thread = threading.Thread(
        target=lambda: done.append(solver.decide(1, count, 100_000, codes, states))
    )
    thread.start()
    when(lambda: states[10] >= 0)
    solver.stop()
    thread.join()
    assert 10 <= done[0] < count
    compared = min(done[0], 300)
    expected = [VERDICTS[code] for code in codes[:compared].tolist()]
    assert verdicts_of(TREVI, 1, 300)[0][:compared] == expected
    assert (states[done[0] + 1 :] == -1).all()
    assert solver.decide(1, count, 100_000, codes, states) == 0


LAYOUTS = {
    **GAMES,
    "no return": replace(TREVI, foundation_return=False),
    "return to cell": replace(TREVI, return_to_cell=True),
    "one pile": TreviRules(13, 1, 12, (2, 3, 4, 11), 0),
    "eight piles, all up": TreviRules(13, 8, 6, (), 4),
    "four cells": TreviRules(13, 2, 20, (1, 6, 7), 4),
    "nearly all in the reserve": TreviRules(13, 3, 3, (1, 2), 0),
    "no reserve": TreviRules(10, 6, 6, (1, 3, 5, 6), 4),
    "small deck": TreviRules(7, 4, 6, (1, 3, 5), 2),
    "one rank": TreviRules(1, 2, 2, (1,), 0),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_sample_agrees_with_single_deals_and_solutions_are_solutions(layout):
    rules = LAYOUTS[layout]
    count = 40
    codes, states = np.full(count, -1, np.int8), np.full(count, -1, np.int64)
    solver = Solver(rules)
    assert solver.decide(7, count, 50_000, codes, states) == count
    for place in range(count):
        position = start_of(rules, 7 + place)
        outcome = solver.solve(position, max_states=50_000, moves=True)
        assert outcome.verdict is VERDICTS[codes[place]]
        assert outcome.states == states[place]
        if outcome.verdict is SOLVABLE:
            assert_solution(rules, position, outcome)


def test_the_largest_number():
    number = (1 << 63) - 1
    codes, states = np.full(1, -1, np.int8), np.full(1, -1, np.int64)
    Solver(TREVI).decide(number, 1, 1_000_000, codes, states)
    assert Solver(TREVI).solve(native(TREVI, number)).verdict is VERDICTS[codes[0]]


def test_a_won_position_has_an_empty_solution():
    position = laid("", "", "", "", "", "", cells="- -", foundations=(13, 13, 13, 13))
    outcome = Solver(TREVI).solve(position, moves=True)
    assert (outcome.verdict, outcome.states, outcome.moves) == (SOLVABLE, 0, ())


def test_positions_along_a_solution_are_solvable():
    start = native(TREVI, 1)
    solver = Solver(TREVI)
    position = start
    for move in solver.solve(start, moves=True).moves:
        position = TREVI.replay(position, [move])
        assert_solution(TREVI, position, solver.solve(position, moves=True))


def test_what_is_refused():
    solver = Solver(TREVI)
    position = native(TREVI, 1)
    bottom, *rest = position.piles
    with pytest.raises(ValueError, match="cards that nobody has seen"):
        solver.solve(replace(position, piles=((UNKNOWN, *bottom[1:]), *rest)))
    with pytest.raises(ValueError, match="lies in two places"):
        solver.solve(replace(position, piles=((bottom[1], *bottom[1:]), *rest)))
    with pytest.raises(ValueError, match="0 cells, not 2"):
        solver.solve(native(STONEWALL, 1))
    with pytest.raises(ValueError, match="no such reduction: twins"):
        Solver(TREVI, without=frozenset({"dead", "twins"}))
    with pytest.raises(ValueError, match="too few for a search"):
        Solver(TREVI, memory_mib=0)


def test_another_order_of_search_comes_to_the_same_verdicts():
    usual, hashed = Solver(TREVI, 256), Solver(TREVI, 256, order=7)
    verdicts = [np.zeros(300, np.int8) for _ in range(2)]
    states = [np.zeros(300, np.int64) for _ in range(2)]
    for solver, codes, counts in zip((usual, hashed), verdicts, states, strict=True):
        assert solver.decide(1, 300, DEFAULT_MAX_STATES, codes, counts) == 300
    assert np.array_equal(*verdicts)
    lost = verdicts[0] == 2
    assert np.array_equal(states[0][lost], states[1][lost])  # all of a space is all of it
    assert states[1][~lost].sum() > 2 * states[0][~lost].sum()
