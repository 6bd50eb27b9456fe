"""What a process has taken so far, as Linux tells it: processor time and memory."""

from __future__ import annotations

import time
from pathlib import Path

PEAK, PRESENT = "VmHWM", "VmRSS"
"""Resident memory: the most that a process ever had, and what it has now."""


def processor_seconds(pid: int) -> float:
    """The time of all threads of a process, by its own clock (clock_getcpuclockid(3)). Raises `OSError` if there is no such process."""
    return time.clock_gettime_ns((~pid << 3) | 2) / 1e9


def resident_mebibytes(pid: int, key: str = PEAK) -> float:
    """The resident memory of a process; 0 of a zombie. Raises `OSError` if there is no such process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(key + ":"):
            return int(line.split()[1]) / 1024
    return 0.0
