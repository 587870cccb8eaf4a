"""How the cost of a search grows with the number of cells and with the height of the piles."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from solver.analyse.bench import cost
from solver.games.trevi.rules import TREVI, TreviRules
from solver.games.trevi.solve import VERDICTS, Solver

#: States after which a search is given up here.
MAX_STATES = 1_000_000

CELLS = range(5)
HEIGHTS = range(1, 9)


@dataclass(frozen=True)
class Row:
    """Results and cost for the first native deals of one layout.

    ``median`` … ``largest`` are over the states expanded for a deal.
    """

    cells: int
    height: int
    solvable: int
    unsolvable: int
    undecided: int
    median: float
    p99: float
    mean: float
    largest: int
    deals_a_second: float


def layouts(name: str) -> list[TreviRules]:
    """Trevi Garden with other numbers of ``"cells"``, or with piles of another ``"height"``.

    Every second row lies face down, the lowest first, and never the top one.
    """
    if name == "cells":
        return [replace(TREVI, cells=cells) for cells in CELLS]
    return [
        replace(TREVI, height=height, hidden_rows=tuple(range(1, height, 2))) for height in HEIGHTS
    ]


def growth(rules: list[TreviRules], deals: int, memory_mib: int) -> Iterator[Row]:
    """A row for each layout."""
    verdicts, states = np.zeros(deals, np.int8), np.zeros(deals, np.int64)
    for one in rules:
        solver = Solver(one, memory_mib)
        solver.decide(1, 1, 1, verdicts, states)  # compiles
        taken = cost(lambda: solver.decide(1, deals, MAX_STATES, verdicts, states))  # noqa: B023
        counts = {str(name): int((verdicts == code).sum()) for code, name in VERDICTS.items()}
        yield Row(
            one.cells,
            one.height,
            counts["solvable"],
            counts["unsolvable"],
            counts["undecided"],
            float(np.median(states)),
            float(np.quantile(states, 0.99)),
            float(states.mean()),
            int(states.max()),
            deals / taken.user if taken.user else 0.0,
        )
