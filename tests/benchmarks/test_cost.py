"""What ``benchmarks/cost`` measures, on small sizes."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from benchmarks import run
from benchmarks.cost import report, startup, twins
from benchmarks.cost.floors import probe, shuffle_numbers
from benchmarks.cost.growth import growth, layouts
from benchmarks.cost.kernels import move_kernels, search_kernels, shuffle_kernels
from benchmarks.cost.measure import in_turns, ratio
from benchmarks.cost.memory import memory_of
from solver.analyse.bench import SETS, listed, make_workers
from solver.cards.shuffle import shuffled
from solver.games.trevi.kernel.table import COUNT, PLACES, make_table
from solver.games.trevi.rules import TREVI

TINY = report.Extent(1000, 20, 1000, 2, ("bench",), cold_start=False, heights=True)


@pytest.fixture(scope="module")
def solvers():
    return {name: worker.solver for name, worker in make_workers().items()}


def test_works_take_turns():
    done = []
    taken = in_turns({"a": lambda turn: done.append(("a", turn)), "b": lambda _: None}, 3)
    assert done == [("a", 0), ("a", 1), ("a", 2)]
    assert [len(each) for each in taken.values()] == [3, 3]


def test_the_ratio_is_a_median_of_pairs():
    assert ratio([1.0, 6.0, 100.0], [1.0, 2.0, 1.0]) == 3.0


def test_the_bare_shuffle_deals_native_deals():
    seen = np.zeros(52, np.int64)
    shuffle_numbers(np.uint64(5), 40, 36, seen)
    last = [shuffled(range(52), number)[35] for number in range(5, 45)]
    assert seen.tolist() == np.bincount(last, minlength=52).tolist()


@pytest.mark.parametrize("stored", [[1], [700, 3, 5000]])
def test_a_bare_probe_stores_and_meets_again(stored):
    table = make_table(1 << 20)
    probes = np.array(stored) * 3
    assert probe(np.array(stored), probes, table) == 2 * sum(stored)
    assert table.sizes[COUNT] == stored[-1]


@pytest.mark.skipif(twins.compiled_twins() is None, reason="there is no C compiler")
def test_the_c_twins_are_the_same_functions():
    made = twins.compiled_twins()
    ours, theirs = np.zeros(52, np.int64), np.zeros(52, np.int64)
    for places in (1, 36, 51, 52):
        shuffle_numbers(np.uint64(1 << 62), 500, places, ours)
        made.shuffle_numbers(1 << 62, 500, places, theirs)
    assert ours.tolist() == theirs.tolist()
    stored, probes = np.array([1, 511, 512, 40_000]), np.array([9, 511, 900, 90_000])
    one, other = make_table(1 << 24), make_table(1 << 24)
    assert probe(stored, probes, one) == made.probe(stored, probes, other)
    assert np.array_equal(one.keys[:40_000], other.keys[:40_000])
    places = int(one.sizes[PLACES])  # the rest of the index is not initialised
    assert np.array_equal(one.index[:places], other.index[:places])


@pytest.mark.parametrize("compiler", ["no-such-compiler", "false"])
def test_without_a_c_compiler_there_are_no_twins(compiler, monkeypatch):
    monkeypatch.setenv("CC", compiler)
    assert twins.compiled_twins() is None


def test_shuffle_kernels_without_twins():
    bare, play = shuffle_kernels(1000, 2, None)
    assert bare.floor is None
    assert play.ratio is not None


def test_the_kernels_of_the_search(solvers, monkeypatch):
    monkeypatch.setattr("benchmarks.cost.kernels.listed", lambda name: listed(name)[:3])
    found, each = search_kernels("bench", 1, solvers, None)
    assert found.name != each.name
    assert found.floor == "the bare probes"
    assert each.nanoseconds > found.nanoseconds
    state, move = move_kernels(1, solvers)
    assert state.name != move.name
    assert state.nanoseconds > move.nanoseconds


def test_growth_counts_all_deals():
    rows = list(growth(layouts("cells"), 20, 64))
    assert [row.cells for row in rows] == [0, 1, 2, 3, 4]
    assert {row.solvable + row.unsolvable + row.undecided for row in rows} == {20}
    assert [rules.height for rules in layouts("height")] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert layouts("height")[5] == TREVI


@pytest.mark.slow
def test_a_state_takes_24_bytes_and_the_rest_of_some_pages():
    found = memory_of("trevi", 300_000)
    assert found.stored > 300_000
    assert 20 < found.bytes_a_state < 60


@pytest.mark.slow
def test_the_memory_of_a_search_is_not_left_to_chance():
    found = [memory_of("trevi", 10_000).kib for _ in range(3)]
    assert max(found) - min(found) < 256


@pytest.mark.slow
def test_all_of_it(monkeypatch, tmp_path):
    monkeypatch.setattr(startup, "_RUNS", 1)
    monkeypatch.setattr(run, "SHORT", TINY)
    done = CliRunner().invoke(run.main, ["--short", "--folder", str(tmp_path)])
    assert done.exception is None
    text = (tmp_path / "bench.md").read_text()
    assert "`python -m benchmarks.run --short`" in text
    assert all(f"| {name} | " in text for name in SETS)
    assert text.endswith("All 1,400 deals of the sets came out as listed.\n")
    read = json.loads((tmp_path / "bench.json").read_text())
    assert [each["name"] for each in read["sets"]] == list(SETS)
    assert [each["differ"] for each in read["sets"]] == [0, 0, 0]
    assert set(read["growth"]) == {"cells", "height"}


def test_all_parts_are_announced(monkeypatch):
    for name in ("shuffle_kernels", "search_kernels", "move_kernels", "large_table_kernels"):
        monkeypatch.setattr(report, name, lambda *arguments: [])
    for name in ("decide_set", "memory_of", "compiled_twins"):
        monkeypatch.setattr(report, name, lambda *arguments: None)
    monkeypatch.setattr(report, "make_workers", dict)
    monkeypatch.setattr(report, "starts", lambda cold: [])
    monkeypatch.setattr(report, "growth", lambda rules, deals, memory: [])
    announced = []
    report.measure(TINY, announced.append)
    assert len(announced) == report.parts(TINY)
