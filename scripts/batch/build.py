"""Which build of a program a worker has: a hash of its file, and of the processor where that matters."""

from __future__ import annotations

import functools
import hashlib
import os
import platform
import shutil
from pathlib import Path

INSTRUCTIONS = ("avx512f", "avx2", "avx", "neon", "asimd")
"""Sets of vector instructions, of which the best that a processor has is named."""


def build_of(program: str, is_rounded: bool) -> str:
    """The build of a program; empty if there is none. `is_rounded`: with the vector instructions of the processor."""
    path = shutil.which(program)
    if path is None:
        return ""
    try:
        state = os.stat(path)
        hashed = _hash(path, state.st_mtime_ns, state.st_size, state.st_ino)
    except OSError:
        return ""
    return f"{hashed} {instructions()}" if is_rounded else hashed


@functools.lru_cache(maxsize=8)
def _hash(path: str, _changed: int, _size: int, _node: int) -> str:
    """The hash of a file that is read again only when it was changed."""
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]


@functools.cache
def instructions() -> str:
    """The processor's kind and its best vector instructions."""
    try:
        words = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        words = set()
    return f"{platform.machine()}-{next((name for name in INSTRUCTIONS if name in words), 'plain')}"
