"""What the kernels of ``exact_kernel`` need beside a prime: indices of rows and columns.

A row is a sorted tuple of cards by suit, a column a sorted tuple of cards by bed; each stands for
all its orders.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, factorial, perm, prod

import numpy as np
import numpy.typing as npt

Tuple = tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """Cards dealt to beds row by row, and a bouquet."""

    beds: int
    bed_cards: int
    bouquet: int

    @property
    def cards(self) -> int:
        """The number of cards dealt."""
        return self.bed_cards + self.bouquet

    @property
    def tallest(self) -> int:
        """The number of rows of the beds, the last one perhaps not complete."""
        return -(-self.bed_cards // self.beds)

    @property
    def deals(self) -> int:
        """The number of deals of given cards, the order of the bouquet left out."""
        return factorial(self.cards) // factorial(self.bouquet)

    def losses(self, column: Tuple) -> Iterator[tuple[int, int]]:
        """In how many orders the beds can have lost the cards of a column, by beds not emptied.

        Yields the number of beds with cards left, and of orders; nothing where a bed has too few.
        """
        low, tall = divmod(self.bed_cards, self.beds)  # the cards of a low bed; a tall one has more
        lost = Counter(column)
        if column[-1] > low + 1:
            return
        tall_left = tall - lost[low + 1]
        for emptied in range(lost[low] + 1):
            orders = comb(tall, lost[low + 1])
            orders *= comb(self.beds - tall, emptied) if tall_left >= 0 else 0
            orders *= comb(max(tall_left, 0), lost[low] - emptied)
            beds = self.beds - lost[low + 1] - lost[low]
            for cards in range(low):
                orders *= comb(beds, lost[cards])
                beds -= lost[cards]
            if orders:
                yield self.beds - lost[low + 1] - emptied, orders


class Indices:
    """The rows of a pack and the columns of beds, with the steps between them as flat arrays."""

    def __init__(self, ranks: int, suits: int, beds: int, tallest: int) -> None:
        """Builds all: ``suits`` of ``ranks`` cards, ``beds`` of ``tallest`` cards at most."""
        self.ranks, self.suits = ranks, suits
        values = range(ranks + 1)
        self.rows = sorted(combinations_with_replacement(values, suits), key=sum)
        heights = range(tallest + 1)
        self.columns = sorted(combinations_with_replacement(heights, beds), key=sum)
        row_index = {row: index for index, row in enumerate(self.rows)}
        self.row_of = np.array(
            [row_index[tuple(sorted(row))] for row in product(values, repeat=suits)], np.uint64
        )
        self.row_cards = np.array([sum(row) for row in self.rows], np.int64)
        self.smaller_rows = self._smaller_rows(row_index)
        self.starts, self.smaller_columns, self.times = self._smaller_columns()
        sizes = range(suits + 1)
        self.choices = np.array([[perm(m, j) for j in sizes] for m in sizes], np.int64)

    def orders(self) -> npt.NDArray[np.int64]:
        """In how many orders of the suits each row comes, int64[rows]."""
        return np.array(
            [
                factorial(self.suits) // prod(map(factorial, Counter(row).values()))
                for row in self.rows
            ],
            np.int64,
        )

    def unfinished(self) -> npt.NDArray[np.int64]:
        """How many suits of each row are not complete, int64[rows]."""
        return np.array([self.suits - row.count(self.ranks) for row in self.rows], np.int64)

    def windows(self, bouquet: int) -> npt.NDArray[np.uint64]:
        """For each row the columns that ``fill_ways`` fills, where no bouquet is larger."""
        column_cards = [sum(column) for column in self.columns]
        cards = self.row_cards
        return np.stack(
            [
                np.searchsorted(column_cards, cards - bouquet),
                np.searchsorted(column_cards, cards, side="right"),
                np.searchsorted(column_cards, cards + self.suits, side="right"),
            ],
            axis=1,
        ).astype(np.uint64)

    def _smaller_rows(self, row_index: dict[Tuple, int]) -> npt.NDArray[np.int64]:
        sets = 1 << self.suits
        table = np.full((len(self.rows), sets), -1, np.int64)
        for index, row in enumerate(self.rows):
            for chosen in range(sets):
                left = sorted(cards - (chosen >> suit & 1) for suit, cards in enumerate(row))
                table[index, chosen] = row_index.get(tuple(left), -1)
        return table

    def _smaller_columns(
        self,
    ) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint64], npt.NDArray[np.int64]]:
        """For each column and j = 0 … suits, the columns with one card less in j of the beds."""
        column_index = {column: index for index, column in enumerate(self.columns)}
        starts = np.zeros((len(self.columns), self.suits + 2), np.uint64)
        found: list[int] = []
        times: list[int] = []
        for index, column in enumerate(self.columns):
            starts[index, 0] = len(found)
            steps = list(_steps(column, self.suits))
            for size in range(self.suits + 1):
                for left, ways in steps:
                    if sum(column) - sum(left) == size:
                        found.append(column_index[left])
                        times.append(ways)
                starts[index, size + 1] = len(found)
        return starts, np.array(found, np.uint64), np.array(times, np.int64)


def _steps(column: Tuple, most: int) -> Iterator[tuple[Tuple, int]]:
    """What a column becomes when up to ``most`` of its beds lose a card, and in how many ways."""
    height = Counter(column)
    values = sorted(value for value in height if value)
    for taken in product(*(range(min(height[value], most) + 1) for value in values)):
        if sum(taken) > most:
            continue
        left = [0] * height[0]
        for value, count in zip(values, taken, strict=True):
            left += [value - 1] * count + [value] * (height[value] - count)
        ways = prod(comb(height[value], count) for value, count in zip(values, taken, strict=True))
        yield tuple(sorted(left)), ways


#: Residues are below it.
_RESIDUE = 1 << 31


@dataclass(frozen=True)
class StopClasses:
    """The columns that the beds of a layout can have lost, in classes: see ``fill_stops``."""

    classes: npt.NDArray[np.int64]
    columns: npt.NDArray[np.uint64]
    times: npt.NDArray[np.int64]


def stop_classes(layout: Layout, columns: list[Tuple]) -> StopClasses:
    """The columns by cards lost, and by places in the beds that are not in front.

    A class whose sum of residues, each times its number of orders, might pass 2**63 comes in parts.
    """
    members: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for index, column in enumerate(columns):
        gone = sum(column)
        for open_beds, orders in layout.losses(column):
            hidden = layout.bed_cards - gone - open_beds
            members.setdefault((gone, hidden), []).append((index, orders))
    classes = []
    entries: list[tuple[int, int]] = []
    for (gone, hidden), found in members.items():
        for part in _parts(found):
            classes.append((gone, hidden, len(entries), len(entries) + len(part)))
            entries += part
    return StopClasses(
        np.array(classes, np.int64),
        np.array([index for index, _ in entries], np.uint64),
        np.array([orders for _, orders in entries], np.int64),
    )


def _parts(found: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """The columns of a class with their orders, in parts whose orders are residues of small sum."""
    first, total = 0, 0
    for place, (_, orders) in enumerate(found):
        residue = min(orders, _RESIDUE)
        if total + residue >= 2 * _RESIDUE:
            yield found[first:place]
            first, total = place, 0
        total += residue
    yield found[first:]
