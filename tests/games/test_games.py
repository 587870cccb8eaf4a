"""The list of games, the switches of their rules, and the referee's word on what a worker says."""

from dataclasses import fields, replace

import numpy as np
import pytest

from solver import games
from solver.cards.deal import Deal, Kind, Move, Outcome, Place, Position, Verdict
from solver.games import (
    GAMES,
    RESERVED,
    Budget,
    ContradictionError,
    SwitchError,
    UnknownGameError,
    find,
    switch_texts,
)
from solver.games.flower.rules import FlowerRules, Redeal

TREVI = find("trevi")
FLOWER = find("flower")


def test_the_games_are_listed_by_their_names():
    assert all(game.name == name for name, game in GAMES.items())
    assert RESERVED.keys().isdisjoint(GAMES)


def test_an_unknown_name_is_answered_with_all_names():
    with pytest.raises(UnknownGameError, match="unknown game 'spider': .* " + ", ".join(GAMES)):
        find("spider")


def test_the_classic_game_is_named_apart():
    with pytest.raises(UnknownGameError, match=r"not built yet.*nothing is built on the beds"):
        find("flower-classic")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_field_of_the_rules_is_a_switch_with_a_meaning(game):
    assert list(game.rules.SWITCHES) == [field.name for field in fields(game.rules)]
    assert all(game.rules.SWITCHES.values())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_switches_read_back_as_they_are_written(game):
    texts = switch_texts(game.rules)
    settings = [f"{name}={value}" for name, value in texts.items()]
    assert game.with_rules(settings) == game
    assert switch_texts(game.with_rules(settings).rules) == texts


@pytest.mark.parametrize(
    ("setting", "field", "value"),
    [
        ("cells=0", "cells", 0),
        ("hidden-rows=2,4", "hidden_rows", (2, 4)),
        ("hidden-rows=4,2,4", "hidden_rows", (2, 4)),
        ("hidden_rows= 1, 3 ", "hidden_rows", (1, 3)),
        ("hidden-rows=none", "hidden_rows", ()),
        ("hidden-rows=", "hidden_rows", ()),
        ("foundation-return=no", "foundation_return", False),
        ("Return-To-Cell=ON", "return_to_cell", True),
        ("return_to_cell=true", "return_to_cell", True),
    ],
)
def test_a_switch_is_set_by_name_and_value(setting, field, value):
    assert TREVI.with_rules([setting]).rules == replace(TREVI.rules, **{field: value})


@pytest.mark.parametrize(
    ("settings", "rows"),
    [
        (["height=4"], (1, 3)),
        (["height=1"], (1,)),
        (["height=7"], (1, 3, 5)),
        (["height=4", "hidden-rows=2"], (2,)),
        (["hidden-rows=none", "height=4"], ()),
    ],
)
def test_lower_piles_have_fewer_hidden_rows(settings, rows):
    assert TREVI.with_rules(settings).rules.hidden_rows == rows


def test_the_switches_that_were_changed_are_known():
    assert games.changed_switches(TREVI) == {}
    assert games.changed_switches(TREVI.with_rules(["cells=2"])) == {}
    changed = TREVI.with_rules(["cells=1", "foundation-return=no"])
    assert games.changed_switches(changed) == {"cells": "1", "foundation-return": "no"}


@pytest.mark.parametrize(
    ("settings", "layout"),
    [
        ([], (6, 6, 16)),
        (["bouquet=20"], (6, 6, 20)),
        (["bouquet=10"], (6, 7, 10)),
        (["bed-height=4"], (6, 4, 28)),
        (["beds=4"], (4, 6, 28)),
        (["beds=4", "bouquet=0"], (4, 13, 0)),
        (["bed-height=5", "bouquet=24"], (6, 5, 24)),
        (["ranks=10", "redeal=beds-first"], (6, 6, 4)),
    ],
)
def test_what_is_not_said_of_a_flower_garden_is_fitted(settings, layout):
    rules = FLOWER.with_rules(settings).rules
    assert (rules.beds, rules.bed_height, rules.bouquet) == layout


def test_a_redeal_leaves_the_layout_as_it_is():
    wide = FLOWER.with_rules(["bouquet=20"])
    assert wide.with_rules(["redeal=beds-first"]).rules.bouquet == 20


def test_a_switch_with_named_values():
    assert FLOWER.with_rules(["redeal=bouquet-first"]).rules.redeal is Redeal.BOUQUET_FIRST


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("cell=2", "trevi has no rule 'cell': its rules are ranks, .*, return-to-cell"),
        ("=2", "trevi has no rule ''"),
        ("cells", "rule 'cells' has no value: write cells=VALUE"),
        ("cells=two", "rule cells is 'two', but takes a whole number"),
        ("cells=-1", "rule cells is '-1', but takes a whole number, 0 or more"),
        ("cells=9", "cells = 9 is not in 0 … 4"),
        ("cells=" + "9" * 5000, "takes a whole number"),
        ("foundation-return=maybe", "takes yes or no"),
        ("foundation-return=1", "takes yes or no"),
        ("hidden-rows=0;2", "takes whole numbers with commas between, or none"),
        ("hidden-rows=1,9", "hidden row 9 is not in 1 … 6"),
        ("hidden-rows=0,2", "hidden row 0 is not in 1 … 6"),
        ("hidden-rows=1,-3", "takes whole numbers with commas between, or none"),
        ("ranks=5", "need more than the 20 cards"),
    ],
)
def test_a_bad_switch_is_refused_by_name(setting, message):
    with pytest.raises(SwitchError, match=message):
        TREVI.with_rules([setting])


def test_switches_are_named_as_they_are_typed():
    with pytest.raises(SwitchError, match=r"^return-to-cell needs foundation-return$"):
        TREVI.with_rules(["return-to-cell=yes", "foundation-return=no"])
    with pytest.raises(SwitchError, match=r"^bed-height = 99 is not in 0 … 52$"):
        FLOWER.with_rules(["bed-height=99"])


def test_a_switch_with_named_values_lists_them():
    with pytest.raises(SwitchError, match="takes none or beds-first or bouquet-first"):
        FLOWER.with_rules(["redeal=yes"])


def test_the_reserve_has_the_name_of_its_game():
    assert TREVI.words.reserve == "fountain"
    assert find("stonewall").words.reserve == "reserve"
    assert TREVI.with_rules(["cells=0"]).words.reserve == "reserve"
    assert FLOWER.words.reserve == "bouquet"


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_native_deal_is_written_and_read_back(game):
    deal = game.deal(7)
    text = " ".join("A23456789TJQK"[card >> 2] + "CDHS"[card & 3] for card in deal.cards)
    assert game.read(f"# a comment\n{text}\n") == [(1, Deal(deal.cards, 1, "file"))]


def test_a_number_that_names_no_deal():
    with pytest.raises(ValueError, match=r"2\^63"):
        TREVI.deal(1 << 63)


def test_what_is_read_is_checked_by_the_game():
    board = ": " + "\n: ".join(["?? AC"] + ["2C"] * 5)
    with pytest.raises(ValueError, match="line"):
        TREVI.read(board)


# A game of four cards: an ace in each of two piles, one in the cell, one in the reserve.
ACES = TREVI.with_rules(["ranks=1", "piles=2", "height=1", "cells=1", "hidden-rows=none"])
START = Position(piles=((0,), (1,)), cells=(2,), reserve=(3,))
WIN = tuple(
    Move(card, place, Place(Kind.FOUNDATION, card))
    for card, place in enumerate(
        [Place(Kind.PILE, 0), Place(Kind.PILE, 1), Place(Kind.CELL, 0), Place(Kind.RESERVE)]
    )
)


def test_a_winning_solution_is_confirmed():
    ACES.confirm(START, 1, Outcome(Verdict.SOLVABLE, 5, WIN))


@pytest.mark.parametrize("verdict", [Verdict.UNSOLVABLE, Verdict.UNDECIDED])
def test_without_moves_there_is_nothing_to_confirm(verdict):
    ACES.confirm(START, 1, Outcome(verdict, 5))


@pytest.mark.parametrize(
    ("outcome", "message"),
    [
        (Outcome(Verdict.SOLVABLE, 5), "is not won"),
        (Outcome(Verdict.SOLVABLE, 5, WIN[:3]), "is not won"),
        (Outcome(Verdict.SOLVABLE, 5, (*WIN, WIN[0])), "rejects it: step 5"),
        (Outcome(Verdict.UNSOLVABLE, 5, WIN), "called lost"),
    ],
)
def test_a_wrong_claim_is_a_contradiction(outcome, message):
    with pytest.raises(ContradictionError, match=f"deal 8.*{message}"):
        ACES.confirm(START, 8, outcome)


def test_a_run_is_lifted_whole():
    piles = ((4 * 5 + 1, 4 * 4 + 0), (4 * 6 + 3,), (), (), (), ())
    start = Position(piles=piles, cells=(None, None))
    move = Move(4 * 5 + 1, Place(Kind.PILE, 0), Place(Kind.PILE, 1))
    assert TREVI.rules.lifted(start, move) == piles[0]


@pytest.mark.parametrize("first", [0, 1, (1 << 63) - 300])
@pytest.mark.parametrize(
    "settings",
    [
        [],
        ["redeal=beds-first"],
        ["redeal=bouquet-first"],
        ["bouquet=9"],
        ["beds=13", "bouquet=0"],
        ["beds=4", "bed-height=9", "suits=3"],
        ["suits=1", "ranks=1", "beds=1", "bed-height=1"],
    ],
    ids=" ".join,
)
def test_a_batch_of_flower_deals_is_what_the_referee_plays(first, settings):
    game = FLOWER.with_rules(settings)
    worker = game.search.worker(Budget())
    batch = worker.batch(first, 300)
    ends = [
        worker.solve(game.start(game.deal(number)), number).cards
        for number in range(first, first + 300)
    ]
    counts = np.bincount(ends, minlength=game.rules.deck_size + 1).tolist()
    assert batch.scores.cards.tolist() == counts
    assert (batch.solvable, batch.unsolvable, batch.undecided) == (counts[-1], 300 - counts[-1], 0)
    assert worker.check(batch, first + 100)


def test_small_flower_deals_are_won_now_and_then():
    small = FLOWER.with_rules(["suits=2", "ranks=3", "beds=2", "bed-height=2"])
    worker = small.search.worker(Budget())
    batch = worker.batch(1, 200)
    assert batch.scores.cards.sum() == 200
    assert 0 < batch.solvable == batch.scores.cards[6] < 200
    for number in range(1, 20):
        start = small.start(small.deal(number))
        small.confirm(start, number, worker.solve(start, number))


def test_a_redeal_is_part_of_the_play():
    once = FLOWER.with_rules(["redeal=beds-first"])
    worker = once.search.worker(Budget())
    for number in range(1, 30):
        start = once.start(once.deal(number))
        outcome = worker.solve(start, number)
        once.confirm(start, number, outcome)
        assert outcome.cards == len(outcome.moves)
    assert worker.batch(1, 29).scores.cards.sum() == 29


def test_a_race_that_the_referee_ends_otherwise_is_found_out(monkeypatch):
    worker = FLOWER.forced.race().search.worker(Budget())
    batch = worker.batch(1, 1)
    assert batch.scores.race.sum() == 1
    assert worker.check(batch, 1)
    honest = worker._referee
    other_score = -1 if batch.scores.race[2] else 60
    monkeypatch.setattr(
        worker, "_referee", lambda number, stream: other_score if stream else honest(number, stream)
    )
    with pytest.raises(ContradictionError, match="deal 1: the referee ends a race with"):
        worker.check(batch, 1)


def test_a_kernel_that_differs_from_the_referee_is_found_out(monkeypatch):
    worker = FLOWER.search.worker(Budget())
    batch = worker.batch(1, 1)
    monkeypatch.setattr(FlowerRules, "initial", lambda rules, deal: Position(piles=((0,),)))
    with pytest.raises(ContradictionError, match="deal 1"):
        worker.check(batch, 1)


def test_a_game_without_switches_says_so():
    with pytest.raises(SwitchError, match="caesar has no rule 'ranks': it has none that"):
        find("caesar").with_rules(["ranks=3"])
