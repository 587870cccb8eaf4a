"""The best that can be done without seeing the hidden cards, exactly, for small decks.

Whatever has been seen, each order of the unseen cards is as likely as every other one. So what a
player believes is what he sees, and the value of what he sees is

    the greatest, over all moves that turn a card up and can be reached without turning one up, of
    the mean, over the cards that it may be, of the value of what is seen then

and 1 where all cards can be brought up without turning a card up. This is written apart from the
search and its reductions: the moves are the rules', on plain tuples. Only the order of piles and
cells is left out, which no rule knows.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from solver.cards.cards import UNKNOWN, fits, suit_of
from solver.cards.deal import Position
from solver.cards.view import View
from solver.games.trevi.rules import TreviRules


class Seen(NamedTuple):
    """What is seen; ``UNKNOWN`` for a card that is not. Piles and cells stand in order of size."""

    piles: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    reserve: tuple[int, ...]
    foundations: tuple[int, ...]


class Optimum:
    """The values of all that can be seen under some rules, each found out once."""

    def __init__(self, rules: TreviRules) -> None:
        self._rules = rules
        self._values: dict[Seen, Fraction] = {}
        #: Positions that were looked at.
        self.positions = 0

    def value(self, position: Position) -> Fraction:
        """The probability that the best player wins, of a position whose face-down cards he has
        not seen.
        """
        deck = range(self._rules.deck_size)
        view = View.of(deck, position).position
        kept = (card for card in view.cells if card is not None)
        return self._value(_ordered(view.piles, kept, view.reserve, view.foundations))

    def _value(self, start: Seen) -> Fraction:
        if start not in self._values:
            self._values[start] = self._explore(start)
        return self._values[start]

    def _explore(self, start: Seen) -> Fraction:
        unseen = _unseen(self._rules, start)
        reached = {start}
        waiting = [start]
        turned: set[Seen] = set()
        while waiting:
            here = waiting.pop()
            self.positions += 1
            if sum(here.foundations) == self._rules.deck_size:
                return Fraction(1)
            for after in self._moves(here):
                if any(pile and pile[-1] == UNKNOWN for pile in after.piles):
                    turned.add(after)
                elif after not in reached:
                    reached.add(after)
                    waiting.append(after)
        best = Fraction(0)
        for after in turned:
            total = Fraction(0)
            for left, card in enumerate(unseen):
                # No better than the best, even if all that is left to add were won.
                if total + len(unseen) - left <= best * len(unseen):
                    break
                total += self._value(_with_card(after, card))
            best = max(best, total / len(unseen))
            if best == 1:
                break
        return best

    def _moves(self, here: Seen) -> Iterator[Seen]:
        piles, cells, reserve, foundations = here
        for slot, pile in enumerate(piles):
            for count in range(1, len(pile) + 1):
                run = pile[-count:]
                if UNKNOWN in run or (count > 1 and not fits(run[1], run[0])):
                    break
                rest = (*piles[:slot], pile[:-count], *piles[slot + 1 :])
                yield from self._laid(run, rest, cells, reserve, foundations, slot)
        for place, card in enumerate(cells):
            rest_cells = (*cells[:place], *cells[place + 1 :])
            yield from self._laid((card,), piles, rest_cells, reserve, foundations)
        for place, card in enumerate(reserve):
            rest_reserve = (*reserve[:place], *reserve[place + 1 :])
            yield from self._laid((card,), piles, cells, rest_reserve, foundations)
        if self._rules.foundation_return:
            for suit, height in enumerate(foundations):
                if height:
                    lower = (*foundations[:suit], height - 1, *foundations[suit + 1 :])
                    card = 4 * (height - 1) + suit
                    yield from self._on_piles((card,), piles, cells, reserve, lower)

    def _laid(
        self,
        run: tuple[int, ...],
        piles: tuple[tuple[int, ...], ...],
        cells: tuple[int, ...],
        reserve: tuple[int, ...],
        foundations: tuple[int, ...],
        source: int = -1,
    ) -> Iterator[Seen]:
        """All ways to lay down what was taken up."""
        if len(run) == 1:
            suit = suit_of(run[0])
            if run[0] >> 2 == foundations[suit]:
                higher = (*foundations[:suit], foundations[suit] + 1, *foundations[suit + 1 :])
                yield _ordered(piles, cells, reserve, higher)
            if len(cells) < self._rules.cells:
                yield _ordered(piles, (*cells, run[0]), reserve, foundations)
        yield from self._on_piles(run, piles, cells, reserve, foundations, source)

    def _on_piles(
        self,
        run: tuple[int, ...],
        piles: tuple[tuple[int, ...], ...],
        cells: tuple[int, ...],
        reserve: tuple[int, ...],
        foundations: tuple[int, ...],
        source: int = -1,
    ) -> Iterator[Seen]:
        for slot, pile in enumerate(piles):
            if slot != source and (not pile or (pile[-1] != UNKNOWN and fits(run[0], pile[-1]))):
                grown = (*piles[:slot], pile + run, *piles[slot + 1 :])
                yield _ordered(grown, cells, reserve, foundations)


def _ordered(
    piles: tuple[tuple[int, ...], ...],
    cells: "Iterator[int] | tuple[int, ...]",
    reserve: tuple[int, ...],
    foundations: tuple[int, ...],
) -> Seen:
    return Seen(tuple(sorted(piles)), tuple(sorted(cells)), tuple(sorted(reserve)), foundations)


def _unseen(rules: TreviRules, here: Seen) -> list[int]:
    known = {card for pile in here.piles for card in pile}
    known.update(here.cells, here.reserve)
    known.update(4 * rank + suit for suit in range(4) for rank in range(here.foundations[suit]))
    return [card for card in range(rules.deck_size) if card not in known]


def _with_card(here: Seen, card: int) -> Seen:
    """With the card that has turned up on a pile."""
    piles = tuple(
        (*pile[:-1], card) if pile and pile[-1] == UNKNOWN else pile for pile in here.piles
    )
    return here._replace(piles=tuple(sorted(piles)))
