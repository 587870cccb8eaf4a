"""Batches of deals as rows of a store, and back."""

import sqlite3
from collections.abc import Iterator
from itertools import repeat

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import MAX_NUMBER
from solver.games import Batch
from solver.games.search import CardsUp, Rows

_Ints = npt.NDArray[np.int64]

#: Numbers in an aligned block.
BLOCK = 1 << 16

#: In SQL, what a row of ``deals`` says of its deal, as one integer.
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
    numbers = range(batch.first, batch.first + batch.count)
    for number, won, opening in zip(
        numbers, rows.wins.tolist(), rows.openings.tolist(), strict=True
    ):
        yield number, won, None if opening < 0 else opening


def with_wins(batch: Batch, rows: list[tuple[int, int]]) -> Batch:
    """The batch with what ``played`` says of its deals: won, and the opening or -1."""
    wins, openings = zip(*rows, strict=True)
    assert batch.rows
    batch.rows.wins = np.array(wins, np.int8)
    batch.rows.openings = np.array(openings, np.int64)
    return batch


def searched_batch(first: int, codes: _Ints) -> Batch:
    """The batch of consecutive rows of ``deals``, each an integer as ``PACKED`` makes it."""
    verdicts = ((codes >> 1) & 3).astype(np.int8)
    return Batch.of(first, Rows(verdicts, codes >> 3, (codes & 1).astype(np.bool_)))


def counted_batch(first: int, deals: int, checked: int, cards: bytes, race: bytes | None) -> Batch:
    """The batch of a row of ``blocks``."""
    counts = counts_of(cards)
    won = int(counts[-1])
    return Batch(
        first,
        deals,
        won,
        deals - won,
        checked=checked,
        scores=CardsUp(counts, None if race is None else counts_of(race)),
    )


def counts_of(counts: bytes) -> _Ints:
    """The counts that a row of ``blocks`` has as bytes."""
    return np.frombuffer(counts, "<u4").astype(np.int64)


def _bytes(counts: _Ints) -> bytes:
    return counts.astype("<u4").tobytes()


def add_block(database: sqlite3.Connection, batch: Batch) -> None:
    """Adds a row, joined with its neighbours in the block."""
    assert batch.cards is not None
    block = batch.first - batch.first % BLOCK
    assert batch.first + batch.count <= block + BLOCK
    first, deals, checked, cards, race = (
        batch.first,
        batch.count,
        batch.checked,
        batch.cards,
        batch.race,
    )
    for row in database.execute(
        "SELECT * FROM blocks WHERE first BETWEEN ? AND ? ORDER BY first",
        (block, min(block + BLOCK - 1, MAX_NUMBER)),
    ).fetchall():
        other = counted_batch(*row)
        assert other.cards is not None
        if other.first + other.count == first or first + deals == other.first:
            database.execute("DELETE FROM blocks WHERE first = ?", (other.first,))
            first, deals = min(first, other.first), deals + other.count
            checked, cards = checked + other.checked, cards + other.cards
            race = None if race is None or other.race is None else race + other.race
    database.execute(
        "INSERT INTO blocks VALUES (?, ?, ?, ?, ?)",
        (first, deals, checked, _bytes(cards), None if race is None else _bytes(race)),
    )


def agree(mine: Batch, theirs: Batch) -> bool:
    """Whether two counts of the same deals are the same."""
    return all(
        np.array_equal(own, other)  # type: ignore[arg-type]
        for own, other in ((mine.cards, theirs.cards), (mine.race, theirs.race))
    )
