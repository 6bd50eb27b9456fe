"""Processor time and memory that an engine takes for requests, read from Linux while it still runs."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence

from arena.faults import BadArguments
from arena.usage import processor_seconds, resident_mebibytes

from .run import kill, time_limit

CHUNK = 1 << 16
LONGEST_REPLY = 16 << 20
"""Bytes; a longer reply has no end."""


def use_of(command: Sequence[str], head: Sequence[str], lines: Sequence[str], limit: float) -> tuple[float, float] | None:
    """Seconds of processor time and MiB that the requests `lines` take after those of `head`; nothing beyond `limit` seconds.

    Raises `BadArguments` where the engine fails.
    """
    try:
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True)
    except (OSError, ValueError) as error:
        raise BadArguments(f"{' '.join(command)}: does not start: {error}") from None
    with time_limit(child.pid, limit) as is_late:
        try:
            with child:
                exchange(child, head)
                seconds, mebibytes = processor_seconds(child.pid), resident_mebibytes(child.pid)
                exchange(child, lines)
                use = processor_seconds(child.pid) - seconds, max(0.0, resident_mebibytes(child.pid) - mebibytes)
                kill(child.pid)
                return use
        except (OSError, EOFError, ValueError) as error:
            if is_late.is_set():
                return None
            raise BadArguments(f"{' '.join(command)}: {error}") from None


def exchange(child: subprocess.Popen[bytes], lines: Sequence[str]) -> None:
    """Sends requests, each after the reply to the one before. Raises `EOFError`, or `ValueError` for a failure."""
    assert child.stdin and child.stdout
    for line in lines:
        child.stdin.write(line.encode() + b"\n")
        child.stdin.flush()
        reply = b""
        while not reply.endswith(b"\n\n"):
            part = os.read(child.stdout.fileno(), CHUNK)
            if not part:
                raise EOFError(f"ended at {line!r}")
            reply += part
            if len(reply) > LONGEST_REPLY:
                raise ValueError(f"{line}: a reply without an end")
        if not reply.startswith(b"="):
            raise ValueError(f"{line}: {reply.decode('utf-8', 'replace').strip()[:200]}")
