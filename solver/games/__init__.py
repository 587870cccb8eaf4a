"""The games: the one list of them. What each of them can do: ``base.py``."""

from collections.abc import Mapping

from solver.games.base import (
    MEMORY_MIB,
    VERDICTS,
    Batch,
    Budget,
    ContradictionError,
    CountedGame,
    ForcedGame,
    Game,
    PileGame,
    Worker,
)
from solver.games.caesar.game import Caesar
from solver.games.caesar.rules import CAESAR
from solver.games.flower import rules as flower_rules
from solver.games.flower.game import Flower
from solver.games.switches import SwitchError, switch_text, switch_texts, with_switches
from solver.games.talon.game import Olga, RedBlack, TalonGame
from solver.games.talon.olga import OLGA
from solver.games.talon.red_black import RED_BLACK
from solver.games.trevi import rules as trevi_rules
from solver.games.trevi.game import Trevi

__all__ = [
    "GAMES",
    "MEMORY_MIB",
    "RESERVED",
    "VERDICTS",
    "Batch",
    "Budget",
    "Caesar",
    "ContradictionError",
    "CountedGame",
    "Flower",
    "ForcedGame",
    "Game",
    "Olga",
    "PileGame",
    "RedBlack",
    "SwitchError",
    "TalonGame",
    "Trevi",
    "UnknownGameError",
    "Worker",
    "changed_switches",
    "find",
    "from_description",
    "switch_text",
    "switch_texts",
    "with_switches",
]


class UnknownGameError(ValueError):
    """No game has this name."""


GAMES: dict[str, Game] = {
    game.name: game
    for game in (
        Trevi(
            "trevi",
            "Trevi Garden",
            "six piles, two cells and a fountain; piles build down in alternating colours",
            trevi_rules.TREVI,
        ),
        Trevi(
            "stonewall",
            "Stonewall",
            "Trevi Garden without cells: six piles and a reserve of sixteen",
            trevi_rules.STONEWALL,
        ),
        Flower(
            "flower",
            "Flower Garden",
            "six beds and a bouquet; nothing is built on the beds, so play is forced",
            flower_rules.FLOWER,
        ),
        Olga(
            "olga",
            "The Olga",
            "four piquet packs on a bed of seven columns, and a talon; one pass through the hand",
            OLGA,
        ),
        RedBlack(
            "red-black",
            "Red and Black",
            "two packs, eight Volunteers and a talon, which becomes the hand once more",
            RED_BLACK,
        ),
        Caesar(
            "caesar",
            "Caesar",
            "nine cards in a square, swapped until all eight lines sum to fifteen",
            CAESAR,
        ),
    )
}

#: Names that are kept free, and what is said to who asks for them.
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
    named = [name for name in switch_texts(game) if name in texts]
    return with_switches(game, (f"{name}={texts[name]}" for name in named))


def changed_switches(game: Game) -> dict[str, str]:
    """Those switches, and their values, that are not as the game of this name has them."""
    own = switch_texts(GAMES[game.name])
    return {name: value for name, value in switch_texts(game).items() if value != own[name]}
