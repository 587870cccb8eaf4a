"""Positions with cards that nobody has seen: what share of the possible layouts can be won.

A *completion* puts the unseen cards into the unknown places in one of the possible orders, all
equally likely; where the game has a shuffle still to come, it has one of its outcomes too. Each is
decided as if every card were seen. The share of them that can be won is not the player's chance:
who cannot see the cards wins less often.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, islice

from solver.analyse.best_arm import Paired
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Kind, Move, Position, Verdict
from solver.cards.shuffle import STREAM_UNSEEN, shuffled
from solver.cards.view import layout_count, orders_of, unseen_in
from solver.games import Game, Worker
from solver.runs.estimate import Estimate, win_probability
from solver.runs.threads import Interrupt, in_order

#: The first size of a sample at which its interval is looked at; the next ones double it.
FIRST_LOOK = 50

#: With which the best move is among those that a hint says may be the best.
HINT_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Tally:
    """Completions by verdict."""

    solvable: int = 0
    unsolvable: int = 0
    undecided: int = 0

    def plus(self, verdict: Verdict) -> "Tally":
        """The tally with one more completion."""
        return Tally(
            self.solvable + (verdict is Verdict.SOLVABLE),
            self.unsolvable + (verdict is Verdict.UNSOLVABLE),
            self.undecided + (verdict is Verdict.UNDECIDED),
        )

    @property
    def count(self) -> int:
        """The number of completions."""
        return self.solvable + self.unsolvable + self.undecided


@dataclass(frozen=True)
class Chance:
    """The share of completions that can be won.

    ``exact``: all completions were decided, not a sample. Then the ends of ``share`` differ by the
    undecided ones alone. ``goal``: how many there were to be at most, where a signal has ended it
    before.
    """

    unseen: int
    tally: Tally
    exact: bool
    share: Estimate
    goal: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether some completions stayed undecided."""
        return self.tally.undecided > 0


@dataclass(frozen=True)
class Advice:
    """A legal move, and what became of the completions after it.

    ``may_be_best``: whether it is among those of which one is the best; of a sample with the
    confidence of the hint.
    """

    move: Move
    tally: Tally
    may_be_best: bool


@dataclass(frozen=True)
class Hint:
    """The sensible moves of a position, best first, each with the same completions.

    ``exact``: these are all completions, not a sample. ``confidence``: with which the best move is
    among those that may be; 1 where it is exact. ``goal``: as of a ``Chance``.
    """

    exact: bool
    confidence: float
    advice: tuple[Advice, ...]
    goal: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether some completions stayed undecided after some move."""
        return any(one.tally.undecided for one in self.advice)


def completions(
    game: Game, position: Position, samples: int, seed: int = 0
) -> tuple[bool, Iterator[Position]]:
    """The completions of a position: all of them if ``samples`` allow it, else a sample.

    Returns whether they are all, and the completions. A sample depends on the unseen cards and on
    ``seed`` (0 … 2**31 - 1) alone. Where a shuffle is to come, the completions are never all.
    Raises ``ValueError`` where the position is impossible.
    """
    unseen = unseen_in(game.rules.deck, position)
    game.start(game.completed(position, unseen, 0))
    if _is_exact(game, position, samples):
        return True, (game.completed(position, order, 0) for order in orders_of(unseen))
    # A sample's numbers begin at the seed times 2**32, so no two seeds share one.
    numbers = range(seed << 32, (seed << 32) + samples)
    return False, (
        game.completed(position, shuffled(unseen, number, STREAM_UNSEEN), number)
        for number in numbers
    )


def layout_states(game: Game, position: Position) -> int | None:
    """The states that each completion may take where nothing is said.

    ``None`` for as many as a deal: so it is where there is one completion only, which is no more
    than a deal.
    """
    is_alone = _count(game, position) == 1 and not game.is_open(position)
    return None if is_alone or not game.hidden else game.hidden.states


def _is_exact(game: Game, position: Position, samples: int) -> bool:
    """Whether all completions are tried."""
    return not game.is_open(position) and _count(game, position) <= max(samples, 2)


def _count(game: Game, position: Position) -> int:
    """In how many ways the unseen cards can lie."""
    return layout_count(unseen_in(game.rules.deck, position))


def _verdict(worker: Worker, layout: Position) -> Verdict | None:
    """The verdict of a layout; ``None`` if the worker was stopped."""
    found = worker.verdict(layout)
    return None if worker.stopped and found is Verdict.UNDECIDED else found


def chance(
    game: Game,
    workers: Sequence[Worker],
    position: Position,
    samples: int = 400,
    seed: int = 0,
    confidence: float = 0.95,
    half_width: float = 0.05,
    progress: Callable[[int], None] = lambda done: None,
    interrupt: Interrupt | None = None,
) -> Chance | None:
    """The share of completions that can be won with every card seen.

    The interval of a sample is looked at after 50, 100, 200 … completions, and the sample ends when
    it reaches no further than ``half_width`` to either side of the estimate. Each of the n looks
    has 1/n of the chance to be wrong that ``confidence`` leaves (Bonferroni), so the interval holds
    as often as it says wherever the sample ends.

    ``progress`` is told how many are done. The workers are stopped in the end. An interrupt ends a
    sample early; ``None`` where it leaves nothing: a part of all completions is no sample of them.
    """
    exact, layouts = completions(game, position, samples, seed)
    everything = _count(game, position)
    tally = Tally()
    looks = [FIRST_LOOK << k for k in range(samples.bit_length()) if FIRST_LOOK << k < samples]
    spent = 1 - (1 - confidence) / (len(looks) + 1)
    with closing(in_order(layouts, workers, _verdict, interrupt)) as row:
        for verdict in row:
            tally = tally.plus(verdict)
            progress(tally.count)
            if exact or tally.count not in looks:
                continue
            share = win_probability(tally.solvable, tally.unsolvable, tally.undecided, spent)
            if share.reach <= half_width:
                samples = tally.count
                break
    if tally.count == 0 or (exact and tally.count != everything):
        return None
    goal = samples if not exact and tally.count < samples else None
    if not exact:
        share = win_probability(tally.solvable, tally.unsolvable, tally.undecided, spent)
        return Chance(position.unseen, tally, exact, replace(share, confidence=confidence), goal)
    decided = tally.solvable + tally.unsolvable
    known = Estimate(
        tally.solvable / tally.count,
        tally.solvable / decided if decided else None,
        (tally.solvable + tally.undecided) / tally.count,
        1.0,
    )
    return Chance(position.unseen, tally, exact, known)


def sensible_moves(game: Game, position: Position) -> list[Move]:
    """The legal moves that change something, one for all empty places alike."""
    moves: list[Move] = []
    seen = set()
    for move in game.rules.legal_moves(position):
        pile = position.piles[move.source.slot] if move.source.kind is Kind.PILE else ()
        empty_pile = move.target.kind is Kind.PILE and not position.piles[move.target.slot]
        if empty_pile and pile == game.rules.lifted(position, move):
            continue
        if move.source.kind is move.target.kind is Kind.CELL:
            continue
        alike = empty_pile or move.target.kind is Kind.CELL
        key = (move.card, move.source, move.target.kind if alike else move.target, alike)
        if key not in seen:
            seen.add(key)
            moves.append(move)
    return moves


def hint(
    game: Game,
    workers: Sequence[Worker],
    position: Position,
    samples: int = 100,
    seed: int = 0,
    progress: Callable[[int], None] = lambda done: None,
    interrupt: Interrupt | None = None,
) -> Hint | None:
    """For every sensible move the completions that stay solvable after it, best first.

    The same completions for every move. Progress, workers and interrupt are as for ``chance``.
    """
    exact, layouts = completions(game, position, samples, seed)
    first = next(layouts)
    # What can move lies open, the same in every completion, but for what is turned.
    is_told = position.turned != UNKNOWN or _count(game, position) == 1
    moves = [
        move if is_told or move.source.kind is not Kind.HAND else move._replace(card=UNKNOWN)
        for move in sensible_moves(game, first)
    ]
    tallies = [Tally() for _ in moves]
    paired = Paired(len(moves))
    after = (game.rules.apply(layout, move) for layout in chain([first], layouts) for move in moves)
    with closing(in_order(after, workers, _verdict, interrupt)) as row:
        while moves and len(verdicts := list(islice(row, len(moves)))) == len(moves):
            tallies = [tally.plus(one) for tally, one in zip(tallies, verdicts, strict=True)]
            paired.add(verdicts)
            progress(tallies[0].count)
    wanted = _count(game, position) if exact else 1
    if moves and tallies[0].count < wanted:
        return None
    most = max((tally.solvable for tally in tallies), default=0)
    best = (
        [tally.solvable + tally.undecided >= most for tally in tallies]
        if exact
        else paired.contenders(HINT_CONFIDENCE)
    )
    advice = [Advice(*one) for one in zip(moves, tallies, best, strict=True)]
    advice.sort(key=lambda one: (-one.tally.solvable, -one.tally.undecided))
    goal = samples if moves and not exact and tallies[0].count < samples else None
    return Hint(exact, 1.0 if exact else HINT_CONFIDENCE, tuple(advice), goal)
