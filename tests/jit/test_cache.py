"""The cache of compiled code: what it is keyed by, and that it costs time at worst.

Every question is asked in a process of its own: options are read once, before Numba is imported.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

import solver

PACKAGE = Path(solver.__file__).parent

SHOW_FOLDER = "from solver.jit.cache import cache_folder; print(cache_folder())"

#: Prints two results, and how many kernels came from the cache.
HALVES = """
from solver.jit.options import kernel

@kernel
def half(x):
    return x / 2 if x > 2 else x + x

print(half(5), half(1.5), sum(half.stats.cache_hits.values()))
"""

#: The same, and before it whether the code is kept, once it is known that some must be compiled.
TOLD_HALVES = "from solver.jit.word import on_compile\n\non_compile(print)\n" + HALVES


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
        env=kept
        | {"PYTHONPATH": str(folder), "XDG_CACHE_HOME": str(folder / "cache")}
        | {"PYTHONDONTWRITEBYTECODE": "1"}
        | variables,
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout.strip()


def test_the_folder_stays_while_nothing_changes(copy):
    folder = run(copy, SHOW_FOLDER)
    assert folder.startswith(str(copy / "cache"))
    assert run(copy, SHOW_FOLDER) == folder


@pytest.mark.parametrize("edited", ["cards/cards.py", "jit/bits.py", "games/trevi/rules.py"])
def test_an_edit_below_the_kernels_changes_the_folder(copy, edited):
    before = run(copy, SHOW_FOLDER)
    source = copy / "solver" / edited
    source.write_text(source.read_text() + "# edited\n")
    assert run(copy, SHOW_FOLDER) != before


def test_an_edit_above_the_kernels_compiles_nothing_again(copy):
    before = run(copy, SHOW_FOLDER)
    source = copy / "solver" / "cli" / "main.py"
    source.write_text(source.read_text() + "# edited\n")
    assert run(copy, SHOW_FOLDER) == before


def test_a_new_source_changes_the_folder(copy):
    before = run(copy, SHOW_FOLDER)
    (copy / "solver" / "cards" / "new.py").write_text("")
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


def test_an_option_from_a_file_changes_the_folder(copy):
    before = run(copy, SHOW_FOLDER)
    (copy / ".numba_config.yaml").write_text("boundscheck: 1\n")
    assert run(copy, SHOW_FOLDER) != before


def written(copy: Path) -> list[Path]:
    """The files of the cache."""
    return sorted(path for path in (copy / "cache").rglob("*.nb?") if path.is_file())


def test_code_is_compiled_once(copy):
    assert run(copy, HALVES) == "2.5 3.0 0"
    assert [path.suffix for path in written(copy)] == [".nbc", ".nbc", ".nbi"]
    assert run(copy, HALVES) == "2.5 3.0 2"


def test_who_waits_is_told_once_that_something_is_compiled(copy):
    assert run(copy, TOLD_HALVES) == "True\n2.5 3.0 0"
    assert run(copy, TOLD_HALVES) == "2.5 3.0 2"


DAMAGES = {
    "empty": lambda data: b"",
    "cut short": lambda data: data[: len(data) // 2],
    "the end is missing": lambda data: data[:-1],
    "a bit": lambda data: data[:-60] + bytes([data[-60] ^ 4]) + data[-59:],
    "a bit at the start": lambda data: bytes([data[0] ^ 1]) + data[1:],
    "another file": lambda data: b"import this",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_damaged_files_cost_time_alone(copy, damage, ending):
    run(copy, HALVES)
    for path in written(copy):
        if path.suffix == ending:
            path.write_bytes(damage(path.read_bytes()))
    assert run(copy, HALVES) == "2.5 3.0 0"
    assert run(copy, HALVES) == "2.5 3.0 2"


def test_the_code_of_another_signature_is_not_used(copy):
    run(copy, HALVES)
    one, two, _ = written(copy)
    content = one.read_bytes()
    one.write_bytes(two.read_bytes())
    two.write_bytes(content)
    assert run(copy, HALVES) == "2.5 3.0 0"
    assert run(copy, HALVES) == "2.5 3.0 2"


@pytest.mark.parametrize("room", [0, 1000])
def test_a_full_disk_costs_time_alone(copy, room):
    full = f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({room}, {room}))\n"
    assert run(copy, full + HALVES) == "2.5 3.0 0"
    assert run(copy, full + HALVES) == "2.5 3.0 0"
    assert run(copy, HALVES) == "2.5 3.0 0"
    assert run(copy, HALVES) == "2.5 3.0 2"


@pytest.fixture
def temporary(copy):
    """Variables with which the user's cache is none, and the name of the folder in its place."""
    blocked = copy / "blocked"
    blocked.write_text("a file, not a folder")
    variables = {"XDG_CACHE_HOME": str(blocked), "TMPDIR": str(copy)}
    return variables, copy / f"garden-solver-{os.getuid()}"


def test_the_temporary_folder_stands_in_for_a_cache_that_cannot_be_made(copy, temporary):
    variables, folder = temporary
    assert run(copy, SHOW_FOLDER, **variables).startswith(f"{folder}/code-")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert run(copy, HALVES, **variables) == "2.5 3.0 0"
    assert run(copy, HALVES, **variables) == "2.5 3.0 2"


def test_without_any_folder_all_is_compiled_each_time(copy, temporary):
    variables, folder = temporary
    folder.write_text("a file")
    assert run(copy, SHOW_FOLDER, **variables) == "None"
    assert run(copy, HALVES, **variables) == run(copy, HALVES, **variables) == "2.5 3.0 0"
    assert run(copy, TOLD_HALVES, **variables) == "False\n2.5 3.0 0"
    assert not list(copy.rglob("*.nb?"))


@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777, 0o1777])
def test_no_code_is_read_from_a_folder_that_others_can_write_to(copy, temporary, mode):
    variables, folder = temporary
    folder.mkdir()
    folder.chmod(mode)
    assert run(copy, SHOW_FOLDER, **variables) == "None"


def test_no_code_is_read_from_a_link(copy, temporary):
    variables, folder = temporary
    (copy / "elsewhere").mkdir(mode=0o700)
    folder.symlink_to(copy / "elsewhere")
    assert run(copy, SHOW_FOLDER, **variables) == "None"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_no_code_is_read_from_a_folder_of_someone_else(copy, temporary):
    variables, folder = temporary
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, 12345)
    assert run(copy, SHOW_FOLDER, **variables) == "None"


@pytest.mark.parametrize("user", ["", "cache", "./cache", "../cache"])
def test_a_cache_without_a_whole_path_is_ignored(copy, user):
    home = copy / "home"
    folder = run(copy, SHOW_FOLDER, XDG_CACHE_HOME=user, HOME=str(home))
    assert folder.startswith(f"{home}/.cache/garden-solver/code-")
    assert not (copy / "cache").exists()


def test_a_folder_of_ones_own_is_trusted(copy):
    (copy / "mine").mkdir(mode=0o777)
    folder = run(copy, SHOW_FOLDER, NUMBA_CACHE_DIR=str(copy / "mine"))
    assert folder.startswith(f"{copy}/mine/code-")


def test_versions_that_are_in_use_stay(copy):
    """The code of other sources: some of it used lately, some not for long."""
    root = copy / "cache" / "garden-solver"
    now = time.time()
    for days in range(0, 60, 2):
        folder = root / f"code-{days:02}"
        folder.mkdir(parents=True)
        os.utime(folder, (now, now - days * 24 * 3600 - 60))
    root.chmod(0o700)
    mine = Path(run(copy, SHOW_FOLDER))
    kept = sorted(path.name for path in root.iterdir() if path != mine)
    assert kept == [f"code-{days:02}" for days in range(0, 30, 2)]
    os.utime(mine, (now, now - 40 * 24 * 3600))
    run(copy, SHOW_FOLDER)
    assert mine.stat().st_mtime > now - 60
    for number in range(30):
        (root / f"code-more-{number}").mkdir()
    (copy / "solver" / "cards" / "new.py").write_text("")
    run(copy, SHOW_FOLDER)
    assert len(list(root.iterdir())) == 17
