"""The numberings: limits, orders, and the package ``pysol-cards`` as the judge of two of them."""

import random

import pytest
from pysol_cards.cards import createCards
from pysol_cards.random import shuffle
from pysol_cards.random_base import RandomBase

from solver.cards.cards import names_of, pack, parse_card
from solver.cards.numbers import LIMITS, Numbering, dealt_order
from solver.cards.shuffle import shuffled

KINDS = {Numbering.MS: RandomBase.DEALS_MS, Numbering.PYSOL: RandomBase.DEALS_PYSOLFC}
EDGES = {
    Numbering.MS: [1, 2, 32_000, 32_001, *(2**k + d for k in (31, 32) for d in (-1, 0, 1))],
    Numbering.PYSOL: [1, 2, 31_999, 32_000, 32_001, 2**31, 2**32, 2**63, 2**64, 10**20 - 1],
}


def by_pysol_cards(number: int, numbering: Numbering) -> tuple[int, ...]:
    """The dealing order that the package has for a number."""
    cards = shuffle(createCards(1), number, KINDS[numbering])
    ranks = "A23456789TJQK"
    return tuple(parse_card(ranks[card.rank - 1] + card.suit_s()) for card in reversed(cards))


def assert_the_same(numbers: list[int], numbering: Numbering) -> None:
    for number in numbers:
        assert dealt_order(pack(), number, numbering) == by_pysol_cards(number, numbering), number


def some_numbers(numbering: Numbering, count: int) -> list[int]:
    """Numbers of every size, the smallest ones and the limits among them."""
    choose = random.Random(str(numbering))
    low, high, _ = LIMITS[numbering]
    logarithms = [choose.uniform(0, high.bit_length() - 1) for _ in range(count // 2)]
    found = [int(2**logarithm) for logarithm in logarithms]
    found += [choose.randint(low, high) for _ in range(count // 4)]
    return [*found, *range(low, low + count // 4), high]


@pytest.mark.parametrize("numbering", KINDS)
def test_deals_are_those_of_pysol_cards(numbering):
    assert_the_same(EDGES[numbering] + some_numbers(numbering, 200), numbering)


@pytest.mark.slow
@pytest.mark.parametrize("numbering", KINDS)
def test_many_deals_are_those_of_pysol_cards(numbering):
    assert_the_same(some_numbers(numbering, 20_000), numbering)


def test_deal_1_of_microsoft():
    assert names_of(dealt_order(pack(), 1, Numbering.MS)) == (
        "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H 2S KS 9D QD JS AS AH 3C 4C 5C TS QH 4H"
        " AC 4D 7S 3S TD 4S TH 8H 2C JH 7D 6D 8S 8D QS 6C 3D 8C TC 6S 9C 2H 6H"
    )


def test_a_native_number_is_shuffled_from_any_pack():
    small = pack(ranks=5)
    assert dealt_order(small, 7, Numbering.NATIVE) == shuffled(small, 7)


@pytest.mark.parametrize(
    ("numbering", "number", "message"),
    [
        (Numbering.NATIVE, -1, "deal number -1 is not in 0 … 2^63 - 1"),
        (Numbering.NATIVE, 1 << 63, "deal number 9223372036854775808 is not in"),
        (Numbering.MS, 0, "ms deal number 0 is not in 1 … 2^33 - 1"),
        (Numbering.MS, 1 << 33, "ms deal number 8589934592 is not in"),
        (Numbering.PYSOL, 0, "pysol deal number 0 is not in 1 … 10^20"),
        (Numbering.PYSOL, 10**20 + 1, "pysol deal number 100000000000000000001 is not in"),
    ],
)
def test_numbers_have_limits(numbering, number, message):
    with pytest.raises(ValueError, match=message.replace("^", r"\^")):
        dealt_order(pack(), number, numbering)


@pytest.mark.parametrize("numbering", KINDS)
def test_a_small_pack_has_native_numbers_alone(numbering):
    with pytest.raises(ValueError, match=f"^{numbering} numbers deal a pack of 52 cards"):
        dealt_order(pack(ranks=12), 1, numbering)
