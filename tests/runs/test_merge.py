"""Runs that are joined: all that they have found, or nothing where they do not agree."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from stores import ASKED, make_counted, make_old, rows_of, searched

from solver.runs.merge import merge
from solver.runs.store import Retry, Store
from solver.runs.store_file import RefusedError, StoreError


def made_of(path: Path, *ranges: tuple[int, int], settings: dict[str, str] = ASKED) -> str:
    """A store with the deals of some ranges, each first … last."""
    with Store.resume(str(path), settings) as store:
        for first, last in ranges:
            store.add(searched(first, last - first + 1))
    return str(path)


@pytest.mark.parametrize(
    ("ranges", "kept"),
    [
        ([(1, 50), (51, 90)], [(1, 90)]),
        ([(1, 50), (71, 90)], [(1, 50), (71, 90)]),
        ([(71, 90), (1, 50), (51, 70)], [(1, 90)]),
        ([(1, 50), (30, 90)], [(1, 90)]),
        ([(1, 50), (20, 30)], [(1, 50)]),
        ([(20, 30), (1, 50), (1, 50)], [(1, 50)]),
    ],
)
def test_runs_are_joined(tmp_path, ranges, kept):
    first, *others = (made_of(tmp_path / f"{i}.db", each) for i, each in enumerate(ranges))
    merge(first, others)
    with Store.view(first) as store:
        assert [segment[:2] for segment in store.kept()] == kept
        rows = list(store.rows())
        if len(kept) == 1:
            asked = {"first": "1", "deals": str(kept[0][1])}
            assert {name: store.settings[name] for name in asked} == asked
    assert rows == rows_of(Path(made_of(tmp_path / "whole.db", *kept)))
    assert [tuple(row[:2]) for row in rows_of(Path(others[0]))]  # the sources stay


def test_runs_are_joined_into_a_new_store(tmp_path):
    sources = [made_of(tmp_path / "a.db", (1, 9)), made_of(tmp_path / "b.db", (10, 20))]
    merge(str(tmp_path / "new.db"), sources)
    whole = made_of(tmp_path / "whole.db", (1, 20))
    assert rows_of(tmp_path / "new.db") == rows_of(Path(whole))


def test_runs_that_contradict_each_other_are_refused(tmp_path):
    mine, same = made_of(tmp_path / "a.db", (1, 50)), made_of(tmp_path / "b.db", (40, 70))
    other = made_of(tmp_path / "c.db", (45, 90))
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("UPDATE deals SET verdict = 3 - verdict WHERE number = 49")
    before = rows_of(Path(mine))
    with pytest.raises(RefusedError) as refused:
        merge(mine, [same, other])
    assert str(refused.value) == (
        f"{mine} and {other} contradict each other on deal 49:"
        " unsolvable after 50 states, solvable after 50 states"
    )
    assert rows_of(Path(mine)) == before
    new = tmp_path / "new.db"
    with pytest.raises(RefusedError, match="contradict"):
        merge(str(new), [same, other])
    assert not list(tmp_path.glob("new.db*"))


def test_a_deal_that_one_run_has_not_finished_is_taken_from_the_other(tmp_path):
    mine, other = made_of(tmp_path / "a.db", (1, 50)), made_of(tmp_path / "b.db", (1, 50))
    with Store.resume(other, ASKED) as store:
        later = [
            Retry(deal.number, 900 + place, 2, place % 3)
            for place, deal in enumerate(store.retries(2))
        ]
        for deal in later:
            store.record_retry(deal)
    finished = rows_of(Path(other))
    merge(other, [mine])
    assert rows_of(Path(other)) == finished
    merge(mine, [other])
    assert rows_of(Path(mine)) == finished


def test_a_decided_deal_is_not_overruled_by_more_attempts(tmp_path):
    mine, other = made_of(tmp_path / "a.db", (1, 9)), made_of(tmp_path / "b.db", (1, 9))
    decided = next(row[0] for row in rows_of(Path(mine)) if row[1])
    with closing(sqlite3.connect(other)) as database, database:
        database.execute("UPDATE deals SET attempts = 2 WHERE number = ?", (decided,))
    with pytest.raises(RefusedError, match=f"contradict each other on deal {decided}"):
        merge(mine, [other])


def test_runs_of_other_settings_are_not_joined(tmp_path):
    mine = made_of(tmp_path / "a.db", (1, 9))
    other = made_of(tmp_path / "b.db", (10, 20), settings={**ASKED, "cells": "1"})
    with pytest.raises(RefusedError, match=r"a\.db was made with cells=2, .*b\.db with cells=1"):
        merge(mine, [other])
    assert len(rows_of(Path(mine))) == 9


@pytest.mark.parametrize("link", [os.symlink, os.link, None])
def test_a_store_is_not_joined_to_itself(tmp_path, link):
    mine, other = made_of(tmp_path / "a.db", (1, 9)), made_of(tmp_path / "b.db", (10, 20))
    same = mine
    if link:
        same = str(tmp_path / "c.db")
        link(mine, same)
    files = sorted(tmp_path.iterdir())
    with pytest.raises(RefusedError, match=f"{same}: a store cannot be added to itself"):
        merge(mine, [other, same])
    assert len(rows_of(Path(mine))) == 9
    assert sorted(tmp_path.iterdir()) == files


def test_nothing_is_made_where_a_source_is_missing(tmp_path):
    mine = made_of(tmp_path / "a.db", (1, 9))
    for target in (str(tmp_path / "new.db"), mine):
        with pytest.raises(FileNotFoundError) as error:
            merge(target, [mine, str(tmp_path / "no.db")][target == mine :])
        assert error.value.filename == str(tmp_path / "no.db")
    assert [file.name for file in tmp_path.iterdir()] == ["a.db"]


def test_a_store_in_use_is_not_joined_to(tmp_path):
    mine, other = made_of(tmp_path / "a.db", (1, 9)), made_of(tmp_path / "b.db", (10, 20))
    with Store.resume(mine, ASKED), pytest.raises(StoreError, match="another process"):
        merge(mine, [other])


def test_stores_of_an_older_version_are_joined(tmp_path):
    """They have a table more."""
    old, other = made_of(tmp_path / "a.db", (1, 50)), made_of(tmp_path / "b.db", (40, 90))
    whole = rows_of(Path(made_of(tmp_path / "whole.db", (1, 90))))
    make_old(Path(old))
    new = str(tmp_path / "new.db")
    for target, sources in ((new, [other, old]), (old, [other])):
        merge(target, sources)
        assert rows_of(Path(target)) == whole


def test_a_store_of_a_game_that_needs_none_is_not_joined(tmp_path):
    mine, counts = made_of(tmp_path / "a.db", (1, 9)), made_of(tmp_path / "b.db", (1, 9))
    make_counted(Path(counts))
    for target, sources in ((mine, [counts]), (counts, [mine]), (str(tmp_path / "new"), [counts])):
        with pytest.raises(RefusedError, match=r"b\.db: it was made by an older version"):
            merge(target, sources)
    assert len(rows_of(Path(mine))) == 9
    assert not (tmp_path / "new").exists()
