"""An exhaustive search: it finds a win or shows that there is none, where the tree is small.

Depth first, the child that looks best first. Every state that was met is kept whole: a state counts
as met before only where all its bytes say so (``state.same_state``), the hash just says where to
look. So no chance match can hide a state, and "lost" means that all states that can be reached were
expanded. Where room or the budget runs out, the answer is ``UNKNOWN``.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.talon.kernel.beam import EXPANDED, MOST, STOP, UP
from solver.games.talon.kernel.state import (
    CARDS_UP,
    MOST_CARDS,
    MOST_MOVES,
    NO_MOVE,
    Moves,
    Problem,
    Row,
    copy_row,
    hash_of,
    is_won,
    moves,
    play,
    play_automatic,
    same_state,
    stock_move,
)
from solver.games.talon.kernel.value import Weights, value_of
from solver.jit.options import kernel
from solver.jit.words import Word, Words

#: What a search ends with.
UNKNOWN, WON, LOST = 0, 1, 2


class States(NamedTuple):
    """All states that a search has met, and those that it has yet to expand."""

    rows: npt.NDArray[np.uint8]
    key: Words
    parent: npt.NDArray[np.int32]
    step: Moves  # that led to it from its parent
    value: npt.NDArray[np.int64]
    table: npt.NDArray[np.int32]  # by hash: a state's number and one, 0 for none
    open: npt.NDArray[np.int32]  # a stack; a state is pushed once, so it has room for all
    work: Row
    order: Row
    moves: Moves
    sizes: npt.NDArray[np.int64]  # states met; the number of the won one


_COUNT, _LAST = 0, 1


def state_bytes(row_bytes: int) -> int:
    """The memory that a state takes."""
    return row_bytes + 8 + 4 + 4 + 8 + 4 * 4 + 4


def make_states(count: int, row_bytes: int) -> States:
    """Room for ``count`` states; the system hands out its pages as they are used."""
    return States(
        np.zeros((count, row_bytes), np.uint8),
        np.zeros(count, np.uint64),
        np.zeros(count, np.int32),
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.zeros(1 << (2 * count).bit_length(), np.int32),
        np.zeros(count, np.int32),
        np.zeros(row_bytes, np.uint8),
        np.zeros(MOST_CARDS, np.uint8),
        np.zeros(MOST_MOVES, np.int32),
        np.zeros(2, np.int64),
    )


@kernel
def _place_of(states: States, problem: Problem, key: Word) -> int:
    """Where ``states.work`` stands in the table, or would."""
    mask = len(states.table) - 1
    place = np.int64(key & np.uint64(mask))
    while states.table[place] != 0:
        state = states.table[place] - 1
        if states.key[state] == key and same_state(states.rows[state], states.work, problem):
            return place
        place = (place + 1) & mask
    return place


@kernel
def _add(states: States, place: int, key: Word, parent: int, move: int) -> int:
    """Adds ``states.work`` at a place of the table. Returns its number."""
    state = states.sizes[_COUNT]
    states.sizes[_COUNT] += 1
    copy_row(states.work, states.rows[state])
    states.key[state] = key
    states.parent[state] = parent
    states.step[state] = move
    states.table[place] = state + 1
    return state


@kernel
def exhaust(states: States, problem: Problem, weights: Weights, root: Row, control: Weights) -> int:
    """Searches from a row: ``WON``, ``LOST``, or ``UNKNOWN`` where something ran out.

    ``control`` is that of the beam. ``states.sizes[1]`` is the number of the state that is won.
    """
    states.table[:] = 0
    states.sizes[:] = 0
    copy_row(root, states.work)
    play_automatic(states.work, problem, states.order)
    key = hash_of(states.work, problem)
    states.open[0] = _add(states, _place_of(states, problem, key), key, NO_MOVE, NO_MOVE)
    if is_won(states.work, problem):
        return WON
    left = 1
    while left > 0:
        if control[STOP] != 0 or control[EXPANDED] >= control[MOST]:
            return UNKNOWN
        control[EXPANDED] += 1
        left -= 1
        state = np.int64(states.open[left])
        row = states.rows[state]
        control[UP] = max(control[UP], row[CARDS_UP])
        count = moves(row, problem, states.moves)
        deal = stock_move(row, problem)
        if deal != NO_MOVE:
            states.moves[count] = deal
            count += 1
        first = left
        for number in range(count):
            move = np.int64(states.moves[number])
            copy_row(row, states.work)
            play(states.work, problem, move, states.order)
            play_automatic(states.work, problem, states.order)
            key = hash_of(states.work, problem)
            place = _place_of(states, problem, key)
            if states.table[place] != 0:
                continue
            if states.sizes[_COUNT] == len(states.key):
                return UNKNOWN
            child = _add(states, place, key, state, move)
            if is_won(states.work, problem):
                states.sizes[_LAST] = child
                return WON
            states.value[child] = value_of(states.work, problem, weights)
            at = left
            while at > first and states.value[states.open[at - 1]] > states.value[child]:
                states.open[at] = states.open[at - 1]
                at -= 1
            states.open[at] = child
            left += 1
    return LOST
