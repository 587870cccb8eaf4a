"""The door to the search: positions and rules in, verdicts and single moves out.

An attempt at a position runs narrow beams, each with noise of its own, weights moved by chance, and
a little wider than the one before. Once they have expanded some states, an exhaustive search runs,
once: only that one can say that there is no win. Then the beams go on until the budget is spent.
What is chance here follows from the number of the beam.
"""

from collections.abc import Iterator
from itertools import count

import numpy as np
import numpy.typing as npt

from solver.cards.cards import card
from solver.cards.deal import Move, Outcome, Verdict
from solver.cards.shuffle import MAX_NUMBER
from solver.cards.shuffle_kernel import mix
from solver.games.talon import BeamShape
from solver.games.talon.kernel import beam, exhaust
from solver.games.talon.kernel.beam import EXPANDED, MOST, STOP, Beam
from solver.games.talon.kernel.exhaust import UNKNOWN, WON
from solver.games.talon.kernel.state import MOST_CARDS, NO_MOVE, automatic_move, play
from solver.games.talon.kernel.value import FEATURES
from solver.games.talon.packing import flags_of, move_of_code, packed
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules

#: The exhaustive search may expand this part of the states,
_PART = 16
#: but this number in any case; and it begins once the beams have expanded as many.
_LEAST = 10_000
#: The states that it has room for, for each one that it may expand.
_STATES_KEPT = 4

_VERDICTS = {UNKNOWN: Verdict.UNDECIDED, WON: Verdict.SOLVABLE, exhaust.LOST: Verdict.UNSOLVABLE}


class Solver:
    """Decides positions of one game; one worker's buffers, so not for two threads at once.

    ``memory_mib``: what the buffers may take. ``safe``: whether cards go up by dominance, which
    changes no verdict.
    """

    def __init__(
        self,
        rules: TalonRules,
        shape: BeamShape,
        memory_mib: int,
        safe: bool = True,
    ) -> None:
        """Makes the small buffers; the others are made when they are needed."""
        self.rules = rules
        self.shape = shape
        self._memory = memory_mib << 20
        self._weights = np.array([shape.weights.get(name, 0) for name in FEATURES], np.int64)
        self._noise = np.zeros(2, np.int64)
        self._noise[beam.AMOUNT] = shape.noise
        self._flags = flags_of(rules, safe)
        self._control = np.zeros(beam.CONTROLS, np.int64)
        self._beams: dict[tuple[int, int, int], Beam] = {}
        self._states: exhaust.States | None = None
        self._order = np.zeros(MOST_CARDS, np.uint8)
        self._is_stopped = False

    def stop(self) -> None:
        """Makes a call that runs in another thread return soon, undecided."""
        self._is_stopped = True
        self._control[STOP] = 1

    def compile(self) -> None:
        """Compiles all kernels, where that has not been done: a game with a card left is played."""
        rules = self.rules
        heights = [[rules.ranks if suit < rules.suits else 0] * rules.packs for suit in range(4)]
        left: tuple[int, ...] = ()
        if rules.ranks > 1:
            heights[0][-1] -= 1
            left = (card(rules.order[-1], 0),)
        start = TalonPosition(
            piles=(left,) + ((),) * (rules.columns - 1), heights=tuple(map(tuple, heights))
        )
        self.solve(start, max_states=1, moves=True)
        problem, root = packed(rules, start, self._flags)
        states = exhaust.make_states(4, len(root))
        exhaust.exhaust(states, problem, self._weights, root, self._control)

    def solve(self, position: TalonPosition, max_states: int, moves: bool = False) -> Outcome:
        """The verdict of a position, and with ``moves`` a solution in single moves if it has one.

        The referee has played the solution. Raises ``ValueError`` where the position is impossible.
        """
        self.rules.check(position)
        problem, root = packed(self.rules, position, self._flags)
        control = self._control
        control[:] = 0
        control[STOP] = self._is_stopped
        code, ended, codes = self._searched(position, problem, root, max_states)
        line = None
        if moves and codes is not None:
            line = tuple(self._played(position, problem, root, codes))
        best_up = self.rules.deck_size if code == WON else int(control[beam.UP])
        stats: dict[str, int | str] = {"ended": ended, "best_up": best_up}
        return Outcome(_VERDICTS[code], int(control[EXPANDED]), line, stats=stats)

    def _searched(
        self,
        position: TalonPosition,
        problem: npt.NDArray[np.int64],
        root: npt.NDArray[np.uint8],
        max_states: int,
    ) -> tuple[int, str, list[int] | None]:
        """What the search says, what it ended in, and the moves to a win that it found."""
        beams = self._by_beams(position, problem, root, max_states)
        for codes in beams:
            if codes is not None:
                return WON, "beam", codes
            if self._control[EXPANDED] >= min(_LEAST, max_states // 2):
                break
        code, codes = self._by_exhaustion(problem, root, max_states)
        if code != UNKNOWN:
            return code, "search" if code == WON else "exhausted", codes
        for codes in beams:
            if codes is not None:
                return WON, "beam", codes
        return UNKNOWN, "budget", None

    def _by_beams(
        self,
        position: TalonPosition,
        problem: npt.NDArray[np.int64],
        root: npt.NDArray[np.uint8],
        max_states: int,
    ) -> Iterator[list[int] | None]:
        """The moves to a win that each beam finds, as long as the budget lasts."""
        control = self._control
        layers = (len(position.talon) + len(position.hand) + 2) * (position.redeals + 1)
        hundredths = 100 * self.shape.width
        for attempt in count():
            spent, width = int(control[EXPANDED]), hundredths // 100
            needed = beam.beam_bytes(width, len(root), layers)
            if self._is_stopped or spent >= max_states or needed > self._memory:
                return
            size = (width, len(root), layers)
            if size not in self._beams:
                self._make_room(needed)
                self._beams[size] = beam.make_beam(*size)
            buffers = self._beams[size]
            self._noise[beam.SALT] = int(mix(np.uint64(attempt))) & MAX_NUMBER
            control[MOST] = max_states
            search = beam.Search(problem, self._moved(attempt), self._noise, control)
            node = beam.find(buffers, search, root)
            codes = None if node == NO_MOVE else _path(buffers.parent, buffers.step, node)
            del buffers  # the next one may need its memory
            yield codes
            if control[EXPANDED] - spent < width:
                return  # no row was left out: another beam sees nothing else
            wider = hundredths * self.shape.growth // 100
            if beam.beam_bytes(wider // 100, len(root), layers) <= self._memory:
                hundredths = wider

    def _moved(self, attempt: int) -> npt.NDArray[np.int64]:
        """The weights of a beam, each moved by chance by at most ``BeamShape.spread`` percent."""
        if attempt == 0:
            return self._weights
        moved = np.zeros(len(FEATURES), np.int64)
        for place, weight in enumerate(self._weights.tolist()):
            draw = (int(mix(np.uint64(attempt << 32 | place))) >> 54) - 512
            moved[place] = weight * (100 + self.shape.spread * draw // 512) // 100
        return moved

    def _make_room(self, needed: int) -> None:
        """Drops buffers, where they and ``needed`` bytes more would take too much."""
        held = sum(beam.beam_bytes(*size) for size in self._beams)
        if self._states is not None:
            held += exhaust.state_bytes(self._states.rows.shape[1]) * len(self._states.rows)
        if held + needed > self._memory:
            self._beams, self._states = {}, None

    def _by_exhaustion(
        self, problem: npt.NDArray[np.int64], root: npt.NDArray[np.uint8], max_states: int
    ) -> tuple[int, list[int] | None]:
        """What the exhaustive search says, and the moves to a win that it finds."""
        control = self._control
        limit = min(max_states, max(_LEAST, max_states // _PART))
        control[MOST] = min(max_states, int(control[EXPANDED]) + limit)
        room = min(_STATES_KEPT * limit, self._memory // exhaust.state_bytes(len(root)))
        if self._states is None or self._states.rows.shape != (room, len(root)):
            self._states = None
            self._make_room(room * exhaust.state_bytes(len(root)))
            self._states = exhaust.make_states(room, len(root))
        states = self._states
        code = exhaust.exhaust(states, problem, self._weights, root, control)
        if code != WON:
            return code, None
        return code, _path(states.parent, states.step, int(states.sizes[1]))

    def _played(
        self,
        position: TalonPosition,
        problem: npt.NDArray[np.int64],
        root: npt.NDArray[np.uint8],
        codes: list[int],
    ) -> Iterator[Move]:
        """The moves of codes, with the automatic ones between them, each played by the referee."""
        row = root.copy()
        for code in [NO_MOVE, *codes]:
            step = code if code != NO_MOVE else automatic_move(row, problem)
            while step != NO_MOVE:
                move = move_of_code(self.rules, position, step)
                play(row, problem, step, self._order)
                position = self.rules.apply(position, move)
                yield move
                step = automatic_move(row, problem)


def _path(parent: npt.NDArray[np.int32], step: npt.NDArray[np.int32], node: int) -> list[int]:
    """The codes of the moves that lead to a node."""
    codes = []
    while parent[node] >= 0:
        codes.append(int(step[node]))
        node = int(parent[node])
    return codes[::-1]
