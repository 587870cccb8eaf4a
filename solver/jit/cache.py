"""Where compiled code is kept on disk, so that a program compiles once and not each time it runs.

The folder is named by a hash of all sources that a kernel may be compiled from (``KERNEL_FLOORS``),
and of all else that decides what the compiler makes of them. Numba's own cache notices an edit of
the file that a kernel stands in, but not of another file whose helpers were compiled into it, nor a
change of options such as ``NUMBA_BOUNDSCHECK``; nor does it fall back on other folders here, which
would not be named so.

The cache may cost time, and nothing else. Files are compared with a digest that they carry, and
with the signature that they were made for: what is damaged, cut short or mixed up is compiled anew.
Where nothing can be written, all is. Compiled code is a program, so it is read from no folder that
others can write to, but for the one that ``NUMBA_CACHE_DIR`` names.
"""

import hashlib
import os
import pickle
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from numba.core import caching

from solver.jit.word import compiling

#: The folders of the package that kernels stand in and import from (a test holds them to it).
KERNEL_FLOORS = ("jit", "cards", "games")

#: Folders of other sources that are kept: so many, while they are in use now and then. Several
#: versions can share a cache, and who edits does not fill the disk.
_KEPT_FOLDERS = 16
_KEPT_SECONDS = 30 * 24 * 3600

#: Options that say nothing of the code.
_OTHER_OPTIONS = {"CACHE_DIR", "NUMBA_NUM_THREADS", "NUMBA_DEFAULT_NUM_THREADS"}

#: Numba's name for the folder ``config.CACHE_DIR``, in some versions with an underscore.
_LOCATOR = getattr(caching, "UserProvidedCacheLocator", None) or caching._UserProvidedCacheLocator

_DIGEST_BYTES = hashlib.sha256().digest_size


def _cache_key() -> str:
    """A hash of all that decides what the compiler makes of the kernels.

    The processor and the version of Python are in Numba's own keys.
    """
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    sources = (source for floor in KERNEL_FLOORS for source in (package / floor).rglob("*.py"))
    for source in sorted(sources):
        digest.update(str(source.relative_to(package)).encode() + b"\0")
        digest.update(source.read_bytes() + b"\0")
    for name, value in sorted(vars(numba.config).items()):
        if name.isupper() and name not in _OTHER_OPTIONS:
            digest.update(f"{name}={value!r}\0".encode())
    digest.update(f"{numba.__version__} {llvmlite.__version__} {np.__version__}".encode())
    return digest.hexdigest()[:16]


def _roots() -> Iterator[Path]:
    """Folders for the compiled code of all versions, the best first."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        yield Path(chosen)
        return
    with suppress(RuntimeError):  # who has no home
        user = os.environ.get("XDG_CACHE_HOME", "")
        base = Path(user) if os.path.isabs(user) else Path.home() / ".cache"
        root = base / "garden-solver"
        if _is_private(root):
            yield root
    with suppress(OSError):  # no temporary folder
        root = Path(tempfile.gettempdir()) / f"garden-solver-{os.getuid()}"
        if _is_private(root):
            yield root


def _is_private(root: Path) -> bool:
    """Whether the folder is there, or can be made, and is the user's, and no other's to write."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        status = root.lstat()  # not that of a folder elsewhere, to which it may be a link
    except OSError:
        return False
    others_write = status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not others_write


def _drop_old(root: Path, current: Path) -> None:
    """Removes compiled code of other sources that has not been in use for long."""
    now = time.time()
    used = {folder: folder.stat().st_mtime for folder in root.glob("code-*") if folder != current}
    latest_first = sorted(used, key=lambda folder: used[folder], reverse=True)
    for place, folder in enumerate(latest_first):
        if place >= _KEPT_FOLDERS or now - used[folder] > _KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _made_folder() -> Path | None:
    """The folder for these sources, marked as used now; ``None`` where there can be none."""
    name = f"code-{_cache_key()}"
    for root in _roots():
        folder = root / name
        with suppress(OSError):
            is_new = not folder.exists()
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                with suppress(OSError):
                    os.utime(folder)
                    if is_new:
                        _drop_old(root, folder)
                return folder
    return None


class _File(caching.IndexDataCacheFile):  # type: ignore[misc]  # Numba has no types
    """An index and its files, of which only those are read that were written whole."""

    def save(self, key: Any, data: Any) -> None:
        """Adds compiled code under its signature."""
        super().save(key, (key, data))

    def load(self, key: Any) -> Any:
        """The compiled code, ``None`` where there is none that is sound.

        Two programs that begin with an empty index may choose the same name for the code of
        different signatures: so each file says whose it is.
        """
        found = super().load(key)
        return found[1] if found is not None and found[0] == key else None

    def _dump(self, data: Any) -> bytes:
        dumped = super()._dump(data)
        return bytes(dumped + hashlib.sha256(dumped).digest())

    def _load_index(self) -> Any:
        try:
            with open(self._index_path, "rb") as file:
                pickle.load(file)  # the version
                _check(file.read())
            return super()._load_index()
        except Exception:  # whatever damaged bytes lead to
            return {}

    def _load_data(self, name: str) -> Any:
        try:
            _check(Path(self._data_path(name)).read_bytes())
            return super()._load_data(name)
        except Exception:
            return None


def _check(written: bytes) -> None:
    """Raises ``ValueError`` where the bytes are not those that were written."""
    dumped, digest = written[:-_DIGEST_BYTES], written[-_DIGEST_BYTES:]
    if hashlib.sha256(dumped).digest() != digest:
        raise ValueError("the file is damaged")


class _Kind(caching.CompileResultCacheImpl):  # type: ignore[misc]
    """Compiled functions, in our folder or nowhere."""

    _locator_classes = [_LOCATOR]  # noqa: RUF012


class _Cache(caching.FunctionCache):  # type: ignore[misc]
    """The cache of a kernel."""

    _impl_class = _Kind

    def __init__(self, function: Any) -> None:
        """Raises ``RuntimeError`` where the folder cannot be written to."""
        super().__init__(function)
        self._cache_file = _File(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )

    def load_overload(self, signature: Any, context: Any) -> Any:
        """The compiled function for a signature, ``None`` where it must be compiled."""
        found = None
        with suppress(Exception):
            found = super().load_overload(signature, context)
        if found is None:
            compiling(is_kept=True)
        return found

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keeps a compiled function, if there is room."""
        with suppress(OSError):
            super().save_overload(signature, data)


class _NoCache(caching.NullCache):  # type: ignore[misc]
    """The cache of a kernel where nothing can be kept."""

    def load_overload(self, signature: Any, context: Any) -> None:
        """Nothing: it must be compiled."""
        compiling(is_kept=False)


_FOLDER = _made_folder()
if _FOLDER is not None:
    numba.config.CACHE_DIR = str(_FOLDER)


def cache_folder() -> Path | None:
    """The folder for the compiled code of these sources; ``None`` where nothing can be kept."""
    return _FOLDER


def keep(dispatcher: Any, function: Any) -> None:
    """Has Numba keep on disk what it compiles for a kernel, if there is a place for it."""
    dispatcher._cache = _NoCache()
    if _FOLDER is not None:
        with suppress(RuntimeError, OSError):
            dispatcher._cache = _Cache(function)
