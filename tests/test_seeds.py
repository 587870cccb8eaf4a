"""The lists of deals under seeds/, decided again: the signature of the search."""

import pytest

from solver.analyse.bench import RULES, decide_set, listed
from solver.games.trevi.solve import Solver


@pytest.fixture(scope="module")
def solvers():
    return {game: Solver(rules, 256) for game, rules in RULES.items()}


def test_the_signature_of_the_search(solvers):
    deals = listed("bench")
    assert len(deals) == 1000
    found = decide_set("bench", solvers)
    assert (found.states, found.differ) == (sum(deal.states for deal in deals), 0)


@pytest.mark.parametrize("game", RULES)
def test_the_hardest_deals(game, solvers):
    name = f"hard-{game}"
    assert [deal.verdict for deal in listed(name)] == ["solvable"] * 100 + ["unsolvable"] * 100
    assert decide_set(name, solvers).differ == 0
