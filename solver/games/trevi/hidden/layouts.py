"""The door to ``kernel.py``: what a player sees goes in, lines of single moves come out."""

from collections.abc import Sequence
from itertools import permutations
from math import factorial

import numpy as np
import numpy.typing as npt

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Move, Position
from solver.cards.view import completed
from solver.games.trevi.hidden.kernel import (
    LINE_WORDS,
    STUCK,
    Desk,
    Layout,
    climb,
    complete,
    draw,
    first_line,
    forced,
    gather,
    judge,
    line_to,
    reach,
    solve_desk,
)
from solver.games.trevi.kernel.search import CONTROL, SOLVABLE, UNDECIDED
from solver.games.trevi.kernel.state import (
    IN_CELL,
    NONE,
    START,
    START_RESERVE,
    STATE_WORDS,
    UNDER,
    UP,
)
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.solve import Solver

__all__ = ["Judged", "Lines"]

_Orders = npt.NDArray[np.uint8]

#: Lines that are told apart at one decision (what is found after so many is left out), and macro
#: moves of a climb.
_MOST_LINES = 256
_STEPS = 200


class Lines(Solver):
    """Finds and judges lines up to the next unseen card; one worker's buffers.

    First ``see`` a position. All else is about the position that was seen last.
    """

    def __init__(self, rules: TreviRules, memory_mib: int) -> None:
        """Makes the buffers."""
        super().__init__(rules, memory_mib)
        self._desk = Desk(
            problem=self._problem,
            root=self._root,
            symbols=self._symbols,
            table=self._table,
            scratch=self._scratch,
            counters=self._counters,
            at=np.zeros(STATE_WORDS, np.uint64),
            path=np.zeros(len(self._table.keys), np.int64),
            log=np.zeros(2, np.int64),
            line=np.zeros(LINE_WORDS, np.int64),
            end=np.zeros(2, np.uint64),
            target=np.zeros(2, np.uint64),
        )

    def see(self, position: Position, unseen: Sequence[int]) -> None:
        """Looks at a position whose unseen cards, sorted, lie in its unknown places."""
        self._set_rules()
        self._position = position
        self._unseen = np.array(unseen, np.uint8)
        symbols = np.full(52, UP, np.int8)
        for card in position.reserve:
            symbols[card] = START
        for kept in position.cells:
            if kept is not None:
                symbols[kept] = IN_CELL
        heights = np.array([len(pile) for pile in position.piles], np.int64)
        piles = np.zeros((len(heights), max(1, *heights)), np.int8)
        place = 0
        for slot, pile in enumerate(position.piles):
            for row, card in enumerate(pile):
                if card == UNKNOWN:
                    place += 1
                    piles[slot, row] = -place
                else:
                    piles[slot, row] = card
                    symbols[card] = START
        self._problem[UNDER : UNDER + 52] = NONE
        self._problem[START_RESERVE] = sum(1 << card for card in position.reserve)
        down = np.uint64(sum(1 << card for card in position.down))
        self._layout = Layout(piles, heights, symbols, down)

    def orders(self, samples: int, first: int) -> _Orders:
        """Orders of the unseen cards, a row each: all of them if they are no more than ``samples``.

        Else row k is ``cards.shuffle.shuffled(unseen, first + k, STREAM_UNSEEN)``.
        """
        count = len(self._unseen)
        if factorial(count) <= samples:
            return np.array(list(permutations(self._unseen)), np.uint8).reshape(-1, count)
        orders = np.zeros((samples, count), np.uint8)
        draw(self._unseen, np.uint64(first), orders)
        return orders

    def forced(self) -> tuple[Move, ...]:
        """The line that play without a choice makes, if it turns an unseen card up; else nothing.

        Such plays lose nothing, whatever the unseen cards are (``prune.settle``).
        """
        return self._line() if forced(self._complete(), self._desk) else ()

    def climbed(self) -> tuple[Move, ...]:
        """The line of a player who takes what looks best and never searches; to the win if no card
        is unseen. Nothing where he is stuck.
        """
        if climb(self._complete(), self._desk, _STEPS) == STUCK:
            return ()
        return self._line(finish=not len(self._unseen))

    def reached(self, max_states: int) -> tuple[Move, ...]:
        """The line that looks best of those that a search finds which turns no card up.

        Nothing where there is none.
        """
        ends = np.zeros((_MOST_LINES, 2), np.uint64)
        values = np.zeros(_MOST_LINES, np.int64)
        nodes = np.zeros(_MOST_LINES, np.int64)
        veiled = self._complete()
        found = reach(veiled, self._desk, max_states, ends, values, nodes, 0)
        if not found:
            return ()
        row = int(values[:found].argmin())
        if not line_to(veiled, self._desk, ends[row, 0], ends[row, 1], int(nodes[row])):
            raise RuntimeError("the end of a line was not met again")
        return self._line()

    def solution_line(self, order: npt.NDArray[np.uint8], max_states: int) -> tuple[Move, ...]:
        """The line with which the solution of a solvable completion begins.

        Nothing where the search was stopped.
        """
        veiled = self._complete(order)
        found = solve_desk(self._desk, max_states) == SOLVABLE and first_line(veiled, self._desk)
        if self._counters[CONTROL]:
            return ()
        if not found:
            raise RuntimeError("the beginning of a solution was not met again")
        return self._line(order)

    def _complete(self, order: npt.NDArray[np.uint8] | None = None) -> np.uint64:
        """Lays a completion on the desk; where none is said, one that stands for all."""
        order = self._unseen if order is None else order
        return np.uint64(complete(self._layout, order, self._desk))

    def _line(
        self, order: npt.NDArray[np.uint8] | None = None, finish: bool = False
    ) -> tuple[Move, ...]:
        """The single moves of the line on the desk, which was found in a completion."""
        order = self._unseen if order is None else order
        line = Line(self.rules, completed(self._position, order.tolist()))
        line.play(self._desk.line)
        if finish:
            line.finish()
        return tuple(line.moves)


class Judged:
    """Lines from the position that ``lines`` sees, each judged by the same completions.

    ``orders``: of the completions, a row each; ``max_states``: after so many states the search of a
    completion gives up. ``before``, int8[completions]: their verdicts before any move, codes as
    ``solve.VERDICTS`` has them; ``after``, int8[lines, completions]: those after each line, as far
    as ``judge`` was asked. ``states`` likewise has the states expanded.

    What holds before the moves is not asked again: from a completion that cannot be won no line
    leads to a win, and the solution that a line begins wins its completion.
    """

    def __init__(self, lines: Lines, orders: _Orders, max_states: int) -> None:
        """Solves each completion; the lines are those with which the solutions begin."""
        samples = len(orders)
        self.orders = orders
        self._lines = lines
        self._max_states = max_states
        self._ends = np.zeros((_MOST_LINES, 2), np.uint64)
        self._opened = np.zeros(samples, np.int64)
        self.before = np.zeros(samples, np.int8)
        states = np.zeros(samples, np.int64)
        self.count = int(
            gather(
                lines._layout,
                orders,
                lines._desk,
                max_states,
                self.before,
                states,
                self._opened,
                self._ends,
                0,
            )
        )
        rows = np.arange(self.count)[:, None]
        known = np.where(self.before == SOLVABLE, UNDECIDED, self.before)
        mine = self._opened == rows
        self.after = np.where(mine, SOLVABLE, known).astype(np.int8)
        self.states = np.where(mine, states, 0)

    def counts(self, row: int | None = None) -> tuple[int, int, int]:
        """Solvable and undecided completions and all of them, before the moves or after a line."""
        verdicts = self.before if row is None else self.after[row]
        solvable, undecided = (int((verdicts == code).sum()) for code in (SOLVABLE, UNDECIDED))
        return solvable, undecided, len(verdicts)

    def judge(self, row: int, first: int, last: int) -> None:
        """Decides the completions ``first`` … ``last - 1`` after a line."""
        lines = self._lines
        judge(
            lines._layout,
            self.orders[first:last],
            lines._desk,
            self._max_states,
            self._ends[row, 0],
            self._ends[row, 1],
            self.after[row, first:last],
            self.states[row, first:last],
        )

    def moves(self, row: int) -> tuple[Move, ...]:
        """A line in single moves."""
        order = self.orders[int(np.flatnonzero(self._opened == row)[0])]
        return self._lines.solution_line(order, self._max_states)
