"""Deal numbers, and the order of the cards that each of them fixes.

Three numberings: ``native`` is this program's own (``shuffle.py``). ``ms`` has the numbers that
Microsoft FreeCell and its followers deal by, 1 … 2**33 - 1, and ``pysol`` those of PySolFC,
1 … 10**20, as the package ``pysol-cards`` deals them (its ``DEALS_MS`` and ``DEALS_PYSOLFC``). Both
shuffle one pack of 52 cards, and deal from the end of the shuffled list::

    for n = 51, 50, … 1:  draw j below n + 1, exchange the cards at places n and j

``ms`` starts from AC AD AH AS 2C … KS. Its draws come from a linear congruential generator, x ←
214013 x + 2531011 modulo 2**32 from x = N modulo 2**32 on, as j = r modulo n + 1. There r is bits
16 … 30 of x, with bit 15 of r set where N ≥ 2**31; for N ≥ 2**32 it is bits 16 … 31 of x, plus 1.

``pysol`` starts from AC 2C … KC AS … KS AH … KH AD … KD. Its draws are j = ⌊u (n + 1)⌋, where u are
the fractions of the Mersenne Twister that Python's ``random.Random(N)`` is; its numbers up to 32000
are those of ``ms``.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from random import Random

from solver.cards.cards import DECK_SIZE, card, pack
from solver.cards.shuffle import MAX_NUMBER, shuffled


class Numbering(StrEnum):
    """What a deal number means."""

    NATIVE = "native"
    MS = "ms"
    PYSOL = "pysol"


#: The lowest and the highest number of each numbering, and both for a message.
LIMITS = {
    Numbering.NATIVE: (0, MAX_NUMBER, "0 … 2^63 - 1"),
    Numbering.MS: (1, (1 << 33) - 1, "1 … 2^33 - 1"),
    Numbering.PYSOL: (1, 10**20, "1 … 10^20"),
}

#: The ``pysol`` numbers up to this one are those of ``ms``.
_LAST_SHARED = 32_000

_ALTERNATING_SUITS = (0, 3, 2, 1)


def check_number(number: int, numbering: Numbering) -> None:
    """Raises ``ValueError`` where the numbering has no such number."""
    low, high, limits = LIMITS[numbering]
    if not low <= number <= high:
        kind = "" if numbering is Numbering.NATIVE else f"{numbering} "
        raise ValueError(f"{kind}deal number {number} is not in {limits}")


def dealt_order(cards: Sequence[int], number: int, numbering: Numbering) -> tuple[int, ...]:
    """The cards of a game's pack in the dealing order that a number fixes.

    ``cards``: the pack in the order in which a native shuffle starts. Raises ``ValueError`` where
    the numbering has no such number, or deals no such pack.
    """
    check_number(number, numbering)
    if numbering is Numbering.NATIVE:
        return shuffled(cards, number)
    if list(cards) != pack():
        raise ValueError(
            f"{numbering} numbers deal a pack of {DECK_SIZE} cards, and this game's pack is another"
        )
    if numbering is Numbering.MS or number <= _LAST_SHARED:
        words = _words(number)
        return _dealt(pack(), lambda bound: next(words) % bound)
    fractions = Random(number)
    by_suits = [card(rank, suit) for suit in _ALTERNATING_SUITS for rank in range(13)]
    return _dealt(by_suits, lambda bound: int(fractions.random() * bound))


def _dealt(cards: list[int], draw: Callable[[int], int]) -> tuple[int, ...]:
    """Shuffles from the end, each ``draw`` below its bound, and turns the list round."""
    for place in range(len(cards) - 1, 0, -1):
        other = draw(place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return tuple(reversed(cards))


def _words(number: int) -> Iterator[int]:
    """The random words of an ``ms`` number."""
    state = number
    while True:
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        if number >= 1 << 32:
            yield (state >> 16) + 1
        else:
            yield (state >> 16 & 0x7FFF) | (0x8000 if number >= 1 << 31 else 0)
