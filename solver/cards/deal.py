"""A deal, a position of a game that is dealt from it, a move, and what is said of a deal."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from solver.cards.cards import UNKNOWN, rank_of, suit_of


@dataclass(frozen=True)
class Deal:
    """The cards in dealing order, and the number that fixed the order.

    ``numbering`` says what ``number`` is: one of ``cards.numbers``, or ``file`` for the
    deal's place in a file, counted from 1.
    """

    cards: tuple[int, ...]
    number: int
    numbering: str = "native"


@dataclass(frozen=True)
class Position:
    """All that lies on the table of a game with piles, cells, one reserve and four foundations.

    ``piles``: each bottom to top. ``cells``: a card or ``None``, one entry a cell. ``reserve``: the
    fountain of Trevi Garden, the reserve of Stonewall, the bouquet of Flower Garden; cards that
    are gone are left out. ``foundations``: the number of cards on each, in the order C D H S.
    ``down``: the cards of the piles that lie face down.
    """

    piles: tuple[tuple[int, ...], ...]
    cells: tuple[int | None, ...] = ()
    reserve: tuple[int, ...] = ()
    foundations: tuple[int, ...] = (0, 0, 0, 0)
    down: frozenset[int] = field(default_factory=frozenset)

    #: How often the talon may still become the hand, in games that have one.
    redeals = 0

    @property
    def unseen(self) -> int:
        """The number of cards that nobody has seen."""
        return sum(pile.count(UNKNOWN) for pile in self.piles)

    def is_down(self, slot: int, row: int) -> bool:
        """Whether the card in a row of a pile, both counted from 0, lies face down."""
        return self.piles[slot][row] in self.down

    @property
    def turned(self) -> int:
        """The card that is turned next, ``UNKNOWN`` where nobody knows it or none is."""
        return UNKNOWN

    def seen(self) -> "Position":
        """The position as its player sees it: the face-down cards are unknown."""
        piles = tuple(
            tuple(UNKNOWN if here in self.down else here for here in pile) for pile in self.piles
        )
        return Position(piles, self.cells, self.reserve, self.foundations)

    def completed(self, order: Iterable[int]) -> "Position":
        """The position with ``order`` in its unknown places, face down, pile by pile."""
        cards = iter(order)
        piles = tuple(
            tuple(next(cards) if here == UNKNOWN else here for here in pile) for pile in self.piles
        )
        return replace(self, piles=piles, down=self.down | frozenset(order))

    def told(self, pack: Iterable[int]) -> list[int]:
        """The cards of the pack whose places are known, those that are up too."""
        up = [here for here in pack if rank_of(here) < self.foundations[suit_of(here)]]
        laid = [*self.cells, *self.reserve, *(here for pile in self.piles for here in pile)]
        return up + [here for here in laid if here is not None and here != UNKNOWN]

    @property
    def cards_up(self) -> int:
        """The number of cards on the foundations."""
        return sum(self.foundations)


class Kind(StrEnum):
    """The kinds of place that a card can lie in."""

    PILE = "pile"
    CELL = "cell"
    RESERVE = "reserve"
    FOUNDATION = "foundation"
    HAND = "hand"
    TALON = "talon"


class Place(NamedTuple):
    """A pile or a cell by its slot from 0, a foundation by its suit, all others by slot 0."""

    kind: Kind
    slot: int = 0


class Zone(NamedTuple):
    """What lies in one place, bottom to top; the top card of the hand is the next one.

    ``down``: the rows, from 0, whose cards lie face down.
    """

    place: Place
    cards: tuple[int, ...]
    down: frozenset[int] = frozenset()


class Move(NamedTuple):
    """One legal move: ``card``, with all cards that lie on it, goes from a place to another."""

    card: int
    source: Place
    target: Place


class IllegalMove(ValueError):  # noqa: N818  named as a player would
    """A move that the rules of the game do not allow.

    ``step``: its place in a line of play, from 1; ``None`` for a move by itself.
    """

    def __init__(self, reason: str, step: int | None = None) -> None:
        """Puts the step before the reason."""
        super().__init__(reason if step is None else f"step {step}: {reason}")
        self.reason = reason
        self.step = step


class Verdict(StrEnum):
    """What is known of a deal. ``UNDECIDED``, a budget ran out, is never one of the other two."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Outcome:
    """What a solver found out about one position.

    ``states``: positions expanded, over all attempts. ``moves``: a solution in single legal moves
    where one was asked for and exists (for a forced game: the play, won or not). ``cards``: the
    number of cards up at the end, for games whose play is forced. ``stats``: counters of the
    search, by name. ``found``: where the solution was made shorter, how many moves it had before.
    """

    verdict: Verdict
    states: int
    moves: tuple[Move, ...] | None = None
    cards: int | None = None
    stats: dict[str, int | str] | None = None
    found: int | None = None


def deal_rows(cards: tuple[int, ...], piles: int, height: int) -> tuple[tuple[int, ...], ...]:
    """Piles dealt row by row: pile ``i`` gets the cards ``i``, ``i + piles``, and so on."""
    return tuple(cards[i : piles * height : piles] for i in range(piles))
