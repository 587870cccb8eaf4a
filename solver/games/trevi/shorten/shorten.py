"""Shorter solutions: a beam looks for a shorter line, and what it does not need is left out.

The beam comes first: on the solvable ones of the native deals 1 to 200 of Trevi Garden it shortens
91.8 moves to 75.5, and leaving steps out of that to 75.3; on those of 1 to 400 of Stonewall 86.2 to
78.5 to 78.2. To leave steps out before the beam as well saves nothing more.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from solver.cards.cards import card
from solver.cards.deal import Kind, Move, Place, Position
from solver.games.trevi import rules as referee
from solver.games.trevi.kernel import state
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.shorten import beam, card_table
from solver.games.trevi.shorten.card_table import Table


class Shortener:
    """Makes solutions shorter; one worker's buffers, so not for two threads at once."""

    def __init__(self, rules: TreviRules) -> None:
        """Makes the buffers, some 6 MiB."""
        self.rules = rules
        self._beam = beam.make_beam()

    def shorten(self, start: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
        """A solution with at most as many moves, of which none can be left out any more.

        The referee has replayed it. It depends on the arguments alone. Raises ``IllegalMove`` where
        the moves break the rules, ``ValueError`` where they do not win.
        """
        guide = np.array(list(self._steps(start, moves)), np.int64)
        table = table_of(self.rules, start)
        line = np.zeros(2 * len(guide) + 52, np.int64)
        length = beam.find_line(self._beam, table, guide, line)
        if not card_table.NONE < length < len(guide):
            length = len(guide)
            line[:length] = guide
        length = card_table.leave_out(
            table, line, length, np.zeros_like(table), np.zeros_like(line)
        )
        return self._moves(start, line[:length].tolist())

    def _steps(self, start: Position, moves: Iterable[Move]) -> Iterator[int]:
        """The moves of a solution as steps of a card table."""
        position = start
        for move in moves:
            after = self.rules.apply(position, move)
            match move.target.kind:
                case Kind.PILE:
                    pile = position.piles[move.target.slot]
                    target = pile[-1] if pile else card_table.SPACE
                case Kind.CELL:
                    target = card_table.CELLS
                case _:
                    target = card_table.FOUNDATION
            yield card_table.step_of(move.card, target)
            position = after
        if not self.rules.is_won(position):
            raise ValueError("the moves are no solution: they do not win")

    def _moves(self, start: Position, steps: Iterable[int]) -> tuple[Move, ...]:
        """The moves for steps, each played by the referee."""
        position = start
        moves = []
        for step in steps:
            here, target = card_table.card_of(step), card_table.target_of(step)
            move = Move(here, referee.place_of(position, here), _target(position, here, target))
            position = self.rules.apply(position, move)
            moves.append(move)
        if not self.rules.is_won(position):
            raise RuntimeError("a shortened solution does not win")
        return tuple(moves)


def _target(position: Position, here: int, target: int) -> Place:
    """The place that a step's target is; the first one of several empty piles or cells."""
    if target == card_table.FOUNDATION:
        return Place(Kind.FOUNDATION, here & 3)
    if target == card_table.CELLS:
        return Place(Kind.CELL, position.cells.index(None))
    if target == card_table.SPACE:
        return Place(Kind.PILE, position.piles.index(()))
    return referee.place_of(position, target)


def table_of(rules: TreviRules, position: Position) -> Table:
    """The card table (``card_table.py``) of a position."""
    table = np.full(card_table.TABLE_BYTES, card_table.NONE, np.int8)
    table[card_table.DOWN : card_table.DOWN + 52] = 0
    for pile in position.piles:
        for here in pile:
            table[card_table.WHERE + here] = card_table.PILE
        for below, above in pairwise(pile):
            table[card_table.ABOVE + below] = above
            table[card_table.BELOW + above] = below
    for here in position.down:
        table[card_table.DOWN + here] = 1
    for held in position.cells:
        if held is not None:
            table[card_table.WHERE + held] = card_table.CELL
    for here in position.reserve:
        table[card_table.WHERE + here] = card_table.RESERVE
    for suit, height in enumerate(position.foundations):
        for rank in range(height):
            table[card_table.WHERE + card(rank, suit)] = card_table.UP
    table[card_table.HEIGHT : card_table.HEIGHT + 4] = position.foundations
    table[card_table.SPACES] = position.piles.count(())
    table[card_table.ROOM] = position.cells.count(None)
    table[card_table.RANKS] = rules.ranks
    table[card_table.FLAGS] = state.RULE_RETURN * rules.foundation_return
    table[card_table.FLAGS] |= state.RULE_RETURN_TO_CELL * rules.return_to_cell
    return table
