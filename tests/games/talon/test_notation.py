"""Boards, flat deals and JSON of The Olga and of Red and Black: what is written reads back."""

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played, spoilt

from solver.cards.cards import UNKNOWN, names_of
from solver.cards.deal import Deal
from solver.cards.view import unseen_in
from solver.games import find
from solver.report.solve import deal_text
from solver.text.scanner import NotationError

GAMES = {
    "olga": [],
    "olga, small": ["ranks=5", "packs=2", "columns=3", "rows=4", "suits=3"],
    "red-black": [],
    "red-black, small": ["ranks=7", "packs=1", "columns=2"],
    "red-black, turned": ["redeal=turned"],
}
TINY = find("red-black").with_rules(["ranks=3", "packs=1", "columns=2"])
BED = find("olga").with_rules(["ranks=3", "packs=1", "columns=2", "rows=3"])


def game_of(name):
    return find(name.split(",")[0]).with_rules(GAMES.get(name, []))


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**63 - 1), st.randoms())
def test_a_position_under_way_reads_back(name, number, choose):
    game = game_of(name)
    start = game.start(game.deal(number))
    position = game.replay(start, played(game, start, choose, choose.randrange(120)), number)
    for form in ("board", "json"):
        ((_, found),) = game.read(deal_text(game, 7, "file", position, form))
        assert found == position
    record = json.loads(deal_text(game, 7, "file", position, "json"))
    assert (record["cards"] is None) is (game.notation.order(position) is None)


@pytest.mark.parametrize("name", GAMES)
def test_a_flat_deal_is_the_cards_in_dealing_order(name):
    game = game_of(name)
    deal = game.deal(12)
    text = deal_text(game, 12, "native", deal, "flat")
    ((_, found), (_, other)) = game.read(f"# two deals\n{text}\n\n{text}\n")
    assert (found.number, other.number) == (1, 2)
    start, read = game.start(deal), game.start(found)
    assert (read.piles, read.hand, read.covered) == (start.piles, start.hand, start.covered)


@pytest.mark.parametrize("name", [*GAMES, "trevi", "stonewall", "flower"])
def test_boards_of_one_text_read_back(name):
    game = game_of(name)
    deals = [game.deal(number) for number in (3, 1, 2)]
    text = "\n\n".join(deal_text(game, 7, "native", deal, "board") for deal in deals)
    found = game.read(text)
    assert [place for place, _ in found] == [1, 2, 3]
    assert [position for _, position in found] == [game.start(deal) for deal in deals]


def test_a_deal_without_marks_has_the_hidden_rows_of_its_game():
    board = ": AC AD AH\n: AS 7C 7D\nHand: 7H 7S 8C 8D 8H 8S"
    ((_, found),) = BED.read(board)
    assert found.covered == {(0, 1), (1, 1)}
    ((_, open_bed),) = BED.read(board + "\nFace-down: none")
    assert open_bed.covered == frozenset()
    ((_, one),) = BED.read(board.replace("7C", "<7C>"))
    assert one.covered == {(1, 1)}
    for position in (found, open_bed, one):
        ((_, again),) = BED.read(BED.notation.text(position))
        assert again == position
    assert "Face-down: none" in BED.notation.text(open_bed)


def test_what_is_not_told_is_as_the_game_has_it():
    ((_, found),) = TINY.read(": 2C\n: 3C 2H\nTalon: 3H\nHand: 3D 2S 3S")
    assert found.heights == ((1,), (2,), (1,), (1,))
    assert (found.redeals, found.seed) == (1, 1)
    ((_, told),) = TINY.read("foundations: D-2\nredeals: 0\n: 2C\n3C 2H\ntalon: 3h\nHAND: 3♦ 2S 3S")
    assert told.heights == found.heights
    ((_, pictured),) = TINY.read("Foundations: ♦-2\n: 2C\n3C 2H\nTalon: 3H\nHand: 3D 2S 3S")
    assert pictured.heights == found.heights
    assert (told.redeals, told.seed) == (0, 0)
    ((_, seeded),) = TINY.read("Seed: 9\n: 2C\n: 3C 2H\nTalon: 3H\nHand: 3D 2S 3S")
    assert seeded.seed == 9


def test_a_ten_on_a_foundation_is_written_in_either_way():
    bed = find("olga").with_rules(["ranks=5", "packs=1", "columns=2", "rows=1"])
    cards = ":\n:\nTalon: " + " ".join(f"{rank}{suit}" for rank in "A789T" for suit in "DHS")
    ((_, one),) = bed.read(f"Foundations: C-T\n{cards}")
    assert bed.read(f"Foundations: c-10\n{cards}") == [(1, one)]
    assert "C-T" in bed.notation.text(one)


def test_cards_that_nobody_has_seen_are_marked_or_counted():
    text = "Foundations: D-2\n: 2C\n: ?? 2H\nTalon: 3H\nHand: 3C ?? ??"
    ((_, found),) = TINY.read(text, unseen=True)
    assert (found.unseen, found.covered, found.seed) == (3, {(1, 0)}, UNKNOWN)
    assert names_of(unseen_in(TINY.rules.deck, found)) == "2S 3D 3S"
    with pytest.raises(ValueError, match="`garden chance` and `garden hint` take such a position"):
        TINY.read(text)
    fresh = ": 2C\n: 2D\nHand: 6"
    ((_, counted),) = TINY.read(fresh, unseen=True)
    ((_, seeded),) = TINY.read(f"Seed: 5\n{fresh}", unseen=True)
    assert (counted.unseen, counted.seed, seeded.seed) == (6, UNKNOWN, 5)


@given(st.sampled_from(list(GAMES)), st.integers(0, 2**63 - 1), st.randoms())
def test_what_a_player_sees_reads_back(name, number, choose):
    game = game_of(name)
    start = game.start(game.deal(number))
    position = game.replay(start, played(game, start, choose, choose.randrange(120)), number)
    seen = position.seen()
    if not seen.unseen:
        return
    seen = replace(seen, seed=UNKNOWN if game.is_open(seen) else 0)
    for form in ("board", "json"):
        text = deal_text(game, 7, "file", seen, form)
        if form == "board" and "Foundations" not in text:
            text = f"Foundations:\n{text}"
        ((_, found),) = game.read(text, unseen=True)
        assert found == seen
    laid = game.completed(seen, unseen_in(game.rules.deck, seen), 3)
    assert laid.unseen == 0
    assert game.start(laid) == laid


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no deal: the text is empty"),
        (": 2C\n", "the board has 1 of its 2 columns"),
        (": 2C 2D 2H 2S\n: 3C 3D 3H 3S\n\n: 2C\nHand: 2D", "line 4: the board has 1 of its 2"),
        (": 2C\n: 3C\n: 2H", "line 3: a column too many: the game has 2"),
        (": 2C\n: 4C", "line 2, column 3: 4C is not in the pack: its cards are A 2 3 of"),
        (": 2C\n: 2C", "line 2, column 3: 2C is here twice, first on line 1, column 3"),
        (": 2C ??\n:", "line 1, column 6: the top card of a column cannot lie face down"),
        (
            ":\n:\nTalon: ??",
            "line 3, column 8: ?? is a face-down card, and a card that lies here is seen",
        ),
        (": 2C\n:\nHand: ??", "which cards are up and which are not known? Such a board must say"),
        (": 2C\n:\nHand: 8", "8 unknown cards, but only 7 missing from the board"),
        ("Foundations: C-3 D-3\n:\n:\nHand: 3", "2H 2S 3H 3S are missing from the board, which"),
        (":\n:\nHand: 99", "line 3, column 7: '99' is no whole number from 0 to 12"),
        ('{"piles":[[],[]],"hand":-1}', "line 1, column 25: '-1' is no card"),
        (": 2C <3C>\n:", "line 1, column 6: the top card of a column cannot lie face down"),
        (":\n:\nHand: <2C>", "line 3, column 7: only cards of a pile can lie face down"),
        (":\n:\nHand: 2C\nHand: 3C", "line 4, column 1: a second line 'Hand:'"),
        (":\n:\nFountain: 2C", "line 3, column 1: unknown label 'Fountain': there are Found"),
        (":\n:\nRedeals: 2", "line 3, column 10: '2' is no whole number from 0 to 1"),
        (":\n:\nRedeals: 1 1", "line 3, column 1: after 'Redeals:' should be one number"),
        (":\n:\nSeed: x", "line 3, column 7: 'x' is no whole number from 0 to 9223372036854775807"),
        (":\n:\nFace-down: all", "line 3, column 1: write 'Face-down: none', or mark"),
        (
            ": <2C> 3C\n:\nFace-down: none",
            "line 1, column 3: a face-down card, in a board that says",
        ),
        (":\n:\nFoundations: C-0", "line 3, column 14: 'C-0': the aces begin the foundations"),
        (
            ":\n:\nFoundations: C-9",
            "line 3, column 14: 9C is not in the pack: its cards are A 2 3 of",
        ),
        (
            ":\n:\nFoundations: C-10",
            "line 3, column 14: TC is not in the pack: its cards are A 2 3 of",
        ),
        (":\n:\nFoundations: C-X", "line 3, column 14: 'C-X' is no foundation: write suit, hyp"),
        (":\n:\nHand: 2C 5", "line 3, column 10: a number of unseen cards stands alone"),
        (
            ":\n:\nFoundations: C-2 C-3",
            "line 3, column 18: a foundation of C too many: the game has 1",
        ),
        ("Foundations: C-2\n:\n:", "2D 2H 2S 3C and 3 more are missing from the board"),
        (
            "Foundations: C-3\n: 2C\n: 3D\nHand: 2D 2H 3H 2S 3S",
            "line 2, column 3: 2C lies here, and on its foundation",
        ),
        (": 3C\n: 2D\nHand: 2H 3H 2S", "1 of 3D are not on the board, and cannot all be up"),
        (
            "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3C",
            "line 1, column 34: 3C is here twice, first on line 1, column 25",
        ),
        (": 2C\n" + "2C 2D 2H 2S 3C 3D 3H 3S AC AD AH AS", "line 2: a flat deal in the middle"),
        ('{"piles":[[""],[]]}', "line 1, column 12: '' is no card"),
        ('{"piles":[["2C"]]}', "the board has 1 of its 2 columns"),
        ('{"deal":3}', "line 1, column 1: no deal: here should be an object with 'piles' or"),
        ('{"cards":["2C"]}', "line 1, column 10: the deal has 1 card, not 12: AC AD AH AS and 7"),
        ('{"piles":[["2C"],[]],"seed":true}', "line 1, column 29: 'true' is no whole number"),
        ('{"piles":[["2C"],[]],"seed":[1]}', "line 1, column 29: here should be a whole number"),
        (
            '{"piles":[["2C"],[]],"redeals":null}',
            "line 1, column 32: here should be a whole number",
        ),
        ('{"piles":[["2C"],[]],"hand":{}}', "line 1, column 29: here should be cards, or their nu"),
        ('{"piles":[],"cells":["2C"]}', "line 1, column 13: unknown name 'cells'"),
    ],
)
def test_what_is_no_board_is_refused_with_its_place(text, message):
    with pytest.raises(NotationError) as caught:
        TINY.read(text)
    assert str(caught.value).startswith(message), str(caught.value)


@pytest.mark.parametrize("form", ["board", "flat", "json"])
def test_a_spoilt_text_is_read_or_refused(form):
    choose = random.Random(form)
    messages = []
    for _ in range(150):
        game = game_of(choose.choice(list(GAMES)))
        text = deal_text(game, 1, "native", game.deal(choose.randrange(1000)), form)
        try:
            for _, found in game.read(spoilt(text, choose).decode(errors="replace")):
                assert isinstance(found, Deal) or game.notation.text(found)
        except ValueError as error:
            messages.append(str(error))
    assert 0 < len(messages) < 150
    assert all("\n" not in message and len(message) < 300 for message in messages)
