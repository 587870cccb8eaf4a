"""Boards and moves as a player knows them: with the suits' symbols and colours, or in ASCII."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, zip_longest

from solver.cards.cards import SUIT_SYMBOLS, SUITS, UNKNOWN, is_red, name_of, suit_of
from solver.cards.deal import Kind, Move, Place, Position, Zone
from solver.cards.plural import counted
from solver.games import Game, referee

#: A card that lies face down: its player does not know it.
FACE_DOWN = "▒▒"
ASCII_FACE_DOWN = "##"

_WIDTH = 5
_RED = "\x1b[31m"
_FAINT = "\x1b[2m"
_END = "\x1b[0m"


@dataclass(frozen=True)
class Style:
    """How cards are written.

    ``ascii``: ``7H``, and ``##`` for a card that lies face down. ``colour``: red suits in red and
    face-down cards faint, for a terminal that knows ANSI's sequences.
    """

    ascii: bool = False
    colour: bool = False

    def suit(self, suit: int) -> str:
        """The suit's symbol or letter."""
        return (SUITS if self.ascii else SUIT_SYMBOLS)[suit]

    def card(self, card: int, width: int = 0, down: bool = False) -> str:
        """A card with blanks before it, up to a width; ``down``: one that lies face down."""
        if down or card == UNKNOWN:
            back = ASCII_FACE_DOWN if self.ascii else FACE_DOWN
            return self._painted(f"{back:>{width}}", _FAINT)
        rank = name_of(card)[0]
        text = ("10" if rank == "T" else rank) + self.suit(suit_of(card))
        return self._painted(f"{text:>{width}}", _RED if is_red(card) else "")

    def _painted(self, text: str, colour: str) -> str:
        if not self.colour or not colour:
            return text
        bare = text.lstrip()
        return " " * (len(text) - len(bare)) + colour + bare + _END


#: Symbols without colours.
PLAIN = Style()


def cards_text(cards: Sequence[int], style: Style = PLAIN) -> str:
    """Several cards, with blanks between."""
    return " ".join(map(style.card, cards))


def board(game: Game, position: Position, style: Style = PLAIN) -> str:
    """The table as it lies before a player: piles from left to right, their top cards lowest."""
    if game.square:
        return "\n".join(_square(game.square.side, position, style))
    zones = defaultdict(list)
    for zone in game.rules.zones(position):
        zones[zone.place.kind].append(zone)
    lines = [f"Foundations  {'  '.join(_foundations(zones[Kind.FOUNDATION], style))}"]
    if cells := zones[Kind.CELL]:
        held = (style.card(cell.cards[0]) if cell.cards else "-" for cell in cells)
        lines.append(f"{'Cells':<11}  {'  '.join(held)}")
    piles = [
        [style.card(card, _WIDTH, row in down) for row, card in enumerate(cards)]
        or [f"{'-':>{_WIDTH}}"]
        for _, cards, down in zones[Kind.PILE]
    ]
    numbers = (f"{slot:>{_WIDTH}}" for slot in range(1, len(piles) + 1))
    lines += ["", "".join(numbers)]
    rows = zip_longest(*piles, fillvalue=" " * _WIDTH)
    lines += ("".join(row).rstrip() for row in rows)
    if zones[Kind.RESERVE] or zones[Kind.TALON] or zones[Kind.HAND]:
        lines.append("")
    for zone in zones[Kind.RESERVE]:
        lines.append(f"{game.words.reserve.title():<11}  {cards_text(zone.cards, style) or '-'}")
    for zone in zones[Kind.TALON]:
        top = f"{style.card(zone.cards[-1])}   " if zone.cards else ""
        lines.append(f"{'Talon':<11}  {top}({counted(len(zone.cards), 'card')})")
    for zone in zones[Kind.HAND]:
        again = f"; the talon becomes the hand {counted(position.redeals, 'time')} more"
        more = again * (position.redeals > 0)
        lines.append(f"{'Hand':<11}  ({counted(len(zone.cards), 'card')}{more})")
    return "\n".join(lines)


def _square(side: int, position: Position, style: Style) -> Iterator[str]:
    """Single cards in rows."""
    for first in range(0, len(position.piles), side):
        row = position.piles[first : first + side]
        yield "".join(style.card(here, _WIDTH) for (here,) in row)


def _foundations(zones: Sequence[Zone], style: Style) -> Iterator[str]:
    """The top cards, suit by suit."""
    for suit, same in groupby(zones, key=lambda zone: zone.place.slot):
        yield " ".join(
            style.card(zone.cards[-1]) if zone.cards else f"-{style.suit(suit)}" for zone in same
        )


def place_text(place: Place) -> str:
    """``pile 3``, ``cell 1``, ``reserve``, ``foundation H``: the same words for every game."""
    return referee.place_text(place).removeprefix("the ")


def moves_json(moves: Sequence[Move]) -> list[dict[str, str]]:
    """Moves as every command writes them."""
    return [
        {"card": name_of(card), "from": place_text(source), "to": place_text(target)}
        for card, source, target in moves
    ]


def move_texts(
    game: Game, start: Position, moves: Sequence[Move], style: Style = PLAIN
) -> Iterator[str]:
    """Each move in words: ``9♥ 8♠ from pile 3 to pile 5``."""
    for step in game.steps(start, moves, 0):
        if step.move is not None:
            yield move_text(game, step.move, step.lifted, style)


def move_text(game: Game, move: Move, lifted: Sequence[int], style: Style = PLAIN) -> str:
    """One move, which takes up the cards ``lifted``, in the same words."""
    if game.square:
        here, other = lifted
        route = route_text(game, move)
        return f"{style.card(here)} {route}, in exchange for {style.card(other)}"
    return f"{cards_text(lifted, style)} {route_text(game, move)}"


def route_text(game: Game, move: Move) -> str:
    """``from pile 3 to pile 5``; of a redeal, that it is more than the one card that it names."""
    route = f"from {place_words(game, move.source)} to {place_words(game, move.target)}"
    if move.target.kind is Kind.HAND and game.redeal:
        route += f", with all of the talon, {game.redeal.how}"
    return route


def place_words(game: Game, place: Place) -> str:
    """``column 3``, ``cell 1``, ``the bouquet``, ``the foundation``: in the words of a game."""
    own = {Kind.PILE: game.words.pile, Kind.RESERVE: game.words.reserve}
    name = own.get(place.kind, place.kind)
    return f"{name} {place.slot + 1}" if place.kind in (Kind.PILE, Kind.CELL) else f"the {name}"
