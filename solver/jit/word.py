"""Word that something must be compiled, for whoever waits. Imports nothing, so costs nothing."""

from collections.abc import Callable

_tell: Callable[[bool], None] | None = None


def on_compile(tell: Callable[[bool], None] | None) -> None:
    """Has ``tell`` called the next time that code is compiled, and not again; ``None``: no one.

    It is called in the thread that compiles, before it does, with whether the code will be kept.
    """
    global _tell
    _tell = tell


def compiling(is_kept: bool) -> None:
    """Tells it: code is needed that the cache does not have."""
    global _tell
    tell, _tell = _tell, None
    if tell is not None:
        tell(is_kept)
