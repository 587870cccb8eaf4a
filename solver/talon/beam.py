"""A layered beam: it looks for a win, and says nothing of a position for which it finds none.

All rows of a layer have made equally many moves that deal: each turns a card, has the hand fill an
empty column, or makes the talon the hand. Within a layer, in a few micro-steps, the other moves are
made; of the rows that a micro-step leads to, the best ``width`` are kept. Then every row of the
layer deals, and of all rows that this leads to the best ``width`` begin the next layer. A row with
nothing left to deal goes on with micro-steps until it has no new one.

A row that was met before is dropped, by a hash of 64 bits: a false match costs a row, never makes a
wrong win, for the referee replays each solution. What is played without a choice (``state.py``) is
part of every step.

A row's value is a weighted sum of what it has (``FEATURES``), and of noise: a number that follows
from its hash and a salt. Rows of a layer are often worth about the same, and a chance choice among
them decides how far a beam comes. So several narrow beams, each with another salt, find more wins
than a wide one that takes as many states.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.jit.bits import popcount
from solver.jit.options import kernel
from solver.talon.state import (
    CARDS_UP,
    COLUMN_COUNT,
    COLUMNS,
    HAND,
    LENGTHS,
    MOST_MOVES,
    NO_MOVE,
    RANKS,
    STOCK,
    STRIDE,
    TALON,
    Moves,
    Problem,
    Row,
    copy_row,
    fits,
    goes_up,
    hash_of,
    is_red,
    is_won,
    moves,
    play,
    settle,
    stock_move,
    stock_of,
)

Weights = npt.NDArray[np.int64]

#: What a row has, by name, in the order of the weights. Of all: cards up. Of the columns: empty
#: ones; those that are one sequence from the highest rank on; neighbours in sequence; cards over
#: one of lower rank, and the sum of how many ranks they are above the lowest; the ranks of the top
#: cards, and how many kinds of cards fit on them. Of the talon: its cards; those over one of lower
#: rank, those of the highest rank among them, those over a lower one of their own suit; all pairs
#: of cards of which the higher lies over the lower; 1 if its top card could go up or onto a column.
#: Of the hand's next cards, each of which goes up or onto a column if it can: whether the first one
#: can, how many of the four after it, and how many of the seven after those.
FEATURES = (
    *("up", "empty", "kings", "pairs", "over", "gap", "fronts", "kinds"),
    *("talon", "talon-over", "talon-kings", "talon-suit", "talon-inversions", "talon-fits"),
    *("next", "soon", "later"),
)
UPS, EMPTY, KINGS, PAIRS, OVER, GAP, FRONTS, KINDS = range(8)
CARDS, TALON_OVER, TALON_KINGS, TALON_SUIT, TALON_INVERSIONS, TALON_FITS = range(8, 14)
NEXT, SOON, LATER = range(14, 17)

#: Of the hand, the card from which on those are that come later, and how many are looked at.
_LATER, _AHEAD = 5, 12

#: Micro-steps of a layer.
STEPS = 12

#: Choices that a beam has room for, a row of its width: in a micro-step, and to the next layer.
_CHOICES = 48
_ROUND = 64

#: The places of ``control``: set by the caller to stop; states expanded; the most of them; the most
#: cards that were up in one of them.
STOP, EXPANDED, MOST, UP = range(4)
CONTROLS = 4

#: The places of ``noise``: the most that it adds to a value, and a salt.
AMOUNT, SALT = 0, 1

_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_MIX = np.uint64(0xD1342543DE82EF95)
_S54 = np.uint64(54)
#: The two lowest ones of the four bits of each rank, beginning with the second rank.
_KINDS = np.int64(0x5555555555555550)
_ONES = np.uint64(0x0101010101010101)
_S56 = np.uint64(56)


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
    seen: npt.NDArray[np.uint64]  # hashes met, 0 for none: of this layer and of the next one
    sizes: npt.NDArray[np.int64]  # how many nodes there are, and hashes of either layer


_NODES, _SEEN = 0, 1


def _sizes(width: int, layers: int) -> tuple[int, int, int]:
    """Rows of a layer, nodes, and hashes of a layer."""
    rows = (STEPS + 3) * width
    return rows, (layers + 8) * rows, 1 << (64 * width).bit_length()


def beam_bytes(width: int, row_bytes: int, layers: int) -> int:
    """About what the buffers of a beam take."""
    rows, nodes, seen = _sizes(width, layers)
    choices = _CHOICES + _ROUND
    return rows * (row_bytes + 4) + nodes * 8 + 2 * seen * 8 + width * (24 * choices + row_bytes)


def make_beam(width: int, row_bytes: int, layers: int) -> Beam:
    """Buffers for a width, for rows of so many bytes and so many layers."""
    rows, nodes, seen = _sizes(width, layers)

    def choices(size: int) -> Choices:
        return Choices(np.zeros(size, np.int32), np.zeros(size, np.int32), np.zeros(size, np.int64))

    return Beam(
        np.zeros((rows, row_bytes), np.uint8),
        np.zeros((width, row_bytes), np.uint8),
        np.zeros(rows, np.int32),
        np.zeros(width, np.int32),
        np.zeros(row_bytes, np.uint8),
        np.zeros(256, np.uint8),
        np.zeros(MOST_MOVES, np.int32),
        np.zeros(nodes, np.int32),
        np.zeros(nodes, np.int32),
        choices(_CHOICES * width),
        choices(_ROUND * width),
        np.zeros(max(_CHOICES, _ROUND) * width, np.int64),
        np.zeros((2, seen), np.uint64),
        np.zeros(3, np.int64),
    )


@kernel
def _sum_of_bytes(word: np.uint64) -> int:
    return np.int64((word * _ONES) >> _S56)


@kernel
def value_of(row: Row, problem: Problem, weights: Weights) -> int:
    """How good a row looks."""
    columns, kinds = _value_of_columns(row, problem, weights)
    return (
        weights[UPS] * row[CARDS_UP]
        + columns
        + _value_of_talon(row, problem, weights, kinds)
        + _value_of_hand(row, problem, weights, kinds)
    )


@kernel
def _kind(rank: int, red: int) -> int:
    """The place of a rank and colour in ``kinds``, where two bits count top cards, to 3."""
    return 4 * rank + 2 * red


@kernel
def _with_top(kinds: int, card: int) -> int:
    """``kinds`` with one more top card."""
    place = _kind(card >> 2, is_red(card))
    return kinds + (1 << place) if (kinds >> place) & 3 < 3 else kinds


@kernel
def _lays(kinds: int, card: int) -> int:
    """``kinds`` once a card was laid on a column; as it was where it fits none."""
    place = _kind((card >> 2) + 1, is_red(card) ^ 1)
    return _with_top(kinds - (1 << place), card) if (kinds >> place) & 3 else kinds


@kernel
def _value_of_columns(row: Row, problem: Problem, weights: Weights) -> tuple[int, int]:
    """The value, and the ``kinds`` of the top cards."""
    empty = kings = pairs = over = gap = fronts = 0
    kinds = np.int64(0)
    for slot in range(problem[COLUMN_COUNT]):
        length = np.int64(row[LENGTHS + slot])
        if length == 0:
            empty += 1
            continue
        at = COLUMNS + slot * problem[STRIDE]
        card = np.int64(row[at])
        lowest = card >> 2
        in_sequence = 0
        for place in range(at + 1, at + length):
            above = np.int64(row[place])
            in_sequence += fits(above, card)
            card = above
            rank = card >> 2
            if rank > lowest:
                over += 1
                gap += rank - lowest
            else:
                lowest = rank
        pairs += in_sequence
        kings += in_sequence == length - 1 and row[at] >> 2 == problem[RANKS] - 1
        fronts += card >> 2
        kinds = _with_top(kinds, card)
    value = (
        weights[EMPTY] * empty
        + weights[KINGS] * kings
        + weights[PAIRS] * pairs
        + weights[OVER] * over
        + weights[GAP] * gap
        + weights[FRONTS] * fronts
        + weights[KINDS] * popcount(np.uint64((kinds | kinds >> 1) & _KINDS))
    )
    return value, kinds


@kernel
def _value_of_hand(row: Row, problem: Problem, weights: Weights, kinds: int) -> int:
    stock = stock_of(problem)
    following = soon = later = 0
    first = np.int64(row[HAND])
    for place in range(first, min(first + _AHEAD, problem[STOCK])):
        card = np.int64(row[stock + place])
        fits_now = goes_up(row, problem, card)
        if not fits_now:
            laid = _lays(kinds, card)
            fits_now = laid != kinds
            kinds = laid
        if place == first:
            following += fits_now
        elif place < first + _LATER:
            soon += fits_now
        else:
            later += fits_now
    return weights[NEXT] * following + weights[SOON] * soon + weights[LATER] * later


@kernel
def _value_of_talon(row: Row, problem: Problem, weights: Weights, kinds: int) -> int:
    stock = stock_of(problem)
    cards = np.int64(row[TALON])
    fits_now = False
    if cards > 0:
        card = np.int64(row[stock + cards - 1])
        fits_now = goes_up(row, problem, card) or _lays(kinds, card) != kinds
    over = over_kings = over_suit = inversions = 0
    lowest = 13
    # The lowest rank of each suit so far, four bits each; cards so far by rank, a byte each.
    lowest_of = np.int64(0xFFFF)
    low, high = _ZERO, _ZERO
    for place in range(cards):
        card = np.int64(row[stock + place])
        rank = card >> 2
        if rank > lowest:
            over += 1
            over_kings += rank == problem[RANKS] - 1
        else:
            lowest = rank
        shift = 4 * (card & 3)
        own = (lowest_of >> shift) & 15
        if rank > own:
            over_suit += 1
        else:
            lowest_of += (rank - own) << shift
        if rank < 8:
            bit = _ONE << np.uint64(8 * rank)
            inversions += _sum_of_bytes(low & (bit - _ONE))
            low += bit
        else:
            bit = _ONE << np.uint64(8 * rank - 64)
            inversions += _sum_of_bytes(low) + _sum_of_bytes(high & (bit - _ONE))
            high += bit
    return (
        weights[CARDS] * cards
        + weights[TALON_OVER] * over
        + weights[TALON_KINGS] * over_kings
        + weights[TALON_SUIT] * over_suit
        + weights[TALON_INVERSIONS] * inversions
        + weights[TALON_FITS] * fits_now
    )


@kernel
def _is_new(beam: Beam, parity: int, key: np.uint64) -> bool:
    """Whether a hash was not met in a layer; it now is. ``False`` too where room ran out."""
    seen = beam.seen[parity]
    mask = len(seen) - 1
    place = np.int64(key & np.uint64(mask))
    while seen[place] != _ZERO:
        if seen[place] == key:
            return False
        place = (place + 1) & mask
    if beam.sizes[_SEEN + parity] * 4 >= len(seen) * 3:
        return False
    seen[place] = key
    beam.sizes[_SEEN + parity] += 1
    return True


@kernel
def _clear(beam: Beam, parity: int) -> None:
    beam.seen[parity][:] = _ZERO
    beam.sizes[_SEEN + parity] = 0


@kernel
def _add(choices: Choices, count: int, place: int, move: int, value: int) -> int:
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
    """Makes a move, and what follows without a choice, in ``beam.work``."""
    copy_row(source, beam.work)
    play(beam.work, problem, move, beam.order)
    settle(beam.work, problem, beam.order)


@kernel
def _value(row: Row, problem: Problem, weights: Weights, noise: Weights, key: np.uint64) -> int:
    """A row's value and noise, where ``key`` is its hash."""
    draw = np.int64(((key + np.uint64(noise[SALT])) * _MIX) >> _S54)
    return value_of(row, problem, weights) + (draw * noise[AMOUNT] >> 10)


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
    beam: Beam,
    problem: Problem,
    choices: Choices,
    count: int,
    width: int,
    rows: npt.NDArray[np.uint8],
    nodes: Moves,
    at: int,
) -> int:
    """Writes the rows of the best ``width`` choices from place ``at`` on, with a node each.

    Returns the place after the last one, or ``NO_MOVE`` where there is no room for more nodes.
    """
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
def find(
    beam: Beam,
    problem: Problem,
    weights: Weights,
    noise: Weights,
    root: Row,
    width: int,
    control: Weights,
) -> int:
    """The node of a win that the beam finds from a row, or ``NO_MOVE``.

    ``control[STOP]`` ends it when it is set; ``control[EXPANDED]`` counts the states, and does not
    exceed ``control[MOST]``.
    """
    beam.sizes[_NODES] = 0
    copy_row(root, beam.work)
    settle(beam.work, problem, beam.order)
    copy_row(beam.work, beam.rows[0])
    beam.node_of[0] = _new_node(beam, NO_MOVE, NO_MOVE)
    if is_won(beam.work, problem):
        return 0
    for layer in range(2):
        _clear(beam, layer)
    _is_new(beam, 0, hash_of(beam.work, problem))
    count, layer = 1, 0
    while count > 0:
        won, kept, across = _micro_steps(
            beam, problem, weights, noise, count, layer, width, control
        )
        if won != NO_MOVE or kept == 0:
            return won
        won, across = _deal(beam, problem, weights, noise, kept, across, layer)
        if won != NO_MOVE:
            return won
        count = _keep(
            beam, problem, beam.across, across, width, beam.following, beam.following_node, 0
        )
        for place in range(count):
            copy_row(beam.following[place], beam.rows[place])
            beam.node_of[place] = beam.following_node[place]
        _clear(beam, layer & 1)
        layer += 1
    return NO_MOVE


@kernel
def _micro_steps(
    beam: Beam,
    problem: Problem,
    weights: Weights,
    noise: Weights,
    count: int,
    layer: int,
    width: int,
    control: Weights,
) -> tuple[int, int, int]:
    """Plays moves that do not deal from the ``count`` rows that a layer begins with.

    Returns the node of a win or ``NO_MOVE``, how many rows the layer has now, and how many choices
    there are for the next one. No rows: the search is over.
    """
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
                if not _is_new(beam, (layer + deals) & 1, key):
                    continue
                value = _value(beam.work, problem, weights, noise, key)
                if deals:
                    across = _add(beam.across, across, place, move, value)
                else:
                    within = _add(beam.within, within, place, move, value)
        # The rows of the first micro-steps stay, to deal; later ones have two blocks in turn.
        start = end if step < STEPS else len(beam.rows) - width * (1 + (step & 1))
        end = _keep(beam, problem, beam.within, within, width, beam.rows, beam.node_of, start)
        if end == NO_MOVE:
            return NO_MOVE, 0, 0
        if step < STEPS:
            kept = end
        step += 1
    return NO_MOVE, kept, across


@kernel
def _deal(
    beam: Beam,
    problem: Problem,
    weights: Weights,
    noise: Weights,
    kept: int,
    across: int,
    layer: int,
) -> tuple[int, int]:
    """Deals from all rows of a layer.

    Returns the node of a win or ``NO_MOVE``, and how many choices there are for the next layer.
    """
    for place in range(kept):
        row = beam.rows[place]
        move = stock_move(row, problem)
        if move == NO_MOVE:
            continue
        _step(beam, row, problem, move)
        if is_won(beam.work, problem):
            return _new_node(beam, beam.node_of[place], move), across
        key = hash_of(beam.work, problem)
        if _is_new(beam, (layer + 1) & 1, key):
            value = _value(beam.work, problem, weights, noise, key)
            across = _add(beam.across, across, place, move, value)
    return NO_MOVE, across
