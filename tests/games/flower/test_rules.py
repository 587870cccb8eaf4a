import random
from dataclasses import replace

import pytest
from flower_deals import won_deal

from solver.cards.cards import UNKNOWN, names_of, pack, parse_card
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position
from solver.cards.shuffle import STREAM_REDEAL, shuffled
from solver.games.flower.game import FlowerGame
from solver.games.flower.rules import (
    FLOWER,
    FlowerRules,
    Redeal,
)

#: Two beds of two, a bouquet of two: two suits of three ranks.
SMALL = FlowerRules(beds=2, bed_height=2, ranks=3, suits=2)
BOUQUET = Place(Kind.RESERVE)


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def bed(slot: int) -> Place:
    return Place(Kind.PILE, slot)


def foundation(suit: int) -> Place:
    return Place(Kind.FOUNDATION, suit)


def start(text: str, rules: FlowerRules = SMALL) -> Position:
    return rules.initial(Deal(cards(text), 0, "file"))


def test_the_layout_of_the_full_game() -> None:
    position = FLOWER.initial(Deal(tuple(pack()), 0, "file"))
    assert position.piles[1] == (1, 7, 13, 19, 25, 31)
    assert position.reserve == tuple(range(36, 52))
    assert FLOWER.bouquet == 16
    assert (position.cells, position.down, position.cards_up) == ((), frozenset(), 0)


def test_the_front_cards_and_the_bouquet_can_move() -> None:
    position = start("2C AC 3C AD 2D 3D")
    assert position.piles == (cards("2C 3C"), cards("AC AD"))
    assert SMALL.legal_moves(position) == [Move(parse_card("AD"), bed(1), foundation(1))]
    position = SMALL.apply(position, SMALL.legal_moves(position)[0])
    assert SMALL.legal_moves(position) == [
        Move(parse_card("AC"), bed(1), foundation(0)),
        Move(parse_card("2D"), BOUQUET, foundation(1)),
    ]


def test_a_simple_deal_that_is_won() -> None:
    position, moves = SMALL.play_out(start("3C 3D 2C 2D AC AD"))
    assert SMALL.is_won(position)
    assert position == Position(piles=((), ()), foundations=(3, 3, 0, 0))
    assert names_of(move.card for move in moves) == "AC 2C 3C AD 2D 3D"


def test_a_simple_deal_that_is_lost() -> None:
    """The ace of clubs lies under its own two, the ace of diamonds under the three of clubs."""
    position, moves = SMALL.play_out(start("AC AD 2C 3C 2D 3D"))
    assert (position.cards_up, moves) == (0, ())
    assert not SMALL.is_won(position)


def test_a_deal_whose_cards_lie_in_playing_order_is_won() -> None:
    position, moves = FLOWER.play_out(FLOWER.initial(Deal(tuple(pack()[::-1]), 0, "file")))
    assert FLOWER.is_won(position)
    assert len(moves) == 52


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_that_was_built_to_be_won_is_won(seed: int) -> None:
    for rules in (FLOWER, SMALL, FlowerRules(beds=8, bed_height=4, ranks=11, suits=3)):
        deal = Deal(won_deal(rules, random.Random(seed)), 0, "file")
        position, _ = rules.play_out(rules.initial(deal))
        assert rules.is_won(position)


def test_every_order_of_play_ends_in_the_same_position() -> None:
    choose = random.Random(3)
    for number in range(150):
        dealt = FLOWER.initial(Deal(shuffled(pack(), number), number))
        end, _ = FLOWER.play_out(dealt)
        position = dealt
        while moves := FLOWER.legal_moves(position):
            position = FLOWER.apply(position, choose.choice(moves))
        assert position == end
        FLOWER.check(position)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (("AC", bed(1), foundation(0)), "AC is not the front card of bed 2"),
        (("AC", bed(0), foundation(0)), "AC does not lie in bed 1"),
        (("AD", bed(2), foundation(1)), "AD does not lie in bed 3"),
        (("AD", bed(-1), foundation(1)), "AD does not lie in bed 0"),
        (("AD", BOUQUET, foundation(1)), "AD does not lie in the bouquet"),
        (("AD", foundation(1), foundation(1)), "AD can come from a bed or the bouquet only"),
        (("AD", bed(1), bed(0)), "AD can go to a foundation only"),
        (("AD", bed(1), foundation(0)), "AD goes to the foundation of its own suit only"),
        (("2D", BOUQUET, foundation(1)), "2D is not the next card of its foundation"),
    ],
)
def test_illegal_moves(move: tuple[str, Place, Place], reason: str) -> None:
    name, source, target = move
    with pytest.raises(IllegalMove) as error:
        SMALL.apply(start("2C AC 3C AD 2D 3D"), Move(parse_card(name), source, target))
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"beds": 0}, "beds = 0 is not in 1 … 52"),
        ({"beds": 53}, "beds = 53 is not in 1 … 52"),
        ({"ranks": 14}, "ranks = 14 is not in 1 … 13"),
        ({"suits": 5}, "suits = 5 is not in 1 … 4"),
        ({"bed_height": 53}, "bed_height = 53 is not in 0 … 52"),
        ({"bouquet": 53}, "bouquet = 53 is not in 0 … 52"),
        ({"bouquet": -2}, "bouquet = -2 is not in 0 … 52"),
        ({"bed_height": 9}, "6 beds of 9 need more than the 52 cards of the pack"),
        ({"ranks": 1, "suits": 2}, "6 beds of 6 need more than the 2 cards of the pack"),
        (
            {"bed_height": 6, "bouquet": 15},
            "6 beds of 6 and a bouquet of 15 do not make up the 52 cards of the pack",
        ),
        (
            {"bed_height": 6, "bouquet": 22},
            "6 beds of 6 and a bouquet of 22 do not make up the 52 cards of the pack",
        ),
        ({"redeal": "both"}, "redeal = both is none of none, beds-first, bouquet-first"),
    ],
)
def test_rules_that_no_game_can_be_dealt_by(fields: dict[str, int], reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{reason}$"):
        FlowerRules(**fields)  # type: ignore[arg-type]


def test_the_smallest_and_the_tightest_layouts() -> None:
    assert FlowerRules(beds=4, bed_height=13).bouquet == 0
    assert FlowerRules(beds=1, bed_height=1, ranks=1, suits=1).deck_size == 1


@pytest.mark.parametrize(
    ("bouquet", "height", "last_row"), [(0, 9, 4), (16, 6, 6), (17, 6, 5), (51, 1, 1), (52, 0, 0)]
)
def test_the_beds_share_what_the_bouquet_leaves(bouquet: int, height: int, last_row: int) -> None:
    rules = FlowerRules(bouquet=bouquet)
    assert (rules.bed_height, rules.bed_cards) == (height, 52 - bouquet)
    assert replace(rules) == rules
    position = rules.initial(Deal(tuple(pack()), 0, "file"))
    assert len(position.reserve) == bouquet
    assert sorted(sum(position.piles, ())) == list(range(52 - bouquet))
    heights = [len(pile) for pile in position.piles]
    assert heights == [height] * last_row + [max(height - 1, 0)] * (6 - last_row)


def test_without_beds_of_any_height_all_cards_are_the_bouquet() -> None:
    assert FlowerRules(bed_height=0).bouquet == 52


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"piles": (cards("2C 3C"),)}, "the position has 1 bed, not 2"),
        ({"cells": (None,)}, "Flower Garden has no cells"),
        ({"reserve": cards("2D")}, "missing from the position: 3D"),
        ({"reserve": (*cards("2D 3D"), 0)}, "AC lies in two places: the reserve and pile 2"),
        ({"reserve": cards("2D 3D 4D")}, "the reserve holds a card that is not in the deck: 13"),
        ({"reserve": (*cards("2D"), UNKNOWN)}, "a card of the reserve is not known"),
        ({"foundations": (4, 0, 0, 0)}, "foundation C holds 4 cards, not 0 … 3"),
        ({"foundations": (0, 0, 1, 0)}, "foundation H holds 1 card, not 0 … 0"),
        ({"foundations": (1, 0, 0, 0)}, "AC lies in two places: foundation C and pile 2"),
        ({"down": frozenset(cards("2C"))}, "no card lies face down, but 2C"),
    ],
)
def test_positions_that_cannot_lie_on_a_table(change: dict[str, object], reason: str) -> None:
    position = start("2C AC 3C AD 2D 3D")
    SMALL.check(position)
    with pytest.raises(ValueError, match=f"^{reason}$"):
        SMALL.check(replace(position, **change))  # type: ignore[arg-type]


def test_a_deal_of_the_wrong_size() -> None:
    with pytest.raises(ValueError, match=r"^the deal has 5 cards, not 6$"):
        start("2C AC 3C AD 2D")


STUCK = Position(
    piles=(cards("AC 4C 2C"), (), cards("4D 3D")), reserve=cards("3C 2D"), foundations=(0, 1, 0, 0)
)
#: Three beds of two, a bouquet of two: two suits of four ranks.
REDEALT = FlowerRules(beds=3, bed_height=2, ranks=4, suits=2, redeal=Redeal.BEDS_FIRST)


def test_a_redeal_fills_the_beds_first() -> None:
    order = shuffled(cards("AC 4C 2C 4D 3D 3C 2D"), 5, STREAM_REDEAL)
    position = REDEALT.redealt(STUCK, 5)
    assert position.piles == ((order[0], order[3]), (order[1], order[4]), (order[2], order[5]))
    assert position.reserve == order[6:]
    assert position.foundations == STUCK.foundations


def test_a_redeal_fills_the_bouquet_first() -> None:
    order = shuffled(cards("AC 4C 2C 4D 3D 3C 2D"), 5, STREAM_REDEAL)
    rules = replace(REDEALT, redeal=Redeal.BOUQUET_FIRST)
    position = rules.redealt(STUCK, 5)
    assert position.reserve == order[:2]
    assert position.piles == ((order[2], order[5]), (order[3], order[6]), (order[4],))


def test_few_cards_left_fill_part_of_a_row() -> None:
    few = Position(piles=((), (), ()), reserve=cards("4C 4D"), foundations=(3, 3, 0, 0))
    assert {len(pile) for pile in REDEALT.redealt(few, 1).piles} == {0, 1}
    assert REDEALT.redealt(few, 1).reserve == ()


@pytest.mark.parametrize("order", [Redeal.BEDS_FIRST, Redeal.BOUQUET_FIRST])
def test_a_stuck_play_is_dealt_again_once_and_its_moves_can_be_replayed(order: Redeal) -> None:
    rules = replace(REDEALT, redeal=order)
    won_again = 0
    for number in range(300):
        dealt = rules.initial(Deal(shuffled(pack(4, 2), number), number))
        stuck, before = replace(rules, redeal=Redeal.NONE).play_out(dealt)
        end, moves = rules.play_out(dealt, number)
        assert moves[: len(before)] == before
        if rules.is_won(stuck):
            assert end == stuck
            continue
        again, after = replace(rules, redeal=Redeal.NONE).play_out(rules.redealt(stuck, number))
        assert (end, moves) == (again, before + after)
        if after:
            assert FlowerGame("flower", rules).replay(dealt, moves, number) == end
        won_again += rules.is_won(end)
    assert won_again


def test_without_the_switch_nothing_is_dealt_again() -> None:
    dealt = start("AC AD 2C 3C 2D 3D")
    assert SMALL.play_out(dealt, 7) == (dealt, ())


def test_a_replay_names_the_first_bad_step() -> None:
    dealt = start("3C 3D 2C 2D AC AD")
    _, moves = SMALL.play_out(dealt)
    assert SMALL.replay(dealt, moves) == SMALL.play_out(dealt)[0]
    with pytest.raises(IllegalMove, match=r"^step 2: 3C is not the front card of bed 1$"):
        SMALL.replay(dealt, (moves[0], moves[2]))
