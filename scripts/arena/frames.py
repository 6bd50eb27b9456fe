"""The drawings of a game after each move, made by ludion, in the form of the element `<ludion-board>`."""

from __future__ import annotations

import difflib
import os
import shlex
import subprocess
from dataclasses import dataclass, field
from typing import Any

from .game import Record
from .program import find_command, find_ludion
from .records import legal_moves

MOST_GAMES = 100
"""Games of a report whose positions are drawn, where no other number is given; the others are shown by their moves."""

SECONDS = 60.0
"""Longest time for the drawings of one game."""

Drawing = list[str]
"""The tag that opens a drawing, then each of its shapes."""

Splice = list[int]
"""A place in a drawing, how many lines go there, and the numbers of those that come."""


def find_drawer(given: str | None) -> str:
    """The command of the program that draws: that of `--ludion`, else this ludion; empty without one. Raises `BadArguments`."""
    return find_ludion() or "" if given is None else shlex.join(find_command(given, "--ludion: "))


def ask(command: str, requests: list[str]) -> list[str]:
    """The replies of a new process to some requests; none if one fails, or without a command."""
    if not command or any("\n" in request for request in requests):
        return []
    try:
        words = [command] if os.path.isfile(command) else shlex.split(command)
        run = subprocess.run(
            words, input="\n".join([*requests, ""]), capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return []
    # A reply is its mark, a space and its text.
    replies = run.stdout.split("\n\n")[: len(requests)]
    is_whole = len(replies) == len(requests) and all(reply.startswith("=") for reply in replies)
    return [reply[2:] for reply in replies] if is_whole else []


def cut(document: str) -> Drawing:
    """A drawing of the engine in its parts, without its own style, which is for a file by itself."""
    head, _, rest = document.partition("\n<style>")
    parts, depth = [head], 0
    for line in rest.partition("</style>\n")[2].removesuffix("</svg>").splitlines():
        if depth:
            parts[-1] += line
        else:
            parts.append(line)
        depth += line.startswith("<g ") - line.startswith("</g>")
    return parts


def changes(old: list[int], new: list[int]) -> list[Splice]:
    """What makes one list of lines the other, the last place first."""
    if len(old) == len(new):
        return [[at, 1, new[at]] for at in reversed(range(len(old))) if old[at] != new[at]]
    found = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [[a, b - a, *new[c:d]] for kind, a, b, c, d in reversed(found) if kind != "equal"]


@dataclass
class Frames:
    """The drawings of games that begin in one position; each different line is kept once."""

    lines: list[str] = field(default_factory=list)
    drawing: list[int] = field(default_factory=list)
    """The first drawing."""
    games: list[list[list[Splice]]] = field(default_factory=list)
    """What each move of a game changes; nothing of games that are not drawn."""
    _numbers: dict[str, int] = field(default_factory=dict)

    def add(self, drawings: list[Drawing]) -> None:
        """Adds a game: its first drawing, and that after each move. Without drawings it is one that is not drawn."""
        numbered = self._number_lines(drawings)
        if numbered and not self.drawing:
            self.drawing = numbered[0]
        is_same = bool(numbered) and numbered[0] == self.drawing
        self.games.append([changes(old, new) for old, new in zip(numbered, numbered[1:])] if is_same else [])

    def extend(self, drawings: list[Drawing]) -> None:
        """Adds to the last game: its last drawing, which is there already, and that after each further move."""
        numbered = self._number_lines(drawings)
        self.games[-1] += [changes(old, new) for old, new in zip(numbered, numbered[1:])]

    def _number_lines(self, drawings: list[Drawing]) -> list[list[int]]:
        return [[self._number(line) for line in drawing] for drawing in drawings]

    def _number(self, line: str) -> int:
        number = self._numbers.setdefault(line, len(self.lines))
        if number == len(self.lines):
            self.lines.append(line)
        return number

    def data(self) -> dict[str, Any]:
        """What all games have in common, as the element reads it."""
        return {"lines": self.lines, "drawing": self.drawing} if self.drawing else {}


def draw_moves(command: str, start: list[str], moves: list[str], first: int = 0) -> list[Drawing]:
    """The drawings of a game after `first` moves, and after each further one. `start` are the lines that set it up, `moves` those that
    play. Nothing if this program cannot play it."""
    begin = [*start, *moves[:first]]
    requests = [*begin, "svg", *(line for move in moves[first:] for line in (move, "svg"))]
    return [cut(document) for document in ask(command, requests)[len(begin) :: 2]]


def start_lines(configuration: dict[str, Any]) -> list[str]:
    """The lines that set up the first position of a match."""
    swap = [f"param swap {configuration['swap']}"] if configuration["game"] == "hex" else []
    return [f"game {configuration['game']}", *swap, *configuration["start"]]


def play_lines(record: Record) -> list[str]:
    """The lines that play the moves of a record, but for one that was none."""
    return [f"play {color} {move}" for color, move in legal_moves(record)]


def draw(command: str, configuration: dict[str, Any], games: list[Record], most: int = MOST_GAMES) -> Frames:
    """Draws the first games of a match, at most `most`."""
    frames, start = Frames(), start_lines(configuration)
    for game in games[:most]:
        frames.add(draw_moves(command, start, play_lines(game)))
    return frames
