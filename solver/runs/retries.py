"""Workers that make all attempts at a deal, and share the memory.

They make first attempts side by side. A further attempt has all of the memory: then the others
wait, and hold none. So the verdict of a deal, and the states that it takes, depend on the budget
alone, whatever the number of workers.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from solver.cards.deal import Outcome, Position, Verdict
from solver.games import VERDICTS, Batch, Budget, Game, Worker
from solver.games.arrangements import Piece


def is_final(outcome: Outcome, budget: Budget) -> bool:
    """Whether an attempt with more states could bring nothing else.

    So it is where the deal is decided, and where something else than states ran out.
    """
    decided = outcome.verdict is not Verdict.UNDECIDED
    return decided or budget.max_states is None or outcome.states < budget.max_states


def crew(game: Game, size: int, budget: Budget) -> list[Worker]:
    """At most ``size`` workers that share the budget's memory, as many as it has room for."""
    first, *further = game.search.attempts(budget)
    workers = [game.search.worker(first) for _ in range(budget.room(first, size))]
    if not further:
        return workers
    gate = Gate(len(workers))
    return [_Climber(game, worker, further, workers, gate) for worker in workers]


class Gate:
    """Lets threads in side by side, or one of them alone: that one takes all places."""

    def __init__(self, places: int) -> None:
        """With a place for each thread."""
        self._places = places
        self._free = threading.Semaphore(places)
        #: Held by the thread whose turn it is to enter, so that nobody passes one that waits.
        self._turn = threading.Lock()

    @contextmanager
    def entered(self, alone: bool = False) -> Iterator[None]:
        """Waits, and lets the caller in."""
        taken = self._places if alone else 1
        with self._turn:
            for _ in range(taken):
                self._free.acquire()
        try:
            yield
        finally:
            self._free.release(taken)


class _Climber(Worker):
    """Makes all attempts at a single deal; of a batch of deals only the first ones."""

    def __init__(
        self, game: Game, first: Worker, further: list[Budget], crew: list[Worker], gate: Gate
    ) -> None:
        self._game = game
        self._first = first
        self._further = further
        self._crew = crew
        self._gate = gate
        self._large: Worker | None = None

    def solve(self, start: Position, number: int) -> Outcome:
        with self._gate.entered():
            outcome = self._first.solve(start, number)
        return self._further_than(outcome, start, number)

    def verdict(self, start: Position) -> Verdict:
        with self._gate.entered():
            found = self._first.verdict(start)
        return self._further_than(Outcome(found, 0), start, 0).verdict

    def judge(self, piece: Piece) -> list[int]:
        with self._gate.entered():
            codes = self._first.judge(piece)
        for place, code in enumerate(codes):
            if VERDICTS[code] is Verdict.UNDECIDED:
                first = Outcome(Verdict.UNDECIDED, 0)
                found = self._further_than(first, piece.position(place), 0).verdict
                if self.stopped and found is Verdict.UNDECIDED:
                    return codes[:place]
                codes[place] = VERDICTS.index(found)
        return codes

    def _further_than(self, outcome: Outcome, start: Position, number: int) -> Outcome:
        """What all attempts find out, the first of which had this outcome."""
        if outcome.verdict is not Verdict.UNDECIDED or self.stopped:
            return outcome
        with self._gate.entered(alone=True):
            for worker in self._crew:
                worker.rest()
            for budget in self._further:
                self._large = self._game.search.worker(budget)
                if self.stopped:
                    break
                latest = self._large.solve(start, number)
                outcome = replace(latest, states=outcome.states + latest.states)
                if is_final(latest, budget):
                    break
            self._large = None
        return outcome

    def batch(self, first: int, count: int) -> Batch:
        with self._gate.entered():
            return self._first.batch(first, count)

    def check(self, batch: Batch, number: int) -> bool | None:
        with self._gate.entered():
            return self._first.check(batch, number)

    def rest(self) -> None:
        self._first.rest()

    def stop(self) -> None:
        super().stop()
        for worker in (self._first, self._large):
            if worker is not None:
                worker.stop()
