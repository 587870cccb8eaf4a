"""The share of completions that can be won, and the moves that keep most of them so."""

from collections.abc import Callable
from dataclasses import replace
from itertools import islice, permutations
from math import sqrt

import pytest
from positions import cards, laid

from solver import games
from solver.analyse.chance import (
    HINT_CONFIDENCE,
    chance,
    completions,
    hint,
    sensible_moves,
)
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Deal, Kind, Verdict
from solver.cards.view import layout_count, orders_of, unseen_in
from solver.games import Worker
from solver.runs.estimate import win_probability
from solver.runs.retries import crew
from solver.runs.threads import Interrupt

TREVI = games.find("trevi")


@pytest.fixture(scope="module")
def worker():
    return TREVI.search.worker(games.Budget())


def team(max_states: int | None = None, size: int = 1):
    """Workers for one question."""
    return crew(TREVI, size, games.Budget(max_states, 64))


def start(number: int):
    return TREVI.start(TREVI.deal(number))


def test_a_player_does_not_see_the_face_down_cards():
    position = start(8)
    seen = position.seen()
    assert sum(pile.count(UNKNOWN) for pile in seen.piles) == 18
    assert not seen.down
    assert unseen_in(TREVI.rules.deck, seen) == tuple(sorted(position.down))


def test_completions_fill_the_unknown_places():
    seen = start(8).seen()
    exact, layouts = completions(TREVI, seen, samples=50)
    layouts = list(layouts)
    assert not exact
    assert len(set(layouts)) == 50
    for layout in layouts:
        assert layout.seen() == seen
        assert TREVI.start(layout) == layout


def test_completions_do_not_depend_on_what_lies_there():
    position = start(8)
    seen = position.seen()
    turned = seen.completed(tuple(reversed(unseen_in(TREVI.rules.deck, seen))))
    assert turned != position
    for one in (position, turned):
        _, layouts = completions(TREVI, one.seen(), 20, seed=3)
        _, others = completions(TREVI, seen, 20, seed=3)
        assert list(layouts) == list(others)


def test_every_unseen_card_is_equally_likely_everywhere():
    seen = start(8).seen()
    unseen = unseen_in(TREVI.rules.deck, seen)
    times, count = {}, 5400
    for layout in completions(TREVI, seen, count)[1]:
        for place, card in enumerate(card for pile in layout.piles for card in pile[0:5:2]):
            times[place, card] = times.get((place, card), 0) + 1
    expected = count / len(unseen)
    chi_square = sum((times[key] - expected) ** 2 / expected for key in times)
    assert len(times) == 18 * 18
    assert abs(chi_square - 17 * 17) < 5 * sqrt(2 * 17 * 17)


@pytest.mark.parametrize("known", [16, 17, 18])
def test_few_unknown_cards_are_all_tried(known):
    position = start(8)
    hidden = sorted(position.down)[:known]
    piles = tuple(
        tuple(UNKNOWN if card in position.down and card not in hidden else card for card in pile)
        for pile in position.piles
    )
    part = type(position)(
        piles, position.cells, position.reserve, position.foundations, frozenset(hidden)
    )
    found = chance(TREVI, team(), part)
    assert found.exact
    assert found.unseen == 18 - known
    assert found.tally.count == {0: 1, 1: 1, 2: 2}[found.unseen]
    assert found.share.low == found.share.estimate == found.share.high


def test_a_wide_budget_of_width_ends_the_sample_early():
    seen = start(8).seen()
    assert chance(TREVI, team(), seen, samples=400, half_width=0.3).tally.count == 50
    assert chance(TREVI, team(), seen, samples=120, half_width=0.001).tally.count == 120


@pytest.mark.parametrize("cards", [(), (3,), (5, 5), (1, 2, 3), (4, 7, 4), (1, 1, 2, 2, 9)])
def test_copies_of_a_card_make_no_other_layout(cards):
    orders = list(orders_of(cards))
    assert orders == sorted(set(permutations(cards)))
    assert layout_count(cards) == len(orders)


class Losing(Worker):
    """Loses all layouts but the first ``wins``."""

    def __init__(self, wins: int) -> None:
        self.wins = wins

    def verdict(self, start):
        self.wins -= 1
        return Verdict.SOLVABLE if self.wins >= 0 else Verdict.UNSOLVABLE

    def solve(self, start, number):
        raise NotImplementedError

    batch = check = solve


@pytest.mark.parametrize("wins", [0, 1, 3])
def test_a_sample_ends_where_neither_side_of_its_interval_reaches_further(wins):
    """Near 0 the upper side is the longer one by far: half of the width would end it too early."""
    found = chance(TREVI, [Losing(wins)], start(5).seen(), samples=1600, half_width=0.04)
    count = found.tally.count
    looks = [50, 100, 200, 400, 800]
    assert count in looks
    shares = [win_probability(wins, look - wins, 0, 1 - 0.05 / 6) for look in looks]
    reach = [max(one.estimate - one.low, one.high - one.estimate) for one in shares]
    assert [one <= 0.04 for one in reach].index(True) == looks.index(count)
    assert (found.share.low, found.share.high) == (
        shares[looks.index(count)].low,
        shares[looks.index(count)].high,
    )
    assert found.share.reach == reach[looks.index(count)]


def test_undecided_completions_stay_apart():
    found = chance(TREVI, team(max_states=1), start(5).seen(), samples=60)
    assert found.tally.undecided > 0
    assert found.share.low < 0.5 * (found.share.low + found.share.high) < found.share.high
    assert found.tally.count == 60


@pytest.mark.parametrize("redeal", ["none", "turned", "shuffled"])
def test_a_seed_is_drawn_where_a_shuffle_is_to_come(redeal):
    game = games.find("red-black").with_rules([f"redeal={redeal}"])
    seen = game.start(game.deal(1)).seen()
    assert game.is_open(seen) == (redeal == "shuffled")
    _, layouts = completions(game, seen, samples=3)
    seeds = [game.start(layout).seed for layout in layouts]
    assert seeds == ([0, 1, 2] if redeal == "shuffled" else [0, 0, 0])


def test_places_and_cards_must_agree():
    position = start(8)
    card = min(position.down)
    piles = tuple(tuple(UNKNOWN if c == card else c for c in pile) for pile in position.piles)
    reserve = (card, *position.reserve)
    broken = type(position)(piles, position.cells, reserve, position.foundations, position.down)
    with pytest.raises(ValueError, match="0 cards not seen, but 1 place unknown"):
        unseen_in(TREVI.rules.deck, broken)


def test_hints_on_a_known_deal_are_verdicts(worker):
    position = start(5)
    found = hint(TREVI, team(), position)
    assert found.exact
    advice = found.advice
    assert {one.tally.count for one in advice} == {1}
    for one in advice:
        verdict = worker.verdict(TREVI.rules.apply(position, one.move))
        assert one.tally.solvable == (verdict is Verdict.SOLVABLE)
    assert worker.verdict(position) is Verdict.SOLVABLE
    assert advice[0].tally.solvable == 1
    assert found.confidence == 1
    assert [one.may_be_best for one in advice] == [one.tally.solvable == 1 for one in advice]


def test_hints_come_best_first():
    found = hint(TREVI, team(), start(8).seen(), samples=30)
    assert not found.exact
    advice = found.advice
    shares = [one.tally.solvable for one in advice]
    assert shares == sorted(shares, reverse=True)
    assert all(one.tally.count == 30 for one in advice)
    assert advice[0].may_be_best
    assert found.confidence == HINT_CONFIDENCE
    assert {one.move for one in advice} == set(sensible_moves(TREVI, start(8)))


def test_moves_that_change_nothing_are_no_advice():
    game = TREVI.with_rules(["ranks=2", "piles=3", "height=1", "hidden-rows=", "cells=2"])
    position = laid("2H", "", "", cells="AC -", reserve="AD AH AS 2C 2D 2S")
    moves = sensible_moves(game, game.start(position))
    (ace, two) = cards("AC 2H")
    assert not [move for move in moves if move.card == two and move.target.kind is Kind.PILE]
    assert not [move for move in moves if move.source.kind is move.target.kind is Kind.CELL]
    assert len([move for move in moves if move.card == ace]) == 3  # up, onto 2H, an empty pile


@pytest.mark.parametrize("samples", [120, 1000])
def test_what_is_found_does_not_depend_on_the_workers(samples):
    seen = start(5).seen()
    assert chance(TREVI, team(size=3), seen, samples) == chance(TREVI, team(), seen, samples)
    assert hint(TREVI, team(size=3), seen, samples=20) == hint(TREVI, team(), seen, samples=20)


def stopped_at(count: int) -> tuple[Interrupt, Callable[[int], None]]:
    """A signal that comes in when so many completions are done, and what has it come in."""
    interrupt = Interrupt()

    def progress(done: int) -> None:
        if done == count:
            interrupt.signum = 2

    return interrupt, progress


@pytest.mark.parametrize("ask", [chance, hint])
def test_a_sample_that_is_interrupted_is_a_smaller_one(ask):
    seen = start(5).seen()
    interrupt, progress = stopped_at(10)
    found = ask(TREVI, team(), seen, samples=500, progress=progress, interrupt=interrupt)
    tally = found.tally if ask is chance else found.advice[0].tally
    assert 10 <= tally.count < 500
    assert tally.undecided == 0


@pytest.mark.parametrize("ask", [chance, hint])
def test_a_part_of_all_completions_is_not_taken_for_a_sample(ask):
    position = start(5)
    known = sorted(position.down)[6:]
    seen = replace(position, down=position.down - frozenset(known)).seen()
    part = replace(seen, down=frozenset(known))
    interrupt, progress = stopped_at(1)
    assert ask(TREVI, team(), part, samples=720, progress=progress, interrupt=interrupt) is None


def calibration(worker, count: int, samples: int) -> tuple[float, float, float]:
    """Mean share, share of deals that are solvable, standard error of their difference."""
    gaps, shares, wins = [], [], []
    for number in range(1, count + 1):
        found = chance(TREVI, team(), start(number).seen(), samples)
        won = worker.verdict(start(number)) is Verdict.SOLVABLE
        shares.append(found.share.estimate)
        wins.append(won)
        gaps.append(found.share.estimate - won)
    mean = sum(gaps) / count
    error = sqrt(sum((gap - mean) ** 2 for gap in gaps) / count / count)
    return sum(shares) / count, sum(wins) / count, error


@pytest.mark.parametrize(
    ("count", "samples"), [(60, 50), pytest.param(300, 400, marks=pytest.mark.slow)]
)
def test_the_shares_agree_with_what_is_solvable(worker, count, samples):
    share, solvable, error = calibration(worker, count, samples)
    assert abs(share - solvable) < 4 * error


def test_a_position_that_cannot_be_is_refused():
    deal = Deal(tuple(islice(TREVI.rules.deck, 52)), 1)
    seen = TREVI.start(deal).seen()
    broken = type(seen)(seen.piles[1:], seen.cells, seen.reserve, seen.foundations, seen.down)
    with pytest.raises(ValueError, match="cards not seen"):
        completions(TREVI, broken, 10)
