"""How kernels are compiled: that the bounds check can be switched on, and finds nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_the_bounds_check_is_on_where_it_is_asked_for(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(OUT_OF_BOUNDS)
    variables = {"NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, program], env=os.environ | variables, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("refused\n", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "tests",
    [
        "cards/test_shuffle.py",
        "games/flower/test_play.py",
        "games/trevi/shorten/test_card_table.py",
        "games/trevi/shorten/test_beam.py",
        "games/trevi/kernel/test_table.py",
        "games/trevi/kernel/test_prune.py",
        "games/trevi/kernel/test_search.py",
        "games/talon/kernel/test_state.py",
        "games/talon/test_solve.py",
        "games/talon/shorten/test_shorten.py",
        "jit/test_hash_set.py",
    ],
)
def test_the_tests_of_kernels_pass_with_the_bounds_check(tests):
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", Path(__file__).parents[1] / tests],
        env=os.environ | {"NUMBA_BOUNDSCHECK": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
