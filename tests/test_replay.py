"""The page that shows deals: what stands in it, and what cannot get into it."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from solver import games
from solver.__main__ import run
from solver.deck.deal import Outcome, Verdict
from solver.games import Budget
from solver.odds.runs import Solved
from solver.show.replay import MAX_DEALS, replay_page

NASTY = "</script><script>alert('1')</script>&\"<!--\u2028.txt"


def solved(name: str, number: int, *rules: str, shorten: bool = False):
    game = games.with_switches(games.find(name), rules)
    start = game.start(game.deal(number))
    outcome = game.worker(Budget(memory_mib=16, shorten=shorten)).solve(start, number)
    return game, Solved(number, start, outcome, 0.0)


def data_of(page: str) -> list[dict]:
    (text,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    return json.loads(text)


def parts(page: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.S)


@pytest.fixture(scope="module")
def trevi():
    return solved("trevi", 8, shorten=True)


@pytest.fixture(scope="module")
def page(trevi):
    game, deal = trevi
    return replay_page(game, [deal], "native")


def test_every_step_of_the_solution_is_there(trevi, page):
    _, deal = trevi
    (record,) = data_of(page)
    assert record["title"] == "Trevi Garden, deal 8"
    assert record["verdict"] == "solvable"
    count = len(deal.outcome.moves)
    assert (
        record["summary"] == f"– can be won in {count} moves, shortened from {deal.outcome.found}"
    )
    assert len(record["steps"]) == count == len(record["states"]) - 1
    assert record["states"][-1]["foundations"] == [13] * 4
    first = record["steps"][0]
    assert first["text"] == "A♦ from the fountain to the foundation"
    assert first["words"] == "ace of diamonds from the fountain to the foundation"
    runs = [step for step in record["steps"] if len(step["cards"]) > 1]
    assert all(step["words"].count(" of ") == len(step["cards"]) for step in runs)
    assert runs


def test_face_down_cards_are_told_apart(trevi, page):
    _, deal = trevi
    start, *_, end = data_of(page)[0]["states"]
    hidden = {~card for pile in start["piles"] for card in pile if card < 0}
    assert hidden == set(deal.start.down)
    cards = [card if card >= 0 else ~card for pile in start["piles"] for card in pile]
    assert sorted(cards + start["cells"] + start["reserve"]) == list(range(52))
    assert end["piles"] == [[]] * 6


def test_nothing_is_fetched(page):
    assert not re.search(r"https?:|[\"'(]//|@import|\bfetch\b|XMLHttpRequest|\bimport\b", page)
    assert set(re.findall(r"url\(([^)]*)\)", page)) <= {"#half", "#lattice"}
    assert set(re.findall(r"\b(?:src|href)=\"([^\"]*)\"", page)) == {"data:,"}
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)
    rules = dict(rule.split(maxsplit=1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    for name, tag in (("script-src", "script"), ("style-src", "style")):
        (text,) = parts(page, tag)
        assert rules[name] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_names_from_the_user_stay_text(trevi):
    game, deal = trevi
    page = replay_page(game, [deal], "file", source=NASTY)
    (record,) = data_of(page)
    assert record["title"] == f"Trevi Garden, deal 8 of {NASTY}"
    assert page.count("</script>") == page.count("<script") == 2
    assert "<!--" not in page
    assert "\u2028" not in page.split('type="application/json">')[1]
    assert "&lt;/script&gt;&lt;script&gt;alert(&#x27;1&#x27;)" in page


def test_changed_rules_and_other_numbers_are_named():
    game, deal = solved("trevi", 8, "cells=1")
    (record,) = data_of(replay_page(game, [deal], "ms"))
    assert record["title"] == "Trevi Garden, ms deal 8"
    assert record["rules"] == "Rules: cells=1"
    assert record["cells"] == 1


def test_an_unsolvable_deal_has_its_board_and_the_verdict():
    game, deal = solved("trevi", 7)
    (record,) = data_of(replay_page(game, [deal], "native"))
    assert record["verdict"] == "unsolvable"
    assert "none wins" in record["summary"]
    assert (record["steps"], len(record["states"])) == ([], 1)


def test_an_undecided_deal_is_called_neither(trevi):
    game, deal = trevi
    open_deal = Solved(8, deal.start, Outcome(Verdict.UNDECIDED, 5), 0.0)
    (record,) = data_of(replay_page(game, [open_deal], "native"))
    assert record["verdict"] == "undecided"
    assert "budget" in record["summary"]


def test_a_lost_flower_garden_says_what_blocks_it():
    game, deal = solved("flower", 2)
    (record,) = data_of(replay_page(game, [deal], "native"))
    assert record["summary"] == "– play is forced, and ends with 5 cards up"
    assert record["why"] == ["2♦ lies in bed 5 under 8♦, and 8♦ goes up only after 2♦"]
    assert (record["pile"], record["reserve"]) == ("bed", "bouquet")
    assert len(record["steps"]) == 5


def test_a_redeal_is_a_step_of_its_own():
    game, deal = solved("flower", 1, "redeal=beds-first")
    (record,) = data_of(replay_page(game, [deal], "native"))
    redeals = [step for step in record["steps"] if step.get("redeal")]
    assert len(redeals) == 1
    assert len(record["steps"]) == len(deal.outcome.moves) + 1


@pytest.mark.parametrize("count", [0, MAX_DEALS + 1])
def test_a_page_has_a_limit(trevi, count):
    game, deal = trevi
    with pytest.raises(ValueError, match=f"1 to {MAX_DEALS} deals, not {count}"):
        replay_page(game, [deal] * count, "native")


# The option of the command


def test_the_command_writes_a_page_beside_its_lines(tmp_path, capsys):
    path = tmp_path / "page.html"
    assert run(["solve", "flower", "1-3", "--html", str(path)]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert [record["choice"] for record in data_of(path.read_text())] == [
        f"{number}: unsolvable" for number in (1, 2, 3)
    ]


def test_a_deal_from_a_file_names_the_file(tmp_path, capsys):
    source, path = tmp_path / "<b>&.txt", tmp_path / "page.html"
    assert run(["deal", "flower", "2", "--format", "board"]) == 0
    source.write_text(capsys.readouterr().out)
    assert run(["solve", "flower", "--from", str(source), "--html", str(path)]) == 0
    page = path.read_text()
    assert data_of(page)[0]["title"] == f"Flower Garden, deal 1 of {source}"
    assert "<b>" not in page


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("no/page.html", "No such file or directory"),
        (".", "Is a directory"),
    ],
)
def test_a_page_that_cannot_be_written_is_one_line(tmp_path, capsys, name, message):
    assert run(["solve", "flower", "1", "--html", str(tmp_path / name)]) == 2
    out, error = capsys.readouterr()
    assert out == ""
    assert error == f"garden: error: --html {tmp_path / name}: {message}\n"


def test_too_many_deals_for_a_page_are_refused(tmp_path, capsys):
    path = tmp_path / "page.html"
    assert run(["solve", "flower", "1-101", "--html", str(path)]) == 2
    assert "--html puts at most 100 deals on its page, not 101" in capsys.readouterr().err
    assert not path.exists()


@pytest.mark.parametrize("name", ["olga", "caesar"])
def test_a_game_without_a_page_is_told(tmp_path, capsys, name):
    assert run(["solve", name, "1", "--html", str(tmp_path / "page.html")]) == 2
    assert f"--html has no page for {name}: use --boards" in capsys.readouterr().err
    assert not (tmp_path / "page.html").exists()
