"""What a player is: somebody who sees a ``View``, and says how to go on.

A player is given views alone. A ``View`` has no deal in it and no number of one, so whatever a
player does, it cannot depend on cards that nobody has seen.
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from dataclasses import dataclass

from solver.cards.deal import IllegalMove, Move, Position
from solver.cards.view import View
from solver.games import ContradictionError, Game

__all__ = ["Choice", "Plan", "Played", "Player", "Turn", "Who", "play", "turns"]


@dataclass(frozen=True)
class Who:
    """Which player: its name, the completions that it draws at a decision, and the seed.

    ``samples`` is 0 for a player who draws none; then the seed means nothing.
    """

    name: str
    samples: int = 0
    seed: int = 0

    def settings(self) -> dict[str, str]:
        """What a run depends on, by name."""
        if not self.samples:
            return {"player": self.name}
        return {"player": self.name, "samples": str(self.samples), "seed": str(self.seed)}

    @classmethod
    def from_settings(cls, settings: Mapping[str, str]) -> "Who | None":
        """The player that ``settings`` has told, if there is one."""
        if "player" not in settings:
            return None
        samples, seed = (int(settings.get(name, 0)) for name in ("samples", "seed"))
        return cls(settings["player"], samples, seed)


@dataclass(frozen=True)
class Choice:
    """A way to go on that a player has looked at: the moves up to the next unseen card.

    Of ``count`` completions ``solvable`` can be won after these moves with every card seen, and
    ``undecided`` ones took too long to tell. A player who draws none has a count of 0.
    """

    moves: tuple[Move, ...]
    solvable: int = 0
    undecided: int = 0
    count: int = 0


@dataclass(frozen=True)
class Plan:
    """What a player does next: the moves of the first of its choices, which come best first.

    ``solvable`` and ``undecided`` of ``count`` completions could be won before the moves. No
    choices: the player sees no way to go on.
    """

    choices: tuple[Choice, ...] = ()
    solvable: int = 0
    undecided: int = 0
    count: int = 0

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves to be made."""
        return self.choices[0].moves if self.choices else ()


class Player(ABC):
    """Somebody who does not see the hidden cards; for one thread."""

    stopped = False

    @abstractmethod
    def plan(self, view: View) -> Plan:
        """How to go on, up to the next card that turns up, or to the end.

        The same for equal views. A player that was stopped may plan anything.
        """

    def stop(self) -> None:
        """Makes a running call, and later ones, return early. Any thread may call this."""
        self.stopped = True


@dataclass(frozen=True)
class Turn:
    """One plan of a player, where it was made and where it has led."""

    view: View
    position: Position
    plan: Plan
    after: Position


@dataclass(frozen=True)
class Played:
    """How a game ended. ``opening``: the first plan for which completions were drawn, if any."""

    won: bool
    opening: Plan | None


def turns(game: Game, start: Position, player: Player) -> Generator[Turn, None, None]:
    """A whole game, plan by plan; it ends where it is won, or the player sees no way to go on.

    The referee makes each move. Raises ``ContradictionError`` where it refuses one.
    """
    position = start
    while not game.is_won(position) and not player.stopped:
        view = View.of(game.pack(), position)
        plan = player.plan(view)
        if player.stopped:  # it may have planned anything
            return
        after = position
        try:
            for move in plan.moves:
                after = game.after(after, move)
        except IllegalMove as error:
            raise ContradictionError(f"the referee refuses a player's move: {error}") from None
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
    return Played(game.is_won(position), opening)
