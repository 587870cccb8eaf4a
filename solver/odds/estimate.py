"""From counts of verdicts to a win probability with an interval.

The interval is Clopper and Pearson's (Biometrika 26, 1934): its ends are the probabilities at which
a count as extreme as the one seen has half of what the confidence leaves over. So it holds the true
value at least as often as it says for every sample size and every probability. Wilson's interval is
narrower, but does so only on average, and is weakest for the very rare, which a win of Flower
Garden is.
"""

from dataclasses import dataclass

from scipy.special import betaincinv


@dataclass(frozen=True)
class Estimate:
    """A win probability: ``estimate`` within ``low`` … ``high``, all fractions.

    ``estimate`` is ``None`` where no deal was decided.
    """

    low: float
    estimate: float | None
    high: float
    confidence: float


def clopper_pearson(wins: int, trials: int, confidence: float) -> tuple[float, float]:
    """The ends of the interval for the probability of which ``wins`` in ``trials`` are a sample.

    ``confidence`` is a fraction. Without a trial the interval is 0 … 1. Raises ``ValueError`` where
    the counts or the confidence make no sense.
    """
    if not 0 <= wins <= trials:
        raise ValueError(f"{wins} wins of {trials} trials make no sense")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence is a fraction between 0 and 1, such as 0.95: {confidence}")
    tail = (1 - confidence) / 2
    losses = trials - wins
    low = float(betaincinv(wins, losses + 1, tail)) if wins else 0.0
    high = float(betaincinv(wins + 1, losses, 1 - tail)) if losses else 1.0
    return low, high


def win_probability(
    solvable: int, unsolvable: int, undecided: int = 0, confidence: float = 0.95
) -> Estimate:
    """The win probability from the counts of the three verdicts.

    ``estimate`` is the solvable share of the decided deals. The undecided ones widen the interval:
    its low end counts each as lost, its high end each as won, so that it stays honest whatever they
    turn out to be. Raises ``ValueError`` where a count is negative or the confidence no fraction.
    """
    if min(solvable, unsolvable, undecided) < 0:
        raise ValueError("a count is negative")
    decided = solvable + unsolvable
    deals = decided + undecided
    low, _ = clopper_pearson(solvable, deals, confidence)
    _, high = clopper_pearson(solvable + undecided, deals, confidence)
    return Estimate(low, solvable / decided if decided else None, high, confidence)
