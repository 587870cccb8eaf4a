"""The Python side of the search: positions and rules in, verdicts and single moves out."""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solver.cards.cards import UNKNOWN
from solver.cards.deal import Move, Outcome, Position, Verdict
from solver.games.trevi import DEFAULT_MAX_STATES, REDUCTIONS
from solver.games.trevi.kernel import prune, search, state
from solver.games.trevi.kernel.search import Scratch
from solver.games.trevi.kernel.state import Words
from solver.games.trevi.kernel.table import COUNT, Table, make_table
from solver.games.trevi.line import Line
from solver.games.trevi.rules import TreviRules

DEFAULT_MEMORY_MIB = 1024

_FLAGS = {
    "chains": state.USE_CHAINS,
    "safe": state.USE_SAFE,
    "semi": state.USE_SEMI,
    "dead": state.USE_DEAD,
}

#: The verdicts by the codes that ``Solver.decide`` writes.
VERDICTS = {
    search.UNDECIDED: Verdict.UNDECIDED,
    search.SOLVABLE: Verdict.SOLVABLE,
    search.UNSOLVABLE: Verdict.UNSOLVABLE,
}

#: Why a search ended: the table of ``stats["ended"]``.
ENDINGS = {
    search.BY_SEARCH: "search",
    search.BY_STATES: "max-states",
    search.BY_MEMORY: "memory",
    search.BY_CALLER: "stopped",
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
            self._flags &= ~state.USE_SEMI  # what it rests on
        self._flags |= state.RULE_RETURN if rules.foundation_return else 0
        self._flags |= state.RULE_RETURN_TO_CELL if rules.return_to_cell else 0
        self._order = order
        self._table = make_table(memory_mib << 20)
        self._scratch = search.make_scratch()
        self._counters = np.zeros(search.COUNTERS, np.int64)
        self._problem = np.zeros(state.PROBLEM_WORDS, np.uint64)
        self._root = np.zeros(state.STATE_WORDS, np.uint64)
        self._symbols = np.zeros(52, np.int8)
        self._deck = np.zeros(4 * rules.ranks, np.uint8)

    def stop(self) -> None:
        """Makes a call that runs in another thread return soon, undecided, and all later ones."""
        self._counters[search.CONTROL] = 1

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
            search.decide(
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
        code = search.best_first(
            self._problem, self._root, self._table, self._scratch, max_states, self._counters
        )
        counters = self._counters
        return Outcome(
            VERDICTS[code],
            states=int(counters[search.EXPANDED]),
            moves=self._solution(position) if moves and code == search.SOLVABLE else None,
            stats={
                "ended": ENDINGS[int(counters[search.ENDED])],
                "generated": int(counters[search.GENERATED]),
                "known": int(counters[search.KNOWN_AGAIN]),
                "dead": int(counters[search.LOST]),
                "stored": int(self._table.sizes[COUNT]),
                "capacity": len(self._table.keys),
                "safe_plays": int(counters[prune.SAFE_PLAYS]),
                "semi_safe_plays": int(counters[prune.SEMI_PLAYS]),
            },
        )

    def buffers(self) -> tuple[Table, Words, Scratch]:
        """What the last search left: its table, its problem and its buffers, to be measured."""
        return self._table, self._problem, self._scratch

    def _set_rules(self) -> None:
        self._counters[: search.CONTROL] = (
            0  # a ``stop`` that comes just before a call must not be lost
        )
        self._counters[search.CONTROL + 1 :] = 0
        problem = self._problem
        problem[state.PILES] = self.rules.piles
        problem[state.CELLS] = self.rules.cells
        problem[state.RANKS] = self.rules.ranks
        problem[state.FLAGS] = self._flags
        problem[state.ORDER] = self._order
        problem[state.ALL] = (1 << 4 * self.rules.ranks) - 1

    def _set_position(self, position: Position) -> None:
        places = (*position.piles, position.cells, position.reserve)
        if any(UNKNOWN in cards for cards in places):
            raise ValueError("the position has cards that nobody has seen")
        self.rules.check(position)
        self._set_rules()
        problem, symbols = self._problem, self._symbols
        symbols[:] = state.UP
        problem[state.BELOW : state.BELOW + 52] = state.NONE
        problem[state.FACE_DOWN] = sum(1 << card for card in position.down)
        problem[state.START_RESERVE] = sum(1 << card for card in position.reserve)
        for card in position.reserve:
            symbols[card] = state.UNMOVED
        for kept in position.cells:
            if kept is not None:
                symbols[kept] = state.IN_CELL
        for pile in position.piles:
            for card in pile:
                symbols[card] = state.UNMOVED
            for card, below in pairwise(reversed(pile)):
                problem[state.BELOW + card] = below
        state.set_up(symbols, problem, self._root)

    def _solution(self, position: Position) -> tuple[Move, ...]:
        """The single moves of the solution that the last search has found."""
        table, problem = self._table, self._problem
        nodes = []
        node = int(self._counters[search.LAST])
        while node >= 0:
            nodes.append(node)
            node = int(table.parent[node])
        line = Line(self.rules, position)
        search.play_dominant_at_root(problem, self._root, self._scratch, self._counters)
        line.play(self._scratch.log)
        path = [table.keys[node].copy() for node in reversed(nodes)]
        if path:
            path.append(_WON)
        for source, target in pairwise(path):
            if not search.retrace(problem, source, target, self._scratch, self._counters):
                raise RuntimeError("a state of the solution was not met again")
            line.play(self._scratch.log)
        line.finish()
        return tuple(line.moves)
