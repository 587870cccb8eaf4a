"""Trevi Garden and Stonewall, as games."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from solver.games.arrangements import Piece
from solver.games.base import Game, Words
from solver.games.players import Hidden, Player, PlayerKind, PlayerSpec
from solver.games.search import Budget, Search, SearchWorker, Shortener, Worker
from solver.games.trevi import (
    DEFAULT_MAX_STATES,
    FIRST_MEMORY_MIB,
    FIRST_STATES,
    GROWTH,
    REDUCTIONS,
    SEARCH_VERSION,
)
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solver.games.trevi.solve import Solver

WORDS = {
    "trevi": Words(
        title="Trevi Garden",
        summary="six piles, two cells and a fountain; piles build down in alternating colours",
        how="Six piles of six cards, of which every other row lies face down and turns up as soon"
        " as nothing lies on it. Two cards lie in the cells, fourteen in the fountain, all of"
        " them available at any time. Foundations go up in suit from the ace. Piles build down"
        " in alternating colours; a sequence moves as a unit, and any card or sequence fills an"
        " empty pile. A cell takes one card, the fountain none. A foundation's top card may come"
        " back to a pile. The game is won when all cards are on the foundations.",
    ),
    "stonewall": Words(
        title="Stonewall",
        summary="Trevi Garden without cells: six piles and a reserve of sixteen",
        how="Six piles of six cards, of which every other row lies face down and turns up as soon"
        " as nothing lies on it, and a reserve of sixteen cards, all of them available at any"
        " time. Foundations go up in suit from the ace. Piles build down in alternating colours;"
        " a sequence moves as a unit, and any card or sequence fills an empty pile. A"
        " foundation's top card may come back to a pile. The game is won when all cards are on"
        " the foundations.",
    ),
}


def _greedy(rules: Any, spec: PlayerSpec) -> Player:
    from solver.games.trevi.hidden.players import Greedy

    return Greedy(rules)


def _planner(rules: Any, spec: PlayerSpec) -> Player:
    from solver.games.trevi.hidden.players import Planner

    return Planner(rules)


def _sampling(rules: Any, spec: PlayerSpec) -> Player:
    from solver.games.trevi.hidden.players import Sampling

    return Sampling(rules, spec)


HIDDEN = Hidden(
    {
        "greedy": PlayerKind("makes the move that looks best, and never searches", _greedy),
        "planner": PlayerKind("searches what it can do before the next card turns up", _planner),
        "sampling": PlayerKind("asks how the unseen cards may lie", _sampling, samples=100),
    }
)


class TreviGame(Game):
    """Trevi Garden or its parent Stonewall: builders with a search."""

    @property
    def words(self) -> Words:
        """The reserve of the game with cells is its fountain."""
        return replace(WORDS[self.name], reserve="fountain" if self.rules.cells else "reserve")

    @property
    def notation(self) -> BoardNotation:
        """Piles, cells and the reserve."""
        rules = self.rules
        return BoardNotation(
            BoardFormat(
                piles=rules.piles,
                height=rules.height,
                cells=rules.cells,
                hidden_rows=rules.hidden_rows,
                reserve=self.words.reserve.title(),
                ranks=rules.ranks,
            )
        )

    @property
    def search(self) -> "TreviSearch":
        """The search decides every deal."""
        return TreviSearch(self)

    @property
    def hidden(self) -> Hidden:
        """Face-down cards, three players."""
        return HIDDEN


class TreviSearch(Search):
    """A best-first search over the whole space: it proves losses too."""

    version = SEARCH_VERSION
    max_states = DEFAULT_MAX_STATES
    reductions = REDUCTIONS
    batch_size = 256
    piece_size = 32
    sample_size = 10_000
    check_every = 1000

    def worker(self, budget: Budget) -> Worker:
        """A worker with a transposition table of its own."""
        return TreviWorker(self.game, budget)

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """A first one, with a small table; then, with all the memory, larger and larger ones."""
        most = budget.max_states or DEFAULT_MAX_STATES
        memory = min(FIRST_MEMORY_MIB, budget.memory_mib)
        made = [replace(budget, max_states=min(FIRST_STATES, most), memory_mib=memory)]
        while (states := made[-1].max_states or most) < most:
            made.append(replace(budget, max_states=min(GROWTH * states, most)))
        return tuple(made)

    def describe_stats(self, stats: dict[str, int | str]) -> str:
        """Moves, automatic plays, the table."""
        return (
            "moves tried {generated:,}: {known:,} to known states, {dead:,} to dead ones; plays"
            " without choice: {safe_plays:,} safe, {semi_safe_plays:,} semi-safe; table {stored:,}"
            " of {capacity:,} states; ended by {ended}"
        ).format_map(stats)


class TreviWorker(SearchWorker):
    """Decides batches in one compiled call."""

    def new_solver(self) -> "Solver":
        """With a table of the budget's memory."""
        from solver.games.trevi.solve import Solver

        return Solver(self.game.rules, self.budget.memory_mib, self.budget.without)

    def new_shortener(self) -> Shortener:
        """Compiled by an empty solution."""
        from solver.games.trevi.shorten import shorten

        shortener = shorten.Shortener(self.game.rules)
        shortener.shorten(self.game.rules.won(), ())
        return shortener

    def compile(self) -> None:
        """By solving what is won."""
        self.solver.solve(self.game.rules.won())

    def judge(self, piece: Piece) -> list[int]:
        """In one compiled call, which leaves it to the caller to have the position checked."""
        from solver.games.trevi.hidden.arrangements import HiddenSolver

        if not isinstance(self._solver, HiddenSolver):  # it can do what the other one can
            budget = self.budget
            self.use(HiddenSolver(self.game.rules, budget.memory_mib, budget.without))
        codes: list[int] = self.solver.verdicts(piece, self.max_states)
        return codes

    def decide(
        self, first: int, verdicts: "npt.NDArray[np.int8]", states: "npt.NDArray[np.int64]"
    ) -> int:
        """By the kernel."""
        done: int = self.solver.decide(first, len(verdicts), self.max_states, verdicts, states)
        return done
