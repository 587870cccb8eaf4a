"""The native numbering, compiled: the same function as ``cards.shuffle``, for kernels to call.

A batch depends on nothing but the bound it begins with, so three tables by that bound hold the
batches of every pack: how many draws, their product, and below what a word is refused.
"""

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import GOLDEN, MIX_1, MIX_2, batches
from solver.jit.bits import mulhi
from solver.jit.options import kernel

#: The largest pack that the tables serve.
MAX_PACK = 255

# All are words: one signed operand would turn the arithmetic into floating point, and an index
# that may be negative costs a test each time.
_G = np.uint64(GOLDEN)
_M1 = np.uint64(MIX_1)
_M2 = np.uint64(MIX_2)
_S27 = np.uint64(27)
_S30 = np.uint64(30)
_S31 = np.uint64(31)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)

_FIRST_BATCH = [(0, 1), (0, 1)] + [batches(bound)[0] for bound in range(2, MAX_PACK + 1)]
_COUNT = np.array([count for count, _ in _FIRST_BATCH], np.uint64)
_PRODUCT = np.array([product for _, product in _FIRST_BATCH], np.uint64)
_REFUSED = np.array([(1 << 64) % product for _, product in _FIRST_BATCH], np.uint64)


@kernel
def mix(word: np.uint64) -> np.uint64:
    """The finaliser of SplitMix64: ``mix`` of the definition."""
    word = (word ^ (word >> _S30)) * _M1
    word = (word ^ (word >> _S27)) * _M2
    return word ^ (word >> _S31)


@kernel
def fill_pack(deck: npt.NDArray[np.uint8]) -> None:
    """Puts a pack of four suits into ``deck``, uint8[:], in the order a shuffle starts from."""
    for place in range(len(deck)):
        deck[place] = place


@kernel
def native_order(
    number: np.uint64, stream: np.uint64, deck: npt.NDArray[np.uint8], places: int
) -> None:
    """Shuffles ``deck`` in place, as far as its first ``places`` places go.

    ``number`` and ``stream`` are uint64; ``deck`` is uint8[:] in start order, ``MAX_PACK`` cards at
    most. Afterwards its first ``places`` places hold what ``deck.shuffle.shuffled`` has there, the
    others the rest of the cards in no promised order. Nothing is checked.
    """
    size = np.uint64(len(deck))
    draws = min(np.uint64(places), size - _ONE)
    key = mix(number + (stream + _ONE) * _G)
    place = _ZERO
    while place < draws:
        bound = size - place
        product = _PRODUCT[bound]
        refused = _REFUSED[bound]
        end = min(place + _COUNT[bound], draws)
        key += _G
        word = mix(key)
        while word * product < refused:
            key += _G
            word = mix(key)
        while place < end:
            other = place + mulhi(word, bound)
            word *= bound
            bound -= _ONE
            card = deck[place]
            deck[place] = deck[other]
            deck[other] = card
            place += _ONE
