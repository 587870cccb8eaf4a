"""Every command takes a game that is a folder and a line in the registry, and nothing else."""

import re

import pytest
from duet import DUET, DuetGame

import solver
from solver.cards.deal import Kind
from solver.cli.options import by_game, games_with
from solver.games import GAMES
from solver.games.players import Choice, Hidden, Plan, Player, PlayerKind

#: Without a cell most deals are lost.
HARD = ("--rule", "cells=0")


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(GAMES, "duet", DUET)


@pytest.fixture
def written(tmp_path):
    """Writes a file, and gives its name."""

    def write(text):
        path = tmp_path / "text.txt"
        path.write_text(text)
        return str(path)

    return write


def test_it_is_listed(garden):
    assert "duet       Duet: two suits in four stacks, and a cell" in garden("games").lines
    assert "  cells=2" in garden("games", "duet", "--rule", "cells=2").out
    record = garden("games", "duet", "--json").json[0]
    assert (record["rules"], record["players"]) == ({"cells": 1}, [])


def test_help_texts_can_name_it():
    assert by_game(lambda game: game.search.version).endswith("duet: 1")
    assert "duet" in games_with(lambda game: game.hidden)


@pytest.mark.parametrize("form", ["board", "flat", "json", "solvitaire"])
def test_its_deals_read_back(garden, written, form):
    text = garden("deal", "duet", "1", "--format", form).out
    (record,) = garden("deal", "duet", "--from", written(text), "--json").json
    assert record["cards"] == garden("deal", "duet", "1", "--json").json[0]["cards"]


def test_its_table_has_no_place_that_the_game_lacks(garden):
    shown = garden("deal", "duet", "1", "--format", "picture").lines
    assert "Foundations  -♣  -♦" in shown
    assert shown[-1].strip()
    assert "Reserve" not in garden("deal", "duet", "1", "--format", "picture").out
    assert "Reserve" not in garden("deal", "duet", "1", "--format", "board").out


def test_its_solutions_are_shown_and_checked(garden, written, tmp_path):
    page = tmp_path / "page.html"
    solved = garden("solve", "duet", "1-3", "--moves", "--html", str(page))
    assert solved.code == 0
    assert re.search(r"1\. .. from stack \d to ", solved.out)
    assert "Duet, deal 3" in page.read_text()
    checked = garden("check", "duet", "1-3", "--moves", written(solved.out))
    assert len(re.findall("deal .: won", checked.out)) == 3
    (record,) = garden("solve", "duet", "1", "--boards", "--json").json
    assert len(record["boards"]) == len(record["moves"]) + 1


def test_a_game_without_a_shortener_leaves_solutions_as_they_are(garden):
    before, after = (garden("solve", "duet", "1", *more).out for more in ([], ["--shorten"]))
    assert after == before


def test_a_wrong_move_is_found(garden, written):
    deal = garden("deal", "duet", "1", "--json").json[0]
    moves = f"{deal['piles'][0][0]} from stack 1 to cell 1"
    told = garden("check", "duet", "1", "--moves", written(moves))
    assert "step 1, line 1:" in told.out
    assert "is not on top of pile 1" in told.out


def test_its_deals_are_found(garden):
    won = garden("find", "duet", "--solvable", "--count", "2", "--json").json
    assert [record["verdict"] for record in won] == ["solvable"] * 2
    lost = garden("find", "duet", "--unsolvable", "--count", "2", "--json", *HARD).json
    assert [record["verdict"] for record in lost] == ["unsolvable"] * 2


def test_a_sample_goes_on_in_a_store(garden, tmp_path):
    store = ("--store", str(tmp_path / "duet.db"), *HARD, "--json")
    (whole,) = garden("odds", "duet", *HARD, "--json").json
    assert (whole["deals"], whole["undecided"]) == (40, 0)
    assert whole["checked"] > 0
    (few,) = garden("odds", "duet", "--deals", "15", "--max-states", "3", *store).json
    assert few["undecided"] > 0
    (more,) = garden("odds", "duet", "--deals", "40", "--retry", *store).json
    assert {name: more[name] for name in ("solvable", "unsolvable")} == {
        name: whole[name] for name in ("solvable", "unsolvable")
    }
    (kept,) = garden("store", str(tmp_path / "duet.db"), "--json").json
    assert (kept["game"], kept["deals"], kept["search"]) == ("duet", 40, "1")


def test_hidden_cards(garden, written):
    (chance,) = garden("chance", "duet", "1", "--json").json
    assert (chance["unseen"], chance["completions"], chance["exact"]) == (4, 24, True)
    board = re.sub(
        r"^: ..", ": ??", garden("deal", "duet", "1", "--format", "board").out, flags=re.M
    )
    (again,) = garden("chance", "duet", "--from", written(board), "--json").json
    assert again["solvable"] == chance["solvable"]
    assert garden("hint", "duet", "--from", written(board)).code == 0
    assert "from stack " in garden.out


class First(Player):
    """Plays the first card that can go up, and gives up where none can."""

    def __init__(self, rules):
        self.rules = rules

    def plan(self, view):
        legal = self.rules.legal_moves(view.position)
        up = [move for move in legal if move.target.kind is Kind.FOUNDATION]
        return Plan((Choice((up[0],)),)) if up else Plan()


class PlayedGame(DuetGame):
    hidden = Hidden({"first": PlayerKind("plays up what can go", lambda rules, _: First(rules))})


def test_a_player_of_its_hidden_cards(garden, monkeypatch, tmp_path):
    monkeypatch.setitem(GAMES, "duet", PlayedGame("duet", DUET.rules))
    assert "  --player first             plays up what can go" in garden("games", "duet").lines
    (played,) = garden("play", "duet", "1", "--player", "first", "--json").json
    assert (played["won"], played["turns"][0]["unseen"]) == (True, 4)
    store = str(tmp_path / "played.db")
    command = ("odds", "duet", "--deals", "20", "--player", "first", "--store", store, "--json")
    (sample,) = garden(*command).json
    assert 0 < sample["player"]["won"] < sample["solvable"]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["play", "duet", "1"], "duet has no players"),
        (["odds", "duet", "--deals", "3", "--player", "greedy"], "duet has no player 'greedy'"),
        (["odds", "duet", "--exact"], "--exact is for games whose play is forced"),
        (["odds", "duet", "--race"], "--race is for games whose play is forced"),
        (["solve", "duet", "1", "--why"], "--why is for games whose play is forced"),
        (["solve", "duet", "1", "--plain"], "duet is searched without reductions"),
        (["solve", "duet", "1", "--rule", "cells=9"], "cells = 9 is not in 0 … 3"),
        (
            ["solve", "duet", "1", "--rule", "rows=1"],
            "duet has no rule 'rows': its rules are cells",
        ),
        (["solve", "duet", "1", "--numbering", "ms"], "ms numbers deal a pack of 52 cards"),
    ],
)
def test_what_it_lacks_is_said_in_a_line(garden, command, message):
    assert garden(*command).code == 2
    assert (garden.out, garden.error.count("\n")) == ("", 1)
    assert message in garden.error


def test_a_bad_board_is_refused_with_its_place(garden, written):
    board = garden("deal", "duet", "1", "--format", "board").out
    spoilt = board.replace("\n: ", "\n: KS ", 1)
    assert garden("solve", "duet", "--from", written(spoilt)).code == 2
    assert "line 3, column 3: KS is not in the pack" in garden.error


def test_the_python_api_knows_it():
    assert solver.solve("duet", 1).verdict == "solvable"
    assert solver.odds("duet", deals=10, rules={"cells": 0}).deals == 10
    assert solver.chance("duet", 1).exact
