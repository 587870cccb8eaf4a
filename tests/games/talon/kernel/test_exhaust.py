"""The exhaustive search: which states it takes for the same, and what it says when it runs out."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from talon_brute import Brute

from solver.cards.deal import Deal
from solver.cards.shuffle import shuffled
from solver.games.talon.kernel.beam import CONTROLS, EXPANDED, MOST, STOP
from solver.games.talon.kernel.exhaust import (
    LOST,
    UNKNOWN,
    WON,
    _add,
    _place_of,
    exhaust,
    make_states,
)
from solver.games.talon.kernel.state import NO_MOVE
from solver.games.talon.kernel.value import FEATURES
from solver.games.talon.olga import OlgaRules
from solver.games.talon.packing import flags_of, packed
from solver.games.talon.red_black import RedBlackRules
from solver.games.talon.rules import Redeal

RULES = OlgaRules(ranks=4, suits=2, packs=2, columns=2, rows=3, hidden_rows=(2,))
WEIGHTS = np.zeros(len(FEATURES), np.int64)
PLENTY = 100_000

#: Deals with a small tree, and how they end.
SMALL = [(15, LOST), (9, WON)]


def deal(rules, number):
    return rules.initial(Deal(shuffled(rules.deck, number), number))


def row_of(number, rules=RULES, safe=True):
    return packed(rules, deal(rules, number), flags_of(rules, safe))


def searched(number, room=PLENTY, most=PLENTY, stop=0, rules=RULES, safe=True):
    """How the search of a deal ends, the states that it expands, and those that it meets."""
    problem, root = row_of(number, rules, safe)
    control = np.zeros(CONTROLS, np.int64)
    control[MOST], control[STOP] = most, stop
    states = make_states(room, len(root))
    code = exhaust(states, problem, WEIGHTS, root, control)
    return code, int(control[EXPANDED]), int(states.sizes[0])


SOME_RULES = {
    "olga": replace(RULES, runs=True),
    "olga, return": replace(RULES, foundation_return=True),
    "red-black": RedBlackRules(ranks=5, suits=2, packs=1, columns=1, redeal=Redeal.NONE),
}


@pytest.mark.parametrize("name", SOME_RULES)
def test_the_search_alone_agrees_with_brute_force(name):
    """Without beams, which would find a win that it does not see."""
    rules, ends = SOME_RULES[name], set()
    brute = Brute(rules)
    for number in range(1, 31):
        code, *_ = searched(number, rules=rules)
        assert code == (WON if brute.is_solvable(deal(rules, number)) else LOST)
        ends.add(code)
    assert ends == {WON, LOST}


#: Games in which safe plays are made.
SAFE_RULES = [
    OlgaRules(ranks=ranks, suits=suits, packs=packs, columns=2, rows=rows, hidden_rows=())
    for ranks, suits, packs, rows in ((5, 2, 2, 3), (5, 4, 1, 4), (4, 2, 2, 3), (3, 2, 3, 4))
]


@pytest.mark.parametrize("rules", SAFE_RULES)
def test_safe_plays_lose_no_deal(rules):
    ends = Counter()
    for number in range(1, 201):
        code, states, _ = searched(number, rules=rules)
        other, more, _ = searched(number, rules=rules, safe=False)
        if UNKNOWN not in (code, other):
            assert code == other, number
            ends[code] += 1
            ends["fewer"] += states < more
    assert min(ends[WON], ends[LOST], ends["fewer"]) > 5


def test_rows_with_the_same_hash_are_told_apart():
    problem, first = row_of(1)
    rows = [first, *(row_of(number)[1] for number in (2, 3))]
    states, key = make_states(4, len(first)), np.uint64(7)
    for number, row in enumerate(rows):
        states.work[:] = row
        place = _place_of(states, problem, key)
        assert states.table[place] == 0
        assert _add(states, place, key, NO_MOVE, NO_MOVE) == number
    for number, row in enumerate(rows):
        states.work[:] = row
        assert states.table[_place_of(states, problem, key)] == number + 1


@pytest.mark.parametrize(("number", "code"), SMALL)
def test_too_few_states_say_nothing(number, code):
    found, expanded, met = searched(number)
    assert found == code
    assert met >= expanded > 10
    assert searched(number, room=met) == (code, expanded, met)
    assert searched(number, most=expanded) == (code, expanded, met)
    for fewer in (1, 2, met // 2, met - 1):
        assert searched(number, room=fewer)[0] == UNKNOWN
    for fewer in (0, 1, expanded - 1):
        assert searched(number, most=fewer)[:2] == (UNKNOWN, fewer)


def test_a_search_that_was_stopped_says_nothing():
    assert searched(SMALL[0][0], stop=1) == (UNKNOWN, 0, 1)
