"""How every kernel is compiled: no GIL, exact arithmetic, kept on disk (``cache.py``).

Import this module only where a kernel is about to run: it imports Numba.
"""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba

from solver.jit.cache import keep

F = TypeVar("F", bound=Callable[..., Any])


def kernel(function: F) -> F:
    """Compiles ``function`` on its first call.

    Numba's reference counts are off, so the kernel cannot allocate: the compiler refuses it. They
    cost more than all the rest in a kernel of many small helpers that hand arrays to each other (a
    state of the search took 6 times as long with them).
    """
    return _kept(numba.njit(nogil=True, error_model="numpy", _nrt=False)(function), function)


def allocating_kernel(function: F) -> F:
    """The same as ``kernel``, for the outermost functions that make their own buffers."""
    return _kept(numba.njit(nogil=True, error_model="numpy")(function), function)


def _kept(dispatcher: Any, function: F) -> F:
    keep(dispatcher, function)
    return cast(F, dispatcher)
