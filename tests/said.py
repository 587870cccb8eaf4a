"""What the program says on standard error, whether or not the code was in the cache."""

from solver.commands.terminal import COMPILING


def besides_compiling(error: str) -> str:
    """What is said besides that code is compiled."""
    return error.replace(COMPILING + "\n", "", 1)
