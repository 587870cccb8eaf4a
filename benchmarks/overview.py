"""The table of all odds, for ``results/README.md``: `python -m benchmarks.overview`.

Reads what the other programs left in ``results/``, and counts Flower Garden anew.
"""

from collections.abc import Iterator
from pathlib import Path

import click

from benchmarks import summary
from benchmarks.provenance import RESULTS, provenance
from solver.games.caesar.exact import distributions
from solver.games.flower.exact import exact_scores

#: The pages, and what each is about.
PAGES = {
    "flower-garden.md": "Flower Garden, counted: every score, the race, the redeal, the bouquet",
    "flower-speed.md": "how fast Flower Garden is counted and played",
    "trevi-garden.md": "Trevi Garden: odds, how hard its deals are, solutions, what a player sees",
    "stonewall.md": "Stonewall: the same, and what two cells are worth",
    "old-book.md": "The Olga, Red and Black, Caesar",
    "players.md": "how often players win who do not see the hidden cards",
    "bench.md": "what the kernels cost beside their floors, and how cost grows",
}


def percent(share: float) -> str:
    return f"{share:.3%}".replace("%", " %")


def said(line: summary.Line) -> str:
    """The estimate; where too many deals are undecided for one, what is sure."""
    if line.estimate is None:
        return f"at least {percent(line.solvable / line.deals)} of these deals"
    return percent(line.estimate)


def table(results: Path) -> Iterator[str]:
    yield (
        "| game | deals | solvable | unsolvable | undecided | win probability | 95 % interval"
        " | source |"
    )
    yield "|---|--:|--:|--:|--:|--:|---|---|"
    scores = exact_scores()
    yield (
        f"| Flower Garden, nothing is built | all {float(scores.total):.3e}"
        f" | {scores.counts[-1]:.3e} | the others | none"
        f" | {float(scores.win):.4e}, 1 in {round(1 / scores.win):,} | exact"
        " | [flower-garden.md](flower-garden.md) |"
    )
    for line in summary.lines(results):
        yield (
            f"| {line.title}, {line.about} | {line.deals:,} | {line.solvable:,}"
            f" | {line.unsolvable:,} | {line.undecided:,} | {said(line)}"
            f" | {percent(line.low)} … {percent(line.high)} | [{line.page}]({line.page}) |"
        )
    yield caesar_line()


def caesar_line() -> str:
    total = distributions()[0].total
    return (
        f"| Caesar, every arrangement can be won | all {total:,} | {total:,} | 0 | 0 | {percent(1)}"
        " | exact | [old-book.md](old-book.md) |"
    )


def report(results: Path) -> str:
    lines = [
        "# Results",
        "",
        *provenance("python -m benchmarks.overview"),
        "",
        "Every card is known here; `players.md` is about those who do not see the hidden ones. An",
        "undecided deal widens the interval: its low end counts it as lost, its high end as won.",
        "",
        *table(results),
        "",
        "## Pages",
        "",
        *(
            f"- [{name}]({name}): {about}"
            for name, about in PAGES.items()
            if (results / name).exists()
        ),
        "",
        "Programs write all of them, a hand never; each names its command.",
    ]
    return "\n".join(lines) + "\n"


@click.command(help=__doc__)
@click.option("--folder", type=click.Path(path_type=Path), default=RESULTS)
def main(folder: Path) -> None:
    """Writes the file."""
    (folder / "README.md").write_text(report(folder))


if __name__ == "__main__":
    main()
