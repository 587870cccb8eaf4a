"""The shape of the boards of a game with one pack."""

from dataclasses import dataclass

from solver.cards.deal import Position
from solver.text.pack import Pack

#: The labels of a reserve that are read in every game.
RESERVES = ("Fountain", "Reserve", "Bouquet")

#: The labels that boards have for something else.
_TAKEN = ("Foundations", "Cells", "Face-down")


@dataclass(frozen=True)
class BoardFormat:
    """The shape of a game's boards.

    - ``piles`` piles get ``height`` cards each, row by row; the last row has ``last_row`` cards if
      that is set. Then each of the ``cells`` gets one card, unless the cells are ``empty_cells`` at
      the start. The rest of the pack, ``ranks`` of ``suits``, is the reserve, into which no card
      ever goes later.
    - ``hidden_rows``: the rows that lie face down in a full deal, from row 1 at the bottom. A top
      card never lies face down.
    - ``all_up``: whether no card ever lies face down.
    - ``builds``: whether cards are ever laid on a pile.
    - ``reserve``: the label of the reserve. Without a reserve there is no such line.
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
    empty_cells: bool = False

    def __post_init__(self) -> None:
        """Refuses a label that would not read back."""
        if self.reserve.casefold() in map(str.casefold, _TAKEN) or not self.reserve.isidentifier():
            raise ValueError(f"{self.reserve!r} cannot be the label of a reserve")

    @property
    def pack(self) -> Pack:
        """The cards of the game."""
        return Pack(tuple(range(self.ranks)), self.suits)

    @property
    def heights(self) -> tuple[int, ...]:
        """The cards dealt to each pile."""
        short = 0 if self.last_row is None else self.piles - self.last_row
        return (self.height,) * (self.piles - short) + (self.height - 1,) * short

    @property
    def reserve_size(self) -> int:
        """The cards dealt to the reserve."""
        return self.pack.size - sum(self.heights) - self.cells * (not self.empty_cells)

    def is_full_deal(self, position: Position) -> bool:
        """Whether no card of the position has moved since the deal."""
        return (
            tuple(map(len, position.piles)) == self.heights
            and all((here is None) == self.empty_cells for here in position.cells)
            and position.cards_up == 0
        )

    def dealt_down(self, position: Position) -> frozenset[int]:
        """The cards that lie face down if the position is a full deal."""
        return frozenset(
            pile[row - 1] for pile in position.piles for row in self.hidden_rows if row < len(pile)
        )
