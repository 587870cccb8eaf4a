"""Deals of Flower Garden that are won, which no random deal is."""

import random

from solver.cards.cards import pack
from solver.games.flower.rules import FlowerRules


def won_deal(rules: FlowerRules, choose: random.Random) -> tuple[int, ...]:
    """A deal that is won: cards that go up in a random order, laid the other way round."""
    left = [pack(rules.ranks, rules.suits)[suit :: rules.suits] for suit in range(rules.suits)]
    room = rules.beds * rules.bed_height
    order: list[int] = [-1] * rules.deck_size
    beds = [list(range(bed, room, rules.beds)) for bed in range(rules.beds)]
    bouquet = list(range(room, rules.deck_size))
    choose.shuffle(bouquet)
    while any(left):
        cards = choose.choice([cards for cards in left if cards])
        places = choose.choice([places for places in (*beds, bouquet) if places])
        order[places.pop()] = cards.pop(0)
    return tuple(order)
