"""What a notation is: how the deals and positions of a game are read and written."""

from abc import ABC, abstractmethod
from typing import Any

from solver.cards.deal import Deal, Position


class Notation(ABC):
    """Reads and writes the deals and positions of one game."""

    @abstractmethod
    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """The deals and positions of a text, with their places from 1.

        ``unseen``: whether what is not said may be unknown. Raises ``NotationError``, with line and
        column, for what is no such text.
        """

    @abstractmethod
    def text(self, position: Any) -> str:
        """The position as a text that reads back, without the end of its last line."""

    @abstractmethod
    def record(self, position: Any) -> dict[str, Any]:
        """The same for ``json.dumps``."""

    @abstractmethod
    def order(self, position: Any) -> tuple[int, ...] | None:
        """The cards in dealing order, where the position is a full deal."""

    def solvitaire(self, position: Any) -> str:
        """Solvitaire's JSON of it. Raises ``ValueError`` for a game that it cannot describe."""
        raise ValueError("Solvitaire's notation has no such game")
