"""Deals played by somebody who does not see the hidden cards, beside their verdicts."""

from dataclasses import replace

import numpy as np

from solver.cards.deal import Outcome, Position, Verdict
from solver.games import VERDICTS, Batch, Budget, ContradictionError, Game, Worker
from solver.games.player_list import Who, make_player, play

__all__ = ["Table"]

_SOLVABLE = VERDICTS.index(Verdict.SOLVABLE)
_UNSOLVABLE = VERDICTS.index(Verdict.UNSOLVABLE)


class Table(Worker):
    """Decides deals as another worker does, and has each of a batch played as well.

    The referee makes the player's moves, so a deal that is won is solvable, whatever a search has
    found. Raises ``ContradictionError`` where a search calls it unsolvable.
    """

    def __init__(self, game: Game, budget: Budget, who: Who) -> None:
        """A worker with a player. Raises ``ValueError`` where the game has no such player."""
        self._game = game
        self._player = make_player(game, who)
        self._worker = game.worker(budget)

    def solve(self, start: Position, number: int) -> Outcome:
        """By the other worker."""
        return self._worker.solve(start, number)

    def check(self, batch: Batch, number: int) -> bool | None:
        """By the other worker; where it found nothing, the game that was won has told it."""
        assert batch.verdicts is not None
        assert batch.wins is not None
        place = number - batch.first
        return bool(batch.wins[place]) or self._worker.check(batch, number)

    def batch(self, first: int, count: int) -> Batch:
        """With the wins; a stopped worker leaves out the games that it has not finished."""
        found = self._worker.batch(first, count)
        assert found.verdicts is not None
        wins = np.zeros(found.count, np.int8)
        openings = np.full(found.count, -1, np.int64)
        for place in range(found.count):
            number = first + place
            played = play(self._game, self._game.start(self._game.deal(number)), self._player)
            if self.stopped:
                return _cut(found, wins, openings, place)
            if played.opening is not None:
                openings[place] = played.opening.solvable
            wins[place] = played.won
            if played.won and found.verdicts[place] == _UNSOLVABLE:
                raise ContradictionError(f"deal {number} is won, but called unsolvable")
            if played.won:
                found.verdicts[place] = _SOLVABLE
        return _cut(found, wins, openings, found.count)

    def rest(self) -> None:
        """The other worker lets go of its memory."""
        self._worker.rest()

    def stop(self) -> None:
        """Both the worker and the player."""
        super().stop()
        self._worker.stop()
        self._player.stop()


def _cut(batch: Batch, wins: np.ndarray, openings: np.ndarray, count: int) -> Batch:
    """The first ``count`` deals of a batch, with their wins."""
    assert batch.verdicts is not None
    assert batch.states is not None
    verdicts = batch.verdicts[:count]
    undecided, solvable, unsolvable = np.bincount(verdicts, minlength=3).tolist()
    return replace(
        batch,
        count=count,
        solvable=solvable,
        unsolvable=unsolvable,
        undecided=undecided,
        verdicts=verdicts,
        states=batch.states[:count],
        wins=wins[:count],
        openings=openings[:count],
    )
