"""The lines of a text and their words, with places for messages that say where an error is."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby, islice
from typing import NamedTuple, NoReturn

from solver.cards.cards import UNKNOWN, name_of, names_of, parse_card

#: What ends a line.
line_ends = re.compile(r"\r\n|\r|\n")

#: Variation selectors, which say whether a suit is shown as a letter or as a picture.
_SELECTORS = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))

#: No more words of a line are read: one of so many is wrong, or a card is there too often.
_MOST_WORDS = 256

_WORD = re.compile(r"\S+")

#: A message cuts a text that is longer.
_SHOWN = 16

_UNKNOWN = name_of(UNKNOWN)

_parsed = lru_cache(maxsize=512)(parse_card)


class NotationError(ValueError):
    """A text that is no deal: the reason, with line and column from 1 where they are known."""

    def __init__(self, reason: str, line: int | None = None, column: int | None = None) -> None:
        """Puts the place before the reason."""
        places = [("line", line), ("column", column)]
        where = ", ".join(f"{name} {number}" for name, number in places if number is not None)
        super().__init__(f"{where}: {reason}" if where else reason)
        self.line = line
        self.column = column


class Word(NamedTuple):
    """A part of a text, with its place from 1; without a column it stands for the whole line."""

    text: str
    line: int
    column: int | None

    def fail(self, reason: str) -> NoReturn:
        """Raises ``NotationError`` with the word's place."""
        raise NotationError(reason, self.line, self.column)

    @property
    def shown(self) -> str:
        """The text for a message: in quotes, cut where it is long, with escapes."""
        return repr(self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…")

    @property
    def is_unknown(self) -> bool:
        """Whether the word is ``??``, an unknown card."""
        return self.text == _UNKNOWN

    @property
    def place(self) -> str:
        """Line and column, in the words of a message."""
        return f"line {self.line}" + ("" if self.column is None else f", column {self.column}")

    def card(self) -> int:
        """The card that the word names."""
        if len(self.text) > _SHOWN:
            self.fail(f"{self.shown} is no card")
        try:
            return _parsed(self.text)
        except ValueError as error:
            self.fail(str(error))


def plain(text: str) -> str:
    """The text without the byte order mark, and without the variation selectors of ``♠️``."""
    return text.removeprefix("\ufeff").translate(_SELECTORS)


def is_json(text: str) -> bool:
    """Whether the text begins as JSON does."""
    return text.lstrip().startswith(("{", "["))


class Line(NamedTuple):
    """A line: its number from 1, its label, ``None`` without a colon, and what follows it.

    ``start``: the index in ``raw`` at which that begins.
    """

    number: int
    label: Word | None
    raw: str
    start: int

    @property
    def words(self) -> tuple[Word, ...]:
        """The words after the label."""
        return words_of(self.raw, self.number, self.start)

    @property
    def length(self) -> int:
        """The number of words after the label."""
        return len(self.raw[self.start :].split())

    @property
    def cards(self) -> tuple[int, ...]:
        """The cards of a line of nothing but cards; of any other line none."""
        try:
            return tuple(map(_parsed, self.raw.split()))
        except ValueError:
            return ()

    @property
    def whole(self) -> Word:
        """The line itself, for a message."""
        return Word("", self.number, None)

    @property
    def is_pile(self) -> bool:
        """Whether the line has no label, or an empty one."""
        return self.label is None or not self.label.text


def words_of(raw: str, number: int, start: int = 0, most: int = _MOST_WORDS) -> tuple[Word, ...]:
    """The first words of line ``number`` from index ``start`` on, at most ``most`` of them."""
    matches = islice(_WORD.finditer(raw, start), most)
    return tuple(Word(match.group(), number, match.start() + 1) for match in matches)


def lines_of(text: str) -> Iterator[Line]:
    """The lines that are neither blank nor comments, which begin with ``#``."""
    for number, raw in enumerate(line_ends.split(text), start=1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        head, colon, _ = raw.partition(":")
        if colon:
            label = Word(head.strip(), number, len(head) - len(head.lstrip()) + 1)
            yield Line(number, label, raw, len(head) + 1)
        else:
            yield Line(number, None, raw, 0)


def boards_of(lines: Iterable[Line], piles: int) -> Iterator[list[Line]]:
    """The lines of each board of a text; a board has ``piles`` piles.

    The next board begins after a gap, blank lines or comments, if the board before it has all its
    piles and another one follows before the next gap.
    """
    board: list[Line] = []
    laid = 0
    for block in _blocks(lines):
        more = sum(line.is_pile for line in block)
        if more and laid >= piles:
            yield board
            board, laid = [], 0
        board += block
        laid += more
    if board:
        yield board


@contextmanager
def on_board(line: int | None) -> Iterator[None]:
    """Gives an error without a place the first line of its board, ``None`` for a lone board."""
    try:
        yield
    except NotationError as error:
        if error.line is None and line is not None:
            raise NotationError(str(error), line) from None
        raise


def _blocks(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """Lines without a gap between them: their numbers rise as their places do."""
    for _, block in groupby(enumerate(lines), key=lambda each: each[1].number - each[0]):
        yield [line for _, line in block]


def decoded(data: bytes) -> str:
    """The text of a file. Raises ``NotationError`` where it is not UTF-8."""
    body = data.removeprefix(BOM_UTF8)
    try:
        return body.decode()
    except UnicodeDecodeError as error:
        lines = line_ends.split(body[: error.start].decode())
        place = len(data) - len(body) + error.start
        reason = f"not a text: byte {place} is not UTF-8"
        raise NotationError(reason, len(lines), len(lines[-1]) + 1) from None


def listed(cards: Sequence[int]) -> str:
    """The first cards by name, the number of the others, and the verb: ``AC AD are``."""
    if len(cards) > 5:
        return f"{names_of(cards[:4])} and {len(cards) - 4} more are"
    return f"{names_of(cards)} {'is' if len(cards) == 1 else 'are'}"
