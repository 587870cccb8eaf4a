"""The exact optimum of small decks, and the program behind ``results/players.md``."""

import json
from fractions import Fraction
from itertools import permutations

import pytest

from benchmarks import players as benchmark
from benchmarks.blind import Optimum
from solver import games
from solver.analyse import measured
from solver.cards.view import View
from solver.games import Budget
from solver.games.players import PlayerSpec
from solver.games.playing import make_player, play


def small(name):
    return games.find("trevi").with_rules(benchmark.SMALL[name])


@pytest.mark.parametrize("name", benchmark.SMALL)
def test_nobody_does_better_than_the_best(name):
    game = small(name)
    worker = game.search.worker(Budget())
    crew = [
        make_player(game, PlayerSpec(*who)) for who in (("sampling", 30), ("planner",), ("greedy",))
    ]
    better = Fraction(0)
    for number in range(1, 13):
        start = game.start(game.deal(number))
        view = View.of(game.rules.deck, start)
        layouts = [view.position.completed(order) for order in permutations(view.unseen)]
        best = Optimum(game.rules).value(start)
        known = Fraction(sum(worker.verdict(one) == "solvable" for one in layouts), len(layouts))
        assert best <= known
        for player in crew:
            won = sum(play(game, layout, player).won for layout in layouts)
            assert Fraction(won, len(layouts)) <= best
        better += known - best
    assert better >= 0


def test_with_every_card_seen_the_best_is_the_verdict():
    game = small("two piles of 4").with_rules(["hidden-rows="])
    worker = game.search.worker(Budget())
    values = []
    for number in range(1, 31):
        start = game.start(game.deal(number))
        values.append(Optimum(game.rules).value(start))
        assert values[-1] == (worker.verdict(start) == "solvable")
    assert {0, 1} == set(values)


def test_one_hidden_card_is_known_by_what_is_seen():
    game = small("two piles of 4").with_rules(["hidden-rows=1", "piles=1"])
    worker = game.search.worker(Budget())
    for number in range(1, 31):
        start = game.start(game.deal(number))
        assert Optimum(game.rules).value(start) == (worker.verdict(start) == "solvable")


def test_the_program_writes_its_tables(tmp_path, monkeypatch):
    monkeypatch.setattr(benchmark, "SIZES", {5: 1, 20: 2})
    monkeypatch.setattr(benchmark, "PLAYERS", (PlayerSpec("greedy"), PlayerSpec("sampling", 20)))
    monkeypatch.setattr(benchmark, "SAMPLES", 20)
    options = ["--deals", "6", "--small", "2", "--folder", str(tmp_path / "results")]
    options += ["--measured", str(tmp_path / "measured.json"), "--work", str(tmp_path / "work")]
    monkeypatch.setattr("sys.argv", ["players", *options])
    benchmark.main()
    text = (tmp_path / "results" / "players.md").read_text()
    assert "## Stonewall: where the loss comes from" in text
    assert "| two piles of 5, a cell | 4 |" in text
    table = json.loads((tmp_path / "measured.json").read_text())
    assert sum(band["deals"] for band in table["trevi"]) == 6
    files = sorted((tmp_path / "work").iterdir())
    kept = {path: path.read_text() for path in files}
    files[0].write_text(kept[files[0]][:-9])  # as a killed run leaves it
    benchmark.main()
    assert (tmp_path / "results" / "players.md").read_text().count("\n") == text.count("\n")
    assert [len(path.read_text().splitlines()) for path in files] == [
        len(each.splitlines()) for each in kept.values()
    ]


def test_what_was_measured_has_a_rate_for_every_share():
    for name in ("trevi", "stonewall"):
        for percent in range(101):
            band = measured.measured(name, percent / 100)
            assert band is None or band.low <= band.rate <= band.high
    assert measured.measured("trevi", 0.8)
    assert measured.measured("flower", 0.8) is None
