"""The transposition table: every state that a search has met, once.

It can never answer wrongly: a state's key says all of the state (``state.py``), keys are compared
in full, and nothing is ever replaced. When no room is left the search stops, undecided.

States stand in the order in which they were met, in arrays of 16 bytes (the key), 4 bytes (the
state it was reached from) and 4 bytes (the link of the queue it waits in). An index of 4-byte
numbers, at most half full, finds a state by its hash. Arrays are made once, as large as the memory
allows, and the operating system gives them pages when they are first touched; the index begins
with 2**10 places and doubles, so a small search touches little and clears little.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..jit.options import kernel
from .state import Word, Words

COUNT = 0  # states in the table
BITS = 1  # the index has 2**BITS places

FIRST_BITS = 10

KNOWN = -1
FULL = -2

ODD_0 = np.uint64(0x9E3779B97F4A7C15)
ODD_1 = np.uint64(0xC2B2AE3D27D4EB4F)
ODD_2 = np.uint64(0xD6E8FEB86659FD93)
_THIRTY_TWO = np.uint64(32)


class Table(NamedTuple):
    """The arrays of a table; ``sizes`` has the words COUNT and BITS."""

    keys: Words  # uint64[:, 2]
    parent: npt.NDArray[np.int32]
    queue: npt.NDArray[np.int32]
    index: npt.NDArray[np.uint32]
    sizes: npt.NDArray[np.int64]


def make_table(memory: int) -> Table:
    """A table of at most ``memory`` bytes, whose pages are taken as they are used."""
    best = (0, FIRST_BITS)
    for bits in range(FIRST_BITS, 32):
        best = max(best, (min(1 << (bits - 1), (memory - (4 << bits)) // 24), bits))
    states, bits = best
    if states < 1:
        raise ValueError(f"{memory} bytes of memory are too few for a search")
    return Table(
        np.empty((states, 2), np.uint64),
        np.empty(states, np.int32),
        np.empty(states, np.int32),
        np.empty(1 << bits, np.uint32),
        np.zeros(2, np.int64),
    )


@kernel
def _place(key_0: Word, key_1: Word, bits: int) -> int:
    """Where the index is first looked into for a key."""
    mixed = key_0 * ODD_0 + key_1 * ODD_1
    mixed = (mixed ^ (mixed >> _THIRTY_TWO)) * ODD_2
    return np.int64(mixed >> np.uint64(64 - bits))


@kernel
def clear(table: Table) -> None:
    """Makes the table empty; only the places of the smallest index are touched."""
    table.sizes[COUNT] = 0
    table.sizes[BITS] = FIRST_BITS
    for place in range(1 << FIRST_BITS):
        table.index[place] = 0


@kernel
def _grow(table: Table) -> bool:
    """Doubles the index. Returns whether there was room for it."""
    bits = table.sizes[BITS] + 1
    size = 1 << bits
    if size > len(table.index):
        return False
    index = table.index
    for place in range(size):
        index[place] = 0
    for node in range(table.sizes[COUNT]):
        place = _place(table.keys[node, 0], table.keys[node, 1], bits)
        while index[place]:
            place = (place + 1) & (size - 1)
        index[place] = node + 1
    table.sizes[BITS] = bits
    return True


@kernel
def add(table: Table, key_0: Word, key_1: Word) -> int:
    """Adds a state. Returns its number if it is new, else ``KNOWN``, or ``FULL``."""
    bits = table.sizes[BITS]
    mask = (1 << bits) - 1
    place = _place(key_0, key_1, bits)
    while True:
        node = np.int64(table.index[place]) - 1
        if node < 0:
            break
        if table.keys[node, 0] == key_0 and table.keys[node, 1] == key_1:
            return KNOWN
        place = (place + 1) & mask
    node = table.sizes[COUNT]
    if node == len(table.keys):
        return FULL
    if 2 * (node + 1) > mask:
        if not _grow(table):
            return FULL
        mask = 2 * mask + 1
        place = _place(key_0, key_1, table.sizes[BITS])
        while table.index[place]:
            place = (place + 1) & mask
    table.keys[node, 0] = key_0
    table.keys[node, 1] = key_1
    table.index[place] = node + 1
    table.sizes[COUNT] = node + 1
    return node
