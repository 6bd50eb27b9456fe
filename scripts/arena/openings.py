"""Openings: moves that both games of a pair have in common.

An opening is its moves in order, whose turn it is being the referee's business. In a file it is a line; `#` begins a
comment. In a list on the command line openings are separated by commas, `a2,b4 c3`, or where one has a semicolon by these:
`h0,0 v1,1;h1,0`, since moves of some games have commas. Records of games give their first moves:
`FILE.sgf:4`, `FILE.pgn:4`, or a folder of such files: `matches/old/sgf:4`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

from . import record_moves
from .faults import BadArguments
from .files import read_text
from .hexboard import IllegalMove
from .record_moves import HexRules
from .referee import Referee

Opening = tuple[str, ...]

ATTEMPTS = 200
"""Attempts to draw a new random opening before all are taken to be found."""

SHIPPED = Path(__file__).resolve().parent.parent / "openings"
"""The openings that come with the scripts: `hex-11x11.txt` and so on."""


def find_file(game: str, size: str) -> Path | None:
    """The file of openings for a game and the arguments of its `boardsize`, if there is one."""
    path = SHIPPED / f"{game}-{'x'.join(size.split())}.txt"
    return path if path.is_file() else None


def from_text(text: str, source: str) -> list[Opening]:
    """Reads the lines of a file; raises `BadArguments`."""
    lines = (line.partition("#")[0].split() for line in text.splitlines())
    found = [tuple(line) for line in lines if line]
    if not found:
        raise BadArguments(f"--openings {source}: no opening in it")
    return found


def read(source: str, rules: HexRules | None = None, game: str = "") -> list[Opening]:
    """The openings of a FILE or a LIST; raises `BadArguments`. Records must be of the match's `game`, those of Hex of its `rules`."""
    if found := re.fullmatch(r"(.+):(\d{1,3})", source):
        return from_records(Path(found[1]), int(found[2]), source, rules, game)
    path = Path(source)
    if path.exists() and not path.is_dir():
        try:
            return from_text(read_text(path), source)
        except (OSError, UnicodeDecodeError) as error:
            raise BadArguments(f"--openings {source}: {error}") from None
    if "/" in source or path.suffix[1:].isalpha():
        raise BadArguments(f"--openings {source}: no such file")
    return from_text(source.replace(";" if ";" in source else ",", "\n"), source)


def from_records(path: Path, count: int, source: str, rules: HexRules | None = None, game: str = "") -> list[Opening]:
    """The first moves of a record, or of each record of a folder; raises `BadArguments`."""
    found: dict[Opening, None] = {}
    files = sorted(path.iterdir()) if path.is_dir() else [path]
    for file in files:
        if file.suffix not in (".sgf", ".pgn"):
            continue
        try:
            found[tuple(record_moves.read(file, count, rules, game))] = None
        except (OSError, ValueError) as error:
            raise BadArguments(f"--openings {source}: {file}: {error}") from None
    if not found:
        raise BadArguments(f"--openings {source}: no record (.sgf, .pgn) in it")
    return list(found)


def plies(source: str) -> int | None:
    """The K of `random:K`; nothing for any other text; raises `BadArguments`."""
    if not source.startswith("random:"):
        return None
    if not re.fullmatch(r"random:\d{1,3}", source):
        raise BadArguments(f"--openings {source}: give random:K, K a number of moves")
    return int(source.removeprefix("random:"))


def draw(referee: Referee, length: int, count: int, seed: int, tell: Callable[[int], object] = lambda _: None) -> list[Opening]:
    """`count` different random openings of `length` moves after which the game is not over, or as many as there are. `tell` is
    called with the number of those that were found."""
    chance = random.Random(f"openings {seed}")
    found: dict[Opening, None] = {}
    for _ in range(count):
        for _ in range(ATTEMPTS):
            opening = _draw_opening(referee, length, chance)
            if opening is not None and opening not in found:
                found[opening] = None
                tell(len(found))
                break
        else:
            break
    if not found:
        raise BadArguments(f"--openings random:{length}: no game goes on after {length} moves")
    return list(found)


def _draw_opening(referee: Referee, length: int, chance: random.Random) -> Opening | None:
    referee.begin_game()
    moves: list[str] = []
    for _ in range(length):
        choice = [move for move in referee.legal() if not move.startswith(("swap", "resign"))]
        if not choice:
            return None
        moves.append(chance.choice(choice))
        referee.play(moves[-1])
    return None if referee.score() else tuple(moves)


def check(referee: Referee, openings: list[Opening], tell: Callable[[int], object] = lambda _: None) -> None:
    """Raises `BadArguments` if one of them is not legal or ends the game. `tell` is called with the number of those before each."""
    for number, opening in enumerate(openings):
        tell(number)
        referee.begin_game()
        try:
            for move in opening:
                referee.play(move)
        except IllegalMove as error:
            raise BadArguments(f"opening {' '.join(opening)!r}: {error}") from None
        if referee.score():
            raise BadArguments(f"opening {' '.join(opening)!r}: the game is over after it")
