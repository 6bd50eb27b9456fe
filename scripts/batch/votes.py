"""Which of several results of one unit counts, and who was wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

MOST_VOTES = 5
"""Workers that do a unit before it is held to have no result of its own."""


@dataclass(frozen=True)
class Verdict:
    """What the results say."""

    digest: str | None
    """The checksum of the result that counts; nothing while there is none, or they differ."""
    wrong: tuple[str, ...] = ()
    """The workers whose result is another one."""
    is_open: bool = False
    """They differ, and no majority of two decides yet."""


def verdict(votes: Mapping[str, str]) -> Verdict:
    """Decides among the checksums by worker: they agree, or one has two votes and more than any other."""
    counts = Counter(votes.values()).most_common(2)
    if not counts:
        return Verdict(None)
    best, most = counts[0]
    if len(counts) == 1:
        return Verdict(best)
    if most < 2 or counts[1][1] == most:
        return Verdict(None, is_open=True)
    return Verdict(best, tuple(worker for worker, digest in votes.items() if digest != best))
