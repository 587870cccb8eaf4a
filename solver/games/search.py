"""How the deals of a game are decided: workers, what they may spend, and what they find."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from solver.cards.deal import Move, Outcome, Position, Verdict
from solver.cards.plural import counted
from solver.games.arrangements import Piece

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class ContradictionError(RuntimeError):
    """The referee rejects what a search found: a fault of this program."""


#: MiB that all workers together may use by default.
MEMORY_MIB = 1024

#: The verdicts by the codes that a ``Batch`` and a store have for them.
VERDICTS = (Verdict.UNDECIDED, Verdict.SOLVABLE, Verdict.UNSOLVABLE)


@dataclass(frozen=True)
class Budget:
    """Search limits and disabled reductions.

    ``max_states``: positions expanded for a deal (``None``: the default of the search).
    ``without``: names of reductions to leave out (for comparing; no verdict differs). ``shorten``:
    whether single deals get shorter solutions, and say from what length.
    """

    max_states: int | None = None
    memory_mib: int = MEMORY_MIB
    without: frozenset[str] = frozenset()
    shorten: bool = False

    def room(self, each: "Budget", most: int) -> int:
        """How many workers have room in this memory, up to ``most``, where each has a budget."""
        return max(1, min(most, self.memory_mib // each.memory_mib))


@dataclass
class Rows:
    """What is known of each deal of a batch: arrays of one entry a deal.

    ``verdicts``: int8, indices in ``VERDICTS``. ``states``: int64, positions expanded. ``checks``:
    bool, whether the referee has replayed the deal too. ``wins``: int8, deals that a player won who
    does not see the hidden cards. ``openings``: int64, how many arrangements that this player drew
    at its first decision can be won, -1 where it drew none.
    """

    verdicts: "npt.NDArray[np.int8]"
    states: "npt.NDArray[np.int64]"
    checks: "npt.NDArray[np.bool_] | None" = None
    wins: "npt.NDArray[np.int8] | None" = None
    openings: "npt.NDArray[np.int64] | None" = None


@dataclass
class CardsUp:
    """Deals of a forced play: int64 counts by cards up, and int64[3] of races won, drawn, lost."""

    cards: "npt.NDArray[np.int64]"
    race: "npt.NDArray[np.int64] | None" = None


@dataclass
class Batch:
    """What became of the native deals ``first`` to ``first + count - 1``.

    ``checked``: how many of them the referee has replayed too. ``rows``: for games with a search.
    ``scores``: for games with a forced play.
    """

    first: int
    count: int
    solvable: int
    unsolvable: int
    undecided: int = 0
    checked: int = 0
    rows: Rows | None = None
    scores: CardsUp | None = None

    @classmethod
    def of(cls, first: int, rows: Rows) -> "Batch":
        """The batch of some rows, added up."""
        import numpy as np

        undecided, solvable, unsolvable = np.bincount(rows.verdicts, minlength=3).tolist()
        checked = 0 if rows.checks is None else int(rows.checks.sum())
        count = len(rows.verdicts)
        return cls(first, count, solvable, unsolvable, undecided, checked, rows)


class Worker(ABC):
    """Decides deals, one at a time or native ones by the batch; for one thread."""

    stopped = False

    @abstractmethod
    def solve(self, start: Position, number: int) -> Outcome:
        """Decides one deal, with its solution. ``number`` fixes what chance does in the game."""

    def verdict(self, start: Position) -> Verdict:
        """The verdict of one position, without a solution."""
        return self.solve(start, 0).verdict

    def judge(self, piece: Piece) -> list[int]:
        """The verdicts of a piece's positions, by their codes; fewer only where it was stopped.

        A call for no position compiles what there is to compile.
        """
        codes: list[int] = []
        for place in range(len(piece)):
            found = self.verdict(piece.position(place))
            if self.stopped and found is Verdict.UNDECIDED:
                break
            codes.append(VERDICTS.index(found))
        return codes

    @abstractmethod
    def batch(self, first: int, count: int) -> Batch:
        """Decides native deals; fewer than ``count`` only where the worker was stopped.

        A call for no deal compiles what there is to compile.
        """

    @abstractmethod
    def check(self, batch: Batch, number: int) -> bool | None:
        """Whether the referee has replayed the deal, too, and agrees with the batch.

        ``False`` where there is nothing to replay, ``None`` where the worker was stopped. Raises
        ``ContradictionError`` where the referee finds something else.
        """

    def rest(self) -> None:  # noqa: B027  most have nothing to let go of
        """Releases its memory until the next call."""

    def stop(self) -> None:
        """Makes running calls, and later ones, return early. Any thread may call this."""
        self.stopped = True


class Solver(Protocol):
    """The door to a compiled search."""

    def solve(self, position: Any, max_states: int, moves: bool = False) -> Outcome:
        """The verdict of a position, and with ``moves`` a solution if it has one."""

    def stop(self) -> None:
        """Makes a running call, and later ones, return early."""


class Shortener(Protocol):
    """The door to what makes solutions shorter."""

    def shorten(self, position: Any, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """A solution that is no longer than the one given."""


class SearchWorker(Worker):
    """Decides deals by a game's solver, which is made when it is needed.

    ``new_solver`` is all that a search in plain Python has to say. A compiled one has something to
    compile, and may decide batches in one call; a game may have a shortener.
    """

    def __init__(self, game: Any, budget: Budget) -> None:
        """Compiles what there is to compile."""
        self.game = game
        self.budget = budget
        self.max_states: int = budget.max_states or game.search.max_states
        self._solver: Any = None
        self.shortener: Shortener | None = None
        self.compile()
        if budget.shorten:
            self.shortener = self.new_shortener()

    @abstractmethod
    def new_solver(self) -> Any:
        """A solver of the game, within the budget."""

    def new_shortener(self) -> Shortener | None:
        """A shortener of the game's solutions, compiled; ``None``: they stay as they are."""
        return None

    def compile(self) -> None:
        """Compiles the search, where there is something to compile."""

    def decide(
        self, first: int, verdicts: "npt.NDArray[np.int8]", states: "npt.NDArray[np.int64]"
    ) -> int:
        """Decides native deals into the arrays. Returns how many; fewer only when stopped.

        Here one after the other, and the referee replays each solution.
        """
        for place in range(len(verdicts)):
            number = first + place
            start = self.game.start(self.game.deal(number))
            outcome = self.solve(start, number)
            if self.stopped and outcome.verdict is Verdict.UNDECIDED:
                return place
            self.game.confirm(start, number, outcome)
            verdicts[place] = VERDICTS.index(outcome.verdict)
            states[place] = outcome.states
        return len(verdicts)

    @property
    def solver(self) -> Any:
        """The solver, with its memory."""
        if self._solver is None:
            self.use(self.new_solver())
        return self._solver

    def use(self, solver: Any) -> None:
        """Takes a solver in place of the one that it has."""
        self._solver = solver
        if self.stopped:
            solver.stop()

    def rest(self) -> None:
        """Drops the solver with its memory."""
        self._solver = None

    def solve(self, start: Position, number: int) -> Outcome:
        """With a solution, which is made shorter where the budget says so."""
        outcome: Outcome = self.solver.solve(start, self.max_states, moves=True)
        if self.shortener is None or outcome.moves is None:
            return outcome
        shorter = self.shortener.shorten(start, outcome.moves)
        return replace(outcome, moves=shorter, found=len(outcome.moves))

    def verdict(self, start: Position) -> Verdict:
        """Without a solution."""
        outcome: Outcome = self.solver.solve(start, self.max_states)
        return outcome.verdict

    def batch(self, first: int, count: int) -> Batch:
        """By ``decide``."""
        import numpy as np

        verdicts, states = np.zeros(count, np.int8), np.zeros(count, np.int64)
        done = self.decide(first, verdicts, states)
        return Batch.of(first, Rows(verdicts[:done], states[:done]))

    def check(self, batch: Batch, number: int) -> bool | None:
        """A solvable deal is solved once more, and its solution replayed."""
        assert batch.rows
        if VERDICTS[batch.rows.verdicts[number - batch.first]] is not Verdict.SOLVABLE:
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
        """Stops the solver and the shortener too."""
        super().stop()
        for part in (self._solver, self.shortener):
            getattr(part, "stop", bool)()  # a short pass need not be stopped


@dataclass(frozen=True)
class Search(ABC):
    """What is known of a game's search, or of the play or count in its place.

    ``version``: changes whenever the states that a deal takes may change; ``None`` where nothing is
    searched. ``max_states``: positions expanded for a deal by default, of a game that is searched.
    ``memory_mib``: the most that one worker takes; ``None`` for all that there is. ``reductions``:
    names of what a comparison may leave out. ``batch_size``: native deals in one piece of work.
    ``piece_size``: positions in one piece of arrangements.
    ``sample_size``: deals of a sample by default. ``check_every``: the referee replays one deal of
    this many in a sample. ``verdicts``: those that deals can have. ``proves_losses``: whether
    full-size deals are proved unsolvable.
    """

    game: Any

    version: ClassVar[str | None] = None
    max_states: ClassVar[int | None] = None
    memory_mib: ClassVar[int | None] = None
    reductions: ClassVar[tuple[str, ...]] = ()
    batch_size: ClassVar[int]
    piece_size: ClassVar[int] = 1
    sample_size: ClassVar[int]
    check_every: ClassVar[int]
    verdicts: ClassVar[frozenset[Verdict]] = frozenset(Verdict)
    proves_losses: ClassVar[bool] = True

    @abstractmethod
    def worker(self, budget: Budget) -> Worker:
        """A new worker, which makes one attempt at each deal."""

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        """What each attempt at a deal may spend, one after the other, until it is decided.

        As many workers make first attempts side by side as the memory has room for. Here the first
        attempt is the only one.
        """
        memory = min(self.memory_mib or budget.memory_mib, budget.memory_mib)
        states = budget.max_states or self.max_states
        return (replace(budget, max_states=states, memory_mib=memory),)

    def describe_stats(self, stats: dict[str, int | str]) -> str:
        """The counters of a search in words."""
        return ""

    def figure(self, outcome: Outcome) -> str:
        """What a line about a deal says besides the verdict."""
        return counted(outcome.states, "state")
