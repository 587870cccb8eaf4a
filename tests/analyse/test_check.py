"""Lines of play: what the referee allows of them, and which move lost."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import played

from solver.analyse.check import Judgement, Line, Review, _bisected, judge, review, review_all
from solver.cards.cards import parse_card
from solver.cards.deal import Kind, Move, Outcome, Place, Verdict
from solver.games import Budget, ContradictionError, Worker, find
from solver.runs.threads import Interrupt

TREVI, FLOWER = find("trevi"), find("flower")
SMALL = TREVI.with_rules(["ranks=5", "piles=3", "height=5", "cells=1", "hidden-rows=1,3"])
START = TREVI.start(TREVI.deal(8))


@pytest.fixture(scope="module")
def worker():
    return SMALL.search.worker(Budget(memory_mib=64))


def test_a_solution_is_allowed_and_wins(worker):
    start = SMALL.start(SMALL.deal(1))
    outcome = worker.solve(start, 1)
    found = review(SMALL, start, outcome.moves, 1)
    assert (found.steps, found.fault) == (len(outcome.moves), None)
    assert SMALL.rules.is_won(found.end)


def test_no_moves_are_allowed():
    assert review(TREVI, START, [], 8) == Review(0, START)


def test_the_first_move_that_is_not_allowed_ends_a_line():
    moves = played(TREVI, START, random.Random(1), 9)
    bad = Move(parse_card("KD"), Place(Kind.RESERVE), Place(Kind.FOUNDATION, 1))
    found = review(TREVI, START, [*moves, bad, moves[0]], 8)
    assert found == Review(
        9, TREVI.replay(START, moves, 8), "KD is not the next card of its foundation"
    )


def test_several_cards_must_be_those_that_move():
    piles = tuple(tuple(map(parse_card, pile.split())) for pile in ("3H 2S", "4S", "", "", "", ""))
    deck = [card for card in TREVI.rules.deck if not any(card in pile for pile in piles)]
    start = type(START)(piles=piles, cells=(None, None), reserve=tuple(deck))
    run = Move(parse_card("3H"), Place(Kind.PILE, 0), Place(Kind.PILE, 1))
    for named, fault in (
        ("3H 2S", None),
        ("3H", None),
        ("3H 2C", "not 3H 2C would move, but 3H 2S"),
        ("3H 2S AD", "not 3H 2S AD would move, but 3H 2S"),
    ):
        cards = tuple(map(parse_card, named.split()))
        found = review(TREVI, start, [run], 1, [cards])
        assert (found.fault, found.steps) == (fault, int(fault is None))


def test_a_redeal_is_part_of_a_line():
    game = FLOWER.with_rules(["redeal=beds-first"])
    start = game.start(game.deal(3))
    outcome = game.search.worker(Budget()).solve(start, 3)
    assert review(game, start, outcome.moves, 3).steps == outcome.cards
    assert review(FLOWER, start, outcome.moves, 3).fault is not None


# Which move lost


@given(st.data())
def test_bisection_finds_all_that_can_be_known(data):
    count = data.draw(st.integers(0, 40))
    turn = data.draw(st.integers(0, count + 1))
    hidden = data.draw(st.sets(st.integers(0, count)))
    asked = []

    def verdict(place: int) -> Verdict:
        if place in hidden:
            return Verdict.UNDECIDED
        return Verdict.SOLVABLE if place < turn else Verdict.UNSOLVABLE

    def ask(place: int) -> Verdict:
        asked.append(place)
        return verdict(place)

    ends = (verdict(0), verdict(count))
    winnable = 0 if ends[0] is Verdict.SOLVABLE else None
    lost = count if ends[1] is Verdict.UNSOLVABLE else None
    found = _bisected(ask, winnable, lost, count)
    inner = [place for place in range(count + 1) if place not in hidden]
    if winnable == 0 and lost == count:
        assert found == (
            max(place for place in inner if place < turn),
            min(place for place in inner if place >= turn),
        )
    assert len(asked) == len(set(asked))
    if not hidden:
        assert len(asked) <= count.bit_length() + 1


@pytest.mark.parametrize("number", range(1, 40))
def test_a_judgement_is_what_asking_after_every_move_says(worker, number):
    start = SMALL.start(SMALL.deal(number))
    moves = played(SMALL, start, random.Random(number), 30)
    verdicts = [
        worker.verdict(SMALL.replay(start, moves[:steps], number))
        for steps in range(len(moves) + 1)
    ]
    lost = verdicts.index(Verdict.UNSOLVABLE) if Verdict.UNSOLVABLE in verdicts else None
    assert Verdict.SOLVABLE not in verdicts[lost:] if lost is not None else True
    found = judge(SMALL, worker, start, moves, number)
    winnable = len(moves) if lost is None else lost - 1 if lost else None
    assert found == Judgement(verdicts[-1], winnable, lost)
    assert found.is_complete


def test_the_lines_that_were_judged_had_both_endings(worker):
    """Without such lines the test above would show little."""
    lost = set()
    for number in range(1, 40):
        start = SMALL.start(SMALL.deal(number))
        moves = played(SMALL, start, random.Random(number), 30)
        lost.add(judge(SMALL, worker, start, moves, number).lost)
    assert {None, 0} < lost
    assert len(lost) > 5


class Blind(Worker):
    """Decides nothing, or says of the positions after some steps what it is told to."""

    def __init__(self, told: dict[int, Verdict]) -> None:
        self.told = told

    def solve(self, start, number):
        verdict = self.told.get(start.cards_up, Verdict.UNDECIDED)
        return Outcome(verdict, 1)

    def batch(self, first, count):
        raise NotImplementedError

    def check(self, batch, number):
        raise NotImplementedError


def four_up() -> list[Move]:
    """Four moves of deal 8, each of them to a foundation."""
    texts = [
        ("AD", Kind.RESERVE, 0),
        ("AH", Kind.RESERVE, 0),
        ("2D", Kind.CELL, 0),
        ("AS", Kind.PILE, 5),
    ]
    cards = [(parse_card(name), Place(kind, slot)) for name, kind, slot in texts]
    return [Move(card, place, Place(Kind.FOUNDATION, card & 3)) for card, place in cards]


@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({}, Judgement(Verdict.UNDECIDED, None, None)),
        ({4: Verdict.UNSOLVABLE}, Judgement(Verdict.UNSOLVABLE, None, 4)),
        ({2: Verdict.UNSOLVABLE, 4: Verdict.UNSOLVABLE}, Judgement(Verdict.UNSOLVABLE, None, 2)),
        ({3: Verdict.UNSOLVABLE}, Judgement(Verdict.UNDECIDED, None, 3)),
        ({0: Verdict.UNSOLVABLE}, Judgement(Verdict.UNSOLVABLE, None, 0)),
    ],
)
def test_what_is_undecided_is_called_nothing_else(told, found):
    assert judge(TREVI, Blind(told), START, four_up(), 8) == found
    assert found.is_complete is (found.lost == 0)


def test_a_false_solution_is_a_contradiction():
    with pytest.raises(ContradictionError):
        judge(TREVI, Blind({4: Verdict.SOLVABLE}), START, four_up(), 8)


def test_no_move_loses_a_game_without_choices():
    worker = FLOWER.search.worker(Budget())
    start = FLOWER.start(FLOWER.deal(2))
    moves = worker.solve(start, 2).moves
    assert judge(FLOWER, worker, start, moves, 2) == Judgement(Verdict.UNSOLVABLE, None, 0)


def test_several_lines_are_reviewed_in_order(worker):
    lines = []
    for number in range(1, 9):
        start = SMALL.start(SMALL.deal(number))
        moves = played(SMALL, start, random.Random(number), 12)
        lines.append(Line(number, SMALL.deal(number), tuple(moves)))
    alone = list(review_all(SMALL, lines))
    assert [found.line for found in alone] == lines
    assert all(found.judgement is None and not found.is_open for found in alone)
    judged = list(review_all(SMALL, lines, [worker]))
    assert [found.review for found in judged] == [found.review for found in alone]
    worker.stopped = False
    again = SMALL.search.worker(Budget(memory_mib=64))
    assert [found.judgement for found in judged] == [
        judge(SMALL, again, found.start, found.line.moves, found.line.number) for found in judged
    ]


def test_a_signal_ends_lines_that_nobody_judges():
    interrupt = Interrupt()
    row = review_all(TREVI, [Line(8, TREVI.deal(8), ())] * 5, interrupt=interrupt)
    assert next(row).start == START
    interrupt.signum = 2
    assert list(row) == []
