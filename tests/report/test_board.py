"""Boards and moves as a player reads them."""

import re

from solver.cards.cards import parse_card
from solver.cards.deal import Kind, Move, Place, Position
from solver.games import find
from solver.report.board import PLAIN, Style, board, cards_text, move_texts, place_text

TREVI = find("trevi")


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


UNDER_WAY = Position(
    piles=(cards("KC QD JS"), cards("TH"), (), cards("9S 8H"), (), cards("5C")),
    cells=(None, parse_card("TD")),
    reserve=cards("KD 2S"),
    foundations=(4, 0, 0, 1),
    down=frozenset(cards("KC")),
)


def test_a_card_has_the_rank_that_is_printed_on_it():
    assert [PLAIN.card(card) for card in cards("AC TD 9H KS")] == ["A♣", "10♦", "9♥", "K♠"]
    assert PLAIN.card(-1) == "▒▒"


def test_a_board_shows_what_its_player_sees():
    assert board(TREVI, UNDER_WAY) == (
        "Foundations  4♣  -♦  -♥  A♠\n"
        "Cells        -  10♦\n"
        "\n"
        "    1    2    3    4    5    6\n"
        "   ▒▒  10♥    -   9♠    -   5♣\n"
        "   Q♦             8♥\n"
        "   J♠\n"
        "\n"
        "Fountain     K♦ 2♠"
    )


def test_a_board_without_cells_has_no_line_for_them():
    flower = find("flower")
    text = board(flower, flower.start(flower.deal(1)))
    assert "Cells" not in text
    assert "▒" not in text
    assert text.splitlines()[-1].startswith("Bouquet      ")


def test_no_face_down_card_is_given_away():
    start = TREVI.start(TREVI.deal(1))
    shown = board(TREVI, start)
    assert shown.count("▒▒") == len(start.down) == 18
    assert not any(PLAIN.card(card) in shown.split() for card in start.down)


def test_an_empty_reserve_is_a_hyphen():
    assert board(TREVI, Position(piles=((0,),) * 6, cells=(None, None))).endswith("Fountain     -")


def test_a_board_in_ascii():
    assert board(TREVI, UNDER_WAY, Style(ascii=True)) == (
        "Foundations  4C  -D  -H  AS\n"
        "Cells        -  10D\n"
        "\n"
        "    1    2    3    4    5    6\n"
        "   ##  10H    -   9S    -   5C\n"
        "   QD             8H\n"
        "   JS\n"
        "\n"
        "Fountain     KD 2S"
    )
    start = TREVI.start(TREVI.deal(1))
    assert board(TREVI, start, Style(ascii=True)).isascii()


def test_colours_change_nothing_but_the_colours():
    coloured = board(TREVI, UNDER_WAY, Style(colour=True))
    assert re.sub(r"\x1b\[\d+m", "", coloured) == board(TREVI, UNDER_WAY)
    assert cards_text(cards("TH JS QD KC"), Style(colour=True)) == (
        "\x1b[31m10♥\x1b[0m J♠ \x1b[31mQ♦\x1b[0m K♣"
    )
    assert "\x1b[2m▒▒\x1b[0m" in coloured


def test_places_have_the_same_words_in_every_game():
    places = [Place(Kind.PILE, 2), Place(Kind.CELL, 0), Place(Kind.RESERVE)]
    places.append(Place(Kind.FOUNDATION, 2))
    assert list(map(place_text, places)) == ["pile 3", "cell 1", "reserve", "foundation H"]


def test_moves_are_told_in_the_words_of_the_game():
    ten, jack = parse_card("TH"), parse_card("JS")
    moves = [
        Move(ten, Place(Kind.PILE, 1), Place(Kind.PILE, 0)),
        Move(parse_card("9S"), Place(Kind.PILE, 3), Place(Kind.PILE, 0)),
        Move(jack, Place(Kind.PILE, 0), Place(Kind.PILE, 2)),
        Move(parse_card("2S"), Place(Kind.RESERVE), Place(Kind.FOUNDATION, 3)),
        Move(parse_card("TD"), Place(Kind.CELL, 1), Place(Kind.PILE, 1)),
        Move(parse_card("4C"), Place(Kind.FOUNDATION, 0), Place(Kind.PILE, 3)),
    ]
    assert list(move_texts(TREVI, UNDER_WAY, moves)) == [
        "10♥ from pile 2 to pile 1",
        "9♠ 8♥ from pile 4 to pile 1",
        "J♠ 10♥ 9♠ 8♥ from pile 1 to pile 3",
        "2♠ from the fountain to the foundation",
        "10♦ from cell 2 to pile 2",
        "4♣ from the foundation to pile 4",
    ]


def test_forced_play_names_beds_and_bouquet():
    flower = find("flower")
    start = Position(piles=((0,), (), (), (), (), ()), reserve=(1,))
    moves = [
        Move(0, Place(Kind.PILE, 0), Place(Kind.FOUNDATION, 0)),
        Move(1, Place(Kind.RESERVE), Place(Kind.FOUNDATION, 1)),
    ]
    assert list(move_texts(flower, start, moves)) == [
        "A♣ from bed 1 to the foundation",
        "A♦ from the bouquet to the foundation",
    ]
