"""A game without a kernel, whose deals take as many states and as much memory as their number says.

Of each 50 deals, 46 are decided within the first attempt. The others need a second one, a third
one, more states than anybody has, or more memory than 32 MiB.
"""

import random
import time

import numpy as np

from solver.cards.deal import Outcome, Verdict
from solver.games import VERDICTS, Batch, Budget, Worker, find
from solver.games.search import Rows

NEVER = 10**12

#: The states that decide a deal, by its number modulo 50; and those that fill 32 MiB.
NEEDS = {7: 100_000, 13: 3_000_000, 21: NEVER, 29: 60_000}
FILLS = {29: 40_000}


def code_of(number: int) -> int:
    """The verdict of a deal that is decided, as an index in ``VERDICTS``."""
    return 1 + (number * 7919 >> 3) % 2


def states_of(number: int) -> int:
    """The states that decide a deal."""
    return NEEDS.get(number % 50, number % 1000 + 1)


def attempt(number: int, budget: Budget) -> tuple[int, int]:
    """The verdict and the states of one attempt."""
    fills = FILLS.get(number % 50, NEVER) if budget.memory_mib <= 32 else NEVER
    states = min(states_of(number), fills, budget.max_states)
    return (code_of(number) if states == states_of(number) else 0), states


def row_of(number: int, attempts: tuple[Budget, ...], check_every: int) -> tuple[int, ...]:
    """The row of a store of a deal on which all attempts were made: number, verdict, states, …"""
    total = 0
    for made, budget in enumerate(attempts, start=1):
        code, states = attempt(number, budget)
        total += states
        if made > 1 and states < budget.max_states and not code:
            made = len(attempts)  # it will always want for memory
            break
        if code:
            break
    checked = code == 1 and (made > 1 or number % check_every == 0)
    return number, code, total, made, int(checked)


class MadeUpWorker(Worker):
    """Makes an attempt at a deal, sometimes slowly; hangs at the deal ``hard`` until stopped."""

    def __init__(self, game: "MadeUpGame", budget: Budget) -> None:
        self.game = game
        self.budget = budget
        self.asked: list[int] = []
        self.checked: list[int] = []
        self.rested = False
        game.workers.append(self)

    def _attempt(self, number: int) -> tuple[int, int]:
        self.asked.append(number)
        self.rested = False
        if number % 50 == 0:
            time.sleep(random.Random(number).random() / 500)
        while number == self.game.hard and not self.stopped:
            time.sleep(0.001)
        return (0, 1) if self.stopped else attempt(number, self.budget)

    def solve(self, start, number):
        time.sleep(self.game.pause)
        code, states = self._attempt(number)
        return Outcome(VERDICTS[code], states)

    def batch(self, first, count):
        time.sleep(self.game.pause)
        rows = []
        for number in range(first, first + count):
            row = self._attempt(number)
            if self.stopped:
                break
            rows.append(row)
        codes = np.array([code for code, _ in rows], np.int8)
        return Batch.of(first, Rows(codes, np.array([states for _, states in rows], np.int64)))

    def check(self, batch, number):
        if batch.rows.verdicts[number - batch.first] != 1:
            return False
        if self.stopped:
            return None
        self.checked.append(number)
        return True

    def rest(self):
        self.rested = True


class MadeUpSearch:
    """Has what a run needs of a search."""

    version = "1"
    sample_size = 100
    check_every = 10

    def __init__(self, game: "MadeUpGame", batch_size: int) -> None:
        self.game = game
        self.batch_size = batch_size

    def attempts(self, budget: Budget) -> tuple[Budget, ...]:
        return find("trevi").search.attempts(budget)

    def worker(self, budget: Budget) -> MadeUpWorker:
        return MadeUpWorker(self.game, budget)


class MadeUpGame:
    """Has what a run needs of a game."""

    name = "made-up"

    def __init__(self, batch_size: int = 8, hard: int | None = None, pause: float = 0.0) -> None:
        self.search = MadeUpSearch(self, batch_size)
        self.hard = hard
        self.pause = pause  # seconds before each call
        self.workers: list[MadeUpWorker] = []
        self.confirmed: list[int] = []

    def described(self) -> dict[str, str]:
        return {"game": self.name}

    def deal(self, number: int) -> int:
        return number

    def start(self, deal: int) -> int:
        return deal

    def confirm(self, start: int, number: int, outcome: Outcome) -> None:
        if outcome.verdict is Verdict.SOLVABLE:
            self.confirmed.append(number)
