"""Files that a program writes whole or not at all."""

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


@contextmanager
def whole_file(name: str) -> Iterator[TextIO]:
    """A file that gets its name, in place of an older one, once it is written and all went well.

    Until then it is a nameless sibling of it, which is removed if anything goes wrong, or nothing
    is written. Raises ``OSError``, with the name, at once where the file cannot be written.
    """
    path = Path(os.path.realpath(name))
    try:
        mode = _writable_mode(path)
        part = path.with_name(f".garden-{secrets.token_hex(8)}")
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode or 0o666)
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from None
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
            if mode is not None:
                os.chmod(part, mode)
            yield file
            file.flush()
            os.fsync(descriptor)
            is_written = file.tell() > 0
        if is_written:
            os.replace(part, path)
    finally:
        with suppress(FileNotFoundError):
            part.unlink()


def _writable_mode(path: Path) -> int | None:
    """The permissions of the file that is there, or ``None``; ``OSError`` where it must stay."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if path.is_dir():
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not path.is_file():  # a device or a pipe: replacing it would take it away
        raise OSError(errno.EINVAL, "not a regular file")
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, os.strerror(errno.EACCES))
    return status.st_mode & 0o777
