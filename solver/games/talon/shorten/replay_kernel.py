"""A line of play that is played again and again while it is made shorter.

A *step* is a card, where it comes from and where it goes to, ``128 * 16 * target + 128 * source +
card``, with the sources and targets of ``state``; the step that turns cards has in place of the
card how many are left in the hand after it, that of a redeal how many redeals. The cards that fill
empty columns by force are no steps: they are played wherever they are due.

Steps bend to what they find: a card comes from its column, or any other place where a copy of it is
free, and goes to its column, or any other one that it fits; cards are turned as long as the hand
has more than it should have. A step that cannot be made is left out, and the line goes on; a card
that was to go up then goes up as soon as it can. So leaving out one step leaves out what rested on
it as well, and a card that was to go from A to B and from B to C goes from A to C.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.talon.kernel.state import (
    CARDS,
    COLUMN_COUNT,
    COLUMNS,
    FLAGS,
    FOUNDATION,
    FROM_HAND,
    FROM_TALON,
    HAND,
    LENGTHS,
    MOST_COLUMNS,
    NO_MOVE,
    RANKS,
    REDEALS,
    REFILLS,
    RETURN,
    STOCK,
    STRIDE,
    TALON,
    Moves,
    Problem,
    Row,
    copy_row,
    extra_of,
    fits,
    forced_move,
    goes_up,
    is_won,
    move_of,
    play,
    run_length,
    source_of,
    stock_of,
    target_of,
    top_of,
)
from solver.jit.options import kernel

__all__ = ["MOST", "MOVES", "Line", "Trial", "leave_out", "make_trial", "play_line", "step_code"]

Line = npt.NDArray[np.int64]

_CARDS = 128
_PLACES = 16


class Trial(NamedTuple):
    """The buffers in which a line is played."""

    row: Row
    order: Row
    owed: Row  # of each card, the copies that the line has had go up, and that did not
    moves: Moves  # that were made
    made: Line  # the same as steps
    sizes: Line  # how many moves, and steps, there are; the most moves that there may be


MOVES, STEPS, MOST = 0, 1, 2


def make_trial(row_bytes: int, most: int) -> Trial:
    """Buffers for rows of so many bytes, and for at most so many moves."""
    return Trial(
        np.zeros(row_bytes, np.uint8),
        np.zeros(256, np.uint8),
        np.zeros(CARDS, np.uint8),
        np.zeros(most, np.int32),
        np.zeros(most, np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def step_code(told: int, source: int, target: int) -> int:
    """The step of these numbers."""
    return _CARDS * (_PLACES * target + source) + told


@kernel
def _step_of(row: Row, problem: Problem, move: int) -> int:
    """The step that a move is, from the row before it; ``NO_MOVE`` for one that is forced."""
    source, target, extra = source_of(move), target_of(move), extra_of(move)
    told = extra
    if target == FROM_HAND:
        told = row[REDEALS] - 1
    elif source < MOST_COLUMNS:
        at = COLUMNS + source * problem[STRIDE] + row[LENGTHS + source]
        told = row[at - extra]
    elif source == FROM_HAND:
        if target < MOST_COLUMNS:
            return NO_MOVE
        told = problem[STOCK] - row[HAND] - 1
    elif source == FROM_TALON:
        if target < MOST_COLUMNS and row[LENGTHS + target] == 0:
            return NO_MOVE
        told = row[stock_of(problem) + row[TALON] - 1]
    return step_code(told, source, target)


@kernel
def _cards_from(row: Row, problem: Problem, slot: int, card: int) -> int:
    """How many cards a column gives up where the lowest of them is a certain card; 0 for none."""
    length = row[LENGTHS + slot]
    if length == 0:
        return 0
    at = COLUMNS + slot * problem[STRIDE] + length
    for cards in range(1, run_length(row, problem, slot) + 1):
        if row[at - cards] == card:
            return cards
    return 0


@kernel
def _takes(row: Row, problem: Problem, slot: int, card: int, source: int, extra: int) -> bool:
    """Whether a card that is free may go to a column."""
    if slot == source:
        return False
    if row[LENGTHS + slot] > 0:
        return fits(card, top_of(row, problem, slot))
    # A column that moves as a whole to an empty one changes nothing.
    return problem[FLAGS] & REFILLS == 0 and source < MOST_COLUMNS and extra < row[LENGTHS + source]


@kernel
def _target(row: Row, problem: Problem, wanted: int, card: int, source: int, extra: int) -> int:
    """The column that a card goes to, the wanted one if it can; ``NO_MOVE`` for none."""
    if _takes(row, problem, wanted, card, source, extra):
        return wanted
    for slot in range(problem[COLUMN_COUNT]):
        if _takes(row, problem, slot, card, source, extra):
            return slot
    return NO_MOVE


@kernel
def _move_from(row: Row, problem: Problem, card: int, source: int, extra: int, wanted: int) -> int:
    """The move of a free card from a place to what is wanted, or near it; ``NO_MOVE`` for none."""
    if wanted == FOUNDATION:
        possible = extra == 1 and goes_up(row, problem, card)
        return move_of(source, FOUNDATION, 1) if possible else NO_MOVE
    target = _target(row, problem, wanted, card, source, extra)
    return NO_MOVE if target == NO_MOVE else move_of(source, target, extra)


@kernel
def _returned(row: Row, problem: Problem, card: int, wanted: int) -> int:
    """The move of a card back from a foundation; ``NO_MOVE`` where there is none."""
    higher = row[card + 4] if card + 4 < 4 * problem[RANKS] else 0
    if problem[FLAGS] & RETURN == 0 or card < 4 or row[card] <= higher:
        return NO_MOVE
    for step in range(problem[COLUMN_COUNT]):
        slot = wanted if step == 0 else step - 1 if step <= wanted else step
        if row[LENGTHS + slot] > 0 and fits(card, top_of(row, problem, slot)):
            return move_of(FOUNDATION, slot, card)
    return NO_MOVE


@kernel
def _bent(row: Row, problem: Problem, card: int, source: int, target: int) -> int:
    """The move of a card that a step means, from what the row has; ``NO_MOVE`` for none."""
    if source == FOUNDATION:
        return _returned(row, problem, card, target)
    for turn in range(problem[COLUMN_COUNT] + 2):
        # Where it should lie, then the columns, then the talon.
        place = source if turn == 0 else turn - 1
        if turn > problem[COLUMN_COUNT]:
            place = FROM_TALON
        if turn > 0 and place == source:
            continue
        cards = 0
        if place < MOST_COLUMNS:
            cards = _cards_from(row, problem, place, card)
        elif row[TALON] > 0 and row[stock_of(problem) + row[TALON] - 1] == card:
            cards = 1
        if cards > 0:
            move = _move_from(row, problem, card, place, cards, target)
            if move != NO_MOVE:
                return move
    return NO_MOVE


@kernel
def _owed_move(row: Row, problem: Problem, owed: Row) -> int:
    """The play up of a card that should be up already; ``NO_MOVE`` where none can go."""
    for slot in range(problem[COLUMN_COUNT]):
        if row[LENGTHS + slot] > 0:
            card = top_of(row, problem, slot)
            if owed[card] > 0 and goes_up(row, problem, card):
                return move_of(slot, FOUNDATION, 1)
    if row[TALON] > 0:
        card = row[stock_of(problem) + row[TALON] - 1]
        if owed[card] > 0 and goes_up(row, problem, card):
            return move_of(FROM_TALON, FOUNDATION, 1)
    return NO_MOVE


@kernel
def _make(trial: Trial, problem: Problem, move: int) -> bool:
    """Plays a move and notes it; not where there may be no more of them."""
    sizes = trial.sizes
    if sizes[MOVES] == sizes[MOST]:
        return False
    step = _step_of(trial.row, problem, move)
    if step != NO_MOVE:
        trial.made[sizes[STEPS]] = step
        sizes[STEPS] += 1
    play(trial.row, problem, move, trial.order)
    trial.moves[sizes[MOVES]] = move
    sizes[MOVES] += 1
    return True


@kernel
def _settle(trial: Trial, problem: Problem) -> bool:
    """Plays what is forced, and what is owed."""
    while True:
        move = forced_move(trial.row, problem)
        if move == NO_MOVE:
            move = _owed_move(trial.row, problem, trial.owed)
            if move == NO_MOVE:
                return True
            trial.owed[_card_up(trial.row, problem, move)] -= 1
        if not _make(trial, problem, move):
            return False


@kernel
def _card_up(row: Row, problem: Problem, move: int) -> int:
    """The card that a move takes up."""
    return _step_of(row, problem, move) % _CARDS


@kernel
def _do(trial: Trial, problem: Problem, step: int) -> bool:
    """Does a step as far as it can be done."""
    row = trial.row
    told, source, target = step % _CARDS, step // _CARDS % _PLACES, step // _CARDS // _PLACES
    if target == FROM_HAND:
        if row[REDEALS] != told + 1:
            return True
        told, move = 0, move_of(FROM_TALON, FROM_HAND, 1)
    elif source == FROM_HAND:
        move = NO_MOVE
    else:
        told, move = problem[STOCK], _bent(row, problem, told, source, target)
        if move == NO_MOVE and target == FOUNDATION:
            trial.owed[step % _CARDS] += 1
    while problem[STOCK] - row[HAND] > told:
        if not _make(trial, problem, move_of(FROM_HAND, FROM_TALON, 1)):
            return False
    if move == NO_MOVE or (target == FROM_HAND and row[TALON] == 0):
        return True
    return _make(trial, problem, move)


@kernel
def play_line(
    trial: Trial, problem: Problem, root: Row, line: Line, count: int, without: int, nor: int
) -> bool:
    """Whether a line of ``count`` steps, without two of them by their places, wins from a row.

    It has to do so with at most ``trial.sizes[2]`` moves. These are in ``trial.moves`` then, and
    the steps that they are in ``trial.made``; ``trial.sizes`` says how many.
    """
    copy_row(root, trial.row)
    trial.owed[:] = 0
    trial.sizes[:MOST] = 0
    for place in range(count):
        if place in (without, nor):
            continue
        if not (_settle(trial, problem) and _do(trial, problem, line[place])):
            return False
    return _settle(trial, problem) and is_won(trial.row, problem)


@kernel
def _may_go(step: int) -> bool:
    """Whether a line may do without a step: it needs what goes up, and what is turned."""
    return step // _CARDS // _PLACES != FOUNDATION and step // _CARDS % _PLACES != FROM_HAND


@kernel
def _shortened(
    trial: Trial, problem: Problem, root: Row, line: Line, count: int, first: int, second: int
) -> int:
    """Leaves out two steps where the line can do without, and has fewer moves then.

    Returns how many steps are left, ``NO_MOVE`` where it cannot.
    """
    if not play_line(trial, problem, root, line, count, first, second):
        return NO_MOVE
    trial.sizes[MOST] = trial.sizes[MOVES] - 1
    count = trial.sizes[STEPS]
    for place in range(count):
        line[place] = trial.made[place]
    return count


@kernel
def leave_out(trial: Trial, problem: Problem, root: Row, line: Line, count: int) -> int:
    """Leaves out of a line that wins each step, and each pair of steps, that it can do without.

    ``line`` has ``count`` steps, which stand for ``trial.sizes[2] + 1`` moves. It is changed where
    it lies; returns how many steps it has then, and ``trial.sizes[2] + 1`` is how many moves. One
    more call may find more.
    """
    first = 0
    while first < count:
        left = NO_MOVE
        if _may_go(line[first]):
            left = _shortened(trial, problem, root, line, count, first, first)
        if left == NO_MOVE:
            first += 1
        else:
            count = left
    first = 0
    while first < count:
        second = first + 1
        while second < count and _may_go(line[first]):
            left = NO_MOVE
            if _may_go(line[second]):
                left = _shortened(trial, problem, root, line, count, first, second)
            if left == NO_MOVE:
                second += 1
            else:
                count = left
        first += 1
    return count
