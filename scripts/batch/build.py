"""Which build of a program a worker has: a hash of its files, and of the processor where that matters."""

from __future__ import annotations

import functools
import os
import platform
from collections.abc import Sequence
from pathlib import Path

from arena.program import hash_files, program_files

INSTRUCTIONS = ("avx512f", "avx2", "avx", "neon", "asimd")
"""Sets of vector instructions, of which the best that a processor has is named."""


def build_of(command: Sequence[str], is_rounded: bool) -> str:
    """The build of a command's program; empty if there is none. `is_rounded`: with the vector instructions of the processor."""
    try:
        paths = program_files(command)
        states = tuple((state.st_mtime_ns, state.st_size, state.st_ino) for state in map(os.stat, paths))
        hashed = _hash(tuple(paths), states)
    except OSError:
        return ""
    return f"{hashed} {instructions()}" if is_rounded and hashed else hashed


@functools.lru_cache(maxsize=8)
def _hash(paths: tuple[str, ...], _states: tuple[tuple[int, ...], ...]) -> str:
    """The hash of files that are read again only when they were changed."""
    return hash_files(paths)


@functools.cache
def instructions() -> str:
    """The processor's kind and its best vector instructions."""
    try:
        words = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        words = set()
    return f"{platform.machine()}-{next((name for name in INSTRUCTIONS if name in words), 'plain')}"
