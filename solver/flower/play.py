"""Flower Garden's forced play as a kernel: from deal numbers to the cards that go up.

A set of cards is a word with bit ``card`` set. ``available`` holds the cards that were ever front
or bouquet cards, ``wanted`` the next card of each foundation. A card that went up leaves ``wanted``
for good, so it may stay in ``available``, and the card after a king is none, bit 52 to 55.

Places are those of the dealing order: 0 to 35 the beds row by row, so that the card beneath place p
lies at p - 6, and 36 to 51 the bouquet. Its order does not matter, hence a deal is drawn as far as
the beds go.
"""

import numpy as np
import numpy.typing as npt

from solver.deck.cards import DECK_SIZE
from solver.deck.shuffle import STREAM_DEAL
from solver.deck.shuffle_kernel import fill_pack, native_order
from solver.jit.bits import ctz, popcount
from solver.jit.options import allocating_kernel, kernel

BEDS = 6
BED_CARDS = 36

_DEAL = np.uint64(STREAM_DEAL)
_ACES = np.uint64(0b1111)
_ROW = np.uint64(BEDS)
_SUITS = np.uint64(4)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def _cards_up(deck: npt.NDArray[np.uint8], place_of: npt.NDArray[np.uint8]) -> int:
    """The cards up at the end; ``place_of``, uint8[52], is scratch: the places of front cards."""
    bouquet = _ZERO
    for place in range(BED_CARDS, DECK_SIZE):
        bouquet |= _ONE << np.uint64(deck[place])
    available = bouquet
    for place in range(BED_CARDS - BEDS, BED_CARDS):
        card = np.uint64(deck[place])
        available |= _ONE << card
        place_of[card] = place
    wanted = _ACES
    up = 0
    playable = available & wanted
    while playable != _ZERO:
        up += popcount(playable)
        wanted ^= playable | (playable << _SUITS)
        fronts = playable & ~bouquet
        while fronts != _ZERO:
            below = np.uint64(place_of[np.uint64(ctz(fronts))]) - _ROW
            fronts &= fronts - _ONE
            if below < np.uint64(BED_CARDS):  # else the card was the bottom of its bed: it wrapped
                card = np.uint64(deck[below])
                available |= _ONE << card
                place_of[card] = below
        playable = available & wanted
    return up


@allocating_kernel
def play_order(deck: npt.NDArray[np.uint8]) -> int:
    """The cards up at the end of a deal, 0 to 52; ``deck``, uint8[52], is its dealing order."""
    return _cards_up(deck, np.empty(DECK_SIZE, np.uint8))


@allocating_kernel
def play_numbers(first: np.uint64, count: int, counts: npt.NDArray[np.int64]) -> None:
    """Deals and plays the native numbers ``first`` to ``first + count - 1``.

    Adds to ``counts``, int64[53], whose entry s is the number of deals that end with s cards up.
    ``first`` is uint64; the numbers must not pass 2**63 - 1.
    """
    deck = np.empty(DECK_SIZE, np.uint8)
    place_of = np.empty(DECK_SIZE, np.uint8)
    for offset in range(count):
        fill_pack(deck)
        native_order(first + np.uint64(offset), _DEAL, deck, BED_CARDS)
        counts[_cards_up(deck, place_of)] += 1
