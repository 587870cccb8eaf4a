"""Deals that are played by somebody who does not see the hidden cards, beside their verdicts."""

import pytest

from solver import games
from solver.games import Budget, ContradictionError
from solver.games.players import PlayerSpec
from solver.games.playing import Played
from solver.runs import played
from solver.runs.merge import merge
from solver.runs.played import Table
from solver.runs.sample import Threads, Work, open_store, sample, settings_of, tally_of
from solver.runs.store import Store
from solver.runs.store_file import RefusedError

TREVI = games.find("trevi")
GREEDY, SAMPLING = PlayerSpec("greedy"), PlayerSpec("sampling", 8, 3)


def work(who=GREEDY, game=TREVI):
    return Work(game, Budget(memory_mib=64), who=who)


def test_a_batch_says_who_won_what():
    batch = Table(TREVI, Budget(), SAMPLING).batch(1, 20)
    plain = TREVI.search.worker(Budget()).batch(1, 20)
    assert batch.rows.verdicts.tolist() == plain.rows.verdicts.tolist()
    assert batch.rows.states.tolist() == plain.rows.states.tolist()
    assert 0 < batch.rows.wins.sum() <= batch.solvable
    assert not (batch.rows.wins.astype(bool) & (batch.rows.verdicts != 1)).any()
    assert ((batch.rows.openings >= 0) & (batch.rows.openings <= 8)).any()


def test_who_draws_nothing_has_no_opening():
    assert set(Table(TREVI, Budget(), GREEDY).batch(1, 5).rows.openings.tolist()) == {-1}


def test_a_game_that_is_won_decides_its_deal(monkeypatch):
    monkeypatch.setattr(played, "play", lambda *_: Played(True, None))
    table = Table(TREVI, Budget(max_states=1), GREEDY)
    batch = table.batch(1, 3)
    assert batch.rows.verdicts.tolist() == [1, 1, 1]
    assert (batch.solvable, batch.undecided) == (3, 0)
    assert table.check(batch, 2)


def test_a_win_of_an_unsolvable_deal_is_a_contradiction(monkeypatch):
    monkeypatch.setattr(played, "play", lambda *_: Played(True, None))
    with pytest.raises(ContradictionError, match="deal 7 is won, but called unsolvable"):
        Table(TREVI, Budget(), GREEDY).batch(7, 1)


def test_a_stopped_table_leaves_out_what_it_has_not_played():
    table = Table(TREVI, Budget(), GREEDY)
    table.batch(1, 1)
    table.stop()
    batch = table.batch(1, 5)
    assert batch.count == len(batch.rows.verdicts) == len(batch.rows.wins) == 0


@pytest.mark.parametrize("workers", [1, 3])
def test_a_sample_is_the_same_with_any_number_of_workers(workers):
    tally = sample(Threads(work(SAMPLING), workers), 1, 30)
    batch = Table(TREVI, Budget(), SAMPLING).batch(1, 30)
    assert (tally.wins, tally.solvable) == (int(batch.rows.wins.sum()), batch.solvable)


def test_a_store_goes_on_where_it_was(tmp_path):
    path = str(tmp_path / "one.db")
    with open_store(path, work()) as store:
        first = sample(Threads(work(), 1), 1, 12, store=store)
    with open_store(path, work()) as store:
        again = sample(Threads(work(), 1), 1, 24, store=store)
    whole = sample(Threads(work(), 1), 1, 24)
    assert (again.wins, again.kept) == (whole.wins, 12)
    assert first.wins <= again.wins
    with Store.view(path) as store:
        assert tally_of(store).wins == whole.wins
        assert PlayerSpec.from_settings(store.settings) == GREEDY
        rows = list(store.rows())
    assert [row[0] for row in rows] == list(range(1, 25))
    assert sum(row[5] for row in rows) == whole.wins
    assert {row[6] for row in rows} == {None}


def test_a_store_of_another_player_is_refused(tmp_path):
    path = str(tmp_path / "one.db")
    open_store(path, work(SAMPLING)).close()
    for who, reason in [
        (None, "with player"),
        (GREEDY, "player"),
        (PlayerSpec("sampling", 9, 3), "samples=8"),
        (PlayerSpec("sampling", 8, 4), "seed=3"),
    ]:
        with pytest.raises(RefusedError, match=reason):
            open_store(path, work(who))


def test_settings_tell_the_player():
    assert PlayerSpec.from_settings(settings_of(work(SAMPLING))) == SAMPLING
    assert PlayerSpec.from_settings(settings_of(work(GREEDY))) == GREEDY
    assert PlayerSpec.from_settings(settings_of(work(None))) is None


def made(path, first, count):
    with open_store(path, work()) as store:
        sample(Threads(work(), 1), first, count, store=store)
    return path


def test_stores_of_one_player_join(tmp_path):
    names = [str(tmp_path / name) for name in ("a", "b", "c")]
    made(names[1], 1, 10)
    made(names[2], 8, 10)
    merge(names[0], names[1:])
    with Store.view(names[0]) as store:
        tally = tally_of(store)
    whole = sample(Threads(work(), 1), 1, 17)
    assert (tally.deals, tally.wins, tally.solvable) == (17, whole.wins, whole.solvable)


def test_stores_that_end_a_game_in_two_ways_do_not_join(tmp_path):
    names = [made(str(tmp_path / name), 1, 6) for name in ("a", "b")]
    with Store.resume(names[1], settings_of(work())) as store, store.transaction() as database:
        database.execute("UPDATE played SET won = 1 - won WHERE number = 4")
    with pytest.raises(RefusedError, match="on how deal 4 is played"):
        merge(names[0], names[1:])
