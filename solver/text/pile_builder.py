"""A position of a game with one pack, put together word by word."""

from collections.abc import Iterator, Sequence

from solver.cards.cards import RANKS, SUITS, UNKNOWN, name_of
from solver.cards.deal import Position
from solver.text.board_builder import BoardBuilder, Spot
from solver.text.board_format import RESERVES, BoardFormat
from solver.text.json_values import JsonValue
from solver.text.pack import Pack
from solver.text.scanner import Word

_RANK_NUMBERS = {"1": "A", "11": "J", "12": "Q", "13": "K"}


def card_word(value: JsonValue) -> Word:
    """The word of a card in JSON, whose rank may be a number."""
    word = value.word("a card")
    rank = _RANK_NUMBERS.get(word.text[:-1])
    return word._replace(text=rank + word.text[-1]) if rank else word


def flattened(value: JsonValue, wanted: str) -> Iterator[JsonValue]:
    """The values of a list, and in place of a list in it the values of that."""
    for item in value.items(wanted):
        yield from item.content if isinstance(item.content, list) else [item]


class PileBuilder(BoardBuilder):
    """A board with a ``BoardFormat`` as far as it has been read."""

    fields = ("foundations", "cells", "piles", "reserve", "face_down")

    def __init__(self, board_format: BoardFormat, pack: Pack) -> None:
        """An empty board."""
        reserves = dict.fromkeys((board_format.reserve, *RESERVES), self.read_reserve)
        zones = {"Cells": self.read_cells, **reserves}
        super().__init__(pack, board_format.piles, zones)
        self.format = board_format
        self.max_pile = None if board_format.builds else board_format.height
        self.cells: list[int | None] = []
        self.reserve: list[int] = []

    def turn_down(self, word: Word, spot: Spot) -> None:
        """Marks a card of a pile as face down, if there are such cards."""
        if self.format.all_up:
            word.fail("no card of this game lies face down")
        super().turn_down(word, spot)

    def read_cells(self, words: Sequence[Word], where: Word) -> None:
        """Cells; an empty one is a hyphen, or in JSON an empty word."""
        for word in words:
            if len(self.cells) == self.format.cells:
                word.fail(f"a cell too many: the game has {self.format.cells or 'none'}")
            self.cells.append(None if word.text in ("", "-") else self.open_card(word))

    def read_reserve(self, words: Sequence[Word], where: Word) -> None:
        """Cards of the reserve."""
        most = self.format.reserve_size
        for word in words:
            if len(self.reserve) == most:
                zone = self.format.reserve.lower()
                word.fail(
                    f"a card too many: the {zone} gets {most}, and nothing goes into it later"
                )
            self.reserve.append(self.open_card(word))

    def read_field(self, name: str, value: JsonValue) -> None:
        """Cells may be nested or empty, foundations are heights, ``face_down`` is a list."""
        match name:
            case "cells":
                words = [
                    item.place if item.content in (None, "", []) else card_word(item)
                    for item in flattened(value, "cells")
                ]
                self.read_cells(words, value.place)
            case "foundations":
                self.read_foundations(self._top_words(value), value.place)
            case "face_down":
                self._turn_down_all(value.cards())
            case _:
                super().read_field(name, value)

    def _top_words(self, value: JsonValue) -> list[Word]:
        """The words of foundations, ``C-7``, for an object with the height of each."""
        words = []
        for suit, height in value.fields("the heights of the foundations", tuple(SUITS)).items():
            limit = self.format.ranks if suit in SUITS[: self.format.suits] else 0
            count = height.content
            if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= limit:
                height.fail(f"a foundation holds 0 to {limit} cards, as a whole number")
            if count:
                words.append(height.place._replace(text=f"{suit}-{RANKS[count - 1]}"))
        return words

    def _turn_down_all(self, words: Sequence[Word]) -> None:
        """Marks cards of the piles, which have been read, as face down."""
        for word in words:
            found = self.named(word)
            slot = next((slot for slot, pile in enumerate(self.piles) if found in pile), None)
            if slot is None:
                word.fail(f"{name_of(found)} is face down, but lies in no pile")
            if self.piles[slot][-1] == found:
                self.fail_top_down(word)
            self.turn_down(word, (slot, self.piles[slot].index(found)))

    def position(self) -> Position:
        """The position, once all piles are there."""
        return Position(
            piles=tuple(self.piles),
            cells=(*self.cells, *[None] * (self.format.cells - len(self.cells))),
            reserve=tuple(self.reserve),
            foundations=tuple(height for (height,) in self.heights()),
            down=frozenset(self.piles[slot][row] for slot, row in self.down) - {UNKNOWN},
        )
