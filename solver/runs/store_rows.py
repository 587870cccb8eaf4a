"""Batches of deals as rows of a store, and back."""

from collections.abc import Iterator
from itertools import repeat

import numpy as np
import numpy.typing as npt

from solver.games import Batch
from solver.games.search import Rows

_Ints = npt.NDArray[np.int64]

#: A row of ``deals`` as one integer, in SQL.
PACKED = "8 * states + 2 * verdict + checked"


def deal_rows(batch: Batch) -> Iterator[tuple[int, int, int, int, int]]:
    """The rows of ``deals`` for a batch of first attempts."""
    rows = batch.rows
    assert rows
    checks = rows.checks.tolist() if rows.checks is not None else repeat(0)
    numbers = range(batch.first, batch.first + batch.count)
    return zip(
        numbers, rows.verdicts.tolist(), rows.states.tolist(), repeat(1), checks, strict=False
    )


def played_rows(batch: Batch) -> Iterator[tuple[int, int, int | None]]:
    """The rows of ``played`` for a batch of deals that somebody has played."""
    rows = batch.rows
    assert rows
    assert rows.wins is not None
    assert rows.openings is not None
    played = zip(rows.wins.tolist(), rows.openings.tolist(), strict=True)
    for number, (won, opening) in enumerate(played, start=batch.first):
        yield number, won, None if opening < 0 else opening


def set_wins(batch: Batch, rows: list[tuple[int, int]]) -> None:
    """Gives the batch the columns of ``played``: won, and the opening or -1."""
    wins, openings = zip(*rows, strict=True)
    assert batch.rows
    batch.rows.wins = np.array(wins, np.int8)
    batch.rows.openings = np.array(openings, np.int64)


def searched_batch(first: int, codes: _Ints) -> Batch:
    """The batch for consecutive rows of ``deals``, each an integer as in ``PACKED``."""
    verdicts = ((codes >> 1) & 3).astype(np.int8)
    return Batch.of(first, Rows(verdicts, codes >> 3, (codes & 1).astype(np.bool_)))
