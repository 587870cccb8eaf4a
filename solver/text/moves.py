"""Moves in words or in JSON: reads what ``move_texts`` writes.

In words a move is a line as ``garden solve --moves`` prints it::

    12. 9♥ 8♠ from pile 3 to pile 5

- The step number and the word "the" may be missing. Cards and places are read in any case, with
  letters or symbols for suits, 10 or T.
- Fountain, reserve and bouquet are one place, and so are pile, bed, column and place, and whatever
  the game calls them (``PlaceNames``). A foundation may be named by its suit.
- Of several cards the lowest one is moved, with the cards on it.
- ``for 4♠``, or ``in exchange for 4♠``, at the end names the card with which another one changes
  places.
- A line such as ``deal 8: solvable`` begins the moves of another deal.
- Lines that begin with ``#`` are skipped. In a text with step numbers or with such a heading, lines
  that mean no move are skipped too: boards, counters. A line means a move if it has a step number
  with a full stop, if it says *from*, or if it begins with a card and says *to*.

In JSON a move is ``{"card","from","to"}``. A text has such moves one after the other, in a list, or
in the field ``moves`` of what ``garden solve --json --moves`` writes, an object for each deal.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from solver.cards.cards import SUIT_SYMBOLS, SUITS, suit_of
from solver.cards.deal import Kind, Move, Place
from solver.text.json_values import JsonValue, json_values
from solver.text.scanner import NotationError, Word, is_json, line_ends, plain, words_of

_CARD, _FROM, _TO = "card", "from", "to"
_FOR, _EXCHANGE = "for", ["in", "exchange"]

_PLACES = {
    **dict.fromkeys(("pile", "bed", "column", "place"), Kind.PILE),
    "cell": Kind.CELL,
    "foundation": Kind.FOUNDATION,
    "hand": Kind.HAND,
    "talon": Kind.TALON,
    **dict.fromkeys(("fountain", "reserve", "bouquet"), Kind.RESERVE),
}


class PlaceNames(NamedTuple):
    """What a game calls a pile and its reserve, a word each; the usual words are read too."""

    pile: str = "pile"
    reserve: str = "reserve"

    @property
    def kinds(self) -> dict[str, Kind]:
        """All words for places."""
        return {self.pile: Kind.PILE, self.reserve: Kind.RESERVE, **_PLACES}


_USUAL = PlaceNames()

_STEP = re.compile(r"\d{1,9}[.):]?")
_NUMBERED = re.compile(r"\d{1,9}[.):]")
_HEADING = re.compile(r"deal \d+:", re.IGNORECASE)
_CARD_SHAPE = re.compile(r"\w{1,2}[CDHS♣♦♥♠]", re.IGNORECASE)

#: No more words of a line are read; a move has fewer.
_MOST_WORDS = 64

#: What may follow the place in a redeal.
_REDEALT = [f"with all of the talon{how}" for how in ("", " shuffled", " turned over")]

#: No layout has more piles or cells.
_MOST_SLOTS = 99


class _ParsedMove(NamedTuple):
    """A move, the cards that its line names, bottom to top, and the number of the line.

    Of two cards that change places, the card of the move is first.
    """

    move: Move
    cards: tuple[int, ...]
    line: int


@dataclass(frozen=True)
class ParsedMoves:
    """The moves of one deal.

    ``cards``: the cards that each move names, bottom to top. ``lines``: the line of each move.
    """

    moves: tuple[Move, ...] = ()
    cards: tuple[tuple[int, ...], ...] = ()
    lines: tuple[int, ...] = ()


def read_moves(text: str, names: PlaceNames = _USUAL) -> list[ParsedMoves]:
    """The moves of a text, deal by deal. ``names``: the game's words for places.

    Raises ``NotationError``, with line and column, for what is no move.
    """
    text = plain(text)
    found = list(_from_json(text) if is_json(text) else _from_words(text, names))
    if not found:
        raise NotationError("there are no moves: the text is empty")
    return [ParsedMoves(*map(tuple, zip(*parsed, strict=True))) for parsed in found]


def _from_words(text: str, names: PlaceNames) -> Iterable[list[_ParsedMove]]:
    lines = [
        words_of(raw, number, most=_MOST_WORDS)
        for number, raw in enumerate(line_ends.split(text), start=1)
    ]
    lines = [words for words in lines if words and not words[0].text.startswith("#")]
    printed = any(map(_is_heading, lines)) or any(
        _is_step(words) and _index(words, _FROM) for words in lines
    )
    found: list[list[_ParsedMove]] = []
    for words in lines:
        if _is_heading(words):
            found.append([])
        elif not printed or _means_move(words):
            if not found:
                found.append([])
            found[-1].append(_parsed(words[_is_step(words) :], words[0], names))
    return found


def _is_heading(words: Sequence[Word]) -> bool:
    """Whether the words begin the moves of a deal."""
    return bool(_HEADING.match(" ".join(word.text for word in words[:2])))


def _is_step(words: Sequence[Word]) -> bool:
    """Whether the words begin with a step's number."""
    return bool(_STEP.fullmatch(words[0].text))


def _means_move(words: Sequence[Word]) -> bool:
    """Whether a line is a move, among other lines that a program printed."""
    if _NUMBERED.fullmatch(words[0].text) or _index(words, _FROM):
        return True
    return bool(_index(words, _TO)) and _CARD_SHAPE.fullmatch(words[0].text) is not None


def _index(words: Sequence[Word], text: str) -> int:
    """The index of a word, 0 if it does not come after the first word."""
    return next((k for k, word in enumerate(words) if k and word.text.casefold() == text), 0)


def _parsed(words: Sequence[Word], first: Word, names: PlaceNames) -> _ParsedMove:
    """The move of a line without its number."""
    pile, kinds = names.pile, names.kinds
    source, target = _index(words, _FROM), _index(words, _TO)
    if not 0 < source < target:
        first.fail(f"here should be a move, such as '7♥ from {pile} 3 to {pile} 5'")
    end, exchanged = _exchange(words, target)
    cards = (*(word.card() for word in words[:source]), *exchanged)
    move = Move(
        cards[0],
        _place(words[source + 1 : target], words[source], cards[0], kinds),
        _place(words[target + 1 : end], words[target], cards[0], kinds),
    )
    return _ParsedMove(move, cards, first.line)


def _exchange(words: Sequence[Word], target: int) -> tuple[int, tuple[int, ...]]:
    """The index at which the target's words end, and the card in exchange if one is named."""
    at = _index(words, _FOR)
    if at <= target:
        return len(words), ()
    if at + 2 != len(words):
        words[at].fail(f"after {words[at].shown} should be one card")
    before = [word.text.casefold() for word in words[at - 2 : at]]
    return at - 2 * (before == _EXCHANGE), (words[at + 1].card(),)


def _place(
    words: Sequence[Word], before: Word, card: int, kinds: Mapping[str, Kind] = _PLACES
) -> Place:
    """The place that the words name; ``before`` is the word before them."""
    names = [word._replace(text=word.text.casefold().rstrip(".,;")) for word in words]
    if names and names[0].text == "the":
        names = names[1:]
    if not names:
        before.fail(f"after {before.shown} should be a place, such as pile 3 or the foundation")
    kind = kinds.get(names[0].text)
    if kind is None:
        names[0].fail(f"{names[0].shown} is no place: there are {', '.join(kinds)}")
    slot = suit_of(card) if kind is Kind.FOUNDATION else 0
    rest = names[1:]
    if kind in (Kind.PILE, Kind.CELL):
        if not rest:
            names[0].fail(f"which {names[0].text}? Its number is missing")
        slot = _slot(rest[0])
        rest = rest[1:]
    elif kind is Kind.FOUNDATION and rest:
        slot = _suit(rest[0])
        rest = rest[1:]
    elif kind is Kind.HAND and " ".join(word.text for word in rest) in _REDEALT:
        rest = []
    if rest:
        rest[0].fail(f"{rest[0].shown} is too much here")
    return Place(kind, slot)


def _slot(word: Word) -> int:
    text = word.text
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= _MOST_SLOTS):
        word.fail(f"{word.shown} is no number from 1 to {_MOST_SLOTS}")
    return int(text) - 1


def _suit(word: Word) -> int:
    for names in (SUITS, SUIT_SYMBOLS):
        if len(word.text) == 1 and word.text.upper() in names:
            return names.index(word.text.upper())
    word.fail(f"{word.shown} is no suit: there are {', '.join(SUITS)}")


def _from_json(text: str) -> Iterator[list[_ParsedMove]]:
    single: list[_ParsedMove] = []
    for value in json_values(text):
        if isinstance(value.content, list):
            yield [_json_move(item) for item in value.content]
            continue
        fields = value.fields("a move or a solution")
        if "moves" not in fields:
            single.append(_json_move(value))
            continue
        moves = fields["moves"]
        yield [] if moves.content is None else [_json_move(item) for item in moves.items("moves")]
    if single:
        yield single


def _json_move(value: JsonValue) -> _ParsedMove:
    fields = value.fields("a move", (_CARD, _FROM, _TO))
    for name in (_CARD, _FROM, _TO):
        if name not in fields:
            value.fail(f"a move needs its '{name}'")
    card = fields[_CARD].word("a card").card()
    source, target = (_json_place(fields[name], card) for name in (_FROM, _TO))
    return _ParsedMove(Move(card, source, target), (card,), value.line)


def _json_place(value: JsonValue, card: int) -> Place:
    whole = value.word("a place")
    words = [whole._replace(text=text) for text in whole.text.split()[:_MOST_WORDS]]
    return _place(words, whole, card)
