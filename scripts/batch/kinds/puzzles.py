"""Puzzles of Hashi or Hitori with a unique solution, made by their seeds."""

from __future__ import annotations

import argparse

from arena.faults import BadArguments

from ..kind import Result, Unit
from ..session import Session, UnitFault
from .reading import batches, seed_range, sides

NAME = "puzzles"
SUMMARY = "generates puzzles of Hashi or Hitori"
UNIT = "the puzzles of a range of seeds"
SCHEMA: dict[str, type] = {"puzzles": list}

LEVELS = ("easy", "medium", "hard", "extreme", "any")
NONE = "no puzzle"
"""How the message begins where a seed has no puzzle of the difficulty."""


def options(p: argparse.ArgumentParser) -> None:
    """The puzzles, and their seeds."""
    p.add_argument("--game", choices=["hashi", "hitori"], default="hashi", help="(default: hashi)")
    p.add_argument("--size", default="10", metavar="N|WxH", help="of the grids (default: 10)")
    p.add_argument("--difficulty", choices=LEVELS, default="medium", help="(default: medium)")
    p.add_argument("--density", type=float, metavar="D", help="as `generate` takes it (default: its own)")
    p.add_argument("--seeds", default="1-1000", metavar="A-B", help="a puzzle each (default: 1-1000)")
    p.add_argument("--batch", type=int, default=100, metavar="N", help="puzzles of a unit (default: 100)")


def units(given: argparse.Namespace) -> list[Unit]:
    """A range of seeds each."""
    width, height = sides(given.size, 2, 100)
    if given.density is not None and not 0 < given.density < 1:
        raise BadArguments("--density is a number between 0 and 1")
    asked = f"size={width}x{height} difficulty={given.difficulty}"
    if given.density is not None:
        asked += f" density={given.density:g}"
    ranges = batches(seed_range(given.seeds), given.batch)
    return [{"game": given.game, "asked": asked, "first": first, "last": last} for first, last in ranges]


def run(session: Session, unit: Unit) -> Result:
    """Makes them; an empty text stands for a seed without a puzzle of the difficulty."""
    session.ask_all([f"game {unit['game']}", "param threads 1"])
    puzzles = []
    for seed in range(unit["first"], unit["last"] + 1):
        line = f"generate {unit['asked']} seed={seed}"
        answer = session.answer(line)
        if not answer.ok and not answer.text.startswith(NONE):
            raise UnitFault(f"{line}: {answer.text[:200]}")
        puzzles.append(session.ask("position") if answer.ok else "")
    return {"puzzles": puzzles}


def check(unit: Unit, result: Result) -> bool:
    """One line for each seed, of the size that was asked for."""
    puzzles = result["puzzles"]
    size = unit["asked"].split()[0].removeprefix("size=")
    return len(puzzles) == unit["last"] - unit["first"] + 1 and all(not text or text.startswith(size) for text in puzzles)


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """The puzzles, a line each, in the order of their seeds."""
    lines = [f"{text}\n" for _, result in done for text in result["puzzles"] if text]
    return {"puzzles.txt": "".join(lines).encode()}
