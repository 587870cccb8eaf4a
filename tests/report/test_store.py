"""Long runs as their user meets them: ``odds --store``, ``garden store``, and what goes wrong."""

import csv
import io
import json
import os
import pty
import re
import resource
import signal
import sqlite3
import subprocess
import sys
import termios
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest
from program import besides_compiling, process
from stores import make_counted

from solver.runs.store import Store

SAMPLE = ("odds", "stonewall", "--deals", "600")


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "run.db")


@pytest.fixture
def made(garden, path):
    """The path of a store with 600 deals of Stonewall, of which some are undecided."""
    assert garden(*SAMPLE, "--max-states", "20", "--store", path).code == 0
    return path


def without(record: dict, *names: str) -> dict:
    return {name: value for name, value in record.items() if name not in names}


# Runs with a store


def test_a_store_makes_no_difference_to_the_odds(garden, path):
    (free,) = garden(*SAMPLE, "--json").json
    (first,) = garden(*SAMPLE, "--json", "--store", path).json
    (again,) = garden(*SAMPLE, "--json", "--store", path, "--workers", "3").json
    assert (first["kept"], again["kept"]) == (0, 600)
    changing = ("seconds", "kept")
    assert without(first, *changing) == without(again, *changing) == without(free, *changing)


def test_a_run_goes_on_where_its_store_ends(garden, path):
    garden("odds", "trevi", "--deals", "300", "--first", "7", "--store", path)
    (more,) = garden("odds", "trevi", "--deals", "500", "--json", "--store", path).json
    assert (more["first"], more["deals"], more["kept"]) == (7, 500, 300)
    (same,) = garden("odds", "trevi", "--json", "--store", path).json
    assert (same["first"], same["deals"], same["kept"]) == (7, 500, 500)
    text = garden("odds", "trevi", "--store", path).out
    assert "\nkept                  500   deals that the store had before\n" in text
    assert re.search(r"^time +\d+\.\d   seconds$", text, re.MULTILINE)
    assert "store was asked" not in text


def test_a_smaller_sample_leaves_what_the_store_was_asked_for(garden, path):
    garden("odds", "trevi", "--deals", "300", "--store", path)
    garden("odds", "trevi", "--deals", "200", "--store", path)
    assert garden.lines[:2] == [
        "Trevi Garden, 200 deals: native 1 … 200",
        "the store was asked for more, 1 … 300: all of them there",
    ]
    (record,) = garden("odds", "trevi", "--store", path, "--json").json
    assert (record["deals"], record["kept"]) == (300, 300)
    (record,) = garden(
        "odds", "trevi", "--first", "295", "--deals", "9", "--store", path, "--json"
    ).json
    assert (record["deals"], record["kept"]) == (9, 6)
    assert garden("store", path, "--json").json[0]["asked"] == {
        "first": 295,
        "deals": 9,
        "there": 9,
    }


def test_undecided_deals_are_tried_again(garden, made):
    (before,) = garden(*SAMPLE, "--max-states", "20", "--store", made, "--json").json
    (after,) = garden(*SAMPLE, "--retry", "--store", made, "--json").json
    (free,) = garden(*SAMPLE, "--json").json
    assert before["undecided"] > after["undecided"] == 0
    assert {name: after[name] for name in ("solvable", "unsolvable", "win")} == {
        name: free[name] for name in ("solvable", "unsolvable", "win")
    }


@pytest.mark.parametrize("more", [[], ["--race"], ["--exact"], ["--deals", "5"], ["--retry"]])
def test_flower_garden_needs_no_store(garden, path, more):
    assert garden("odds", "flower", "--store", path, *more).code == 2
    assert garden.out == ""
    assert garden.error == (
        "garden: error: flower needs no store: its odds are exact, and a million deals take a"
        " tenth of a second\n"
    )
    assert not os.path.exists(path)


def test_a_sample_of_flower_garden_by_an_older_version_is_refused(garden, made, tmp_path):
    make_counted(Path(made))
    new = str(tmp_path / "new.db")
    for command in (["store", made], ["store", made, "--csv"], ["store", "merge", new, made]):
        assert garden(*command).code == 2
        assert garden.out == ""
        assert garden.error == (
            f"garden: error: {made}: it was made by an older version, and holds a sample of a game"
            " that needs no store: its odds are exact\n"
        )


def test_a_sample_of_a_wanted_width(garden, path):
    command = ["odds", "stonewall", "--half-width", "0.03", "--store", path]
    (record,) = garden(*command, "--json").json
    assert record["win"]["high"] - record["win"]["low"] <= 0.06
    assert record["first"] == 1 + record["pilot"]
    assert record["deals"] > record["pilot"] >= 100
    assert f"sized by a pilot sample of {record['pilot']:,} deals before" in garden(*command).out
    assert record["half_width"] == {"wanted": 0.03, "reached": True}
    assert "half of the interval" not in garden(*command).out
    (short,) = garden(*command, "--deals", "220", "--json").json
    assert short["deals"] == 200
    assert short["half_width"] == {"wanted": 0.03, "reached": False}
    half = 50 * (short["win"]["high"] - short["win"]["low"])
    said = f"half of the interval is {half:.2f} %, wider than the 3.00 % that was asked for"
    assert f"\n{said}: more --deals make it narrower\n" in garden(*command, "--deals", "220").out
    assert garden("odds", "stonewall", "--half-width", "0.001", "--max-states", "5").code == 2
    assert "are undecided: that alone makes every interval too wide" in garden.error


# What a store holds


def test_what_a_store_holds(garden, made):
    garden("store", made)
    assert garden.lines[0] == f"{made}: Stonewall, 600 deals"
    assert garden.lines[1] == "native 1 … 600"
    assert garden.lines[2] == "asked for 1 … 600: all of them there"
    assert garden.lines[3] == "search 3, at most 20 states an attempt, 4 MiB"
    assert garden.lines[5].startswith("win probability  ")
    assert garden.lines[-11] == "hardest deals       states"
    assert garden.lines[-1].split() == ["34", "20", "undecided"]


def test_what_a_store_holds_as_json(garden, made):
    (record,) = garden("store", made, "--json").json
    (sample,) = garden(*SAMPLE, "--max-states", "20", "--json").json
    common = ("game", "numbering", "deals", "solvable", "unsolvable", "undecided", "confidence")
    for name in (*common, "win", "rules", "states"):
        assert record[name] == sample[name], name
    assert (record["store"], record["max_states"], record["memory"]) == (made, 20, 4)
    assert record["asked"] == {"first": 1, "deals": 600, "there": 600}
    assert record["ranges"] == [[1, 600]]
    assert len(record["hardest"]) == 10
    assert record["hardest"][0] == {"deal": 1, "verdict": "undecided", "states": 20}


def test_another_confidence(garden, made):
    wide = garden("store", made, "--confidence", "0.999", "--json").json[0]["win"]
    usual = garden("store", made, "--json").json[0]["win"]
    assert wide["low"] < usual["low"] < usual["high"] < wide["high"]


def test_all_rows_as_a_table(garden, made):
    rows = list(csv.DictReader(io.StringIO(garden("store", made, "--csv").out)))
    solved = garden("solve", "stonewall", "1-600", "--max-states", "20", "--json").json
    assert [(int(row["deal"]), row["verdict"], int(row["states"])) for row in rows] == [
        (record["deal"], record["verdict"], record["states"]) for record in solved
    ]
    assert list(rows[0]) == ["deal", "verdict", "states", "attempts", "checked"]
    assert {row["attempts"] for row in rows} == {"1"}


def test_a_table_that_nobody_reads_to_its_end_is_no_fault(garden, made):
    with process("store", made, "--csv", stdin=subprocess.DEVNULL) as run:
        run.stdout.close()
        assert run.stderr.read() == ""
    assert run.returncode == 0


def test_a_store_without_a_deal(garden, path):
    garden(*SAMPLE, "--store", path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM deals")
    assert garden("store", path).lines[1] == "native deals: none yet"
    assert garden("store", path, "--json").json[0]["win"]["estimate"] is None


def test_a_running_run_can_be_looked_at(garden, path):
    with process("odds", "trevi", "--deals", "100000000", "--store", path, "--workers=1") as run:
        deals = 0
        while not deals:
            time.sleep(0.1)
            if garden("store", path, "--json").code == 0:
                deals = garden.json[0]["deals"]
        assert garden("odds", "trevi", "--store", path).code == 1
        assert garden.error == (
            f"garden: error: {path}: another process is at work on this store\n"
        )
        run.send_signal(signal.SIGTERM)
        out, error = run.communicate()
    assert (run.returncode, besides_compiling(error)) == (143, "")
    first, told = out.splitlines()[:2]
    done = int(first.split()[2].replace(",", ""))
    assert told == f"interrupted: {done:,} of 100,000,000 deals; the same command goes on"
    assert garden("store", path).lines[2] == (
        f"asked for 1 … 100,000,000: {done:,} of 100,000,000 deals there"
    )


# Joining


def test_stores_are_joined(garden, tmp_path):
    first, second, new = (str(tmp_path / name) for name in ("a.db", "b.db", "new.db"))
    garden("odds", "stonewall", "--deals", "300", "--store", first)
    garden("odds", "stonewall", "--first", "301", "--deals", "300", "--store", second)
    (joined,) = garden("store", "merge", new, first, second, "--json").json
    (whole,) = garden(*SAMPLE, "--json").json
    for name in ("deals", "solvable", "unsolvable", "win", "states"):
        assert joined[name] == whole[name], name
    assert joined["ranges"] == [[1, 600]]
    assert garden("odds", "stonewall", "--store", new, "--json").json[0]["kept"] == 600


def test_ranges_with_gaps_are_shown(garden, tmp_path):
    names = [str(tmp_path / f"{number}.db") for number in range(7)]
    for number, name in enumerate(names):
        start = str(100 * number)
        garden("odds", "stonewall", "--first", start, "--deals", "10", "--store", name)
    garden("store", "merge", *names)
    assert garden.lines[1] == (
        "native 0 … 9, 100 … 109, 200 … 209, 300 … 309, 400 … 409, 2 more ranges"
    )


def test_stores_of_other_rules_are_not_joined(garden, made, tmp_path):
    other = str(tmp_path / "other.db")
    garden(*SAMPLE, "--max-states", "20", "--rule", "height=5", "--store", other)
    assert garden("store", "merge", made, other).code == 2
    assert f"{made} was made with height=6, {other} with height=5" in garden.error


# What goes wrong: one line


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["store"], 2, "Missing argument 'FILE"),
        (["store", "/no/such.db"], 2, "/no/such.db: No such file"),
        (["store", "/no/such.db", "/no/other.db"], 2, "name one store, or: merge FILE FILE..."),
        (["store", "merge", "/no/a.db"], 2, "merge needs the store to add to"),
        (["store", "merge", "/no/a.db", "/no/b.db"], 2, "/no/b.db: No such file"),
        (["store", "/"], 2, "/: a store is a file, and this is none"),
        (["store", "x.db", "--csv", "--json"], 2, "--csv and --json are two ways to write"),
        (["store", "/etc/passwd"], 2, "/etc/passwd: this is no store of garden"),
        (
            ["store", "x", "--rule", "cells=1"],
            2,
            "--rule is for a GAME, and this command takes none",
        ),
        ([*SAMPLE, "--store", "/"], 2, "/: a store is a file, and this is none"),
        ([*SAMPLE, "--store", ""], 2, "--store needs the name of a file"),
        ([*SAMPLE, "--store", "/no/such.db"], 1, "/no/such.db: No such file or directory"),
        ([*SAMPLE, "--store", "/dev/null"], 2, "/dev/null: a store is a file"),
        ([*SAMPLE, "--retry"], 2, "--retry needs a --store that is there"),
        (
            [*SAMPLE, "--retry", "--store", "/no/such.db"],
            2,
            "--retry needs a --store that is there",
        ),
        ([*SAMPLE, "--half-width", "2"], 2, "'2' is no fraction"),
        (["odds", "flower", "--retry"], 2, "--retry"),
    ],
)
def test_bad_usage_of_stores_is_one_line(garden, arguments, code, message):
    assert garden(*arguments).code == code
    assert garden.out == ""
    assert message in garden.error
    assert garden.error.count("\n") == 1


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ([], "made with max-states=20, not with max-states=20000000: --retry tries"),
        (["--retry", "--max-states", "10"], "not with max-states=10: no retry with a smaller one"),
        (["--max-states", "20", "--rule", "piles=7", "--rule", "height=5"], "with piles=6, not"),
    ],
)
def test_a_store_of_other_settings_is_refused(garden, made, more, message):
    assert garden(*SAMPLE, "--store", made, *more).code == 2
    assert message in garden.error
    assert garden.error.count("\n") == 1
    with Store.view(made) as store:
        assert len(list(store.rows())) == 600


@pytest.mark.parametrize("size", [1000, 8192, -1])
def test_a_store_that_was_cut_short_is_one_line(garden, made, size):
    with open(made, "r+b") as file:
        file.truncate(size if size > 0 else os.path.getsize(made) + size)
    for command in ((*SAMPLE, "--max-states", "20", "--store", made), ("store", made)):
        assert garden(*command).code == 1
        assert garden.error == (f"garden: error: {made}: the store is damaged, or was cut short\n")


def test_a_full_disk_ends_a_run_in_one_line_and_loses_nothing(garden, path):
    command = ["odds", "trevi", "--deals", "10000000", "--store", path]
    limit = 300_000
    done = subprocess.run(
        [sys.executable, "-m", "solver", *command],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert besides_compiling(done.stderr) == (
        f"garden: error: {path}: the disk cannot be read or written, or has no more room\n"
    )
    kept = garden("store", path, "--json").json[0]["deals"]
    assert kept > 1000
    more = str(kept + 100)
    (record,) = garden("odds", "trevi", "--deals", more, "--store", path, "--json").json
    assert (record["kept"], record["deals"]) == (kept, kept + 100)


@pytest.mark.parametrize("signum", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_keeps_what_was_done(garden, path, signum):
    with process("odds", "trevi", "--deals", "10000000", "--store", path, "--json") as run:
        while run.poll() is None and not (
            garden("store", path, "--json").code == 0 and garden.json[0]["deals"]
        ):
            time.sleep(0.05)
        run.send_signal(signum)
        out, error = run.communicate()
    assert (run.returncode, besides_compiling(error)) == (128 + signum, "")
    record = json.loads(out)
    assert record["deals"] > 0
    (kept,) = garden("store", path, "--json").json
    for name in ("deals", "solvable", "unsolvable", "undecided", "set_aside", "states"):
        assert record[name] == kept[name], name


def bar_of(columns: int, *command: str) -> str:
    """What a command draws on a terminal so wide."""
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, columns))
    with process(*command, stderr=slave) as garden:
        os.close(slave)
        told = b""
        with suppress(OSError):  # which ends it on Linux
            while data := os.read(master, 4096):
                told += data
        assert garden.stdout.read().startswith("Trevi Garden, ")
    os.close(master)
    return told.decode()


BUSY = ("odds", "trevi", "--first", "5500", "--max-states", "16384", "--deals")


def test_the_bar_tells_what_a_run_does():
    """On a terminal: deals done, rate, time left, running estimate, hardest deal so far."""
    bar = bar_of(140, *BUSY, "20000")
    assert "/20000 [" in bar
    assert "deal/s, won 8" in bar
    assert "hardest 5560 (16384 states)" in bar


def test_a_narrow_bar_tells_less():
    bar = bar_of(80, *BUSY, "4000")
    drawn = [line for line in bar.split("\r") if "deal/s" in line]
    assert drawn
    assert all(re.search(r"%\|.{10,}\| \d", line) for line in drawn)
    assert any("deal/s, won 8" in line for line in drawn)
    assert "hardest" not in bar
