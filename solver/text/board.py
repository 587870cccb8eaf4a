"""Deals and positions of the games with one pack, piles, cells and a reserve.

A board (``board_reader.py`` says what all boards have)::

    Foundations: C-0 D-0 H-0 S-0    the last rank up of each suit, 0 = none
    Cells: 8H -                     a hyphen is an empty cell
    : JD 7C <AD> ?? 4C 4D           a line for each pile, bottom to top
    Fountain: JH 7D                 Reserve and Bouquet mean the same
    Face-down: none

Lines with a label may be left out. Without a line ``Foundations`` the missing cards must be the
lowest of each suit: those are up.

JSON has two kinds of object:

- Garden's own, as ``garden deal --json`` writes it: ``piles``, ``cells``, ``reserve``,
  ``foundations`` (heights by suit), ``face_down``; or the dealing order alone, ``cards``;
- Solvitaire's (``solvitaire.py``).

No code here knows a game: a ``BoardFormat`` says what is particular to one.
"""

from dataclasses import replace
from typing import Any

from solver.cards.cards import SUITS, name_of, names_of
from solver.cards.deal import Deal, Position
from solver.text import solvitaire
from solver.text.board_builder import Spot
from solver.text.board_format import BoardFormat
from solver.text.board_reader import BoardReader, row_by_row
from solver.text.json_values import JsonValue
from solver.text.pile_builder import PileBuilder


class BoardNotation(BoardReader):
    """The notation of a game whose boards have a ``BoardFormat``."""

    #: No pile of a board has more cards.
    longest_pile = 20
    objects = f"'{solvitaire.TABLEAU}', 'piles' or 'cards'"

    def __init__(self, board_format: BoardFormat) -> None:
        """For boards of this format."""
        super().__init__(board_format.pack, board_format.piles)
        self.format = board_format

    def _builder(self) -> PileBuilder:
        return PileBuilder(self.format, self.pack)

    def _down(self, position: Position) -> frozenset[Spot]:
        return frozenset(
            (slot, row)
            for slot, pile in enumerate(position.piles)
            for row, here in enumerate(pile)
            if here in position.down
        )

    def _as_dealt(self, position: Position) -> Position | None:
        if position.unseen or not self.format.is_full_deal(position):
            return None
        return replace(position, down=self.format.dealt_down(position))

    def _laid(self, position: Position) -> tuple[int, ...]:
        cells = (here for here in position.cells if here is not None)
        return (*row_by_row(position.piles), *cells, *position.reserve)

    def _zone_lines(self, position: Position) -> tuple[list[str], list[str]]:
        before = []
        if position.cards_up or position.unseen:
            before.append(self._foundations_line(tuple((up,) for up in position.foundations)))
        if self.format.cells:
            cells = ("-" if here is None else name_of(here) for here in position.cells)
            before.append(f"Cells: {' '.join(cells)}")
        reserve = f"{self.format.reserve}: {names_of(position.reserve)}"
        return before, [reserve] if self.format.reserve_size else []

    def _from_record(self, record: JsonValue) -> Deal | Position:
        if solvitaire.TABLEAU in record.members:
            return solvitaire.read(record, self._builder())
        found = super()._from_record(record)
        cards = record.members.get("cards")
        if isinstance(found, Position) and cards and cards.content is not None:
            deal = self._deal(cards.cards(), cards.place)
            if deal.cards != self.order(found):
                cards.fail("these cards are not dealt as the piles, cells and reserve are")
        return found

    def record(self, position: Position) -> dict[str, Any]:
        """What ``garden deal --json`` says of a position."""
        return {
            "cards": self.order_names(position),
            "foundations": dict(zip(SUITS, position.foundations, strict=True)),
            "cells": [None if here is None else name_of(here) for here in position.cells],
            "piles": self._pile_names(position, frozenset()),
            "reserve": list(map(name_of, position.reserve)),
            "face_down": list(map(name_of, sorted(position.down))),
        }

    def solvitaire(self, position: Position) -> str:
        """Solvitaire's JSON of the position, on one line without its end."""
        return solvitaire.text(position, has_cells=self.format.cells > 0)
