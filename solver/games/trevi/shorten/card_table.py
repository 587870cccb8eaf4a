"""A light table, on which a solution is played again and again while it is made shorter.

A *table* is int8[214]. For each card it says where it lies (``WHERE``: PILE, CELL, RESERVE, UP), on
which card of a pile (``UNDER``), which card lies on it (``ON``), and whether it is face down
(``DOWN``); then come the heights of the foundations, the empty piles and the empty cells::

    byte   0 … 51   52 … 103   104 … 155   156 … 207   208 … 211   212     213
           WHERE    UNDER      ON          DOWN        HEIGHT      SPACES  ROOM

Piles and cells have no number, so a *step* names cards only, and stays the same step whatever
became of the piles: ``64 * card + target``, the target a card to lie on, or ``SPACE``, ``CELLS``,
``FOUNDATION``. What lies on the card goes with it. A line is an array of steps, int64[:].

A step that cannot be made is left out, and the line goes on: so leaving out one step leaves out
what rested on it as well, and a card that was to go from A to B and from B to C goes from A to C.
"""

import numpy as np
import numpy.typing as npt

from solver.games.trevi.kernel.state import RULE_RETURN, RULE_RETURN_TO_CELL
from solver.jit.options import kernel

Table = npt.NDArray[np.int8]
Line = npt.NDArray[np.int64]

WHERE = 0
UNDER = 52
ON = 104
DOWN = 156
HEIGHT = 208
SPACES = 212
ROOM = 213
TABLE_BYTES = 214

PILE = 0
CELL = 1
RESERVE = 2
UP = 3

SPACE = 52
CELLS = 53
FOUNDATION = 54

#: No card under or on a card; no step.
NONE = -1


@kernel
def copy_table(source: Table, target: Table) -> None:
    """Makes ``target`` the same table as ``source``."""
    for byte in range(TABLE_BYTES):
        target[byte] = source[byte]


@kernel
def _red(card: int) -> int:
    return ((card >> 1) ^ card) & 1


@kernel
def fits(card: int, parent: int) -> bool:
    """Whether a card may lie on another one: one rank lower and of the other colour."""
    return (card >> 2) + 1 == parent >> 2 and _red(card) != _red(parent)


@kernel
def cards_up(table: Table) -> int:
    """The number of cards on the foundations."""
    return table[HEIGHT] + table[HEIGHT + 1] + table[HEIGHT + 2] + table[HEIGHT + 3]


@kernel
def _is_open(table: Table, parent: int) -> bool:
    return table[WHERE + parent] == PILE and table[ON + parent] == NONE


@kernel
def _can_lift(table: Table, card: int, target: int, flags: int) -> bool:
    """Whether the card, and what lies on it, may go towards a target of this kind."""
    place = table[WHERE + card]
    if place == UP:
        top = table[HEIGHT + (card & 3)] == (card >> 2) + 1
        if not top or not flags & RULE_RETURN or target == FOUNDATION:
            return False
        return target != CELLS or flags & RULE_RETURN_TO_CELL != 0
    if place == CELL:
        return target != CELLS
    if place == PILE:
        if table[DOWN + card]:
            return False
        below, above = card, np.int64(table[ON + card])
        if above != NONE and target >= CELLS:
            return False
        while above != NONE:
            if table[DOWN + above] or not fits(above, below):
                return False
            below, above = above, np.int64(table[ON + above])
    return True


@kernel
def _accepted(table: Table, card: int, target: int) -> int:
    """The target, its twin in its place where only that one is open, or NONE."""
    based = table[WHERE + card] == PILE
    if target < SPACE:
        if not fits(card, target) or (based and table[UNDER + card] == target):
            return NONE
        if not _is_open(table, target):
            target ^= 3
            if not _is_open(table, target) or (based and table[UNDER + card] == target):
                return NONE
        return target
    if target == SPACE:
        moves = table[SPACES] > 0 and not (based and table[UNDER + card] == NONE)
    elif target == CELLS:
        moves = table[ROOM] > 0
    else:
        moves = table[HEIGHT + (card & 3)] == card >> 2
    return target if moves else NONE


@kernel
def _lift(table: Table, card: int) -> None:
    place = table[WHERE + card]
    if place == PILE:
        below = table[UNDER + card]
        if below == NONE:
            table[SPACES] += 1
        else:
            table[ON + below] = NONE
            table[DOWN + below] = 0
    elif place == CELL:
        table[ROOM] += 1
    elif place == UP:
        table[HEIGHT + (card & 3)] -= 1


@kernel
def _lay(table: Table, card: int, target: int) -> None:
    if target == FOUNDATION:
        table[WHERE + card] = UP
        table[HEIGHT + (card & 3)] += 1
    elif target == CELLS:
        table[WHERE + card] = CELL
        table[ROOM] -= 1
    else:
        table[WHERE + card] = PILE
        table[UNDER + card] = NONE if target == SPACE else target
        if target == SPACE:
            table[SPACES] -= 1
        else:
            table[ON + target] = card


@kernel
def play(table: Table, step: int, flags: int) -> int:
    """Makes a step. Returns it, with the parent's twin where that was taken, or NONE.

    NONE, and nothing done: the step is not legal, or changes nothing. ``flags``: RULE_RETURN and
    RULE_RETURN_TO_CELL.
    """
    card, target = step >> 6, step & 63
    if not _can_lift(table, card, target, flags):
        return NONE
    target = _accepted(table, card, target)
    if target == NONE:
        return NONE
    _lift(table, card)
    _lay(table, card, target)
    return (card << 6) | target


@kernel
def play_up(table: Table, ranks: int, flags: int, line: Line, length: int) -> int:
    """Plays up what can go up, until nothing can; adds it to the line. Returns its new length."""
    suit, idle = 0, 0
    while idle < 4:
        card = 4 * np.int64(table[HEIGHT + suit]) + suit
        step = NONE
        if card < 4 * ranks:
            step = play(table, (card << 6) | FOUNDATION, flags)
        if step == NONE:
            idle += 1
            suit = (suit + 1) & 3
        else:
            idle = 0
            line[length] = step
            length += 1
    return length


@kernel
def play_line(
    table: Table, line: Line, first: int, end: int, limit: int, ranks: int, flags: int, made: Line
) -> int:
    """Plays the steps ``first`` to ``end - 1``, as far as they are legal, and plays up the rest.

    ``made`` has ``first`` steps already, and gets those that were made. Returns how many there are
    then; ``limit + 1`` where that is more than ``limit``, or not all cards went up.
    """
    length = first
    left = 4 * ranks - cards_up(table)
    for place in range(first, end):
        step = play(table, line[place], flags)
        if step == NONE:
            continue
        made[length] = step
        length += 1
        left = 4 * ranks - cards_up(table)
        if length + left > limit:
            return limit + 1
    if length + left > limit:
        return limit + 1
    length = play_up(table, ranks, flags, made, length)
    return length if cards_up(table) == 4 * ranks else limit + 1


@kernel
def _record(tables: Table, line: Line, first: int, length: int, flags: int) -> None:
    """Writes the table before each step from ``first`` on; ``tables[first]`` is there."""
    for place in range(first, length):
        copy_table(tables[place], tables[place + 1])
        play(tables[place + 1], line[place], flags)


@kernel
def _try_shorter(
    tables: Table, line: Line, length: int, first: int, trial: Line, end: int,
    ranks: int, flags: int, made: Line,
) -> int:  # fmt: skip
    """Takes over ``trial``, which differs from the line from ``first`` on, if it is shorter."""
    work = tables[len(tables) - 1]
    copy_table(tables[first], work)
    shorter = play_line(work, trial, first, end, length - 1, ranks, flags, made)
    if shorter < length:
        for place in range(first, shorter):
            line[place] = made[place]
        _record(tables, line, first, shorter, flags)
        return shorter
    return length


@kernel
def leave_out(
    tables: Table, line: Line, length: int, ranks: int, flags: int, trial: Line, made: Line
) -> int:
    """Leaves steps out of a winning line until no more can be. Returns the length left.

    Tried of each step: to leave it out, with all that rests on it; and to let its card go at once
    where its next step would take it. ``tables``: int8[:, 214], the start in row 0, and more rows
    than the line has steps by two.
    """
    _record(tables, line, 0, length, flags)
    place = length - 1
    while place >= 0:
        before = length
        for other in range(place + 1, length):
            trial[other - 1] = line[other]
        length = _try_shorter(tables, line, length, place, trial, length - 1, ranks, flags, made)
        if length == before:
            again = place + 1
            while again < length and line[again] >> 6 != line[place] >> 6:
                again += 1
            if again < length:
                trial[place] = line[again]
                for other in range(place + 1, length):
                    trial[other - (other > again)] = line[other]
                length = _try_shorter(
                    tables, line, length, place, trial, length - 1, ranks, flags, made
                )
        place = place - 1 if length == before else length - 1
    return length
