"""From positions to the rows and problems of the kernels, and from codes of moves to moves."""

import numpy as np
import numpy.typing as npt

from solver.cards.cards import UNKNOWN, card, suit_of
from solver.cards.deal import Kind, Move, Place
from solver.cards.shuffle import MAX_NUMBER
from solver.games.talon.kernel import state
from solver.games.talon.position import TalonPosition
from solver.games.talon.rules import Redeal, TalonRules


def flags_of(rules: TalonRules, safe: bool) -> int:
    """The rules, and the reductions of the search, as the kernels know them.

    ``safe``: cards go up by dominance (``state._is_safe``). Its argument needs that no card comes
    back from a foundation and that no empty column has to be filled.
    """
    flags = state.SAFE if safe and not rules.REFILLS and not rules.foundation_return else 0
    flags |= state.REFILLS if rules.REFILLS else 0
    flags |= state.RUNS if rules.runs else 0
    flags |= state.RETURN if rules.foundation_return else 0
    return flags | (state.SHUFFLED if rules.redeal is Redeal.SHUFFLED else 0)


def packed(
    rules: TalonRules, position: TalonPosition, flags: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """The problem and the row of a position; a hidden card is a card of number 0."""
    stock = position.talon + position.hand
    stride = max(1, *map(len, position.piles)) + rules.ranks - 1
    problem = np.zeros(state.PROBLEM_SIZE, np.int64)
    problem[state.RANKS] = rules.ranks
    problem[state.PACKS] = rules.packs
    problem[state.DECK] = rules.deck_size
    problem[state.COLUMN_COUNT] = rules.columns
    problem[state.STRIDE] = stride
    problem[state.STOCK] = len(stock)
    problem[state.FLAGS] = flags
    problem[state.SEED] = position.seed & MAX_NUMBER
    end = state.COLUMNS + rules.columns * stride
    row = np.zeros(end + len(stock), np.uint8)
    for suit in range(4):
        for place in range(rules.ranks):
            row[4 * place + suit] = position.up(suit, place)
    row[state.TALON] = row[state.HAND] = len(position.talon)
    row[state.REDEALS] = position.redeals
    row[state.CARDS_UP] = position.cards_up
    for slot, pile in enumerate(position.piles):
        down = [at for column, at in position.covered if column == slot]
        for at in down:
            problem[state.DOWN + slot * state.DOWN_WORDS + at // state.DOWN_BITS] |= (
                1 << at % state.DOWN_BITS
            )
        row[state.FLOORS + slot] = max(down, default=-1) + 1
        row[state.LENGTHS + slot] = len(pile)
        start = state.COLUMNS + slot * stride
        row[start : start + len(pile)] = [number_of(rules, here) for here in pile]
    row[end:] = [number_of(rules, here) for here in stock]
    return problem, row


def number_of(rules: TalonRules, here: int) -> int:
    """The number of a card in a row."""
    return 0 if here == UNKNOWN else 4 * rules.place_of(here) + suit_of(here)


def move_of_code(rules: TalonRules, position: TalonPosition, code: int) -> Move:
    """The move that a code stands for."""
    source, target, extra = state.source_of(code), state.target_of(code), state.extra_of(code)
    if source == state.FROM_TALON:
        here, place = position.talon[0 if target == state.FROM_HAND else -1], Place(Kind.TALON)
    elif source == state.FROM_HAND:
        here, place = position.hand[0], Place(Kind.HAND)
    elif source < state.MOST_COLUMNS:
        here, place = position.piles[source][-extra], Place(Kind.PILE, source)
    else:
        here = card(rules.order[extra >> 2], extra & 3)
        place = Place(Kind.FOUNDATION, suit_of(here))
    if target < state.MOST_COLUMNS:
        return Move(here, place, Place(Kind.PILE, target))
    kinds = {
        state.FOUNDATION: Kind.FOUNDATION,
        state.FROM_TALON: Kind.TALON,
        state.FROM_HAND: Kind.HAND,
    }
    return Move(
        here, place, Place(kinds[target], suit_of(here) if target == state.FOUNDATION else 0)
    )
