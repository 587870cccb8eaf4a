"""The Python side of the search: positions and rules in, verdicts and single moves out."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Move, Outcome, Position, Verdict
from solver.games.trevi import DEFAULT_MAX_STATES, REDUCTIONS
from solver.games.trevi.kernel.prune import SAFE_PLAYS, SEMI_PLAYS
from solver.games.trevi.kernel.search import (
    BY_CALLER,
    BY_MEMORY,
    BY_SEARCH,
    BY_STATES,
    CONTROL,
    COUNTERS,
    ENDED,
    EXPANDED,
    GENERATED,
    KNOWN_AGAIN,
    LAST,
    LOST,
    SOLVABLE,
    UNDECIDED,
    UNSOLVABLE,
    Scratch,
    best_first,
    decide,
    make_scratch,
    play_dominant_at_root,
    retrace,
)
from solver.games.trevi.kernel.state import (
    ALL,
    BELOW,
    CELLS,
    FACE_DOWN,
    FLAGS,
    IN_CELL,
    NONE,
    ORDER,
    PILES,
    PROBLEM_WORDS,
    RANKS,
    RULE_RETURN,
    RULE_RETURN_TO_CELL,
    START_RESERVE,
    STATE_WORDS,
    UNMOVED,
    UP,
    USE_CHAINS,
    USE_DEAD,
    USE_SAFE,
    USE_SEMI,
    Words,
    set_up,
)
from solver.games.trevi.kernel.table import COUNT, Table, make_table
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules

__all__ = ["DEFAULT_MAX_STATES", "ENDINGS", "VERDICTS", "Solver"]

DEFAULT_MEMORY_MIB = 1024

_FLAGS = {"chains": USE_CHAINS, "safe": USE_SAFE, "semi": USE_SEMI, "dead": USE_DEAD}

#: The verdicts by the codes that ``Solver.decide`` writes.
VERDICTS = {
    UNDECIDED: Verdict.UNDECIDED,
    SOLVABLE: Verdict.SOLVABLE,
    UNSOLVABLE: Verdict.UNSOLVABLE,
}

#: Why a search ended: the table of ``stats["ended"]``.
ENDINGS = {
    BY_SEARCH: "search",
    BY_STATES: "max-states",
    BY_MEMORY: "memory",
    BY_CALLER: "stopped",
}

_WON = np.full(2, 2**64 - 1, np.uint64)


class Solver:
    """Decides positions of one game; one worker's buffers, so not for two threads at once.

    ``memory_mib``: how much the transposition table may grow to. ``without``: names of reductions
    (``REDUCTIONS``) to leave out. ``order``: the seed of another order of search than the usual
    one, which finds a win later and must come to the same verdicts. Raises ``ValueError`` for an
    unknown name or too little memory.
    """

    def __init__(
        self,
        rules: TreviRules,
        memory_mib: int = DEFAULT_MEMORY_MIB,
        without: frozenset[str] = frozenset(),
        order: int = 0,
    ) -> None:
        """Makes the buffers; the system hands out their pages as they are used."""
        unknown = sorted(without - set(REDUCTIONS))
        if unknown:
            names = ", ".join(REDUCTIONS)
            raise ValueError(f"no such reduction: {unknown[0]} (there are {names})")
        self.rules = rules
        self._flags = sum(flag for name, flag in _FLAGS.items() if name not in without)
        if "chains" in without or not rules.foundation_return:
            self._flags &= ~USE_SEMI  # what it rests on
        self._flags |= RULE_RETURN if rules.foundation_return else 0
        self._flags |= RULE_RETURN_TO_CELL if rules.return_to_cell else 0
        self._order = order
        self._table = make_table(memory_mib << 20)
        self._scratch = make_scratch()
        self._counters = np.zeros(COUNTERS, np.int64)
        self._problem = np.zeros(PROBLEM_WORDS, np.uint64)
        self._root = np.zeros(STATE_WORDS, np.uint64)
        self._symbols = np.zeros(52, np.int8)
        self._deck = np.zeros(4 * rules.ranks, np.uint8)

    def stop(self) -> None:
        """Makes a call that runs in another thread return soon, undecided, and all later ones."""
        self._counters[CONTROL] = 1

    def decide(
        self,
        first: int,
        count: int,
        max_states: int,
        verdicts: npt.NDArray[np.int8],
        states: npt.NDArray[np.int64],
    ) -> int:
        """Decides the native deals ``first`` to ``first + count - 1`` in one compiled call.

        Writes codes of ``VERDICTS`` to ``verdicts``, int8[count], and the states expanded to
        ``states``, int64[count]. Returns how many deals are done: fewer than ``count`` only after
        ``stop``.
        """
        self._set_rules()
        hidden = sum(1 << row - 1 for row in self.rules.hidden_rows)
        return int(
            decide(
                np.uint64(first),
                count,
                self.rules.height,
                hidden,
                self._problem,
                self._root,
                self._deck,
                self._symbols,
                self._table,
                self._scratch,
                max_states,
                self._counters,
                verdicts,
                states,
            )
        )

    def solve(
        self, position: Position, max_states: int = DEFAULT_MAX_STATES, moves: bool = False
    ) -> Outcome:
        """The verdict of a position, and with ``moves`` a solution in single moves if it has one.

        The solution has been played through by the referee. Raises ``ValueError`` where the
        position is impossible or has cards that nobody has seen.
        """
        self._set_position(position)
        code = best_first(
            self._problem, self._root, self._table, self._scratch, max_states, self._counters
        )
        counters = self._counters
        return Outcome(
            VERDICTS[code],
            states=int(counters[EXPANDED]),
            moves=self._solution(position) if moves and code == SOLVABLE else None,
            stats={
                "ended": ENDINGS[int(counters[ENDED])],
                "generated": int(counters[GENERATED]),
                "known": int(counters[KNOWN_AGAIN]),
                "dead": int(counters[LOST]),
                "stored": int(self._table.sizes[COUNT]),
                "capacity": len(self._table.keys),
                "safe_plays": int(counters[SAFE_PLAYS]),
                "semi_safe_plays": int(counters[SEMI_PLAYS]),
            },
        )

    def buffers(self) -> tuple[Table, Words, Scratch]:
        """What the last search left: its table, its problem and its buffers, to be measured."""
        return self._table, self._problem, self._scratch

    def _set_rules(self) -> None:
        self._counters[:CONTROL] = 0  # a ``stop`` that comes just before a call must not be lost
        self._counters[CONTROL + 1 :] = 0
        problem = self._problem
        problem[PILES] = self.rules.piles
        problem[CELLS] = self.rules.cells
        problem[RANKS] = self.rules.ranks
        problem[FLAGS] = self._flags
        problem[ORDER] = self._order
        problem[ALL] = (1 << 4 * self.rules.ranks) - 1

    def _set_position(self, position: Position) -> None:
        places = (*position.piles, position.cells, position.reserve)
        if any(UNKNOWN in cards for cards in places):
            raise ValueError("the position has cards that nobody has seen")
        self.rules.check(position)
        self._set_rules()
        problem, symbols = self._problem, self._symbols
        symbols[:] = UP
        problem[BELOW : BELOW + 52] = NONE
        problem[FACE_DOWN] = sum(1 << card for card in position.down)
        problem[START_RESERVE] = sum(1 << card for card in position.reserve)
        for card in position.reserve:
            symbols[card] = UNMOVED
        for kept in position.cells:
            if kept is not None:
                symbols[kept] = IN_CELL
        for pile in position.piles:
            for card in pile:
                symbols[card] = UNMOVED
            for card, below in pairwise(reversed(pile)):
                problem[BELOW + card] = below
        set_up(symbols, problem, self._root)

    def _solution(self, position: Position) -> tuple[Move, ...]:
        """The single moves of the solution that the last search has found."""
        table, problem = self._table, self._problem
        nodes = []
        node = int(self._counters[LAST])
        while node >= 0:
            nodes.append(node)
            node = int(table.parent[node])
        line = Line(self.rules, position)
        play_dominant_at_root(problem, self._root, self._scratch, self._counters)
        line.play(self._scratch.log)
        path = [table.keys[node].copy() for node in reversed(nodes)]
        if path:
            path.append(_WON)
        for source, target in pairwise(path):
            if not retrace(problem, source, target, self._scratch, self._counters):
                raise RuntimeError("a state of the solution was not met again")
            line.play(self._scratch.log)
        line.finish()
        return tuple(line.moves)
