"""The file of a run: what was committed is there, whatever happens to the process or the file."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import textwrap
from contextlib import closing
from pathlib import Path

import pytest
from stores import ASKED, make_counted, make_old, rows_of, searched

from solver.runs import store_file as module
from solver.runs.store import Segment, Store
from solver.runs.store_file import RefusedError, StoreError


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.db"


@pytest.fixture
def made(path):
    """The path of a store with the deals 1 … 1,000."""
    with Store.resume(str(path), ASKED) as store:
        store.add(searched(1, 1000))
    return path


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


def test_a_store_of_an_older_version_goes_on(made):
    """It has a table more."""
    rows = rows_of(made)
    make_old(made)
    assert rows_of(made) == rows
    with Store.resume(str(made), ASKED) as store:
        store.add(searched(1001, 5))
        assert store.kept() == [Segment(1, 1005, True)]


def test_a_store_of_a_game_that_needs_none_is_refused(made):
    make_counted(made)
    before = made.read_bytes()
    with pytest.raises(RefusedError, match=r"run\.db: it was made by an older version"):
        Store.view(str(made))
    with pytest.raises(RefusedError, match=r"run\.db was made with game=flower"):
        Store.resume(str(made), ASKED)
    assert made.read_bytes() == before


def test_what_is_no_file_is_refused(tmp_path, path):
    with pytest.raises(RefusedError, match=f"{tmp_path}: a store is a file"):
        Store.resume(str(tmp_path), ASKED)
    with pytest.raises(FileNotFoundError):
        Store.resume(str(tmp_path / "no" / "run.db"), ASKED)
    os.mkfifo(path)
    with pytest.raises(RefusedError, match="a store is a file"):
        Store.resume(str(path), ASKED)
    for what in (tmp_path, path):
        with pytest.raises(RefusedError, match=f"{what}: a store is a file"):
            Store.view(str(what))


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


def test_a_link_to_a_store_that_was_killed_goes_on_with_its_log(made, tmp_path):
    run_killed(made, "store.add(searched(1001, 500))")
    link = tmp_path / "folder" / "link.db"
    link.parent.mkdir()
    link.symlink_to(made)
    with Store.resume(str(link), ASKED) as store:
        store.add(searched(1501, 5))
    assert len(rows_of(made)) == len(rows_of(link)) == 1505
    run_killed(made, "store.add(searched(1506, 500))")
    made.write_bytes(b"")
    with pytest.raises(StoreError, match="the log beside it is not empty"):
        Store.resume(str(link), ASKED)


# Processes that are killed


def child(path: Path, program: str) -> subprocess.Popen:
    """A process with the store open as ``store``."""
    head = f"""
    import os, resource, signal, sys
    sys.path[:0] = {[str(Path(__file__).parents[1])]}
    from stores import *
    from solver.runs.store_file import StoreError
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


def test_a_reader_sees_one_moment(made):
    with Store.resume(str(made), ASKED) as store:
        store.add(searched(1001, 5))
        with Store.view(str(made)) as seen:
            store.add(searched(1006, 5))
            assert seen.kept() == [Segment(1, 1005, True)]
            assert len(list(seen.rows())) == 1005
            assert len(rows_of(made)) == 1010
    assert not Path(f"{made}-wal").exists()


def test_a_process_that_is_killed_loses_nothing_committed(path):
    run_killed(path, "for start in range(1, 5000, 100): store.add(searched(start, 100))")
    assert len(rows_of(path)) == 5000
    with Store.resume(str(path), ASKED) as store:
        assert store.kept() == [Segment(1, 5000, True)]


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
        assert store.kept() == [Segment(1, 1000, True)]
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
        assert store.kept() == [Segment(1, done + 100, True)]


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
