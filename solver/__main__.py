"""The program ``garden``: runs a command, and ends in an exit code whatever happens.

0 done; 1 the system or this program failed; 2 bad usage or bad input; 3 ``solve`` left some deal
undecided; 130 and 143 interrupted. An error is one line on standard error. Who works on Garden and
wants the traceback sets ``GARDEN_DEBUG``.
"""

import os
import signal
import sys
import threading
from contextlib import suppress
from io import TextIOWrapper

from solver.commands.terminal import COMPILING


class _Interrupted(BaseException):
    """SIGINT or SIGTERM came in, where nothing is to be kept."""


def main() -> None:
    """Runs the command that the program was called with, and leaves the program."""

    def interrupted(signum: int, frame: object) -> None:
        raise _Interrupted(signum)

    signals = (signal.SIGINT, signal.SIGTERM)
    try:
        for signum in signals:
            signal.signal(signum, interrupted)
        code = run(sys.argv[1:])
        _drop_output()
        for signum in signals:
            signal.signal(signum, signal.SIG_DFL)
    except _Interrupted as interrupt:
        _drop_output()
        code = 128 + int(interrupt.args[0])
        if any(thread.name == COMPILING for thread in threading.enumerate()):
            os._exit(code)  # in the middle of its work, which the interpreter's end must not meet
    sys.exit(code)


def run(arguments: list[str]) -> int:
    """The exit code of a command; an error is told on standard error."""
    import click

    from solver import cli

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
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
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
    if sys.stderr is not None:
        print("garden: error:", " ".join(message.split()), file=sys.stderr)
    return code


def _drop_output() -> None:
    """Writes what is still to be written, or drops it: it must not fail once more at the exit."""
    if sys.stdout is not None:  # else the caller has closed it
        with suppress(OSError):
            sys.stdout.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
