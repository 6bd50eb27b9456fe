"""Files that a person names.

Only regular ones of a bounded size are read, since a FIFO or a device would block or never end. An engine is told any path, also one
that a request cannot hold.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

MOST = 64 << 20
"""Bytes of the largest file that is read, where a caller names no other bound."""


def read_regular(path: Path, most: int = MOST) -> bytes:
    """The bytes of a regular file; raises `OSError`.

    At most the size that it announces is read: some files of the system announce none and never end.
    """
    # Looked at before it is opened, because to open a device may do something.
    _check(path, os.stat(path), most)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb") as file:
        status = os.fstat(file.fileno())
        _check(path, status, most)
        return file.read(status.st_size)


def read_text(path: Path, most: int = MOST, errors: str = "strict") -> str:
    """The text of a regular file; raises `OSError`, or `UnicodeDecodeError` unless `errors` allows it."""
    return read_regular(path, most).decode("utf-8-sig", errors)


def fits_request(path: Path) -> bool:
    """Whether a request can hold a path: in it a `#` begins a comment, and a line break is its end."""
    text = str(path)
    return "#" not in text and text.isprintable() and text == text.strip()


@contextlib.contextmanager
def request_path(path: Path) -> Iterator[Path]:
    """A path of a file or a folder that a request can hold: its own or, until the end of the block, that of a link to it."""
    if fits_request(path):
        yield path
        return
    with tempfile.TemporaryDirectory(prefix="ludion-link-") as folder:
        # Some engines look at the ending.
        name = f"link{path.suffix}"
        link = Path(folder) / (name if fits_request(Path(name)) else "link")
        link.symlink_to(path.absolute())
        yield link


def _check(path: Path, status: os.stat_result, most: int) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is no regular file", str(path))
    if status.st_size > most:
        raise OSError(errno.EFBIG, f"is longer than {most} bytes", str(path))
