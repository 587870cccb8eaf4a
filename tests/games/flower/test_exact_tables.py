from collections import Counter
from itertools import combinations_with_replacement, permutations, product
from math import factorial

import pytest

from solver.games.flower.exact_tables import Indices, Layout, stop_classes


def all_losses(layout: Layout) -> Counter[tuple[tuple[int, ...], int]]:
    """Every way in which the beds can lose cards, one by one: sorted losses, beds with cards."""
    heights = [
        layout.bed_cards // layout.beds + (bed < layout.bed_cards % layout.beds)
        for bed in range(layout.beds)
    ]
    return Counter(
        (tuple(sorted(lost)), sum(map(int.__gt__, heights, lost)))
        for lost in product(*(range(height + 1) for height in heights))
    )


@pytest.mark.parametrize("beds", [1, 2, 3, 4])
def test_losses_are_those_counted_one_by_one(beds: int) -> None:
    for bed_cards in range(11):
        layout = Layout(beds, bed_cards, 3)
        found: Counter[tuple[tuple[int, ...], int]] = Counter()
        for column in combinations_with_replacement(range(layout.tallest + 1), beds):
            for open_beds, orders in layout.losses(column):
                found[column, open_beds] += orders
        assert found == all_losses(layout)


def test_classes_hold_every_loss_once() -> None:
    layout = Layout(beds=3, bed_cards=8, bouquet=0)
    indices = Indices(ranks=2, suits=4, beds=3, tallest=3)
    found = stop_classes(layout, indices.columns)
    assert int(found.times.sum()) == 4 * 4 * 3
    for gone, hidden, first, end in found.classes.tolist():
        for index in found.columns[first:end]:
            assert sum(indices.columns[index]) == gone
            assert 0 <= hidden <= layout.bed_cards - gone


def test_rows_stand_for_all_their_orders() -> None:
    indices = Indices(ranks=3, suits=3, beds=1, tallest=1)
    assert [sum(row) for row in indices.rows] == sorted(sum(row) for row in indices.rows)
    for row, orders in zip(indices.rows, indices.orders().tolist(), strict=True):
        assert orders == len(set(permutations(row)))
    assert int(indices.orders().sum()) == 4**3
    for code, row in enumerate(product(range(4), repeat=3)):
        assert indices.rows[indices.row_of[code]] == tuple(sorted(row))


def test_a_step_takes_a_card_from_some_suits_or_beds() -> None:
    indices = Indices(ranks=2, suits=2, beds=3, tallest=2)
    row = indices.rows.index((0, 2))
    assert indices.smaller_rows[row, 0b01] == -1
    assert indices.rows[indices.smaller_rows[row, 0b10]] == (0, 1)
    column = indices.columns.index((0, 2, 2))
    first, end = indices.starts[column, 1:3]
    assert [indices.columns[left] for left in indices.smaller_columns[first:end]] == [(0, 1, 2)]
    assert indices.times[first:end].tolist() == [2]


def test_deals_leave_out_the_order_of_the_bouquet() -> None:
    assert Layout(beds=6, bed_cards=36, bouquet=16).deals == factorial(52) // factorial(16)
