"""The program, run in this process or in one of its own, and what it prints."""

import json
import subprocess
import sys

from solver.__main__ import run
from solver.cli.terminal import COMPILING


def besides_compiling(error: str) -> str:
    """What standard error has besides the line that says that code is compiled."""
    return error.replace(COMPILING + "\n", "", 1)


class Outputs:
    """Runs commands in this process; standard output and error of the last one."""

    def __init__(self, capsys) -> None:
        self._capsys = capsys
        self.code, self.out, self.error = 0, "", ""

    def __call__(self, *arguments: str) -> "Outputs":
        self.code = run(list(arguments))
        self.out, error = self._capsys.readouterr()
        self.error = besides_compiling(error)
        return self

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    @property
    def json(self) -> list[dict]:
        return [json.loads(line) for line in self.lines]


def process(*arguments: str, **options) -> subprocess.Popen:
    """The program in a process of its own."""
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-m", "solver", *arguments], **pipes | options)
