"""What a row of the search looks worth: a weighted sum of its features.

Three sets are packed into words while a row is looked at::

    kinds   bit 4 * rank + 2 * red, two bits: how many columns have a top card of that rank and
            colour, at most 3
            e.g. the top cards 2C, 2S and AH: 2 << 4 | 1 << 2
    lowest  bit 4 * suit, four bits: the lowest rank of each suit so far, 15 for none
            e.g. a 3 of clubs and an ace of hearts: 0xF0F2
    counts  byte ``rank``, of two words (ranks 0 … 7, 8 … 12): how many cards so far have the rank;
            at most 16 of four packs, so the bytes of a word never sum up to more than 128
"""

import numpy as np
import numpy.typing as npt

from solver.games.talon.kernel.state import (
    CARDS_UP,
    COLUMN_COUNT,
    HAND,
    LENGTHS,
    RANKS,
    STOCK,
    TALON,
    Problem,
    Row,
    column_of,
    fits,
    goes_up,
    is_red,
    stock_of,
)
from solver.jit.bits import popcount
from solver.jit.options import kernel
from solver.jit.words import ONE, ZERO, Word

Weights = npt.NDArray[np.int64]

#: The features by name, in the order of the weights. Cards up. For the columns: empty ones; those
#: that are one sequence from the highest rank on; neighbours in sequence; cards over one of lower
#: rank, and the sum of how many ranks they are above the lowest; the ranks of the top cards, and
#: how many kinds of cards fit on them. For the talon: its cards; those over one of lower rank,
#: those of the highest rank among them, those over a lower one of their own suit; all pairs of
#: cards of which the higher lies over the lower; 1 if its top card could go up or onto a column.
#: For the hand's next cards, each of which goes up or onto a column if it can: whether the first
#: one can, how many of the four after it, and how many of the seven after those.
FEATURES = (
    *("up", "empty", "kings", "pairs", "over", "gap", "fronts", "kinds"),
    *("talon", "talon-over", "talon-kings", "talon-suit", "talon-inversions", "talon-fits"),
    *("next", "soon", "later"),
)
UPS, EMPTY, KINGS, PAIRS, OVER, GAP, FRONTS, KINDS = range(8)
CARDS, TALON_OVER, TALON_KINGS, TALON_SUIT, TALON_INVERSIONS, TALON_FITS = range(8, 14)
NEXT, SOON, LATER = range(14, 17)

#: The first card of the hand that counts as later, and how many of its cards are looked at.
_LATER, _AHEAD = 5, 12

#: The low bits of ``kinds``, from the second rank on: no card fits on one of the lowest rank.
_KINDS = np.int64(0x5555555555555550)
_MOST_OF_KIND = 3
#: ``lowest`` before the first card, and one of its numbers.
_NO_CARDS = np.int64(0xFFFF)
_RANK_MASK = 15
#: Ranks in a word of ``counts``; a word times _ONES has the sum of its bytes in its highest one.
_COUNTED = 8
_ONES = np.uint64(0x0101010101010101)
_HIGHEST_BYTE = np.uint64(56)


@kernel
def _sum_of_bytes(word: Word) -> int:
    return np.int64((word * _ONES) >> _HIGHEST_BYTE)


@kernel
def value_of(row: Row, problem: Problem, weights: Weights) -> int:
    """How good a row looks."""
    columns, kinds = _value_of_columns(row, problem, weights)
    return (
        weights[UPS] * row[CARDS_UP]
        + columns
        + _value_of_talon(row, problem, weights, kinds)
        + _value_of_hand(row, problem, weights, kinds)
    )


@kernel
def _kind(rank: int, red: int) -> int:
    """The place of a rank and colour in ``kinds``."""
    return 4 * rank + 2 * red


@kernel
def _with_top(kinds: int, card: int) -> int:
    """``kinds`` with one more top card."""
    place = _kind(card >> 2, is_red(card))
    return kinds + (1 << place) if (kinds >> place) & _MOST_OF_KIND < _MOST_OF_KIND else kinds


@kernel
def _with_laid(kinds: int, card: int) -> int:
    """``kinds`` once a card was laid on a column; as it was where it fits none."""
    place = _kind((card >> 2) + 1, is_red(card) ^ 1)
    return _with_top(kinds - (1 << place), card) if (kinds >> place) & _MOST_OF_KIND else kinds


@kernel
def _value_of_columns(row: Row, problem: Problem, weights: Weights) -> tuple[int, int]:
    """The value, and the ``kinds`` of the top cards."""
    empty = kings = pairs = over = gap = fronts = 0
    kinds = np.int64(0)
    for slot in range(problem[COLUMN_COUNT]):
        length = np.int64(row[LENGTHS + slot])
        if length == 0:
            empty += 1
            continue
        at = column_of(problem, slot)
        card = np.int64(row[at])
        lowest = card >> 2
        in_sequence = 0
        for place in range(at + 1, at + length):
            above = np.int64(row[place])
            in_sequence += fits(above, card)
            card = above
            rank = card >> 2
            if rank > lowest:
                over += 1
                gap += rank - lowest
            else:
                lowest = rank
        pairs += in_sequence
        kings += in_sequence == length - 1 and row[at] >> 2 == problem[RANKS] - 1
        fronts += card >> 2
        kinds = _with_top(kinds, card)
    value = (
        weights[EMPTY] * empty
        + weights[KINGS] * kings
        + weights[PAIRS] * pairs
        + weights[OVER] * over
        + weights[GAP] * gap
        + weights[FRONTS] * fronts
        + weights[KINDS] * popcount(np.uint64((kinds | kinds >> 1) & _KINDS))
    )
    return value, kinds


@kernel
def _value_of_hand(row: Row, problem: Problem, weights: Weights, kinds: int) -> int:
    stock = stock_of(problem)
    following = soon = later = 0
    first = np.int64(row[HAND])
    for place in range(first, min(first + _AHEAD, problem[STOCK])):
        card = np.int64(row[stock + place])
        is_placed = goes_up(row, problem, card)
        if not is_placed:
            laid = _with_laid(kinds, card)
            is_placed = laid != kinds
            kinds = laid
        if place == first:
            following += is_placed
        elif place < first + _LATER:
            soon += is_placed
        else:
            later += is_placed
    return weights[NEXT] * following + weights[SOON] * soon + weights[LATER] * later


@kernel
def _value_of_talon(row: Row, problem: Problem, weights: Weights, kinds: int) -> int:
    stock = stock_of(problem)
    cards = np.int64(row[TALON])
    is_placed = False
    if cards > 0:
        card = np.int64(row[stock + cards - 1])
        is_placed = goes_up(row, problem, card) or _with_laid(kinds, card) != kinds
    over = over_kings = over_suit = inversions = 0
    lowest = 13
    lowest_of = _NO_CARDS
    low, high = ZERO, ZERO
    for place in range(cards):
        card = np.int64(row[stock + place])
        rank = card >> 2
        if rank > lowest:
            over += 1
            over_kings += rank == problem[RANKS] - 1
        else:
            lowest = rank
        shift = 4 * (card & 3)
        own = (lowest_of >> shift) & _RANK_MASK
        if rank > own:
            over_suit += 1
        else:
            lowest_of += (rank - own) << shift
        if rank < _COUNTED:
            bit = ONE << np.uint64(8 * rank)
            inversions += _sum_of_bytes(low & (bit - ONE))
            low += bit
        else:
            bit = ONE << np.uint64(8 * (rank - _COUNTED))
            inversions += _sum_of_bytes(low) + _sum_of_bytes(high & (bit - ONE))
            high += bit
    return (
        weights[CARDS] * cards
        + weights[TALON_OVER] * over
        + weights[TALON_KINGS] * over_kings
        + weights[TALON_SUIT] * over_suit
        + weights[TALON_INVERSIONS] * inversions
        + weights[TALON_FITS] * is_placed
    )
