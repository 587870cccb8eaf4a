"""The rules of Flower Garden, the readable referee.

Beds and a bouquet, all face up. The only move: the front card of a bed, or any card of the bouquet,
goes to its suit's foundation, from the ace up. Nothing is ever laid on a bed. So no move disables
another one, every order of play ends with the same cards up, and play is forced.

This is the game without building. The classic Flower Garden, whose beds build down, is another one.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.cards.cards import SUITS, UNKNOWN, card, name_of, names_of, pack, rank_of, suit_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position, deal_rows
from solver.cards.plural import counted
from solver.cards.shuffle import MAX_NUMBER, STREAM_DEAL, shuffled

__all__ = [
    "FITTING",
    "FLOWER",
    "FlowerRules",
    "Redeal",
    "apply",
    "check",
    "initial",
    "is_won",
    "legal_moves",
    "play_out",
    "redeal",
    "replay",
]


class Redeal(StrEnum):
    """The house redeal: whether there is one, and where its cards go first."""

    NONE = "none"
    BEDS_FIRST = "beds-first"
    BOUQUET_FIRST = "bouquet-first"


#: In place of a number: what the other fields leave over.
FITTING = -1

_BED_HEIGHT = 6


@dataclass(frozen=True)
class FlowerRules:
    """Layout and switches; the defaults are those of the full game.

    The pack has the first ``ranks`` (1 to 13) of the first ``suits`` (1 to 4), and all of it is
    dealt: ``bouquet`` cards to the bouquet, the others row by row to ``beds`` beds (1 to 52). The
    last row may stay incomplete; ``bed_height`` is the number of cards in the tallest bed. Either
    of the two may be left ``FITTING``, and is then set to what the other one leaves; if both are,
    the beds have six cards each. ``redeal``: whether the cards that are out are shuffled and dealt
    again, once, when play is stuck, and what they fill first.

    Raises ``ValueError`` where a field is out of its limits, or the fields do not make up the pack.
    """

    beds: int = 6
    bed_height: int = FITTING
    bouquet: int = FITTING
    ranks: int = 13
    suits: int = 4
    redeal: Redeal = Redeal.NONE

    def __post_init__(self) -> None:
        """Fits what was left open, and refuses rules that no game can be dealt by."""
        _limit("beds", self.beds, 1, 52)
        _limit("ranks", self.ranks, 1, 13)
        _limit("suits", self.suits, 1, 4)
        cards = self.deck_size
        height, bouquet = self.bed_height, self.bouquet
        if bouquet == FITTING:
            height = _BED_HEIGHT if height == FITTING else height
            _limit("bed_height", height, 0, 52)
            bouquet = cards - self.beds * height
            if bouquet < 0:
                raise ValueError(
                    f"{counted(self.beds, 'bed')} of {height} need more"
                    f" than the {cards} cards of the pack"
                )
        _limit("bouquet", bouquet, 0, cards)
        rows = -(-(cards - bouquet) // self.beds)
        if height not in (FITTING, rows):
            raise ValueError(
                f"{counted(self.beds, 'bed')} of {height} and a bouquet of {bouquet}"
                f" do not make up the {cards} cards of the pack"
            )
        if self.redeal not in list(Redeal):
            raise ValueError(f"redeal = {self.redeal} is none of {', '.join(Redeal)}")
        object.__setattr__(self, "bed_height", rows)
        object.__setattr__(self, "bouquet", bouquet)

    @property
    def deck_size(self) -> int:
        """The number of cards of the pack."""
        return self.ranks * self.suits

    @property
    def bed_cards(self) -> int:
        """The number of cards that lie in the beds at the start."""
        return self.deck_size - self.bouquet


def _limit(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} = {value} is not in {low} … {high}")


FLOWER = FlowerRules()


def initial(rules: FlowerRules, deal: Deal) -> Position:
    """The position at the start: beds row by row, then the bouquet.

    Raises ``ValueError`` where the deal is not one of the rules' pack.
    """
    if len(deal.cards) != rules.deck_size:
        raise ValueError(f"the deal has {counted(len(deal.cards), 'card')}, not {rules.deck_size}")
    position = _beds_first(rules, Position(piles=()), deal.cards)
    check(rules, position)
    return position


def _beds_first(rules: FlowerRules, position: Position, cards: tuple[int, ...]) -> Position:
    """The position with these cards in the beds, as many as they hold, and in the bouquet."""
    in_beds = cards[: rules.bed_cards]
    piles = deal_rows(in_beds, rules.beds, rules.bed_height)
    return replace(position, piles=piles, reserve=cards[rules.bed_cards :])


def check(rules: FlowerRules, position: Position) -> None:
    """Raises ``ValueError`` with the reason where the position cannot lie on a table.

    Each card of the pack must lie in just one place, a foundation of height h holding its lowest h
    cards; no card is face down or unknown, and there are no cells.
    """
    if len(position.piles) != rules.beds:
        raise ValueError(
            f"the position has {counted(len(position.piles), 'bed')}, not {rules.beds}"
        )
    if position.cells:
        raise ValueError("Flower Garden has no cells")
    for suit, height in enumerate(position.foundations):
        limit = rules.ranks if suit < rules.suits else 0
        if not 0 <= height <= limit:
            raise ValueError(
                f"foundation {SUITS[suit]} holds {counted(height, 'card')}, not 0 … {limit}"
            )
    laid = [here for pile in position.piles for here in pile] + list(position.reserve)
    laid += [card(rank, suit) for suit, up in enumerate(position.foundations) for rank in range(up)]
    deck = pack(rules.ranks, rules.suits)
    if sorted(laid) == deck and not position.down:
        return
    if UNKNOWN in laid:
        raise ValueError("a card is not known")
    if position.down:
        raise ValueError(f"no card lies face down, but {names_of(sorted(position.down))}")
    strange = set(laid).difference(deck)
    if strange:
        raise ValueError(f"not in the pack: {names_of(sorted(strange))}")
    twice = sorted(here for here in set(laid) if laid.count(here) > 1)
    if twice:
        raise ValueError(f"in two places: {names_of(twice)}")
    missing = [here for here in deck if here not in laid]
    if missing:
        raise ValueError(f"missing from the position: {names_of(missing)}")


def is_won(rules: FlowerRules, position: Position) -> bool:
    """Whether all cards are on the foundations."""
    return position.cards_up == rules.deck_size


def legal_moves(rules: FlowerRules, position: Position) -> list[Move]:
    """All legal moves, one a card: from the beds in their order, then from the bouquet."""
    lying = [(pile[-1], Place(Kind.PILE, slot)) for slot, pile in enumerate(position.piles) if pile]
    lying += [(here, Place(Kind.RESERVE)) for here in position.reserve]
    return [
        Move(here, source, Place(Kind.FOUNDATION, suit_of(here)))
        for here, source in lying
        if rank_of(here) == position.foundations[suit_of(here)]
    ]


def apply(rules: FlowerRules, position: Position, move: Move) -> Position:
    """The position after one move.

    Raises ``IllegalMove`` with the reason where the rules do not allow the move.
    """
    refusal = _refusal(position, move)
    if refusal is not None:
        raise IllegalMove(f"{name_of(move.card)} {refusal}")
    piles = list(position.piles)
    reserve = list(position.reserve)
    foundations = list(position.foundations)
    if move.source.kind is Kind.PILE:
        piles[move.source.slot] = piles[move.source.slot][:-1]
    else:
        reserve.remove(move.card)
    foundations[move.target.slot] += 1
    clubs, diamonds, hearts, spades = foundations
    return replace(
        position,
        piles=tuple(piles),
        reserve=tuple(reserve),
        foundations=(clubs, diamonds, hearts, spades),
    )


def _refusal(position: Position, move: Move) -> str | None:
    """What is wrong with the move; ``None`` where it is legal."""
    here, source, target = move
    if source.kind is Kind.PILE:
        slot = source.slot
        if not 0 <= slot < len(position.piles) or here not in position.piles[slot]:
            return f"does not lie in bed {slot + 1}"
        if position.piles[slot][-1] != here:
            return f"is not the front card of bed {slot + 1}"
    elif source != Place(Kind.RESERVE):
        return "can come from a bed or the bouquet only"
    elif here not in position.reserve:
        return "does not lie in the bouquet"
    if target.kind is not Kind.FOUNDATION:
        return "can go to a foundation only"
    if target.slot != suit_of(here):
        return "goes to the foundation of its own suit only"
    if position.foundations[target.slot] != rank_of(here):
        return "is not the next card of its foundation"
    return None


def redeal(
    rules: FlowerRules, position: Position, number: int, stream: int = STREAM_DEAL
) -> Position:
    """The house redeal: the foundations stay, the cards that are out are shuffled and dealt again.

    They are taken up bed by bed, each bottom to top, then the bouquet, and put in the order that
    the number, modulo 2**63, gives to so many cards in the stream above the deal's. Beds first: row
    by row until all beds are as full as at the start, the rest to the bouquet. Bouquet first: the
    bouquet until it is full, the rest to the beds, row by row.
    """
    out = tuple(here for pile in position.piles for here in pile) + position.reserve
    order = shuffled(out, number & MAX_NUMBER, stream + 1)
    if rules.redeal == Redeal.BEDS_FIRST:
        return _beds_first(rules, position, order)
    bouquet, rest = order[: rules.bouquet], order[rules.bouquet :]
    return replace(_beds_first(rules, position, rest), reserve=bouquet)


def play_out(
    rules: FlowerRules, position: Position, number: int = 0, stream: int = STREAM_DEAL
) -> tuple[Position, tuple[Move, ...]]:
    """The end of the forced play, and its moves.

    Where the rules have a redeal, a play that is stuck short of the win is dealt again once, and
    goes on; the moves after the redeal follow those before it. ``number`` and ``stream`` are those
    of the deal, and fix the redeal.
    """
    position, moves = _play_until_stuck(rules, position)
    if rules.redeal != Redeal.NONE and not is_won(rules, position):
        position, more = _play_until_stuck(rules, redeal(rules, position, number, stream))
        moves += more
    return position, moves


def _play_until_stuck(rules: FlowerRules, position: Position) -> tuple[Position, tuple[Move, ...]]:
    played: list[Move] = []
    while moves := legal_moves(rules, position):
        position = apply(rules, position, moves[0])
        played.append(moves[0])
    return position, tuple(played)


def replay(
    rules: FlowerRules, position: Position, moves: Iterable[Move], number: int = 0
) -> Position:
    """The position after all the moves.

    Where the rules have a redeal, it takes place before the first move that is asked for where play
    is stuck. Raises ``IllegalMove`` that names the first bad step, counted from 1.
    """
    redeals_left = int(rules.redeal != Redeal.NONE)
    for step, move in enumerate(moves, start=1):
        if redeals_left and not legal_moves(rules, position):
            position = redeal(rules, position, number)
            redeals_left = 0
        try:
            position = apply(rules, position, move)
        except IllegalMove as error:
            raise IllegalMove(str(error), step) from None
    return position
