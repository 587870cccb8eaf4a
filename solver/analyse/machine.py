"""The machine that a measurement was made on."""

import os
import platform
from importlib.metadata import version
from pathlib import Path

_PACKAGES = ("numba", "numpy")


def machine() -> str:
    """``2 cores, Intel(R) Xeon(R) Processor``."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    cores = len(names) or os.cpu_count() or 1
    return f"{cores} core{'s' if cores > 1 else ''}, {names[0] if names else platform.machine()}"


def versions() -> str:
    """``Python 3.11.7, numba 0.68.1, numpy 2.4.6``."""
    packages = [f"{name} {version(name)}" for name in _PACKAGES]
    return ", ".join([f"Python {platform.python_version()}", *packages])


def load() -> float | None:
    """Processes that want a core, over the last minute; ``None`` where the system does not say."""
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None
