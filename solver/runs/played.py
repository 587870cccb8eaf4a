"""Deals played by somebody who does not see the hidden cards, beside their verdicts."""

import numpy as np

from solver.cards.deal import Outcome, Position, Verdict
from solver.games import VERDICTS, Batch, Budget, ContradictionError, Game, Worker
from solver.games.players import PlayerSpec
from solver.games.playing import make_player, play
from solver.games.search import Rows

_SOLVABLE = VERDICTS.index(Verdict.SOLVABLE)
_UNSOLVABLE = VERDICTS.index(Verdict.UNSOLVABLE)


class Table(Worker):
    """Decides deals as another worker does, and has each of a batch played as well.

    The referee makes the player's moves, so a deal that is won is solvable, whatever a search has
    found. Raises ``ContradictionError`` where a search calls it unsolvable.
    """

    def __init__(self, game: Game, budget: Budget, who: PlayerSpec) -> None:
        """A worker with a player. Raises ``ValueError`` where the game has no such player."""
        self._game = game
        self._player = make_player(game, who)
        self._worker = game.search.worker(budget)

    def solve(self, start: Position, number: int) -> Outcome:
        """By the other worker."""
        return self._worker.solve(start, number)

    def check(self, batch: Batch, number: int) -> bool | None:
        """By the other worker; for a deal that the player has won, its game is the check."""
        assert batch.rows
        assert batch.rows.wins is not None
        place = number - batch.first
        return bool(batch.rows.wins[place]) or self._worker.check(batch, number)

    def batch(self, first: int, count: int) -> Batch:
        """With the wins; a stopped worker leaves out the games that it has not finished."""
        rows = self._worker.batch(first, count).rows
        assert rows
        wins, openings = [], []
        for place in range(len(rows.verdicts)):
            number = first + place
            played = play(self._game, self._game.start(self._game.deal(number)), self._player)
            if self.stopped:
                break
            wins.append(played.won)
            openings.append(played.opening.solvable if played.opening else -1)
            if played.won and rows.verdicts[place] == _UNSOLVABLE:
                raise ContradictionError(f"deal {number} is won, but called unsolvable")
            if played.won:
                rows.verdicts[place] = _SOLVABLE
        done = slice(len(wins))
        columns = (np.array(wins, np.int8), np.array(openings, np.int64))
        return Batch.of(first, Rows(rows.verdicts[done], rows.states[done], None, *columns))

    def rest(self) -> None:
        """The other worker lets go of its memory."""
        self._worker.rest()

    def stop(self) -> None:
        """Both the worker and the player."""
        super().stop()
        self._worker.stop()
        self._player.stop()
