import random
from math import comb

import numpy as np
import pytest
from flower_deals import won_deal

from solver.deck.cards import DECK_SIZE, pack
from solver.deck.deal import Deal
from solver.deck.shuffle import MAX_NUMBER, shuffled
from solver.flower.play import play_numbers, play_order
from solver.flower.rules import FLOWER, initial, play_out


def referee(cards: tuple[int, ...]) -> int:
    return play_out(FLOWER, initial(FLOWER, Deal(cards, 0, "file")))[0].cards_up


def kernel(cards: tuple[int, ...]) -> int:
    return play_order(np.array(cards, np.uint8))


def histogram(first: int, count: int) -> list[int]:
    counts = np.zeros(DECK_SIZE + 1, np.int64)
    play_numbers(np.uint64(first), count, counts)
    return [int(entry) for entry in counts]


def test_the_kernel_plays_as_the_referee_does() -> None:
    expected = [0] * (DECK_SIZE + 1)
    for number in range(1500):
        cards = shuffled(pack(), number)
        score = referee(cards)
        assert kernel(cards) == score
        expected[score] += 1
    assert histogram(0, 1500) == expected


@pytest.mark.parametrize("seed", range(20))
def test_long_plays(seed: int) -> None:
    """Deals that are won, and the same with two cards exchanged: every score can come out."""
    choose = random.Random(seed)
    cards = list(won_deal(FLOWER, choose))
    assert kernel(tuple(cards)) == DECK_SIZE
    for _ in range(30):
        left, right = choose.sample(range(DECK_SIZE), 2)
        other = cards.copy()
        other[left], other[right] = other[right], other[left]
        assert kernel(tuple(other)) == referee(tuple(other))


def test_the_largest_number() -> None:
    numbers = range(MAX_NUMBER - 9, MAX_NUMBER + 1)
    counts = histogram(numbers[0], len(numbers))
    assert sum(counts) == 10
    assert sum(score * count for score, count in enumerate(counts)) == sum(
        referee(shuffled(pack(), number)) for number in numbers
    )


def test_counts_are_added_and_none_is_lost_between_calls() -> None:
    counts = np.zeros(DECK_SIZE + 1, np.int64)
    play_numbers(np.uint64(100), 40, counts)
    play_numbers(np.uint64(140), 60, counts)
    assert [int(entry) for entry in counts] == histogram(100, 100)


def test_no_card_goes_up_as_often_as_counted() -> None:
    """No ace among 6 front cards and 16 of the bouquet: C(30, 4) in C(52, 4) deals."""
    deals = 1_000_000
    share = comb(30, 4) / comb(52, 4)
    error = (share * (1 - share) / deals) ** 0.5
    counts = histogram(1, deals)
    assert sum(counts) == deals
    assert abs(counts[0] / deals - share) < 4 * error
    assert counts[51] == 0
