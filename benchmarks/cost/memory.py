"""The memory of a search, a state: what the system really handed out.

A search that stores many states is wanted, and no known deal is so hard: so the hardest one is
searched without any of the reductions.

NumPy asks for huge pages for its large arrays, and the system hands them out as it has them: some
MiB more or less, by chance. Here it does not ask, so that what is counted are the pages in use.
"""

import os
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks.provenance import ROOT
from solver.analyse.bench import RULES, listed
from solver.games.trevi import REDUCTIONS
from solver.games.trevi.kernel.table import COUNT
from solver.games.trevi.solve import Solver

#: The states that are expanded at most.
MEMORY_STATES = (10_000, 1_000_000)

_MEMORY_MIB = 4096

#: What a process of its own runs.
_SEARCH = "from benchmarks.cost.memory import print_memory; print_memory({game!r}, {states})"


@dataclass(frozen=True)
class Memory:
    """The memory of one search, which expands ``max_states`` at most.

    ``stored``: the states that it stores. ``kib``: by how much the process grew while it ran.
    """

    game: str
    number: int
    max_states: int
    stored: int
    kib: int

    @property
    def bytes_a_state(self) -> float:
        """Of key, index, parent and queue together, the pages' remainders with them."""
        return self.kib * 1024 / self.stored


def memory_of(game: str, states: int) -> Memory:
    """The memory that the plain search of the game's hardest deal takes for so many states."""
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
    Solver(RULES[game], 1).decide(1, 1, 100, verdict, states)  # compiles
    before = _resident()
    solver = Solver(RULES[game], _MEMORY_MIB, frozenset(REDUCTIONS))
    solver.decide(number, 1, expanded, verdict, states)
    table, _, _ = solver.buffers()
    print(number, int(table.sizes[COUNT]), _resident() - before)


def _resident() -> int:
    """KiB of this process in the machine's memory now; where the system does not say, the most."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return pages * resource.getpagesize() // 1024
