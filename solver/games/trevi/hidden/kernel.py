"""Positions with cards that nobody has seen: completions, lines up to the next card, their shares.

A *completion* puts the unseen cards into the unknown places. A *line* is a row of single moves
whose last one turns an unseen card up. Its *end* is the packed state right after it, in which the
cards of unknown places count as untouched, the one that has just turned up among them. So an end
says only what a player knows before he looks at the new card: it is the same number in every
completion, and each completion can be played on from it.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import STREAM_UNSEEN
from solver.cards.shuffle_kernel import native_order
from solver.games.trevi.kernel.moves import LINKS, MORE_LINKS, ROUTE, Log, generate, play, put
from solver.games.trevi.kernel.prune import is_won, settle
from solver.games.trevi.kernel.runs import lie
from solver.games.trevi.kernel.search import (
    BUCKETS,
    EXPANDED,
    LAST,
    SOLVABLE,
    UNDECIDED,
    Scratch,
    best_first,
    estimate,
    retrace,
    settle_root,
)
from solver.games.trevi.kernel.state import (
    COVERED,
    FACE_DOWN,
    KEY,
    NONE,
    START,
    SYMBOLS,
    UNDER,
    Word,
    Words,
    bit,
    copy_state,
    old_tops,
    rekey,
    set_up,
    uncover,
    unpack,
)
from solver.games.trevi.kernel.table import FULL, KNOWN, Table, add, clear
from solver.jit.bits import ctz
from solver.jit.options import kernel

Cards = npt.NDArray[np.uint8]

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_ONES = ~np.uint64(0)
_UNSEEN = np.uint64(STREAM_UNSEEN)

#: Words of a line: a count and so many single moves. Lines have some dozens, and no bound below
#: thousands can be argued: ``_walk`` raises an error where one is longer.
LINE_WORDS = 1 << 12


class Layout(NamedTuple):
    """What lies on the table, as a player sees it.

    ``piles``: int8[piles, cards], bottom to top; the unknown place k, counted pile by pile, as
    ``-1 - k``. ``heights``: int64[piles]. ``symbols``: int8[52], START for the piles. ``down``:
    the cards that lie face down and are known all the same.
    """

    piles: npt.NDArray[np.int8]
    heights: npt.NDArray[np.int64]
    symbols: npt.NDArray[np.int8]
    down: Word


class Desk(NamedTuple):
    """The buffers of one worker.

    ``line``: a count and the single moves of a line, each as in a log of the search. ``end``: the
    packed state after it. ``path``: the states of a line, none of which comes twice: so there is
    room where there is room for each state of the table.
    """

    problem: Words
    root: Words
    symbols: npt.NDArray[np.int8]
    table: Table
    scratch: Scratch
    counters: Log
    at: Words
    path: npt.NDArray[np.int64]  # as long as the table
    log: Log  # int64[2], for one single move
    line: Log  # int64[LINE_WORDS]
    end: Words  # uint64[2]
    target: Words  # uint64[2]


@kernel
def draw(unseen: Cards, first: Word, orders: npt.NDArray[np.uint8]) -> None:
    """Fills each row of ``orders`` with the unseen cards in an order of its own.

    ``unseen`` is sorted, so that its order tells nothing of how the cards lie. Row k is
    ``cards.shuffle.shuffled(unseen, first + k, STREAM_UNSEEN)``.
    """
    count = len(unseen)
    for k in range(len(orders)):
        order = orders[k]
        for place in range(count):
            order[place] = unseen[place]
        native_order(first + np.uint64(k), _UNSEEN, order, count)


@kernel
def complete(layout: Layout, order: Cards, desk: Desk) -> Word:
    """Makes the problem and the state of a completion. Returns the unseen cards as bits.

    The words of ``problem`` that say the rules are given, and START_RESERVE is.
    """
    problem, symbols = desk.problem, desk.symbols
    veiled = _ZERO
    for card in range(len(symbols)):
        symbols[card] = layout.symbols[card]
    for slot in range(len(layout.piles)):
        under = np.int64(NONE)
        for row in range(layout.heights[slot]):
            card = np.int64(layout.piles[slot, row])
            if card < 0:
                card = np.int64(order[-1 - card])
                veiled |= bit(card)
                symbols[card] = START
            problem[UNDER + card] = np.uint64(under)
            under = card
    problem[FACE_DOWN] = layout.down | veiled
    set_up(symbols, problem, desk.root)
    return veiled


@kernel
def stand(key_0: Word, key_1: Word, desk: Desk) -> None:
    """Puts the end of a line on the desk, in the completion that lies there."""
    unpack(key_0, key_1, desk.problem, desk.root)
    tops = old_tops(desk.root)
    while tops:
        uncover(desk.root, ctz(tops), desk.problem)
        tops &= tops - _ONE


@kernel
def solve_desk(desk: Desk, max_states: int) -> int:
    """Decides what lies on the desk, or gives up after so many expanded states."""
    desk.counters[EXPANDED] = 0
    return best_first(desk.problem, desk.root, desk.table, desk.scratch, max_states, desk.counters)


@kernel
def _walk(state: Words, log: Log, veiled: Word, desk: Desk) -> bool:
    """Plays a log of the search up to the first unseen card. Returns whether there is one.

    The moves are added to the line; where it ends, its end is noted.
    """
    problem, line = desk.problem, desk.line
    for k in range(1, 1 + log[0]):
        entry = log[k]
        line[0] += 1
        if line[0] == len(line):
            raise OverflowError("a line has too many moves")
        line[line[0]] = entry
        card, symbol = entry // SYMBOLS, entry % SYMBOLS
        if state[START] & bit(card) and veiled & (_ONE << problem[UNDER + card]):
            rekey(state, card, START, symbol, problem)
            desk.end[0] = state[KEY]
            desk.end[1] = state[KEY + 1]
            return True
        desk.log[0] = 0
        put(state, card, symbol, problem, desk.log)
    return False


@kernel
def forced(veiled: Word, desk: Desk) -> bool:
    """Makes the plays without a choice. Returns whether they turn up an unseen card."""
    desk.line[0] = 0
    settle_root(desk.problem, desk.root, desk.scratch, desk.counters)
    copy_state(desk.root, desk.at)
    return _walk(desk.at, desk.scratch.log, veiled, desk)


@kernel
def first_line(veiled: Word, desk: Desk) -> bool:
    """The line with which the solution that was just found begins.

    Returns whether a card is turned up at all. Its macro moves are found again, since the search
    keeps states only.
    """
    table, path = desk.table, desk.path
    node = desk.counters[LAST]
    count = 0
    while node >= 0:
        path[count] = node
        count += 1
        node = np.int64(table.parent[node])
    if forced(veiled, desk):
        return True
    for k in range(count - 1, -1, -1):
        source = table.keys[path[k]]
        desk.target[0] = table.keys[path[k - 1], 0] if k else _ONES
        desk.target[1] = table.keys[path[k - 1], 1] if k else _ONES
        if not retrace(desk.problem, source, desk.target, desk.scratch, desk.counters):
            return False
        unpack(source[0], source[1], desk.problem, desk.at)
        if _walk(desk.at, desk.scratch.log, veiled, desk):
            return True
    return False


@kernel
def _row_of(desk: Desk, ends: Words, found: int) -> int:
    """The row of ``ends`` that has the end on the desk; ``found`` where none has."""
    for row in range(found):
        if ends[row, 0] == desk.end[0] and ends[row, 1] == desk.end[1]:
            return row
    return found


@kernel
def _add_end(desk: Desk, ends: Words, found: int) -> int:
    """Writes the end on the desk into the next row, which there must be. Returns the new number."""
    ends[found, 0] = desk.end[0]
    ends[found, 1] = desk.end[1]
    return found + 1


@kernel
def gather(
    layout: Layout,
    orders: npt.NDArray[np.uint8],
    desk: Desk,
    max_states: int,
    verdicts: npt.NDArray[np.int8],
    states: npt.NDArray[np.int64],
    opened: npt.NDArray[np.int64],
    ends: Words,
    found: int,
) -> int:
    """Solves each completion, and collects the lines with which the solutions begin.

    ``ends``: uint64[:, 2], of which ``found`` rows are there; each new end is added while there is
    room. Writes of each completion the verdict, the states expanded, and in ``opened`` the row of
    its line, -1 for none. Returns the number of ends.
    """
    for k in range(len(orders)):
        veiled = complete(layout, orders[k], desk)
        verdicts[k] = solve_desk(desk, max_states)
        states[k] = desk.counters[EXPANDED]
        opened[k] = -1
        if verdicts[k] != SOLVABLE or not first_line(veiled, desk):
            continue
        row = _row_of(desk, ends, found)
        if row == found:
            if found == len(ends):
                continue
            found = _add_end(desk, ends, found)
        opened[k] = row
    return found


@kernel
def judge(
    layout: Layout,
    orders: npt.NDArray[np.uint8],
    desk: Desk,
    max_states: int,
    key_0: Word,
    key_1: Word,
    verdicts: npt.NDArray[np.int8],
    states: npt.NDArray[np.int64],
) -> None:
    """Decides each completion from a packed state on, such as the end of a line.

    A completion whose verdict stands there already is left as it is.
    """
    for k in range(len(orders)):
        if verdicts[k] != UNDECIDED:
            continue
        complete(layout, orders[k], desk)
        stand(key_0, key_1, desk)
        verdicts[k] = solve_desk(desk, max_states)
        states[k] = desk.counters[EXPANDED]


@kernel
def _value(veiled: Word, desk: Desk) -> int:
    """How far the end of a line looks from a win, with the new card left out of the account."""
    state = desk.at
    unpack(desk.end[0], desk.end[1], desk.problem, state)
    state[START] &= ~(veiled & ~state[COVERED])
    _, _, empty = lie(state, desk.problem)
    return estimate(state, desk.problem, empty - 1)


@kernel
def reach(
    veiled: Word,
    desk: Desk,
    max_states: int,
    ends: Words,
    values: npt.NDArray[np.int64],
    nodes: npt.NDArray[np.int64],
    found: int,
) -> int:
    """Collects lines by a search that turns no unseen card up, in the completion on the desk.

    Which completion it is makes no difference. ``ends``: uint64[:, 2], of which ``found`` rows are
    there; each new end is added while there is room, with its value (the lowest is the best) and
    the state of the table from which its last macro move is made, -1 where play without a choice
    turns the card up. Returns the number of ends.
    """
    state, child, moves, log = (
        desk.scratch.state,
        desk.scratch.child,
        desk.scratch.moves,
        desk.scratch.log,
    )
    heads, table, problem = desk.scratch.heads, desk.table, desk.problem
    clear(table)
    if forced(veiled, desk):
        return _note(veiled, desk, -1, ends, values, nodes, found)
    for bucket in range(BUCKETS):
        heads[bucket] = -1
    node = add(table, desk.at[KEY], desk.at[KEY + 1])
    table.parent[node] = -1
    table.queue[node] = -1
    low = 0
    heads[low] = node
    expanded = 0
    while expanded < max_states:
        while low < BUCKETS and heads[low] < 0:
            low += 1
        if low == BUCKETS:
            break
        node = np.int64(heads[low])
        heads[low] = table.queue[node]
        unpack(table.keys[node, 0], table.keys[node, 1], problem, state)
        covered = veiled & state[COVERED]
        expanded += 1
        count = generate(state, problem, 0, moves, desk.scratch.lists, desk.scratch.laid, log)
        for i in range(min(count, len(moves))):
            copy_state(state, child)
            log[0] = 0
            play(child, moves[i, LINKS], moves[i, MORE_LINKS], moves[i, ROUTE], problem, log)
            settle(child, problem, log, desk.counters)
            if veiled & child[COVERED] != covered:
                desk.line[0] = 0
                copy_state(state, desk.at)
                _walk(desk.at, log, veiled, desk)
                found = _note(veiled, desk, node, ends, values, nodes, found)
                continue
            new = add(table, child[KEY], child[KEY + 1])
            if new == KNOWN:
                continue
            if new == FULL:
                return found
            _, _, empty = lie(child, problem)
            bucket = estimate(child, problem, empty)
            table.parent[new] = node
            table.queue[new] = heads[bucket]
            heads[bucket] = new
            low = min(low, bucket)
    return found


@kernel
def _note(
    veiled: Word,
    desk: Desk,
    node: int,
    ends: Words,
    values: npt.NDArray[np.int64],
    nodes: npt.NDArray[np.int64],
    found: int,
) -> int:
    """Adds the end on the desk, if it is new and there is room. Returns the number of ends."""
    if _row_of(desk, ends, found) < found or found == len(ends):
        return found
    values[found] = _value(veiled, desk)
    nodes[found] = node
    return _add_end(desk, ends, found)


@kernel
def line_to(veiled: Word, desk: Desk, key_0: Word, key_1: Word, node: int) -> bool:
    """The line to an end that the last ``reach`` has found. Returns whether it is found again."""
    scratch, table, path, problem = desk.scratch, desk.table, desk.path, desk.problem
    count = 0
    while node >= 0:
        path[count] = node
        count += 1
        node = np.int64(table.parent[node])
    if forced(veiled, desk):
        return True
    for k in range(count - 1, 0, -1):
        source = table.keys[path[k]]
        desk.target[0] = table.keys[path[k - 1], 0]
        desk.target[1] = table.keys[path[k - 1], 1]
        if not retrace(problem, source, desk.target, scratch, desk.counters):
            return False
        unpack(source[0], source[1], problem, desk.at)
        _walk(desk.at, scratch.log, veiled, desk)
    begun = desk.line[0]
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    unpack(table.keys[path[0], 0], table.keys[path[0], 1], problem, state)
    listed = generate(state, problem, 0, moves, scratch.lists, scratch.laid, log)
    for i in range(min(listed, len(moves))):
        copy_state(state, child)
        log[0] = 0
        play(child, moves[i, LINKS], moves[i, MORE_LINKS], moves[i, ROUTE], problem, log)
        settle(child, problem, log, desk.counters)
        copy_state(state, desk.at)
        desk.line[0] = begun
        if _walk(desk.at, log, veiled, desk) and desk.end[0] == key_0 and desk.end[1] == key_1:
            return True
    return False


#: How a climb ended.
STUCK = 0
TURNED = 1
WON = 2


@kernel
def climb(veiled: Word, desk: Desk, max_steps: int) -> int:
    """Makes the macro move whose state looks best, again and again, and never comes back to one.

    It ends where an unseen card turns up, where the position on the desk is won, or where no new
    state is in reach, or ``max_steps`` macro moves are made. ``desk.line`` has the single moves.
    """
    scratch, problem, line = desk.scratch, desk.problem, desk.line
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    visited = desk.table.keys  # even the smallest table has room for more states than steps
    if forced(veiled, desk):
        return TURNED
    copy_state(desk.at, state)
    covered = veiled & state[COVERED]
    for step in range(max_steps):
        if is_won(state):
            return WON
        visited[step, 0] = state[KEY]
        visited[step, 1] = state[KEY + 1]
        begun = line[0]
        best, best_value = -1, 0
        count = generate(state, problem, 0, moves, scratch.lists, scratch.laid, log)
        for i in range(min(count, len(moves))):
            copy_state(state, child)
            log[0] = 0
            play(child, moves[i, LINKS], moves[i, MORE_LINKS], moves[i, ROUTE], problem, log)
            settle(child, problem, log, desk.counters)
            if veiled & child[COVERED] != covered:
                copy_state(state, desk.at)
                _walk(desk.at, log, veiled, desk)
                line[0] = begun
                value = _value(veiled, desk)
            else:
                known = False
                for k in range(step + 1):
                    known |= visited[k, 0] == child[KEY] and visited[k, 1] == child[KEY + 1]
                if known:
                    continue
                _, _, empty = lie(child, problem)
                value = estimate(child, problem, empty)
            if best < 0 or value < best_value:
                best, best_value = i, value
        if best < 0:
            return STUCK
        copy_state(state, child)
        log[0] = 0
        play(child, moves[best, LINKS], moves[best, MORE_LINKS], moves[best, ROUTE], problem, log)
        settle(child, problem, log, desk.counters)
        if _walk(state, log, veiled, desk):
            return TURNED
    return STUCK
