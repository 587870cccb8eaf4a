"""Flower Garden's odds without sampling: how many of all deals end with each score.

Play is forced, so a deal has a score. All deals are counted by it, as exact integers: the kernels
count modulo several primes, and the Chinese remainder theorem joins the residues. The recursion,
and why it is right, is in ``exact_kernel``.
"""

from collections.abc import Iterator
from functools import cache
from math import gcd, isqrt, lcm, perm

import numpy as np
import numpy.typing as npt

from solver.games.exact import Scores
from solver.games.flower.exact_kernel import add_redeals, fill_stops, fill_ways
from solver.games.flower.exact_tables import Indices, Layout, StopClasses, stop_classes
from solver.games.flower.rules import FLOWER, FlowerRules, Redeal


def exact_scores(rules: FlowerRules = FLOWER) -> Scores:
    """The exact distribution of the score under the rules, with the redeal if there is one."""
    counter = _Counter(rules)
    return counter.without_redeal() if rules.redeal == Redeal.NONE else counter.with_redeal()


class _Counter:
    """Counts the deals of one layout, by cards up."""

    def __init__(self, rules: FlowerRules) -> None:
        self.rules = rules
        self.cards = rules.deck_size
        self.layout = Layout(rules.beds, rules.bed_cards, rules.bouquet)
        self.indices = Indices(rules.ranks, rules.suits, rules.beds, self.layout.tallest)
        self.orders = self.indices.orders()
        self.unfinished = self.indices.unfinished()
        sizes, rows, columns = rules.suits + 1, len(self.orders), len(self.indices.columns)
        self.windows = self.indices.windows(rules.bouquet)
        self.ways = np.zeros((rows, columns), np.int32)
        self.grouped = np.zeros((sizes, rows, columns), np.int32)
        self.sums = np.empty((sizes, columns), np.int64)

    def without_redeal(self) -> Scores:
        """The scores of all deals."""
        deals = self.layout.deals
        classes = stop_classes(self.layout, self.indices.columns)
        residues = {}
        for prime in self._moduli(deals):
            counts = np.zeros(self.cards + 1, np.int64)
            np.add.at(counts, self.indices.row_cards, self._stopped(prime, classes))
            residues[prime] = counts
        return Scores(tuple(_joined(residues)), deals)

    def with_redeal(self) -> Scores:
        """The scores of all deals, each stuck one with all its redeals.

        A case is a deal and a redeal; so that all are equally likely, cases of few cards to be
        dealt again count more than once. The numbers come without what divides all of them.
        """
        deals = self.layout.deals
        again = [self._again(cards) for cards in range(self.cards + 1)]
        classes = stop_classes(self.layout, self.indices.columns)
        classes_again = {layout: stop_classes(layout, self.indices.columns) for layout in again}
        residues = {}
        for prime in self._moduli(deals * max(layout.deals for layout in again)):
            ends = self._stopped(prime, classes)
            counts = np.zeros((self.cards + 1, self.cards + 1), np.int64)
            counts[self.cards, self.cards] = ends[-1]
            ends[-1] = 0
            stops = np.array(
                [self._stops(prime, layout, classes_again[layout]) for layout in again]
            )
            add_redeals(
                prime,
                self.rules.ranks,
                ends,
                np.array(self.indices.rows, np.int64),
                self.indices.row_cards,
                self.indices.row_of,
                stops,
                counts,
                np.empty(self.rules.suits, np.int64),
            )
            residues[prime] = counts.ravel()
        table = np.array(_joined(residues), object).reshape(self.cards + 1, self.cards + 1)
        redeals = lcm(*(layout.deals for layout in again))
        weights = [redeals // again[self.cards - up].deals for up in range(self.cards + 1)]
        cases = [int(count) for count in weights @ table]
        common = gcd(deals * redeals, *cases)
        return Scores(tuple(count // common for count in cases), deals * redeals // common)

    def _again(self, cards: int) -> Layout:
        """What so many cards are dealt again to."""
        if self.rules.redeal == Redeal.BEDS_FIRST:
            bouquet = max(cards - self.layout.bed_cards, 0)
        else:
            bouquet = min(cards, self.layout.bouquet)
        return Layout(self.rules.beds, cards - bouquet, bouquet)

    def _moduli(self, limit: int) -> Iterator[int]:
        """Primes whose product passes ``limit``, each while ``ways`` is filled modulo it."""
        indices = self.indices
        for prime in _primes(limit):
            fill_ways(
                prime,
                indices.smaller_rows,
                indices.starts,
                indices.smaller_columns,
                indices.times,
                self.windows,
                indices.choices,
                self.ways,
                self.grouped,
                self.sums,
            )
            yield prime

    def _stopped(self, prime: int, classes: StopClasses) -> npt.NDArray[np.int64]:
        """The ways in which all deals stop at each row, in all its orders, modulo the prime."""
        stops = self._stops(prime, self.layout, classes)
        return self.orders * stops[np.arange(len(stops)), self.unfinished] % prime

    def _stops(self, prime: int, layout: Layout, classes: StopClasses) -> npt.NDArray[np.int64]:
        """What ``fill_stops`` makes of a layout."""
        stops = np.empty((len(self.orders), self.rules.suits + 1), np.int64)
        fill_stops(
            prime,
            self.ways,
            self.indices.row_cards,
            layout.cards,
            layout.bouquet,
            classes.classes,
            classes.columns,
            classes.times % prime,
            _quotients(layout.cards, prime),
            stops,
        )
        return stops


@cache
def _quotients(cards: int, prime: int) -> npt.NDArray[np.int64]:
    """The table of i!/j! modulo a prime for j ≤ i ≤ cards, else 0."""
    numbers = range(cards + 1)
    return np.array(
        [[perm(i, i - j) % prime if j <= i else 0 for j in numbers] for i in numbers], np.int64
    )


def _primes(limit: int) -> Iterator[int]:
    """The largest primes below 2**31, downwards, until their product passes ``limit``."""
    candidate, passed = 2**31 + 1, 1
    while passed <= limit:
        candidate -= 2
        if all(candidate % divisor for divisor in range(3, isqrt(candidate) + 1, 2)):
            yield candidate
            passed *= candidate


def _joined(residues: dict[int, npt.NDArray[np.int64]]) -> list[int]:
    """The numbers below the product of the primes that leave these residues."""
    modulus = 1
    numbers = [0] * max(map(len, residues.values()))
    for prime, remainders in residues.items():
        inverse = pow(modulus, -1, prime)
        numbers = [
            number + modulus * ((int(remainder) - number) * inverse % prime)
            for number, remainder in zip(numbers, remainders, strict=True)
        ]
        modulus *= prime
    return numbers
