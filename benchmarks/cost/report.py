"""All measurements, as Markdown and as a record for JSON."""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from benchmarks.cost.growth import Row, growth, layouts
from benchmarks.cost.kernels import (
    Kernel,
    large_table_kernels,
    move_kernels,
    search_kernels,
    shuffle_kernels,
)
from benchmarks.cost.memory import MEMORY_STATES, Memory, memory_of
from benchmarks.cost.startup import Start, starts
from benchmarks.cost.twins import compiled_twins
from solver.analyse.bench import SETS, SetCost, decide_set, make_workers
from solver.analyse.machine import load
from solver.cards.plural import counted
from solver.report.bench import (
    STATES_NOTE,
    as_listed_text,
    load_lines,
    machine_json,
    set_lines,
    sets_json,
)

_MEMORY_MIB = 1024


@dataclass(frozen=True)
class Extent:
    """How much is measured. ``sets``: those whose search is measured beside its floor."""

    shuffles: int
    growth_deals: int
    table_states: int
    rounds: int
    sets: tuple[str, ...]
    cold_start: bool
    heights: bool


#: About a minute, and a quarter of an hour.
SHORT = Extent(
    500_000, 1_000, 1_000_000, cold_start=False, heights=False, rounds=3, sets=("bench",)
)
WHOLE = Extent(5_000_000, 10_000, 8_000_000, cold_start=True, heights=True, rounds=7, sets=SETS)


@dataclass
class Measured:
    """What was measured."""

    compiler: str | None
    load: tuple[float | None, float | None]
    kernels: list[Kernel] = field(default_factory=list)
    sets: list[SetCost] = field(default_factory=list)
    starts: list[Start] = field(default_factory=list)
    growth: dict[str, list[Row]] = field(default_factory=dict)
    memory: list[Memory] = field(default_factory=list)


def measure(extent: Extent, progress: Callable[[str], None] = lambda part: None) -> Measured:
    """Measures all. Calls ``progress`` with the name of each part before it begins."""
    workers = make_workers()
    solvers = {name: worker.solver for name, worker in workers.items()}
    rounds, before = extent.rounds, load()
    progress("C twins")
    twins = compiled_twins()
    found = Measured(twins.compiler if twins else None, (before, None))
    progress("shuffle and play")
    found.kernels += shuffle_kernels(extent.shuffles, rounds, twins)
    for name in SETS:
        progress(f"search of {name}")
        found.sets.append(decide_set(name, workers))
        if name in extent.sets:
            found.kernels += search_kernels(name, rounds, solvers, twins)
    progress("moves")
    found.kernels += move_kernels(rounds, solvers)
    progress("a large table")
    found.kernels += large_table_kernels(rounds, twins, extent.table_states)
    progress("start of the program")
    found.starts += starts(extent.cold_start)
    for name in ("cells", "height") if extent.heights else ("cells",):
        progress(f"growth with {name}")
        found.growth[name] = list(growth(layouts(name), extent.growth_deals, _MEMORY_MIB))
    progress("memory")
    found.memory += [memory_of("trevi", states) for states in MEMORY_STATES]
    found.load = before, load()
    return found


def parts(extent: Extent) -> int:
    """How often ``measure`` calls ``progress``."""
    return 6 + len(SETS) + (2 if extent.heights else 1)


def record(found: Measured) -> dict[str, Any]:
    """As an object for JSON."""
    return {
        **machine_json(),
        "compiler": found.compiler,
        "load": list(found.load),
        "kernels": [asdict(one) for one in found.kernels],
        "sets": sets_json(found.sets),
        "starts": [asdict(one) for one in found.starts],
        "growth": {name: [asdict(row) for row in rows] for name, rows in found.growth.items()},
        "memory": [asdict(one) | {"bytes_a_state": one.bytes_a_state} for one in found.memory],
    }


def markdown(found: Measured, deals: int) -> str:
    """As tables. ``deals``: of each row on growth."""
    return "\n".join(_lines(found, deals))


def _lines(found: Measured, deals: int) -> Iterator[str]:
    yield from load_lines(found.load)
    yield f"- C compiler: {found.compiler or 'none'}"
    yield "- All seconds are the processor's, in user code, unless they say clock."
    yield ""
    yield "A floor is what a kernel is held against: the same work by its twin in C, or the part of"
    yield "its work that cannot be left out. The ratio is its time over that of its floor: at 1 or"
    yield "below nothing is left to gain."
    yield ""
    yield "| kernel | ns | a | floor | ns | ratio |"
    yield "|---|--:|---|---|--:|--:|"
    for one in found.kernels:
        floor = "| | | |"
        if one.floor is not None:
            floor = f"| {one.floor} | {one.floor_nanoseconds:,.1f} | {one.ratio:.2f} |"
        yield f"| {one.name} | {one.nanoseconds:,.1f} | {one.unit} {floor}"
    yield ""
    yield from set_lines(found.sets)
    yield ""
    yield "| start | seconds | clock |"
    yield "|---|--:|--:|"
    for start in found.starts:
        yield f"| {start.name} | {start.cost.user:.2f} | {start.cost.clock:.2f} |"
    for name, rows in found.growth.items():
        yield ""
        yield from _growth_lines(name, rows, deals)
    yield ""
    yield "| plain search of | states stored | KiB | bytes a state |"
    yield "|---|--:|--:|--:|"
    for search in found.memory:
        yield (
            f"| {search.game} {search.number}, at most {counted(search.max_states, 'state')}"
            f" | {search.stored:,} | {search.kib:,}"
            f" | {search.bytes_a_state:.1f} |"
        )
    yield ""
    yield STATES_NOTE
    yield ""
    yield as_listed_text(found.sets)


def _growth_lines(name: str, rows: list[Row], deals: int) -> Iterator[str]:
    titles = {"cells": "with other cells", "height": "with piles of another height"}
    yield f"Trevi Garden {titles[name]}, the native deals 1 … {deals:,}:"
    yield ""
    yield (
        f"| {name} | solvable | unsolvable | undecided | median of the states | 99 % | mean"
        " | largest | deals a second |"
    )
    yield "|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    for row in rows:
        yield (
            f"| {row.cells if name == 'cells' else row.height} | {row.solvable:,}"
            f" | {row.unsolvable:,} | {row.undecided:,} | {row.median:g} | {row.p99:,.0f}"
            f" | {row.mean:,.1f} | {row.largest:,} | {row.deals_a_second:,.0f} |"
        )
