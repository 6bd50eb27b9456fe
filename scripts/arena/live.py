"""The games that are being played, for whoever wants to watch: each thread writes the moves of its game to a file of its own.

    live/0.jsonl    the game of thread 0: a line that names it, then a line for each move

A file is emptied when the next game begins and removed when its thread ends; the folder goes when the match ends. Nothing in
it is needed to go on with a match.
"""

from __future__ import annotations

import contextlib
import json
import re
import shutil
from pathlib import Path
from typing import Any

FOLDER = "live"

OPINION = re.compile(r"\breason\] (?:win (?P<chance>\d+(?:\.\d+)?) ?%|(?P<word>a proved win|wins|loses|draws)\b(?!.*in the open boxes))")
"""What ludion writes to stderr of each move that it chooses, if `RUST_LOG=reason=info` asks for it."""

CHANCES = {"a proved win": 1.0, "wins": 1.0, "loses": 0.0, "draws": 0.5}


def read_chance(line: str) -> float | None:
    """The chance to win that a line of stderr tells, 0 to 1; nothing if it tells none."""
    found = OPINION.search(line)
    if not found:
        return None
    return CHANCES[found["word"]] if found["word"] else min(1.0, float(found["chance"]) / 100)


class Trail:
    """The file of one thread; without a path nothing is written. A file that cannot be written is given up: the match goes on."""

    def __init__(self, path: Path | None) -> None:
        """Writes to `path`, from the first game on."""
        self._path = path

    def begin(self, game: dict[str, Any]) -> None:
        """Begins the file of a game."""
        self._write("w", game)

    def add(self, move: dict[str, Any]) -> None:
        """Adds a move."""
        self._write("a", move)

    def _write(self, mode: str, entry: dict[str, Any]) -> None:
        if self._path is None:
            return
        try:
            self._path.parent.mkdir(exist_ok=True)
            with self._path.open(mode, encoding="utf-8") as file:
                file.write(json.dumps(entry, separators=(",", ":")) + "\n")
        except OSError:
            self._path = None

    def close(self) -> None:
        """Removes the file: no more games are played."""
        if self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink(missing_ok=True)


def clear(folder: Path) -> None:
    """Removes the folder from that of a match: at its end, and where a runner was killed at the next start."""
    shutil.rmtree(folder / FOLDER, ignore_errors=True)
