"""What the games with a hand and a talon share: The Olga, and Red and Black."""

from collections.abc import Mapping
from typing import NamedTuple


class BeamShape(NamedTuple):
    """The beams of a search.

    ``width``: of the first one. ``weights``: what each of ``value.FEATURES`` is worth, where not 0.
    ``growth``: how wide the next beam is, in percent of the one before. ``noise``: the most that
    chance adds to a row's value. ``spread``: by how many percent at most chance moves each weight,
    from the second beam on.
    """

    width: int
    weights: Mapping[str, int]
    growth: int = 300
    noise: int = 0
    spread: int = 0


# Tuned on the native deals from number 100,001 on.
OLGA_BEAM = BeamShape(
    10,
    {
        "up": 880,
        "empty": -97,
        "kings": 4885,
        "pairs": 327,
        "over": -472,
        "gap": 60,
        "fronts": -123,
        "kinds": 437,
        "talon": -901,
        "talon-over": 293,
        "talon-kings": 47,
        "talon-suit": -120,
        "talon-fits": 143,
        "next": 214,
        "soon": 333,
        "later": 171,
    },
    growth=108,
    noise=1500,
    spread=70,
)
RED_BLACK_BEAM = BeamShape(
    5,
    {
        "up": 1550,
        "kings": -352,
        "pairs": 286,
        "fronts": -389,
        "kinds": 204,
        "talon": -625,
        "talon-over": 299,
        "talon-kings": 322,
        "talon-suit": 139,
        "talon-inversions": -151,
        "talon-fits": 664,
        "next": 246,
        "soon": 379,
        "later": 278,
    },
    growth=150,
    noise=400,
    spread=35,
)
