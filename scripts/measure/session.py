"""Processor time and memory that an engine takes for requests, read from Linux while it still runs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from arena.engine import Engine
from arena.faults import BadArguments
from arena.process import Limits
from arena.usage import processor_seconds, resident_mebibytes

from .run import time_limit


def use_of(command: list[str], head: Sequence[str], lines: Sequence[str], limit: float) -> tuple[float, float] | None:
    """Seconds of processor time and MiB that the requests `lines` take after those of `head`; nothing beyond `limit` seconds.

    Raises `BadArguments` where the engine fails.
    """
    with Engine(command, Limits(startup=math.inf, stall=math.inf)) as engine, time_limit(engine.pid, limit) as is_late:
        try:
            for line in head:
                engine.ask(line)
            seconds, mebibytes = processor_seconds(engine.pid), resident_mebibytes(engine.pid)
            for line in lines:
                engine.ask(line)
            return processor_seconds(engine.pid) - seconds, max(0.0, resident_mebibytes(engine.pid) - mebibytes)
        except (OSError, BadArguments):
            if is_late.is_set():
                return None
            raise
