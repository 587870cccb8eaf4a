"""Made-up batches, and the rows of a store."""

import sqlite3
from contextlib import closing
from pathlib import Path

import numpy as np

from solver.games import Batch
from solver.games.search import Rows
from solver.runs.store import Store

ASKED = {"game": "trevi", "cells": "2", "search": "3", "max-states": "1000", "memory": "64"}

#: The table that a new store of an older version had besides.
OLD_TABLE = """
CREATE TABLE blocks (
    first INTEGER PRIMARY KEY,
    deals INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    cards BLOB NOT NULL,
    race BLOB
)
"""


def searched(first: int, count: int) -> Batch:
    """A made-up batch of deals with a search; about a third are undecided."""
    numbers = first + np.arange(count)
    verdicts = (numbers * 7919 >> 3) % 3
    checks = (verdicts == 1) & (numbers % 10 == 0)
    return Batch.of(first, Rows(verdicts.astype(np.int8), numbers % 1000 + 1, checks))


def make_old(path: Path) -> None:
    """Makes a store one of an older version."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(OLD_TABLE)


def make_counted(path: Path) -> None:
    """Makes a store one of an older version that holds a sample of Flower Garden."""
    make_old(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM deals")
        database.execute("DELETE FROM settings")
        settings = {"game": "flower", "beds": "6", "numbering": "native", "deals": "9"}
        database.executemany("INSERT INTO settings VALUES (?, ?)", settings.items())
        database.execute("INSERT INTO blocks VALUES (1, 9, 0, ?, NULL)", (bytes(53 * 4),))


def rows_of(path: Path) -> list[tuple]:
    with Store.view(str(path)) as store:
        return list(store.rows())
