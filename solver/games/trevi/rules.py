"""The rules of Trevi Garden and of Stonewall, the readable referee.

Piles build down in alternating colours; any suffix of a pile that is face up and in sequence moves
as a unit; any card or run fills an empty pile. Each card of the reserve (Trevi Garden's fountain)
is always available, and nothing goes into it. A cell holds one card. Foundations go up in suit from
the ace; playing to them is never forced, and their top cards may come back. Stonewall is the same
game without cells.

Moves are single moves, as a player makes them. A slot is an index from 0 in all data, and counted
from 1 in the text of an error.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from solver.cards.cards import SUITS, UNKNOWN, card, fits, name_of, names_of, pack, rank_of, suit_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position, deal_rows
from solver.cards.plural import counted

__all__ = [
    "STONEWALL",
    "TREVI",
    "TreviRules",
    "apply",
    "check",
    "initial",
    "is_won",
    "legal_moves",
    "place_of",
    "replay",
]


@dataclass(frozen=True)
class TreviRules:
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

    ranks: int = 13
    piles: int = 6
    height: int = 6
    hidden_rows: tuple[int, ...] = (1, 3, 5)
    cells: int = 2
    foundation_return: bool = True
    return_to_cell: bool = False

    def __post_init__(self) -> None:
        """Refuses rules that no game can be dealt by."""
        for name, value, low, high in (
            ("ranks", self.ranks, 1, 13),
            ("piles", self.piles, 1, 8),
            ("height", self.height, 1, self.deck_size),
            ("cells", self.cells, 0, 4),
        ):
            if not low <= value <= high:
                raise ValueError(f"{name} = {value} is not in {low} … {high}")
        if self.piles * self.height + self.cells > self.deck_size:
            raise ValueError(
                f"{counted(self.piles, 'pile')} of {self.height} and {counted(self.cells, 'cell')}"
                f" need more than the {self.deck_size} cards of the deck"
            )
        rows = tuple(sorted(set(self.hidden_rows)))
        object.__setattr__(self, "hidden_rows", rows)  # equal games are equal objects
        for row in rows:
            if not 1 <= row <= self.height:
                raise ValueError(f"hidden row {row} is not in 1 … {self.height}")
        if self.return_to_cell and not self.foundation_return:
            raise ValueError("return_to_cell needs foundation_return")

    @property
    def deck_size(self) -> int:
        """The number of cards: four suits of ``ranks``."""
        return 4 * self.ranks


TREVI = TreviRules()
STONEWALL = TreviRules(cells=0)


def initial(rules: TreviRules, deal: Deal) -> Position:
    """The position at the start: piles row by row, then the cells, then the reserve.

    Raises ``ValueError`` where the deal is not one of the rules' deck.
    """
    cards = deal.cards
    if len(cards) != rules.deck_size:
        raise ValueError(f"the deal has {counted(len(cards), 'card')}, not {rules.deck_size}")
    piles = deal_rows(cards, rules.piles, rules.height)
    laid = rules.piles * rules.height
    position = Position(
        piles=piles,
        cells=cards[laid : laid + rules.cells],
        reserve=cards[laid + rules.cells :],
        down=frozenset(
            pile[row - 1] for pile in piles for row in rules.hidden_rows if row < rules.height
        ),
    )
    check(rules, position)
    return position


def check(rules: TreviRules, position: Position) -> None:
    """Raises ``ValueError`` with the reason where the position cannot lie on a table.

    Each card of the deck must lie in just one place, a foundation of height h holding its lowest h
    cards. A face-down card lies in a pile, and not on top. Whether some line of play leads to the
    position is not asked.
    """
    if len(position.piles) != rules.piles:
        raise ValueError(
            f"the position has {counted(len(position.piles), 'pile')}, not {rules.piles}"
        )
    if len(position.cells) != rules.cells:
        raise ValueError(
            f"the position has {counted(len(position.cells), 'cell')}, not {rules.cells}"
        )
    if len(position.foundations) != len(SUITS):
        raise ValueError(f"the position has {len(position.foundations)} foundations, not 4")
    for suit, height in zip(SUITS, position.foundations, strict=True):
        if not 0 <= height <= rules.ranks:
            raise ValueError(
                f"foundation {suit} holds {counted(height, 'card')}, not 0 … {rules.ranks}"
            )
    _check_cards(rules, position)
    _check_down(position)


def _check_cards(rules: TreviRules, position: Position) -> None:
    deck = pack(rules.ranks)
    seen: dict[int, Place] = {}
    for here, place in _laid_cards(position):
        if here == UNKNOWN:
            raise ValueError(f"a card of {_text(place)} is not known")
        if here not in deck:
            raise ValueError(f"{_text(place)} holds a card that is not in the deck: {here}")
        if here in seen:
            raise ValueError(
                f"{name_of(here)} lies in two places: {_text(seen[here])} and {_text(place)}"
            )
        seen[here] = place
    missing = [absent for absent in deck if absent not in seen]
    if missing:
        raise ValueError(f"missing from the position: {names_of(missing)}")


def _check_down(position: Position) -> None:
    in_piles = {here for pile in position.piles for here in pile}
    tops = {pile[-1] for pile in position.piles if pile}
    for hidden in sorted(position.down):
        if hidden not in in_piles:
            raise ValueError(f"{name_of(hidden)} is face down, but lies in no pile")
        if hidden in tops:
            raise ValueError(f"{name_of(hidden)} is face down on top of a pile")


def _laid_cards(position: Position) -> Iterator[tuple[int, Place]]:
    """Every card with its place, once for each time that it lies somewhere."""
    for slot, pile in enumerate(position.piles):
        for here in pile:
            yield here, Place(Kind.PILE, slot)
    for slot, held in enumerate(position.cells):
        if held is not None:
            yield held, Place(Kind.CELL, slot)
    for here in position.reserve:
        yield here, Place(Kind.RESERVE)
    for suit, height in enumerate(position.foundations):
        for rank in range(height):
            yield card(rank, suit), Place(Kind.FOUNDATION, suit)


def _text(place: Place) -> str:
    match place.kind:
        case Kind.RESERVE:
            return "the reserve"
        case Kind.FOUNDATION:
            name = SUITS[place.slot] if 0 <= place.slot < len(SUITS) else str(place.slot + 1)
            return f"foundation {name}"
        case _:
            return f"{place.kind} {place.slot + 1}"


def is_won(rules: TreviRules, position: Position) -> bool:
    """Whether all cards are on the foundations."""
    return position.cards_up == rules.deck_size


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


def legal_moves(rules: TreviRules, position: Position) -> list[Move]:
    """All legal single moves, those that change nothing included.

    Each empty pile and each empty cell is a target of its own.
    """
    places = [Place(Kind.PILE, slot) for slot in range(rules.piles)]
    places += [Place(Kind.CELL, slot) for slot in range(rules.cells)]
    return [
        Move(lifted[0], source, target)
        for lifted, source in _movable(rules, position)
        for target in (Place(Kind.FOUNDATION, suit_of(lifted[0])), *places)
        if _refusal(rules, position, lifted, source, target) is None
    ]


def _movable(rules: TreviRules, position: Position) -> Iterator[tuple[tuple[int, ...], Place]]:
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
    if rules.foundation_return:
        for suit, height in enumerate(position.foundations):
            if height:
                yield (card(height - 1, suit),), Place(Kind.FOUNDATION, suit)


def _is_run(cards: tuple[int, ...], down: frozenset[int]) -> bool:
    """Whether the cards, bottom to top, are face up and each fits on the one before it."""
    return down.isdisjoint(cards) and all(map(fits, cards[1:], cards))


def _lifted(rules: TreviRules, position: Position, move: Move) -> tuple[int, ...]:
    """The cards that the move takes up, bottom to top; ``IllegalMove`` where it cannot."""
    name, kind, slot = name_of(move.card), move.source.kind, move.source.slot
    if (move.card, move.source) not in _laid_cards(position):
        raise IllegalMove(f"{name} does not lie in {_text(move.source)}")
    match kind:
        case Kind.PILE:
            pile = position.piles[slot]
            lifted = pile[pile.index(move.card) :]
            if not position.down.isdisjoint(lifted):
                raise IllegalMove(f"{name} is face down, or lies under a face-down card")
            if not _is_run(lifted, position.down):
                raise IllegalMove(f"the cards from {name} to the top of its pile are no sequence")
            return lifted
        case Kind.FOUNDATION:
            if not rules.foundation_return:
                raise IllegalMove("nothing comes back from a foundation")
            if rank_of(move.card) != position.foundations[slot] - 1:
                raise IllegalMove(f"{name} is not the top card of its foundation")
    return (move.card,)


def _refusal(
    rules: TreviRules, position: Position, lifted: tuple[int, ...], source: Place, target: Place
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
                return f"{name_of(first)} is not of the suit of {_text(target)}"
            if rank_of(first) != position.foundations[slot]:
                return f"{name_of(first)} is not the next card of its foundation"
        case Kind.CELL:
            if not 0 <= slot < rules.cells:
                return f"there is no {_text(target)}"
            if position.cells[slot] is not None:
                return f"{_text(target)} is not empty"
            if len(lifted) > 1:
                return "a cell takes one card only"
            if source.kind is Kind.FOUNDATION and not rules.return_to_cell:
                return "a card from a foundation cannot go into a cell"
        case Kind.PILE:
            if not 0 <= slot < rules.piles:
                return f"there is no {_text(target)}"
            if target == source:
                return f"{name_of(first)} lies in {_text(target)} already"
            pile = position.piles[slot]
            if pile and not fits(first, pile[-1]):
                return f"{name_of(first)} does not fit on {name_of(pile[-1])}"
    return None


def apply(rules: TreviRules, position: Position, move: Move) -> Position:
    """The position after one move; a face-down card that becomes a pile's top card is turned up.

    The position must be one that ``check`` passes. Raises ``IllegalMove`` with the reason where the
    rules do not allow the move.
    """
    lifted = _lifted(rules, position, move)
    refusal = _refusal(rules, position, lifted, move.source, move.target)
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

    clubs, diamonds, hearts, spades = foundations
    return Position(
        piles=tuple(piles),
        cells=tuple(cells),
        reserve=tuple(reserve),
        foundations=(clubs, diamonds, hearts, spades),
        down=down,
    )


def replay(rules: TreviRules, position: Position, moves: Iterable[Move]) -> Position:
    """The position after all the moves.

    Raises ``IllegalMove`` that names the first bad step, counted from 1.
    """
    for step, move in enumerate(moves, start=1):
        try:
            position = apply(rules, position, move)
        except IllegalMove as error:
            raise IllegalMove(str(error), step) from None
    return position
