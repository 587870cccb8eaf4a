"""The sets of deals under ``seeds/``: deal numbers, and what is known of them.

A line is game, number, verdict and, for a game that is searched, the states that its search
expands; ``#`` begins a comment. ``python -m benchmarks.seeds`` writes them.
"""

from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import numpy as np

from solver.bench.measure import Cost, cost
from solver.games.trevi.rules import STONEWALL, TREVI
from solver.games.trevi.solve import DEFAULT_MAX_STATES, VERDICTS, Solver

RULES = {"trevi": TREVI, "stonewall": STONEWALL}

#: The sets that are measured, by their names.
SETS = ("bench", "hard-trevi", "hard-stonewall")

_CHECKOUT = Path(__file__).parents[2] / "seeds"
_DISTRIBUTION = "garden-solver"


@dataclass(frozen=True)
class Listed:
    """A deal of a set, and what the set says of it."""

    game: str
    number: int
    verdict: str
    states: int


@dataclass(frozen=True)
class SetCost:
    """What it cost to decide a set again. ``different``: deals that are not as the set says."""

    name: str
    deals: int
    states: int
    cost: Cost
    different: tuple[Listed, ...]

    @property
    def differ(self) -> int:
        """How many deals are not as the set says."""
        return len(self.different)


def seeds_file(name: str) -> Path:
    """The file of a set: in the checkout, or where the installation put it.

    Raises ``FileNotFoundError`` where there is none.
    """
    if (_CHECKOUT / name).exists():
        return _CHECKOUT / name
    try:
        for each in files(_DISTRIBUTION) or []:
            if each.parts[-2:] == ("seeds", name):
                return Path(str(each.locate()))
    except PackageNotFoundError:
        pass
    raise FileNotFoundError(f"the list of deals {name} is not installed")


def listed(name: str) -> list[Listed]:
    """The deals of a set, such as ``"bench"``."""
    lines = seeds_file(f"{name}.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    return [
        Listed(game, int(number), verdict, int(states)) for game, number, verdict, states in rows
    ]


def decide_set(name: str, solvers: dict[str, Solver]) -> SetCost:
    """Decides a set again, and holds it against what it says."""
    deals = listed(name)
    verdict, states = np.zeros(1, np.int8), np.zeros(1, np.int64)
    found: list[Listed] = []

    def all_of_it() -> None:
        for deal in deals:
            solvers[deal.game].decide(deal.number, 1, DEFAULT_MAX_STATES, verdict, states)
            found.append(
                Listed(deal.game, deal.number, str(VERDICTS[int(verdict[0])]), int(states[0]))
            )

    taken = cost(all_of_it)
    different = tuple(one for one, other in zip(found, deals, strict=True) if one != other)
    return SetCost(name, len(deals), sum(deal.states for deal in found), taken, different)
