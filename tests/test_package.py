"""What is installed: every file of the package that is no Python source is package data."""

import tomllib
from pathlib import Path

import solver

PACKAGE = Path(solver.__file__).parent
DECLARED = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text())["tool"]["setuptools"]


def test_every_other_file_is_installed():
    declared = {
        path
        for package, patterns in DECLARED["package-data"].items()
        for pattern in patterns
        for path in (PACKAGE.parent / package.replace(".", "/")).glob(pattern)
    }
    there = {
        path
        for path in PACKAGE.rglob("*")
        if path.is_file() and path.suffix != ".py" and "__pycache__" not in path.parts
    }
    assert PACKAGE / "py.typed" in declared
    assert there == declared


def test_every_folder_of_sources_is_a_package():
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [folder for folder in folders if not (folder / "__init__.py").exists()] == []
