"""The file of a run: one SQLite database, how it is made, locked and opened, and what may be wrong.

``settings``
    name and value of what every row depends on (``settings_of``), and the range asked for last.
``deals``
    a row a deal: its number, verdict (the index in ``VERDICTS``), states and attempts so far, and
    whether the referee has replayed it. An undecided deal with fewer attempts than the run's budget
    allows is set aside: it is still to be tried.
``played``, where a player who does not see the hidden cards has played
    a row a deal: its number, whether he has won, and how many of the completions that he drew at
    his first decision can be won (null where he drew none).

Stores that older versions made have one more table, ``blocks``. It is empty in a store of deals and
nothing reads it. Their stores of Flower Garden's samples, which have rows in it, are refused.

In WAL mode, with ``synchronous`` at ``NORMAL``, a killed process loses nothing that was committed;
a machine that crashes may lose the latest transactions, and no others. While a process writes, and
after it was killed, the latest rows are in the log beside the file, FILE-wal: a part of the store.

A writer holds ``flock`` on the file, which the system releases however the process ends. Readers
need no lock: they see the last transaction.
"""

import errno
import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import quote

__all__ = ["PLAYED", "RefusedError", "StoreError", "open_readable", "open_writable", "told"]

_MAGIC = b"SQLite format 3\0"
_APPLICATION = 0x47617264  # "Gard", the application id in the header
_FORMAT = 1

_CHECK = "PRAGMA quick_check(1)"
#: Made where it is needed: stores without a player have no such table.
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
_PATIENCE = 10.0

_NO_FILE = "a store is a file, and this is none"

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


def open_writable(path: str, settings: dict[str, str]) -> tuple[sqlite3.Connection, int]:
    """A connection for the one writer, and the descriptor that holds its lock.

    The store is made, with these settings, where there is no file or an empty one. Raises
    ``RefusedError`` where the file is no store, else ``OSError``.
    """
    lock = _locked(path)
    try:
        connection = _connected(path, "rw")
        try:
            with told(path):
                closed = _is_whole(path, connection)
                if not closed and connection.execute(_CHECK).fetchone() != ("ok",):
                    raise StoreError(path, _REASONS["SQLITE_CORRUPT"])
                if not _is_store(path, connection):
                    _begin(connection, settings)
        except BaseException:
            connection.close()
            raise
    except BaseException:
        os.close(lock)
        raise
    return connection, lock


def open_readable(path: str) -> sqlite3.Connection:
    """A connection that sees the store as it is now, whoever writes.

    Raises ``RefusedError`` where the file is no store, else ``OSError``.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise RefusedError(f"{path}: {_NO_FILE}")
    connection = _connected(path, "ro")
    try:
        with told(path):
            if not _is_store(path, connection):
                raise RefusedError(f"{path}: {_REASONS['SQLITE_NOTADB']}")
            _is_whole(path, connection)
            connection.execute("BEGIN")
    except BaseException:
        connection.close()
        raise
    return connection


def _locked(path: str) -> int:
    """A descriptor of the file, which is made if it is not there, with the lock of a writer."""
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
    except IsADirectoryError:
        raise RefusedError(f"{path}: {_NO_FILE}") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise RefusedError(f"{path}: {_NO_FILE}")
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
    with told(path):
        place = f"file:{quote(os.path.abspath(path))}?mode={mode}"
        return sqlite3.connect(place, uri=True, isolation_level=None, timeout=_PATIENCE)


def _is_whole(path: str, connection: sqlite3.Connection) -> bool:
    """Whether the file's size says all; not so for one that was left with a log.

    Raises ``StoreError`` where it is too short.
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
def told(path: str) -> Iterator[None]:
    """Says in words what SQLite has to say."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        reason = next((text for code, text in _REASONS.items() if name.startswith(code)), "")
        if name == "SQLITE_NOTADB":
            raise RefusedError(f"{path}: {reason}") from None
        raise StoreError(path, reason or str(error)) from None
