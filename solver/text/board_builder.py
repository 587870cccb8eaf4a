"""A position that is put together word by word, and the errors of such words."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, NamedTuple, NoReturn

from solver.cards.cards import RANKS, SUITS, UNKNOWN, card, name_of, parse_card, rank_of, suit_of
from solver.cards.deal import Position
from solver.cards.plural import counted
from solver.text.json_values import JsonValue
from solver.text.pack import Pack
from solver.text.scanner import NotationError, Word, listed

#: A card of the piles: the pile and the row, both from 0.
Spot = tuple[int, int]

#: For each suit, the number of cards on each of its foundations, the highest first.
Heights = tuple[tuple[int, ...], ...]

#: Reads the words of a zone, which has a place for messages about the whole.
Reader = Callable[[Sequence[Word], Word], None]


class PileCard(NamedTuple):
    """The word of a card in a pile, and the word that marks it as face down, if one does."""

    word: Word
    mark: Word | None = None


def pile_card(word: Word) -> PileCard:
    """A card of a pile: ``7C``, or face down ``<7C>`` or ``??``."""
    if word.is_unknown:
        return PileCard(word, word)
    if not word.text.startswith("<"):
        return PileCard(word)
    if not word.text.endswith(">"):
        word.fail(f"{word.shown} has no '>' at its end")
    inner = word._replace(text=word.text[1:-1], column=(word.column or 0) + 1)
    if inner.is_unknown:
        inner.fail("a card that is not known has no other mark")
    return PileCard(inner, word)


class BoardBuilder(ABC):
    """A position as far as it has been read.

    Methods raise ``NotationError``, with the place of the word, for what cannot lie there. A
    subclass declares, for a family of games,

    - ``zones``: the readers of labelled lines, between those for foundations and for face-down
      cards, which all games have;
    - ``fields``: the fields of a JSON object; but for ``piles`` each has the name of a zone;
    - ``pile``: what its players call a pile;
    - ``max_pile``: the most cards of a pile, if there is a limit.
    """

    fields: ClassVar[tuple[str, ...]]
    pile: ClassVar[str] = "pile"
    max_pile: int | None = None

    def __init__(self, pack: Pack, piles: int, zones: Mapping[str, Reader]) -> None:
        """An empty table, on which the cards of the pack are to lie in this number of piles."""
        self.pack = pack
        self.left = pack.cards.copy()
        self.first_words: dict[int, Word] = {}
        self.pile_count = piles
        self.piles: list[tuple[int, ...]] = []
        self.down: set[Spot] = set()
        self.first_down: Word | None = None
        self.none_down = False
        self.unknown = 0
        self.named_heights: dict[int, list[int]] | None = None
        self.zones = {"Foundations": self.read_foundations, **zones}
        self.zones["Face-down"] = self.read_face_down

    @abstractmethod
    def position(self) -> Position:
        """The position, once all piles are there. Cards without a mark lie face up."""

    def named(self, word: Word) -> int:
        """The card of the pack that a word names."""
        found = word.card()
        if found not in self.left:
            self.fail_not_in_pack(word, found)
        return found

    def fail_not_in_pack(self, word: Word, found: int) -> NoReturn:
        """Raises ``NotationError`` for a card that the pack does not have."""
        word.fail(f"{name_of(found)} is not in the pack: its cards are {self.pack.description}")

    def card(self, word: Word) -> int:
        """The next card, which is taken from the pack."""
        found = self.named(word)
        if not self.left[found]:
            first, copies = self.first_words[found].place, self.pack.copies
            reason = "is here twice" if copies == 1 else f"is here more than {copies} times"
            word.fail(f"{name_of(found)} {reason}, first on {first}")
        self.left[found] -= 1
        self.first_words.setdefault(found, word)
        return found

    def open_card(self, word: Word) -> int:
        """The next card, in a zone where cards lie face up."""
        if word.is_unknown:
            word.fail("?? is a face-down card, and a card that lies here is seen")
        if word.text.startswith("<"):
            word.fail("only cards of a pile can lie face down")
        return self.card(word)

    def add_pile(self, cards: Sequence[PileCard], where: Word) -> None:
        """The next pile, bottom to top."""
        if len(self.piles) == self.pile_count:
            where.fail(f"a {self.pile} too many: the game has {self.pile_count}")
        most = self.max_pile
        if most is not None and len(cards) > most:
            cards[most].word.fail(
                f"a card too many: no pile has more than {most}, since nothing is built on them"
            )
        if cards and cards[-1].mark:
            self.fail_top_down(cards[-1].mark)
        pile = []
        for row, (word, mark) in enumerate(cards):
            if mark:
                self.turn_down(mark, (len(self.piles), row))
            pile.append(UNKNOWN if word.is_unknown else self.card(word))
        self.unknown += pile.count(UNKNOWN)
        self.piles.append(tuple(pile))

    def turn_down(self, word: Word, spot: Spot) -> None:
        """Marks a card of a pile as face down."""
        self.first_down = self.first_down or word
        self.down.add(spot)

    def fail_top_down(self, word: Word) -> NoReturn:
        """Raises ``NotationError`` for a top card that is marked as face down."""
        top = f"the top card of a {self.pile}"
        word.fail(f"{top} cannot lie face down: write the card that was turned up")

    def read_face_down(self, words: Sequence[Word], where: Word) -> None:
        """The line ``Face-down: none``."""
        if [word.text.casefold() for word in words] != ["none"]:
            where.fail("write 'Face-down: none', or mark each face-down card: <7C>, ??")
        self.none_down = True

    def check_marks(self) -> None:
        """Checks that a board with that line has no face-down cards."""
        if self.none_down and self.first_down:
            self.first_down.fail("a face-down card, in a board that says 'Face-down: none'")

    def read_field(self, name: str, value: JsonValue) -> None:
        """A field of a JSON object; here a list of cards, for the zone of that name."""
        self.zones[name.capitalize()](value.cards(), value.place)

    def read_foundations(self, words: Sequence[Word], where: Word) -> None:
        """The last rank of each foundation, ``C-7``, and 0 for an empty one."""
        self.named_heights = {suit: [] for suit in range(self.pack.suits)}
        for word in words:
            suit_text, _, rank_text = word.text.partition("-")
            is_empty = rank_text == "0"
            try:
                top = parse_card((RANKS[0] if is_empty else rank_text) + suit_text)
            except ValueError:
                top = UNKNOWN
            if top == UNKNOWN or len(suit_text) != 1:
                word.fail(f"{word.shown} is no foundation: write suit, hyphen, and rank or 0")
            if top not in self.left:
                self.fail_not_in_pack(word, top)
            heights = self.named_heights[suit_of(top)]
            if len(heights) == self.pack.copies:
                suit = SUITS[suit_of(top)]
                word.fail(f"a foundation of {suit} too many: the game has {self.pack.copies}")
            height = 0 if is_empty else self.pack.order.index(rank_of(top)) + 1
            if height < self.pack.begun:
                word.fail(f"{word.shown}: the aces begin the foundations of this game")
            heights.append(height)

    def heights(self) -> Heights:
        """The foundations, named or inferred, once they and the other cards make up the pack."""
        start = [self.pack.begun * (suit < self.pack.suits) for suit in range(len(SUITS))]
        named = self.named_heights or {}
        if self.named_heights is None:
            missing = self.left.total() - sum(start) * self.pack.copies
            if 0 < self.unknown < missing:
                raise NotationError(
                    "which cards are up and which are not known? Such a board must say what its"
                    " foundations hold"
                )
            if not self.unknown:
                named = self.inferred()
        heights = []
        for suit, begun in enumerate(start):
            tops = [*named.get(suit, ()), *[begun] * self.pack.copies][: self.pack.copies]
            heights.append(tuple(sorted(tops, reverse=True)))
        self.check_all_there(heights)
        return tuple(heights)

    def inferred(self) -> dict[int, list[int]]:
        """The foundations that hold all missing cards, if such foundations are possible."""
        heights: dict[int, list[int]] = {}
        for suit in range(self.pack.suits):
            heights[suit] = [0] * self.pack.copies
            for place, rank in enumerate(self.pack.order):
                for copy in range(self.left[card(rank, suit)]):
                    heights[suit][copy] += heights[suit][copy] == place
        return heights

    def check_all_there(self, heights: Sequence[Sequence[int]]) -> None:
        """Checks that all cards are there: read, on foundations, or among the unknown ones."""
        up = Counter(
            card(rank, suit)
            for suit, tops in enumerate(heights)
            for height in tops
            for rank in self.pack.order[:height]
        )
        rest = self.left.copy()
        rest.subtract(up)
        missing = sorted(rest.elements())
        unknown = counted(self.unknown, "unknown card")
        if len(missing) > self.unknown:
            why = f"which has {unknown}" if self.unknown else "and up on no foundation"
            raise NotationError(f"{listed(missing)} missing from the board, {why}")
        if len(missing) < self.unknown:
            raise NotationError(f"{unknown}, but only {len(missing)} missing from the board")
        if twice := sorted((-rest).elements()):
            word = self.first_words[twice[0]]
            word.fail(f"{name_of(twice[0])} lies here, and on its foundation")

    def finish(self) -> Position:
        """The position, once all is read."""
        if len(self.piles) != self.pile_count:
            piles = f"{len(self.piles)} of its {self.pile_count} {self.pile}s"
            raise NotationError(
                f"the board has {piles}; an empty one is a line with ':' alone (in JSON, [])"
            )
        return self.position()
