"""A beam: a search for a short solution, not complete, so it never shows that there is none.

A card costs one step to go up, whatever else happens; the steps that can be saved are the others.
So layer n of the search has positions after n such other steps, with all plays up between them for
free: *dominant* ones, which can do no harm, are made at once, each other one gives one more
position of the same layer. Of the positions that the next layer could have, the ``WIDTH`` that look
best (``_estimate``) are kept. A position that was met before is dropped, by a hash of 64 bits: a
false match costs a position, never a wrong solution, for ``shorten.py`` has each one replayed.
Where a layer has no room for more positions, more candidates or more hashes, they are dropped too.

A *node* is a position that was kept, by number, layer after layer: its parent and the step from it
give the line back.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.trevi.shorten.card_table import (
    ABOVE,
    BELOW,
    CELLS,
    DOWN,
    FOUNDATION,
    NONE,
    PILE,
    RANKS,
    RESERVE,
    ROOM,
    SPACE,
    SPACES,
    TABLE_BYTES,
    UP,
    WHERE,
    Line,
    Table,
    cards_up,
    continues_run,
    copy_table,
    is_won,
    legal_step,
    make_step,
    next_up,
    play,
    play_up,
    target_of,
)
from solver.jit.hash_set import add, clear, make_sets
from solver.jit.options import kernel
from solver.jit.words import ZERO, Word, Words

WIDTH = 256
#: Positions of a layer: those kept, the guide's, and those that plays up add while there is room.
LAYER = 3 * WIDTH
MAX_LAYERS = 128
#: The last layer is made too, if not looked at.
_NODES = LAYER * MAX_LAYERS + WIDTH
#: Steps of a path: one a layer, each of them a return at most; so plays up, and plays up again.
_PATH = MAX_LAYERS + 52 + MAX_LAYERS

_CANDIDATES = 64 * WIDTH
_HASHES = 1 << 19
_BUCKETS = 1 << 13

# Weights of the estimate, the best of a few dozen tried on the deals from number 200,001.
_BLOCKER = 4
_HIDDEN = 3
_EMPTY_PILE = 2
_EMPTY_CELL = 2
_CARD_UP = 2
_IN_RESERVE = 1
_ABOVE_NEXT = 2
_RETURN = 4
#: Ties are broken by this many low bits of the hash; the offset keeps the sum positive.
_TIE = 16
_OFFSET = 256

#: In place of a parent: the guide's position after none of its steps, and downwards after more.
_GUIDE = -2

_NO_CARDS = 13
_TIE_MASK = np.uint64(_TIE - 1)

#: A random word for each card and place: on a card (its number), at a pile's base, in a cell, in
#: the reserve, up; and one for a face-down card.
_BASE = 52
_FACE_DOWN = 57
_WORDS = np.random.PCG64(52).random_raw(52 * 64).reshape(52, 64)


class Beam(NamedTuple):
    """The buffers of one worker's beam."""

    tables: Table  # int8[LAYER, TABLE_BYTES], the present layer
    following: Table  # int8[WIDTH, TABLE_BYTES], the next one
    work: Table  # int8[TABLE_BYTES]
    guided: Table  # int8[TABLE_BYTES]
    parent: npt.NDArray[np.int32]  # of each node
    step: npt.NDArray[np.int32]  # that led to it
    value: npt.NDArray[np.int32]  # of each candidate
    origin: npt.NDArray[np.int32]  # the place of its parent in the layer
    made: npt.NDArray[np.int32]  # its step
    count: npt.NDArray[np.int32]  # candidates by value
    seen: Words  # the positions met
    line: Line


def make_beam() -> Beam:
    """The buffers of one worker: some 6 MiB."""
    return Beam(
        np.zeros((LAYER, TABLE_BYTES), np.int8),
        np.zeros((WIDTH, TABLE_BYTES), np.int8),
        np.zeros(TABLE_BYTES, np.int8),
        np.zeros(TABLE_BYTES, np.int8),
        np.zeros(_NODES, np.int32),
        np.zeros(_NODES, np.int32),
        np.zeros(_CANDIDATES, np.int32),
        np.zeros(_CANDIDATES, np.int32),
        np.zeros(_CANDIDATES, np.int32),
        np.zeros(_BUCKETS, np.int32),
        make_sets(1, _HASHES)[0],
        np.zeros(_PATH, np.int64),
    )


@kernel
def hash_of(table: Table) -> Word:
    """The hash of a position: of what each card lies on, so piles and cells have no order."""
    word = ZERO
    for card in range(52):
        place = table[WHERE + card]
        if place == PILE:
            below = table[BELOW + card]
            word ^= _WORDS[card, _BASE if below == NONE else below]
            if table[DOWN + card]:
                word ^= _WORDS[card, _FACE_DOWN]
        else:
            word ^= _WORDS[card, _BASE + place]
    return word


@kernel
def blockers(table: Table) -> int:
    """How many units must leave their piles before all cards can be up, at least.

    A *blocker* lies above a lower card of its own suit, so it must move before that one goes up. A
    blocker in sequence on another one may move with it, and is not counted.
    """
    count = 0
    for base in range(52):
        if table[WHERE + base] != PILE or table[BELOW + base] != NONE:
            continue
        lowest = _NO_CARDS * 0x1111  # of each suit, four bits
        on_blocker = False
        card = base
        while card != NONE:
            rank, shift = card >> 2, 4 * (card & 3)
            low = (lowest >> shift) & 15
            if rank > low:
                count += not (on_blocker and continues_run(table, card))
                on_blocker = True
            else:
                lowest += (rank - low) << shift
                on_blocker = False
            card = np.int64(table[ABOVE + card])
    return count


@kernel
def _estimate(table: Table) -> int:
    """How far a position looks from a win; the lowest comes first."""
    value = _BLOCKER * blockers(table)
    for card in range(4 * table[RANKS]):
        value += _HIDDEN * (table[WHERE + card] == PILE and table[DOWN + card] != 0)
        value -= _IN_RESERVE * (table[WHERE + card] == RESERVE)
    value -= _EMPTY_PILE * table[SPACES] + _EMPTY_CELL * table[ROOM] + _CARD_UP * cards_up(table)
    for suit in range(4):
        card = next_up(table, suit)
        if card == NONE or table[WHERE + card] != PILE:
            continue
        above = np.int64(table[ABOVE + card])
        while above != NONE:
            value += 0 if continues_run(table, above) else _ABOVE_NEXT
            above = np.int64(table[ABOVE + above])
    return value


@kernel
def _step(beam: Beam, source: Table, target: Table, step: int) -> None:
    """Writes what a position becomes by a legal step, and the dominant plays after it."""
    copy_table(source, target)
    make_step(target, step)
    play_up(target, beam.line, 0, True)


@kernel
def _can_finish(beam: Beam, table: Table) -> bool:
    """Whether all that is left can go up."""
    if blockers(table):
        return False
    copy_table(table, beam.work)
    play_up(beam.work, beam.line, 0, False)
    return is_won(beam.work)


@kernel
def _add_plays_up(beam: Beam, count: int, node: int) -> int:
    """Adds to the layer what plays up make of its positions. Returns the layer's new size.

    ``node``: the number of the layer's first position. Stops early, with minus the place of a
    position that is won, less one.
    """
    place = 0
    while place < count:
        table = beam.tables[place]
        if _can_finish(beam, table):
            return -1 - place
        for suit in range(4):
            card = next_up(table, suit)
            if card == NONE or count == LAYER:
                continue
            step = legal_step(table, card, FOUNDATION)
            if step == NONE:
                continue
            _step(beam, table, beam.work, step)
            if add(beam.seen, hash_of(beam.work)):
                copy_table(beam.work, beam.tables[count])
                beam.parent[node + count] = node + place
                beam.step[node + count] = step
                count += 1
        place += 1
    return count


@kernel
def _target(card: int, choice: int) -> int:
    """The places other than the foundation: two parents (NONE for a king's), a pile, a cell."""
    if choice >= 2:
        return SPACE if choice == 2 else CELLS
    if card >= 48:
        return NONE
    parents = (card & ~3) + 4
    if ((card >> 1) ^ card) & 1:
        return parents + 3 * choice
    return parents + 1 + choice


@kernel
def _try_steps(beam: Beam, place: int, candidates: int) -> int:
    """Adds to the candidates what a position's steps make of it. Returns their new number."""
    table, work = beam.tables[place], beam.work
    for card in range(4 * table[RANKS]):
        where = table[WHERE + card]
        for choice in range(4):
            target = _target(card, choice)
            # A reserve card in a pile of its own or in a cell is worth less than in the reserve.
            if target == NONE or (where == RESERVE and target >= SPACE):
                continue
            # A step onto a twin is tried for the twin.
            if target < SPACE and (table[WHERE + target] != PILE or table[ABOVE + target] != NONE):
                continue
            if candidates == len(beam.value):
                return candidates
            step = legal_step(table, card, target)
            if step == NONE:
                continue
            _step(beam, table, work, step)
            key = hash_of(work)
            if not add(beam.seen, key):
                continue
            value = _OFFSET + _estimate(work) + (_RETURN if where == UP else 0)
            value = _TIE * value + np.int64(key & _TIE_MASK)
            beam.value[candidates] = min(max(value, 0), _BUCKETS - 1)
            beam.origin[candidates] = place
            beam.made[candidates] = step
            candidates += 1
    return candidates


@kernel
def _keep_best(beam: Beam, candidates: int, node: int, following: int) -> int:
    """Makes the best candidates the next layer. Returns how many positions it has.

    ``node`` and ``following``: the numbers of the first positions of the two layers.
    """
    beam.count[:] = 0
    for candidate in range(candidates):
        beam.count[beam.value[candidate]] += 1
    limit, room = 0, WIDTH
    while limit < _BUCKETS and beam.count[limit] <= room:
        room -= beam.count[limit]
        limit += 1
    kept = 0
    for candidate in range(candidates):
        value = beam.value[candidate]
        if value > limit or (value == limit and room == 0):
            continue
        room -= value == limit
        origin, step = beam.origin[candidate], np.int64(beam.made[candidate])
        _step(beam, beam.tables[origin], beam.following[kept], step)
        beam.parent[following + kept] = node + origin
        beam.step[following + kept] = step
        kept += 1
    for place in range(kept):
        copy_table(beam.following[place], beam.tables[place])
    return kept


@kernel
def _join_guide(beam: Beam, place: int, node: int, count: int) -> int:
    """Adds the guide's position after ``place`` steps to a layer, even if it was met before.

    Returns the layer's new size. ``beam.guided`` is that position, dominant plays not made.
    """
    table = beam.tables[count]
    copy_table(beam.guided, table)
    play_up(table, beam.line, 0, True)
    add(beam.seen, hash_of(table))
    beam.parent[node + count] = _GUIDE - place
    return count + 1


@kernel
def _write_line(beam: Beam, start: Table, guide: Line, node: int, line: Line) -> int:
    """Writes the line to a position that is won, and on to the win. Returns its length."""
    steps = 0
    while beam.parent[node] >= 0:
        beam.line[steps] = beam.step[node]
        steps += 1
        node = np.int64(beam.parent[node])
    copy_table(start, beam.work)
    length = 0
    while length < _GUIDE - beam.parent[node]:
        line[length] = play(beam.work, guide[length])
        length += 1
    length = play_up(beam.work, line, length, True)
    for place in range(steps - 1, -1, -1):
        line[length] = play(beam.work, beam.line[place])
        length = play_up(beam.work, line, length + 1, True)
    return play_up(beam.work, line, length, False)


@kernel
def find_line(beam: Beam, start: Table, guide: Line, line: Line) -> int:
    """Looks for a line with fewer steps besides the plays up than a winning one, the guide, has.

    Layer n has the guide's position after n such steps too. Writes the line to ``line`` and returns
    its length, or NONE where none was found. A return from a foundation counts as one step here,
    though its card has to go up again: so ``line`` needs room for twice the guide and 52 steps.
    """
    clear(beam.seen)
    copy_table(start, beam.guided)
    place, node, count = 0, 0, 0
    for _ in range(MAX_LAYERS):
        count = _join_guide(beam, place, node, count)
        while place < len(guide) and target_of(guide[place]) == FOUNDATION:
            play(beam.guided, guide[place])
            place += 1
        if place == len(guide):
            break
        count = _add_plays_up(beam, count, node)
        if count < 0:
            return _write_line(beam, start, guide, node - 1 - count, line)
        candidates = 0
        for parent in range(count):
            candidates = _try_steps(beam, parent, candidates)
        play(beam.guided, guide[place])
        place += 1
        following = node + count
        count = _keep_best(beam, candidates, node, following)
        node = following
    return NONE
