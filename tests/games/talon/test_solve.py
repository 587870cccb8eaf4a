"""The search of The Olga and of Red and Black against brute force, and what it claims."""

import tracemalloc
from collections import Counter
from dataclasses import replace

import pytest
from talon_brute import Brute, TooLargeError

from solver.cards.deal import Deal, Verdict
from solver.cards.shuffle import shuffled
from solver.games.talon import BeamShape
from solver.games.talon.kernel.state import hash_of, same_state
from solver.games.talon.notation import TalonNotation
from solver.games.talon.olga import OlgaRules
from solver.games.talon.packing import flags_of, packed
from solver.games.talon.position import TalonPosition
from solver.games.talon.red_black import RedBlackRules
from solver.games.talon.rules import Redeal
from solver.games.talon.solve import Solver


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
STARTS = (("olga", OLGAS), ("red-black", RED_BLACKS))
GAMES = {
    f"{kind}, {name}, {switch}": replace(rules, **fields)
    for kind, games in STARTS
    for name, rules in games.items()
    for switch, fields in SWITCHES.items()
    if fields.keys() <= rules.__dataclass_fields__.keys()
}
WEIGHTS = {"up": 100, "empty": 20, "pairs": 40, "over": -60, "talon-over": -10, "kinds": 20}


def deal(rules, number):
    return rules.initial(Deal(shuffled(rules.deck, number), number))


def compared(name, numbers):
    """The verdicts of the brute force, with which all searches agree."""
    rules = GAMES[name]
    brute = Brute(rules)
    solvers = [Solver(rules, BeamShape(4, WEIGHTS), 32, safe=safe) for safe in (True, False)]
    wide = Solver(rules, BeamShape(200, WEIGHTS), 32)
    found = {True: 0, False: 0}
    for number in numbers:
        position = deal(rules, number)
        try:
            solvable = brute.is_solvable(position)
        except TooLargeError:
            continue
        found[solvable] += 1
        for solver in [*solvers, wide]:
            outcome = solver.solve(position, 1_000_000, moves=True)
            assert outcome.verdict is (Verdict.SOLVABLE if solvable else Verdict.UNSOLVABLE), number
            if solvable:
                assert rules.is_won(rules.replay(position, outcome.moves))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_no_verdict_differs_from_brute_force(name):
    found = compared(name, range(1, 16))
    assert sum(found.values()) > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_verdict_of_many_deals_differs_from_brute_force(name):
    compared(name, range(1000, 1200))


def under_way(rules, piles, covered):
    """A position with these columns; all other cards are in the hand."""
    left = Counter(rules.deck) - Counter(here for pile in piles for here in pile)
    heights = tuple((0,) * rules.packs if suit < rules.suits else (0,) for suit in range(4))
    return TalonPosition(piles, heights=heights, hand=tuple(left.elements()), covered=covered)


def test_columns_of_the_same_cards_that_hide_other_ones_are_not_the_same():
    """The card on top changes from one to the other: no state that was met before."""
    rules = replace(olga(4, 2, 2, 2, 4), runs=True)
    three, two, one, top, low = rules.deck[4], rules.deck[2], rules.deck[7], *rules.deck[:2]
    column = (three, two, one, low)
    covered = frozenset({(0, 0), (0, 2), (1, 2)})
    flags = flags_of(rules, safe=False)
    position = under_way(rules, ((*column, top), column), covered)
    problem, here = packed(rules, position, flags)
    _, there = packed(rules, replace(position, piles=(column, (*column, top))), flags)
    assert same_state(here, here, problem)
    assert not same_state(here, there, problem)
    assert hash_of(here, problem) != hash_of(there, problem)
    both = frozenset({(0, 0), (0, 2), (1, 0), (1, 2)})
    problem, here = packed(rules, replace(position, covered=both), flags)
    assert same_state(here, there, problem)
    assert hash_of(here, problem) == hash_of(there, problem)


# Only the run that lies face up can leave its column as a unit, so the other column is to go first.
ALIKE_BUT_FOR_A_CARD_FACE_DOWN = (": 9H TD <8H> 7C <7S> 8S", ": 9H TD 8H 7C <7S> 8S")
AROUND_THEM = """Foundations: C-A C-0 C-0 D-9 D-9 D-7 H-0 H-0 H-0 S-0 S-0 S-0
: 9S 9S 9S
: 9C 9C 9C
: JC JC JC JS JD TC TC TC TS TS TS TH TH TH TD 9H 8C 8C 8C 8S 8D 7C 7S 7H 7H 7H AH AH AH AC AC \
AS AS AS JD JD
: JS JS 9D
: JH JH JH 8H
"""


@pytest.mark.parametrize("order", [1, -1])
def test_what_lies_face_down_decides_which_of_two_columns_goes_first(order):
    rules = OlgaRules(ranks=6, packs=3, rows=1, hidden_rows=(), runs=True)
    columns = ALIKE_BUT_FOR_A_CARD_FACE_DOWN[::order]
    text = "\n".join([AROUND_THEM.strip(), *columns])
    ((_, position),) = TalonNotation(rules).read(text)
    no_room_for_beams = BeamShape(1_000_000, WEIGHTS)
    outcome = Solver(rules, no_room_for_beams, 8).solve(position, 10_000)
    assert outcome.verdict is Verdict.SOLVABLE
    assert outcome.stats["ended"] == "search"


def test_a_long_column_may_lie_face_down():
    """Turned up from the top on, it is all that there is to play."""
    rules = replace(olga(8, 4, 4, 2, 1), runs=True)
    long = tuple(rules.deck[::-1][1:])
    position = under_way(rules, (long, rules.deck[-1:]), frozenset((0, row) for row in range(126)))
    outcome = Solver(rules, BeamShape(4, WEIGHTS), 32).solve(position, 1_000, moves=True)
    assert outcome.verdict is Verdict.SOLVABLE
    assert rules.is_won(rules.replay(position, outcome.moves))
    assert outcome.stats["best_up"] == 128


def noisy(width=3):
    return BeamShape(width, WEIGHTS, growth=120, noise=150, spread=50)


@pytest.mark.parametrize("name", ["olga, two suits, plain", "red-black, one column, none"])
def test_narrow_noisy_beams_agree_with_brute_force(name):
    rules = GAMES[name]
    brute, solver = Brute(rules), Solver(rules, noisy(1), 32)
    found = set()
    for number in range(1, 31):
        position = deal(rules, number)
        solvable = brute.is_solvable(position)
        found.add(verdict := solver.solve(position, 1_000_000).verdict)
        assert verdict is (Verdict.SOLVABLE if solvable else Verdict.UNSOLVABLE)
    assert found == {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


def test_a_deal_takes_the_same_states_whatever_was_solved_before():
    rules = OlgaRules()
    positions = [deal(rules, number) for number in (1, 2, 3)]
    one = Solver(rules, noisy(), 8)
    forth = [one.solve(position, 25_000).states for position in positions]
    back = [one.solve(position, 25_000).states for position in reversed(positions)]
    assert forth == back[::-1]
    assert max(forth) > 10_000


def test_further_beams_differ_from_the_first_one():
    rules = OlgaRules()
    position = deal(rules, 5)
    same = Solver(rules, BeamShape(2, WEIGHTS, growth=100), 8).solve(position, 9_000)
    other = Solver(rules, BeamShape(2, WEIGHTS, growth=100, noise=150), 8).solve(position, 9_000)
    assert other.stats["best_up"] > same.stats["best_up"]


@pytest.mark.parametrize("states", [1, 100, 9_999, 10_001, 20_000])
def test_no_more_states_than_allowed(states):
    rules = OlgaRules()
    outcome = Solver(rules, noisy(), 8).solve(deal(rules, 1), states)
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.states == states


def test_the_buffers_stay_within_the_memory():
    rules = OlgaRules()
    solver = Solver(rules, BeamShape(20, WEIGHTS, growth=130, noise=150), 12)
    solver.compile()
    tracemalloc.start()
    try:
        solver.solve(deal(rules, 1), 60_000)
        assert 6 << 20 < tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()
