"""How often the sampling player has won deals with a given share at the start.

``measured.json`` is written by ``python -m benchmarks.players``, from deals that it has played.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "measured.json"


@dataclass(frozen=True)
class Measured:
    """The win rate of the sampling player over deals whose share lies in a band.

    ``first`` … ``last``: the band, in percent, both ends within it. ``samples``: the arrangements
    that the player has drawn at each decision. The rate, and its interval of 95 %, are fractions.
    """

    first: int
    last: int
    deals: int
    won: int
    low: float
    rate: float
    high: float
    samples: int


@cache
def _bands(game: str) -> tuple[Measured, ...]:
    if not FILE.exists():
        return ()
    return tuple(Measured(**band) for band in json.loads(FILE.read_text()).get(game, []))


def measured(game: str, share: float) -> Measured | None:
    """What was measured of deals of a game, by its name, with such a share at the start.

    ``None`` where nothing was.
    """
    percent = round(100 * share)
    return next((band for band in _bands(game) if band.first <= percent <= band.last), None)
