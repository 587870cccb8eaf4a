"""The kernels of the hot paths, each measured in turns with its floor."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

import numpy as np
import numpy.typing as npt

from benchmarks.cost.floors import probe, shuffle_numbers
from benchmarks.cost.measure import in_turns, ratio
from benchmarks.cost.twins import Twins
from solver import games
from solver.analyse.bench import Listed, listed
from solver.cards.cards import DECK_SIZE
from solver.cards.deal import Position
from solver.games.flower.play import BED_CARDS, play_numbers
from solver.games.trevi.kernel.moves import generate
from solver.games.trevi.kernel.search import Scratch
from solver.games.trevi.kernel.state import Words, unpack
from solver.games.trevi.kernel.table import COUNT, Table, make_table
from solver.games.trevi.solve import DEFAULT_MAX_STATES, Solver
from solver.jit.options import kernel

_Ints = npt.NDArray[np.int64]

#: MiB of a table large enough for the hardest deals, and of one too large for any cache.
_SMALL_MIB = 256
_LARGE_MIB = 1024


@dataclass(frozen=True)
class Kernel:
    """A kernel beside its floor. Times are medians, in nanoseconds of the processor for a ``unit``.

    ``ratio``: the median over the rounds of its time divided by the floor's; ``None`` without one.
    """

    name: str
    unit: str
    nanoseconds: float
    floor: str | None = None
    floor_nanoseconds: float | None = None
    ratio: float | None = None


def _kernel(
    name: str,
    unit: str,
    amount: int,
    rounds: int,
    work: Callable[[int], object],
    floor: tuple[str, Callable[[int], object]] | None = None,
) -> Kernel:
    """Measures ``work``, which does ``amount`` units, in turns with its floor."""
    works = {name: work} | ({floor[0]: floor[1]} if floor else {})
    taken = in_turns(works, rounds)

    def of(which: str) -> float:
        return median(taken[which]) / amount * 1e9

    if floor is None:
        return Kernel(name, unit, of(name))
    return Kernel(name, unit, of(name), floor[0], of(floor[0]), ratio(taken[name], taken[floor[0]]))


def shuffle_kernels(deals: int, rounds: int, twins: Twins | None) -> Iterator[Kernel]:
    """The bare shuffle beside its C twin, and Flower Garden's play beside the bare shuffle."""
    seen = np.zeros(DECK_SIZE, np.int64)
    counts = np.zeros(DECK_SIZE + 1, np.int64)

    def shuffle(turn: int, places: int = DECK_SIZE) -> None:
        shuffle_numbers(np.uint64(1 + turn * deals), deals, places, seen)

    def short_shuffle(turn: int) -> None:
        shuffle(turn, BED_CARDS)

    def play(turn: int) -> None:
        play_numbers(np.uint64(1 + turn * deals), deals, counts)

    shuffle_numbers(np.uint64(1), 1, DECK_SIZE, seen)  # compiles
    play_numbers(np.uint64(1), 1, counts)
    floor = None
    if twins:
        _agree_on_shuffles(twins)
        floor = (
            "its C twin",
            lambda turn: twins.shuffle_numbers(1 + turn * deals, deals, DECK_SIZE, seen),
        )
    yield _kernel("shuffle of 52 cards", "deal", deals, rounds, shuffle, floor)
    yield _kernel(
        "Flower Garden's deal and play",
        "deal",
        deals,
        rounds,
        play,
        ("the bare shuffle of the beds", short_shuffle),
    )


def _agree_on_shuffles(twins: Twins) -> None:
    ours, theirs = np.zeros(DECK_SIZE, np.int64), np.zeros(DECK_SIZE, np.int64)
    for places in (BED_CARDS, DECK_SIZE):
        shuffle_numbers(np.uint64(7), 1000, places, ours)
        twins.shuffle_numbers(7, 1000, places, theirs)
    if not np.array_equal(ours, theirs):
        raise RuntimeError("the C twin deals other cards than the shuffle")


@kernel
def expand_all(table: Table, problem: Words, scratch: Scratch) -> int:
    """Generates the moves of every state in a table, and plays none. Returns their number."""
    moves = 0
    for node in range(table.sizes[COUNT]):
        unpack(table.keys[node, 0], table.keys[node, 1], problem, scratch.state)
        moves += generate(
            scratch.state, problem, 0, scratch.moves, scratch.lists, scratch.laid, scratch.log
        )
    return moves


def search_kernels(
    name: str, rounds: int, solvers: dict[str, Solver], twins: Twins | None
) -> Iterator[Kernel]:
    """The search of a set of deals beside the bare probes of tables of the same sizes."""
    deals = listed(name)
    verdict, states = np.zeros(1, np.int8), np.zeros(1, np.int64)
    stored, probes, expanded = _sizes(deals, solvers)
    table = make_table(_SMALL_MIB << 20)

    def search(turn: int) -> None:
        for deal in deals:
            solvers[deal.game].decide(deal.number, 1, DEFAULT_MAX_STATES, verdict, states)

    def bare_probe(turn: int) -> None:
        probe(stored, probes, table)

    search(0)
    bare_probe(0)
    asked = int(probes.sum())
    if twins:
        yield _probe_beside_twin(
            f"bare probes, as many as in {name}", rounds, stored, probes, table, twins
        )
    probes_floor = ("the bare probes", bare_probe)
    found = _kernel(f"search of {name}, by probes", "probe", asked, rounds, search, probes_floor)
    yield found
    each = found.nanoseconds * asked / expanded
    yield Kernel(f"search of {name}, by states expanded", "expanded state", each)


def _probe_beside_twin(
    name: str, rounds: int, stored: _Ints, probes: _Ints, table: Table, twins: Twins
) -> Kernel:
    if twins.probe(stored, probes, table) != probe(stored, probes, table):
        raise RuntimeError("the C twin of the table knows other keys")
    return _kernel(
        name,
        "probe",
        int(probes.sum()),
        rounds,
        lambda turn: probe(stored, probes, table),
        ("its C twin", lambda turn: twins.probe(stored, probes, table)),
    )


def _sizes(deals: list[Listed], solvers: dict[str, Solver]) -> tuple[_Ints, _Ints, int]:
    """For each deal the states stored and the probes of the table; and all states expanded."""
    found = []
    for deal in deals:
        outcome = solvers[deal.game].solve(_start(deal))
        stats = outcome.stats or {}
        stored, known = int(stats["stored"]), int(stats["known"])
        found.append((stored, stored + known, outcome.states))
    rows = np.array(found, np.int64)
    searched = rows[rows[:, 0] > 0]
    return (
        np.ascontiguousarray(searched[:, 0]),
        np.ascontiguousarray(searched[:, 1]),
        int(rows[:, 2].sum()),
    )


def _start(deal: Listed) -> Position:
    game = games.find(deal.game)
    return game.start(game.deal(deal.number))


def move_kernels(rounds: int, solvers: dict[str, Solver]) -> Iterator[Kernel]:
    """The generation of moves over all states that the search of a hard deal stores."""
    deal = listed("hard-trevi")[0]
    solver = solvers[deal.game]
    solver.solve(_start(deal))
    table, problem, scratch = solver.buffers()
    moves = expand_all(table, problem, scratch)
    states = int(table.sizes[COUNT])
    name = f"moves of the {states:,} states of {deal.game} {deal.number}"

    def expand(turn: int) -> None:
        expand_all(table, problem, scratch)

    found = _kernel(f"{name}, by states", "state", states, rounds, expand)
    yield found
    yield Kernel(f"{name}, by moves", "move", found.nanoseconds * states / moves)


def large_table_kernels(rounds: int, twins: Twins | None, states: int) -> Iterator[Kernel]:
    """Probes of one table that is too large for the processor's caches."""
    if twins:
        table = make_table(_LARGE_MIB << 20)
        stored, probes = np.array([states]), np.array([2 * states])
        name = f"bare probes of one table of {states:,} states"
        yield _probe_beside_twin(name, rounds, stored, probes, table, twins)
