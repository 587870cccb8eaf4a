"""Trevi Garden's and Stonewall's odds, for ``results/``: `python -m benchmarks.searched RUNS`.

RUNS is a folder with the stores and files that `make runs` leaves there; how each was made stands
in the results. All but the lines on commit, machine and date is the same at every run.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
import numpy.typing as npt

from benchmarks import summary
from benchmarks import verdicts as tables
from benchmarks.charts import chart
from benchmarks.features import FEATURES, features
from benchmarks.lengths import lengths
from benchmarks.provenance import RESULTS, provenance
from solver.games import VERDICTS
from solver.runs.estimate import win_probability
from solver.runs.store import Store

Codes = npt.NDArray[np.int8]
Ints = npt.NDArray[np.int64]

UNDECIDED, SOLVABLE, UNSOLVABLE = range(3)
CONFIDENCE = 0.95
QUANTILES = (0.5, 0.9, 0.99, 0.999, 0.9999)

TITLES = {"trevi": "Trevi Garden", "stonewall": "Stonewall"}
ABOUT = {"trevi": "two cells and a fountain", "stonewall": "no cells, a reserve of sixteen"}
FILES = {"trevi": "trevi-garden.md", "stonewall": "stonewall.md"}

#: Other rules that are compared on the same deals: the run's name, the rule, what it says.
OTHER_RULES = {
    "trevi": (
        ("trevi-no-return", "foundation-return=no", "nothing comes back from a foundation"),
        ("trevi-return-to-cell", "return-to-cell=yes", "it may come back into a cell, too"),
    ),
    "stonewall": (
        ("stonewall-no-return", "foundation-return=no", "nothing comes back from a foundation"),
    ),
}


@dataclass(frozen=True)
class Run:
    """The rows of a store, a place a deal, and what they were asked with."""

    first: int
    codes: Codes
    states: Ints
    settings: dict[str, str]

    @property
    def command(self) -> str:
        """How it is made again."""
        return (
            f"--deals {len(self.codes)} --first {self.first}"
            f" --max-states {self.settings['max-states']} --memory {self.settings['memory']}"
        )

    def counts(self) -> tuple[int, int, int]:
        """Solvable, unsolvable, undecided."""
        found = np.bincount(self.codes, minlength=3)
        return int(found[SOLVABLE]), int(found[UNSOLVABLE]), int(found[UNDECIDED])


def load(path: Path) -> Run:
    """A whole run. Raises ``ValueError`` where deals are missing."""
    with Store.view(str(path)) as store:
        rows = np.array([row[:3] for row in store.rows()], np.int64)
        settings = dict(store.settings)
    first = int(settings["first"])
    if not np.array_equal(rows[:, 0], np.arange(first, first + int(settings["deals"]))):
        raise ValueError(f"{path} does not have all the deals that it was asked for")
    return Run(first, rows[:, 1].astype(np.int8), rows[:, 2], settings)


def share(solvable: int, unsolvable: int, undecided: int = 0) -> str:
    """``82.57 % (82.50 … 82.65)``."""
    found = win_probability(solvable, unsolvable, undecided, CONFIDENCE)
    if found.estimate is None:
        return "–"
    return f"{found.estimate:.2%} ({found.low:.2%} … {found.high:.2%})".replace("%", " %")


def odds_lines(run: Run) -> Iterator[str]:
    solvable, unsolvable, undecided = run.counts()
    yield "| | |"
    yield "|---|--:|"
    yield f"| deals | {len(run.codes):,} |"
    for name, count in zip(
        ("solvable", "unsolvable", "undecided"), (solvable, unsolvable, undecided), strict=True
    ):
        yield f"| {name} | {count:,} |"
    found = win_probability(solvable, unsolvable, undecided, CONFIDENCE)
    yield f"| win probability, every card known | {found.estimate:.4%} |".replace("%", " %")
    yield (
        f"| {CONFIDENCE:.0%} interval (Clopper and Pearson) | {found.low:.4%} … {found.high:.4%} |"
    ).replace("%", " %")
    yield ""
    numbers = (run.first + np.flatnonzero(run.codes == UNDECIDED)).tolist()
    yield f"Undecided: {', '.join(f'{number:,}' for number in numbers) or 'none'}."


def states_lines(run: Run) -> Iterator[str]:
    heads = [f"{100 * quantile:g} %" for quantile in QUANTILES]
    yield f"| states expanded | deals | mean | {' | '.join(heads)} | most |"
    yield f"|---|--:|--:|{'--:|' * (len(heads) + 1)}"
    for name, chosen in (
        ("all", run.codes >= 0),
        ("solvable", run.codes == SOLVABLE),
        ("unsolvable", run.codes == UNSOLVABLE),
    ):
        states = run.states[chosen]
        quantiles = np.quantile(states, QUANTILES, method="higher")
        cells = " | ".join(f"{value:,}" for value in quantiles.tolist())
        yield f"| {name} | {len(states):,} | {states.mean():,.1f} | {cells} | {states.max():,} |"


def survival(states: Ints) -> tuple[list[float], list[float]]:
    """For numbers of states: the share of the deals that take more."""
    edges = np.unique(np.round(np.geomspace(1, states.max(), 120)).astype(np.int64))
    ordered = np.sort(states)
    more = 1 - np.searchsorted(ordered, edges, side="right") / len(ordered)
    shown = more > 0
    return edges[shown].tolist(), more[shown].tolist()


def length_lines(rows: Ints) -> Iterator[str]:
    rows = rows[rows[:, 1] > 0]
    yield f"| moves of a solution | deals | mean | {' | '.join(_LENGTH_HEADS)} |"
    yield f"|---|--:|--:|{'--:|' * len(_LENGTH_HEADS)}"
    for name, column in (("as found", rows[:, 1]), ("after `--shorten`", rows[:, 2])):
        quantiles = np.quantile(column, _LENGTH_QUANTILES, method="higher").tolist()
        cells = " | ".join(f"{value:,}" for value in quantiles)
        yield f"| {name} | {len(rows):,} | {column.mean():.2f} | {cells} |"
    saved = rows[:, 1] - rows[:, 2]
    yield ""
    yield (
        f"Shortening saves {saved.mean():.2f} moves on average, {saved.max():,} at most; the"
        f" shortest solution has {rows[:, 2].min():,} moves, the longest {rows[:, 2].max():,}."
    )


_LENGTH_QUANTILES = (0.0, 0.05, 0.25, 0.5, 0.75, 0.95, 1.0)
_LENGTH_HEADS = ("fewest", "5 %", "25 %", "median", "75 %", "95 %", "most")


def feature_lines(run: Run, counts: npt.NDArray[np.uint8]) -> Iterator[str]:
    """A table a feature: deals and win probability at each count of cards."""
    for place, feature in enumerate(FEATURES):
        yield f"{feature.about}"
        yield ""
        yield f"| {feature.title} | deals | share | solvable (interval) |"
        yield "|--:|--:|--:|--:|"
        for value, codes in by_value(run.codes, counts[:, place]):
            solvable, unsolvable, undecided = np.bincount(codes, minlength=3)[[1, 2, 0]].tolist()
            yield (
                f"| {value} | {len(codes):,} | {len(codes) / len(run.codes):.2%}"
                f" | {share(solvable, unsolvable, undecided)} |"
            ).replace("% |", " % |")
        yield ""


def by_value(codes: Codes, values: npt.NDArray[np.uint8]) -> Iterator[tuple[int, Codes]]:
    for value in range(int(values.max()) + 1):
        chosen = codes[values == value]
        if len(chosen):
            yield value, chosen


def feature_series(
    codes: Codes, counts: npt.NDArray[np.uint8], places: Sequence[int]
) -> dict[str, tuple[list[float], list[float]]]:
    """The points of a chart; counts that fewer than a thousand deals have are left out."""
    series = {}
    for place in places:
        points = [
            (float(value), float((chosen == SOLVABLE).sum() / len(chosen)))
            for value, chosen in by_value(codes, counts[:, place])
            if len(chosen) >= 1000
        ]
        series[FEATURES[place].title] = ([x for x, _ in points], [y for _, y in points])
    return series


def pair_lines(one: Run, other: Run, names: tuple[str, str]) -> Iterator[str]:
    """How the verdicts of two runs over the same deals go together."""
    both = np.bincount(3 * one.codes.astype(np.int64) + other.codes, minlength=9).reshape(3, 3)
    order = (SOLVABLE, UNSOLVABLE, UNDECIDED)
    yield f"| {names[0]} \\ {names[1]} | {' | '.join(str(VERDICTS[code]) for code in order)} |"
    yield "|---|--:|--:|--:|"
    for code in order:
        cells = " | ".join(f"{both[code, each]:,}" for each in order)
        yield f"| {VERDICTS[code]} | {cells} |"


def rule_lines(game: str, run: Run, others: dict[str, Run]) -> Iterator[str]:
    yield "| rule | solvable | unsolvable | undecided | won only with it | won only without it |"
    yield "|---|--:|--:|--:|--:|--:|"
    solvable, unsolvable, undecided = run.counts()
    yield f"| as it is | {solvable:,} | {unsolvable:,} | {undecided:,} | | |"
    for name, rule, about in OTHER_RULES[game]:
        other = others[name]
        solvable, unsolvable, undecided = other.counts()
        gained = int(((other.codes == SOLVABLE) & (run.codes == UNSOLVABLE)).sum())
        lost = int(((other.codes == UNSOLVABLE) & (run.codes == SOLVABLE)).sum())
        yield (
            f"| `{rule}`: {about} | {solvable:,} | {unsolvable:,} | {undecided:,}"
            f" | {gained:,} | {lost:,} |"
        )


def run_lines(game: str, run: Run, others: dict[str, Run]) -> Iterator[str]:
    """How the runs are made."""
    yield "```"
    yield f"garden odds {game} {run.command} --store {game}.db"
    for name, rule, _ in OTHER_RULES[game]:
        yield f"garden odds {game} {others[name].command} --rule {rule} --store {name}.db"
    yield f"python -m benchmarks.lengths {game}-lengths.csv {game}"
    yield "```"


@dataclass(frozen=True)
class Found:
    """All that is read of one game."""

    run: Run
    others: dict[str, Run]
    lengths: Ints
    counts: npt.NDArray[np.uint8]


def gathered(folder: Path, game: str) -> Found:
    run = load(folder / f"{game}.db")
    others = {name: load(folder / f"{name}.db") for name, _, _ in OTHER_RULES[game]}
    rows = lengths(folder / f"{game}-lengths.csv")
    return Found(run, others, rows, features(run.first, len(run.codes)))


def report(game: str, found: dict[str, Found], command: str, digest: str, size: int) -> str:
    one = found[game]
    run = one.run
    lines = [
        f"# {TITLES[game]}: the odds",
        "",
        *provenance(command),
        f"- Search: version {run.settings['search']}, at most {int(run.settings['max-states']):,}"
        f" states a deal, {int(run.settings['memory']):,} MiB",
        "",
        f"The native deals {run.first:,} … {run.first + len(run.codes) - 1:,}, each decided by the"
        " exhaustive search, every card known. A share stands with its 95 % interval.",
        "",
        *odds_lines(run),
        "",
        "## Runs",
        "",
        *run_lines(game, run, one.others),
        "",
        f"`verdicts/{game}.xz` ({size:,} bytes) holds the verdict of every deal;"
        " `benchmarks/verdicts.py` says how. The SHA-256 of its bytes before compression:",
        f"`{digest}`",
        "",
        "## How hard the deals are",
        "",
        *states_lines(run),
        "",
        "![The share of the deals that take more states](search-states.svg)",
        "",
        "## How long the solutions are",
        "",
        f"Of the solvable ones among the native deals 1 … {one.lengths[-1, 0]:,}. A move takes one"
        " card or one run; no solution is claimed to be the shortest.",
        "",
        *length_lines(one.lengths),
        "",
        "![How long solutions are](solution-lengths.svg)",
        "",
        "## What the return from the foundations is worth",
        "",
        "The same deals under other rules.",
        "",
        *rule_lines(game, run, one.others),
        "",
        *rescue_lines(found),
        "",
        "## What a player can see at once",
        "",
        "The deal before the first move, and how often such a deal is solvable.",
        "",
        f"![The win probability against what a player sees]({game}-features.svg)",
        "",
        *feature_lines(run, one.counts),
    ]
    return "\n".join(lines).rstrip() + "\n"


def rescue_lines(found: dict[str, Found]) -> Iterator[str]:
    """The two games beside each other, on the same deals."""
    trevi, stonewall = found["trevi"].run, found["stonewall"].run
    lost = stonewall.codes == UNSOLVABLE
    rescued = int((lost & (trevi.codes == SOLVABLE)).sum())
    yield "## What the two cells are worth"
    yield ""
    against = int(((stonewall.codes == SOLVABLE) & (trevi.codes == UNSOLVABLE)).sum())
    yield "Trevi Garden is Stonewall with two of the sixteen free cards in cells, which other cards"
    yield f"may use later. Of the {int(lost.sum()):,} deals that Stonewall loses the cells rescue"
    yield f"{rescued:,}: {share(rescued, int(lost.sum()) - rescued)}. Won in Stonewall and lost in"
    yield f"Trevi Garden, which cannot be: {against:,}."
    yield ""
    yield from pair_lines(stonewall, trevi, ("Stonewall", "Trevi Garden"))


def charts(found: dict[str, Found]) -> dict[str, str]:
    """The text of each chart, by its file's name."""
    drawn = {
        "search-states.svg": chart(
            {TITLES[game]: survival(one.run.states) for game, one in found.items()},
            "The share of the deals that take more states",
            "states expanded",
            "share of the deals",
            logarithmic="xy",
        ),
        "solution-lengths.svg": chart(
            {
                f"{TITLES[game]}, {name}": histogram(one.lengths[one.lengths[:, 1] > 0, column])
                for game, one in found.items()
                for column, name in ((1, "as found"), (2, "shortened"))
            },
            "How long solutions are",
            "moves",
            "share of the solvable deals",
        ),
    }
    for game, one in found.items():
        drawn[f"{game}-features.svg"] = chart(
            feature_series(one.run.codes, one.counts, range(len(FEATURES))),
            f"{TITLES[game]}: what a player sees, and the win probability",
            "cards",
            "solvable deals",
        )
    return drawn


def histogram(values: Ints) -> tuple[list[float], list[float]]:
    """The share of each number of moves, over windows of five."""
    edges = np.arange(0, values.max() + 6, 5)
    counts, _ = np.histogram(values, edges)
    return (edges[:-1] + 2.0).tolist(), (counts / len(values)).tolist()


def summarised(game: str, run: Run) -> summary.Line:
    """The game's line of the table of all odds."""
    solvable, unsolvable, undecided = run.counts()
    found = win_probability(solvable, unsolvable, undecided, CONFIDENCE)
    return summary.Line(
        TITLES[game],
        ABOUT[game],
        len(run.codes),
        solvable,
        unsolvable,
        undecided,
        found.low,
        found.estimate,
        found.high,
        FILES[game],
        list(TITLES).index(game),
    )


@click.command(help=__doc__)
@click.argument("runs", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--folder", type=click.Path(path_type=Path), default=RESULTS, help="for the files")
def main(runs: Path, folder: Path) -> None:
    """Writes the files."""
    found = {game: gathered(runs, game) for game in TITLES}
    (folder / "verdicts").mkdir(parents=True, exist_ok=True)
    for game, one in found.items():
        path = folder / "verdicts" / f"{game}.xz"
        digest = tables.write(path, one.run.codes)
        text = report(
            game, found, "python -m benchmarks.searched runs", digest, path.stat().st_size
        )
        (folder / FILES[game]).write_text(text)
        summary.write(folder, game, summarised(game, one.run))
    for name, drawing in charts(found).items():
        (folder / name).write_text(drawing)


if __name__ == "__main__":
    main()
