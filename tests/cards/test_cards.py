import pytest

from solver.cards.cards import (
    DECK_SIZE,
    UNKNOWN,
    card,
    fits,
    is_red,
    name_of,
    names_of,
    pack,
    parse_card,
    rank_of,
    suit_of,
)


def test_the_pack_is_every_card_once_in_the_order_of_the_integers() -> None:
    assert pack() == list(range(DECK_SIZE))
    assert names_of(pack()[:5]) == "AC AD AH AS 2C"
    assert names_of(pack()[-1:]) == "KS"


def test_a_smaller_pack_has_the_first_ranks_and_suits() -> None:
    assert names_of(pack(ranks=2, suits=3)) == "AC AD AH 2C 2D 2H"


def test_a_name_reads_back() -> None:
    for one in pack():
        assert parse_card(name_of(one)) == one
        assert card(rank_of(one), suit_of(one)) == one


@pytest.mark.parametrize(
    ("text", "name"),
    [("10h", "TH"), ("th", "TH"), ("10♥", "TH"), ("a♠", "AS"), (" k♣ ", "KC"), ("2♦", "2D")],
)
def test_other_spellings(text: str, name: str) -> None:
    assert name_of(parse_card(text)) == name


@pytest.mark.parametrize("text", ["", " ", "C", "1C", "11C", "0C", "ATC", "XC", "100C"])
def test_no_such_rank(text: str) -> None:
    with pytest.raises(ValueError, match="no such rank"):
        parse_card(text)


@pytest.mark.parametrize("text", ["A", "7X", "10", "7CC"])
def test_no_such_suit_or_rank(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        parse_card(text)


def test_a_card_that_nobody_has_seen() -> None:
    assert name_of(UNKNOWN) == "??"


def test_colours_and_what_fits() -> None:
    red = [one for one in pack() if is_red(one)]
    assert {name_of(one)[1] for one in red} == {"D", "H"}
    assert len(red) == 26
    seven = parse_card("7H")
    assert {name_of(one) for one in pack() if fits(one, seven)} == {"6C", "6S"}
    assert {name_of(one) for one in pack() if fits(seven, one)} == {"8C", "8S"}
    assert not any(fits(parse_card("KC"), one) for one in pack())


def test_the_same_colour_twin_is_the_card_xor_three() -> None:
    for one in pack():
        twin = one ^ 3
        assert rank_of(twin) == rank_of(one)
        assert suit_of(twin) != suit_of(one)
        assert is_red(twin) == is_red(one)
