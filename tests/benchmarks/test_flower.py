"""What stands in ``results/`` about Flower Garden is what its program finds."""

import re
from dataclasses import replace

import pytest

from benchmarks import flower
from solver.games.flower.exact import exact_scores
from solver.games.flower.rules import FLOWER, FlowerRules, Redeal

RESULT = (flower.RESULTS / "flower-garden.md").read_text()


def test_the_table_of_scores_is_the_count():
    scores = exact_scores()
    assert "\n".join(flower.odds_lines(scores)) in RESULT
    assert "\n".join(flower.score_lines(scores)) in RESULT
    assert "\n".join(flower.race_lines(scores)) in RESULT


@pytest.mark.slow
def test_the_redeals_are_the_count():
    counts = {kind: exact_scores(replace(FLOWER, redeal=kind)) for kind in Redeal}
    assert "\n".join(flower.redeal_lines(counts)) in RESULT


@pytest.mark.parametrize("size", [0, 16, 31, 52])
def test_a_row_of_the_bouquet_is_the_count(size):
    (row,) = list(flower.bouquet_lines({size: exact_scores(flower.with_bouquet(size))}))[2:]
    assert row in RESULT


def test_there_is_a_row_for_every_bouquet():
    table = RESULT.split("| bouquet |")[1]
    assert [int(size) for size in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)] == [*range(53)]


def test_the_samples_agree_with_the_count():
    table = RESULT.split("| sample |")[1].split("\n\n")[0]
    values = re.findall(r"([\d.]+) \|$", table, re.MULTILINE)
    assert len(values) == 7
    assert all(float(value) > 0.001 for value in values)


def test_beds_in_words():
    assert flower.beds(FLOWER) == "6 of 6"
    assert flower.beds(FlowerRules(bouquet=17)) == "5 of 6, 1 of 5"
    assert flower.beds(FlowerRules(bouquet=50)) == "2 of 1"
    assert flower.beds(FlowerRules(bouquet=52)) == "none"


def test_where_the_results_come_from_is_said():
    for name in ("flower-garden.md", "flower-speed.md"):
        text = (flower.RESULTS / name).read_text()
        for line in ("Command", "Commit", "Machine", "Date"):
            assert len(re.findall(rf"^- {line}: .+", text, re.MULTILINE)) == 1


@pytest.mark.slow
def test_a_second_run_writes_the_same():
    counts = flower.count(range(0, 53, 26))

    def run() -> str:
        text = flower.report(counts, 20_000, "a command")
        return re.sub(r"^- (Commit|Machine|Date): .*", "", text, flags=re.MULTILINE)

    assert run() == run()
    assert flower.charts(counts) == flower.charts(counts)
