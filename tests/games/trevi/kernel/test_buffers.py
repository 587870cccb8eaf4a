"""Buffers of the search: the worst positions that could be made stay within what is argued.

Each buffer is made longer than it need be here, so that a word behind its end is noticed.
"""

import numpy as np
import pytest
from kernels import Kernels
from positions import laid

from solver.cards.cards import name_of, names_of, pack, parse_card
from solver.cards.deal import Position
from solver.games.trevi.kernel.moves import (
    FOUND,
    KEPT,
    LINKS,
    LISTS,
    LOG_WORDS,
    MORE_LINKS,
    MOST_CHAINS,
    MOVE_WORDS,
    PARTIAL,
    ROUTE,
    generate,
    play,
)
from solver.games.trevi.kernel.prune import play_dominant
from solver.games.trevi.kernel.search import BUCKETS, COUNTERS, estimate
from solver.games.trevi.kernel.state import STATE_WORDS
from solver.games.trevi.rules import TreviRules

UNTOUCHED = 0xDEADDEADDEAD
SPARE = 50


class Buffers:
    """Buffers of ``generate`` and ``play`` with spare words behind their ends."""

    def __init__(self) -> None:
        self.moves = np.empty((1 << 17, MOVE_WORDS), np.uint64)
        self.lists = np.full((LISTS, MOST_CHAINS + SPARE), UNTOUCHED, np.uint64)
        self.log = np.full(LOG_WORDS + SPARE, UNTOUCHED, np.int64)
        self.laid = np.zeros(STATE_WORDS, np.uint64)

    def used(self, row: int) -> int:
        """Words of a row of the lists that were written; no others lie between them."""
        written = self.lists[row] != UNTOUCHED
        assert not written[written.sum() :].any()
        return int(written.sum())

    def generated(self, asked) -> np.ndarray:
        problem, state = asked
        count = generate(state, problem, 0, self.moves, self.lists, self.laid, self.log)
        assert count <= len(self.moves)
        return self.moves[:count]


def position_of(*piles: str, cells: str) -> Position:
    """A position whose other cards are in the reserve, and none is up."""
    lying = " ".join((*piles, cells)).split()
    reserve = [name_of(card) for card in pack() if name_of(card) not in lying]
    return laid(*piles, cells=cells, reserve=" ".join(reserve))


def rules_for(position: Position, foundation_return: bool = True) -> TreviRules:
    cells = len(position.cells)
    rules = TreviRules(13, len(position.piles), 1, (), cells, foundation_return=foundation_return)
    rules.check(position)
    return rules


#: All cards that a black ace's chain can have lie in the reserve, or in cells: from the red deuces
#: up to the black kings.
OTHERS = "3D 3H 5D 5H 7D 7H 9D 9H JD JH KD KH"
PILE = f"AS AD AH 2C 2S 4C 4S 6C 6S 8C 8S TC TS QC QS {OTHERS}"
NO_PLAYS = frozenset({"safe", "semi"})


@pytest.mark.parametrize(
    ("piles", "cells", "used"),
    [
        # Both kings can begin the empty pile, and so can the ace itself.
        ((f"{PILE} AC", ""), "KC KS -", {FOUND: MOST_CHAINS, PARTIAL: MOST_CHAINS // 2}),
        # The chains go on to the kings, and none of them ends.
        ((f"{PILE} AC", ""), "- - -", {FOUND: 1, PARTIAL: MOST_CHAINS - 1}),
        # The ace lies in a cell, and lays itself down to make room.
        (
            (PILE, ""),
            "KC KS AC",
            {FOUND: MOST_CHAINS, PARTIAL: MOST_CHAINS // 2, KEPT: MOST_CHAINS},
        ),
    ],
)
def test_the_most_chains(piles, cells, used):
    position = position_of(*piles, cells=cells)
    kernels = Kernels(rules_for(position, foundation_return=False), NO_PLAYS)
    buffers = Buffers()
    buffers.generated(kernels.set_up(position))
    assert {row: buffers.used(row) for row in used} == used
    assert (buffers.log[LOG_WORDS:] == UNTOUCHED).all()


def test_the_longest_log_that_could_be_made():
    """A cell card goes down on ten links and a king, a deuce into its cell; then all plays up."""
    position = position_of("AC AD AH AS 2C", "", cells="KD KH 2S")
    kernels = Kernels(rules_for(position))
    asked, made = kernels.after_automatic_plays(kernels.set_up(position))
    assert len(made) == 1
    buffers, counters, longest = Buffers(), np.zeros(COUNTERS, np.int64), 0
    for move in buffers.generated(asked).copy():
        child = asked.state.copy()
        buffers.log[0] = 0
        play(child, move[LINKS], move[MORE_LINKS], move[ROUTE], asked.problem, buffers.log)
        play_dominant(child, asked.problem, buffers.log, counters)
        longest = max(longest, int(buffers.log[0]))
    assert longest == 11 + 2 + 52
    assert longest < LOG_WORDS
    assert (buffers.log[LOG_WORDS:] == UNTOUCHED).all()


def test_estimates_are_numbers_of_queues():
    """The farthest from a win, all cards in one pile and face down but the top one; the nearest."""
    downs = [card for card in pack() if card != parse_card("KS")]
    far = laid(" ".join(f"<{name_of(card)}>" for card in downs) + " KS", cells="")
    near = laid(*[""] * 8, cells="- - - -", reserve=names_of(pack()))
    values = []
    for position, empty in ((far, 0), (near, 8)):
        asked = Kernels(rules_for(position)).set_up(position)
        values.append(estimate(asked.state, asked.problem, empty))
    assert values == [256 + 10 * 51, 0]
    assert max(values) < BUCKETS
