"""The rules of Flower Garden, the readable referee.

Beds and a bouquet, all face up. The only move: the front card of a bed, or any card of the bouquet,
goes to its suit's foundation, from the ace up. Nothing is ever laid on a bed. So no move disables
another one, every order of play ends with the same cards up, and play is forced.

This is the game without building. The classic Flower Garden, whose beds build down, is another one.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from solver.cards.cards import SUITS, name_of, names_of, pack, rank_of, suit_of
from solver.cards.deal import Deal, IllegalMove, Kind, Move, Place, Position, deal_rows
from solver.cards.plural import counted
from solver.cards.shuffle import MAX_NUMBER, STREAM_DEAL, shuffled
from solver.games.referee import Rules, limited, right_count


class Redeal(StrEnum):
    """The house redeal: whether there is one, and where its cards go first."""

    NONE = "none"
    BEDS_FIRST = "beds-first"
    BOUQUET_FIRST = "bouquet-first"


#: In place of a number: what the other fields leave over.
FITTING = -1

_BED_HEIGHT = 6


@dataclass(frozen=True)
class FlowerRules(Rules):
    """Layout and switches; the defaults are those of the full game.

    The pack has the first ``ranks`` (1 to 13) of the first ``suits`` (1 to 4), and all of it is
    dealt: ``bouquet`` cards to the bouquet, the others row by row to ``beds`` beds (1 to 52). The
    last row may stay incomplete; ``bed_height`` is the number of cards in the tallest bed. Either
    of the two may be left ``FITTING``, and is then set to what the other one leaves; if both are,
    the beds have six cards each. ``redeal``: whether the cards that are out are shuffled and dealt
    again, once, when play is stuck, and what they fill first.

    Raises ``ValueError`` where a field is out of its limits, or the fields do not make up the pack.
    """

    SWITCHES: ClassVar = {
        "beds": "beds of the garden",
        "bed_height": "cards of the tallest bed; follows from the bouquet where that is set",
        "bouquet": "cards of the bouquet; the beds share the others, row by row",
        "ranks": "ranks of each suit, from the ace",
        "suits": "suits of the pack",
        "redeal": "what is filled first where a stuck play is dealt again, once: "
        + " or ".join(Redeal),
    }

    beds: int = 6
    bed_height: int = FITTING
    bouquet: int = FITTING
    ranks: int = 13
    suits: int = 4
    redeal: Redeal = Redeal.NONE

    def __post_init__(self) -> None:
        """Fits what was left open, and refuses rules that no game can be dealt by."""
        limited(beds=(self.beds, 1, 52), ranks=(self.ranks, 1, 13), suits=(self.suits, 1, 4))
        cards = self.deck_size
        height, bouquet = self.bed_height, self.bouquet
        if bouquet == FITTING:
            height = _BED_HEIGHT if height == FITTING else height
            limited(bed_height=(height, 0, 52))
            bouquet = cards - self.beds * height
            if bouquet < 0:
                raise ValueError(
                    f"{counted(self.beds, 'bed')} of {height} need more"
                    f" than the {cards} cards of the pack"
                )
        limited(bouquet=(bouquet, 0, cards))
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
    def deck(self) -> list[int]:
        """The first suits of the first ranks."""
        return pack(self.ranks, self.suits)

    @property
    def deck_size(self) -> int:
        """The number of cards of the pack."""
        return self.ranks * self.suits

    @property
    def bed_cards(self) -> int:
        """The number of cards that lie in the beds at the start."""
        return self.deck_size - self.bouquet

    def with_values(self, values: dict[str, Any]) -> "FlowerRules":
        """Of the layout, beds and bouquet are fitted where they are not set with it."""
        if not values.keys() <= {"redeal"}:
            values = {"bed_height": FITTING, "bouquet": FITTING} | values
        return super().with_values(values)

    def initial(self, deal: Deal) -> Position:
        """The position at the start: beds row by row, then the bouquet.

        Raises ``ValueError`` where the deal is not one of the rules' pack.
        """
        if len(deal.cards) != self.deck_size:
            raise ValueError(
                f"the deal has {counted(len(deal.cards), 'card')}, not {self.deck_size}"
            )
        position = self._beds_first(Position(piles=()), deal.cards)
        self.check(position)
        return position

    def _beds_first(self, position: Position, cards: tuple[int, ...]) -> Position:
        """The position with these cards in the beds, as many as they hold, and in the bouquet."""
        in_beds = cards[: self.bed_cards]
        piles = deal_rows(in_beds, self.beds, self.bed_height)
        return replace(position, piles=piles, reserve=cards[self.bed_cards :])

    def check(self, position: Position) -> None:
        """Raises ``ValueError`` with the reason where the position cannot lie on a table.

        No card is face down or unknown, and there are no cells.
        """
        right_count(len(position.piles), self.beds, "bed")
        if position.cells:
            raise ValueError("Flower Garden has no cells")
        for suit, height in enumerate(position.foundations):
            limit = self.ranks if suit < self.suits else 0
            if not 0 <= height <= limit:
                raise ValueError(
                    f"foundation {SUITS[suit]} holds {counted(height, 'card')}, not 0 … {limit}"
                )
        self.check_cards(position)
        if position.down:
            raise ValueError(f"no card lies face down, but {names_of(sorted(position.down))}")

    def legal_moves(self, position: Position) -> list[Move]:
        """All legal moves, one a card: from the beds in their order, then from the bouquet."""
        lying = [
            (pile[-1], Place(Kind.PILE, slot)) for slot, pile in enumerate(position.piles) if pile
        ]
        lying += [(here, Place(Kind.RESERVE)) for here in position.reserve]
        return [
            Move(here, source, Place(Kind.FOUNDATION, suit_of(here)))
            for here, source in lying
            if rank_of(here) == position.foundations[suit_of(here)]
        ]

    def apply(self, position: Position, move: Move) -> Position:
        """The position after one move.

        Raises ``IllegalMove`` with the reason where the rules do not allow the move.
        """
        refusal = _refusal(position, move)
        if refusal is not None:
            raise IllegalMove(f"{name_of(move.card)} {refusal}")
        piles = list(position.piles)
        reserve = list(position.reserve)
        up = list(position.foundations)
        if move.source.kind is Kind.PILE:
            piles[move.source.slot] = piles[move.source.slot][:-1]
        else:
            reserve.remove(move.card)
        up[move.target.slot] += 1
        return replace(position, piles=tuple(piles), reserve=tuple(reserve), foundations=tuple(up))

    def redealt(self, position: Position, number: int, stream: int = STREAM_DEAL) -> Position:
        """The house redeal: the foundations stay, the cards that are out are shuffled and dealt
        again.

        They are taken up bed by bed, each bottom to top, then the bouquet, and put in the order
        that the number, modulo 2**63, gives to so many cards in the stream above the deal's. Beds
        first: row by row until all beds are as full as at the start, the rest to the bouquet.
        Bouquet first: the bouquet until it is full, the rest to the beds, row by row.
        """
        out = tuple(here for pile in position.piles for here in pile) + position.reserve
        order = shuffled(out, number & MAX_NUMBER, stream + 1)
        if self.redeal == Redeal.BEDS_FIRST:
            return self._beds_first(position, order)
        bouquet, rest = order[: self.bouquet], order[self.bouquet :]
        return replace(self._beds_first(position, rest), reserve=bouquet)

    def play_out(
        self, position: Position, number: int = 0, stream: int = STREAM_DEAL
    ) -> tuple[Position, tuple[Move, ...]]:
        """The end of the forced play, and its moves.

        Where the rules have a redeal, a play that is stuck short of the win is dealt again once,
        and goes on; the moves after the redeal follow those before it. ``number`` and ``stream``
        are those of the deal, and fix the redeal.
        """
        position, moves = self._play_until_stuck(position)
        if self.redeal != Redeal.NONE and not self.is_won(position):
            position, more = self._play_until_stuck(self.redealt(position, number, stream))
            moves += more
        return position, moves

    def _play_until_stuck(self, position: Position) -> tuple[Position, tuple[Move, ...]]:
        played: list[Move] = []
        while moves := self.legal_moves(position):
            position = self.apply(position, moves[0])
            played.append(moves[0])
        return position, tuple(played)


FLOWER = FlowerRules()


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
