"""Rows of the talon games: what tells two of them apart, and what their bytes can hold."""

import random
from collections import Counter
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from solver.cards.cards import parse_card
from solver.cards.deal import Deal, Kind
from solver.cards.shuffle import shuffled
from solver.games.talon.kernel.state import (
    CARDS_UP,
    COLUMNS,
    DOWN,
    DOWN_WORDS,
    FLOORS,
    FOUNDATION,
    HAND,
    LENGTHS,
    MOST_CARDS,
    MOST_COLUMNS,
    MOST_MOVES,
    NO_MOVE,
    REDEALS,
    STOCK,
    STRIDE,
    TALON,
    automatic_move,
    extra_of,
    hash_of,
    move_of,
    moves,
    play,
    same_state,
    source_of,
    stock_move,
    target_of,
)
from solver.games.talon.olga import OlgaRules
from solver.games.talon.packing import flags_of, move_of_code, number_of, packed
from solver.games.talon.position import TalonPosition
from solver.games.talon.red_black import RedBlackRules
from solver.games.talon.rules import Redeal

RULES = OlgaRules(ranks=4, suits=4, packs=1, columns=2, rows=1, hidden_rows=(), runs=True)


def cards(text):
    return tuple(map(parse_card, text.split()))


def row_of(rules, position):
    return packed(rules, position, flags_of(rules, safe=False))


def test_the_row_of_the_example():
    """The one that is drawn in ``state.py``."""
    position = TalonPosition(
        (cards("8D 7C"), cards("8H 7S")),
        heights=((1,), (0,), (0,), (0,)),
        talon=cards("8C"),
        hand=cards("AD"),
        covered=frozenset({(0, 0)}),
    )
    problem, row = row_of(RULES, position)
    problem[STOCK] = 3
    row = np.append(row, row[-1])
    row[HAND] = 2
    assert problem[STRIDE] == 5
    assert row[:4].tolist() == [1, 0, 0, 0]
    assert row[[TALON, HAND, REDEALS, CARDS_UP]].tolist() == [1, 2, 0, 1]
    assert row[LENGTHS : LENGTHS + 3].tolist() == [2, 2, 0]
    assert row[FLOORS : FLOORS + 3].tolist() == [1, 0, 0]
    assert row[COLUMNS:].tolist()[:2] + row[COLUMNS:].tolist()[5:7] == [9, 4, 10, 7]
    assert (row[COLUMNS + 10], row[COLUMNS + 12]) == (8, 1)
    assert move_of(2, 5, 3) == 3234


def test_the_code_of_a_move_holds_all_of_it():
    places = range(FOUNDATION + 1)
    codes = {}
    for source, target, extra in product(places, places, range(MOST_CARDS)):
        code = move_of(source, target, extra)
        assert (source_of(code), target_of(code), extra_of(code)) == (source, target, extra)
        codes[code] = source, target, extra
    assert len(codes) == len(places) ** 2 * MOST_CARDS
    assert max(codes) < np.iinfo(np.int32).max


BASE = TalonPosition(
    (cards("9C 7D"), cards("8S")),
    heights=((1,), (0,), (1,), (0,)),
    talon=cards("7H 9D"),
    hand=cards("AS 7C AD"),
    redeals=1,
)
CHANGES = {
    "the hand": {"hand": cards("7C AS AD")},
    "its last card": {"hand": cards("AS 7C 9H")},
    "the talon": {"talon": cards("9D 7H")},
    "the talon's top card": {"talon": cards("7H 9S")},
    "where the hand begins": {"talon": cards("7H 9D AS"), "hand": cards("7C AD")},
    "a redeal": {"redeals": 0},
    "a foundation": {"heights": ((1,), (1,), (0,), (0,))},
    "a column": {"piles": (cards("7D 9C"), cards("8S"))},
    "a card of a column": {"piles": (cards("9C 7D"), cards("8H"))},
    "a longer column": {"piles": (cards("9C"), cards("8S 7D"))},
}


@pytest.mark.parametrize("change", CHANGES)
def test_states_that_differ_in_one_part_are_not_the_same(change):
    problem, here = row_of(RULES, BASE)
    _, there = row_of(RULES, replace(BASE, **CHANGES[change]))
    assert len(here) == len(there)
    assert not same_state(here, there, problem)
    assert not same_state(there, here, problem)
    if change != "a foundation":  # which follows from all other cards
        assert hash_of(here, problem) != hash_of(there, problem)


def test_states_are_the_same_whatever_the_order_of_the_columns():
    problem, here = row_of(RULES, BASE)
    _, there = row_of(RULES, replace(BASE, piles=BASE.piles[::-1]))
    assert same_state(here, here, problem)
    assert same_state(here, there, problem)
    assert hash_of(here, problem) == hash_of(there, problem)


def test_columns_are_matched_one_to_one():
    rules = replace(RULES, packs=2)
    twins, others = (cards("8S"), cards("8S")), (cards("8S"), cards("8D"))
    problem, here = row_of(rules, replace(BASE, piles=twins, heights=((1, 0),) * 4))
    _, there = row_of(rules, replace(BASE, piles=others, heights=((1, 0),) * 4))
    assert not same_state(here, there, problem)
    assert not same_state(there, here, problem)


def test_what_is_left_of_cards_that_are_gone_means_nothing():
    """The bytes above a column, and those between the talon and the hand."""
    problem, here = row_of(RULES, BASE)
    there = here.copy()
    there[COLUMNS + 1 + 1 : COLUMNS + problem[STRIDE]] = 13
    assert same_state(here, there, problem)
    assert hash_of(here, problem) == hash_of(there, problem)


def test_a_column_of_all_cards_may_lie_face_down():
    rules = OlgaRules(packs=4, columns=MOST_COLUMNS, rows=1, hidden_rows=(), runs=True)
    *all_but_one, last = rules.deck
    assert len(all_but_one) == MOST_CARDS - 1
    for slot in range(MOST_COLUMNS):
        piles = [()] * MOST_COLUMNS
        piles[slot], piles[slot - 1] = tuple(all_but_one), (last,)
        down = frozenset((slot, row) for row in range(MOST_CARDS - 2))
        position = TalonPosition(tuple(piles), heights=((0,) * 4,) * 4, covered=down)
        problem, row = row_of(rules, position)
        words = problem[DOWN:].reshape(MOST_COLUMNS, DOWN_WORDS).tolist()
        assert sum(word.bit_count() for word in words[slot]) == MOST_CARDS - 2
        assert not any(map(any, words[:slot] + words[slot + 1 :]))
        assert row[FLOORS + slot] == MOST_CARDS - 2
        assert row[LENGTHS + slot] == MOST_CARDS - 1
        assert problem[STRIDE] == MOST_CARDS - 1 + 7 <= 255


def test_the_longest_column_that_can_grow_has_room():
    """A card of the highest rank on top of the longest column, and all lower ranks laid on it."""
    rules = replace(RULES, packs=2, columns=4)
    piles = (cards("AC AC AD AD 9S"), cards("8H 7H"), cards("7S"), cards("AH"))
    position = TalonPosition(piles, heights=((0, 0),) * 4)
    problem, row = row_of(rules, position)
    assert problem[STRIDE] == 8
    order, kept = np.zeros(MOST_CARDS, np.uint8), row[COLUMNS + 8 : COLUMNS + 10].copy()
    row[LENGTHS + 1] -= 1  # 8H lies alone
    for slot in (1, 2, 3):
        play(row, problem, move_of(slot, 0, 1), order)
    assert row[LENGTHS] == problem[STRIDE]
    numbers = [number_of(rules, card) for card in cards("AC AC AD AD 9S 8H 7S AH")]
    assert row[COLUMNS : COLUMNS + 8].tolist() == numbers
    assert (row[COLUMNS + 8 : COLUMNS + 10] == kept).all()


SMALL = OlgaRules(ranks=5, packs=2, columns=4, rows=4, hidden_rows=(1, 2))
PLAYED = {
    "olga": SMALL,
    "olga, runs": replace(SMALL, runs=True),
    "olga, both": replace(SMALL, runs=True, foundation_return=True),
    "red-black": RedBlackRules(ranks=5, columns=3, redeal=Redeal.TURNED),
    "red-black, return": RedBlackRules(ranks=5, columns=3, foundation_return=True),
}


def changes_the_state(position, move):
    """Not so a whole column that goes to an empty one; of those the first one is as good as all."""
    if move.target.kind is not Kind.PILE or position.piles[move.target.slot]:
        return True
    pile = position.piles[move.source.slot] if move.source.kind is Kind.PILE else ()
    is_whole = pile[:1] == (move.card,) and pile.count(move.card) == 1
    return move.target.slot == position.piles.index(()) and not is_whole


@pytest.mark.parametrize("name", PLAYED)
def test_the_moves_are_the_referee_s(name):
    """In random games, row by row: no move is missing, none is illegal, and each does the same."""
    rules, met = PLAYED[name], Counter()
    out, order = np.zeros(MOST_MOVES, np.int32), np.zeros(MOST_CARDS, np.uint8)
    for number in range(1, 9):
        choose = random.Random(number)
        position = rules.initial(Deal(shuffled(rules.deck, number), number))
        problem, row = row_of(rules, position)
        for _ in range(150):
            forced = automatic_move(row, problem)
            codes = [forced]
            if forced == NO_MOVE:
                codes = [*out[: moves(row, problem, out)].tolist(), stock_move(row, problem)]
            listed = {
                move_of_code(rules, position, code): code for code in codes if code != NO_MOVE
            }
            legal = rules.legal_moves(position)
            legal = [move for move in legal if changes_the_state(position, move)]
            assert listed.keys() == set(legal), position
            if not legal:
                break
            move = choose.choice(legal)
            met[move.source.kind, move.target.kind] += 1
            position = rules.apply(position, move)
            play(row, problem, listed[move], order)
    assert len(met) > 3


def counted(rules, position):
    """How many moves the kernel lists that do not deal, all of them legal and none twice."""
    problem, row = row_of(rules, position)
    out = np.zeros(MOST_MOVES, np.int32)
    count = moves(row, problem, out)
    listed = {move_of_code(rules, position, code) for code in out[:count].tolist()}
    assert len(listed) == count
    assert listed <= set(rules.legal_moves(position))
    return count


def test_there_is_room_for_the_moves_of_the_longest_runs():
    """Nine columns with eight cards in sequence on another card, and an empty one."""
    rules = OlgaRules(columns=MOST_COLUMNS, rows=1, hidden_rows=(), runs=True)
    left, piles = Counter(rules.deck), []
    for number in range(9):
        suits = "CD" if number % 2 else "SH"
        pile = [parse_card(rank + suits[at % 2]) for at, rank in enumerate("7KQJT987A")]
        piles.append(tuple(pile))
    left.subtract(here for pile in piles for here in pile)
    heights = ((0,) * 4,) * 4
    position = TalonPosition((*piles, ()), heights=heights, talon=tuple(left.elements()))
    assert counted(rules, position) == 9 * 8 + 9 + (position.talon[-1] < 4)


def test_there_is_room_for_the_moves_of_ten_columns():
    """By the argument beside ``MOST_MOVES``, and in games with each of its kinds of moves."""
    most = 9 * 8 + 9 * 8 + 11 + 10 + 2 * 10 + 1
    assert 10 * 9 < 9 * 8 + 9 * 8
    assert most == 186 < MOST_MOVES
    rules = OlgaRules(
        columns=MOST_COLUMNS, rows=1, hidden_rows=(), runs=True, foundation_return=True
    )
    found = 0
    for number in range(1, 4):
        choose = random.Random(number)
        position = rules.initial(Deal(shuffled(rules.deck, number), number))
        for _ in range(200):
            found = max(found, counted(rules, position))
            position = rules.apply(position, choose.choice(rules.legal_moves(position)))
    assert 12 < found < most
