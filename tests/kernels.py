"""The kernels of Trevi Garden's search, asked one by one about positions."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from brute import random_deal, rules_of
from numpy.typing import NDArray

from solver.cards.deal import Position
from solver.games.trevi import REDUCTIONS
from solver.games.trevi.kernel.moves import LINKS, MORE_LINKS, ROUTE, generate, play
from solver.games.trevi.kernel.prune import is_lost, play_dominant
from solver.games.trevi.kernel.runs import run_layout
from solver.games.trevi.kernel.search import COUNTERS, make_scratch
from solver.games.trevi.kernel.state import KEY
from solver.games.trevi.rules import (
    STONEWALL,
    TREVI,
    TreviRules,
)
from solver.games.trevi.solve import Solver

Words = NDArray[np.uint64]
Log = NDArray[np.int64]

NONE_OF_THEM = frozenset(REDUCTIONS)

#: Games to play at random.
GAMES = {
    "trevi": TREVI,
    "stonewall": STONEWALL,
    "no return": replace(TREVI, foundation_return=False),
    "return to cell": replace(TREVI, return_to_cell=True),
    "two piles": rules_of((2, 6, (1, 3, 5), 5), 1),
    "two piles, return to cell": rules_of((2, 4, (1, 3), 7), 2, "return-to-cell"),
    "three piles": rules_of((3, 5, (), 5), 0),
    "three piles, no return": rules_of((3, 4, (1, 3), 5), 1, "no-return"),
    "four piles": rules_of((4, 4, (1, 3), 6), 2),
    "four piles, four cells": rules_of((4, 6, (1, 3, 5), 7), 4),
}


class Asked(NamedTuple):
    """A state with the problem that it belongs to."""

    problem: Words
    state: Words


class Kernels:
    """The kernels under given rules, without some of the reductions."""

    def __init__(self, rules: TreviRules, without: frozenset[str] = frozenset()) -> None:
        self.rules = rules
        self._solver = Solver(rules, memory_mib=1, without=without)
        self._scratch = make_scratch()
        self._counters = np.zeros(COUNTERS, np.int64)

    def set_up(self, position: Position) -> Asked:
        """The state of a position, no play made yet."""
        self._solver._set_position(position)
        return Asked(self._solver._problem.copy(), self._solver._root.copy())

    def after_automatic_plays(self, asked: Asked) -> tuple[Asked, Log]:
        """The state after the automatic plays, and these plays."""
        state = asked.state.copy()
        log = self._cleared_log()
        play_dominant(state, asked.problem, log, self._counters)
        return Asked(asked.problem, state), _used(log)

    def moves(self, asked: Asked) -> Words:
        """The macro moves of a state without automatic plays, a row each."""
        problem, state = asked
        scratch = self._scratch
        count = generate(state, problem, 0, scratch.moves, scratch.lists, scratch.laid, scratch.log)
        assert count <= len(scratch.moves)
        return scratch.moves[:count].copy()

    def children(self, asked: Asked) -> Iterator[tuple[Words, Log]]:
        """The state after each macro move and its automatic plays, and all these single moves."""
        for move in self.moves(asked):
            child = asked.state.copy()
            log = self._cleared_log()
            play(child, move[LINKS], move[MORE_LINKS], move[ROUTE], asked.problem, log)
            play_dominant(child, asked.problem, log, self._counters)
            yield child, _used(log)

    def is_lost(self, asked: Asked) -> bool:
        """The dead test's answer."""
        free, homeless, empty = run_layout(asked.state, asked.problem)
        return is_lost(asked.state, asked.problem, np.uint64(free), np.uint64(homeless), empty)

    def _cleared_log(self) -> Log:
        self._scratch.log[0] = 0
        return self._scratch.log


def _used(log: Log) -> Log:
    return log[: 1 + log[0]].copy()


def key_of(state: Words) -> tuple[int, int]:
    """The packed form of a state."""
    return int(state[KEY]), int(state[KEY + 1])


def playout(rules: TreviRules, number: int, length: int) -> Iterator[Position]:
    """Positions of a game played at random, each kind of move as often as another.

    It begins with the deal, or for odd numbers somewhere in a solution if the deal has one.
    """
    choose = random.Random(number)
    position = rules.initial(random_deal(rules.ranks, number))
    if number % 2:
        solution = Solver(rules, memory_mib=16).solve(position, moves=True).moves or ()
        position = rules.replay(position, solution[: choose.randint(0, len(solution))])
    yield position
    for _ in range(length):
        legal = rules.legal_moves(position)
        kinds = sorted({(move.source.kind, move.target.kind) for move in legal})
        if not kinds:
            return
        kind = choose.choice(kinds)
        move = choose.choice(
            [move for move in legal if (move.source.kind, move.target.kind) == kind]
        )
        position = rules.apply(position, move)
        yield position
