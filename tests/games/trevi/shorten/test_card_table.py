"""The light table against the referee, and what it leaves out of a line."""

import numpy as np
import pytest
from kernels import GAMES, playout
from positions import laid

from solver.cards.cards import fits, parse_card
from solver.cards.deal import Kind, Move, Position
from solver.games.trevi.kernel.state import RULE_RETURN, RULE_RETURN_TO_CELL
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.shorten import card_table as lean
from solver.games.trevi.shorten.shorten import table_of

#: Five ranks; cards that are not named are up.
RULES = TreviRules(ranks=5, piles=3, height=4, hidden_rows=(), cells=1)
FLAGS = RULE_RETURN
TARGETS = {"space": lean.SPACE, "cell": lean.CELLS, "up": lean.FOUNDATION}


def flags_of(rules: TreviRules) -> int:
    return RULE_RETURN * rules.foundation_return + RULE_RETURN_TO_CELL * rules.return_to_cell


def target_of(position: Position, move: Move) -> int:
    if move.target.kind is Kind.PILE:
        pile = position.piles[move.target.slot]
        return pile[-1] if pile else lean.SPACE
    return lean.CELLS if move.target.kind is Kind.CELL else lean.FOUNDATION


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
            table = table_of(position)
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
                    made = lean.play(work, 64 * card + target, flags_of(rules))
                    if made == lean.NONE:
                        assert 64 * card + target not in legal
                        assert (work == table).all()
                        continue
                    if made != 64 * card + target:
                        assert made == 64 * card + (target ^ 3)
                        assert 64 * card + target not in legal
                    after = table_of(legal[made])
                    places = slice(lean.WHERE, lean.UNDER)
                    assert (work[places] == after[places]).all()
                    assert (work[lean.DOWN :] == after[lean.DOWN :]).all()
                    in_piles = after[places] == lean.PILE
                    for part in (lean.UNDER, lean.ON):
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
    size = len(steps) + 64
    tables = np.zeros((size, lean.TABLE_BYTES), np.int8)
    tables[0] = table_of(position)
    line, trial, made = (np.zeros(size, np.int64) for _ in range(3))
    line[: len(steps)] = line_of(*steps)
    length = lean.leave_out(tables, line, len(steps), RULES.ranks, FLAGS, trial, made)
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
    assert lean.play(table_of(position), step, FLAGS) == to_twin
