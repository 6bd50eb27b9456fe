"""Writing to the input of a process without waiting for it."""

from __future__ import annotations

import os


def write_some(pipe: int, data: bytes) -> bytes | None:
    """Writes to a pipe that does not block what it takes now. Returns the rest, or None if nobody reads any more."""
    try:
        return data[os.write(pipe, data) :]
    except BlockingIOError:
        return data
    except OSError:
        return None
