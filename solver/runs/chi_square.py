"""Whether a sample agrees with the exact odds: Pearson's chi-square test."""

from collections.abc import Sequence
from dataclasses import dataclass

#: Outcomes that are expected less often are left out: the test does not hold for them.
LEAST_EXPECTED = 10


@dataclass(frozen=True)
class ChiSquare:
    """``p_value``: how often a sample of these odds would agree no better than this one.

    ``outcomes``: those that the test is over.
    """

    statistic: float
    degrees_of_freedom: int
    p_value: float
    outcomes: tuple[int, ...]


def chi_square(counts: Sequence[int], probabilities: Sequence[float]) -> ChiSquare | None:
    """The test of the counts of outcomes, given the probability of each.

    It is over those outcomes that are expected at least ``LEAST_EXPECTED`` times among all; how
    often any of the others came does not matter to it. ``None`` where fewer than two are left.
    """
    from scipy.stats import chi2

    cases = sum(counts)
    kept = [
        outcome
        for outcome, probability in enumerate(probabilities)
        if probability * cases >= LEAST_EXPECTED
    ]
    if len(kept) < 2:
        return None
    share = sum(counts[outcome] for outcome in kept) / sum(probabilities[one] for one in kept)
    expected = {outcome: share * probabilities[outcome] for outcome in kept}
    statistic = sum((counts[outcome] - often) ** 2 / often for outcome, often in expected.items())
    freedom = len(kept) - 1
    return ChiSquare(statistic, freedom, float(chi2.sf(statistic, freedom)), tuple(kept))
