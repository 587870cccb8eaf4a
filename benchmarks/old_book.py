"""The games of the old book, measured, for ``results/old-book.md``.

``python -m benchmarks.old_book --runs FOLDER`` writes it. Each run keeps its deals in a store in
FOLDER, so it can be interrupted, and goes on where it was. All but the lines on commit, machine,
date and time is the same at every run. It takes about half an hour of the processor.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tqdm import tqdm

from benchmarks import summary
from benchmarks.provenance import RESULTS, garden, provenance
from solver.games import find
from solver.games.caesar.exact import distributions, magic_squares
from solver.games.caesar.rules import SIDE
from solver.games.talon import OLGA_BEAM, RED_BLACK_BEAM
from solver.games.talon.hidden.greedy import play_greedily
from solver.games.talon.kernel.state import CARDS_UP, MOST_MOVES
from solver.games.talon.packing import flags_of, packed
from solver.runs.estimate import win_probability

GREEDY_DEALS = 10_000
PAGE = "old-book.md"


@dataclass(frozen=True)
class Run:
    """A sample: a game, its rules in words and as options, and the deals 1 … ``deals``."""

    title: str
    game: str
    rules: tuple[str, ...]
    deals: int

    @property
    def options(self) -> list[str]:
        return [word for rule in self.rules for word in ("--rule", rule)]

    @property
    def name(self) -> str:
        return "-".join([self.game, *(rule.replace("=", "-") for rule in self.rules)])


RUNS = (
    Run("Red and Black, the talon shuffled once", "red-black", (), 1000),
    Run("Red and Black, the talon turned over once", "red-black", ("redeal=turned",), 1000),
    Run("Red and Black, no redeal", "red-black", ("redeal=none",), 1000),
    Run("The Olga", "olga", (), 1000),
)


def sampled(run: Run, folder: Path, deals: int) -> dict[str, Any]:
    """What ``garden odds`` finds."""
    store = folder / f"{run.name}.db"
    return garden("odds", run.game, *run.options, "--deals", str(deals), "--store", str(store))


def greedy_scores(run: Run, deals: int) -> list[int]:
    """The cards up at the end of each deal that the greedy player plays."""
    game = find(run.game).with_rules(run.rules)
    order, choices = np.zeros(256, np.uint8), np.zeros(MOST_MOVES, np.int32)
    flags = flags_of(game.rules, safe=False)
    scores = []
    for number in tqdm(range(1, deals + 1), run.title, unit="deal", leave=False):
        problem, row = packed(game.rules, game.start(game.deal(number)), flags)
        play_greedily(row, problem, order, choices)
        scores.append(int(row[CARDS_UP]))
    return scores


def percent(share: float) -> str:
    return f"{100 * share:.2f} %"


def search_lines(found: dict[Run, dict[str, Any]]) -> Iterator[str]:
    yield (
        "| game | deals | solvable | unsolvable | undecided | share that can be won | 95 % interval"
        " | states a deal: mean | median | most |"
    )
    yield "|---|--:|--:|--:|--:|--:|:--|--:|--:|--:|"
    for run, odds in found.items():
        low, high = odds["win"]["low"], odds["win"]["high"]
        states = odds["states"]
        at_least = "at least " if odds["undecided"] else ""
        yield (
            f"| {run.title} | {odds['deals']:,} | {odds['solvable']:,} | {odds['unsolvable']:,}"
            f" | {odds['undecided']:,}"
            f" | {at_least}{percent(odds['solvable'] / odds['deals'])}"
            f" | {percent(low)} … {percent(high)} | {states['mean']:,.0f}"
            f" | {states['median']:,.0f} | {states['largest']:,} |"
        )


def greedy_lines(found: dict[Run, list[int]]) -> Iterator[str]:
    yield "| game | deals | won | share | 95 % interval | mean of cards up | of |"
    yield "|---|--:|--:|--:|:--|--:|--:|"
    for run, scores in found.items():
        size = find(run.game).with_rules(run.rules).rules.deck_size
        won = scores.count(size)
        odds = win_probability(won, len(scores) - won, 0, 0.95)
        yield (
            f"| {run.title} | {len(scores):,} | {won:,} | {percent(won / len(scores))}"
            f" | {percent(odds.low)} … {percent(odds.high)} | {np.mean(scores):.2f} | {size} |"
        )


def caesar_lines() -> Iterator[str]:
    for one in distributions():
        mean = one.mean
        yield f"### {one.title.capitalize()}"
        yield ""
        yield f"Mean {mean.numerator:,} / {mean.denominator:,} = {float(mean):.6f}."
        yield ""
        yield f"| {one.name} | arrangements | share |"
        yield "|--:|--:|--:|"
        for value, often in enumerate(one.counts):
            yield f"| {value} | {often:,} | {often / one.total:.6%} |"
        yield f"| all | {one.total:,} | |"
        yield ""
    yield "### The magic squares"
    yield ""
    yield "```"
    squares = magic_squares()
    for row in range(0, SIDE * SIDE, SIDE):
        yield "    ".join(" ".join(map(str, square[row : row + SIDE])) for square in squares)
    yield "```"


def report(searched: dict[Run, dict[str, Any]], greedy: dict[Run, list[int]], command: str) -> str:
    lines = [
        "# The games of the old book",
        "",
        *provenance(command),
        f"- Search: at most {find('olga').search.max_states:,} states a deal; first beams"
        f" {OLGA_BEAM.width}"
        f" (The Olga) and {RED_BLACK_BEAM.width} (Red and Black) wide, each further one wider by"
        f" {OLGA_BEAM.growth - 100} % and {RED_BLACK_BEAM.growth - 100} %. Their weights were tuned"
        " on native deals from number 100,001 on.",
        "",
        "## Solvable with all cards known",
        "",
        "The native deals from number 1 on. The referee has replayed every solution. A deal that",
        "no beam solved stays undecided: the interval counts it as lost at its low end, as won at",
        "its high end.",
        "",
        *search_lines(searched),
        "",
        "## The greedy player",
        "",
        "It sees what lies face up, makes the first move of a short list, and looks no move ahead.",
        "",
        *greedy_lines(greedy),
        "",
        "## Caesar",
        "",
        "All arrangements, counted. Every one of them can be won.",
        "",
        *caesar_lines(),
    ]
    return "\n".join(lines) + "\n"


def summarised(run: Run, odds: dict[str, Any], order: int) -> summary.Line:
    """The game's line of the table of all odds."""
    title, _, about = run.title.rpartition(", ")
    return summary.Line(
        title or run.title,
        about if title else "as the book has it",
        odds["deals"],
        odds["solvable"],
        odds["unsolvable"],
        odds["undecided"],
        odds["win"]["low"],
        odds["win"]["estimate"],
        odds["win"]["high"],
        PAGE,
        order,
    )


def main() -> None:
    """Writes the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.old_book", description=__doc__)
    parser.add_argument("--runs", type=Path, required=True, help="the folder of the stores")
    parser.add_argument("--deals", type=int, help="of every sample, in place of its own number")
    parser.add_argument("--greedy-deals", type=int, default=GREEDY_DEALS)
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder of the results")
    arguments = parser.parse_args()
    arguments.runs.mkdir(parents=True, exist_ok=True)
    searched = {run: sampled(run, arguments.runs, arguments.deals or run.deals) for run in RUNS}
    greedy = {run: greedy_scores(run, arguments.greedy_deals) for run in RUNS}
    text = report(searched, greedy, "python -m benchmarks.old_book --runs FOLDER")
    (arguments.out / PAGE).write_text(text)
    for order, (run, odds) in enumerate(searched.items(), start=10):
        summary.write(arguments.out, run.name, summarised(run, odds, order))


if __name__ == "__main__":
    main()
