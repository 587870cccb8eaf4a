"""The moves that keep most arrangements solvable."""

import pytest
from positions import cards, laid

from solver import games
from solver.analyse.hint import HINT_CONFIDENCE, hint, sensible_moves
from solver.cards.deal import Kind, Verdict
from solver.runs.retries import crew

TREVI = games.find("trevi")


@pytest.fixture(scope="module")
def worker():
    return TREVI.search.worker(games.Budget())


def team(max_states: int | None = None, size: int = 1):
    """Workers for one question."""
    return crew(TREVI, size, games.Budget(max_states, 64))


def start(number: int):
    return TREVI.start(TREVI.deal(number))


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
