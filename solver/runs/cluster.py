"""First attempts on a Dask cluster: a task for each piece, results in order at the caller.

Dask gives the task of a lost worker to another worker. Retries of deals that are set aside run in
the caller's process, which has the memory that was requested, and so does the store. This module
needs the extra ``cluster``.
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

#: Used as an address: starts a cluster on the loopback address.
LOCAL = "local"

#: Tasks in progress at a time, for each thread of the cluster.
_TASKS = 8

#: Seconds to wait for a scheduler, and between two requests for the size of the cluster.
_CONNECT = 10
_LOOK = 5

_log = logging.getLogger(__name__)
_thread = threading.local()


class ClusterError(OSError):
    """A cluster cannot be reached, or was lost."""

    def __init__(self, address: str, reason: str) -> None:
        """``reason`` is a text without the address."""
        super().__init__(errno.EIO, reason, address)


class Cluster:
    """The workers of a Dask cluster."""

    batches = 16

    def __init__(self, work: Work, address: str, workers: int) -> None:
        """Connects to the scheduler at an address.

        With ``LOCAL`` as the address it starts a cluster of ``workers`` processes. Raises
        ``ModuleNotFoundError`` without Dask, and ``ClusterError`` if no scheduler answers.
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
        with _children_ignore_ctrl_c(), _quiet_resource_tracker():
            try:
                if address == LOCAL:
                    self._cluster = distributed.LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        host="127.0.0.1",
                        dashboard_address="127.0.0.1:0",  # any free port: runs do not collide
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
        """Disconnects, and ends a cluster that was started here."""
        self._client.close()
        if self._cluster:
            self._cluster.close()

    def pieces(
        self, segments: Iterable[Segment], interrupt: Interrupt
    ) -> Generator[Batch, None, None]:
        """The results for each segment, in order. A task that has begun is not stopped."""
        source = enumerate(segments)
        arrived: SimpleQueue[tuple[int, Any]] = SimpleQueue()
        running: dict[int, Any] = {}
        waiting: dict[int, Batch] = {}
        due = 0
        try:
            while interrupt.signum is None:
                while len(running) + len(waiting) < self._task_limit():
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

    def _task_limit(self) -> int:
        """The number of tasks that may be in progress now."""
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
    """The versions that caller and worker must have in common."""
    version = f"garden {__version__}, search {work.game.search.version}"
    return version if work.who is None else f"{version}, players {PLAYERS_VERSION}"


def run_piece(work: Work, segment: Segment, version: str) -> Batch:
    """Runs one task on a worker of the cluster. Raises ``RuntimeError`` for other versions."""
    own = version_of(work)
    if own != version:
        raise RuntimeError(f"the caller has {version}, a worker of the cluster {own}")
    batch = work.piece(_worker(work), segment)
    assert batch is not None  # nobody stops this worker
    return batch


def _worker(work: Work) -> Worker:
    """This thread's worker, which is made anew when the work changes."""
    if getattr(_thread, "work", None) != work:
        with _machine_wide_lock():
            work.compile()
            _thread.worker = work.worker()
        _thread.work = work
    worker: Worker = _thread.worker
    return worker


@contextmanager
def _machine_wide_lock() -> Iterator[None]:
    """Lets one thread of one process compile at a time: the others then load the compiled code."""
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
def _children_ignore_ctrl_c() -> Iterator[None]:
    """Makes processes that start now ignore Ctrl-C, which is meant for the caller."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    former = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, former)


@contextmanager
def _quiet_resource_tracker() -> Iterator[None]:
    """Keeps Python's resource tracker from warning of the semaphores of a worker that was ended.

    It frees them. The tracker starts with the first process and has the environment of that time.
    """
    former = os.environ.get("PYTHONWARNINGS")
    ours = "ignore::UserWarning:multiprocessing.resource_tracker"
    os.environ["PYTHONWARNINGS"] = f"{former},{ours}" if former else ours
    try:
        yield
    finally:
        if former is None:
            del os.environ["PYTHONWARNINGS"]
        else:
            os.environ["PYTHONWARNINGS"] = former


def dask_setup(worker: Any) -> None:
    """Makes a worker ignore Ctrl-C. Dask calls this in each worker of a local cluster."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
