"""The next native deals of a kind: those that can be won, or those that cannot; easy or hard."""

from collections.abc import Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

import numpy as np

from solver.cards.deal import Verdict
from solver.cards.shuffle import MAX_NUMBER
from solver.games import VERDICTS, Batch, Game, Worker
from solver.runs.sample import Solved, attempt
from solver.runs.threads import Interrupt, in_order

#: Numbers in a piece of work; where nothing is found the pieces grow to the game's batch.
_SMALL_PIECE = 32


@dataclass(frozen=True)
class Wanted:
    """Deals of a verdict that took at least so many states, ``count`` of them at most."""

    verdict: Verdict
    count: int
    min_states: int = 0


def find(
    game: Game,
    wanted: Wanted,
    first: int,
    workers: Sequence[Worker],
    interrupt: Interrupt | None = None,
    deals: int | None = None,
) -> Generator[Solved | int, None, None]:
    """The deals from ``first`` on that are wanted, in order; the referee has confirmed each.

    ``deals``: how many are looked at, at most. Those that stay undecided may be wanted ones or not:
    their numbers come out between. Raises ``ContradictionError`` where the referee refuses what was
    found.
    """
    small = size = min(_SMALL_PIECE, game.search.batch_size)
    end = MAX_NUMBER + 1 if deals is None else min(first + deals, MAX_NUMBER + 1)

    def pieces() -> Iterator[tuple[int, int]]:
        start = first
        while start < end:
            count = min(size, end - start)
            yield start, count
            start += count

    def work(worker: Worker, piece: tuple[int, int]) -> list[Solved | int] | None:
        nonlocal size
        batch = worker.batch(*piece)
        if batch.count < piece[1]:
            return None
        found: list[Solved | int] = []
        for number in _numbers(worker, batch, wanted):
            solved = attempt(game, worker, (number, game.deal(number)))
            if solved is None or worker.stopped:
                return None
            outcome = solved.outcome
            if outcome.verdict is Verdict.UNDECIDED:
                found.append(number)
            elif outcome.verdict is wanted.verdict and outcome.states >= wanted.min_states:
                found.append(solved)
        size = min(2 * size, game.search.batch_size) if not found else small
        return found

    workers[0].batch(first, 0)  # compiles, before the threads begin
    left = wanted.count
    with closing(in_order(pieces(), workers, work, interrupt)) as row:
        for found in row:
            for one in found:
                yield one
                left -= isinstance(one, Solved)
                if not left:
                    return


def _numbers(worker: Worker, batch: Batch, wanted: Wanted) -> list[int]:
    """The deals of a batch that are wanted, and those that its one attempt left undecided."""
    rows = batch.rows
    if not rows:
        return _by_halves(worker, batch, wanted)
    fits = rows.verdicts == VERDICTS.index(wanted.verdict)
    fits &= rows.states >= wanted.min_states
    fits |= rows.verdicts == VERDICTS.index(Verdict.UNDECIDED)
    return [batch.first + place for place in np.flatnonzero(fits).tolist()]


def _by_halves(worker: Worker, batch: Batch, wanted: Wanted) -> list[int]:
    """The same of a batch that is only counted, by counting its halves."""
    fitting = batch.solvable if wanted.verdict is Verdict.SOLVABLE else batch.unsolvable
    if not fitting:
        return []
    if fitting == batch.count:
        return list(range(batch.first, batch.first + min(batch.count, wanted.count)))
    half = batch.count // 2
    found = _by_halves(worker, worker.batch(batch.first, half), wanted)
    if len(found) < wanted.count:
        rest = worker.batch(batch.first + half, batch.count - half)
        found += _by_halves(worker, rest, wanted)
    return found
