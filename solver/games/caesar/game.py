"""Caesar, as a game."""

from solver.cards.deal import Kind, Move, Outcome, Place, Position, Verdict
from solver.cards.plural import counted
from solver.games.base import Game, Square, Words
from solver.games.caesar.notation import SquareNotation
from solver.games.caesar.rules import LINES, SIDE, SUM, lines_of, numbers_of
from solver.games.exact import Counted, Distribution
from solver.games.search import Batch, Budget, Search, Worker

WORDS = Words(
    title="Caesar",
    summary="nine cards in a square, swapped until all eight lines sum to fifteen",
    how="Nine cards, ace to nine, lie in a square of three by three. Two cards at a time change"
    " places until the three rows, the three columns and the two diagonals sum to fifteen"
    " each. Every arrangement can be brought there: the question is by how few swaps.",
    pile="place",
    step="swap",
)


class CaesarGame(Game):
    """Nine cards in a square. Every arrangement can be won: the question is by how few swaps."""

    words = WORDS
    notation = SquareNotation()
    square = Square(SIDE, LINES, SUM)

    @property
    def search(self) -> "CaesarSearch":
        """The fewest swaps, without a search."""
        return CaesarSearch(self)

    @property
    def counted(self) -> "CaesarCounted":
        """All arrangements are counted."""
        return CaesarCounted()

    def standing(self, position: Position) -> str:
        """The lines that sum to fifteen."""
        lines = counted(lines_of(numbers_of(position)), "line")
        return f"{lines} of {len(LINES)} with the sum {SUM}"


class CaesarCounted(Counted):
    """The lines that sum to fifteen, and the fewest swaps."""

    def distributions(self) -> tuple[Distribution, ...]:
        """Over all arrangements."""
        from solver.games.caesar.exact import distributions

        return distributions()


class CaesarSearch(Search):
    """Every arrangement can be won."""

    batch_size = 1000
    sample_size = 1000
    check_every = 1
    verdicts = frozenset({Verdict.SOLVABLE})

    def worker(self, budget: Budget) -> Worker:
        """A worker that needs no memory and no limit."""
        return CaesarWorker(self.game, budget)

    def figure(self, outcome: Outcome) -> str:
        """The fewest swaps."""
        return counted(len(outcome.moves or ()), WORDS.step)


class CaesarWorker(Worker):
    """Finds the fewest swaps to a magic square."""

    def __init__(self, game: CaesarGame, budget: Budget) -> None:
        """For one game."""
        self.game = game
        self.shorten = budget.shorten

    def solve(self, start: Position, number: int) -> Outcome:
        """With the swaps."""
        from solver.games.caesar.exact import fewest_swaps

        moves = []
        position = start
        for one, other in fewest_swaps(numbers_of(start)):
            (here,) = position.piles[one]
            moves.append(Move(here, Place(Kind.PILE, one), Place(Kind.PILE, other)))
            position = self.game.rules.apply(position, moves[-1])
        found = len(moves) if self.shorten else None  # there is nothing shorter
        return Outcome(Verdict.SOLVABLE, states=0, moves=tuple(moves), found=found)

    def batch(self, first: int, count: int) -> Batch:
        """All of them."""
        return Batch(first, count, solvable=count, unsolvable=0)

    def check(self, batch: Batch, number: int) -> bool:
        """The referee makes the swaps."""
        start = self.game.start(self.game.deal(number))
        self.game.confirm(start, number, self.solve(start, number))
        return True
