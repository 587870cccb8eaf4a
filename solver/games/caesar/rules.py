"""The rules of Caesar, the readable referee.

Nine cards, ace to nine, of any suits, lie in three rows of three. Places are counted row by row,
from 0 in data and from 1 in texts. A move swaps the cards of two places. The game is won when every
line, three rows, three columns and two diagonals, has fifteen pips. Such a square is called magic.

A position has nine piles, a card each.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from solver.cards.cards import card, name_of, rank_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position, Zone
from solver.games.referee import Rules, pile_zones

SIDE = 3
PLACES = SIDE * SIDE
SUM = 15

#: The places of each line: rows, columns, diagonals.
LINES: tuple[tuple[int, int, int], ...] = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)

_SPADES = 3


@dataclass(frozen=True)
class CaesarRules(Rules):
    """Caesar has no switches."""

    @property
    def deck(self) -> list[int]:
        """The nine cards in the order in which a native shuffle starts: AS 2S … 9S."""
        return [card(rank, _SPADES) for rank in range(PLACES)]

    @property
    def deck_size(self) -> int:
        """The number of cards."""
        return PLACES

    def initial(self, deal: Deal) -> Position:
        """The cards in dealing order, row by row.

        Raises ``ValueError`` where they are not nine of the ranks ace to nine.
        """
        position = Position(tuple((here,) for here in deal.cards))
        self.check(position)
        return position

    def check(self, position: Position) -> None:
        """Raises ``ValueError`` where the position is no square of the nine ranks."""
        if sorted(map(rank_of, (here for pile in position.piles for here in pile))) != list(
            range(PLACES)
        ) or any(len(pile) != 1 for pile in position.piles):
            raise ValueError("the square needs nine cards, one of each rank from ace to nine")

    def is_won(self, position: Position) -> bool:
        """Whether all eight lines sum to fifteen."""
        return lines_of(numbers_of(position)) == len(LINES)

    def legal_moves(self, position: Position) -> list[Move]:
        """The 36 swaps, each told as the way of the card that lies at the earlier place."""
        return [
            Move(position.piles[one][0], Place(Kind.PILE, one), Place(Kind.PILE, other))
            for one, other in combinations(range(PLACES), 2)
        ]

    def apply(self, position: Position, move: Move) -> Position:
        """The position after a swap. Raises ``IllegalMove`` where it is none."""
        here, source, target = move
        if source.kind is not Kind.PILE or target.kind is not Kind.PILE:
            raise IllegalMove(f"{name_of(here)} can only change places with another card")
        for slot in (source.slot, target.slot):
            if not 0 <= slot < PLACES:
                raise IllegalMove(f"there is no place {slot + 1}: the square has nine")
        if position.piles[source.slot] != (here,):
            raise IllegalMove(f"{name_of(here)} does not lie in place {source.slot + 1}")
        if source == target:
            raise IllegalMove(f"{name_of(here)} cannot change places with itself")
        piles = list(position.piles)
        piles[source.slot], piles[target.slot] = piles[target.slot], piles[source.slot]
        return replace(position, piles=tuple(piles))

    def lifted(self, position: Position, move: Move) -> tuple[int, ...]:
        """The card of a swap, and the one with which it changes places."""
        return move.card, position.piles[move.target.slot][0]

    def zones(self, position: Position) -> list[Zone]:
        """Nine places, and nothing beside them."""
        return list(pile_zones(position))


CAESAR = CaesarRules()


def numbers_of(position: Position) -> tuple[int, ...]:
    """The pips of the nine places, 1 … 9."""
    return tuple(rank_of(pile[0]) + 1 for pile in position.piles)


def lines_of(numbers: Sequence[int]) -> int:
    """How many lines of a square sum to fifteen, 0 … 8."""
    return sum(numbers[a] + numbers[b] + numbers[c] == SUM for a, b, c in LINES)
