"""The one reader of boards, and of flat deals and JSON; and the writer of boards.

A text holds *boards*, or one *flat* deal a line, or JSON, which begins with a brace or a bracket.
Blank lines and comments, which begin with ``#``, are skipped; at least one of them lies between two
boards (``scanner.boards_of``). A flat deal is the cards in dealing order. A board has

- labelled lines, which a family of games declares (``BoardBuilder.zones``), in any order;
- a line for each pile, bottom to top, with a colon before it that may be left out.

``<7C>`` is a card that lies face down and is known, ``??`` one that lies face down and is unknown.
A board that is a full deal, without such marks and without a line ``Face-down: none``, has the
face-down rows of its game. In every other position a card without a mark lies face up.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any, ClassVar

from solver.cards.cards import UNKNOWN, name_of, names_of
from solver.cards.deal import Deal, Position
from solver.cards.plural import counted
from solver.text.board_builder import BoardBuilder, Heights, Spot, pile_card
from solver.text.json_values import JsonValue
from solver.text.notation import Notation
from solver.text.pack import Pack
from solver.text.scanner import Line, Word, boards_of, listed, on_board


class BoardReader(Notation):
    """A notation with labelled boards. A subclass declares what its boards hold.

    ``longest_pile``: a longer line without a label is a flat deal. ``objects``: the JSON objects
    that are read, for a message.
    """

    longest_pile: ClassVar[int]
    objects: ClassVar[str] = "'piles' or 'cards'"

    def __init__(self, pack: Pack, piles: int) -> None:
        """For boards with the cards of a pack, or of several, and a number of piles."""
        self.pack = pack
        self.piles = piles

    @abstractmethod
    def _builder(self) -> BoardBuilder:
        """An empty board."""

    @abstractmethod
    def _down(self, position: Any) -> frozenset[Spot]:
        """The face-down cards of a position."""

    @abstractmethod
    def _as_dealt(self, position: Any) -> Position | None:
        """The position with the face-down cards of a deal; ``None`` if it is no full deal."""

    @abstractmethod
    def _laid(self, position: Any) -> tuple[int, ...]:
        """The cards of a full deal in dealing order."""

    @abstractmethod
    def _zone_lines(self, position: Any) -> tuple[list[str], list[str]]:
        """The labelled lines of a board before its piles, and those after them."""

    def _from_lines(self, lines: Iterator[Line]) -> Iterator[Deal | Position]:
        first = next(lines, None)
        if first is None:
            return
        lines = chain([first], lines)
        if self._is_flat(first):
            yield from map(self._flat, lines)
            return
        for place, board in enumerate(boards_of(lines, self.piles)):
            with on_board(board[0].number if place else None):
                position = self._board(board)
            yield position

    def _is_flat(self, line: Line) -> bool:
        if line.label is not None:
            return False
        return line.length > self.longest_pile or line.length == self.pack.size

    def _flat(self, line: Line) -> Deal:
        if line.label is not None:
            line.label.fail("a label among flat deals, which have one line each and no label")
        cards = line.cards
        if Counter(cards) == self.pack.cards:
            return Deal(cards, 1, "file")
        return self._deal(line.words, line.whole)

    def _deal(self, words: Sequence[Word], where: Word) -> Deal:
        """The deal of all cards, in dealing order."""
        builder = self._builder()
        for word in words:
            if word.is_unknown or word.text.startswith("<"):
                word.fail("no card of a flat deal is marked as face down")
        cards = tuple(map(builder.card, words))
        if missing := sorted(builder.left.elements()):
            count = counted(len(cards), "card")
            where.fail(f"the deal has {count}, not {self.pack.size}: {listed(missing)} missing")
        return Deal(cards, 1, "file")

    def _board(self, lines: Iterable[Line]) -> Position:
        builder = self._builder()
        readers = {label.casefold(): read for label, read in builder.zones.items()}
        used = set()
        for line in lines:
            if line.label is None or not line.label.text:
                if self._is_flat(line):
                    line.whole.fail("a flat deal in the middle of a board")
                builder.add_pile(list(map(pile_card, line.words)), line.whole)
                continue
            read = readers.get(line.label.text.casefold())
            if read is None:
                known = ", ".join(builder.zones)
                line.label.fail(f"unknown label {line.label.shown}: there are {known}")
            if read in used:
                line.label.fail(f"a second line '{line.label.text}:'")
            used.add(read)
            read(line.words, line.label)
        builder.check_marks()
        position = builder.finish()
        if builder.none_down or builder.first_down:
            return position
        return self._as_dealt(position) or position

    def _from_record(self, record: JsonValue) -> Deal | Position:
        if not record.members.keys() & {"piles", "cards"}:
            record.fail(f"no deal: here should be an object with {self.objects}")
        builder = self._builder()
        names = ("game", "deal", "numbering", "cards", *builder.fields)
        fields = record.fields("a deal", names)
        if "piles" not in fields:
            if fields["cards"].content is None:
                record.fail("a deal without 'piles' needs its cards in dealing order, 'cards'")
            return self._deal(fields["cards"].cards(), fields["cards"].place)
        for pile in fields["piles"].items("piles"):
            builder.add_pile(list(map(pile_card, pile.cards())), pile.place)
        for name in builder.fields:
            if name in fields and name != "piles":
                builder.read_field(name, fields[name])
        return builder.finish()

    def order(self, position: Any) -> tuple[int, ...] | None:
        """The cards in a dealing order that gives the position, ``None`` if none does."""
        return self._laid(position) if self._as_dealt(position) == position else None

    def order_names(self, position: Any) -> list[str] | None:
        """The same by name, for JSON."""
        order = self.order(position)
        return None if order is None else list(map(name_of, order))

    def text(self, position: Any) -> str:
        """The board of the position, without the end of its last line."""
        before, after = self._zone_lines(position)
        down, dealt = self._down(position), self._as_dealt(position)
        if dealt == position:
            down = frozenset()
        elif dealt and not down:
            before.append("Face-down: none")
        piles = [f": {' '.join(names)}" for names in self._pile_names(position, down)]
        return "\n".join(line.rstrip() for line in before + piles + after)

    def _pile_names(self, position: Any, down: frozenset[Spot]) -> list[list[str]]:
        """The names of the cards of each pile, those in ``down`` with their marks."""
        return [
            [
                f"<{name_of(here)}>" if (slot, row) in down and here != UNKNOWN else name_of(here)
                for row, here in enumerate(pile)
            ]
            for slot, pile in enumerate(position.piles)
        ]

    def _tops(self, heights: Heights) -> dict[str, list[str]]:
        """For each suit, the last rank of each of its foundations."""
        ranks = ["0", *self.pack.rank_names]
        suits = zip(self.pack.suit_names, heights, strict=False)
        return {suit: [ranks[height] for height in tops] for suit, tops in suits}

    def _foundations_line(self, heights: Heights) -> str:
        tops = self._tops(heights).items()
        return "Foundations: " + " ".join(f"{suit}-{top}" for suit, some in tops for top in some)


def flat_text(deal: Deal) -> str:
    """The cards in dealing order, on one line without its end."""
    return names_of(deal.cards)


def row_by_row(piles: Iterable[Sequence[int]]) -> Iterator[int]:
    """The cards of piles in dealing order."""
    return (here for row in zip_longest(*piles) for here in row if here is not None)
