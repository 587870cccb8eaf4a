"""The rules of Red and Black: what is its own.

Two packs. The eight aces begin the foundations. The first eight other cards are the Volunteers, a
column each; the rest is the hand. An empty column is filled at once with the next card of the hand,
or the talon's top card once the hand is empty. When the hand is empty the talon becomes the hand
again, once: shuffled, or turned over as it is. All else: ``talon.rules``.
"""

from dataclasses import dataclass
from typing import ClassVar

from solver.cards.cards import rank_of
from solver.cards.deal import Deal, deal_rows
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import Redeal, TalonRules


@dataclass(frozen=True)
class RedBlackRules(TalonRules):
    """Layout and switches; the defaults are those of the full game.

    ``ranks`` (1 to 13), ``suits`` (1 to 4), ``packs`` (1 or 2). ``columns`` (1 to 10): the
    Volunteers. ``redeal``: what becomes of the talon once the hand is empty. ``foundation_return``:
    whether a foundation's top card, but no ace, may come back.

    Raises ``ValueError`` where a field is out of its limits, or the packs are too small.
    """

    ORDER: ClassVar[tuple[int, ...]] = tuple(range(13))
    ACES_UP: ClassVar[bool] = True
    REFILLS: ClassVar[bool] = True

    SWITCHES: ClassVar = {
        "ranks": "ranks of each suit, from the ace",
        "suits": "suits of each pack",
        "packs": "packs that are played with",
        "columns": "Volunteers",
        "foundation_return": "whether a foundation's top card, but no ace, may come back",
        "redeal": "what becomes of the talon once the hand is empty, once: shuffled, turned, none",
    }

    ranks: int = 13
    suits: int = 4
    packs: int = 2
    columns: int = 8
    redeal: Redeal = Redeal.SHUFFLED
    foundation_return: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that no game can be dealt by."""
        self.check_limits(most_packs=2)
        dealt = self.deck_size - self.suits * self.packs
        if self.columns > dealt:
            raise ValueError(
                f"columns = {self.columns} is more than the {dealt} cards besides the aces"
            )
        if self.redeal not in list(Redeal):
            raise ValueError(f"redeal = {self.redeal} is none of {', '.join(Redeal)}")

    def initial(self, deal: Deal) -> TalonPosition:
        """The position at the start: aces are taken out as they come, the others dealt in order.

        Raises ``ValueError`` where the deal is not one of the rules' packs.
        """
        cards = tuple(here for here in deal.cards if rank_of(here))
        position = TalonPosition(
            piles=deal_rows(cards, self.columns, 1),
            heights=self.start_heights,
            hand=cards[self.columns :],
            redeals=self.redeals,
            seed=deal.number if self.is_shuffle_due(self.redeals) else 0,
        )
        self.check(position)
        return position


RED_BLACK = RedBlackRules()
