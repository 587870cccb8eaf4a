"""The memory of a search for each state, as the system allocated it.

No known deal is hard enough to store many states. So the hardest one is searched without any of the
reductions.

NumPy requests huge pages for its large arrays, and the system grants them when it has some: the
process is some MiB larger or smaller by chance. Here it does not request them, so that only pages
in use are counted.
"""

import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.provenance import ROOT
from solver.analyse.bench import listed
from solver.games import find
from solver.games.trevi import REDUCTIONS
from solver.games.trevi.kernel.table import COUNT
from solver.games.trevi.solve import Solver

#: The states that are expanded at most.
MEMORY_STATES = (10_000, 1_000_000)

_MEMORY_MIB = 4096

#: The program that a separate process runs.
_SEARCH = "from benchmarks.cost.memory import print_memory; print_memory({game!r}, {states})"


@dataclass(frozen=True)
class Memory:
    """The memory of one search that expands at most ``max_states``.

    ``stored``: the states that it stores. ``kib``: the growth of the process in the meantime.
    """

    game: str
    number: int
    max_states: int
    stored: int
    kib: int

    @property
    def bytes_a_state(self) -> float:
        """Bytes for key, index, parent and queue together, with the unused rest of their pages."""
        return self.kib * 1024 / self.stored


def memory_of(game: str, states: int) -> Memory:
    """The memory of the plain search of the game's hardest deal, up to a number of states."""
    program = [sys.executable, "-c", _SEARCH.format(game=game, states=states)]
    plain_pages = os.environ | {"NUMPY_MADVISE_HUGEPAGE": "0"}
    done = subprocess.run(
        program, check=True, capture_output=True, text=True, env=plain_pages, cwd=ROOT
    )
    number, stored, kib = map(int, done.stdout.split())
    return Memory(game, number, states, stored, kib)


def print_memory(game: str, expanded: int) -> None:
    """The deal, the states that its search stores, and the KiB by which this process grew."""
    number = listed(f"hard-{game}")[0].number
    verdict, states = np.zeros(1, np.int8), np.zeros(1, np.int64)
    Solver(find(game).rules, 1).decide(1, 1, 100, verdict, states)  # compiles
    before = _resident()
    solver = Solver(find(game).rules, _MEMORY_MIB, frozenset(REDUCTIONS))
    solver.decide(number, 1, expanded, verdict, states)
    table, _, _ = solver.buffers()
    print(number, int(table.sizes[COUNT]), _resident() - before)


def _resident() -> int:
    """KiB of this process in memory now, or the most so far if the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize() // 1024
