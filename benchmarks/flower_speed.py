"""How fast Flower Garden is counted and played, for ``results/flower-speed.md``.

``python -m benchmarks.flower_speed`` measures all in one run, compilation aside. A rate is a number
of deals per second of processor time, so that it means something on a machine that is busy, too;
the time on the clock stands beside it.
"""

import argparse
import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import numpy as np
import numpy.typing as npt

from benchmarks.cost.floors import shuffle_numbers
from benchmarks.provenance import RESULTS, ROOT, garden, provenance
from solver.analyse.bench import Cost, cost, user_seconds
from solver.cards.cards import DECK_SIZE
from solver.games.flower.play import BED_CARDS, play_numbers

DEALS = 100_000_000
ROUNDS = 9

#: What a process of its own runs to have its time and memory measured.
_COUNT = "from benchmarks.flower_speed import print_count; print_count()"


def shuffle_beds(first: np.uint64, count: int, seen: npt.NDArray[np.int64]) -> None:
    """The bare shuffle, as far as ``play_numbers`` needs it."""
    shuffle_numbers(first, count, BED_CARDS, seen)


def print_count() -> None:
    """The cost of the exact count, and the most memory that this process used, in MiB."""
    from solver.games.flower.exact import exact_scores
    from solver.games.flower.rules import FlowerRules

    exact_scores(FlowerRules(ranks=2, suits=2, bed_height=0))  # compiles
    found = cost(exact_scores)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(found.user, found.clock, memory)


def count_lines() -> Iterator[str]:
    done = subprocess.run(
        [sys.executable, "-c", _COUNT], cwd=ROOT, capture_output=True, text=True, check=True
    )
    user, clock, memory = map(float, done.stdout.split())
    yield "| the exact count of the full game | |"
    yield "|---|--:|"
    yield f"| processor, one core | {user:.2f} s |"
    yield f"| clock | {clock:.2f} s |"
    yield f"| most memory of the whole process | {memory:.0f} MiB |"


def kernel_lines(deals: int) -> Iterator[str]:
    """Play beside the bare shuffle of the same deals, in turns."""
    size = deals // ROUNDS
    kernels = {"shuffle": (shuffle_beds, DECK_SIZE), "play": (play_numbers, DECK_SIZE + 1)}
    costs: dict[str, list[Cost]] = {name: [] for name in kernels}
    for kernel, entries in kernels.values():
        kernel(np.uint64(1), 0, np.zeros(entries, np.int64))  # compiles
    for turn in range(ROUNDS):
        first = np.uint64(1 + turn * size)
        for name, (kernel, entries) in kernels.items():
            counts = np.zeros(entries, np.int64)
            costs[name].append(cost(lambda: kernel(first, size, counts)))  # noqa: B023
    yield f"| one core, {ROUNDS} turns of {size:,} deals | million deals a second, median |"
    yield "|---|--:|"
    rates = {name: median(size / found.user for found in turns) for name, turns in costs.items()}
    yield f"| the bare shuffle | {rates['shuffle'] / 1e6:.2f} |"
    yield f"| shuffle and play | {rates['play'] / 1e6:.2f} |"
    ratios = [
        play.user / shuffle.user
        for play, shuffle in zip(costs["play"], costs["shuffle"], strict=True)
    ]
    yield f"| time of shuffle and play over that of the shuffle | {median(ratios):.2f} |"


def worker_lines(deals: int) -> Iterator[str]:
    """The whole of ``garden odds flower --deals N``, the referee's checks with it."""

    def run(workers: int, size: int) -> Cost:
        user = user_seconds(resource.RUSAGE_CHILDREN)
        found = garden("odds", "flower", "--deals", str(size), "--workers", str(workers))
        return Cost(user_seconds(resource.RUSAGE_CHILDREN) - user, found["seconds"])

    start = run(1, 1).user
    yield f"| {deals:,} deals | processor | clock | million deals a second of the processor |"
    yield "|---|--:|--:|--:|"
    costs = {}
    for workers in (1, 2):
        found = run(workers, deals)
        found = Cost(found.user - start, found.clock)
        costs[workers] = found
        yield (
            f"| {workers} worker{'s' if workers > 1 else ''} | {found.user:.2f} s"
            f" | {found.clock:.2f} s | {deals / found.user / 1e6:.2f} |"
        )
    one, two = costs[1], costs[2]
    yield ""
    yield f"Two workers are {one.clock / two.clock:.2f} times as fast as one on the clock,"
    yield f"{2 * one.user / two.user:.2f} times by processor time (2 would be no loss at all)."
    yield f"The start of the program, {start:.2f} s of the processor, is left out."


def report(deals: int, command: str) -> str:
    lines = [
        "# Flower Garden: how fast it is counted and played",
        "",
        *provenance(command),
        f"- Load when the run began: {os.getloadavg()[0]:.1f} processes that want a core",
        "",
        *count_lines(),
        "",
        *kernel_lines(deals // 5),
        "",
        *worker_lines(deals),
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flower_speed", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of each run with workers")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="where the file goes")
    chosen = parser.parse_args()
    command = "python -m benchmarks.flower_speed"
    if chosen.deals != DEALS:
        command += f" --deals {chosen.deals}"
    chosen.folder.mkdir(parents=True, exist_ok=True)
    (chosen.folder / "flower-speed.md").write_text(report(chosen.deals, command))


if __name__ == "__main__":
    main()
