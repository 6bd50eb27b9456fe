"""The pictures of a game after each move, drawn by ludion."""

from __future__ import annotations

import base64
import subprocess
import zlib
from dataclasses import dataclass, field
from typing import Any

from . import graph_picture
from .game import Record

MOST_GAMES = 100
"""Games whose pictures are drawn; the others are shown by their moves."""

SECONDS = 60.0
"""Longest time for the pictures of one game."""


@dataclass
class Frames:
    """The pictures of all games; each different one is kept once."""

    pictures: list[str] = field(default_factory=list)
    games: list[list[int]] = field(default_factory=list)
    """The number of the picture after each move of a game, that before the first one included."""

    def text(self) -> str:
        """All pictures with NUL between them, compressed, in base 64."""
        return base64.b64encode(zlib.compress("\0".join(self.pictures).encode(), 9)).decode()


def _ask(command: str, requests: list[str]) -> list[str]:
    """The replies of a new process to some requests; none if one fails."""
    try:
        run = subprocess.run(
            [command], input="\n".join([*requests, ""]), capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    # A reply is its mark, a space and its text.
    replies = run.stdout.split("\n\n")[: len(requests)]
    return [reply[2:] for reply in replies] if all(reply.startswith("=") for reply in replies) else []


def draw(command: str, configuration: dict[str, Any], games: list[Record]) -> Frames:
    """Draws the first games of a match."""
    frames, known = Frames(), {}
    is_graph = configuration["game"] == "graph"
    picture = "showboard plain" if is_graph else "svg"
    begin = [f"game {configuration['game']}", *configuration["start"], picture]
    for game in games[:MOST_GAMES]:
        moves = [line for color, move in game.moves for line in (f"play {color} {move}", picture)]
        found = _ask(command, begin + moves)[len(begin) - 1 :: 2]
        if is_graph:
            found = graph_picture.draw(found)
        if not all(found) or len(found) != len(game.moves) + 1:
            # Not a game that this program can play.
            frames.games.append([])
            continue
        frames.games.append([known.setdefault(text, len(known)) for text in found])
    frames.pictures = list(known)
    return frames
