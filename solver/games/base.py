"""What a game is: four parts that every game has, and some that only some games have.

The **rules** are the referee (``referee.py``), the **notation** reads and writes deals
(``text/notation.py``), the **search** decides deals (``search.py``), the **words** are what its
players call things. A caller asks ``if game.hidden:`` for a part that not every game has.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from solver.cards.deal import Deal, IllegalMove, Move, Outcome, Position, Verdict
from solver.cards.numbers import Numbering, dealt_order
from solver.cards.plural import counted
from solver.cards.view import unseen_in
from solver.games.exact import Counted, Forced
from solver.games.players import Hidden
from solver.games.search import ContradictionError, Search
from solver.games.switches import switch_texts, with_switches
from solver.text.moves import PlaceNames
from solver.text.notation import Notation

#: The error for a position with unseen cards where all have to be known.
UNSEEN_TEXT = (
    "it has cards that nobody has seen (??): `garden chance` and `garden hint` take such a position"
)


@dataclass(frozen=True)
class Words:
    """The names that a game's players use, and how it is played.

    ``how``: a paragraph; what a switch of the rules says is left to the switch. ``pile`` and
    ``reserve`` are a word each.
    """

    title: str
    summary: str
    how: str
    pile: str = "pile"
    reserve: str = "reserve"
    step: str = "move"

    @property
    def places(self) -> PlaceNames:
        """The names that moves in words have."""
        return PlaceNames(self.pile, self.reserve)


@dataclass(frozen=True)
class Square:
    """Piles that are single cards in rows, ``side`` a row, and moves that swap two of them.

    ``lines``: the piles of each line, whose pips are to add up to ``line_sum``.
    """

    side: int
    lines: tuple[tuple[int, ...], ...]
    line_sum: int


class Redeals(ABC):
    """What chance decides inside a game, after the deal.

    ``how``: what becomes of the talon in a redeal that its player asks for.
    """

    how: str = ""

    @abstractmethod
    def seeded(self, deal: Deal | Position, seed: int) -> Deal | Position:
        """A deal of a file, with what chance decides following a seed.

        Raises ``ValueError`` where a seed means nothing.
        """

    def is_open(self, seen: Any) -> bool:
        """Whether chance will decide something that nobody knows, besides the unseen cards."""
        return False

    def completed(self, position: Any, number: int) -> Any:
        """The position with what is open following a number."""
        return position

    def redealt(self, start: Any, number: int) -> tuple[int, Any] | None:
        """After how many moves a stuck play is dealt again, and what lies there then, if it is."""
        return None


class Step(NamedTuple):
    """A move, the cards that it takes up, and the position after it.

    Without a move, the game deals again what is out.
    """

    move: Move | None
    lifted: tuple[int, ...]
    position: Any


@dataclass(frozen=True)
class Game(ABC):
    """A game under certain rules."""

    name: str
    rules: Any

    @property
    @abstractmethod
    def words(self) -> Words:
        """Its names for things."""

    @property
    @abstractmethod
    def notation(self) -> Notation:
        """How its deals and positions are written."""

    @property
    @abstractmethod
    def search(self) -> Search:
        """How its deals are decided."""

    @property
    def forced(self) -> Forced | None:
        """For games whose play is forced."""
        return None

    @property
    def counted(self) -> Counted | None:
        """For games of which all starts are counted."""
        return None

    @property
    def hidden(self) -> Hidden | None:
        """For games with cards that their player has not seen."""
        return None

    @property
    def redeal(self) -> Redeals | None:
        """For games in which chance decides something after the deal."""
        return None

    @property
    def square(self) -> Square | None:
        """For games whose piles are single cards in a square."""
        return None

    # What follows from the parts

    def with_rules(self, settings: Iterable[str]) -> Self:
        """The game with switches of its rules set, each by a text ``NAME=VALUE``.

        Raises ``SwitchError``, a ``ValueError``.
        """
        return replace(self, rules=with_switches(self.name, self.rules, settings))

    def described(self) -> dict[str, str]:
        """Name and rules; ``games.from_description`` reads it."""
        return {"game": self.name, **switch_texts(self.rules)}

    def deal(self, number: int, numbering: Numbering = Numbering.NATIVE) -> Deal:
        """The deal of a number. Raises ``ValueError`` where the numbering has none."""
        return Deal(dealt_order(self.rules.deck, number, numbering), number, numbering)

    def read(self, text: str, unseen: bool = False) -> list[tuple[int, Deal | Any]]:
        """The deals and positions of a text, with their places from 1, each of them checked.

        ``unseen``: whether they may have cards that are not known. Raises ``ValueError``, with line
        and column where it can, for what is no such text.
        """
        found = self.notation.read(text, unseen)
        for place, deal in found:
            try:
                if isinstance(deal, Deal) or not (deal.unseen or self.is_open(deal)):
                    self.start(deal)
                elif not unseen:
                    raise ValueError(UNSEEN_TEXT)
                else:
                    self.start(self.completed(deal, unseen_in(self.rules.deck, deal), 0))
            except ValueError as error:
                raise ValueError(f"deal {place}: {error}") from None
        return found

    def start(self, deal: Deal | Position) -> Any:
        """The position at the start. Raises ``ValueError`` where it cannot lie on a table."""
        if isinstance(deal, Deal):
            return self.rules.initial(deal)
        self.rules.check(deal)
        return deal

    def is_open(self, seen: Position) -> bool:
        """Whether chance will decide something that nobody knows, besides the unseen cards."""
        return self.redeal is not None and self.redeal.is_open(seen)

    def completed(self, seen: Position, order: Sequence[int], number: int) -> Any:
        """The position with ``order`` in its unknown places.

        ``number`` fixes what chance still decides in the game, where nobody knows it.
        """
        position = seen.completed(order)
        return self.redeal.completed(position, number) if self.redeal else position

    def steps(self, start: Position, moves: Sequence[Move], number: int) -> Iterator[Step]:
        """Each move as a step, and the redeal that comes between or behind them, if one does.

        ``number`` fixes what chance does in the game. Raises ``IllegalMove`` that names the first
        bad step, counted from 1.
        """
        again, redealt = (self.redeal and self.redeal.redealt(start, number)) or (None, start)
        position = start
        for place, move in enumerate(moves):
            if place == again:
                position = redealt
                yield Step(None, (), position)
            try:
                after = self.rules.apply(position, move)
            except IllegalMove as error:
                raise IllegalMove(error.reason, place + 1) from None
            yield Step(move, self.rules.lifted(position, move), after)
            position = after
        if again == len(moves):
            yield Step(None, (), redealt)

    def replay(self, start: Position, moves: Sequence[Move], number: int) -> Any:
        """The position after the moves. Raises ``IllegalMove`` that names the first bad step."""
        position: Any = start
        for step in self.steps(start, moves, number):
            if step.move is not None:
                position = step.position
        return position

    def confirm(self, start: Position, number: int, outcome: Outcome) -> None:
        """Has the referee replay what a worker found. Raises ``ContradictionError``.

        A solvable deal needs moves that win it; moves that do not win are no solution.
        """
        solvable = outcome.verdict is Verdict.SOLVABLE
        try:
            won = outcome.moves is not None and self.rules.is_won(
                self.replay(start, outcome.moves, number)
            )
        except IllegalMove as error:
            raise ContradictionError(f"deal {number}: the referee rejects it: {error}") from None
        if won is not solvable:
            said = "is not won by its solution" if solvable else "is won, but called lost"
            raise ContradictionError(f"deal {number} {said}")

    def standing(self, position: Position) -> str:
        """How far a play has come."""
        return f"{counted(position.cards_up, 'card')} up"
