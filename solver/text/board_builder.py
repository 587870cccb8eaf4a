"""A table that is laid card by card, as a text tells it: what can lie there, and what cannot."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solver.cards.cards import RANKS, SUITS, UNKNOWN, card, name_of, rank_of, suit_of
from solver.cards.deal import Position
from solver.text.board_format import Layout
from solver.text.scanner import NotationError, Word, listed

__all__ = [
    "PileCard",
    "Seen",
    "Table",
    "card_in_pack",
    "check_in_pack",
    "open_card",
    "pile_card",
    "too_few",
    "top_down",
]


def top_down(place: str) -> str:
    """Why no top card of a place, a pile or a column, is marked as face down."""
    return f"the top card of a {place} cannot lie face down: write the card that was turned up"


def too_few(piles: int, wanted: int, places: str) -> str:
    """What a board with less than the ``wanted`` piles lacks, and how an empty one is written."""
    return (
        f"the board has {piles} of its {wanted} {places}; an empty one is a line with ':' alone"
        " (in JSON, [])"
    )


class PileCard(NamedTuple):
    """A card of a pile as a text has it, and the mark that says that it lies face down."""

    word: Word
    mark: Word | None = None


def card_in_pack(word: Word, layout: Layout) -> int:
    """The card of the layout's pack that a word names."""
    found = word.card()
    check_in_pack(found, word, layout)
    return found


def check_in_pack(found: int, word: Word, layout: Layout) -> None:
    """Fails where the card that a word names is not in the layout's pack."""
    if rank_of(found) >= layout.ranks or suit_of(found) >= layout.suits:
        word.fail(
            f"{name_of(found)} is not in the pack: its cards are {RANKS[0]} to"
            f" {RANKS[layout.ranks - 1]} of {', '.join(SUITS[: layout.suits])}"
        )


def pile_card(word: Word) -> PileCard:
    """The card of a pile: ``7C``, or face down ``<7C>`` or ``??``."""
    if word.is_unknown:
        return PileCard(word, word)
    if word.text[0] != "<":
        return PileCard(word)
    if not word.text.endswith(">"):
        word.fail(f"{word.shown} has no '>' at its end")
    inner = word._replace(text=word.text[1:-1], column=(word.column or 0) + 1)
    if inner.is_unknown:
        inner.fail("a card that is not known has no other mark")
    return PileCard(inner, word)


def open_card(word: Word) -> Word:
    """The word of a card that lies face up."""
    if word.text[0] == "<":
        word.fail("only cards of a pile can lie face down")
    return word


class Seen:
    """Where each card was read: no card may come twice."""

    def __init__(self) -> None:
        """Nothing is read yet."""
        self.places: dict[int, Word] = {}

    def add(self, found: int, word: Word) -> None:
        """Notes a card. Raises ``NotationError`` where it was read before."""
        first = self.places.setdefault(found, word)
        if first is not word:
            word.fail(f"{name_of(found)} is here twice, first on {first.place}")


class Table:
    """A position of a layout as far as it has been read.

    Every method raises ``NotationError``, with the place of the word, for what cannot lie there.
    """

    def __init__(self, layout: Layout) -> None:
        """An empty table."""
        self.layout = layout
        self.first_down: Word | None = None
        self._piles: list[tuple[int, ...]] = []
        self._cells: list[int | None] = []
        self._reserve: list[int] = []
        self._foundations: list[int] | None = None
        self._down: set[int] = set()
        self._unknown = 0
        self._seen = Seen()

    def add_pile(self, cards: Sequence[PileCard], where: Word) -> None:
        """The next pile, bottom to top; ``??``, a card that nobody has seen, is always marked."""
        if len(self._piles) == self.layout.piles:
            where.fail(f"a pile too many: the game has {self.layout.piles}")
        height = self.layout.height
        if len(cards) > height and not self.layout.builds:
            cards[height].word.fail(
                f"a card too many: no pile has more than {height}, since nothing is built on them"
            )
        if cards and cards[-1].mark:
            cards[-1].mark.fail(top_down("pile"))
        pile = []
        for word, mark in cards:
            if mark:
                self._note_down(mark)
            if mark and word.is_unknown:
                pile.append(UNKNOWN)
                self._unknown += 1
                continue
            pile.append(self._new_card(word))
            if mark:
                self._down.add(pile[-1])
        self._piles.append(tuple(pile))

    def turn_down(self, word: Word) -> None:
        """Turns a card down that lies in a pile already."""
        found = card_in_pack(word, self.layout)
        if not any(found in pile for pile in self._piles):
            word.fail(f"{name_of(found)} is face down, but lies in no pile")
        if any(pile[-1:] == (found,) for pile in self._piles):
            word.fail(top_down("pile"))
        self._note_down(word)
        self._down.add(found)

    def _note_down(self, word: Word) -> None:
        if self.layout.all_up:
            word.fail("no card of this game lies face down")
        self.first_down = self.first_down or word

    def add_cell(self, word: Word, is_empty: bool) -> None:
        """The next cell, with the card that the word names or as an empty one."""
        if len(self._cells) == self.layout.cells:
            word.fail(f"a cell too many: the game has {self.layout.cells or 'none'}")
        self._cells.append(None if is_empty else self._new_card(word))

    def add_reserve(self, words: Iterable[Word]) -> None:
        """Cards of the reserve."""
        most = self.layout.reserve_size
        for word in words:
            if len(self._reserve) == most:
                where = self.layout.reserve.lower()
                word.fail(
                    f"a card too many: the {where} gets {most}, and nothing goes into it later"
                )
            self._reserve.append(self._new_card(word))

    def set_foundations(self, heights: list[int]) -> None:
        """The number of cards on each foundation, in the order C D H S."""
        self._foundations = heights

    def _new_card(self, word: Word) -> int:
        if word.is_unknown:
            word.fail("only cards of a pile can lie face down")
        found = card_in_pack(word, self.layout)
        self._seen.add(found, word)
        return found

    def finish(self) -> Position:
        """The position, once all is read. What is not said to lie face down lies face up."""
        layout = self.layout
        if len(self._piles) != layout.piles:
            raise NotationError(too_few(len(self._piles), layout.piles, "piles"))
        clubs, diamonds, hearts, spades = self._heights()
        return Position(
            piles=tuple(self._piles),
            cells=(*self._cells, *[None] * (layout.cells - len(self._cells))),
            reserve=tuple(self._reserve),
            foundations=(clubs, diamonds, hearts, spades),
            down=frozenset(self._down),
        )

    def _heights(self) -> list[int]:
        """The foundations, read or inferred, once they and the cards read make up the pack."""
        heights = self._foundations
        if heights is None:
            heights = self._inferred()
        up = {card(rank, suit) for suit, height in enumerate(heights) for rank in range(height)}
        for found, word in self._seen.places.items():
            if found in up:
                word.fail(f"{name_of(found)} lies here, and on its foundation")
        missing = self._missing(up)
        if len(missing) > self._unknown:
            marks = f"which has {self._unknown} marks ??"
            rest = marks if self._unknown else "and up on no foundation"
            raise NotationError(f"{listed(missing)} missing from the board, {rest}")
        if len(missing) < self._unknown:
            raise NotationError(f"{self._unknown} marks ?? for {len(missing)} missing cards")
        return heights

    def _missing(self, up: set[int]) -> list[int]:
        return self.layout.absent_from(self._seen.places.keys() | up)

    def _inferred(self) -> list[int]:
        """The heights that the missing cards tell."""
        heights = [0] * len(SUITS)
        if self._unknown:
            if len(self._missing(set())) > self._unknown:
                raise NotationError(
                    "which cards are up and which are not known? Such a board must say what its"
                    " foundations hold"
                )
            return heights
        for absent in self._missing(set()):
            if heights[suit_of(absent)] == rank_of(absent):
                heights[suit_of(absent)] += 1
        return heights
