"""Flower Garden's odds, counted and sampled, for ``results/flower-garden.md`` and its charts.

``python -m benchmarks.flower`` writes them; all but the lines on commit, machine and date is the
same at every run. It takes some minutes.
"""

import argparse
import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from benchmarks.charts import log_chart
from benchmarks.provenance import RESULTS, garden, provenance
from solver.games.flower.exact import Scores, exact_scores
from solver.games.flower.rules import FITTING, FLOWER, FlowerRules, Redeal
from solver.runs.chi_square import LEAST_EXPECTED, chi_square

SCORES_CHART = "flower-scores.svg"
BOUQUET_CHART = "flower-bouquet.svg"
DEALS = 100_000_000
#: Of the samples with a redeal or a race, which are slower.
FEWER = 10

_TITLES = {
    Redeal.NONE: "no redeal",
    Redeal.BEDS_FIRST: "redeal, beds first",
    Redeal.BOUQUET_FIRST: "redeal, bouquet first",
}


@dataclass(frozen=True)
class Counts:
    """All that is counted: by kind of redeal, and by the size of the bouquet."""

    by_redeal: dict[Redeal, Scores]
    by_bouquet: dict[int, Scores]


def with_bouquet(size: int) -> FlowerRules:
    """The game whose beds share what so large a bouquet leaves."""
    return replace(FLOWER, bouquet=size, bed_height=FITTING)


def count(sizes: range) -> Counts:
    return Counts(
        {kind: exact_scores(replace(FLOWER, redeal=kind)) for kind in Redeal},
        {size: exact_scores(with_bouquet(size)) for size in sizes},
    )


def decimal(share: Fraction) -> str:
    return f"{float(share):.10g}"


def one_in(share: Fraction) -> str:
    if not share:
        return "never"
    often = 1 / share
    return f"{round(often):,}" if often >= 1000 else f"{float(often):.2f}"


def fraction(share: Fraction) -> str:
    return f"{share.numerator} / {share.denominator}"


def odds_lines(scores: Scores) -> Iterator[str]:
    mean = scores.mean
    yield f"Of the 52!/16! = {scores.total:,} deals,"
    yield "in which the order of the bouquet does not matter,"
    yield f"{scores.counts[-1]:,} are won."
    yield ""
    yield "| | |"
    yield "|---|---|"
    yield f"| win probability | {decimal(scores.win)} |"
    yield f"| one deal in | {one_in(scores.win)} |"
    yield f"| in lowest terms | {fraction(scores.win)} |"
    yield f"| mean score | {decimal(mean)} |"
    yield f"| in lowest terms | {fraction(mean)} |"
    yield f"| standard deviation of the score | {scores.standard_deviation:.10g} |"
    yield f"| median score | {scores.median} |"


def score_lines(scores: Scores) -> Iterator[str]:
    yield "| cards up | deals | probability | one deal in |"
    yield "|--:|--:|:--|--:|"
    for up, deals in enumerate(scores.counts):
        share = scores.probability(up)
        yield f"| {up} | {deals} | {decimal(share)} | {one_in(share)} |"
    yield f"| all | {scores.total} | 1 | |"


def race_lines(scores: Scores) -> Iterator[str]:
    found = scores.race()
    yield "| for the first player | probability | in lowest terms |"
    yield "|---|:--|:--|"
    for name, share in (("win", found.win), ("draw", found.draw), ("lose", found.lose)):
        yield f"| {name} | {decimal(share)} | {fraction(share)} |"


def redeal_lines(counts: dict[Redeal, Scores]) -> Iterator[str]:
    yield "| | win probability | one deal in | mean | deviation | median | race: win | race: draw |"
    yield "|---|:--|--:|--:|--:|--:|--:|--:|"
    for kind, scores in counts.items():
        race = scores.race()
        yield (
            f"| {_TITLES[kind]} | {decimal(scores.win)} | {one_in(scores.win)}"
            f" | {float(scores.mean):.6f} | {scores.standard_deviation:.6f} | {scores.median}"
            f" | {float(race.win):.6f} | {float(race.draw):.6f} |"
        )
    for kind in (Redeal.BEDS_FIRST, Redeal.BOUQUET_FIRST):
        yield ""
        yield f"Win probability in lowest terms, {_TITLES[kind]}:"
        yield f"{fraction(counts[kind].win)}."
    yield ""
    yield "The probability of every score:"
    yield ""
    yield f"| cards up | {' | '.join(_TITLES[kind] for kind in counts)} |"
    yield f"|--:|{':--|' * len(counts)}"
    for up in range(FLOWER.deck_size + 1):
        shares = (decimal(scores.probability(up)) for scores in counts.values())
        yield f"| {up} | {' | '.join(shares)} |"


def check_lines(counts: dict[Redeal, Scores], deals: int) -> Iterator[str]:
    """Samples against the count."""
    cards = garden("odds", "flower", "--deals", str(deals))["cards"]
    scores = counts[Redeal.NONE]
    yield f"The native deals 1 … {deals:,}, dealt and played. Chi-square tests are over the scores"
    yield f"that are expected {LEAST_EXPECTED} times or more."
    yield ""
    yield "| cards up | expected | dealt |"
    yield "|--:|--:|--:|"
    for up, seen in enumerate(cards):
        yield f"| {up} | {float(scores.probability(up) * deals):,.2f} | {seen:,} |"
    yield ""
    yield "| sample | deals | chi-square | degrees of freedom | p |"
    yield "|---|--:|--:|--:|--:|"
    yield agreement_line("the score", cards, probabilities(scores))
    for kind, title in _TITLES.items():
        options = ["--race", "--redeal", kind, "--deals", str(deals // FEWER)]
        found = garden("odds", "flower", *options)
        race = list(found["race"].values())
        yield agreement_line(f"the score, {title}", found["cards"], probabilities(counts[kind]))
        yield agreement_line(f"a race, {title}", race, race_of(counts[kind]))


def probabilities(scores: Scores) -> list[float]:
    return [float(scores.probability(up)) for up in range(len(scores.counts))]


def race_of(scores: Scores) -> list[float]:
    race = scores.race()
    return [float(race.win), float(race.draw), float(race.lose)]


def agreement_line(name: str, seen: list[int], shares: list[float]) -> str:
    test = chi_square(seen, shares)
    if test is None:
        return f"| {name} | {sum(seen):,} | too few deals | | |"
    return (
        f"| {name} | {sum(seen):,} | {test.statistic:.2f} | {test.degrees_of_freedom}"
        f" | {test.p_value:.4f} |"
    )


def bouquet_lines(counts: dict[int, Scores]) -> Iterator[str]:
    yield "| bouquet | beds | win probability | one deal in | mean score |"
    yield "|--:|:--|:--|--:|--:|"
    for size, scores in counts.items():
        yield (
            f"| {size} | {beds(with_bouquet(size))} | {decimal(scores.win)} | {one_in(scores.win)}"
            f" | {float(scores.mean):.4f} |"
        )


def beds(rules: FlowerRules) -> str:
    """``4 of 6, 2 of 5``."""
    low, tall = divmod(rules.bed_cards, rules.beds)
    parts = [(tall, low + 1), (rules.beds - tall, low)]
    return ", ".join(f"{beds} of {height}" for beds, height in parts if beds and height) or "none"


def report(counts: Counts, deals: int, command: str) -> str:
    scores = counts.by_redeal[Redeal.NONE]
    lines = [
        "# Flower Garden: the exact odds",
        "",
        *provenance(command),
        "",
        *odds_lines(scores),
        "",
        f"![The probability of every score, on a logarithmic scale]({SCORES_CHART})",
        "",
        "The last card always lies open, so no play ends with 51 cards up.",
        "",
        "## Every score",
        "",
        *score_lines(scores),
        "",
        "## The race of two players",
        "",
        "A deal each; more cards up wins.",
        "",
        *race_lines(scores),
        "",
        "## The house redeal",
        "",
        "A stuck play is dealt again, once: the foundations stay, all other cards are shuffled.",
        "",
        *redeal_lines(counts.by_redeal),
        "",
        "## The simulated check",
        "",
        *check_lines(counts.by_redeal, deals),
        "",
        "## The size of the bouquet",
        "",
        "Six beds share the cards that the bouquet leaves, row by row. No redeal.",
        "",
        f"![The win probability against the size of the bouquet]({BOUQUET_CHART})",
        "",
        *bouquet_lines(counts.by_bouquet),
    ]
    return "\n".join(lines) + "\n"


def charts(counts: Counts) -> dict[str, str]:
    """The text of each chart, by its file's name."""
    by_redeal = {_TITLES[kind]: probabilities(scores) for kind, scores in counts.by_redeal.items()}
    wins = [
        float(counts.by_bouquet[size].win) if size in counts.by_bouquet else math.nan
        for size in range(FLOWER.deck_size + 1)
    ]
    return {
        SCORES_CHART: log_chart(
            by_redeal, "Flower Garden: how many cards go up", "cards up", "probability"
        ),
        BOUQUET_CHART: log_chart(
            {"six beds": wins},
            "Flower Garden: the odds and the size of the bouquet",
            "cards of the bouquet",
            "win probability",
        ),
    }


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.flower", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS, help="of the largest sample")
    parser.add_argument("--folder", type=Path, default=RESULTS, help="where the files go")
    parser.add_argument("--bouquets", type=int, default=1, help="every so many sizes")
    chosen = parser.parse_args()
    command = "python -m benchmarks.flower"
    if chosen.deals != DEALS:
        command += f" --deals {chosen.deals}"
    if chosen.bouquets != 1:
        command += f" --bouquets {chosen.bouquets}"
    counts = count(range(0, FLOWER.deck_size + 1, chosen.bouquets))
    files = {"flower-garden.md": report(counts, chosen.deals, command)} | charts(counts)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (chosen.folder / name).write_text(text)


if __name__ == "__main__":
    main()
