"""The state of a search: eight words, and their packed form of two words.

Each card has one of four *symbols*::

    0  UP       on its foundation
    1  UNMOVED    where it lay at the start: on the same card of a pile, or in the reserve
    2  IN_RUN    in a face-up run at the top of a pile, as the card that begins the run's pile or on
                a card that it fits on
    3  IN_CELL  in a cell

That is all a state says. On which of its two possible parents a card in a run lies, or whether it
begins a pile, is not part of it: ``runs.py`` shows why that never matters. The cards of a pile
that keep UNMOVED are its *old part*, the lower end of the pile. A card of the old part that comes
to lie free in sequence on a face-up card, or free at the base of its pile, turns IN_RUN at once. So
every card of an old part but the top one is out of play.

**Packed**: a suit is a number in base 3, ace first, whose digits are the symbols; the digits 1 … 3
instead of 0 … 2 stand for cards that are not up, and cards that are up are leading zeros. This is
the bijective numeration: every row of symbols has a number of its own, and the number tells the
height of the foundation. A suit of 13 cards is below 3**13 * 3 / 2 < 2**22. Two suits share a
word::

    key 0:   | diamonds (32 bits) | clubs  (32 bits) |
    key 1:   | spades   (32 bits) | hearts (32 bits) |

        e.g. four ranks, hearts: ace up, 2H in a run (IN_RUN = 2), 3H untouched (UNMOVED = 1),
        4H in a cell (IN_CELL = 3):    0*27 + 2*9 + 1*3 + 3 = 24

So the key of a state *is* the state, no two states share one, and ``unpack`` gets the state back. A
search that compares keys in full never takes one state for another: there is no false match at all.
Moving a card changes its suit's number by (new symbol - old symbol) * 3**(ranks - 1 - rank).

**Unpacked**: words of 52 bits, one bit a card, card ``4 * rank + suit``::

    bit   51 50 49 48   47 46 45 44  …   3  2  1  0
    card  KS KH KD KC   QS QH QD QC  …  AS AH AD AC
"""

import numpy as np
import numpy.typing as npt

from solver.jit.bits import ctz
from solver.jit.options import kernel

Words = npt.NDArray[np.uint64]
Word = np.uint64

# The symbols. They are also the indices of their words in an unpacked state.
UP = 0
UNMOVED = 1  # of the piles only
IN_RUN = 2
IN_CELL = 3
SYMBOLS = 4
# Further words of an unpacked state.
RESERVE = 4  # cards that are still in the reserve (their symbol is UNMOVED too)
COVERED = 5  # cards below a card of the same old part
KEY = 6  # the packed form: the words 6 and 7
STATE_WORDS = 8

# The words of a problem: what is fixed while one position is searched.
ALL = 0  # the cards of the deck
FACE_DOWN = 1  # cards that lay face down at the start: they still do while in COVERED
START_RESERVE = 2  # cards that lay in the reserve at the start
PILES = 3
CELLS = 4
RANKS = 5
FLAGS = 6  # the switches of the rules and of the search
ORDER = 7  # 0, or the seed of an order of search that ignores the estimate
BELOW = 8  # + card: the card it lay on at the start, NONE for none; a card's number has six bits
CONTINUES_RUN = BELOW + 64  # + card: whether it lay in sequence on a face-up card at the start
WEIGHT = CONTINUES_RUN + 64  # + card: 3**(ranks - 1 - rank), in its suit's half of a key word
PROBLEM_WORDS = WEIGHT + 64

# Switches of the rules.
RULE_RETURN = 1  # a foundation's top card may go back to a pile
RULE_RETURN_TO_CELL = 2  # … and into a cell

# Switches of the search: the reductions, each argued where it is made (``moves.py``, ``prune.py``).
USE_CHAINS = 1 << 8
USE_SAFE = 1 << 9
USE_SEMI = 1 << 10
USE_DEAD = 1 << 11

#: Stands for "no card" wherever a card's number is kept.
NONE = 63

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_THREE = np.uint64(3)
_FOUR = np.uint64(4)
_LOW = np.uint64(0xFFFFFFFF)
_THIRTY_TWO = np.uint64(32)

CLUBS = np.uint64(0x1111111111111)
DIAMONDS = np.uint64(0x2222222222222)
HEARTS = np.uint64(0x4444444444444)
SPADES = np.uint64(0x8888888888888)
_S1, _S2, _S3 = (np.uint64(n) for n in (1, 2, 3))
_ONE_RANK, _TWO_RANKS, _THREE_RANKS = np.uint64(0xF), np.uint64(0xFF), np.uint64(0xFFF)
_EIGHT, _TWELVE = np.uint64(8), np.uint64(12)


@kernel
def bit(card: int) -> Word:
    """The word with the one bit of a card."""
    return _ONE << np.uint64(card)


@kernel
def is_red(card: int) -> int:
    """1 for a diamond or heart, 0 for a club or spade."""
    return ((card >> 1) ^ card) & 1


@kernel
def successors(cards: Word) -> Word:
    """The aces, and the next cards of the suits of some cards (perhaps bits above the deck's)."""
    return (cards << _FOUR) | _ONE_RANK


@kernel
def copy_state(source: Words, target: Words) -> None:
    """Makes ``target`` the same state as ``source``."""
    for word in range(STATE_WORDS):
        target[word] = source[word]


@kernel
def next_up(state: Words) -> Word:
    """The cards that the foundations wait for (perhaps with bits above the deck's)."""
    return successors(state[UP]) & ~state[UP]


@kernel
def foundation_tops(state: Words) -> Word:
    """The top cards of the foundations."""
    return state[UP] & ~(state[UP] >> _FOUR)


@kernel
def safe_cards(up: Word) -> Word:
    """The cards, up or not, on which no card need ever be laid again (``prune.play_dominant``)."""
    two = (up << _EIGHT) | _TWO_RANKS  # the card two ranks lower in the suit is up
    three = (up << _TWELVE) | _THREE_RANKS
    black = (two & CLUBS) & ((two & SPADES) >> _S3)
    red = ((two & DIAMONDS) >> _S1) & ((two & HEARTS) >> _S2)
    twins = ((three & CLUBS) << _S3) | ((three & SPADES) >> _S3)
    twins |= ((three & DIAMONDS) << _S1) | ((three & HEARTS) >> _S1)
    return ((black << _S1) | (black << _S2) | red | (red << _S3)) & twins


@kernel
def old_tops(state: Words) -> Word:
    """The top cards of the piles' old parts, one a pile that has one."""
    return state[UNMOVED] & ~state[COVERED]


@kernel
def surface_of(state: Words) -> Word:
    """The cards at the surface: those in runs, and the top cards of old parts."""
    return state[IN_RUN] | old_tops(state)


@kernel
def symbol_of(state: Words, card: int) -> int:
    """The symbol of a card, 0 … 3."""
    mark = bit(card)
    if (state[UNMOVED] | state[RESERVE]) & mark:
        return UNMOVED
    if state[IN_RUN] & mark:
        return IN_RUN
    if state[IN_CELL] & mark:
        return IN_CELL
    return UP


@kernel
def rekey(state: Words, card: int, old: int, new: int, problem: Words) -> None:
    """Changes the packed form where a card's symbol changes."""
    state[KEY + ((card & 3) >> 1)] += np.uint64(new - old) * problem[WEIGHT + card]


@kernel
def unpack(key_0: Word, key_1: Word, problem: Words, state: Words) -> None:
    """Writes the words of the state with these keys."""
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
    state[RESERVE] = state[UNMOVED] & problem[START_RESERVE]
    state[UNMOVED] &= ~problem[START_RESERVE]
    covered = _ZERO
    left = state[UNMOVED]
    while left:
        covered |= _ONE << problem[BELOW + ctz(left)]
        left &= left - _ONE
    state[COVERED] = covered & problem[ALL]  # NONE's bit is no card's


@kernel
def _last_digit(number: Word) -> tuple[Word, int]:
    """The number without its last digit, and the digit (0 for a card that is up)."""
    if number == _ZERO:
        return number, np.int64(UP)
    rest = (number - _ONE) // _THREE
    return rest, np.int64(number - rest * _THREE)


@kernel
def uncover(state: Words, card: int, problem: Words) -> None:
    """Updates a card of an old part on which no card of the old part lies any more.

    It turns IN_RUN if it is the base of its pile, or lies in sequence on a face-up card. Then the
    same holds for the card below it.
    """
    while card != NONE:
        below = np.int64(problem[BELOW + card])
        if below != NONE and not problem[CONTINUES_RUN + card]:
            return
        mark = bit(card)
        state[UNMOVED] ^= mark
        state[IN_RUN] |= mark
        rekey(state, card, UNMOVED, IN_RUN, problem)
        if below != NONE:
            state[COVERED] ^= bit(below)
        card = below


@kernel
def set_up(symbols: npt.NDArray[np.int8], problem: Words, root: Words) -> None:
    """Makes a position's problem and state.

    ``symbols``, int8[52], has each card's symbol, UNMOVED for all cards of the piles. The words ALL
    to FLAGS and BELOW of ``problem`` are given, CONTINUES_RUN and WEIGHT are made.
    """
    ranks = np.int64(problem[RANKS])
    key_0, key_1 = _ZERO, _ZERO
    for card in range(4 * ranks):
        weight = _ONE
        for _ in range(ranks - 1 - (card >> 2)):
            weight *= _THREE
        if card & 1:
            weight <<= _THIRTY_TWO
        problem[WEIGHT + card] = weight
        if card & 2:
            key_1 += np.uint64(symbols[card]) * weight
        else:
            key_0 += np.uint64(symbols[card]) * weight
        below = np.int64(problem[BELOW + card])
        problem[CONTINUES_RUN + card] = _ZERO
        is_open = below != NONE and not problem[FACE_DOWN] & bit(below)
        if is_open and (card >> 2) + 1 == below >> 2 and is_red(card) != is_red(below):
            problem[CONTINUES_RUN + card] = _ONE
    unpack(key_0, key_1, problem, root)
    tops = old_tops(root)
    while tops:
        uncover(root, ctz(tops), problem)
        tops &= tops - _ONE
