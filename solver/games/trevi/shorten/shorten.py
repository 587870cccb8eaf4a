"""Shorter solutions: what a solution does not need is left out, and a shorter way is looked for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from solver.cards.cards import card
from solver.cards.deal import Kind, Move, Place, Position
from solver.games.trevi import rules as referee
from solver.games.trevi.kernel.state import RULE_RETURN, RULE_RETURN_TO_CELL
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.shorten.beam import find_line, make_beam
from solver.games.trevi.shorten.card_table import (
    CELL,
    CELLS,
    DOWN,
    FOUNDATION,
    HEIGHT,
    NONE,
    ON,
    PILE,
    RESERVE,
    ROOM,
    SPACE,
    SPACES,
    TABLE_BYTES,
    UNDER,
    UP,
    WHERE,
    Table,
    leave_out,
)


class Shortener:
    """Makes solutions shorter; one worker's buffers, so not for two threads at once."""

    def __init__(self, rules: TreviRules) -> None:
        """Makes the buffers, some 6 MiB."""
        self.rules = rules
        self._flags = RULE_RETURN if rules.foundation_return else 0
        self._flags |= RULE_RETURN_TO_CELL if rules.return_to_cell else 0
        self._beam = make_beam()

    def shorten(self, start: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
        """A solution with at most as many moves, of which none can be left out any more.

        First each move is left out for which the others, as far as they are still legal, win too.
        Then a beam search looks for a shorter line of its own (``beam.py``), and moves are left out
        of that one. The referee has replayed the result. It depends on the arguments alone. Raises
        ``IllegalMove`` where the moves break the rules, ``ValueError`` where they do not win.
        """
        steps = list(self._steps(start, moves))
        table = table_of(start)
        best = self._left_out(table, steps)
        guide, line = np.array(best, np.int64), np.zeros(2 * len(best) + 128, np.int64)
        rules, flags = self.rules, self._flags
        length = find_line(self._beam, table, guide, len(best), rules.ranks, flags, line)
        if NONE < length < len(best):
            best = self._left_out(table, line[:length].tolist())
        return self._moves(start, best)

    def _steps(self, start: Position, moves: Iterable[Move]) -> Iterator[int]:
        """The moves of a solution as steps of a lean table."""
        position = start
        for move in moves:
            after = self.rules.apply(position, move)
            match move.target.kind:
                case Kind.PILE:
                    pile = position.piles[move.target.slot]
                    target = pile[-1] if pile else SPACE
                case Kind.CELL:
                    target = CELLS
                case _:
                    target = FOUNDATION
            yield move.card << 6 | target
            position = after
        if not self.rules.is_won(position):
            raise ValueError("the moves are no solution: they do not win")

    def _left_out(self, table: Table, steps: list[int]) -> list[int]:
        size = len(steps) + 64
        tables = np.zeros((size, TABLE_BYTES), np.int8)
        tables[0] = table
        line = np.zeros(size, np.int64)
        line[: len(steps)] = steps
        trial, made = np.zeros_like(line), np.zeros_like(line)
        length = leave_out(tables, line, len(steps), self.rules.ranks, self._flags, trial, made)
        kept: list[int] = line[:length].tolist()
        return kept

    def _moves(self, start: Position, steps: Iterable[int]) -> tuple[Move, ...]:
        """The moves for steps, each played by the referee."""
        position = start
        moves = []
        for step in steps:
            here, target = divmod(step, 64)
            move = Move(here, referee.place_of(position, here), _target(position, here, target))
            position = self.rules.apply(position, move)
            moves.append(move)
        if not self.rules.is_won(position):
            raise RuntimeError("a shortened solution does not win")
        return tuple(moves)


def _target(position: Position, here: int, target: int) -> Place:
    """The place that a step's target is; the first one of several empty piles or cells."""
    if target == FOUNDATION:
        return Place(Kind.FOUNDATION, here & 3)
    if target == CELLS:
        return Place(Kind.CELL, position.cells.index(None))
    if target == SPACE:
        return Place(Kind.PILE, position.piles.index(()))
    return referee.place_of(position, target)


def table_of(position: Position) -> Table:
    """The lean table (``card_table.py``) of a position."""
    table = np.full(TABLE_BYTES, NONE, np.int8)
    table[DOWN : DOWN + 52] = 0
    for pile in position.piles:
        for here in pile:
            table[WHERE + here] = PILE
        for below, above in pairwise(pile):
            table[ON + below] = above
            table[UNDER + above] = below
    for here in position.down:
        table[DOWN + here] = 1
    for held in position.cells:
        if held is not None:
            table[WHERE + held] = CELL
    for here in position.reserve:
        table[WHERE + here] = RESERVE
    for suit, height in enumerate(position.foundations):
        for rank in range(height):
            table[WHERE + card(rank, suit)] = UP
    table[HEIGHT : HEIGHT + 4] = position.foundations
    table[SPACES] = position.piles.count(())
    table[ROOM] = position.cells.count(None)
    return table
