"""Moves in words and in JSON: what is written reads back, what is spoilt is refused."""

import json
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played, spoilt

from solver.cards.cards import parse_card
from solver.cards.deal import Kind, Move, Outcome, Place, Verdict
from solver.games import GAMES, Budget
from solver.report.board import move_texts
from solver.report.solve import Shown, solved_json, solved_text
from solver.runs.sample import Solved
from solver.text.moves import ParsedMoves, PlaceNames, read_moves
from solver.text.scanner import NotationError, decoded

GAME_NAMES = list(GAMES)

SEVEN, SIX, TEN = map(parse_card, ("7H", "6S", "TC"))
MOVE = Move(SEVEN, Place(Kind.PILE, 2), Place(Kind.PILE, 4))


def only(text: str) -> ParsedMoves:
    (parsed,) = read_moves(text)
    return parsed


def one(text: str) -> Move:
    (move,) = only(text).moves
    return move


def solution(name: str, number: int, choose: random.Random) -> Solved:
    """Some play of a native deal, as if it were its solution."""
    game = GAMES[name]
    start = game.start(game.deal(number))
    moves = played(game, start, choose, choose.randrange(40))
    return Solved(number, start, Outcome(Verdict.SOLVABLE, 7, tuple(moves), stats={}), 0.1)


def written(name: str, solutions: Sequence[Solved], form: str, boards: bool = False) -> str:
    """What ``garden solve --moves`` prints."""
    game, shown = GAMES[name], Shown(moves=True, boards=boards)
    if form == "json":
        texts = (json.dumps(solved_json(game, one, "native", shown)) for one in solutions)
    else:
        texts = (solved_text(game, one, shown) for one in solutions)
    return "\n".join(texts)


@pytest.mark.parametrize("form", ["words", "json"])
@given(st.sampled_from(GAME_NAMES), st.integers(0, 2**63 - 1), st.randoms())
def test_what_is_written_reads_back(form, name, number, choose):
    game = GAMES[name]
    solutions = [solution(name, number, choose) for _ in range(choose.randrange(1, 4))]
    read = read_moves(written(name, solutions, form), game.words.places)
    assert [parsed.moves for parsed in read] == [one.outcome.moves for one in solutions]
    if form == "words":
        boards = read_moves(written(name, solutions, form, boards=True), game.words.places)
        assert [parsed.moves for parsed in boards] == [parsed.moves for parsed in read]
        lifted = [
            tuple(step.lifted for step in game.steps(one.start, one.outcome.moves, 0))
            for one in solutions
        ]
        assert [parsed.cards for parsed in read] == lifted


@pytest.mark.parametrize(
    "text",
    [
        "7♥ from pile 3 to pile 5",
        "   12. 7♥ from pile 3 to pile 5",
        "12 7H from pile 3 to pile 5",
        "7♥\ufe0f from pile 3 to pile 5",
        "7) 7h FROM the Pile 3 TO PILE 5.",
        "7h from bed 3 to column 5",
        "\ufeff# a comment\n\n7H from pile 3 to pile 5\r\n",
        "deal 4: solvable, 9 states\n  7H from pile 3 to pile 5",
        '{"card": "7h", "from": "pile 3", "to": "Pile 5"}',
        '[{"card": "7♥", "from": "pile 3", "to": "pile 5"}]',
        '{"deal": 8, "moves": [{"card": "7H", "from": "pile 3", "to": "pile 5"}], "states": 4}',
    ],
)
def test_every_way_to_tell_a_move(text):
    assert one(text) == MOVE


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("cell 2", Place(Kind.CELL, 1)),
        ("the fountain", Place(Kind.RESERVE)),
        ("Reserve", Place(Kind.RESERVE)),
        ("the bouquet", Place(Kind.RESERVE)),
        ("the foundation", Place(Kind.FOUNDATION, 0)),
        ("foundation C", Place(Kind.FOUNDATION, 0)),
        ("foundation ♠", Place(Kind.FOUNDATION, 3)),
        ("foundation h", Place(Kind.FOUNDATION, 2)),
    ],
)
def test_every_place(words, place):
    assert one(f"10♣ from {words} to pile 1") == Move(TEN, place, Place(Kind.PILE, 0))
    assert one(f"tc from pile 1 to {words}") == Move(TEN, Place(Kind.PILE, 0), place)
    assert one(json.dumps({"card": "TC", "from": words, "to": "pile 1"})).source == place


@pytest.mark.parametrize(
    "how", ["", ", with all of the talon", " with all of the talon, turned over"]
)
def test_every_way_to_tell_a_redeal(how):
    redeal = Move(TEN, Place(Kind.TALON), Place(Kind.HAND))
    assert one(f"10♣ from the talon to the hand{how}") == redeal
    with pytest.raises(NotationError, match="column 32: 'twice' is too much here"):
        one("10♣ from the talon to the hand twice")


def test_the_redeal_of_a_solution_reads_back():
    game = GAMES["red-black"]
    start = game.start(game.deal(1))
    moves = game.search.worker(Budget()).solve(start, 1).moves
    (place,) = (n for n, move in enumerate(moves) if move.target.kind is Kind.HAND)
    text = list(move_texts(game, start, moves))[place]
    assert text.endswith(" from the talon to the hand, with all of the talon, shuffled")
    assert one(text) == moves[place]


def test_of_several_cards_the_lowest_one_moves():
    parsed = only("7h 6s from pile 3 to pile 5")
    assert parsed == ParsedMoves((MOVE,), ((SEVEN, SIX),), (1,))


def test_moves_know_their_lines():
    assert only("# one\n 1. 7H from pile 3 to pile 5\n\n 2. TC from cell 1 to pile 1").lines == (
        2,
        4,
    )
    text = '{"moves": [\n{"card": "7H", "from": "pile 3", "to": "pile 5"}]}'
    assert only(text).lines == (2,)


def test_moves_of_several_deals():
    text = "deal 1: solvable\n 1. 7H from pile 3 to pile 5\ndeal 2: unsolvable, 9 states\ndeal 3: x"
    assert [parsed.moves for parsed in read_moves(text)] == [(MOVE,), (), ()]
    move = {"card": "7H", "from": "pile 3", "to": "pile 5"}
    lines = [{"deal": 1, "moves": [move, move]}, {"deal": 2, "moves": None}]
    assert [len(parsed.moves) for parsed in read_moves("\n".join(map(json.dumps, lines)))] == [2, 0]
    assert [len(parsed.moves) for parsed in read_moves("\n".join(map(json.dumps, [move] * 3)))] == [
        3
    ]


def test_boards_between_numbered_moves_are_skipped():
    board = "    Foundations  -♣  -♦\n    1   2\n  10♥  9♠\n"
    text = (
        f"deal 1: solvable\n  1. 7H from pile 3 to pile 5\n{board}\n  2. TC from cell 1 to pile 1"
    )
    assert len(only(text).moves) == 2
    with pytest.raises(NotationError, match="line 4, column 5: here should be a move"):
        read_moves(text.replace("    1   2", "    9♠ pile 1 to 2"))
    with pytest.raises(NotationError, match="line 2, column 5: here should be a move"):
        read_moves(text.partition("\n")[2].replace("1. ", "").replace("2. ", ""))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "there are no moves: the text is empty"),
        ("# nothing\n", "there are no moves: the text is empty"),
        ("7H pile 3 to pile 5", "line 1, column 1: here should be a move"),
        ("7H to pile 5 from pile 3", "line 1, column 1: here should be a move"),
        ("\n 1. from pile 3 to pile 5", "line 2, column 2: here should be a move"),
        ("7X from pile 3 to pile 5", "line 1, column 1: '7X' is no card: no such suit"),
        ("7H 6 from pile 3 to pile 5", "line 1, column 4: '6' is no card: no such rank"),
        ("7H from pile to pile 5", "line 1, column 9: which pile? Its number is missing"),
        ("7H from to pile 5", "line 1, column 4: after 'from' should be a place"),
        ("7H from pile 3 to the", "line 1, column 16: after 'to' should be a place"),
        ("7H from heap 3 to pile 5", "line 1, column 9: 'heap' is no place: there are pile,"),
        ("7H from pile three to pile 5", "line 1, column 14: 'three' is no number from 1"),
        ("7H from pile 0 to pile 5", "line 1, column 14: '0' is no number from 1"),
        ("7H from pile 3 to cell 5 then", "line 1, column 26: 'then' is too much here"),
        ("7H from pile 3 to pile 5 for", "line 1, column 26: after 'for' should be one card"),
        ("7H from pile 3 to pile 5 for 9H 8S", "line 1, column 26: after 'for' should be one"),
        ("7H from pile 3 to pile 5 for me", "line 1, column 30: 'me' is no card"),
        ("7H from pile 3 to foundation X", "line 1, column 30: 'x' is no suit"),
        ("1. 7H from pile 3 to pile 5\n2. and so on", "line 2, column 1: here should be a move"),
        ('{"card": "7H", "from": "pile 1"}', "line 1, column 1: a move needs its 'to'"),
        ("[7]", "line 1, column 2: here should be a move, an object in braces"),
        ('{"moves": 7}', "line 1, column 11: here should be a list of moves"),
        ('{"card": "7H", "form": "pile 1"}', "line 1, column 16: unknown name 'form'"),
        ('[{"card": "7H", "from": "pile", "to": "cell 1"}]', "line 1, column 25: which pile?"),
        ('[{"card": "7H", "from": "", "to": "cell 1"}]', "line 1, column 25: after '' should"),
    ],
)
def test_what_tells_no_moves_is_refused_with_its_place(text, reason):
    with pytest.raises(NotationError) as error:
        read_moves(text)
    assert str(error.value).startswith(reason)


def test_a_game_may_have_its_own_words_for_pile_and_reserve():
    names = PlaceNames("stack", "pond")
    text = "7H from stack 3 to stack 5\n6S from the pond to pile 1"
    (parsed,) = read_moves(text, names)
    places = [Place(Kind.RESERVE), Place(Kind.PILE, 0)]
    assert parsed.moves == (MOVE, Move(SIX, *places))
    with pytest.raises(NotationError, match="'stack' is no place"):
        read_moves(text)


def test_the_example_of_a_move_has_the_words_of_the_game():
    with pytest.raises(NotationError, match="such as '7♥ from place 3 to place 5'"):
        read_moves("7S to place 5", PlaceNames(pile="place"))


def assert_spoilt_moves_are_read_or_refused(form: str, count: int) -> None:
    choose = random.Random(form)
    refused = 0
    for _ in range(count):
        name = choose.choice(GAME_NAMES)
        text = written(name, [solution(name, choose.randrange(1000), choose)], form)
        try:
            read_moves(decoded(spoilt(text, choose)))
        except NotationError as error:
            message = str(error)
            refused += (
                "\n" not in message
                and len(message) < 300
                and (error.line is not None or "there are no moves" in message)
            )
        else:
            count -= 1
    assert 0 < refused == count


@pytest.mark.parametrize("form", ["words", "json"])
def test_spoilt_moves_are_read_or_refused(form):
    assert_spoilt_moves_are_read_or_refused(form, 200)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["words", "json"])
def test_ten_thousand_spoilt_moves_are_read_or_refused(form):
    assert_spoilt_moves_are_read_or_refused(form, 10_000)
