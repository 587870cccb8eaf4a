"""Squares of Caesar as text: three rows of three cards, or all nine on one line.

A card is written with or without its suit: ``4``, ``A``, ``9H``, ``7♣``; 1 is the ace. Blank lines,
and lines that begin with ``#``, are skipped. Several squares may follow each other. In JSON a
square is an object whose ``cards`` are the nine, row by row.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from solver.cards.cards import RANKS, SUITS, name_of, names_of, rank_of
from solver.cards.deal import Deal, Position
from solver.games.caesar.rules import PLACES, SIDE
from solver.text.json_values import JsonValue
from solver.text.notation import Notation
from solver.text.scanner import Line, Word

_NAMES = ("game", "deal", "numbering", "cards")


class SquareNotation(Notation):
    """The notation of Caesar; squares on one line are deals."""

    nothing = "there is no square: the text is empty"

    def _from_lines(self, lines: Iterator[Line]) -> Iterator[Deal | Position]:
        square: list[Word] = []
        for line in lines:
            if line.label:
                line.label.fail("a label in a square, which has rows of cards alone")
            words = line.words
            if len(words) not in (SIDE, PLACES) or (square and len(words) == PLACES):
                words[0].fail(f"a row has three cards, and this one has {line.length}")
            square += words
            if len(square) == PLACES:
                cards = _cards(square)
                is_flat = len(words) == PLACES
                yield Deal(cards, 1, "file") if is_flat else Position(tuple((c,) for c in cards))
                square = []
        if square:
            square[-1].fail("the text ends within a square: it has three rows of three cards")

    def _from_record(self, record: JsonValue) -> Deal:
        fields = record.fields("a square", _NAMES)
        if "cards" not in fields:
            record.fail("a square needs its nine 'cards'")
        words = fields["cards"].cards()
        if len(words) != PLACES:
            fields["cards"].fail(f"a square has nine cards, and this one has {len(words)}")
        return Deal(_cards(words), 1, "file")

    def text(self, position: Position) -> str:
        """Three rows of three cards, without the end of the last line."""
        cards = self.order(position)
        return "\n".join(names_of(cards[at : at + SIDE]) for at in range(0, PLACES, SIDE))

    def record(self, position: Position) -> dict[str, Any]:
        """The cards, place by place."""
        return {"cards": [name_of(here) for here in self.order(position)]}

    def order(self, position: Position) -> tuple[int, ...]:
        """Every arrangement is a deal."""
        return tuple(here for (here,) in position.piles)


def _cards(words: Sequence[Word]) -> tuple[int, ...]:
    """Nine cards, no rank twice."""
    cards = []
    seen: dict[int, Word] = {}
    for word in words:
        rank = rank_of(card := _card(word))
        if rank in seen:
            word.fail(f"{RANKS[rank]} is here twice, first on {seen[rank].place}")
        seen[rank] = word
        cards.append(card)
    return tuple(cards)


def _card(word: Word) -> int:
    text = word.text.upper()
    if text[:1] == "1" and text[1:2] != "0":
        text = RANKS[0] + text[1:]
    if len(text) == 1 and text in RANKS:
        text += SUITS[-1]
    found = word._replace(text=text).card()
    if rank_of(found) >= PLACES:
        word.fail(f"{word.shown} is not in the game: its cards are ace to nine")
    return found
