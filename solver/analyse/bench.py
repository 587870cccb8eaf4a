"""What ``garden bench`` measures: the sets of deals under ``seeds/``, decided again.

The file of a set has a line for each deal: game, number, verdict, and the states that the search
expands. ``#`` begins a comment. ``python -m benchmarks.seeds`` writes these files. Costs are
seconds of the processor in user code, so that a busy machine changes them little.
"""

import resource
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from itertools import groupby
from pathlib import Path

from solver.analyse.machine import load
from solver.games import VERDICTS, Budget, Worker, find

#: The sets that are measured, by their names.
SETS = ("bench", "hard-trevi", "hard-stonewall")

_CHECKOUT = Path(__file__).parents[2] / "seeds"
_DISTRIBUTION = "garden-solver"


@dataclass(frozen=True)
class Cost:
    """Seconds of the processor, in user code, and on the clock."""

    user: float
    clock: float


def user_seconds(who: int = resource.RUSAGE_SELF) -> float:
    """The seconds of the processor that a process has had in user code."""
    return resource.getrusage(who).ru_utime


def cost(work: Callable[[], object]) -> Cost:
    """What a piece of work costs, done once."""
    user, clock = user_seconds(), time.perf_counter()
    work()
    return Cost(user_seconds() - user, time.perf_counter() - clock)


@dataclass(frozen=True)
class Listed:
    """A deal of a set, with its listed verdict and states."""

    game: str
    number: int
    verdict: str
    states: int


@dataclass(frozen=True)
class SetCost:
    """The cost of a set that was decided again. ``different``: deals that are not as listed."""

    name: str
    deals: int
    states: int
    cost: Cost
    different: tuple[Listed, ...]

    @property
    def differ(self) -> int:
        """How many deals are not as listed."""
        return len(self.different)

    @property
    def deals_a_second(self) -> float:
        """Deals for each second of the processor."""
        return self.deals / self.cost.user


@dataclass(frozen=True)
class Bench:
    """The sets, and the machine's load before and after (``machine.load``)."""

    load: tuple[float | None, float | None]
    sets: Sequence[SetCost]


def make_workers() -> dict[str, Worker]:
    """A compiled worker for each game that the sets name, with the whole budget at once."""
    names = dict.fromkeys(deal.game for name in SETS for deal in listed(name))
    workers: dict[str, Worker] = {}
    for name in names:
        search = find(name).search
        workers[name] = search.worker(search.attempts(Budget())[-1])
        workers[name].batch(1, 1)
    return workers


def run_bench(progress: Callable[[str], None] = lambda name: None) -> Bench:
    """Decides all sets. Calls ``progress`` with the name of each set before it begins."""
    workers = make_workers()
    before = load()
    sets = []
    for name in SETS:
        progress(name)
        sets.append(decide_set(name, workers))
    return Bench((before, load()), sets)


def seeds_file(name: str) -> Path:
    """The file of a set: in the checkout, or where the installation put it.

    Raises ``FileNotFoundError`` if there is none.
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


def decide_set(name: str, workers: dict[str, Worker]) -> SetCost:
    """Decides a set again, and compares the results with the list."""
    deals = listed(name)
    found: list[Listed] = []

    def all_of_it() -> None:
        for game, first, count in _ranges(deals):
            rows = workers[game].batch(first, count).rows
            assert rows
            found.extend(
                Listed(game, first + place, str(VERDICTS[verdict]), states)
                for place, (verdict, states) in enumerate(
                    zip(rows.verdicts.tolist(), rows.states.tolist(), strict=True)
                )
            )

    taken = cost(all_of_it)
    different = tuple(one for one, other in zip(found, deals, strict=True) if one != other)
    return SetCost(name, len(deals), sum(deal.states for deal in found), taken, different)


def _ranges(deals: Sequence[Listed]) -> Iterator[tuple[str, int, int]]:
    """Deals that follow each other, as their game, the first number, and how many they are."""
    for _, same in groupby(enumerate(deals), lambda one: (one[1].game, one[1].number - one[0])):
        several = [deal for _, deal in same]
        yield several[0].game, several[0].number, len(several)
