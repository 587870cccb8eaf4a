"""A store: the settings and the results of a run, kept in one file (``store_file.py``).

Each batch is one transaction.
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
from solver.runs import store_file
from solver.runs.store_file import RefusedError, explained_errors, on_failure
from solver.runs.store_rows import PACKED, deal_rows, played_rows, searched_batch, set_wins

#: The settings that a retry may raise.
BUDGET = ("max-states", "memory")

#: The settings on which no row depends: the range of deals requested last.
RANGE = ("first", "deals")

#: Rows that are read at a time.
_CHUNK = 1 << 16


class Segment(NamedTuple):
    """The deals ``first`` … ``last``; ``is_kept``: a store has all of them, else none of them."""

    first: int
    last: int
    is_kept: bool


class Retry(NamedTuple):
    """A deal that is set aside for another attempt, or the result of that attempt.

    ``states`` and ``attempts`` count all attempts so far. ``verdict`` is an index in ``VERDICTS``.
    """

    number: int
    states: int
    attempts: int
    verdict: int = 0
    checked: bool = False


class Store:
    """An open store. ``settings``: what its rows depend on, and the range requested last."""

    def __init__(self, path: str, connection: sqlite3.Connection, lock: int | None = None) -> None:
        """Called by ``resume`` and ``view``, which check that the database is a store."""
        self.path = path
        self._connection = connection
        self._lock = lock
        self.settings: dict[str, str] = dict(connection.execute("SELECT name, value FROM settings"))

    # Opening and closing

    @classmethod
    def resume(cls, path: str, settings: dict[str, str], retry: bool = False) -> "Store":
        """Opens a store for writing, or creates one if there is no file or an empty one.

        With ``retry`` the store's budget may be smaller than the one in ``settings``, but not
        larger. Raises ``RefusedError`` if the store was made with other settings or the file is no
        store, and ``OSError`` for other failures.
        """
        connection, lock = store_file.open_writable(path, settings)
        with on_failure(os.close, lock), on_failure(connection.close), explained_errors(path):
            store = cls(path, connection, lock)
            store.check_settings(settings, retry)
            if store.played:
                connection.execute(store_file.PLAYED)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        return store

    @classmethod
    def view(cls, path: str) -> "Store":
        """Opens a store for reading, as it is now: another process may be writing.

        Raises ``RefusedError`` if it is no store of deals, and ``OSError`` for other failures.
        """
        connection = store_file.open_readable(path)
        with on_failure(connection.close), explained_errors(path):
            store = cls(path, connection)
            if "search" not in store.settings:
                raise RefusedError(
                    f"{path}: it was made by an older version, and holds a sample of a game"
                    " that needs no store: its odds are exact"
                )
        return store

    def close(self) -> None:
        """Closes the store, and merges its log into the file.

        The log stays, as part of the store, if another process reads the store or the disk is full.
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

    # Settings

    @property
    def played(self) -> bool:
        """Whether a player without sight of the hidden cards has played its deals too."""
        return "player" in self.settings

    @property
    def asked(self) -> range | None:
        """The range requested last; ``None`` if a pilot sample has still to fix its size."""
        first, deals = (self.settings.get(name) for name in RANGE)
        return range(int(first), int(first) + int(deals)) if first and deals else None

    def check_settings(self, settings: dict[str, str], retry: bool = False, path: str = "") -> None:
        """Raises ``RefusedError`` if the settings differ from those of this store.

        ``retry``: as for ``resume``. ``path``: the store whose settings they are, if any.
        """
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
        """Records settings that a run requests.

        ``attempts``: the number of attempts that every undecided deal counts as having had.
        """
        with self.transaction() as database:
            self.note(database, settings)
            if attempts is not None:
                database.execute("UPDATE deals SET attempts = ? WHERE verdict = 0", (attempts,))

    def note(self, database: sqlite3.Connection, settings: dict[str, str]) -> None:
        """Records settings within a transaction."""
        for setting in settings.items():
            database.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", setting)
        self.settings = {**self.settings, **settings}

    # Results

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

    def count(self, asked: range) -> int:
        """The number of deals of a range that the store has."""
        segments = self.segments(asked.start, asked.stop - 1)
        return sum(last - first + 1 for first, last, is_kept in segments if is_kept)

    def _spans(self, first: int, last: int) -> list[tuple[int, int]]:
        """First and last number of each run of deals of a range that the store has, in order."""
        with explained_errors(self.path):
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
        """The results for a range of deals, all of which the store has."""
        with explained_errors(self.path):
            codes = chain.from_iterable(
                self._connection.execute(
                    f"SELECT {PACKED} FROM deals WHERE number BETWEEN ? AND ? ORDER BY number",
                    (first, last),
                )
            )
            while len(chunk := np.fromiter(islice(codes, _CHUNK), np.int64)):
                batch = searched_batch(first, chunk)
                first += len(chunk)
                if self.played:
                    set_wins(batch, self._played(batch))
                yield batch

    def _played(self, batch: Batch) -> list[tuple[int, int]]:
        last = batch.first + batch.count - 1
        return self._connection.execute(
            "SELECT won, coalesce(opening, -1) FROM played WHERE number BETWEEN ? AND ?"
            " ORDER BY number",
            (batch.first, last),
        ).fetchall()

    def add(self, batch: Batch) -> None:
        """Adds the results for deals that the store does not have yet."""
        with self.transaction() as database:
            database.executemany("INSERT INTO deals VALUES (?, ?, ?, ?, ?)", deal_rows(batch))
            if self.played:
                rows = played_rows(batch)
                database.executemany("INSERT INTO played VALUES (?, ?, ?)", rows)

    def retries(self, attempts: int, first: int = 0, last: int = MAX_NUMBER) -> list[Retry]:
        """The undecided deals of a range on which fewer than ``attempts`` were made."""
        with explained_errors(self.path):
            rows = self._connection.execute(
                "SELECT number, states, attempts FROM deals"
                " WHERE number BETWEEN ? AND ? AND verdict = 0 AND attempts < ? ORDER BY number",
                (first, last, attempts),
            )
            return [Retry(*row) for row in rows]

    def record_retry(self, deal: Retry) -> None:
        """Records the result of one more attempt."""
        with self.transaction() as database:
            database.execute(
                "UPDATE deals SET verdict = ?, states = ?, attempts = ?, checked = ?"
                " WHERE number = ?",
                (deal.verdict, deal.states, deal.attempts, deal.checked, deal.number),
            )

    def hardest(self, count: int) -> list[tuple[int, int, int]]:
        """Number, verdict and states of the deals with the most states."""
        with explained_errors(self.path):
            return self._connection.execute(
                "SELECT number, verdict, states FROM deals ORDER BY states DESC, number LIMIT ?",
                (count,),
            ).fetchall()

    def rows(self) -> Iterator[tuple[int, ...]]:
        """All rows as they are exported."""
        with explained_errors(self.path):
            joined = " JOIN played USING (number)" if self.played else ""
            yield from self._connection.execute(f"SELECT * FROM deals{joined} ORDER BY number")

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing."""
        with explained_errors(self.path):
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
