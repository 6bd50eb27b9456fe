"""Delta debugging (Zeller and Hildebrandt, *Simplifying and isolating failure-inducing input*, 2002): a short list that still fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shrink_list(items: Sequence[T], fails: Callable[[list[T]], bool], deadline: float) -> list[T]:
    """A part of a failing list that fails and of which no item can be left out, as far as the deadline allows."""
    items = list(items)
    size = max(1, len(items) // 2)
    while items and time.monotonic() < deadline:
        start, is_smaller = 0, False
        while start < len(items) and time.monotonic() < deadline:
            rest = items[:start] + items[start + size :]
            if fails(rest):
                items, is_smaller = rest, True
            else:
                start += size
        if size == 1 and not is_smaller:
            break
        size = max(1, size // 2)
    return items


def shrink_lines(lines: Sequence[bytes], fails: Callable[[list[bytes]], bool], seconds: float) -> list[bytes]:
    """A short transcript that fails: first whole lines are left out, then words of lines, then characters of words."""
    deadline = time.monotonic() + seconds
    lines = shrink_list(lines, fails, deadline)
    for separator in (b" ", b""):
        for place, line in enumerate(lines):

            def fails_with(parts: list[bytes]) -> bool:
                return fails([*lines[:place], separator.join(parts), *lines[place + 1 :]])

            parts = line.split(b" ") if separator else [line[at : at + 1] for at in range(len(line))]
            lines[place] = separator.join(shrink_list(parts, fails_with, deadline))
    return lines
