"""Which of several choices may be the best, when all were tried on the same sample of arrangements.

What one arrangement decides is paired: two choices are compared where one of them wins and the
other loses, and where both do the same, the arrangement says nothing of them (sign test; for yes
and no McNemar's, Psychometrika 12, 1947, here exact). A choice is left out where another is better
at a level shared between all others (Bonferroni). So of samples of this size no more than the part
that the confidence leaves lose a choice that is the best in truth (subset selection: Gupta,
Technometrics 7, 1965). What is left may be many: that a choice stays in is no proof of anything.
"""

from collections.abc import Sequence

import numpy as np

from solver.cards.deal import Verdict


class Paired:
    """Pairs of choices by what became of them in the same arrangements."""

    def __init__(self, choices: int) -> None:
        """No arrangement yet."""
        self._choices = choices
        #: [i, j]: arrangements that i wins for certain, and j loses for certain.
        self._ahead = np.zeros((choices, choices), np.int64)
        #: [i, j]: arrangements that i may win and j may lose, for all that is known.
        self._maybe = np.zeros((choices, choices), np.int64)

    def add(self, verdicts: Sequence[Verdict]) -> None:
        """One more arrangement: what became of it after each choice."""
        wins = np.array([one is Verdict.SOLVABLE for one in verdicts])
        loses = np.array([one is Verdict.UNSOLVABLE for one in verdicts])
        self._ahead += np.outer(wins, loses)
        self._maybe += np.outer(~loses, ~wins)

    def contenders(self, confidence: float) -> list[bool]:
        """For each choice, whether it may be the best, so far as the sample tells.

        With the ``confidence``, a fraction, the best one is among them. Arrangements that are
        undecided count against the choice that would be found better.
        """
        from scipy.special import betainc  # here, since it takes long

        better, worse = self._ahead, self._maybe.T
        # The probability that chance alone makes one better in at least that many arrangements.
        chance = np.where(better > 0, betainc(np.maximum(better, 1), worse + 1, 0.5), 1.0)
        level = (1 - confidence) / max(1, self._choices - 1)
        return [not column.any() for column in (chance <= level).T]
