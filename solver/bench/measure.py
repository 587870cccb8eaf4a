"""Costs in seconds of the processor, and how they are compared."""

import resource
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median


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


def in_turns(works: Mapping[str, Callable[[int], object]], rounds: int) -> dict[str, list[float]]:
    """The user seconds of each work in each of ``rounds`` rounds, in which they take turns.

    A work is called with the number of the round. It should have run once before: compiled.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds):
        for name, work in works.items():
            begun = user_seconds()
            work(turn)
            taken[name].append(user_seconds() - begun)
    return taken


def ratio(over: list[float], under: list[float]) -> float:
    """The median over the rounds of one work's cost over that of another one."""
    return median(a / b for a, b in zip(over, under, strict=True) if b > 0)
