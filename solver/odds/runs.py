"""Many deals on several threads: results in order, whatever the number of workers.

A kernel lets go of the interpreter's lock, so one thread a worker is enough. Work is handed out in
small pieces, in order; results are passed on in the order of the pieces. A run that is stopped
gives the unbroken row of results from its start: what came in beyond the first gap is dropped, so
that a stopped run is the same as a shorter one.
"""

import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from queue import Empty, SimpleQueue
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from solver.deck.deal import Deal, Outcome, Position, Verdict
from solver.games import Batch, Budget, Game, Worker

Task = TypeVar("Task")
Result = TypeVar("Result")

#: Pieces that may be handed out before the oldest of them is done: bounds what is kept waiting.
_WINDOW = 4096

#: Seconds between two looks at whether a signal came in.
_TICK = 0.1


@dataclass
class Interrupt:
    """The signal that asked a run to stop; ``None`` while there is none."""

    signum: int | None = None


@contextmanager
def noted_signals() -> Iterator[Interrupt]:
    """While open, the first SIGINT or SIGTERM is noted only; the second one ends the run at once.

    In a thread that is not the main one nothing is changed: signals never reach it.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return

    def note(signum: int, frame: object) -> None:
        if interrupt.signum is not None:
            raise KeyboardInterrupt
        interrupt.signum = signum

    former = {signum: signal.signal(signum, note) for signum in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield interrupt
    finally:
        for signum, handler in former.items():
            signal.signal(signum, handler)


def in_order(
    tasks: Iterable[Task],
    workers: Sequence[Worker],
    work: Callable[[Worker, Task], Result | None],
    interrupt: Interrupt | None = None,
) -> Generator[Result, None, None]:
    """``work(worker, task)`` for each task, one thread a worker; the results in the tasks' order.

    ``None`` as a result, or the interrupt's signal, ends the row. What ``work`` raises is raised
    here. When the row ends, or is closed, the workers are stopped and the threads joined.
    """
    interrupt = interrupt or Interrupt()
    source = enumerate(tasks)
    source_lock = threading.Lock()
    room = threading.Semaphore(_WINDOW)
    stopping = threading.Event()
    results: SimpleQueue[tuple[int, Result | None, BaseException | None]] = SimpleQueue()
    finished = -1  # in place of an index: a thread has ended

    def serve(worker: Worker) -> None:
        index = finished
        try:
            while True:
                room.acquire()
                with source_lock:
                    index, task = next(source, (finished, None))
                if index == finished or stopping.is_set():
                    break
                results.put((index, work(worker, task), None))  # type: ignore[arg-type]
        except BaseException as error:
            results.put((index, None, error))
        results.put((finished, None, None))

    threads = [threading.Thread(target=serve, args=(worker,)) for worker in workers]

    def stop() -> None:
        stopping.set()
        for worker in workers:
            worker.stop()
            room.release()  # the thread may be waiting there

    def arrivals() -> Iterator[tuple[int, Result | None]]:
        running = len(threads)
        while running:
            if interrupt.signum is not None:
                stop()
            try:
                index, result, error = results.get(timeout=_TICK)
            except Empty:
                continue
            if error is not None:
                raise error
            if index == finished:
                running -= 1
            else:
                yield index, result

    for thread in threads:
        thread.start()
    try:
        waiting: dict[int, Result | None] = {}
        due = 0
        for index, result in arrivals():
            waiting[index] = result
            while due in waiting:
                ready = waiting.pop(due)
                if ready is None:
                    return
                due += 1
                room.release()
                yield ready
    finally:
        for thread in threads:
            while thread.is_alive():
                stop()  # again and again: a call that just begins may have missed it
                thread.join(_TICK)


def crew(game: Game, size: int, budget: Budget) -> list[Worker]:
    """Workers for a game that share the budget's memory."""
    share = replace(budget, memory_mib=max(1, budget.memory_mib // size))
    return [game.worker(share) for _ in range(size)]


@dataclass(frozen=True)
class Solved:
    """What was found out about one deal: its start, the outcome, and the seconds it took.

    ``number``: the deal's number, or its place in a file.
    """

    number: int
    start: Position
    outcome: Outcome
    seconds: float


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

    def work(worker: Worker, task: tuple[int, Deal | Position]) -> Solved | None:
        number, deal = task
        begun = time.perf_counter()
        start = game.start(deal)
        outcome = worker.solve(start, number)
        if worker.stopped and outcome.verdict is Verdict.UNDECIDED:
            return None
        game.confirm(start, number, outcome)
        return Solved(number, start, outcome, time.perf_counter() - begun)

    return in_order(deals, workers, work, interrupt)


@dataclass
class Tally:
    """The sums of a sample so far, over the deals ``first`` … ``first + deals - 1``.

    ``cards``: for a game with scores the number of deals by cards up, else ``None``. ``race``: for
    a race the deals that the first player wins, draws and loses, else ``None``. ``checked``: deals
    that the referee played out as well. ``signum``: the signal that cut the sample short.
    """

    first: int
    deals: int = 0
    solvable: int = 0
    unsolvable: int = 0
    undecided: int = 0
    cards: npt.NDArray[np.int64] | None = None
    race: npt.NDArray[np.int64] | None = None
    checked: int = 0
    seconds: float = 0.0
    signum: int | None = None
    _states: list[npt.NDArray[np.int64]] = field(default_factory=list)

    def add(self, batch: Batch) -> None:
        """Adds the deals that follow."""
        self.deals += batch.count
        self.solvable += batch.solvable
        self.unsolvable += batch.unsolvable
        self.undecided += batch.undecided
        self.checked += batch.checked
        if batch.states is not None:
            self._states.append(batch.states)
        if batch.cards is not None:
            self.cards = batch.cards if self.cards is None else self.cards + batch.cards
        if batch.race is not None:
            self.race = batch.race if self.race is None else self.race + batch.race

    @property
    def states(self) -> npt.NDArray[np.int64]:
        """The states expanded for each deal, in order; empty for a game without a search."""
        return np.concatenate([np.zeros(0, np.int64), *self._states])


def sample(
    game: Game,
    first: int,
    deals: int,
    workers: Sequence[Worker],
    *,
    check_all: bool = False,
    progress: Callable[[Tally], None] = lambda tally: None,
    interrupt: Interrupt | None = None,
) -> Tally:
    """Decides the native deals ``first`` … ``first + deals - 1`` and adds them up.

    Of every ``game.check_every`` deals, counted from ``first``, or of all with ``check_all``, the
    first is played out by the referee too. ``progress`` is called in the caller's thread after each
    batch. An interrupt ends the sample early: the tally then covers the deals up to the first one
    that was not done. Raises ``ContradictionError`` where the referee finds another result.
    """
    every = 1 if check_all else game.check_every
    size = game.batch_size

    def work(worker: Worker, start: int) -> Batch:
        batch = worker.batch(start, min(size, first + deals - start))
        for number in range(start + (first - start) % every, start + batch.count, every):
            batch.checked += worker.check(batch, number)
        return batch

    workers[0].batch(first, 0)  # compiles, before the threads begin
    begun = time.perf_counter()
    tally = Tally(first)
    interrupt = interrupt or Interrupt()
    with closing(in_order(range(first, first + deals, size), workers, work, interrupt)) as row:
        for batch in row:
            tally.add(batch)
            progress(tally)
            if batch.count < min(size, first + deals - batch.first):
                break
    tally.seconds = time.perf_counter() - begun
    tally.signum = interrupt.signum if tally.deals < deals else None
    return tally
