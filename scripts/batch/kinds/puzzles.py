"""Puzzles with one answer, made by their seeds: with `generate` in Hashi and Hitori, with `puzzle` in the other games."""

from __future__ import annotations

import argparse

from arena.faults import BadArguments

from ..kind import Result, Unit
from ..session import Session, UnitFault
from .reading import GAMES_OF_TWO, batches, seed_range, sides

NAME = "puzzles"
SUMMARY = "makes puzzles with one answer, of any game"
UNIT = "the puzzles of a range of seeds"
SCHEMA: dict[str, type] = {"puzzles": list}

LEVELS = ("easy", "medium", "hard", "extreme", "any")
NONE = ("no puzzle of ", "no puzzle with ")
"""How the message begins where a seed has no puzzle of the difficulty. One that a limit ended is another matter."""

GRIDS = ("hashi", "hitori")
"""The games with `generate` of a size and a density."""

GAMES = (*GRIDS, "ricochet", *GAMES_OF_TWO)


def options(p: argparse.ArgumentParser) -> None:
    """The puzzles, and their seeds."""
    p.add_argument("--game", choices=GAMES, default="hashi", help="(default: hashi)")
    p.add_argument("--size", metavar="N|WxH", help="of the boards (default: 10 in hashi and hitori, else as the game has them)")
    p.add_argument("--difficulty", choices=LEVELS, default="medium", help="(default: medium)")
    p.add_argument("--density", type=float, metavar="D", help="as `generate` of hashi and hitori takes it (default: its own)")
    p.add_argument("--seeds", default="1-1000", metavar="A-B", help="a puzzle each (default: 1-1000)")
    p.add_argument("--batch", type=int, default=100, metavar="N", help="puzzles of a unit (default: 100)")


def units(given: argparse.Namespace) -> list[Unit]:
    """A range of seeds each."""
    asked = asked_of_grids(given) if given.game in GRIDS else asked_of_game(given)
    ranges = batches(seed_range(given.seeds), given.batch)
    return [{"game": given.game, "asked": asked, "first": first, "last": last} for first, last in ranges]


def asked_of_grids(given: argparse.Namespace) -> str:
    """The options of `generate`. Raises `BadArguments`."""
    width, height = sides(given.size or "10", 2, 100)
    if given.density is not None and not 0 < given.density < 1:
        raise BadArguments("--density is a number between 0 and 1")
    asked = f"size={width}x{height} difficulty={given.difficulty}"
    return asked if given.density is None else f"{asked} density={given.density:g}"


def asked_of_game(given: argparse.Namespace) -> str:
    """The arguments of `puzzle`. Raises `BadArguments`."""
    if given.density is not None or given.difficulty == "any":
        raise BadArguments("--density and --difficulty any are for hashi and hitori")
    if given.size is None:
        return str(given.difficulty)
    first, second = sides(given.size, 2, 30)
    return f"{given.difficulty} size={first}x{second}"


def run(session: Session, unit: Unit) -> Result:
    """Makes them; an empty text stands for a seed without a puzzle of the difficulty."""
    command = "generate" if unit["game"] in GRIDS else "puzzle"
    # The limit of a unit is that of the job.
    session.ask_all([f"game {unit['game']}", "param threads 1", *(["param max_time 0"] if command == "puzzle" else [])])
    puzzles = []
    for seed in range(unit["first"], unit["last"] + 1):
        line = f"{command} {unit['asked']} seed={seed}"
        answer = session.answer(line)
        if not answer.ok and not answer.text.startswith(NONE):
            raise UnitFault(f"{line}: {answer.text[:200]}")
        puzzles.append(session.ask("position") if answer.ok else "")
    return {"puzzles": puzzles}


def check(unit: Unit, result: Result) -> bool:
    """One line for each seed; with `generate`, of the size that was asked for."""
    puzzles = result["puzzles"]
    first = unit["asked"].split()[0]
    size = first.removeprefix("size=") if first.startswith("size=") else ""
    # Hitori above 61 is written as an address.
    starts = ("", size, f"hitori/{size.replace('x', '/')}/")[bool(size) :]
    return len(puzzles) == unit["last"] - unit["first"] + 1 and all(not text or text.startswith(starts) for text in puzzles)


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """The puzzles, a line each, in the order of their seeds."""
    lines = [f"{text}\n" for _, result in done for text in result["puzzles"] if text]
    return {"puzzles.txt": "".join(lines).encode()}
