"""Runs over several workers: order, sums, stops and faults, with workers that need no kernel."""

import os
import random
import signal
import threading
import time
from contextlib import closing
from types import SimpleNamespace

import numpy as np
import pytest

from solver.deck.deal import Outcome, Verdict
from solver.games import Batch, Budget, ContradictionError, Worker, find
from solver.odds.runs import Interrupt, Tally, crew, in_order, noted_signals, sample, solve_all

CODES = {0: Verdict.UNDECIDED, 1: Verdict.SOLVABLE, 2: Verdict.UNSOLVABLE}


def code_of(number: int) -> int:
    """A made-up verdict for a deal, and 0 now and then."""
    return (number * 7919 >> 3) % 3


class MadeUp(Worker):
    """Says of a deal what ``code_of`` says, sometimes slowly; hangs at the deal ``hard``."""

    def __init__(self, hard: int | None = None) -> None:
        self.hard = hard
        self.asked: list[int] = []
        self.checked: list[int] = []

    def decided(self, number: int) -> bool:
        """Whether the deal was decided before the worker was stopped."""
        self.asked.append(number)
        if number % 50 == 0:
            time.sleep(random.Random(number).random() / 500)
        while number == self.hard and not self.stopped:
            time.sleep(0.001)
        return not self.stopped

    def solve(self, start, number):
        verdict = CODES[code_of(number)] if self.decided(number) else Verdict.UNDECIDED
        return Outcome(verdict, states=number)

    def batch(self, first, count):
        done = 0
        while done < count and self.decided(first + done):
            done += 1
        numbers = range(first, first + done)
        verdicts = np.array([code_of(number) for number in numbers], np.int8)
        undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
        states = np.array(numbers, np.int64)
        return Batch(first, done, solvable, unsolvable, undecided, verdicts, states)

    def check(self, batch, number):
        if batch.verdicts[number - batch.first] != 1:
            return False
        self.checked.append(number)
        return True


def made_up_game(**changes) -> SimpleNamespace:
    game = {"batch_size": 8, "check_every": 10, "start": str, "confirm": lambda *what: None}
    return SimpleNamespace(**game | changes)


def figures(tally: Tally) -> dict[str, object]:
    names = ("first", "deals", "solvable", "unsolvable", "undecided", "checked")
    return {name: getattr(tally, name) for name in names} | {"states": tally.states.tolist()}


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(workers):
    team = [MadeUp() for _ in range(workers)]

    def work(worker, number):
        worker.decided(number)
        return number * number

    assert list(in_order(range(300), team, work)) == [number**2 for number in range(300)]
    assert sorted(number for worker in team for number in worker.asked) == list(range(300))


def test_no_task_is_no_result():
    assert list(in_order([], [MadeUp()], lambda worker, task: task)) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_a_fault_of_a_worker_is_raised_and_ends_the_threads(workers):
    def work(worker, number):
        if number == 20:
            raise RuntimeError("broken")
        return number

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="broken"):
        list(in_order(range(10**9), [MadeUp() for _ in range(workers)], work))
    assert threading.active_count() == before


def test_a_fault_in_making_the_tasks_is_raised():
    def tasks():
        yield 1
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        list(in_order(tasks(), [MadeUp()], lambda worker, task: task))


def test_closing_the_row_stops_the_workers():
    team = [MadeUp(hard=5), MadeUp(hard=5)]
    before = threading.active_count()
    with closing(in_order(range(10**9), team, lambda worker, n: (n, worker.decided(n)))) as row:
        assert next(row) == (0, True)
    assert threading.active_count() == before
    assert all(worker.stopped for worker in team)


def test_a_hard_task_idles_no_worker():
    team = [MadeUp(hard=0), MadeUp(hard=0)]
    interrupt = Interrupt()

    def work(worker, number):
        if number == 500:
            interrupt.signum = signal.SIGINT
        return number if worker.decided(number) else None

    assert list(in_order(range(10**9), team, work, interrupt)) == []
    assert max(team[0].asked + team[1].asked) >= 500


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("batch_size", [1, 8, 64, 1000])
def test_a_sample_does_not_depend_on_workers_or_batches(workers, batch_size):
    tally = sample(made_up_game(batch_size=batch_size), 3, 500, [MadeUp() for _ in range(workers)])
    codes = [code_of(number) for number in range(3, 503)]
    checked = sum(code_of(number) == 1 for number in range(3, 503, 10))
    assert checked > 0
    assert figures(tally) == {
        "first": 3,
        "deals": 500,
        "solvable": codes.count(1),
        "unsolvable": codes.count(2),
        "undecided": codes.count(0),
        "checked": checked,
        "states": list(range(3, 503)),
    }
    assert tally.signum is None


def test_all_solvable_deals_are_checked_on_demand():
    worker = MadeUp()
    tally = sample(made_up_game(), 1, 100, [worker], check_all=True)
    assert worker.checked == [number for number in range(1, 101) if code_of(number) == 1]
    assert tally.checked == len(worker.checked) == tally.solvable


def test_progress_is_told_after_each_batch():
    told: list[int] = []
    sample(
        made_up_game(),
        1,
        20,
        [MadeUp(), MadeUp()],
        progress=lambda tally: told.append(tally.deals),
    )
    assert told == [8, 16, 20]


@pytest.mark.parametrize("workers", [1, 3])
def test_a_stopped_sample_is_a_shorter_one(workers):
    hard = 203
    interrupt = Interrupt()
    team = [MadeUp(hard) for _ in range(workers)]
    timer = threading.Timer(0.2, setattr, (interrupt, "signum", signal.SIGTERM))
    timer.start()
    tally = sample(made_up_game(), 1, 10**6, team, interrupt=interrupt)
    timer.join()
    assert tally.signum == signal.SIGTERM
    assert tally.deals == hard - 1
    assert figures(tally) == figures(sample(made_up_game(), 1, hard - 1, [MadeUp()]))


def test_cards_of_batches_are_added():
    flower = find("flower")
    whole = sample(flower, 5, 3000, crew(flower, 1, Budget()))
    parts = sample(
        made_up_game(batch_size=700, check_every=10**9), 5, 3000, crew(flower, 2, Budget())
    )
    assert whole.cards.sum() == 3000
    assert whole.cards.tolist() == parts.cards.tolist()
    assert whole.states.size == 0


def test_memory_is_shared_among_the_workers():
    shares: list[Budget] = []
    game = made_up_game(worker=lambda budget: shares.append(budget))
    crew(game, 3, Budget(max_states=7, memory_mib=100))
    assert shares == [Budget(7, 33)] * 3


def test_deals_are_solved_in_order_and_confirmed():
    confirmed: list[tuple] = []
    game = made_up_game(confirm=lambda *what: confirmed.append(what))
    deals = [(number, number) for number in range(40)]
    row = list(solve_all(game, deals, [MadeUp(), MadeUp()]))
    assert [solved.number for solved in row] == list(range(40))
    assert [solved.outcome.verdict for solved in row] == [CODES[code_of(n)] for n in range(40)]
    assert all(solved.seconds >= 0 and solved.start == str(solved.number) for solved in row)
    assert sorted(number for _, number, _ in confirmed) == list(range(40))


def test_a_contradiction_ends_a_run():
    def refuse(*what):
        raise ContradictionError("deal 0 is not won by its solution")

    with pytest.raises(ContradictionError):
        list(solve_all(made_up_game(confirm=refuse), [(0, 0)], [MadeUp()]))


def test_a_deal_that_was_stopped_is_not_called_undecided():
    interrupt = Interrupt()
    threading.Timer(0.1, setattr, (interrupt, "signum", signal.SIGINT)).start()
    deals = ((number, number) for number in range(10**6))
    row = list(solve_all(made_up_game(), deals, [MadeUp(hard=30)], interrupt))
    assert [solved.number for solved in row] == list(range(30))


def test_the_first_signal_is_noted_and_the_second_ends_the_run():
    former = signal.getsignal(signal.SIGINT)
    with noted_signals() as interrupt:
        assert interrupt.signum is None
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupt.signum == signal.SIGINT
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is former


def test_other_threads_leave_signals_alone():
    noted: list[int | None] = []

    def look():
        with noted_signals() as interrupt:
            noted.append(interrupt.signum)

    former = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert noted == [None]
    assert signal.getsignal(signal.SIGINT) is former
