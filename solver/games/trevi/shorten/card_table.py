"""A light table on which lines of play are tried, and what can be left out of a line.

A *table* is int8[216]. For each card it says where it lies (``WHERE``: PILE, CELL, RESERVE, UP),
the card of a pile that it lies on (``BELOW``), the card that lies on it (``ABOVE``) and whether it
is face down (``DOWN``); then come the heights of the foundations, the empty piles, the empty cells,
and the rules::

    byte   0 … 51   52 … 103   104 … 155   156 … 207   208 … 211   212     213    214     215
           WHERE    BELOW      ABOVE       DOWN        HEIGHT      SPACES  ROOM   RANKS   FLAGS

        e.g. a pile 9H 8S: WHERE + 8S = PILE, BELOW + 8S = 9H, ABOVE + 9H = 8S,
        BELOW + 9H = ABOVE + 8S = NONE

BELOW and ABOVE mean something for the cards of piles only.

Piles and cells have no number, so a *step* names cards only and stays the same step whatever
became of the piles::

    bit    11 … 6   5 … 0
           card     target: the card to lie on (0 … 51), SPACE, CELLS or FOUNDATION

        e.g. 8S (31) onto 9H (34): 31 * 64 + 34 = 2018

What lies on the card goes with it. A *line* is an array of steps, int64[:]. A step that is not
legal is skipped, and the line goes on: so leaving out one step leaves out what rested on it as
well, and a card that was to go from A to B and from B to C goes from A to C.
"""

import numpy as np
import numpy.typing as npt

from solver.games.trevi.kernel.state import RULE_RETURN, RULE_RETURN_TO_CELL
from solver.jit.options import kernel

Table = npt.NDArray[np.int8]
Line = npt.NDArray[np.int64]

WHERE = 0
BELOW = 52
ABOVE = 104
DOWN = 156
HEIGHT = 208
SPACES = 212
ROOM = 213
RANKS = 214
FLAGS = 215  # RULE_RETURN and RULE_RETURN_TO_CELL
TABLE_BYTES = 216

PILE = 0
CELL = 1
RESERVE = 2
UP = 3

SPACE = 52
CELLS = 53
FOUNDATION = 54

_CARD = 64

#: No card below or above a card; no step.
NONE = -1


@kernel
def step_of(card: int, target: int) -> int:
    """The step of a card to a target."""
    return _CARD * card + target


@kernel
def card_of(step: int) -> int:
    """The card that a step moves."""
    return step // _CARD


@kernel
def target_of(step: int) -> int:
    """Where a step takes its card."""
    return step % _CARD


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
def continues_run(table: Table, card: int) -> bool:
    """Whether a card lies in sequence on a face-up card of its pile, which it has."""
    parent = table[BELOW + card]
    return fits(card, parent) and not table[DOWN + parent]


@kernel
def cards_up(table: Table) -> int:
    """The number of cards on the foundations."""
    return table[HEIGHT] + table[HEIGHT + 1] + table[HEIGHT + 2] + table[HEIGHT + 3]


@kernel
def is_won(table: Table) -> bool:
    """Whether all cards are up."""
    return cards_up(table) == 4 * table[RANKS]


@kernel
def next_up(table: Table, suit: int) -> int:
    """The card that a foundation waits for; ``NONE`` where it is full."""
    height = np.int64(table[HEIGHT + suit])
    return 4 * height + suit if height < table[RANKS] else NONE


@kernel
def _is_open(table: Table, parent: int) -> bool:
    return table[WHERE + parent] == PILE and table[ABOVE + parent] == NONE


@kernel
def _can_lift(table: Table, card: int, target: int) -> bool:
    """Whether the card, and what lies on it, may go towards a target of this kind."""
    place = table[WHERE + card]
    if place == UP:
        top = table[HEIGHT + (card & 3)] == (card >> 2) + 1
        if not top or not table[FLAGS] & RULE_RETURN or target == FOUNDATION:
            return False
        return target != CELLS or table[FLAGS] & RULE_RETURN_TO_CELL != 0
    if place == CELL:
        return target != CELLS
    if place == PILE:
        above = np.int64(table[ABOVE + card])
        if table[DOWN + card] or (above != NONE and target >= CELLS):
            return False
        while above != NONE:
            if table[DOWN + above] or not continues_run(table, above):
                return False
            above = np.int64(table[ABOVE + above])
    return True


@kernel
def _accepted(table: Table, card: int, target: int) -> int:
    """The target, its twin in its place where only that one is open, or NONE."""
    based = table[WHERE + card] == PILE
    if target < SPACE:
        if not fits(card, target) or (based and table[BELOW + card] == target):
            return NONE
        if not _is_open(table, target):
            target ^= 3
            if not _is_open(table, target) or (based and table[BELOW + card] == target):
                return NONE
        return target
    if target == SPACE:
        moves = table[SPACES] > 0 and not (based and table[BELOW + card] == NONE)
    elif target == CELLS:
        moves = table[ROOM] > 0
    else:
        moves = table[HEIGHT + (card & 3)] == card >> 2
    return target if moves else NONE


@kernel
def _lift(table: Table, card: int) -> None:
    place = table[WHERE + card]
    if place == PILE:
        below = table[BELOW + card]
        if below == NONE:
            table[SPACES] += 1
        else:
            table[ABOVE + below] = NONE
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
        table[BELOW + card] = NONE if target == SPACE else target
        if target == SPACE:
            table[SPACES] -= 1
        else:
            table[ABOVE + target] = card


@kernel
def legal_step(table: Table, card: int, target: int) -> int:
    """The step of a card to a target, with the parent's twin where only that one is open.

    NONE where it is not legal, or changes nothing.
    """
    if _can_lift(table, card, target):
        target = _accepted(table, card, target)
        if target != NONE:
            return step_of(card, target)
    return NONE


@kernel
def make_step(table: Table, step: int) -> None:
    """Makes a legal step."""
    _lift(table, card_of(step))
    _lay(table, card_of(step), target_of(step))


@kernel
def play(table: Table, step: int) -> int:
    """Makes a step if it is legal. Returns what ``legal_step`` does."""
    step = legal_step(table, card_of(step), target_of(step))
    if step != NONE:
        make_step(table, step)
    return step


@kernel
def _is_dominant(table: Table, card: int) -> bool:
    """Whether no other card can need to lie on one that its foundation waits for.

    It holds for a card of rank r where both foundations of the other colour have r - 1 cards, and
    the other one of its own colour r - 2: what could lie on it can then go up itself.
    """
    suit, rank = card & 3, card >> 2
    other = 1 if suit == 0 or suit == 3 else 0
    crossed = min(table[HEIGHT + other], table[HEIGHT + (other ^ 3)])
    return crossed >= rank - 1 and table[HEIGHT + (suit ^ 3)] >= rank - 2


@kernel
def play_up(table: Table, line: Line, length: int, dominant: bool) -> int:
    """Plays up what can go up, or only where that is dominant, until nothing can.

    Adds it to the line. Returns the line's new length.
    """
    suit, idle = 0, 0
    while idle < 4:
        card, step = next_up(table, suit), NONE
        if card != NONE and (not dominant or _is_dominant(table, card)):
            step = play(table, step_of(card, FOUNDATION))
        if step == NONE:
            idle += 1
            suit = (suit + 1) & 3
        else:
            idle = 0
            line[length] = step
            length += 1
    return length


@kernel
def _replay(
    start: Table, line: Line, length: int, place: int, other: int, work: Table, made: Line
) -> int:
    """Plays a line with step ``other`` in place of step ``place``, and then up what can go up.

    There is no step ``length``, so that one leaves the step out. Writes the steps that were made to
    ``made``, and returns how many; NONE where not all cards are up after fewer than ``length``.
    Each card that is not up takes one more step, so the replay ends once these are too many, and
    ``made`` never has more than ``length`` steps.
    """
    copy_table(start, work)
    count = 0
    for at in range(length):
        turn = other if at == place else at
        step = NONE if turn == length else play(work, line[turn])
        if step != NONE:
            made[count] = step
            count += 1
        if count + 4 * work[RANKS] - cards_up(work) >= length:
            return NONE
    count = play_up(work, made, count, False)
    return count if is_won(work) else NONE


@kernel
def _replay_without(
    start: Table, line: Line, length: int, place: int, work: Table, made: Line
) -> int:
    """Leaves a step out, or else lets its card go at once where its next step takes it."""
    shorter = _replay(start, line, length, place, length, work, made)
    if shorter != NONE:
        return shorter
    other = place + 1
    while other < length and card_of(line[other]) != card_of(line[place]):
        other += 1
    return NONE if other == length else _replay(start, line, length, place, other, work, made)


@kernel
def leave_out(start: Table, line: Line, length: int, work: Table, made: Line) -> int:
    """Leaves steps out of a winning line until no more can be. Returns the length left.

    A step goes with all that rests on it. ``work``, and ``made``, as long as the line, are scratch.
    """
    place = length - 1
    while place >= 0:
        shorter = _replay_without(start, line, length, place, work, made)
        place -= 1
        if shorter != NONE:
            for at in range(shorter):
                line[at] = made[at]
            length, place = shorter, shorter - 1
    return length
