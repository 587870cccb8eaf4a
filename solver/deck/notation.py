"""Deals and positions as text: reading and writing.

A file holds one *board*, or one *flat* deal a line. Blank lines, and lines that begin with ``#``,
are skipped. A card is ``7C``, ``th``, ``10♥``. A flat deal is the cards in dealing order. A board::

    Foundations: H-0 C-0 D-0 S-0    the last rank up of each suit, 0 = none
    Cells: 8H -                     a hyphen is an empty cell
    : JD 7C <AD> ?? 4C 4D           a line a pile, bottom to top; the colon may be left out
    Fountain: JH 7D                 Reserve and Bouquet mean the same
    Face-down: none

``<7C>`` is a card that lies face down and is known, ``??`` one that lies face down and is not. A
board that is a full deal, without such marks and without the last line, has the face-down rows of
its game; in every other position what is not marked lies face up. Without a line ``Foundations``
the missing cards must be the lowest of each suit: those are up. Lines with a label may be left out.

Nothing here knows a game: what is particular to one is its ``Layout``.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from typing import NamedTuple, NoReturn

from solver.deck.cards import (
    RANKS,
    SUITS,
    UNKNOWN,
    card,
    name_of,
    names_of,
    pack,
    parse_card,
    rank_of,
    suit_of,
)
from solver.deck.deal import Deal, Position

__all__ = ["Layout", "NotationError", "board_text", "flat_text", "read_deals"]

_FOUNDATIONS = "Foundations"
_CELLS = "Cells"
_FACE_DOWN = "Face-down"
_RESERVES = ("Fountain", "Reserve", "Bouquet")

#: No pile of a board has more cards: a longer line without a label is a flat deal.
_LONGEST_PILE = 20

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


@dataclass(frozen=True)
class Layout:
    """What a game's boards look like.

    ``piles`` piles get ``height`` cards each, row by row (the last row has ``last_row`` cards where
    that is set), then each of the ``cells`` gets one; the rest of the pack, ``ranks`` of ``suits``,
    is the reserve. ``hidden_rows``: the rows that lie
    face down in a full deal, counted from the bottom from 0; a top card never does. ``reserve``:
    the label of the reserve, one of Fountain, Reserve and Bouquet.
    """

    piles: int
    height: int
    cells: int = 0
    hidden_rows: tuple[int, ...] = ()
    reserve: str = "Reserve"
    ranks: int = 13
    suits: int = 4
    last_row: int | None = None

    def __post_init__(self) -> None:
        """Refuses a label that would not read back."""
        if self.reserve not in _RESERVES:
            raise ValueError(f"the label {self.reserve!r} is none of {', '.join(_RESERVES)}")

    @property
    def deck_size(self) -> int:
        """The number of cards of the pack."""
        return self.ranks * self.suits

    @property
    def heights(self) -> tuple[int, ...]:
        """The cards dealt to each pile."""
        short = 0 if self.last_row is None else self.piles - self.last_row
        return (self.height,) * (self.piles - short) + (self.height - 1,) * short

    def is_full_deal(self, position: Position) -> bool:
        """Whether the position is one from which no card has moved."""
        return (
            tuple(map(len, position.piles)) == self.heights
            and None not in position.cells
            and position.cards_up == 0
        )

    def dealt_down(self, position: Position) -> frozenset[int]:
        """The cards that lie face down where the position is a full deal."""
        return frozenset(pile[row] for pile in position.piles for row in self._rows_down())

    def _rows_down(self) -> Iterator[int]:
        return (row for row in self.hidden_rows if row < self.height - 1)


class _Word(NamedTuple):
    """A part of a line, with its place counted from 1."""

    text: str
    line: int
    column: int

    def fail(self, reason: str) -> NoReturn:
        raise NotationError(reason, self.line, self.column)

    @property
    def shown(self) -> str:
        """The text in quotes, cut where it is long, without characters that cannot be printed."""
        return repr(self.text if len(self.text) <= _SHOWN else f"{self.text[:_SHOWN]}…")


class _Line(NamedTuple):
    """A line: its label, ``None`` where there is no colon, and its words."""

    number: int
    label: _Word | None
    words: tuple[_Word, ...]


def _lines(text: str) -> Iterator[_Line]:
    """The lines that say something."""
    for number, raw in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), start=1):
        content = raw.strip()
        if not content or content.startswith("#"):
            continue
        head, colon, _ = raw.partition(":")
        label = None
        start = 0
        if colon:
            column = len(head) - len(head.lstrip()) + 1
            label = _Word(head.strip(), number, column)
            start = len(head) + 1
        matches = islice(_WORD.finditer(raw, start), _MOST_WORDS)
        words = tuple(_Word(match.group(), number, match.start() + 1) for match in matches)
        yield _Line(number, label, words)


def read_deals(text: str, layout: Layout) -> list[tuple[int, Deal | Position]]:
    """The deals of a file, each with its place counted from 1: a board's position, or flat deals.

    Cards that are not known stay ``UNKNOWN`` in the position. Raises ``NotationError`` at the first
    thing that is wrong, anywhere in the text.
    """
    lines = _lines(text)
    first = next(lines, None)
    if first is None:
        raise NotationError("there is no deal: the text is empty")
    lines = chain([first], lines)
    if _is_flat(first, layout):
        return [
            (place, Deal(_read_flat(line, layout), place, "file"))
            for place, line in enumerate(lines, start=1)
        ]
    return [(1, _read_board(lines, layout))]


def _is_flat(line: _Line, layout: Layout) -> bool:
    count = len(line.words)
    return line.label is None and (count > _LONGEST_PILE or count == layout.deck_size)


def _parse(word: _Word, layout: Layout) -> int:
    """The card of the layout's pack that a word names."""
    if len(word.text) > _SHOWN:
        word.fail(f"{word.shown} is no card")
    try:
        found = parse_card(word.text)
    except ValueError as error:
        word.fail(str(error))
    _check_in_pack(found, word, layout)
    return found


def _check_in_pack(found: int, word: _Word, layout: Layout) -> None:
    if rank_of(found) >= layout.ranks or suit_of(found) >= layout.suits:
        word.fail(
            f"{name_of(found)} is not in the pack: its cards are {RANKS[0]} to"
            f" {RANKS[layout.ranks - 1]} of {', '.join(SUITS[: layout.suits])}"
        )


class _Seen:
    """Where each card was read: no card may come twice."""

    def __init__(self) -> None:
        self.places: dict[int, _Word] = {}

    def add(self, found: int, word: _Word) -> None:
        first = self.places.setdefault(found, word)
        if first is not word:
            word.fail(
                f"{name_of(found)} is here twice, first on line {first.line}, column {first.column}"
            )


def _read_flat(line: _Line, layout: Layout) -> tuple[int, ...]:
    if line.label is not None:
        line.label.fail("a label among flat deals, which have one line each and no label")
    seen = _Seen()
    cards = []
    for word in line.words:
        if _is_hidden(word):
            word.fail("no card of a flat deal is marked as face down")
        cards.append(_parse(word, layout))
        seen.add(cards[-1], word)
    if len(cards) != layout.deck_size:
        missing = [absent for absent in pack(layout.ranks, layout.suits) if absent not in cards]
        raise NotationError(
            f"the deal has {len(cards)} cards, not {layout.deck_size}: {_listed(missing)} missing",
            line.number,
        )
    return tuple(cards)


def _is_hidden(word: _Word) -> bool:
    return word.text == name_of(UNKNOWN) or word.text[0] == "<"


def _listed(cards: list[int]) -> str:
    """Some of the cards, and the verb that goes with them."""
    if len(cards) > 5:
        return f"{names_of(cards[:4])} and {len(cards) - 4} more are"
    return f"{names_of(cards)} {'is' if len(cards) == 1 else 'are'}"


@dataclass
class _Board:
    """A board as far as it has been read."""

    layout: Layout
    piles: list[tuple[int, ...]] = field(default_factory=list)
    cells: list[int | None] = field(default_factory=list)
    reserve: list[int] = field(default_factory=list)
    foundations: list[int] | None = None
    down: set[int] = field(default_factory=set)
    unknown: int = 0
    marked: _Word | None = None
    none_down: bool = False
    seen: _Seen = field(default_factory=_Seen)

    def open_card(self, word: _Word) -> int:
        """A card that lies face up."""
        if _is_hidden(word):
            word.fail("only cards of a pile can lie face down")
        return self.known_card(word)

    def known_card(self, word: _Word) -> int:
        found = _parse(word, self.layout)
        self.seen.add(found, word)
        return found

    def read_pile(self, line: _Line) -> None:
        if len(self.piles) == self.layout.piles:
            raise NotationError(f"a pile too many: the game has {self.layout.piles}", line.number)
        pile = []
        for word in line.words:
            if not _is_hidden(word):
                pile.append(self.open_card(word))
                continue
            self.marked = self.marked or word
            if word is line.words[-1]:
                word.fail("the top card of a pile cannot lie face down")
            if word.text == name_of(UNKNOWN):
                pile.append(UNKNOWN)
                self.unknown += 1
                continue
            if not word.text.endswith(">"):
                word.fail(f"{word.shown} has no '>' at its end")
            inner = _Word(word.text[1:-1], word.line, word.column + 1)
            pile.append(self.known_card(inner))
            self.down.add(pile[-1])
        self.piles.append(tuple(pile))

    def read_cells(self, line: _Line) -> None:
        for word in line.words:
            if len(self.cells) == self.layout.cells:
                word.fail(f"a cell too many: the game has {self.layout.cells or 'none'}")
            self.cells.append(None if word.text == "-" else self.open_card(word))

    def read_reserve(self, line: _Line) -> None:
        self.reserve += map(self.open_card, line.words)

    def read_foundations(self, line: _Line) -> None:
        self.foundations = [0] * len(SUITS)
        named = set()
        for word in line.words:
            suit_text, _, rank_text = word.text.partition("-")
            none_up = rank_text == "0"
            try:
                top = parse_card((RANKS[0] if none_up else rank_text) + suit_text)
            except ValueError:
                top = UNKNOWN
            if top == UNKNOWN or len(suit_text) != 1:
                word.fail(f"{word.shown} is no foundation: write suit, hyphen, and rank or 0")
            _check_in_pack(top, word, self.layout)
            suit = suit_of(top)
            if suit in named:
                word.fail(f"foundation {SUITS[suit]} is here twice")
            named.add(suit)
            self.foundations[suit] = 0 if none_up else rank_of(top) + 1

    def read_face_down(self, line: _Line) -> None:
        assert line.label is not None
        if [word.text.casefold() for word in line.words] != ["none"]:
            line.label.fail("write 'Face-down: none', or mark each face-down card: <7C>, ??")
        self.none_down = True

    def finish(self) -> Position:
        """The position, where the board is complete."""
        layout = self.layout
        if len(self.piles) != layout.piles:
            raise NotationError(f"the board has {len(self.piles)} of its {layout.piles} piles")
        if self.none_down and self.marked:
            self.marked.fail("a face-down card, in a board that says 'Face-down: none'")
        clubs, diamonds, hearts, spades = self._foundations()
        position = Position(
            piles=tuple(self.piles),
            cells=(*self.cells, *[None] * (layout.cells - len(self.cells))),
            reserve=tuple(self.reserve),
            foundations=(clubs, diamonds, hearts, spades),
            down=frozenset(self.down),
        )
        if self.none_down or self.marked or not layout.is_full_deal(position):
            return position
        return replace(position, down=layout.dealt_down(position))

    def _foundations(self) -> list[int]:
        """The heights, read or inferred, once they and the cards read make up the pack."""
        heights = self.foundations
        if heights is None:
            heights = self._inferred()
        up = {card(rank, suit) for suit, height in enumerate(heights) for rank in range(height)}
        for found, word in self.seen.places.items():
            if found in up:
                word.fail(f"{name_of(found)} lies here, and on its foundation")
        missing = self._missing(up)
        if len(missing) > self.unknown:
            places = f", which has {self.unknown} marks ??" if self.unknown else ""
            raise NotationError(f"{_listed(missing)} missing from the board{places}")
        if len(missing) < self.unknown:
            raise NotationError(f"{self.unknown} marks ?? for {len(missing)} missing cards")
        return heights

    def _missing(self, up: set[int]) -> list[int]:
        return [
            absent
            for absent in pack(self.layout.ranks, self.layout.suits)
            if absent not in self.seen.places and absent not in up
        ]

    def _inferred(self) -> list[int]:
        """The heights that the missing cards tell."""
        heights = [0] * len(SUITS)
        if self.unknown:
            if len(self._missing(set())) > self.unknown:
                raise NotationError(
                    "which cards are up and which are not known?"
                    f" Such a board needs a line '{_FOUNDATIONS}:'"
                )
            return heights
        for absent in self._missing(set()):
            if heights[suit_of(absent)] == rank_of(absent):
                heights[suit_of(absent)] += 1
        return heights


def _read_board(lines: Iterable[_Line], layout: Layout) -> Position:
    board = _Board(layout)
    readers = {_FOUNDATIONS: board.read_foundations, _CELLS: board.read_cells}
    readers |= dict.fromkeys(_RESERVES, board.read_reserve)
    readers |= {_FACE_DOWN: board.read_face_down}
    by_label = {label.casefold(): reader for label, reader in readers.items()}
    used = set()
    for line in lines:
        if line.label is None or not line.label.text:
            if _is_flat(line, layout):
                raise NotationError("a flat deal in the middle of a board", line.number)
            board.read_pile(line)
            continue
        reader = by_label.get(line.label.text.casefold())
        if reader is None:
            line.label.fail(f"unknown label {line.label.shown}: there are {', '.join(readers)}")
        if reader in used:
            line.label.fail(f"a second line '{line.label.text}:'")
        used.add(reader)
        reader(line)
    return board.finish()


def flat_text(deal: Deal) -> str:
    """The cards in dealing order, on one line without its end."""
    return names_of(deal.cards)


def board_text(position: Position, layout: Layout) -> str:
    """The board of a position that lies in this layout, without the end of its last line."""
    unknown = any(UNKNOWN in pile for pile in position.piles)
    lines = []
    if position.cards_up or unknown:
        tops = zip(SUITS[: layout.suits], position.foundations, strict=False)
        lines.append(
            f"{_FOUNDATIONS}: "
            + " ".join(f"{suit}-{RANKS[height - 1] if height else 0}" for suit, height in tops)
        )
    if layout.cells:
        held = ("-" if here is None else name_of(here) for here in position.cells)
        lines.append(f"{_CELLS}: {' '.join(held)}")
    says_nothing = layout.is_full_deal(position) and not unknown
    marks: frozenset[int] = position.down
    if says_nothing and marks == layout.dealt_down(position):
        marks = frozenset()
    elif says_nothing and not marks:
        lines.append(f"{_FACE_DOWN}: none")
    for pile in position.piles:
        names = (f"<{name_of(here)}>" if here in marks else name_of(here) for here in pile)
        lines.append(f": {' '.join(names)}".rstrip())
    lines.append(f"{layout.reserve}: {names_of(position.reserve)}".rstrip())
    return "\n".join(lines)
