"""A set of hashes with open addressing, for searches that drop what they have met before.

Unlike a transposition table it keeps the hash alone: two states with the same 63 bits are taken for
one. So it serves searches that look for a win, and never one that proves that there is none.

A set is uint64[places + 1], ``places`` being a power of two::

    word   0 … places - 1                  places
           a hash, with its lowest bit     how many there are
           set, or 0 where there is none

At most three quarters of the places are used, so a look-up always ends. ``add`` refuses what comes
after that, and ``is_full`` says that it does.
"""

import numpy as np

from solver.jit.options import kernel
from solver.jit.words import ONE, ZERO, Word, Words


def make_sets(count: int, places: int) -> Words:
    """``count`` empty sets, a row each."""
    if places < 4 or places & (places - 1):
        raise ValueError(f"{places} places are no power of two from 4 on")
    return np.zeros((count, places + 1), np.uint64)


@kernel
def clear(hashes: Words) -> None:
    """Makes a set empty."""
    hashes[:] = ZERO


@kernel
def is_full(hashes: Words) -> bool:
    """Whether the set takes no more."""
    places = len(hashes) - 1
    return np.int64(hashes[places]) == places // 4 * 3


@kernel
def add(hashes: Words, key: Word) -> bool:
    """Whether a hash was not in the set; it is now. ``False`` too where the set is full."""
    places = len(hashes) - 1
    key |= ONE
    place = np.int64(key >> ONE) & (places - 1)
    while hashes[place] != ZERO:
        if hashes[place] == key:
            return False
        place = (place + 1) & (places - 1)
    if is_full(hashes):
        return False
    hashes[place] = key
    hashes[places] += ONE
    return True
