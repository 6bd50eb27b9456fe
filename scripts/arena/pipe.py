"""The pipes of a process: writing without waiting, and what was read."""

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


class Unread:
    """Bytes that were read from a pipe and that nobody has taken. Each is searched once, however long a line or a reply is."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._searched = 0
        """How many of the first bytes begin no end of what was last looked for."""

    def __len__(self) -> int:
        return len(self._bytes)

    def start(self, count: int = 1) -> bytes:
        """The first bytes, fewer if there are no more."""
        return bytes(self._bytes[:count])

    def add(self, chunk: bytes) -> None:
        """Appends what was read."""
        self._bytes += chunk

    def skip(self, byte: bytes) -> None:
        """Drops the first bytes as long as they are this one."""
        while self._bytes.startswith(byte):
            del self._bytes[0]
            self._searched = 0

    def has(self, end: bytes) -> bool:
        """Whether `end` is among them."""
        return self._find(end) >= 0

    def take(self, end: bytes) -> bytes | None:
        """Takes the bytes up to `end` and drops `end`. None, and nothing is taken, if there is none."""
        at = self._find(end)
        if at < 0:
            return None
        taken = self.start(at)
        del self._bytes[: at + len(end)]
        self._searched = 0
        return taken

    def _find(self, end: bytes) -> int:
        """Where `end` is; -1 if nowhere. All calls between two takes look for the same."""
        at = self._bytes.find(end, self._searched)
        self._searched = at if at >= 0 else max(0, len(self._bytes) - len(end) + 1)
        return at
