"""The beam: which choices it keeps, and when it ends."""

import random

import numpy as np
import pytest

from solver.cards.deal import Deal
from solver.cards.shuffle import shuffled
from solver.games.talon.kernel.beam import (
    CONTROLS,
    EXPANDED,
    MOST,
    STOP,
    Search,
    _kth_largest,
    find,
    make_beam,
)
from solver.games.talon.kernel.state import NO_MOVE
from solver.games.talon.kernel.value import FEATURES
from solver.games.talon.olga import OlgaRules
from solver.games.talon.packing import flags_of, packed

RULES = OlgaRules()


def expanded(most, stop=0):
    """The states that a beam expands of a deal that it does not win."""
    start = RULES.initial(Deal(shuffled(RULES.deck, 1), 1))
    problem, root = packed(RULES, start, flags_of(RULES, safe=True))
    control = np.zeros(CONTROLS, np.int64)
    control[MOST], control[STOP] = most, stop
    weights, noise = np.zeros(len(FEATURES), np.int64), np.zeros(2, np.int64)
    beam = make_beam(3, len(root), len(start.hand) + 2)
    assert find(beam, Search(problem, weights, noise, control), root) == NO_MOVE
    return int(control[EXPANDED])


@pytest.mark.parametrize("most", [0, 1, 20, 100])
def test_a_beam_expands_no_more_than_it_may(most):
    assert expanded(most) == most


def test_a_beam_that_was_stopped_ends_at_once():
    assert expanded(100, stop=1) == 0


def test_the_kth_largest_of_some_values():
    choose = random.Random(1)
    for count in range(1, 40):
        values = [choose.randrange(choose.choice([3, 1000])) for _ in range(count)]
        for kth in range(1, count + 1):
            found = _kth_largest(np.array([*values, 10_000], np.int64), count, kth)
            assert found == sorted(values, reverse=True)[kth - 1]
