"""SIGINT and SIGTERM, as long as no run takes note of them (``runs/threads.py``): they end the
program at once, quietly.

An exception would not do. While a compiler calls back, or a finalizer runs, nothing can catch it:
it is printed as a traceback, and lost. And the interpreter runs no handler while the main thread is
in a kernel. So the handler ends the process itself, and a thread that hears of the signal at once
does so where the handler is not run soon. What the program keeps stands that: a store loses
nothing that was committed.
"""

import os
import signal
import sys
import threading
import time
from contextlib import suppress

SIGNALS = (signal.SIGINT, signal.SIGTERM)

#: Seconds that the handler has.
_GRACE = 1.0


def leave(signum: int, frame: object = None) -> None:
    """Ends the process with the exit code of a signal, after writing what is still to be written.

    Calls no finalizers. Writing may fail, or be under way: then it is left at that.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()
    os._exit(128 + signum)


def leave_on_signals() -> None:
    """From now on the program ends with ``leave`` when a signal comes in."""
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    for signum in SIGNALS:
        signal.signal(signum, leave)
    threading.Thread(target=_see_to_it, args=(heard,), daemon=True).start()


def _see_to_it(heard: int) -> None:
    """Ends the process where a signal came in and the handler has not done so soon."""
    while True:
        for signum in os.read(heard, 64):
            if signum in SIGNALS and signal.getsignal(signum) is leave:
                time.sleep(_GRACE)
                os._exit(128 + signum)


def default_signals() -> None:
    """From now on a signal ends the process without a word of Python's."""
    for signum in SIGNALS:
        signal.signal(signum, signal.SIG_DFL)
