"""The next deals of a kind."""

from itertools import islice

import pytest

from solver.analyse.find import Wanted, find
from solver.cards.deal import Outcome, Verdict
from solver.cards.shuffle import MAX_NUMBER
from solver.games import Batch, Budget, Worker
from solver.games import find as game_of
from solver.runs.sample import Solved

STONEWALL = game_of("stonewall")
FLOWER = game_of("flower")
SMALL = FLOWER.with_rules(["suits=2", "ranks=3", "beds=2", "bed-height=2"])


def numbers(game, wanted, first, workers=1, max_states=None):
    team = [game.search.worker(Budget(max_states, memory_mib=64)) for _ in range(workers)]
    return list(find(game, wanted, first, team))


@pytest.mark.parametrize("verdict", [Verdict.SOLVABLE, Verdict.UNSOLVABLE])
@pytest.mark.parametrize(
    ("game", "min_states"),
    [(STONEWALL, 0), (STONEWALL, 60), (SMALL, 0)],
    ids=["any", "hard", "counted"],
)
def test_no_deal_of_the_kind_is_left_out(game, verdict, min_states):
    worker = game.search.worker(Budget(memory_mib=64))
    outcomes = (
        (number, worker.solve(game.start(game.deal(number)), number)) for number in range(5, 999)
    )
    right = (
        number
        for number, outcome in outcomes
        if outcome.verdict is verdict and outcome.states >= min_states
    )
    found = numbers(game, Wanted(verdict, 12, min_states), 5, workers=2)
    assert [one.number for one in found] == list(islice(right, 12))
    assert all(one.outcome.verdict is verdict for one in found)


def test_what_is_lost_in_every_deal_is_found_at_once():
    found = numbers(FLOWER, Wanted(Verdict.UNSOLVABLE, 3), 7)
    assert [one.number for one in found] == [7, 8, 9]


def test_the_numbers_end():
    found = numbers(STONEWALL, Wanted(Verdict.UNSOLVABLE, 1000), MAX_NUMBER - 40)
    assert 0 < len(found) <= 41
    assert all(MAX_NUMBER - 40 <= one.number <= MAX_NUMBER for one in found)


def test_no_more_deals_are_looked_at_than_is_said():
    team = [STONEWALL.search.worker(Budget(memory_mib=64))]
    wanted = Wanted(Verdict.UNSOLVABLE, 1000)
    found = [one.number for one in find(STONEWALL, wanted, 3, team, deals=40)]
    assert (
        found
        == [one.number for one in numbers(STONEWALL, Wanted(wanted.verdict, 200), 3)][: len(found)]
    )
    assert 20 < len(found) < 40
    assert 3 <= min(found) <= max(found) <= 42


def test_undecided_deals_come_out_as_numbers():
    all_of_them = numbers(STONEWALL, Wanted(Verdict.UNSOLVABLE, 20), 1)
    found = numbers(STONEWALL, Wanted(Verdict.UNSOLVABLE, 20), 1, max_states=20)
    undecided = {one for one in found if not isinstance(one, Solved)}
    right = {one.number for one in all_of_them}
    assert undecided
    assert right <= {one.number for one in found if isinstance(one, Solved)} | undecided


class Halved(Worker):
    """Counts deals of which each seventh is won."""

    def solve(self, start, number):
        raise NotImplementedError

    def batch(self, first, count):
        won = sum(number % 7 == 0 for number in range(first, first + count))
        return Batch(first, count, won, count - won)

    def check(self, batch, number):
        raise NotImplementedError


def test_counted_batches_are_searched_by_halves(monkeypatch):
    monkeypatch.setattr(Halved, "solve", lambda self, start, number: Outcome(Verdict.SOLVABLE, 0))
    monkeypatch.setattr(type(FLOWER), "confirm", lambda self, start, number, outcome: None)
    found = list(find(FLOWER, Wanted(Verdict.SOLVABLE, 5), 10, [Halved()]))
    assert [one.number for one in found] == [14, 21, 28, 35, 42]
