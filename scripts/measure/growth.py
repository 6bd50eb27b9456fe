"""Sessions of growing size in each game, and what they take: processor time and memory of a process of their own."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.faults import BadArguments

from .instances import graph_text
from .session import use_of

LEAST_SECONDS = 0.0005
"""Less than this is within what sessions differ by."""

LEAST_MEBIBYTES = 0.5


@dataclass(frozen=True)
class Growth:
    """What grows in a game."""

    game: str
    what: str
    """What is done, in words."""
    size: str
    """What counts as the size."""
    sizes: tuple[int, ...]
    lines: Callable[[int], tuple[str, ...]]
    """The session of a size; `{file}` is the path of its file."""
    measure: Callable[[int], int]
    """The size as the plot has it, from the number of `sizes`."""
    file: Callable[[int], str] = lambda _size: ""
    """The text of its file, where it has one."""


@dataclass(frozen=True)
class Point:
    """A size, with the medians of processor time and memory of some runs."""

    size: int
    seconds: float
    mebibytes: float


def square(side: int) -> int:
    """The cells of a square."""
    return side * side


def itself(size: int) -> int:
    """The size as it is."""
    return size


def puzzles(game: str) -> Callable[[int], tuple[str, ...]]:
    """Ten puzzles of a side, made and solved."""
    return lambda side: tuple(line for seed in range(10) for line in (f"generate size={side}x{side} difficulty=any seed={seed}", "solve"))


def ricochet_boards(side: int) -> tuple[str, ...]:
    """Twenty positions on boards with random walls, made and solved."""
    return tuple(line for seed in range(20) for line in (f"generate size={side}x{side} walls=random seed={seed}", "solve"))


DOTS = ((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (3, 4))
"""Boards of Dots and Boxes, by the number of their lines."""

CONNECT4 = ((4, 4), (5, 4), (5, 5), (6, 5))
"""Boards of Connect Four, columns and rows."""

TICTACTOE = ((3, 3, 3), (4, 3, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4))
"""Boards of tic-tac-toe: columns, rows, stones in a line."""


def dots_lines(number: int) -> int:
    """The lines of a board of Dots and Boxes."""
    rows, columns = DOTS[number]
    return (rows + 1) * columns + rows * (columns + 1)


GROWTHS = (
    Growth("hex", "who wins after a2", "cells", (3, 4, 5, 6, 7), lambda n: (f"boardsize {n}", "play b a2", "dfpn-solve-state w"), square),
    Growth(
        "dots", "the value of the empty board", "lines", tuple(range(len(DOTS))),
        lambda n: (f"boardsize {DOTS[n][0]} {DOTS[n][1]}", "solve"), dots_lines,
    ),
    Growth("ricochet", "20 positions with random walls", "cells", (8, 10, 12, 16, 20), ricochet_boards, square),
    Growth("hashi", "10 puzzles made and solved", "cells", (10, 20, 40, 60, 80), puzzles("hashi"), square),
    Growth("hitori", "10 puzzles made and solved", "cells", (10, 15, 20, 30, 40), puzzles("hitori"), square),
    Growth(
        "graph", "both attractors of a random graph", "edges", (10_000, 30_000, 100_000, 300_000, 1_000_000),
        lambda _n: ("load_file {file}", "solve"), itself, lambda n: graph_text(n, 1),
    ),
    Growth("nim", "the octal game 0.16 with one heap", "heap", (10_000, 30_000, 100_000, 300_000), lambda n: (f"boardsize {n} octal=0.16", "solve"), itself),
    Growth("chomp", "the value of a square bar", "cells", (7, 8, 9, 10, 11, 12), lambda n: (f"boardsize {n} {n}", "solve"), square),
    Growth(
        "tictactoe", "the value of the empty board", "cells", tuple(range(len(TICTACTOE))),
        lambda n: (f"boardsize {' '.join(map(str, TICTACTOE[n]))}", "solve"), lambda n: TICTACTOE[n][0] * TICTACTOE[n][1],
    ),
    Growth(
        "connect4", "the value of the empty board", "cells", tuple(range(len(CONNECT4))),
        lambda n: (f"boardsize {CONNECT4[n][0]} {CONNECT4[n][1]}", "solve"), lambda n: CONNECT4[n][0] * CONNECT4[n][1],
    ),
)  # fmt: skip
"""A row for each game."""


def measure(growth: Growth, command: list[str], repeats: int, limit: float, folder: Path) -> list[Point]:
    """Measures all sizes, up to the first that takes longer than the limit. Raises `BadArguments` where the engine fails, or that is the
    first one."""
    found = []
    for number in growth.sizes:
        file = folder / "instance"
        file.write_text(growth.file(number), encoding="utf-8")
        lines = [line.replace("{file}", str(file)) for line in growth.lines(number)]
        head = [f"game {growth.game}", "param threads 1"]
        uses = [use_of(command, head, lines, limit) for _ in range(repeats)]
        if not all(uses):
            break
        seconds, mebibytes = (statistics.median(values) for values in zip(*filter(None, uses)))
        found.append(Point(growth.measure(number), seconds, mebibytes))
    if not found:
        raise BadArguments(f"{growth.game}: its first size, {growth.measure(growth.sizes[0])}, has no result within {limit:g} s")
    return found
