"""``garden bench``."""

import pytest

from solver.analyse import bench


@pytest.fixture
def short_sets(monkeypatch):
    every = bench.listed
    monkeypatch.setattr(bench, "listed", lambda name: every(name)[:20])


@pytest.mark.usefixtures("short_sets")
def test_the_sets_as_text(garden):
    assert garden("bench").code == 0
    assert garden.lines[0].startswith("- Machine: ")
    rows = [line.split("|")[1:3] for line in garden.lines if line.startswith("| ")]
    assert [[cell.strip() for cell in row] for row in rows] == [
        ["set", "deals"],
        *([name, "20"] for name in bench.SETS),
    ]
    assert garden.lines[-1] == "All 60 deals of the sets came out as listed."


@pytest.mark.usefixtures("short_sets")
def test_the_sets_as_json(garden):
    (record,) = garden("bench", "--json").json
    assert list(record) == ["garden", "search", "machine", "versions", "load", "sets"]
    for each, name in zip(record["sets"], bench.SETS, strict=True):
        assert (each["name"], each["deals"], each["differ"], each["different"]) == (name, 20, 0, [])
        assert each["deals_a_second"] == 20 / each["cost"]["user"]
        assert each["states"] == sum(deal.states for deal in bench.listed(name))


def test_sets_that_are_not_installed(garden, monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "_CHECKOUT", tmp_path)
    monkeypatch.setattr(bench, "_DISTRIBUTION", "no such distribution")
    assert garden("bench").code == 2
    assert garden.error == "garden: error: the list of deals bench.txt is not installed\n"
