import random

import pytest
from flower_deals import won_deal

from solver.cards.cards import card, pack, parse_card, rank_of, suit_of
from solver.cards.deal import Deal, Position
from solver.cards.shuffle import shuffled
from solver.games.flower.rules import FLOWER, FlowerRules, Redeal
from solver.games.flower.why import Link, circle


def cards(text: str) -> tuple[int, ...]:
    return tuple(map(parse_card, text.split()))


def check_links(links: tuple[Link, ...], stuck: Position, dealt: Position) -> None:
    """Each link is true of the position, and of the deal; together they make a circle."""
    assert links
    for link, following in zip(links, links[1:] + links[:1], strict=True):
        assert link.card == card(stuck.foundations[suit_of(link.card)], suit_of(link.card))
        for position in (stuck, dealt):
            pile = position.piles[link.bed]
            assert pile.index(link.card) < pile.index(link.under)
        assert suit_of(link.waits_for) == suit_of(link.under)
        assert rank_of(link.waits_for) < rank_of(link.under)
        assert link.waits_for == following.card
    assert len({link.card for link in links}) == len(links)


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        (FLOWER, 4000),
        (FlowerRules(bouquet=30), 1000),
        (FlowerRules(beds=13, bouquet=0), 1000),
        (FlowerRules(beds=2, bed_height=2, ranks=3, suits=2), 1000),
        (FlowerRules(beds=3, bed_height=3, ranks=10, suits=1), 1000),
    ],
)
def test_every_lost_deal_has_a_circle_and_no_won_one(rules: FlowerRules, deals: int) -> None:
    lengths = set()
    for number in range(deals):
        dealt = rules.initial(Deal(shuffled(pack(rules.ranks, rules.suits), number), number))
        stuck, _ = rules.play_out(dealt)
        links = circle(rules, stuck)
        if stuck.cards_up == rules.deck_size:
            assert links == ()
        else:
            check_links(links, stuck, dealt)
        lengths.add(len(links))
    assert len(lengths) > 1


@pytest.mark.parametrize("seed", range(50))
def test_deals_that_are_almost_won(seed: int) -> None:
    choose = random.Random(seed)
    order = list(won_deal(FLOWER, choose))
    left, right = choose.sample(range(36), 2)
    order[left], order[right] = order[right], order[left]
    dealt = FLOWER.initial(Deal(tuple(order), 0, "file"))
    stuck, _ = FLOWER.play_out(dealt)
    if stuck.cards_up < 52:
        check_links(circle(FLOWER, stuck), stuck, dealt)
    else:
        assert circle(FLOWER, stuck) == ()


def test_a_circle_through_two_beds() -> None:
    stuck = Position(piles=(cards("AC 2D"), cards("AD 2C")))
    links = circle(FlowerRules(beds=2, bed_height=2, ranks=2, suits=2), stuck)
    assert links == (
        Link(parse_card("AC"), 0, parse_card("2D"), parse_card("AD")),
        Link(parse_card("AD"), 1, parse_card("2C"), parse_card("AC")),
    )


def test_the_shortest_circle_is_found() -> None:
    """The aces of clubs and diamonds wait for each other; that of hearts lies under its own two."""
    stuck = Position(piles=(cards("AC 2D"), cards("AD 2C"), cards("AH 2H")))
    links = circle(FlowerRules(beds=3, bed_height=2, ranks=2, suits=3), stuck)
    assert links == (Link(parse_card("AH"), 2, parse_card("2H"), parse_card("AH")),)


def test_a_next_card_may_lie_on_another_one() -> None:
    stuck = Position(piles=(cards("AC AD 2C"), cards("2D")))
    rules = FlowerRules(beds=2, bouquet=0, ranks=2, suits=2)
    links = circle(rules, stuck)
    assert links == (Link(parse_card("AC"), 0, parse_card("2C"), parse_card("AC")),)
    stuck = Position(piles=(cards("AC AD 2H"), cards("AH 2C 2D")))
    links = circle(FlowerRules(beds=2, bouquet=0, ranks=2, suits=3), stuck)
    assert len(links) == 2
    check_links(links, stuck, stuck)


def test_after_a_redeal_the_second_dealing_counts() -> None:
    rules = FlowerRules(redeal=Redeal.BEDS_FIRST)
    for number in range(200):
        dealt = rules.initial(Deal(shuffled(pack(), number), number))
        stuck, _ = rules.play_out(dealt, number)
        check_links(circle(rules, stuck), stuck, stuck)


def test_a_position_that_can_go_on_has_no_answer() -> None:
    stuck = Position(piles=(cards("AC 2D"), cards("2C AD")))
    with pytest.raises(ValueError, match="not stuck"):
        circle(FlowerRules(beds=2, bed_height=2, ranks=2, suits=2), stuck)
