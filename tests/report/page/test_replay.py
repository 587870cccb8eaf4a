"""The page that shows deals: what stands in it, and what cannot get into it."""

import json
import re
from base64 import b64encode
from hashlib import sha256

import pytest

from solver import games
from solver.__main__ import run
from solver.cards.cards import name_of
from solver.cards.deal import Kind, Outcome, Verdict
from solver.games import Budget
from solver.games.caesar.rules import lines_of, numbers_of
from solver.report.page.replay import MAX_DEALS, replay_page
from solver.runs.sample import Solved

NASTY = "</script><script>alert('1')</script>&\"<!--\u2028.txt"


def solved(name: str, number: int, *rules: str, shorten: bool = False):
    game = games.find(name).with_rules(rules)
    start = game.start(game.deal(number))
    outcome = game.search.worker(Budget(memory_mib=16, shorten=shorten)).solve(start, number)
    return game, Solved(number, start, outcome, 0.0)


def data_of(page: str) -> list[dict]:
    (text,) = re.findall(r'<script id="data" type="application/json">(.*?)</script>', page, re.S)
    return json.loads(text)


def states(record: dict) -> list[list[list[int]]]:
    """What lies in each zone after each step: each step has the zones that it changes."""
    found = [record["start"]]
    for step in record["steps"]:
        changed = {int(zone): marks for zone, marks in step["lies"].items()}
        assert all(found[-1][zone] != marks for zone, marks in changed.items())
        found.append([changed.get(zone, marks) for zone, marks in enumerate(found[-1])])
    return found


def lying(record: dict, state: list[list[int]], kind: str) -> list[list[str]]:
    """The cards in the zones of a kind, by their names; ``#`` before one that lies face down."""
    return [
        ["#" * (mark < 0) + name_of(record["cards"][~mark if mark < 0 else mark]) for mark in marks]
        for zone, marks in zip(record["zones"], state, strict=True)
        if zone["kind"] == kind
    ]


def names(cards) -> list[str]:
    return list(map(name_of, cards))


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
    assert [step["number"] for step in record["steps"]] == list(range(1, count + 1))
    ups = lying(record, states(record)[-1], "foundation")
    assert [(len(up), up[0], up[-1]) for up in ups] == [
        (13, f"A{suit}", f"K{suit}") for suit in "CDHS"
    ]
    first = record["steps"][0]
    assert first["text"] == "A♦ from the fountain to the foundation"
    assert first["words"] == "ace of diamonds from the fountain to the foundation"
    runs = [step for step in record["steps"] if len(step["cards"]) > 1]
    assert all(step["words"].count(" of ") == len(step["cards"]) for step in runs)
    assert runs


def test_face_down_cards_are_told_apart(trevi, page):
    _, deal = trevi
    (record,) = data_of(page)
    start, *_, end = states(record)
    piles = lying(record, start, "pile")
    assert {card for pile in piles for card in pile if card.startswith("#")} == {
        f"#{name_of(card)}" for card in deal.start.down
    }
    assert lying(record, end, "pile") == [[]] * 6
    assert lying(record, end, "reserve") == [[]]


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


def test_the_name_of_a_file_that_is_no_text_can_stand_on_a_page(trevi):
    game, deal = trevi
    page = replay_page(game, [deal], "file", source="\udcff.txt")
    assert page.encode()
    assert data_of(page)[0]["title"] == "Trevi Garden, deal 8 of ?.txt"


def test_changed_rules_and_other_numbers_are_named():
    game, deal = solved("trevi", 8, "cells=1")
    (record,) = data_of(replay_page(game, [deal], "ms"))
    assert record["title"] == "Trevi Garden, ms deal 8"
    assert record["rules"] == "Rules: cells=1"
    assert [zone["name"] for zone in record["zones"] if zone["kind"] == "cell"] == ["Cell 1"]


def test_an_unsolvable_deal_has_its_board_and_the_verdict():
    game, deal = solved("trevi", 7)
    (record,) = data_of(replay_page(game, [deal], "native"))
    assert record["verdict"] == "unsolvable"
    assert "none wins" in record["summary"]
    assert record["steps"] == []


def test_an_undecided_deal_is_called_neither(trevi):
    game, deal = trevi
    open_deal = Solved(8, deal.start, Outcome(Verdict.UNDECIDED, 5), 0.0)
    (record,) = data_of(replay_page(game, [open_deal], "native"))
    assert record["verdict"] == "undecided"
    assert record["summary"] == "– the search ended before it had an answer"


def test_a_lost_flower_garden_says_what_blocks_it():
    game, deal = solved("flower", 2)
    (record,) = data_of(replay_page(game, [deal], "native"))
    assert record["summary"] == "– play is forced, and ends with 5 cards up"
    assert record["why"] == ["2♦ lies in bed 5 under 8♦, and 8♦ goes up only after 2♦"]
    assert {zone["name"] for zone in record["zones"]} >= {"Bed 1", "Bed 6", "Bouquet"}
    assert len(record["steps"]) == 5


def test_a_redeal_is_a_step_of_its_own():
    game, deal = solved("flower", 1, "redeal=beds-first")
    (record,) = data_of(replay_page(game, [deal], "native"))
    (redeal,) = (step for step in record["steps"] if step.get("redeal"))
    assert "number" not in redeal
    assert len(record["steps"]) == len(deal.outcome.moves) + 1
    states(record)


# The games of the old book

SMALL_OLGA = ("packs=2", "columns=5", "rows=4", "hidden_rows=1,3", "runs=yes")


@pytest.fixture(scope="module")
def red_black():
    return solved("red-black", 1)


def test_each_state_of_a_solution_is_the_referees(red_black):
    game, deal = red_black
    (record,) = data_of(replay_page(game, [deal], "native"))
    position = deal.start
    for move, step, state in zip(
        deal.outcome.moves, record["steps"], states(record)[1:], strict=True
    ):
        position = game.rules.apply(position, move)
        assert lying(record, state, "pile") == list(map(names, position.piles))
        assert lying(record, state, "talon") == [names(position.talon)]
        assert lying(record, state, "hand") == [[f"#{name}" for name in names(position.hand[::-1])]]
        ups = [len(up) for up in lying(record, state, "foundation")]
        assert ups == [height for heights in position.heights for height in heights]
        assert name_of(move.card) in names(record["cards"][one] for one in step["cards"])
    assert ups == [13] * 8


def test_the_talon_that_becomes_the_hand_is_told_as_a_whole(red_black):
    game, deal = red_black
    (record,) = data_of(replay_page(game, [deal], "native"))
    (place,) = (n for n, move in enumerate(deal.outcome.moves) if move.target.kind is Kind.HAND)
    redeals = [n for n, step in enumerate(record["steps"]) if step.get("redeal")]
    assert (redeals, record["redeals"]) == ([place], 1)
    step = record["steps"][place]
    assert step["number"] == place + 1
    assert step["text"].endswith("from the talon to the hand, with all of the talon, shuffled")
    talon = lying(record, states(record)[place], "talon")[0]
    assert len(step["cards"]) == len(talon) > 1


def test_face_down_cards_of_the_olga_turn_up():
    game, deal = solved("olga", 18, *SMALL_OLGA)
    assert deal.outcome.verdict is Verdict.SOLVABLE
    (record,) = data_of(replay_page(game, [deal], "native"))
    position = deal.start
    for move, state in zip((None, *deal.outcome.moves), states(record), strict=True):
        position = game.rules.apply(position, move) if move else position
        down = [
            (slot, row)
            for slot, pile in enumerate(lying(record, state, "pile"))
            for row, card in enumerate(pile)
            if card.startswith("#")
        ]
        assert set(down) == position.covered


def test_an_undecided_deal_of_the_olga_has_its_board():
    game = games.find("olga")
    deal = Solved(1, game.start(game.deal(1)), Outcome(Verdict.UNDECIDED, 5), 0.0)
    (record,) = data_of(replay_page(game, [deal], "native"))
    assert (record["verdict"], record["steps"]) == ("undecided", [])
    (state,) = states(record)
    (hand,) = lying(record, state, "hand")
    assert (len(hand), len(record["cards"])) == (79, 128)
    assert lying(record, state, "foundation") == [[]] * 16


def test_the_swaps_of_caesar_move_two_cards():
    game, deal = solved("caesar", 1)
    (record,) = data_of(replay_page(game, [deal], "native"))
    assert record["summary"] == "– can be won in 4 swaps"
    assert [len(step["cards"]) for step in record["steps"]] == [2] * 4
    first = record["steps"][0]
    assert first["text"] == "4♠ from place 1 to place 3, in exchange for 6♠"
    assert first["words"] == ("4 of spades from place 1 to place 3, and 6 of spades the other way")
    assert {zone["kind"] for zone in record["zones"]} == {"pile"}
    numbers = [record["cards"][mark] // 4 + 1 for (mark,) in states(record)[-1]]
    assert lines_of(numbers) == len(record["lines"]) == 8
    assert record["sum"] * 3 == sum(numbers)
    assert sorted(numbers) == sorted(numbers_of(deal.start))


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
