"""Writes the lists of deals under seeds/: `python -m benchmarks.seeds`.

- ``bench.txt``: the first 500 native deals of each game, in their natural mix. The total of their
  states is the signature of the search: a change of speed leaves it as it is.
- ``hard-trevi.txt`` and ``hard-stonewall.txt``: of the first million native deals, the hundred
  solvable and the hundred unsolvable ones that take most states.

A line is game, number, verdict, states expanded. A change of the search changes the states: run
this again, and commit the lists with it.
"""

import sys
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from solver.games.trevi import SEARCH_VERSION
from solver.games.trevi.rules import STONEWALL, TREVI, TreviRules
from solver.games.trevi.solve import DEFAULT_MAX_STATES, VERDICTS, Solver

SEEDS = Path(__file__).parent.parent / "seeds"
GAMES = {"trevi": TREVI, "stonewall": STONEWALL}
BENCH_DEALS = 500
HARDEST = 100
_CHUNK = 1000

Rows = tuple[npt.NDArray[np.int8], npt.NDArray[np.int64]]


def decided(rules: TreviRules, count: int, title: str) -> Rows:
    """The verdict codes and the states of the native deals 1 … ``count``."""
    solver = Solver(rules)
    verdicts, states = np.zeros(count, np.int8), np.zeros(count, np.int64)
    for start in tqdm(range(0, count, _CHUNK), title, unit_scale=_CHUNK, unit="deal"):
        part = slice(start, min(start + _CHUNK, count))
        solver.decide(
            start + 1, part.stop - start, DEFAULT_MAX_STATES, verdicts[part], states[part]
        )
    return verdicts, states


def hardest(rows: Rows) -> list[int]:
    """The places of the hardest solvable deals, then of the hardest unsolvable ones."""
    verdicts, states = rows
    order = np.argsort(-states, kind="stable")
    return [int(place) for code in (1, 2) for place in order[verdicts[order] == code][:HARDEST]]


def _write(name: str, about: str, lines: list[str]) -> None:
    head = (
        f"# {about}",
        f"# Search {SEARCH_VERSION}. Game, number, verdict, states expanded by one search with the"
        " whole budget.",
        "# (`garden solve` and `garden odds` begin with a small budget, and count those states"
        " too.)",
    )
    (SEEDS / name).write_text("\n".join([*head, *lines]) + "\n")


def _lines(game: str, rows: Rows, places: list[int]) -> list[str]:
    verdicts, states = rows
    return [f"{game} {p + 1} {VERDICTS[int(verdicts[p])]} {states[p]}" for p in places]


@click.command(help=__doc__)
@click.option("--deals", default=1_000_000, help="How many deals the hardest are taken from.")
def main(deals: int) -> None:
    """Writes the lists."""
    bench: list[str] = []
    for game, rules in GAMES.items():
        rows = decided(rules, deals, game)
        bench += _lines(game, rows, list(range(BENCH_DEALS)))
        about = f"The hardest of the native deals 1 … {deals:,} of {game}: solvable, unsolvable."
        _write(f"hard-{game}.txt", about, _lines(game, rows, hardest(rows)))
    _write("bench.txt", f"The native deals 1 … {BENCH_DEALS} of each game.", bench)


if __name__ == "__main__":
    sys.exit(main())
