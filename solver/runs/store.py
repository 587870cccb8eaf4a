"""A store: what was asked of a run, and what it has found, kept in one file (``store_file.py``).

A batch is one transaction. The file has a row for each deal.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import NamedTuple

import numpy as np

from solver.cards.shuffle import MAX_NUMBER
from solver.games import Batch
from solver.runs.store_file import PLAYED, RefusedError, open_readable, open_writable, told
from solver.runs.store_rows import (
    PACKED,
    deal_rows,
    played_rows,
    searched_batch,
    with_wins,
)

#: The settings that a retry may raise, and those on which no row depends.
BUDGET = ("max-states", "memory")
RANGE = ("first", "deals")

#: Rows read at a time.
_CHUNK = 1 << 16


class Segment(NamedTuple):
    """The deals ``first`` … ``last``; ``is_kept``: a store has all of them, else none of them."""

    first: int
    last: int
    is_kept: bool


class Asked(NamedTuple):
    """The deals that a store is to have: so many, from ``first`` on."""

    first: int
    deals: int

    @property
    def end(self) -> int:
        """The number after the last one."""
        return self.first + self.deals


class Aside(NamedTuple):
    """A deal that was set aside: what it took so far, and what became of it in the end."""

    number: int
    states: int
    attempts: int
    verdict: int = 0
    checked: bool = False


class Store:
    """An open store. ``settings``: what its rows depend on, and the range asked for last."""

    def __init__(self, path: str, connection: sqlite3.Connection, lock: int | None = None) -> None:
        """For ``resume`` and ``view``, which see to it that the connection is to a store."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self.settings: dict[str, str] = dict(connection.execute("SELECT name, value FROM settings"))

    # Opening and closing

    @classmethod
    def resume(cls, path: str, settings: dict[str, str], retry: bool = False) -> "Store":
        """Opens a store for writing, or makes one where there is no file or an empty one.

        With ``retry`` its budget may be smaller than the one in ``settings``, not larger. Raises
        ``RefusedError`` where it was made with others or is no store, else ``OSError``.
        """
        connection, lock = open_writable(path, settings)
        try:
            with told(path):
                store = cls(path, connection, lock)
                store.compare(settings, retry)
                if store.played:
                    connection.execute(PLAYED)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            os.close(lock)
            raise
        return store

    @classmethod
    def view(cls, path: str) -> "Store":
        """Opens a store for reading, as it is now: another process may be writing.

        Raises ``RefusedError`` where it is no store of deals, else ``OSError``.
        """
        connection = open_readable(path)
        try:
            with told(path):
                store = cls(path, connection)
                if "search" not in store.settings:
                    raise RefusedError(
                        f"{path}: it was made by an older version, and holds a sample of a game"
                        " that needs no store: its odds are exact"
                    )
                return store
        except BaseException:
            connection.close()
            raise

    def close(self) -> None:
        """Closes the store: one file, without a log, unless somebody reads it or the disk is full.

        What does not get to the file then, is in the log beside it.
        """
        with suppress(sqlite3.Error):
            if self._lock is not None:
                self._connection.execute("PRAGMA journal_mode = DELETE")
        self._connection.close()
        if self._lock is not None:
            os.close(self._lock)  # only now: closing any descriptor ends SQLite's own locks

    def __enter__(self) -> "Store":
        """The store itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Closes it."""
        self.close()

    # What was asked

    @property
    def played(self) -> bool:
        """Whether somebody who does not see the hidden cards has played its deals as well."""
        return "player" in self.settings

    @property
    def asked(self) -> Asked | None:
        """The range that it remembers; none where a pilot sample is to say how many deals."""
        first, deals = (self.settings.get(name) for name in RANGE)
        return Asked(int(first), int(deals)) if first and deals else None

    def compare(self, settings: dict[str, str], retry: bool = False, path: str = "") -> None:
        """Raises ``RefusedError`` where the settings, of the store at ``path``, are others."""
        for name in {**settings, **self.settings}:
            had, asked = self.settings.get(name), settings.get(name)
            if had == asked or name in RANGE:
                continue
            hint = ""
            if name in BUDGET and had and asked and not path:
                larger = int(asked) > int(had)
                if retry and larger:
                    continue
                if retry:
                    hint = ": no retry with a smaller one"
                elif larger:
                    hint = ": --retry tries its undecided deals again"
            raise RefusedError(
                f"{self.path} was made {_setting(name, had)}, {path or 'not'}"
                f" {_setting(name, asked)}{hint}"
            )

    def ask(self, settings: dict[str, str], attempts: int | None = None) -> None:
        """Notes what is asked for from now on.

        ``attempts``: of the undecided deals so many count as made; the others are set aside.
        """
        with self.transaction() as database:
            self.note(database, settings)
            if attempts is not None:
                database.execute("UPDATE deals SET attempts = ? WHERE verdict = 0", (attempts,))

    def note(self, database: sqlite3.Connection, settings: dict[str, str]) -> None:
        """Notes settings within a transaction."""
        for setting in settings.items():
            database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", setting)
        self.settings = {**self.settings, **settings}

    # What was found

    def segments(self, first: int, last: int) -> list[Segment]:
        """The range cut into segments of which the store has all deals or none."""
        found: list[Segment] = []
        due = first
        for start, end in self._spans(first, last):
            if due < start:
                found.append(Segment(due, start - 1, False))
            found.append(Segment(start, end, True))
            due = end + 1
        if due <= last:
            found.append(Segment(due, last, False))
        return found

    def kept(self) -> list[Segment]:
        """All ranges of deals that it holds."""
        return [each for each in self.segments(0, MAX_NUMBER) if each.is_kept]

    def count(self, asked: Asked) -> int:
        """How many deals of a range are there."""
        return sum(
            last - first + 1
            for first, last, is_kept in self.segments(asked.first, asked.end - 1)
            if is_kept
        )

    def _spans(self, first: int, last: int) -> list[tuple[int, int]]:
        """The first and last number of what the store holds of a range, in order."""
        with told(self.path):
            execute = self._connection.execute
            count, low, high = execute(
                "SELECT COUNT(*), MIN(number), MAX(number) FROM deals WHERE number BETWEEN ? AND ?",
                (first, last),
            ).fetchone()
            if not count or count == high - low + 1:
                return [(low, high)] if count else []
            return execute(
                "SELECT MIN(number), MAX(number) FROM (SELECT number,"
                " number - ROW_NUMBER() OVER (ORDER BY number) AS island"
                " FROM deals WHERE number BETWEEN ? AND ?) GROUP BY island ORDER BY 1",
                (first, last),
            ).fetchall()

    def read(self, first: int, last: int) -> Iterator[Batch]:
        """What was found out about the deals of a segment that is kept."""
        with told(self.path):
            codes = chain.from_iterable(
                self._connection.execute(
                    f"SELECT {PACKED} FROM deals WHERE number BETWEEN ? AND ? ORDER BY number",
                    (first, last),
                )
            )
            while len(chunk := np.fromiter(islice(codes, _CHUNK), np.int64)):
                batch = searched_batch(first, chunk)
                first += len(chunk)
                yield with_wins(batch, self._played(batch)) if self.played else batch

    def _played(self, batch: Batch) -> list[tuple[int, int]]:
        last = batch.first + batch.count - 1
        return self._connection.execute(
            "SELECT won, coalesce(opening, -1) FROM played WHERE number BETWEEN ? AND ?"
            " ORDER BY number",
            (batch.first, last),
        ).fetchall()

    def add(self, batch: Batch) -> None:
        """Keeps what was found out about deals of which the store has nothing yet."""
        with self.transaction() as database:
            database.executemany("INSERT INTO deals VALUES (?, ?, ?, ?, ?)", deal_rows(batch))
            if self.played:
                database.executemany("INSERT INTO played VALUES (?, ?, ?)", played_rows(batch))

    def set_aside(self, attempts: int, first: int = 0, last: int = MAX_NUMBER) -> list[Aside]:
        """The undecided deals of a range on which fewer than ``attempts`` were made."""
        with told(self.path):
            rows = self._connection.execute(
                "SELECT number, states, attempts FROM deals"
                " WHERE number BETWEEN ? AND ? AND verdict = 0 AND attempts < ? ORDER BY number",
                (first, last, attempts),
            )
            return [Aside(*row) for row in rows]

    def settle(self, deal: Aside) -> None:
        """Keeps what one more attempt has brought."""
        with self.transaction() as database:
            database.execute(
                "UPDATE deals SET verdict = ?, states = ?, attempts = ?, checked = ?"
                " WHERE number = ?",
                (deal.verdict, deal.states, deal.attempts, deal.checked, deal.number),
            )

    def hardest(self, count: int) -> list[tuple[int, int, int]]:
        """Number, verdict and states of the deals with the most states."""
        with told(self.path):
            return self._connection.execute(
                "SELECT number, verdict, states FROM deals ORDER BY states DESC, number LIMIT ?",
                (count,),
            ).fetchall()

    def rows(self) -> Iterator[tuple[int, ...]]:
        """All rows as they are exported."""
        with told(self.path):
            joined = " JOIN played USING (number)" if self.played else ""
            yield from self._connection.execute(f"SELECT * FROM deals{joined} ORDER BY number")

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing."""
        with told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some faults have rolled it back already
                    self._connection.execute("ROLLBACK")
                raise


def _setting(name: str, value: str | None) -> str:
    return f"without {name}" if value is None else f"with {name}={value}"
