"""Squares of Caesar as text: three rows of three cards, or all nine on one line.

A card is written with or without its suit: ``4``, ``A``, ``9H``, ``7♣``; 1 is the ace. Blank lines,
and lines that begin with ``#``, are skipped. Several squares may follow each other. In JSON a
square is an object whose ``cards`` are the nine, row by row.
"""

import re
from typing import Any

from solver.cards.cards import RANKS, SUITS, name_of, names_of, rank_of
from solver.cards.deal import Deal, Position
from solver.games.caesar.rules import PLACES, SIDE
from solver.text.json_values import json_values
from solver.text.notation import Notation
from solver.text.scanner import NotationError, Word, line_ends, plain

__all__ = ["read_squares", "square_text"]

_WORD = re.compile(r"\S+")
_NAMES = ("game", "deal", "numbering", "cards")

#: Words of a line that are looked at.
_MOST_WORDS = 16


def read_squares(text: str) -> list[Deal | Position]:
    """The squares of a text, those on one line as deals.

    Raises ``NotationError``, with line and column, where there are none.
    """
    text = plain(text)
    is_json = text.lstrip().startswith(("{", "["))
    found = _from_json(text) if is_json else _from_lines(text)
    if not found:
        raise NotationError("there is no square: the text is empty")
    return found


def _from_json(text: str) -> list[Deal | Position]:
    found: list[Deal | Position] = []
    for value in json_values(text):
        for one in value.content if isinstance(value.content, list) else [value]:
            fields = one.fields("a square", _NAMES)
            if "cards" not in fields:
                one.fail("a square needs its nine 'cards'")
            words = [item.word("a card") for item in fields["cards"].items("cards")]
            if len(words) != PLACES:
                fields["cards"].fail(f"a square has nine cards, and this one has {len(words)}")
            found.append(Deal(_cards(words), len(found) + 1, "file"))
    return found


def _from_lines(text: str) -> list[Deal | Position]:
    found: list[Deal | Position] = []
    row: list[Word] = []
    for line, raw in enumerate(line_ends.split(text), start=1):
        matches = list(_WORD.finditer(raw))
        words = [Word(match.group(), line, match.start() + 1) for match in matches[:_MOST_WORDS]]
        if not words or words[0].text.startswith("#"):
            continue
        if len(words) not in (SIDE, PLACES) or (row and len(words) == PLACES):
            words[0].fail(f"a row has three cards, and this one has {len(matches)}")
        row += words
        if len(row) == PLACES:
            cards = _cards(row)
            is_flat = len(words) == PLACES
            place = len(found) + 1
            found.append(
                Deal(cards, place, "file") if is_flat else Position(tuple((c,) for c in cards))
            )
            row = []
    if row:
        row[-1].fail("the text ends within a square: it has three rows of three cards")
    return found


def square_text(position: Position) -> str:
    """Three rows of three cards, without the end of the last line."""
    cards = [pile[0] for pile in position.piles]
    return "\n".join(names_of(cards[at : at + SIDE]) for at in range(0, PLACES, SIDE))


def _cards(words: list[Word]) -> tuple[int, ...]:
    """Nine cards, no rank twice."""
    cards = []
    seen: dict[int, Word] = {}
    for word in words:
        cards.append(_card(word))
        first = seen.setdefault(rank_of(cards[-1]), word)
        if first is not word:
            word.fail(f"{RANKS[rank_of(cards[-1])]} is here twice, first on {first.place}")
    return tuple(cards)


def _card(word: Word) -> int:
    text = word.text.upper()
    if text[0] == "1" and text[1:2] != "0":
        text = RANKS[0] + text[1:]
    if text in RANKS:
        text += SUITS[-1]
    found = word._replace(text=text).card()
    if rank_of(found) >= PLACES:
        word.fail(f"{word.shown} is not in the game: its cards are ace to nine")
    return found


class SquareNotation(Notation):
    """The notation of Caesar."""

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Position]]:
        """Squares, each of three rows of three."""
        return list(enumerate(read_squares(text), start=1))

    def text(self, position: Position) -> str:
        """Three rows of three."""
        return square_text(position)

    def record(self, position: Position) -> dict[str, Any]:
        """The cards, place by place."""
        return {"cards": [name_of(here) for (here,) in position.piles]}

    def order(self, position: Position) -> tuple[int, ...]:
        """Every arrangement is a deal."""
        return tuple(here for (here,) in position.piles)
