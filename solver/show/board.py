"""Boards and moves as a player knows them, in plain text with the suits' symbols."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from solver.deck.cards import RANKS, SUIT_SYMBOLS, SUITS, UNKNOWN, rank_of, suit_of
from solver.deck.deal import Kind, Move, Place, Position
from solver.games import Game

#: A card that lies face down: its player does not know it.
FACE_DOWN = "▒▒"

_INDENT = "  "
_WIDTH = 5


def card_text(card: int) -> str:
    """``7♥``, ``10♣``: the rank as it is printed on the card, and the suit's symbol."""
    if card == UNKNOWN:
        return FACE_DOWN
    rank = RANKS[rank_of(card)]
    return ("10" if rank == "T" else rank) + SUIT_SYMBOLS[suit_of(card)]


def cards_text(cards: Sequence[int]) -> str:
    """Several cards, with blanks between."""
    return " ".join(map(card_text, cards))


def board(game: Game, position: Position) -> str:
    """The table as it lies before a player: piles from left to right, their top cards lowest."""
    lines = [f"Foundations  {'  '.join(_foundations(position))}"]
    if position.cells:
        cells = ("-" if card is None else card_text(card) for card in position.cells)
        lines.append(f"{'Cells':<11}  {'  '.join(cells)}")
    lines += ["", _row(str(slot + 1) for slot in range(len(position.piles)))]
    shown = [
        [FACE_DOWN if card in position.down else card_text(card) for card in pile]
        for pile in position.piles
    ]
    lines += map(_row, zip_longest(*shown, fillvalue=""))
    lines += ["", f"{game.reserve.title():<11}  {cards_text(position.reserve) or '-'}"]
    return "\n".join(lines)


def _row(words: Sequence[str] | Iterator[str]) -> str:
    return "".join(f"{word:>{_WIDTH}}" for word in words).rstrip()


def _foundations(position: Position) -> Iterator[str]:
    for suit, height in enumerate(position.foundations):
        yield card_text(4 * (height - 1) + suit) if height else f"-{SUIT_SYMBOLS[suit]}"


def place_text(place: Place) -> str:
    """``pile 3``, ``cell 1``, ``reserve``, ``foundation H``: the same words for every game."""
    match place.kind:
        case Kind.RESERVE:
            return str(place.kind)
        case Kind.FOUNDATION:
            return f"{place.kind} {SUITS[place.slot]}"
        case _:
            return f"{place.kind} {place.slot + 1}"


def move_texts(game: Game, start: Position, moves: Sequence[Move]) -> Iterator[str]:
    """Each move in words: ``9♥ 8♠ from pile 3 to pile 5``."""
    for move, lifted in zip(moves, game.lifted(start, moves), strict=True):
        source, target = _words(game, move.source), _words(game, move.target)
        yield f"{cards_text(lifted)} from {source} to {target}"


def _words(game: Game, place: Place) -> str:
    match place.kind:
        case Kind.PILE:
            return f"{game.pile} {place.slot + 1}"
        case Kind.CELL:
            return f"cell {place.slot + 1}"
        case Kind.RESERVE:
            return f"the {game.reserve}"
        case Kind.FOUNDATION:
            return "the foundation"
