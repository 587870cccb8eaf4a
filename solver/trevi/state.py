"""The state of a search: ten words, and their packed form of two words.

A state says of each card what it lies on. That is all there is to say: the order of the piles and
of the cells never matters. Each card has one of six *symbols*::

    0  UP       on its foundation
    1  START    where it lay at the start: on the same card, or in the reserve
    2  ON_A     on the first of the two cards that it fits on   (red: clubs,    black: diamonds)
    3  ON_B     on the second of the two                        (red: spades,   black: hearts)
    4  BASE     at the base of a pile
    5  IN_CELL  in a cell

A card that lay at a base at the start has the symbol BASE from the start. A card in a face-up run
at the top of its pile has ON_A or ON_B, whether it lay there at the start or not, so equal
positions have equal symbols. In a run buried under other cards it keeps START until the run comes
free. So all cards with ON_A or ON_B lie in the top run of a pile.

**Packed**: a suit is a number in base 5, ace first, whose digits are the symbols; the digits 1 … 5
instead of 0 … 4 stand for cards that are not up, and cards that are up are leading zeros. This is
the bijective numeration: every row of symbols has a number of its own, and the number tells the
height of the foundation. A suit of 13 cards is below 5**13 * 5 / 4 < 2**31. Two suits share a
word::

    key 0:   | diamonds (32 bits) | clubs  (32 bits) |
    key 1:   | spades   (32 bits) | hearts (32 bits) |

        e.g. four ranks, hearts: ace up, 2H on 3C (a red card's first parent: ON_A = 2),
        3H untouched (START = 1), 4H in a cell (IN_CELL = 5):    0*125 + 2*25 + 1*5 + 5 = 60

So the key of a state *is* the state, no two states share one, and ``unpack`` gets the state back. A
search that compares keys in full never takes one state for another: there is no false match at all.
Moving a card changes its suit's number by (new symbol - old symbol) * 5**(ranks - 1 - rank).

**Unpacked**: words of 52 bits, one bit a card, card ``4 * rank + suit``::

    bit   51 50 49 48   47 46 45 44  …   3  2  1  0
    card  KS KH KD KC   QS QH QD QC  …  AS AH AD AC

A child state is a copy of ten words with a few bits changed. What lies on what follows from shifts.
"""

import numpy as np
import numpy.typing as npt

from ..jit.bits import ctz
from ..jit.options import kernel

Words = npt.NDArray[np.uint64]
Word = np.uint64

# The symbols, which are also the indices of their words in an unpacked state.
UP = 0
START = 1  # cards of the piles that lie where they lay at the start
ON_A = 2
ON_B = 3
BASE = 4
IN_CELL = 5
# Further words of an unpacked state.
RESERVE = 6  # cards that are in the reserve still (their symbol is START too)
COVERED = 7  # cards that are covered by a card whose symbol is START
KEY = 8  # the packed form: the words 8 and 9
STATE_WORDS = 10

# The words of a problem: what is fixed while one position is searched.
ALL = 0  # the cards of the deck
FACE_DOWN = 1  # cards that lay face down at the start: they still do while they are in COVERED
START_RESERVE = 2  # cards that lay in the reserve at the start
PILES = 3
CELLS = 4
RANKS = 5
FLAGS = 6  # the switches of the rules and of the search
UNDER = 8  # + card: the card it lay on at the start, NONE for none
JOINS = (
    UNDER + 64
)  # + card: ON_A or ON_B if it lay in sequence on a face-up card at the start, or 0
WEIGHT = JOINS + 64  # + card: 5**(ranks - 1 - rank), in its suit's half of a key word
PROBLEM_WORDS = WEIGHT + 64

# Switches of the rules.
RULE_RETURN = 1  # a foundation's top card may go back to a pile
RULE_RETURN_TO_CELL = 2  # … and into a cell

# Switches of the search: the reductions, each argued where it is made (``moves.py``, ``prune.py``).
USE_SAFE = 1 << 8
USE_SEMI = 1 << 9
USE_TWIN = 1 << 10
USE_DEAD = 1 << 11

#: Stands for "no card" wherever a card's number is kept.
NONE = 63

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_FIVE = np.uint64(5)
_LOW = np.uint64(0xFFFFFFFF)
_THIRTY_TWO = np.uint64(32)

CLUBS = np.uint64(0x1111111111111)
DIAMONDS = np.uint64(0x2222222222222)
HEARTS = np.uint64(0x4444444444444)
SPADES = np.uint64(0x8888888888888)
_S1, _S2, _S3, _S5, _S6 = (np.uint64(n) for n in (1, 2, 3, 5, 6))
_ONE_RANK = np.uint64(0xF)
_EIGHT, _TWELVE = np.uint64(8), np.uint64(12)
_TWO_RANKS, _THREE_RANKS = np.uint64(0xFF), np.uint64(0xFFF)


@kernel
def bit(card: int) -> Word:
    """The word with the one bit of a card."""
    return _ONE << np.uint64(card)


@kernel
def copy_state(source: Words, target: Words) -> None:
    """Makes ``target`` the same state as ``source``."""
    for word in range(STATE_WORDS):
        target[word] = source[word]


@kernel
def first_parent(card: int) -> int:
    """The first of the two cards that ``card`` fits on; its twin ``^ 3`` is the second."""
    red = ((card >> 1) ^ card) & 1
    return (card & ~3) + 4 + (1 - red)


@kernel
def parents(on_a: Word, on_b: Word) -> Word:
    """The cards on which the cards of ``on_a`` (on the first) and ``on_b`` (second parent) lie."""
    return (
        ((on_a & CLUBS) << _S5)
        | ((on_a & DIAMONDS) << _S3)
        | ((on_a & HEARTS) << _S2)
        | ((on_a & SPADES) << _S2)
        | ((on_b & CLUBS) << _S6)
        | ((on_b & DIAMONDS) << _S6)
        | ((on_b & HEARTS) << _S5)
        | ((on_b & SPADES) << _S3)
    )


@kernel
def fitting(cards: Word) -> Word:
    """All cards that fit on one of ``cards``: one rank lower, of the other colour."""
    lower = cards >> _FOUR
    black = (lower & CLUBS) | ((lower & SPADES) >> _S3)
    red = ((lower & DIAMONDS) >> _S1) | ((lower & HEARTS) >> _S2)
    return (black << _S1) | (black << _S2) | red | (red << _S3)


@kernel
def twins(cards: Word) -> Word:
    """The cards of the same ranks and colours in the other suits."""
    return (
        ((cards & CLUBS) << _S3)
        | ((cards & SPADES) >> _S3)
        | ((cards & DIAMONDS) << _S1)
        | ((cards & HEARTS) >> _S1)
    )


@kernel
def next_up(state: Words) -> Word:
    """The cards that the foundations wait for (perhaps with bits above the deck's)."""
    return ((state[UP] << _FOUR) | _ONE_RANK) & ~state[UP]


@kernel
def safe_cards(up: Word) -> Word:
    """The cards, up or not, on which no card need ever be laid again (``prune.settle``)."""
    two = (up << _EIGHT) | _TWO_RANKS  # the card two ranks lower in the suit is up
    three = (up << _TWELVE) | _THREE_RANKS
    black = (two & CLUBS) & ((two & SPADES) >> _S3)
    red = ((two & DIAMONDS) >> _S1) & ((two & HEARTS) >> _S2)
    return ((black << _S1) | (black << _S2) | red | (red << _S3)) & twins(three)


@kernel
def foundation_tops(state: Words) -> Word:
    """The top cards of the foundations."""
    return state[UP] & ~(state[UP] >> _FOUR)


@kernel
def open_cards(state: Words) -> Word:
    """The top cards of the piles."""
    covered = state[COVERED] | parents(state[ON_A], state[ON_B])
    return (state[START] | state[ON_A] | state[ON_B] | state[BASE]) & ~covered


@kernel
def front_runs(state: Words) -> Word:
    """All cards of the piles that can be moved: the face-up runs at the tops of the piles."""
    loose = state[ON_A] | state[ON_B]
    below = parents(state[ON_A], state[ON_B])
    tableau = state[START] | loose | state[BASE]
    return loose | below | (tableau & ~state[COVERED])


@kernel
def symbol_of(state: Words, card: int) -> int:
    """The symbol of a card, 0 … 5."""
    if (state[START] | state[RESERVE]) >> np.uint64(card) & _ONE:
        return START
    for symbol in (ON_A, ON_B, BASE, IN_CELL):
        if state[symbol] >> np.uint64(card) & _ONE:
            return symbol
    return UP


@kernel
def unpack(key_0: Word, key_1: Word, problem: Words, state: Words) -> None:
    """Writes the ten words of the state with these keys."""
    for word in range(STATE_WORDS):
        state[word] = _ZERO
    state[KEY] = key_0
    state[KEY + 1] = key_1
    clubs, diamonds = key_0 & _LOW, key_0 >> _THIRTY_TWO
    hearts, spades = key_1 & _LOW, key_1 >> _THIRTY_TWO
    for rank in range(np.int64(problem[RANKS]) - 1, -1, -1):
        mark = _ONE << np.uint64(4 * rank)
        clubs, symbol = _last_digit(clubs)
        state[symbol] |= mark
        diamonds, symbol = _last_digit(diamonds)
        state[symbol] |= mark << _S1
        hearts, symbol = _last_digit(hearts)
        state[symbol] |= mark << _S2
        spades, symbol = _last_digit(spades)
        state[symbol] |= mark << _S3
    state[RESERVE] = state[START] & problem[START_RESERVE]
    state[START] &= ~problem[START_RESERVE]
    covered = _ZERO
    left = state[START]
    while left:
        covered |= _ONE << problem[UNDER + ctz(left)]
        left &= left - _ONE
    state[COVERED] = covered


@kernel
def join_run(state: Words, card: int, problem: Words) -> None:
    """Gives a run that has come free, from ``card`` down, its symbols ON_A and ON_B."""
    while problem[JOINS + card] and state[START] >> np.uint64(card) & _ONE:
        symbol = np.int64(problem[JOINS + card])
        mark = _ONE << np.uint64(card)
        state[START] ^= mark
        state[COVERED] ^= _ONE << problem[UNDER + card]
        state[symbol] |= mark
        state[KEY + ((card & 3) >> 1)] += np.uint64(symbol - START) * problem[WEIGHT + card]
        card = np.int64(problem[UNDER + card])


@kernel
def set_up(symbols: npt.NDArray[np.int8], problem: Words, root: Words) -> None:
    """Makes a position's problem and state.

    ``symbols``, int8[52], has each card's symbol, where all cards of the piles but the base cards
    have START. The words ALL to FLAGS and UNDER of ``problem`` are given, JOINS and WEIGHT are
    made.
    """
    ranks = np.int64(problem[RANKS])
    for word in range(STATE_WORDS):
        root[word] = _ZERO
    for card in range(4 * ranks):
        weight = _ONE
        for _ in range(ranks - 1 - (card >> 2)):
            weight *= _FIVE
        if card & 1:
            weight <<= _THIRTY_TWO
        problem[WEIGHT + card] = weight
        root[KEY + ((card & 3) >> 1)] += np.uint64(symbols[card]) * weight
        under = np.int64(problem[UNDER + card])
        problem[JOINS + card] = UP
        if under != NONE and not problem[FACE_DOWN] >> np.uint64(under) & _ONE:
            if under == first_parent(card):
                problem[JOINS + card] = ON_A
            elif under == first_parent(card) ^ 3:
                problem[JOINS + card] = ON_B
    unpack(root[KEY], root[KEY + 1], problem, root)
    tops = open_cards(root)
    while tops:
        join_run(root, ctz(tops), problem)
        tops &= tops - _ONE


@kernel
def _last_digit(number: Word) -> tuple[Word, int]:
    """The number without its last digit, and the digit (0 for a card that is up)."""
    if number == _ZERO:
        return number, np.int64(UP)
    rest = (number - _ONE) // _FIVE
    return rest, np.int64(number - rest * _FIVE)
