import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest
from brute import random_deal
from positions import cards, laid

from solver.cards.cards import parse_card, rank_of, suit_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position
from solver.games.trevi.rules import (
    STONEWALL,
    TREVI,
    TreviRules,
)

#: Small enough to state all moves of a card.
SMALL = TreviRules(ranks=3, piles=2, height=3, hidden_rows=(1,), cells=2)
NO_RETURN = replace(SMALL, foundation_return=False)
TO_CELL = replace(SMALL, return_to_cell=True)

RESERVE = Place(Kind.RESERVE)


def pile(number: int) -> Place:
    return Place(Kind.PILE, number - 1)


def cell(number: int) -> Place:
    return Place(Kind.CELL, number - 1)


def foundation(suit: str) -> Place:
    return Place(Kind.FOUNDATION, "CDHS".index(suit))


def move(name: str, source: Place, target: Place) -> Move:
    return Move(parse_card(name), source, target)


def targets(rules: TreviRules, position: Position, name: str) -> set[Place]:
    """Where a card may go by the list of legal moves; ``apply`` must agree on every place."""
    rules.check(position)
    named = parse_card(name)
    source = place_of(position, named)
    listed = [legal for legal in rules.legal_moves(position) if legal.card == named]
    places = {legal.target for legal in listed}
    assert len(places) == len(listed)
    assert all(legal.source == source for legal in listed)
    for place in every_place(rules):
        if place in places:
            rules.check(rules.apply(position, Move(named, source, place)))
        else:
            with pytest.raises(IllegalMove):
                rules.apply(position, Move(named, source, place))
    return places


def refusal(rules: TreviRules, position: Position, bad: Move) -> str:
    """Why the rules forbid the move, in the words of the error."""
    with pytest.raises(IllegalMove) as caught:
        rules.apply(position, bad)
    return str(caught.value)


def place_of(position: Position, card: int) -> Place:
    """The one place that holds the card."""
    if rank_of(card) < position.foundations[suit_of(card)]:
        return Place(Kind.FOUNDATION, suit_of(card))
    if card in position.reserve:
        return RESERVE
    if card in position.cells:
        return Place(Kind.CELL, position.cells.index(card))
    (slot,) = (slot for slot, pile in enumerate(position.piles) if card in pile)
    return Place(Kind.PILE, slot)


def every_place(rules: TreviRules) -> list[Place]:
    """All places of the table, and one slot too many of each kind."""
    return [
        RESERVE,
        *(Place(Kind.FOUNDATION, suit) for suit in range(5)),
        *(Place(Kind.PILE, slot) for slot in range(rules.piles + 1)),
        *(Place(Kind.CELL, slot) for slot in range(rules.cells + 1)),
    ]


# The layout


def test_trevi_at_the_start():
    position = TREVI.initial(Deal(tuple(range(52)), 1))
    assert position.piles[0] == (0, 6, 12, 18, 24, 30)
    assert position.piles[5] == (5, 11, 17, 23, 29, 35)
    assert position.cells == (36, 37)
    assert position.reserve == tuple(range(38, 52))
    assert position.foundations == (0, 0, 0, 0)
    assert position.down == {*range(0, 6), *range(12, 18), *range(24, 30)}


def test_stonewall_has_no_cells_and_a_reserve_of_sixteen():
    position = STONEWALL.initial(Deal(tuple(range(52)), 1))
    assert position.cells == ()
    assert position.reserve == tuple(range(36, 52))
    assert position.down == TREVI.initial(Deal(tuple(range(52)), 1)).down


def test_the_top_row_is_never_hidden():
    rules = TreviRules(ranks=4, piles=2, height=3, hidden_rows=(1, 2, 3))
    position = rules.initial(Deal(tuple(range(16)), 1))
    assert position.down == {0, 1, 2, 3}


def test_a_hidden_row_counts_once_in_any_order():
    rules = TreviRules(hidden_rows=(5, 1, 3, 1, 5))
    assert rules == TREVI
    assert rules.hidden_rows == (1, 3, 5)


def test_single_row_lies_face_up():
    rules = TreviRules(ranks=1, piles=2, height=1, hidden_rows=(1,), cells=2)
    position = rules.initial(Deal((3, 1, 0, 2), 1))
    assert position == Position(piles=((3,), (1,)), cells=(0, 2))


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"ranks": 0}, "ranks = 0 is not in 1 … 13"),
        ({"ranks": 14}, "ranks = 14 is not in 1 … 13"),
        ({"piles": 0}, "piles = 0 is not in 1 … 8"),
        ({"piles": 9, "height": 1}, "piles = 9 is not in 1 … 8"),
        ({"height": 0}, "height = 0 is not in 1 … 52"),
        ({"cells": -1}, "cells = -1 is not in 0 … 4"),
        ({"cells": 5}, "cells = 5 is not in 0 … 4"),
        ({"ranks": 9}, "6 piles of 6 and 2 cells need more than the 36 cards of the deck"),
        ({"height": 4}, "hidden row 5 is not in 1 … 4"),
        ({"hidden_rows": (0, 1)}, "hidden row 0 is not in 1 … 6"),
        ({"hidden_rows": (-1,)}, "hidden row -1 is not in 1 … 6"),
        ({"hidden_rows": (7, 7)}, "hidden row 7 is not in 1 … 6"),
        (
            {"foundation_return": False, "return_to_cell": True},
            "return_to_cell needs foundation_return",
        ),
    ],
)
def test_rules_that_no_game_has(fields, reason):
    with pytest.raises(ValueError, match=f"^{reason}$"):
        TreviRules(**fields)


def test_the_deck_may_be_used_up_by_the_layout():
    rules = TreviRules(ranks=4, piles=3, height=5, hidden_rows=(), cells=1)
    assert rules.initial(random_deal(4, 1)).reserve == ()


# Positions that cannot be

GOOD = laid("<2C> 3H 2S", "<AC> 2D AS", cells="AH -", reserve="AD 2H 3C 3D 3S")


def test_a_good_position_passes():
    SMALL.check(GOOD)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"piles": GOOD.piles[:1]}, "the position has 1 pile, not 2"),
        ({"piles": (*GOOD.piles, ())}, "the position has 3 piles, not 2"),
        ({"cells": (parse_card("AH"),)}, "the position has 1 cell, not 2"),
        ({"foundations": (0, 0, 0)}, "the position has 3 foundations, not 4"),
        ({"foundations": (0, 4, 0, 0)}, "foundation D holds 4 cards, not 0 … 3"),
        ({"foundations": (0, 0, 0, -1)}, "foundation S holds -1 cards, not 0 … 3"),
        ({"foundations": (1, 0, 0, 0)}, "AC lies in two places: foundation C and pile 2"),
        ({"reserve": cards("AD 2H 3C 3D")}, "missing from the position: 3S"),
        ({"reserve": cards("AD 2H 3C")}, "missing from the position: 3D 3S"),
        ({"cells": cards("AH AD")}, "AD lies in two places: cell 2 and the reserve"),
        (
            {"reserve": cards("AD 2H 3C 3D 3S 3S")},
            "3S lies in two places: the reserve and the reserve",
        ),
        (
            {"reserve": cards("AD 2H 3C 3D 3S 4S")},
            "the reserve holds a card that is not in the deck: 15",
        ),
        ({"cells": (parse_card("AH"), -1)}, "a card of cell 2 is not known"),
        ({"down": frozenset(cards("2C AC 2S"))}, "2S is face down on top of a pile"),
        ({"down": frozenset(cards("AH"))}, "AH is face down, but lies in no pile"),
        ({"down": frozenset(cards("3S"))}, "3S is face down, but lies in no pile"),
    ],
)
def test_positions_that_cannot_be(change, reason):
    with pytest.raises(ValueError, match=f"^{reason}$"):
        SMALL.check(replace(GOOD, **change))


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (tuple(range(51)), "the deal has 51 cards, not 52"),
        ((*range(52), 0), "the deal has 53 cards, not 52"),
        ((0, *range(51)), "AC lies in two places: pile 1 and pile 2"),
        ((*range(51), -1), "a card of the reserve is not known"),
        ((*range(51), 52), "the reserve holds a card that is not in the deck: 52"),
    ],
)
def test_deals_of_another_deck(order, reason):
    with pytest.raises(ValueError, match=f"^{reason}$"):
        TREVI.initial(Deal(order, 1))


# Piles


def test_a_pile_builds_down_in_alternating_colours():
    position = laid("3H", "3C", cells="2C 2H", reserve="AC AD AH AS 2D 2S 3D 3S")
    assert targets(SMALL, position, "2C") == {pile(1)}
    assert targets(SMALL, position, "2S") == {pile(1)}
    assert targets(SMALL, position, "2H") == {pile(2)}
    assert targets(SMALL, position, "2D") == {pile(2)}
    assert targets(SMALL, position, "3D") == set()
    for ace in ("AC", "AD", "AH", "AS"):
        assert targets(SMALL, position, ace) == {foundation(ace[1])}


def test_a_king_does_not_go_on_an_ace_nor_an_ace_on_a_king():
    position = laid("AH", "3H", cells="AC 3C", reserve="AD AS 2C 2D 2H 2S 3D 3S")
    assert targets(SMALL, position, "3C") == set()
    assert targets(SMALL, position, "AC") == {foundation("C")}


def test_every_suffix_in_sequence_moves_as_a_unit():
    rules = TreviRules(ranks=4, piles=3, height=4, hidden_rows=(), cells=0)
    position = laid(
        "4C 3H 2S AD",
        "AS 2C 3D",
        "4S",
        reserve="AC AH 2D 2H 3C 3S 4D 4H",
    )
    assert targets(rules, position, "4C") == set()
    assert targets(rules, position, "3H") == {pile(3)}
    assert targets(rules, position, "2S") == {pile(2)}
    assert targets(rules, position, "AD") == {foundation("D")}
    after = rules.apply(position, move("3H", pile(1), pile(3)))
    assert after.piles == (cards("4C"), cards("AS 2C 3D"), cards("4S 3H 2S AD"))
    after = rules.apply(position, move("2S", pile(1), pile(2)))
    assert after.piles == (cards("4C 3H"), cards("AS 2C 3D 2S AD"), cards("4S"))


def test_cards_out_of_sequence_do_not_move_together():
    position = laid("3H 2S AC", "", cells="- -", reserve="AD AH AS 2C 2D 2H 3C 3D 3S")
    assert targets(SMALL, position, "2S") == set()
    assert (
        refusal(SMALL, position, move("2S", pile(1), pile(2)))
        == "the cards from 2S to the top of its pile are no sequence"
    )


def test_a_face_down_card_does_not_move_nor_a_run_through_it():
    for text in ("<3H> 2S AD", "3H <2S> AD"):
        position = laid(text, "", cells="- -", reserve="AC AH AS 2C 2D 2H 3C 3D 3S")
        assert targets(SMALL, position, "3H") == set()
        assert (
            refusal(SMALL, position, move("3H", pile(1), pile(2)))
            == "3H is face down, or lies under a face-down card"
        )


def test_a_face_up_card_under_a_face_down_one_cannot_move():
    position = laid("3H <2S> AD", "", cells="- -", reserve="AC AH AS 2C 2D 2H 3C 3D 3S")
    movable = {legal.card for legal in SMALL.legal_moves(position) if legal.source == pile(1)}
    assert movable == set(cards("AD"))


def test_a_face_down_card_on_top_is_turned_up_for_good():
    position = laid("<2S> 3C AD", "", cells="- -", reserve="AC AH AS 2C 2D 2H 3D 3H 3S")
    position = SMALL.apply(position, move("AD", pile(1), pile(2)))
    assert position.down == set(cards("2S"))
    position = SMALL.apply(position, move("3C", pile(1), cell(1)))
    assert position.down == set()
    position = SMALL.apply(position, move("AD", pile(2), pile(1)))
    assert position.piles[0] == cards("2S AD")
    assert position.down == set()


def test_a_turned_up_card_can_be_part_of_a_run():
    position = laid("<3H> AC", "", cells="- -", reserve="AD AH AS 2C 2D 2H 2S 3C 3D 3S")
    position = SMALL.replay(
        position,
        [move("AC", pile(1), foundation("C")), move("2S", RESERVE, pile(1))],
    )
    position = SMALL.apply(position, move("3H", pile(1), pile(2)))
    assert position.piles == ((), cards("3H 2S"))


def test_any_card_or_run_fills_an_empty_pile_and_each_is_a_target():
    rules = TreviRules(ranks=3, piles=4, height=2, hidden_rows=(), cells=2)
    position = laid("AC 3H 2S", "AS", "", "", cells="2C 3C", reserve="AD AH 2D 2H 3D 3S")
    assert targets(rules, position, "3H") == {pile(3), pile(4)}
    assert targets(rules, position, "2S") == {pile(3), pile(4)}
    assert targets(rules, position, "2C") == {pile(3), pile(4)}
    assert targets(rules, position, "2D") == {pile(3), pile(4)}


def test_a_whole_pile_may_go_to_an_empty_pile():
    position = laid("3H 2S", "", cells="- -", reserve="AC AD AH AS 2C 2D 2H 3C 3D 3S")
    assert targets(SMALL, position, "3H") == {pile(2)}
    after = SMALL.apply(position, move("3H", pile(1), pile(2)))
    assert after.piles == ((), cards("3H 2S"))


def test_a_card_may_leave_a_parent_that_it_fits():
    rules = TreviRules(ranks=2, piles=2, height=2, hidden_rows=(), cells=0)
    position = laid("2C AD", "2S", reserve="AC AH AS 2D 2H")
    assert targets(rules, position, "AD") == {pile(2), foundation("D")}


# The reserve


def test_every_reserve_card_is_available_everywhere_it_fits():
    position = laid("3H", "", cells="2C -", reserve="AC AD AH AS 2D 2H 2S 3C 3D 3S")
    assert targets(SMALL, position, "2S") == {pile(1), pile(2), cell(2)}
    assert targets(SMALL, position, "3S") == {pile(2), cell(2)}
    assert targets(SMALL, position, "AS") == {pile(2), cell(2), foundation("S")}
    after = SMALL.apply(position, move("AH", RESERVE, cell(2)))
    assert after.cells == cards("2C AH")
    assert after.reserve == cards("AC AD AS 2D 2H 2S 3C 3D 3S")


def test_nothing_goes_into_the_reserve():
    position = laid("3H", "2C", cells="2D -", reserve="2H 2S 3C 3D 3S", foundations=(1, 1, 1, 1))
    for name, source in (
        ("3H", pile(1)),
        ("2D", cell(1)),
        ("2H", RESERVE),
        ("AC", foundation("C")),
    ):
        assert (
            refusal(SMALL, position, move(name, source, RESERVE)) == "nothing goes into the reserve"
        )
    assert all(legal.target.kind is not Kind.RESERVE for legal in SMALL.legal_moves(position))


# Cells


def test_a_cell_takes_a_top_card_a_reserve_card_and_the_other_cells_card():
    position = laid("AH 3D", "AS 3C", cells="- 2D", reserve="AC AD 2C 2H 2S 3H 3S")
    assert cell(1) in targets(SMALL, position, "3D")
    assert cell(1) in targets(SMALL, position, "3S")
    assert targets(SMALL, position, "2D") == {pile(2), cell(1)}
    after = SMALL.apply(position, move("2D", cell(2), cell(1)))
    assert after.cells == (parse_card("2D"), None)


def test_each_empty_cell_is_a_target():
    position = laid("AH 3D", "AS 3C", cells="- -", reserve="AC AD 2C 2D 2H 2S 3H 3S")
    assert targets(SMALL, position, "3D") == {cell(1), cell(2)}


def test_a_cell_holds_one_card():
    position = laid("AH 3D", "AS 3C", cells="2D 2H", reserve="AC AD 2C 2S 3H 3S")
    assert targets(SMALL, position, "3D") == set()
    assert refusal(SMALL, position, move("3D", pile(1), cell(2))) == "cell 2 is not empty"


def test_a_cell_does_not_take_a_run():
    position = laid("3D 2C", "AS 3C", cells="- -", reserve="AC AD AH 2D 2H 2S 3H 3S")
    assert targets(SMALL, position, "3D") == set()
    assert refusal(SMALL, position, move("3D", pile(1), cell(1))) == "a cell takes one card only"


def test_out_of_a_cell():
    position = laid("3D", "", cells="2C AH", reserve="AC AD AS 2D 2H 2S 3C 3H 3S")
    assert targets(SMALL, position, "2C") == {pile(1), pile(2)}
    assert targets(SMALL, position, "AH") == {pile(2), foundation("H")}
    after = SMALL.apply(position, move("2C", cell(1), pile(1)))
    assert after.cells == (None, parse_card("AH"))
    assert after.piles[0] == cards("3D 2C")


def test_without_cells_no_move_names_one():
    rules = replace(SMALL, cells=0)
    position = rules.initial(random_deal(3, 1))
    assert all(legal.target.kind is not Kind.CELL for legal in rules.legal_moves(position))
    assert (
        refusal(rules, position, Move(position.reserve[0], RESERVE, cell(1)))
        == "there is no cell 1"
    )


# Foundations

HALF_UP = laid("3H", "2S", cells="3C -", reserve="2H 3D 3S", foundations=(2, 2, 1, 1))


def test_foundations_go_up_in_suit():
    assert targets(SMALL, HALF_UP, "3C") == {foundation("C"), cell(2)}
    assert targets(SMALL, HALF_UP, "3D") == {foundation("D"), cell(2)}
    assert targets(SMALL, HALF_UP, "2S") == {foundation("S"), pile(1), cell(2)}
    assert targets(SMALL, HALF_UP, "3S") == {cell(2)}
    assert targets(SMALL, HALF_UP, "3H") == {cell(2)}
    after = SMALL.apply(HALF_UP, move("2S", pile(2), foundation("S")))
    assert after.foundations == (2, 2, 1, 2)
    assert after.piles == (cards("3H"), ())
    after = SMALL.apply(HALF_UP, move("3C", cell(1), foundation("C")))
    assert after.foundations == (3, 2, 1, 1)
    assert after.cells == (None, None)


def test_a_foundation_takes_one_card_at_a_time():
    position = laid(
        "2S AD", "3H", cells="- -", reserve="AC AH 2C 2D 2H 3C 3D 3S", foundations=(0, 0, 0, 1)
    )
    assert targets(SMALL, position, "2S") == {pile(2)}
    assert (
        refusal(SMALL, position, move("2S", pile(1), foundation("S")))
        == "a foundation takes one card at a time"
    )


def test_playing_to_a_foundation_is_not_forced():
    assert foundation("S") in targets(SMALL, HALF_UP, "2S")
    after = SMALL.apply(HALF_UP, move("3S", RESERVE, cell(2)))
    assert after.foundations == HALF_UP.foundations


def test_a_foundations_top_card_comes_back_to_a_pile_that_accepts_it():
    assert targets(SMALL, HALF_UP, "2C") == {pile(1)}
    assert targets(SMALL, HALF_UP, "AH") == {pile(2)}
    assert targets(SMALL, HALF_UP, "2D") == set()
    after = SMALL.apply(HALF_UP, move("2C", foundation("C"), pile(1)))
    assert after.foundations == (1, 2, 1, 1)
    assert after.piles[0] == cards("3H 2C")


def test_a_foundations_top_card_comes_back_to_an_empty_pile():
    position = replace(HALF_UP, piles=(cards("3H"), ()), foundations=(2, 2, 1, 2))
    assert targets(SMALL, position, "AH") == {pile(2)}
    assert targets(SMALL, position, "2D") == {pile(2)}
    assert targets(SMALL, position, "2C") == {pile(1), pile(2)}


def test_a_whole_deck_may_come_back():
    up = Position(piles=((), ()), cells=(None, None), foundations=(3, 3, 3, 3))
    assert targets(SMALL, up, "3C") == {pile(1), pile(2)}


def test_only_the_top_card_comes_back():
    position = laid("2S", "3H", cells="3C -", reserve="2H 3D 3S", foundations=(2, 2, 1, 1))
    assert targets(SMALL, position, "AD") == set()
    assert (
        refusal(SMALL, position, move("AD", foundation("D"), pile(1)))
        == "AD is not the top card of its foundation"
    )


def test_no_card_goes_from_a_foundation_to_a_foundation():
    for target in (foundation("C"), foundation("D")):
        assert (
            refusal(SMALL, HALF_UP, move("2C", foundation("C"), target))
            == "a card cannot go from a foundation to a foundation"
        )


def test_a_foundation_card_goes_to_a_cell_only_by_the_switch():
    assert (
        refusal(SMALL, HALF_UP, move("2D", foundation("D"), cell(2)))
        == "a card from a foundation cannot go into a cell"
    )
    assert targets(TO_CELL, HALF_UP, "2D") == {cell(2)}
    assert targets(TO_CELL, HALF_UP, "2C") == {cell(2), pile(1)}
    after = TO_CELL.apply(HALF_UP, move("2D", foundation("D"), cell(2)))
    assert after.cells == cards("3C 2D")
    assert after.foundations == (2, 1, 1, 1)


def test_no_return_at_all_by_the_switch():
    assert targets(NO_RETURN, HALF_UP, "2C") == set()
    assert (
        refusal(NO_RETURN, HALF_UP, move("2C", foundation("C"), pile(1)))
        == "nothing comes back from a foundation"
    )
    returning = {
        legal for legal in SMALL.legal_moves(HALF_UP) if legal.source.kind is Kind.FOUNDATION
    }
    assert set(NO_RETURN.legal_moves(HALF_UP)) == set(SMALL.legal_moves(HALF_UP)) - returning


# Bad moves, winning, replay


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (move("3S", pile(1), cell(2)), "3S does not lie in pile 1"),
        (move("3S", cell(2), pile(1)), "3S does not lie in cell 2"),
        (move("3H", RESERVE, cell(2)), "3H does not lie in the reserve"),
        (move("3H", pile(3), cell(2)), "3H does not lie in pile 3"),
        (move("3H", Place(Kind.PILE, -2), cell(2)), "3H does not lie in pile -1"),
        (move("3C", foundation("C"), pile(1)), "3C does not lie in foundation C"),
        (move("2C", foundation("D"), pile(1)), "2C does not lie in foundation D"),
        (move("3S", RESERVE, pile(3)), "there is no pile 3"),
        (move("3S", RESERVE, Place(Kind.PILE, -1)), "there is no pile 0"),
        (move("3S", RESERVE, cell(3)), "there is no cell 3"),
        (move("3H", pile(1), pile(1)), "3H lies in pile 1 already"),
        (move("3H", pile(1), pile(2)), "3H does not fit on 2S"),
        (move("3C", cell(1), cell(1)), "cell 1 is not empty"),
        (move("3C", cell(1), foundation("S")), "3C is not of the suit of foundation S"),
        (move("3C", cell(1), Place(Kind.FOUNDATION, 4)), "3C is not of the suit of foundation 5"),
        (move("3S", RESERVE, foundation("S")), "3S is not the next card of its foundation"),
    ],
)
def test_bad_moves_say_why(bad, reason):
    assert refusal(SMALL, HALF_UP, bad) == reason
    assert bad not in SMALL.legal_moves(HALF_UP)


def test_apply_leaves_the_old_position_alone():
    before = replace(HALF_UP)
    for legal in SMALL.legal_moves(HALF_UP):
        assert SMALL.apply(HALF_UP, legal) != HALF_UP
    assert before == HALF_UP


WINNING = (
    move("2S", pile(2), foundation("S")),
    move("2H", RESERVE, foundation("H")),
    move("3S", RESERVE, foundation("S")),
    move("3H", pile(1), foundation("H")),
    move("3D", RESERVE, foundation("D")),
    move("3C", cell(1), foundation("C")),
)


def test_won_when_all_cards_are_up():
    position = SMALL.replay(HALF_UP, WINNING)
    assert SMALL.is_won(position)
    assert position == Position(piles=((), ()), cells=(None, None), foundations=(3, 3, 3, 3))
    assert not SMALL.is_won(SMALL.replay(HALF_UP, WINNING[:-1]))


def test_replay_names_the_bad_step():
    with pytest.raises(IllegalMove, match=r"^step 3: 2S does not lie in pile 2$"):
        SMALL.replay(HALF_UP, (*WINNING[:2], WINNING[0]))
    assert SMALL.replay(HALF_UP, ()) == HALF_UP


@pytest.mark.parametrize("rules", [TREVI, STONEWALL, replace(TREVI, return_to_cell=True)])
def test_long_playouts_keep_to_possible_positions(rules):
    """Plays the move of a fixed pattern; a card is never lost, doubled, or turned down again."""
    for number in range(5):
        position = rules.initial(random_deal(13, number))
        kinds = Counter()
        for step in range(150):
            moves = rules.legal_moves(position)
            if not moves:
                break
            chosen = moves[(step * 7919 + number * 104729) % len(moves)]
            after = rules.apply(position, chosen)
            rules.check(after)
            assert after.down <= position.down
            kinds[chosen.source.kind, chosen.target.kind] += 1
            position = after
        assert kinds


def test_the_referee_does_not_load_numba():
    code = "import solver.games.trevi.rules, sys; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
