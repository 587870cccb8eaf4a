"""A line of play, step by step: what happens, and what lies there then."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.cards.deal import Move, Position
from solver.games import Game


class Step(NamedTuple):
    """A move, the cards that it takes up, and the position after it.

    Without a move, the game deals again what is out.
    """

    move: Move | None
    lifted: tuple[int, ...]
    position: Position


def steps(game: Game, start: Position, moves: Sequence[Move], number: int) -> Iterator[Step]:
    """Each legal move of a deal as a step; ``number`` fixes what chance does in the game."""
    again, redealt = game.redealt(start, number) or (None, start)
    position = start
    for place, (move, lifted) in enumerate(zip(moves, game.lifted(start, moves), strict=True)):
        if place == again:
            position = redealt
            yield Step(None, (), position)
        position = game.after(position, move)
        yield Step(move, lifted, position)
    if again == len(moves):
        yield Step(None, (), redealt)
