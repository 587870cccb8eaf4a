"""What a game's table looks like when it has been dealt."""

from collections.abc import Collection
from dataclasses import dataclass
from itertools import zip_longest

from solver.cards.cards import pack
from solver.cards.deal import Position

__all__ = ["RESERVES", "Layout"]

#: The labels that a reserve can have.
RESERVES = ("Fountain", "Reserve", "Bouquet")


@dataclass(frozen=True)
class Layout:
    """What a game's boards look like.

    ``piles`` piles get ``height`` cards each, row by row (the last row has ``last_row`` cards where
    that is set), then each of the ``cells`` gets one; the rest of the pack, ``ranks`` of ``suits``,
    is the reserve. ``hidden_rows``: the rows that lie face down in a full deal, the bottom row
    being row 1; a top card never does. ``all_up``: whether no card ever lies face down. ``builds``:
    whether cards are ever laid on a pile. ``reserve``: the label of the reserve, one of
    ``RESERVES``; nothing ever goes there.
    """

    piles: int
    height: int
    cells: int = 0
    hidden_rows: tuple[int, ...] = ()
    reserve: str = "Reserve"
    ranks: int = 13
    suits: int = 4
    last_row: int | None = None
    all_up: bool = False
    builds: bool = True

    def __post_init__(self) -> None:
        """Refuses a label that would not read back."""
        if self.reserve not in RESERVES:
            raise ValueError(f"the label {self.reserve!r} is none of {', '.join(RESERVES)}")

    @property
    def pack(self) -> list[int]:
        """The cards of the pack."""
        return pack(self.ranks, self.suits)

    @property
    def deck_size(self) -> int:
        """The number of cards of the pack."""
        return self.ranks * self.suits

    @property
    def heights(self) -> tuple[int, ...]:
        """The cards dealt to each pile."""
        short = 0 if self.last_row is None else self.piles - self.last_row
        return (self.height,) * (self.piles - short) + (self.height - 1,) * short

    @property
    def reserve_size(self) -> int:
        """The cards dealt to the reserve."""
        return self.deck_size - sum(self.heights) - self.cells

    def is_full_deal(self, position: Position) -> bool:
        """Whether the position is one from which no card has moved."""
        return (
            tuple(map(len, position.piles)) == self.heights
            and None not in position.cells
            and position.cards_up == 0
        )

    def dealt_down(self, position: Position) -> frozenset[int]:
        """The cards that lie face down where the position is a full deal."""
        return frozenset(
            pile[row - 1] for pile in position.piles for row in self.hidden_rows if row < len(pile)
        )

    def order_of(self, position: Position) -> tuple[int, ...] | None:
        """The cards in dealing order, where the position is a full deal whose cards are known.

        ``None`` where it is not, or has other cards face down than the deal has.
        """
        if not self.is_full_deal(position) or position.unseen:
            return None
        if position.down != self.dealt_down(position):
            return None
        rows = (card for row in zip_longest(*position.piles) for card in row if card is not None)
        cells = (card for card in position.cells if card is not None)
        return (*rows, *cells, *position.reserve)

    def absent_from(self, cards: Collection[int]) -> list[int]:
        """The cards of the pack that are not among ``cards``."""
        return [absent for absent in self.pack if absent not in cards]
