from solver.cards.cards import pack
from solver.cards.deal import Deal, Kind, Place, Position, Verdict, deal_rows


def test_piles_are_dealt_row_by_row() -> None:
    assert deal_rows(tuple(range(10)), piles=3, height=2) == ((0, 3), (1, 4), (2, 5))


def test_the_rows_of_a_full_deal_leave_the_last_sixteen_cards() -> None:
    piles = deal_rows(tuple(pack()), piles=6, height=6)
    assert piles[2] == (2, 8, 14, 20, 26, 32)
    assert sorted(card for pile in piles for card in pile) == list(range(36))


def test_a_position_counts_the_cards_on_its_foundations() -> None:
    assert Position(piles=()).cards_up == 0
    assert Position(piles=(), foundations=(13, 0, 2, 1)).cards_up == 16


def test_a_place_without_a_slot_has_slot_zero() -> None:
    assert Place(Kind.RESERVE) == Place(Kind.RESERVE, 0)


def test_the_verdicts_are_the_words_of_the_contract() -> None:
    assert [str(verdict) for verdict in Verdict] == ["solvable", "unsolvable", "undecided"]


def test_a_deal_is_native_unless_it_says_otherwise() -> None:
    assert Deal(cards=(), number=1).numbering == "native"
