"""Bytes as a text, and words with their places."""

import pytest

from solver.text.scanner import NotationError, Word, boards_of, decoded, lines_of, listed


def test_a_byte_order_mark_is_no_part_of_a_text():
    assert decoded("\ufeff7♥".encode()) == decoded("7♥".encode()) == "7♥"


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xff", (1, 1)),
        (b"7\xe2\x99\xa5 \xff", (1, 4)),
        (b"AC\r\nAD\n\xff", (3, 1)),
        (b"AC\n7\xe2\x99", (2, 2)),
        (b"\xef\xbb\xbfAC \xc0", (1, 4)),
    ],
)
def test_what_is_no_text_is_refused_with_its_place(data, place):
    with pytest.raises(NotationError, match="not a text: byte ") as error:
        decoded(data)
    assert (error.value.line, error.value.column) == place


def test_a_long_word_is_cut_where_it_is_shown():
    assert Word("x" * 99, 1, 2).shown == repr("x" * 16 + "…")
    assert Word("\x00", 1, 2).shown == r"'\x00'"


def test_many_cards_are_counted_rather_than_named():
    assert listed([0]) == "AC is"
    assert listed([0, 1]) == "AC AD are"
    assert listed(range(9)) == "AC AD AH AS and 5 more are"


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ("", []),
        ("2C\n3C\n4C\nTalon:", [[1, 2, 3, 4]]),
        ("Seed: 1\n2C\n3C\n\nTalon:\n\nHand:", [[1, 2, 3, 5, 7]]),
        ("# a\n: 2C\n: 3C\nHand:\n\n# b\nSeed: 2\n: 2C\n3C", [[2, 3, 4], [7, 8, 9]]),
        ("2C\n\n3C\n#\n4C\n5C\n\n6C", [[1, 3], [5, 6], [8]]),
    ],
)
def test_boards_lie_apart(text, boards):
    found = boards_of(lines_of(text), piles=2)
    assert [[line.number for line in board] for board in found] == boards
