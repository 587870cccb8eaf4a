"""The face that all games show.

A ``Game`` is a name and a rules object with what can be done under them: deal, read, replay, judge.
Its ``worker`` decides deals; only there a kernel, and Numba with it, is imported.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from solver.cards.cards import suit_of
from solver.cards.deal import Deal, IllegalMove, Move, Outcome, Position, Verdict
from solver.cards.numbers import Numbering, dealt_order
from solver.cards.plural import counted
from solver.cards.view import completed
from solver.games.switches import switch_texts
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat
from solver.text.notation import Notation

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from solver.games.caesar.exact import Distribution
    from solver.games.flower.exact import Scores
    from solver.games.flower.why import Link


class ContradictionError(RuntimeError):
    """The referee refuses what a search found: a fault of this program."""


#: What all workers together may use where nothing is said.
MEMORY_MIB = 1024

#: What is said of a position with unseen cards where all have to be known.
UNSEEN_TEXT = (
    "it has cards that nobody has seen (??): `garden chance` and `garden hint` take such a position"
)

#: The verdicts by the codes that a ``Batch`` and a store have for them.
VERDICTS = (Verdict.UNDECIDED, Verdict.SOLVABLE, Verdict.UNSOLVABLE)


@dataclass(frozen=True)
class Budget:
    """What may be spent on a deal, and what a search is to do without.

    ``max_states``: positions expanded a deal (``None``: the search's default). ``without``: the
    reductions that its search leaves out, by name (for comparing; no verdict differs).
    ``shorten``: whether single deals get solutions that are made shorter, and say from what length.
    """

    max_states: int | None = None
    memory_mib: int = MEMORY_MIB
    without: frozenset[str] = frozenset()
    shorten: bool = False


@dataclass
class Batch:
    """What became of the native deals ``first`` … ``first + count - 1``.

    ``verdicts``: int8[count] of indices in ``VERDICTS``, and ``states``: int64[count], for games
    with a search; ``checks``: bool[count], which of them the referee has played out too. ``cards``:
    int64[number of cards + 1], the deals by cards up, for games with a forced play. ``race``:
    int64[3], the deals of a race that the first player wins, draws and loses. ``checked``: how many
    deals the referee has played out. ``wins``: int8[count], the deals that a player has won who
    does not see the hidden cards; ``openings``: int64[count], how many of the completions that he
    drew at his first decision can be won, -1 where he drew none.
    """

    first: int
    count: int
    solvable: int
    unsolvable: int
    undecided: int = 0
    verdicts: "npt.NDArray[np.int8] | None" = None
    states: "npt.NDArray[np.int64] | None" = None
    cards: "npt.NDArray[np.int64] | None" = None
    race: "npt.NDArray[np.int64] | None" = None
    checks: "npt.NDArray[np.bool_] | None" = None
    wins: "npt.NDArray[np.int8] | None" = None
    openings: "npt.NDArray[np.int64] | None" = None
    checked: int = 0


class Worker(ABC):
    """Decides deals, one at a time or native ones by the batch; for one thread."""

    stopped = False

    @abstractmethod
    def solve(self, start: Position, number: int) -> Outcome:
        """Decides one deal, with its solution. ``number`` fixes what chance does in the game."""

    def verdict(self, start: Position) -> Verdict:
        """The verdict of one position, without a solution."""
        return self.solve(start, 0).verdict

    @abstractmethod
    def batch(self, first: int, count: int) -> Batch:
        """Decides native deals; fewer than ``count`` only where the worker was stopped.

        A call for no deal compiles what there is to compile.
        """

    @abstractmethod
    def check(self, batch: Batch, number: int) -> bool | None:
        """Whether the referee has played out the deal, too, and found what the batch says.

        ``False`` where there is nothing to play out, ``None`` where the worker was stopped. Raises
        ``ContradictionError`` where it finds something else.
        """

    def rest(self) -> None:  # noqa: B027  most have nothing to let go of
        """Lets go of its memory until the next call."""

    def stop(self) -> None:
        """Makes running calls, and later ones, return early. Any thread may call this."""
        self.stopped = True


@dataclass(frozen=True)
class Game(ABC):
    """A game under certain rules.

    ``pile``, ``reserve``, ``step``: what its players call these places, and a move. ``in_rows``:
    where the piles are single cards in rows, how many a row has. ``lines``: piles whose pips are
    added up, where that is what the game is about, and ``line_sum``, what they are to make.
    ``swaps``: whether a move has two cards change places.
    ``batch_size``: native deals in one piece of work. ``sample_size``: deals of a sample where none
    is asked for. ``check_every``: of so many deals of a sample the referee plays out one.
    """

    name: str
    title: str
    summary: str
    rules: Any

    pile: ClassVar[str] = "pile"
    reserve: ClassVar[str] = "reserve"
    step: ClassVar[str] = "move"
    in_rows: ClassVar[int] = 0
    lines: ClassVar[tuple[tuple[int, ...], ...]] = ()
    line_sum: ClassVar[int] = 0
    swaps: ClassVar[bool] = False
    batch_size: ClassVar[int]
    sample_size: ClassVar[int]
    check_every: ClassVar[int]
    #: The reductions of its search, which a comparison may leave out.
    reductions: ClassVar[tuple[str, ...]] = ()
    #: What each switch of the rules means, by its name.
    switches: ClassVar[dict[str, str]]
    #: The switch that says how many rows are dealt, where some of them lie face down.
    rows_switch: ClassVar[str] = ""
    #: What is said of a search's counters, by their names.
    stats_text: ClassVar[str] = ""
    #: The verdicts that its deals can have.
    verdicts: ClassVar[frozenset[Verdict]] = frozenset(Verdict)
    #: Whether there are cards that its player has not seen.
    has_unseen: ClassVar[bool] = False
    #: Whether its search proves a loss of small packs and short endgames alone.
    seldom_lost: ClassVar[bool] = False
    #: Layouts of unseen cards that are tried where nothing is said: for a share, and for a hint;
    #: and the states that each may take, ``None`` for as many as a deal.
    chance_samples: ClassVar[int] = 400
    hint_samples: ClassVar[int] = 100
    layout_states: ClassVar[int | None] = None

    def deal(self, number: int, numbering: Numbering = Numbering.NATIVE) -> Deal:
        """The deal of a number. Raises ``ValueError`` where the numbering has none."""
        return Deal(dealt_order(self.pack(), number, numbering), number, numbering)

    @abstractmethod
    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """The deals and positions of a text, with their places from 1, each of them checked.

        ``unseen``: whether they may have cards that are not known. Raises ``ValueError``, with line
        and column where it can, for what is no such text.
        """

    @property
    @abstractmethod
    def notation(self) -> Notation:
        """How its deals and positions are written."""

    def board_text(self, position: Position) -> str:
        """The position as a text that reads back, without the end of its last line."""
        return self.notation.text(position)

    def record(self, position: Position) -> dict[str, Any]:
        """The same for ``json.dumps``."""
        return self.notation.record(position)

    def order_of(self, position: Position) -> tuple[int, ...] | None:
        """The cards in dealing order, where the position is a full deal."""
        return self.notation.order(position)

    def solvitaire_text(self, position: Position) -> str:
        """Solvitaire's JSON of it. Raises ``ValueError`` for a game that it cannot tell."""
        raise ValueError(f"Solvitaire's notation has no {self.name}")

    def figure(self, outcome: Outcome) -> str:
        """What is told of an outcome besides its verdict."""
        return counted(outcome.states, "state")

    def standing(self, position: Position) -> str:
        """How far a play has come."""
        return f"{counted(position.cards_up, 'card')} up"

    def with_values(self, values: dict[str, Any]) -> "Game":
        """The game with some fields of its rules set. Raises ``ValueError`` where it is none.

        Where no hidden rows are named, lower piles have only those of them that there are.
        """
        rows = values.get(self.rows_switch)
        if rows is not None and "hidden_rows" not in values:
            hidden = tuple(row for row in self.rules.hidden_rows if row <= rows)
            values = values | {"hidden_rows": hidden}
        return replace(self, rules=replace(self.rules, **values))

    @property
    def suits(self) -> int:
        """The number of suits."""
        return len(set(map(suit_of, self.pack())))

    @abstractmethod
    def pack(self) -> list[int]:
        """The cards in the order in which a native shuffle starts."""

    @abstractmethod
    def start(self, deal: Deal | Position) -> Position:
        """The position at the start. Raises ``ValueError`` where it cannot lie on a table."""

    def seeded(self, deal: Deal | Position, seed: int) -> Deal | Position:
        """A deal of a file, with what chance decides in its game as the seed has it.

        Raises ``ValueError`` where no seed says anything.
        """
        raise ValueError(f"{self.name} has no redeal that follows a seed")

    def completed(self, seen: Position, order: Sequence[int], number: int) -> Position:
        """The position with ``order`` in its unknown places.

        ``number`` fixes what chance still decides in the game, where nobody knows it.
        """
        return completed(seen, order)

    def is_open(self, seen: Position) -> bool:
        """Whether chance will decide something that nobody knows, besides the unseen cards."""
        return False

    @abstractmethod
    def replay(self, start: Position, moves: Iterable[Move], number: int) -> Position:
        """The position after the moves. Raises ``IllegalMove`` that names the first bad step."""

    @abstractmethod
    def moves(self, position: Position) -> list[Move]:
        """The legal moves."""

    @abstractmethod
    def after(self, position: Position, move: Move) -> Position:
        """The position after a move. Raises ``IllegalMove``."""

    @abstractmethod
    def is_won(self, position: Position) -> bool:
        """Whether the position is a win."""

    @abstractmethod
    def worker(self, budget: Budget) -> Worker:
        """A new worker, which makes one attempt at each deal."""

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """What each attempt at a deal may spend, one after the other, until it is decided.

        As many workers make first attempts side by side as the memory has room for.
        """
        return (budget,)

    def search_version(self) -> str | None:
        """The version of the search on which the states of a deal depend, if there is one."""
        return None

    def described(self) -> dict[str, str]:
        """All that makes the game what it is, by name; ``from_description`` reads it."""
        return {"game": self.name, **switch_texts(self)}

    def lifted(self, start: Position, moves: Iterable[Move]) -> Iterator[tuple[int, ...]]:
        """The cards that each legal move takes up, bottom to top; of a swap both."""
        for move in moves:
            yield (move.card,)

    def redealt(self, start: Position, number: int) -> tuple[int, Position] | None:
        """After how many moves a stuck play is dealt again, and what lies there then, if it is."""
        return None

    def confirm(self, start: Position, number: int, outcome: Outcome) -> None:
        """Has the referee replay what a worker found. Raises ``ContradictionError``.

        A solvable deal needs moves that win it; moves that do not win are no solution.
        """
        solvable = outcome.verdict is Verdict.SOLVABLE
        try:
            won = outcome.moves is not None and self.is_won(
                self.replay(start, outcome.moves, number)
            )
        except IllegalMove as error:
            raise ContradictionError(f"deal {number}: the referee refuses it: {error}") from None
        if won is not solvable:
            said = "is not won by its solution" if solvable else "is won, but called lost"
            raise ContradictionError(f"deal {number} {said}")


@dataclass(frozen=True)
class PileGame(Game):
    """A game of one pack, with piles and a reserve: all that ``BoardFormat`` can tell."""

    @abstractmethod
    def layout(self) -> BoardFormat:
        """How the game's boards are written."""

    @property
    def notation(self) -> BoardNotation:
        """By the game's board format."""
        return BoardNotation(self.layout())

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """As the notation does, and checked."""
        found = self.notation.read(text, unseen)
        for place, deal in found:
            try:
                if isinstance(deal, Position) and deal.unseen:
                    if not unseen:
                        raise ValueError(UNSEEN_TEXT)
                    continue  # the rules have no more to say of it than the notation has
                self.start(deal)
            except ValueError as error:
                raise ValueError(f"deal {place}: {error}") from None
        return found

    def solvitaire_text(self, position: Position) -> str:
        """By the game's board format."""
        return self.notation.solvitaire(position)


@dataclass(frozen=True)
class ForcedGame(PileGame):
    """A game without choices: a deal has a score, and the odds can be counted.

    ``race``: whether a sample deals to a second player, too.
    """

    race: bool = False

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """One play ends every deal; a batch of them takes less than a MiB."""
        return (replace(budget, memory_mib=1),)

    def figure(self, outcome: Outcome) -> str:
        """The cards that are up at the end."""
        return f"{counted(outcome.cards or 0, 'card')} up"

    def described(self) -> dict[str, str]:
        """With the race, if there is one."""
        return super().described() | ({"race": "yes"} if self.race else {})

    @abstractmethod
    def scores(self) -> "Scores":
        """The exact distribution of the score over all deals."""

    @abstractmethod
    def why(self, start: Position, number: int) -> "tuple[Link, ...]":
        """What blocks a lost deal at its end: cards that wait for each other in a circle."""


@dataclass(frozen=True)
class CountedGame(Game):
    """A game of which all starts are counted: a sample would say nothing more."""

    @abstractmethod
    def distributions(self) -> "tuple[Distribution, ...]":
        """What is counted over all starts."""
