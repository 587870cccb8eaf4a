"""What the search need not try: plays without a choice, equal states, lost states.

Each rule has its argument, what it needs of the rules of the game, and a switch (``state.py``).
"""

import numpy as np

from ..jit.bits import ctz, popcount
from ..jit.options import kernel
from .moves import Log, put
from .state import (
    ALL,
    BASE,
    CELLS,
    CLUBS,
    DIAMONDS,
    FLAGS,
    IN_CELL,
    JOINS,
    ON_A,
    ON_B,
    PILES,
    RESERVE,
    RULE_RETURN,
    START,
    UNDER,
    UP,
    USE_DEAD,
    USE_SAFE,
    USE_SEMI,
    USE_TWIN,
    Words,
    bit,
    fitting,
    front_runs,
    next_up,
    open_cards,
    parents,
    safe_cards,
    twins,
)

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_FOUR = np.uint64(4)
_ONE_RANK = np.uint64(0xF)


@kernel
def settle(state: Words, problem: Words, log: Log) -> None:
    """Makes all plays that need no choice, and puts twins in order.

    **Safe play** (needs nothing). A card of rank r (ace 0) goes up at once when both foundations of
    the other colour hold at least r - 1 cards and the other foundation of its colour at least
    r - 2. Only cards of the other colour and of rank r - 1 can want to lie on it; the cards below
    them are up, so such a card can go up itself as soon as it is free. It is wanted on the piles
    only for a card of rank r - 2 of the first colour: one of them is up below the safe card, and
    the other can go up itself too, for its suit is up to rank r - 3. By induction nothing is lost.

    **Semi-safe play** (needs the return from the foundations). If the card below it on its
    foundation is safe, nobody wants that card back, so the foundation is as good a place as the
    fountain: from there the card can return wherever it could have been placed. So it goes up at
    once from the fountain, from a cell, from a face-up card that it fits on, and from the base of a
    pile (all are places it can come back to), and it serves as a link of chains from there.

    **Twins** (needs that runs move). X lies on P, and P's twin (same rank, same colour) is open.
    X could as well lie on the twin: one move, and one move back. Both states are won or lost
    together, so only the one with X on its first parent is kept; the moves of the other one are
    made by moving X over first (``moves.py``). A parent that would then go up by semi-safe play
    stays under its run: the moves of that state cannot be made any more from the one after it.
    """
    flags = np.int64(problem[FLAGS])
    while True:
        up = state[UP]
        opened = open_cards(state)
        fit = next_up(state) & problem[ALL]
        safe = safe_cards(up)
        returnable = state[ON_A] | state[ON_B] | state[BASE]
        now = _ZERO  # goes up from the piles wherever it lies
        may = _ZERO  # goes up only from where it can come back to
        if flags & USE_SAFE:
            now = fit & safe
        if flags & USE_SEMI and flags & RULE_RETURN:
            may = fit & ((safe << _FOUR) | _ONE_RANK)
        here = state[RESERVE] | state[IN_CELL]
        ready = (now & (opened | here)) | (may & ((returnable & opened) | here))
        if ready:
            put(state, ctz(ready), UP, problem, log)
            continue
        if not flags & USE_TWIN:
            return
        ready = now & parents(state[ON_A], state[ON_B]) & twins(opened)
        if ready:
            card = ctz(ready)
            if card & 3 < 2:
                put(state, ctz(fitting(bit(card)) & state[ON_A]), ON_B, problem, log)
            else:
                put(state, ctz(fitting(bit(card)) & state[ON_B]), ON_A, problem, log)
            continue
        ready = state[ON_B] & fitting(opened & (CLUBS | DIAMONDS) & ~twins(may & returnable))
        if not ready:
            return
        put(state, ctz(ready), ON_A, problem, log)


@kernel
def is_won(state: Words) -> bool:
    """Whether the rest plays itself: no card of the piles is buried under a card out of sequence.

    Then every pile is one run. The lowest card that is not up has only lower cards on it, and there
    are none: it is free, and its foundation wants it.
    """
    return (state[START] | state[ON_A] | state[ON_B] | state[BASE]) & ~front_runs(state) == _ZERO


@kernel
def is_lost(state: Words, problem: Words) -> bool:
    """The dead test: whether no cell and no pile can ever become empty (needs nothing).

    Asked of a state without an empty cell or pile. Play on with every rule that could stop a move
    left out: a card that was once open stays open, a card that was once free (in the fountain, in a
    cell, on a foundation) can be placed again and again. What can happen in the game can happen
    here. If even so no cell card finds a place and no pile's base card moves, none does in the
    game, and a game whose piles are never empty is not won.
    """
    if not np.int64(problem[FLAGS]) & USE_DEAD:
        return False
    if popcount(state[IN_CELL]) < np.int64(problem[CELLS]):
        return False
    if popcount(state[BASE]) < np.int64(problem[PILES]):
        return False
    returns = np.int64(problem[FLAGS]) & RULE_RETURN
    up = state[UP]
    start = state[START]
    opened = open_cards(state)
    runs = front_runs(state)
    moved = _ZERO
    links = state[RESERVE] | state[IN_CELL]
    if returns:
        links |= up
    while True:
        while True:
            more = opened | (links & fitting(opened))
            if more == opened:
                break
            opened = more
        fit = fitting(opened)
        play = ((up << _FOUR) | _ONE_RANK) & ~up & problem[ALL] & (opened | links)
        up |= play
        if returns:
            links |= play
        if (fit | up) & state[IN_CELL]:
            return False
        new = ((runs & fit) | (play & opened)) & ~moved
        if new & state[BASE]:
            return False
        if new == _ZERO and play == _ZERO:
            return True
        moved |= new
        opened |= parents(state[ON_A] & new, state[ON_B] & new)
        new &= start
        while new:
            card = ctz(new)
            new &= new - _ONE
            start ^= bit(card)
            under = np.int64(problem[UNDER + card])
            opened |= bit(under)
            runs |= bit(under)
            while problem[JOINS + under] and start & bit(under):
                under = np.int64(problem[UNDER + under])
                runs |= bit(under)
