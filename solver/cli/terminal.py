"""What commands write on: lines of JSON, the terminal's style, bars of progress, exit codes."""

import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

import click

from solver.cards.cards import SUIT_SYMBOLS

if TYPE_CHECKING:
    from tqdm import tqdm

    from solver.report.board import Style

T = TypeVar("T")

SIGNAL_BASE = 128

#: What is said where the code of a search is not in the cache yet, and where it never will be.
COMPILING = "garden: compiling, which happens once …"
COMPILING_AGAIN = "garden: compiling, each time anew, since no folder for the cache can be written"


def style_of(as_ascii: bool) -> "Style":
    """How cards are written: in colour on a terminal that has it, in ASCII where nothing else is.

    ``NO_COLOR``, set to anything, means no colour (no-color.org).
    """
    from solver.report.board import FACE_DOWN, Style

    if not as_ascii and sys.stdout is not None:
        try:
            (FACE_DOWN + SUIT_SYMBOLS).encode(sys.stdout.encoding or "ascii")
        except UnicodeEncodeError:
            as_ascii = True
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return Style(as_ascii, colour=is_terminal(sys.stdout) and not plain)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person reads the stream; ``None``, a stream that the caller closed, has no one."""
    return stream is not None and stream.isatty()


def compiled(hidden: bool, make: Callable[[], T]) -> T:
    """What ``make`` returns, which may have to compile first.

    It works in a thread of its own, so that a signal is heard at once. Where it, or what the
    command does later, compiles, one line on standard error says so, unless ``hidden``.
    """
    from concurrent.futures import Future

    from solver.jit.word import on_compile

    on_compile(None if hidden else _say_compiling)
    if context := click.get_current_context(silent=True):
        context.call_on_close(lambda: on_compile(None))
    made: Future[T] = Future()

    def work() -> None:
        try:
            made.set_result(make())
        except BaseException as error:
            made.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    return made.result()


def _say_compiling(is_kept: bool) -> None:
    """Tells why nothing happens yet, beside a bar if there is one."""
    from tqdm import tqdm

    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # a stream that takes nothing
            tqdm.write(COMPILING if is_kept else COMPILING_AGAIN, file=sys.stderr)
            sys.stderr.flush()


def progress_bar(total: int | None, hidden: bool, unit: str = "deal") -> "tqdm[Any]":
    """A bar on standard error, where a person reads it."""
    from tqdm import tqdm

    return tqdm(total=total, unit=unit, disable=hidden or not is_terminal(sys.stderr), leave=False)


def move_to(bar: "tqdm[Any]", done: int) -> None:
    """Brings a bar to where so many are done."""
    bar.update(done - bar.n)


def say_beside(bar: "tqdm[Any]", texts: Sequence[str]) -> None:
    """Puts the texts behind a bar: the first of them, as many as leave the bar ten columns.

    Empty ones are left out. The bar shows them when it is drawn the next time.
    """
    shown = [text for text in texts if text]
    known = bar.format_dict
    while True:
        bar.set_postfix_str(", ".join(shown), refresh=False)
        line = bar.format_meter(**{**known, "ncols": None, "postfix": bar.postfix})
        if not shown or not known["ncols"] or len(line) <= known["ncols"]:
            return
        shown.pop()


def print_json(record: dict[str, Any]) -> None:
    """Prints an object as one line of JSON."""
    print(json.dumps(record, ensure_ascii=False), flush=True)


def exit_code(signum: int | None) -> int:
    """The exit code of a command that a signal ended, or none."""
    return 0 if signum is None else SIGNAL_BASE + signum
