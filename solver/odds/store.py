"""A run's file: one SQLite database that holds what was asked and what was found.

``settings``
    name and value of what every row depends on (``settings_of``), and the range asked for last.
``deals``, for games with a search
    a row a deal: its number, verdict (the index in ``VERDICTS``), states and attempts so far, and
    whether the referee has replayed it. An undecided deal with fewer attempts than the run's budget
    allows is set aside: it is still to be tried.
``blocks``, for forced play
    a row for each aligned block of 65,536 numbers, or for the part of it that was asked for: its
    first number, the number of deals, of those that the referee has checked, the deals by cards
    up (unsigned, 4 bytes each, the lowest byte first), and likewise by how a race ended.
    Neighbours in a block become one row, so the rows do not depend on how the work was cut.

A batch is one transaction. In WAL mode, with ``synchronous`` at ``NORMAL``, a killed process loses
nothing that was committed; a machine that crashes may lose the latest transactions, and no others.

A writer holds ``flock`` on the file, which the system releases however the process ends. Readers
need no lock: they see the last transaction.
"""

import errno
import fcntl
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import Enum
from itertools import chain, islice, repeat
from typing import NamedTuple
from urllib.parse import quote

import numpy as np
import numpy.typing as npt

from solver.deck.shuffle import MAX_NUMBER
from solver.games import Batch

_Ints = npt.NDArray[np.int64]
_Execute = Callable[..., sqlite3.Cursor]

#: Numbers in an aligned block.
BLOCK = 1 << 16

_MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x47617264  # "Gard", the application id in the header
_FORMAT = 1

_CHECK = "PRAGMA quick_check(1)"
_ALL_DEALS = "SELECT * FROM deals ORDER BY number"

_SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE deals (
    number INTEGER PRIMARY KEY,
    verdict INTEGER NOT NULL,
    states INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    checked INTEGER NOT NULL
);
CREATE TABLE blocks (
    first INTEGER PRIMARY KEY,
    deals INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    cards BLOB NOT NULL,
    race BLOB
);
"""

#: The settings that a retry may raise, and those on which no row depends.
BUDGET = ("max-states", "memory")
RANGE = ("first", "deals")

#: Rows read at a time, seconds to wait for another program that has the database open.
_CHUNK = 1 << 16
_PATIENCE = 10.0

_REASONS = {
    "SQLITE_NOTADB": "this is no store of garden",
    "SQLITE_CORRUPT": "the store is damaged, or was cut short",
    "SQLITE_READONLY": "the store cannot be written to",
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR": "the disk cannot be read or written, or has no more room",
    "SQLITE_BUSY": "another program has locked the store",
    "SQLITE_CANTOPEN": "the store cannot be opened",
}


class StoreError(OSError):
    """A store that cannot be read or written; what was committed before is kept."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        """``reason`` in words, without the path."""
        super().__init__(errno.EIO, reason, os.fspath(path))


class RefusedError(ValueError):
    """A file that is no store, or a store that holds something else than what is asked for."""


class Kind(Enum):
    """What a store knows of a range of deals."""

    KEPT = "kept"
    MISSING = "missing"
    #: In the store only as a part of a larger count.
    INSIDE = "inside"


class Segment(NamedTuple):
    """The deals ``first`` … ``last``, and what is known of them."""

    first: int
    last: int
    kind: Kind


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
        self.settings = self._settings()

    # Opening and closing

    @classmethod
    def resume(cls, path: str, settings: dict[str, str], retry: bool = False) -> "Store":
        """Opens a store for writing, or makes one where there is no file or an empty one.

        With ``retry`` its budget may be smaller than the one in ``settings``, not larger. Raises
        ``RefusedError`` where it was made with others or is no store, else ``OSError``.
        """
        lock = _locked(path)
        try:
            connection = _connected(path, "rw")
            try:
                with _told(path):
                    closed = _is_whole(path, connection)
                    if not closed and connection.execute(_CHECK).fetchone() != ("ok",):
                        raise StoreError(path, _REASONS["SQLITE_CORRUPT"])
                    if not _is_store(path, connection):
                        _begin(connection, settings)
                    store = cls(path, connection, lock)
                    store._compare(settings, retry)
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA synchronous = NORMAL")
            except BaseException:
                connection.close()
                raise
        except BaseException:
            os.close(lock)
            raise
        return store

    @classmethod
    def view(cls, path: str) -> "Store":
        """Opens a store for reading, while another process may be writing.

        Raises ``RefusedError`` where it is no store, else ``OSError``.
        """
        os.stat(path)  # says what is wrong with the path
        connection = _connected(path, "ro")
        try:
            with _told(path):
                if not _is_store(path, connection):
                    raise RefusedError(f"{path}: {_REASONS['SQLITE_NOTADB']}")
                _is_whole(path, connection)
                return cls(path, connection)
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
    def searched(self) -> bool:
        """Whether it holds deals that were searched; else counts of forced play."""
        return "search" in self.settings

    def _settings(self) -> dict[str, str]:
        return dict(self._connection.execute("SELECT name, value FROM settings"))

    def _compare(self, settings: dict[str, str], retry: bool = False, path: str = "") -> None:
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
        with self._transaction() as execute:
            self._note(execute, settings)
            if attempts is not None:
                execute("UPDATE deals SET attempts = ? WHERE verdict = 0", (attempts,))

    def _note(self, execute: _Execute, settings: dict[str, str]) -> None:
        for setting in settings.items():
            execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", setting)
        self.settings = {**self.settings, **settings}

    # What was found

    def segments(self, first: int, last: int) -> list[Segment]:
        """The range cut into segments of which the store has all, nothing, or no exact part."""
        found: list[Segment] = []
        due = first
        for start, end in self._spans(first, last):
            inside = start < first or end > last
            start, end = max(start, first), min(end, last)
            if due < start:
                found.append(Segment(due, start - 1, Kind.MISSING))
            if found and not inside and found[-1].kind is Kind.KEPT and found[-1].last + 1 == start:
                found[-1] = found[-1]._replace(last=end)
            else:
                found.append(Segment(start, end, Kind.INSIDE if inside else Kind.KEPT))
            due = end + 1
        if due <= last:
            found.append(Segment(due, last, Kind.MISSING))
        return found

    def kept(self) -> list[Segment]:
        """All ranges of deals that it holds."""
        return [each for each in self.segments(0, MAX_NUMBER) if each.kind is Kind.KEPT]

    def _spans(self, first: int, last: int) -> list[tuple[int, int]]:
        """The first and last number of what the store holds of a range, in order."""
        with _told(self.path):
            execute = self._connection.execute
            if not self.searched:
                spans = execute(
                    "SELECT first, first + (deals - 1) FROM blocks WHERE first BETWEEN ? AND ?"
                    " ORDER BY first",
                    (first - first % BLOCK, last),
                )
                return [span for span in spans if span[1] >= first]
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
        with _told(self.path):
            execute = self._connection.execute
            if self.searched:
                codes = chain.from_iterable(
                    execute(
                        "SELECT 8 * states + 2 * verdict + checked FROM deals"
                        " WHERE number BETWEEN ? AND ? ORDER BY number",
                        (first, last),
                    )
                )
                while len(chunk := np.fromiter(islice(codes, _CHUNK), np.int64)):
                    yield _searched(first, chunk)
                    first += len(chunk)
                return
            for row in execute(
                "SELECT * FROM blocks WHERE first BETWEEN ? AND ? ORDER BY first", (first, last)
            ):
                yield _counted(*row)

    def add(self, batch: Batch) -> None:
        """Keeps what was found out about deals of which the store has nothing yet.

        A batch of counts lies within one block.
        """
        with self._transaction() as execute:
            if batch.cards is not None:
                _add_block(execute, batch)
                return
            assert batch.verdicts is not None
            assert batch.states is not None
            checks = batch.checks.tolist() if batch.checks is not None else repeat(0)
            self._connection.executemany(
                "INSERT INTO deals VALUES (?, ?, ?, 1, ?)",
                zip(
                    range(batch.first, batch.first + batch.count),
                    batch.verdicts.tolist(),
                    batch.states.tolist(),
                    checks,
                    strict=False,
                ),
            )

    def set_aside(self, attempts: int, first: int = 0, last: int = MAX_NUMBER) -> list[Aside]:
        """The undecided deals of a range on which fewer than ``attempts`` were made."""
        with _told(self.path):
            rows = self._connection.execute(
                "SELECT number, states, attempts FROM deals"
                " WHERE number BETWEEN ? AND ? AND verdict = 0 AND attempts < ? ORDER BY number",
                (first, last, attempts),
            )
            return [Aside(*row) for row in rows]

    def settle(self, deal: Aside) -> None:
        """Keeps what one more attempt has brought."""
        with self._transaction() as execute:
            execute(
                "UPDATE deals SET verdict = ?, states = ?, attempts = ?, checked = ?"
                " WHERE number = ?",
                (deal.verdict, deal.states, deal.attempts, deal.checked, deal.number),
            )

    def hardest(self, count: int) -> list[tuple[int, int, int]]:
        """Number, verdict and states of the deals with the most states."""
        with _told(self.path):
            return self._connection.execute(
                "SELECT number, verdict, states FROM deals ORDER BY states DESC, number LIMIT ?",
                (count,),
            ).fetchall()

    def rows(self) -> Iterator[tuple[int, ...]]:
        """All rows as they are exported: of deals as they stand, of blocks with their counts."""
        with _told(self.path):
            if self.searched:
                yield from self._connection.execute(_ALL_DEALS)
                return
            for first, deals, checked, *counts in self._connection.execute(
                "SELECT * FROM blocks ORDER BY first"
            ):
                numbers = (_numbers(each).tolist() for each in counts if each)
                yield first, deals, checked, *chain(*numbers)

    # Joining runs

    def merge(self, sources: Sequence["Store"]) -> None:
        """Adds what other stores hold; all of it, or nothing where one is refused.

        Raises ``RefusedError`` where they were not asked the same, or contradict each other.
        """
        for source in sources:
            self._compare(source.settings, path=source.path)
        with self._transaction() as execute:
            for source in sources:
                if self.searched:
                    self._merge_deals(execute, source)
                else:
                    self._merge_blocks(execute, source)
            kept = self.kept()
            if len(kept) == 1:
                deals = kept[0].last - kept[0].first + 1
                self._note(execute, {"first": str(kept[0].first), "deals": str(deals)})

    def _merge_deals(self, execute: _Execute, source: "Store") -> None:
        """Where both have a deal, they agree, or one of them has not finished it."""
        execute("CREATE TEMP TABLE theirs AS SELECT * FROM deals WHERE false")
        self._connection.executemany(
            "INSERT INTO theirs VALUES (?, ?, ?, ?, ?)", source._connection.execute(_ALL_DEALS)
        )
        contradiction = execute(
            "SELECT number FROM theirs JOIN deals AS mine USING (number)"
            " WHERE (mine.verdict, mine.states, mine.attempts)"
            " <> (theirs.verdict, theirs.states, theirs.attempts)"
            " AND NOT (mine.verdict = 0 AND mine.attempts < theirs.attempts)"
            " AND NOT (theirs.verdict = 0 AND theirs.attempts < mine.attempts)"
            " ORDER BY number LIMIT 1"
        ).fetchone()
        if contradiction:
            raise RefusedError(
                f"{self.path} and {source.path} contradict each other on deal {contradiction[0]}"
            )
        execute(
            "INSERT INTO deals SELECT * FROM theirs WHERE true ON CONFLICT (number) DO UPDATE"
            " SET verdict = excluded.verdict, states = excluded.states,"
            " attempts = excluded.attempts, checked = max(checked, excluded.checked)"
            " WHERE excluded.attempts >= attempts"
        )
        execute("DROP TABLE theirs")

    def _merge_blocks(self, execute: _Execute, source: "Store") -> None:
        """Where both have deals of a block, they have the same ones, with the same counts."""
        for theirs in source.kept():
            for batch in source.read(theirs.first, theirs.last):
                last = batch.first + batch.count - 1
                if self.segments(batch.first, last) == [Segment(batch.first, last, Kind.MISSING)]:
                    _add_block(execute, batch)
                    continue
                mine = execute("SELECT * FROM blocks WHERE first = ?", (batch.first,)).fetchone()
                if not mine or not _agree(_counted(*mine), batch):
                    raise RefusedError(
                        f"{self.path} and {source.path} both count deals of"
                        f" {batch.first} … {last}, and do not agree"
                    )

    @contextmanager
    def _transaction(self) -> Iterator[_Execute]:
        """All or nothing; gives the connection's ``execute``."""
        with _told(self.path):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection.execute
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # some faults have rolled it back already
                    self._connection.execute("ROLLBACK")
                raise


def merge(target: str, sources: Sequence[str]) -> None:
    """Adds to a store what others hold; it is made where there is none.

    Raises ``RefusedError`` where they were not asked the same, or contradict each other, else
    ``OSError``; the target is then as it was.
    """
    is_new = not os.path.exists(target)
    try:
        with ExitStack() as opened:
            stores = [opened.enter_context(Store.view(source)) for source in sources]
            asked = stores[0] if is_new else opened.enter_context(Store.view(target))
            opened.enter_context(Store.resume(target, asked.settings)).merge(stores)
    except BaseException:
        if is_new:
            with suppress(FileNotFoundError):
                os.unlink(target)
        raise


# Files


def _locked(path: str) -> int:
    """A descriptor of the file, which is made if it is not there, with the lock of a writer."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise RefusedError(f"{path}: a store is a file, and this is none")
        if os.pread(descriptor, len(_MAGIC), 0) not in (b"", _MAGIC):
            raise RefusedError(f"{path}: {_REASONS['SQLITE_NOTADB']}")  # SQLite overwrites a byte
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(path, "another process is at work on this store") from None
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def _connected(path: str, mode: str) -> sqlite3.Connection:
    with _told(path):
        place = f"file:{quote(os.path.abspath(path))}?mode={mode}"
        return sqlite3.connect(place, uri=True, isolation_level=None, timeout=_PATIENCE)


def _is_whole(path: str, connection: sqlite3.Connection) -> bool:
    """Whether the file's size says all; not so for one that was left with a log.

    Raises ``StoreError`` where it is too short.
    """
    size = os.path.getsize(path)
    if os.path.exists(f"{path}-wal") and os.path.getsize(f"{path}-wal"):
        if size:
            return False
        raise StoreError(path, "the store was cut short: the log beside it is not empty")
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    if size % page:
        raise StoreError(path, _REASONS["SQLITE_CORRUPT"])
    return True


def _begin(connection: sqlite3.Connection, settings: dict[str, str]) -> None:
    """Makes an empty file a store."""
    execute = connection.execute
    execute("BEGIN IMMEDIATE")
    for statement in filter(None, map(str.strip, _SCHEMA.split(";"))):
        execute(statement)
    connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
    execute(f"PRAGMA application_id = {_APPLICATION}")
    execute(f"PRAGMA user_version = {_FORMAT}")
    execute("COMMIT")


def _is_store(path: str, connection: sqlite3.Connection) -> bool:
    """Whether a database is a store; ``False`` for one with nothing in it."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    if application == _APPLICATION and version == _FORMAT:
        return True
    if application == _APPLICATION:
        raise RefusedError(f"{path}: the store is of format {version}, not {_FORMAT}")
    if application or version or tables:
        raise RefusedError(f"{path}: {_REASONS['SQLITE_NOTADB']}")
    return False


@contextmanager
def _told(path: str) -> Iterator[None]:
    """Says in words what SQLite has to say."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        reason = next((text for code, text in _REASONS.items() if name.startswith(code)), "")
        if name == "SQLITE_NOTADB":
            raise RefusedError(f"{path}: {reason}") from None
        raise StoreError(path, reason or str(error)) from None


def _setting(name: str, value: str | None) -> str:
    return f"without {name}" if value is None else f"with {name}={value}"


# Rows


def _searched(first: int, codes: _Ints) -> Batch:
    """The batch of consecutive rows of ``deals``, as ``read`` packs them."""
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


def _counted(first: int, deals: int, checked: int, cards: bytes, race: bytes | None) -> Batch:
    """The batch of a row of ``blocks``."""
    counts = _numbers(cards)
    won = int(counts[-1])
    return Batch(
        first,
        deals,
        won,
        deals - won,
        cards=counts,
        race=None if race is None else _numbers(race),
        checked=checked,
    )


def _numbers(counts: bytes) -> _Ints:
    return np.frombuffer(counts, "<u4").astype(np.int64)


def _bytes(counts: _Ints) -> bytes:
    return counts.astype("<u4").tobytes()


def _add_block(execute: _Execute, batch: Batch) -> None:
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
    for row in execute(
        "SELECT * FROM blocks WHERE first BETWEEN ? AND ? ORDER BY first",
        (block, min(block + BLOCK - 1, MAX_NUMBER)),
    ).fetchall():
        other = _counted(*row)
        assert other.cards is not None
        if other.first + other.count == first or first + deals == other.first:
            execute("DELETE FROM blocks WHERE first = ?", (other.first,))
            first, deals = min(first, other.first), deals + other.count
            checked, cards = checked + other.checked, cards + other.cards
            race = None if race is None or other.race is None else race + other.race
    execute(
        "INSERT INTO blocks VALUES (?, ?, ?, ?, ?)",
        (first, deals, checked, _bytes(cards), None if race is None else _bytes(race)),
    )


def _agree(mine: Batch, theirs: Batch) -> bool:
    """Whether two counts are of the same deals, and the same."""
    return (mine.first, mine.count) == (theirs.first, theirs.count) and all(
        np.array_equal(own, other)  # type: ignore[arg-type]
        for own, other in ((mine.cards, theirs.cards), (mine.race, theirs.race))
    )
