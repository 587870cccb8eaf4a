from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial, perm

import numpy as np
import pytest

from solver.cards.cards import pack
from solver.cards.deal import Deal, Position
from solver.cards.shuffle import STREAM_DEAL
from solver.games.flower import rules as referee
from solver.games.flower.exact import Scores, exact_scores
from solver.games.flower.play import (
    BEDS_FIRST,
    BOUQUET_FIRST,
    NO_REDEAL,
    play_each,
    play_numbers,
)
from solver.games.flower.rules import (
    FITTING,
    FLOWER,
    FlowerRules,
    Redeal,
)
from solver.runs.chi_square import chi_square

Up = tuple[int, ...]


def stops_at(beds: list[list[int]], bouquet: set[int], up: list[int]) -> Up:
    """The foundations at the end of a play, written apart from the package's rules."""
    moved = True
    while moved:
        moved = False
        for suit in range(len(up)):
            wanted = 4 * up[suit] + suit
            if wanted in bouquet:
                bouquet.discard(wanted)
            else:
                bed = next((bed for bed in beds if bed and bed[-1] == wanted), None)
                if bed is None:
                    continue
                bed.pop()
            up[suit] += 1
            moved = True
    return tuple(up)


def ends(cards: list[int], bed_cards: int, beds: int, up: Up) -> Counter[Up]:
    """The foundations at the end of every deal of some cards, the bouquet's order left out."""
    found: Counter[Up] = Counter()
    for order in permutations(cards, bed_cards):
        dealt = [list(order[bed::beds]) for bed in range(beds)]
        found[stops_at(dealt, set(cards).difference(order), list(up))] += 1
    return found


def by_score(distribution: dict[Up, Fraction], size: int) -> list[Fraction]:
    scores = [Fraction(0)] * (size + 1)
    for up, probability in distribution.items():
        scores[sum(up)] += probability
    return scores


def shares(counts: Counter[Up]) -> dict[Up, Fraction]:
    return {up: Fraction(count, counts.total()) for up, count in counts.items()}


def probabilities(scores: Scores) -> list[Fraction]:
    return [scores.probability(score) for score in range(len(scores.counts))]


def small(ranks: int, suits: int, beds: int, height: int) -> FlowerRules:
    return FlowerRules(beds=beds, bed_height=height, ranks=ranks, suits=suits)


#: Redeals, without the one that is none.
ORDERS = [Redeal.BEDS_FIRST, Redeal.BOUQUET_FIRST]


def with_bouquet(rules: FlowerRules, bouquet: int) -> FlowerRules:
    return replace(rules, bouquet=bouquet, bed_height=FITTING)


SHAPES = [
    small(3, 2, 2, 2),
    small(4, 2, 3, 2),
    with_bouquet(small(3, 3, 2, 2), 5),
    small(2, 4, 2, 3),
    small(7, 1, 3, 2),
    small(4, 2, 2, 4),
    with_bouquet(small(4, 2, 3, 2), 1),
    with_bouquet(small(2, 4, 3, 2), 4),
    with_bouquet(small(3, 2, 3, 1), 5),
    with_bouquet(small(3, 2, 3, 1), 6),
    with_bouquet(small(4, 2, 7, 1), 0),
]
IDS = [
    f"{rules.suits}x{rules.ranks}, {rules.beds} beds, bouquet {rules.bouquet}" for rules in SHAPES
]


def enumerated(rules: FlowerRules) -> Counter[Up]:
    cards = pack(rules.ranks, rules.suits)
    return ends(cards, rules.bed_cards, rules.beds, (0,) * rules.suits)


@pytest.mark.parametrize("rules", SHAPES, ids=IDS)
def test_every_deal_of_a_small_pack(rules: FlowerRules) -> None:
    found = exact_scores(rules)
    counts = [0] * (rules.deck_size + 1)
    for up, count in enumerated(rules).items():
        counts[sum(up)] += count
    assert found == Scores(tuple(counts), sum(counts))


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("rules", SHAPES, ids=IDS)
def test_every_redeal_of_every_deal(rules: FlowerRules, order: Redeal) -> None:
    total: Counter[Up] = Counter()
    for up, share in shares(enumerated(rules)).items():
        out = [one for one in pack(rules.ranks, rules.suits) if one // 4 >= up[one % 4]]
        if order is Redeal.BEDS_FIRST:
            bed_cards = min(len(out), rules.bed_cards)
        else:
            bed_cards = len(out) - min(len(out), rules.bouquet)
        for end, again in shares(ends(out, bed_cards, rules.beds, up)).items():
            total[end] += share * again
    found = exact_scores(replace(rules, redeal=order))
    assert probabilities(found) == by_score(total, rules.deck_size)
    assert sum(found.counts) == found.total


@pytest.mark.parametrize("order", ORDERS)
def test_the_referee_deals_again_what_is_counted(
    order: Redeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every deal of six cards, and every order of its redeal, played by the referee."""
    rules = replace(small(3, 2, 2, 2), redeal=order)
    stuck: Counter[Position] = Counter()
    scores = [Fraction(0)] * (rules.deck_size + 1)
    for cards in permutations(pack(3, 2)):
        end, _ = replace(rules, redeal=Redeal.NONE).play_out(rules.initial(Deal(cards, 0)))
        stuck[replace(end, piles=(), reserve=tuple(sorted(sum(end.piles, end.reserve))))] += 1
    for position, count in stuck.items():
        orders = list(permutations(position.reserve))
        share = Fraction(count, factorial(6) * len(orders))
        for again in orders:
            monkeypatch.setattr(referee, "shuffled", lambda cards, number, stream, to=again: to)
            end, _ = replace(rules, redeal=Redeal.NONE).play_out(rules.redealt(position, 0))
            scores[end.cards_up] += share
    assert probabilities(exact_scores(rules)) == scores


@pytest.mark.parametrize("rules", SHAPES[:3], ids=IDS[:3])
def test_every_race_of_a_small_pack(rules: FlowerRules) -> None:
    scores = Counter[int]()
    for up, count in enumerated(rules).items():
        scores[sum(up)] += count
    results: Counter[int] = Counter()
    for mine, count in scores.items():
        for other, times in scores.items():
            results[(mine > other) - (mine < other)] += count * times
    found = exact_scores(rules).race()
    total = results.total()
    assert found.win == Fraction(results[1], total)
    assert found.draw == Fraction(results[0], total)
    assert found.lose == Fraction(results[-1], total)


def wins(height: Up, beds: Up) -> int:
    """The recursion of ``exact_kernel``, as it is written there, with integers of any size."""

    @cache
    def ways(r: Up, b: Up) -> int:
        bouquet = sum(r) - sum(b)
        if bouquet < 0:
            return 0
        if not any(r):
            return 1
        total = 0
        suits = [suit for suit, cards in enumerate(r) if cards]
        open_beds = [bed for bed, cards in enumerate(b) if cards]
        for size in range(1, len(suits) + 1):
            for taken in combinations(suits, size):
                left = tuple(sorted(cards - (suit in taken) for suit, cards in enumerate(r)))
                for j in range(max(0, size - bouquet), size + 1):
                    for fronts in combinations(open_beds, j):
                        kept = tuple(sorted(cards - (bed in fronts) for bed, cards in enumerate(b)))
                        total -= (-1) ** size * perm(size, j) * ways(left, kept)
        return total

    return ways(height, beds)


def test_the_recursion_with_large_integers() -> None:
    rules = small(6, 4, 4, 4)
    assert exact_scores(rules).counts[-1] == wins((6,) * 4, (4,) * 4)


@pytest.mark.slow
def test_the_recursion_with_large_integers_for_the_full_game() -> None:
    assert exact_scores().counts[-1] == wins((13,) * 4, (6,) * 6)


@pytest.fixture(scope="module")
def full() -> Scores:
    return exact_scores()


def test_every_deal_of_the_full_game_is_counted(full: Scores) -> None:
    assert full.total == factorial(52) // factorial(16)
    assert sum(full.counts) == full.total
    assert min(full.counts) >= 0


def test_no_card_goes_up_where_no_ace_can(full: Scores) -> None:
    assert full.probability(0) == Fraction(comb(30, 4), comb(52, 4))


def test_the_last_card_is_never_stuck(full: Scores) -> None:
    assert full.counts[51] == 0


def test_the_odds_of_the_full_game(full: Scores) -> None:
    """The number of won deals is frozen; the other figures follow from the counts."""
    assert full.counts[52] == 7493653490821821662696274342966490659328819200
    assert round(1 / full.win) == 514_440_547
    assert full.win == Fraction(full.counts[52], full.total)
    assert full.mean == sum(score * full.probability(score) for score in range(53))
    assert full.standard_deviation == pytest.approx(
        float(sum((score - full.mean) ** 2 * full.probability(score) for score in range(53))) ** 0.5
    )
    below = sum(full.counts[: full.median])
    assert 2 * below < full.total <= 2 * (below + full.counts[full.median])


def test_a_race_of_the_full_game_adds_up(full: Scores) -> None:
    found = full.race()
    assert found.win + found.draw + found.lose == 1
    assert found.draw == sum(full.probability(score) ** 2 for score in range(53))


def tail(sample: list[int], scores: Scores) -> float:
    """The chi-square tail over the scores that at least ten deals are expected to have."""
    probabilities = [float(scores.probability(score)) for score in range(len(sample))]
    test = chi_square(sample, probabilities)
    assert test is not None
    return test.p_value


def test_a_sample_agrees_with_the_count(full: Scores) -> None:
    sample = np.zeros(53, np.int64)
    play_numbers(np.uint64(1), 1_000_000, sample)
    assert tail(sample.tolist(), full) > 0.001


def sampled(bouquet: int, redeal: int) -> list[int]:
    scores = np.empty(300_000, np.uint8)
    cards = np.array(pack(), np.uint8)
    play_each(
        np.uint64(1), np.uint64(STREAM_DEAL), cards, FLOWER.beds, 52 - bouquet, redeal, scores
    )
    return np.bincount(scores, minlength=53).tolist()


@pytest.mark.parametrize("bouquet", [15, 26, 33])
def test_a_sample_of_another_bouquet_agrees_with_the_count(bouquet: int) -> None:
    assert tail(sampled(bouquet, NO_REDEAL), exact_scores(with_bouquet(FLOWER, bouquet))) > 0.001


@pytest.mark.parametrize(
    "order",
    [Redeal.BEDS_FIRST, pytest.param(Redeal.BOUQUET_FIRST, marks=pytest.mark.slow)],
)
def test_a_redeal_of_the_full_game(full: Scores, order: Redeal) -> None:
    again = exact_scores(replace(FLOWER, redeal=order))
    assert sum(again.counts) == again.total
    assert again.probability(0) == full.probability(0) ** 2
    assert again.counts[51] == 0
    assert again.win > full.win
    code = BEDS_FIRST if order is Redeal.BEDS_FIRST else BOUQUET_FIRST
    assert tail(sampled(FLOWER.bouquet, code), again) > 0.001


def test_a_larger_bouquet_helps() -> None:
    odds = [exact_scores(with_bouquet(FLOWER, bouquet)).win for bouquet in (24, 26, 29, 30)]
    assert odds == sorted(odds)
    assert exact_scores(with_bouquet(FLOWER, 52)).win == 1
