"""Facts on The Olga and Red and Black that their search rests on, by brute force.

Copies of a card are one integer, and a suit's foundations follow from how many copies of each card
are up: the brute force, which keeps each foundation apart, comes to the same verdicts
(``test_solve.py``).
"""

import random
from dataclasses import replace

import pytest
from talon_brute import Brute

from solver.cards.cards import parse_card
from solver.cards.deal import Deal, Kind, Move, Place, Verdict
from solver.cards.shuffle import shuffled
from solver.games.talon import RED_BLACK_BEAM
from solver.games.talon.kernel.state import SAFE, automatic_move
from solver.games.talon.olga import OlgaRules
from solver.games.talon.packing import move_of_code, packed
from solver.games.talon.position import TalonPosition
from solver.games.talon.red_black import RedBlackRules
from solver.games.talon.rules import Redeal
from solver.games.talon.solve import Solver

OLGA = OlgaRules(ranks=4, suits=2, packs=2, columns=2, rows=3, hidden_rows=(2,))
RED_BLACK = RedBlackRules(ranks=4, suits=2, packs=2, columns=2)
RULES = [OLGA, RED_BLACK]


def deal(rules, number):
    return rules.initial(Deal(shuffled(rules.deck, number), number))


def cards(text):
    return tuple(map(parse_card, text.split()))


@pytest.mark.parametrize("rules", RULES)
def test_turning_a_card_is_putting_it_on_the_talon(rules):
    """Where a card that is held in the hand may go, it may go from the talon's top as well."""
    brute, placings = Brute(rules), 0
    for number in range(1, 30):
        position, choose = deal(rules, number), random.Random(number)
        for _ in range(12):
            choices = rules.legal_moves(position)
            if not choices:
                break
            turn = next((move for move in choices if move.source.kind is Kind.HAND), None)
            if turn is not None and turn.target.kind is Kind.TALON:
                (held,) = (one for one in brute.after(brute.table(position)) if one.held)
                placed = {one for one in brute.after(held) if one.held is None}
                turned = rules.apply(position, turn)
                later = (rules.apply(turned, move) for move in rules.legal_moves(turned))
                assert placed <= {brute.table(turned), *map(brute.table, later)}
                placings += len(placed) - 1
            position = rules.apply(position, choose.choice(choices))
    assert placings > 50


def test_face_down_rows_do_not_matter_to_single_moves():
    """To a search that knows all cards: the same verdict, and the same states."""
    seen = replace(OLGA, hidden_rows=())
    brutes = Brute(OLGA), Brute(seen)
    solvers = [Solver(rules, RED_BLACK_BEAM, 32) for rules in (OLGA, seen)]
    found = set()
    for number in range(1, 31):
        positions = [deal(rules, number) for rules in (OLGA, seen)]
        assert positions[0].covered
        assert not positions[1].covered
        hidden, known = map(Brute.is_solvable, brutes, positions)
        assert hidden == known
        outcomes = [
            solver.solve(position, 100_000)
            for solver, position in zip(solvers, positions, strict=True)
        ]
        assert outcomes[0] == outcomes[1]
        found.add(outcomes[0].verdict)
    assert found == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


def test_a_play_up_that_is_safe_in_the_olga_may_lose_red_and_black():
    """The emptied place is filled at once, by a card that could have come elsewhere."""
    rules = RedBlackRules(ranks=5, suits=4, packs=1, columns=2, redeal=Redeal.NONE)
    position = TalonPosition(
        (cards("2C"), cards("5C")),
        heights=((1,), (1,), (2,), (2,)),
        talon=cards("4H"),
        hand=cards("5S 4D 4C 3D 4S 5D 5H 3S 2D 3C 3H"),
    )
    problem, row = packed(rules, position, SAFE)
    up = move_of_code(rules, position, automatic_move(row, problem))
    assert up == Move(parse_card("2C"), Place(Kind.PILE, 0), Place(Kind.FOUNDATION, 0))
    brute = Brute(rules)
    assert brute.is_solvable(position)
    assert not brute.is_solvable(rules.apply(position, up))
    solver = Solver(rules, RED_BLACK_BEAM, 32)
    assert solver.solve(position, 100_000).verdict is Verdict.SOLVABLE
    assert solver.solve(rules.apply(position, up), 100_000).verdict is Verdict.UNSOLVABLE


def test_a_play_up_that_is_safe_elsewhere_may_lose_where_cards_come_back():
    """A card that came back could lie on it."""
    rules = OlgaRules(ranks=5, packs=1, columns=2, rows=4, hidden_rows=(), foundation_return=True)
    position = deal(rules, 962)
    assert Brute(rules).is_solvable(position)
    solver = Solver(rules, RED_BLACK_BEAM, 32)
    assert solver.solve(position, 100_000).verdict is Verdict.SOLVABLE
    solver._flags |= SAFE
    assert solver.solve(position, 100_000).verdict is Verdict.UNSOLVABLE
