"""The rules of The Olga, the game of the flower bed: what is its own.

Four piquet packs: ace, seven, eight … king. 49 cards lie in seven columns of seven, dealt row by
row; the rows 2, 4 and 6 are face down, and a card turns up when the one that lies on it goes. The
other 79 cards are the hand. An empty column takes only a column's top card. There is no redeal.
An ace lies on a seven, its neighbour in this pack. All else: ``talon.rules``.
"""

from dataclasses import dataclass
from typing import ClassVar

from solver.cards.deal import Deal, deal_rows
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import TalonRules, check, check_limits

__all__ = ["OLGA", "OlgaRules", "initial"]


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
        check_limits(self, most_packs=4)
        if not 1 <= self.rows <= 20:
            raise ValueError(f"rows = {self.rows} is not in 1 … 20")
        if self.columns * self.rows > self.deck_size:
            raise ValueError(
                f"{self.columns} columns of {self.rows} need more than the {self.deck_size} cards"
                " of the packs"
            )
        rows = tuple(sorted(set(self.hidden_rows)))
        object.__setattr__(self, "hidden_rows", rows)  # equal games are equal objects
        for row in rows:
            if not 1 <= row <= self.rows:
                raise ValueError(f"hidden row {row} is not in 1 … {self.rows}")


OLGA = OlgaRules()


def initial(rules: OlgaRules, deal: Deal) -> TalonPosition:
    """The position at the start: columns row by row, then the hand, its next card first.

    Raises ``ValueError`` where the deal is not one of the rules' packs.
    """
    laid = rules.columns * rules.rows
    position = TalonPosition(
        piles=deal_rows(deal.cards, rules.columns, rules.rows),
        heights=rules.start_heights,
        hand=deal.cards[laid:],
        covered=frozenset(
            (slot, row - 1)
            for slot in range(rules.columns)
            for row in rules.hidden_rows
            if row < rules.rows
        ),
    )
    check(rules, position)
    return position
