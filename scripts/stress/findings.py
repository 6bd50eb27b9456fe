"""What was found, and the counts of what was tried."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from . import shrink
from .engine import Finding, FindingKind, ReplyLimits, TestedEngine

SHRINKING = 60.0
"""Seconds for the transcript of a finding."""

SHORT_HANG = 4.0
"""Seconds without a reply that are enough while a transcript is made shorter."""

LONGEST_SHOWN = 400
"""Bytes of a line of a transcript on stdout; its file has all of it."""


def load() -> float:
    """How many processes want each processor that this one may use; 1 at least."""
    return max(1.0, os.getloadavg()[0] / len(os.sched_getaffinity(0)))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which lies this share of the values; 0 of none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def literal(line: bytes) -> str:
    """A line as an argument of the shell's `printf %b`."""
    text = "".join(chr(byte) if 32 <= byte < 127 and byte not in b"\\'%" else f"\\x{byte:02x}" for byte in line)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}... ({len(line)} bytes)"


@dataclass
class Context:
    """What all campaigns share."""

    engine: list[str]
    """The command of the engine."""
    lab: list[str]
    """The command of the tools."""
    data: Path
    """The folder of the repository with data files for all games."""
    seed: int
    out: Path
    """Where transcripts are written."""
    deadline: float = 0.0
    """Of the running campaign, as `time.monotonic` counts."""
    count: int = 0
    """The running campaign ends after this many attempts; 0: at its deadline only."""
    findings: int = 0
    counts: dict[str, dict[str, object]] = field(default_factory=dict)

    def chance(self, name: str, number: int) -> random.Random:
        """The random numbers of a part of a campaign."""
        return random.Random(f"{self.seed}/{name}/{number}")

    def is_over(self, done: int) -> bool:
        """Whether a campaign ends that has made `done` attempts."""
        return time.monotonic() >= self.deadline or 0 < self.count <= done

    def report(self, finding: Finding, name: str, lines: Sequence[bytes] = (), note: str = "") -> None:
        """Prints a finding, with the transcript, which is also written to a file."""
        self.findings += 1
        path = self.out / f"{name}-{self.findings}.gtp"
        print(f"\nfinding {self.findings} ({name}, seed {self.seed}{note}): {finding}", flush=True)
        if lines:
            self.out.mkdir(parents=True, exist_ok=True)
            path.write_bytes(b"".join(line + b"\n" for line in lines))
            print(f"    transcript, also in {path}:")
            print("".join(f"    {literal(line)}\n" for line in lines), end="", flush=True)

    def shrunk(
        self,
        kind: FindingKind,
        lines: Sequence[bytes],
        judge: Callable[[TestedEngine, list[bytes]], object],
        limits: ReplyLimits,
        folder: Path | None = None,
    ) -> list[bytes]:
        """The shortest transcript for which `judge`, given a new engine, raises a finding of this kind; all lines if none does.

        Without a folder each engine has an empty one.
        """

        limits = replace(limits, hang=min(limits.hang, SHORT_HANG))

        def fails(part: list[bytes]) -> bool:
            with tempfile.TemporaryDirectory() as empty, TestedEngine(self.engine, folder or Path(empty), limits) as engine:
                try:
                    judge(engine, part)
                except Finding as finding:
                    return finding.kind == kind
            return False

        if not any(fails(list(lines)) for _ in range(3)):
            return list(lines)
        return shrink.shrink_lines(lines, fails, SHRINKING)

    def summary(self) -> str:
        """One line with the counts of all campaigns."""
        parts = [f"{name}: " + " ".join(f"{key}={value}" for key, value in counts.items()) for name, counts in self.counts.items()]
        return "; ".join([*parts, f"findings={self.findings} seed={self.seed}"])
