"""The native numbering: a frozen function from a deal number to an order of cards.

The function, to the bit (all arithmetic modulo 2**64)::

    G = 0x9E3779B97F4A7C15
    mix(z):   z ^= z >> 30;  z *= 0xBF58476D1CE4E5B9
              z ^= z >> 27;  z *= 0x94D049BB133111EB
              z ^= z >> 31
    key       = mix(N + (stream + 1) * G)         N: the number, 0 … 2**63 - 1
    word k    = mix(key + (k + 1) * G)            k = 0, 1, 2, …

so the words are those of a SplitMix64 generator (Steele, Lea, Flood 2014) whose seed is a word of
another one. A deal uses stream 0, what chance decides inside its game stream 1; the deal of the
second player of a race uses stream 2, and what chance decides there stream 3. Samples of the cards
that nobody has seen use stream 4.

The cards start in the order AC AD AH AS 2C … KS (a pack of several decks repeats that). Step i
(i = 0, 1, … n - 2) draws a number j below n - i, and exchanges the cards at places i and i + j. So
the first i cards are fixed by the first i draws.

Draws are made in batches, one word a batch (Brackett-Rozinsky and Lemire, "Batched Ranged Random
Integer Generation", 2024). A batch has as many of the next bounds n - i as have a product P of at
most 2**53. Its word w is refused, and the next one taken, if (w * P) mod 2**64 is less than
2**64 mod P. Else each bound b in turn gives the draw (w * b) >> 64, and (w * b) mod 2**64 is the w
of the next bound.
Every row of draws is then exactly as likely as every other one, as far as the words are.
"""

from collections.abc import Iterator, Sequence

GOLDEN = 0x9E3779B97F4A7C15
MIX_1 = 0xBF58476D1CE4E5B9
MIX_2 = 0x94D049BB133111EB
BATCH_LIMIT = 1 << 53
MAX_NUMBER = (1 << 63) - 1

_MASK = (1 << 64) - 1

#: Streams of a number: the deal, what chance decides in its game (the stream above it), and the
#: deal of the second player of a race, and the samples of unseen cards.
STREAM_DEAL = 0
STREAM_REDEAL = STREAM_DEAL + 1
STREAM_RIVAL = 2
STREAM_UNSEEN = 4


def _mix(word: int) -> int:
    word = (word ^ (word >> 30)) * MIX_1 & _MASK
    word = (word ^ (word >> 27)) * MIX_2 & _MASK
    return word ^ (word >> 31)


def _words(number: int, stream: int) -> Iterator[int]:
    key = _mix((number + (stream + 1) * GOLDEN) & _MASK)
    while True:
        key = (key + GOLDEN) & _MASK
        yield _mix(key)


def batches(size: int) -> list[tuple[int, int]]:
    """The batches of a shuffle of ``size`` cards: how many draws each has, and their product."""
    result = []
    bound = size
    while bound > 1:
        count, product = 0, 1
        while bound > 1 and product * bound <= BATCH_LIMIT:
            count, product, bound = count + 1, product * bound, bound - 1
        result.append((count, product))
    return result


def shuffled(cards: Sequence[int], number: int, stream: int = STREAM_DEAL) -> tuple[int, ...]:
    """The cards in the order that a number fixes: the plain form of the definition above.

    Raises ``ValueError`` where the number is not in 0 … 2**63 - 1.
    """
    if not 0 <= number <= MAX_NUMBER:
        raise ValueError(f"deal number {number} is not in 0 … 2^63 - 1")
    order = list(cards)
    words = _words(number, stream)
    place = 0
    for count, product in batches(len(order)):
        word = next(words)
        while (word * product & _MASK) < (1 << 64) % product:
            word = next(words)
        for _ in range(count):
            wide = word * (len(order) - place)
            word = wide & _MASK
            other = place + (wide >> 64)
            order[place], order[other] = order[other], order[place]
            place += 1
    return tuple(order)
