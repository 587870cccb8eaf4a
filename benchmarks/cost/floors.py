"""The floors: parts of a kernel's work that it cannot leave out, so it cannot be faster."""

import numpy as np
import numpy.typing as npt

from solver.cards.cards import DECK_SIZE
from solver.cards.shuffle import GOLDEN, STREAM_DEAL
from solver.cards.shuffle_kernel import fill_pack, mix, native_order
from solver.games.trevi.kernel.table import Table, add, clear
from solver.jit.options import allocating_kernel, kernel

_STREAM = np.uint64(STREAM_DEAL)
_G = np.uint64(GOLDEN)
_ONE = np.uint64(1)


@allocating_kernel
def shuffle_numbers(first: np.uint64, count: int, places: int, seen: npt.NDArray[np.int64]) -> None:
    """Shuffles the first ``places`` cards of ``count`` native deals, and plays nothing.

    ``seen``, int64[52], counts the last of these cards.
    """
    deck = np.empty(DECK_SIZE, np.uint8)
    for offset in range(count):
        fill_pack(deck)
        native_order(first + np.uint64(offset), _STREAM, deck, places)
        seen[deck[places - 1]] += 1


@kernel
def _key(number: np.uint64) -> np.uint64:
    """Word ``number`` of a SplitMix64 generator (``cards/shuffle.py``)."""
    return mix((number + _ONE) * _G)


@kernel
def probe(stored: npt.NDArray[np.int64], probes: npt.NDArray[np.int64], table: Table) -> int:
    """For each search: adds ``stored`` random keys to a table, with ``probes`` probes in total.

    ``stored`` and ``probes``, int64[n]: a search's states, and its probes, of which the first for
    each state adds it. Returns the number of probes that found their key in the table.
    """
    known = 0
    for i in range(len(stored)):
        clear(table)
        size = np.uint64(stored[i])
        for k in range(probes[i]):
            number = np.uint64(k)
            if number >= size:
                number = _key(number) % size
            key = _key(number)
            if add(table, key, ~key) < 0:
                known += 1
    return known
