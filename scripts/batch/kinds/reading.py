"""Reading what kinds have in common: ranges of seeds, sizes of boards and tables, `key=value` replies."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from arena import files
from arena.faults import BadArguments

LONGEST_FILE = 1 << 20
"""Bytes of a file that is sent along with a unit."""

GAMES_OF_TWO = ("hex", "dots", "graph", "nim", "chomp", "tictactoe", "connect4")
"""The games of two players."""

MOST_UNITS = 1_000_000
"""Units of a job, which all fit in memory."""

LARGEST_TABLE = 65536
"""Mebibytes."""


def seed_range(text: str) -> range:
    """The seeds of `1-1000` or `7`. Raises `BadArguments`."""
    found = re.fullmatch(r"(\d{1,15})(?:-(\d{1,15}))?", text)
    seeds = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
    if not seeds:
        raise BadArguments(f"--seeds {text!r}: give a range such as 1-1000")
    return seeds


def batches(seeds: range, batch: int) -> list[tuple[int, int]]:
    """The first and the last seed of each unit. Raises `BadArguments`."""
    if batch < 1:
        raise BadArguments("--batch is a number above 0")
    if len(seeds) > batch * MOST_UNITS:
        raise BadArguments(f"--seeds, --batch: these are more than {MOST_UNITS:,} units")
    return [(start, min(start + batch, seeds.stop) - 1) for start in range(seeds.start, seeds.stop, batch)]


def sides(text: str, least: int, most: int) -> tuple[int, int]:
    """Width and height, or rows and columns, of `7` or `7x8`. Raises `BadArguments`."""
    found = re.fullmatch(r"(\d{1,3})(?:x(\d{1,3}))?", text)
    size = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not all(least <= side <= most for side in size):
        raise BadArguments(f"--size {text!r}: give a side from {least} to {most}, or two as 7x8")
    return size


def table_size(given: argparse.Namespace) -> int:
    """The mebibytes of `--hash-mb`. Raises `BadArguments` where `param hash_mb` would refuse them."""
    if not 1 <= given.hash_mb <= LARGEST_TABLE:
        raise BadArguments(f"--hash-mb {given.hash_mb}: give a number from 1 to {LARGEST_TABLE}")
    return int(given.hash_mb)


def values(line: str) -> dict[str, str]:
    """The words `key=value` of a line."""
    return dict(word.split("=", 1) for word in line.split() if "=" in word)


def names(paths: list[Path]) -> list[str]:
    """What tells files apart: their names, or their paths as given if two have the same name."""
    short = [path.name for path in paths]
    return short if len(set(short)) == len(short) else [str(path) for path in paths]


def read_text(path: Path) -> str:
    """A file that is sent along with a unit. Raises `BadArguments`."""
    try:
        return files.read_text(path, LONGEST_FILE, "replace")
    except OSError as error:
        raise BadArguments(f"{path}: {error.strerror}") from None
