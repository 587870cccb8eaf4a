"""The cache of compiled code: what it is keyed by, and that the bounds check can be switched on.

Every question is asked in a process of its own: options are read once, before Numba is imported.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import solver

PACKAGE = Path(solver.__file__).parent

SHOW_FOLDER = "import solver.jit.options, numba; print(numba.config.CACHE_DIR)"

OUT_OF_BOUNDS = """
import numpy as np
from solver.jit.options import kernel

@kernel
def entry(array, index):
    return array[index]

try:
    entry(np.zeros(3), 5)
except IndexError:
    print("refused")
else:
    print("read")
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package that a test may edit; its folder."""
    shutil.copytree(PACKAGE, tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def run(folder: Path, program: str, **variables: str) -> str:
    """What a program prints that finds the package in ``folder``."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    path = folder / "program.py"  # a kernel can be cached only where its source stands in a file
    if not path.exists() or path.read_text() != program:  # a new date would empty Numba's cache
        path.write_text(program)
    done = subprocess.run(
        [sys.executable, path],
        env=kept | {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")} | variables,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_folder_stays_while_nothing_changes(copy):
    folder = run(copy, SHOW_FOLDER)
    assert folder.startswith(str(copy / "cache"))
    assert run(copy, SHOW_FOLDER) == folder


@pytest.mark.parametrize("edited", ["deck/cards.py", "jit/bits.py", "trevi/rules.py"])
def test_an_edit_of_any_source_changes_the_folder(copy, edited):
    before = run(copy, SHOW_FOLDER)
    source = copy / "solver" / edited
    source.write_text(source.read_text() + "# edited\n")
    assert run(copy, SHOW_FOLDER) != before


def test_a_new_source_changes_the_folder(copy):
    before = run(copy, SHOW_FOLDER)
    (copy / "solver" / "new.py").write_text("")
    assert run(copy, SHOW_FOLDER) != before


def test_an_option_of_numba_changes_the_folder(copy):
    assert run(copy, SHOW_FOLDER, NUMBA_BOUNDSCHECK="1") != run(copy, SHOW_FOLDER)


def test_a_stale_helper_is_not_used(copy):
    """Numba by itself would go on using the old helper: it is compiled into another file's code."""
    helper = copy / "solver" / "jit" / "helper.py"
    text = (
        "from solver.jit.options import kernel\n\n@kernel\ndef value(x):\n    return x + {added}\n"
    )
    program = (
        "from solver.jit.helper import value\nfrom solver.jit.options import kernel\n\n"
        "@kernel\ndef twice(x):\n    return 2 * value(x)\n\nprint(twice(1))\n"
    )
    helper.write_text(text.format(added=1))
    assert run(copy, program) == "4"
    helper.write_text(text.format(added=10))
    assert run(copy, program) == "22"


def test_the_bounds_check_is_on_where_it_is_asked_for(copy):
    assert run(copy, OUT_OF_BOUNDS, NUMBA_BOUNDSCHECK="1") == "refused"


def test_an_unwritable_cache_is_replaced_by_the_temporary_folder(copy):
    blocked = copy / "blocked"
    blocked.write_text("a file, not a folder")
    folder = run(copy, SHOW_FOLDER, XDG_CACHE_HOME=str(blocked), TMPDIR=str(copy))
    assert folder.startswith(str(copy / "garden-solver-"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "tests", ["test_shuffle.py", "test_flower_play.py", "test_lean.py", "test_beam.py"]
)
def test_the_tests_of_kernels_pass_with_the_bounds_check(tests):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", Path(__file__).parent / tests],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
