"""The lock of a folder: one runner at a time works there."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from .faults import BadArguments


def lock_folder(folder: Path) -> int:
    """Makes a folder if there is none, and locks it until the returned descriptor is closed. Raises `BadArguments`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise BadArguments(f"--out {folder}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BadArguments(f"--out {folder}: another runner is at work there") from None
    return lock
