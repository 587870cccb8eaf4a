"""From the search's moves to the moves of a player.

The search says only which card gets which symbol. It leaves open where runs lie
(``kernel/runs.py``). A line of play keeps a real position, in which they lie somewhere, and moves
the runs that are in the way before each move.
"""

from itertools import pairwise

import numpy as np
import numpy.typing as npt

from solver.cards.cards import fits
from solver.cards.deal import Kind, Move, Place, Position
from solver.games.trevi import rules as referee
from solver.games.trevi.kernel.state import IN_CELL, IN_RUN, SYMBOLS, UP
from solver.games.trevi.rules import TreviRules


class Line:
    """A line of play from a position: single moves, each played by the referee.

    A move of the search is possible by the counting of ``kernel/runs.py``. If one is not, the
    counting or the search is wrong, and the methods raise ``RuntimeError``.
    """

    def __init__(self, rules: TreviRules, position: Position) -> None:
        """Starts a line at ``position``."""
        self.rules = rules
        self.position = position
        self.moves: list[Move] = []

    def play(self, log: npt.NDArray[np.int64]) -> None:
        """Plays a log of the search (``kernel/moves.put``)."""
        for entry in log[1 : 1 + log[0]]:
            card, symbol = divmod(int(entry), SYMBOLS)
            if symbol == IN_RUN:
                self._move(card, self._place_for(card))
                continue
            self._free(card)
            if symbol == UP:
                self._move(card, Place(Kind.FOUNDATION, card & 3))
            elif symbol == IN_CELL:
                self._move(card, Place(Kind.CELL, self.position.cells.index(None)))

    def finish(self) -> None:
        """Plays the rest up, where every pile is one run."""
        while not self.rules.is_won(self.position):
            position = self.position
            free = {*(pile[-1] for pile in position.piles if pile), *position.cells}
            free.update(position.reserve)
            up = [suit for suit in range(4) if 4 * position.foundations[suit] + suit in free]
            if not up:
                raise RuntimeError("a position that was taken as won is not")
            for suit in up:
                card = 4 * position.foundations[suit] + suit
                self._move(card, Place(Kind.FOUNDATION, suit))

    def _free(self, card: int) -> None:
        """Moves the run that lies on a card of a pile away."""
        for pile in self.position.piles:
            if card in pile[:-1]:
                child_card = pile[pile.index(card) + 1]
                self._move(child_card, self._place_for(child_card))

    def _place_for(self, card: int) -> Place:
        """A pile that takes a card: an open parent, else an empty pile."""
        place = self._open_parent(card)
        while place is None:
            if () in self.position.piles:
                place = Place(Kind.PILE, self.position.piles.index(()))
            else:
                self._merge()
        return place

    def _open_parent(self, card: int) -> Place | None:
        for slot, pile in enumerate(self.position.piles):
            if pile and fits(card, pile[-1]):
                return Place(Kind.PILE, slot)
        return None

    def _merge(self) -> None:
        """Moves a pile that is one run onto an open parent."""
        for pile in self.position.piles:
            in_sequence = all(fits(card, under) for under, card in pairwise(pile))
            target = self._open_parent(pile[0])
            if in_sequence and self.position.down.isdisjoint(pile) and target is not None:
                self._move(pile[0], target)
                return
        raise RuntimeError("a move of the search needs an empty pile, and there is none")

    def _move(self, card: int, target: Place) -> None:
        self._apply(Move(card, referee.place_of(self.position, card), target))

    def _apply(self, move: Move) -> None:
        self.position = self.rules.apply(self.position, move)
        self.moves.append(move)
