import numpy as np
import pytest
from scipy.stats import chisquare

from solver.runs.chi_square import chi_square


def test_the_test_is_that_of_scipy():
    counts, probabilities = [18, 55, 29, 98], [0.1, 0.25, 0.15, 0.5]
    found = chi_square(counts, probabilities)
    expected = chisquare(counts, [200 * share for share in probabilities])
    assert found.statistic == pytest.approx(expected.statistic)
    assert found.p_value == pytest.approx(expected.pvalue)
    assert (found.degrees_of_freedom, found.outcomes) == (3, (0, 1, 2, 3))


def test_what_is_rare_is_left_out():
    found = chi_square([60, 40, 1, 0], [0.5, 0.4, 0.099, 0.001])
    alone = chi_square([60, 40], [5 / 9, 4 / 9])
    assert found.outcomes == (0, 1)
    assert found.statistic == pytest.approx(alone.statistic)
    assert found.p_value == pytest.approx(alone.p_value)


def test_a_count_that_is_expected_just_often_enough_is_kept():
    assert chi_square([10, 10, 20], [0.25, 0.25, 0.5]).outcomes == (0, 1, 2)


@pytest.mark.parametrize("counts", [[0, 0], [3, 2], [40, 1]])
def test_too_few_cases_are_no_test(counts):
    assert chi_square(counts, [0.9, 0.1]) is None


def test_the_p_value_is_as_likely_to_be_small_as_it_says():
    random = np.random.default_rng(5)
    shares = [0.3, 0.3, 0.2, 0.15, 0.05]
    values = [chi_square(random.multinomial(500, shares), shares).p_value for _ in range(4000)]
    for level in (0.05, 0.2, 0.5):
        error = (level * (1 - level) / 4000) ** 0.5
        assert np.mean(np.array(values) < level) == pytest.approx(level, abs=5 * error)
