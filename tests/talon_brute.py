"""A brute-force search of The Olga and of Red and Black, written apart from the package's.

It knows the rules from their text alone, and has no reductions: a turned card is held apart until
it is placed, copies are told from each other by nothing, columns are sorted. Cards are pairs, the
place of the rank in the pack and the suit's letter; nothing but the shuffle of a redeal is shared.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from solver.cards.cards import SUITS
from solver.cards.shuffle import STREAM_REDEAL, shuffled

Card = tuple[int, str]

#: States that a search may meet.
MOST = 400_000


class Column(NamedTuple):
    """A column's cards, bottom to top, and which of them lie face down."""

    cards: tuple[Card, ...]
    down: tuple[bool, ...]


class Table(NamedTuple):
    """A state: sorted columns, foundations as sorted tuples of the next rank by suit."""

    columns: tuple[Column, ...]
    talon: tuple[Card, ...]
    held: Card | None
    hand: tuple[Card, ...]
    tops: tuple[tuple[int, ...], ...]
    redeals: int


class TooLargeError(Exception):
    """The tree is larger than the search may be."""


class Brute:
    """Decides positions under given rules."""

    def __init__(self, rules) -> None:
        self.rules = rules
        self.suits = SUITS[: rules.suits]

    def table(self, position) -> Table:
        """The state of a position."""

        def pair(card):
            return self.rules.order.index(card >> 2), SUITS[card & 3]

        columns = tuple(
            Column(
                tuple(map(pair, pile)),
                tuple((slot, row) in position.covered for row in range(len(pile))),
            )
            for slot, pile in enumerate(position.piles)
        )
        return Table(
            tuple(sorted(columns)),
            tuple(map(pair, position.talon)),
            None,
            tuple(map(pair, position.hand)),
            tuple(tuple(sorted(heights)) for heights in position.heights),
            position.redeals,
        )

    def is_solvable(self, position) -> bool:
        """Whether any line of play brings all cards up."""
        self.seed = position.seed
        start = self.table(position)
        met, todo = {start}, [start]
        while todo:
            table = todo.pop()
            if not (table.talon or table.held or table.hand or any(c.cards for c in table.columns)):
                return True
            for after in self.after(table):
                if after not in met:
                    met.add(after)
                    todo.append(after)
            if len(met) > MOST:
                raise TooLargeError
        return False

    def fits(self, card: Card, under: Card) -> bool:
        return card[0] == under[0] - 1 and (card[1] in "CS") != (under[1] in "CS")

    def after(self, table: Table) -> Iterator[Table]:
        """All states that one move leads to."""
        refills = not hasattr(self.rules, "rows")
        gaps = [at for at, column in enumerate(table.columns) if not column.cards]
        if refills and gaps and table.held is None:
            if table.hand:
                filled = self.lay(table.columns, gaps[0], (table.hand[0],))
                yield table._replace(columns=filled, hand=table.hand[1:])
                return
            if table.talon:
                filled = self.lay(table.columns, gaps[0], table.talon[-1:])
                yield table._replace(columns=filled, talon=table.talon[:-1])
                return
        if table.held is not None:
            yield table._replace(talon=(*table.talon, table.held), held=None)
            for columns, tops in self.placed(table, table.held):
                yield table._replace(columns=columns, tops=tops, held=None)
            if refills:
                return
        elif table.hand:
            yield table._replace(held=table.hand[0], hand=table.hand[1:])
        elif table.redeals and table.talon:
            hand = table.talon
            if self.rules.redeal == "shuffled":
                hand = shuffled(hand, self.seed, STREAM_REDEAL)
            yield table._replace(hand=hand, talon=(), redeals=table.redeals - 1)
        if table.talon:
            for columns, tops in self.placed(table, table.talon[-1]):
                yield table._replace(columns=columns, tops=tops, talon=table.talon[:-1])
        yield from self.within(table, refills)
        if self.rules.foundation_return:
            yield from self.back(table)

    def placed(self, table: Table, card: Card) -> Iterator[tuple]:
        """Columns and foundations with a card on one of them that is not empty."""
        tops = self.raised(table.tops, card)
        if tops is not None:
            yield table.columns, tops
        for at, column in enumerate(table.columns):
            if column.cards and self.fits(card, column.cards[-1]):
                yield self.lay(table.columns, at, (card,)), table.tops

    def within(self, table: Table, refills: bool) -> Iterator[Table]:
        """Moves that begin in a column."""
        for at, column in enumerate(table.columns):
            most = len(column.cards) if getattr(self.rules, "runs", False) else 1
            for count in range(1, min(most, len(column.cards)) + 1):
                lifted = column.cards[-count:]
                if any(column.down[-count:]):
                    break
                if any(not self.fits(card, under) for under, card in pairwise(lifted)):
                    break
                without = self.lift(table.columns, at, count)
                if count == 1:
                    tops = self.raised(table.tops, lifted[0])
                    if tops is not None:
                        yield self.sorted(table._replace(columns=without, tops=tops))
                for to, other in enumerate(table.columns):
                    if to == at:
                        continue
                    free = not refills and not other.cards
                    if free or (other.cards and self.fits(lifted[0], other.cards[-1])):
                        laid = self.lay(without, to, lifted)
                        yield self.sorted(table._replace(columns=laid))

    def back(self, table: Table) -> Iterator[Table]:
        """Moves from a foundation to a column; the ace stays."""
        for number, tops in enumerate(table.tops):
            for height in {height for height in tops if height > 1}:
                card = (height - 1, SUITS[number])
                lower = list(tops)
                lower[lower.index(height)] -= 1
                changed = list(table.tops)
                changed[number] = tuple(sorted(lower))
                for at, column in enumerate(table.columns):
                    if column.cards and self.fits(card, column.cards[-1]):
                        columns = self.lay(table.columns, at, (card,))
                        yield table._replace(columns=columns, tops=tuple(changed))

    def raised(self, tops, card: Card):
        """The foundations with one more card; ``None`` where it is not the next one."""
        number = SUITS.index(card[1])
        if card[0] not in tops[number]:
            return None
        raised = list(tops[number])
        raised[raised.index(card[0])] += 1
        return (*tops[:number], tuple(sorted(raised)), *tops[number + 1 :])

    def lift(self, columns, at: int, count: int):
        cards, down = columns[at].cards[:-count], columns[at].down[:-count]
        if down:
            down = (*down[:-1], False)
        return (*columns[:at], Column(cards, down), *columns[at + 1 :])

    def lay(self, columns, at: int, cards):
        old = columns[at]
        new = Column((*old.cards, *cards), (*old.down, *(False for _ in cards)))
        return tuple(sorted((*columns[:at], new, *columns[at + 1 :])))

    def sorted(self, table: Table) -> Table:
        return table._replace(columns=tuple(sorted(table.columns)))
