"""The communication with an engine, with times, in one file. Where that cannot be written, as on a full disk, it is given up."""

from __future__ import annotations

import contextlib
import threading
import time
from pathlib import Path
from types import TracebackType


class Log:
    """A transcript; without a path nothing is written. Two threads may write."""

    def __init__(self, path: Path | None) -> None:
        """Appends to the file `path`, whose folder exists."""
        self._lock = threading.Lock()
        self._file = path.open("a", encoding="utf-8", errors="replace") if path else None

    def write(self, mark: str, text: str) -> None:
        """One entry: `>` what was sent, `<` what came back, `-` a remark."""
        self._put(f"{time.strftime('%H:%M:%S')} {mark} {text}\n")

    def stderr(self, lines: list[bytes]) -> None:
        """Lines that the engine wrote to stderr."""
        self._put("".join(f"! {line.decode('utf-8', 'replace')}\n" for line in lines))

    def _put(self, text: str) -> None:
        with self._lock:
            try:
                if self._file:
                    self._file.write(text)
                    self._file.flush()
            except OSError:
                # What cannot be written cannot be closed, either.
                with contextlib.suppress(OSError):
                    self._file.close()
                self._file = None

    def close(self) -> None:
        """Closes the file; what is written later is dropped."""
        with self._lock:
            if self._file:
                self._file.close()
                self._file = None

    def __enter__(self) -> Log:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
