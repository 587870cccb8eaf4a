"""What is known of all deals of a game without sampling: exact counts."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

from solver.cards.deal import Position


class Race(NamedTuple):
    """What a race brings to the first of two players, as probabilities of sum 1."""

    win: Fraction
    draw: Fraction
    lose: Fraction


@dataclass(frozen=True)
class Scores:
    """The exact distribution of the score.

    ``counts``: entry s is the number of equally likely cases, of ``total``, in which play ends with
    s cards up; the last entry is the wins. Without a redeal a case is a deal, the order of the
    bouquet left out.
    """

    counts: tuple[int, ...]
    total: int

    def probability(self, score: int) -> Fraction:
        """The probability of a score."""
        return Fraction(self.counts[score], self.total)

    @property
    def win(self) -> Fraction:
        """The probability of a win."""
        return self.probability(len(self.counts) - 1)

    @property
    def mean(self) -> Fraction:
        """The mean score."""
        return self._moment(1)

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the score."""
        return sqrt(self._moment(2) - self._moment(1) ** 2)

    @property
    def median(self) -> int:
        """The least score that at least half of the cases do not pass."""
        score, cases = 0, self.counts[0]
        while 2 * cases < self.total:
            score += 1
            cases += self.counts[score]
        return score

    def race(self) -> Race:
        """The race of two players with a deal each: more cards up is better, else it is a draw."""
        ahead = behind = 0
        for count in self.counts:
            ahead += count * behind
            behind += count
        better = Fraction(ahead, self.total**2)
        return Race(win=better, draw=1 - 2 * better, lose=better)

    def _moment(self, power: int) -> Fraction:
        weighted = (score**power * count for score, count in enumerate(self.counts))
        return Fraction(sum(weighted), self.total)


@dataclass(frozen=True)
class Distribution:
    """A whole number that every arrangement has; ``counts[k]``: how many arrangements have k."""

    name: str
    title: str
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """The number of arrangements."""
        return sum(self.counts)

    @property
    def mean(self) -> Fraction:
        """The mean over all arrangements."""
        return Fraction(sum(value * often for value, often in enumerate(self.counts)), self.total)


class Link(NamedTuple):
    """``card`` lies in bed ``bed``, from 0, under ``under``, which waits for ``waits_for``.

    ``waits_for`` is a lower card of the same suit as ``under``.
    """

    card: int
    bed: int
    under: int
    waits_for: int


class Forced(ABC):
    """A game without choices: each deal has a score, and all deals can be counted by it.

    ``is_race``: whether a sample deals to a second player, too.
    """

    is_race: bool

    @abstractmethod
    def scores(self) -> Scores:
        """The exact distribution of the score over all deals."""

    @abstractmethod
    def why(self, start: Position, number: int) -> tuple[Link, ...]:
        """What blocks a lost deal at its end: cards that wait for each other in a circle."""

    @abstractmethod
    def race(self) -> Any:
        """The same game as a race of two players."""


class Counted(ABC):
    """A game of which all starts are counted: a sample would say nothing more."""

    @abstractmethod
    def distributions(self) -> tuple[Distribution, ...]:
        """What is counted over all starts."""
