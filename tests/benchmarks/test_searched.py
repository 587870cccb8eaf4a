"""The programs that write the odds of the searched games, on small runs; and what they wrote."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import lengths, searched, verdicts
from benchmarks.features import FEATURES, features
from benchmarks.provenance import RESULTS
from solver import games
from solver.analyse.bench import listed
from solver.games import VERDICTS, Budget
from solver.runs.sample import Threads, Work, asked_range, open_store, sample

DEALS = 300


def run(folder, name, rule=None):
    game = games.find(name.partition("-")[0])
    if rule:
        game = game.with_rules([rule])
    work = Work(game, Budget(memory_mib=64), check_all=False)
    with open_store(str(folder / f"{name}.db"), work, False) as store:
        first, deals = asked_range(game, store, 1, DEALS, sized=False)
        sample(Threads(work, 1), first, deals, store=store)


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs")
    for game in searched.TITLES:
        run(folder, game)
        for name, rule, _ in searched.OTHER_RULES[game]:
            run(folder, name, rule)
        rows = [(1, 90, 70), (2, 0, 0), (3, 95, 95)]
        text = "".join(",".join(map(str, row)) + "\n" for row in rows)
        (folder / f"{game}-lengths.csv").write_text(text)
    return folder


def written(runs, folder):
    searched.main([str(runs), "--folder", str(folder)], standalone_mode=False)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


def test_the_same_runs_give_the_same_files(runs, tmp_path):
    one = written(runs, tmp_path / "one")
    other = written(runs, tmp_path / "other")
    assert one == other
    assert set(searched.FILES.values()) < set(one)
    links = re.findall(r"!\[.*?\]\((.*?)\)", b"".join(one.values()).decode("utf-8", "ignore"))
    assert links
    assert set(links) < set(one)


def test_the_file_says_what_the_run_found(runs, tmp_path):
    text = written(runs, tmp_path)["stonewall.md"].decode()
    found = searched.load(runs / "stonewall.db")
    expected = [deal for deal in listed("bench") if deal.game == "stonewall"][:DEALS]
    solvable = sum(deal.verdict == "solvable" for deal in expected)
    assert found.counts() == (solvable, DEALS - solvable, 0)
    assert f"| solvable | {solvable:,} |" in text
    assert f"| unsolvable | {DEALS - solvable:,} |" in text
    table = verdicts.read(tmp_path / "verdicts" / "stonewall.xz", DEALS)
    assert [str(VERDICTS[code]) for code in table.tolist()] == [deal.verdict for deal in expected]


def test_a_run_that_is_not_whole_is_refused(runs, monkeypatch):
    store = searched.Store.view(str(runs / "trevi.db"))
    with store:
        rows = list(store.rows())
    monkeypatch.setattr(searched.Store, "rows", lambda self: iter(rows[:-1]))
    with pytest.raises(ValueError, match="does not have all the deals"):
        searched.load(runs / "trevi.db")


def test_undecided_deals_are_named_and_widen_the_interval(runs):
    found = searched.load(runs / "trevi.db")
    codes = found.codes.copy()
    codes[[4, 7]] = searched.UNDECIDED
    text = "\n".join(searched.odds_lines(replace(found, codes=codes)))
    assert "Undecided: 5, 8." in text
    assert "| undecided | 2 |" in text


@given(st.lists(st.integers(0, 2), max_size=40))
def test_verdicts_come_back(codes):
    row = np.array(codes, np.int8)
    data = verdicts.packed(row)
    assert len(data) == -(-len(codes) // 4)
    assert verdicts.unpacked(data, len(codes)).tolist() == codes


def test_features_are_what_lies_there():
    game = games.find("trevi")
    counts = features(1, 200)
    for number in range(1, 201):
        start = game.start(game.deal(number))
        free = [*start.reserve, *start.cells]
        covered = [card for pile in start.piles for card in pile[:-1]]
        down = list(start.down)

        def low(cards, ranks):
            return sum(card // 4 in ranks for card in cards)

        expected = [low(down, [0]), low(covered, [0]), low(down, [0, 1, 2])]
        expected += [low(free, [0, 1, 2]), low(free, [12])]
        assert counts[number - 1].tolist() == expected
    assert counts.shape == (200, len(FEATURES))


def test_lengths_go_on_where_the_file_ends(tmp_path):
    path = tmp_path / "lengths.csv"
    lengths.main([str(path), "stonewall", "--deals", "6"], standalone_mode=False)
    whole = path.read_text()
    path.write_text("".join(whole.splitlines(keepends=True)[:3]) + "4,9")
    lengths.main([str(path), "stonewall", "--deals", "6"], standalone_mode=False)
    assert path.read_text() == whole
    rows = lengths.lengths(path)
    assert rows[:, 0].tolist() == [1, 2, 3, 4, 5, 6]
    expected = [deal for deal in listed("bench") if deal.game == "stonewall"][:6]
    assert (rows[:, 1] > 0).tolist() == [deal.verdict == "solvable" for deal in expected]
    assert (rows[:, 2] <= rows[:, 1]).all()


def result(name):
    path = RESULTS / name
    if not path.exists():
        pytest.skip(f"{name} is not there yet")
    return path


@pytest.mark.parametrize("game", searched.TITLES)
def test_the_published_verdicts_are_those_that_the_page_counts(game):
    text = result(searched.FILES[game]).read_text()
    counted = [
        int(re.search(rf"^\| {name} \| ([\d,]+) \|", text, re.MULTILINE)[1].replace(",", ""))
        for name in ("deals", "solvable", "unsolvable", "undecided")
    ]
    codes = verdicts.read(result(f"verdicts/{game}.xz"), counted[0])
    assert [len(codes), *(int((codes == code).sum()) for code in (1, 2, 0))] == counted
    assert verdicts.checksum(verdicts.packed(codes)) in text
    for name in ("bench", f"hard-{game}"):
        for deal in listed(name):
            if deal.game == game:
                assert str(VERDICTS[int(codes[deal.number - 1])]) == deal.verdict


def test_lengths_with_a_deal_twice_are_refused(tmp_path):
    path = tmp_path / "lengths.csv"
    path.write_text("1,90,70\n2,0,0\n2,0,0\n")
    with pytest.raises(ValueError, match="twice"):
        lengths.lengths(path)
