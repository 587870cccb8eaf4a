"""Automatic plays, won states and lost states: each rule on both of its sides."""

from collections import Counter

import pytest
from brute import SWITCHES, BruteForce, rules_of
from kernels import Kernels, playout
from positions import laid

from solver.cards.cards import name_of, parse_card
from solver.cards.deal import Position
from solver.games.trevi.kernel.prune import is_won
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules

FIVE_RANKS = TreviRules(ranks=5, piles=3, height=4, hidden_rows=(), cells=1)
FIVE_RANKS_NO_RETURN = TreviRules(5, 3, 4, (), 1, foundation_return=False)

SAFE, SEMI, NEITHER = "safe", "semi-safe", "neither"

#: Foundations C D H S, a card that its foundation waits for, and what it is.
NEXT_CARDS = [
    ((0, 0, 0, 0), "AC", SAFE),
    ((1, 0, 0, 0), "2C", SAFE),
    ((2, 1, 1, 0), "3C", SAFE),
    ((2, 0, 1, 2), "3C", SEMI),
    ((2, 1, 0, 2), "3C", SEMI),
    ((1, 0, 2, 1), "3H", SAFE),
    ((0, 1, 2, 1), "3H", SEMI),
    ((3, 2, 2, 1), "4C", SAFE),
    ((3, 2, 2, 0), "4C", SEMI),
    ((3, 1, 2, 2), "4C", SEMI),
    ((3, 0, 2, 3), "4C", NEITHER),
    ((3, 2, 0, 3), "4C", NEITHER),
    ((2, 3, 2, 2), "4D", SAFE),
    ((2, 3, 0, 2), "4D", SEMI),
    ((3, 2, 2, 3), "4S", SAFE),
    ((0, 2, 2, 3), "4S", SEMI),
]


def with_next_card(foundations, name: str, place: str) -> Position:
    """A position in which that card alone may go up: what the others wait for is buried."""
    card = parse_card(name)
    buried = [
        4 * height + suit
        for suit, height in enumerate(foundations)
        if suit != card & 3 and height < 5
    ]
    blocker = 16 + (card & 3)  # the five of the card's suit
    below = 16 + (card & 3 ^ 3)  # the five of its twin's suit, which the card does not fit on
    pile = {"run": [card], "old part": [below, card]}.get(place, [below])
    lying = {card, *buried, blocker, *pile}
    reserve = [
        here for here in range(20) if here >> 2 >= foundations[here & 3] and here not in lying
    ]
    position = Position(
        piles=((*buried, blocker), tuple(pile), ()),
        cells=(card if place == "cell" else None,),
        reserve=(*reserve, *([card] if place == "reserve" else [])),
        foundations=foundations,
    )
    FIVE_RANKS.check(position)
    return position


def plays(
    rules: TreviRules, position: Position, without: frozenset[str] = frozenset()
) -> list[str]:
    """The automatic plays; all go to the foundations."""
    kernels = Kernels(rules, without)
    _, log = kernels.after_automatic_plays(kernels.set_up(position))
    assert all(entry & 3 == 0 for entry in log[1:].tolist())
    return [name_of(entry >> 2) for entry in log[1:].tolist()]


@pytest.mark.parametrize("place", ["reserve", "cell", "run", "old part"])
@pytest.mark.parametrize(("foundations", "name", "kind"), NEXT_CARDS)
def test_what_goes_up_at_once(foundations, name, kind, place):
    position = with_next_card(foundations, name, place)
    semi = kind is SEMI and place != "old part"
    for rules, without, goes in (
        (FIVE_RANKS, set(), kind is SAFE or semi),
        (FIVE_RANKS, {"semi"}, kind is SAFE),
        # Without the rule for safe cards, they are semi-safe: the card below is safe too.
        (FIVE_RANKS, {"safe"}, (kind is SAFE and place != "old part") or semi),
        (FIVE_RANKS, {"chains"}, kind is SAFE),
        (FIVE_RANKS, {"safe", "semi"}, False),
        (FIVE_RANKS_NO_RETURN, set(), kind is SAFE),
        (FIVE_RANKS_NO_RETURN, {"safe"}, False),
    ):
        made = plays(rules, position, frozenset(without))
        assert (name in made) is goes, (rules.foundation_return, without)


def test_one_play_leads_to_another():
    position = laid(
        "3C 2C 4S AC", "5C 4H", "5H 3S", cells="2D", reserve="AD AH AS 2H 2S 3D 3H 4C 4D 5D 5S"
    )
    FIVE_RANKS.check(position)
    made = plays(FIVE_RANKS, position)
    assert len(made) == 20
    assert made.index("AC") < made.index("2C") < made.index("3C")


@pytest.mark.parametrize(
    ("piles", "goes"),
    [
        # 2D lies on 3C, and no other black three is at the surface.
        (("AD 5S", "4H 3C 2D", "AH 5C"), False),
        (("AD 5S", "4H 3C 2D", ""), False),
        # Another one is.
        (("AD 5S", "4H 3C 2D", "AH 3S"), True),
        # But it bears a run of its own.
        (("AD 5S", "4H 3C 2D", "AH 3S 2H"), False),
    ],
)
def test_no_card_goes_up_from_below_a_run_that_has_no_other_parent(piles, goes):
    lying = " ".join(piles).split()
    reserve = [
        name_of(card) for card in range(20) if name_of(card) not in ("AC", "2C", "AS", "2S", *lying)
    ]
    hearts = 0 if "AH" in lying else 1
    reserve = [name for name in reserve if hearts == 0 or name != "AH"]
    position = laid(*piles, cells="-", reserve=" ".join(reserve), foundations=(2, 0, hearts, 2))
    FIVE_RANKS.check(position)
    assert ("3C" in plays(FIVE_RANKS, position, frozenset({"safe"}))) is goes


@pytest.mark.parametrize(
    ("piles", "won"),
    [
        (("", "", ""), True),
        (("5C 4H 3C", "5D", "5H 4S"), True),
        (("5C 4H", "4D 3C", "3S"), True),
        (("5C 3H", "4D", ""), False),
        (("5C 4S", "4D", ""), False),
        (("4H 5C", "4D", ""), False),
        (("<5C> 4H", "4D", ""), False),
        (("5C 4H 5S", "4D", ""), False),
    ],
)
def test_a_game_is_won_where_every_pile_is_a_run(piles, won):
    lying = " ".join(piles).replace("<", "").replace(">", "").split()
    reserve = [name_of(card) for card in range(8, 20) if name_of(card) not in lying]
    position = laid(*piles, cells="-", reserve=" ".join(reserve), foundations=(2, 2, 2, 2))
    FIVE_RANKS.check(position)
    assert is_won(Kernels(FIVE_RANKS).set_up(position).state) is won
    if won:
        line = Line(FIVE_RANKS, position)
        line.finish()
        assert line.position.foundations == (5, 5, 5, 5)


FOUR_RANKS = TreviRules(ranks=4, piles=2, height=4, hidden_rows=(), cells=1)
FOUR_RANKS_NO_RETURN = TreviRules(4, 2, 4, (), 1, foundation_return=False)

#: Way out, piles, cell, foundations; the rest is in the reserve. First with the way, then without.
WAYS_OUT = [
    ("an empty cell", ("2C 2D 3C 4S", "2H 2S 3D 4H"), "-", (1, 1, 1, 1), False),
    ("no empty cell", ("2C 2D 3C 4S", "2H 2S 3D 4H"), "4C", (1, 1, 1, 1), True),
    ("an empty pile", ("2C 2D 3C 4S 2H 2S 3D 4H", ""), "4C", (1, 1, 1, 1), False),
    ("a parent for the cell's card", ("2C 2D 4C 4S", "2H 2S 3D 4H"), "3C", (1, 1, 1, 1), False),
    ("a link is that parent", ("AD 2C 3C 4S", "2H 2S 3D 4H"), "2D", (1, 0, 1, 1), False),
    ("there is no link", ("AD 2C 3C 3S 4S", "2H 2S 3D 4H"), "2D", (1, 0, 1, 1), True),
    ("a card moves off that parent", ("2C 2D 4D 3H", "2H 2S 3D 4S"), "3C", (1, 1, 1, 1), False),
    ("no card can move", ("2C 2D 4D 3H", "2H 2S 4S 3D"), "3C", (1, 1, 1, 1), True),
    ("a card goes up, then the cell's", ("2D 3S 2C", "2H 2S 3D 4S"), "3C", (1, 1, 1, 1), False),
    ("it is not next", ("AC 2D 3S 2C", "2H 2S 3D 4S"), "3C", (0, 1, 1, 1), True),
    ("a pile goes onto a parent", ("3H", "AH 2H 3D 2C 4S 2S"), "4C", (1, 1, 0, 1), False),
    ("the pile has no parent", ("4H", "AH 2H 3S 2C 4S 2S"), "4C", (1, 1, 0, 1), True),
    ("a pile goes up", ("3D", "AH 2H 2C 2S 3H 4S"), "4C", (1, 2, 0, 1), False),
    ("it does not", ("3H", "AH 2H 2C 2S 3D 4H"), "4C", (1, 2, 0, 1), True),
]
FROM_A_FOUNDATION = (("AC 2H 3H 4S", "3C 2S 3S 4H"), "2C", (0, 3, 1, 1))


def crowded(piles, cell, foundations) -> Position:
    lying = {*" ".join(piles).split(), cell}
    reserve = [
        name_of(card)
        for card in range(16)
        if card >> 2 >= foundations[card & 3] and name_of(card) not in lying
    ]
    position = laid(*piles, cells=cell, reserve=" ".join(reserve), foundations=foundations)
    FOUR_RANKS.check(position)
    return position


@pytest.mark.parametrize(
    ("piles", "cell", "foundations", "lost"),
    [way[1:] for way in WAYS_OUT],
    ids=[way[0] for way in WAYS_OUT],
)
def test_the_dead_test(piles, cell, foundations, lost):
    position = crowded(piles, cell, foundations)
    for rules in (FOUR_RANKS, FOUR_RANKS_NO_RETURN):
        kernels = Kernels(rules)
        assert kernels.is_lost(kernels.set_up(position)) is lost
        if lost:
            assert BruteForce(rules).solve(position) is False
        kernels = Kernels(rules, frozenset({"dead"}))
        assert kernels.is_lost(kernels.set_up(position)) is False


def test_a_card_that_comes_back_is_a_way_out():
    position = crowded(*FROM_A_FOUNDATION)
    for rules, lost in ((FOUR_RANKS, False), (FOUR_RANKS_NO_RETURN, True)):
        kernels = Kernels(rules)
        assert kernels.is_lost(kernels.set_up(position)) is lost


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("numbers", [range(0, 120, 2), range(1, 61, 2)], ids=["deals", "solutions"])
def test_dominance_changes_no_verdict_and_no_lost_state_is_won(numbers, switch):
    """Each rule by itself, at positions of small games."""
    met = Counter()
    for shape, cells in (((2, 5, (1, 3), 4), 1), ((3, 4, (1, 3), 5), 0), ((2, 6, (), 4), 2)):
        rules = rules_of(shape, cells, switch)
        brute = BruteForce(rules)
        searches = {
            left_out: Kernels(rules, frozenset({left_out})) for left_out in ("safe", "semi")
        }
        for number in numbers:
            for position in playout(rules, number, 12):
                solvable = brute.solve(position)
                assert solvable is not None
                for left_out, kernels in searches.items():
                    asked = kernels.set_up(position)
                    _, log = kernels.after_automatic_plays(asked)
                    if len(log) > 1:
                        line = Line(rules, position)
                        line.play(log)
                        assert brute.solve(line.position) is solvable
                        met[left_out, solvable] += 1
                    if kernels.is_lost(asked):
                        assert not solvable
                        met["lost"] += 1
                    if is_won(asked.state):
                        assert solvable
                        met["won"] += 1
    assert min(met["semi", True], met["semi", False], met["lost"]) > 20
    assert met["won"] > 20 or not numbers.start
