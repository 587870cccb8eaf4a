"""Caesar's counts against two other ways: inclusion and exclusion, and the distances in a graph."""

from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

from solver.games.caesar.exact import distributions, fewest_swaps, magic_squares
from solver.games.caesar.rules import LINES, PLACES, SUM, lines_of

BY_LINES, BY_SWAPS = distributions()


def arrangements_with(lines):
    """How many arrangements have fifteen on all these lines, whatever the others have."""
    order = sorted(range(PLACES), key=lambda place: not any(place in line for line in lines))
    square = [0] * PLACES

    def extend(depth):
        if depth == PLACES:
            return 1
        found = 0
        for number in range(1, PLACES + 1):
            if number in square:
                continue
            square[order[depth]] = number
            sums = [[square[place] for place in line] for line in lines]
            if all(0 in line or sum(line) == SUM for line in sums):
                found += extend(depth + 1)
            square[order[depth]] = 0
        return found

    return extend(0)


def distances_to_magic():
    """How many arrangements are how many swaps from the nearest magic square: layer by layer."""
    ordered = [tuple(row) for row in permutations(range(PLACES))]
    number_of = {row: number for number, row in enumerate(ordered)}
    rows = np.array(ordered, np.int8)
    weights = 10 ** np.arange(PLACES)
    codes = rows.astype(np.int64) @ weights
    by_code = np.argsort(codes)
    near = np.array([number_of[tuple(n - 1 for n in square)] for square in magic_squares()])
    is_met = np.zeros(len(rows), np.bool_)
    is_met[near] = True
    found = []
    while len(near):
        found.append(len(near))
        after = []
        for one, other in combinations(range(PLACES), 2):
            swapped = rows[near]
            swapped[:, [one, other]] = swapped[:, [other, one]]
            code = swapped.astype(np.int64) @ weights
            after.append(by_code[np.searchsorted(codes, code, sorter=by_code)])
        near = np.unique(np.concatenate(after))
        near = near[~is_met[near]]
        is_met[near] = True
    return tuple(found)


def test_there_are_eight_magic_squares():
    squares = magic_squares()
    assert len(set(squares)) == 8
    assert all(lines_of(square) == 8 for square in squares)
    assert (2, 7, 6, 9, 5, 1, 4, 3, 8) in squares


def test_all_arrangements_are_counted():
    assert BY_LINES.total == BY_SWAPS.total == 362_880
    assert BY_LINES.counts[8] == BY_SWAPS.counts[0] == 8


def test_the_mean_of_the_lines_is_that_of_eight_lines():
    triples = [three for three in combinations(range(1, PLACES + 1), 3) if sum(three) == SUM]
    assert BY_LINES.mean == len(LINES) * Fraction(len(triples), 84) == Fraction(16, 21)


@pytest.mark.slow
def test_the_lines_by_inclusion_and_exclusion():
    at_least = [
        sum(map(arrangements_with, combinations(LINES, size))) for size in range(len(LINES) + 1)
    ]
    exactly = []
    for size in range(len(LINES) + 1):
        binomial, total = 1, 0
        for more, count in enumerate(at_least[size:]):
            total += (-1) ** more * binomial * count
            binomial = binomial * (size + more + 1) // (more + 1)
        exactly.append(total)
    assert tuple(exactly) == BY_LINES.counts


def test_the_lines_one_arrangement_at_a_time():
    found = [0] * (len(LINES) + 1)
    for numbers in permutations(range(1, PLACES + 1)):
        found[lines_of(numbers)] += 1
    assert tuple(found) == BY_LINES.counts


@pytest.mark.slow
def test_the_swaps_by_distances_in_the_graph_of_arrangements():
    assert distances_to_magic() == BY_SWAPS.counts


def test_the_swaps_of_an_arrangement_lead_to_a_magic_square():
    found = [0] * len(BY_SWAPS.counts)
    for numbers in list(permutations(range(1, PLACES + 1)))[::997]:
        lying = list(numbers)
        swaps = fewest_swaps(numbers)
        for one, other in swaps:
            lying[one], lying[other] = lying[other], lying[one]
        assert tuple(lying) in magic_squares()
        found[len(swaps)] += 1
    assert sum(map(bool, found)) > 4
