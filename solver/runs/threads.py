"""Work on several threads: results in order, whatever the number of workers.

A kernel lets go of the interpreter's lock, so one thread a worker is enough. Work is handed out in
small pieces, in order; results are passed on in the order of the pieces. A row that is stopped is
unbroken from its start: what came in beyond the first gap is dropped, so that a stopped run is the
same as a shorter one.
"""

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from types import FrameType
from typing import TypeVar

from solver.games import Worker
from solver.signals import SIGNALS

Task = TypeVar("Task")
Result = TypeVar("Result")

#: Pieces that may be handed out before the oldest of them is done: bounds what is kept waiting.
_WINDOW = 4096

#: Seconds between two looks at whether a signal came in.
TICK = 0.1


@dataclass
class Interrupt:
    """The signal that asked a run to stop; ``None`` while there is none."""

    signum: int | None = None


@contextmanager
def noted_signals() -> Iterator[Interrupt]:
    """While open, the first SIGINT or SIGTERM is noted only.

    The second one does what it did before; where that is nothing that can be called, it raises
    ``KeyboardInterrupt``. In a thread that is not the main one nothing is changed: signals never
    reach it.
    """
    interrupt = Interrupt()
    if threading.current_thread() is not threading.main_thread():
        yield interrupt
        return

    former = {signum: signal.getsignal(signum) for signum in SIGNALS}

    def note(signum: int, frame: FrameType | None) -> None:
        if interrupt.signum is None:
            interrupt.signum = signum
            return
        again = former[signal.Signals(signum)]
        if not callable(again):
            raise KeyboardInterrupt
        again(signum, frame)

    for signum in SIGNALS:
        signal.signal(signum, note)
    try:
        yield interrupt
    finally:
        for signum, handler in former.items():
            signal.signal(signum, handler)


def in_order(
    tasks: Iterable[Task],
    workers: Sequence[Worker],
    work: Callable[[Worker, Task], Result | None],
    interrupt: Interrupt | None = None,
) -> Generator[Result, None, None]:
    """``work(worker, task)`` for each task, one thread a worker; the results in the tasks' order.

    ``None`` as a result, or the interrupt's signal, ends the row. What ``work`` raises is raised
    here. When the row ends, or is closed, the workers are stopped and the threads joined.
    """
    interrupt = interrupt or Interrupt()
    source = enumerate(tasks)
    source_lock = threading.Lock()
    room = threading.Semaphore(_WINDOW)
    stopping = threading.Event()
    results: SimpleQueue[tuple[int, Result | None, BaseException | None]] = SimpleQueue()
    finished = -1  # in place of an index: a thread has ended

    def serve(worker: Worker) -> None:
        index = finished
        try:
            while True:
                room.acquire()
                with source_lock:
                    index, task = next(source, (finished, None))
                if index == finished or stopping.is_set():
                    break
                results.put((index, work(worker, task), None))  # type: ignore[arg-type]
        except BaseException as error:
            results.put((index, None, error))
        results.put((finished, None, None))

    threads = [threading.Thread(target=serve, args=(worker,)) for worker in workers]

    def stop() -> None:
        stopping.set()
        for worker in workers:
            worker.stop()
            room.release()  # the thread may be waiting there

    def arrivals() -> Iterator[tuple[int, Result | None]]:
        running = len(threads)
        while running:
            if interrupt.signum is not None:
                stop()
            try:
                index, result, error = results.get(timeout=TICK)
            except Empty:
                continue
            if error is not None:
                raise error
            if index == finished:
                running -= 1
            else:
                yield index, result

    for thread in threads:
        thread.start()
    try:
        waiting: dict[int, Result | None] = {}
        due = 0
        for index, result in arrivals():
            waiting[index] = result
            while due in waiting:
                ready = waiting.pop(due)
                if ready is None:
                    return
                due += 1
                room.release()
                yield ready
    finally:
        for thread in threads:
            while thread.is_alive():
                stop()  # again and again: a call that just begins may have missed it
                thread.join(TICK)
