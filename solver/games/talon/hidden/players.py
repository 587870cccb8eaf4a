"""The player for The Olga and Red and Black: greedy, by the kernels, hidden cards unknown."""

from collections.abc import Iterator

import numpy as np

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Kind, Move
from solver.cards.view import View
from solver.games.players import Choice, Plan, Player
from solver.games.talon.hidden.greedy import greedy_move
from solver.games.talon.kernel.state import MOST_CARDS, MOST_MOVES, NO_MOVE, automatic_move, play
from solver.games.talon.packing import flags_of, move_of_code, packed
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules

__all__ = ["Greedy"]


class Greedy(Player):
    """Makes the first move of a short list, and looks no move ahead: ``greedy.py``."""

    def __init__(self, rules: TalonRules) -> None:
        """A player of one game."""
        self.rules = rules
        self._choices = np.zeros(MOST_MOVES, np.int32)
        self._order = np.zeros(MOST_CARDS, np.uint8)

    def plan(self, view: View) -> Plan:
        """All moves until a hidden card turns up, or to the end."""
        if not isinstance(view.position, TalonPosition):
            raise ValueError("this view is one of another game")
        moves = tuple(self._moves(view.position))
        return Plan((Choice(moves),)) if moves else Plan()

    def _moves(self, position: TalonPosition) -> Iterator[Move]:
        rules = self.rules
        problem, row = packed(rules, position, flags_of(rules, safe=False))
        while not rules.is_won(position):
            code = automatic_move(row, problem)
            if code == NO_MOVE:
                code = greedy_move(row, problem, self._choices)
            if code == NO_MOVE:
                return
            move = move_of_code(rules, position, code)
            if Kind.HAND in (move.source.kind, move.target.kind):
                # The card that is turned, or what a shuffle brings, is hidden until then.
                yield move
                return
            play(row, problem, code, self._order)
            position = rules.apply(position, move)
            yield move
            if any(pile[-1:] == (UNKNOWN,) for pile in position.piles):
                return
