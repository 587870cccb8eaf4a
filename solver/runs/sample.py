"""Many deals: verdicts of a list of deals, and samples of native ones.

A deal gets a first attempt with a small budget. A deal that is not decided then is set aside, and
tried again with larger and larger budgets and the whole memory, one deal at a time. A game that has
one attempt only sets a deal aside for a retry of a store alone: then that attempt is made again, on
as many deals at a time as the memory has room for. What an attempt may spend depends on the budget
asked for alone (``Game.attempts``), so neither the number of workers, nor the size of the batches,
nor the order in which they end, makes a difference.
"""

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Protocol

import numpy as np

from solver.cards.deal import Deal, Outcome, Position, Verdict
from solver.cards.shuffle import MAX_NUMBER
from solver.games import VERDICTS, Batch, Budget, Game, Worker, from_description
from solver.games.players import PLAYERS_VERSION, PlayerSpec
from solver.runs.estimate import HalfWidth, TooWideError
from solver.runs.played import Table
from solver.runs.retries import is_final
from solver.runs.store import BUDGET, Retry, Segment, Store
from solver.runs.store_file import RefusedError, on_failure
from solver.runs.tally import Tally
from solver.runs.threads import Interrupt, in_order

#: Native deals in one piece of work where they are played.
_PLAYED = 8


@dataclass(frozen=True)
class Work:
    """What is done with native deals: first attempts at a game's, and now and then a check.

    The referee replays one of ``check_every`` deals, or with ``check_all`` every deal. ``who``: the
    player that plays each deal as well, without seeing the hidden cards.
    """

    game: Game
    budget: Budget
    check_all: bool = False
    who: PlayerSpec | None = None

    @property
    def batch_size(self) -> int:
        """Deals in one piece of work; a game that is played takes longer than a search."""
        return self.game.search.batch_size if self.who is None else _PLAYED

    @property
    def attempts(self) -> tuple[Budget, ...]:
        """What each attempt at a deal may spend."""
        return self.game.search.attempts(self.budget)

    def worker(self) -> Worker:
        """A worker for first attempts."""
        first = self.attempts[0]
        return Table(self.game, first, self.who) if self.who else self.game.search.worker(first)

    def compile(self) -> None:
        """Compiles all that a piece needs, where that has not been done."""
        self.worker().batch(0, int(self.who is not None))

    def piece(self, worker: Worker, segment: Segment) -> Batch | None:
        """Makes first attempts. A worker that is stopped does only some of them, or none."""
        first, last, _ = segment
        batch = worker.batch(first, last - first + 1)
        every = 1 if self.check_all else self.game.search.check_every
        checks = np.zeros(batch.count, np.bool_)
        for number in range(first + -first % every, first + batch.count, every):
            checked = worker.check(batch, number)
            if checked is None:
                return None
            checks[number - first] = checked
        batch.checked = int(checks.sum())
        if batch.rows:
            batch.rows.checks = checks
        return batch


class Hands(Protocol):
    """Those who work: the threads of this process, or a cluster."""

    work: Work
    #: A piece of work has so many batches of the game.
    batches: int
    #: The threads of this process that may work, side by side.
    workers: int

    def pieces(
        self, segments: Iterable[Segment], interrupt: Interrupt
    ) -> Generator[Batch, None, None]:
        """What ``work`` makes of each segment, in order, until the interrupt's signal comes."""


class Threads:
    """Workers as threads of this process; no more of them than the memory has room for."""

    batches = 1

    def __init__(self, work: Work, workers: int) -> None:
        """At most ``workers`` of them."""
        self.work = work
        self.workers = work.budget.room(work.attempts[0], workers)

    def pieces(
        self, segments: Iterable[Segment], interrupt: Interrupt
    ) -> Generator[Batch, None, None]:
        """One thread a worker."""
        self.work.compile()
        team = [self.work.worker() for _ in range(self.workers)]
        return in_order(segments, team, self.work.piece, interrupt)


@dataclass(frozen=True)
class Solved:
    """What was found out about one deal: its start, the outcome, and the seconds it took.

    ``number``: the deal's number, or its place in a file.
    """

    number: int
    start: Position
    outcome: Outcome
    seconds: float


def attempt(game: Game, worker: Worker, task: tuple[int, Deal | Position]) -> Solved | None:
    """What a worker finds out; the referee has replayed it. ``None`` if the worker was stopped."""
    number, deal = task
    begun = time.perf_counter()
    start = game.start(deal)
    outcome = worker.solve(start, number)
    if worker.stopped and outcome.verdict is Verdict.UNDECIDED:
        return None
    game.confirm(start, number, outcome)
    return Solved(number, start, outcome, time.perf_counter() - begun)


def solve_all(
    game: Game,
    deals: Iterable[tuple[int, Deal | Position]],
    workers: Sequence[Worker],
    interrupt: Interrupt | None = None,
) -> Generator[Solved, None, None]:
    """Decides each deal, in order; the referee has replayed every solution that comes out.

    ``deals``: the number to show for a deal, and the deal. Raises ``ContradictionError`` where the
    referee refuses a solution.
    """
    return in_order(deals, workers, partial(attempt, game), interrupt)


def settings_of(work: Work) -> dict[str, str]:
    """What the rows of a store depend on, by name."""
    version = work.game.search.version
    assert version is not None  # a game without a search needs no store
    last = work.attempts[-1]
    budget = (str(last.max_states), str(last.memory_mib))
    settings = {**work.game.described(), "numbering": "native", "search": version}
    settings |= dict(zip(BUDGET, budget, strict=True))
    if work.who is not None:
        settings |= {"players": PLAYERS_VERSION, **work.who.settings()}
    return settings


def game_of(store: Store) -> Game:
    """The game whose deals a store holds. Raises ``RefusedError`` where there is no such game."""
    try:
        return from_description(store.settings)
    except (KeyError, ValueError) as error:
        raise RefusedError(f"{store.path} holds deals of no game that is known: {error}") from None


def tally_of(store: Store) -> Tally:
    """The sums of all deals that a store holds."""
    kept = store.kept()
    tally = Tally(kept[0].first if kept else 0)
    for first, last, _ in kept:
        for batch in store.read(first, last):
            tally.add(batch)
    states, memory = (int(store.settings[name]) for name in BUDGET)
    attempts = game_of(store).search.attempts(Budget(states, memory))
    tally.set_aside = len(store.retries(len(attempts)))
    return tally


def open_store(path: str, work: Work, retry: bool = False) -> Store:
    """Starts or resumes a store.

    With ``retry`` its undecided deals are set aside, to be tried again, where the budget is larger
    than the one it was made with: the last attempt, at least, is then to be made. Raises
    ``RefusedError`` or ``OSError``.
    """
    settings = settings_of(work)
    store = Store.resume(path, settings, retry)
    with on_failure(store.close):
        former = dict(store.settings)
        if any(former[name] != value for name, value in settings.items()):
            states, memory = (int(former[name]) for name in BUDGET)
            made = [budget.max_states or 0 for budget in work.attempts]
            spent = sum(each <= states for each in made)
            same = memory == work.attempts[-1].memory_mib
            counted = max(1, spent if same else 1)
            store.ask(settings, attempts=min(counted, len(made) - 1))
    return store


def asked_range(
    game: Game, store: Store | None, first: int | None, deals: int | None, sized: bool
) -> tuple[int, int | None]:
    """The first deal and the number of deals of a sample, which the store then remembers.

    What is not said is as the store remembers it, else as the game has it. A sample that is
    ``sized`` by a pilot needs no number. A range within the one that the store remembers leaves
    that as it is. Raises ``RefusedError`` where the numbers do not exist.
    """
    known = store.settings if store and first is None else {}
    if deals is None and not sized:
        deals = int(known.get("deals", game.search.sample_size))
    if first is None:
        first = int(known.get("first", 1))
    last = first + (deals or 1) - 1
    if last > MAX_NUMBER:
        raise RefusedError(f"the sample's last deal, {last}, is above 2^63 - 1")
    if store and not (store.asked and first in store.asked and last in store.asked):
        store.ask({"first": str(first)} | ({"deals": str(deals)} if deals else {}))
    return first, deals


def sample(
    hands: Hands,
    first: int,
    deals: int | None = None,
    half_width: HalfWidth | None = None,
    store: Store | None = None,
    progress: Callable[[Tally], None] = lambda tally: None,
    interrupt: Interrupt | None = None,
) -> Tally:
    """Decides the native deals ``first`` … ``first + deals - 1`` and adds them up.

    With ``half_width`` a pilot sample begins at ``first``, the tally covers the deals after it, and
    both together have at most ``deals``, or as many as there are. Without it, ``deals`` is needed.

    What ``store`` has is not done again, and what it lacks is kept there. ``progress`` is called in
    the caller's thread after each batch. An interrupt ends the sample early: the tally then covers
    the deals up to the first one that was not done. Raises ``ContradictionError`` where the referee
    finds another result, ``TooWideError`` where no sample is large enough.
    """
    run = _Sample(hands, store, progress, interrupt or Interrupt())
    if half_width is not None:
        return run.sized(first, deals, half_width)
    assert deals is not None
    tally = Tally(first)
    run.extend(tally, deals)
    return tally


@dataclass(frozen=True)
class _Sample:
    """Extends tallies, deal after deal."""

    hands: Hands
    store: Store | None
    progress: Callable[[Tally], None]
    interrupt: Interrupt

    @property
    def attempts(self) -> tuple[Budget, ...]:
        return self.hands.work.attempts

    def sized(self, first: int, deals: int | None, half_width: HalfWidth) -> Tally:
        """The tally of a sample that is as large as its pilot says."""
        most = deals or MAX_NUMBER - first + 1
        pilot = Tally(first, is_pilot=True)
        larger = half_width.least_pilot()
        while pilot.deals < (larger := min(larger, half_width.largest_pilot(most))):
            if not self.extend(pilot, larger):
                return pilot
            size = half_width.size(*pilot.verdicts)
            larger = half_width.next_pilot(pilot.deals, size)
        if size is None and deals is None:
            raise TooWideError(
                f"of {pilot.deals:,} deals {pilot.undecided:,} are undecided: that alone makes"
                " every interval too wide; a larger --max-states or --memory may decide them"
                if pilot.undecided
                else "there are not enough deals for an interval so narrow: try a wider one"
            )
        left = most - pilot.deals
        tally = Tally(first + pilot.deals, pilot=pilot.deals)
        self.extend(tally, left if size is None else min(size, left))
        return tally

    def extend(self, tally: Tally, deals: int) -> bool:
        """Goes on until the tally has so many deals, with all attempts made; else ``False``."""
        begun = time.perf_counter()
        tally.goal = deals
        aside: list[Retry] = []
        left = Segment(tally.first + tally.deals, tally.first + deals - 1, False)
        for segment in self.store.segments(left.first, left.last) if self.store else [left]:
            if segment.is_kept:
                self._kept(tally, segment, aside)
            elif not self._first_attempts(tally, segment, aside):
                break
        done = tally.deals == deals and self._further_attempts(tally, aside)
        tally.signum = None if done else self.interrupt.signum
        tally.seconds += time.perf_counter() - begun
        return done

    def _kept(self, tally: Tally, segment: Segment, aside: list[Retry]) -> None:
        """Adds a segment that the store has."""
        assert self.store is not None
        first, last, _ = segment
        for batch in self.store.read(first, last):
            tally.add(batch)
        tally.kept += last - first + 1
        kept = self.store.retries(len(self.attempts), first, last)
        tally.set_aside += len(kept)
        aside += kept
        self.progress(tally)

    def _first_attempts(self, tally: Tally, segment: Segment, aside: list[Retry]) -> bool:
        """Adds a segment that no store has. Returns whether all of it was done."""
        size = self.hands.work.batch_size * self.hands.batches
        due = segment.first
        with closing(self.hands.pieces(_cut(segment, size), self.interrupt)) as row:
            for batch in row:
                if batch.first != due:
                    break  # the one before was stopped in the middle
                due += batch.count
                if self.store:
                    self.store.add(batch)
                tally.add(batch)
                if batch.undecided and len(self.attempts) > 1:
                    tally.set_aside += batch.undecided
                    aside += _undecided(batch)
                self.progress(tally)
        return due > segment.last

    def _further_attempts(self, tally: Tally, aside: list[Retry]) -> bool:
        """Tries deals again, all of them with one budget before any with the next."""
        game = self.hands.work.game
        for made, budget in enumerate(self.attempts, start=1):
            due = {deal.number: deal for deal in aside if deal.attempts < made}
            if not due:
                continue
            tasks = ((number, game.deal(number)) for number in list(due))
            aside = [deal for deal in aside if deal.attempts >= made]
            size = self.hands.work.budget.room(budget, self.hands.workers)
            team = [game.search.worker(budget) for _ in range(size)]
            with closing(solve_all(game, tasks, team, self.interrupt)) as row:
                for solved in row:
                    former = due.pop(solved.number)
                    latest = self._latest(former, solved.outcome, made, budget)
                    if self.store:
                        self.store.record_retry(latest)
                    is_open = not latest.verdict and latest.attempts < len(self.attempts)
                    tally.record_retry(former, latest, is_open)
                    if is_open:
                        aside.append(latest)
                    self.progress(tally)
            if due:
                return False
        return True

    def _latest(self, deal: Retry, outcome: Outcome, made: int, budget: Budget) -> Retry:
        """What is known of a deal after one more attempt."""
        undecided = outcome.verdict is Verdict.UNDECIDED
        return Retry(
            deal.number,
            deal.states + outcome.states,
            len(self.attempts) if undecided and is_final(outcome, budget) else made,
            VERDICTS.index(outcome.verdict),
            checked=outcome.verdict is Verdict.SOLVABLE,
        )


def _cut(segment: Segment, size: int) -> Iterator[Segment]:
    """Pieces of at most ``size`` deals."""
    for first in range(segment.first, segment.last + 1, size):
        yield Segment(first, min(first + size - 1, segment.last), segment.is_kept)


def _undecided(batch: Batch) -> list[Retry]:
    """The deals of a batch of first attempts that are set aside."""
    assert batch.rows
    places = np.flatnonzero(batch.rows.verdicts == 0).tolist()
    return [Retry(batch.first + place, int(batch.rows.states[place]), 1) for place in places]
