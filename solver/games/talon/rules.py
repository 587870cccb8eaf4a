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

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from solver.cards.cards import (
    SUITS,
    UNKNOWN,
    card,
    is_red,
    name_of,
    names_of,
    rank_of,
    suit_of,
)
from solver.cards.deal import IllegalMove, Kind, Move, Place
from solver.cards.shuffle import MAX_NUMBER, STREAM_REDEAL, shuffled
from solver.games.talon.position import TalonPosition

__all__ = [
    "Redeal",
    "TalonRules",
    "apply",
    "check",
    "check_limits",
    "is_forced",
    "is_shuffle_due",
    "is_won",
    "legal_moves",
    "lifted",
    "replay",
]

_HAND = Place(Kind.HAND)
_TALON = Place(Kind.TALON)


class Redeal(StrEnum):
    """What becomes of the talon once the hand is empty."""

    NONE = "none"
    TURNED = "turned"
    SHUFFLED = "shuffled"


@dataclass(frozen=True)
class TalonRules:
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
    def pack(self) -> list[int]:
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


def check_limits(rules: TalonRules, most_packs: int) -> None:
    """Raises ``ValueError`` where a field that all games have is out of its limits."""
    for name, value, low, high in (
        ("ranks", rules.ranks, 1, len(rules.ORDER)),
        ("suits", rules.suits, 1, len(SUITS)),
        ("packs", rules.packs, 1, most_packs),
        ("columns", rules.columns, 1, 10),
    ):
        if not low <= value <= high:
            raise ValueError(f"{name} = {value} is not in {low} … {high}")


def check(rules: TalonRules, position: TalonPosition) -> None:
    """Raises ``ValueError`` with the reason where the position cannot lie on a table.

    All packs must be there, each foundation holding the lowest cards of its suit. A face-down card
    lies in a column, and not on top. Whether some line of play leads to the position is not asked.
    """
    if len(position.piles) != rules.columns:
        raise ValueError(f"the position has {len(position.piles)} columns, not {rules.columns}")
    if not 0 <= position.redeals <= rules.redeals:
        raise ValueError(f"{position.redeals} redeals are left, but the game has {rules.redeals}")
    if position.seed and not is_shuffle_due(rules, position.redeals):
        raise ValueError("the position has a seed, but no shuffle is to come")
    if position.seed == UNKNOWN:
        raise ValueError("the talon will be shuffled, and nobody knows how")
    laid = [here for pile in position.piles for here in pile]
    laid += [*position.talon, *position.hand]
    if UNKNOWN in laid:
        raise ValueError("the position has cards that nobody has seen")
    _check_foundations(rules, position)
    for suit, heights in enumerate(position.heights):
        laid += [card(rank, suit) for height in heights for rank in rules.order[:height]]
    here, wanted = Counter(laid), Counter(rules.pack)
    if too_many := sorted((here - wanted).elements()):
        raise ValueError(f"more than the packs have: {names_of(too_many)}")
    if missing := sorted((wanted - here).elements()):
        raise ValueError(f"missing from the position: {names_of(missing)}")
    for slot, row in position.covered:
        if not (0 <= slot < rules.columns and 0 <= row < len(position.piles[slot]) - 1):
            raise ValueError("a card that lies face down must lie in a column, and not on top")


def _check_foundations(rules: TalonRules, position: TalonPosition) -> None:
    for suit, heights in enumerate(position.heights):
        least, most = rules.start_heights[suit][0], rules.ranks if suit < rules.suits else 0
        if len(heights) != rules.packs:
            raise ValueError(
                f"suit {SUITS[suit]} has {len(heights)} foundations, not {rules.packs}"
            )
        for height in heights:
            if not least <= height <= most:
                raise ValueError(
                    f"a foundation of {SUITS[suit]} holds {height} cards, not {least} … {most}"
                )
        if list(heights) != sorted(heights, reverse=True):
            raise ValueError(f"the foundations of {SUITS[suit]} are not told from the highest on")


def is_shuffle_due(rules: TalonRules, redeals: int) -> bool:
    """Whether one of the redeals that are left shuffles the talon."""
    return rules.redeal is Redeal.SHUFFLED and redeals > 0


def is_won(rules: TalonRules, position: TalonPosition) -> bool:
    """Whether all cards are on the foundations."""
    return position.cards_up == rules.deck_size


def legal_moves(rules: TalonRules, position: TalonPosition) -> list[Move]:
    """All legal moves. Where an empty column has to be filled, that is the only one."""
    filling = _filling(rules, position)
    if filling is not None:
        return [filling]
    return [move for move in _thinkable(rules, position) if not _refusal(rules, position, move)]


def is_forced(rules: TalonRules, position: TalonPosition) -> bool:
    """Whether an empty column has to be filled now."""
    return _filling(rules, position) is not None


def _filling(rules: TalonRules, position: TalonPosition) -> Move | None:
    """The move that has to fill an empty column at once, if there is one."""
    if not rules.REFILLS or () not in position.piles:
        return None
    target = Place(Kind.PILE, position.piles.index(()))
    if position.hand:
        return Move(position.hand[0], _HAND, target)
    if position.talon:
        return Move(position.talon[-1], _TALON, target)
    return None


def _thinkable(rules: TalonRules, position: TalonPosition) -> Iterator[Move]:
    """Moves among which are all legal ones."""
    sources = [
        (here, Place(Kind.PILE, slot))
        for slot, pile in enumerate(position.piles)
        for here in (dict.fromkeys(pile) if rules.runs else pile[-1:])
    ]
    sources += [(here, _TALON) for here in position.talon[-1:]]
    sources += [
        (card(rules.order[height - 1], suit), Place(Kind.FOUNDATION, suit))
        for suit, heights in enumerate(position.heights)
        for height in dict.fromkeys(heights)
        if height
    ]
    targets = [Place(Kind.PILE, slot) for slot in range(rules.columns)]
    for here, source in sources:
        for target in (*targets, Place(Kind.FOUNDATION, suit_of(here))):
            if target != source:
                yield Move(here, source, target)
    if position.hand:
        yield Move(position.hand[0], _HAND, _TALON)
    if position.talon:
        yield Move(position.talon[0], _TALON, _HAND)


def _refusal(rules: TalonRules, position: TalonPosition, move: Move) -> str | None:
    """What is wrong with a move where no column has to be filled; ``None`` where it is legal."""
    here, source, target = move
    if target.kind is Kind.HAND:
        return _redeal_refusal(position, move)
    refusal = _source_refusal(rules, position, here, source)
    if refusal is not None:
        return refusal
    if source.kind is Kind.HAND:
        return None if target == _TALON else "is turned to the talon first"
    match target.kind:
        case Kind.FOUNDATION:
            return _foundation_refusal(rules, position, move)
        case Kind.PILE:
            return _column_refusal(rules, position, move)
    return "can go to a column or a foundation only"


def _source_refusal(
    rules: TalonRules, position: TalonPosition, here: int, source: Place
) -> str | None:
    slot = source.slot
    match source.kind:
        case Kind.PILE:
            if not 0 <= slot < len(position.piles) or here not in position.piles[slot]:
                return f"does not lie in column {slot + 1}"
            pile = position.piles[slot]
            if pile[-1] != here and not rules.runs:
                return f"is not the top card of column {slot + 1}"
            if not _is_run(rules, position, slot, _start_of(pile, here)):
                return f"has cards on it that do not move with it, in column {slot + 1}"
        case Kind.TALON:
            if position.talon[-1:] != (here,):
                return "is not the talon's top card"
        case Kind.HAND:
            if position.hand[:1] != (here,):
                return "is not the next card of the hand"
        case Kind.FOUNDATION:
            if not rules.foundation_return:
                return "lies on a foundation, from which no card comes back"
            if slot != suit_of(here) or rules.place_of(here) + 1 not in position.heights[slot]:
                return "is not the top card of a foundation"
            if rules.place_of(here) == 0:
                return "is an ace, and stays as the base of its foundation"
        case _:
            return f"cannot come from a {source.kind}"
    return None


def _foundation_refusal(rules: TalonRules, position: TalonPosition, move: Move) -> str | None:
    here, source, target = move
    if source.kind is Kind.FOUNDATION:
        return "lies on a foundation already"
    if target.slot != suit_of(here):
        return "goes to a foundation of its own suit only"
    if len(_lifted_from(position, source, here)) > 1:
        return "has cards on it"
    if rules.place_of(here) not in position.heights[target.slot]:
        return "is not the next card of a foundation"
    return None


def _column_refusal(rules: TalonRules, position: TalonPosition, move: Move) -> str | None:
    here, source, target = move
    if not 0 <= target.slot < rules.columns:
        return f"cannot go to column {target.slot + 1}: there are {rules.columns}"
    if target == source:
        return "lies in that column already"
    pile = position.piles[target.slot]
    if pile:
        if not rules.fits(here, pile[-1]):
            return f"does not fit on {name_of(pile[-1])} in column {target.slot + 1}"
    elif rules.REFILLS:
        return "cannot go to an empty column: only the hand and the talon fill those"
    elif source.kind is not Kind.PILE:
        return "cannot go to an empty column: only a column's top card fills it"
    return None


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


def _is_run(rules: TalonRules, position: TalonPosition, slot: int, start: int) -> bool:
    """Whether all cards of a column from a row on lie face up and in sequence."""
    pile = position.piles[slot]
    return all(
        rules.fits(pile[row + 1], pile[row]) and (slot, row) not in position.covered
        for row in range(start, len(pile) - 1)
    )


def _lifted_from(position: TalonPosition, source: Place, here: int) -> tuple[int, ...]:
    if source.kind is not Kind.PILE:
        return (here,)
    pile = position.piles[source.slot]
    return pile[_start_of(pile, here) :]


def lifted(position: TalonPosition, move: Move) -> tuple[int, ...]:
    """The cards that a legal move is told by, bottom to top: of a redeal the talon's lowest."""
    return _lifted_from(position, move.source, move.card)


def apply(rules: TalonRules, position: TalonPosition, move: Move) -> TalonPosition:
    """The position after one move.

    A move from the hand may leave its card unknown: who turns a card has not seen it. Raises
    ``IllegalMove`` with the reason where the rules do not allow the move.
    """
    if move.source == _HAND and move.card == UNKNOWN and position.hand:
        move = move._replace(card=position.hand[0])
    filling = _filling(rules, position)
    if filling is not None:
        if move != filling:
            slot = filling.target.slot + 1
            raise IllegalMove(
                f"the empty column {slot} is filled first, with {name_of(filling.card)}"
                f" from the {filling.source.kind}"
            )
    elif (refusal := _refusal(rules, position, move)) is not None:
        raise IllegalMove(f"{name_of(move.card)} {refusal}")
    if move.target.kind is Kind.HAND:
        return _redealt(rules, position)
    return _laid(rules, *_taken(rules, position, move), move)


def _taken(
    rules: TalonRules, position: TalonPosition, move: Move
) -> tuple[TalonPosition, tuple[int, ...]]:
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
    height = rules.place_of(here) + 1
    return _with_height(position, source.slot, height, height - 1), cards


def _laid(
    rules: TalonRules, position: TalonPosition, cards: tuple[int, ...], move: Move
) -> TalonPosition:
    """The position with cards that were taken up laid where a move takes them."""
    here, _, target = move
    match target.kind:
        case Kind.PILE:
            piles = list(position.piles)
            piles[target.slot] += cards
            return replace(position, piles=tuple(piles))
        case Kind.TALON:
            return replace(position, talon=position.talon + cards)
    height = rules.place_of(here)
    return _with_height(position, target.slot, height, height + 1)


def _with_height(position: TalonPosition, suit: int, old: int, new: int) -> TalonPosition:
    """The position with one foundation of a suit higher or lower."""
    heights = list(position.heights[suit])
    heights[heights.index(old)] = new
    changed = tuple(sorted(heights, reverse=True))
    return replace(
        position, heights=(*position.heights[:suit], changed, *position.heights[suit + 1 :])
    )


def _redealt(rules: TalonRules, position: TalonPosition) -> TalonPosition:
    hand = position.talon
    if rules.redeal is Redeal.SHUFFLED:
        hand = shuffled(hand, position.seed & MAX_NUMBER, STREAM_REDEAL)
    left = position.redeals - 1
    seed = position.seed if left and rules.redeal is Redeal.SHUFFLED else 0
    return replace(position, talon=(), hand=hand, redeals=left, seed=seed)


def replay(rules: TalonRules, position: TalonPosition, moves: Iterable[Move]) -> TalonPosition:
    """The position after all the moves.

    Raises ``IllegalMove`` that names the first bad step, counted from 1.
    """
    for step, move in enumerate(moves, start=1):
        try:
            position = apply(rules, position, move)
        except IllegalMove as error:
            raise IllegalMove(error.reason, step) from None
    return position
