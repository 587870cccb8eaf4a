"""A store: what goes in comes out, under the settings that it was made with."""

from pathlib import Path

import numpy as np
import pytest
from stores import ASKED, rows_of, searched

from solver.cards.shuffle import MAX_NUMBER
from solver.games import Batch
from solver.games.search import Rows
from solver.runs import store as module
from solver.runs.store import Retry, Segment, Store
from solver.runs.store_file import RefusedError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


@pytest.fixture
def made(path):
    """The path of a store with the deals 1 … 1,000."""
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 1000))
    return path


# Rows


def test_what_is_kept_is_read_again(path):
    with Store.resume(str(path), ASKED) as store:
        assert store.settings == ASKED
        store.add(searched(5, 700))
        store.add(searched(705, 3))
        (found,) = store.read(5, 707)
    whole = searched(5, 703)
    for name in ("first", "count", "solvable", "unsolvable", "undecided", "checked"):
        assert getattr(found, name) == getattr(whole, name), name
    for name in ("verdicts", "states", "checks"):
        assert np.array_equal(getattr(found.rows, name), getattr(whole.rows, name)), name
    assert len(rows_of(path)) == 703
    assert not Path(f"{path}-wal").exists()


def test_many_rows_are_read_in_pieces(path, monkeypatch):
    monkeypatch.setattr(module, "_CHUNK", 7)
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 30))
        assert [batch.count for batch in store.read(1, 30)] == [7, 7, 7, 7, 2]
        assert [batch.first for batch in store.read(3, 12)] == [3, 10]


def test_the_largest_number_has_a_place(path):
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(MAX_NUMBER - 4, 5))
        assert store.kept() == [Segment(MAX_NUMBER - 4, MAX_NUMBER, True)]


def test_a_range_is_cut_where_deals_are_missing(path):
    kept, missing = True, False
    with Store.resume(str(path), ASKED) as store:
        assert store.segments(1, 9) == [Segment(1, 9, missing)]
        store.add(searched(10, 10))
        store.add(searched(40, 5))
        assert store.segments(10, 19) == [Segment(10, 19, kept)]
        assert store.segments(12, 15) == [Segment(12, 15, kept)]
        assert store.segments(1, 50) == [
            Segment(1, 9, missing),
            Segment(10, 19, kept),
            Segment(20, 39, missing),
            Segment(40, 44, kept),
            Segment(45, 50, missing),
        ]
        assert store.kept() == [Segment(10, 19, kept), Segment(40, 44, kept)]


def test_deals_are_set_aside_until_enough_attempts_were_made(path):
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 20))
        open_ones = store.retries(3)
        assert [deal.number for deal in open_ones] == [
            number for number in range(1, 21) if (number * 7919 >> 3) % 3 == 0
        ]
        assert all((deal.attempts, deal.states) == (1, deal.number + 1) for deal in open_ones)
        assert store.retries(1) == []
        first, second, third, *_ = (deal.number for deal in open_ones)
        store.record_retry(Retry(first, 500, 2, verdict=1, checked=True))
        store.record_retry(Retry(second, 600, 3))
        store.record_retry(Retry(third, 700, 2))
        left = {deal.number: deal for deal in store.retries(3)}
        assert first not in left
        assert second not in left
        assert left[third] == (third, 700, 2, 0, False)
        assert [deal.number for deal in store.retries(3, third, third)] == [third]
        assert store.hardest(2) == [(third, 0, 700), (second, 0, 600)]
    assert (first, 1, 500, 2, 1) in rows_of(path)


# Settings


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": "1"}, "with cells=2, not with cells=1"),
        ({"game": "stonewall"}, "with game=trevi, not with game=stonewall"),
        ({"search": "4"}, "with search=3, not with search=4"),
        ({"max-states": "10"}, "with max-states=1000, not with max-states=10"),
        ({"max-states": "2000"}, "max-states=2000: --retry tries its undecided deals again"),
        ({"memory": "65"}, "with memory=64, not with memory=65: --retry"),
        ({"player": "greedy"}, "without player, not with player=greedy"),
        ({"cells": None}, "with cells=2, not without cells"),
    ],
)
def test_a_store_with_other_settings_is_refused_by_name(made, change, message):
    asked = {name: value for name, value in {**ASKED, **change}.items() if value is not None}
    before = made.read_bytes()
    with pytest.raises(RefusedError) as refused:
        Store.resume(str(made), asked)
    assert str(refused.value).startswith(f"{made} was made with")
    assert message in str(refused.value)
    assert made.read_bytes() == before


def test_a_retry_may_have_a_larger_budget_and_no_smaller_one(made):
    with Store.resume(str(made), {**ASKED, "max-states": "2000"}, retry=True) as store:
        assert store.settings == ASKED
        store.ask({"max-states": "2000"}, attempts=2)
    with Store.resume(str(made), {**ASKED, "max-states": "2000"}) as store:
        assert {deal.attempts for deal in store.retries(9)} == {2}
        assert {row[3] for row in store.rows() if row[1]} == {1}
    for change in ({"max-states": "1999"}, {"memory": "63"}):
        asked = {**ASKED, "max-states": "2000", **change}
        with pytest.raises(RefusedError, match="no retry with a smaller one"):
            Store.resume(str(made), asked, retry=True)


def test_the_range_asked_for_is_remembered_and_makes_no_difference(made):
    with Store.resume(str(made), {**ASKED, "first": "1", "deals": "7"}) as store:
        store.ask({"first": "1", "deals": "9"})
    with Store.resume(str(made), ASKED) as store:
        assert store.settings == {**ASKED, "first": "1", "deals": "9"}


# Size


@pytest.mark.slow
def test_a_million_deals_take_less_than_40_megabytes(path):
    rng = np.random.default_rng(1)
    with Store.resume(str(path), ASKED) as store:
        for first in range(1, 1_000_001, 250):
            verdicts = rng.integers(1, 3, 250).astype(np.int8)
            states = rng.integers(1, 1_000_000, 250)
            store.add(Batch.of(first, Rows(verdicts, states)))
        size = sum(each.stat().st_size for each in path.parent.glob("run.db*"))
    assert size < 40e6
    assert path.stat().st_size < 20e6
