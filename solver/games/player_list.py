"""Players who do not see the hidden cards: the one list of them, by game.

What a player is: ``base.py``. The room knows the games; the odds know this room.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solver.games import Game, Olga, RedBlack, Trevi
from solver.games.players import Choice, Plan, Played, Player, Turn, Who, play, turns

__all__ = [
    "PLAYERS_VERSION",
    "Choice",
    "Plan",
    "Played",
    "Player",
    "Turn",
    "Who",
    "make_player",
    "play",
    "players_of",
    "turns",
]

#: Changes whenever a player may choose another move than before.
PLAYERS_VERSION = "1"


@dataclass(frozen=True)
class Kind:
    """A player that a game has. ``samples``: the completions that it draws where nothing is said.

    0 for one who draws none.
    """

    summary: str
    make: Callable[[Game, Who], Player]
    samples: int = 0


def _trevi_greedy(game: Game, who: Who) -> Player:
    from solver.games.trevi.hidden.players import Greedy

    return Greedy(game.rules)


def _trevi_planner(game: Game, who: Who) -> Player:
    from solver.games.trevi.hidden.players import Planner

    return Planner(game.rules)


def _trevi_sampling(game: Game, who: Who) -> Player:
    from solver.games.trevi.hidden.players import Sampling

    return Sampling(game.rules, who)


def _talon_greedy(game: Game, who: Who) -> Player:
    from solver.games.talon.hidden.players import Greedy

    return Greedy(game.rules)


_GREEDY = Kind("makes the first move of a short list, and looks no move ahead", _talon_greedy)

_KINDS: Mapping[type[Game], Mapping[str, Kind]] = {
    Trevi: {
        "greedy": Kind("makes the move that looks best, and never searches", _trevi_greedy),
        "planner": Kind("searches what it can do before the next card turns up", _trevi_planner),
        "sampling": Kind("asks how the unseen cards may lie", _trevi_sampling, samples=100),
    },
    Olga: {"greedy": _GREEDY},
    RedBlack: {"greedy": _GREEDY},
}


def players_of(game: Game) -> Mapping[str, Kind]:
    """The players that a game has, by name; none where no card is hidden, or none is made yet."""
    return _KINDS.get(type(game), {})


def make_player(game: Game, who: Who) -> Player:
    """A new player. Raises ``ValueError`` where the game has none of this name."""
    kinds = players_of(game)
    if who.name not in kinds:
        raise ValueError(no_player_text(game, who.name))
    return kinds[who.name].make(game, who)


def no_player_text(game: Game, name: str) -> str:
    """That a game has no player of this name, and whom it has."""
    names = ", ".join(players_of(game))
    there = f"its players are {names}" if names else "it has none"
    return f"{game.name} has no player '{name}': {there}"
