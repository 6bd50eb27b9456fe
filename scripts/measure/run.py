"""A process from its start to its end: what it wrote, and how long it took."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

LONGEST_OUTPUT = 64 << 20
"""Bytes of the output, and of any file that a run writes."""


def limit_files() -> None:
    """Ends this process when it has written `LONGEST_OUTPUT` to a file: an output without an end would fill the disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (LONGEST_OUTPUT, LONGEST_OUTPUT))


@dataclass(frozen=True)
class Run:
    """A run, or why there was none."""

    output: str
    wall: float
    """Seconds from start to end."""
    fault: str = ""
    """Why it counts for nothing; empty if it ended by itself with status 0."""


def run(command: Sequence[str], text: str, limit: float, folder: Path | None = None) -> Run:
    """Runs a command with a text on its stdin, for at most `limit` seconds."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out:
        given.write(text.encode())
        given.seek(0)
        start = time.perf_counter()
        try:
            child = subprocess.Popen(command, stdin=given, stdout=out, stderr=subprocess.DEVNULL, cwd=folder, start_new_session=True, preexec_fn=limit_files)
        except (OSError, ValueError) as error:
            return Run("", 0.0, f"does not start: {error}")
        with time_limit(child.pid, limit) as is_late:
            status = child.wait()
            wall = time.perf_counter() - start
        out.seek(0)
        written = out.read(LONGEST_OUTPUT).decode("utf-8", "replace")
    fault = f"no end within {limit:g} s" if is_late.is_set() else f"exit status {status}" if status else ""
    return Run(written, wall, fault)


@contextmanager
def time_limit(group: int, limit: float) -> Iterator[threading.Event]:
    """Ends a group of processes after `limit` seconds, and at the end of the block. The event says whether the time was over."""
    is_late = threading.Event()

    def end() -> None:
        is_late.set()
        kill(group)

    timer = threading.Timer(limit, end)
    timer.daemon = True
    timer.start()
    try:
        yield is_late
    finally:
        timer.cancel()
        kill(group)


def kill(group: int) -> None:
    """Ends a process that was started as the first of its group, and its children."""
    try:
        os.killpg(group, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
