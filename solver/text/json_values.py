"""JSON values with their places in the text, for messages that say where an error is."""

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from solver.text.scanner import NotationError, Word, line_ends

#: No deal and no list of moves is nested deeper.
_DEEPEST = 8

_TOKEN = re.compile(
    r"""(?P<mark>[\[\]{},:]) | (?P<text>"(?:[^"\\\x00-\x1f]|\\.)*") | (?P<word>[\w+\-.]+)""", re.X
)

_BLANKS = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True)
class JsonValue:
    """A value, and its place counted from 1.

    ``content`` is a text, a number, a truth value, ``None``, a list of ``JsonValue``, or a dict
    from ``Word`` (the key with its own place) to ``JsonValue``.
    """

    content: Any
    line: int
    column: int

    def fail(self, reason: str) -> NoReturn:
        """Raises ``NotationError`` with the value's place."""
        raise NotationError(reason, self.line, self.column)

    @property
    def place(self) -> Word:
        """The place alone, as an empty word."""
        return Word("", self.line, self.column)

    @property
    def members(self) -> "dict[str, JsonValue]":
        """The values of an object by their names; empty for any other value."""
        content = self.content if isinstance(self.content, dict) else {}
        return {word.text: value for word, value in content.items()}

    def word(self, wanted: str) -> Word:
        """The text that the value is. ``wanted`` says in a message what should be here."""
        if not isinstance(self.content, str):
            self.fail(f"here should be {wanted}, as a text in quotes")
        return Word(self.content, self.line, self.column)

    def items(self, wanted: str) -> "list[JsonValue]":
        """The values of the list that the value is."""
        if not isinstance(self.content, list):
            self.fail(f"here should be a list of {wanted}")
        return self.content

    def cards(self) -> list[Word]:
        """The words of a list of cards."""
        return [item.word("a card") for item in self.items("cards")]

    def fields(self, wanted: str, names: Collection[str] | None = None) -> "dict[str, JsonValue]":
        """The values of the object that the value is, by their names.

        With ``names``, there may be no other names, except with an empty value: other programs
        write such fields.
        """
        if not isinstance(self.content, dict):
            self.fail(f"here should be {wanted}, an object in braces")
        for word, value in self.content.items():
            if names is not None and word.text not in names and not value.is_empty:
                word.fail(f"unknown name {word.shown}: there are {', '.join(names)}")
        return self.members

    @property
    def is_empty(self) -> bool:
        """Whether the value is null, or an empty text, list or object."""
        return self.content in (None, "", []) or self.content == {}


def json_values(text: str) -> Iterator[JsonValue]:
    """The values of a text, one after the other, with blanks or line ends between.

    Raises ``NotationError`` where the text is no JSON.
    """
    reader = _Reader(text)
    while not reader.at_end():
        yield reader.value(0)


def json_records(text: str) -> Iterator[JsonValue]:
    """The values of a text, and in place of a list its values."""
    for value in json_values(text):
        yield from value.content if isinstance(value.content, list) else [value]


class _Reader:
    """Reads values from a text, from the left to the right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._advance(0)
        self._starts = [0, *(match.end() for match in line_ends.finditer(text))]

    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self._place == len(self._text)

    def value(self, depth: int) -> JsonValue:
        token, text = self._token("a value")
        line, column = self._where(token)
        if depth > _DEEPEST:
            raise NotationError("nested too deeply for a deal", line, column)
        content: Any
        if text == "{":
            content = self._object(depth)
        elif text == "[":
            content = self._list(depth)
        else:
            content = self._plain(text, token)
        return JsonValue(content, line, column)

    def _object(self, depth: int) -> dict[Word, JsonValue]:
        content: dict[Word, JsonValue] = {}
        names = set()
        while not self._closes("}", bool(content)):
            token, text = self._token("a name")
            name = self._plain(text, token)
            word = Word(str(name), *self._where(token))
            if not isinstance(name, str):
                word.fail("a name in quotes is missing")
            if name in names:
                word.fail(f"a second {word.shown}")
            names.add(name)
            self._expect(":")
            content[word] = self.value(depth + 1)
        return content

    def _list(self, depth: int) -> list[JsonValue]:
        content: list[JsonValue] = []
        while not self._closes("]", bool(content)):
            content.append(self.value(depth + 1))
        return content

    def _closes(self, mark: str, begun: bool) -> bool:
        """Whether the list or object ends here; else steps over the comma before its next part."""
        if self._text.startswith(mark, self._place):
            self._advance(self._place + 1)
            return True
        if begun:
            self._expect(",", f" or {mark}")
        return False

    def _expect(self, mark: str, other: str = "") -> None:
        if not self._text.startswith(mark, self._place):
            raise NotationError(f"{mark}{other} is missing", *self._where(self._place))
        self._advance(self._place + 1)

    def _plain(self, text: str, place: int) -> Any:
        try:
            return json.loads(text)
        except ValueError:
            Word(text, *self._where(place)).fail("this is no JSON")

    def _token(self, wanted: str) -> tuple[int, str]:
        """The next token, and the index where it begins."""
        place = self._place
        match = _TOKEN.match(self._text, place)
        if not match:
            what = "the text ends too early" if place == len(self._text) else "this is no JSON"
            raise NotationError(f"{what}: {wanted} is missing", *self._where(place))
        self._advance(match.end())
        return place, match.group()

    def _advance(self, place: int) -> None:
        """Goes on at a place, behind the blanks that stand there."""
        blanks = _BLANKS.match(self._text, place)
        assert blanks
        self._place = blanks.end()

    def _where(self, place: int) -> tuple[int, int]:
        line = bisect_right(self._starts, place)
        return line, place - self._starts[line - 1] + 1
