"""The moves of a position with hidden cards, by how many arrangements can be won after each."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass

from solver.analyse.arrangements import Arrangements, Tally
from solver.analyse.best_arm import Paired
from solver.cards.cards import UNKNOWN
from solver.cards.deal import Kind, Move, Position
from solver.cards.view import arrangement_count
from solver.games import VERDICTS, Game, Worker
from solver.runs.threads import Interrupt

#: With which the best move is among those that a hint says may be the best.
HINT_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Advice:
    """A legal move, and what became of the arrangements after it.

    ``may_be_best``: whether it is among those of which one is the best; of a sample with the
    confidence of the hint.
    """

    move: Move
    tally: Tally
    may_be_best: bool


@dataclass(frozen=True)
class Hint:
    """The sensible moves of a position, best first, each with the same arrangements.

    ``exact``: these are all arrangements, not a sample. ``confidence``: with which the best move is
    among those that may be; 1 where it is exact. ``goal``: as of a ``Chance``.
    """

    exact: bool
    confidence: float
    advice: tuple[Advice, ...]
    goal: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether some arrangements stayed undecided after some move."""
        return any(one.tally.undecided for one in self.advice)


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
    """For every sensible move the arrangements that stay solvable after it, best first.

    The same arrangements for every move. Progress, workers, interrupt and error are as for
    ``chance``.
    """
    tried = Arrangements.of(game, position, samples, seed)
    confidence = 1.0 if tried.exact else HINT_CONFIDENCE
    # What can move lies open, the same in every arrangement, but for what is turned.
    is_told = position.turned != UNKNOWN or arrangement_count(tried.unseen) == 1
    moves = [
        move if is_told or move.source.kind is not Kind.HAND else move._replace(card=UNKNOWN)
        for move in sensible_moves(
            game, game.completed(position, next(tried.orders()), tried.first)
        )
    ]
    if not moves:
        return Hint(tried.exact, confidence, ())
    counts = [[0, 0, 0] for _ in moves]
    paired = Paired(len(moves))
    done = 0
    with closing(tried.verdicts(workers, tuple(moves), interrupt)) as row:
        for done, codes in enumerate(row, start=1):
            for count, code in zip(counts, codes, strict=True):
                count[code] += 1
            paired.add([VERDICTS[code] for code in codes])
            progress(done)
    if done < (tried.count if tried.exact else 1):
        return None
    tallies = [Tally(*count) for count in counts]
    most = max(tally.solvable for tally in tallies)
    best = (
        [tally.solvable + tally.undecided >= most for tally in tallies]
        if tried.exact
        else paired.contenders(confidence)
    )
    advice = [Advice(*one) for one in zip(moves, tallies, best, strict=True)]
    advice.sort(key=lambda one: (-one.tally.solvable, -one.tally.undecided))
    goal = samples if done < tried.count else None
    return Hint(tried.exact, confidence, tuple(advice), goal)
