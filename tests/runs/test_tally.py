"""The sums of many deals, against sums over lists."""

import numpy as np
import pytest

from solver.games import Batch
from solver.games.search import CardsUp, Rows
from solver.runs.store import Retry
from solver.runs.tally import Spread, Tally


def figures_of(states: list[int], first: int = 1) -> dict[str, object]:
    median, p99 = np.percentile(states, [50, 99], method="inverted_cdf").tolist()
    return {
        "total": sum(states),
        "mean": round(sum(states) / len(states), 1),
        "median": median,
        "p99": p99,
        "largest": max(states),
        "hardest": first + states.index(max(states)),
    }


@pytest.mark.parametrize("deals", [1, 2, 99, 100, 101, 5000])
@pytest.mark.parametrize("largest", [50, Spread.SMALL + 1, 10**12])
def test_a_spread_has_the_figures_of_the_list(deals, largest):
    rng = np.random.default_rng(deals)
    states = np.exp(rng.uniform(0, np.log(largest), deals)).astype(np.int64)
    spread = Spread()
    for start in range(0, deals, 70):
        spread.add(7 + start, states[start : start + 70])
    assert spread.figures() == figures_of(states.tolist(), 7)


def test_the_first_of_equally_hard_deals_is_the_hardest():
    spread = Spread()
    spread.add(100, np.array([5, 9, 9]))
    spread.add(20, np.array([9, 1]))
    spread.add(300, np.array([9]))
    assert spread.hardest == (20, 9)


@pytest.mark.parametrize(
    ("former", "latest"),
    [
        (30, 31),
        (30, Spread.SMALL - 1),
        (30, Spread.SMALL),
        (Spread.SMALL, Spread.SMALL + 5),
        (Spread.SMALL + 5, 10**12),
    ],
)
def test_a_deal_may_take_more_later(former, latest):
    spread = Spread()
    spread.add(1, np.array([10, former, 20]))
    spread.grow(2, former, latest)
    assert spread.figures() == figures_of([10, latest, 20])


def test_nothing_has_no_figures():
    assert Spread().figures() == {}
    assert Spread().hardest == (0, 0)


def test_batches_are_added_and_deals_settled():
    tally = Tally(5)
    codes = np.array([0, 1, 2, 0, 0], np.int8)
    states = np.array([100, 7, 8, 100, 100])
    tally.add(Batch(5, 5, 1, 1, 3, 1, Rows(codes, states)))
    tally.set_aside = 3
    tally.record_retry(Retry(5, 100, 1), Retry(5, 150, 2, verdict=1, checked=True), is_open=False)
    tally.record_retry(Retry(8, 100, 1), Retry(8, 170, 2, verdict=2), is_open=False)
    tally.record_retry(Retry(9, 100, 1), Retry(9, 1700, 2), is_open=True)
    assert (tally.deals, tally.solvable, tally.unsolvable, tally.undecided) == (5, 2, 2, 1)
    assert (tally.set_aside, tally.checked) == (1, 2)
    assert tally.states.figures() == figures_of([150, 7, 8, 170, 1700], 5)
    tally.record_retry(Retry(9, 1700, 2), Retry(9, 1800, 3), is_open=False)
    assert (tally.undecided, tally.set_aside) == (1, 0)


def test_an_empty_batch_adds_nothing():
    tally = Tally(1)
    tally.add(Batch.of(1, Rows(np.zeros(0, np.int8), np.zeros(0, np.int64))))
    assert tally.deals == 0
    assert tally.states.figures() == {}


def test_scores_and_races_are_added():
    tally = Tally(1)
    for first in (1, 11):
        cards, race = np.array([4, 5, 1]), np.array([3, 3, 4])
        tally.add(Batch(first, 10, 1, 9, scores=CardsUp(cards, race)))
    assert tally.cards.tolist() == [8, 10, 2]
    assert tally.race.tolist() == [6, 6, 8]
