"""The lists of deals under seeds/, decided again: the signature of the search."""

from pathlib import Path

import numpy as np
import pytest

from solver.trevi.rules import STONEWALL, TREVI
from solver.trevi.solve import DEFAULT_MAX_STATES, VERDICTS, Solver

SEEDS = Path(__file__).parent.parent / "seeds"
RULES = {"trevi": TREVI, "stonewall": STONEWALL}


def listed(name: str) -> list[tuple[str, int, str, int]]:
    """Game, number, verdict and states of each line."""
    lines = (SEEDS / name).read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [(game, int(number), verdict, int(states)) for game, number, verdict, states in rows]


def decided(name: str) -> list[tuple[str, int, str, int]]:
    """The same, found out now."""
    solvers = {game: Solver(rules, 256) for game, rules in RULES.items()}
    verdict, states = np.zeros(1, np.int8), np.zeros(1, np.int64)
    found = []
    for game, number, _, _ in listed(name):
        solvers[game].decide(number, 1, DEFAULT_MAX_STATES, verdict, states)
        found.append((game, number, str(VERDICTS[int(verdict[0])]), int(states[0])))
    return found


def test_the_signature_of_the_search():
    assert len(listed("bench.txt")) == 1000
    assert decided("bench.txt") == listed("bench.txt")


@pytest.mark.parametrize("game", RULES)
def test_the_hardest_deals(game):
    name = f"hard-{game}.txt"
    assert [row[2] for row in listed(name)] == ["solvable"] * 100 + ["unsolvable"] * 100
    assert decided(name) == listed(name)
