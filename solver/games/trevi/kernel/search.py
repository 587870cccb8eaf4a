"""Best-first search over the whole space of a position."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import STREAM_DEAL
from solver.cards.shuffle_kernel import fill_pack, mix, native_order
from solver.games.trevi.kernel.moves import (
    LINKS,
    LISTS,
    LOG_WORDS,
    MORE_LINKS,
    MOST_CHAINS,
    MOVE_WORDS,
    ROUTE,
    Log,
    generate,
    play,
)
from solver.games.trevi.kernel.prune import is_lost, is_won, play_dominant
from solver.games.trevi.kernel.runs import run_layout
from solver.games.trevi.kernel.state import (
    ALL,
    BELOW,
    CELLS,
    COVERED,
    FACE_DOWN,
    IN_CELL,
    KEY,
    NONE,
    ORDER,
    PILES,
    RANKS,
    RESERVE,
    START_RESERVE,
    STATE_WORDS,
    UNMOVED,
    UP,
    Word,
    Words,
    bit,
    copy_state,
    set_up,
    unpack,
)
from solver.games.trevi.kernel.table import FULL, KNOWN, Table, add, clear
from solver.jit.bits import popcount
from solver.jit.options import kernel

UNDECIDED = 0
SOLVABLE = 1
UNSOLVABLE = 2

#: ``estimate`` is below 256 + 10 * 51, for the bottom card of a pile covers none; what would be
#: below 0 is 0.
BUCKETS = 768
_BUCKETS = np.uint64(BUCKETS)

_DEAL = np.uint64(STREAM_DEAL)

# Counters of a search.
EXPANDED = 0
GENERATED = 1
LOST = 2  # children that the dead test cut
LAST = 3  # the state from which the win was seen
CONTROL = 4  # set by the caller to stop a running search, and all later ones
# 5 and 6: SAFE_PLAYS and SEMI_PLAYS of prune.py
KNOWN_AGAIN = 7  # children that the table knew
ENDED = 8  # why a search ended, one of the codes below
COUNTERS = 9

# Why a search ended.
BY_SEARCH = 0
BY_STATES = 1
BY_MEMORY = 2
BY_CALLER = 3

# Moves of a state that are listed at a time: any number will do, for the rest comes later.
_LISTED = 1 << 14


class Scratch(NamedTuple):
    """A worker's buffers: nothing is allocated while it searches."""

    state: Words
    child: Words
    moves: Words  # uint64[:, MOVE_WORDS]
    lists: Words  # uint64[LISTS, MOST_CHAINS]
    laid: Words  # a state while its moves are listed
    log: Log  # int64[LOG_WORDS]
    heads: npt.NDArray[np.int32]  # int32[BUCKETS]: each queue's first state, -1 for none


def make_scratch(listed: int = _LISTED) -> Scratch:
    """The buffers of one worker, with room for ``listed`` moves at a time."""
    return Scratch(
        np.zeros(STATE_WORDS, np.uint64),
        np.zeros(STATE_WORDS, np.uint64),
        np.empty((listed, MOVE_WORDS), np.uint64),
        np.empty((LISTS, MOST_CHAINS), np.uint64),
        np.zeros(STATE_WORDS, np.uint64),
        np.zeros(LOG_WORDS, np.int64),
        np.empty(BUCKETS, np.int32),
    )


@kernel
def estimate(state: Words, problem: Words, empty: int) -> int:
    """How far a state with ``empty`` empty piles looks from a win; the lowest comes first.

    The order decides how soon a win is found, never whether there is one. To check that, an ORDER
    takes the states in the order of a hash. The weights are the best of a random search over the
    first 4,000 deals from number 100,001.
    """
    if problem[ORDER]:
        return np.int64(mix(problem[ORDER] ^ state[KEY] ^ mix(state[KEY + 1])) % _BUCKETS)
    room = np.int64(problem[CELLS]) - popcount(state[IN_CELL])
    value = (
        2 * popcount(problem[FACE_DOWN] & state[COVERED])
        + 8 * popcount(state[COVERED])
        - 3 * empty
        - 10 * room
        - 6 * popcount(state[RESERVE])
        - 2 * popcount(state[UP])
    )
    return min(max(256 + value, 0), BUCKETS - 1)


@kernel
def play_dominant_at_root(problem: Words, root: Words, scratch: Scratch, counters: Log) -> None:
    """Leaves the automatic plays with which a solution begins in ``scratch.log``."""
    copy_state(root, scratch.state)
    scratch.log[0] = 0
    play_dominant(scratch.state, problem, scratch.log, counters)


@kernel
def make_child(
    state: Words, move: Words, problem: Words, child: Words, log: Log, counters: Log
) -> None:
    """Makes the state after a macro move and the automatic plays that follow; logs all of them."""
    copy_state(state, child)
    log[0] = 0
    play(child, move[LINKS], move[MORE_LINKS], move[ROUTE], problem, log)
    play_dominant(child, problem, log, counters)


@kernel
def best_first(
    problem: Words, root: Words, table: Table, scratch: Scratch, max_states: int, counters: Log
) -> int:
    """Decides a position, or gives up after ``max_states`` expanded states or with a full table."""
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    heads = scratch.heads
    clear(table)
    for bucket in range(BUCKETS):
        heads[bucket] = -1
    counters[LAST] = -1
    play_dominant_at_root(problem, root, scratch, counters)
    if is_won(state):
        return SOLVABLE
    node = add(table, state[KEY], state[KEY + 1])
    free, homeless, empty = run_layout(state, problem)
    if is_lost(state, problem, free, homeless, empty):
        counters[EXPANDED] += 1
        return UNSOLVABLE
    low = estimate(state, problem, empty)
    table.parent[node] = -1
    table.queue[node] = -1
    heads[low] = node
    while True:
        while low < BUCKETS and heads[low] < 0:
            low += 1
        if low == BUCKETS:
            return UNSOLVABLE
        if counters[EXPANDED] >= max_states:
            counters[ENDED] = BY_STATES
            return UNDECIDED
        node = np.int64(heads[low])
        heads[low] = table.queue[node]
        unpack(table.keys[node, 0], table.keys[node, 1], problem, state)
        skip = 0
        more = True
        while more:
            if counters[CONTROL]:
                counters[ENDED] = BY_CALLER
                return UNDECIDED
            if skip == 0:
                counters[EXPANDED] += 1
            n = generate(state, problem, skip, moves, scratch.lists, scratch.laid, log)
            more = n > len(moves)
            n = min(n, len(moves))
            skip += n
            counters[GENERATED] += n
            for i in range(n):  # as in ``make_child``: a call of it here costs some per cent
                copy_state(state, child)
                log[0] = 0
                play(child, moves[i, LINKS], moves[i, MORE_LINKS], moves[i, ROUTE], problem, log)
                play_dominant(child, problem, log, counters)
                if is_won(child):
                    counters[LAST] = node
                    return SOLVABLE
                new = add(table, child[KEY], child[KEY + 1])
                if new == KNOWN:
                    counters[KNOWN_AGAIN] += 1
                    continue
                if new == FULL:
                    counters[ENDED] = BY_MEMORY
                    return UNDECIDED
                free, homeless, empty = run_layout(child, problem)
                if is_lost(child, problem, free, homeless, empty):
                    counters[LOST] += 1
                    continue
                bucket = estimate(child, problem, empty)
                table.parent[new] = node
                table.queue[new] = heads[bucket]
                heads[bucket] = new
                low = min(low, bucket)


@kernel
def retrace(problem: Words, source: Words, target: Words, scratch: Scratch, counters: Log) -> bool:
    """Finds again the macro move from a state to the next one of a solution.

    ``source`` and ``target``: their keys, uint64[2]; a target of ones means any state that
    ``is_won``. Leaves the single moves in ``scratch.log``. Returns whether there is such a move.
    """
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    unpack(source[0], source[1], problem, state)
    any_won = target[0] == ~np.uint64(0)
    skip = 0
    more = True
    while more:
        n = generate(state, problem, skip, moves, scratch.lists, scratch.laid, log)
        more = n > len(moves)
        n = min(n, len(moves))
        skip += n
        for i in range(n):
            make_child(state, moves[i], problem, child, log, counters)
            if any_won and is_won(child):
                return True
            if child[KEY] == target[0] and child[KEY + 1] == target[1]:
                return True
    return False


@kernel
def lay_out(
    deck: npt.NDArray[np.uint8],
    height: int,
    hidden_rows: int,
    problem: Words,
    symbols: npt.NDArray[np.int8],
    root: Words,
) -> None:
    """Makes the problem and the state of a deal.

    ``deck``: the cards in dealing order. ``hidden_rows``: a bit a row, the bottom row lowest. The
    words PILES, CELLS, RANKS and FLAGS of ``problem`` are given.
    """
    piles = np.int64(problem[PILES])
    tableau = piles * height
    size = 4 * np.int64(problem[RANKS])
    problem[ALL] = (np.uint64(1) << np.uint64(size)) - np.uint64(1)
    problem[FACE_DOWN] = np.uint64(0)
    problem[START_RESERVE] = np.uint64(0)
    for place in range(size):
        card = np.int64(deck[place])
        problem[BELOW + card] = NONE
        if place < piles:
            symbols[card] = UNMOVED
        elif place < tableau:
            symbols[card] = UNMOVED
            problem[BELOW + card] = np.uint64(deck[place - piles])
        elif place < tableau + np.int64(problem[CELLS]):
            symbols[card] = IN_CELL
        else:
            symbols[card] = UNMOVED
            problem[START_RESERVE] |= bit(card)
        if place < tableau - piles and (hidden_rows >> (place // piles)) & 1:
            problem[FACE_DOWN] |= bit(card)
    set_up(symbols, problem, root)


@kernel
def decide(
    first: Word,
    count: int,
    height: int,
    hidden_rows: int,
    problem: Words,
    root: Words,
    deck: npt.NDArray[np.uint8],
    symbols: npt.NDArray[np.int8],
    table: Table,
    scratch: Scratch,
    max_states: int,
    counters: Log,
    verdicts: npt.NDArray[np.int8],
    states: npt.NDArray[np.int64],
) -> int:
    """Decides the native deals ``first`` to ``first + count - 1``.

    Writes each verdict and number of expanded states. Returns how many deals were done before the
    caller stopped it, ``count`` if it did not.
    """
    for i in range(count):
        fill_pack(deck)
        native_order(first + np.uint64(i), _DEAL, deck, len(deck))
        lay_out(deck, height, hidden_rows, problem, symbols, root)
        counters[EXPANDED] = 0
        verdicts[i] = best_first(problem, root, table, scratch, max_states, counters)
        if counters[CONTROL]:
            return i
        states[i] = counters[EXPANDED]
    return count
