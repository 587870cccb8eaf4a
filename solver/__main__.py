"""The program ``garden``: runs a command, and ends in an exit code whatever happens.

0 done; 1 the system or this program failed; 2 bad usage or bad input; 3 ``solve`` left some deal
undecided; 130 and 143 interrupted. An error is one line on standard error. Who works on Garden and
wants the traceback sets ``GARDEN_DEBUG``.
"""

import os
import sys
from contextlib import suppress
from io import TextIOWrapper

from solver.signals import default_signals, leave_on_signals


def main() -> None:
    """Runs the command that the program was called with, and leaves the program."""
    leave_on_signals()
    code = run(sys.argv[1:])
    _drop_output()
    default_signals()
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a command; an error is told on standard error."""
    import click

    from solver.cli import main as cli

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without ♥ still gets its line
    try:
        code = cli.invoke(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except click.ClickException as error:
        return _fail(error.format_message(), 2)
    except BrokenPipeError:
        return 0  # whoever reads has seen enough
    except Exception as error:
        if os.environ.get("GARDEN_DEBUG"):
            raise
        return _fail(_told(error), 1)


def _told(error: Exception) -> str:
    match error:
        case MemoryError():
            return "out of memory: try a smaller --memory, or fewer workers"
        case OSError(strerror=str(reason)):
            return f"{error.filename}: {reason}" if error.filename else reason
        case _:
            return f"internal error: {type(error).__name__}: {error}"


def _fail(message: str, code: int) -> int:
    with suppress(OSError):  # the exit code says it too
        if sys.stderr is not None:
            print("garden: error:", " ".join(message.split()), file=sys.stderr, flush=True)
    return code


def _drop_output() -> None:
    """Writes what is still to be written, or drops it: it must not fail once more at the exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # else the caller has closed it
            with suppress(OSError):
                stream.flush()
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
