"""How runs may lie: the counting against real positions, and that it never matters."""

import random
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import pytest
from brute import SWITCHES, BruteForce, encode, rules_of
from kernels import GAMES, Kernels, key_of, playout
from positions import laid

from solver.cards.cards import fits, is_red, names_of, pack
from solver.cards.deal import Kind, Position
from solver.games.trevi.kernel.runs import (
    cards_of,
    child_cards_of,
    group_above,
    group_of,
    groups_above,
    groups_of,
    parents_of,
    run_layout,
)
from solver.games.trevi.kernel.state import IN_RUN, UNMOVED
from solver.games.trevi.rules import TREVI, TreviRules

#: Shapes and cells whose positions are looked at.
SMALL = [((2, 5, (1, 3), 4), 1), ((2, 6, (), 4), 2), ((3, 4, (1, 3), 4), 0), ((3, 5, (), 5), 0)]

#: A rank and whether it is red; the rank above the highest one has no cards.
Group = tuple[int, bool]


def group(card: int) -> Group:
    return card >> 2, is_red(card)


def place_of(wanted: Group) -> int:
    """The bit that stands for a group."""
    rank, red = wanted
    return 4 * rank + red


def word_of(places: Iterable[int]) -> np.uint64:
    return np.uint64(sum(1 << place for place in places))


def group_word(groups: Iterable[Group]) -> np.uint64:
    return word_of(map(place_of, groups))


def above(wanted: Group) -> Group:
    """The group of the cards that the cards of ``wanted`` fit on."""
    rank, red = wanted
    return rank + 1, not red


def members(word: int | np.uint64) -> list[int]:
    return [here for here in range(64) if int(word) >> here & 1]


def is_run(position: Position, pile: tuple[int, ...]) -> bool:
    """Whether the whole pile moves as a unit."""
    in_sequence = all(fits(card, under) for under, card in pairwise(pile))
    return in_sequence and position.down.isdisjoint(pile)


def merged(rules: TreviRules, position: Position) -> Position:
    """The position after piles that are one run were moved onto others, until none can be."""
    while True:
        for move in rules.legal_moves(position):
            if move.source.kind is Kind.PILE and move.target.kind is Kind.PILE:
                pile = position.piles[move.source.slot]
                if move.card == pile[0] and position.piles[move.target.slot]:
                    position = rules.apply(position, move)
                    break
        else:
            return position


def test_the_counting_is_that_of_merged_positions():
    met = Counter()
    for rules in GAMES.values():
        kernels = Kernels(rules)
        for number in range(8):
            for position in playout(rules, number, 40):
                asked = kernels.set_up(position)
                free, homeless, empty = run_layout(asked.state, asked.problem)
                plain = merged(rules, position)
                assert empty == plain.piles.count(())
                assert free == group_word({group(pile[-1]) for pile in plain.piles if pile})
                runs = [pile for pile in plain.piles if pile and is_run(plain, pile)]
                assert homeless == group_word({above(group(pile[0])) for pile in runs})
                assert key_of(kernels.set_up(plain).state) == key_of(asked.state)
                met.update(empty=empty > 0, merged=plain != position, begun=bool(runs))
    assert min(met[what] for what in ("empty", "merged", "begun")) > 100


def test_what_groups_are():
    for card in pack():
        assert group_of(card) == place_of(group(card))
        assert parents_of(card) == place_of(above(group(card)))
    for wanted in {group(card) for card in pack()}:
        word = group_word({wanted})
        twins = [card for card in pack() if group(card) == wanted]
        assert members(cards_of(word)) == twins
        assert members(child_cards_of(word)) == [
            card for card in pack() if above(group(card)) == wanted
        ]
        assert group_above(place_of(wanted)) == place_of(above(wanted))
        assert members(groups_above(word)) == [place_of(above(wanted))]
        for some in ([twins[0]], [twins[1]], twins):
            assert groups_of(word_of(some)) == word
    groups = np.uint64(groups_of(word_of(pack())))
    assert members(cards_of(groups)) == pack()
    assert members(child_cards_of(groups)) == pack(12)


@pytest.mark.parametrize(
    ("piles", "free", "homeless", "empty"),
    [
        # Two child cards and one parent: one lies on it, the other is homeless.
        (("KC 5H", "4S", "4C", "", "", ""), {(3, False)}, {(4, True)}, 4),
        (("KC 5H 4S", "4C", "", "", "", ""), {(3, False)}, {(4, True)}, 4),
        # A second parent, at the surface of another old part.
        (("KC 5H", "KD 5D", "4S", "4C", "", ""), {(3, False)}, set(), 4),
        # One child card, two parents.
        (("KC 5H", "KD 5D", "4S", "", "", ""), {(3, False), (4, True)}, set(), 4),
        # A parent in a run that bears the child card itself, and a buried one.
        (("5H 4S", "5D 9C", "", "", "", ""), {(3, False), (8, False)}, {(5, False)}, 4),
        # Kings have no parents.
        (
            ("KC", "KD", "KH QC", "", "", ""),
            {(11, False), (12, True), (12, False)},
            {(13, True), (13, False)},
            3,
        ),
    ],
)
def test_child_cards_and_parents_by_hand(piles, free, homeless, empty):
    kernels = Kernels(TREVI)
    lying = " ".join(piles).split()
    reserve = names_of(card for card in pack() if names_of([card]) not in lying)
    position = laid(*piles, cells="- -", reserve=reserve)
    asked = kernels.set_up(position)
    assert run_layout(asked.state, asked.problem) == (group_word(free), group_word(homeless), empty)


def relaid(rules: TreviRules, asked, position: Position, choose: random.Random) -> Position:
    """A position of the same state, with runs that lie in another way chosen at random.

    As many cards of runs lie on parents as can; which, and on which parent, is left to chance.
    """
    in_runs = members(asked.state[IN_RUN])
    old = members(asked.state[UNMOVED])
    piles = [[card for card in pile if card in old] for pile in position.piles]
    piles = [pile for pile in piles if pile]
    for rank in range(rules.ranks - 1, -1, -1):
        children = [card for card in in_runs if card >> 2 == rank]
        for card in choose.sample(children, len(children)):
            parents = [pile for pile in piles if fits(card, pile[-1])]
            if parents:
                choose.choice(parents).append(card)
            else:
                piles.append([card])
    choose.shuffle(piles)
    piles += [[] for _ in range(rules.piles - len(piles))]
    return Position(
        tuple(map(tuple, piles)),
        position.cells,
        position.reserve,
        position.foundations,
        position.down,
    )


@pytest.mark.parametrize("switch", SWITCHES)
def test_positions_that_differ_in_their_runs_alone_are_won_or_lost_together(switch):
    """Not all of them can be reached from each other, so this is more than moving runs about."""
    seen = Counter()
    for shape, cells in SMALL:
        rules = rules_of(shape, cells, switch)
        brute, kernels = BruteForce(rules), Kernels(rules)
        for number in range(60):
            choose = random.Random(number)
            for position in playout(rules, number, 12):
                asked = kernels.set_up(position)
                other = relaid(rules, asked, position, choose)
                if encode(other) == encode(position):
                    continue
                rules.check(other)
                assert key_of(kernels.set_up(other).state) == key_of(asked.state)
                solvable = brute.solve(position)
                assert solvable is not None
                assert brute.solve(other) is solvable, (rules, position, other)
                seen[solvable] += 1
                seen["apart"] += encode(other) not in brute.reachable(position)
    assert min(seen[True], seen[False], seen["apart"]) >= 20
