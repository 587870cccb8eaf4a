"""The sets of deals that ``garden bench`` decides again."""

import pytest

from solver.analyse import bench
from solver.analyse.bench import (
    SETS,
    Listed,
    decide_set,
    listed,
    make_workers,
    run_bench,
    seeds_file,
)
from solver.games import find
from solver.report.bench import as_listed_text


@pytest.fixture(scope="module")
def workers():
    return make_workers()


def test_the_sets_are_there():
    assert {name: len(listed(name)) for name in SETS} == {
        "bench": 1000,
        "hard-trevi": 200,
        "hard-stonewall": 200,
    }


def test_a_set_that_is_not_installed(monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(bench, "_DISTRIBUTION", "no such distribution")
    with pytest.raises(FileNotFoundError, match=r"bench\.txt is not installed"):
        seeds_file("bench.txt")


def test_a_set_decided_again(workers):
    found = decide_set("bench", workers)
    assert (found.deals, found.differ) == (1000, 0)
    assert found.states == sum(deal.states for deal in listed("bench"))
    assert found.deals_a_second == 1000 / found.cost.user
    assert as_listed_text([found]) == "All 1,000 deals of the sets came out as listed."


def test_a_deal_that_is_not_as_listed_is_counted(workers, monkeypatch):
    rows = [Listed("trevi", 1, "solvable", 20), Listed("trevi", 7, "solvable", 2)]
    monkeypatch.setattr(bench, "listed", lambda name: rows)
    found = decide_set("made up", workers)
    assert found.differ == 2
    right = [workers["trevi"].solve(find("trevi").start(find("trevi").deal(n)), n) for n in (1, 7)]
    told = ", ".join(
        f"trevi {number} ({one.verdict}, {one.states} states)"
        for number, one in zip((1, 7), right, strict=True)
    )
    assert as_listed_text([found]) == (
        f"Of 2 deals of the sets 2 did not come out as listed: {told}"
    )


def test_all_sets_are_decided(monkeypatch):
    monkeypatch.setattr(bench, "listed", lambda name: listed(name)[:3])
    names = []
    found = run_bench(names.append)
    assert names == [each.name for each in found.sets] == list(SETS)
    assert [each.deals for each in found.sets] == [3, 3, 3]
    assert {deal.game for name in SETS for deal in listed(name)} == {"trevi", "stonewall"}
