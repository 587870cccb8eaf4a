"""The rules of The Olga, the game of the flower bed: what is its own.

Four piquet packs: ace, seven, eight … king. 49 cards lie in seven columns of seven, dealt row by
row; the rows 2, 4 and 6 are face down, and a card turns up when the one that lies on it goes. The
other 79 cards are the hand. An empty column takes only a column's top card. There is no redeal.
An ace lies on a seven, its neighbour in this pack. All else: ``talon.rules``.
"""

from dataclasses import dataclass
from typing import ClassVar

from solver.cards.deal import Deal, deal_rows
from solver.games.referee import checked_rows, limited
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules


@dataclass(frozen=True)
class OlgaRules(TalonRules):
    """Layout and switches; the defaults are those of the full game.

    ``ranks`` (1 to 8), ``suits`` (1 to 4), ``packs`` (1 to 4). ``columns`` (1 to 10) of ``rows``
    cards each. ``hidden_rows``: the rows that are dealt face down, the bottom row being row 1, kept
    in order and each once; the top row lies face up even where it is listed. ``runs``: whether a
    sequence of face-up cards moves as a unit. ``foundation_return``: whether a foundation's top
    card may come back.

    Raises ``ValueError`` where a field is out of its limits, or the packs are too small.
    """

    ORDER: ClassVar[tuple[int, ...]] = (0, 6, 7, 8, 9, 10, 11, 12)
    ACES_UP: ClassVar[bool] = False
    REFILLS: ClassVar[bool] = False

    ROWS: ClassVar = "rows"
    SWITCHES: ClassVar = {
        "ranks": "ranks of each suit, from the ace: A 7 8 … K",
        "suits": "suits of each pack",
        "packs": "packs that are played with",
        "columns": "columns of the flower bed",
        "foundation_return": "whether a foundation's top card, but no ace, may come back",
        "rows": "cards dealt to each column",
        "hidden_rows": "rows dealt face down, the bottom row being 1, or none",
        "runs": "whether cards in sequence move as a unit, and not one at a time alone",
    }

    ranks: int = 8
    suits: int = 4
    packs: int = 4
    columns: int = 7
    rows: int = 7
    hidden_rows: tuple[int, ...] = (2, 4, 6)
    runs: bool = False
    foundation_return: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that no game can be dealt by."""
        self.check_limits(most_packs=4)
        limited(rows=(self.rows, 1, 20))
        if self.columns * self.rows > self.deck_size:
            raise ValueError(
                f"{self.columns} columns of {self.rows} need more than the {self.deck_size} cards"
                " of the packs"
            )
        rows = checked_rows(self.hidden_rows, self.rows)
        object.__setattr__(self, "hidden_rows", rows)  # equal games are equal objects

    def initial(self, deal: Deal) -> TalonPosition:
        """The position at the start: columns row by row, then the hand, its next card first.

        Raises ``ValueError`` where the deal is not one of the rules' packs.
        """
        laid = self.columns * self.rows
        position = TalonPosition(
            piles=deal_rows(deal.cards, self.columns, self.rows),
            heights=self.start_heights,
            hand=deal.cards[laid:],
            covered=frozenset(
                (slot, row - 1)
                for slot in range(self.columns)
                for row in self.hidden_rows
                if row < self.rows
            ),
        )
        self.check(position)
        return position


OLGA = OlgaRules()
