"""What The Olga and Red and Black have in common: the readable referee of both.

Columns build down in alternating colours, by their top cards. Foundations, as many of each suit as
there are packs, go up in suit from the ace; playing to them is never forced. The cards of the hand
are turned one at a time. A turned card may go to a foundation, to a column that it fits, or to the
talon; the talon's top card stays available to the same places. The games differ in what fills an
empty column, and in what happens once the hand is empty.

Turning a card is putting it on the talon: there it has the same places to go to, and the card below
it could have been played before. So the move is told as one from the hand to the talon.

The talon becomes the hand again in one move too, that of its lowest card with all that lies on it.
Shuffled, its cards, bottom to top, get the order that the position's seed gives to so many cards in
the stream of redeals (``cards.shuffle``); the first one is turned first. Turned over, the
lowest is.

Moves are single moves, as a player makes them. A slot is an index from 0 in all data, and counted
from 1 in the text of an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from solver.cards.cards import SUITS, UNKNOWN, card, is_red, name_of, rank_of, suit_of
from solver.cards.deal import IllegalMove, Kind, Move, Place, Zone
from solver.cards.shuffle import MAX_NUMBER, STREAM_REDEAL, shuffled
from solver.games.referee import Rules, limited, pile_zones, right_count
from solver.games.talon.position import TalonPosition, as_talon

_HAND = Place(Kind.HAND)
_TALON = Place(Kind.TALON)


class Redeal(StrEnum):
    """What becomes of the talon once the hand is empty."""

    NONE = "none"
    TURNED = "turned"
    SHUFFLED = "shuffled"


@dataclass(frozen=True)
class TalonRules(Rules):
    """What the referee needs to know of a game.

    ``packs`` packs have the first ``ranks`` of the game's ``ORDER`` in the first ``suits``.
    ``columns``: how many. ``foundation_return``: whether a foundation's top card, but no ace, may
    come back to a column that it fits. ``ACES_UP``: whether the aces begin the foundations before
    the deal. ``REFILLS``: whether the next card of the hand, or else the talon's top card, fills an
    empty column at once; otherwise any column's top card may, and nothing else. ``runs``: whether
    a sequence of face-up cards at the top of a column moves as a unit. ``redeal``: of the talon.
    """

    ORDER: ClassVar[tuple[int, ...]]
    ACES_UP: ClassVar[bool]
    REFILLS: ClassVar[bool]

    ranks: int
    suits: int
    packs: int
    columns: int
    foundation_return: bool

    @property
    def runs(self) -> bool:
        """No game has them but where it says so."""
        return False

    @property
    def redeal(self) -> Redeal:
        """No game has one but where it says so."""
        return Redeal.NONE

    @property
    def redeals(self) -> int:
        """How often the talon becomes the hand."""
        return int(self.redeal is not Redeal.NONE)

    @property
    def order(self) -> tuple[int, ...]:
        """The ranks of the pack, from low to high."""
        return self.ORDER[: self.ranks]

    @property
    def deck(self) -> list[int]:
        """The cards in the order in which a native shuffle starts: one pack after the other."""
        return [card(rank, suit) for rank in self.order for suit in range(self.suits)] * self.packs

    @property
    def deck_size(self) -> int:
        """The number of cards."""
        return self.ranks * self.suits * self.packs

    @property
    def start_heights(self) -> tuple[tuple[int, ...], ...]:
        """The foundations before the deal."""
        return tuple(
            (int(self.ACES_UP and suit < self.suits),) * self.packs for suit in range(len(SUITS))
        )

    def place_of(self, here: int) -> int:
        """The place of a card's rank in the order of the pack, from 0."""
        return self.order.index(rank_of(here))

    def fits(self, here: int, under: int) -> bool:
        """Whether a card may lie on another one in a column."""
        return self.place_of(here) + 1 == self.place_of(under) and is_red(here) != is_red(under)

    def check_limits(self, most_packs: int) -> None:
        """Raises ``ValueError`` where a field that all games have is out of its limits."""
        limited(
            ranks=(self.ranks, 1, len(self.ORDER)),
            suits=(self.suits, 1, len(SUITS)),
            packs=(self.packs, 1, most_packs),
            columns=(self.columns, 1, 10),
        )

    def check(self, position: TalonPosition) -> None:
        """Raises ``ValueError`` with the reason where the position cannot lie on a table."""
        position = as_talon(position)
        right_count(len(position.piles), self.columns, "column")
        if not 0 <= position.redeals <= self.redeals:
            raise ValueError(
                f"{position.redeals} redeals are left, but the game has {self.redeals}"
            )
        if position.seed and not self.is_shuffle_due(position.redeals):
            raise ValueError("the position has a seed, but no shuffle is to come")
        if position.seed == UNKNOWN:
            raise ValueError("the talon will be shuffled, and nobody knows how")
        if position.unseen:
            raise ValueError("the position has cards that nobody has seen")
        self._check_foundations(position)
        self.check_cards(position)
        for slot, row in position.covered:
            if not (0 <= slot < self.columns and 0 <= row < len(position.piles[slot]) - 1):
                raise ValueError("a card that lies face down must lie in a column, and not on top")

    def zones(self, position: TalonPosition) -> list[Zone]:
        """Foundations, of each suit the highest first, the hand, the talon, the columns."""
        found = [
            Zone(
                Place(Kind.FOUNDATION, suit),
                tuple(card(rank, suit) for rank in self.order[:height]),
            )
            for suit, heights in enumerate(position.heights[: self.suits])
            for height in heights
        ]
        hand = position.hand[::-1]
        found.append(Zone(_HAND, hand, frozenset(range(len(hand)))))
        found.append(Zone(_TALON, position.talon))
        return found + list(pile_zones(position))

    def _check_foundations(self, position: TalonPosition) -> None:
        for suit, heights in enumerate(position.heights):
            least, most = self.start_heights[suit][0], self.ranks if suit < self.suits else 0
            if len(heights) != self.packs:
                raise ValueError(
                    f"suit {SUITS[suit]} has {len(heights)} foundations, not {self.packs}"
                )
            for height in heights:
                if not least <= height <= most:
                    raise ValueError(
                        f"a foundation of {SUITS[suit]} holds {height} cards, not {least} … {most}"
                    )
            if list(heights) != sorted(heights, reverse=True):
                raise ValueError(f"the foundations of {SUITS[suit]} do not begin with the highest")

    def is_shuffle_due(self, redeals: int) -> bool:
        """Whether one of the redeals that are left shuffles the talon."""
        return self.redeal is Redeal.SHUFFLED and redeals > 0

    def legal_moves(self, position: TalonPosition) -> list[Move]:
        """All legal moves. Where an empty column has to be filled, that is the only one."""
        filling = self._filling(position)
        if filling is not None:
            return [filling]
        return [move for move in self._thinkable(position) if not self._refusal(position, move)]

    def is_forced(self, position: TalonPosition) -> bool:
        """Whether an empty column has to be filled now."""
        return self._filling(position) is not None

    def _filling(self, position: TalonPosition) -> Move | None:
        """The move that has to fill an empty column at once, if there is one."""
        if not self.REFILLS or () not in position.piles:
            return None
        target = Place(Kind.PILE, position.piles.index(()))
        if position.hand:
            return Move(position.hand[0], _HAND, target)
        if position.talon:
            return Move(position.talon[-1], _TALON, target)
        return None

    def _thinkable(self, position: TalonPosition) -> Iterator[Move]:
        """Moves among which are all legal ones."""
        sources = [
            (here, Place(Kind.PILE, slot))
            for slot, pile in enumerate(position.piles)
            for here in (dict.fromkeys(pile) if self.runs else pile[-1:])
        ]
        sources += [(here, _TALON) for here in position.talon[-1:]]
        sources += [
            (card(self.order[height - 1], suit), Place(Kind.FOUNDATION, suit))
            for suit, heights in enumerate(position.heights)
            for height in dict.fromkeys(heights)
            if height
        ]
        targets = [Place(Kind.PILE, slot) for slot in range(self.columns)]
        for here, source in sources:
            for target in (*targets, Place(Kind.FOUNDATION, suit_of(here))):
                if target != source:
                    yield Move(here, source, target)
        if position.hand:
            yield Move(position.hand[0], _HAND, _TALON)
        if position.talon:
            yield Move(position.talon[0], _TALON, _HAND)

    def _refusal(self, position: TalonPosition, move: Move) -> str | None:
        """What is wrong with a move, if no column has to be filled; ``None`` where it is legal."""
        here, source, target = move
        if target.kind is Kind.HAND:
            return _redeal_refusal(position, move)
        refusal = self._source_refusal(position, here, source)
        if refusal is not None:
            return refusal
        if source.kind is Kind.HAND:
            return None if target == _TALON else "is turned to the talon first"
        match target.kind:
            case Kind.FOUNDATION:
                return self._foundation_refusal(position, move)
            case Kind.PILE:
                return self._column_refusal(position, move)
        return "can go to a column or a foundation only"

    def _source_refusal(self, position: TalonPosition, here: int, source: Place) -> str | None:
        slot = source.slot
        match source.kind:
            case Kind.PILE:
                if not 0 <= slot < len(position.piles) or here not in position.piles[slot]:
                    return f"does not lie in column {slot + 1}"
                pile = position.piles[slot]
                if pile[-1] != here and not self.runs:
                    return f"is not the top card of column {slot + 1}"
                if not self._is_run(position, slot, _start_of(pile, here)):
                    return f"has cards on it that do not move with it, in column {slot + 1}"
            case Kind.TALON:
                if position.talon[-1:] != (here,):
                    return "is not the talon's top card"
            case Kind.HAND:
                if position.hand[:1] != (here,):
                    return "is not the next card of the hand"
            case Kind.FOUNDATION:
                if not self.foundation_return:
                    return "lies on a foundation, from which no card comes back"
                if slot != suit_of(here) or self.place_of(here) + 1 not in position.heights[slot]:
                    return "is not the top card of a foundation"
                if self.place_of(here) == 0:
                    return "is an ace, and stays as the base of its foundation"
            case _:
                return f"cannot come from a {source.kind}"
        return None

    def _foundation_refusal(self, position: TalonPosition, move: Move) -> str | None:
        here, source, target = move
        if source.kind is Kind.FOUNDATION:
            return "lies on a foundation already"
        if target.slot != suit_of(here):
            return "goes to a foundation of its own suit only"
        if len(_lifted_from(position, source, here)) > 1:
            return "has cards on it"
        if self.place_of(here) not in position.heights[target.slot]:
            return "is not the next card of a foundation"
        return None

    def _column_refusal(self, position: TalonPosition, move: Move) -> str | None:
        here, source, target = move
        if not 0 <= target.slot < self.columns:
            return f"cannot go to column {target.slot + 1}: there are {self.columns}"
        if target == source:
            return "lies in that column already"
        pile = position.piles[target.slot]
        if pile:
            if not self.fits(here, pile[-1]):
                return f"does not fit on {name_of(pile[-1])} in column {target.slot + 1}"
        elif self.REFILLS:
            return "cannot go to an empty column: only the hand and the talon fill those"
        elif source.kind is not Kind.PILE:
            return "cannot go to an empty column: only a column's top card fills it"
        return None

    def _is_run(self, position: TalonPosition, slot: int, start: int) -> bool:
        """Whether all cards of a column from a row on lie face up and in sequence."""
        pile = position.piles[slot]
        return all(
            self.fits(pile[row + 1], pile[row]) and (slot, row) not in position.covered
            for row in range(start, len(pile) - 1)
        )

    def lifted(self, position: TalonPosition, move: Move) -> tuple[int, ...]:
        """The cards that a legal move names, bottom to top; for a redeal the talon's lowest."""
        return _lifted_from(position, move.source, move.card)

    def apply(self, position: TalonPosition, move: Move) -> TalonPosition:
        """The position after one move.

        A move from the hand may leave its card unknown: who turns a card has not seen it. Raises
        ``IllegalMove`` with the reason where the rules do not allow the move.
        """
        if move.source == _HAND and move.card == UNKNOWN and position.hand:
            move = move._replace(card=position.hand[0])
        filling = self._filling(position)
        if filling is not None:
            if move != filling:
                slot = filling.target.slot + 1
                raise IllegalMove(
                    f"the empty column {slot} is filled first, with {name_of(filling.card)}"
                    f" from the {filling.source.kind}"
                )
        elif (refusal := self._refusal(position, move)) is not None:
            raise IllegalMove(f"{name_of(move.card)} {refusal}")
        if move.target.kind is Kind.HAND:
            return self._redealt(position)
        return self._laid(*self._taken(position, move), move)

    def _taken(self, position: TalonPosition, move: Move) -> tuple[TalonPosition, tuple[int, ...]]:
        """The position without the cards that a move takes up, and these cards."""
        here, source, _ = move
        cards = _lifted_from(position, source, here)
        match source.kind:
            case Kind.PILE:
                piles = list(position.piles)
                piles[source.slot] = piles[source.slot][: -len(cards)]
                # What is on top now lies face up, and stays so.
                covered = position.covered - {(source.slot, len(piles[source.slot]) - 1)}
                return replace(position, piles=tuple(piles), covered=covered), cards
            case Kind.TALON:
                return replace(position, talon=position.talon[:-1]), cards
            case Kind.HAND:
                return replace(position, hand=position.hand[1:]), cards
        height = self.place_of(here) + 1
        return _with_height(position, source.slot, height, height - 1), cards

    def _laid(self, position: TalonPosition, cards: tuple[int, ...], move: Move) -> TalonPosition:
        """The position with cards that were taken up laid where a move takes them."""
        here, _, target = move
        match target.kind:
            case Kind.PILE:
                piles = list(position.piles)
                piles[target.slot] += cards
                return replace(position, piles=tuple(piles))
            case Kind.TALON:
                return replace(position, talon=position.talon + cards)
        height = self.place_of(here)
        return _with_height(position, target.slot, height, height + 1)

    def _redealt(self, position: TalonPosition) -> TalonPosition:
        hand = position.talon
        if self.redeal is Redeal.SHUFFLED:
            hand = shuffled(hand, position.seed & MAX_NUMBER, STREAM_REDEAL)
        left = position.redeals - 1
        seed = position.seed if left and self.redeal is Redeal.SHUFFLED else 0
        return replace(position, talon=(), hand=hand, redeals=left, seed=seed)


def _redeal_refusal(position: TalonPosition, move: Move) -> str | None:
    here, source, _ = move
    if source != _TALON or position.talon[:1] != (here,):
        return "cannot go to the hand: only the talon as a whole does, named by its lowest card"
    if position.hand:
        return "cannot go to the hand with the talon before the hand is empty"
    if not position.redeals:
        return "cannot go to the hand with the talon: no redeal is left"
    return None


def _start_of(pile: tuple[int, ...], here: int) -> int:
    """The row of the copy of a card that lies highest in a column."""
    return len(pile) - 1 - pile[::-1].index(here)


def _lifted_from(position: TalonPosition, source: Place, here: int) -> tuple[int, ...]:
    if source.kind is not Kind.PILE:
        return (here,)
    pile = position.piles[source.slot]
    return pile[_start_of(pile, here) :]


def _with_height(position: TalonPosition, suit: int, old: int, new: int) -> TalonPosition:
    """The position with one foundation of a suit higher or lower."""
    heights = list(position.heights[suit])
    heights[heights.index(old)] = new
    changed = tuple(sorted(heights, reverse=True))
    return replace(
        position, heights=(*position.heights[:suit], changed, *position.heights[suit + 1 :])
    )
