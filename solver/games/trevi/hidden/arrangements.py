"""The Python side of ``kernel.py``: what a player sees goes in, lines of single moves come out."""

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import factorial

import numpy as np
import numpy.typing as npt

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Move, Position
from solver.games.arrangements import Piece, Question
from solver.games.trevi.hidden import kernel
from solver.games.trevi.hidden.kernel import Buffers, SeenPositions
from solver.games.trevi.kernel import search, state
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules
from solver.games.trevi.solve import Solver

__all__ = ["HiddenSolver", "Judgements"]

_Orders = npt.NDArray[np.uint8]

#: Lines that are compared at one decision (further ones are left out), and macro moves of a greedy
#: line.
_MOST_LINES = 256
_STEPS = 200


class HiddenSolver(Solver):
    """Finds and judges lines up to the next unseen card; one worker's buffers.

    ``see`` sets the position; all other methods but ``verdicts`` are about it.
    """

    def __init__(
        self, rules: TreviRules, memory_mib: int, without: frozenset[str] = frozenset()
    ) -> None:
        """Makes the buffers."""
        super().__init__(rules, memory_mib, without)
        self._question: Question | None = None
        self._buffers = Buffers(
            problem=self._problem,
            root=self._root,
            symbols=self._symbols,
            table=self._table,
            scratch=self._scratch,
            counters=self._counters,
            at=np.zeros(state.STATE_WORDS, np.uint64),
            path=np.zeros(len(self._table.keys), np.int64),
            log=np.zeros(2, np.int64),
            line=np.zeros(kernel.LINE_WORDS, np.int64),
            end=np.zeros(2, np.uint64),
            target=np.zeros(2, np.uint64),
        )

    def see(self, position: Position, unseen: Sequence[int]) -> None:
        """Sets a position whose unseen cards, sorted, lie in its unknown places."""
        self._set_rules()
        self._position = position
        self._unseen = np.array(unseen, np.uint8)
        self._seen = _packed([position])

    def verdicts(self, piece: Piece, max_states: int) -> list[int]:
        """The codes of a piece of arrangements; fewer than there are only where it was stopped.

        The caller has checked the position.
        """
        question = piece.question
        if question is not self._question:
            self._question = question
            self._views = _packed(
                [
                    self.rules.apply(question.seen, move) if move else question.seen
                    for move in question.moves
                ]
            )
        self._set_rules()
        orders = np.array(piece.orders, np.uint8).reshape(len(piece.orders), question.seen.unseen)
        verdicts = np.zeros((len(orders), len(question.moves)), np.int8)
        done = kernel.decide_arrangements(self._views, orders, self._buffers, max_states, verdicts)
        codes: list[int] = verdicts.ravel()[:done].tolist()
        return codes

    def orders(self, samples: int, first: int) -> _Orders:
        """Orders of the unseen cards, a row each: all orders if there are at most ``samples``.

        Otherwise row k is ``cards.shuffle.shuffled(unseen, first + k, STREAM_UNSEEN)``.
        """
        count = len(self._unseen)
        if factorial(count) <= samples:
            return np.array(list(permutations(self._unseen)), np.uint8).reshape(-1, count)
        orders = np.zeros((samples, count), np.uint8)
        kernel.draw(self._unseen, np.uint64(first), orders)
        return orders

    def automatic_line(self) -> tuple[Move, ...]:
        """The line of the automatic plays, if they turn an unseen card up; else nothing.

        These plays lose nothing, whatever the unseen cards are (``prune.play_dominant``).
        """
        return self._line() if kernel.automatic_to_reveal(self._set_up(), self._buffers) else ()

    def greedy_line(self) -> tuple[Move, ...]:
        """The line that takes the best-looking move each time and never searches.

        It leads to the win if no card is unseen. Nothing where it is stuck.
        """
        if kernel.greedy_to_reveal(self._set_up(), self._buffers, _STEPS) == kernel.STUCK:
            return ()
        return self._line(finish=not len(self._unseen))

    def searched_line(self, max_states: int) -> tuple[Move, ...]:
        """The best-looking line of a search that turns no card up; nothing where it finds none."""
        ends = np.zeros((_MOST_LINES, 2), np.uint64)
        values = np.zeros(_MOST_LINES, np.int64)
        nodes = np.zeros(_MOST_LINES, np.int64)
        hidden = self._set_up()
        found = kernel.search_to_reveal(hidden, self._buffers, max_states, ends, values, nodes, 0)
        if not found:
            return ()
        row = int(values[:found].argmin())
        if not kernel.line_to(hidden, self._buffers, ends[row, 0], ends[row, 1], int(nodes[row])):
            raise RuntimeError("the end of a line was not met again")
        return self._line()

    def solution_line(self, order: npt.NDArray[np.uint8], max_states: int) -> tuple[Move, ...]:
        """The line with which the solution of a solvable arrangement begins.

        Nothing where the search was stopped.
        """
        hidden = self._set_up(order)
        verdict = kernel.solve_arrangement(self._buffers, max_states)
        found = verdict == search.SOLVABLE and kernel.first_line(hidden, self._buffers)
        if self._counters[search.CONTROL]:
            return ()
        if not found:
            raise RuntimeError("the beginning of a solution was not met again")
        return self._line(order)

    def _set_up(self, order: npt.NDArray[np.uint8] | None = None) -> np.uint64:
        """Sets the buffers to an arrangement; without ``order`` to one that stands for all."""
        order = self._unseen if order is None else order
        return np.uint64(kernel.set_up_arrangement(self._seen, 0, order, self._buffers))

    def _line(
        self, order: npt.NDArray[np.uint8] | None = None, finish: bool = False
    ) -> tuple[Move, ...]:
        """The single moves of the line in the buffers, which was found in an arrangement."""
        order = self._unseen if order is None else order
        line = Line(self.rules, self._position.completed(order.tolist()))
        line.play(self._buffers.line)
        if finish:
            line.finish()
        return tuple(line.moves)


def _packed(positions: Sequence[Position]) -> SeenPositions:
    """The positions for the kernels."""
    symbols = np.full((len(positions), 52), state.UP, np.int8)
    piles = np.zeros((len(positions), len(positions[0].piles), 52), np.int8)
    for row, position in enumerate(positions):
        symbols[row, list(position.reserve)] = state.UNMOVED
        symbols[row, [kept for kept in position.cells if kept is not None]] = state.IN_CELL
        unknown = iter(range(-1, -53, -1))
        for slot, pile in enumerate(position.piles):
            piles[row, slot, : len(pile)] = [
                next(unknown) if card == UNKNOWN else card for card in pile
            ]
            symbols[row, [card for card in pile if card != UNKNOWN]] = state.UNMOVED
    heights = np.array([[len(pile) for pile in position.piles] for position in positions], np.int64)
    return SeenPositions(
        piles,
        heights,
        symbols,
        down=np.array([_bits(position.down) for position in positions], np.uint64),
        reserve=np.array([_bits(position.reserve) for position in positions], np.uint64),
    )


def _bits(cards: Iterable[int]) -> int:
    return sum(1 << card for card in cards)


class Judgements:
    """Lines from the position of ``solver``, each judged by the same arrangements.

    ``orders``: the arrangements, a row each. ``max_states``: the budget of the search for one
    arrangement. ``before``, int8[arrangements]: their verdicts before any move, codes of
    ``solve.VERDICTS``. ``after``, int8[lines, arrangements]: those after each line, as far as
    ``judge`` was called. ``states`` likewise has the states expanded.

    What holds before the moves is not decided again: from an arrangement that cannot be won no line
    leads to a win, and the solution that a line begins wins its arrangement.
    """

    def __init__(self, solver: HiddenSolver, orders: _Orders, max_states: int) -> None:
        """Solves each arrangement; the lines are those with which the solutions begin."""
        samples = len(orders)
        self.orders = orders
        self._solver = solver
        self._max_states = max_states
        self._ends = np.zeros((_MOST_LINES, 2), np.uint64)
        self._opened = np.zeros(samples, np.int64)
        self.before = np.zeros(samples, np.int8)
        states = np.zeros(samples, np.int64)
        self.count = int(
            kernel.solve_arrangements(
                solver._seen,
                orders,
                solver._buffers,
                max_states,
                self.before,
                states,
                self._opened,
                self._ends,
                0,
            )
        )
        rows = np.arange(self.count)[:, None]
        known = np.where(self.before == search.SOLVABLE, search.UNDECIDED, self.before)
        mine = self._opened == rows
        self.after = np.where(mine, search.SOLVABLE, known).astype(np.int8)
        self.states = np.where(mine, states, 0)

    def counts(self, row: int | None = None) -> tuple[int, int, int]:
        """Solvable, undecided and all arrangements, before the moves or after a line."""
        verdicts = self.before if row is None else self.after[row]
        solvable, undecided = (
            int((verdicts == code).sum()) for code in (search.SOLVABLE, search.UNDECIDED)
        )
        return solvable, undecided, len(verdicts)

    def judge(self, row: int, first: int, last: int) -> None:
        """Decides the arrangements ``first`` … ``last - 1`` after a line."""
        solver = self._solver
        kernel.judge(
            solver._seen,
            self.orders[first:last],
            solver._buffers,
            self._max_states,
            self._ends[row, 0],
            self._ends[row, 1],
            self.after[row, first:last],
            self.states[row, first:last],
        )

    def moves(self, row: int) -> tuple[Move, ...]:
        """A line in single moves."""
        order = self.orders[int(np.flatnonzero(self._opened == row)[0])]
        return self._solver.solution_line(order, self._max_states)
