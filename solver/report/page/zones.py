"""The table as zones, and each physical card followed from zone to zone.

A zone is a place where cards lie in order: a pile, a cell, one foundation, the reserve, the talon,
the hand. To the rules all copies of a card are the same integer. Who watches a card on its way
wants to see one card move, and not another one vanish: so each physical card has an identity, its
place in a list of all cards.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solver.cards.cards import card
from solver.cards.deal import Kind, Place, Position
from solver.games import Game
from solver.games.talon.position import TalonPosition


class Zone(NamedTuple):
    """What lies in one place, bottom to top; the top card of the hand is the next one.

    ``down``: the rows, from 0, whose cards lie face down.
    """

    place: Place
    cards: tuple[int, ...]
    down: frozenset[int] = frozenset()


def zones(game: Game, position: Position) -> list[Zone]:
    """All places of the table, in an order that all positions of a game have."""
    return [
        *(() if game.in_rows else _foundations(game, position)),
        *_beside(game, position),
        *_piles(position),
    ]


def _foundations(game: Game, position: Position) -> Iterator[Zone]:
    """Suit by suit; where there are several of a suit, the highest first."""
    order: Sequence[int]
    heights: Sequence[Sequence[int]]
    if isinstance(position, TalonPosition):
        order, heights = game.rules.order, position.heights
    else:
        heights = [(height,) for height in position.foundations]
        order = range(max(position.foundations))
    for suit in range(game.suits):
        for height in heights[suit]:
            cards = tuple(card(rank, suit) for rank in order[:height])
            yield Zone(Place(Kind.FOUNDATION, suit), cards)


def _beside(game: Game, position: Position) -> Iterator[Zone]:
    """What lies beside piles and foundations."""
    if isinstance(position, TalonPosition):
        hand = position.hand[::-1]
        yield Zone(Place(Kind.HAND), hand, frozenset(range(len(hand))))
        yield Zone(Place(Kind.TALON), position.talon)
    elif not game.in_rows:
        for slot, here in enumerate(position.cells):
            yield Zone(Place(Kind.CELL, slot), () if here is None else (here,))
        yield Zone(Place(Kind.RESERVE), position.reserve)


def _piles(position: Position) -> Iterator[Zone]:
    for slot, pile in enumerate(position.piles):
        if isinstance(position, TalonPosition):
            down = {row for row in range(len(pile)) if (slot, row) in position.covered}
        else:
            down = {row for row, here in enumerate(pile) if here in position.down}
        yield Zone(Place(Kind.PILE, slot), pile, frozenset(down))


class Cards:
    """The physical cards of a deal, and where they lie.

    ``cards``: the integer of each card, by its identity from 0. ``lying``: of each zone the
    identities, bottom to top.
    """

    def __init__(self, start: Sequence[Zone]) -> None:
        """Numbers the cards as they lie at the start, zone by zone."""
        self.cards = tuple(here for zone in start for here in zone.cards)
        identities = iter(range(len(self.cards)))
        self.lying = [tuple(next(identities) for _ in zone.cards) for zone in start]

    def move(self, after: Sequence[Zone]) -> list[int]:
        """Has the cards lie as the zones say, and returns those that changed their place.

        What lies in a zone as before, from the bottom on, stays as it is. The other cards are taken
        up, and laid down where the same card is wanted, of several the one that lay highest first:
        a talon that is turned over becomes the hand card by card. The identities come in the order
        in which they lie then. Raises ``ValueError`` where the zones hold other cards.
        """
        free: defaultdict[int, list[int]] = defaultdict(list)
        kept = []
        for ids, zone in zip(self.lying, after, strict=True):
            same = 0
            while (
                same < min(len(ids), len(zone.cards))
                and self.cards[ids[same]] == (zone.cards[same])
            ):
                same += 1
            kept.append(ids[:same])
            for identity in ids[same:]:
                free[self.cards[identity]].append(identity)
        moved = []
        for slot, (ids, zone) in enumerate(zip(kept, after, strict=True)):
            was = set(self.lying[slot])
            laid = []
            for here in zone.cards[len(ids) :]:
                if not free[here]:
                    raise ValueError("the zones have cards that did not lie there before")
                laid.append(free[here].pop())
            self.lying[slot] = (*ids, *laid)
            moved += [identity for identity in laid if identity not in was]
        if any(free.values()):
            raise ValueError("the zones lack cards that lay there before")
        return moved
