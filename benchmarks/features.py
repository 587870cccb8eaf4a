"""What can be told of a deal of Trevi Garden or Stonewall before the first move."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.cards.cards import DECK_SIZE
from solver.cards.shuffle import STREAM_DEAL
from solver.cards.shuffle_kernel import fill_pack, native_order
from solver.games.trevi.rules import TREVI
from solver.jit.options import allocating_kernel

_TABLEAU = TREVI.piles * TREVI.height
#: A bit a row that lies face down, the bottom row lowest.
_HIDDEN = sum(1 << row - 1 for row in TREVI.hidden_rows)
_PILES = TREVI.piles
_STREAM = np.uint64(STREAM_DEAL)


@dataclass(frozen=True)
class Feature:
    """A count of cards. ``title`` heads its column."""

    title: str
    about: str


#: In the order of the columns of ``features``.
FEATURES = (
    Feature("aces face down", "Aces that lie face down: a player sees that they are missing."),
    Feature("aces covered", "Aces that lie under other cards of a pile, face up or face down."),
    Feature("low cards face down", "Aces, twos and threes that lie face down."),
    Feature(
        "low cards free",
        "Aces, twos and threes in the fountain and the cells (in Stonewall: in the reserve), where"
        " each is always available.",
    ),
    Feature("kings free", "Kings there: they are the ones that never fit on a card."),
)


@allocating_kernel
def _features(first: np.uint64, counts: npt.NDArray[np.uint8]) -> None:
    deck = np.empty(DECK_SIZE, np.uint8)
    for i in range(len(counts)):
        fill_pack(deck)
        native_order(first + np.uint64(i), _STREAM, deck, DECK_SIZE)
        for place in range(DECK_SIZE):
            rank = deck[place] >> 2
            is_free = place >= _TABLEAU
            is_top = not is_free and place >= _TABLEAU - _PILES
            is_down = not is_free and (_HIDDEN >> (place // _PILES)) & 1 == 1
            if rank == 0:
                counts[i, 0] += is_down
                counts[i, 1] += not is_free and not is_top
            if rank < 3:
                counts[i, 2] += is_down
                counts[i, 3] += is_free
            if rank == 12:
                counts[i, 4] += is_free


def features(first: int, deals: int) -> npt.NDArray[np.uint8]:
    """The ``FEATURES`` of the native deals from ``first`` on: uint8[deals, 5]."""
    counts = np.zeros((deals, len(FEATURES)), np.uint8)
    _features(np.uint64(first), counts)
    return counts
