"""The rules of Trevi Garden and of Stonewall, the readable referee.

Piles build down in alternating colours; any suffix of a pile that is face up and in sequence moves
as a unit; any card or run fills an empty pile. Each card of the reserve (Trevi Garden's fountain)
is always available, and nothing goes into it. A cell holds one card. Foundations go up in suit from
the ace; playing to them is never forced, and their top cards may come back. Stonewall is the same
game without cells.

Moves are single moves, as a player makes them. A slot is an index from 0 in all data, and counted
from 1 in the text of an error.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from solver.cards.cards import SUITS, card, fits, name_of, pack, rank_of, suit_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position, deal_rows
from solver.cards.plural import counted
from solver.games.referee import Rules, checked_rows, limited, place_text, right_count


@dataclass(frozen=True)
class TreviRules(Rules):
    """Layout and switches of one game of the family; the defaults are Trevi Garden's.

    ``ranks``: of each of the four suits (1 to 13). ``piles`` (1 to 8) of ``height`` cards are dealt
    row by row. ``hidden_rows``: the rows that are dealt face down, the bottom row being row 1, kept
    in order and each once; the top row lies face up even where it is listed. ``cells`` (0 to 4)
    take the next cards, one each; what is left is the reserve. ``foundation_return``: whether a
    foundation's top card may come back to a pile. ``return_to_cell``: whether it may come back to
    an empty cell as well.

    Raises ``ValueError`` where a field is out of its limits, where the deck is too small for the
    layout, and where ``return_to_cell`` is asked for without ``foundation_return``.
    """

    ROWS: ClassVar = "height"
    SWITCHES: ClassVar = {
        "ranks": "ranks of each suit, from the ace",
        "piles": "piles of the tableau",
        "height": "cards dealt to each pile",
        "hidden_rows": "rows dealt face down, the bottom row being 1, or none",
        "cells": "cells, each dealt one card",
        "foundation_return": "whether a foundation's top card may come back to a pile",
        "return_to_cell": "whether it may come back to an empty cell too",
    }

    ranks: int = 13
    piles: int = 6
    height: int = 6
    hidden_rows: tuple[int, ...] = (1, 3, 5)
    cells: int = 2
    foundation_return: bool = True
    return_to_cell: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that no game can be dealt by."""
        limited(
            ranks=(self.ranks, 1, 13),
            piles=(self.piles, 1, 8),
            height=(self.height, 1, self.deck_size),
            cells=(self.cells, 0, 4),
        )
        if self.piles * self.height + self.cells > self.deck_size:
            raise ValueError(
                f"{counted(self.piles, 'pile')} of {self.height} and {counted(self.cells, 'cell')}"
                f" need more than the {self.deck_size} cards of the deck"
            )
        rows = checked_rows(self.hidden_rows, self.height)
        object.__setattr__(self, "hidden_rows", rows)  # equal games are equal objects
        if self.return_to_cell and not self.foundation_return:
            raise ValueError("return_to_cell needs foundation_return")

    @property
    def deck(self) -> list[int]:
        """All four suits."""
        return pack(self.ranks)

    @property
    def deck_size(self) -> int:
        """The number of cards: four suits of ``ranks``."""
        return 4 * self.ranks

    def won(self) -> Position:
        """The position at the end of a won game."""
        up = (self.ranks,) * len(SUITS)
        return Position(((),) * self.piles, (None,) * self.cells, foundations=up)

    def initial(self, deal: Deal) -> Position:
        """The position at the start: piles row by row, then the cells, then the reserve.

        Raises ``ValueError`` where the deal is not one of the rules' deck.
        """
        cards = deal.cards
        if len(cards) != self.deck_size:
            raise ValueError(f"the deal has {counted(len(cards), 'card')}, not {self.deck_size}")
        piles = deal_rows(cards, self.piles, self.height)
        laid = self.piles * self.height
        position = Position(
            piles=piles,
            cells=cards[laid : laid + self.cells],
            reserve=cards[laid + self.cells :],
            down=frozenset(
                pile[row - 1] for pile in piles for row in self.hidden_rows if row < self.height
            ),
        )
        self.check(position)
        return position

    def check(self, position: Position) -> None:
        """Raises ``ValueError`` with the reason where the position cannot lie on a table."""
        right_count(len(position.piles), self.piles, "pile")
        right_count(len(position.cells), self.cells, "cell")
        right_count(len(position.foundations), len(SUITS), "foundation")
        for suit, height in zip(SUITS, position.foundations, strict=True):
            if not 0 <= height <= self.ranks:
                raise ValueError(
                    f"foundation {suit} holds {counted(height, 'card')}, not 0 … {self.ranks}"
                )
        self.check_cards(position)
        in_piles = {here for pile in position.piles for here in pile}
        for hidden in sorted(position.down - in_piles):
            raise ValueError(f"{name_of(hidden)} is face down, but lies in no pile")

    def legal_moves(self, position: Position) -> list[Move]:
        """All legal single moves, those that change nothing included.

        Each empty pile and each empty cell is a target of its own.
        """
        places = [Place(Kind.PILE, slot) for slot in range(self.piles)]
        places += [Place(Kind.CELL, slot) for slot in range(self.cells)]
        return [
            Move(lifted[0], source, target)
            for lifted, source in self._movable(position)
            for target in (Place(Kind.FOUNDATION, suit_of(lifted[0])), *places)
            if self._refusal(position, lifted, source, target) is None
        ]

    def _movable(self, position: Position) -> Iterator[tuple[tuple[int, ...], Place]]:
        """Each unit that may be lifted, bottom to top, with the place it lies in."""
        for slot, pile in enumerate(position.piles):
            for count in range(1, len(pile) + 1):
                if not _is_run(pile[-count:], position.down):
                    break
                yield pile[-count:], Place(Kind.PILE, slot)
        for slot, held in enumerate(position.cells):
            if held is not None:
                yield (held,), Place(Kind.CELL, slot)
        for here in position.reserve:
            yield (here,), Place(Kind.RESERVE)
        if self.foundation_return:
            for suit, height in enumerate(position.foundations):
                if height:
                    yield (card(height - 1, suit),), Place(Kind.FOUNDATION, suit)

    def lifted(self, position: Position, move: Move) -> tuple[int, ...]:
        """A run moves as a unit, from pile to pile."""
        if move.source.kind is not Kind.PILE:
            return (move.card,)
        pile = position.piles[move.source.slot]
        return pile[pile.index(move.card) :]

    def _taken(self, position: Position, move: Move) -> tuple[int, ...]:
        """The cards that the move takes up, bottom to top; ``IllegalMove`` where it cannot."""
        name, kind, slot = name_of(move.card), move.source.kind, move.source.slot
        if place_of(position, move.card) != move.source:
            raise IllegalMove(f"{name} does not lie in {place_text(move.source)}")
        match kind:
            case Kind.PILE:
                pile = position.piles[slot]
                lifted = pile[pile.index(move.card) :]
                if not position.down.isdisjoint(lifted):
                    raise IllegalMove(f"{name} is face down, or lies under a face-down card")
                if not _is_run(lifted, position.down):
                    raise IllegalMove(
                        f"the cards from {name} to the top of its pile are no sequence"
                    )
                return lifted
            case Kind.FOUNDATION:
                if not self.foundation_return:
                    raise IllegalMove("nothing comes back from a foundation")
                if rank_of(move.card) != position.foundations[slot] - 1:
                    raise IllegalMove(f"{name} is not the top card of its foundation")
        return (move.card,)

    def _refusal(
        self, position: Position, lifted: tuple[int, ...], source: Place, target: Place
    ) -> str | None:
        """Why the lifted cards cannot go to the target; ``None`` where they can."""
        first, slot = lifted[0], target.slot
        match target.kind:
            case Kind.RESERVE:
                return "nothing goes into the reserve"
            case Kind.FOUNDATION:
                if source.kind is Kind.FOUNDATION:
                    return "a card cannot go from a foundation to a foundation"
                if len(lifted) > 1:
                    return "a foundation takes one card at a time"
                if slot != suit_of(first):
                    return f"{name_of(first)} is not of the suit of {place_text(target)}"
                if rank_of(first) != position.foundations[slot]:
                    return f"{name_of(first)} is not the next card of its foundation"
            case Kind.CELL:
                if not 0 <= slot < self.cells:
                    return f"there is no {place_text(target)}"
                if position.cells[slot] is not None:
                    return f"{place_text(target)} is not empty"
                if len(lifted) > 1:
                    return "a cell takes one card only"
                if source.kind is Kind.FOUNDATION and not self.return_to_cell:
                    return "a card from a foundation cannot go into a cell"
            case Kind.PILE:
                if not 0 <= slot < self.piles:
                    return f"there is no {place_text(target)}"
                if target == source:
                    return f"{name_of(first)} lies in {place_text(target)} already"
                pile = position.piles[slot]
                if pile and not fits(first, pile[-1]):
                    return f"{name_of(first)} does not fit on {name_of(pile[-1])}"
        return None

    def apply(self, position: Position, move: Move) -> Position:
        """The position after one move; a face-down card turns up as its pile's top card.

        The position must be one that ``check`` passes. Raises ``IllegalMove`` with the reason
        where the rules do not allow the move.
        """
        lifted = self._taken(position, move)
        refusal = self._refusal(position, lifted, move.source, move.target)
        if refusal is not None:
            raise IllegalMove(refusal)

        piles = list(position.piles)
        cells = list(position.cells)
        reserve = list(position.reserve)
        foundations = list(position.foundations)
        down = position.down

        match move.source.kind:
            case Kind.PILE:
                left = piles[move.source.slot][: -len(lifted)]
                piles[move.source.slot] = left
                down = down.difference(left[-1:])
            case Kind.CELL:
                cells[move.source.slot] = None
            case Kind.RESERVE:
                reserve.remove(move.card)
            case Kind.FOUNDATION:
                foundations[move.source.slot] -= 1
        match move.target.kind:
            case Kind.PILE:
                piles[move.target.slot] += lifted
            case Kind.CELL:
                cells[move.target.slot] = move.card
            case Kind.FOUNDATION:
                foundations[move.target.slot] += 1

        return Position(
            piles=tuple(piles),
            cells=tuple(cells),
            reserve=tuple(reserve),
            foundations=tuple(foundations),
            down=down,
        )


TREVI = TreviRules()
STONEWALL = TreviRules(cells=0)


def place_of(position: Position, here: int) -> Place:
    """Where a card lies; on its foundation where it lies nowhere else."""
    for slot, pile in enumerate(position.piles):
        if here in pile:
            return Place(Kind.PILE, slot)
    if here in position.cells:
        return Place(Kind.CELL, position.cells.index(here))
    if here in position.reserve:
        return Place(Kind.RESERVE)
    return Place(Kind.FOUNDATION, suit_of(here))


def _is_run(cards: tuple[int, ...], down: frozenset[int]) -> bool:
    """Whether the cards, bottom to top, are face up and each fits on the one before it."""
    return down.isdisjoint(cards) and all(map(fits, cards[1:], cards))
