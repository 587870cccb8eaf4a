"""The JSON of Solvitaire, the solver of Blake and Gent.

An object has ``tableau piles``, ``reserve`` and ``foundations`` (the cards of each). Every list has
its deepest card first, a ten is ``10H``, and a lower-case letter for the suit says that a card lies
face down. What Solvitaire also allows is read too:

- numbers 1, 11, 12, 13 for ace, jack, queen, king;
- only the top card of a foundation;
- foundations and cells as one flat list;
- the cards of the reserve each in a list of its own, as its own exporter nests them.

Two extensions, which Solvitaire does not read: ``cells``, where empty ones are left out, and ``??``
for an unknown card.
"""

import json

from solver.cards.cards import RANKS, SUITS, UNKNOWN, card, name_of, rank_of, suit_of
from solver.cards.deal import Position
from solver.text.board_builder import PileCard
from solver.text.json_values import JsonValue
from solver.text.pile_builder import PileBuilder, card_word, flattened
from solver.text.scanner import Word

TABLEAU = "tableau piles"

_NAMES = (TABLEAU, "reserve", "foundations", "cells")


def text(position: Position, has_cells: bool) -> str:
    """The JSON of a position, on one line without its end."""
    record = {
        TABLEAU: [[_name(here, here in position.down) for here in pile] for pile in position.piles],
        "reserve": [_name(here) for here in position.reserve],
        "foundations": [
            [_name(card(rank, suit)) for rank in range(height)]
            for suit, height in enumerate(position.foundations)
        ],
    }
    if has_cells:
        record["cells"] = [_name(kept) for kept in position.cells if kept is not None]
    return json.dumps(record)


def _name(here: int, is_down: bool = False) -> str:
    if here == UNKNOWN:
        return name_of(here)
    rank, suit = RANKS[rank_of(here)], SUITS[suit_of(here)]
    return ("10" if rank == "T" else rank) + (suit.lower() if is_down else suit)


def read(record: JsonValue, builder: PileBuilder) -> Position:
    """The position of an object, put together by ``builder``."""
    fields = record.fields("a deal", _NAMES)
    for pile in fields[TABLEAU].items("piles"):
        words = map(card_word, pile.items("cards"))
        builder.add_pile([_pile_card(word, builder) for word in words], pile.place)
    if "cells" in fields:
        builder.read_field("cells", fields["cells"])
    if "reserve" in fields:
        reserve = list(map(card_word, flattened(fields["reserve"], "cards")))
        builder.read_reserve(reserve, fields["reserve"].place)
    if "foundations" in fields:
        builder.named_heights = _heights(fields["foundations"], builder)
    return builder.finish()


def _pile_card(word: Word, builder: PileBuilder) -> PileCard:
    """Without face-down cards in the game, the case of a letter means nothing, as in Solvitaire."""
    is_down = word.is_unknown or (word.text[-1:].islower() and not builder.format.all_up)
    return PileCard(word, word if is_down else None)


def _heights(value: JsonValue, builder: PileBuilder) -> dict[int, list[int]]:
    """The heights of foundations that list all their cards, or only their top cards."""
    heights: dict[int, list[int]] = {}
    from_ace = set()
    for word in map(card_word, flattened(value, "foundations")):
        found = builder.named(word)
        suit, rank = suit_of(found), rank_of(found)
        if suit not in heights and rank == 0:
            from_ace.add(suit)
        elif suit in heights and not (suit in from_ace and heights[suit] == [rank]):
            word.fail(
                f"{name_of(found)} leaves a gap: a foundation has all its cards from the ace on,"
                " or its top card alone"
            )
        heights[suit] = [rank + 1]
    return heights
