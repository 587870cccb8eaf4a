"""How every kernel is compiled, and where the compiled code is kept.

``kernel`` is the one decorator: no GIL, cached, exact arithmetic. Numba's cache notices an edit of
the file a kernel stands in, but not of another file whose helpers were compiled into it, nor a
change of options such as ``NUMBA_BOUNDSCHECK``. So the cache folder's name is a hash of all sources
of this package and of those options: whatever changes, the code is compiled anew.

Import this module only where a kernel is about to run: it imports Numba.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

F = TypeVar("F", bound=Callable[..., Any])

#: Folders of older versions that are kept beside the one in use.
_KEPT_FOLDERS = 3


def _cache_key() -> str:
    """A hash of all that decides what the compiler makes of this package."""
    digest = hashlib.sha256()
    package = Path(__file__).parent.parent
    for source in sorted(package.rglob("*.py")):
        digest.update(str(source.relative_to(package)).encode() + b"\0")
        digest.update(source.read_bytes() + b"\0")
    for name, value in sorted(os.environ.items()):
        if name.startswith("NUMBA_") and name != "NUMBA_CACHE_DIR":
            digest.update(f"{name}={value}\0".encode())
    digest.update(f"{numba.__version__} {numba.config.BOUNDSCHECK}".encode())
    return digest.hexdigest()[:16]


def _cache_root() -> Path:
    """The folder for compiled code: the user's cache, else the system's temporary folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    if chosen:
        return Path(chosen)
    user = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    root = Path(user) / "garden-solver"
    try:
        root.mkdir(parents=True, exist_ok=True)
        if os.access(root, os.W_OK):
            return root
    except OSError:
        pass
    return Path(tempfile.gettempdir()) / f"garden-solver-{os.getuid()}"


def _drop_old(root: Path, current: Path) -> None:
    """Removes compiled code of older sources; the latest few stay, for who compares versions."""
    old = [folder for folder in root.glob("code-*") if folder != current]
    old.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in old[_KEPT_FOLDERS:]:
        shutil.rmtree(folder, ignore_errors=True)


def _set_cache_folder() -> None:
    root = _cache_root()
    folder = root / f"code-{_cache_key()}"
    if not folder.exists():
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _drop_old(root, folder)
        except OSError:
            return  # Numba then compiles without a cache, and says so
    numba.config.CACHE_DIR = str(folder)


def cache_folder() -> Path:
    """The folder for the compiled code of these sources."""
    return Path(numba.config.CACHE_DIR)


_set_cache_folder()


def kernel(function: F) -> F:
    """Compiles ``function`` on its first call: no GIL, cached on disk, exact arithmetic.

    Numba's reference counts are off, so the kernel cannot allocate: the compiler refuses it. They
    cost more than all the rest in a kernel of many small helpers that hand arrays to each other (a
    state of the search took 6 times as long with them).
    """
    return cast(F, numba.njit(nogil=True, cache=True, error_model="numpy", _nrt=False)(function))


def allocating_kernel(function: F) -> F:
    """The same as ``kernel``, for the outermost functions that make their own buffers."""
    return cast(F, numba.njit(nogil=True, cache=True, error_model="numpy")(function))
