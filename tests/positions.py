"""Positions written as short texts, for tests."""

from collections.abc import Sequence

from solver.cards.cards import parse_card
from solver.cards.deal import Position


def cards(text: str) -> tuple[int, ...]:
    """The cards that a text names, with blanks between."""
    return tuple(map(parse_card, text.split()))


def laid(
    *piles: str,
    cells: str = "",
    reserve: str = "",
    foundations: Sequence[int] = (0, 0, 0, 0),
) -> Position:
    """A position: each pile bottom to top, ``<7C>`` a face-down card, ``-`` an empty cell."""
    clubs, diamonds, hearts, spades = foundations
    return Position(
        piles=tuple(cards(pile.replace("<", "").replace(">", "")) for pile in piles),
        cells=tuple(None if word == "-" else parse_card(word) for word in cells.split()),
        reserve=cards(reserve),
        foundations=(clubs, diamonds, hearts, spades),
        down=frozenset(
            parse_card(word[1:-1]) for pile in piles for word in pile.split() if word[0] == "<"
        ),
    )
