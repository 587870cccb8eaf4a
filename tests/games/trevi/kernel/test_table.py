"""The transposition table: what it keeps, what it costs, and what it does when it is full."""

import numpy as np
import pytest

from solver.games.trevi.kernel.table import (
    COUNT,
    FIRST_PLACES,
    FULL,
    KNOWN,
    PLACES,
    STATE_BYTES,
    Table,
    _place,
    add,
    clear,
    make_table,
)

KIB, MIB = 1 << 10, 1 << 20


def table_of(memory: int) -> Table:
    table = make_table(memory)
    clear(table)
    return table


def keys_of(seed: int, count: int) -> np.ndarray:
    """Different keys like those of states: few bits, and many of them alike."""
    choose = np.random.default_rng(seed)
    suits = choose.integers(0, 3**13, (2 * count, 4)).astype(np.uint64)
    suits[:, 1:3] %= 50
    keys = np.stack(
        [suits[:, 1] << np.uint64(32) | suits[:, 0], suits[:, 3] << np.uint64(32) | suits[:, 2]], 1
    )
    keys = np.unique(keys, axis=0)
    choose.shuffle(keys)
    assert len(keys) >= count
    return keys[:count]


def add_all(table: Table, keys: np.ndarray) -> list[int]:
    return [add(table, key[0], key[1]) for key in keys]


def allocated(table: Table) -> int:
    return sum(array.nbytes for array in table)


def test_new_and_known():
    table = table_of(MIB)
    low, high = np.uint64(7), np.uint64(2**64 - 1)
    assert add(table, low, high) == 0
    assert add(table, high, low) == 1
    assert add(table, low, low) == 2
    assert add(table, np.uint64(0), np.uint64(0)) == 3
    assert [add(table, low, high), add(table, low, low)] == [KNOWN, KNOWN]
    assert add(table, np.uint64(0), np.uint64(0)) == KNOWN
    assert table.sizes[COUNT] == 4
    assert table.keys[:4].tolist() == [[7, 2**64 - 1], [2**64 - 1, 7], [7, 7], [0, 0]]


@pytest.mark.parametrize("shared", [0, 1])
def test_keys_that_share_a_word_are_told_apart(shared):
    """Looked up in the same places now and then, for the index is nearly half full."""
    table = table_of(MIB)
    keys = np.zeros((4000, 2), np.uint64)
    keys[:, 1 - shared] = np.arange(4000)
    assert add_all(table, keys) == list(range(4000))
    assert set(add_all(table, keys)) == {KNOWN}


@pytest.mark.parametrize("shared", [0, 1])
def test_both_words_of_a_key_decide_where_it_is_looked_for(shared):
    """As many different places as chance would give, 63 % of them, and none outside."""
    keys = np.zeros((4096, 2), np.uint64)
    keys[:, 1 - shared] = np.arange(4096)
    places = {int(_place(key[0], key[1], 4096)) for key in keys}
    assert 2400 < len(places) < 4096
    assert places <= set(range(4096))


def test_growth_keeps_all():
    table = table_of(8 * MIB)
    keys = keys_of(1, 100_000)
    for first in range(0, len(keys), 10_000):
        assert add_all(table, keys[first : first + 10_000]) == list(range(first, first + 10_000))
        assert add(table, *keys[0]) == KNOWN
    assert set(add_all(table, keys)) == {KNOWN}
    assert table.keys[: len(keys)].tolist() == keys.tolist()
    assert table.sizes[COUNT] == len(keys)
    assert add_all(table, keys_of(2, 1000)).count(KNOWN) < 1000


def test_clear_touches_the_first_places_alone():
    table = make_table(4 * MIB)
    for array in table:
        array[...] = 77
    clear(table)
    assert table.sizes.tolist() == [0, FIRST_PLACES]
    assert not table.index[:FIRST_PLACES].any()
    assert (table.index[FIRST_PLACES:] == 77).all()
    assert all((array == 77).all() for array in (table.keys, table.parent, table.queue))


def test_a_used_table_is_as_good_as_new():
    """What earlier searches left behind is never taken for a state of this one."""
    table = table_of(4 * MIB)
    keys = keys_of(3, 50_000)
    for count in (50_000, 10, 3000, 40_000):
        clear(table)
        assert add_all(table, keys[:count]) == list(range(count))
        keys = keys[::-1]


@pytest.mark.parametrize("memory", [1000, 64 * KIB, 90_000, 140_001])
def test_a_full_table_says_so_and_still_knows_what_it_has(memory):
    table = table_of(memory)
    keys = keys_of(4, 5000)
    answers = add_all(table, keys)
    room = answers.index(FULL)
    assert answers == [*range(room), *[FULL] * (len(keys) - room)]
    assert room == len(table.keys)
    assert table.sizes[PLACES] == len(table.index)
    assert set(add_all(table, keys[:room])) == {KNOWN}
    assert set(add_all(table, keys[room:])) == {FULL}
    assert table.sizes[COUNT] == room


MEMORIES = [48, 5000, 12_345, 64 * KIB, 100_000, MIB, 3 * MIB, 1000 * MIB, 1024 * MIB, 4097 * MIB]


@pytest.mark.parametrize("memory", MEMORIES)
def test_a_table_takes_the_memory_that_it_may(memory):
    table = make_table(memory)
    assert memory - STATE_BYTES < allocated(table) <= memory


@pytest.mark.parametrize("memory", MEMORIES)
def test_bytes_of_a_state(memory):
    """Links to parents and of queues are not the table's."""
    table = make_table(memory)
    assert table.keys.nbytes + table.index.nbytes <= 24 * len(table.keys)


def test_too_little_memory_is_refused():
    least = STATE_BYTES + 16
    assert add(table_of(least), np.uint64(1), np.uint64(2)) == 0
    for memory in (least - 1, 16, 0, -5):
        with pytest.raises(ValueError, match="too few for a search"):
            make_table(memory)
