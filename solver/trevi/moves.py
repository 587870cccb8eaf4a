"""Moves of the search: macro moves, each a row of single legal moves.

**Chains.** A move whose only effect is to *place* a card can wait until something lands on that
card. Take any solution and push each placing of a fountain card back to just before the first move
that lands on the card; all moves between stay legal, since a card that waits in the fountain
covers nothing and was in nobody's way. If no move ever lands on it, leave the placing out: the
card goes up from the fountain instead. So a fountain card need enter the piles only as a link of a
chain

    target <- link <- link <- … <- mover

one macro move, whose mover is a run of the piles or a card that comes back from a foundation. It
need never go into a cell (it is as free where it is), nor be the base of an empty pile: the pile
without it, and it in the fountain, can do all that and more.

A cell card is placed the same way, as a link (or as the base of a chain in an empty pile, for
there it frees its cell), with one difference: waiting, it keeps its cell. When another card needs
that cell, it can wait no longer. So with all cells full there is a second macro move: a chain
whose mover is the cell card, and then a card that goes into the cell.

A foundation's card that may come back (``links_from_foundations``) waits on its foundation in the
same way, if what lies below it there is of no use any more.

**Twins** (``prune.py``): a run that lies on a card whose twin is open could as well lie on the
twin. Such cards are *lent*: a move may use a lent card as if it were open, and first moves the run
over.
"""

import numpy as np
import numpy.typing as npt

from ..jit.bits import clz, ctz, popcount
from ..jit.options import kernel
from .state import (
    ALL,
    BASE,
    CELLS,
    FLAGS,
    HEARTS,
    IN_CELL,
    KEY,
    NONE,
    ON_A,
    ON_B,
    PILES,
    RANKS,
    RESERVE,
    RULE_RETURN,
    RULE_RETURN_TO_CELL,
    SPADES,
    START,
    UNDER,
    UP,
    USE_SAFE,
    USE_SEMI,
    USE_TWIN,
    WEIGHT,
    Word,
    Words,
    bit,
    first_parent,
    fitting,
    foundation_tops,
    join_run,
    next_up,
    open_cards,
    parents,
    safe_cards,
    symbol_of,
    twins,
)
from .state import COVERED as _COVERED

# A macro move is three words: its links, the runs that are moved to their second parents first, and
# mover | target << 6 | then << 12, where ``then`` is a card that goes into a cell afterwards, or
# NONE.
LINKS = 0
SWAPS = 1
ROUTE = 2
MOVE_WORDS = 3
# Targets that are not cards.
TO_EMPTY = 52
TO_FOUNDATION = 53
TO_CELL = 54

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_ONE_RANK = np.uint64(0xF)
_BLACK = np.uint64(0x9)  # of a rank's four bits
_RED = np.uint64(0x6)

Log = npt.NDArray[np.int64]


@kernel
def put(state: Words, card: int, symbol: int, problem: Words, log: Log) -> None:
    """One single move: a card, with what lies on it, to where its new symbol says.

    ``log``: the number of single moves, then each as ``8 * card + symbol``.
    """
    mark = bit(card)
    old = symbol_of(state, card)
    state[KEY + ((card & 3) >> 1)] += np.uint64(symbol - old) * problem[WEIGHT + card]
    state[symbol] |= mark
    log[0] += 1
    log[log[0]] = 8 * card + symbol
    if old != START:
        state[old] ^= mark
    elif state[RESERVE] & mark:
        state[RESERVE] ^= mark
    else:
        under = np.int64(problem[UNDER + card])
        state[START] ^= mark
        state[_COVERED] ^= bit(under)
        join_run(state, under, problem)


@kernel
def _symbol_on(card: int, below: int) -> int:
    """The symbol of a card that is laid on ``below``, a card that it fits on or ``TO_EMPTY``."""
    if below == TO_EMPTY:
        return BASE
    if below == first_parent(card):
        return ON_A
    return ON_B


@kernel
def play(state: Words, links: Word, swaps: Word, route: Word, problem: Words, log: Log) -> None:
    """Plays a macro move."""
    mover = np.int64(route) & 63
    below = (np.int64(route) >> 6) & 63
    then = np.int64(route) >> 12
    while swaps:
        put(state, ctz(swaps), ON_B, problem, log)
        swaps &= swaps - _ONE
    if below == TO_FOUNDATION:
        put(state, mover, UP, problem, log)
    elif below == TO_CELL:
        put(state, mover, IN_CELL, problem, log)
    else:
        while links:
            link = 63 - clz(links)
            links ^= bit(link)
            put(state, link, _symbol_on(link, below), problem, log)
            below = link
        put(state, mover, _symbol_on(mover, below), problem, log)
    if then != NONE:
        put(state, then, IN_CELL, problem, log)


@kernel
def _emit(moves: Words, n: int, links: Word, swaps: Word, route: int) -> int:
    """Adds a macro move to the list; past its end it only counts, and the caller sees that."""
    if n < len(moves):
        moves[n, LINKS] = links
        moves[n, SWAPS] = swaps
        moves[n, ROUTE] = np.uint64(route)
    return n + 1


@kernel
def lent_cards(state: Words, opened: Word, problem: Words) -> Word:
    """The covered cards whose run could as well lie on their open twin, in a settled state."""
    if np.int64(problem[FLAGS]) & USE_TWIN:
        return parents(state[ON_A] & fitting(opened & (HEARTS | SPADES)), _ZERO)
    return _ZERO


@kernel
def links_from_foundations(state: Words, problem: Words) -> tuple[Word, Word]:
    """The foundations' tops that come back as links of chains, and those that do as movers."""
    flags = np.int64(problem[FLAGS])
    if not flags & RULE_RETURN:
        return _ZERO, _ZERO
    tops = foundation_tops(state)
    safe = safe_cards(state[UP])
    if flags & USE_SAFE:
        tops &= ~safe
    links = _ZERO
    if flags & USE_SEMI:
        links = tops & ((safe << _FOUR) | _ONE_RANK)
    return links, tops ^ links


@kernel
def _chains(
    state: Words,
    problem: Words,
    mover: int,
    then: int,
    swaps: Word,
    targets: Word,
    lent: Word,
    links: Word,
    bases: Word,
    moves: Words,
    n: int,
    partial: Words,
) -> int:
    """Adds all chains that ``mover`` can end, to a card of ``targets`` or to an empty pile.

    ``links``: the cards that may be links; ``bases``: those of them that may lie in an empty pile,
    none where no pile is empty. Returns the new number of moves.
    """
    red = ((mover >> 1) ^ mover) & 1
    count = 1  # the rows of links so far, from the mover up to the rank below
    partial[0] = _ZERO
    route = mover | (then << 12)
    for rank in range((mover >> 2) + 1, np.int64(problem[RANKS])):
        red ^= 1
        rung = (_RED if red else _BLACK) << np.uint64(4 * rank)
        here = targets & rung
        while here:
            target = ctz(here)
            here &= here - _ONE
            swap = swaps
            if lent & bit(target):
                swap |= fitting(bit(target)) & state[ON_A]
                if swap & bit(mover):
                    continue  # the run that lies there already
            for k in range(count):
                n = _emit(moves, n, partial[k], swap, route | (target << 6))
        here = bases & rung
        while here:
            base = here & (~here + _ONE)
            here ^= base
            for k in range(count):
                n = _emit(moves, n, partial[k] | base, swaps, route | (TO_EMPTY << 6))
        here = links & rung
        if here == _ZERO:
            break
        low = here & (~here + _ONE)
        high = here ^ low
        if high:
            for k in range(count):
                partial[count + k] = partial[k] | high
        for k in range(count):
            partial[k] |= low
        if high:
            count *= 2
    return n


@kernel
def generate(state: Words, problem: Words, moves: Words, partial: Words) -> int:
    """Lists the macro moves of a settled state. Returns how many there are.

    ``moves``: uint64[:, 3]; if the number is larger than it, the list is not complete.
    ``partial``: uint64[2**13], scratch.
    """
    flags = np.int64(problem[FLAGS])
    opened = open_cards(state)
    lent = lent_cards(state, opened, problem)
    opened |= lent
    cells = state[IN_CELL]
    has_empty = popcount(state[BASE]) < np.int64(problem[PILES])
    has_room = popcount(cells) < np.int64(problem[CELLS])
    returning, back = links_from_foundations(state, problem)
    links = state[RESERVE] | cells | returning
    bases = cells if has_empty else _ZERO
    loose = state[ON_A] | state[ON_B]
    no_then = NONE << 12
    n = 0

    left = next_up(state) & problem[ALL] & (opened | state[RESERVE] | cells)
    while left:
        card = ctz(left)
        left &= left - _ONE
        swap = fitting(bit(card) & lent) & state[ON_A]
        n = _emit(moves, n, _ZERO, swap, card | (TO_FOUNDATION << 6) | no_then)

    left = opened
    while left:
        card = ctz(left)
        left &= left - _ONE
        swap = fitting(bit(card) & lent) & state[ON_A]
        if has_room:
            n = _emit(moves, n, _ZERO, swap, card | (TO_CELL << 6) | no_then)
        while True:  # every run that ends with this card
            n = _chains(
                state, problem, card, NONE, swap, opened, lent, links, bases, moves, n, partial
            )
            if has_empty and not state[BASE] & bit(card):
                n = _emit(moves, n, _ZERO, swap, card | (TO_EMPTY << 6) | no_then)
            if not loose & bit(card):
                break
            parent = first_parent(card)
            card = parent if state[ON_A] & bit(card) else parent ^ 3

    left = back
    while left:
        card = ctz(left)
        left &= left - _ONE
        n = _chains(
            state, problem, card, NONE, _ZERO, opened, lent, links, bases, moves, n, partial
        )
        if has_empty:
            n = _emit(moves, n, _ZERO, _ZERO, card | (TO_EMPTY << 6) | no_then)

    to_cell = opened
    if flags & RULE_RETURN_TO_CELL:
        tops = foundation_tops(state)
        to_cell |= tops
        while has_room and tops:
            n = _emit(moves, n, _ZERO, _ZERO, ctz(tops) | (TO_CELL << 6) | no_then)
            tops &= tops - _ONE
    if has_room:
        return n
    left = cells
    while left:
        card = ctz(left)
        left &= left - _ONE
        others = to_cell
        while others:
            then = ctz(others)
            mark = bit(then)
            others ^= mark
            swap = fitting(mark & lent) & state[ON_A]
            targets = opened & ~mark
            if (mark | twins(mark)) & lent:
                targets &= ~twins(mark)  # one run covers one of the two in any case
            n = _chains(
                state,
                problem,
                card,
                then,
                swap,
                targets,
                lent,
                links & ~bit(card) & ~mark,
                bases & ~bit(card),
                moves,
                n,
                partial,
            )
            if has_empty:
                n = _emit(moves, n, _ZERO, swap, card | (TO_EMPTY << 6) | (then << 12))
    return n
