"""What every referee has: the rules of a game as an object, readable and slow.

A rules object is a frozen dataclass. Its fields are the switches of the game, its methods say what
is legal. No search is in here, and no kernel imports it.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, ClassVar, Self

from solver.cards.cards import SUITS, UNKNOWN, card, name_of, names_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Zone
from solver.cards.plural import counted


class Rules(ABC):
    """The rules of one game.

    ``SWITCHES``: what each field means, by its name, for those that a user may set. ``ROWS``: the
    field that says how many rows are dealt, where ``hidden_rows`` says which lie face down.
    """

    SWITCHES: ClassVar[dict[str, str]] = {}
    ROWS: ClassVar[str] = ""

    @property
    @abstractmethod
    def deck(self) -> list[int]:
        """All cards, in the order in which a native shuffle starts."""

    @property
    @abstractmethod
    def deck_size(self) -> int:
        """The number of cards."""

    @abstractmethod
    def initial(self, deal: Deal) -> Any:
        """The position at the start. Raises ``ValueError`` for a deal of another deck."""

    @abstractmethod
    def check(self, position: Any) -> None:
        """Raises ``ValueError`` with the reason where the position cannot lie on a table.

        Whether some line of play leads to the position is not asked.
        """

    @abstractmethod
    def legal_moves(self, position: Any) -> list[Move]:
        """All legal single moves."""

    @abstractmethod
    def apply(self, position: Any, move: Move) -> Any:
        """The position after one move. Raises ``IllegalMove`` with the reason."""

    def is_won(self, position: Any) -> bool:
        """Whether all cards are on the foundations."""
        return bool(position.cards_up == self.deck_size)

    def lifted(self, position: Any, move: Move) -> tuple[int, ...]:
        """The cards that a legal move takes up, bottom to top; both cards of a swap."""
        return (move.card,)

    def replay(self, position: Any, moves: Iterable[Move]) -> Any:
        """The position after all the moves.

        Raises ``IllegalMove`` that names the first bad step, counted from 1.
        """
        for step, move in enumerate(moves, start=1):
            try:
                position = self.apply(position, move)
            except IllegalMove as error:
                raise IllegalMove(error.reason, step) from None
        return position

    def zones(self, position: Any) -> list[Zone]:
        """All places of the table, in an order that all positions of a game have.

        Foundations suit by suit, cells, the reserve, piles.
        """
        suits = len(SUITS)
        found = [
            Zone(Place(Kind.FOUNDATION, suit), tuple(card(rank, suit) for rank in range(height)))
            for suit, height in enumerate(position.foundations[: getattr(self, "suits", suits)])
        ]
        found += [
            Zone(Place(Kind.CELL, slot), () if here is None else (here,))
            for slot, here in enumerate(position.cells)
        ]
        found.append(Zone(Place(Kind.RESERVE), position.reserve))
        return found + list(pile_zones(position))

    def with_values(self, values: dict[str, Any]) -> Self:
        """The rules with some fields set. Raises ``ValueError`` where they make no game.

        Where no hidden rows are named, lower piles have only those of them that there are.
        """
        rows = values.get(self.ROWS)
        if rows is not None and "hidden_rows" not in values:
            hidden = tuple(row for row in self.hidden_rows if row <= rows)  # type: ignore[attr-defined]
            values = values | {"hidden_rows": hidden}
        return replace(self, **values)  # type: ignore[type-var]

    def check_cards(self, position: Any) -> None:
        """Raises ``ValueError`` unless each card of the deck lies in exactly one place.

        A deck of several packs has several copies of a card, each in a place of its own. A
        foundation holds its lowest cards; a face-down card lies in a pile, and not on top.
        """
        left = dict.fromkeys(self.deck, 0)
        for here in self.deck:
            left[here] += 1
        places: defaultdict[int, list[Place]] = defaultdict(list)
        for place, cards, down in self.zones(position):
            for here in cards:
                if here == UNKNOWN:
                    raise ValueError(f"a card of {place_text(place)} is not known")
                if here not in left:
                    raise ValueError(
                        f"{place_text(place)} holds a card that is not in the deck: {here}"
                    )
                places[here].append(place)
                if len(places[here]) > left[here]:
                    raise ValueError(_too_many(here, places[here]))
            if place.kind is Kind.PILE and len(cards) - 1 in down:
                raise ValueError(f"{name_of(cards[-1])} is face down on top of a pile")
        missing = [here for here in left for _ in range(left[here] - len(places[here]))]
        if missing:
            raise ValueError(f"missing from the position: {names_of(sorted(missing))}")


def pile_zones(position: Any) -> Iterator[Zone]:
    """The piles of a position as zones."""
    for slot, pile in enumerate(position.piles):
        down = (row for row in range(len(pile)) if position.is_down(slot, row))
        yield Zone(Place(Kind.PILE, slot), pile, frozenset(down))


def _too_many(here: int, places: list[Place]) -> str:
    *most, last = map(place_text, places)
    count = "two" if len(places) == 2 else str(len(places))
    return f"{name_of(here)} lies in {count} places: {', '.join(most)} and {last}"


def limited(**limits: tuple[int, int, int]) -> None:
    """Raises ``ValueError`` where a value is out of its limits: name=(value, low, high)."""
    for name, (value, low, high) in limits.items():
        if not low <= value <= high:
            raise ValueError(f"{name} = {value} is not in {low} … {high}")


def checked_rows(hidden: Iterable[int], rows: int) -> tuple[int, ...]:
    """Face-down rows in order, each once. Raises ``ValueError`` for a row that is not there."""
    ordered = tuple(sorted(set(hidden)))
    for row in ordered:
        if not 1 <= row <= rows:
            raise ValueError(f"hidden row {row} is not in 1 … {rows}")
    return ordered


def right_count(count: int, wanted: int, thing: str) -> None:
    """Raises ``ValueError`` where a position or deal has not the right number of things."""
    if count != wanted:
        raise ValueError(f"the position has {counted(count, thing)}, not {wanted}")


def place_text(place: Place) -> str:
    """A place in a message: ``pile 3``, ``the reserve``, ``foundation H``."""
    match place.kind:
        case Kind.RESERVE | Kind.HAND | Kind.TALON:
            return f"the {place.kind}"
        case Kind.FOUNDATION:
            name = SUITS[place.slot] if 0 <= place.slot < len(SUITS) else str(place.slot + 1)
            return f"foundation {name}"
        case _:
            return f"{place.kind} {place.slot + 1}"
