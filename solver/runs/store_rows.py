"""Batches of deals as rows of a store, and back."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import repeat

import numpy as np
import numpy.typing as npt

from solver.games import Batch

_Ints = npt.NDArray[np.int64]

#: A row of ``deals`` as one integer, in SQL.
PACKED = "8 * states + 2 * verdict + checked"


def deal_rows(batch: Batch) -> Iterator[tuple[int, int, int, int, int]]:
    """The rows of ``deals`` for a batch of first attempts."""
    assert batch.verdicts is not None
    assert batch.states is not None
    checks = batch.checks.tolist() if batch.checks is not None else repeat(0)
    numbers = range(batch.first, batch.first + batch.count)
    return zip(
        numbers, batch.verdicts.tolist(), batch.states.tolist(), repeat(1), checks, strict=False
    )


def played_rows(batch: Batch) -> Iterator[tuple[int, int, int | None]]:
    """The rows of ``played`` for a batch of deals that a player has played."""
    assert batch.wins is not None
    assert batch.openings is not None
    numbers = range(batch.first, batch.first + batch.count)
    for number, won, opening in zip(
        numbers, batch.wins.tolist(), batch.openings.tolist(), strict=True
    ):
        yield number, won, None if opening < 0 else opening


def with_wins(batch: Batch, rows: list[tuple[int, int]]) -> Batch:
    """The batch with the columns of ``played``: won, and the opening or -1."""
    wins, openings = zip(*rows, strict=True)
    return replace(batch, wins=np.array(wins, np.int8), openings=np.array(openings, np.int64))


def searched_batch(first: int, codes: _Ints) -> Batch:
    """The batch for consecutive rows of ``deals``, each an integer as in ``PACKED``."""
    verdicts = ((codes >> 1) & 3).astype(np.int8)
    undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
    checks = (codes & 1).astype(np.bool_)
    return Batch(
        first,
        len(codes),
        solvable,
        unsolvable,
        undecided,
        verdicts=verdicts,
        states=codes >> 3,
        checks=checks,
        checked=int(checks.sum()),
    )
