"""What the search need not try: plays without a choice, won states, lost states.

Each rule has its argument, what it needs of the rules of the game, and a switch (``state.py``).
"""

import numpy as np

from solver.games.trevi.kernel.moves import Log, put
from solver.games.trevi.kernel.runs import (
    cards_of,
    group_of,
    groups_above,
    groups_of,
    kids_of,
    lie,
    parents_of,
)
from solver.games.trevi.kernel.state import (
    ALL,
    CELLS,
    FLAGS,
    IN_CELL,
    JOINS,
    LOOSE,
    NONE,
    RESERVE,
    RULE_RETURN,
    START,
    UNDER,
    UP,
    USE_DEAD,
    USE_SAFE,
    USE_SEMI,
    Word,
    Words,
    bit,
    next_up,
    old_tops,
    safe_cards,
    successors,
    surface_of,
)
from solver.jit.bits import ctz, popcount
from solver.jit.options import kernel

# Places in the counters of a search.
SAFE_PLAYS = 5
SEMI_PLAYS = 6

_ZERO = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def settle(state: Words, problem: Words, log: Log, counters: Log) -> None:
    """Makes all plays that need no choice.

    **Safe play** (needs nothing). A card of rank r (ace 0) goes up at once when both foundations of
    the other colour hold at least r - 1 cards and the other foundation of its colour at least
    r - 2. Only cards of the other colour and of rank r - 1 can want to lie on it; the cards below
    them are up, so such a card can go up itself as soon as it is free. It is wanted on the piles
    only for a card of rank r - 2 of the first colour: one of them is up below the safe card, and
    the other can go up itself too, for its suit is up to rank r - 3. By induction nothing is lost.

    **Semi-safe play** (needs the return from the foundations, and chains). If the card below it on
    its foundation is safe, nobody wants that card back, so the foundation is as good a place as
    the fountain: from there the card can return wherever it could have been placed. So it goes up
    at once from the fountain, from a cell, and from a run (to which it can come back), and it
    serves as a link of chains from there. From an old part it does not: it could not come back
    there.

    Both go up only where no kid is in the way. ``counters``: those of the search.
    """
    flags = np.int64(problem[FLAGS])
    while True:
        safe = safe_cards(state[UP])
        fit = next_up(state) & problem[ALL]
        now = fit & safe if flags & USE_SAFE else _ZERO
        may = _ZERO
        if flags & USE_SEMI:
            may = fit & successors(safe)
        if not now | may:
            return
        ready = (now | may) & (state[RESERVE] | state[IN_CELL])
        if not ready:
            free, _, _ = lie(state, problem)
            loose = state[LOOSE]
            ready = cards_of(free) & ((now & surface_of(state)) | (may & loose))
            if not ready:
                return
        card = ctz(ready)
        counters[SAFE_PLAYS if now & bit(card) else SEMI_PLAYS] += 1
        put(state, card, UP, problem, log)


@kernel
def is_won(state: Words) -> bool:
    """Whether the rest plays itself: no pile has an old part.

    Then every pile is one run. The lowest card that is not up has only lower cards on it, and there
    are none: it is free, and its foundation wants it.
    """
    return state[START] == _ZERO


@kernel
def is_lost(state: Words, problem: Words, free: Word, short: Word, empty: int) -> bool:
    """The dead test: whether no cell and no pile can ever become empty (needs nothing).

    Asked of a state without an empty cell or pile. Play on with every rule that could stop a move
    left out: a group that once had a free parent keeps it, a card that was once free (in the
    fountain, in a cell, on a foundation) can be placed again and again. What can happen in the game
    can happen here. If even so no cell card finds a place and no pile becomes empty, none does in
    the game, and a game in which no pile is ever empty is not won.

    ``free``, ``short`` and ``empty``: what ``runs.lie`` says of the state.
    """
    if empty > 0 or not np.int64(problem[FLAGS]) & USE_DEAD:
        return False
    if popcount(state[IN_CELL]) < np.int64(problem[CELLS]):
        return False
    returns = np.int64(problem[FLAGS]) & RULE_RETURN
    up = state[UP]
    loose = state[LOOSE]
    tops = old_tops(state)
    links = state[RESERVE] | state[IN_CELL]
    if returns:
        links |= up
    while True:
        before = free
        placed = links & kids_of(free)
        free |= groups_of(placed)
        ready = cards_of(free) & (loose | tops)
        play = successors(up) & ~up & problem[ALL] & (ready | links)
        up |= play
        # A loose card that goes up gives its parent free; from the base of a pile, the pile.
        gone = groups_above(groups_of(play & loose))
        free |= gone
        if free & short:
            return False
        if (kids_of(free) | up) & state[IN_CELL]:
            return False
        moved = tops & (kids_of(free) | play)
        if free == before and not play | moved:
            return True
        tops ^= moved
        loose |= moved & ~play
        while moved:
            card = ctz(moved)
            moved &= moved - _ONE
            under = np.int64(problem[UNDER + card])
            while True:  # what comes to the surface: a card of the old part, or a run that joins it
                free |= bit(group_of(under))
                below = np.int64(problem[UNDER + under])
                if below == NONE:
                    loose |= bit(under)
                    short |= bit(parents_of(under))
                    break
                if not problem[JOINS + under]:
                    tops |= bit(under)
                    break
                loose |= bit(under)
                under = below
