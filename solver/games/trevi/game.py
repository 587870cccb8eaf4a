"""Trevi Garden and Stonewall, as games."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from solver.cards.cards import pack
from solver.cards.deal import Deal, Kind, Move, Outcome, Position, Verdict
from solver.games.base import Batch, Budget, ContradictionError, PileGame, Worker
from solver.games.trevi import (
    DEFAULT_MAX_STATES,
    FIRST_MEMORY_MIB,
    FIRST_STATES,
    GROWTH,
    REDUCTIONS,
    SEARCH_VERSION,
)
from solver.games.trevi import rules as trevi
from solver.text.board_format import BoardFormat

if TYPE_CHECKING:
    from solver.games.trevi.solve import Solver


class Trevi(PileGame):
    """Trevi Garden and its parent Stonewall: builders with a search."""

    batch_size = 256
    sample_size = 10_000
    check_every = 1000
    reductions = REDUCTIONS
    has_unseen = True
    stats_text = (
        "moves tried {generated:,}: {known:,} to known states, {dead:,} to dead ones; plays without"
        " choice: {safe_plays:,} safe, {semi_safe_plays:,} semi-safe; table {stored:,} of"
        " {capacity:,} states; ended by {ended}"
    )
    rows_switch = "height"
    switches: ClassVar = {
        "ranks": "ranks of each suit, from the ace",
        "piles": "piles of the tableau",
        "height": "cards dealt to each pile",
        "hidden_rows": "rows dealt face down, the bottom row being 1, or none",
        "cells": "cells, each dealt one card",
        "foundation_return": "whether a foundation's top card may come back to a pile",
        "return_to_cell": "whether it may come back to an empty cell too",
    }

    @property
    def reserve(self) -> str:  # type: ignore[override]
        """The reserve of the game with cells is its fountain."""
        return "fountain" if self.rules.cells else "reserve"

    def pack(self) -> list[int]:
        """All four suits."""
        return pack(self.rules.ranks)

    def layout(self) -> BoardFormat:
        """Piles, cells and the reserve."""
        rules = self.rules
        return BoardFormat(
            piles=rules.piles,
            height=rules.height,
            cells=rules.cells,
            hidden_rows=rules.hidden_rows,
            reserve=self.reserve.title(),
            ranks=rules.ranks,
        )

    def start(self, deal: Deal | Position) -> Position:
        """Deals, or checks what lies there."""
        if isinstance(deal, Deal):
            return trevi.initial(self.rules, deal)
        trevi.check(self.rules, deal)
        return deal

    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """Nothing is left to chance here: the number does not matter."""
        return trevi.replay(self.rules, start, moves)

    def lifted(self, start: Position, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
        """A run moves as a unit, from pile to pile."""
        position = start
        for move in moves:
            pile = position.piles[move.source.slot] if move.source.kind is Kind.PILE else ()
            yield pile[pile.index(move.card) :] if pile else (move.card,)
            position = trevi.apply(self.rules, position, move)

    def moves(self, position: Position) -> list[Move]:
        """By the referee."""
        return trevi.legal_moves(self.rules, position)

    def after(self, position: Position, move: Move) -> Position:
        """By the referee."""
        return trevi.apply(self.rules, position, move)

    def is_won(self, position: Position) -> bool:
        """All cards are up."""
        return trevi.is_won(self.rules, position)

    def worker(self, budget: Budget) -> Worker:
        """A worker with a transposition table of its own."""
        return _Searcher(self, budget)

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """A first one, with a small table; then, with all the memory, larger and larger ones."""
        most = budget.max_states or DEFAULT_MAX_STATES
        memory = min(FIRST_MEMORY_MIB, budget.memory_mib)
        made = [replace(budget, max_states=min(FIRST_STATES, most), memory_mib=memory)]
        while (states := made[-1].max_states or most) < most:
            made.append(replace(budget, max_states=min(GROWTH * states, most)))
        return tuple(made)

    def search_version(self) -> str | None:
        """That of the search."""
        return SEARCH_VERSION


class _Searcher(Worker):
    """Decides deals of ``Trevi`` by search."""

    def __init__(self, game: Trevi, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.max_states = budget.max_states or DEFAULT_MAX_STATES
        self._solver: Solver | None = None
        rules = game.rules
        won = (rules.ranks,) * 4
        nothing_left = Position(((),) * rules.piles, (None,) * rules.cells, foundations=won)
        self.solver.solve(nothing_left)  # compiles
        self.shortener = None
        if budget.shorten:
            from solver.games.trevi.shorten.shorten import Shortener

            self.shortener = Shortener(rules)
            self.shortener.shorten(nothing_left, ())  # compiles

    @property
    def solver(self) -> "Solver":
        """Made when it is needed."""
        if self._solver is None:
            from solver.games.trevi.solve import Solver

            self._solver = Solver(self.game.rules, self.budget.memory_mib, self.budget.without)
            if self.stopped:
                self._solver.stop()
        return self._solver

    def rest(self) -> None:
        self._solver = None

    def solve(self, start: Position, number: int) -> Outcome:
        outcome = self.solver.solve(start, self.max_states, moves=True)
        if self.shortener is None or outcome.moves is None:
            return outcome
        shorter = self.shortener.shorten(start, outcome.moves)
        return replace(outcome, moves=shorter, found=len(outcome.moves))

    def verdict(self, start: Position) -> Verdict:
        return self.solver.solve(start, self.max_states).verdict

    def batch(self, first: int, count: int) -> Batch:
        import numpy as np

        verdicts, states = np.zeros(count, np.int8), np.zeros(count, np.int64)
        done = self.solver.decide(first, count, self.max_states, verdicts, states)
        verdicts, states = verdicts[:done], states[:done]
        undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
        return Batch(first, done, solvable, unsolvable, undecided, verdicts, states)

    def check(self, batch: Batch, number: int) -> bool | None:
        assert batch.verdicts is not None
        if batch.verdicts[number - batch.first] != 1:
            return False
        start = self.game.start(self.game.deal(number))
        outcome = self.solve(start, number)
        if self.stopped and outcome.verdict is Verdict.UNDECIDED:
            return None
        if outcome.verdict is not Verdict.SOLVABLE:
            raise ContradictionError(f"deal {number} is solvable in a batch, not by itself")
        self.game.confirm(start, number, outcome)
        return True

    def stop(self) -> None:
        super().stop()
        if self._solver is not None:
            self._solver.stop()
