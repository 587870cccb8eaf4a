"""What the notations of all games have in common."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from solver.cards.deal import Deal, Position
from solver.text.json_values import JsonValue, json_records
from solver.text.scanner import Line, NotationError, is_json, lines_of, plain


class Notation(ABC):
    """How the deals and positions of a game are written, as text and as JSON."""

    #: The message for a text without a deal.
    nothing: ClassVar[str] = "there is no deal: the text is empty"

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """The deals of a text, each with its place from 1; boards and JSON as positions.

        Unknown cards stay ``UNKNOWN``. ``unseen``: whether what chance decides may be unknown too.
        Raises ``NotationError`` for the first error, anywhere in the text.
        """
        text = plain(text)
        if is_json(text):
            found = [self._from_record(record) for record in json_records(text)]
        else:
            found = list(self._from_lines(lines_of(text)))
        if not found:
            raise NotationError(self.nothing)
        return [
            (place, replace(one, number=place) if isinstance(one, Deal) else one)
            for place, one in enumerate(found, start=1)
        ]

    @abstractmethod
    def _from_lines(self, lines: Iterator[Line]) -> Iterator[Deal | Position]:
        """The deals of some lines; ``read`` numbers them."""

    @abstractmethod
    def _from_record(self, record: JsonValue) -> Deal | Position:
        """The deal of a JSON value; ``read`` numbers it."""

    @abstractmethod
    def text(self, position: Any) -> str:
        """The position as a text that reads back, without the end of its last line."""

    @abstractmethod
    def record(self, position: Any) -> dict[str, Any]:
        """The position for ``json.dumps``."""

    def solvitaire(self, position: Any) -> str | None:
        """Solvitaire's JSON of it; ``None`` for a game that Solvitaire cannot describe."""
        return None

    @abstractmethod
    def order(self, position: Any) -> tuple[int, ...] | None:
        """The cards in dealing order if the position is a full deal, otherwise ``None``."""
