"""Garden: exact answers about games of patience, such as Trevi Garden and Flower Garden.

The functions ``deal``, ``solve``, ``chance`` and ``odds`` are those of ``solver.api``. They are
looked up when they are asked for, so that ``import solver`` costs nothing.
"""

from typing import TYPE_CHECKING, Any

from solver.version import __version__

if TYPE_CHECKING:
    from solver.api import chance, deal, odds, solve

__all__ = ["__version__", "chance", "deal", "odds", "solve"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'solver' has no attribute {name!r}")
    from solver import api

    return getattr(api, name)
