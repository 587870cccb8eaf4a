"""Positions of the games with a hand and a talon as text, and as JSON.

A board (``text/board_reader.py`` says what all boards have)::

    Foundations: C-8 C-A D-A H-0    a word for each: the last rank up, 0 = none
    Redeals: 0                      how often the talon may still become the hand
    Seed: 17                        the number that a shuffle of the talon follows
    : 7C <AD> 8H                    a line for each column, bottom to top
    Talon: QH 7S                    bottom to top
    Hand: 9D KC                     the card that is turned next comes first
    Face-down: none

Lines with a label may be left out.

- Foundations that are not named are as at the start of a game. Without the line all of them follow
  from the missing cards.
- Without ``Redeals`` those of the game are left. Without ``Seed`` it is the deal's place in the
  file, or unknown.
- Unknown cards are ``??``, in a column or in the hand. ``Hand: 79`` is a hand of 79 unknown cards.

The JSON of a position has the same under the names ``foundations``, ``redeals``, ``seed``,
``piles``, ``talon``, ``hand`` (cards or their number), or its ``cards`` in dealing order.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from solver.cards.cards import SUITS, UNKNOWN, card, name_of, names_of
from solver.cards.deal import Deal, Position
from solver.cards.shuffle import MAX_NUMBER
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules
from solver.text.board_builder import BoardBuilder, Spot
from solver.text.board_reader import BoardReader, row_by_row
from solver.text.json_values import JsonValue
from solver.text.pack import Pack
from solver.text.scanner import NotationError, Word


class TalonNotation(BoardReader):
    """The notation of a game under certain rules."""

    #: No column of a board has more cards.
    longest_pile = 40

    def __init__(self, rules: TalonRules) -> None:
        """For boards under these rules."""
        pack = Pack(rules.order, rules.suits, rules.packs, begun=int(rules.ACES_UP))
        super().__init__(pack, rules.columns)
        self.rules = rules

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """As ``Notation.read``. A seed that is not named is the place, or unknown if it may be."""
        found = super().read(text, unseen)
        for at, (place, one) in enumerate(found):
            if isinstance(one, TalonPosition) and one.seed == UNKNOWN and not unseen:
                found[at] = place, replace(one, seed=place)
        return found

    def _builder(self) -> "_Builder":
        return _Builder(self.rules, self.pack)

    def _down(self, position: TalonPosition) -> frozenset[Spot]:
        return position.covered

    def _as_dealt(self, position: TalonPosition) -> TalonPosition | None:
        cards = self._laid(position)
        if len(cards) != self.pack.size or UNKNOWN in cards:
            return None
        dealt = replace(self.rules.initial(Deal(cards, 0)), seed=position.seed)
        return dealt if replace(position, covered=dealt.covered) == dealt else None

    def _laid(self, position: TalonPosition) -> tuple[int, ...]:
        ace = self.pack.order[0]
        aces = [card(ace, suit) for suit in range(self.pack.suits) for _ in range(self.rules.packs)]
        laid = row_by_row(position.piles)
        return (*aces * self.pack.begun, *laid, *position.talon, *position.hand)

    def _zone_lines(self, position: TalonPosition) -> tuple[list[str], list[str]]:
        before = []
        if position.heights != self.rules.start_heights:
            before.append(self._foundations_line(position.heights))
        if position.redeals != self.rules.redeals:
            before.append(f"Redeals: {position.redeals}")
        if self._has_seed(position):
            before.append(f"Seed: {position.seed}")
        hand = position.hand
        number = hand and set(hand) == {UNKNOWN} and len(hand)
        return before, [f"Talon: {names_of(position.talon)}", f"Hand: {number or names_of(hand)}"]

    def _has_seed(self, position: TalonPosition) -> bool:
        """Whether a shuffle is to come, and it is known which one."""
        return self.rules.is_shuffle_due(position.redeals) and position.seed != UNKNOWN

    def record(self, position: TalonPosition) -> dict[str, Any]:
        """What ``garden deal --json`` says of a position."""
        return {
            "cards": self.order_names(position),
            "foundations": self._tops(position.heights),
            "redeals": position.redeals,
            "seed": position.seed if self._has_seed(position) else None,
            "piles": self._pile_names(position, position.covered),
            "talon": list(map(name_of, position.talon)),
            "hand": list(map(name_of, position.hand)),
        }


class _Builder(BoardBuilder):
    """A board with a hand and a talon as far as it has been read."""

    fields = ("foundations", "redeals", "seed", "piles", "talon", "hand")

    pile = "column"

    def __init__(self, rules: TalonRules, pack: Pack) -> None:
        zones = {
            "Redeals": self.read_redeals,
            "Seed": self.read_seed,
            "Talon": self.read_talon,
            "Hand": self.read_hand,
        }
        super().__init__(pack, rules.columns, zones)
        self.rules = rules
        self.talon: tuple[int, ...] = ()
        self.hand: tuple[int, ...] = ()
        self.redeals = rules.redeals
        self.seed = UNKNOWN

    def read_talon(self, words: Sequence[Word], where: Word) -> None:
        self.talon = tuple(map(self.open_card, words))

    def read_hand(self, words: Sequence[Word], where: Word) -> None:
        """Cards of the hand, some of which may be unknown, or only their number."""
        number = next((word for word in words if word.text.isdecimal()), None)
        if number and len(words) > 1:
            number.fail("a number of unseen cards stands alone; else write ?? for each of them")
        if number:
            self.hand = (UNKNOWN,) * _whole(number, self.pack.size)
        else:
            self.hand = tuple(UNKNOWN if one.is_unknown else self.open_card(one) for one in words)
        self.unknown += self.hand.count(UNKNOWN)

    def read_redeals(self, words: Sequence[Word], where: Word) -> None:
        self.redeals = _alone(words, where, "Redeals", self.rules.redeals)

    def read_seed(self, words: Sequence[Word], where: Word) -> None:
        self.seed = _alone(words, where, "Seed", MAX_NUMBER)

    def read_field(self, name: str, value: JsonValue) -> None:
        """Foundations are lists of ranks; redeals and seed are numbers, and the hand may be one."""
        match name:
            case "foundations":
                suits = value.fields("foundations", tuple(SUITS)).items()
                tops = [
                    top._replace(text=f"{suit}-{top.text}")
                    for suit, ranks in suits
                    for top in (item.word("a rank or 0") for item in ranks.items("ranks"))
                ]
                self.read_foundations(tops, value.place)
            case "redeals":
                self.read_redeals([_single(value, "a whole number")], value.place)
            case "seed" if value.content is not None:
                self.read_seed([_single(value, "a whole number")], value.place)
            case "hand" if not isinstance(value.content, list):
                self.read_hand([_single(value, "cards, or their number")], value.place)
            case "hand" | "talon":
                super().read_field(name, value)

    def position(self) -> TalonPosition:
        return TalonPosition(
            piles=tuple(self.piles),
            heights=self.heights(),
            talon=self.talon,
            hand=self.hand,
            covered=frozenset(self.down),
            redeals=self.redeals,
            seed=self.seed if self.rules.is_shuffle_due(self.redeals) else 0,
        )

    def inferred(self) -> dict[int, list[int]]:
        """Checks first that of each card no more copies are missing than of the one below it."""
        for suit in range(self.pack.suits):
            most = self.pack.copies
            for place, rank in enumerate(self.pack.order):
                count = self.left[card(rank, suit)]
                if not (most if place < self.pack.begun else 0) <= count <= most:
                    raise NotationError(
                        f"{count} of {name_of(card(rank, suit))} are not on the board, and cannot"
                        " all be up"
                    )
                most = count
        return super().inferred()


def _alone(words: Sequence[Word], where: Word, label: str, most: int) -> int:
    """The one number of a line with a label."""
    if len(words) != 1:
        where.fail(f"after '{label}:' should be one number")
    return _whole(words[0], most)


def _whole(word: Word, most: int) -> int:
    """A whole number up to ``most``."""
    text = word.text
    if not (text.isascii() and text.isdecimal() and len(text) < 20 and int(text) <= most):
        word.fail(f"{word.shown} is no whole number from 0 to {most}")
    return int(text)


def _single(value: JsonValue, wanted: str) -> Word:
    """A number, or another single value; ``wanted`` says in a message what should be here."""
    content = value.content
    if content is None or isinstance(content, list | dict):
        value.fail(f"here should be {wanted}")
    text = str(content).lower() if isinstance(content, bool) else str(content)
    return value.place._replace(text=text)
