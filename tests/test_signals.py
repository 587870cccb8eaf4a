"""SIGINT and SIGTERM at any moment: the program ends at once, quietly, with the signal's code."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import besides_compiling

#: Commands that go on for long, from a cold cache, so that most moments are of compiling.
COMMANDS = (
    ("odds", "trevi", "--deals", "1000000000"),
    ("odds", "flower", "--rule", "beds=8", "--exact", "--deals", "1000000000000"),
    ("solve", "stonewall", "400-499", "--plain", "--html", "page.html"),
    ("solve", "trevi", "1-1000000000", "--shorten"),
    ("chance", "stonewall", "1-1000000000"),
    ("hint", "trevi", "1-1000000000"),
    ("find", "stonewall", "--solvable", "--min-states", "1000000000"),
    ("deal", "flower", "1-1000000000"),
)


def caught(pid: int) -> bool:
    """Whether the process has handlers for the signals, as it says itself."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False
    mask = next((line for line in status.splitlines() if line.startswith("SigCgt")), ": 0")
    mask = int(mask.split(":")[1], 16)
    return all(mask >> signum - 1 & 1 for signum in (signal.SIGINT, signal.SIGTERM))


def interrupted(folder: Path, command: tuple[str, ...], signum: int, moment: float) -> None:
    """Sends the signal so many seconds after the program has begun."""
    package = Path(__file__).parent.parent
    variables = {
        "PATH": "/usr/bin:/bin",
        "PYTHONPATH": str(package),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }
    with open(folder / "out", "w") as out:
        garden = subprocess.Popen(
            [sys.executable, "-m", "solver", *command],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            cwd=folder,
            env=variables,
        )
        while not caught(garden.pid) and garden.poll() is None:
            time.sleep(0.001)
        time.sleep(moment)
        garden.send_signal(signum)
        _, error = garden.communicate()
    told = (command, signum, moment, garden.returncode, error)
    assert garden.returncode in (128 + signum, -signum), told
    assert besides_compiling(error) == "", told
    assert not list(folder.glob(".garden-*")), told


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
class TestRealProcesses:
    @pytest.mark.parametrize("command", COMMANDS, ids=lambda command: "-".join(command[:2]))
    def test_a_signal_at_some_moment(self, tmp_path, command):
        choose = random.Random(" ".join(command))
        for signum in (signal.SIGINT, signal.SIGTERM):
            interrupted(tmp_path, command, signum, choose.uniform(0, 3))

    @pytest.mark.slow
    @pytest.mark.parametrize("command", COMMANDS, ids=lambda command: "-".join(command[:2]))
    def test_a_signal_at_many_moments(self, tmp_path, command):
        choose = random.Random(7)
        for number in range(30):
            signum = choose.choice((signal.SIGINT, signal.SIGTERM))
            folder = tmp_path / str(number)
            folder.mkdir()
            interrupted(folder, command, signum, choose.expovariate(0.3))
