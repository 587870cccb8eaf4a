"""Flower Garden's forced play as a kernel: from deal numbers to the cards that go up.

A set of cards is a word with bit ``card`` set. ``available`` holds the cards that were ever front
or bouquet cards, ``wanted`` the next card of each foundation. A card that went up leaves ``wanted``
for good, so it may stay in ``available``. A card that the pack has not is never available.

Places are those of the dealing order: first the beds row by row, so that the card beneath place p
lies at p - beds and the last places of the beds are their fronts, then the bouquet. Its order does
not matter to play, hence a deal without a redeal is drawn as far as the beds go.
"""

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import STREAM_DEAL
from solver.cards.shuffle_kernel import fill_pack, native_order
from solver.jit.bits import ctz, popcount
from solver.jit.options import allocating_kernel, kernel

#: The full game: 52 cards, of which six beds of six.
CARDS = 52
BEDS = 6
BED_CARDS = 36

#: What a redeal fills first, where there is one: the places of ``flower.rules.Redeal``.
NO_REDEAL, BEDS_FIRST, BOUQUET_FIRST = 0, 1, 2

_Deck = npt.NDArray[np.uint8]

_DEAL = np.uint64(STREAM_DEAL)
_SUITS = np.uint64(4)
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ACES = np.uint64(0b1111)
#: The cards of each suit.
_OF_SUIT = np.array([0x1111111111111 << suit for suit in range(4)], np.uint64)


@kernel
def _played(
    deck: _Deck, cards: int, bed_cards: int, beds: int, wanted: np.uint64, place_of: _Deck
) -> np.uint64:
    """Plays the first ``cards`` of the deck, and returns what is wanted at the end.

    ``place_of``, uint8[52], is scratch: the places of cards that were in front.
    """
    row = np.uint64(beds)
    bouquet = _ZERO
    for place in range(bed_cards, cards):
        bouquet |= _ONE << np.uint64(deck[place])
    available = bouquet
    for place in range(max(bed_cards - beds, 0), bed_cards):
        card = np.uint64(deck[place])
        available |= _ONE << card
        place_of[card] = place
    playable = available & wanted
    while playable != _ZERO:
        wanted ^= playable | (playable << _SUITS)
        fronts = playable & ~bouquet
        while fronts != _ZERO:
            below = np.uint64(place_of[np.uint64(ctz(fronts))]) - row
            fronts &= fronts - _ONE
            if below < np.uint64(bed_cards):  # else the bed is empty, and the difference wrapped
                card = np.uint64(deck[below])
                available |= _ONE << card
                place_of[card] = below
        playable = available & wanted
    return wanted


@kernel
def _gone(wanted: np.uint64) -> np.uint64:
    """The cards that went up: those of each suit below the one that is wanted."""
    gone = _ZERO
    for suit in range(4):
        own = _OF_SUIT[suit]
        after_king = _ONE << np.uint64(CARDS + suit)
        gone |= ((wanted & (own | after_king)) - _ONE) & own
    return gone


@kernel
def _gather(deck: _Deck, cards: int, bed_cards: int, beds: int, gone: np.uint64, out: _Deck) -> int:
    """Takes up the cards that are out: bed by bed, each bottom to top, then the bouquet."""
    count = 0
    for bed in range(beds):
        for place in range(bed, bed_cards, beds):
            if (gone >> np.uint64(deck[place])) & _ONE == _ZERO:
                out[count] = deck[place]
                count += 1
    for place in range(bed_cards, cards):
        if (gone >> np.uint64(deck[place])) & _ONE == _ZERO:
            out[count] = deck[place]
            count += 1
    return count


@kernel
def _redealt(
    number: np.uint64,
    stream: np.uint64,
    deck: _Deck,
    bed_cards: int,
    beds: int,
    redeal: int,
    wanted: np.uint64,
    out: _Deck,
    place_of: _Deck,
) -> np.uint64:
    """Deals the cards that are out again, as ``flower.rules.redeal`` does, and plays on."""
    cards = len(deck)
    left = _gather(deck, cards, bed_cards, beds, _gone(wanted), out)
    if left == 0:
        return wanted
    native_order(number, stream, out[:left], left)
    if redeal == BEDS_FIRST:
        bouquet, first_in_beds = max(left - bed_cards, 0), 0
    else:
        bouquet = first_in_beds = min(left, cards - bed_cards)
    for place in range(left):
        deck[place] = out[(first_in_beds + place) % left]
    return _played(deck, left, left - bouquet, beds, wanted, place_of)


@allocating_kernel
def play_numbers(first: np.uint64, count: int, counts: npt.NDArray[np.int64]) -> None:
    """Deals and plays the native numbers ``first`` to ``first + count - 1`` of the full game.

    Adds to ``counts``, int64[53], whose entry s is the number of deals that end with s cards up.
    ``first`` is uint64; the numbers must not pass 2**63 - 1.
    """
    deck = np.empty(CARDS, np.uint8)
    place_of = np.empty(CARDS, np.uint8)
    for offset in range(count):
        fill_pack(deck)
        native_order(first + np.uint64(offset), _DEAL, deck, BED_CARDS)
        wanted = _played(deck, CARDS, BED_CARDS, BEDS, _ACES, place_of)
        counts[popcount(_gone(wanted))] += 1


@allocating_kernel
def play_each(
    first: np.uint64,
    stream: np.uint64,
    pack: _Deck,
    beds: int,
    bed_cards: int,
    redeal: int,
    scores: _Deck,
) -> None:
    """Deals and plays native numbers from ``first`` on, of any layout, with or without a redeal.

    ``pack``, uint8[:], are its cards in the order in which a shuffle starts, the first ranks of the
    first suits; ``bed_cards`` of them are dealt to ``beds`` row by row, the last row perhaps not
    complete. The deal is stream ``stream`` of its number, the redeal the stream above it;
    ``redeal`` is ``NO_REDEAL``, ``BEDS_FIRST`` or ``BOUQUET_FIRST``. ``scores``, uint8[:], gets the
    cards up at the end of each deal. ``first`` and ``stream`` are uint64.
    """
    cards = len(pack)
    deck = np.empty(cards, np.uint8)
    out = np.empty(cards, np.uint8)
    place_of = np.empty(CARDS, np.uint8)
    drawn = bed_cards if redeal == NO_REDEAL else cards
    for offset in range(len(scores)):
        number = first + np.uint64(offset)
        deck[:] = pack
        native_order(number, stream, deck, drawn)
        wanted = _played(deck, cards, bed_cards, beds, _ACES, place_of)
        if redeal != NO_REDEAL:
            wanted = _redealt(
                number, stream + _ONE, deck, bed_cards, beds, redeal, wanted, out, place_of
            )
        scores[offset] = popcount(_gone(wanted))
