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
    room = max(1, budget.memory_mib // first.memory_mib)
    workers = [game.search.worker(first) for _ in range(min(size, room))]
    if not further:
        return workers
    gate = _Gate()
    return [_Climber(game, worker, further, workers, gate) for worker in workers]


class _Gate:
    """Lets any number of threads in side by side, or one of them alone."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._inside = 0
        self._is_taken = False

    @contextmanager
    def beside(self) -> Iterator[None]:
        with self._change:
            self._change.wait_for(lambda: not self._is_taken)
            self._inside += 1
        try:
            yield
        finally:
            with self._change:
                self._inside -= 1
                self._change.notify_all()

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self._change:
            self._change.wait_for(lambda: not self._is_taken)
            self._is_taken = True
            self._change.wait_for(lambda: not self._inside)
        try:
            yield
        finally:
            with self._change:
                self._is_taken = False
                self._change.notify_all()


class _Climber(Worker):
    """Makes all attempts at a single deal; of a batch of deals only the first ones."""

    def __init__(
        self, game: Game, first: Worker, further: list[Budget], crew: list[Worker], gate: _Gate
    ) -> None:
        self._game = game
        self._first = first
        self._further = further
        self._crew = crew
        self._gate = gate
        self._large: Worker | None = None

    def solve(self, start: Position, number: int) -> Outcome:
        with self._gate.beside():
            outcome = self._first.solve(start, number)
        return self._further_than(outcome, start, number)

    def verdict(self, start: Position) -> Verdict:
        with self._gate.beside():
            found = self._first.verdict(start)
        return self._further_than(Outcome(found, 0), start, 0).verdict

    def judge(self, piece: Piece) -> list[int]:
        with self._gate.beside():
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
        with self._gate.alone():
            for worker in self._crew:
                worker.rest()
            try:
                return self._climb(start, number, outcome)
            finally:
                self._large = None

    def _climb(self, start: Position, number: int, outcome: Outcome) -> Outcome:
        for budget in self._further:
            large = self._large = self._game.search.worker(budget)
            if self.stopped:
                break
            latest = large.solve(start, number)
            outcome = replace(latest, states=outcome.states + latest.states)
            if is_final(latest, budget):
                break
        return outcome

    def batch(self, first: int, count: int) -> Batch:
        with self._gate.beside():
            return self._first.batch(first, count)

    def check(self, batch: Batch, number: int) -> bool | None:
        with self._gate.beside():
            return self._first.check(batch, number)

    def rest(self) -> None:
        self._first.rest()

    def stop(self) -> None:
        super().stop()
        for worker in (self._first, self._large):
            if worker is not None:
                worker.stop()
