"""The sums of many deals, in memory that does not grow with their number."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.games import Batch
from solver.runs.store import Retry

_Counts = npt.NDArray[np.int64]


class Spread:
    """How many deals took how many states: every quantile is exact."""

    #: Numbers of states below this have a place in an array, the few above in a dictionary.
    SMALL = 1 << 16

    def __init__(self) -> None:
        """Begins without a deal."""
        self._small = np.zeros(self.SMALL, np.int64)
        self._large: Counter[int] = Counter()
        self._hardest = (0, 0)  # states, and the deal's number with its sign turned

    def add(self, first: int, states: _Counts) -> None:
        """Adds deals with consecutive numbers from ``first`` on, of which there is at least one."""
        large = states >= self.SMALL
        np.add.at(self._small, states[~large], 1)
        self._large.update(states[large].tolist())
        most = int(states.argmax())
        self._hardest = max(self._hardest, (int(states[most]), -(first + most)))

    def grow(self, number: int, former: int, states: int) -> None:
        """A deal that was added with ``former`` states has taken more by now."""
        if former < self.SMALL:
            self._small[former] -= 1
        else:
            self._large[former] -= 1
        self.add(number, np.array([states]))

    @property
    def hardest(self) -> tuple[int, int]:
        """The number of the deal with the most states, the first of equals, and its states."""
        states, number = self._hardest
        return -number, states

    def figures(self) -> dict[str, Any]:
        """Sums and quantiles, those of the nearest rank; nothing where no deal was searched."""
        small = np.flatnonzero(self._small)
        large = sorted(+self._large)
        values = [*small.tolist(), *large]
        counts = [*self._small[small].tolist(), *(self._large[states] for states in large)]
        if not values:
            return {}
        total = sum(states * count for states, count in zip(values, counts, strict=True))
        up_to = np.cumsum(counts)
        deals = int(up_to[-1])
        median, p99 = (
            values[np.searchsorted(up_to, -(-percent * deals // 100))] for percent in (50, 99)
        )
        hardest, most = self.hardest
        return {
            "total": total,
            "mean": round(total / deals, 1),
            "median": median,
            "p99": p99,
            "largest": most,
            "hardest": hardest,
        }


@dataclass
class Tally:
    """The sums of a sample so far, over the deals ``first`` … ``first + deals - 1``.

    ``goal``: the deals that it is to have in the end. ``pilot``: the deals of a pilot sample before
    the first; ``is_pilot``: this is a pilot sample itself.
    ``cards``: for a game with scores the number of deals by cards up, else ``None``. ``race``: for
    a race how many deals the first player has won, drawn and lost. ``wins``: deals won by a player
    without sight of the hidden cards, ``None`` if nobody has played; each of them is solvable.
    ``checked``: deals that the referee played out too. ``set_aside``: undecided deals that are
    still to be retried with a larger budget. ``kept``: deals that a store had before. ``seconds``:
    the time for the others. ``signum``: the signal that ended the sample early.
    """

    first: int
    deals: int = 0
    goal: int = 0
    pilot: int = 0
    is_pilot: bool = False
    solvable: int = 0
    unsolvable: int = 0
    undecided: int = 0
    set_aside: int = 0
    cards: _Counts | None = None
    race: _Counts | None = None
    wins: int | None = None
    checked: int = 0
    kept: int = 0
    seconds: float = 0.0
    signum: int | None = None
    states: Spread = field(default_factory=Spread)

    @property
    def verdicts(self) -> tuple[int, int, int]:
        """How many deals are solvable, unsolvable and undecided."""
        return self.solvable, self.unsolvable, self.undecided

    def add(self, batch: Batch) -> None:
        """Adds deals, as a rule those that follow."""
        self.deals += batch.count
        self.solvable += batch.solvable
        self.unsolvable += batch.unsolvable
        self.undecided += batch.undecided
        self.checked += batch.checked
        if batch.scores:
            self.cards = _sum(self.cards, batch.scores.cards)
            self.race = _sum(self.race, batch.scores.race)
        if batch.rows:
            if batch.count:
                self.states.add(batch.first, batch.rows.states)
            if batch.rows.wins is not None:
                self.wins = (self.wins or 0) + int(batch.rows.wins.sum())

    def record_retry(self, former: Retry, latest: Retry, is_open: bool) -> None:
        """Counts one more attempt at an undecided deal; ``is_open``: it is still set aside."""
        self.states.grow(former.number, former.states, latest.states)
        self.undecided -= latest.verdict != 0
        self.solvable += latest.verdict == 1
        self.unsolvable += latest.verdict == 2
        self.checked += latest.checked
        self.set_aside -= not is_open


def _sum(known: _Counts | None, more: _Counts | None) -> _Counts | None:
    """Two counts added up, of which either may be none."""
    if known is None or more is None:
        return more if known is None else known
    return known + more
