"""The games with a hand and a talon, as games: The Olga, and Red and Black."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Deal, Move, Outcome, Position, Verdict
from solver.cards.view import completed, unseen_in
from solver.games.base import UNSEEN_TEXT, VERDICTS, Batch, Budget, ContradictionError, Game, Worker
from solver.games.talon import (
    DEFAULT_MAX_STATES,
    MEMORY_MIB,
    OLGA_BEAM,
    RED_BLACK_BEAM,
    REDUCTIONS,
    SEARCH_VERSION,
    BeamShape,
    olga,
    red_black,
)
from solver.games.talon import rules as talon
from solver.games.talon.notation import TalonNotation
from solver.games.talon.position import TalonPosition, as_talon

if TYPE_CHECKING:
    from solver.games.talon.shorten.shorten import Shortener
    from solver.games.talon.solve import Solver

__all__ = ["Olga", "RedBlack", "TalonGame"]


@dataclass(frozen=True)
class TalonGame(Game):
    """A game of several packs, whose hand is turned card by card."""

    pile = "column"
    reserve = "talon"
    batch_size = 4
    sample_size = 1000
    check_every = 1
    stats_text = "at most {best_up} cards up in one state; ended by {ended}"
    has_unseen = True
    seldom_lost = True
    chance_samples = 100
    hint_samples = 30
    layout_states = 60_000
    beam: ClassVar[BeamShape]

    @abstractmethod
    def initial(self, deal: Deal) -> TalonPosition:
        """The position at the start of a deal."""

    @property
    def notation(self) -> TalonNotation:
        """With a hand and a talon."""
        return TalonNotation(self.rules, self.initial)

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """As the notation does, and checked."""
        found: list[tuple[int, Deal | Position]] = []
        for place, deal in self.notation.read(text, unseen):
            try:
                if isinstance(deal, Deal) or not (deal.unseen or self.is_open(deal)):
                    self.start(deal)
                elif not unseen:
                    raise ValueError(UNSEEN_TEXT)
                else:
                    self.start(self.completed(deal, unseen_in(self.pack(), deal), 0))
            except ValueError as error:
                raise ValueError(f"deal {place}: {error}") from None
            found.append((place, deal))
        return found

    def pack(self) -> list[int]:
        """One pack after the other."""
        pack: list[int] = self.rules.pack
        return pack

    def start(self, deal: Deal | Position) -> TalonPosition:
        """Deals, or checks what lies there."""
        if isinstance(deal, Deal):
            return self.initial(deal)
        position = as_talon(deal)
        talon.check(self.rules, position)
        return position

    def seeded(self, deal: Deal | Position, seed: int) -> Deal | Position:
        """A shuffle of the talon follows the seed."""
        if isinstance(deal, Deal) and talon.is_shuffle_due(self.rules, self.rules.redeals):
            return replace(deal, number=seed)
        if isinstance(deal, Deal) or not talon.is_shuffle_due(self.rules, as_talon(deal).redeals):
            raise ValueError("no shuffle is to come: a seed means nothing")
        return replace(as_talon(deal), seed=seed)

    def completed(self, seen: Position, order: Sequence[int], number: int) -> Position:
        """A shuffle that nobody knows follows the number; without a shuffle there is no seed."""
        position = as_talon(completed(seen, order))
        if position.seed != UNKNOWN:
            return position
        return replace(position, seed=number if self.is_open(position) else 0)

    def is_open(self, seen: Position) -> bool:
        """Whether the talon will be shuffled, and nobody knows how."""
        position = as_talon(seen)
        return position.seed == UNKNOWN and talon.is_shuffle_due(self.rules, position.redeals)

    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """The position has the number that a redeal follows."""
        return talon.replay(self.rules, as_talon(start), moves)

    def lifted(self, start: Position, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
        """A run moves as a unit, from column to column."""
        position = as_talon(start)
        for move in moves:
            yield talon.lifted(position, move)
            position = talon.apply(self.rules, position, move)

    def moves(self, position: Position) -> list[Move]:
        """By the referee."""
        return talon.legal_moves(self.rules, as_talon(position))

    def after(self, position: Position, move: Move) -> Position:
        """By the referee."""
        return talon.apply(self.rules, as_talon(position), move)

    def is_won(self, position: Position) -> bool:
        """All cards are up."""
        return talon.is_won(self.rules, as_talon(position))

    def worker(self, budget: Budget) -> Worker:
        """A worker with buffers of its own."""
        return _Searcher(self, budget)

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """One, whose memory leaves room for other workers."""
        return (
            replace(
                budget,
                max_states=budget.max_states or DEFAULT_MAX_STATES,
                memory_mib=min(MEMORY_MIB, budget.memory_mib),
            ),
        )

    def search_version(self) -> str | None:
        """That of these games' search."""
        return SEARCH_VERSION


@dataclass(frozen=True)
class Olga(TalonGame):
    """The Olga."""

    reductions = REDUCTIONS
    beam = OLGA_BEAM
    rows_switch = "rows"
    switches: ClassVar = {
        "ranks": "ranks of each suit, from the ace: A 7 8 … K",
        "suits": "suits of each pack",
        "packs": "packs that are played with",
        "columns": "columns of the flower bed",
        "foundation_return": "whether a foundation's top card, but no ace, may come back",
        "rows": "cards dealt to each column",
        "hidden_rows": "rows dealt face down, the bottom row being 1, or none",
        "runs": "whether cards in sequence move as a unit, and not one at a time alone",
    }

    def initial(self, deal: Deal) -> TalonPosition:
        """Columns and hand."""
        return olga.initial(self.rules, deal)


@dataclass(frozen=True)
class RedBlack(TalonGame):
    """Red and Black."""

    beam = RED_BLACK_BEAM
    switches: ClassVar = {
        "ranks": "ranks of each suit, from the ace",
        "suits": "suits of each pack",
        "packs": "packs that are played with",
        "columns": "Volunteers",
        "foundation_return": "whether a foundation's top card, but no ace, may come back",
        "redeal": "what becomes of the talon once the hand is empty, once: shuffled, turned, none",
    }

    def initial(self, deal: Deal) -> TalonPosition:
        """Aces, Volunteers and hand."""
        return red_black.initial(self.rules, deal)


class _Searcher(Worker):
    """Decides deals by search."""

    def __init__(self, game: TalonGame, budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.max_states = budget.max_states or DEFAULT_MAX_STATES
        self._solver: Solver | None = None
        self.shortener: Shortener | None = None
        self.solver.compile()
        if budget.shorten:
            from solver.games.talon.shorten import shorten

            self.shortener = shorten.Shortener(game.rules, game.beam)
            self.shortener.compile()

    @property
    def solver(self) -> "Solver":
        """Made when it is needed."""
        if self._solver is None:
            from solver.games.talon.solve import Solver

            safe = "safe" not in self.budget.without
            self._solver = Solver(self.game.rules, self.game.beam, self.budget.memory_mib, safe)
            if self.stopped:
                self._solver.stop()
        return self._solver

    def rest(self) -> None:
        self._solver = None

    def solve(self, start: Position, number: int) -> Outcome:
        outcome = self.solver.solve(as_talon(start), self.max_states, moves=True)
        if self.shortener is None or outcome.moves is None:
            return outcome
        shorter = self.shortener.shorten(as_talon(start), outcome.moves)
        return replace(outcome, moves=shorter, found=len(outcome.moves))

    def verdict(self, start: Position) -> Verdict:
        return self.solver.solve(as_talon(start), self.max_states).verdict

    def batch(self, first: int, count: int) -> Batch:
        import numpy as np

        codes, states = [], []
        for number in range(first, first + count):
            start = self.game.start(self.game.deal(number))
            outcome = self.solve(start, number)
            if self.stopped and outcome.verdict is Verdict.UNDECIDED:
                break
            self.game.confirm(start, number, outcome)
            codes.append(VERDICTS.index(outcome.verdict))
            states.append(outcome.states)
        verdicts = np.array(codes, np.int8)
        undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
        return Batch(
            first,
            len(codes),
            solvable,
            unsolvable,
            undecided,
            verdicts,
            np.array(states, np.int64),
        )

    def check(self, batch: Batch, number: int) -> bool:
        """A batch has the referee replay each solution."""
        if batch.verdicts is None:
            raise ContradictionError("a batch of a game with a search has no verdicts")
        return bool(batch.verdicts[number - batch.first] == VERDICTS.index(Verdict.SOLVABLE))

    def stop(self) -> None:
        super().stop()
        if self._solver is not None:
            self._solver.stop()
        if self.shortener is not None:
            self.shortener.stop()
