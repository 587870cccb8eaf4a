"""Works that are measured in turns, and the ratio of their costs."""

from collections.abc import Callable, Mapping
from statistics import median

from solver.analyse.bench import user_seconds


def in_turns(works: Mapping[str, Callable[[int], object]], rounds: int) -> dict[str, list[float]]:
    """The user seconds of each work in each of ``rounds`` rounds, in which they take turns.

    A work is called with the number of the round. It should have run once before, to compile.
    """
    taken: dict[str, list[float]] = {name: [] for name in works}
    for turn in range(rounds):
        for name, work in works.items():
            begun = user_seconds()
            work(turn)
            taken[name].append(user_seconds() - begun)
    return taken


def ratio(over: list[float], under: list[float]) -> float:
    """The median over the rounds of one work's cost divided by another's."""
    return median(a / b for a, b in zip(over, under, strict=True) if b > 0)
