"""The door to the search: positions and rules in, verdicts and single moves out.

An attempt at a position runs beams, each three times as wide as the one before, as long as the
budget leaves three times what the last one took; then an exhaustive search with an eighth of the
budget. Only that one can say that there is no win.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from solver.deck.cards import card, suit_of
from solver.deck.deal import Kind, Move, Outcome, Place, Verdict
from solver.deck.shuffle import MAX_NUMBER
from solver.talon import BeamShape
from solver.talon import rules as referee
from solver.talon.beam import (
    CONTROLS,
    EXPANDED,
    MOST,
    STOP,
    UP,
    Beam,
    beam_bytes,
    find,
    make_beam,
)
from solver.talon.exhaust import LOST, UNKNOWN, WON, States, exhaust, make_states, state_bytes
from solver.talon.greedy import play_greedily
from solver.talon.position import TalonPosition
from solver.talon.rules import Redeal, TalonRules
from solver.talon.state import (
    CARDS_UP,
    COLUMN_COUNT,
    COLUMNS,
    DECK,
    DOWN,
    FLAGS,
    FLOORS,
    FOUNDATION,
    FROM_HAND,
    FROM_TALON,
    HAND,
    LENGTHS,
    MOST_COLUMNS,
    MOST_MOVES,
    NO_MOVE,
    PACKS,
    PROBLEM_SIZE,
    RANKS,
    REDEALS,
    REFILLS,
    RETURN,
    RUNS,
    SAFE,
    SEED,
    SHUFFLED,
    STOCK,
    STRIDE,
    TALON,
    extra_of,
    forced_move,
    play,
    source_of,
    target_of,
)

__all__ = ["Solver"]

#: A beam is this much wider than the one before.
_WIDER = 3
#: The exhaustive search may expand this part of the states.
_PART = 8

#: But so many in any case.
_LEAST = 10_000
#: States that it has room for, by each one that it may expand.
_STATES_KEPT = 4

_MOST_LINE = 4096

_VERDICTS = {UNKNOWN: Verdict.UNDECIDED, WON: Verdict.SOLVABLE, LOST: Verdict.UNSOLVABLE}


class Solver:
    """Decides positions of one game; one worker's buffers, so not for two threads at once.

    ``memory_mib``: what the buffers may take. ``safe``: whether cards go up without a choice where
    that can do no harm; no verdict differs.
    """

    def __init__(
        self,
        rules: TalonRules,
        beam: BeamShape,
        memory_mib: int,
        safe: bool = True,
    ) -> None:
        """Makes the small buffers; the others are made when they are needed."""
        self.rules = rules
        self.beam = beam
        self._memory = memory_mib << 20
        self._weights = np.array(beam.weights, np.int64)
        self._flags = _flags(rules, safe)
        self._control = np.zeros(CONTROLS, np.int64)
        self._beams: dict[tuple[int, int, int], Beam] = {}
        self._states: States | None = None
        self._order = np.zeros(256, np.uint8)
        self._is_stopped = False

    def stop(self) -> None:
        """Makes a call that runs in another thread return soon, undecided."""
        self._is_stopped = True
        self._control[STOP] = 1

    def compile(self) -> None:
        """Compiles the kernels, where that has not been done."""
        rules = self.rules
        won = tuple((rules.ranks if suit < rules.suits else 0,) * rules.packs for suit in range(4))
        nothing_left = TalonPosition(piles=((),) * rules.columns, heights=won)
        problem, root = self._laid(nothing_left, self._flags)
        control = np.zeros(CONTROLS, np.int64)
        find(make_beam(1, len(root), 1), problem, self._weights, root, 1, control)
        exhaust(make_states(1, len(root)), problem, self._weights, root, control)
        self.greedy_up(nothing_left)

    def solve(self, position: TalonPosition, max_states: int, moves: bool = False) -> Outcome:
        """The verdict of a position, and with ``moves`` a solution in single moves if it has one.

        The referee has played the solution. Raises ``ValueError`` where the position is impossible.
        """
        referee.check(self.rules, position)
        problem, root = self._laid(position, self._flags)
        control = self._control
        control[:] = 0
        control[STOP] = self._is_stopped
        codes = self._by_beams(problem, root, position, max_states)
        verdict, ended = Verdict.SOLVABLE, "beam"
        if codes is None:
            code, codes = self._by_exhaustion(problem, root, max_states)
            ended = "exhausted" if code == LOST else "search" if code == WON else "budget"
            verdict = _VERDICTS[code]
        line = None
        if moves and codes is not None:
            line = tuple(self._played(position, problem, root, codes))
        stats: dict[str, int | str] = {"ended": ended, "best_up": int(control[UP])}
        return Outcome(verdict, int(control[EXPANDED]), line, stats=stats)

    def greedily(self, position: TalonPosition) -> tuple[Move, ...]:
        """The moves of the greedy player, to the end of its play."""
        referee.check(self.rules, position)
        problem, root = self._laid(position, self._flags & ~SAFE)
        line = np.zeros(_MOST_LINE, np.int32)
        length = play_greedily(
            root.copy(), problem, self._order, np.zeros(MOST_MOVES, np.int32), line
        )
        return tuple(self._played(position, problem, root, line[:length].tolist()))

    def greedy_up(self, position: TalonPosition) -> int:
        """How many cards the greedy player brings up."""
        problem, root = self._laid(position, self._flags & ~SAFE)
        choices, line = np.zeros(MOST_MOVES, np.int32), np.zeros(0, np.int32)
        play_greedily(root, problem, self._order, choices, line)
        return int(root[CARDS_UP])

    def _by_beams(
        self,
        problem: npt.NDArray[np.int64],
        root: npt.NDArray[np.uint8],
        position: TalonPosition,
        max_states: int,
    ) -> list[int] | None:
        """The moves to a win that a beam finds."""
        control = self._control
        layers = (len(position.talon) + len(position.hand) + 2) * (position.redeals + 1)
        width, took = self.beam.width, 0
        while beam_bytes(width, len(root), layers) <= self._memory:
            spent = int(control[EXPANDED])
            if self._is_stopped or (took and spent + _WIDER * took > max_states):
                return None
            control[MOST] = max_states
            shape = (width, len(root), layers)
            if shape not in self._beams:
                self._beams = {key: it for key, it in self._beams.items() if key[1:] == shape[1:]}
                self._beams[shape] = make_beam(*shape)
            beam = self._beams[shape]
            node = find(beam, problem, self._weights, root, width, control)
            if node != NO_MOVE:
                return _path(beam.parent, beam.step, node)
            took = int(control[EXPANDED]) - spent
            if spent + took >= max_states or took < width:
                return None  # a wider beam sees nothing else
            width *= _WIDER
        return None

    def _by_exhaustion(
        self, problem: npt.NDArray[np.int64], root: npt.NDArray[np.uint8], max_states: int
    ) -> tuple[int, list[int] | None]:
        """What the exhaustive search says, and the moves to a win that it finds."""
        control = self._control
        limit = min(max_states, max(_LEAST, max_states // _PART))
        control[MOST] = min(max_states, int(control[EXPANDED]) + limit)
        room = min(_STATES_KEPT * limit, self._memory // state_bytes(len(root)))
        states = self._states
        if states is None or states.rows.shape != (room, len(root)):
            states = self._states = make_states(room, len(root))
        code = exhaust(states, problem, self._weights, root, control)
        if code != WON:
            return code, None
        return code, _path(states.parent, states.step, int(states.sizes[1]))

    def _laid(
        self, position: TalonPosition, flags: int
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
        """The problem and the root of a position."""
        rules = self.rules
        stock = position.talon + position.hand
        stride = max(1, *map(len, position.piles)) + rules.ranks - 1
        problem = np.zeros(PROBLEM_SIZE, np.int64)
        problem[RANKS] = rules.ranks
        problem[PACKS] = rules.packs
        problem[DECK] = rules.deck_size
        problem[COLUMN_COUNT] = rules.columns
        problem[STRIDE] = stride
        problem[STOCK] = len(stock)
        problem[FLAGS] = flags
        problem[SEED] = position.seed & MAX_NUMBER
        end = COLUMNS + rules.columns * stride
        row = np.zeros(end + len(stock), np.uint8)
        for suit in range(4):
            for place in range(rules.ranks):
                row[4 * place + suit] = position.up(suit, place)
        row[TALON] = row[HAND] = len(position.talon)
        row[REDEALS] = position.redeals
        row[CARDS_UP] = position.cards_up
        for slot, pile in enumerate(position.piles):
            down = [at for column, at in position.covered if column == slot]
            problem[DOWN + slot] = sum(1 << at for at in down)
            row[FLOORS + slot] = max(down, default=-1) + 1
            row[LENGTHS + slot] = len(pile)
            start = COLUMNS + slot * stride
            row[start : start + len(pile)] = [self._number_of(here) for here in pile]
        row[end:] = [self._number_of(here) for here in stock]
        return problem, row

    def _number_of(self, here: int) -> int:
        """A card as the search knows it."""
        return 4 * self.rules.place_of(here) + suit_of(here)

    def _played(
        self,
        position: TalonPosition,
        problem: npt.NDArray[np.int64],
        root: npt.NDArray[np.uint8],
        codes: list[int],
    ) -> Iterator[Move]:
        """The moves of a row of codes and of what follows without a choice, by the referee too."""
        row = root.copy()
        for code in [NO_MOVE, *codes]:
            step = code if code != NO_MOVE else forced_move(row, problem)
            while step != NO_MOVE:
                move = self._move(position, step)
                play(row, problem, step, self._order)
                position = referee.apply(self.rules, position, move)
                yield move
                step = forced_move(row, problem)

    def _move(self, position: TalonPosition, code: int) -> Move:
        """The move that a code stands for."""
        source, target, extra = source_of(code), target_of(code), extra_of(code)
        if source == FROM_TALON:
            here, place = position.talon[0 if target == FROM_HAND else -1], Place(Kind.TALON)
        elif source == FROM_HAND:
            here, place = position.hand[0], Place(Kind.HAND)
        elif source < MOST_COLUMNS:
            here, place = position.piles[source][-extra], Place(Kind.PILE, source)
        else:
            here = card(self.rules.order[extra >> 2], extra & 3)
            place = Place(Kind.FOUNDATION, suit_of(here))
        if target < MOST_COLUMNS:
            return Move(here, place, Place(Kind.PILE, target))
        kinds = {FOUNDATION: Kind.FOUNDATION, FROM_TALON: Kind.TALON, FROM_HAND: Kind.HAND}
        return Move(here, place, Place(kinds[target], suit_of(here) if target == FOUNDATION else 0))


def _flags(rules: TalonRules, safe: bool) -> int:
    """The rules and reductions of the search. Cards go up without a choice where none comes back
    and no empty column has to be filled.
    """
    flags = SAFE if safe and not rules.REFILLS and not rules.foundation_return else 0
    flags |= REFILLS if rules.REFILLS else 0
    flags |= RUNS if rules.runs else 0
    flags |= RETURN if rules.foundation_return else 0
    return flags | (SHUFFLED if rules.redeal is Redeal.SHUFFLED else 0)


def _path(parent: npt.NDArray[np.int32], step: npt.NDArray[np.int32], node: int) -> list[int]:
    """The codes of the moves that lead to a node."""
    codes = []
    while parent[node] >= 0:
        codes.append(int(step[node]))
        node = int(parent[node])
    return codes[::-1]
