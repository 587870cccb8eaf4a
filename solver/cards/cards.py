"""Cards as small integers.

A card is ``4 * rank + suit``: rank 0 (ace) to 12 (king), suit 0 to 3 in the order C D H S. The four
cards of a rank are neighbours, the cards of a small deck (ranks 0 to R - 1) are the integers below
``4 * R``, and with this order of suits the suit of the same colour is ``suit ^ 3``.
"""

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"

#: The place of a card that nobody has seen yet, written ``??``.
UNKNOWN = -1

DECK_SIZE = 52


def card(rank: int, suit: int) -> int:
    """The card of a rank (0 to 12) and a suit (0 to 3)."""
    return 4 * rank + suit


def rank_of(card: int) -> int:
    """The rank of a card: 0 (ace) to 12 (king)."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit of a card: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
    return card & 3


def is_red(card: int) -> bool:
    """Whether the card is a diamond or a heart."""
    return card & 3 in (1, 2)


def fits(card: int, parent: int) -> bool:
    """Whether ``card`` may lie on ``parent``: one rank lower and of the other colour."""
    return rank_of(card) + 1 == rank_of(parent) and is_red(card) != is_red(parent)


def name_of(card: int) -> str:
    """Two letters, rank then suit: ``TH`` is the ten of hearts."""
    return "??" if card == UNKNOWN else RANKS[card >> 2] + SUITS[card & 3]


def names_of(cards: Iterable[int]) -> str:
    """The names of several cards, with blanks between."""
    return " ".join(map(name_of, cards))


def parse_card(text: str) -> int:
    """The card that a text names: ``7C``, ``th``, ``10♥``.

    Raises ``ValueError`` with the reason where the text names no card.
    """
    word = text.strip().upper()
    rank, suit = word[:-1], word[-1:]
    if rank == "10":
        rank = "T"
    if len(rank) != 1 or rank not in RANKS:
        raise ValueError(f"{text!r} is no card: no such rank")
    suit_index = SUITS.find(suit) if suit in SUITS else SUIT_SYMBOLS.find(suit)
    if suit_index < 0:
        raise ValueError(f"{text!r} is no card: no such suit")
    return card(RANKS.index(rank), suit_index)


def pack(ranks: int = 13, suits: int = 4) -> list[int]:
    """The cards of a pack in the order in which a native shuffle starts: AC AD AH AS 2C … KS.

    With fewer suits or ranks, the pack has the first ones of each.
    """
    return [card(rank, suit) for rank in range(ranks) for suit in range(suits)]
