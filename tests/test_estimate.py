"""The interval against the definition, summed exactly, and against another implementation."""

from fractions import Fraction
from math import comb

import pytest
from scipy.stats import binomtest

from solver.odds.estimate import clopper_pearson, win_probability


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
    assert some_open.estimate == pytest.approx(70 / 90)
    assert some_open.low == clopper_pearson(70, 100, 0.95)[0]
    assert some_open.high == clopper_pearson(80, 100, 0.95)[1]


def test_nothing_decided_is_no_estimate():
    nothing = win_probability(0, 0, 5)
    assert (nothing.low, nothing.estimate, nothing.high) == (0, None, 1)
    assert win_probability(0, 0, 0).estimate is None


@pytest.mark.parametrize("confidence", [0, 1, 95, -0.5, float("nan")])
def test_a_confidence_is_a_fraction(confidence):
    with pytest.raises(ValueError, match="fraction"):
        win_probability(1, 1, 0, confidence)


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="negative"):
        win_probability(5, -1)
