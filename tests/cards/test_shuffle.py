import random
from collections.abc import Iterator
from math import factorial, prod
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import chi2

from solver.cards import shuffle
from solver.cards.cards import DECK_SIZE, pack, parse_card
from solver.cards.shuffle import MAX_NUMBER, batches, shuffled
from solver.cards.shuffle_kernel import fill_pack, native_order

DATA = Path(__file__).parents[1] / "data"
VECTORS = [
    line.split("\t")
    for line in (DATA / "native-vectors.txt").read_text().splitlines()
    if not line.startswith("#")
]
REFUSING = (2333, 9003)


def kernel_order(size: int, number: int, stream: int = 0, places: int | None = None) -> list[int]:
    deck = np.empty(size, np.uint8)
    fill_pack(deck)
    native_order(np.uint64(number), np.uint64(stream), deck, size if places is None else places)
    return [int(card) for card in deck]


@pytest.mark.parametrize(("number", "names"), VECTORS, ids=[number for number, _ in VECTORS])
def test_frozen_vectors(number: str, names: str) -> None:
    cards = [parse_card(name) for name in names.split()]
    assert list(shuffled(pack(), int(number))) == cards
    assert kernel_order(DECK_SIZE, int(number)) == cards


def test_the_vectors_reach_the_largest_number() -> None:
    assert len(VECTORS) >= 10
    assert int(VECTORS[-1][0]) == MAX_NUMBER == 2**63 - 1


@pytest.mark.parametrize("number", [-1, MAX_NUMBER + 1])
def test_a_number_out_of_range(number: int) -> None:
    with pytest.raises(ValueError, match=f"deal number {number} is not in"):
        shuffled(pack(), number)


def test_the_kernel_is_the_plain_form() -> None:
    choose = random.Random(1)
    for number in [choose.randrange(MAX_NUMBER + 1) for _ in range(3000)]:
        assert tuple(kernel_order(DECK_SIZE, number)) == shuffled(pack(), number)


@pytest.mark.parametrize("number", [0, 1, MAX_NUMBER, *REFUSING])
@pytest.mark.parametrize("stream", [0, 1, 2])
def test_the_kernel_is_the_plain_form_for_every_size(number: int, stream: int) -> None:
    for size in [*range(1, 129), 255]:
        assert tuple(kernel_order(size, number, stream)) == shuffled(range(size), number, stream)


def test_a_shuffle_that_stops_early_has_its_first_places_right() -> None:
    for number in (*range(50), *REFUSING):
        whole = kernel_order(DECK_SIZE, number)
        for places in range(DECK_SIZE + 1):
            part = kernel_order(DECK_SIZE, number, places=places)
            assert part[:places] == whole[:places]
            assert sorted(part) == pack()


def test_streams_and_numbers_give_different_orders() -> None:
    orders = {shuffled(pack(), number, stream) for number in range(100) for stream in range(3)}
    assert len(orders) == 300


def test_the_batches_cover_every_draw_and_are_as_long_as_the_limit_allows() -> None:
    for size in range(256):
        bounds = list(range(size, 1, -1))
        for count, product in batches(size):
            taken, bounds = bounds[:count], bounds[count:]
            assert prod(taken) == product <= shuffle.BATCH_LIMIT
            assert not bounds or product * bounds[0] > shuffle.BATCH_LIMIT
        assert not bounds
    assert prod(product for _, product in batches(DECK_SIZE)) == factorial(DECK_SIZE)


def with_words(monkeypatch: pytest.MonkeyPatch, words: list[int], size: int) -> tuple[int, ...]:
    """The plain shuffle, fed with these words; each of them must be used."""
    left = list(words)

    def fed(number: int, stream: int) -> Iterator[int]:
        while True:
            yield left.pop(0)

    monkeypatch.setattr(shuffle, "_words", fed)
    order = shuffled(range(size), 0)
    assert not left
    return order


def word_with_remainder(remainder: int, product: int) -> int:
    """A word ``w`` with ``(w * product) mod 2**64 == remainder``."""
    twos = product & -product
    assert remainder % twos == 0
    return remainder // twos * pow(product // twos, -1, 2**64 // twos) % (2**64 // twos)


def test_a_refused_word_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    ((_, product),) = batches(13)
    limit = 2**64 % product
    accepted = word_with_remainder(limit, product)
    refused = word_with_remainder(limit - (product & -product), product)
    alone = with_words(monkeypatch, [accepted], 13)
    assert with_words(monkeypatch, [0, refused, refused, accepted], 13) == alone


def test_a_refused_word_is_skipped_in_the_kernel_too() -> None:
    for number in REFUSING:
        words = shuffle._words(number, 0)
        refusals = 0
        for _, product in batches(DECK_SIZE):
            while next(words) * product % 2**64 < 2**64 % product:
                refusals += 1
        assert refusals == 1
        assert tuple(kernel_order(DECK_SIZE, number)) == shuffled(pack(), number)


def test_the_draws_of_a_batch_are_the_digits_of_one_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are those of floor(word * product / 2**64), whose values are equally likely."""
    ((count, product),) = batches(9)
    choose = random.Random(2)
    for _ in range(200):
        word = choose.randrange(2**63, 2**64)
        digits = []
        value = word * product >> 64
        for bound in range(2, 10):
            value, digit = divmod(value, bound)
            digits.append(digit)
        order = list(range(9))
        for place, digit in enumerate(reversed(digits)):
            order[place], order[place + digit] = order[place + digit], order[place]
        assert count == 8
        assert with_words(monkeypatch, [word], 9) == tuple(order)


def test_every_card_is_as_often_in_every_place() -> None:
    """Deals 1 to 50,000. The counts are sums of permutation matrices of size n, for which the usual
    statistic times (n - 1) / n has (n - 1)² degrees of freedom."""
    deals = 50_000
    counts = np.zeros((DECK_SIZE, DECK_SIZE), np.int64)
    places = np.arange(DECK_SIZE)
    deck = np.empty(DECK_SIZE, np.uint8)
    for number in range(1, deals + 1):
        fill_pack(deck)
        native_order(np.uint64(number), np.uint64(0), deck, DECK_SIZE)
        counts[places, deck] += 1
    expected = deals / DECK_SIZE
    statistic = float(((counts - expected) ** 2 / expected).sum()) * (DECK_SIZE - 1) / DECK_SIZE
    assert 0.001 < float(chi2.sf(statistic, (DECK_SIZE - 1) ** 2)) < 0.999


def test_every_order_of_a_small_pack_is_as_likely() -> None:
    counts: dict[tuple[int, ...], int] = {}
    for number in range(24_000):
        order = tuple(kernel_order(4, number))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    statistic = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert 0.001 < float(chi2.sf(statistic, 23)) < 0.999
