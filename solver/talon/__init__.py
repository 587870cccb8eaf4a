"""What the games with a hand and a talon share: The Olga, and Red and Black."""

from typing import NamedTuple

__all__ = [
    "DEFAULT_MAX_STATES",
    "MEMORY_MIB",
    "OLGA_BEAM",
    "REDUCTIONS",
    "RED_BLACK_BEAM",
    "SEARCH_VERSION",
    "BeamShape",
]

#: The version of the search: changes whenever the states that a deal takes may change.
SEARCH_VERSION = "1"

#: The reductions of the search by name.
REDUCTIONS = ("safe",)

#: States expanded of a deal, where nothing is said.
DEFAULT_MAX_STATES = 500_000

#: What the buffers of one worker may take.
MEMORY_MIB = 96


class BeamShape(NamedTuple):
    """The width of the first beam, and what each of ``beam.FEATURES`` is worth."""

    width: int
    weights: tuple[int, ...]


# Tuned on the native deals from number 100,001 on.
OLGA_BEAM = BeamShape(40, (8, 2, 20, 4, 6, 2, 2, 0, 0, 0, 0, 0, 2))
RED_BLACK_BEAM = BeamShape(10, (10, 0, 0, 4, 6, 4, 1, 0, 0, 0, 0, 0, 0))
