"""The interval against the definition, summed exactly, and against another implementation."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.stats import binomtest

from solver.runs.estimate import HalfWidth, clopper_pearson, win_probability


def tail_from(wins: int, trials: int, probability: float) -> float:
    """P(at least ``wins``) of a binomial count, summed in exact fractions."""
    p = Fraction(probability)
    return float(
        sum(comb(trials, k) * p**k * (1 - p) ** (trials - k) for k in range(wins, trials + 1))
    )


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
@pytest.mark.parametrize(
    ("wins", "trials"), [(0, 20), (1, 20), (7, 20), (20, 20), (41, 50), (1, 1)]
)
def test_each_end_leaves_half_of_the_rest(wins, trials, confidence):
    low, high = clopper_pearson(wins, trials, confidence)
    tail = (1 - confidence) / 2
    if wins:
        assert tail_from(wins, trials, low) == pytest.approx(tail, rel=1e-9)
    else:
        assert low == 0
    if wins < trials:
        assert 1 - tail_from(wins + 1, trials, high) == pytest.approx(tail, rel=1e-9)
    else:
        assert high == 1


@pytest.mark.parametrize(
    ("wins", "trials"), [(82_400, 100_000), (0, 10**8), (3, 10**8), (999_999, 10**6)]
)
def test_agrees_with_another_implementation_on_large_counts(wins, trials):
    other = binomtest(wins, trials).proportion_ci(0.95, "exact")
    assert clopper_pearson(wins, trials, 0.95) == pytest.approx((other.low, other.high), rel=1e-8)


def test_undecided_deals_widen_the_interval_both_ways():
    decided = win_probability(80, 20)
    assert decided.estimate == 0.8
    assert (decided.low, decided.high) == clopper_pearson(80, 100, 0.95)
    some_open = win_probability(70, 20, 10)
    assert some_open.estimate is None
    assert some_open.low == clopper_pearson(70, 100, 0.95)[0]
    assert some_open.high == clopper_pearson(80, 100, 0.95)[1]


def test_one_in_a_hundred_undecided_is_an_estimate_of_the_decided_ones():
    assert win_probability(70, 29, 1).estimate == pytest.approx(70 / 99)
    assert win_probability(70, 28, 2).estimate is None


def test_nothing_decided_is_no_estimate():
    nothing = win_probability(0, 0, 5)
    assert (nothing.low, nothing.estimate, nothing.high) == (0, None, 1)
    assert win_probability(0, 0, 0).estimate is None


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, float("nan")])
def test_a_confidence_is_a_fraction(confidence):
    with pytest.raises(ValueError, match="fraction"):
        win_probability(1, 1, 0, confidence)


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="make no sense"):
        win_probability(5, -1)


# Samples of a wanted width


def half_width(wins: int, deals: int, undecided: int = 0, confidence: float = 0.95) -> float:
    found = win_probability(wins, deals - wins - undecided, undecided, confidence)
    return (found.high - found.low) / 2


def planned(rng: np.random.Generator, probability: float, wanted: HalfWidth) -> tuple[int, int]:
    """The sizes of a made-up pilot and of the sample after it."""
    wins, pilot, larger = 0, 0, wanted.least_pilot()
    while pilot < larger:
        wins += int(rng.binomial(larger - pilot, probability))
        pilot = larger
        size = wanted.size(wins, pilot - wins, 0)
        larger = wanted.next_pilot(pilot, size)
    return pilot, size


@pytest.mark.parametrize("share", [0.0, 0.02, 0.25, 0.5, 0.826, 1.0])
@pytest.mark.parametrize("width", [0.3, 0.02, 0.001])
def test_the_least_size_that_is_narrow_enough(share, width):
    size = HalfWidth(width)._size(share, 0.0)
    assert half_width(round(share * size), size) <= width
    assert size == 1 or half_width(round(share * (size - 1)), size - 1) > width


def test_undecided_deals_need_a_larger_sample_or_leave_none():
    wanted = HalfWidth(0.01)
    sizes = [wanted.size(8000 - undecided, 2000, undecided) for undecided in (0, 50, 150, 190)]
    assert sizes == sorted(set(sizes))
    assert half_width(round(0.79 * sizes[1]), sizes[1], round(0.005 * sizes[1])) <= 0.01
    assert wanted.size(7000, 2000, 201 * 5) is None
    assert wanted.next_pilot(500, None) == 500


@pytest.mark.parametrize("probability", [0.0, 0.01, 0.25, 0.5, 0.826, 1.0])
@pytest.mark.parametrize("width", [0.05, 0.01])
def test_the_interval_is_narrow_and_keeps_its_coverage(probability, width):
    """Over 2,000 made-up runs; fewer hits than this has a chance below one in 10,000."""
    rng = np.random.default_rng(round(1000 * probability))
    wanted = HalfWidth(width)
    held = narrow = 0
    for _ in range(2000):
        _, size = planned(rng, probability, wanted)
        low, high = clopper_pearson(int(rng.binomial(size, probability)), size, 0.95)
        held += low <= probability <= high
        narrow += high - low <= 2 * width
    assert held >= 2000 * 0.95 - 4 * (2000 * 0.95 * 0.05) ** 0.5
    assert narrow >= 1990


def test_stopping_as_soon_as_it_looks_narrow_would_not_keep_it():
    """What the pilot is for: looked at after every deal, the interval fails more often.

    Summed exactly, over all paths of a count of wins.
    """
    probability, width = 0.202 / 3, 0.03
    going_on = np.ones(1)  # the probability of each count of wins, on paths that have not stopped
    held = 0.0
    while going_on.sum() > 1e-9:
        lost, won = going_on * (1 - probability), going_on * probability
        going_on = np.append(lost, 0) + np.append(0, won)
        deals = len(going_on) - 1
        for wins in np.flatnonzero(going_on > 1e-15).tolist():
            low, high = clopper_pearson(wins, deals, 0.95)
            if high - low <= 2 * width:
                held += going_on[wins] * (low <= probability <= high)
                going_on[wins] = 0
    assert held == pytest.approx(0.9378, abs=0.0005)


def test_a_pilot_is_small_beside_its_sample():
    rng = np.random.default_rng(3)
    for _ in range(20):
        pilot, size = planned(rng, 0.826, HalfWidth(0.002))
        assert size / 11 <= pilot <= size / 5
