"""The cards of a game."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from solver.cards.cards import RANKS, SUITS, card


@dataclass(frozen=True)
class Pack:
    """The cards of a game: ``copies`` packs with the ranks ``order``, low to high, of some suits.

    ``begun``: the number of cards on each foundation at the start of a game.
    """

    order: tuple[int, ...]
    suits: int
    copies: int = 1
    begun: int = 0

    @cached_property
    def cards(self) -> Counter[int]:
        """The cards, and how many there are of each."""
        suits = range(self.suits)
        return Counter({card(rank, suit): self.copies for rank in self.order for suit in suits})

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.order) * self.suits * self.copies

    @property
    def rank_names(self) -> list[str]:
        """The ranks, from low to high."""
        return [RANKS[rank] for rank in self.order]

    @property
    def description(self) -> str:
        """The cards, for a message: ``A 7 8 of C, D``."""
        return f"{' '.join(self.rank_names)} of {', '.join(self.suit_names)}"

    @property
    def suit_names(self) -> list[str]:
        """The suits."""
        return list(SUITS[: self.suits])
