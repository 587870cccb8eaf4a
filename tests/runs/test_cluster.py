"""Runs on a Dask cluster: the same rows as without one, whoever is lost on the way."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
from program import besides_compiling

from solver.cli import main as cli
from solver.games import Budget, ContradictionError, find
from solver.runs.cluster import Cluster, ClusterError, run_piece, version_of
from solver.runs.sample import Threads, Work, open_store, sample
from solver.runs.store import Segment, Store
from solver.runs.threads import Interrupt

pytestmark = pytest.mark.cluster
pytest.importorskip("distributed")

WORK = Work(find("trevi"), Budget())
DEALS = 2000


def rows_of(path: Path) -> list[tuple]:
    with Store.view(str(path)) as store:
        return list(store.rows())


def kept(path: Path, hands: Threads | Cluster, deals: int = DEALS, **options) -> list[tuple]:
    """The rows of a store that is made, or gone on with."""
    with open_store(str(path), WORK) as store:
        sample(hands, 4000, deals, store=store, **options)
    return rows_of(path)


@pytest.fixture(scope="module")
def expected(tmp_path_factory) -> list[tuple]:
    """The rows of a run of one thread; one of the deals, number 5,560, is set aside."""
    rows = kept(tmp_path_factory.mktemp("alone") / "run.db", Threads(WORK, 1))
    assert len(rows) == DEALS
    assert [row[0] for row in rows if row[3] > 1] == [5560]
    return rows


class Processes:
    """A scheduler and workers that were started by hand."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: list[subprocess.Popen] = []

    def start(self, *words: str) -> subprocess.Popen:
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words],
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=os.environ | {"PYTHONPATH": str(Path(cli.__file__).parents[2])},
        )
        self.running.append(process)
        return process

    def scheduler(self) -> str:
        """Its address."""
        file = self.folder / "scheduler.json"
        self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(file),
        )  # fmt: skip
        for _ in range(600):
            if file.exists() and file.stat().st_size:
                break
            time.sleep(0.1)
        import json

        return json.loads(file.read_text())["address"]

    def worker(self, address: str) -> subprocess.Popen:
        return self.start(
            "worker", address, "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny",
            "--no-dashboard",
        )  # fmt: skip

    def end(self) -> None:
        for process in self.running:
            process.kill()
            process.wait()


@pytest.fixture
def by_hand(tmp_path):
    processes = Processes(tmp_path)
    yield processes
    processes.end()


@contextmanager
def after(deals: int, act):
    """Acts once so many deals are done, told by ``progress``."""
    done = threading.Event()

    def progress(tally):
        if tally.deals >= deals and not done.is_set():
            done.set()
            act()

    yield progress
    assert done.is_set()


@pytest.mark.parametrize("workers", [2, 3])
def test_threads_give_the_same_rows(tmp_path, expected, workers):
    assert kept(tmp_path / "run.db", Threads(WORK, workers)) == expected


def test_a_local_cluster_gives_the_same_rows(tmp_path, expected, monkeypatch):
    monkeypatch.setattr(Cluster, "batches", 1)
    with Cluster(WORK, "local", 2) as cluster:
        assert kept(tmp_path / "run.db", cluster) == expected
        assert kept(tmp_path / "run.db", cluster) == expected
        interrupt = Interrupt()
        stop = after(500, lambda: setattr(interrupt, "signum", signal.SIGINT))
        with stop as progress:
            tally_rows = kept(tmp_path / "half.db", cluster, progress=progress, interrupt=interrupt)
        assert 500 <= len(tally_rows) < DEALS
        assert kept(tmp_path / "half.db", cluster) == expected


def test_a_worker_of_a_local_cluster_may_be_lost(tmp_path, expected, monkeypatch):
    monkeypatch.setattr(Cluster, "batches", 1)
    with Cluster(WORK, "local", 2) as cluster:
        pids = cluster._client.run(os.getpid)
        victim = next(iter(pids.values()))
        with after(300, lambda: os.kill(victim, signal.SIGKILL)) as progress:
            assert kept(tmp_path / "run.db", cluster, progress=progress) == expected


def test_workers_by_hand_and_one_of_them_lost(tmp_path, expected, monkeypatch, by_hand):
    monkeypatch.setattr(Cluster, "batches", 1)
    address = by_hand.scheduler()
    lost, _ = by_hand.worker(address), by_hand.worker(address)
    with Cluster(WORK, address, 9) as cluster:
        cluster._client.wait_for_workers(2, timeout=120)
        with after(300, lost.kill) as progress:
            assert kept(tmp_path / "run.db", cluster, progress=progress) == expected
        assert lost.wait() == -signal.SIGKILL


def test_workers_may_come_later(tmp_path, expected, monkeypatch, by_hand, caplog):
    address = by_hand.scheduler()
    with Cluster(WORK, address, 1) as cluster:
        timer = threading.Timer(1, by_hand.worker, (address,))
        timer.start()
        assert kept(tmp_path / "run.db", cluster, 100) == expected[:100]
        timer.join()
    assert caplog.messages == ["garden: the cluster has no workers: waiting for some"]


def test_a_scheduler_that_is_lost_is_said_and_nothing_else_is(
    tmp_path, expected, monkeypatch, by_hand, capfd
):
    monkeypatch.setattr(Cluster, "batches", 1)
    address = by_hand.scheduler()
    by_hand.worker(address)
    path = tmp_path / "run.db"
    with (
        Cluster(WORK, address, 9) as cluster,
        after(300, by_hand.end) as progress,
        pytest.raises(ClusterError) as error,
    ):
        kept(path, cluster, progress=progress)
    assert (error.value.filename, error.value.strerror) == (address, "the scheduler was lost")
    assert capfd.readouterr().err == ""
    rows = rows_of(path)
    assert len(rows) >= 300
    assert kept(path, Threads(WORK, 1)) == expected


@pytest.mark.parametrize("address", ["nonsense", "tcp://127.0.0.1:1"])
def test_nobody_answers(address, monkeypatch):
    monkeypatch.setattr("solver.runs.cluster._CONNECT", 1)
    with pytest.raises(ClusterError) as error:
        Cluster(WORK, address, 1)
    assert error.value.filename == address
    assert error.value.strerror.startswith("no scheduler answers")


def test_a_worker_of_another_version_is_refused():
    piece = Segment(1, 5, False)
    assert run_piece(WORK, piece, version_of(WORK)).count == 5
    with pytest.raises(RuntimeError, match=r"the caller has garden 0\.0, a worker of the cluster"):
        run_piece(WORK, piece, "garden 0.0")


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (ContradictionError("deal 1 is not won"), "deal 1 is not won"),
        (RuntimeError("the caller has garden 2"), "a worker has failed: the caller has garden 2"),
        (AssertionError(), "a worker has failed: AssertionError"),
    ],
)
def test_what_a_task_ended_with_is_told(fault, told):
    class Task:
        def result(self):
            raise fault

    cluster = object.__new__(Cluster)
    cluster._address = "here"
    expected = ContradictionError if isinstance(fault, ContradictionError) else ClusterError
    with pytest.raises(expected) as error:
        cluster._result(Task())
    assert told == getattr(error.value, "strerror", str(error.value))


def test_a_command_on_a_local_cluster_hears_of_ctrl_c(tmp_path):
    """The signal goes to all processes, as that of a terminal does."""
    path = tmp_path / "run.db"
    command = ["odds", "trevi", "--deals", "10000000", "--cluster", "local", "--workers", "2"]
    with subprocess.Popen(
        [sys.executable, "-m", "solver", *command, "--store", str(path), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as garden:
        while garden.poll() is None and not (path.exists() and path.stat().st_size):
            time.sleep(0.1)
        while garden.poll() is None and not rows_of(path):
            time.sleep(0.1)
        os.killpg(garden.pid, signal.SIGINT)
        out, error = garden.communicate()
    assert (garden.returncode, besides_compiling(error)) == (130, "")
    assert f'"deals": {len(rows_of(path))}, ' in out


def test_without_dask_it_is_said(monkeypatch, capsys):
    from solver.__main__ import run

    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run(["odds", "trevi", "--deals", "5", "--cluster", "local"]) == 2
    error = capsys.readouterr().err
    assert "--cluster needs Dask: pip install 'garden-solver[cluster]'" in error
    assert error.count("\n") == 1
