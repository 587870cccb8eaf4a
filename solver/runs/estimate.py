"""From counts of verdicts to a win probability with an interval.

The interval is Clopper and Pearson's (Biometrika 26, 1934): its ends are the probabilities at which
a count as extreme as the one seen has half of what the confidence leaves over. So it holds the true
value at least as often as it says for every sample size and every probability. Wilson's interval is
narrower, but does so only on average, and is weakest for the very rare, which a win of Flower
Garden is.

A sample that stops as soon as its interval is narrow enough stops where chance makes it look so:
for some probabilities the interval then holds the true value less often than it says. So the size
of a sample of a wanted width is fixed by a pilot sample, which the interval leaves out (two-stage
sampling: Stein, Annals of Mathematical Statistics 16, 1945; for probabilities: Cox, Biometrika 39,
1952). Whatever the pilot says, and however its own size came about, the interval of the deals after
it is that of a sample of a fixed size.
"""

from bisect import bisect_left
from dataclasses import dataclass

#: A pilot is so large that the sample after it is at most so many times as large, and it plans for
#: the widest interval within its own interval of this confidence.
_PILOT_SHARE = 10
_PILOT_CONFIDENCE = 0.999
_LEAST_PILOT = 100

#: An estimate wants one deal in so many to be undecided at most.
_MOST_OPEN = 100

#: A sample larger than this is none.
_MOST = 1 << 62


class TooWideError(ValueError):
    """No sample has an interval of the wanted width."""


@dataclass(frozen=True)
class Estimate:
    """A win probability: ``estimate`` within ``low`` … ``high``, all fractions.

    ``estimate`` is ``None`` where no deal was decided, or too many were not.
    """

    low: float
    estimate: float | None
    high: float
    confidence: float

    @property
    def reach(self) -> float:
        """How far the interval goes from the estimate, to the farther side."""
        if self.estimate is None:
            return self.high - self.low
        return max(self.estimate - self.low, self.high - self.estimate)


def clopper_pearson(wins: int, trials: int, confidence: float) -> tuple[float, float]:
    """The ends of the interval for the probability of which ``wins`` in ``trials`` are a sample.

    ``confidence`` is a fraction. Without a trial the interval is 0 … 1. Raises ``ValueError`` where
    the counts or the confidence make no sense.
    """
    if not 0 <= wins <= trials:
        raise ValueError(f"{wins} wins of {trials} trials make no sense")
    if not 0 < confidence < 1:
        raise ValueError(f"a confidence is a fraction between 0 and 1, such as 0.95: {confidence}")
    from scipy.special import betaincinv  # here, since it takes long: a run begins without it

    tail = (1 - confidence) / 2
    losses = trials - wins
    low = float(betaincinv(wins, losses + 1, tail)) if wins else 0.0
    high = float(betaincinv(wins + 1, losses, 1 - tail)) if losses else 1.0
    return low, high


def win_probability(
    solvable: int, unsolvable: int, undecided: int = 0, confidence: float = 0.95
) -> Estimate:
    """The win probability from the counts of the three verdicts.

    ``estimate`` is the solvable share of the decided deals, and ``None`` where more than one deal
    in a hundred is undecided: then those that are decided are no fair sample (some searches never
    tell what is lost). The undecided ones widen the interval: its low end counts each as lost, its
    high end each as won, so that it stays honest whatever they turn out to be. Raises
    ``ValueError`` where the counts or the confidence make no sense.
    """
    decided = solvable + unsolvable
    deals = decided + undecided
    low, _ = clopper_pearson(solvable, deals, confidence)
    _, high = clopper_pearson(solvable + undecided, deals, confidence)
    is_fair = decided and _MOST_OPEN * undecided <= deals
    return Estimate(low, solvable / decided if is_fair else None, high, confidence)


@dataclass(frozen=True)
class HalfWidth:
    """A sample half of whose interval is wanted to be no wider than ``width``."""

    width: float
    confidence: float = 0.95

    def is_reached(self, estimate: Estimate) -> bool:
        """Whether the interval is as narrow as wanted."""
        return estimate.high - estimate.low <= 2 * self.width

    def least_pilot(self) -> int:
        """The size of the first pilot."""
        return max(_LEAST_PILOT, self._size(0.0, 0.0) or 0)

    def largest_pilot(self, deals: int) -> int:
        """The size of a pilot beyond which it takes too much of so many deals."""
        return max(1, deals // (_PILOT_SHARE + 1))

    def size(self, solvable: int, unsolvable: int, undecided: int) -> int | None:
        """The size of the sample after a pilot with these counts; ``None`` where none will do.

        None will do where the undecided deals alone make the interval too wide.
        """
        likely = win_probability(solvable, unsolvable, undecided, _PILOT_CONFIDENCE)
        widest = min(max(likely.low, 0.5), likely.high)
        return self._size(widest, undecided / (solvable + unsolvable + undecided))

    def next_pilot(self, pilot: int, size: int | None) -> int:
        """The size that a pilot is to grow to; its own size where it will do."""
        if size is None:
            return pilot
        return max(pilot, min(2 * pilot, -(-size // _PILOT_SHARE)))

    def _size(self, share: float, undecided: float) -> int | None:
        """The least size at which these shares of the deals make the interval narrow enough."""

        def is_narrow(deals: int) -> bool:
            open_ones = round(undecided * deals)
            wins = min(round(share * deals), deals - open_ones)
            low, _ = clopper_pearson(wins, deals, self.confidence)
            _, high = clopper_pearson(wins + open_ones, deals, self.confidence)
            return self.is_reached(Estimate(low, None, high, self.confidence))

        if undecided >= 2 * self.width:
            return None
        most = 1
        while not is_narrow(most):
            most *= 2
            if most > _MOST:
                return None
        return bisect_left(range(most), True, most // 2, key=is_narrow)
