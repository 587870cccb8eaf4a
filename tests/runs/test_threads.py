"""Work on several threads: order, stops and faults, with workers that need no kernel."""

import os
import signal
import threading
from contextlib import closing

import pytest
from made_up import MadeUpGame, MadeUpWorker

from solver.games import Budget
from solver.runs.threads import Interrupt, in_order, noted_signals


def team_of(size: int, hard: int | None = None) -> list[MadeUpWorker]:
    game = MadeUpGame(hard=hard)
    return [game.search.worker(Budget(1000)) for _ in range(size)]


def decided(worker: MadeUpWorker, number: int) -> bool:
    """Whether the deal was decided before the worker was stopped."""
    worker.solve(number, number)
    return not worker.stopped


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_results_come_in_the_order_of_the_tasks(workers):
    team = team_of(workers)

    def work(worker, number):
        decided(worker, number)
        return number * number

    assert list(in_order(range(300), team, work)) == [number**2 for number in range(300)]
    assert sorted(number for worker in team for number in worker.asked) == list(range(300))


def test_no_task_is_no_result():
    assert list(in_order([], team_of(1), lambda worker, task: task)) == []


@pytest.mark.parametrize("workers", [1, 3])
def test_a_fault_of_a_worker_is_raised_and_ends_the_threads(workers):
    def work(worker, number):
        if number == 20:
            raise RuntimeError("broken")
        return number

    before = threading.active_count()
    with pytest.raises(RuntimeError, match="broken"):
        list(in_order(range(10**9), team_of(workers), work))
    assert threading.active_count() == before


def test_a_fault_in_making_the_tasks_is_raised():
    def tasks():
        yield 1
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        list(in_order(tasks(), team_of(1), lambda worker, task: task))


def test_closing_the_row_stops_the_workers():
    team = team_of(2, hard=5)
    before = threading.active_count()
    with closing(in_order(range(10**9), team, lambda worker, n: (n, decided(worker, n)))) as row:
        assert next(row) == (0, True)
    assert threading.active_count() == before
    assert all(worker.stopped for worker in team)


def test_a_hard_task_idles_no_worker():
    team = team_of(2, hard=0)
    interrupt = Interrupt()

    def work(worker, number):
        if number == 500:
            interrupt.signum = signal.SIGINT
        return number if decided(worker, number) else None

    assert list(in_order(range(10**9), team, work, interrupt)) == []
    assert max(team[0].asked + team[1].asked) >= 500


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
