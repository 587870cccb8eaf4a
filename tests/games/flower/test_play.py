import random
from dataclasses import replace
from math import comb
from pathlib import Path

import numpy as np
import pytest
from flower_deals import won_deal

from solver.cards.cards import DECK_SIZE, pack
from solver.cards.deal import Deal
from solver.cards.shuffle import MAX_NUMBER, STREAM_DEAL, STREAM_RIVAL, shuffled
from solver.games.flower.play import (
    _ACES,
    BED_CARDS,
    BEDS,
    BEDS_FIRST,
    BOUQUET_FIRST,
    CARDS,
    NO_REDEAL,
    _gone,
    _played,
    play_each,
    play_numbers,
)
from solver.games.flower.rules import FLOWER, FlowerRules, Redeal
from solver.jit.bits import popcount
from solver.jit.options import allocating_kernel


def referee(cards: tuple[int, ...]) -> int:
    return FLOWER.play_out(FLOWER.initial(Deal(cards, 0, "file")))[0].cards_up


@allocating_kernel
def play_order(deck: np.ndarray) -> int:
    """The cards up at the end of a deal in any order, which need not have a number."""
    place_of = np.empty(CARDS, np.uint8)
    return int(popcount(_gone(_played(deck, CARDS, BED_CARDS, BEDS, _ACES, place_of))))


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


def won_numbers() -> list[int]:
    """The won deals among the native numbers 1 … 100,000,000, as the list of them says."""
    lines = (Path(__file__).parents[3] / "seeds" / "flower-won.txt").read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("#")]
    assert all(
        (game, verdict, cards) == ("flower", "solvable", "52") for game, _, verdict, cards in rows
    )
    return [int(number) for _, number, _, _ in rows]


def test_the_listed_numbers_are_won() -> None:
    numbers = won_numbers()
    assert numbers
    for number in numbers:
        assert referee(shuffled(pack(), number)) == DECK_SIZE
        assert histogram(number, 1)[DECK_SIZE] == 1


@pytest.mark.slow
def test_no_won_number_is_missing_from_the_list() -> None:
    numbers = won_numbers()
    assert 1 <= min(numbers) <= max(numbers) <= 100_000_000
    assert histogram(1, 100_000_000)[DECK_SIZE] == len(numbers)


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


CODES = {
    Redeal.NONE: NO_REDEAL,
    Redeal.BEDS_FIRST: BEDS_FIRST,
    Redeal.BOUQUET_FIRST: BOUQUET_FIRST,
}
LAYOUTS = [
    FLOWER,
    FlowerRules(beds=4, bed_height=3, ranks=7, suits=3),
    FlowerRules(beds=2, bed_height=2, ranks=3, suits=2),
    FlowerRules(beds=8, bed_height=1, ranks=4, suits=4),
    FlowerRules(beds=3, bed_height=4, ranks=12, suits=1),
    FlowerRules(beds=1, bed_height=1, ranks=1, suits=1),
    FlowerRules(beds=6, bouquet=21),
    FlowerRules(beds=26, bouquet=0),
    FlowerRules(beds=3, bouquet=12, ranks=6, suits=2),
]


def each(
    rules: FlowerRules, order: Redeal, first: int, count: int, stream: int = STREAM_DEAL
) -> list[int]:
    scores = np.empty(count, np.uint8)
    cards = np.array(pack(rules.ranks, rules.suits), np.uint8)
    play_each(
        np.uint64(first),
        np.uint64(stream),
        cards,
        rules.beds,
        rules.bed_cards,
        CODES[order],
        scores,
    )
    return [int(score) for score in scores]


@pytest.mark.parametrize("order", CODES)
@pytest.mark.parametrize("rules", LAYOUTS)
def test_any_layout_is_played_as_the_referee_does(rules: FlowerRules, order: Redeal) -> None:
    rules = replace(rules, redeal=order)
    cards = pack(rules.ranks, rules.suits)
    expected = []
    for number in range(200):
        start = rules.initial(Deal(shuffled(cards, number), number))
        expected.append(rules.play_out(start, number)[0].cards_up)
    assert each(rules, order, 0, 200) == expected


@pytest.mark.parametrize("order", CODES)
def test_the_second_player_of_a_race_has_streams_of_their_own(order: Redeal) -> None:
    rules = replace(FLOWER, redeal=order)
    mine, other = (each(rules, order, 0, 3000, stream) for stream in (STREAM_DEAL, STREAM_RIVAL))
    start = rules.initial(Deal(shuffled(pack(), 7, STREAM_RIVAL), 7))
    without = FLOWER.play_out(start)[0].cards_up
    assert other[7] == without if order is Redeal.NONE else other[7] >= without
    assert abs(float(np.corrcoef(mine, other)[0, 1])) < 4 / 3000**0.5
