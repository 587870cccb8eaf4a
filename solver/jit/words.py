"""Arithmetic on 64-bit words: the constants and mixers that hashes are made with.

A word is ``np.uint64``. One signed operand would turn its arithmetic into floating point, so every
constant, shift amounts included, is a word too.
"""

import numpy as np
import numpy.typing as npt

from solver.jit.options import kernel

Word = np.uint64
Words = npt.NDArray[np.uint64]

ZERO = np.uint64(0)
ONE = np.uint64(1)
S29 = np.uint64(29)
S32 = np.uint64(32)

#: Odd multipliers: 2**64 over the golden ratio, the two of SplitMix64's finaliser (Steele, Lea,
#: Flood 2014), and that of a linear congruential generator with a good spectrum (Steele, Vigna).
GOLDEN = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
MIX_3 = np.uint64(0xD1342543DE82EF95)

_DRAW_SHIFT = np.uint64(54)
#: Values of ``draw``: ten bits.
DRAWS = 1 << 10


@kernel
def mixed(word: Word) -> Word:
    """A word that depends in every bit on every bit of another one; no two words give the same."""
    word = (word ^ (word >> S32)) * MIX_1
    word = (word ^ (word >> S29)) * MIX_2
    return word ^ (word >> S32)


@kernel
def chained(word: Word, value: int, multiplier: Word) -> Word:
    """The hash of a sequence with one more value, where ``word`` is that of the sequence so far."""
    word = (word + np.uint64(value) + ONE) * multiplier
    return word ^ (word >> S29)


@kernel
def draw(key: Word, salt: Word) -> int:
    """A number below ``DRAWS`` that follows from a hash and a salt and looks random."""
    return np.int64(((key + salt) * MIX_3) >> _DRAW_SHIFT)
