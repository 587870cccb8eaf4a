"""The search against a brute-force search that prunes nothing, on small decks."""

from collections import Counter
from collections.abc import Iterable

import pytest
from brute import SHAPES, SWITCHES, BruteForce, rules_of, start_of
from kernels import playout

from solver.cards.deal import Position, Verdict
from solver.games.trevi import REDUCTIONS, solve
from solver.games.trevi.kernel.search import make_scratch
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.solve import Solver

#: One solution of so many is played through by the referee.
REPLAYED = 20

ALL = frozenset[str]()
LEFT_OUT = {name: frozenset({name}) for name in REDUCTIONS}
#: Semi-safe play rests on chains.
ALONE = {
    name: frozenset(REDUCTIONS) - ({name, "chains"} if name == "semi" else {name})
    for name in REDUCTIONS
}
EVERY_SET = {frozenset(REDUCTIONS), *LEFT_OUT.values(), *ALONE.values()}

#: Packs that are small enough to be searched three thousand times with each reduction alone.
QUICK = [shape for shape in SHAPES if shape[3] <= 5]

by_switch = pytest.mark.parametrize("switch", SWITCHES)
by_cells = pytest.mark.parametrize("cells", [0, 1, 2])


def agree(
    rules: TreviRules, positions: Iterable[Position], sets: Iterable[frozenset[str]]
) -> Counter[bool]:
    """Compares verdicts, the sets of reductions left out; how many positions have each verdict."""
    brute = BruteForce(rules)
    solvers = {without: Solver(rules, memory_mib=256, without=without) for without in sets}
    met = Counter[bool]()
    for place, position in enumerate(positions):
        solvable = brute.solve(position)
        assert solvable is not None
        expected = Verdict.SOLVABLE if solvable else Verdict.UNSOLVABLE
        for without, solver in solvers.items():
            outcome = solver.solve(position, moves=place % REPLAYED == 0)
            assert outcome.verdict is expected, (rules, position, sorted(without))
            assert bool(outcome.moves) is (solvable and place % REPLAYED == 0)
            if outcome.moves:
                assert rules.is_won(rules.replay(position, outcome.moves))
        met[solvable] += 1
    return met


def deals(rules: TreviRules, numbers: Iterable[int]) -> Iterable[Position]:
    return (start_of(rules, number) for number in numbers)


def inner_positions(rules: TreviRules, numbers: Iterable[int]) -> Iterable[Position]:
    """Every fifth position of random playouts, the deal itself left out."""
    for number in numbers:
        yield from list(playout(rules, number, 20))[5::5]


@by_switch
@by_cells
def test_small_decks(cells, switch):
    met = Counter[bool]()
    for shape in SHAPES:
        rules = rules_of(shape, cells, switch)
        met += agree(rules, deals(rules, range(30)), [ALL])
    assert min(met[True], met[False]) > 100


@by_switch
@by_cells
def test_small_decks_with_other_sets_of_reductions(cells, switch):
    met = Counter[bool]()
    for shape in SHAPES[::4]:
        rules = rules_of(shape, cells, switch)
        met += agree(rules, deals(rules, range(100, 110)), EVERY_SET)
    assert min(met[True], met[False]) > 5


@by_switch
@by_cells
def test_small_decks_with_moves_listed_a_few_at_a_time(cells, switch, monkeypatch):
    monkeypatch.setattr(solve.search, "make_scratch", lambda: make_scratch(listed=3))
    met = Counter[bool]()
    for shape in SHAPES[::3]:
        rules = rules_of(shape, cells, switch)
        met += agree(rules, deals(rules, range(200, 215)), [ALL, LEFT_OUT["chains"]])
    assert min(met[True], met[False]) > 10


@by_switch
@by_cells
def test_positions_of_games_that_have_begun(cells, switch):
    met = Counter[bool]()
    for shape in SHAPES[1::2]:
        rules = rules_of(shape, cells, switch)
        met += agree(rules, inner_positions(rules, range(8)), [ALL])
    assert min(met[True], met[False]) > 20


@pytest.mark.slow
@by_switch
@by_cells
@pytest.mark.parametrize("shape", SHAPES)
def test_many_small_decks(shape, cells, switch):
    rules = rules_of(shape, cells, switch)
    agree(rules, deals(rules, range(1000, 4000)), [ALL])


@pytest.mark.slow
@by_switch
@by_cells
@pytest.mark.parametrize("shape", QUICK)
def test_many_small_decks_with_each_reduction_alone(shape, cells, switch):
    rules = rules_of(shape, cells, switch)
    agree(rules, deals(rules, range(20_000, 23_000)), {frozenset(REDUCTIONS), *ALONE.values()})


@pytest.mark.slow
@by_switch
@by_cells
@pytest.mark.parametrize("shape", SHAPES)
def test_many_small_decks_with_other_sets_of_reductions(shape, cells, switch):
    rules = rules_of(shape, cells, switch)
    agree(rules, deals(rules, range(5000, 5300)), EVERY_SET)


@pytest.mark.slow
@by_switch
@by_cells
@pytest.mark.parametrize("shape", SHAPES)
def test_many_positions_of_games_that_have_begun(shape, cells, switch):
    rules = rules_of(shape, cells, switch)
    agree(rules, inner_positions(rules, range(6000, 6050)), {ALL, *LEFT_OUT.values()})
