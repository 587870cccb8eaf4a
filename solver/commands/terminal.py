"""What commands write on: lines of JSON, the terminal's style, bars of progress, exit codes."""

import json
import os
import sys
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from solver.deck.cards import SUIT_SYMBOLS

if TYPE_CHECKING:
    from tqdm import tqdm

    from solver.show.board import Style

T = TypeVar("T")

SIGNAL_BASE = 128

#: Seconds after which a person wonders.
_LONG = 2.0


def style_of(as_ascii: bool) -> "Style":
    """How cards are written: in colour on a terminal that has it, in ASCII where nothing else is.

    ``NO_COLOR``, set to anything, means no colour (no-color.org).
    """
    from solver.show.board import FACE_DOWN, Style

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

    It works in a thread of its own, so that a signal is heard at once. A person at the terminal is
    told why nothing happens yet, where it takes long.
    """
    from concurrent.futures import Future, wait

    made: Future[T] = Future()

    def work() -> None:
        try:
            made.set_result(make())
        except BaseException as error:
            made.set_exception(error)

    threading.Thread(target=work, daemon=True).start()
    if not wait([made], timeout=_LONG).done and not hidden and is_terminal(sys.stderr):
        print("garden: compiling, which happens once …", file=sys.stderr)
    return made.result()


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
