"""Dominance: what the search need not try. Automatic plays, won states, lost states.

Each rule has its argument, its needs among the rules of the game, and a switch (``state.py``).
"""

import numpy as np

from solver.games.trevi.kernel.moves import Log, put
from solver.games.trevi.kernel.runs import (
    cards_of,
    child_cards_of,
    group_of,
    groups_above,
    groups_of,
    parents_of,
    run_layout,
)
from solver.games.trevi.kernel.state import (
    ALL,
    BELOW,
    CELLS,
    CONTINUES_RUN,
    FLAGS,
    IN_CELL,
    IN_RUN,
    NONE,
    RESERVE,
    RULE_RETURN,
    UNMOVED,
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
def play_dominant(state: Words, problem: Words, log: Log, counters: Log) -> None:
    """Makes all automatic plays: those that lose nothing, whatever follows.

    **Safe play** (needs nothing). A card of rank r (ace 0) goes up at once when both foundations of
    the other colour hold at least r - 1 cards and the other foundation of its colour at least
    r - 2. Only cards of the other colour and of rank r - 1 can need to lie on it. The cards below
    them are up, so such a card can go up itself as soon as it is free. It is needed on the piles
    only for a card of rank r - 2 of the first colour: one of them is up below the safe card, and
    the other can go up itself too, for its suit is up to rank r - 3. By induction nothing is lost.

    **Semi-safe play** (needs the return from the foundations, and chains). If the card below it on
    its foundation is safe, that card is never needed back, so the foundation is as good a place as
    the reserve: from there the card can return wherever it could have been placed. So it goes up
    at once from the reserve, from a cell, and from a run (to which it can come back), and it serves
    as a link of chains from there. From an old part it does not: it could not come back there.

    Both go up only where no child card is in the way. ``counters``: those of the search.
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
            free, _, _ = run_layout(state, problem)
            ready = cards_of(free) & ((now & surface_of(state)) | (may & state[IN_RUN]))
            if not ready:
                return
        card = ctz(ready)
        counters[SAFE_PLAYS if now & bit(card) else SEMI_PLAYS] += 1
        put(state, card, UP, problem, log)


@kernel
def is_won(state: Words) -> bool:
    """Whether the rest goes up by itself: no pile has an old part.

    Then every pile is one run. The lowest card that is not up has only lower cards on it, and there
    are none: it is free, and it is the next card of its foundation.
    """
    return state[UNMOVED] == _ZERO


@kernel
def is_lost(state: Words, problem: Words, free: Word, homeless: Word, empty: int) -> bool:
    """The dead test: whether no cell and no pile can ever become empty (needs nothing).

    It applies to a state without an empty cell or pile. Relax the game: a group that once had a
    free parent keeps it, and a card that was once free (in the reserve, in a cell, on a foundation)
    can be placed again and again. What can happen in the game can happen here. If even so no cell
    card finds a place and no pile becomes empty, none does in the game, and a game in which no pile
    is ever empty is not won.

    ``free``, ``homeless`` and ``empty``: what ``runs.run_layout`` returns for the state.
    """
    if empty > 0 or not np.int64(problem[FLAGS]) & USE_DEAD:
        return False
    if popcount(state[IN_CELL]) < np.int64(problem[CELLS]):
        return False
    returns = np.int64(problem[FLAGS]) & RULE_RETURN
    up = state[UP]
    in_run = state[IN_RUN]
    tops = old_tops(state)
    links = state[RESERVE] | state[IN_CELL]
    if returns:
        links |= up
    while True:
        before = free
        placed = links & child_cards_of(free)
        free |= groups_of(placed)
        ready = cards_of(free) & (in_run | tops)
        play = successors(up) & ~up & problem[ALL] & (ready | links)
        up |= play
        # A card of a run that goes up frees its parent; from the base of a pile, the pile.
        gone = groups_above(groups_of(play & in_run))
        free |= gone
        if free & homeless:
            return False
        if (child_cards_of(free) | up) & state[IN_CELL]:
            return False
        moved = tops & (child_cards_of(free) | play)
        if free == before and not play | moved:
            return True
        tops ^= moved
        in_run |= moved & ~play
        while moved:
            card = ctz(moved)
            moved &= moved - _ONE
            card = np.int64(problem[BELOW + card])
            while True:  # what comes to the surface: a card of the old part, or a run that joins it
                free |= bit(group_of(card))
                below = np.int64(problem[BELOW + card])
                if below == NONE:
                    in_run |= bit(card)
                    homeless |= bit(parents_of(card))
                    break
                if not problem[CONTINUES_RUN + card]:
                    tops |= bit(card)
                    break
                in_run |= bit(card)
                card = below
