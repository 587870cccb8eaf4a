"""How long solutions are, as found and made shorter: `python -m benchmarks.lengths FILE GAME`.

Writes a line a deal to FILE: number, moves as found, moves after `--shorten`; zeros where there is
no solution. Goes on where FILE ends. The referee has replayed every solution.
"""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt
from tqdm import tqdm

from solver import games
from solver.runs.retries import crew
from solver.runs.sample import solve_all
from solver.runs.threads import noted_signals

#: Deals whose solutions are measured.
DEALS = 20_000
_WORKERS = 2


def lengths(path: Path) -> npt.NDArray[np.int64]:
    """The rows of a file: number, moves as found, moves when shortened; int64[n, 3].

    Raises ``ValueError`` where they are not those of the deals 1, 2, 3 …
    """
    rows = np.loadtxt(path, np.int64, delimiter=",", ndmin=2).reshape(-1, 3)
    if not np.array_equal(rows[:, 0], np.arange(1, len(rows) + 1)):
        raise ValueError(f"{path} has deals twice, or lacks some")
    return rows


def measured(game: games.Game, first: int, last: int) -> Iterator[tuple[int, int, int]]:
    """For each native deal ``first`` … ``last`` its row."""
    team = crew(game, _WORKERS, replace(games.Budget(None, 2048), shorten=True))
    deals = ((number, game.deal(number)) for number in range(first, last + 1))
    with noted_signals() as interrupt, closing(solve_all(game, deals, team, interrupt)) as row:
        for solved in row:
            moves, found = solved.outcome.moves, solved.outcome.found
            after = len(moves or ())
            yield solved.number, after if found is None else found, after


def _last(path: Path) -> int:
    """The last deal that a file has, and with it those before."""
    lines = path.read_text().splitlines(keepends=True) if path.exists() else []
    if lines and not lines[-1].endswith("\n"):  # cut short
        lines.pop()
        path.write_text("".join(lines))
    return int(lines[-1].split(",")[0]) if lines else 0


@click.command(help=__doc__)
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("game", type=click.Choice(["trevi", "stonewall"]))
@click.option("--deals", default=DEALS, show_default=True)
def main(path: Path, game: str, deals: int) -> None:
    """Writes the file."""
    done = _last(path)
    row = measured(games.find(game), done + 1, deals)
    with path.open("a") as out, tqdm(total=deals, initial=done, unit="deal") as bar:
        for found in islice(row, max(0, deals - done)):
            out.write(",".join(map(str, found)) + "\n")
            out.flush()
            bar.update()


if __name__ == "__main__":
    main()
