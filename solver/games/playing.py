"""Whole games of players who do not see the hidden cards, made move by move by the referee."""

from collections.abc import Generator
from dataclasses import dataclass

from solver.cards.deal import IllegalMove, Position
from solver.cards.view import View
from solver.games.base import Game
from solver.games.players import Plan, Player, PlayerSpec
from solver.games.search import ContradictionError


def make_player(game: Game, spec: PlayerSpec) -> Player:
    """A new player. Raises ``ValueError`` where the game has none of this name."""
    players = game.hidden.players if game.hidden else {}
    if spec.name not in players:
        raise ValueError(no_player_text(game, spec.name))
    return players[spec.name].make(game.rules, spec)


def no_player_text(game: Game, name: str) -> str:
    """The error for a player that a game has not, with those that it has."""
    names = ", ".join(game.hidden.players) if game.hidden else ""
    there = f"its players are {names}" if names else "it has none"
    return f"{game.name} has no player '{name}': {there}"


@dataclass(frozen=True)
class Turn:
    """One plan of a player, where it was made and where it has led."""

    view: View
    position: Position
    plan: Plan
    after: Position


@dataclass(frozen=True)
class Played:
    """How a game ended. ``opening``: the first plan for which arrangements were drawn, if any."""

    won: bool
    opening: Plan | None


def turns(game: Game, start: Position, player: Player) -> Generator[Turn, None, None]:
    """A whole game, plan by plan; it ends where it is won, or the player sees no way to go on.

    The referee makes each move. Raises ``ContradictionError`` where it refuses one.
    """
    position = start
    while not game.rules.is_won(position) and not player.stopped:
        view = View.of(game.rules.deck, position)
        plan = player.plan(view)
        if player.stopped:  # it may have planned anything
            return
        after = position
        try:
            for move in plan.moves:
                after = game.rules.apply(after, move)
        except IllegalMove as error:
            raise ContradictionError(f"the referee rejects a player's move: {error}") from None
        yield Turn(view, position, plan, after)
        if not plan.moves:
            return
        position = after


def play(game: Game, start: Position, player: Player) -> Played:
    """A whole game, and how it ended."""
    position, opening = start, None
    for turn in turns(game, start, player):
        position = turn.after
        if opening is None and turn.plan.count > 1:
            opening = turn.plan
    return Played(game.rules.is_won(position), opening)
