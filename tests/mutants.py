"""A mutation check: faults are put into the kernels one at a time, and tests must notice each.

    make mutants                       all of them: a quarter of an hour on two idle cores
    make mutants ONLY=trevi/kernel     those whose file has this in its name
    make mutants ONLY=17               number 17
    make mutants JOBS=1                one at a time instead of two

``mutants.toml`` lists the faults by file. Each has the text that is replaced (``old``, once in
the file), what takes its place (``new``), and the tests of which one must fail (``tests``, the
fastest first). Where the fault changes nothing that could be tested, ``equivalent`` says why.

The tests run in copies of the package, with a cache of their own for compiled code. First they run
without any fault, where they must pass. Exit code 1 if a mutant survives, 2 if the list is wrong.
"""

import argparse
import os
import queue
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
LIST = Path(__file__).with_name("mutants.toml")
GAMES = Path("solver", "games")

#: What a copy needs.
COPIED = ("solver", "tests", "seeds")
#: Seconds after which the tests of a mutant count as failed: it may run without end.
LONGEST = 600

KILLED, SURVIVED, EQUIVALENT, WRONG = "killed", "survived", "equivalent", "wrong"


class Mutant(NamedTuple):
    """A fault: a text of a file, and what takes its place."""

    number: int
    file: str  # below solver/games
    old: str
    new: str
    tests: tuple[str, ...]  # below tests
    equivalent: str = ""

    def mutated(self, text: str) -> str:
        """A file's text with the fault. Raises ``ValueError`` where it cannot be put in."""
        count = text.count(self.old)
        if count != 1 or self.old == self.new:
            raise ValueError(f"the old text is found {count} times, not once, or is the new one")
        return text.replace(self.old, self.new)

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) or "nothing" for text in (self.old, self.new))
        return f"{self.number:3} {self.file}: {old} -> {new}"


class Report(NamedTuple):
    """What became of a mutant, in how many seconds, and what the tests said."""

    result: str
    seconds: float
    words: str = ""


def listed() -> list[Mutant]:
    """All mutants, numbered from 1 on."""
    files = tomllib.loads(LIST.read_text())
    rows = [(file, row) for file, rows in files.items() for row in rows]
    return [
        Mutant(number, file, **(row | {"tests": tuple(row["tests"])}))
        for number, (file, row) in enumerate(rows, start=1)
    ]


class Copies:
    """Copies of the package and its tests, one for each job, and a cache for compiled code."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self._free: queue.Queue[Path] = queue.Queue()
        # Two files that are written within a second can have one time: so no bytecode is kept.
        self._environment = os.environ | {
            "NUMBA_CACHE_DIR": str(folder / "cache"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        for job in range(jobs):
            copy = folder / str(job)
            for name in COPIED:
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(ROOT / name, copy / name, ignore=ignored)
            shutil.copy(ROOT / "pyproject.toml", copy)
            self._free.put(copy)

    def test(self, mutant: Mutant) -> Report:
        """Runs the tests of a mutant in a copy that has its fault."""
        copy = self._free.get()
        source = copy / GAMES / mutant.file
        text = source.read_text()
        start = time.monotonic()
        try:
            source.write_text(mutant.mutated(text))
            report = self._run(copy, mutant.tests, LONGEST)
        except ValueError as error:
            report = Report(WRONG, 0, str(error))
        finally:
            source.write_text(text)
            self._free.put(copy)
        result, _, words = report
        if mutant.equivalent and result == SURVIVED:
            result, words = EQUIVALENT, mutant.equivalent
        elif mutant.equivalent and result == KILLED:
            result, words = WRONG, f"listed as equivalent, but noticed by {words}"
        return Report(result, time.monotonic() - start, words)

    def test_unchanged(self, tests: Iterable[str]) -> Report:
        """Runs tests without any fault."""
        copy = self._free.get()
        try:
            return self._run(copy, tests, None)
        finally:
            self._free.put(copy)

    def _run(self, copy: Path, tests: Iterable[str], longest: int | None) -> Report:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
        command += [f"tests/{test}" for test in tests]
        try:
            done = subprocess.run(
                command,
                cwd=copy,
                env=self._environment,
                capture_output=True,
                text=True,
                timeout=longest,
            )
        except subprocess.TimeoutExpired:
            return Report(KILLED, 0, "no end")
        if done.returncode == 0:
            return Report(SURVIVED, 0)
        # A mutant that is no program, or a test that is not there, says nothing of the tests.
        failed = done.returncode == 1 or done.returncode < 0
        if not failed or "numba.core.errors" in done.stdout or "SyntaxError" in done.stdout:
            return Report(WRONG, 0, done.stdout[-2000:] + done.stderr[-2000:])
        lines = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
        return Report(KILLED, 0, lines[0].split(" - ")[0] if lines else "a crash")


def chosen(only: str) -> list[Mutant]:
    """The mutants of a number, or those whose file has a text in its name."""
    mutants = listed()
    if only.isdecimal():
        return [mutant for mutant in mutants if mutant.number == int(only)]
    return [mutant for mutant in mutants if only in mutant.file]


def main() -> int:
    """Runs the check; returns the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("only", nargs="?", default="", help="a part of a file's name, or a number")
    parser.add_argument("--jobs", type=int, default=2, choices=(1, 2), help="mutants at a time")
    asked = parser.parse_args()
    mutants = chosen(asked.only)
    if not mutants:
        parser.error(f"no mutant's file has {asked.only!r} in its name")
    tests = dict.fromkeys(test for mutant in mutants for test in mutant.tests)
    found: Counter[str] = Counter()
    start = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="garden-mutants-") as folder,
        ThreadPoolExecutor(asked.jobs) as pool,
    ):
        copies = Copies(Path(folder), asked.jobs)
        print(f"{len(tests)} tests without any fault …", flush=True)
        unchanged = copies.test_unchanged(tests)
        if unchanged.result != SURVIVED:
            print(f"They do not pass: {unchanged.words}")
            return 2
        for mutant, report in zip(mutants, pool.map(copies.test, mutants), strict=True):
            found[report.result] += 1
            print(f"{mutant}\n    {report.result} in {report.seconds:.0f} s", flush=True)
            if report.words:
                print(f"    {report.words}", flush=True)
    counts = ", ".join(f"{found[result]} {result}" for result in found)
    print(f"{len(mutants)} mutants in {(time.monotonic() - start) / 60:.0f} min: {counts}")
    return 2 if found[WRONG] else 1 if found[SURVIVED] else 0


if __name__ == "__main__":
    sys.exit(main())
