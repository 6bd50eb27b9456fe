"""The value of an empty board of Dots and Boxes, from slices: the positions after its first lines, each solved by itself.

Three lines close no box, so up to that depth a position is the set of its lines and the players move in turn. Of sets that
the symmetries of the board map to each other one is solved. The merge is a negamax from the slices up to the empty board.
"""

from __future__ import annotations

import argparse
import functools
from collections.abc import Callable

from arena.faults import BadArguments

from ..kind import Result, Unit
from ..session import Session, UnitFault
from .reading import sides, table_size, values

NAME = "dots-slices"
SUMMARY = "the value of an empty board of Dots and Boxes, and of each first line"
UNIT = "the position after one to three lines, one of its images under the symmetries of the board"
SCHEMA: dict[str, type] = {"margin": int}

Line = tuple[str, int, int]
"""Its direction, `h` or `v`, its row and its column."""

Lines = tuple[Line, ...]

DEEPEST = 3
"""Lines of a slice at most."""


def options(p: argparse.ArgumentParser) -> None:
    """The board, and how many lines a slice begins with."""
    p.add_argument("--size", default="3x3", metavar="RxC", help="rows and columns of boxes (default: 3x3)")
    p.add_argument("--depth", type=int, default=1, metavar="K", help=f"lines that are drawn in a slice, 1 to {DEEPEST} (default: 1)")
    p.add_argument("--hash-mb", type=int, default=1024, metavar="MB", help="the table of a slice (default: 1024)")


def all_lines(rows: int, columns: int) -> Lines:
    """The lines of a board."""
    flat = [("h", r, c) for r in range(rows + 1) for c in range(columns)]
    return (*flat, *(("v", r, c) for r in range(rows) for c in range(columns + 1)))


def symmetries(rows: int, columns: int) -> list[Callable[[Line], Line]]:
    """The maps of the board onto itself: four, or eight if it is square."""

    def mirror(line: Line) -> Line:
        kind, r, c = line
        return (kind, r, columns - 1 - c) if kind == "h" else (kind, r, columns - c)

    def flip(line: Line) -> Line:
        kind, r, c = line
        return (kind, rows - r, c) if kind == "h" else (kind, rows - 1 - r, c)

    def transpose(line: Line) -> Line:
        kind, r, c = line
        return ("v" if kind == "h" else "h", c, r)

    maps: list[Callable[[Line], Line]] = [lambda line: line, mirror, flip, lambda line: mirror(flip(line))]
    if rows == columns:
        maps += [functools.partial(lambda other, line: transpose(other(line)), other) for other in list(maps)]
    return maps


def representative(lines: Lines, maps: list[Callable[[Line], Line]]) -> Lines:
    """The least of the images of a set of lines."""
    return min(tuple(sorted(turned(line) for line in lines)) for turned in maps)


def slices(rows: int, columns: int, depth: int) -> list[Lines]:
    """The sets of `depth` lines, one of each class of images, in order."""
    maps, lines = symmetries(rows, columns), all_lines(rows, columns)
    found: set[Lines] = {()}
    for _ in range(depth):
        found = {representative((*some, line), maps) for some in found for line in lines if line not in some}
    return sorted(found)


def units(given: argparse.Namespace) -> list[Unit]:
    """A slice each."""
    rows, columns = sides(given.size, 1, 10)
    if not 1 <= given.depth <= min(DEEPEST, len(all_lines(rows, columns)) - 1):
        raise BadArguments(f"--depth {given.depth}: give 1 to {DEEPEST}, and fewer than the lines of the board")
    same = {"rows": rows, "columns": columns, "hash_mb": table_size(given)}
    return [same | {"lines": some} for some in slices(rows, columns, given.depth)]


def run(session: Session, unit: Unit) -> Result:
    """Solves one: the margin for the player to move."""
    session.ask_all(["game dots", f"param hash_mb {unit['hash_mb']}", "param threads 1", f"boardsize {unit['rows']} {unit['columns']}"])
    for number, (kind, row, column) in enumerate(unit["lines"]):
        session.ask(f"play {'bw'[number % 2]} {kind}{row},{column}")
    reply = session.ask("solve")
    margin = values(reply).get("margin", "")
    if not margin.removeprefix("-").isdecimal():
        raise UnitFault(f"solve: {reply[:200]}")
    return {"margin": int(margin)}


def check(unit: Unit, result: Result) -> bool:
    """No margin exceeds the boxes, and it is as odd or even as they are."""
    boxes = unit["rows"] * unit["columns"]
    return abs(result["margin"]) <= boxes and (result["margin"] - boxes) % 2 == 0


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """The margin of the first player on the empty board and after each first line, and all slices."""
    if not done:
        return {"values.txt": b""}
    rows, columns = done[0][0]["rows"], done[0][0]["columns"]
    depth = len(done[0][0]["lines"])
    maps, lines = symmetries(rows, columns), all_lines(rows, columns)
    known: dict[Lines, int] = {}
    for unit, result in done:
        known[representative(tuple(tuple(line) for line in unit["lines"]), maps)] = result["margin"]

    @functools.cache
    def margin(some: Lines) -> int | None:
        """For the player to move; nothing if a slice below is missing."""
        if len(some) == depth:
            return known.get(some)
        below = [margin(representative((*some, line), maps)) for line in lines if line not in some]
        return None if None in below else max(-value for value in below if value is not None)

    def line_name(line: Line) -> str:
        return f"{line[0]}{line[1]},{line[2]}"

    def margin_text(value: int | None) -> str:
        return "unknown" if value is None else f"{value:+d}"

    text = [f"{rows}x{columns} margin {margin_text(margin(()))}"]
    for line in lines:
        value = margin(representative((line,), maps))
        text.append(f"{line_name(line)} {margin_text(None if value is None else -value)}")
    text += [f"slice {' '.join(map(line_name, some))} to move {known[some]:+d}" for some in sorted(known)]
    return {"values.txt": ("\n".join(text) + "\n").encode()}
