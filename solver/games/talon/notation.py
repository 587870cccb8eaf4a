"""Positions of the games with a hand and a talon as text, and as JSON.

A file holds *boards*, or one *flat* deal a line, or JSON. Blank lines, and lines that begin with
``#``, are skipped; one of them at least lies between two boards. A flat deal is the cards in
dealing order. A board::

    Foundations: C-8 C-A D-A H-0    a word each: the last rank up, 0 = none
    Redeals: 0                      how often the talon may still become the hand
    Seed: 17                        the number that a shuffle of the talon follows
    : 7C <AD> 8H                    a line a column, bottom to top; the colon may be left out
    Talon: QH 7S                    bottom to top
    Hand: 9D KC                     the card that is turned next comes first
    Face-down: none

Cards that nobody has seen are ``??``, in a column or in the hand; ``Hand: 79`` stands for so many.
On a board with such cards all others lie face up that are not marked.

Foundations that are not named are as at the start of a game; without that line all of them are what
the missing cards make them. Without ``Redeals`` the game's are left, without ``Seed`` it is the
deal's place in the file. ``<7C>`` is a card that lies face down. A board that is a full deal,
without such marks and without the last line, has the face-down rows of its game; in every other
position what is not marked lies face up. Lines with a label may be left out.

The JSON of a position has the same under the names ``foundations``, ``redeals``, ``seed``,
``piles``, ``talon``, ``hand`` (cards or their number), or its ``cards`` in dealing order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from solver.cards.cards import RANKS, SUITS, UNKNOWN, card, name_of, names_of, rank_of, suit_of
from solver.cards.deal import Deal, Position
from solver.cards.plural import counted
from solver.cards.shuffle import MAX_NUMBER
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules
from solver.text.board_builder import open_card, pile_card, too_few, top_down
from solver.text.json_values import JsonValue, json_values
from solver.text.notation import Notation
from solver.text.scanner import (
    Line,
    NotationError,
    Word,
    boards_of,
    lines_of,
    listed,
    on_board,
    plain,
)

__all__ = ["Dealer", "board_text", "order_of", "position_record", "read_talon_deals"]

#: Deals the cards of a game, in dealing order.
Dealer = Callable[[Deal], TalonPosition]

_FOUNDATIONS, _REDEALS, _SEED = "Foundations", "Redeals", "Seed"
_TALON, _HAND, _FACE_DOWN = "Talon", "Hand", "Face-down"
_LABELS = (_FOUNDATIONS, _REDEALS, _SEED, _TALON, _HAND, _FACE_DOWN)

#: No column of a board has more cards: a longer line without a label is a flat deal.
_LONGEST_COLUMN = 40


def read_talon_deals(
    text: str, rules: TalonRules, deal: Dealer, seeded: bool = True
) -> list[tuple[int, Deal | TalonPosition]]:
    """The deals of a text, each with its place counted from 1: boards and JSON as positions.

    ``seeded``: whether a seed that is not told is the place; else nobody knows it.
    Raises ``NotationError`` at the first thing that is wrong, anywhere in the text.
    """
    text = plain(text)
    is_json = text.lstrip().startswith(("{", "["))
    read = _read_json if is_json else _read_lines
    found = list(enumerate(read(text, rules, deal), start=1))
    if not found:
        raise NotationError("there is no deal: the text is empty")
    return [
        (
            place,
            replace(one, number=place)
            if isinstance(one, Deal)
            else one.position(place if seeded else UNKNOWN),
        )
        for place, one in found
    ]


def order_of(position: TalonPosition, rules: TalonRules, deal: Dealer) -> tuple[int, ...] | None:
    """The cards in a dealing order that gives the position; ``None`` where none does.

    Aces that begin the foundations come first.
    """
    dealt = _dealt(position, rules, deal)
    return dealt[0] if dealt is not None and dealt[1].covered == position.covered else None


def _dealt(
    position: TalonPosition, rules: TalonRules, deal: Dealer
) -> tuple[tuple[int, ...], TalonPosition] | None:
    """The cards in dealing order, and the deal, where a position is one but for face-down cards."""
    aces = [card(rules.order[0], suit) for suit in range(rules.suits) for _ in range(rules.packs)]
    rows = max(map(len, position.piles))
    laid = (pile[row] for row in range(rows) for pile in position.piles if row < len(pile))
    cards = (*(aces if rules.ACES_UP else ()), *laid, *position.talon, *position.hand)
    if len(cards) != rules.deck_size or UNKNOWN in cards:
        return None
    dealt = deal(Deal(cards, 0))
    same = replace(position, covered=dealt.covered, seed=dealt.seed) == dealt
    return (cards, dealt) if same else None


def _dealt_down(
    position: TalonPosition, rules: TalonRules, deal: Dealer
) -> frozenset[tuple[int, int]] | None:
    """What lies face down in the deal that a position is; ``None`` where it is none."""
    dealt = _dealt(position, rules, deal)
    return None if dealt is None else dealt[1].covered


def board_text(position: TalonPosition, rules: TalonRules, deal: Dealer) -> str:
    """The board of a position, without the end of its last line."""
    lines = []
    if position.heights != rules.start_heights:
        words = (
            f"{SUITS[suit]}-{RANKS[rules.order[height - 1]] if height else 0}"
            for suit, heights in enumerate(position.heights[: rules.suits])
            for height in heights
        )
        lines.append(f"{_FOUNDATIONS}: {' '.join(words)}")
    if position.redeals != rules.redeals:
        lines.append(f"{_REDEALS}: {position.redeals}")
    if _has_seed(position, rules):
        lines.append(f"{_SEED}: {position.seed}")
    dealt = _dealt_down(position, rules, deal)
    covered = position.covered
    if dealt is not None and covered == dealt:
        covered = frozenset()
    elif dealt and not covered:
        lines.append(f"{_FACE_DOWN}: none")
    for slot, pile in enumerate(position.piles):
        lines.append(f": {' '.join(_pile_names(pile, slot, covered))}".rstrip())
    lines.append(f"{_TALON}: {names_of(position.talon)}".rstrip())
    lines.append(f"{_HAND}: {_hand_text(position.hand)}".rstrip())
    return "\n".join(lines)


def _has_seed(position: TalonPosition, rules: TalonRules) -> bool:
    """Whether a shuffle is to come, and it is known which one."""
    return rules.is_shuffle_due(position.redeals) and position.seed != UNKNOWN


def _hand_text(hand: Sequence[int]) -> str:
    """The cards of the hand, or how many they are where none of them is known."""
    return str(len(hand)) if hand and set(hand) == {UNKNOWN} else names_of(hand)


def position_record(position: TalonPosition, rules: TalonRules, deal: Dealer) -> dict[str, Any]:
    """What ``garden deal --json`` says of a position."""
    order = order_of(position, rules, deal)
    return {
        "cards": order and [name_of(here) for here in order],
        "foundations": {
            SUITS[suit]: [RANKS[rules.order[height - 1]] if height else "0" for height in heights]
            for suit, heights in enumerate(position.heights[: rules.suits])
        },
        "redeals": position.redeals,
        "seed": position.seed if _has_seed(position, rules) else None,
        "piles": [
            _pile_names(pile, slot, position.covered) for slot, pile in enumerate(position.piles)
        ],
        "talon": [name_of(here) for here in position.talon],
        "hand": [name_of(here) for here in position.hand],
    }


def _pile_names(pile: Sequence[int], slot: int, covered: frozenset[tuple[int, int]]) -> list[str]:
    return [
        f"<{name_of(here)}>" if (slot, row) in covered and here != UNKNOWN else name_of(here)
        for row, here in enumerate(pile)
    ]


@dataclass
class _Board:
    """A position as far as it has been read. Methods raise ``NotationError`` with a place.

    ``unknown``: how many cards nobody has seen. ``where``: the line on which a further board of a
    text begins.
    """

    rules: TalonRules
    deal: Dealer
    piles: list[tuple[int, ...]] = field(default_factory=list)
    covered: set[tuple[int, int]] = field(default_factory=set)
    heights: dict[int, list[int]] | None = None
    talon: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    redeals: int | None = None
    seed: int | None = None
    none_down: bool = False
    unknown: int = 0
    where: int | None = None
    left: Counter[int] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.left = Counter(self.rules.deck)

    def card(self, word: Word) -> int:
        """One more card of the packs."""
        found = word.card()
        if rank_of(found) not in self.rules.order or suit_of(found) >= self.rules.suits:
            ranks = " ".join(RANKS[rank] for rank in self.rules.order)
            suits = ", ".join(SUITS[: self.rules.suits])
            word.fail(f"{name_of(found)} is not in the packs: their cards are {ranks} of {suits}")
        if not self.left[found]:
            word.fail(f"one {name_of(found)} too many: the packs have {self.rules.packs}")
        self.left[found] -= 1
        return found

    def cards(self, words: Iterable[Word]) -> tuple[int, ...]:
        """Cards that lie face up."""
        return tuple(self._open(word) for word in words)

    def _open(self, word: Word) -> int:
        if word.is_unknown:
            word.fail("only cards of a column and of the hand can be ones that nobody has seen")
        return self.card(open_card(word))

    def set_hand(self, words: Sequence[Word]) -> None:
        """Cards of the hand, some of which nobody may have seen, or their number alone."""
        if len(words) == 1 and words[0].text.isdecimal():
            count = self.set_number(words[0], self.rules.deck_size)
            self.hand = (UNKNOWN,) * count
        elif number := next((word for word in words if word.text.isdecimal()), None):
            number.fail("a number of unseen cards stands alone; else write ?? for each of them")
        else:
            self.hand = tuple(UNKNOWN if word.is_unknown else self._open(word) for word in words)
        self.unknown += self.hand.count(UNKNOWN)

    def add_pile(self, words: Sequence[Word], where: Word) -> None:
        """The next column."""
        slot = len(self.piles)
        if slot == self.rules.columns:
            where.fail(f"a column too many: the game has {self.rules.columns}")
        pile = []
        for row, word in enumerate(words):
            one = pile_card(word)
            self.unknown += word.is_unknown
            pile.append(UNKNOWN if word.is_unknown else self.card(one.word))
            if one.mark is not None:
                if row == len(words) - 1:
                    one.mark.fail(top_down("column"))
                self.covered.add((slot, row))
        self.piles.append(tuple(pile))

    def set_foundations(self, words: Iterable[Word]) -> None:
        """The last rank of each foundation, ``C-7``, and 0 for an empty one."""
        heights: dict[int, list[int]] = {suit: [] for suit in range(self.rules.suits)}
        for word in words:
            suit_text, _, rank_text = word.text.upper().replace("-10", "-T").partition("-")
            suit = SUITS.find(suit_text) if len(suit_text) == 1 else -1
            rank = RANKS.find(rank_text) if len(rank_text) == 1 else -1
            if suit in heights and rank >= 0 and rank not in self.rules.order:
                ranks = " ".join(RANKS[one] for one in self.rules.order)
                word.fail(f"{word.shown}: the packs have no {rank_text}: their ranks are {ranks}")
            if suit not in heights or (rank_text != "0" and rank < 0):
                word.fail(f"{word.shown} is no foundation: write suit, hyphen, and rank or 0")
            height = 0 if rank_text == "0" else self.rules.order.index(rank) + 1
            if height < self.rules.start_heights[suit][0]:
                word.fail(f"{word.shown}: the aces begin the foundations of this game")
            if len(heights[suit]) == self.rules.packs:
                word.fail(f"a foundation of {SUITS[suit]} too many: there are {self.rules.packs}")
            heights[suit].append(height)
        self.heights = heights

    def set_number(self, word: Word, most: int) -> int:
        """A whole number up to ``most``."""
        text = word.text
        if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= most):
            word.fail(f"{word.shown} is no whole number from 0 to {most}")
        return int(text)

    def position(self, untold: int) -> TalonPosition:
        """The position, once all is read; ``untold`` is its seed where none was told."""
        with on_board(self.where):
            return self._position(untold)

    def _position(self, untold: int) -> TalonPosition:
        rules = self.rules
        if len(self.piles) != rules.columns:
            raise NotationError(too_few(len(self.piles), rules.columns, "columns"))
        redeals = rules.redeals if self.redeals is None else self.redeals
        seed = untold if self.seed is None else self.seed
        position = TalonPosition(
            piles=tuple(self.piles),
            heights=self._inferred() if self.heights is None else self._told(self.heights),
            talon=self.talon,
            hand=self.hand,
            covered=frozenset(self.covered),
            redeals=redeals,
            seed=seed if rules.is_shuffle_due(redeals) else 0,
        )
        if self.none_down or self.covered or self.unknown:
            return position
        dealt = _dealt_down(position, rules, self.deal)
        return position if dealt is None else replace(position, covered=dealt)

    def _told(self, heights: dict[int, list[int]]) -> tuple[tuple[int, ...], ...]:
        """The foundations that were named, and the others as at the start."""
        rules = self.rules
        full = []
        for suit, start in enumerate(rules.start_heights):
            named = heights.get(suit, [])
            full.append(tuple(sorted([*named, *start[len(named) :]], reverse=True)))
        up = Counter(
            card(rank, suit)
            for suit, tops in enumerate(full)
            for height in tops
            for rank in rules.order[:height]
        )
        missing = sorted((self.left - up).elements())
        if len(missing) > self.unknown:
            has = f"which has {self.unknown} that nobody has seen"
            rest = has if self.unknown else "and up nowhere"
            raise NotationError(f"{listed(missing)} missing from the board, {rest}")
        if len(missing) < self.unknown:
            raise NotationError(
                f"{counted(self.unknown, 'card')} that nobody has seen, but {len(missing)} missing"
            )
        if twice := sorted((up - self.left).elements()):
            raise NotationError(f"{listed(twice)} on foundations, but every copy lies elsewhere")
        return tuple(full)

    def _inferred(self) -> tuple[tuple[int, ...], ...]:
        """The foundations that the missing cards make."""
        rules = self.rules
        if self.unknown:
            begun = sum(map(sum, rules.start_heights))
            if sum(self.left.values()) - begun > self.unknown:
                raise NotationError(
                    "which cards are up and which are not known? Such a board must say what its"
                    " foundations hold"
                )
            return self._told({})
        full = []
        for suit in range(len(SUITS)):
            counts = [self.left[card(rank, suit)] for rank in rules.order]
            full.append(tuple(sum(count > pack for count in counts) for pack in range(rules.packs)))
            for place, count in enumerate(counts):
                least = rules.packs if place < rules.start_heights[suit][0] else 0
                lower = counts[place - 1] if place else rules.packs
                if count > lower or count < least:
                    name = name_of(card(rules.order[place], suit))
                    raise NotationError(
                        f"{count} of {name} are not on the board, and cannot all be up"
                    )
        return tuple(full)


_Read = Deal | _Board


def _read_lines(text: str, rules: TalonRules, deal: Dealer) -> Iterator[_Read]:
    lines = lines_of(text)
    first = next(lines, None)
    if first is None:
        return
    lines = chain([first], lines)
    if _is_flat(first, rules):
        yield from (_read_flat(line, rules, deal) for line in lines)
    else:
        for place, board in enumerate(boards_of(lines, rules.columns)):
            where = board[0].number if place else None
            with on_board(where):
                read = _read_board(board, rules, deal)
            read.where = where
            yield read


def _is_flat(line: Line, rules: TalonRules) -> bool:
    count = len(line.words)
    return line.label is None and (count > _LONGEST_COLUMN or count == rules.deck_size)


def _read_flat(line: Line, rules: TalonRules, deal: Dealer) -> Deal:
    if line.label is not None:
        line.label.fail("a label among flat deals, which have one line each and no label")
    return _whole_deal(_Board(rules, deal), line.words, line.whole)


def _whole_deal(board: _Board, words: Iterable[Word], where: Word) -> Deal:
    """A deal of all cards of the packs; without a number as yet."""
    cards = board.cards(words)
    if missing := sorted((+board.left).elements()):
        size = board.rules.deck_size
        where.fail(
            f"the deal has {counted(len(cards), 'card')}, not {size}: {listed(missing)} missing"
        )
    return Deal(cards, 1, "file")


def _read_board(lines: Iterable[Line], rules: TalonRules, deal: Dealer) -> _Board:
    board = _Board(rules, deal)
    by_label = {label.casefold(): label for label in _LABELS}
    used = set()
    for line in lines:
        if line.label is None or not line.label.text:
            if _is_flat(line, rules):
                line.whole.fail("a flat deal in the middle of a board")
            board.add_pile(line.words, line.whole)
            continue
        label = by_label.get(line.label.text.casefold())
        if label is None:
            line.label.fail(f"unknown label {line.label.shown}: there are {', '.join(_LABELS)}")
        if label in used:
            line.label.fail(f"a second line '{line.label.text}:'")
        used.add(label)
        _read_labelled(board, label, line)
    if board.none_down and board.covered:
        raise NotationError("a face-down card, in a board that says 'Face-down: none'")
    return board


def _read_labelled(board: _Board, label: str, line: Line) -> None:
    match label:
        case "Foundations":
            board.set_foundations(line.words)
        case "Talon":
            board.talon = board.cards(line.words)
        case "Hand":
            board.set_hand(line.words)
        case "Face-down":
            if [word.text.casefold() for word in line.words] != ["none"]:
                line.whole.fail("write 'Face-down: none', or mark each face-down card: <7C>")
            board.none_down = True
        case _:
            if len(line.words) != 1:
                line.whole.fail(f"after '{label}:' should be one number")
            if label == _SEED:
                board.seed = board.set_number(line.words[0], MAX_NUMBER)
            else:
                board.redeals = board.set_number(line.words[0], board.rules.redeals)


_NAMES = ("game", "deal", "numbering", "cards", "foundations", "redeals", "seed")
_POSITION_NAMES = ("piles", "talon", "hand")


def _read_json(text: str, rules: TalonRules, deal: Dealer) -> Iterator[_Read]:
    for value in json_values(text):
        for one in value.content if isinstance(value.content, list) else [value]:
            yield _read_record(one, _Board(rules, deal))


def _read_record(value: JsonValue, board: _Board) -> _Read:
    fields = value.fields("a deal", _NAMES + _POSITION_NAMES)
    if "piles" not in fields:
        if "cards" not in fields:
            value.fail("no deal: here should be an object with 'piles' or 'cards'")
        return _whole_deal(board, _words(fields["cards"]), _where(fields["cards"]))
    for pile in fields["piles"].items("piles"):
        board.add_pile(_words(pile), _where(pile))
    board.none_down = True  # what lies face down is marked
    if "talon" in fields:
        board.talon = board.cards(_words(fields["talon"]))
    if "hand" in fields:
        hand = fields["hand"]
        is_list = isinstance(hand.content, list)
        board.set_hand(_words(hand) if is_list else [_word(hand, "cards, or their number")])
    if "foundations" in fields:
        board.set_foundations(
            top._replace(text=f"{suit}-{top.text}")
            for suit, tops in fields["foundations"].fields("foundations", tuple(SUITS)).items()
            for top in (item.word("a rank or 0") for item in tops.items("ranks"))
        )
    if "redeals" in fields:
        board.redeals = _number(fields["redeals"], board, board.rules.redeals)
    if "seed" in fields and fields["seed"].content is not None:
        board.seed = _number(fields["seed"], board, MAX_NUMBER)
    return board


def _words(value: JsonValue) -> list[Word]:
    return [item.word("a card") for item in value.items("cards")]


def _where(value: JsonValue) -> Word:
    return Word("", value.line, value.column)


def _number(value: JsonValue, board: _Board, most: int) -> int:
    return board.set_number(_word(value, "a whole number"), most)


def _word(value: JsonValue, wanted: str) -> Word:
    """A number, or another single value; ``wanted`` says in a message what should be here."""
    content = value.content
    if content is None or isinstance(content, list | dict):
        value.fail(f"here should be {wanted}")
    return Word(
        str(content).lower() if isinstance(content, bool) else str(content),
        value.line,
        value.column,
    )


class TalonNotation(Notation):
    """The notation of one game with a talon."""

    def __init__(self, rules: TalonRules) -> None:
        """For a game under its rules."""
        self.rules = rules

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """Boards, flat deals, JSON."""
        return list(read_talon_deals(text, self.rules, self.rules.initial, seeded=not unseen))

    def text(self, position: TalonPosition) -> str:
        """A board."""
        return board_text(position, self.rules, self.rules.initial)

    def record(self, position: TalonPosition) -> dict[str, Any]:
        """JSON."""
        return position_record(position, self.rules, self.rules.initial)

    def order(self, position: TalonPosition) -> tuple[int, ...] | None:
        """Aces that begin the foundations come first."""
        return order_of(position, self.rules, self.rules.initial)
