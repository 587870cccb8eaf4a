"""The share of arrangements that can be won."""

from math import sqrt

import pytest

from solver import games
from solver.analyse.chance import chance
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Verdict
from solver.games import Worker
from solver.runs.estimate import win_probability
from solver.runs.retries import crew

TREVI = games.find("trevi")


@pytest.fixture(scope="module")
def worker():
    return TREVI.search.worker(games.Budget())


def team(max_states: int | None = None, size: int = 1):
    """Workers for one question."""
    return crew(TREVI, size, games.Budget(max_states, 64))


def start(number: int):
    return TREVI.start(TREVI.deal(number))


@pytest.mark.parametrize("known", [16, 17, 18])
def test_few_unknown_cards_are_all_tried(known):
    position = start(8)
    hidden = sorted(position.down)[:known]
    piles = tuple(
        tuple(UNKNOWN if card in position.down and card not in hidden else card for card in pile)
        for pile in position.piles
    )
    part = type(position)(
        piles, position.cells, position.reserve, position.foundations, frozenset(hidden)
    )
    found = chance(TREVI, team(), part)
    assert found.exact
    assert found.unseen == 18 - known
    assert found.tally.count == {0: 1, 1: 1, 2: 2}[found.unseen]
    assert found.share.low == found.share.estimate == found.share.high


def test_a_wide_budget_of_width_ends_the_sample_early():
    seen = start(8).seen()
    assert chance(TREVI, team(), seen, samples=400, half_width=0.3).tally.count == 50
    assert chance(TREVI, team(), seen, samples=120, half_width=0.001).tally.count == 120


class Losing(Worker):
    """Loses all arrangements but the first ``wins``."""

    def __init__(self, wins: int) -> None:
        self.wins = wins

    def verdict(self, start):
        self.wins -= 1
        return Verdict.SOLVABLE if self.wins >= 0 else Verdict.UNSOLVABLE

    def solve(self, start, number):
        raise NotImplementedError

    batch = check = solve


@pytest.mark.parametrize("wins", [0, 1, 3])
def test_a_sample_ends_where_neither_side_of_its_interval_reaches_further(wins):
    """Near 0 the upper side is the longer one by far: half of the width would end it too early."""
    found = chance(TREVI, [Losing(wins)], start(5).seen(), samples=1600, half_width=0.04)
    count = found.tally.count
    looks = [50, 100, 200, 400, 800]
    assert count in looks
    shares = [win_probability(wins, look - wins, 0, 1 - 0.05 / 6) for look in looks]
    reach = [max(one.estimate - one.low, one.high - one.estimate) for one in shares]
    assert [one <= 0.04 for one in reach].index(True) == looks.index(count)
    assert (found.share.low, found.share.high) == (
        shares[looks.index(count)].low,
        shares[looks.index(count)].high,
    )
    assert found.share.reach == reach[looks.index(count)]


def test_undecided_arrangements_stay_apart():
    found = chance(TREVI, team(max_states=1), start(5).seen(), samples=60)
    assert found.tally.undecided > 0
    assert found.share.low < 0.5 * (found.share.low + found.share.high) < found.share.high
    assert found.tally.count == 60


def calibration(worker, count: int, samples: int) -> tuple[float, float, float]:
    """Mean share, share of deals that are solvable, standard error of their difference."""
    gaps, shares, wins = [], [], []
    for number in range(1, count + 1):
        found = chance(TREVI, team(), start(number).seen(), samples)
        won = worker.verdict(start(number)) is Verdict.SOLVABLE
        shares.append(found.share.estimate)
        wins.append(won)
        gaps.append(found.share.estimate - won)
    mean = sum(gaps) / count
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / count / count)
    return sum(shares) / count, sum(wins) / count, error


@pytest.mark.parametrize(
    ("count", "samples"), [(60, 50), pytest.param(300, 400, marks=pytest.mark.slow)]
)
def test_the_shares_agree_with_what_is_solvable(worker, count, samples):
    share, solvable, error = calibration(worker, count, samples)
    assert abs(share - solvable) < 4 * error
