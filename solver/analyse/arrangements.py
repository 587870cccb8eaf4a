"""The arrangements of hidden cards that are tried: all of them, or a sample.

All are equally likely. Each is decided as if every card were seen. The share of them that can be
won is not the player's chance: a player who cannot see the cards wins less often.
"""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from solver.cards.deal import Move, Position
from solver.cards.shuffle import STREAM_UNSEEN, shuffled
from solver.cards.view import arrangement_count, orders_of, unseen_in
from solver.games import Budget, Game, Worker
from solver.games.arrangements import Piece, Question
from solver.runs.retries import crew
from solver.runs.threads import Interrupt, in_order


@dataclass(frozen=True)
class Tally:
    """Arrangements by verdict, in the order of the codes."""

    undecided: int = 0
    solvable: int = 0
    unsolvable: int = 0

    @property
    def count(self) -> int:
        """The number of arrangements."""
        return self.solvable + self.unsolvable + self.undecided


@dataclass(frozen=True)
class Arrangements:
    """Arrangements of the hidden cards of a position: all of them, or a sample.

    ``unseen``: the cards, sorted. ``exact``: whether the ``count`` arrangements are all. ``first``:
    the number of the first one. A sample depends on the unseen cards and on its numbers alone.
    """

    game: Game
    seen: Position
    unseen: tuple[int, ...]
    exact: bool
    count: int
    first: int

    @classmethod
    def of(cls, game: Game, seen: Position, samples: int, seed: int = 0) -> "Arrangements":
        """All of them if ``samples``, or two, allow it, else a sample of a seed (0 … 2**31 - 1).

        Where a shuffle is to come, they are never all. Raises ``ValueError`` where the position is
        impossible.
        """
        unseen = unseen_in(game.rules.deck, seen)
        game.start(game.completed(seen, unseen, 0))
        everything = arrangement_count(unseen)
        exact = not game.is_open(seen) and everything <= max(samples, 2)
        # The numbers begin at the seed times 2**32, so no two seeds share one.
        return cls(game, seen, unseen, exact, everything if exact else samples, seed << 32)

    def orders(self) -> Iterator[tuple[int, ...]]:
        """The unseen cards in each of them."""
        if self.exact:
            return orders_of(self.unseen)
        numbers = range(self.first, self.first + self.count)
        return (shuffled(self.unseen, number, STREAM_UNSEEN) for number in numbers)

    def pieces(self, question: Question, size: int) -> Iterator[Piece]:
        """A question about all of them, ``size`` in a piece."""
        orders = self.orders()
        first = self.first
        while piece := tuple(islice(orders, size)):
            yield Piece(question, first, piece)
            first += size

    def verdicts(
        self,
        workers: Sequence[Worker],
        moves: tuple[Move | None, ...] = (None,),
        interrupt: Interrupt | None = None,
    ) -> Generator[tuple[int, ...], None, None]:
        """For each arrangement the codes of the verdicts after each move, ``None`` being no move.

        In order, unbroken from the first one on; an interrupt ends them early. The workers are
        stopped in the end.
        """
        width = len(moves)
        size = max(1, self.game.search.piece_size // width)
        pieces = self.pieces(Question(self.game, self.seen, moves), size)
        with closing(in_order(pieces, workers, _judged, interrupt)) as row:
            for codes, wanted in row:
                for place in range(0, len(codes) - width + 1, width):
                    yield tuple(codes[place : place + width])
                if len(codes) < wanted:
                    return


def _judged(worker: Worker, piece: Piece) -> tuple[list[int], int]:
    """The codes of a piece, and how many there are to be."""
    return worker.judge(piece), len(piece)


def compile_arrangements(game: Game, budget: Budget) -> None:
    """Compiles what decides arrangements."""
    (worker,) = crew(game, 1, budget)
    worker.judge(Piece(Question(game, game.start(game.deal(0)).seen()), 0, ()))


def arrangement_states(game: Game, seen: Position) -> int | None:
    """The states that each arrangement may take where nothing is said.

    ``None`` for as many as a deal: so it is where there is one only, which is no more than a deal.
    """
    is_alone = arrangement_count(unseen_in(game.rules.deck, seen)) == 1 and not game.is_open(seen)
    return None if is_alone or not game.hidden else game.hidden.states
