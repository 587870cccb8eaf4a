"""The file of a store: a SQLite database; how it is created, locked and opened, and its errors.

``settings``
    Names and values: all that a row depends on (``settings_of``), and the range requested last.
``deals``
    A row for each deal: its number, verdict (the index in ``VERDICTS``), states and attempts so
    far, and whether the referee has replayed it. An undecided deal with fewer attempts than the
    run's budget allows is set aside: it is still to be retried.
``played``, if a player without sight of the hidden cards has played the deals too
    A row for each deal: its number, whether the player has won, and how many of the arrangements
    of the hidden cards drawn at the first decision can be won (null if none was drawn).

Stores that older versions made have one more table, ``blocks``. It is empty in a store of deals and
nothing reads it. Their stores of Flower Garden's samples, which have rows in it, are refused.

The database is in WAL mode, with ``synchronous`` at ``NORMAL``: a killed process loses nothing that
was committed, and a machine that crashes may lose the latest transactions, but no others. While a
process writes, and after it was killed, the latest rows are in the log beside the file, FILE-wal,
which is part of the store.

A writer holds ``flock`` on the file, which the system releases however the process ends. Readers
need no lock: they see the last transaction.
"""

import errno
import fcntl
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import quote

_MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x47617264  # "Gard", the application id in the header
_FORMAT = 1

_CHECK = "PRAGMA quick_check(1)"
#: Created if needed: stores without a player have no such table.
PLAYED = """
CREATE TABLE IF NOT EXISTS played (
    number INTEGER PRIMARY KEY,
    won INTEGER NOT NULL,
    opening INTEGER
)
"""

_SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE deals (
    number INTEGER PRIMARY KEY,
    verdict INTEGER NOT NULL,
    states INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    checked INTEGER NOT NULL
);
"""

#: Seconds to wait for another program that has the database open.
_BUSY_TIMEOUT = 10.0

_NOT_A_FILE = "a store is a file, and this is none"

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
    """A store cannot be read or written; what was committed before is kept."""

    def __init__(self, path: str | os.PathLike[str], reason: str) -> None:
        """``reason`` is a text without the path."""
        super().__init__(errno.EIO, reason, os.fspath(path))


class RefusedError(ValueError):
    """A file is no store, or a store holds something else than what is requested."""


def open_writable(path: str, settings: dict[str, str]) -> tuple[sqlite3.Connection, int]:
    """A connection for the one writer, and the descriptor that holds its lock.

    Creates the store with these settings if there is no file or an empty one. Raises
    ``RefusedError`` if the file is no store, and ``OSError`` for other failures.
    """
    lock = _open_locked(path)
    with on_failure(os.close, lock):
        connection = _connect(path, "rw")
        with on_failure(connection.close), explained_errors(path):
            closed = _is_whole(path, connection)
            if not closed and connection.execute(_CHECK).fetchone() != ("ok",):
                raise StoreError(path, _REASONS["SQLITE_CORRUPT"])
            if not _is_store(path, connection):
                _create(connection, settings)
    return connection, lock


def open_readable(path: str) -> sqlite3.Connection:
    """A connection that sees the store as it is now, even if another process writes.

    Raises ``RefusedError`` if the file is no store, and ``OSError`` for other failures.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise RefusedError(f"{path}: {_NOT_A_FILE}")
    connection = _connect(path, "ro")
    with on_failure(connection.close), explained_errors(path):
        if not _is_store(path, connection):
            raise RefusedError(f"{path}: {_REASONS['SQLITE_NOTADB']}")
        _is_whole(path, connection)
        connection.execute("BEGIN")
    return connection


def _open_locked(path: str) -> int:
    """Opens the file, which is created if missing, and takes the writer's lock."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except IsADirectoryError:
        raise RefusedError(f"{path}: {_NOT_A_FILE}") from None
    with on_failure(os.close, descriptor):
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise RefusedError(f"{path}: {_NOT_A_FILE}")
        if os.pread(descriptor, len(_MAGIC), 0) not in (b"", _MAGIC):
            raise RefusedError(f"{path}: {_REASONS['SQLITE_NOTADB']}")  # SQLite overwrites a byte
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StoreError(path, "another process is at work on this store") from None
    return descriptor


def _connect(path: str, mode: str) -> sqlite3.Connection:
    with explained_errors(path):
        place = f"file:{quote(os.path.abspath(path))}?mode={mode}"
        return sqlite3.connect(place, uri=True, isolation_level=None, timeout=_BUSY_TIMEOUT)


def _is_whole(path: str, connection: sqlite3.Connection) -> bool:
    """Whether the file's size shows that it is complete: not if there is a log beside it.

    Raises ``StoreError`` if the file is too short.
    """
    size = os.path.getsize(path)
    log = f"{os.path.realpath(path)}-wal"
    if os.path.exists(log) and os.path.getsize(log):
        if size:
            return False
        raise StoreError(path, "the store was cut short: the log beside it is not empty")
    (page,) = connection.execute("PRAGMA page_size").fetchone()
    if size % page:
        raise StoreError(path, _REASONS["SQLITE_CORRUPT"])
    return True


def _create(connection: sqlite3.Connection, settings: dict[str, str]) -> None:
    """Makes an empty database a store."""
    execute = connection.execute
    execute("BEGIN IMMEDIATE")
    for statement in filter(None, map(str.strip, _SCHEMA.split(";"))):
        execute(statement)
    connection.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
    execute(f"PRAGMA application_id = {_APPLICATION}")
    execute(f"PRAGMA user_version = {_FORMAT}")
    execute("COMMIT")


def _is_store(path: str, connection: sqlite3.Connection) -> bool:
    """Whether a database is a store; ``False`` if it is empty.

    Raises ``RefusedError`` for anything else.
    """
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
def on_failure(undo: Callable[..., object], *arguments: object) -> Iterator[None]:
    """Calls ``undo`` if what is done meanwhile fails."""
    try:
        yield
    except BaseException:
        undo(*arguments)
        raise


@contextmanager
def explained_errors(path: str) -> Iterator[None]:
    """Turns errors of SQLite into ``StoreError`` or ``RefusedError`` with a plain reason."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        reason = next((text for code, text in _REASONS.items() if name.startswith(code)), "")
        if name == "SQLITE_NOTADB":
            raise RefusedError(f"{path}: {reason}") from None
        raise StoreError(path, reason or str(error)) from None
