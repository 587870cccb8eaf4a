"""Positions with hidden cards: arrangements, and lines up to the next card that turns up.

An *arrangement* puts the unseen cards into the unknown places. A *line* is a row of single moves
whose last one turns an unseen card up. Its *end* is the packed state right after it, in which the
cards of unknown places count as untouched, and the one that has just turned up is one of them. So
an end holds only what a player knows before it looks at the new card: it is the same number in
every arrangement, and play can go on from it in each.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import STREAM_UNSEEN
from solver.cards.shuffle_kernel import native_order
from solver.games.trevi.kernel.moves import Log, generate, put
from solver.games.trevi.kernel.prune import is_won
from solver.games.trevi.kernel.runs import run_layout
from solver.games.trevi.kernel.search import (
    BUCKETS,
    CONTROL,
    EXPANDED,
    LAST,
    SOLVABLE,
    UNDECIDED,
    Scratch,
    best_first,
    estimate,
    make_child,
    play_dominant_at_root,
    retrace,
)
from solver.games.trevi.kernel.state import (
    BELOW,
    COVERED,
    FACE_DOWN,
    KEY,
    NONE,
    START_RESERVE,
    SYMBOLS,
    UNMOVED,
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

#: Words of a line: the count and the single moves. A line has some dozens, and no bound below
#: thousands can be argued: ``_walk`` raises an error where one is longer.
LINE_WORDS = 1 << 12


class SeenPositions(NamedTuple):
    """Positions as a player sees them, a row each; they have the same unseen cards.

    ``piles``: int8[rows, piles, cards], bottom to top; the unknown place k, counted pile by pile,
    as ``-1 - k``. ``heights``: int64[rows, piles]. ``symbols``: int8[rows, 52], UNMOVED for the
    piles. ``down``: the cards that lie face down and are known. ``reserve``: those of the reserve.
    """

    piles: npt.NDArray[np.int8]
    heights: npt.NDArray[np.int64]
    symbols: npt.NDArray[np.int8]
    down: Words
    reserve: Words


class Buffers(NamedTuple):
    """The buffers of one worker.

    ``line``: the count and the single moves of a line, as in a log of the search. ``end``: the
    packed state after it. ``path``: the states of a line. No state of the table comes twice in it,
    so it is as long as the table.
    """

    problem: Words
    root: Words
    symbols: npt.NDArray[np.int8]
    table: Table
    scratch: Scratch
    counters: Log
    at: Words
    path: npt.NDArray[np.int64]
    log: Log  # int64[2], for one single move
    line: Log  # int64[LINE_WORDS]
    end: Words  # uint64[2]
    target: Words  # uint64[2]


@kernel
def draw(unseen: Cards, first: Word, orders: npt.NDArray[np.uint8]) -> None:
    """Fills each row of ``orders`` with the unseen cards in an order of its own.

    ``unseen`` is sorted, so that its order says nothing about where the cards lie. Row k is
    ``cards.shuffle.shuffled(unseen, first + k, STREAM_UNSEEN)``.
    """
    count = len(unseen)
    for k in range(len(orders)):
        order = orders[k]
        for place in range(count):
            order[place] = unseen[place]
        native_order(first + np.uint64(k), _UNSEEN, order, count)


@kernel
def set_up_arrangement(seen: SeenPositions, row: int, order: Cards, buffers: Buffers) -> Word:
    """Makes the problem and the state of an arrangement. Returns the unseen cards as bits.

    The words of ``problem`` for the rules are given. An unseen card that has just turned up lies on
    top of its pile, where it makes no difference that it counts as face down.
    """
    problem, symbols = buffers.problem, buffers.symbols
    hidden = _ZERO
    for card in range(len(symbols)):
        symbols[card] = seen.symbols[row, card]
        problem[BELOW + card] = np.uint64(NONE)
    for slot in range(seen.piles.shape[1]):
        below = np.int64(NONE)
        for place in range(seen.heights[row, slot]):
            card = np.int64(seen.piles[row, slot, place])
            if card < 0:
                card = np.int64(order[-1 - card])
                hidden |= bit(card)
                symbols[card] = UNMOVED
            problem[BELOW + card] = np.uint64(below)
            below = card
    problem[FACE_DOWN] = seen.down[row] | hidden
    problem[START_RESERVE] = seen.reserve[row]
    set_up(symbols, problem, buffers.root)
    return hidden


@kernel
def resume_from(key_0: Word, key_1: Word, buffers: Buffers) -> None:
    """Sets the buffers to the end of a line, in the arrangement that they hold."""
    unpack(key_0, key_1, buffers.problem, buffers.root)
    tops = old_tops(buffers.root)
    while tops:
        uncover(buffers.root, ctz(tops), buffers.problem)
        tops &= tops - _ONE


@kernel
def solve_arrangement(buffers: Buffers, max_states: int) -> int:
    """Decides the state in the buffers, or gives up after ``max_states`` expanded states."""
    buffers.counters[EXPANDED] = 0
    return best_first(
        buffers.problem, buffers.root, buffers.table, buffers.scratch, max_states, buffers.counters
    )


@kernel
def decide_arrangements(
    seen: SeenPositions,
    orders: npt.NDArray[np.uint8],
    buffers: Buffers,
    max_states: int,
    verdicts: npt.NDArray[np.int8],
) -> int:
    """Decides each position in each arrangement.

    ``verdicts``: int8[arrangements, positions]. Returns how many of them, row by row, were decided
    before the caller stopped it; all if it did not.
    """
    done = 0
    for k in range(len(orders)):
        for row in range(len(seen.down)):
            set_up_arrangement(seen, row, orders[k], buffers)
            verdicts[k, row] = solve_arrangement(buffers, max_states)
            if buffers.counters[CONTROL]:
                return done
            done += 1
    return done


@kernel
def _walk(state: Words, log: Log, hidden: Word, buffers: Buffers) -> bool:
    """Plays a log of the search up to the first unseen card. Returns whether there is one.

    The moves are added to the line. Where the line ends, its end is written down.
    """
    problem, line = buffers.problem, buffers.line
    for k in range(1, 1 + log[0]):
        entry = log[k]
        line[0] += 1
        if line[0] == len(line):
            raise OverflowError("a line has too many moves")
        line[line[0]] = entry
        card, symbol = entry // SYMBOLS, entry % SYMBOLS
        if state[UNMOVED] & bit(card) and hidden & (_ONE << problem[BELOW + card]):
            rekey(state, card, UNMOVED, symbol, problem)
            buffers.end[0] = state[KEY]
            buffers.end[1] = state[KEY + 1]
            return True
        buffers.log[0] = 0
        put(state, card, symbol, problem, buffers.log)
    return False


@kernel
def automatic_to_reveal(hidden: Word, buffers: Buffers) -> bool:
    """Makes the automatic plays. Returns whether they turn up an unseen card."""
    buffers.line[0] = 0
    play_dominant_at_root(buffers.problem, buffers.root, buffers.scratch, buffers.counters)
    copy_state(buffers.root, buffers.at)
    return _walk(buffers.at, buffers.scratch.log, hidden, buffers)


@kernel
def _trace(node: int, buffers: Buffers) -> int:
    """Writes the states from a state of the table back to the root; returns their number."""
    count = 0
    while node >= 0:
        buffers.path[count] = node
        count += 1
        node = np.int64(buffers.table.parent[node])
    return count


@kernel
def _play_on(source: Words, hidden: Word, buffers: Buffers) -> bool:
    """Adds the macro move in the search's log to the line. Returns whether it turns a card up."""
    unpack(source[0], source[1], buffers.problem, buffers.at)
    return _walk(buffers.at, buffers.scratch.log, hidden, buffers)


@kernel
def first_line(hidden: Word, buffers: Buffers) -> bool:
    """Finds the line with which the solution of the last search begins.

    Returns whether a card is turned up at all. The macro moves are found again, since the search
    keeps states only.
    """
    table, path = buffers.table, buffers.path
    count = _trace(buffers.counters[LAST], buffers)
    if automatic_to_reveal(hidden, buffers):
        return True
    for k in range(count - 1, -1, -1):
        source = table.keys[path[k]]
        buffers.target[0] = table.keys[path[k - 1], 0] if k else _ONES
        buffers.target[1] = table.keys[path[k - 1], 1] if k else _ONES
        if not retrace(buffers.problem, source, buffers.target, buffers.scratch, buffers.counters):
            return False
        if _play_on(source, hidden, buffers):
            return True
    return False


@kernel
def _is_end(key_0: Word, key_1: Word, buffers: Buffers) -> bool:
    return buffers.end[0] == key_0 and buffers.end[1] == key_1


@kernel
def _row_of(buffers: Buffers, ends: Words, found: int) -> int:
    """The row of ``ends`` that has the end in the buffers; ``found`` where none has."""
    for row in range(found):
        if _is_end(ends[row, 0], ends[row, 1], buffers):
            return row
    return found


@kernel
def _add_end(buffers: Buffers, ends: Words, found: int) -> int:
    """Writes the end in the buffers to the next row, which must exist. Returns the new number."""
    ends[found, 0] = buffers.end[0]
    ends[found, 1] = buffers.end[1]
    return found + 1


@kernel
def solve_arrangements(
    seen: SeenPositions,
    orders: npt.NDArray[np.uint8],
    buffers: Buffers,
    max_states: int,
    verdicts: npt.NDArray[np.int8],
    states: npt.NDArray[np.int64],
    opened: npt.NDArray[np.int64],
    ends: Words,
    found: int,
) -> int:
    """Solves each arrangement of the first row; collects the lines with which solutions begin.

    ``ends``: uint64[:, 2], with ``found`` rows so far; each new end is added while there is room.
    Writes for each arrangement the verdict, the states expanded, and in ``opened`` the row of its
    line, -1 for none. Returns the number of ends.
    """
    for k in range(len(orders)):
        hidden = set_up_arrangement(seen, 0, orders[k], buffers)
        verdicts[k] = solve_arrangement(buffers, max_states)
        states[k] = buffers.counters[EXPANDED]
        opened[k] = -1
        if verdicts[k] != SOLVABLE or not first_line(hidden, buffers):
            continue
        row = _row_of(buffers, ends, found)
        if row == found:
            if found == len(ends):
                continue
            found = _add_end(buffers, ends, found)
        opened[k] = row
    return found


@kernel
def judge(
    seen: SeenPositions,
    orders: npt.NDArray[np.uint8],
    buffers: Buffers,
    max_states: int,
    key_0: Word,
    key_1: Word,
    verdicts: npt.NDArray[np.int8],
    states: npt.NDArray[np.int64],
) -> None:
    """Decides each arrangement of the first row from a packed state on, such as the end of a line.

    An arrangement that has a verdict already is left as it is.
    """
    for k in range(len(orders)):
        if verdicts[k] != UNDECIDED:
            continue
        set_up_arrangement(seen, 0, orders[k], buffers)
        resume_from(key_0, key_1, buffers)
        verdicts[k] = solve_arrangement(buffers, max_states)
        states[k] = buffers.counters[EXPANDED]


@kernel
def _value(hidden: Word, buffers: Buffers) -> int:
    """How far the end of a line looks from a win, where the new card is not counted."""
    state = buffers.at
    unpack(buffers.end[0], buffers.end[1], buffers.problem, state)
    state[UNMOVED] &= ~(hidden & ~state[COVERED])
    _, _, empty = run_layout(state, buffers.problem)
    return estimate(state, buffers.problem, empty - 1)


@kernel
def search_to_reveal(
    hidden: Word,
    buffers: Buffers,
    max_states: int,
    ends: Words,
    values: npt.NDArray[np.int64],
    nodes: npt.NDArray[np.int64],
    found: int,
) -> int:
    """Collects lines by a search that turns no unseen card up, in the arrangement in the buffers.

    Which arrangement it is makes no difference. ``ends``: uint64[:, 2], with ``found`` rows so far;
    each new end is added while there is room, with its value (the lowest is the best) and the state
    of the table from which its last macro move is made, -1 where automatic plays turn the card up.
    Returns the number of ends. Only the moves of a state that fit the list of moves are tried.
    """
    scratch, table, problem = buffers.scratch, buffers.table, buffers.problem
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    heads = scratch.heads
    clear(table)
    if automatic_to_reveal(hidden, buffers):
        return _note(hidden, buffers, -1, ends, values, nodes, found)
    for bucket in range(BUCKETS):
        heads[bucket] = -1
    node = add(table, buffers.at[KEY], buffers.at[KEY + 1])
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
        covered = hidden & state[COVERED]
        expanded += 1
        count = generate(state, problem, 0, moves, scratch.lists, scratch.laid, log)
        for i in range(min(count, len(moves))):
            make_child(state, moves[i], problem, child, log, buffers.counters)
            if hidden & child[COVERED] != covered:
                buffers.line[0] = 0
                copy_state(state, buffers.at)
                _walk(buffers.at, log, hidden, buffers)
                found = _note(hidden, buffers, node, ends, values, nodes, found)
                continue
            new = add(table, child[KEY], child[KEY + 1])
            if new == KNOWN:
                continue
            if new == FULL:
                return found
            _, _, empty = run_layout(child, problem)
            bucket = estimate(child, problem, empty)
            table.parent[new] = node
            table.queue[new] = heads[bucket]
            heads[bucket] = new
            low = min(low, bucket)
    return found


@kernel
def _note(
    hidden: Word,
    buffers: Buffers,
    node: int,
    ends: Words,
    values: npt.NDArray[np.int64],
    nodes: npt.NDArray[np.int64],
    found: int,
) -> int:
    """Adds the end in the buffers, if it is new and there is room. Returns the number of ends."""
    if _row_of(buffers, ends, found) < found or found == len(ends):
        return found
    values[found] = _value(hidden, buffers)
    nodes[found] = node
    return _add_end(buffers, ends, found)


@kernel
def line_to(hidden: Word, buffers: Buffers, key_0: Word, key_1: Word, node: int) -> bool:
    """Finds the line to an end of the last ``search_to_reveal``. Returns whether it succeeds."""
    scratch, table, path, problem = buffers.scratch, buffers.table, buffers.path, buffers.problem
    count = _trace(node, buffers)
    if automatic_to_reveal(hidden, buffers):
        return True
    for k in range(count - 1, 0, -1):
        source = table.keys[path[k]]
        buffers.target[0] = table.keys[path[k - 1], 0]
        buffers.target[1] = table.keys[path[k - 1], 1]
        if not retrace(problem, source, buffers.target, scratch, buffers.counters):
            return False
        _play_on(source, hidden, buffers)
    begun = buffers.line[0]
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    unpack(table.keys[path[0], 0], table.keys[path[0], 1], problem, state)
    listed = generate(state, problem, 0, moves, scratch.lists, scratch.laid, log)
    for i in range(min(listed, len(moves))):
        make_child(state, moves[i], problem, child, log, buffers.counters)
        copy_state(state, buffers.at)
        buffers.line[0] = begun
        if _walk(buffers.at, log, hidden, buffers) and _is_end(key_0, key_1, buffers):
            return True
    return False


#: How ``greedy_to_reveal`` ended.
STUCK = 0
TURNED = 1
WON = 2


@kernel
def greedy_to_reveal(hidden: Word, buffers: Buffers, max_steps: int) -> int:
    """Makes the macro move whose state looks best, again and again, and never repeats a state.

    It ends where an unseen card turns up, where the position is won, where no move leads to a new
    state, or after ``max_steps`` macro moves. ``buffers.line`` has the single moves.
    """
    scratch, problem, line = buffers.scratch, buffers.problem, buffers.line
    state, child, moves, log = scratch.state, scratch.child, scratch.moves, scratch.log
    visited = buffers.table.keys  # even the smallest table has room for more states than steps
    if automatic_to_reveal(hidden, buffers):
        return TURNED
    copy_state(buffers.at, state)
    covered = hidden & state[COVERED]
    for step in range(max_steps):
        if is_won(state):
            return WON
        visited[step, 0] = state[KEY]
        visited[step, 1] = state[KEY + 1]
        begun = line[0]
        best, best_value = -1, 0
        count = generate(state, problem, 0, moves, scratch.lists, scratch.laid, log)
        for i in range(min(count, len(moves))):
            make_child(state, moves[i], problem, child, log, buffers.counters)
            if hidden & child[COVERED] != covered:
                copy_state(state, buffers.at)
                _walk(buffers.at, log, hidden, buffers)
                line[0] = begun
                value = _value(hidden, buffers)
            else:
                known = False
                for k in range(step + 1):
                    known |= visited[k, 0] == child[KEY] and visited[k, 1] == child[KEY + 1]
                if known:
                    continue
                _, _, empty = run_layout(child, problem)
                value = estimate(child, problem, empty)
            if best < 0 or value < best_value:
                best, best_value = i, value
        if best < 0:
            return STUCK
        make_child(state, moves[best], problem, child, log, buffers.counters)
        if _walk(state, log, hidden, buffers):
            return TURNED
    return STUCK
