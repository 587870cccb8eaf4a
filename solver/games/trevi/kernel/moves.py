"""Moves of the search: macro moves, each a row of single moves.

What a move needs is a free parent, an empty pile, or a free card (``runs.py``); what it does is to
change the symbol of a card or a few. A run that only moves from one parent to another changes
nothing, and is no move here.

**Chains.** A fountain card that is placed on a pile covers a parent, and is itself one. So placing
it is of use only when something lands on it. Take any solution and push each such placing back to
just before the first move that needs the new parent; all moves between stay legal, since a card
that waits in the fountain covers nothing. If none needs it, leave the placing out: the card goes
up from the fountain instead. So a fountain card need enter the piles only as a link of a chain

    free parent <- link <- link <- … <- kid

in one macro move with the one that needs the free parent at its lower end. It need never go into a
cell (it is as free where it is), nor begin a pile: the pile without it, and it in the fountain,
can do all that and more. A chain ends at the first free parent above, for the parent beside that
one can be placed later as well.

A cell card waits in the same way, with two differences. It may begin a pile, for that frees its
cell. And waiting it keeps its cell: when another card needs that, it can wait no longer, so with
all cells full there is a macro move that lays a cell card down and puts another card into its
cell.

A foundation's top card that may come back waits on its foundation, if what lies below it there is
of no use any more (``returning_links``); the others come back by a macro move of their own.

**Who needs a chain.** A card that comes onto a pile; the kid of a card that leaves, where that
group has no free parent; and a kid that begins a pile, to empty that pile. Where an empty pile
does as well, the last of these can follow as a macro move of its own.
"""

import numpy as np
import numpy.typing as npt

from solver.games.trevi.kernel.runs import cards_of, group_above, group_of, kids_of, lie, parents_of
from solver.games.trevi.kernel.state import (
    ALL,
    CELLS,
    COVERED,
    FLAGS,
    IN_CELL,
    KEY,
    LOOSE,
    NONE,
    RESERVE,
    RULE_RETURN,
    RULE_RETURN_TO_CELL,
    START,
    UNDER,
    UP,
    USE_CHAINS,
    USE_SAFE,
    USE_SEMI,
    WEIGHT,
    Word,
    Words,
    bit,
    copy_state,
    foundation_tops,
    next_up,
    old_tops,
    safe_cards,
    symbol_of,
    uncover,
)
from solver.jit.bits import clz, ctz, popcount
from solver.jit.options import kernel

# A macro move is three words: links, then a card and its new symbol, then links again and a card
# that goes into a cell. The third word is card | symbol << 6 | second card << 8; NONE for no card.
LINKS = 0
MORE_LINKS = 1
ROUTE = 2
_NO_THEN = NONE << 8

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_ONE_RANK = np.uint64(0xF)

Log = npt.NDArray[np.int64]


@kernel
def put(state: Words, card: int, symbol: int, problem: Words, log: Log) -> None:
    """One single move, after which the card has a new symbol.

    ``log``: the number of single moves, then each as ``4 * card + symbol``.
    """
    mark = bit(card)
    old = symbol_of(state, card)
    state[KEY + ((card & 3) >> 1)] += np.uint64(symbol - old) * problem[WEIGHT + card]
    state[symbol] |= mark
    log[0] += 1
    log[log[0]] = 4 * card + symbol
    if old != START:
        state[old] ^= mark
    elif state[RESERVE] & mark:
        state[RESERVE] ^= mark
    else:
        under = np.int64(problem[UNDER + card])
        state[START] ^= mark
        state[COVERED] ^= bit(under)
        uncover(state, under, problem)


@kernel
def _lay(state: Words, links: Word, problem: Words, log: Log) -> None:
    """Lays the links of a chain, the highest first."""
    while links:
        link = 63 - clz(links)
        links ^= bit(link)
        put(state, link, LOOSE, problem, log)


@kernel
def play(
    state: Words, links: Word, more_links: Word, route: Word, problem: Words, log: Log
) -> None:
    """Plays a macro move."""
    card = np.int64(route) & 63
    then = np.int64(route) >> 8
    _lay(state, links, problem, log)
    if card != NONE:
        put(state, card, (np.int64(route) >> 6) & 3, problem, log)
    if then != NONE:
        _lay(state, more_links, problem, log)
        put(state, then, IN_CELL, problem, log)


@kernel
def returning_links(state: Words, problem: Words) -> tuple[Word, Word]:
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
def _chains(group: int, free: Word, links: Word, bases: Word, lists: Words) -> int:
    """Lists the chains whose lowest link is a card of ``group``, as sets of links.

    ``free``: the groups with a free parent; ``links``: the cards that may be links; ``bases``:
    those of them that may begin a pile. ``lists``: uint64[2, 2**14], whose first row they are
    written to. Returns their number.
    """
    chains, partial = lists[0], lists[1]
    found = 0
    count = 1  # sets of links from the lowest one to the group below the one looked at
    partial[0] = _ZERO
    while True:
        here = links & cards_of(bit(group))
        base = here & bases
        while base:
            mark = base & (~base + _ONE)
            base ^= mark
            for k in range(count):
                chains[found] = partial[k] | mark
                found += 1
        here &= ~bases
        if here == _ZERO:
            return found
        low = here & (~here + _ONE)
        high = here ^ low
        if high:
            for k in range(count):
                partial[count + k] = partial[k] | high
        for k in range(count):
            partial[k] |= low
        if high:
            count *= 2
        group = group_above(group)
        if bit(group) & free:
            for k in range(count):
                chains[found] = partial[k]
                found += 1
            return found


@kernel
def _emit(moves: Words, n: int, links: Word, more_links: Word, route: int) -> int:
    """Adds a macro move to the list; outside the part that is asked for it only counts."""
    if 0 <= n < len(moves):
        moves[n, LINKS] = links
        moves[n, MORE_LINKS] = more_links
        moves[n, ROUTE] = np.uint64(route)
    return n + 1


@kernel
def _emit_chains(
    group: int,
    free: Word,
    empty: int,
    links: Word,
    bases: Word,
    moves: Words,
    n: int,
    lists: Words,
    route: int,
) -> int:
    """Adds a move that needs a free parent in ``group``, or else an empty pile, or else a chain."""
    if bit(group) & free:
        return _emit(moves, n, _ZERO, _ZERO, route)
    if empty > 0:
        n = _emit(moves, n, _ZERO, _ZERO, route)
    for k in range(_chains(group, free, links, bases, lists)):
        n = _emit(moves, n, lists[0, k], _ZERO, route)
    return n


@kernel
def generate(
    state: Words, problem: Words, skip: int, moves: Words, lists: Words, scratch: Words, log: Log
) -> int:
    """Lists the macro moves of a settled state from number ``skip`` on, as room allows.

    Returns how many there are from there on. A state has some dozen moves, but a fountain that is
    full of links can make a hundred thousand. The caller takes them in parts: the same state has
    the same moves in the same order whatever part is listed, so none is left out, and none comes
    twice.

    ``moves``: uint64[:, 3]. ``lists`` (uint64[2, 2**14]), ``scratch`` (a state) and ``log`` are
    overwritten.
    """
    n = -skip
    flags = np.int64(problem[FLAGS])
    if not flags & USE_CHAINS:
        return _generate_single(state, problem, moves, n)
    free, short, empty = lie(state, problem)
    tops = old_tops(state)
    surface = state[LOOSE] | tops
    cells = state[IN_CELL]
    returning, back = returning_links(state, problem)
    links = state[RESERVE] | cells | returning
    bases = cells if empty > 0 else _ZERO

    left = next_up(state) & problem[ALL]
    while left:
        card = ctz(left)
        mark = bit(card)
        left ^= mark
        route = card | (UP << 6) | _NO_THEN
        if mark & (state[RESERVE] | cells):
            n = _emit(moves, n, _ZERO, _ZERO, route)
        elif mark & surface:
            n = _emit_chains(group_of(card), free, empty, links, bases, moves, n, lists, route)

    left = tops | back
    while left:
        card = ctz(left)
        left &= left - _ONE
        route = card | (LOOSE << 6) | _NO_THEN
        n = _emit_chains(parents_of(card), free, empty, links, bases, moves, n, lists, route)

    left = short
    while left:
        for k in range(_chains(ctz(left), free, links, bases, lists)):
            n = _emit(moves, n, lists[0, k], _ZERO, NONE | _NO_THEN)
        left &= left - _ONE

    if popcount(cells) < np.int64(problem[CELLS]):
        left = surface
        while left:
            card = ctz(left)
            left &= left - _ONE
            route = card | (IN_CELL << 6) | _NO_THEN
            n = _emit_chains(group_of(card), free, empty, links, bases, moves, n, lists, route)
        if flags & RULE_RETURN_TO_CELL:
            left = foundation_tops(state)
            while left:
                n = _emit(moves, n, _ZERO, _ZERO, ctz(left) | (IN_CELL << 6) | _NO_THEN)
                left &= left - _ONE
        return n

    left = cells
    while left:
        card = ctz(left)
        mark = bit(card)
        left ^= mark
        group = parents_of(card)
        if bit(group) & free or empty > 0:
            n = _make_room(state, _ZERO, card, problem, moves, n, lists, scratch, log)
        if not bit(group) & free:
            # The list is read while the moves behind it are listed: it needs a place of its own.
            found = _chains(group, free, links & ~mark, bases & ~mark, lists)
            kept = lists.shape[1] - found
            for k in range(found):
                lists[1, kept + k] = lists[0, k]
            for k in range(found):
                n = _make_room(
                    state, lists[1, kept + k], card, problem, moves, n, lists, scratch, log
                )
    return n


@kernel
def _generate_single(state: Words, problem: Words, moves: Words, n: int) -> int:
    """Lists all single moves, for a search without chains."""
    flags = np.int64(problem[FLAGS])
    free, _, empty = lie(state, problem)
    tops = old_tops(state)
    waiting = state[RESERVE] | state[IN_CELL]
    surface = state[LOOSE] | tops
    leaving = surface if empty > 0 else surface & cards_of(free)
    tops_up = foundation_tops(state) if flags & RULE_RETURN else _ZERO
    left = next_up(state) & problem[ALL] & (leaving | waiting)
    while left:
        n = _emit(moves, n, _ZERO, _ZERO, ctz(left) | (UP << 6) | _NO_THEN)
        left &= left - _ONE
    left = tops | waiting | tops_up
    if empty <= 0:
        left &= kids_of(free)
    while left:
        n = _emit(moves, n, _ZERO, _ZERO, ctz(left) | (LOOSE << 6) | _NO_THEN)
        left &= left - _ONE
    if popcount(state[IN_CELL]) < np.int64(problem[CELLS]):
        left = leaving | state[RESERVE]
        if flags & RULE_RETURN_TO_CELL:
            left |= tops_up
        while left:
            n = _emit(moves, n, _ZERO, _ZERO, ctz(left) | (IN_CELL << 6) | _NO_THEN)
            left &= left - _ONE
    return n


@kernel
def _make_room(
    state: Words,
    links: Word,
    card: int,
    problem: Words,
    moves: Words,
    n: int,
    lists: Words,
    scratch: Words,
    log: Log,
) -> int:
    """Adds the moves that lay a cell card down and put another card into its cell.

    ``links``: those that the cell card is laid on.
    """
    copy_state(state, scratch)
    log[0] = 0
    _lay(scratch, links, problem, log)
    put(scratch, card, LOOSE, problem, log)
    free, _, empty = lie(scratch, problem)
    surface = scratch[LOOSE] | old_tops(scratch)
    cells = scratch[IN_CELL]
    returning, _ = returning_links(scratch, problem)
    more = scratch[RESERVE] | cells | returning
    bases = cells if empty > 0 else _ZERO
    left = surface & ~links & ~bit(card)
    while left:
        then = ctz(left)
        left &= left - _ONE
        route = card | (LOOSE << 6) | (then << 8)
        group = group_of(then)
        if bit(group) & free or empty > 0:
            n = _emit(moves, n, links, _ZERO, route)
        if not bit(group) & free:
            for k in range(_chains(group, free, more, bases, lists)):
                n = _emit(moves, n, links, lists[0, k], route)
    if np.int64(problem[FLAGS]) & RULE_RETURN_TO_CELL:
        left = foundation_tops(scratch)
        while left:
            n = _emit(moves, n, links, _ZERO, card | (LOOSE << 6) | (ctz(left) << 8))
            left &= left - _ONE
    return n
