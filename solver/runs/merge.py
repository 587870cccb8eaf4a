"""Joins several stores in one."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from solver.games import VERDICTS
from solver.runs.store import Store
from solver.runs.store_file import RefusedError

#: Columns of ``deals``, the first of a store's rows.
_DEAL = 5


def merge(target: str, sources: Sequence[str]) -> None:
    """Adds the deals of other stores to a store, which is created if missing.

    Raises ``RefusedError`` if their settings differ or their results contradict each other, and
    ``OSError`` for other failures. The target then stays as it was.
    """
    is_new = not os.path.exists(target)
    for source in sources:
        if not is_new and os.path.samefile(source, target):
            raise RefusedError(f"{source}: a store cannot be added to itself")
    try:
        with ExitStack() as opened:
            stores = [opened.enter_context(Store.view(source)) for source in sources]
            settings = stores[0].settings
            if not is_new:
                with Store.view(target) as former:
                    settings = former.settings
            _join(opened.enter_context(Store.resume(target, settings)), stores)
    except BaseException:
        if is_new:
            with suppress(FileNotFoundError):
                os.unlink(target)
        raise


def _join(store: Store, sources: Sequence[Store]) -> None:
    """Adds all deals, or none if one of the sources is refused."""
    for source in sources:
        store.check_settings(source.settings, path=source.path)
    with store.transaction() as database:
        for source in sources:
            _join_deals(database, store, source)
        kept = store.kept()
        if len(kept) == 1:
            deals = kept[0].last - kept[0].first + 1
            store.note(database, {"first": str(kept[0].first), "deals": str(deals)})


def _join_deals(database: sqlite3.Connection, store: Store, source: Store) -> None:
    """Adds the deals of one source.

    If both stores have a deal, they must agree, unless one of them has still to retry it.
    """
    database.execute("CREATE TEMP TABLE theirs AS SELECT * FROM deals WHERE false")
    database.executemany(
        "INSERT INTO theirs VALUES (?, ?, ?, ?, ?)", (row[:_DEAL] for row in source.rows())
    )
    contradiction = database.execute(
        "SELECT number, mine.verdict, mine.states, theirs.verdict, theirs.states"
        " FROM theirs JOIN deals AS mine USING (number)"
        " WHERE (mine.verdict, mine.states, mine.attempts)"
        " <> (theirs.verdict, theirs.states, theirs.attempts)"
        " AND NOT (mine.verdict = 0 AND mine.attempts < theirs.attempts)"
        " AND NOT (theirs.verdict = 0 AND theirs.attempts < mine.attempts)"
        " ORDER BY number LIMIT 1"
    ).fetchone()
    if contradiction:
        number, *said = contradiction
        mine, theirs = (f"{VERDICTS[said[i]]} after {said[i + 1]:,} states" for i in (0, 2))
        raise RefusedError(
            f"{store.path} and {source.path} contradict each other on deal {number}:"
            f" {mine}, {theirs}"
        )
    database.execute(
        "INSERT INTO deals SELECT * FROM theirs WHERE true ON CONFLICT (number) DO UPDATE"
        " SET verdict = excluded.verdict, states = excluded.states,"
        " attempts = excluded.attempts, checked = max(checked, excluded.checked)"
        " WHERE excluded.attempts >= attempts"
    )
    database.execute("DROP TABLE theirs")
    if store.played:
        _join_played(database, store, source)


def _join_played(database: sqlite3.Connection, store: Store, source: Store) -> None:
    """Adds the games played; if both stores have one, its result must be the same."""
    for number, *row in source.rows():
        theirs = tuple(row[_DEAL - 1 :])
        mine = database.execute(
            "SELECT won, opening FROM played WHERE number = ?", (number,)
        ).fetchone()
        if mine is None:
            database.execute("INSERT INTO played VALUES (?, ?, ?)", (number, *theirs))
        elif mine != theirs:
            raise RefusedError(
                f"{store.path} and {source.path} contradict each other on how deal {number} is"
                " played"
            )
