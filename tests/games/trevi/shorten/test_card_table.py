"""The light table against the referee, and what can be left out of a line."""

import numpy as np
import pytest
from kernels import GAMES, playout
from positions import laid

from solver.cards.cards import fits, parse_card
from solver.cards.deal import Kind, Move, Position
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.shorten import card_table
from solver.games.trevi.shorten.shorten import table_of

#: Five ranks; cards that are not named are up.
RULES = TreviRules(ranks=5, piles=3, height=4, hidden_rows=(), cells=1)
TARGETS = {"space": card_table.SPACE, "cell": card_table.CELLS, "up": card_table.FOUNDATION}


def target_of(position: Position, move: Move) -> int:
    if move.target.kind is Kind.PILE:
        pile = position.piles[move.target.slot]
        return pile[-1] if pile else card_table.SPACE
    return card_table.CELLS if move.target.kind is Kind.CELL else card_table.FOUNDATION


def changes_nothing(position: Position, move: Move) -> bool:
    """From cell to cell, and a whole pile into an empty one."""
    if move.source.kind is Kind.CELL:
        return move.target.kind is Kind.CELL
    if move.source.kind is not Kind.PILE or move.target.kind is not Kind.PILE:
        return False
    return position.piles[move.source.slot][0] == move.card and not position.piles[move.target.slot]


@pytest.mark.parametrize("name", GAMES)
def test_the_steps_are_the_referee_s_moves(name):
    """Of all cards, to all that they fit on and to places where they do not, in random games."""
    rules = GAMES[name]
    for number in range(4):
        for position in playout(rules, number, 30):
            table = table_of(rules, position)
            legal = {
                64 * move.card + target_of(position, move): rules.apply(position, move)
                for move in rules.legal_moves(position)
                if not changes_nothing(position, move)
            }
            for card in range(rules.deck_size):
                fitting = [other for other in range(rules.deck_size) if fits(card, other)]
                strange = (card, (card + 4) % rules.deck_size)
                for target in (*fitting, *strange, *TARGETS.values()):
                    work = table.copy()
                    made = card_table.play(work, 64 * card + target)
                    if made == card_table.NONE:
                        assert 64 * card + target not in legal
                        assert (work == table).all()
                        continue
                    if made != 64 * card + target:
                        assert made == 64 * card + (target ^ 3)
                        assert 64 * card + target not in legal
                    after = table_of(rules, legal[made])
                    places = slice(card_table.WHERE, card_table.BELOW)
                    assert (work[places] == after[places]).all()
                    assert (work[card_table.DOWN :] == after[card_table.DOWN :]).all()
                    in_piles = after[places] == card_table.PILE
                    for part in (card_table.BELOW, card_table.ABOVE):
                        links = slice(part, part + 52)
                        assert (work[links][in_piles] == after[links][in_piles]).all()


def start(*piles: str, cell: str = "-", foundations=(5, 5, 5, 5)) -> Position:
    position = laid(*piles, cells=cell, foundations=foundations)
    RULES.check(position)
    return position


def line_of(*steps: str) -> list[int]:
    """Steps such as ``3H 4C``: a card and where it goes."""
    words = map(str.split, steps)
    return [
        64 * parse_card(card) + (TARGETS[target] if target in TARGETS else parse_card(target))
        for card, target in words
    ]


def kept_of(position: Position, *steps: str) -> list[int]:
    table = table_of(RULES, position)
    line = np.array(line_of(*steps), np.int64)
    length = card_table.leave_out(table, line, len(line), np.zeros_like(table), np.zeros_like(line))
    return line[:length].tolist()


def test_there_and_back_is_left_out():
    position = start("5H 4C", "5D", "5C", foundations=(3, 4, 4, 5))
    kept = kept_of(position, "4C 5D", "4C 5H", "4C up", "5D up", "5H up", "5C up")
    assert kept == line_of("4C up", "5D up", "5H up", "5C up")


def test_what_rests_on_a_step_goes_with_it():
    """The pile is emptied for 5D, which need not go there, and 4S to lie on it, nor 3H on that."""
    position = start("5H", "4S 5D", "4H 3H 5S", foundations=(5, 4, 2, 3))
    needless = ("5H cell", "5D space", "4S 5D", "5S space", "3H 4S")
    ups = ("3H up", "4H up", "5H up", "4S up", "5S up", "5D up")
    kept = kept_of(position, *needless, *ups)
    assert sorted(kept) == sorted(line_of(*ups))


def test_two_steps_of_a_card_become_one():
    position = start("4H 3S 5C", "5S", "4S", cell="5H", foundations=(4, 5, 3, 2))
    kept = kept_of(position, "5C space", "5C up", "3S up", "4S up", "5S up", "4H up", "5H up")
    assert kept == line_of("5C up", "3S up", "4S up", "5S up", "4H up", "5H up")


def test_a_line_that_needs_all_its_steps_stays():
    position = start("4H 5S", "5H", "4S 5C", cell="-", foundations=(4, 5, 3, 3))
    line = ("5C up", "4S up", "5S up", "4H up", "5H up")
    assert kept_of(position, *line) == line_of(*line)


def test_a_step_onto_a_card_that_is_covered_goes_onto_its_twin():
    position = start("5H 4C", "5D", "5S 4S", cell="5C", foundations=(3, 4, 4, 3))
    (step, to_twin) = line_of("4S 5H", "4S 5D")
    assert card_table.play(table_of(RULES, position), step) == to_twin
