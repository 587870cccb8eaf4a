"""Files that are written whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from solver.report.files import whole_file


@pytest.fixture
def path(tmp_path):
    return tmp_path / "page.html"


def write(path: Path, text: str) -> None:
    with whole_file(str(path)) as file:
        file.write(text)


def test_a_file_appears_when_it_is_whole(path):
    with whole_file(str(path)) as file:
        file.write("♥\n")
        assert not path.exists()
    assert path.read_bytes() == "♥\n".encode()
    assert list(path.parent.iterdir()) == [path]


def test_an_older_file_stays_if_anything_goes_wrong(path):
    def fail() -> None:
        with whole_file(str(path)) as file:
            file.write("new")
            raise KeyboardInterrupt

    write(path, "old")
    with pytest.raises(KeyboardInterrupt):
        fail()
    assert path.read_text() == "old"
    assert list(path.parent.iterdir()) == [path]


def test_what_is_not_written_does_not_appear(path):
    with whole_file(str(path)):
        pass
    assert list(path.parent.iterdir()) == []


def test_permissions_are_those_of_any_new_file_or_of_the_older_one(path):
    write(path, "old")
    other = path.parent / "other"
    other.write_text("")
    assert stat.S_IMODE(path.stat().st_mode) == stat.S_IMODE(other.stat().st_mode)
    path.chmod(0o604)
    write(path, "new")
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


def test_a_link_stays_a_link(path):
    link = path.parent / "link"
    link.symlink_to(path)
    write(link, "text")
    assert link.is_symlink()
    assert path.read_text() == "text"


def test_a_name_as_long_as_names_may_be(path):
    long = path.with_name("x" * 255)
    write(long, "text")
    assert long.read_text() == "text"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("no/such/folder/page.html", "No such file or directory"),
        (".", "Is a directory"),
        ("pipe", "not a regular file"),
        ("file/page.html", "Not a directory"),
        ("x" * 256, "File name too long"),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is_done(tmp_path, name, reason):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    before = sorted(tmp_path.iterdir())
    wanted = str(tmp_path / name)
    with pytest.raises(OSError, match=reason) as found, whole_file(wanted):
        pytest.fail("it was opened")
    assert found.value.filename == wanted
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_file_that_is_protected_stays(path):
    write(path, "old")
    path.chmod(0o444)
    with pytest.raises(PermissionError):
        write(path, "new")
    assert path.read_text() == "old"
