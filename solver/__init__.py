"""Garden: exact answers about two patience games, Flower Garden and Trevi Garden."""

__version__ = "0.1.0"
