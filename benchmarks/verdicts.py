"""Tables of verdicts: two bits a deal, compressed. The run behind a result, small enough to keep.

The two bits of deal ``first + i`` are bits ``2 * (i % 4)`` and the one above it of byte ``i // 4``:
0 undecided, 1 solvable, 2 unsolvable. The bytes are compressed with xz.
"""

import hashlib
import lzma
from pathlib import Path

import numpy as np
import numpy.typing as npt

_Codes = npt.NDArray[np.int8]
_SHIFTS = np.array([0, 2, 4, 6], np.uint8)


def packed(codes: _Codes) -> bytes:
    """Two bits a code, four codes a byte; the last byte is filled with zeros."""
    padded = np.zeros(-(-len(codes) // 4) * 4, np.uint8)
    padded[: len(codes)] = codes
    return bytes(np.bitwise_or.reduce(padded.reshape(-1, 4) << _SHIFTS, axis=1))


def unpacked(data: bytes, deals: int) -> _Codes:
    """The codes again."""
    rows = np.frombuffer(data, np.uint8)[:, None] >> _SHIFTS & 3
    return rows.ravel()[:deals].astype(np.int8)


def write(path: Path, codes: _Codes) -> str:
    """Writes a table. Returns the SHA-256 of its bytes before compression."""
    data = packed(codes)
    path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    return checksum(data)


def read(path: Path, deals: int) -> _Codes:
    """The codes of a table."""
    return unpacked(lzma.decompress(path.read_bytes()), deals)


def checksum(data: bytes) -> str:
    """The SHA-256, in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()
