"""Words of a text with their places, for messages that say where something is wrong."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple, NoReturn

from solver.cards.cards import UNKNOWN, name_of, names_of, parse_card

__all__ = [
    "Line",
    "NotationError",
    "Word",
    "boards_of",
    "decoded",
    "line_ends",
    "lines_of",
    "listed",
    "on_board",
    "plain",
]

#: What ends a line.
line_ends = re.compile(r"\r\n|\r|\n")

#: What says whether a suit's symbol is shown as a letter or as a picture.
_SELECTORS = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))

#: Words of a line that are looked at: with so many, one of the first is wrong or there twice.
_MOST_WORDS = 256

_WORD = re.compile(r"\S+")

#: Texts that are longer are cut where a message shows them.
_SHOWN = 16


class NotationError(ValueError):
    """A text that is no deal: what is wrong, with line and column, from 1, where there is one."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        """Puts the place before the reason."""
        places = [("line", line), ("column", column)]
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {reason}" if where else reason)
        self.line = line
        self.column = column


class Word(NamedTuple):
    """A part of a text, with its place counted from 1; without a column it stands for a line."""

    text: str
    line: int
    column: int | None

    def fail(self, reason: str) -> NoReturn:
        """Raises ``NotationError`` with the word's place."""
        raise NotationError(reason, self.line, self.column)

    @property
    def shown(self) -> str:
        """The text in quotes, cut where it is long, without characters that cannot be printed."""
        return repr(self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…")

    @property
    def is_unknown(self) -> bool:
        """Whether the word stands for a card that nobody has seen."""
        return self.text == name_of(UNKNOWN)

    @property
    def place(self) -> str:
        """Where the word is, as a message says it."""
        return f"line {self.line}" + ("" if self.column is None else f", column {self.column}")

    def card(self) -> int:
        """The card that the word names."""
        if len(self.text) > _SHOWN:
            self.fail(f"{self.shown} is no card")
        try:
            return parse_card(self.text)
        except ValueError as error:
            self.fail(str(error))


def plain(text: str) -> str:
    """The text without the byte order mark, and without the variation selectors of ``♠️``."""
    return text.removeprefix("\ufeff").translate(_SELECTORS)


class Line(NamedTuple):
    """A line: its label, ``None`` where there is no colon, and its words."""

    number: int
    label: Word | None
    words: tuple[Word, ...]

    @property
    def whole(self) -> Word:
        """The line itself, for a message."""
        return Word("", self.number, None)


def lines_of(text: str) -> Iterator[Line]:
    """The lines that say something: neither blank nor begun with ``#``."""
    for number, raw in enumerate(line_ends.split(text), start=1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        head, colon, _ = raw.partition(":")
        label = None
        start = 0
        if colon:
            column = len(head) - len(head.lstrip()) + 1
            label = Word(head.strip(), number, column)
            start = len(head) + 1
        matches = islice(_WORD.finditer(raw, start), _MOST_WORDS)
        words = tuple(Word(match.group(), number, match.start() + 1) for match in matches)
        yield Line(number, label, words)


def boards_of(lines: Iterable[Line], piles: int) -> Iterator[list[Line]]:
    """The lines of each board of a text, a board having so many piles.

    Another board begins after a blank line, or one that says nothing, where all piles of the one
    before are there, and more follow before the next such line.
    """
    board: list[Line] = []
    laid = 0
    for block in _blocks(lines):
        more = sum(line.label is None or not line.label.text for line in block)
        if more and laid >= piles:
            yield board
            board, laid = [], 0
        board += block
        laid += more
    if board:
        yield board


@contextmanager
def on_board(line: int | None) -> Iterator[None]:
    """What is said of a whole board is said with its first line, where it is not the only one."""
    try:
        yield
    except NotationError as error:
        if error.line is None and line is not None:
            raise NotationError(str(error), line) from None
        raise


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines that follow each other, as long as nothing lies between."""
    block: list[Line] = []
    for line in lines:
        if block and line.number > block[-1].number + 1:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def decoded(data: bytes) -> str:
    """The text of a file. Raises ``NotationError`` where it is no UTF-8, and so no text."""
    body = data.removeprefix(BOM_UTF8)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        lines = line_ends.split(body[: error.start].decode())
        place = len(data) - len(body) + error.start
        reason = f"not a text: byte {place} is not UTF-8"
        raise NotationError(reason, len(lines), len(lines[-1]) + 1) from None


def listed(cards: Sequence[int]) -> str:
    """Some of the cards, and the verb that goes with them."""
    if len(cards) > 5:
        return f"{names_of(cards[:4])} and {len(cards) - 4} more are"
    return f"{names_of(cards)} {'is' if len(cards) == 1 else 'are'}"
