"""Arrangements of the hidden cards, as a piece of work.

An *arrangement* puts the unseen cards of a position into its unknown places, in one of the possible
orders. It has a number, which fixes what chance still decides in the game, where nobody knows it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.cards.deal import Move, Position


@dataclass(frozen=True)
class Question:
    """Whether an arrangement can be won after a move, asked for some moves; ``None`` is no move.

    ``seen``: the position before the moves, with unknown places.
    """

    game: Any
    seen: Position
    moves: tuple[Move | None, ...] = (None,)


@dataclass(frozen=True)
class Piece:
    """A question about the arrangements ``first``, ``first + 1``, …: an order of cards each."""

    question: Question
    first: int
    orders: Sequence[tuple[int, ...]]

    def __len__(self) -> int:
        """The number of positions to be decided."""
        return len(self.orders) * len(self.question.moves)

    def position(self, place: int) -> Position:
        """One of them, with every card known: those of an arrangement follow each other."""
        game, moves = self.question.game, self.question.moves
        arrangement, row = divmod(place, len(moves))
        order, move = self.orders[arrangement], moves[row]
        start: Position = game.completed(self.question.seen, order, self.first + arrangement)
        return start if move is None else game.rules.apply(start, move)
