import random
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import dealt, layouts, positions

from solver.cards.cards import SUIT_SYMBOLS, SUITS, UNKNOWN, names_of, pack, parse_card
from solver.cards.deal import Deal, Position
from solver.cards.shuffle import shuffled
from solver.text.board import BoardNotation
from solver.text.board_format import BoardFormat
from solver.text.board_reader import flat_text
from solver.text.scanner import NotationError

TREVI = BoardFormat(piles=6, height=6, cells=2, hidden_rows=(1, 3, 5), reserve="Fountain")
STONEWALL = replace(TREVI, cells=0, reserve="Reserve")
FLOWER = BoardFormat(piles=6, height=6, reserve="Bouquet")
#: Two piles, a cell, no hidden row; four suits of two ranks.
SMALL = BoardFormat(piles=2, height=2, cells=1, ranks=2)

#: Deal 1 of Microsoft's numbering, as RULES has it.
MS_1 = """\
JD 7C AD 9D 4C 4D
2D 5H QC QD 5C 7S
9H KD KH JS TS 3S
JC KC 3H AS QH TD
5D 9S 2S AH 4H 4S
7H 5S KS 3C AC TH
Reserve: 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H
"""

SMALL_BOARD = """\
Foundations: C-0 D-0 H-0 S-0
Cells: 2S
: AC 2C
: AD 2D
Reserve: AH 2H AS
"""


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def board(text: str, layout: BoardFormat = SMALL) -> Position:
    ((place, position),) = BoardNotation(layout).read(text)
    assert place == 1
    assert isinstance(position, Position)
    return position


def test_the_board_of_the_rules() -> None:
    position = board(MS_1, STONEWALL)
    assert position.piles[0] == cards("JD 7C AD 9D 4C 4D")
    assert position.reserve == cards("8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H")
    assert position.foundations == (0, 0, 0, 0)
    assert position.down == {pile[row] for pile in position.piles for row in (0, 2, 4)}


def test_every_spelling_of_a_board() -> None:
    spelled = """\
# a comment
\tfoundations : s-0 ♥-0

  # another one
BOUQUET: ah 2♥ A♠\r
: ac 2♣\r
  Ad   2d
cells:2S"""
    assert board(spelled) == board(SMALL_BOARD)


def test_ten_is_one_letter_or_two_digits() -> None:
    assert board(MS_1.replace("TD", "10d").replace("TH", "10♥"), STONEWALL) == board(
        MS_1, STONEWALL
    )


def test_lines_with_labels_come_in_any_order_and_may_be_missing() -> None:
    lines = SMALL_BOARD.splitlines()
    assert board("\n".join(lines[::-1])).reserve == cards("AH 2H AS")
    without_cells = board(SMALL_BOARD.replace("Cells: 2S\n", "").replace("2C\n", "2C 2S\n"))
    assert without_cells.cells == (None,)
    all_in_piles = board(": AC 2C AH 2H AS 2S\nAD 2D\n")
    assert (all_in_piles.cells, all_in_piles.reserve) == ((None,), ())


def test_an_empty_pile_and_an_empty_cell() -> None:
    position = board("Cells: -\n:\nAD 2D AC 2C 2S\nReserve: AH 2H AS")
    assert position.piles == ((), cards("AD 2D AC 2C 2S"))
    assert position.cells == (None,)


@pytest.mark.parametrize("mark", ["<JD>", "??"])
def test_no_card_lies_face_down_where_all_lie_open(mark: str) -> None:
    with pytest.raises(NotationError, match="line 1, column 1: no card of this game lies face"):
        board(MS_1.replace("JD", mark), replace(FLOWER, all_up=True))


def test_nothing_lies_on_piles_that_are_not_built_on() -> None:
    layout = replace(FLOWER, all_up=True, builds=False)
    played = MS_1.replace(" 4D\n", "\n").replace(" 7S\n", "\n")
    assert len(board(f"{MS_1}", layout).piles[0]) == 6
    with pytest.raises(NotationError, match="line 1, column 19: a card too many: no pile has more"):
        board(played.replace("4C\n", "4C 4D 7S\n"), layout)


@pytest.mark.parametrize("text", ["Foundations: H-2 C-A", "Foundations: ♥-2 c-a s-0", ""])
def test_foundations_are_read_or_inferred(text: str) -> None:
    position = board(f"{text}\n2C AD\nAS 2D\nReserve: 2S")
    assert position.foundations == (1, 0, 2, 0)


def test_a_foundation_may_hold_a_ten_or_a_king() -> None:
    low = " ".join(names_of([card]) for card in pack() if card >= 4 * 10 and card % 4 != 2)
    text = f"Foundations: H-K C-10 D-T S-10\n{low}\n:\n:\n:\n:\n:"
    assert board(text, STONEWALL).foundations == (10, 10, 13, 10)


def test_a_full_deal_has_the_rows_of_its_game_face_down() -> None:
    text = BoardNotation(TREVI).text(dealt(TREVI, 1))
    assert "<" not in text
    position = board(text, TREVI)
    assert position == dealt(TREVI, 1)
    assert len(position.down) == 18


def test_face_down_none() -> None:
    text = BoardNotation(TREVI).text(dealt(TREVI, 1))
    assert board(f"{text}\nFace-down: None", TREVI) == replace(dealt(TREVI, 1), down=frozenset())


def test_marks_take_the_place_of_the_rows_of_the_game() -> None:
    text = MS_1.replace("JD 7C", "<JD> 7C")
    assert board(text, STONEWALL).down == {parse_card("JD")}


def test_what_is_no_full_deal_has_no_rows_face_down() -> None:
    moved = MS_1.replace(" 4D\n", "\n").replace("TH\n", "TH 4D\n")
    assert board(moved, STONEWALL).down == frozenset()


def test_a_top_card_is_never_face_down_in_a_full_deal() -> None:
    layout = replace(SMALL, hidden_rows=(1, 2))
    assert board(SMALL_BOARD, layout).down == {parse_card("AC"), parse_card("AD")}


def test_cards_that_nobody_has_seen() -> None:
    position = board(SMALL_BOARD.replace(": AC 2C", ": ?? 2C").replace("AD", "<AD>"))
    assert position.piles[0] == (UNKNOWN, parse_card("2C"))
    assert position.down == {parse_card("AD")}
    text = SMALL_BOARD.replace(": AC 2C", "?? 2C").replace("Foundations: C-0 D-0 H-0 S-0\n", "")
    assert board(text).piles[0] == (UNKNOWN, parse_card("2C"))


def test_flat_deals_one_a_line() -> None:
    deals = [Deal(shuffled(pack(), number), place, "file") for place, number in ((1, 5), (2, 6))]
    text = "# two deals\n" + "\n\n".join(map(flat_text, deals)).lower() + "\n# the end"
    for layout in (TREVI, STONEWALL, FLOWER):
        assert BoardNotation(layout).read(text) == list(enumerate(deals, start=1))


def test_a_flat_deal_of_a_small_pack() -> None:
    order = names_of(shuffled(pack(ranks=2), 3))
    assert BoardNotation(SMALL).read(order) == [(1, Deal(cards(order), 1, "file"))]


def test_a_byte_order_mark_is_no_card() -> None:
    assert board("\ufeff" + SMALL_BOARD) == board(SMALL_BOARD)


@pytest.mark.parametrize("selector", ["\ufe0e", "\ufe0f"])
def test_a_suit_as_a_picture_is_the_suit(selector) -> None:
    text = SMALL_BOARD
    for letter, symbol in zip(SUITS, SUIT_SYMBOLS, strict=True):
        text = re.sub(rf"(?<=\b[A2]){letter}\b|\b{letter}(?=-)", symbol + selector, text)
    assert selector in text
    assert board(text) == board(SMALL_BOARD)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("AC 2C", "1C 2C", "line 3, column 3: '1C' is no card: no such rank"),
        ("AC 2C", "AC 2X", "line 3, column 6: '2X' is no card: no such suit"),
        ("AC 2C", "AC 3C", "line 3, column 6: 3C is not in the pack: its cards are A 2 of"),
        ("AC 2C", "AC \x00", r"line 3, column 6: '\x00' is no card"),
        ("AC 2C", "AC " + "9" * 99, "line 3, column 6: '9999999999999999…' is no card"),
        ("AC 2C", "AC AC", "line 3, column 6: AC is here twice, first on line 3, column 3"),
        ("AC 2C", "AC 2D", "line 4, column 6: 2D is here twice, first on line 3, column 6"),
        ("AC 2C", "AC", "2C is missing from the board"),
        ("AC 2C\n: AD 2D", "AC\n: AD", "2C 2D are missing from the board"),
        ("C-0 D-0", "C-A D-0", "line 3, column 3: AC lies here, and on its foundation"),
        ("C-0 D-0", "C-3 D-0", "line 1, column 14: 3C is not in the pack"),
        ("C-0 D-0", "C-0 C-0", "line 1, column 18: a foundation of C too many: the game has 1"),
        ("C-0 D-0", "C D-0", "line 1, column 14: 'C' is no foundation"),
        ("C-0 D-0", "C-1 D-0", "line 1, column 14: 'C-1' is no foundation"),
        ("C-0 D-0", "0C-1 D-0", "line 1, column 14: '0C-1' is no foundation"),
        ("C-0 D-0", "-A D-0", "line 1, column 14: '-A' is no foundation"),
        ("Cells: 2S", "Cells: 2S -", "line 2, column 11: a cell too many: the game has 1"),
        (
            "AS\n",
            "AS 2C\n",
            "line 5, column 19: a card too many: the reserve gets 3, and nothing goes into it",
        ),
        ("Cells: 2S", "Cells: <2S>", "line 2, column 8: only cards of a pile can lie face down"),
        ("Cells", "Celts", "line 2, column 1: unknown label 'Celts': there are Foundations, Cells"),
        ("Cells: 2S", " Cells: 2S\nCells: -", "line 3, column 1: a second line 'Cells:'"),
        ("Reserve", "Fountain: AH\nReserve", "line 6, column 1: a second line 'Reserve:'"),
        (": AD 2D", "", "the board has 1 of its 2 piles; an empty one is a line with ':' alone"),
        (": AD 2D", ": AD\n: 2D", "line 5: a pile too many: the game has 2"),
        ("AC 2C", "AC <2C>", "line 3, column 6: the top card of a pile cannot lie face down"),
        (
            "AC 2C",
            "AC ??",
            "line 3, column 6: the top card of a pile cannot lie face down: write the card that was"
            " turned up",
        ),
        ("AC 2C", "<AC 2C", "line 3, column 3: '<AC' has no '>' at its end"),
        ("AC 2C", "<> 2C", "line 3, column 4: '' is no card: no such rank"),
        ("AC 2C", "<??> 2C", "line 3, column 4: a card that is not known has no other mark"),
        ("AC 2C", "?? AC 2C", "1 unknown card, but only 0 missing from the board"),
        ("AC 2C", "?? ?? AH", "line 5, column 10: AH is here twice, first on line 3, column 9"),
        (": AC 2C\n: AD", ": ??", "the board has 1 of its 2 piles"),
        (
            ": AC 2C\n: AD 2D",
            ": ?? 2C\n: 2D",
            "AC AD are missing from the board, which has 1 unknown card",
        ),
        (
            "Reserve:",
            "Reserve: ??",
            "line 5, column 10: ?? is a face-down card, and a card that lies here is seen",
        ),
        ("AC 2C", "<AC> 2C\nFace-down: none", "line 3, column 3: a face-down card, in a board"),
        ("Cells", "Face-down: all\nCells", "line 2, column 1: write 'Face-down: none'"),
        (
            "Cells: 2S",
            "Cells: -\nAC AD AH AS 2C 2D 2H 2S",
            "line 3: a flat deal in the middle of a board",
        ),
    ],
)
def test_boards_with_a_fault(old: str, new: str, reason: str) -> None:
    assert old in SMALL_BOARD
    with pytest.raises(NotationError) as error:
        board(SMALL_BOARD.replace(old, new))
    assert str(error.value).startswith(reason)
    assert "\n" not in str(error.value)


def test_foundations_with_a_gap_are_not_inferred() -> None:
    with pytest.raises(NotationError, match=r"^2D is missing .*, and up on no foundation$"):
        board("2C AD\nAS 2S\nReserve: AH 2H")


def test_a_board_with_cards_missing_and_not_known_needs_its_foundations() -> None:
    text = "?? 2C\nAS 2S\nReserve: AH 2H 2D"
    with pytest.raises(NotationError, match="must say what its foundations hold"):
        board(text)
    assert board(f"Foundations: D-A\n{text}").foundations == (0, 1, 0, 0)
    assert board(f"Foundations: C-A\n{text}").foundations == (1, 0, 0, 0)


def test_a_game_without_cells_has_none() -> None:
    with pytest.raises(
        NotationError, match=r"^line 1, column 8: a cell too many: the game has none$"
    ):
        board("Cells: AC\n" + MS_1, STONEWALL)


FLAT = names_of(shuffled(pack(), 7))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there is no deal: the text is empty"),
        ("\n \n# no deal\n", "there is no deal: the text is empty"),
        (FLAT[:-3], f"line 1: the deal has 51 cards, not 52: {FLAT[-2:]} is missing"),
        (FLAT[3 * 10 :], "line 1: the deal has 42 cards, not 52: "),
        (f"{FLAT} {FLAT[:2]}", f"line 1, column 157: {FLAT[:2]} is here twice, first on line 1, c"),
        (f"{FLAT}\n{FLAT[3:5]}{FLAT[2:]}", f"line 2, column 4: {FLAT[3:5]} is here twice"),
        (f"{FLAT}\n# fine\n0{FLAT[1:]}", f"line 3, column 1: '0{FLAT[1]}' is no card"),
        (f"{FLAT}\nCells: AC", "line 2, column 1: a label among flat deals"),
        (f"{FLAT}\nAC AD", "line 2: the deal has 2 cards, not 52: "),
        (f"{FLAT[:-2]}<{FLAT[-2:]}>", "line 1, column 154: no card of a flat deal is marked"),
        (f"?? {FLAT[3:]}", "line 1, column 1: no card of a flat deal is marked"),
    ],
)
def test_flat_deals_with_a_fault(text: str, reason: str) -> None:
    with pytest.raises(NotationError) as error:
        BoardNotation(STONEWALL).read(text)
    assert str(error.value).startswith(reason)


def test_an_error_carries_its_place() -> None:
    with pytest.raises(NotationError) as error:
        board(SMALL_BOARD.replace("AD", "AX"))
    assert (error.value.line, error.value.column) == (4, 3)


@pytest.mark.parametrize("label", ["Cells", "face-down", "", "Two words", "A:", "#"])
def test_a_reserve_needs_a_label_that_reads_back(label: str) -> None:
    with pytest.raises(ValueError, match=f"'{label}' cannot be the label of a reserve"):
        BoardFormat(piles=1, height=1, reserve=label)


def test_a_reserve_may_have_a_label_of_its_own() -> None:
    notation = BoardNotation(replace(SMALL, reserve="Pond"))
    position = board(SMALL_BOARD)
    written = notation.text(position)
    assert "Pond: " in written
    assert notation.read(written) == [(1, position)]


def test_without_a_reserve_no_line_is_written_for_one() -> None:
    notation = BoardNotation(BoardFormat(piles=2, height=2, ranks=1))
    assert notation.text(Position(((0, 2), (1, 3)))) == ": AC AH\n: AD AS"


def test_a_written_start_looks_as_in_the_rules() -> None:
    position = board(MS_1, STONEWALL)
    written = BoardNotation(STONEWALL).text(position)
    assert written == "\n".join(
        line if line.startswith("R") else f": {line}" for line in MS_1.splitlines()
    )


def test_a_written_position() -> None:
    position = Position(
        piles=((), (UNKNOWN, *cards("2C 2D"))),
        cells=(None,),
        reserve=cards("AS 2S 2H"),
        foundations=(1, 0, 1, 0),
        down=frozenset(cards("2C")),
    )
    assert BoardNotation(SMALL).text(position).splitlines() == [
        "Foundations: C-A D-0 H-A S-0",
        "Cells: -",
        ":",
        ": ?? <2C> 2D",
        "Reserve: AS 2S 2H",
    ]


@given(st.data())
def test_a_written_position_reads_back(data: st.DataObject) -> None:
    layout = data.draw(layouts())
    position = data.draw(positions(layout))
    assert board(BoardNotation(layout).text(position), layout) == position


@given(layouts(), st.integers(0, 2**63 - 1), st.sampled_from(["own", "none", "some"]))
def test_a_written_start_reads_back(layout: BoardFormat, number: int, kind: str) -> None:
    position = dealt(layout, number)
    if kind == "none":
        position = replace(position, down=frozenset())
    if kind == "some" and not layout.all_up:
        lying = [one for pile in position.piles for one in pile[:-1]]
        position = replace(position, down=frozenset(lying[:: number % 3 + 1]))
    assert board(BoardNotation(layout).text(position), layout) == position


@given(layouts(), st.integers(0, 2**63 - 1))
def test_a_written_deal_reads_back(layout: BoardFormat, number: int) -> None:
    deal = Deal(shuffled(pack(layout.ranks, layout.suits), number), 1, "file")
    assert BoardNotation(layout).read(flat_text(deal)) == [(1, deal)]


def reads_or_says_why(text: str, layout: BoardFormat) -> None:
    reason = ""
    found = []
    try:
        found = BoardNotation(layout).read(text)
    except NotationError as error:
        reason = str(error)
    assert bool(found) != bool(reason)
    assert "\n" not in reason
    assert len(reason) < 200


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    reads_or_says_why(text, TREVI)


@given(
    st.sampled_from(
        [SMALL_BOARD, BoardNotation(SMALL).text(dealt(SMALL, 1)), "AC AD AH AS 2C 2D 2H 2S"]
    ),
    st.lists(st.tuples(st.integers(0, 90), st.integers(0, 3), st.text(max_size=2)), max_size=3),
)
def test_a_spoilt_text_is_read_or_refused(text: str, changes: list[tuple[int, int, str]]) -> None:
    for place, dropped, added in changes:
        text = text[:place] + added + text[place + dropped :]
    reads_or_says_why(text, SMALL)


@pytest.mark.parametrize("word", ["A" * 1_000_000, "AC " * 300_000, "?? " * 300_000, "- " * 9999])
@pytest.mark.parametrize(
    "label", ["", ":", "Cells:", "Foundations:", "Reserve:", "Face-down:", "X" * 99999 + ":"]
)
def test_giant_lines_are_refused(word: str, label: str) -> None:
    with pytest.raises(NotationError) as error:
        BoardNotation(SMALL).read(f"{label} {word}\n" + SMALL_BOARD)
    assert len(str(error.value)) < 200


def test_boards_of_random_play_read_back() -> None:
    """Positions in the middle of a game, with the reserve partly gone."""
    choose = random.Random(4)
    for number in range(50):
        position = dealt(TREVI, number)
        piles = [list(pile) for pile in position.piles]
        reserve = list(position.reserve)
        for _ in range(choose.randint(1, 8)):
            choose.choice(piles).append(reserve.pop(choose.randrange(len(reserve))))
        moved = replace(position, piles=tuple(map(tuple, piles)), reserve=tuple(reserve))
        assert board(BoardNotation(TREVI).text(moved), TREVI) == moved
