"""Where a result comes from: the lines that stand above every table in ``results/``."""

import json
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from solver.analyse.machine import machine, versions

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "results"


def provenance(command: str) -> list[str]:
    """Command, commit, machine and date, a line each."""
    return [
        f"- Command: `{command}`",
        f"- Commit: {_commit()}",
        f"- Machine: {machine()}; {versions()}",
        f"- Date: {datetime.now(UTC):%Y-%m-%d}",
    ]


def garden(*arguments: str) -> dict[str, Any]:
    """The first line that a command prints with ``--json``. Raises where the command fails."""
    program = [sys.executable, "-m", "solver", *arguments, "--json"]
    done = subprocess.run(program, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout.splitlines()[0])


def _commit() -> str:
    commit = _git("rev-parse", "--short=12", "HEAD")
    changed = _git("status", "--porcelain", "--", "solver", "benchmarks")
    return f"{commit}, with changes" if changed else commit


def _git(*arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip() or ("unknown" if done.returncode else "")
