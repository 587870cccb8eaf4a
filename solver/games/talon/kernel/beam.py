"""A layered beam: it looks for a win, and never shows that there is none.

All rows of a layer have made equally many moves that deal: each turns a card, has the hand fill an
empty column, or makes the talon the hand. Within a layer, in a few micro-steps, the other moves are
made; of the rows that a micro-step leads to, the best ``width`` are kept. Then every row of the
layer deals, and of all rows that this leads to the best ``width`` begin the next layer. A row with
nothing left to deal goes on with micro-steps until it has no new one.

A row that was met before is dropped, by a hash of 64 bits: a false match costs a row, never makes a
wrong win, for the referee replays each solution. Automatic moves (``state.py``) are part of every
step. Where there is no room for more choices or more hashes, rows are dropped too; where there is
none for more nodes, the beam ends.

A row's value is a weighted sum of what it has (``value.py``), and of noise: a number that follows
from its hash and a salt. Rows of a layer are often worth about the same, and a chance choice among
them decides how far a beam comes. So several narrow beams, each with another salt, find more wins
than a wide one that takes as many states.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.talon.kernel.state import (
    CARDS_UP,
    HAND,
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
    stock_move,
)
from solver.games.talon.kernel.value import Weights, value_of
from solver.jit.hash_set import add, clear, make_sets
from solver.jit.options import kernel
from solver.jit.words import DRAWS, Word, Words, draw

#: Micro-steps of a layer.
STEPS = 12

#: Room for choices, for each row of the width: in a micro-step, and to the next layer.
_CHOICES = 48
_ROUND = 64

#: The places of ``control``: set by the caller to stop; states expanded; the most of them; the most
#: cards that were up in one of them.
STOP, EXPANDED, MOST, UP = range(4)
CONTROLS = 4

#: The places of ``noise``: the most that it adds to a value, and a salt.
AMOUNT, SALT = 0, 1


class Search(NamedTuple):
    """What a beam searches by."""

    problem: Problem
    weights: Weights
    noise: Weights
    control: Weights


class Choices(NamedTuple):
    """Moves to choose from: the row that each starts from, the move, the value it leads to."""

    row: npt.NDArray[np.int32]
    move: Moves
    value: npt.NDArray[np.int64]


class Beam(NamedTuple):
    """The buffers of one worker's beam of a width."""

    rows: npt.NDArray[np.uint8]  # of the present layer
    following: npt.NDArray[np.uint8]  # the first ones of the next layer
    node_of: npt.NDArray[np.int32]  # the node of each row
    following_node: npt.NDArray[np.int32]
    work: Row
    order: Row
    moves: Moves
    parent: npt.NDArray[np.int32]  # of each node
    step: Moves  # that led to it
    within: Choices
    across: Choices
    value: npt.NDArray[np.int64]  # scratch, to find the best choices
    seen: Words  # two sets of the rows met: in this layer and in the next one
    sizes: npt.NDArray[np.int64]  # how many nodes there are


_NODES = 0


def _sizes(width: int, layers: int) -> tuple[int, int, int]:
    """Rows of a layer, nodes, and places for the hashes of a layer.

    A layer begins with at most ``width`` rows, each micro-step adds as many, and the later ones
    have two more blocks in turn. Each row is a node; micro-steps after the last deal have nodes of
    eight layers, all that they can be sure of.
    """
    rows = (STEPS + 3) * width
    return rows, (layers + 8) * rows, 1 << (64 * width).bit_length()


def beam_bytes(width: int, row_bytes: int, layers: int) -> int:
    """About what the buffers of a beam take."""
    rows, nodes, seen = _sizes(width, layers)
    choices = _CHOICES + _ROUND
    return rows * (row_bytes + 4) + nodes * 8 + 2 * seen * 8 + width * (24 * choices + row_bytes)


def make_beam(width: int, row_bytes: int, layers: int) -> Beam:
    """Buffers for a width, for rows of ``row_bytes`` bytes and for ``layers`` layers."""
    rows, nodes, seen = _sizes(width, layers)

    def choices(size: int) -> Choices:
        return Choices(np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int64))

    return Beam(
        np.zeros((rows, row_bytes), np.uint8),
        np.zeros((width, row_bytes), np.uint8),
        np.zeros(rows, np.int32),
        np.zeros(width, np.int32),
        np.zeros(row_bytes, np.uint8),
        np.zeros(MOST_CARDS, np.uint8),
        np.zeros(MOST_MOVES, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        choices(_CHOICES * width),
        choices(_ROUND * width),
        np.zeros(max(_CHOICES, _ROUND) * width, np.int64),
        make_sets(2, seen),
        np.zeros(1, np.int64),
    )


@kernel
def _add_choice(choices: Choices, count: int, place: int, move: int, value: int) -> int:
    """Adds a choice, if there is room. Returns how many there are."""
    if count == len(choices.value):
        return count
    choices.row[count] = place
    choices.move[count] = move
    choices.value[count] = value
    return count + 1


@kernel
def _kth_largest(values: Weights, count: int, kth: int) -> int:
    """The ``kth`` largest of the first ``count`` values, from 1; changes their order (Hoare)."""
    low, high, wanted = 0, count - 1, kth - 1
    while low < high:
        pivot = values[(low + high) // 2]
        left, right = low, high
        while left <= right:
            while values[left] > pivot:
                left += 1
            while values[right] < pivot:
                right -= 1
            if left <= right:
                values[left], values[right] = values[right], values[left]
                left += 1
                right -= 1
        if wanted <= right:
            high = right
        elif wanted >= left:
            low = left
        else:
            break
    return values[wanted]


@kernel
def _step(beam: Beam, source: Row, problem: Problem, move: int) -> None:
    """Makes a move, and the automatic ones after it, in ``beam.work``."""
    copy_row(source, beam.work)
    play(beam.work, problem, move, beam.order)
    play_automatic(beam.work, problem, beam.order)


@kernel
def _value(beam: Beam, search: Search, key: Word) -> int:
    """The value of ``beam.work``, whose hash is ``key``, and noise."""
    chance = draw(key, np.uint64(search.noise[SALT])) * search.noise[AMOUNT] // DRAWS
    return value_of(beam.work, search.problem, search.weights) + chance


@kernel
def _new_node(beam: Beam, parent: int, move: int) -> int:
    """A node; ``NO_MOVE`` where room ran out."""
    node = beam.sizes[_NODES]
    if node == len(beam.parent):
        return NO_MOVE
    beam.parent[node] = parent
    beam.step[node] = move
    beam.sizes[_NODES] += 1
    return node


@kernel
def _keep(
    beam: Beam, problem: Problem, choices: Choices, count: int, rows: Row, nodes: Moves, at: int
) -> int:
    """Writes the rows of the best choices, as many as the width, from place ``at`` on.

    Each gets a node. Returns the place after the last one, or ``NO_MOVE`` where there is no room
    for more nodes.
    """
    width = len(beam.following)
    least, room = 0, count
    if count > width:
        for place in range(count):
            beam.value[place] = choices.value[place]
        least = _kth_largest(beam.value, count, width)
        room = width
        for place in range(count):
            room -= choices.value[place] > least
    for place in range(count):
        if count > width:
            if choices.value[place] < least or (choices.value[place] == least and room == 0):
                continue
            room -= choices.value[place] == least
        source = choices.row[place]
        node = _new_node(beam, beam.node_of[source], choices.move[place])
        if node == NO_MOVE:
            return NO_MOVE
        _step(beam, beam.rows[source], problem, choices.move[place])
        copy_row(beam.work, rows[at])
        nodes[at] = node
        at += 1
    return at


@kernel
def find(beam: Beam, search: Search, root: Row) -> int:
    """The node of a win that the beam finds from a row, or ``NO_MOVE``.

    ``control[STOP]`` ends it when it is set; ``control[EXPANDED]`` counts the states, and does not
    exceed ``control[MOST]``.
    """
    problem = search.problem
    beam.sizes[_NODES] = 0
    copy_row(root, beam.work)
    play_automatic(beam.work, problem, beam.order)
    copy_row(beam.work, beam.rows[0])
    beam.node_of[0] = _new_node(beam, NO_MOVE, NO_MOVE)
    if is_won(beam.work, problem):
        return 0
    for parity in range(2):
        clear(beam.seen[parity])
    add(beam.seen[0], hash_of(beam.work, problem))
    count, layer = 1, 0
    while count > 0:
        won, kept, across = _micro_steps(beam, search, count, layer)
        if won != NO_MOVE or kept == 0:
            return won
        won, across = _deal(beam, search, kept, across, layer)
        if won != NO_MOVE:
            return won
        count = _keep(beam, problem, beam.across, across, beam.following, beam.following_node, 0)
        for place in range(count):
            copy_row(beam.following[place], beam.rows[place])
            beam.node_of[place] = beam.following_node[place]
        clear(beam.seen[layer & 1])
        layer += 1
    return NO_MOVE


@kernel
def _micro_steps(beam: Beam, search: Search, count: int, layer: int) -> tuple[int, int, int]:
    """Plays moves that do not deal from the ``count`` rows that a layer begins with.

    Returns the node of a win or ``NO_MOVE``, how many rows the layer has now, and how many choices
    there are for the next one. No rows: the search is over.
    """
    problem, control, width = search.problem, search.control, len(beam.following)
    start, end, kept, across, step = 0, count, count, 0, 0
    while start < end:
        within = 0
        for place in range(start, end):
            row = beam.rows[place]
            if step >= STEPS and stock_move(row, problem) != NO_MOVE:
                continue
            if control[STOP] != 0 or control[EXPANDED] >= control[MOST]:
                return NO_MOVE, 0, 0
            control[EXPANDED] += 1
            control[UP] = max(control[UP], row[CARDS_UP])
            for number in range(moves(row, problem, beam.moves)):
                move = np.int64(beam.moves[number])
                _step(beam, row, problem, move)
                if is_won(beam.work, problem):
                    return _new_node(beam, beam.node_of[place], move), 0, 0
                key = hash_of(beam.work, problem)
                deals = beam.work[HAND] != row[HAND]
                if not add(beam.seen[(layer + deals) & 1], key):
                    continue
                value = _value(beam, search, key)
                if deals:
                    across = _add_choice(beam.across, across, place, move, value)
                else:
                    within = _add_choice(beam.within, within, place, move, value)
        # The rows of the first micro-steps stay, to deal; later ones have two blocks in turn.
        start = end if step < STEPS else len(beam.rows) - width * (1 + (step & 1))
        end = _keep(beam, problem, beam.within, within, beam.rows, beam.node_of, start)
        if end == NO_MOVE:
            return NO_MOVE, 0, 0
        if step < STEPS:
            kept = end
        step += 1
    return NO_MOVE, kept, across


@kernel
def _deal(beam: Beam, search: Search, kept: int, across: int, layer: int) -> tuple[int, int]:
    """Deals from all rows of a layer.

    Returns the node of a win or ``NO_MOVE``, and how many choices there are for the next layer.
    """
    problem = search.problem
    for place in range(kept):
        row = beam.rows[place]
        move = stock_move(row, problem)
        if move == NO_MOVE:
            continue
        _step(beam, row, problem, move)
        if is_won(beam.work, problem):
            return _new_node(beam, beam.node_of[place], move), across
        key = hash_of(beam.work, problem)
        if add(beam.seen[(layer + 1) & 1], key):
            value = _value(beam, search, key)
            across = _add_choice(beam.across, across, place, move, value)
    return NO_MOVE, across
