"""What a player is: somebody who sees a ``View``, and says how to go on.

A player is given views alone. A ``View`` has no deal in it and no number of one, so whatever a
player does, it cannot depend on cards that nobody has seen.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from solver.cards.deal import Move
from solver.cards.view import View

#: Changes whenever a player may choose another move than before.
PLAYERS_VERSION = "1"


@dataclass(frozen=True)
class PlayerSpec:
    """Which player: its name, the arrangements that it draws at a decision, and the seed.

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
    def from_settings(cls, settings: Mapping[str, str]) -> "PlayerSpec | None":
        """The player that ``settings`` has told, if there is one."""
        if "player" not in settings:
            return None
        samples, seed = (int(settings.get(name, 0)) for name in ("samples", "seed"))
        return cls(settings["player"], samples, seed)


@dataclass(frozen=True)
class Choice:
    """A way to go on that a player has looked at: the moves up to the next unseen card.

    Of ``count`` arrangements ``solvable`` can be won after these moves with every card seen, and
    ``undecided`` ones took too long to tell. A player who draws none has a count of 0.
    """

    moves: tuple[Move, ...]
    solvable: int = 0
    undecided: int = 0
    count: int = 0


@dataclass(frozen=True)
class Plan:
    """What a player does next: the moves of the first of its choices, which come best first.

    ``solvable`` and ``undecided`` of ``count`` arrangements could be won before the moves. No
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
class PlayerKind:
    """A player that a game has. ``samples``: the arrangements that it draws by default.

    0 for one that draws none. ``make``: makes it, from the game's rules.
    """

    summary: str
    make: Callable[[Any, PlayerSpec], Player]
    samples: int = 0


@dataclass(frozen=True)
class Hidden:
    """What a game has for those who do not see all its cards.

    ``players``: by name. ``chance_samples``, ``hint_samples``: arrangements of the hidden cards
    that are tried by default. ``states``: the states that each may take by default, ``None`` for as
    many as a deal.
    """

    players: Mapping[str, PlayerKind]
    chance_samples: int = 400
    hint_samples: int = 100
    states: int | None = None
