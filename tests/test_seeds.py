"""The lists of deals under seeds/, decided again: the signature of the search."""

import pytest

from solver.analyse.bench import decide_set, listed, make_workers


@pytest.fixture(scope="module")
def workers():
    return make_workers()


def test_the_signature_of_the_search(workers):
    deals = listed("bench")
    assert len(deals) == 1000
    found = decide_set("bench", workers)
    assert (found.states, found.differ) == (sum(deal.states for deal in deals), 0)


@pytest.mark.parametrize("game", ["trevi", "stonewall"])
def test_the_hardest_deals(game, workers):
    name = f"hard-{game}"
    assert [deal.verdict for deal in listed(name)] == ["solvable"] * 100 + ["unsolvable"] * 100
    assert decide_set(name, workers).differ == 0
