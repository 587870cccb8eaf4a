"""A search for a short solution: not complete, so it says nothing of a deal that it does not solve.

A card costs one step to go up, whatever else happens; the steps that can be saved are the others.
So layer n of the search has positions after n such other steps, with all plays up between them for
nothing: those that can do no harm are made at once, each other one gives one more position of the
same layer. Of the positions that the next layer could have, those ``WIDTH`` are kept that look best
(``estimate``): a beam. A position that was met before is dropped, by a hash of 64 bits: a false
match costs a position, never a wrong solution, for ``shorten.py`` has each one replayed.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.games.trevi.shorten.card_table import (
    CELLS,
    DOWN,
    FOUNDATION,
    HEIGHT,
    NONE,
    ON,
    PILE,
    RESERVE,
    ROOM,
    SPACE,
    SPACES,
    TABLE_BYTES,
    UNDER,
    UP,
    WHERE,
    Line,
    Table,
    cards_up,
    copy_table,
    fits,
    play,
    play_up,
)
from solver.jit.options import kernel

WIDTH = 256
#: Positions of one layer, with those that plays up add.
LAYER = 3 * WIDTH
MAX_LAYERS = 128

_CANDIDATES = 64 * WIDTH
_SEEN = 1 << 19
_MOST_SEEN = _SEEN // 4 * 3
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
_ZERO = np.uint64(0)
_ONE = np.uint64(1)
_TIE_MASK = np.uint64(_TIE - 1)
_SEEN_MASK = np.uint64(_SEEN - 1)

#: A random word for each card and place: on a card (its number), at a pile's base, in a cell, in
#: the reserve, up; and one for a face-down card.
_BASE = 52
_DOWN = 57
_WORDS = np.random.PCG64(52).random_raw(52 * 64).reshape(52, 64)


class Beam(NamedTuple):
    """The buffers of one worker's beam."""

    tables: Table  # int8[LAYER, 214], the present layer
    following: Table  # int8[WIDTH, 214], the next one
    work: Table  # int8[214]
    guided: Table  # int8[214]
    parent: npt.NDArray[np.int32]  # of each position kept, layer after layer
    step: npt.NDArray[np.int32]  # that led to it
    value: npt.NDArray[np.int32]  # of each candidate
    origin: npt.NDArray[np.int32]  # the place of its parent in the layer
    made: npt.NDArray[np.int32]  # its step
    count: npt.NDArray[np.int32]  # candidates by value
    seen: npt.NDArray[np.uint64]  # hashes, 0 for none
    seen_count: npt.NDArray[np.int64]  # int64[1]
    line: Line


def make_beam() -> Beam:
    """The buffers of one worker: some 6 MiB."""
    return Beam(
        np.zeros((LAYER, TABLE_BYTES), np.int8),
        np.zeros((WIDTH, TABLE_BYTES), np.int8),
        np.zeros(TABLE_BYTES, np.int8),
        np.zeros(TABLE_BYTES, np.int8),
        np.zeros(LAYER * MAX_LAYERS, np.int32),
        np.zeros(LAYER * MAX_LAYERS, np.int32),
        np.zeros(_CANDIDATES, np.int32),
        np.zeros(_CANDIDATES, np.int32),
        np.zeros(_CANDIDATES, np.int32),
        np.zeros(_BUCKETS, np.int32),
        np.zeros(_SEEN, np.uint64),
        np.zeros(1, np.int64),
        np.zeros(512, np.int64),
    )


@kernel
def _is_new(beam: Beam, table: Table) -> bool:
    """Whether no position like this one was met; it now is. ``False`` too where room ran out."""
    word = _hash(table) | _ONE
    place = word & _SEEN_MASK
    while beam.seen[place] != _ZERO:
        if beam.seen[place] == word:
            return False
        place = (place + _ONE) & _SEEN_MASK
    if beam.seen_count[0] == _MOST_SEEN:
        return False
    beam.seen_count[0] += 1
    beam.seen[place] = word
    return True


@kernel
def _hash(table: Table) -> np.uint64:
    word = _ZERO
    for card in range(52):
        place = table[WHERE + card]
        if place == PILE:
            under = table[UNDER + card]
            word ^= _WORDS[card, _BASE if under == NONE else under]
            if table[DOWN + card]:
                word ^= _WORDS[card, _DOWN]
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
        if table[WHERE + base] != PILE or table[UNDER + base] != NONE:
            continue
        lowest = _NO_CARDS * 0x1111  # of each suit, four bits
        on_blocker = False
        card = base
        while card != NONE:
            rank, shift = card >> 2, 4 * (card & 3)
            low = (lowest >> shift) & 15
            under = np.int64(table[UNDER + card])
            if rank > low:
                together = on_blocker and fits(card, under) and not table[DOWN + under]
                count += not together
                on_blocker = True
            else:
                lowest += (rank - low) << shift
                on_blocker = False
            card = np.int64(table[ON + card])
    return count


@kernel
def _estimate(table: Table, ranks: int) -> int:
    """How far a position looks from a win; the lowest comes first."""
    value = _BLOCKER * blockers(table)
    for card in range(4 * ranks):
        value += _HIDDEN * (table[WHERE + card] == PILE and table[DOWN + card] != 0)
        value -= _IN_RESERVE * (table[WHERE + card] == RESERVE)
    value -= _EMPTY_PILE * table[SPACES] + _EMPTY_CELL * table[ROOM] + _CARD_UP * cards_up(table)
    for suit in range(4):
        height = np.int64(table[HEIGHT + suit])
        card = 4 * height + suit
        if height == ranks or table[WHERE + card] != PILE:
            continue
        above = np.int64(table[ON + card])
        while above != NONE:
            under = np.int64(table[UNDER + above])
            in_run = fits(above, under) and not table[DOWN + under]
            value += 0 if in_run else _ABOVE_NEXT
            above = np.int64(table[ON + above])
    return value


@kernel
def _play_safe(table: Table, ranks: int, flags: int, line: Line, length: int) -> int:
    """Plays up the cards that no other card can need to lie on; returns the line's new length.

    A card of rank r goes up where both foundations of the other colour have r - 1 cards, and the
    other one of its own colour r - 2: what could lie on it can then go up itself.
    """
    idle = 0
    suit = 0
    while idle < 4:
        rank = np.int64(table[HEIGHT + suit])
        twin, other = suit ^ 3, 1 if suit == 0 or suit == 3 else 0
        crossed = min(table[HEIGHT + other], table[HEIGHT + (other ^ 3)])
        step = NONE
        if rank < ranks and crossed >= rank - 1 and table[HEIGHT + twin] >= rank - 2:
            step = play(table, ((4 * rank + suit) << 6) | FOUNDATION, flags)
        if step == NONE:
            idle += 1
            suit = (suit + 1) & 3
        else:
            idle = 0
            line[length] = step
            length += 1
    return length


@kernel
def _is_won(beam: Beam, table: Table, ranks: int, flags: int) -> bool:
    """Whether all that is left can go up."""
    if blockers(table):
        return False
    copy_table(table, beam.work)
    play_up(beam.work, ranks, flags, beam.line, 0)
    return cards_up(beam.work) == 4 * ranks


@kernel
def _add_plays_up(beam: Beam, count: int, node: int, ranks: int, flags: int) -> int:
    """Adds to the layer what plays up make of its positions. Returns the layer's new size.

    ``node``: the number of the layer's first position. Stops early, with minus the place of a
    position that is won, less one.
    """
    place = 0
    while place < count:
        if _is_won(beam, beam.tables[place], ranks, flags):
            return -1 - place
        for suit in range(4):
            height = np.int64(beam.tables[place, HEIGHT + suit])
            if height == ranks or count == LAYER:
                continue
            copy_table(beam.tables[place], beam.work)
            step = play(beam.work, ((4 * height + suit) << 6) | FOUNDATION, flags)
            if step == NONE:
                continue
            _play_safe(beam.work, ranks, flags, beam.line, 0)
            if _is_new(beam, beam.work):
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
def _try_steps(beam: Beam, place: int, candidates: int, ranks: int, flags: int) -> int:
    """Adds to the candidates what a position's steps make of it. Returns their new number."""
    table, work = beam.tables[place], beam.work
    for card in range(4 * ranks):
        where = table[WHERE + card]
        for choice in range(4):
            target = _target(card, choice)
            # A reserve card in a pile of its own or in a cell is worth less than in the reserve.
            if target == NONE or (where == RESERVE and target >= SPACE):
                continue
            # A step onto a twin is tried for the twin.
            if target < SPACE and (table[WHERE + target] != PILE or table[ON + target] != NONE):
                continue
            if candidates == len(beam.value):
                return candidates
            copy_table(table, work)
            step = play(work, (card << 6) | target, flags)
            if step == NONE:
                continue
            _play_safe(work, ranks, flags, beam.line, 0)
            if not _is_new(beam, work):
                continue
            value = _OFFSET + _estimate(work, ranks) + (_RETURN if where == UP else 0)
            tie = np.int64(_hash(work) & _TIE_MASK)
            beam.value[candidates] = min(max(_TIE * value + tie, 0), _BUCKETS - 1)
            beam.origin[candidates] = place
            beam.made[candidates] = step
            candidates += 1
    return candidates


@kernel
def _keep_best(
    beam: Beam, candidates: int, node: int, following: int, ranks: int, flags: int
) -> int:
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
        table = beam.following[kept]
        copy_table(beam.tables[beam.origin[candidate]], table)
        play(table, np.int64(beam.made[candidate]), flags)
        _play_safe(table, ranks, flags, beam.line, 0)
        beam.parent[following + kept] = node + beam.origin[candidate]
        beam.step[following + kept] = beam.made[candidate]
        kept += 1
    for place in range(kept):
        copy_table(beam.following[place], beam.tables[place])
    return kept


@kernel
def _join(
    beam: Beam, guide: Line, place: int, node: int, count: int, ranks: int, flags: int
) -> int:
    """Adds the guide's position after ``place`` steps to a layer, even if it was met before.

    Returns the layer's new size. ``beam.guided`` is the guide's position, safe plays not made.
    """
    table = beam.tables[count]
    copy_table(beam.guided, table)
    _play_safe(table, ranks, flags, beam.line, 0)
    _is_new(beam, table)
    beam.parent[node + count] = _GUIDE - place
    return count + 1


@kernel
def _write_line(
    beam: Beam, start: Table, guide: Line, node: int, ranks: int, flags: int, line: Line
) -> int:
    """Writes the line to a position that is won, and on to the win. Returns its length."""
    steps = 0
    while beam.parent[node] >= 0:
        beam.line[steps] = beam.step[node]
        steps += 1
        node = np.int64(beam.parent[node])
    copy_table(start, beam.work)
    length = 0
    while length < _GUIDE - beam.parent[node]:
        line[length] = play(beam.work, guide[length], flags)
        length += 1
    length = _play_safe(beam.work, ranks, flags, line, length)
    for place in range(steps - 1, -1, -1):
        line[length] = play(beam.work, beam.line[place], flags)
        length = _play_safe(beam.work, ranks, flags, line, length + 1)
    return play_up(beam.work, ranks, flags, line, length)


@kernel
def find_line(
    beam: Beam, start: Table, guide: Line, length: int, ranks: int, flags: int, line: Line
) -> int:
    """Looks for a line with fewer steps besides the plays up than a winning one, the guide, has.

    Layer n has the guide's position after n such steps too. Writes the line to ``line`` and returns
    its length, or NONE where none was found. A return from a foundation counts as one step here,
    though its card has to go up again.
    """
    beam.seen[:] = _ZERO
    beam.seen_count[0] = 0
    copy_table(start, beam.guided)
    place, node, count = 0, 0, 0
    for _ in range(MAX_LAYERS):
        count = _join(beam, guide, place, node, count, ranks, flags)
        while place < length and guide[place] & 63 == FOUNDATION:
            play(beam.guided, guide[place], flags)
            place += 1
        if place == length:
            break
        count = _add_plays_up(beam, count, node, ranks, flags)
        if count < 0:
            return _write_line(beam, start, guide, node - 1 - count, ranks, flags, line)
        candidates = 0
        for parent in range(count):
            candidates = _try_steps(beam, parent, candidates, ranks, flags)
        play(beam.guided, guide[place], flags)
        place += 1
        following = node + count
        count = _keep_best(beam, candidates, node, following, ranks, flags)
        node = following
    return NONE
