"""C twins of the bare shuffle and the bare probe, compiled at run time if there is a compiler.

They are the same functions as ``floors.shuffle_numbers`` and ``floors.probe``, written in C, and
must give the same results. They show what Numba costs compared with C.
"""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import numpy.typing as npt

from solver.cards.shuffle import GOLDEN, MIX_1, MIX_2, batches
from solver.games.trevi.kernel import table as tables

_FLAGS = ("-O3", "-march=native")

_BATCHES = [(0, 1), (0, 1)] + [batches(bound)[0] for bound in range(2, 53)]


def _row(values: list[int]) -> str:
    return ", ".join(f"{value}ULL" for value in values)


_SOURCE = f"""
#include <stdint.h>
#include <string.h>

static const uint64_t draws_of[] = {{{_row([count for count, _ in _BATCHES])}}};
static const uint64_t product_of[] = {{{_row([product for _, product in _BATCHES])}}};
static const uint64_t refused_of[] = {{{_row([(1 << 64) % product for _, product in _BATCHES])}}};

static inline uint64_t mix(uint64_t z)
{{
    z = (z ^ (z >> 30)) * {MIX_1}ULL;
    z = (z ^ (z >> 27)) * {MIX_2}ULL;
    return z ^ (z >> 31);
}}

void shuffle_numbers(uint64_t first, int64_t count, int64_t places, int64_t *seen)
{{
    uint8_t deck[52];
    uint64_t limit = places < 51 ? places : 51;
    for (int64_t i = 0; i < count; i++) {{
        for (int k = 0; k < 52; k++)
            deck[k] = k;
        uint64_t key = mix(first + i + {GOLDEN}ULL);
        for (uint64_t place = 0; place < limit;) {{
            uint64_t bound = 52 - place;
            uint64_t product = product_of[bound], refused = refused_of[bound];
            uint64_t end = place + draws_of[bound];
            if (end > limit)
                end = limit;
            uint64_t word;
            do {{
                key += {GOLDEN}ULL;
                word = mix(key);
            }} while (word * product < refused);
            for (; place < end; place++, bound--) {{
                uint64_t other = place + (uint64_t)(((unsigned __int128)word * bound) >> 64);
                word *= bound;
                uint8_t card = deck[place];
                deck[place] = deck[other];
                deck[other] = card;
            }}
        }}
        seen[deck[places - 1]]++;
    }}
}}

static inline uint64_t place_of(uint64_t k0, uint64_t k1, uint64_t places)
{{
    uint64_t mixed = k0 * {int(tables.ODD_0)}ULL + k1 * {int(tables.ODD_1)}ULL;
    mixed = (mixed ^ (mixed >> 32)) * {int(tables.ODD_2)}ULL;
    return (uint64_t)(((unsigned __int128)mixed * places) >> 64);
}}

int64_t probe(const int64_t *stored, const int64_t *probes, int64_t searches,
              uint64_t *keys, uint32_t *index, uint64_t most)
{{
    int64_t known = 0;
    for (int64_t i = 0; i < searches; i++) {{
        uint64_t places = {tables.FIRST_PLACES} < most ? {tables.FIRST_PLACES} : most;
        uint64_t nodes = 0, size = stored[i];
        memset(index, 0, places * sizeof *index);
        for (int64_t k = 0; k < probes[i]; k++) {{
            uint64_t number = k;
            if (number >= size)
                number = mix((number + 1) * {GOLDEN}ULL) % size;
            uint64_t k0 = mix((number + 1) * {GOLDEN}ULL), k1 = ~k0;
            uint64_t place = place_of(k0, k1, places);
            uint32_t node;
            while ((node = index[place])) {{
                if (keys[2 * (node - 1)] == k0 && keys[2 * (node - 1) + 1] == k1)
                    break;
                if (++place == places)
                    place = 0;
            }}
            if (node) {{
                known++;
                continue;
            }}
            if (2 * (nodes + 1) > places) {{
                places = 2 * places < most ? 2 * places : most;
                memset(index, 0, places * sizeof *index);
                for (uint64_t old = 0; old < nodes; old++) {{
                    place = place_of(keys[2 * old], keys[2 * old + 1], places);
                    while (index[place])
                        if (++place == places)
                            place = 0;
                    index[place] = old + 1;
                }}
                place = place_of(k0, k1, places);
                while (index[place])
                    if (++place == places)
                        place = 0;
            }}
            keys[2 * nodes] = k0;
            keys[2 * nodes + 1] = k1;
            index[place] = ++nodes;
        }}
    }}
    return known;
}}
"""

_INT64 = np.ctypeslib.ndpointer(np.int64, flags="C")
_UINT64 = np.ctypeslib.ndpointer(np.uint64, flags="C")
_UINT32 = np.ctypeslib.ndpointer(np.uint32, flags="C")


class Twins:
    """The compiled twins. ``compiler``: the command that made them, with its version."""

    def __init__(self, library: ctypes.CDLL, compiler: str) -> None:
        """For ``compiled_twins``."""
        self.compiler = compiler
        self._shuffle = library.shuffle_numbers
        self._shuffle.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, _INT64]
        self._shuffle.restype = None
        self._probe = library.probe
        self._probe.argtypes = [_INT64, _INT64, ctypes.c_int64, _UINT64, _UINT32, ctypes.c_uint64]
        self._probe.restype = ctypes.c_int64

    def shuffle_numbers(
        self, first: int, count: int, places: int, seen: npt.NDArray[np.int64]
    ) -> None:
        """As ``floors.shuffle_numbers``."""
        self._shuffle(first, count, places, seen)

    def probe(
        self,
        stored: npt.NDArray[np.int64],
        probes: npt.NDArray[np.int64],
        table: tables.Table,
    ) -> int:
        """As ``floors.probe``, over the arrays of a table that has room for all."""
        arrays = (table.keys, table.index, len(table.index))
        return int(self._probe(stored, probes, len(stored), *arrays))


def compiled_twins() -> Twins | None:
    """The twins, or ``None`` if there is no C compiler that can compile them."""
    compiler = shutil.which(os.environ.get("CC") or "cc")
    if compiler is None:
        return None
    with TemporaryDirectory(prefix="garden-bench-", ignore_cleanup_errors=True) as folder:
        source, library = Path(folder, "twins.c"), Path(folder, "twins.so")
        source.write_text(_SOURCE)
        command = [
            compiler,
            "-O3",
            "-march=native",
            "-shared",
            "-fPIC",
            "-o",
            str(library),
            str(source),
        ]
        try:
            subprocess.run(command, check=True, capture_output=True)
            version = subprocess.run(
                [compiler, "--version"], check=True, capture_output=True, text=True
            ).stdout.splitlines()[0]
            return Twins(ctypes.CDLL(str(library)), " ".join([version, *_FLAGS]))
        except (OSError, subprocess.CalledProcessError, IndexError):
            return None
