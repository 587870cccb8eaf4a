"""Deals and positions as JSON: reading and writing.

A text holds one object or several, one after the other or in one list. Two kinds of object:

- Garden's own, as ``garden deal --json`` writes it: ``piles``, ``cells``, ``reserve``,
  ``foundations`` (heights by suit), ``face_down``; or the dealing order alone, ``cards``.
- Solvitaire's, the solver of Blake and Gent: ``tableau piles``, ``reserve``, ``foundations`` (the
  cards of each), every list with its deepest card first, a ten as ``10H``, and a lower-case letter
  for the suit of a card that lies face down. Read too is what Solvitaire allows besides: numbers 1,
  11, 12, 13 for ace, jack, queen, king; only the top card of a foundation; foundations and cells as
  one flat list; and, as its own exporter nests them, the reserve's cards each in a list of its own.
  ``cells``, where empty ones are left out, and ``??`` for a card that is not known are extensions,
  which Solvitaire does not read.
"""

import json
from collections.abc import Iterator
from typing import Any

from solver.cards.cards import RANKS, SUITS, UNKNOWN, card, name_of, rank_of, suit_of
from solver.cards.deal import Deal, Position
from solver.cards.plural import counted
from solver.text.board_builder import PileCard, Seen, Table, card_in_pack
from solver.text.board_format import Layout
from solver.text.json_values import JsonValue, json_values
from solver.text.scanner import Word, listed

__all__ = ["deal_record", "read_json", "solvitaire_text"]

_CARD = "a card"
_CARDS = "cards"

_OWN = {"piles", "cards"}
_TABLEAU = "tableau piles"


def read_json(text: str, layout: Layout) -> Iterator[Deal | Position]:
    """The deals and positions of a text. Raises ``NotationError`` where it is no such text."""
    for value in json_values(text):
        for one in value.content if isinstance(value.content, list) else [value]:
            yield _read(one, layout)


def _read(value: JsonValue, layout: Layout) -> Deal | Position:
    names = value.content if isinstance(value.content, dict) else {}
    texts = {word.text for word in names}
    if _TABLEAU in texts:
        return _read_solvitaire(value, layout)
    if not texts & _OWN:
        value.fail(f"no deal: here should be an object with '{_TABLEAU}', 'piles' or 'cards'")
    return _read_own(value, layout)


# Garden's own

_DEAL_NAMES = ("game", "deal", "numbering", "cards")
_POSITION_NAMES = ("foundations", "cells", "piles", "reserve", "face_down")


def deal_record(position: Position, layout: Layout) -> dict[str, Any]:
    """What ``garden deal --json`` says of a position that lies in this layout."""
    order = layout.order_of(position)
    return {
        "cards": order and [name_of(here) for here in order],
        "foundations": dict(zip(SUITS, position.foundations, strict=True)),
        "cells": [None if kept is None else name_of(kept) for kept in position.cells],
        "piles": [[name_of(here) for here in pile] for pile in position.piles],
        "reserve": [name_of(here) for here in position.reserve],
        "face_down": [name_of(here) for here in sorted(position.down)],
    }


def _read_own(value: JsonValue, layout: Layout) -> Deal | Position:
    fields = value.fields("a deal", _DEAL_NAMES + _POSITION_NAMES)
    cards = fields.get("cards")
    order = None if cards is None or cards.content is None else _read_order(cards, layout)
    if "piles" not in fields:
        if order is None:
            value.fail("a deal without 'piles' needs its cards in dealing order, 'cards'")
        return Deal(order, 1, "file")
    position = _read_position(fields, layout)
    if cards is not None and order is not None and order != layout.order_of(position):
        cards.fail("these cards are not dealt as the piles, cells and reserve are")
    return position


def _read_order(value: JsonValue, layout: Layout) -> tuple[int, ...]:
    seen = Seen()
    order = []
    for item in value.items(_CARDS):
        word = item.word(_CARD)
        order.append(card_in_pack(word, layout))
        seen.add(order[-1], word)
    absent = layout.absent_from(order)
    if absent:
        value.fail(f"the deal has {counted(len(order), 'card')}: {listed(absent)} missing")
    return tuple(order)


def _read_position(fields: dict[str, JsonValue], layout: Layout) -> Position:
    table = Table(layout)
    for pile in fields["piles"].items("piles"):
        words = [item.word(_CARD) for item in pile.items(_CARDS)]
        cards = [PileCard(word, word if word.is_unknown else None) for word in words]
        table.add_pile(cards, _place(pile))
    if "cells" in fields:
        _read_cells(fields["cells"], table)
    if "reserve" in fields:
        table.add_reserve(item.word(_CARD) for item in fields["reserve"].items(_CARDS))
    if "face_down" in fields:
        for item in fields["face_down"].items(_CARDS):
            table.turn_down(item.word(_CARD))
    if "foundations" in fields:
        table.set_foundations(_read_heights(fields["foundations"], layout))
    return table.finish()


def _read_heights(value: JsonValue, layout: Layout) -> list[int]:
    heights = dict.fromkeys(SUITS, 0)
    for suit, height in value.fields("the heights of the foundations", tuple(SUITS)).items():
        limit = layout.ranks if suit in SUITS[: layout.suits] else 0
        count = height.content
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= limit:
            height.fail(f"a foundation holds 0 to {limit} cards, as a whole number")
        heights[suit] = count
    return list(heights.values())


# Solvitaire's

_SOLVITAIRE_NAMES = (_TABLEAU, "reserve", "foundations", "cells")
_RANK_NUMBERS = {"1": "A", "11": "J", "12": "Q", "13": "K"}


def solvitaire_text(position: Position, layout: Layout) -> str:
    """Solvitaire's JSON of a position, on one line without its end."""
    record = {
        _TABLEAU: [
            [_solvitaire_name(here, here in position.down) for here in pile]
            for pile in position.piles
        ],
        "reserve": [_solvitaire_name(here) for here in position.reserve],
        "foundations": [
            [_solvitaire_name(card(rank, suit)) for rank in range(height)]
            for suit, height in enumerate(position.foundations)
        ],
    }
    if layout.cells:
        record["cells"] = [_solvitaire_name(kept) for kept in position.cells if kept is not None]
    return json.dumps(record)


def _solvitaire_name(here: int, is_down: bool = False) -> str:
    if here == UNKNOWN:
        return name_of(here)
    rank, suit = RANKS[rank_of(here)], SUITS[suit_of(here)]
    return ("10" if rank == "T" else rank) + (suit.lower() if is_down else suit)


def _read_solvitaire(value: JsonValue, layout: Layout) -> Position:
    fields = value.fields("a deal", _SOLVITAIRE_NAMES)
    table = Table(layout)
    for pile in fields[_TABLEAU].items("piles"):
        words = [_solvitaire_word(item) for item in pile.items(_CARDS)]
        table.add_pile([_marked(word, layout) for word in words], _place(pile))
    if "cells" in fields:
        _read_cells(fields["cells"], table)
    if "reserve" in fields:
        table.add_reserve(map(_solvitaire_word, _flattened(fields["reserve"], _CARDS)))
    if "foundations" in fields:
        table.set_foundations(_read_foundations(fields["foundations"], layout))
    return table.finish()


def _solvitaire_word(value: JsonValue) -> Word:
    word = value.word(_CARD)
    rank = _RANK_NUMBERS.get(word.text[:-1])
    return word._replace(text=rank + word.text[-1]) if rank else word


def _marked(word: Word, layout: Layout) -> PileCard:
    """Where all cards lie face up the letters mean nothing, to Solvitaire as well."""
    is_down = word.is_unknown or (word.text[-1:].islower() and not layout.all_up)
    return PileCard(word, word if is_down else None)


def _read_foundations(value: JsonValue, layout: Layout) -> list[int]:
    """The heights of foundations that list all their cards, or their top cards alone."""
    heights = [0] * len(SUITS)
    from_ace = [True] * len(SUITS)
    for item in _flattened(value, "foundations"):
        word = _solvitaire_word(item)
        found = card_in_pack(word, layout)
        suit, rank = suit_of(found), rank_of(found)
        if heights[suit] == 0:
            from_ace[suit] = rank == 0
        elif rank != heights[suit] or not from_ace[suit]:
            word.fail(
                f"{name_of(found)} leaves a gap: a foundation has all its cards from the ace on,"
                " or its top card alone"
            )
        heights[suit] = rank + 1
    return heights


def _read_cells(value: JsonValue, table: Table) -> None:
    """Cells, of which an empty one is left out, null, a text without a letter, or an empty list."""
    for item in _flattened(value, "cells"):
        if item.content in (None, "", []):
            table.add_cell(_place(item), is_empty=True)
        else:
            table.add_cell(_solvitaire_word(item), is_empty=False)


def _flattened(value: JsonValue, wanted: str) -> Iterator[JsonValue]:
    """The values of a list, some of which may be lists themselves."""
    for item in value.items(wanted):
        if isinstance(item.content, list):
            yield from item.content
        else:
            yield item


def _place(value: JsonValue) -> Word:
    return Word("", value.line, value.column)
