"""The set of hashes against Python's own, and where its room ends."""

import random

import numpy as np
import pytest

from solver.jit.hash_set import add, clear, is_full, make_sets


def test_it_holds_what_was_added():
    """Keys collide: few places, and hashes that begin their search at the same ones."""
    choose, known = random.Random(1), set()
    (hashes,) = make_sets(1, 1 << 12)
    for _ in range(5_000):
        key = choose.randrange(2_000) << choose.choice([1, 40])
        assert add(hashes, np.uint64(key)) is (key not in known)
        known.add(key)
    assert int(hashes[-1]) == len(known)
    clear(hashes)
    assert add(hashes, np.uint64(min(known)))


def test_a_hash_may_be_0():
    (hashes,) = make_sets(1, 4)
    assert add(hashes, np.uint64(0))
    assert not add(hashes, np.uint64(0))


def test_the_lowest_bit_does_not_count():
    (hashes,) = make_sets(1, 4)
    assert add(hashes, np.uint64(6))
    assert not add(hashes, np.uint64(7))


@pytest.mark.parametrize("places", [4, 8, 64])
def test_a_full_set_takes_no_more_and_says_so(places):
    (hashes,) = make_sets(1, places)
    for number in range(places // 4 * 3):
        assert not is_full(hashes)
        assert add(hashes, np.uint64(2 * number))
    assert is_full(hashes)
    assert not add(hashes, np.uint64(2 * places))
    assert not add(hashes, np.uint64(0))
    assert int(hashes[-1]) == places // 4 * 3


def test_sets_share_nothing():
    one, other = make_sets(2, 4)
    assert add(one, np.uint64(2))
    assert add(other, np.uint64(2))


@pytest.mark.parametrize("places", [0, 2, 6, 100])
def test_other_sizes_are_refused(places):
    with pytest.raises(ValueError, match="no power of two"):
        make_sets(1, places)
