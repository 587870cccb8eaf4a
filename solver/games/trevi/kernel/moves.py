"""Moves of the search: macro moves, each a row of single moves.

A move needs a free parent, an empty pile, or a free card (``runs.py``). It changes the symbol of
one card or a few. A run that only moves from one parent to another changes nothing, and is no move
here.

**Chains.** A reserve card that is placed on a pile covers a parent, and is itself one. So placing
it is of use only when something lands on it. Take any solution and delay each such placing until
just before the first move that needs the new parent. All moves between stay legal, since a card
that waits in the reserve covers nothing. If no move needs the new parent, leave the placing out:
the card goes up from the reserve instead. So a reserve card need enter the piles only as a link of
a chain

    free parent <- link <- link <- … <- child card

in one macro move with the one that needs the free parent at its lower end. It need never go into a
cell (it is as free where it is), nor begin a pile: the pile without it, and it in the reserve, can
do all that and more. A chain ends at the first free parent above, for the parent beside that one
can be placed later as well.

A cell card waits in the same way, with two differences. It may begin a pile, for that frees its
cell. And while it waits it keeps its cell. When another card needs that cell, it can wait no
longer: so with all cells full there is a macro move that lays a cell card down and puts another
card into its cell.

The top card of a foundation, if it may come back, waits on its foundation where what lies below it
there is of no use any more (``returning_links``). The others come back by a macro move of their
own.

**What needs a chain.** A card that comes onto a pile; the child card of a card that leaves, where
that group has no free parent; and a homeless child card, to empty its pile. Where an empty pile
does as well, the last of these can follow as a macro move of its own.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.trevi.kernel.runs import (
    cards_of,
    child_cards_of,
    group_above,
    group_of,
    parents_of,
    run_layout,
)
from solver.games.trevi.kernel.state import (
    ALL,
    BELOW,
    CELLS,
    COVERED,
    FLAGS,
    IN_CELL,
    IN_RUN,
    NONE,
    RESERVE,
    RULE_RETURN,
    RULE_RETURN_TO_CELL,
    SYMBOLS,
    UNMOVED,
    UP,
    USE_CHAINS,
    USE_SAFE,
    USE_SEMI,
    Word,
    Words,
    bit,
    copy_state,
    foundation_tops,
    next_up,
    old_tops,
    rekey,
    safe_cards,
    successors,
    surface_of,
    symbol_of,
    uncover,
)
from solver.jit.bits import clz, ctz, popcount
from solver.jit.options import kernel

# A macro move is three words: links, then a card and its new symbol, then links again and a second
# card, which goes into a cell. NONE stands for no card::
#
#     ROUTE:   | second card (6 bits) | symbol (2 bits) | card (6 bits) |
LINKS = 0
MORE_LINKS = 1
ROUTE = 2
MOVE_WORDS = 3
_CARD_BITS = 6
_SECOND_AT = 8

#: Room for the chains that one card can land on. A chain is needed only on a group with a child
#: card, or by a card that lands, and nothing lies on an ace. So its links are of the ranks 1 … 12,
#: for each rank one of two twins. That makes 2**12 sets of links. No chain is the beginning of
#: another one, for each ends at a base or at the first free parent: so there are no more chains
#: than that. One place is for no links at all.
MOST_CHAINS = (1 << 12) + 1

# The rows of lists of chains.
FOUND = 0  # the chains of the last request
PARTIAL = 1  # sets of links that go on
KEPT = 2  # chains that are still read while others are found
LISTS = 3

#: Words of a log: the count; a macro move, which is twice a chain and a card that follows it; and
#: the automatic plays after it, each of which puts another card of the pack up.
LOG_WORDS = 1 + 2 * (12 + 1) + 52

_ZERO = np.uint64(0)
_ONE = np.uint64(1)

Log = npt.NDArray[np.int64]


@kernel
def put(state: Words, card: int, symbol: int, problem: Words, log: Log) -> None:
    """Makes one single move: the card gets a new symbol.

    ``log``: the number of single moves, then each as ``SYMBOLS * card + symbol``.
    """
    mark = bit(card)
    old = symbol_of(state, card)
    rekey(state, card, old, symbol, problem)
    state[symbol] |= mark
    log[0] += 1
    log[log[0]] = SYMBOLS * card + symbol
    if old != UNMOVED:
        state[old] ^= mark
    elif state[RESERVE] & mark:
        state[RESERVE] ^= mark
    else:
        below = np.int64(problem[BELOW + card])
        state[UNMOVED] ^= mark
        state[COVERED] ^= bit(below)
        uncover(state, below, problem)


@kernel
def _lay(state: Words, links: Word, problem: Words, log: Log) -> None:
    """Lays the links of a chain, the highest first."""
    while links:
        link = 63 - clz(links)
        links ^= bit(link)
        put(state, link, IN_RUN, problem, log)


@kernel
def _route(card: int, symbol: int, second: int) -> int:
    return card | (symbol << _CARD_BITS) | (second << _SECOND_AT)


@kernel
def _parts(route: int) -> tuple[int, int, int]:
    """The card, its new symbol, and the second card."""
    return route & NONE, (route >> _CARD_BITS) & 3, route >> _SECOND_AT


@kernel
def play(
    state: Words, links: Word, more_links: Word, route: Word, problem: Words, log: Log
) -> None:
    """Plays a macro move."""
    card, symbol, second = _parts(np.int64(route))
    _lay(state, links, problem, log)
    if card != NONE:
        put(state, card, symbol, problem, log)
    if second != NONE:
        _lay(state, more_links, problem, log)
        put(state, second, IN_CELL, problem, log)


@kernel
def returning_links(state: Words, problem: Words) -> tuple[Word, Word]:
    """The top cards of foundations that come back as links, and those that come back as movers."""
    flags = np.int64(problem[FLAGS])
    if not flags & RULE_RETURN:
        return _ZERO, _ZERO
    tops = foundation_tops(state)
    safe = safe_cards(state[UP])
    if flags & USE_SAFE:
        tops &= ~safe
    links = _ZERO
    if flags & USE_SEMI:
        links = tops & successors(safe)
    return links, tops ^ links


class Landing(NamedTuple):
    """What lets a card land in a state, or the run on a card that leaves."""

    free: Word  # the groups with a free parent
    empty: int  # empty piles
    links: Word  # the cards that may be links of a chain
    bases: Word  # those of them that may begin a pile


@kernel
def _landing(state: Words, problem: Words) -> tuple[Landing, Word, Word]:
    """What lets a card land.

    Also returns the groups with a homeless child card, and the top cards of foundations that come
    back by a move of their own.
    """
    free, homeless, empty = run_layout(state, problem)
    returning, movers = returning_links(state, problem)
    cells = state[IN_CELL]
    bases = cells if empty > 0 else _ZERO
    return Landing(free, empty, state[RESERVE] | cells | returning, bases), homeless, movers


@kernel
def _lowest(cards: Word) -> Word:
    return cards & (~cards + _ONE)


@kernel
def _end_at_bases(bases: Word, partial: Words, count: int, chains: Words, found: int) -> int:
    """Lists the chains that end with a card that begins a pile, below it ``count`` sets of links.

    Returns the place behind the last one.
    """
    while bases:
        base = _lowest(bases)
        bases ^= base
        for k in range(count):
            chains[found + k] = partial[k] | base
        found += count
    return found


@kernel
def _chains(group: int, landing: Landing, lists: Words, found: int) -> int:
    """Lists the chains whose lowest link is a card of ``group``, as sets of links.

    They are written to the row FOUND of ``lists`` from place ``found`` on. Returns the place behind
    the last one.
    """
    chains, partial = lists[FOUND], lists[PARTIAL]
    free, links, bases = landing.free, landing.links, landing.bases
    count = 1  # sets of links from the lowest one to the group below the one looked at
    partial[0] = _ZERO
    while True:
        here = links & cards_of(bit(group))
        if here & bases:
            found = _end_at_bases(here & bases, partial, count, chains, found)
        here &= ~bases
        if here == _ZERO:
            return found
        low = _lowest(here)
        high = here ^ low
        if high:  # each set goes on with either twin
            for k in range(count):
                partial[count + k] = partial[k] | high
        for k in range(count):
            partial[k] |= low
        if high:
            count *= 2
        group = group_above(group)
        if bit(group) & free:
            for k in range(count):
                chains[found + k] = partial[k]
            return found + count


@kernel
def _ways(group: int, landing: Landing, lists: Words) -> int:
    """Lists the sets of links after which a card can land on ``group``; returns their number.

    No links where the group has a free parent; else none where a pile is empty, and the chains.
    """
    lists[FOUND, 0] = _ZERO
    if bit(group) & landing.free:
        return 1
    return _chains(group, landing, lists, 1 if landing.empty > 0 else 0)


@kernel
def _emit(moves: Words, n: int, links: Word, more_links: Word, route: int) -> int:
    """Adds a macro move to the list; outside the requested part it only counts."""
    if 0 <= n < len(moves):
        moves[n, LINKS] = links
        moves[n, MORE_LINKS] = more_links
        moves[n, ROUTE] = np.uint64(route)
    return n + 1


@kernel
def _emit_each(cards: Word, symbol: int, moves: Words, n: int) -> int:
    """Adds a move to a new symbol, without links, for each of some cards."""
    while cards:
        n = _emit(moves, n, _ZERO, _ZERO, _route(ctz(cards), symbol, NONE))
        cards &= cards - _ONE
    return n


@kernel
def _emit_moves(
    cards: Word, symbol: int, landing: Landing, moves: Words, n: int, lists: Words
) -> int:
    """Adds the moves of cards to a new symbol that need room for the card or for its child card."""
    while cards:
        card = ctz(cards)
        cards &= cards - _ONE
        group = parents_of(card) if symbol == IN_RUN else group_of(card)
        route = _route(card, symbol, NONE)
        if bit(group) & landing.free:  # the most frequent case: no list is needed
            n = _emit(moves, n, _ZERO, _ZERO, route)
            continue
        for k in range(_ways(group, landing, lists)):
            n = _emit(moves, n, lists[FOUND, k], _ZERO, route)
    return n


@kernel
def _emit_merges(groups: Word, landing: Landing, moves: Words, n: int, lists: Words) -> int:
    """Adds the chains onto which homeless child cards can go: a pile becomes empty."""
    while groups:
        for k in range(_chains(ctz(groups), landing, lists, 0)):
            n = _emit(moves, n, lists[FOUND, k], _ZERO, _route(NONE, UP, NONE))
        groups &= groups - _ONE
    return n


@kernel
def _emit_exchanges(
    state: Words,
    problem: Words,
    landing: Landing,
    moves: Words,
    n: int,
    lists: Words,
    scratch: Words,
    log: Log,
) -> int:
    """Adds the moves that lay a cell card down and put another card into its cell."""
    cells = state[IN_CELL]
    while cells:
        card = ctz(cells)
        mark = bit(card)
        cells ^= mark
        others = Landing(landing.free, landing.empty, landing.links & ~mark, landing.bases & ~mark)
        found = _ways(parents_of(card), others, lists)
        for k in range(found):
            lists[KEPT, k] = lists[FOUND, k]
        for k in range(found):
            links = lists[KEPT, k]
            copy_state(state, scratch)
            log[0] = 0
            _lay(scratch, links, problem, log)
            put(scratch, card, IN_RUN, problem, log)
            n = _emit_into_cell_of(card, links, scratch, problem, moves, n, lists)
    return n


@kernel
def _emit_into_cell_of(
    card: int, links: Word, state: Words, problem: Words, moves: Words, n: int, lists: Words
) -> int:
    """Adds the moves into the cell of ``card``, which lies on ``links`` by now, in ``state``."""
    landing, _, _ = _landing(state, problem)
    left = surface_of(state) & ~links & ~bit(card)
    while left:
        second = ctz(left)
        left &= left - _ONE
        route = _route(card, IN_RUN, second)
        for k in range(_ways(group_of(second), landing, lists)):
            n = _emit(moves, n, links, lists[FOUND, k], route)
    if np.int64(problem[FLAGS]) & RULE_RETURN_TO_CELL:
        left = foundation_tops(state)
        while left:
            n = _emit(moves, n, links, _ZERO, _route(card, IN_RUN, ctz(left)))
            left &= left - _ONE
    return n


@kernel
def generate(
    state: Words, problem: Words, skip: int, moves: Words, lists: Words, scratch: Words, log: Log
) -> int:
    """Lists the macro moves of a state from number ``skip`` on, as room allows.

    The state has no automatic play left. Returns how many moves there are from ``skip`` on. A state
    has some dozen moves, but a reserve that is full of links can make a hundred thousand. The
    caller takes them in parts: the same state has the same moves in the same order whatever part is
    listed, so none is left out, and none comes twice.

    ``moves``: uint64[:, MOVE_WORDS]. Overwritten: ``lists``, uint64[LISTS, MOST_CHAINS],
    ``scratch``, a state, and ``log``.
    """
    n = -skip
    flags = np.int64(problem[FLAGS])
    if not flags & USE_CHAINS:
        return _generate_single(state, problem, moves, n)
    landing, homeless, movers = _landing(state, problem)
    surface = surface_of(state)
    waiting = state[RESERVE] | state[IN_CELL]
    ready = next_up(state) & problem[ALL] & (waiting | surface)
    while ready:
        mark = _lowest(ready)
        ready ^= mark
        if mark & waiting:
            n = _emit_each(mark, UP, moves, n)
        else:
            n = _emit_moves(mark, UP, landing, moves, n, lists)
    n = _emit_moves(old_tops(state) | movers, IN_RUN, landing, moves, n, lists)
    n = _emit_merges(homeless, landing, moves, n, lists)
    cells = state[IN_CELL]
    if popcount(cells) == np.int64(problem[CELLS]):
        if cells:
            n = _emit_exchanges(state, problem, landing, moves, n, lists, scratch, log)
        return n
    n = _emit_moves(surface, IN_CELL, landing, moves, n, lists)
    if flags & RULE_RETURN_TO_CELL:
        n = _emit_each(foundation_tops(state), IN_CELL, moves, n)
    return n


@kernel
def _generate_single(state: Words, problem: Words, moves: Words, n: int) -> int:
    """Lists all single moves, for a search without chains."""
    flags = np.int64(problem[FLAGS])
    free, _, empty = run_layout(state, problem)
    waiting = state[RESERVE] | state[IN_CELL]
    surface = surface_of(state)
    leaving = surface if empty > 0 else surface & cards_of(free)
    returning = foundation_tops(state) if flags & RULE_RETURN else _ZERO
    n = _emit_each(next_up(state) & problem[ALL] & (leaving | waiting), UP, moves, n)
    landing = old_tops(state) | waiting | returning
    n = _emit_each(landing if empty > 0 else landing & child_cards_of(free), IN_RUN, moves, n)
    if popcount(state[IN_CELL]) < np.int64(problem[CELLS]):
        if not flags & RULE_RETURN_TO_CELL:
            returning = _ZERO
        n = _emit_each(leaving | state[RESERVE] | returning, IN_CELL, moves, n)
    return n
