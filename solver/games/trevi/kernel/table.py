"""The transposition table: every state that a search has met, once.

It can never answer wrongly: a state's key says all of the state (``state.py``), keys are compared
in full, and nothing is ever replaced. When no room is left the search stops, undecided.

States stand in the order in which they were met, in arrays of 16 bytes (the key), 4 bytes (the
state it was reached from) and 4 bytes (the link of the queue it waits in). An index of 4-byte
numbers, at most half full, finds a state by its hash. So the table itself has 24 bytes a state,
key and places of the index, whatever the memory; the links are apart. Arrays are made once, as
large as the memory allows, and the operating system gives them pages when they are first touched;
the index begins with 2**10 places and doubles up to what it may have, so a small search touches
little and clears little.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.trevi.kernel.state import Word, Words
from solver.jit.bits import mulhi
from solver.jit.options import kernel

COUNT = 0  # states in the table
PLACES = 1  # of the index, that are in use

FIRST_PLACES = 1 << 10
#: A state's key and links, and its two places of the index.
STATE_BYTES = 16 + 8 + 8
#: Numbers of states fit the links, int32, and with one added the index, uint32.
MAX_STATES = 1 << 30

KNOWN = -1
FULL = -2

ODD_0 = np.uint64(0x9E3779B97F4A7C15)
ODD_1 = np.uint64(0xC2B2AE3D27D4EB4F)
ODD_2 = np.uint64(0xD6E8FEB86659FD93)
_THIRTY_TWO = np.uint64(32)


class Table(NamedTuple):
    """The arrays of a table; ``sizes`` has the words COUNT and PLACES."""

    keys: Words  # uint64[:, 2]
    parent: npt.NDArray[np.int32]
    queue: npt.NDArray[np.int32]
    index: npt.NDArray[np.uint32]
    sizes: npt.NDArray[np.int64]


def make_table(memory: int) -> Table:
    """A table of at most ``memory`` bytes, whose pages are taken as they are used."""
    sizes = np.zeros(2, np.int64)
    states = min((memory - sizes.nbytes) // STATE_BYTES, MAX_STATES)
    if states < 1:
        raise ValueError(f"{memory} bytes of memory are too few for a search")
    return Table(
        np.empty((states, 2), np.uint64),
        np.empty(states, np.int32),
        np.empty(states, np.int32),
        np.empty(2 * states, np.uint32),
        sizes,
    )


@kernel
def _place(key_0: Word, key_1: Word, places: int) -> int:
    """The first place of a key in an index of ``places`` places."""
    mixed = key_0 * ODD_0 + key_1 * ODD_1
    mixed = (mixed ^ (mixed >> _THIRTY_TWO)) * ODD_2
    return np.int64(mulhi(mixed, np.uint64(places)))


@kernel
def clear(table: Table) -> None:
    """Makes the table empty; only the places of the smallest index are touched."""
    table.sizes[COUNT] = 0
    places = min(FIRST_PLACES, len(table.index))
    table.sizes[PLACES] = places
    for place in range(places):
        table.index[place] = 0


@kernel
def _grow(table: Table) -> None:
    """Doubles the index, or makes it as large as it may be."""
    index = table.index
    places = min(2 * table.sizes[PLACES], len(index))
    for place in range(places):
        index[place] = 0
    for node in range(table.sizes[COUNT]):
        place = _place(table.keys[node, 0], table.keys[node, 1], places)
        while index[place]:
            place += 1
            if place == places:
                place = 0
        index[place] = node + 1
    table.sizes[PLACES] = places


@kernel
def add(table: Table, key_0: Word, key_1: Word) -> int:
    """Adds a state. Returns its number if it is new, else ``KNOWN``, or ``FULL``."""
    places = table.sizes[PLACES]
    place = _place(key_0, key_1, places)
    while True:
        node = np.int64(table.index[place]) - 1
        if node < 0:
            break
        if table.keys[node, 0] == key_0 and table.keys[node, 1] == key_1:
            return KNOWN
        place += 1
        if place == places:
            place = 0
    node = table.sizes[COUNT]
    if node == len(table.keys):
        return FULL
    if 2 * (node + 1) > places:
        _grow(table)
        places = table.sizes[PLACES]
        place = _place(key_0, key_1, places)
        while table.index[place]:
            place += 1
            if place == places:
                place = 0
    table.keys[node, 0] = key_0
    table.keys[node, 1] = key_1
    table.index[place] = node + 1
    table.sizes[COUNT] = node + 1
    return node
