"""What the games with a hand and a talon share: The Olga, and Red and Black."""

from collections.abc import Mapping
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
DEFAULT_MAX_STATES = 300_000

#: What the buffers of one worker may take.
MEMORY_MIB = 96


class BeamShape(NamedTuple):
    """The width of the first beam, and what each of ``beam.FEATURES`` is worth, where not 0."""

    width: int
    weights: Mapping[str, int]


# Tuned on the native deals from number 100,001 on.
OLGA_BEAM = BeamShape(
    40,
    {
        "up": 80,
        "empty": 30,
        "kings": 440,
        "pairs": 40,
        "over": -60,
        "gap": 10,
        "kinds": 20,
        "talon": -20,
        "talon-over": -20,
        "talon-kings": -28,
        "talon-suit": 3,
    },
)
RED_BLACK_BEAM = BeamShape(
    10,
    {
        "up": 100,
        "pairs": 40,
        "fronts": -12,
        "kinds": 9,
        "talon": -10,
        "talon-over": 6,
        "talon-kings": 30,
        "talon-suit": -20,
        "talon-inversions": -11,
        "talon-covers": -3,
    },
)
