"""Deals and positions as text: reading and writing.

A file holds *boards*, or one *flat* deal a line, or JSON (``json_deals.py``), which begins with a
brace or a bracket. Blank lines, and lines that begin with ``#``, are skipped; one of them at least
lies between two boards (``scanner.boards_of``). A card is ``7C``, ``th``, ``10♥``. A flat deal is
the cards in dealing order. A board::

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

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from solver.cards.cards import (
    RANKS,
    SUITS,
    UNKNOWN,
    name_of,
    names_of,
    parse_card,
    rank_of,
    suit_of,
)
from solver.cards.deal import Deal, Position
from solver.cards.plural import counted
from solver.text.board_builder import Seen, Table, card_in_pack, check_in_pack, open_card, pile_card
from solver.text.board_format import RESERVES, Layout
from solver.text.json_deals import read_json
from solver.text.scanner import Line, NotationError, boards_of, lines_of, listed, on_board, plain

__all__ = ["board_text", "flat_text", "read_deals"]

_FOUNDATIONS = "Foundations"
_CELLS = "Cells"
_FACE_DOWN = "Face-down"

#: No pile of a board has more cards: a longer line without a label is a flat deal.
_LONGEST_PILE = 20


def read_deals(text: str, layout: Layout) -> list[tuple[int, Deal | Position]]:
    """The deals of a text, each with its place counted from 1: boards and JSON as positions.

    Cards that are not known stay ``UNKNOWN`` in the position. Raises ``NotationError`` at the first
    thing that is wrong, anywhere in the text.
    """
    found = list(enumerate(_deals(plain(text), layout), start=1))
    if not found:
        raise NotationError("there is no deal: the text is empty")
    return [
        (place, replace(deal, number=place) if isinstance(deal, Deal) else deal)
        for place, deal in found
    ]


def _deals(text: str, layout: Layout) -> Iterator[Deal | Position]:
    if text.lstrip().startswith(("{", "[")):
        yield from read_json(text, layout)
        return
    lines = lines_of(text)
    first = next(lines, None)
    if first is None:
        return
    lines = chain([first], lines)
    if _is_flat(first, layout):
        yield from (Deal(_read_flat(line, layout), 1, "file") for line in lines)
    else:
        for place, board in enumerate(boards_of(lines, layout.piles)):
            with on_board(board[0].number if place else None):
                position = _read_board(board, layout)
            yield position


def _is_flat(line: Line, layout: Layout) -> bool:
    count = len(line.words)
    return line.label is None and (count > _LONGEST_PILE or count == layout.deck_size)


def _read_flat(line: Line, layout: Layout) -> tuple[int, ...]:
    if line.label is not None:
        line.label.fail("a label among flat deals, which have one line each and no label")
    seen = Seen()
    cards = []
    for word in line.words:
        if word.is_unknown or word.text[0] == "<":
            word.fail("no card of a flat deal is marked as face down")
        cards.append(card_in_pack(word, layout))
        seen.add(cards[-1], word)
    missing = layout.absent_from(cards)
    if missing:
        line.whole.fail(
            f"the deal has {counted(len(cards), 'card')}, not {layout.deck_size}:"
            f" {listed(missing)} missing"
        )
    return tuple(cards)


def _read_board(lines: Iterable[Line], layout: Layout) -> Position:
    board = _Board(layout)
    readers = {_FOUNDATIONS: board.read_foundations, _CELLS: board.read_cells}
    readers |= dict.fromkeys(RESERVES, board.read_reserve)
    readers |= {_FACE_DOWN: board.read_face_down}
    by_label = {label.casefold(): reader for label, reader in readers.items()}
    used = set()
    for line in lines:
        if line.label is None or not line.label.text:
            if _is_flat(line, layout):
                line.whole.fail("a flat deal in the middle of a board")
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


class _Board:
    """A board as far as it has been read."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.table = Table(layout)
        self.none_down = False

    def read_pile(self, line: Line) -> None:
        self.table.add_pile(list(map(pile_card, line.words)), line.whole)

    def read_cells(self, line: Line) -> None:
        for word in line.words:
            self.table.add_cell(open_card(word), is_empty=word.text == "-")

    def read_reserve(self, line: Line) -> None:
        self.table.add_reserve(map(open_card, line.words))

    def read_foundations(self, line: Line) -> None:
        heights = [0] * len(SUITS)
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
            check_in_pack(top, word, self.layout)
            suit = suit_of(top)
            if suit in named:
                word.fail(f"foundation {SUITS[suit]} is here twice")
            named.add(suit)
            heights[suit] = 0 if none_up else rank_of(top) + 1
        self.table.set_foundations(heights)

    def read_face_down(self, line: Line) -> None:
        assert line.label is not None
        if [word.text.casefold() for word in line.words] != ["none"]:
            line.label.fail("write 'Face-down: none', or mark each face-down card: <7C>, ??")
        self.none_down = True

    def finish(self) -> Position:
        """The position, where the board is complete."""
        marked = self.table.first_down
        if self.none_down and marked:
            marked.fail("a face-down card, in a board that says 'Face-down: none'")
        position = self.table.finish()
        if self.none_down or marked or not self.layout.is_full_deal(position):
            return position
        return replace(position, down=self.layout.dealt_down(position))


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
