"""Runs: rows do not depend on who finds them out, how work is cut, or when it is stopped."""

import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from made_up import MadeUpGame, attempt, row_of

from solver.cards.shuffle import MAX_NUMBER
from solver.games import VERDICTS, Budget, ContradictionError, find
from solver.runs.estimate import HalfWidth, TooWideError
from solver.runs.retries import crew
from solver.runs.sample import (
    Threads,
    Work,
    asked_range,
    game_of,
    open_store,
    sample,
    settings_of,
    solve_all,
)
from solver.runs.store import Store
from solver.runs.store_file import RefusedError
from solver.runs.tally import Tally
from solver.runs.threads import Interrupt

#: Enough for a third attempt.
BUDGET = Budget(5_000_000, 1024)


def threads(game: MadeUpGame, workers: int = 1, budget: Budget = BUDGET, check_all: bool = False):
    return Threads(Work(game, budget, check_all), workers)


def expected_rows(numbers: range, budget: Budget = BUDGET, check_every: int = 10) -> list[tuple]:
    attempts = MadeUpGame().search.attempts(budget)
    return [row_of(number, attempts, check_every) for number in numbers]


def figures(tally: Tally) -> dict[str, object]:
    names = ("first", "deals", "solvable", "unsolvable", "undecided", "set_aside", "checked")
    return {name: getattr(tally, name) for name in names} | {"states": tally.states.figures()}


def expected_figures(rows: list[tuple]) -> dict[str, object]:
    codes = [row[1] for row in rows]
    states = np.array([row[2] for row in rows])
    median, p99 = np.percentile(states, [50, 99], method="inverted_cdf").tolist()
    return {
        "first": rows[0][0],
        "deals": len(rows),
        "solvable": codes.count(1),
        "unsolvable": codes.count(2),
        "undecided": codes.count(0),
        "set_aside": 0,
        "checked": sum(row[4] for row in rows),
        "states": {
            "total": int(states.sum()),
            "mean": round(float(states.mean()), 1),
            "median": median,
            "p99": p99,
            "largest": int(states.max()),
            "hardest": rows[int(states.argmax())][0],
        },
    }


def rows_of(path: Path) -> list[tuple]:
    with Store.view(str(path)) as store:
        return list(store.rows())


class Stopper(Interrupt):
    """Signals once ``signum`` has been looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    @property
    def signum(self) -> int | None:
        self.looks -= 1
        return signal.SIGINT if self.looks < 0 else None


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


# Samples


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("batch_size", [1, 8, 64, 1000])
def test_a_sample_does_not_depend_on_workers_or_batches(path, workers, batch_size):
    hands = threads(MadeUpGame(batch_size), workers)
    with open_store(str(path), hands.work) as store:
        kept = sample(hands, 3, 500, store=store)
    free = sample(hands, 3, 500)
    rows = expected_rows(range(3, 503))
    assert rows_of(path) == rows
    assert figures(kept) == figures(free) == expected_figures(rows)
    assert {row[3] for row in rows} == {1, 2, 3, 4}
    assert kept.signum is None


@pytest.mark.parametrize(
    ("game", "memory", "workers"),
    [("flower", 1024, 7), ("flower", 3, 3), ("trevi", 1024, 7), ("trevi", 14, 3), ("trevi", 1, 1)],
)
def test_as_many_work_as_the_memory_has_room_for(game, memory, workers):
    assert Threads(Work(find(game), Budget(memory_mib=memory)), 7).workers == workers
    assert len(crew(find(game), 7, Budget(memory_mib=memory))) == workers


def test_attempts_have_the_budgets_that_the_game_gives_them():
    game = MadeUpGame()
    sample(threads(game, 3), 1, 100)
    first, second, third, fourth = attempts = game.search.attempts(BUDGET)
    assert (first.max_states, first.memory_mib) == (16_384, 4)
    assert (second.max_states, second.memory_mib) == (262_144, 1024)
    assert (third.max_states, third.memory_mib) == (4_194_304, 1024)
    assert (fourth.max_states, fourth.memory_mib) == (5_000_000, 1024)
    used = [worker for worker in game.workers if worker.asked]
    assert {worker.budget for worker in used} == set(attempts)
    for budget, kinds in ((second, {7, 13, 21, 29}), (third, {13, 21}), (fourth, {21})):
        (alone,) = (worker for worker in used if worker.budget == budget)
        assert alone.asked == sorted(alone.asked)
        assert {number % 50 for number in alone.asked} == kinds


def test_a_deal_that_wants_for_memory_is_not_tried_in_vain():
    game = MadeUpGame()
    tally = sample(threads(game, budget=Budget(5_000_000, 32)), 1, 50)
    asked = [worker.asked for worker in game.workers if worker.budget.memory_mib == 32]
    assert [29 in numbers for numbers in asked] == [True, False, False]
    assert tally.undecided == 2
    assert tally.set_aside == 0


def test_workers_have_no_more_memory_than_there_is():
    assert len(crew(MadeUpGame(), 8, Budget(None, 15))) == 3
    assert len(crew(MadeUpGame(), 2, Budget(None, 3))) == 1
    assert threads(MadeUpGame(), 8, Budget(None, 15)).workers == 3
    assert threads(MadeUpGame(), 8, Budget(None, 3)).workers == 1
    assert threads(MadeUpGame(), 8, Budget(None, 1024)).workers == 8
    small = MadeUpGame().search.attempts(Budget(None, 3))
    assert {budget.memory_mib for budget in small} == {3}


def test_a_small_budget_makes_one_attempt():
    game = MadeUpGame()
    (only,) = game.search.attempts(Budget(100, 64))
    assert (only.max_states, only.memory_mib) == (100, 4)
    tally = sample(threads(game, budget=Budget(100, 64)), 1, 1000)
    assert tally.undecided == 1000 - (99 - 8 + 1)
    assert tally.set_aside == 0


def test_all_solvable_deals_are_checked_on_demand():
    game = MadeUpGame()
    tally = sample(threads(game, check_all=True), 1, 100)
    checked = [number for worker in game.workers for number in worker.checked]
    assert sorted(checked + game.confirmed) == [
        row[0] for row in expected_rows(range(1, 101)) if row[1] == 1
    ]
    assert tally.checked == tally.solvable


def test_progress_is_told_after_each_batch():
    told: list[tuple[int, int]] = []
    sample(
        threads(MadeUpGame(), 2),
        1,
        20,
        progress=lambda tally: told.append((tally.deals, tally.set_aside)),
    )
    assert told == [(8, 1), (16, 2), (20, 2), (20, 1), (20, 1), (20, 0)][: len(told)]
    assert told[-1] == (20, 0)


@pytest.mark.parametrize("workers", [1, 3])
def test_a_stopped_sample_is_a_shorter_one(workers):
    hard = 203
    interrupt = Interrupt()
    timer = threading.Timer(0.2, setattr, (interrupt, "signum", signal.SIGTERM))
    timer.start()
    tally = sample(threads(MadeUpGame(hard=hard), workers), 1, 10**6, interrupt=interrupt)
    timer.join()
    assert tally.signum == signal.SIGTERM
    assert tally.deals == hard - 1
    codes = [
        attempt(number, MadeUpGame().search.attempts(BUDGET)[0])[0] for number in range(1, hard)
    ]
    counts = (tally.solvable, tally.unsolvable, tally.undecided, tally.set_aside)
    assert counts == (codes.count(1), codes.count(2), codes.count(0), codes.count(0))


def test_cards_of_batches_are_added():
    flower = find("flower")
    hands = Threads(Work(flower, Budget()), 2)
    whole = sample(hands, 5, 3000)
    cards = sum(
        flower.search.worker(Budget()).batch(first, 750).scores.cards
        for first in range(5, 3005, 750)
    )
    assert whole.cards.tolist() == cards.tolist()
    assert whole.states.figures() == {}


def test_a_contradiction_ends_a_run(path):
    def refuse(*what):
        raise ContradictionError("deal 7 is not won by its solution")

    game = MadeUpGame()
    game.confirm = refuse
    hands = threads(game)
    before = threading.active_count()
    with open_store(str(path), hands.work) as store, pytest.raises(ContradictionError):
        sample(hands, 1, 100, store=store)
    assert threading.active_count() == before
    assert len(rows_of(path)) == 100  # the first attempts


# Stores


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_that_is_stopped_again_and_again_ends_as_an_unbroken_one(path, workers):
    rng = random.Random(workers)
    hands = threads(MadeUpGame(pause=0.002), workers)
    stops = 0
    for _ in range(1000):
        with open_store(str(path), hands.work) as store:
            tally = sample(hands, 1, 600, store=store, interrupt=Stopper(rng.randrange(1, 25)))
        if tally.signum is None:
            break
        stops += 1
    assert stops >= 5
    rows = expected_rows(range(1, 601))
    assert rows_of(path) == rows
    assert figures(tally) == expected_figures(rows)


def test_what_a_store_has_is_not_done_again(path):
    game = MadeUpGame()
    hands = threads(game, 2)
    with open_store(str(path), hands.work) as store:
        sample(hands, 40, 100, store=store)
        sample(hands, 300, 50, store=store)
        game.workers.clear()
        tally = sample(hands, 1, 400, store=store)
    asked = sorted(number for worker in game.workers for number in set(worker.asked))
    assert not {*range(40, 140), *range(300, 350)} & set(asked)
    assert tally.kept == 150
    assert rows_of(path) == expected_rows(range(1, 401))
    assert figures(tally) == expected_figures(rows_of(path))
    with Store.view(str(path)) as store:
        assert list(store.segments(1, 400)) == store.kept()


@pytest.mark.parametrize(
    ("first_budget", "second_budget"),
    [
        (Budget(1000, 1024), Budget(5_000_000, 1024)),
        (Budget(100_000, 1024), Budget(5_000_000, 1024)),
        (Budget(300_000, 1024), Budget(5_000_000, 1024)),
        (Budget(5_000_000, 32), Budget(5_000_000, 1024)),
        (Budget(20_000, 32), Budget(4_000_000, 64)),
        (Budget(20, 1024), Budget(2_000, 1024)),  # one attempt, made again
        (Budget(2_000, 3), Budget(2_000, 4)),
    ],
)
def test_undecided_deals_are_tried_again_with_more(path, first_budget, second_budget):
    numbers = range(1, 301)
    before = threads(MadeUpGame(), 2, first_budget)
    with open_store(str(path), before.work) as store:
        sample(before, 1, 300, store=store)
    old = {row[0]: row for row in rows_of(path)}
    assert list(old.values()) == expected_rows(numbers, first_budget)
    game = MadeUpGame()
    after = threads(game, 2, second_budget)
    with pytest.raises(RefusedError, match="--retry"):
        open_store(str(path), after.work)
    for looks in (3, 10**9):  # stopped, then resumed by the same command
        with open_store(str(path), after.work, retry=True) as store:
            tally = sample(after, 1, 300, store=store, interrupt=Stopper(looks))
    asked = {number for worker in game.workers for number in worker.asked}
    assert asked == {number for number, row in old.items() if row[1] == 0}
    for found, fresh in zip(rows_of(path), expected_rows(numbers, second_budget), strict=True):
        assert found[1] == fresh[1]
        assert found[2] >= old[found[0]][2]
    assert tally.undecided == sum(row[1] == 0 for row in rows_of(path))
    assert tally.set_aside == 0


def test_a_retry_with_the_same_budget_tries_nothing_again(path):
    game = MadeUpGame()
    hands = threads(game)
    with open_store(str(path), hands.work) as store:
        sample(hands, 1, 100, store=store)
    game.workers.clear()
    with open_store(str(path), hands.work, retry=True) as store:
        tally = sample(hands, 1, 100, store=store)
    assert not any(worker.asked for worker in game.workers)
    assert tally.undecided == 2


def test_a_store_says_what_it_is_asked_for(path):
    game = find("trevi").with_rules(["cells=1"])
    work = Work(game, Budget(1_000_000, 64))
    settings = settings_of(work)
    assert settings["game"] == "trevi"
    assert settings["cells"] == "1"
    assert (settings["max-states"], settings["memory"]) == ("1000000", "64")
    with open_store(str(path), work) as store:
        assert game_of(store) == game
        assert store.settings == settings


def test_a_store_of_an_unknown_game_is_refused(path):
    unknown = "no game that is known: unknown game 'made-up'"
    with (
        open_store(str(path), threads(MadeUpGame()).work) as store,
        pytest.raises(RefusedError, match=unknown),
    ):
        game_of(store)


def test_the_range_is_remembered(path):
    game = MadeUpGame()
    assert asked_range(game, None, None, None, sized=False) == (1, 100)
    assert asked_range(game, None, None, None, sized=True) == (1, None)
    assert asked_range(game, None, 7, 9, sized=False) == (7, 9)
    with pytest.raises(RefusedError, match="above"):
        asked_range(game, None, MAX_NUMBER, 2, sized=False)
    with open_store(str(path), threads(game).work) as store:
        assert asked_range(game, store, 5, 30, sized=False) == (5, 30)
    with open_store(str(path), threads(game).work) as store:
        assert asked_range(game, store, None, None, sized=False) == (5, 30)
        assert asked_range(game, store, None, 20, sized=False) == (5, 20)
        assert asked_range(game, store, 34, 1, sized=False) == (34, 1)
        assert asked_range(game, store, None, None, sized=False) == (5, 30)
        assert asked_range(game, store, None, 40, sized=False) == (5, 40)
        assert asked_range(game, store, 6, None, sized=False) == (6, 100)
        assert asked_range(game, store, None, None, sized=True) == (6, None)


# Samples of a wanted width


@pytest.mark.parametrize("workers", [1, 3])
def test_a_pilot_sizes_a_sample(path, workers):
    wanted = HalfWidth(0.05)
    hands = threads(MadeUpGame(64), workers)
    tally = sample(hands, 10, half_width=wanted)
    assert tally.first == 10 + tally.pilot
    assert 100 <= tally.pilot < tally.deals < 1000
    assert figures(tally) == expected_figures(
        expected_rows(range(tally.first, tally.first + tally.deals))
    )
    with open_store(str(path), hands.work) as store:
        for looks in (2, 10, 10**9):
            again = sample(hands, 10, half_width=wanted, store=store, interrupt=Stopper(looks))
    assert (again.pilot, figures(again)) == (tally.pilot, figures(tally))
    assert rows_of(path) == expected_rows(range(10, tally.first + tally.deals))


def test_a_sample_of_a_wanted_width_has_at_most_the_deals_that_are_asked_for():
    tally = sample(threads(MadeUpGame(64)), 1, 330, half_width=HalfWidth(0.01))
    assert (tally.pilot, tally.deals, tally.first) == (30, 300, 31)


def test_undecided_deals_may_make_every_sample_too_wide():
    hands = threads(MadeUpGame(64), budget=Budget(100, 64))
    with pytest.raises(TooWideError, match=r"deals .* are undecided"):
        sample(hands, 1, half_width=HalfWidth(0.01))
    assert sample(hands, 1, 110, half_width=HalfWidth(0.01)).deals == 100


# Lists of deals


@pytest.mark.parametrize("workers", [1, 2])
def test_deals_are_solved_in_order_and_confirmed(workers):
    game = MadeUpGame()
    numbers = range(150)
    row = list(
        solve_all(game, [(number, number) for number in numbers], crew(game, workers, BUDGET))
    )
    assert [solved.number for solved in row] == list(numbers)
    found = [(VERDICTS.index(s.outcome.verdict), s.outcome.states) for s in row]
    assert found == [(row[1], row[2]) for row in expected_rows(numbers)]
    assert all(solved.seconds >= 0 and solved.start == solved.number for solved in row)
    assert sorted(game.confirmed) == [row[0] for row in expected_rows(numbers) if row[1] == 1]


def test_a_solution_that_is_refused_ends_the_row():
    def refuse(*what):
        raise ContradictionError("deal 0 is not won by its solution")

    game = MadeUpGame()
    game.confirm = refuse
    with pytest.raises(ContradictionError):
        list(solve_all(game, [(0, 0)], crew(game, 1, BUDGET)))


def test_a_deal_that_was_stopped_is_not_called_undecided():
    interrupt = Interrupt()
    threading.Timer(0.2, setattr, (interrupt, "signum", signal.SIGINT)).start()
    deals = ((number, number) for number in range(30, 10**6))
    game = MadeUpGame(hard=56)
    row = list(solve_all(game, deals, crew(game, 1, BUDGET), interrupt))
    assert [solved.number for solved in row] == list(range(30, 56))


def test_a_deal_that_was_stopped_in_a_later_attempt_is_not_called_undecided(monkeypatch):
    game = MadeUpGame()
    worker_of = game.search.worker

    def slow(budget: Budget):
        game.hard = 7 if budget.memory_mib > 4 else None
        return worker_of(budget)

    game.search.worker = slow
    interrupt = Interrupt()
    threading.Timer(0.2, setattr, (interrupt, "signum", signal.SIGINT)).start()
    deals = [(number, number) for number in range(100)]
    row = list(solve_all(game, deals, crew(game, 3, BUDGET), interrupt))
    assert [solved.number for solved in row] == list(range(7))


# Processes that are killed

HARD = ("--rule", "piles=5", "--rule", "height=7", "--first", "500")


def started(path: Path, deals: int) -> subprocess.Popen:
    """The command with a store, in a process of its own."""
    command = ["odds", "trevi", *HARD, "--deals", str(deals), "--store", str(path), "--workers=2"]
    return subprocess.Popen([sys.executable, "-m", "solver", *command], stdout=subprocess.DEVNULL)


def run_whole(path: Path, deals: int) -> list[tuple]:
    with started(path, deals) as garden:
        assert garden.wait() == 0
    return rows_of(path)


def run_killed(path: Path, deals: int, rows: int, seconds: float) -> int:
    """Kills the command after it has so many rows, and then some time; returns the rows it had."""
    with started(path, deals) as garden:
        while garden.poll() is None and count(path) < rows:
            time.sleep(0.002)
        with suppress(subprocess.TimeoutExpired):
            garden.wait(seconds)
        garden.kill()
    return count(path)


def count(path: Path) -> int:
    try:
        with Store.view(str(path)) as store:
            return sum(last - first + 1 for first, last, _ in store.kept())
    except (OSError, RefusedError):
        return 0  # there is no store yet


@pytest.mark.parametrize(
    ("kills", "deals"), [(3, 3000), pytest.param(20, 3000, marks=pytest.mark.slow)]
)
def test_a_run_that_is_killed_ends_as_an_unbroken_one(tmp_path, kills, deals):
    """Each at a random moment; and all of them, one after the other, on one store."""
    expected = run_whole(tmp_path / "unbroken.db", deals)
    assert len(expected) == deals
    assert any(row[3] > 1 for row in expected)
    rng = random.Random(deals)
    again = tmp_path / "again.db"
    middles = 0
    for kill in range(kills):
        path = tmp_path / f"{kill}.db"
        moment = rng.randrange(deals), rng.uniform(0, 0.05)
        had = run_killed(path, deals, *moment)
        middles += 0 < had < deals
        assert run_whole(path, deals) == expected
        run_killed(again, deals, *moment)
    assert middles > 0
    assert run_whole(again, deals) == expected
