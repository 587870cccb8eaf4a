"""The README's examples. Run as a program, this writes what they print now into the README."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from program import besides_compiling

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"

_BLOCK = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)


def examples() -> list[tuple[str, str]]:
    """Each command line of an example, and what the README shows that it prints."""
    return [
        found for block in _BLOCK.findall(README.read_text()) for found in _COMMAND.findall(block)
    ]


def output_of(command: str) -> str:
    """What a command line prints, in an empty folder, that finds this package as ``garden``."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "garden"
        program.write_text(f'#!/bin/sh\nexec {sys.executable} -m solver "$@"\n')
        program.chmod(0o755)
        paths = {"PATH": f"{folder}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=folder,
            env=os.environ | paths,
            capture_output=True,
            text=True,
        )
    if done.returncode or besides_compiling(done.stderr):
        raise RuntimeError(f"{command}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def main() -> None:
    """Writes the README anew."""

    def renewed(block: re.Match[str]) -> str:
        commands = (command for command, _ in _COMMAND.findall(block[1]))
        shown = "".join(f"$ {command}\n{output_of(command)}" for command in commands)
        return f"```console\n{shown}```"

    README.write_text(_BLOCK.sub(renewed, README.read_text()))


if __name__ == "__main__":
    main()
