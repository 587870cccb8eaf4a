"""Both kinds of JSON: what is written reads back, and what is wrong is named with its place."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import dealt, layouts, positions

from solver.cards.cards import UNKNOWN, names_of, parse_card
from solver.cards.deal import Deal, Position
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat
from solver.text.scanner import NotationError

#: Two piles, a cell; four suits of three ranks.
SMALL = BoardFormat(piles=2, height=3, cells=1, ranks=3)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def one(text: str, layout: BoardFormat = SMALL) -> Deal | Position:
    ((_, found),) = BoardNotation(layout).read(text)
    return found


def without_gaps(position: Position) -> Position:
    """The position with its empty cells behind the others, as a list without them tells it."""
    kept = [card for card in position.cells if card is not None]
    return replace(position, cells=(*kept, *[None] * (len(position.cells) - len(kept))))


@given(st.data())
def test_a_written_position_reads_back(data):
    layout = data.draw(layouts())
    position = data.draw(positions(layout))
    assert one(json.dumps(BoardNotation(layout).record(position)), layout) == position
    assert one(BoardNotation(layout).solvitaire(position), layout) == without_gaps(position)


@given(layouts(), st.integers(0, 2**63 - 1), st.booleans())
def test_a_written_start_reads_back(layout, number, open_cards):
    start = dealt(layout, number)
    if open_cards:
        start = replace(start, down=frozenset())
    assert one(json.dumps(BoardNotation(layout).record(start)), layout) == start
    assert one(BoardNotation(layout).solvitaire(start), layout) == start


def test_several_objects_are_several_deals():
    notation = BoardNotation(SMALL)
    starts = [dealt(SMALL, number) for number in range(4)]
    first, _, third, fourth = map(notation.solvitaire, starts)
    second = json.dumps(notation.record(starts[1]), indent=1)
    text = f"{first}\n{second}\n[{third}, {fourth}]"
    assert [found for _, found in notation.read(text)] == starts


ORDER = ["AC", "AD", "AH", "AS", "2C", "2D", "2H", "2S", "3C", "3D", "3H", "3S"]
SOLVITAIRE = {
    "tableau piles": [["2c", "3D", "3C"], ["2D", "2H"]],
    "reserve": ["3H", "3S"],
    "foundations": [["AC"], ["AD"], ["AH"], ["AS", "2S"]],
}
OWN = {
    "foundations": {"C": 1, "D": 1, "H": 1, "S": 2},
    "cells": [None],
    "piles": [["2C", "3D", "3C"], ["2D", "2H"]],
    "reserve": ["3H", "3S"],
    "face_down": ["2C"],
}
POSITION = Position(
    piles=(cards("2C 3D 3C"), cards("2D 2H")),
    cells=(None,),
    reserve=cards("3H 3S"),
    foundations=(1, 1, 1, 2),
    down=frozenset(cards("2C")),
)


@pytest.mark.parametrize("record", [SOLVITAIRE, OWN])
def test_a_position_under_way(record):
    assert one(json.dumps(record)) == POSITION
    inferred = {name: value for name, value in record.items() if name != "foundations"}
    assert one(json.dumps(inferred)) == POSITION


def test_solvitaire_s_json_to_the_letter():
    layout = BoardFormat(piles=1, height=1, cells=1)
    order = [parse_card(name) for name in ("TH", "TC", "JS")]
    position = Position(
        piles=(tuple(order[:2]), (UNKNOWN,)),
        cells=(order[2],),
        reserve=cards("AS"),
        foundations=(2, 0, 0, 0),
        down=frozenset(order[:1]),
    )
    assert json.loads(BoardNotation(layout).solvitaire(position)) == {
        "tableau piles": [["10h", "10C"], ["??"]],
        "reserve": ["AS"],
        "foundations": [["AC", "2C"], [], [], []],
        "cells": ["JS"],
    }


def test_a_game_without_cells_is_written_as_solvitaire_reads_it():
    layout = replace(SMALL, cells=0)
    names = ["tableau piles", "reserve", "foundations"]
    assert list(json.loads(BoardNotation(layout).solvitaire(dealt(layout, 1)))) == names


@pytest.mark.parametrize(
    "change",
    [
        {"reserve": [["3H"], [], ["3S"]]},
        {"foundations": ["2S", "AC", "AD", "AH"]},
        {"foundations": [["AC", "AS", "2S"], ["AD", "AH"]]},
        {"foundations": [["ac"], ["aD"], ["1H"], ["1S", "2s"]]},
        {"cells": []},
        {"cells": [""]},
        {"cells": [None]},
        {"cells": [[]]},
        {"stock": [], "waste": []},
    ],
)
def test_what_solvitaire_allows_besides(change):
    assert one(json.dumps(SOLVITAIRE | change)) == POSITION


def test_numbers_for_the_court_cards():
    layout = BoardFormat(piles=1, height=1, cells=3)
    kings = {"tableau piles": [["13c", "13D"]], "foundations": [["11C"], ["11D"], ["12H"], ["13S"]]}
    kings |= {"cells": ["12C", "12D", "13H"]}
    position = one(json.dumps(kings), layout)
    assert (position.piles, position.down) == ((cards("KC KD"),), {parse_card("KC")})
    assert position.cells == cards("QC QD KH")
    assert position.foundations == (11, 11, 12, 13)


def test_a_letter_s_case_means_nothing_where_all_cards_lie_face_up():
    lower = json.dumps(SOLVITAIRE).replace("C", "c")
    assert one(lower, replace(SMALL, all_up=True)) == replace(POSITION, down=frozenset())


def test_the_dealing_order_alone_is_a_deal():
    text = json.dumps({"game": "trevi", "cards": ORDER})
    assert one(text) == Deal(cards(" ".join(ORDER)), 1, "file")


@pytest.mark.parametrize(
    ("record", "old", "new", "at", "reason"),
    [
        (SOLVITAIRE, '"2H"', '"2X"', '"2X"', "'2X' is no card: no such suit"),
        (SOLVITAIRE, '"2H"', '"4H"', '"4H"', "4H is not in the pack"),
        (SOLVITAIRE, '"2H"', '"2D" ', '"2D" ', "2D is here twice, first on line 1, column 41"),
        (SOLVITAIRE, '"2H"', '"2h"', '"2h"', "the top card of a pile cannot lie face down"),
        (SOLVITAIRE, '"2H"', "2", "2]]", "here should be a card, as a text in quotes"),
        (SOLVITAIRE, ', "2H"', "", None, "2H is missing from the board, and up on no foundation"),
        (SOLVITAIRE, '["2D", "2H"]', "", '], "r', "this is no JSON"),
        (SOLVITAIRE, ', ["2D", "2H"]', "", None, "the board has 1 of its 2 piles"),
        (SOLVITAIRE, '["2D', '[], ["2D', '["2D', "a pile too many: the game has 2"),
        (SOLVITAIRE, '"AS", "2S"', '"AS", "3S" ', '"3S" ', "3S leaves a gap"),
        (SOLVITAIRE, '"AS", "2S"', '"2S", "3S" ', '"3S" ', "3S leaves a gap"),
        (SOLVITAIRE, '"AS", "2S"', '"AS", "AS" ', '"AS" ', "AS leaves a gap"),
        (SOLVITAIRE, '"AS", "2S"', '"3S"', '"3S"', "3S lies here, and on its foundation"),
        (SOLVITAIRE, '"reserve"', '"reserves"', '"reserves"', "unknown name 'reserves': there are"),
        (SOLVITAIRE, '"3H"', '"??"', '"??"', "?? is a face-down card, and a card that"),
        (SOLVITAIRE, '["3H", "3S"]', '"3H"', '"3H"', "here should be a list of cards"),
        (OWN, "null", "null, null ", "null ", "a cell too many: the game has 1"),
        (OWN, "null", "7", "7", "here should be a card, as a text in quotes"),
        (OWN, '"C": 1', '"C": 4', "4", "a foundation holds 0 to 3 cards"),
        (OWN, '"C": 1', '"C": true', "true", "a foundation holds 0 to 3 cards"),
        (OWN, '"C": 1', '"K": 1', '"K"', "unknown name 'K': there are C, D, H, S"),
        (OWN, '"C": 1', '"CD": 1', '"CD"', "unknown name 'CD': there are C, D, H, S"),
        (OWN, '"C": 1', '"C": 2', '"2C"', "2C lies here, and on its foundation"),
        (OWN, '": ["2C"]', '": ["3H" ]', '"3H" ', "3H is face down, but lies in no pile"),
        (OWN, '": ["2C"]', '": ["3C" ]', '"3C" ', "the top card of a pile cannot lie face down"),
        (OWN, '"piles"', '"pile"', "{", "no deal: here should be an object with"),
        (OWN, '"face_down"', '"faced"', '"faced"', "unknown name 'faced': there are game, deal,"),
        (OWN, '"cells"', '"cards"', "null", "here should be a card, as a text in quotes"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(record, old, new, at, reason):
    text = json.dumps(record)
    assert old in text
    spoilt = text.replace(old, new, 1)
    where = f"line 1, column {spoilt.index(at) + 1}: " if at else ""
    with pytest.raises(NotationError) as error:
        one(spoilt)
    assert str(error.value).startswith(where + reason)
    assert len(str(error.value)) < 200


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        ({"cards": ORDER[1:]}, "column 11: the deal has 11 cards, not 12: AC is missing"),
        ({"cards": [*ORDER, "AC"]}, "column 84: AC is here twice, first on line 1, column 12"),
        ({"cards": None}, "column 1: a deal without 'piles' needs its cards in dealing order"),
        ({"cards": None, "piles": 5}, "column 26: here should be a list of piles"),
        ({"cards": ORDER, **OWN}, "column 11: these cards are not dealt as the piles, cells and"),
        ({"face_down": []}, "column 1: no deal: here should be an object with 'tableau piles'"),
        ([7], "column 2: no deal"),
        (["cards"], "column 2: no deal"),
    ],
)
def test_a_deal_that_is_wrong(record, reason):
    with pytest.raises(NotationError) as error:
        BoardNotation(SMALL).read(json.dumps(record))
    assert str(error.value).startswith(f"line 1, {reason}")


def test_cards_and_piles_that_agree_are_one_deal():
    start = dealt(SMALL, 3)
    record = BoardNotation(SMALL).record(start)
    assert record["cards"] is not None
    assert one(json.dumps(record)) == start
    assert names_of(start.reserve) == " ".join(record["reserve"])


def test_a_face_down_card_of_a_game_that_has_none():
    with pytest.raises(NotationError, match="no card of this game lies face down"):
        one(json.dumps(OWN), replace(SMALL, all_up=True))
