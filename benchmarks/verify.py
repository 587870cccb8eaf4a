"""Decides a random sample of published verdicts again: `python -m benchmarks.verify`.

Once the search goes through the states in the order of a seeded hash instead of its usual one, once
it does without all reductions. Any difference is an error, exit code 1.
"""

import random
import re
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from benchmarks import verdicts
from benchmarks.provenance import RESULTS
from benchmarks.searched import FILES
from solver.games import VERDICTS, find
from solver.games.trevi import REDUCTIONS
from solver.games.trevi.solve import Solver

_MAX_STATES = 1 << 40


def published(game: str, results: Path = RESULTS) -> npt.NDArray[np.int8]:
    """The codes of all deals of a game, from number 1 on."""
    text = (results / FILES[game]).read_text()
    found = re.search(r"^\| deals \| ([\d,]+) \|", text, re.MULTILINE)
    assert found is not None
    return verdicts.read(results / "verdicts" / f"{game}.xz", int(found[1].replace(",", "")))


def differing(game: str, numbers: list[int], solver: Solver) -> tuple[list[int], int, int]:
    """The deals whose verdict is another one; how many stayed undecided; the states expanded."""
    codes = published(game)
    verdict, states = np.zeros(1, np.int8), np.zeros(1, np.int64)
    differ, undecided, total = [], 0, 0
    for number in tqdm(numbers, game, unit="deal", leave=False):
        solver.decide(number, 1, _MAX_STATES, verdict, states)
        total += int(states[0])
        if verdict[0] == 0:
            undecided += 1
        elif verdict[0] != codes[number - 1]:
            differ.append(number)
    return differ, undecided, total


@click.command(help=__doc__)
@click.option("--deals", default=1000, show_default=True, help="of each game")
@click.option("--seed", default=1, show_default=True)
@click.option("--memory", default=2048, show_default=True, help="MiB")
def main(deals: int, seed: int, memory: int) -> None:
    """Prints what was found."""
    wrong = False
    for game in ("trevi", "stonewall"):
        rules = find(game).rules
        codes = published(game)
        numbers = random.Random(f"{game} {seed}").sample(range(1, len(codes) + 1), deals)
        shares = [
            f"{int((codes[np.array(numbers) - 1] == code).sum())} {VERDICTS[code]}"
            for code in (1, 2)
        ]
        print(f"{game}: {deals} deals of 1 … {len(codes):,}, seed {seed}: {', '.join(shares)}")
        for name, solver in (
            ("hashed order", Solver(rules, memory, order=seed)),
            ("no reductions", Solver(rules, memory, frozenset(REDUCTIONS))),
        ):
            differ, undecided, total = differing(game, numbers, solver)
            print(
                f"  {name}: {len(differ)} differ, {undecided} undecided, {total:,} states", differ
            )
            wrong |= bool(differ)
    raise SystemExit(wrong)


if __name__ == "__main__":
    main()
