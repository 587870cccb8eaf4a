"""A position of a game of several packs with columns, a hand and a talon."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from solver.cards.cards import UNKNOWN, rank_of, suit_of
from solver.cards.deal import Position


@dataclass(frozen=True, kw_only=True)
class TalonPosition(Position):
    """All that lies on the table, and what chance has in store.

    ``piles``: the columns, bottom to top. ``talon``: bottom to top. ``hand``: the card that is
    turned next comes first. ``heights``: of each suit, in the order C D H S, the number of cards on
    each of its foundations, the highest one first; ``foundations`` is their sum. ``covered``: the
    column and the row, both from 0, of each card that lies face down. ``redeals``: how often the
    talon may still become the hand. ``seed``: the number that a shuffle of the talon follows, or 0
    where none is to come; ``UNKNOWN`` where one is, and nobody knows how it will fall out.

    Copies of a card are the same integer: which one lies where makes no difference to play.
    """

    heights: tuple[tuple[int, ...], ...]
    talon: tuple[int, ...] = ()
    hand: tuple[int, ...] = ()
    covered: frozenset[tuple[int, int]] = frozenset()
    redeals: int = 0
    seed: int = 0

    def __post_init__(self) -> None:
        """Sums up the foundations."""
        object.__setattr__(self, "foundations", tuple(map(sum, self.heights)))

    def up(self, suit: int, place: int) -> int:
        """How many copies of a card are up: of a suit, at a place of the pack's ranks from 0."""
        return sum(height > place for height in self.heights[suit])

    def is_down(self, slot: int, row: int) -> bool:
        """Whether the card in a row of a column lies face down."""
        return (slot, row) in self.covered

    @property
    def unseen(self) -> int:
        """The number of cards that nobody has seen."""
        return super().unseen + self.hand.count(UNKNOWN)

    @property
    def turned(self) -> int:
        """The first card of the hand."""
        return self.hand[0] if self.hand else UNKNOWN

    def seen(self) -> "TalonPosition":
        """As its player sees it: face-down cards, the hand and a shuffle are unknown."""
        piles = tuple(
            tuple(UNKNOWN if (slot, row) in self.covered else here for row, here in enumerate(pile))
            for slot, pile in enumerate(self.piles)
        )
        seed = UNKNOWN if self.redeals else 0
        return replace(self, piles=piles, hand=(UNKNOWN,) * len(self.hand), seed=seed)

    def completed(self, order: Iterable[int]) -> "TalonPosition":
        """With ``order`` in the unknown places: column by column, then in the hand."""
        cards = iter(order)
        *piles, hand = (
            tuple(next(cards) if here == UNKNOWN else here for here in row)
            for row in (*self.piles, self.hand)
        )
        return replace(self, piles=tuple(piles), hand=hand)

    def told(self, pack: Iterable[int]) -> list[int]:
        """The cards of the packs whose places are known, those that are up too."""
        cards = sorted(set(pack))
        order = sorted(set(map(rank_of, cards)))
        up = [
            here
            for here in cards
            for _ in range(self.up(suit_of(here), order.index(rank_of(here))))
        ]
        laid = [*self.talon, *self.hand, *(here for pile in self.piles for here in pile)]
        return up + [here for here in laid if here != UNKNOWN]


def as_talon(position: Position) -> TalonPosition:
    """The position as one of these games. Raises ``ValueError`` if it is one of another game."""
    if not isinstance(position, TalonPosition):
        raise ValueError("this position is one of another game")
    return position
