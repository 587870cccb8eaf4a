"""The same work on a Dask cluster: pieces as tasks, their results in order at the caller.

Dask gives the task of a lost worker to another one. First attempts are made on the cluster; deals
that are set aside stay with the caller, who has the memory that was asked for, and so does the
store. This module needs the extra ``cluster``.
"""

import errno
import fcntl
import logging
import os
import signal
import threading
import time
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any

from solver.games import Batch, ContradictionError, Worker
from solver.games.players import PLAYERS_VERSION
from solver.runs.sample import Work
from solver.runs.store import Segment
from solver.runs.threads import TICK, Interrupt
from solver.version import __version__

#: In place of an address: a cluster of its own, on the loopback address.
LOCAL = "local"

#: Tasks that are handed out at a time, for each thread of the cluster.
_TASKS = 8

#: Seconds to wait for a scheduler, and between two looks at how large the cluster is.
_CONNECT = 10
_LOOK = 5

_log = logging.getLogger(__name__)
_thread = threading.local()


class ClusterError(OSError):
    """A cluster that cannot be reached, or that has been lost."""

    def __init__(self, address: str, reason: str) -> None:
        """``reason`` in words, without the address."""
        super().__init__(errno.EIO, reason, address)


class Cluster:
    """The workers of a Dask cluster."""

    batches = 16

    def __init__(self, work: Work, address: str, workers: int) -> None:
        """Connects to a scheduler.

        With ``LOCAL`` as its address it is started, with so many workers, each a process. Raises
        ``ModuleNotFoundError`` without Dask, ``ClusterError`` where no scheduler answers.
        """
        import distributed

        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)  # errors are raised
        self.work = work
        self.workers = workers
        self._address = address
        self._version = version_of(work)
        work.compile()  # before processes of this machine start
        self._cluster: Any = None
        self._looked, self._threads = 0.0, 0
        with _deaf_children():
            try:
                if address == LOCAL:
                    self._cluster = distributed.LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        host="127.0.0.1",
                        dashboard_address=None,
                        memory_limit=None,
                        silence_logs=logging.CRITICAL,
                        preload=[__name__],
                    )
                else:
                    distributed.comm.resolve_address(address)  # a client would be slow to say it
                self._client = distributed.Client(
                    self._cluster or address, timeout=_CONNECT, set_as_default=False
                )
            except (OSError, ValueError, TypeError) as error:
                if self._cluster:
                    self._cluster.close()
                raise ClusterError(address, f"no scheduler answers: {error}") from None

    def __enter__(self) -> "Cluster":
        """The cluster itself."""
        return self

    def __exit__(self, *error: object) -> None:
        """Leaves the cluster; ends one that was started here."""
        self._client.close()
        if self._cluster:
            self._cluster.close()

    def pieces(
        self, segments: Iterable[Segment], interrupt: Interrupt
    ) -> Generator[Batch, None, None]:
        """What ``work`` makes of each segment, in order. A task that has begun is not stopped."""
        source = enumerate(segments)
        arrived: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        running: dict[int, Any] = {}
        waiting: dict[int, Batch] = {}
        due = 0
        try:
            while interrupt.signum is None:
                while len(running) + len(waiting) < self._room():
                    index, segment = next(source, (-1, None))
                    if segment is None:
                        break
                    task = self._client.submit(
                        run_piece, self.work, segment, self._version, pure=False
                    )
                    running[index] = task
                    task.add_done_callback(lambda task, index=index: arrived.put((index, task)))
                if not running:
                    return
                try:
                    index, task = arrived.get(timeout=TICK)
                except Empty:
                    continue
                waiting[index] = self._result(task)
                del running[index]
                while due in waiting:
                    yield waiting.pop(due)
                    due += 1
        finally:
            self._client.cancel(list(running.values()))

    def _room(self) -> int:
        """How many tasks the cluster is to have at a time."""
        if time.monotonic() > self._looked + _LOOK:
            former, self._threads = self._threads, sum(self._client.nthreads().values())
            if not self._threads and (former or not self._looked):
                _log.warning("garden: the cluster has no workers: waiting for some")
            self._looked = time.monotonic()
        return _TASKS * max(self._threads, 1)

    def _result(self, task: Any) -> Batch:
        import distributed

        try:
            batch: Batch = task.result()
            return batch
        except CancelledError:
            raise ClusterError(self._address, "the scheduler was lost") from None
        except distributed.KilledWorker as error:
            raise ClusterError(
                self._address, f"the workers that a task was given to were lost: {error}"
            ) from None
        except ContradictionError:
            raise
        except Exception as error:  # such as another version's
            reason = str(error) or type(error).__name__
            raise ClusterError(self._address, f"a worker has failed: {reason}") from error


def version_of(work: Work) -> str:
    """What caller and worker must have in common."""
    version = f"garden {__version__}, search {work.game.search.version}"
    return version if work.who is None else f"{version}, players {PLAYERS_VERSION}"


def run_piece(work: Work, segment: Segment, version: str) -> Batch:
    """What a task does, on a worker of the cluster. Raises ``RuntimeError`` for other versions."""
    own = version_of(work)
    if own != version:
        raise RuntimeError(f"the caller has {version}, a worker of the cluster {own}")
    batch = work.piece(_worker(work), segment)
    assert batch is not None  # nobody stops this worker
    return batch


def _worker(work: Work) -> Worker:
    """This thread's worker: made once, for as long as the work is the same."""
    if getattr(_thread, "work", None) != work:
        with _alone_on_this_machine():
            work.compile()
            _thread.worker = work.worker()
        _thread.work = work
    worker: Worker = _thread.worker
    return worker


@contextmanager
def _alone_on_this_machine() -> Iterator[None]:
    """Lets one thread of one process compile at a time: the others then load what it has made."""
    from solver.jit.cache import cache_folder

    folder = cache_folder()
    if folder is None:
        yield
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Has processes that start now never hear of Ctrl-C, which is meant for the caller."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


def dask_setup(worker: Any) -> None:
    """Dask calls this in each worker of a local cluster: the same for those it starts later."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
