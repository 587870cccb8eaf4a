"""Caesar counted: how many lines the arrangements have, and how far they are from a magic square.

A swap joins two cycles of a permutation or parts one. So the fewest swaps that turn one arrangement
into another are nine less the cycles of the permutation between them (Cayley), and the fewest to
any of the eight magic squares the least of these.
"""

from collections.abc import Sequence
from functools import cache
from itertools import permutations

import numpy as np

from solver.games.caesar.rules import LINES, PLACES, SIDE, SUM
from solver.games.exact import Distribution


@cache
def magic_squares() -> tuple[tuple[int, ...], ...]:
    """The squares all of whose lines sum to fifteen, each place by place."""
    rows = [row for row in permutations(range(1, PLACES + 1), SIDE) if sum(row) == SUM]
    squares = (
        (*first, *second, *third)
        for first in rows
        for second in rows
        if set(first).isdisjoint(second)
        for third in rows
        if not set(third) & {*first, *second}
    )
    return tuple(
        square for square in squares if all(sum(square[at] for at in line) == SUM for line in LINES)
    )


def fewest_swaps(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """A shortest row of swaps, each of two places, from an arrangement to a magic square.

    Of squares that are equally near, the first one of ``magic_squares``.
    """
    return min((_swaps_to(numbers, square) for square in magic_squares()), key=len)


def _swaps_to(numbers: Sequence[int], square: Sequence[int]) -> list[tuple[int, int]]:
    """Swaps that each bring at least one card to its place: one less than each cycle is long."""
    lying = list(numbers)
    swaps = []
    for place, wanted in enumerate(square):
        if lying[place] != wanted:
            other = lying.index(wanted)
            swaps.append((place, other))
            lying[place], lying[other] = lying[other], lying[place]
    return swaps


def distributions() -> tuple[Distribution, Distribution]:
    """The lines that sum to fifteen, and the fewest swaps, of all 362,880 arrangements."""
    numbers = np.array(list(permutations(range(1, PLACES + 1))), np.int8)
    lines = sum((numbers[:, line].sum(axis=1) == SUM).astype(np.int64) for line in LINES)
    swaps = np.full(len(numbers), PLACES)
    for square in magic_squares():
        home = np.zeros(PLACES + 1, np.int8)
        home[list(square)] = range(PLACES)
        swaps = np.minimum(swaps, PLACES - _cycles(home[numbers]))
    return (
        Distribution(
            "lines",
            "lines that sum to fifteen",
            tuple(np.bincount(lines, minlength=len(LINES) + 1).tolist()),
        ),
        Distribution("swaps", "fewest swaps to a magic square", tuple(np.bincount(swaps).tolist())),
    )


def _cycles(goes_to: "np.typing.NDArray[np.int8]") -> "np.typing.NDArray[np.int64]":
    """The cycles of permutations, a row each: how many places are the lowest of their cycle."""
    lowest = np.arange(PLACES)
    found = np.zeros(len(goes_to), np.int64)
    for start in range(PLACES):
        at = goes_to[:, start]
        is_lowest = np.ones(len(goes_to), np.bool_)
        for _ in range(PLACES - 1):
            is_lowest &= at >= lowest[start]
            at = np.take_along_axis(goes_to, at[:, None], axis=1)[:, 0]
        found += is_lowest
    return found
