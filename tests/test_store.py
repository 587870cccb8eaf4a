"""The file of a run: what goes in comes out, whatever happens to the process or the file."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from solver.deck.shuffle import MAX_NUMBER
from solver.games import Batch
from solver.odds import store as module
from solver.odds.store import BLOCK, Aside, Kind, RefusedError, Segment, Store, StoreError, merge

ASKED = {"game": "trevi", "cells": "2", "search": "3", "max-states": "1000", "memory": "64"}
COUNTED = {"game": "flower", "beds": "6"}


def searched(first: int, count: int) -> Batch:
    """A made-up batch of deals with a search; about a third are undecided."""
    numbers = first + np.arange(count)
    verdicts = (numbers * 7919 >> 3) % 3
    undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
    checks = (verdicts == 1) & (numbers % 10 == 0)
    return Batch(
        first,
        count,
        solvable,
        unsolvable,
        undecided,
        verdicts=verdicts.astype(np.int8),
        states=numbers % 1000 + 1,
        checks=checks,
        checked=int(checks.sum()),
    )


def counted(first: int, count: int, race: bool = False) -> Batch:
    """A made-up batch of deals with a score, the number's last digit."""
    scores = (first + np.arange(count)) % 10
    cards = np.bincount(scores, minlength=10)
    ends = np.bincount(scores % 3, minlength=3) if race else None
    won = int(cards[-1])
    return Batch(first, count, won, count - won, cards=cards, race=ends, checked=count // 4)


def rows_of(path: Path) -> list[tuple]:
    with Store.view(str(path)) as store:
        return list(store.rows())


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


@pytest.fixture
def made(path):
    """The path of a store with the deals 1 … 1,000."""
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 1000))
    return path


# Rows


def test_what_is_kept_is_read_again(path):
    with Store.resume(str(path), ASKED) as store:
        assert store.searched
        assert store.settings == ASKED
        store.add(searched(5, 700))
        store.add(searched(705, 3))
        (found,) = store.read(5, 707)
    whole = searched(5, 703)
    for name in ("first", "count", "solvable", "unsolvable", "undecided", "checked"):
        assert getattr(found, name) == getattr(whole, name), name
    for name in ("verdicts", "states", "checks"):
        assert np.array_equal(getattr(found, name), getattr(whole, name)), name
    assert len(rows_of(path)) == 703
    assert not Path(f"{path}-wal").exists()


def test_many_rows_are_read_in_pieces(path, monkeypatch):
    monkeypatch.setattr(module, "_CHUNK", 7)
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 30))
        assert [batch.count for batch in store.read(1, 30)] == [7, 7, 7, 7, 2]
        assert [batch.first for batch in store.read(3, 12)] == [3, 10]


def test_the_largest_number_has_a_place(path):
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(MAX_NUMBER - 4, 5))
        assert store.kept() == [Segment(MAX_NUMBER - 4, MAX_NUMBER, Kind.KEPT)]
    counts = path.with_name("counts.db")
    with Store.resume(str(counts), COUNTED) as store:
        store.add(counted(MAX_NUMBER - 4, 5))
        assert store.kept() == [Segment(MAX_NUMBER - 4, MAX_NUMBER, Kind.KEPT)]


def test_a_range_is_cut_where_deals_are_missing(path):
    kept, missing = Kind.KEPT, Kind.MISSING
    with Store.resume(str(path), ASKED) as store:
        assert store.segments(1, 9) == [Segment(1, 9, missing)]
        store.add(searched(10, 10))
        store.add(searched(40, 5))
        assert store.segments(10, 19) == [Segment(10, 19, kept)]
        assert store.segments(12, 15) == [Segment(12, 15, kept)]
        assert store.segments(1, 50) == [
            Segment(1, 9, missing),
            Segment(10, 19, kept),
            Segment(20, 39, missing),
            Segment(40, 44, kept),
            Segment(45, 50, missing),
        ]
        assert store.kept() == [Segment(10, 19, kept), Segment(40, 44, kept)]


def test_deals_are_set_aside_until_enough_attempts_were_made(path):
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 20))
        open_ones = store.set_aside(3)
        assert [deal.number for deal in open_ones] == [
            number for number in range(1, 21) if (number * 7919 >> 3) % 3 == 0
        ]
        assert all((deal.attempts, deal.states) == (1, deal.number + 1) for deal in open_ones)
        assert store.set_aside(1) == []
        first, second, third, *_ = (deal.number for deal in open_ones)
        store.settle(Aside(first, 500, 2, verdict=1, checked=True))
        store.settle(Aside(second, 600, 3))
        store.settle(Aside(third, 700, 2))
        left = {deal.number: deal for deal in store.set_aside(3)}
        assert first not in left
        assert second not in left
        assert left[third] == (third, 700, 2, 0, False)
        assert [deal.number for deal in store.set_aside(3, third, third)] == [third]
        assert store.hardest(2) == [(third, 0, 700), (second, 0, 600)]
    assert (first, 1, 500, 2, 1) in rows_of(path)


@pytest.mark.parametrize("race", [False, True])
def test_counts_do_not_depend_on_how_the_work_was_cut(path, race):
    first, last = BLOCK - 900, 3 * BLOCK + 700
    rng = random.Random(5)
    cuts = sorted({first, last + 1, BLOCK, 2 * BLOCK, 3 * BLOCK, *rng.sample(range(BLOCK), 40)})
    cuts = [cut + rng.choice([0, BLOCK]) if cut < BLOCK - 900 else cut for cut in cuts]
    cuts = sorted({cut for cut in cuts if first <= cut <= last + 1})
    pieces = [(start, end - start) for start, end in pairwise(cuts)]
    assert len(pieces) > 20
    rng.shuffle(pieces)
    with Store.resume(str(path), COUNTED) as store:
        for start, count in pieces:
            store.add(counted(start, count, race))
        batches = list(store.read(first, last))
    assert [(batch.first, batch.count) for batch in batches] == [
        (first, 900),
        (BLOCK, BLOCK),
        (2 * BLOCK, BLOCK),
        (3 * BLOCK, 701),
    ]
    for batch in batches:
        whole = counted(batch.first, batch.count, race)
        assert (batch.solvable, batch.unsolvable) == (whole.solvable, whole.unsolvable)
        assert np.array_equal(batch.cards, whole.cards)
        assert (batch.race is None) is not race
        assert not race or np.array_equal(batch.race, whole.race)
    assert sum(batch.checked for batch in batches) == sum(count // 4 for _, count in pieces)


def test_a_part_of_a_count_is_known_as_such(path):
    with Store.resume(str(path), COUNTED) as store:
        store.add(counted(BLOCK - 100, 100))
        store.add(counted(BLOCK, BLOCK))
        store.add(counted(2 * BLOCK, 50))
        assert store.segments(BLOCK - 50, 2 * BLOCK + 99) == [
            Segment(BLOCK - 50, BLOCK - 1, Kind.INSIDE),
            Segment(BLOCK, 2 * BLOCK + 49, Kind.KEPT),
            Segment(2 * BLOCK + 50, 2 * BLOCK + 99, Kind.MISSING),
        ]
        assert store.segments(BLOCK + 1, BLOCK + 2) == [Segment(BLOCK + 1, BLOCK + 2, Kind.INSIDE)]
        assert store.kept() == [Segment(BLOCK - 100, 2 * BLOCK + 49, Kind.KEPT)]


def test_counts_are_exported_as_numbers(path):
    with Store.resume(str(path), COUNTED) as store:
        store.add(counted(1, 25, race=True))
    assert rows_of(path) == [(1, 25, 6, 2, 3, 3, 3, 3, 3, 2, 2, 2, 2, 9, 8, 8)]


# Settings


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cells": "1"}, "with cells=2, not with cells=1"),
        ({"game": "stonewall"}, "with game=trevi, not with game=stonewall"),
        ({"search": "4"}, "with search=3, not with search=4"),
        ({"max-states": "10"}, "with max-states=1000, not with max-states=10"),
        ({"max-states": "2000"}, "max-states=2000: --retry tries its undecided deals again"),
        ({"memory": "65"}, "with memory=64, not with memory=65: --retry"),
        ({"race": "yes"}, "without race, not with race=yes"),
        ({"cells": None}, "with cells=2, not without cells"),
    ],
)
def test_a_store_with_other_settings_is_refused_by_name(made, change, message):
    asked = {name: value for name, value in {**ASKED, **change}.items() if value is not None}
    before = made.read_bytes()
    with pytest.raises(RefusedError) as refused:
        Store.resume(str(made), asked)
    assert str(refused.value).startswith(f"{made} was made with")
    assert message in str(refused.value)
    assert made.read_bytes() == before


def test_a_retry_may_have_a_larger_budget_and_no_smaller_one(made):
    with Store.resume(str(made), {**ASKED, "max-states": "2000"}, retry=True) as store:
        assert store.settings == ASKED
        store.ask({"max-states": "2000"}, attempts=2)
    with Store.resume(str(made), {**ASKED, "max-states": "2000"}) as store:
        assert {deal.attempts for deal in store.set_aside(9)} == {2}
        assert {row[3] for row in store.rows() if row[1]} == {1}
    for change in ({"max-states": "1999"}, {"memory": "63"}):
        asked = {**ASKED, "max-states": "2000", **change}
        with pytest.raises(RefusedError, match="no retry with a smaller one"):
            Store.resume(str(made), asked, retry=True)


def test_the_range_asked_for_is_remembered_and_makes_no_difference(made):
    with Store.resume(str(made), {**ASKED, "first": "1", "deals": "7"}) as store:
        store.ask({"first": "1", "deals": "9"})
    with Store.resume(str(made), ASKED) as store:
        assert store.settings == {**ASKED, "first": "1", "deals": "9"}


# Files that are none, or broken


@pytest.mark.parametrize("content", [b"x", b"AC 2C 3C\n" * 1000, bytes(5000), b"SQLite format 3\0"])
def test_a_file_that_is_no_store_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    for opened in (lambda: Store.resume(str(path), ASKED), lambda: Store.view(str(path))):
        with pytest.raises((RefusedError, StoreError), match=r"no store|damaged"):
            opened()
    assert path.read_bytes() == content


def test_another_program_s_database_is_refused_and_left_alone(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE deals (number)")
    before = path.read_bytes()
    with pytest.raises(RefusedError, match=r"run\.db: this is no store of garden"):
        Store.resume(str(path), ASKED)
    with pytest.raises(RefusedError, match=r"run\.db: this is no store of garden"):
        Store.view(str(path))
    assert path.read_bytes() == before


def test_a_store_of_another_format_is_refused(made):
    with closing(sqlite3.connect(made)) as other:
        other.execute("PRAGMA user_version = 9")
    with pytest.raises(RefusedError, match="format 9, not 1"):
        Store.resume(str(made), ASKED)


def test_what_is_no_file_is_refused(tmp_path, path):
    with pytest.raises(IsADirectoryError):
        Store.resume(str(tmp_path), ASKED)
    with pytest.raises(FileNotFoundError):
        Store.resume(str(tmp_path / "no" / "run.db"), ASKED)
    os.mkfifo(path)
    with pytest.raises(RefusedError, match="a store is a file"):
        Store.resume(str(path), ASKED)


def test_there_is_nothing_to_view(path):
    with pytest.raises(FileNotFoundError):
        Store.view(str(path))
    path.touch()
    with pytest.raises(RefusedError, match="no store"):
        Store.view(str(path))
    assert path.stat().st_size == 0


def test_an_empty_file_becomes_a_store(path):
    path.touch()
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 10))
    assert len(rows_of(path)) == 10


@pytest.mark.parametrize("size", [1, 99, 100, 4096, 5000, 8192, -4096, -1])
def test_a_store_that_was_cut_short_is_refused_and_left_alone(made, size):
    cut = made.read_bytes()[:size]
    made.write_bytes(cut)
    with pytest.raises((StoreError, RefusedError), match=r"damaged, or was cut short|no store"):
        Store.resume(str(made), ASKED)
    with pytest.raises((StoreError, RefusedError), match=r"damaged, or was cut short|no store"):
        rows_of(made)
    assert made.read_bytes() == cut


@pytest.mark.parametrize("size", [0, 1, 5000, 3 * 4096, -3 * 4096, -2 * 4096 - 1000])
def test_a_store_that_was_killed_and_cut_short_is_refused(made, size):
    """Its log is whole, and of a size that SQLite believes."""
    run_killed(
        made,
        """
        store.add(searched(5001, 1000))
        store._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        store.add(searched(6001, 10))
        """,
    )
    log = Path(f"{made}-wal")
    assert log.stat().st_size > 0
    made.write_bytes(made.read_bytes()[:size])
    with pytest.raises((StoreError, RefusedError), match=r"cut short|no store"):
        Store.resume(str(made), ASKED)


# Processes that are killed


def child(path: Path, program: str) -> subprocess.Popen:
    """A process with the store open as ``store``."""
    head = f"""
    import os, resource, signal, sys
    sys.path[:0] = {[str(Path(__file__).parent)]}
    from test_store import *
    store = Store.resume({str(path)!r}, ASKED)
    """
    text = textwrap.dedent(head) + textwrap.dedent(program)
    return subprocess.Popen(
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def run_killed(path: Path, program: str) -> None:
    """Runs a program with a store until it kills itself."""
    with child(
        path, textwrap.dedent(program) + "\nos.kill(os.getpid(), signal.SIGKILL)"
    ) as process:
        _, error = process.communicate()
    assert (process.returncode, error) == (-signal.SIGKILL, "")


def test_a_second_process_is_refused_until_the_first_is_killed(made):
    with child(made, "print('open', flush=True); sys.stdin.read()") as first:
        assert first.stdout.readline() == "open\n"
        with pytest.raises(StoreError, match=r"another process is at work.*run\.db"):
            Store.resume(str(made), ASKED)
        assert len(rows_of(made)) == 1000  # reading is possible
        first.kill()
    with Store.resume(str(made), ASKED) as store:
        store.add(searched(1001, 1))


def test_readers_see_what_was_committed(made):
    with Store.resume(str(made), ASKED) as store:
        store.add(searched(1001, 5))
        assert len(rows_of(made)) == 1005


def test_a_process_that_is_killed_loses_nothing_committed(path):
    run_killed(path, "for start in range(1, 5000, 100): store.add(searched(start, 100))")
    assert len(rows_of(path)) == 5000
    with Store.resume(str(path), ASKED) as store:
        assert store.kept() == [Segment(1, 5000, Kind.KEPT)]


@pytest.mark.parametrize("steps", [1, 50, 400, 3000])
def test_a_process_that_is_killed_while_it_writes_leaves_whole_batches(made, steps):
    program = f"""
    store.add(searched(1001, 100))
    def kill(): os.kill(os.getpid(), signal.SIGKILL)
    store._connection.set_progress_handler(kill, {steps})
    store.add(searched(1101, 1000))
    store.add(searched(2101, 1000))
    """
    run_killed(made, program)
    with Store.resume(str(made), ASKED) as store:
        (kept,) = store.kept()
        assert kept.last in (1100, 2100)
        store.add(searched(kept.last + 1, 3100 - kept.last))
    fresh = made.with_name("fresh.db")
    with Store.resume(str(fresh), ASKED) as store:
        store.add(searched(1, 3100))
    assert rows_of(made) == rows_of(fresh)


def test_a_process_that_is_killed_before_anything_is_kept_can_begin_again(path):
    run_killed(path, "")
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 5))
    assert len(rows_of(path)) == 5


# Disks


def test_a_full_disk_is_said_and_loses_nothing(path):
    program = """
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
    done = 0
    try:
        for start in range(1, 10**6, 100):
            store.add(searched(start, 100))
            done = start + 99
    except StoreError as error:
        print(done, str(error.filename).rsplit("/")[-1], error.strerror)
        store.close()
    """
    with child(path, program) as process:
        out, error = process.communicate()
    assert error == ""
    done, words = out.split(" ", 1)
    assert words == "run.db the disk cannot be read or written, or has no more room\n"
    assert int(done) > 1000
    with Store.resume(str(path), ASKED) as store:
        (kept,) = store.kept()
        assert (kept.first, kept.last) == (1, int(done))
        store.add(searched(kept.last + 1, 100))


def test_a_store_that_may_not_grow_says_so(made):
    with Store.resume(str(made), ASKED) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match="the disk is full"):
            store.add(searched(1001, 2000))
        assert store.kept() == [Segment(1, 1000, Kind.KEPT)]
        store._connection.execute("PRAGMA max_page_count = 100000")
        store.add(searched(1001, 2000))
    assert len(rows_of(made)) == 3000


@pytest.fixture
def small_disk(tmp_path):
    """A file system of 400 kB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=400k", "garden-test", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("no right to mount a file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_small_disk_that_fills_up_loses_nothing(small_disk):
    path = small_disk / "run.db"
    done = 0

    def fill(store: Store) -> None:
        nonlocal done
        for start in range(1, 10**6, 100):
            store.add(searched(start, 100))
            done = start + 99

    with Store.resume(str(path), ASKED) as store, pytest.raises(StoreError) as error:
        fill(store)
    assert error.value.strerror in ("the disk is full", module._REASONS["SQLITE_IOERR"])
    assert done > 1000
    assert len(rows_of(path)) == done
    moved = small_disk.parent / "moved.db"
    for name in small_disk.iterdir():
        shutil.copy(name, small_disk.parent / name.name.replace("run", "moved"))
    with Store.resume(str(moved), ASKED) as store:
        store.add(searched(done + 1, 100))
        assert store.kept() == [Segment(1, done + 100, Kind.KEPT)]


@pytest.fixture
def as_nobody():
    """A folder for a user who may do no more than its bits say, and that user."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder, (os.seteuid if os.geteuid() == 0 else lambda user: None)
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_a_read_only_store_is_said(as_nobody):
    folder, become = as_nobody
    path = folder / "run.db"
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 100))
    path.chmod(0o444)
    folder.chmod(0o555)
    become(65534)
    try:
        with pytest.raises(PermissionError) as error:
            Store.resume(str(path), ASKED)
        assert error.value.filename == str(path)
        with pytest.raises(PermissionError):
            Store.resume(str(folder / "new.db"), ASKED)
        assert len(rows_of(path)) == 100  # reading is possible
    finally:
        become(0)


# Joining runs


def made_of(path: Path, *ranges: tuple[int, int], settings: dict[str, str] = ASKED) -> str:
    """A store with the deals of some ranges, each first … last."""
    with Store.resume(str(path), settings) as store:
        for first, last in ranges:
            store.add((searched if store.searched else counted)(first, last - first + 1))
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
        database.execute("UPDATE deals SET verdict = 3 - verdict WHERE number = 47")
    before = rows_of(Path(mine))
    with pytest.raises(RefusedError, match=r"a\.db and .*c\.db contradict each other on deal 47"):
        merge(mine, [same, other])
    assert rows_of(Path(mine)) == before
    new = tmp_path / "new.db"
    with pytest.raises(RefusedError, match="contradict"):
        merge(str(new), [same, other])
    assert not list(tmp_path.glob("new.db*"))


def test_a_deal_that_one_run_has_not_finished_is_taken_from_the_other(tmp_path):
    mine, other = made_of(tmp_path / "a.db", (1, 50)), made_of(tmp_path / "b.db", (1, 50))
    with Store.resume(other, ASKED) as store:
        later = [
            Aside(deal.number, 900 + place, 2, place % 3)
            for place, deal in enumerate(store.set_aside(2))
        ]
        for deal in later:
            store.settle(deal)
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


def test_a_store_in_use_is_not_joined_to(tmp_path):
    mine, other = made_of(tmp_path / "a.db", (1, 9)), made_of(tmp_path / "b.db", (10, 20))
    with Store.resume(mine, ASKED), pytest.raises(StoreError, match="another process"):
        merge(mine, [other])


def test_counts_of_disjoint_ranges_are_joined(tmp_path):
    ranges = [(1, 500), (BLOCK, 2 * BLOCK - 1), (501, 900), (2 * BLOCK, 2 * BLOCK + 7)]
    stores = [
        made_of(tmp_path / f"{i}.db", each, settings=COUNTED) for i, each in enumerate(ranges)
    ]
    merge(stores[0], [*stores[1:], stores[3]])
    whole = made_of(tmp_path / "whole.db", (1, 900), *ranges[1::2], settings=COUNTED)
    assert [row[:2] for row in rows_of(Path(stores[0]))] == [
        row[:2] for row in rows_of(Path(whole))
    ]
    assert [row[3:] for row in rows_of(Path(stores[0]))] == [
        row[3:] for row in rows_of(Path(whole))
    ]


@pytest.mark.parametrize("ranges", [((1, 500), (400, 600)), ((1, 500), (100, 200))])
def test_counts_that_overlap_in_part_are_refused(tmp_path, ranges):
    mine, other = (
        made_of(tmp_path / f"{i}.db", each, settings=COUNTED) for i, each in enumerate(ranges)
    )
    first, last = ranges[1]
    with pytest.raises(RefusedError, match=f"both count deals of {first} … {last}, and do not"):
        merge(mine, [other])
    assert len(rows_of(Path(mine))) == 1


# Size


@pytest.mark.slow
def test_a_million_deals_take_less_than_40_megabytes(path):
    rng = np.random.default_rng(1)
    with Store.resume(str(path), ASKED) as store:
        for first in range(1, 1_000_001, 250):
            verdicts = rng.integers(1, 3, 250).astype(np.int8)
            states = rng.integers(1, 1_000_000, 250)
            store.add(Batch(first, 250, 0, 0, verdicts=verdicts, states=states))
        size = sum(each.stat().st_size for each in path.parent.glob("run.db*"))
    assert size < 40e6
    assert path.stat().st_size < 20e6
