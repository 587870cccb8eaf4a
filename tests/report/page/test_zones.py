"""Each physical card of a table, followed along lines of play that the referee allows."""

import random
from collections import Counter
from functools import cache

import pytest

from solver import games
from solver.cards.deal import Kind, Place, Zone
from solver.report.page.zones import Cards

PLAYED = [
    ("trevi",),
    ("trevi", "cells=3", "return_to_cell=yes"),
    ("stonewall", "hidden_rows=1,2"),
    ("flower", "suits=2", "beds=3"),
    ("olga",),
    ("olga", "runs=yes", "foundation_return=yes"),
    ("olga", "packs=1", "suits=2", "columns=3", "rows=4", "hidden_rows=1,3"),
    ("red-black",),
    ("red-black", "ranks=5", "redeal=turned", "foundation_return=yes"),
    ("red-black", "packs=1", "suits=3", "ranks=4", "columns=2"),
    ("red-black", "ranks=4", "redeal=none"),
    ("caesar",),
]

HAND, TALON = Place(Kind.HAND), Place(Kind.TALON)


@cache
def play(rules: tuple[str, ...], number: int) -> list[tuple]:
    """The positions of a random line of play, each with the move that leads to it and its cards."""
    game = games.find(rules[0]).with_rules(rules[1:])
    position = game.start(game.deal(number))
    line = [(game, None, (), position)]
    chance = random.Random(number)
    while (moves := game.rules.legal_moves(position)) and len(line) < 150:
        move = chance.choice(moves)
        lifted = game.rules.lifted(position, move)
        position = game.rules.apply(position, move)
        line.append((game, move, lifted, position))
    return line


def where(cards: Cards, table: list[Zone]) -> dict[int, Place]:
    """The place of each card, which has to be there once."""
    places = [
        (one, zone.place) for ids, zone in zip(cards.lying, table, strict=True) for one in ids
    ]
    assert sorted(one for one, _ in places) == list(range(len(cards.cards)))
    return dict(places)


@pytest.mark.parametrize("rules", PLAYED, ids=" ".join)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_card_is_somewhere_once_and_stays_what_it_is(rules, number):
    cards, before = None, {}
    for game, move, lifted, position in play(rules, number):
        table = game.rules.zones(position)
        if cards is None:
            cards = Cards(table)
            moved = []
            assert Counter(cards.cards) == Counter(game.rules.deck)
        else:
            moved = cards.move(table)
        after = where(cards, table)
        for ids, zone in zip(cards.lying, table, strict=True):
            assert tuple(cards.cards[one] for one in ids) == zone.cards
        assert {one for one in after if after[one] != before.get(one, after[one])} <= set(moved)
        if move is None:
            pass
        elif move.target == HAND:
            assert [before[one] for one in moved] == [TALON] * len(moved)
            assert HAND not in before.values()
            assert TALON not in after.values()
        else:
            routes = {(cards.cards[one], before[one], after[one]) for one in moved}
            taken = lifted[:1] if game.square else lifted
            there = {(here, move.source, move.target) for here in taken}
            back = {route for route in routes if route[1:] == (move.target, move.source)}
            assert routes == there | back
            assert len(routes) == len(moved) == len(taken) + len(back)
            assert {route[0] for route in routes} == set(lifted)
            assert len(back) == bool(game.square)
        before = after


def test_random_play_comes_to_redeals_and_to_runs():
    """What the test above has to have seen."""
    seen = {
        (move.target.kind, len(lifted) > 1)
        for rules in PLAYED
        for number in (1, 2, 3)
        for _, move, lifted, _ in play(rules, number)
        if move is not None
    }
    assert {(Kind.HAND, False), (Kind.PILE, True), (Kind.FOUNDATION, False)} <= seen


def test_a_talon_that_is_turned_over_is_the_hand_card_by_card():
    game = games.find("red-black").with_rules(["redeal=turned"])
    position = game.start(game.deal(1))
    cards = Cards(game.rules.zones(position))
    hand = next(slot for slot, zone in enumerate(game.rules.zones(position)) if zone.place == HAND)
    first = cards.lying[hand]
    while position.redeals:
        turn = [
            move
            for move in game.rules.legal_moves(position)
            if {move.source, move.target} == {HAND, TALON}
        ]
        position = game.rules.apply(position, *turn)
        moved = cards.move(game.rules.zones(position))
    assert len(moved) == len(position.hand) == 88
    assert len(Counter(position.hand)) < 88
    assert cards.lying[hand] == first


def test_zones_tell_what_lies_face_down():
    trevi, olga = games.find("trevi"), games.find("olga")
    for game, hidden in ((trevi, {0, 2, 4}), (olga, {1, 3, 5})):
        table = game.rules.zones(game.start(game.deal(5)))
        piles = [zone for zone in table if zone.place.kind is Kind.PILE]
        assert [zone.down for zone in piles] == [hidden] * len(piles)
        others = [zone for zone in table if zone.place.kind not in (Kind.PILE, Kind.HAND)]
        assert not any(zone.down for zone in others)
    (hand,) = (zone for zone in table if zone.place == HAND)
    assert len(hand.down) == len(hand.cards) == 79


def test_the_next_card_of_the_hand_lies_on_top():
    game = games.find("red-black")
    start = game.start(game.deal(1))
    (hand,) = (zone for zone in game.rules.zones(start) if zone.place == HAND)
    assert hand.cards[-1] == start.hand[0]


def test_foundations_of_a_short_pack_hold_its_ranks():
    game = games.find("olga").with_rules(["packs=1", "suits=1", "columns=1", "rows=1"])
    text = "Foundations: C-8\n: 9C\nTalon:\nHand: TC JC QC KC"
    ((_, position),) = game.notation.read(text)
    (up, *_) = game.rules.zones(position)
    assert up == Zone(Place(Kind.FOUNDATION, 0), (0, 24, 28))


@pytest.mark.parametrize("after", [(4, 5, 6), (4,)])
def test_cards_neither_come_nor_go(after):
    cards = Cards([Zone(TALON, (4, 5))])
    with pytest.raises(ValueError, match="there before"):
        cards.move([Zone(TALON, after)])
