"""Workers that share the memory: attempts one after the other, large ones alone."""

import threading
import time

import pytest
from made_up import MadeUpGame, row_of

from solver.cards.deal import Outcome, Verdict
from solver.games import VERDICTS, Budget, find
from solver.runs.retries import Gate, crew, is_final
from solver.runs.threads import in_order

BUDGET = Budget(5_000_000, 1024)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_deal_gets_all_attempts(size):
    game = MadeUpGame()
    workers = crew(game, size, BUDGET)
    numbers = range(1, 201)
    found = in_order(numbers, workers, lambda worker, number: worker.solve(number, number))
    attempts = game.search.attempts(BUDGET)
    assert [(VERDICTS.index(outcome.verdict), outcome.states) for outcome in found] == [
        row_of(number, attempts, 10)[1:3] for number in numbers
    ]


def test_others_hold_no_memory_while_a_deal_has_all_of_it():
    game = MadeUpGame()
    workers = crew(game, 3, BUDGET)
    first = list(game.workers)
    worker_of = game.search.worker
    seen: list[bool] = []

    def watched(budget: Budget):
        seen.append(all(worker.rested for worker in first))
        return worker_of(budget)

    game.search.worker = watched
    list(in_order(range(1, 101), workers, lambda worker, number: worker.solve(number, number)))
    assert len(seen) == 2 * (1 + 2 + 3 + 1)
    assert all(seen)


def test_a_deal_that_is_stopped_while_it_waits_stays_undecided():
    game = MadeUpGame()
    (worker,) = crew(game, 1, BUDGET)
    worker_of = game.search.worker

    def stopping(budget: Budget):
        worker.stop()
        return worker_of(budget)

    game.search.worker = stopping
    assert worker.solve(7, 7).verdict is Verdict.UNDECIDED
    assert worker.stopped


def test_a_deal_that_is_stopped_in_a_later_attempt_stays_undecided():
    game = MadeUpGame()
    (worker,) = crew(game, 1, BUDGET)
    (first,) = game.workers
    threading.Timer(0.1, worker.stop).start()
    game.hard = 7
    first._attempt = lambda number: (0, 16_384)
    assert worker.solve(7, 7).verdict is Verdict.UNDECIDED


def test_a_batch_gets_first_attempts_only():
    game = MadeUpGame()
    (worker,) = crew(game, 1, BUDGET)
    batch = worker.batch(1, 10)
    assert (batch.count, batch.undecided, batch.rows.states[6]) == (10, 1, 16_384)
    assert (worker.check(batch, 1), worker.check(batch, 9)) == (False, True)


class NumberedPiece:
    """A piece whose positions are numbers of made-up deals."""

    def __init__(self, first: int, count: int) -> None:
        self.first = first
        self.count = count

    def __len__(self) -> int:
        return self.count

    def position(self, place: int) -> int:
        return self.first + place


def numbered_game() -> MadeUpGame:
    """A game whose workers take a position for the number of the deal."""
    game = MadeUpGame()
    worker_of = game.search.worker

    def numbered(budget: Budget):
        worker = worker_of(budget)
        solve = worker.solve
        worker.solve = lambda start, number: solve(start, start)
        return worker

    game.search.worker = numbered
    return game


@pytest.mark.parametrize("size", [1, 2, 3])
def test_undecided_arrangements_get_all_attempts(size):
    game = numbered_game()
    workers = crew(game, size, BUDGET)
    pieces = [NumberedPiece(first, 20) for first in range(1, 201, 20)]
    found = in_order(pieces, workers, lambda worker, piece: worker.judge(piece))
    attempts = game.search.attempts(BUDGET)
    codes = [code for piece in found for code in piece]
    assert codes == [row_of(number, attempts, 10)[1] for number in range(1, 201)]
    assert codes.count(0) == 4 * 1  # those that need more states than anybody has


def test_a_piece_that_is_stopped_in_a_further_attempt_ends_before_it():
    game = numbered_game()
    (worker,) = crew(game, 1, BUDGET)
    worker_of = game.search.worker

    def stopping(budget: Budget):
        worker.stop()
        return worker_of(budget)

    game.search.worker = stopping
    attempts = game.search.attempts(BUDGET)
    assert worker.judge(NumberedPiece(1, 20)) == [
        row_of(number, attempts, 10)[1] for number in range(1, 7)
    ]


def test_a_game_of_one_attempt_has_plain_workers():
    flower = find("flower")
    assert {type(worker) for worker in crew(flower, 2, Budget())} == {
        type(flower.search.worker(Budget()))
    }


@pytest.mark.parametrize(
    ("verdict", "states", "final"),
    [
        (Verdict.UNDECIDED, 100, False),
        (Verdict.UNDECIDED, 99, True),
        (Verdict.SOLVABLE, 100, True),
        (Verdict.UNSOLVABLE, 5, True),
    ],
)
def test_more_states_help_where_states_ran_out(verdict, states, final):
    assert is_final(Outcome(verdict, states), Budget(100)) is final


def test_a_gate_lets_one_in_alone():
    gate = Gate(4)
    inside: set[int] = set()
    faults: list[set[int]] = []

    def visit(name: int) -> None:
        for turn in range(30):
            with gate.entered(alone=(turn + name) % 5 == 0):
                inside.add(name)
                time.sleep(0.0005)
                if (turn + name) % 5 == 0 and inside != {name}:
                    faults.append(set(inside))
                inside.discard(name)

    threads = [threading.Thread(target=visit, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
