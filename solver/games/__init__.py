"""The games: the one registry of them. What a game is: ``base.py``."""

from collections.abc import Mapping

from solver.games.base import Game
from solver.games.caesar.game import CaesarGame
from solver.games.caesar.rules import CAESAR
from solver.games.flower.game import FlowerGame
from solver.games.flower.rules import FLOWER
from solver.games.search import MEMORY_MIB, VERDICTS, Batch, Budget, ContradictionError, Worker
from solver.games.switches import SwitchError, switch_text, switch_texts
from solver.games.talon.game import OlgaGame, RedBlackGame
from solver.games.talon.olga import OLGA
from solver.games.talon.red_black import RED_BLACK
from solver.games.trevi.game import TreviGame
from solver.games.trevi.rules import STONEWALL, TREVI

__all__ = [
    "GAMES",
    "MEMORY_MIB",
    "RESERVED",
    "VERDICTS",
    "Batch",
    "Budget",
    "ContradictionError",
    "Game",
    "SwitchError",
    "UnknownGameError",
    "Worker",
    "changed_switches",
    "find",
    "from_description",
    "switch_text",
    "switch_texts",
]


class UnknownGameError(ValueError):
    """No game has this name."""


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        TreviGame("trevi", TREVI),
        TreviGame("stonewall", STONEWALL),
        FlowerGame("flower", FLOWER),
        OlgaGame("olga", OLGA),
        RedBlackGame("red-black", RED_BLACK),
        CaesarGame("caesar", CAESAR),
    )
}

#: Names that are kept free, and the error for those who ask for them.
RESERVED = {
    "flower-classic": (
        "flower-classic, the Flower Garden whose beds build down regardless of suit, is not built"
        " yet; the game 'flower' is the one in which nothing is built on the beds"
    )
}


def find(name: str) -> Game:
    """The game of a name, under its own rules. Raises ``UnknownGameError`` that names all games."""
    if name in RESERVED:
        raise UnknownGameError(RESERVED[name])
    if name not in GAMES:
        raise UnknownGameError(f"unknown game '{name}': the games are {', '.join(GAMES)}")
    return GAMES[name]


def from_description(texts: Mapping[str, str]) -> Game:
    """The game that ``described`` has described, perhaps among other things.

    Raises ``ValueError`` where there is no such game.
    """
    game = find(texts["game"])
    named = [name for name in switch_texts(game.rules) if name in texts]
    return game.with_rules(f"{name}={texts[name]}" for name in named)


def changed_switches(game: Game) -> dict[str, str]:
    """Those switches, and their values, that are not as the game of this name has them."""
    own = switch_texts(GAMES[game.name].rules)
    return {name: value for name, value in switch_texts(game.rules).items() if value != own[name]}
