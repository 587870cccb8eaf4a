"""Shorter solutions: what a solution does not need is left out, and a shorter way is looked for."""

from collections.abc import Iterator, Sequence

import numpy as np

from solver.cards.deal import Kind, Move, Place
from solver.games.talon import BeamShape
from solver.games.talon.kernel.state import FOUNDATION, FROM_HAND, FROM_TALON, NO_MOVE
from solver.games.talon.packing import flags_of, move_of_code, number_of, packed
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules
from solver.games.talon.shorten.replay_kernel import (
    MOST,
    MOVES,
    leave_out,
    make_trial,
    play_line,
    step_of,
)
from solver.games.talon.solve import Solver

#: The parts of a solution: from the start of each one it searches again,
_PARTS = 4
#: with a beam that is wider than that of the game by this factor,
_WIDER = 6
#: and with this budget.
_STATES, _MEMORY_MIB = 20_000, 32

_PLACES = {Kind.TALON: FROM_TALON, Kind.HAND: FROM_HAND, Kind.FOUNDATION: FOUNDATION}


class Shortener:
    """Makes solutions of one game shorter; for one thread."""

    def __init__(self, rules: TalonRules, beam: BeamShape) -> None:
        """For a game with these rules, and the beam of its search."""
        self.rules = rules
        wider = beam._replace(width=_WIDER * beam.width)
        self._solver = Solver(rules, wider, _MEMORY_MIB)

    def compile(self) -> None:
        """Compiles the kernels, where that has not been done, by shortening a game that is won."""
        self._solver.compile()
        won = tuple(
            (self.rules.ranks if suit < self.rules.suits else 0,) * self.rules.packs
            for suit in range(4)
        )
        self.shorten(TalonPosition(piles=((),) * self.rules.columns, heights=won), ())

    def stop(self) -> None:
        """Makes a call that runs in another thread return soon."""
        self._solver.stop()

    def shorten(self, start: TalonPosition, moves: Sequence[Move]) -> tuple[Move, ...]:
        """A solution with at most as many moves.

        Each move is left out for which the others, as far as they are still legal, win too, and
        so is each pair of moves, and what leads back to a position that was there before. Then a
        beam looks for another way from some places of the line on.
        The referee has replayed the result. It depends on the arguments alone. Raises
        ``IllegalMove`` where the moves break the rules, ``ValueError`` where they do not win.
        """
        best = self._straightened(start, moves)
        for part in range(_PARTS):
            head = best[: len(best) * part // _PARTS]
            position = self.rules.replay(start, head)
            outcome = self._solver.solve(position, _STATES, moves=True)
            if outcome.moves is not None:
                best = min(best, self._straightened(start, head + outcome.moves), key=len)
        return best

    def _straightened(self, start: TalonPosition, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The solution without the moves that can be left out, and without loops."""
        while True:
            left = self._left_out(start, moves)
            moves = without_loops(self.rules, start, left)
            if len(moves) == len(left):
                return left

    def _left_out(self, start: TalonPosition, moves: Sequence[Move]) -> tuple[Move, ...]:
        """The solution without the moves that can be left out."""
        steps = list(self._steps(start, moves))
        problem, root = packed(self.rules, start, flags_of(self.rules, safe=False))
        trial = make_trial(len(root), len(moves))
        line, count = np.zeros(len(moves), np.int64), len(steps)
        line[:count] = steps
        most = len(moves)
        while True:
            trial.sizes[MOST] = most - 1
            count = leave_out(trial, problem, root, line, count)
            if trial.sizes[MOST] == most - 1:
                break
            most = int(trial.sizes[MOST]) + 1
        if most == len(moves):
            return tuple(moves)
        trial.sizes[MOST] = most
        play_line(trial, problem, root, line, count, NO_MOVE, NO_MOVE)
        return self._moves(start, trial.moves[: trial.sizes[MOVES]].tolist())

    def _steps(self, start: TalonPosition, moves: Sequence[Move]) -> Iterator[int]:
        """The moves of a solution as steps, without those that are forced."""
        position = start
        for move in moves:
            after = self.rules.apply(position, move)
            source, target = _code_of(move.source), _code_of(move.target)
            if move.target.kind is Kind.HAND:
                yield step_of(after.redeals, source, target)
            elif move.target.kind is Kind.TALON:
                yield step_of(len(after.hand), source, target)
            elif not self.rules.is_forced(position):
                yield step_of(number_of(self.rules, move.card), source, target)
            position = after
        if not self.rules.is_won(position):
            raise ValueError("the moves are no solution: they do not win")

    def _moves(self, start: TalonPosition, codes: Sequence[int]) -> tuple[Move, ...]:
        """The moves of codes, each played by the referee."""
        position = start
        moves = []
        for code in codes:
            moves.append(move_of_code(self.rules, position, code))
            position = self.rules.apply(position, moves[-1])
        if not self.rules.is_won(position):
            raise RuntimeError("a shortened solution does not win")
        return tuple(moves)


def without_loops(
    rules: TalonRules, start: TalonPosition, moves: Sequence[Move]
) -> tuple[Move, ...]:
    """The moves without those that lead back to a position that was there before.

    Raises ``IllegalMove`` where the moves break the rules.
    """
    positions = [start]
    for move in moves:
        positions.append(rules.apply(positions[-1], move))
    last = {position: place for place, position in enumerate(positions)}
    line = []
    place = last[start]
    while place < len(moves):
        line.append(moves[place])
        place = last[positions[place + 1]]
    return tuple(line)


def _code_of(place: Place) -> int:
    """A source or target as the kernels know it."""
    return place.slot if place.kind is Kind.PILE else _PLACES[place.kind]
