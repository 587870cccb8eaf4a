"""The search of The Olga and of Red and Black against brute force, and what it claims."""

from dataclasses import replace

import pytest
from talon_brute import Brute, TooLargeError

from solver.deck.deal import Deal, Verdict
from solver.deck.shuffle import shuffled
from solver.olga.rules import OlgaRules
from solver.olga.rules import initial as olga_start
from solver.red_black.rules import RedBlackRules
from solver.red_black.rules import initial as red_black_start
from solver.talon import BeamShape
from solver.talon.rules import Redeal, is_won, replay
from solver.talon.solve import Solver


def olga(ranks, suits, packs, columns, rows):
    hidden = tuple(range(2, rows + 1, 2))
    return OlgaRules(
        ranks=ranks, suits=suits, packs=packs, columns=columns, rows=rows, hidden_rows=hidden
    )


def red_black(ranks, suits, packs, columns):
    return RedBlackRules(ranks=ranks, suits=suits, packs=packs, columns=columns)


OLGAS = {
    "two suits": olga(4, 2, 2, 2, 3),
    "four suits": olga(3, 4, 1, 3, 2),
    "one column": olga(4, 2, 2, 1, 4),
    "three packs": olga(3, 2, 3, 2, 4),
    "no hand": olga(4, 4, 1, 4, 4),
    "many columns": olga(3, 2, 3, 5, 2),
}
RED_BLACKS = {
    "two suits": red_black(5, 2, 1, 2),
    "two packs": red_black(4, 2, 2, 2),
    "four suits": red_black(4, 4, 1, 2),
    "one column": red_black(5, 2, 1, 1),
    "many columns": red_black(3, 4, 2, 5),
    "long suits": red_black(8, 2, 1, 1),
}
SWITCHES = {
    "plain": {},
    "runs": {"runs": True},
    "return": {"foundation_return": True},
    "both": {"runs": True, "foundation_return": True},
    "turned": {"redeal": Redeal.TURNED},
    "none": {"redeal": Redeal.NONE},
    "none and return": {"redeal": Redeal.NONE, "foundation_return": True},
}
STARTS = (("olga", OLGAS, olga_start), ("red-black", RED_BLACKS, red_black_start))
GAMES = {
    f"{kind}, {name}, {switch}": (replace(rules, **fields), start)
    for kind, games, start in STARTS
    for name, rules in games.items()
    for switch, fields in SWITCHES.items()
    if fields.keys() <= rules.__dataclass_fields__.keys()
}
WEIGHTS = {"up": 100, "empty": 20, "pairs": 40, "over": -60, "talon-over": -10, "kinds": 20}


def deal(rules, start, number):
    return start(rules, Deal(shuffled(rules.pack, number), number))


def compared(name, numbers):
    """The verdicts of the brute force, with which all searches agree."""
    rules, start = GAMES[name]
    brute = Brute(rules)
    solvers = [Solver(rules, BeamShape(4, WEIGHTS), 32, safe=safe) for safe in (True, False)]
    wide = Solver(rules, BeamShape(200, WEIGHTS), 32)
    found = {True: 0, False: 0}
    for number in numbers:
        position = deal(rules, start, number)
        try:
            solvable = brute.is_solvable(position)
        except TooLargeError:
            continue
        found[solvable] += 1
        for solver in [*solvers, wide]:
            outcome = solver.solve(position, 1_000_000, moves=True)
            assert outcome.verdict is (Verdict.SOLVABLE if solvable else Verdict.UNSOLVABLE), number
            if solvable:
                assert is_won(rules, replay(rules, position, outcome.moves))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_verdict_differs_from_brute_force(name):
    found = compared(name, range(1, 16))
    assert sum(found.values()) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_verdict_of_many_deals_differs_from_brute_force(name):
    compared(name, range(1000, 1200))
