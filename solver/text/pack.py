"""The cards of a game, and what messages about them say."""

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
    def suit_names(self) -> list[str]:
        """The suits."""
        return list(SUITS[: self.suits])


@dataclass(frozen=True)
class Wording:
    """What the messages for a family of games say; the defaults are for games with one pack.

    In the first group of fields ``{word}`` stands for the word in quotes, ``{card}`` for its card,
    ``{first}`` for the place where the card was read first, and ``{low}`` to ``{suits}`` for the
    cards of the pack. ``placed``: whether a message about a whole board names the place of a word
    that is an example.
    """

    not_in_pack: str = "{card} is not in the pack: its cards are {low} to {high} of {suits}"
    no_such_rank: str = not_in_pack
    too_many: str = "{card} is here twice, first on {first}"
    too_many_foundations: str = "foundation {card[1]} is here twice"

    pile: str = "pile"
    never_unknown: str = "only cards of a pile can lie face down"
    too_many_missing: str = "which has {unknown} marks ??"
    too_few_missing: str = "{unknown} marks ?? for {missing} missing cards"
    twice_up: str = "{card} lies here, and on its foundation"
    placed: bool = True
