"""The cost of starting the program, in separate processes."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from tempfile import TemporaryDirectory

from solver.analyse.bench import Cost, cost, user_seconds

_RUNS = 3


@dataclass(frozen=True)
class Start:
    """The start of a command; seconds of the processor and on the clock, medians."""

    name: str
    cost: Cost


def starts(cold: bool) -> Iterator[Start]:
    """The starts of a few commands.

    ``cold``: the first one compiles, with an empty cache; it takes half a minute.
    """
    with TemporaryDirectory(prefix="garden-bench-", ignore_cleanup_errors=True) as folder:
        if cold:
            empty = os.environ | {"NUMBA_CACHE_DIR": folder}
            yield Start("first `garden solve trevi 1`: compiles", _run("solve", empty))
            yield Start("second `garden solve trevi 1`", _run("solve", empty, _RUNS))
        else:
            _run("solve", dict(os.environ))
            yield Start("`garden solve trevi 1`, compiled", _run("solve", dict(os.environ), _RUNS))
    yield Start("`garden --help`", _run("help", dict(os.environ), _RUNS))


_COMMANDS = {"solve": ["solve", "trevi", "1"], "help": ["--help"]}


def _run(command: str, environment: dict[str, str], runs: int = 1) -> Cost:
    program = [sys.executable, "-m", "solver", *_COMMANDS[command]]

    def once() -> None:
        subprocess.run(program, env=environment, check=True, stdout=subprocess.DEVNULL)

    found = []
    for _ in range(runs):
        before = user_seconds(resource.RUSAGE_CHILDREN)
        clock = cost(once).clock
        found.append(Cost(user_seconds(resource.RUSAGE_CHILDREN) - before, clock))
    return Cost(median(one.user for one in found), median(one.clock for one in found))
