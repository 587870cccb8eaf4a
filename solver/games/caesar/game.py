"""Caesar, as a game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from solver.cards.deal import Deal, Kind, Move, Outcome, Place, Position, Verdict
from solver.cards.plural import counted
from solver.games.base import Batch, Budget, CountedGame, Worker
from solver.games.caesar import rules as caesar
from solver.games.caesar.notation import SquareNotation

if TYPE_CHECKING:
    from solver.games.caesar.exact import Distribution

__all__ = ["Caesar"]


@dataclass(frozen=True)
class Caesar(CountedGame):
    """Nine cards in a square. Every arrangement can be won: the question is by how few swaps."""

    pile = "place"
    step = "swap"
    in_rows = caesar.SIDE
    lines = caesar.LINES
    line_sum = caesar.SUM
    swaps = True
    batch_size = 1000
    sample_size = 1000
    check_every = 1
    switches: ClassVar = {}
    verdicts: ClassVar = frozenset({Verdict.SOLVABLE})

    @property
    def notation(self) -> SquareNotation:
        """Squares of three rows of three."""
        return SquareNotation()

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """As the notation does, which checks all that the rules ask."""
        return self.notation.read(text)

    def pack(self) -> list[int]:
        """Nine cards of one suit."""
        return caesar.pack()

    def start(self, deal: Deal | Position) -> Position:
        """Lays the cards out, or checks what lies there."""
        if isinstance(deal, Deal):
            return caesar.initial(deal)
        caesar.check(deal)
        return deal

    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """Nothing is left to chance here: the number does not matter."""
        return caesar.replay(start, moves)

    def moves(self, position: Position) -> list[Move]:
        """By the referee."""
        return caesar.legal_moves(position)

    def after(self, position: Position, move: Move) -> Position:
        """By the referee."""
        return caesar.apply(position, move)

    def is_won(self, position: Position) -> bool:
        """All lines sum to fifteen."""
        return caesar.is_won(position)

    def lifted(self, start: Position, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
        """The card of each swap, and the one with which it changes places."""
        position = start
        for move in moves:
            yield move.card, position.piles[move.target.slot][0]
            position = caesar.apply(position, move)

    def standing(self, position: Position) -> str:
        """The lines that sum to fifteen."""
        lines = counted(caesar.lines_of(caesar.numbers_of(position)), "line")
        return f"{lines} of {len(caesar.LINES)} with the sum {caesar.SUM}"

    def worker(self, budget: Budget) -> Worker:
        """A worker that needs no memory and no limit."""
        return _Swapper(self, budget)

    def figure(self, outcome: Outcome) -> str:
        """The fewest swaps."""
        return counted(len(outcome.moves or ()), self.step)

    def distributions(self) -> "tuple[Distribution, ...]":
        """The lines that sum to fifteen, and the fewest swaps."""
        from solver.games.caesar.exact import distributions

        return distributions()


class _Swapper(Worker):
    """Finds the fewest swaps to a magic square."""

    def __init__(self, game: Caesar, budget: Budget) -> None:
        self.game = game
        self.shorten = budget.shorten

    def solve(self, start: Position, number: int) -> Outcome:
        from solver.games.caesar.exact import fewest_swaps

        moves = []
        position = start
        for one, other in fewest_swaps(caesar.numbers_of(start)):
            (here,) = position.piles[one]
            moves.append(Move(here, Place(Kind.PILE, one), Place(Kind.PILE, other)))
            position = caesar.apply(position, moves[-1])
        found = len(moves) if self.shorten else None  # there is nothing shorter
        return Outcome(Verdict.SOLVABLE, states=0, moves=tuple(moves), found=found)

    def batch(self, first: int, count: int) -> Batch:
        return Batch(first, count, solvable=count, unsolvable=0)

    def check(self, batch: Batch, number: int) -> bool:
        start = self.game.start(self.game.deal(number))
        self.game.confirm(start, number, self.solve(start, number))
        return True
