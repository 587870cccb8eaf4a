"""What a row of the search looks worth: a weighted sum of what it has."""

import numpy as np
import numpy.typing as npt

from solver.games.talon.kernel.state import (
    CARDS_UP,
    COLUMN_COUNT,
    COLUMNS,
    HAND,
    LENGTHS,
    RANKS,
    STOCK,
    STRIDE,
    TALON,
    Problem,
    Row,
    fits,
    goes_up,
    is_red,
    stock_of,
)
from solver.jit.bits import popcount
from solver.jit.options import kernel

Weights = npt.NDArray[np.int64]

#: What a row has, by name, in the order of the weights. Of all: cards up. Of the columns: empty
#: ones; those that are one sequence from the highest rank on; neighbours in sequence; cards over
#: one of lower rank, and the sum of how many ranks they are above the lowest; the ranks of the top
#: cards, and how many kinds of cards fit on them. Of the talon: its cards; those over one of lower
#: rank, those of the highest rank among them, those over a lower one of their own suit; all pairs
#: of cards of which the higher lies over the lower; 1 if its top card could go up or onto a column.
#: Of the hand's next cards, each of which goes up or onto a column if it can: whether the first one
#: can, how many of the four after it, and how many of the seven after those.
FEATURES = (
    *("up", "empty", "kings", "pairs", "over", "gap", "fronts", "kinds"),
    *("talon", "talon-over", "talon-kings", "talon-suit", "talon-inversions", "talon-fits"),
    *("next", "soon", "later"),
)
UPS, EMPTY, KINGS, PAIRS, OVER, GAP, FRONTS, KINDS = range(8)
CARDS, TALON_OVER, TALON_KINGS, TALON_SUIT, TALON_INVERSIONS, TALON_FITS = range(8, 14)
NEXT, SOON, LATER = range(14, 17)

#: Of the hand, the card from which on those are that come later, and how many are looked at.
_LATER, _AHEAD = 5, 12

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
#: The two lowest ones of the four bits of each rank, beginning with the second rank.
_KINDS = np.int64(0x5555555555555550)
_ONES = np.uint64(0x0101010101010101)
_S56 = np.uint64(56)


@kernel
def _sum_of_bytes(word: np.uint64) -> int:
    return np.int64((word * _ONES) >> _S56)


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
    """The place of a rank and colour in ``kinds``, where two bits count top cards, to 3."""
    return 4 * rank + 2 * red


@kernel
def _with_top(kinds: int, card: int) -> int:
    """``kinds`` with one more top card."""
    place = _kind(card >> 2, is_red(card))
    return kinds + (1 << place) if (kinds >> place) & 3 < 3 else kinds


@kernel
def _lays(kinds: int, card: int) -> int:
    """``kinds`` once a card was laid on a column; as it was where it fits none."""
    place = _kind((card >> 2) + 1, is_red(card) ^ 1)
    return _with_top(kinds - (1 << place), card) if (kinds >> place) & 3 else kinds


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
        at = COLUMNS + slot * problem[STRIDE]
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
        fits_now = goes_up(row, problem, card)
        if not fits_now:
            laid = _lays(kinds, card)
            fits_now = laid != kinds
            kinds = laid
        if place == first:
            following += fits_now
        elif place < first + _LATER:
            soon += fits_now
        else:
            later += fits_now
    return weights[NEXT] * following + weights[SOON] * soon + weights[LATER] * later


@kernel
def _value_of_talon(row: Row, problem: Problem, weights: Weights, kinds: int) -> int:
    stock = stock_of(problem)
    cards = np.int64(row[TALON])
    fits_now = False
    if cards > 0:
        card = np.int64(row[stock + cards - 1])
        fits_now = goes_up(row, problem, card) or _lays(kinds, card) != kinds
    over = over_kings = over_suit = inversions = 0
    lowest = 13
    # The lowest rank of each suit so far, four bits each; cards so far by rank, a byte each.
    lowest_of = np.int64(0xFFFF)
    low, high = _ZERO, _ZERO
    for place in range(cards):
        card = np.int64(row[stock + place])
        rank = card >> 2
        if rank > lowest:
            over += 1
            over_kings += rank == problem[RANKS] - 1
        else:
            lowest = rank
        shift = 4 * (card & 3)
        own = (lowest_of >> shift) & 15
        if rank > own:
            over_suit += 1
        else:
            lowest_of += (rank - own) << shift
        if rank < 8:
            bit = _ONE << np.uint64(8 * rank)
            inversions += _sum_of_bytes(low & (bit - _ONE))
            low += bit
        else:
            bit = _ONE << np.uint64(8 * rank - 64)
            inversions += _sum_of_bytes(low) + _sum_of_bytes(high & (bit - _ONE))
            high += bit
    return (
        weights[CARDS] * cards
        + weights[TALON_OVER] * over
        + weights[TALON_KINGS] * over_kings
        + weights[TALON_SUIT] * over_suit
        + weights[TALON_INVERSIONS] * inversions
        + weights[TALON_FITS] * fits_now
    )
