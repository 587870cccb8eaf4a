"""A brute-force search for small decks: every legal move, nothing pruned but positions seen before.

It judges the reductions of the real search, and shares no code with it. A state says of each card
what it lies on, one byte a card, eight cards a word::

    byte = parent card | BASE | CELL | RESERVE | FOUNDATION        + FACE_DOWN for a hidden card

So the order of piles, cells and reserve does not exist in a state, equal empty piles or cells are
one target, and moves that change nothing lead to the state itself. States are compared in full:
there is no false match. A move changes the byte of the lifted card alone (the cards that lie on it
go along), and takes the mark off a card that it lays open.
"""

from collections.abc import Iterable

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.cards.cards import card, pack
from solver.cards.deal import Deal, Position
from solver.cards.shuffle import shuffled
from solver.games.trevi.rules import TreviRules
from solver.jit.options import kernel

#: Piles, height, hidden rows (the bottom row is 1), ranks.
Shape = tuple[int, int, tuple[int, ...], int]

#: Shapes that the search finishes with 0, 1 and 2 cells.
SHAPES: tuple[Shape, ...] = (
    (2, 3, (1,), 5),
    (2, 4, (1, 3), 4),
    (2, 4, (1, 3), 7),
    (2, 5, (1, 3), 4),
    (2, 6, (), 4),
    (2, 6, (1, 3, 5), 5),
    (2, 7, (1, 3, 5), 6),
    (2, 8, (1, 3, 5, 7), 6),
    (3, 2, (1,), 6),
    (3, 4, (1, 3), 4),
    (3, 4, (1, 3), 5),
    (3, 5, (), 5),
    (3, 5, (1, 3), 6),
    (3, 6, (1, 2, 3, 4, 5), 6),
    (3, 6, (1, 3, 5), 7),
    (3, 7, (1, 3, 5), 6),
    (3, 7, (1, 3, 5), 7),
    (4, 3, (1,), 5),
    (4, 4, (1, 3), 5),
    (4, 4, (1, 3), 6),
    (4, 5, (1, 3), 6),
    (4, 6, (1, 3, 5), 7),
)

MAX_CARDS = 32
WORDS = MAX_CARDS // 8

SWITCHES = {
    "default": {},
    "no-return": {"foundation_return": False},
    "return-to-cell": {"return_to_cell": True},
}

#: Shape, cells, deal, a switch under which it is lost, and one under which it is won.
DECIDED_BY_A_SWITCH = [
    ((3, 4, (1, 3), 4), 0, 148, "no-return", "default"),
    ((2, 6, (1, 3, 5), 5), 2, 6581, "default", "return-to-cell"),
    pytest.param(
        *((3, 6, (1, 3, 5), 6), 2, 343, "default", "return-to-cell"), marks=pytest.mark.slow
    ),
]

BASE = 32
CELL = 33
RESERVE = 34
FOUNDATION = 35
FACE_DOWN = 64

#: Places of the table in use at first; it doubles as it fills.
FIRST_TABLE = 1 << 10

_MIX = np.uint64(0x9FB21C651E98DF25)
_SHIFT = np.uint64(29)
_INDEX_MASK = np.int64(0xFFFFFFFF)


@kernel
def _slot(words, state, stamp, mask, table):
    """The table place that holds an equal state, else the free place where it belongs."""
    value = np.uint64(0)
    for word in range(WORDS):
        value = (value ^ words[state, word]) * _MIX
        value ^= value >> _SHIFT
    place = np.int64(value & np.uint64(mask))
    while table[place] >> 32 == stamp:
        other = table[place] & _INDEX_MASK
        equal = True
        for word in range(WORDS):
            if words[other, word] != words[state, word]:
                equal = False
        if equal:
            break
        place = (place + 1) & mask
    return place


@kernel
def _fits(card, parent):
    red = (card ^ (card >> 1)) & 1
    parent_red = (parent ^ (parent >> 1)) & 1
    return (card >> 2) + 1 == parent >> 2 and red != parent_red


@kernel
def _expand(
    words, state, end, cards, piles, cells, foundation_return, return_to_cell, on, child, heights
):
    """Writes the states that one legal move makes of ``state`` at ``end`` and on; where they end.

    ``on``: what each card lies on, without the mark. ``child``: the card that lies on it, or -1.
    """
    bases = 0
    held = 0
    heights[:] = 0
    for c in range(cards):
        child[c] = -1
    for c in range(cards):
        on[c] = (words[state, c >> 3] >> np.uint64(8 * (c & 7))) & np.uint64(0xFF)
        under = on[c] & ~FACE_DOWN
        if under < BASE:
            child[under] = c
        elif under == BASE:
            bases += 1
        elif under == CELL:
            held += 1
        elif under == FOUNDATION:
            heights[c & 3] += 1

    for c in range(cards):
        under = on[c]
        single = child[c] < 0
        if under == FOUNDATION:
            if not foundation_return or c >> 2 != heights[c & 3] - 1:
                continue
        elif under != CELL and under != RESERVE:
            # Each card from c to the top must be face up and fit on the one below it.
            upper = c
            run = under < FACE_DOWN
            while run and child[upper] >= 0:
                run = on[child[upper]] < FACE_DOWN and _fits(child[upper], upper)
                upper = child[upper]
            if not run:
                continue

        if single and held < cells and (under != FOUNDATION or return_to_cell):
            end = _write(words, state, end, on, c, CELL)
        if bases < piles:
            end = _write(words, state, end, on, c, BASE)
        for target in range(cards):
            if child[target] < 0 and on[target] <= BASE and _fits(c, target):
                end = _write(words, state, end, on, c, target)

    # Written last, hence visited first: most deals that can be won are won far sooner.
    for c in range(cards):
        if child[c] < 0 and on[c] != FOUNDATION and c >> 2 == heights[c & 3]:
            end = _write(words, state, end, on, c, FOUNDATION)
    return end


@kernel
def _write(words, state, end, on, card, target):
    """Writes ``state`` with ``card`` on ``target`` at ``end``; the next place."""
    for word in range(WORDS):
        words[end, word] = words[state, word]
    words[end, card >> 3] ^= np.uint64(on[card] ^ target) << np.uint64(8 * (card & 7))
    parent = on[card]
    if parent < BASE and on[parent] >= FACE_DOWN:
        words[end, parent >> 3] ^= np.uint64(FACE_DOWN) << np.uint64(8 * (parent & 7))
    return end + 1


@kernel
def _search(
    words,
    table,
    stack,
    on,
    child,
    heights,
    stamp,
    limit,
    goal,
    cards,
    piles,
    cells,
    foundation_return,
    return_to_cell,
):
    """Visits all that can be reached from state 0, or stops at a state equal to ``goal``.

    Depth first; ``on``, ``child`` and ``heights`` are room for ``_expand``. Returns whether the
    goal was met (-1: ``limit`` states did not suffice), the number of states, which then lie in
    ``words`` in the order in which they were met, and the last stamp.
    """
    mask = np.int64(FIRST_TABLE - 1)
    table[_slot(words, 0, stamp, mask, table)] = stamp << 32
    count = 1
    stack[0] = 0
    depth = 1
    while depth:
        depth -= 1
        state = stack[depth]
        won = len(goal) > 0
        for word in range(len(goal)):
            won = won and words[state, word] == goal[word]
        if won:
            return 1, count, stamp
        # Children are written above the known states; the new ones move down to stay.
        end = _expand(
            words,
            state,
            count,
            cards,
            piles,
            cells,
            foundation_return,
            return_to_cell,
            on,
            child,
            heights,
        )
        for new in range(count, end):
            place = _slot(words, new, stamp, mask, table)
            if table[place] >> 32 == stamp:
                continue
            if count == limit:
                return -1, count, stamp
            for word in range(WORDS):
                words[count, word] = words[new, word]
            table[place] = stamp << 32 | count
            stack[depth] = count
            depth += 1
            count += 1
            if count * 2 > mask:
                stamp += 1
                mask = mask * 2 + 1
                for old in range(count):
                    table[_slot(words, old, stamp, mask, table)] = stamp << 32 | old
    return 0, count, stamp


def encode(position: Position) -> tuple[int, ...]:
    """The words of a position of a deck of at most 32 cards."""
    on: dict[int, int] = {}
    for pile in position.piles:
        for here, below in zip(pile, (BASE, *pile), strict=False):
            on[here] = below + (FACE_DOWN if here in position.down else 0)
    on |= {held: CELL for held in position.cells if held is not None}
    on |= dict.fromkeys(position.reserve, RESERVE)
    for suit, height in enumerate(position.foundations):
        on |= {card(rank, suit): FOUNDATION for rank in range(height)}
    return _words(on.items())


def _words(bytes_of_cards: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    whole = sum(byte << 8 * here for here, byte in bytes_of_cards)
    return tuple(whole >> 64 * word & (1 << 64) - 1 for word in range(WORDS))


class BruteForce:
    """The search under given rules; its memory is made once and used for any number of positions.

    ``visited`` is the number of states that the last call met.
    """

    def __init__(self, rules: TreviRules, max_states: int = 1 << 22) -> None:
        if rules.deck_size > MAX_CARDS:
            raise ValueError(f"at most {MAX_CARDS} cards, not {rules.deck_size}")
        self.rules = rules
        self.max_states = max_states
        self.visited = 0
        # An expansion makes fewer children than one for each card and place to go.
        self._states = np.zeros((max_states + MAX_CARDS * (MAX_CARDS + 3), WORDS), np.uint64)
        self._stack = np.zeros(max_states, np.int32)
        places = FIRST_TABLE
        while places < 2 * max_states + 2:
            places *= 2
        self._on = np.zeros(MAX_CARDS, np.int64)
        self._child = np.zeros(MAX_CARDS, np.int64)
        self._heights = np.zeros(4, np.int64)
        # An entry is stamp << 32 | state. One with another stamp is free, so no table is cleared.
        self._table = np.zeros(places, np.int64)
        self._stamp = 0
        self._goal = np.array(
            _words((here, FOUNDATION) for here in pack(rules.ranks)), dtype=np.uint64
        )

    def solve(self, position: Position) -> bool | None:
        """Whether the position can be won; ``None`` if ``max_states`` do not suffice to tell."""
        found = self._run(position, self._goal)
        return None if found < 0 else bool(found)

    def reachable(self, position: Position) -> set[tuple[int, ...]] | None:
        """The words of all positions that play can reach; ``None`` if more than ``max_states``."""
        if self._run(position, self._goal[:0]) < 0:
            return None
        return {tuple(row) for row in self._states[: self.visited].tolist()}

    def count(self, position: Position) -> int | None:
        """The number of positions that play can reach; ``None`` if more than ``max_states``."""
        return None if self._run(position, self._goal[:0]) < 0 else self.visited

    def _run(self, position: Position, goal: NDArray[np.uint64]) -> int:
        rules = self.rules
        self._states[0] = encode(position)
        found, self.visited, self._stamp = _search(
            self._states,
            self._table,
            self._stack,
            self._on,
            self._child,
            self._heights,
            self._stamp + 1,
            self.max_states,
            goal,
            rules.deck_size,
            rules.piles,
            rules.cells,
            rules.foundation_return,
            rules.return_to_cell,
        )
        return found


def random_deal(ranks: int, number: int) -> Deal:
    """A deal of a small deck: the native shuffle of a pack of ``ranks`` ranks."""
    return Deal(cards=shuffled(pack(ranks), number), number=number)


def rules_of(shape: Shape, cells: int, switch: str = "default") -> TreviRules:
    piles, height, hidden_rows, ranks = shape
    return TreviRules(ranks, piles, height, hidden_rows, cells, **SWITCHES[switch])


def start_of(rules: TreviRules, number: int) -> Position:
    return rules.initial(random_deal(rules.ranks, number))


def key(position: Position) -> tuple[object, ...]:
    """The position without the order of piles, cells and reserve."""
    return (
        tuple(sorted(position.piles)),
        frozenset(position.cells),
        frozenset(position.reserve),
        position.foundations,
        position.down,
    )
