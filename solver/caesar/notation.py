"""Squares of Caesar as text: three rows of three cards, or all nine on one line.

A card is written with or without its suit: ``4``, ``A``, ``9H``, ``7♣``; 1 is the ace. Blank lines,
and lines that begin with ``#``, are skipped. Several squares may follow each other.
"""

import re

from solver.caesar.rules import PLACES, SIDE
from solver.deck.cards import RANKS, SUITS, names_of, rank_of
from solver.deck.deal import Position
from solver.deck.words import NotationError, Word, line_ends, plain

__all__ = ["read_squares", "square_text"]

_WORD = re.compile(r"\S+")
#: Words of a line that are looked at.
_MOST_WORDS = 16


def read_squares(text: str) -> list[Position]:
    """The squares of a text. Raises ``NotationError``, with line and column, where it has none."""
    found: list[Position] = []
    row: list[Word] = []
    for line, raw in enumerate(line_ends.split(plain(text)), start=1):
        matches = list(_WORD.finditer(raw))
        words = [Word(match.group(), line, match.start() + 1) for match in matches[:_MOST_WORDS]]
        if not words or words[0].text.startswith("#"):
            continue
        if len(words) not in (SIDE, PLACES) or (row and len(words) == PLACES):
            words[0].fail(f"a row has three cards, and this one has {len(matches)}")
        row += words
        if len(row) == PLACES:
            found.append(_square(row))
            row = []
    if row:
        row[-1].fail("the text ends within a square: it has three rows of three cards")
    if not found:
        raise NotationError("there is no square: the text is empty")
    return found


def square_text(position: Position) -> str:
    """Three rows of three cards, without the end of the last line."""
    cards = [pile[0] for pile in position.piles]
    return "\n".join(names_of(cards[at : at + SIDE]) for at in range(0, PLACES, SIDE))


def _square(words: list[Word]) -> Position:
    cards = []
    seen: dict[int, Word] = {}
    for word in words:
        cards.append(_card(word))
        first = seen.setdefault(rank_of(cards[-1]), word)
        if first is not word:
            word.fail(f"{RANKS[rank_of(cards[-1])]} is here twice, first on {first.place}")
    return Position(tuple((here,) for here in cards))


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
