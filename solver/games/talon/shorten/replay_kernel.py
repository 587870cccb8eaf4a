"""A line of play that is played again and again while it is made shorter.

A *step* says what moves, where it comes from and where it goes to::

    bit   11 and up   10 … 7   6 … 0
          target      source   subject

    source, target: those of a move (``state.py``)
    subject: the card, or the lowest one of a run; for a step that turns cards, how many are left
    in the hand after it; for a redeal, how many redeals are

        e.g. 2S (7) from column 3 up: 12 * 2048 + 3 * 128 + 7 = 24967

The cards that fill empty columns by force are no steps: they are played wherever they are due.

Steps adapt to what they find: a card comes from its column, or any other place where a copy of it
is free, and goes to its column, or any other one that it fits; cards are turned as long as the hand
has more than it should have. A step that cannot be made is skipped, and the line goes on; a card
that was to go up then goes up as soon as it can. So leaving out one step leaves out what rested on
it as well, and a card that was to go from A to B and from B to C goes from A to C.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.talon.kernel.state import (
    CARDS,
    COLUMN_COUNT,
    FLAGS,
    FOUNDATION,
    FROM_HAND,
    FROM_TALON,
    HAND,
    LENGTHS,
    MOST_CARDS,
    MOST_COLUMNS,
    NO_MOVE,
    REDEALS,
    REFILLS,
    RETURN,
    STOCK,
    TALON,
    Moves,
    Problem,
    Row,
    automatic_move,
    column_of,
    comes_back,
    copy_row,
    extra_of,
    fits,
    goes_up,
    is_won,
    move_of,
    play,
    run_length,
    source_of,
    talon_top,
    target_of,
    top_of,
)
from solver.jit.options import kernel

Line = npt.NDArray[np.int64]

#: A hand has fewer than MOST_CARDS cards once one was turned.
_SUBJECTS = MOST_CARDS
_PLACES = 16


class Trial(NamedTuple):
    """The buffers in which a line is played."""

    row: Row
    order: Row
    owed: Line  # how many copies of each card the line has had go up that did not
    moves: Moves  # that were made
    made: Line  # the same as steps
    sizes: Line  # how many moves, and steps, there are; the most moves that there may be


MOVES, STEPS, MOST = 0, 1, 2


def make_trial(row_bytes: int, most: int) -> Trial:
    """Buffers for rows of ``row_bytes`` bytes, and for at most ``most`` moves."""
    return Trial(
        np.zeros(row_bytes, np.uint8),
        np.zeros(MOST_CARDS, np.uint8),
        np.zeros(CARDS, np.int64),
        np.zeros(most, np.int32),
        np.zeros(most, np.int64),
        np.zeros(3, np.int64),
    )


@kernel
def step_of(subject: int, source: int, target: int) -> int:
    """The step of these numbers."""
    return _SUBJECTS * (_PLACES * target + source) + subject


@kernel
def _parts(step: int) -> tuple[int, int, int]:
    """A step's subject, source and target."""
    return step % _SUBJECTS, step // _SUBJECTS % _PLACES, step // _SUBJECTS // _PLACES


@kernel
def _step_of(row: Row, problem: Problem, move: int) -> int:
    """The step that a move is, from the row before it; ``NO_MOVE`` for one that is forced."""
    source, target, extra = source_of(move), target_of(move), extra_of(move)
    subject = extra
    if target == FROM_HAND:
        subject = row[REDEALS] - 1
    elif source < MOST_COLUMNS:
        subject = row[column_of(problem, source) + row[LENGTHS + source] - extra]
    elif source == FROM_HAND:
        if target < MOST_COLUMNS:
            return NO_MOVE
        subject = problem[STOCK] - row[HAND] - 1
    elif source == FROM_TALON:
        if target < MOST_COLUMNS and row[LENGTHS + target] == 0:
            return NO_MOVE
        subject = talon_top(row, problem)
    return step_of(subject, source, target)


@kernel
def _cards_from(row: Row, problem: Problem, slot: int, card: int) -> int:
    """How many cards a column gives up where the lowest of them is a certain card; 0 for none."""
    length = row[LENGTHS + slot]
    if length == 0:
        return 0
    at = column_of(problem, slot) + length
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
def _column_for(row: Row, problem: Problem, wanted: int, card: int, source: int, extra: int) -> int:
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
    target = _column_for(row, problem, wanted, card, source, extra)
    return NO_MOVE if target == NO_MOVE else move_of(source, target, extra)


@kernel
def _returned(row: Row, problem: Problem, card: int, wanted: int) -> int:
    """The move of a card back from a foundation; ``NO_MOVE`` where there is none."""
    if problem[FLAGS] & RETURN == 0 or card < 4 or not comes_back(row, problem, card):
        return NO_MOVE
    for step in range(problem[COLUMN_COUNT]):
        slot = wanted if step == 0 else step - 1 if step <= wanted else step
        if row[LENGTHS + slot] > 0 and fits(card, top_of(row, problem, slot)):
            return move_of(FOUNDATION, slot, card)
    return NO_MOVE


@kernel
def _adapted(row: Row, problem: Problem, card: int, source: int, target: int) -> int:
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
        elif row[TALON] > 0 and talon_top(row, problem) == card:
            cards = 1
        if cards > 0:
            move = _move_from(row, problem, card, place, cards, target)
            if move != NO_MOVE:
                return move
    return NO_MOVE


@kernel
def _owed_move(row: Row, problem: Problem, owed: Line) -> int:
    """The play up of a card that should be up already; ``NO_MOVE`` where none can go."""
    for slot in range(problem[COLUMN_COUNT]):
        if row[LENGTHS + slot] > 0:
            card = top_of(row, problem, slot)
            if owed[card] > 0 and goes_up(row, problem, card):
                return move_of(slot, FOUNDATION, 1)
    if row[TALON] > 0:
        card = talon_top(row, problem)
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
def _play_due(trial: Trial, problem: Problem) -> bool:
    """Plays what is forced and what is owed. ``False``: not with as many moves as there may be."""
    while True:
        move = automatic_move(trial.row, problem)
        if move == NO_MOVE:
            move = _owed_move(trial.row, problem, trial.owed)
            if move == NO_MOVE:
                return True
            trial.owed[_parts(_step_of(trial.row, problem, move))[0]] -= 1
        if not _make(trial, problem, move):
            return False


@kernel
def _do(trial: Trial, problem: Problem, step: int) -> bool:
    """Does a step as far as it can be done. ``False``: not with as many moves as there may be."""
    row = trial.row
    subject, source, target = _parts(step)
    left, move = problem[STOCK], NO_MOVE  # the most that the hand may have; what is done then
    if target == FROM_HAND:
        if row[REDEALS] != subject + 1:
            return True
        left, move = 0, move_of(FROM_TALON, FROM_HAND, 1)
    elif source == FROM_HAND:
        left = subject
    else:
        move = _adapted(row, problem, subject, source, target)
        if move == NO_MOVE and target == FOUNDATION:
            trial.owed[subject] += 1
    while problem[STOCK] - row[HAND] > left:
        if not _make(trial, problem, move_of(FROM_HAND, FROM_TALON, 1)):
            return False
    if move == NO_MOVE or (target == FROM_HAND and row[TALON] == 0):
        return True
    return _make(trial, problem, move)


@kernel
def play_line(
    trial: Trial, problem: Problem, root: Row, line: Line, count: int, first: int, second: int
) -> bool:
    """Whether a line of ``count`` steps, without those at places ``first`` and ``second``, wins.

    It has to do so with at most ``trial.sizes[MOST]`` moves. These are in ``trial.moves`` then, and
    the steps that they are in ``trial.made``; ``trial.sizes`` says how many.
    """
    copy_row(root, trial.row)
    trial.owed[:] = 0
    trial.sizes[:MOST] = 0
    for place in range(count):
        if place in (first, second):
            continue
        if not (_play_due(trial, problem) and _do(trial, problem, line[place])):
            return False
    return _play_due(trial, problem) and is_won(trial.row, problem)


@kernel
def _may_go(step: int) -> bool:
    """Whether leaving out a step is tried: a line needs what goes up, and what is turned."""
    _, source, target = _parts(step)
    return target != FOUNDATION and source != FROM_HAND


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

    ``line`` has ``count`` steps, which stand for ``trial.sizes[MOST] + 1`` moves. It is changed in
    place; returns how many steps it has then, and ``trial.sizes[MOST] + 1`` is how many moves. One
    more call may find more.
    """
    for pairs in range(2):
        first = 0
        while first < count:
            second = first + pairs
            while second < (count if pairs else min(first + 1, count)) and _may_go(line[first]):
                left = NO_MOVE
                if _may_go(line[second]):
                    left = _shortened(trial, problem, root, line, count, first, second)
                if left == NO_MOVE:
                    second += 1
                else:
                    count = left
            first += 1
    return count
