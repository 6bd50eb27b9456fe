#!/usr/bin/env python3
"""Finds even openings of Hex by analysis, and writes them as a file for `match.py --openings`.

    scripts/find_openings.py --size 11 --out scripts/openings/hex-11x11.txt

Random openings of the given lengths are analysed, of images under the half-turn only one; an opening is kept if black's chance to win
is close to one half. The header of the file describes the measurement, each line has its chance. Exit status: 0; 2 for invalid
arguments, an engine that fails, hangs or does not answer as ludion does, and a file that cannot be written; 4 for a bug of the
script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from analysis import STALL, Analysis
from arena.faults import BadArguments
from arena.hexboard import HexBoard, cell_name
from arena.openings import Opening
from arena.program import BUILT, OneLineParser, end_status
from arena.store import check_outputs, check_replaceable, replace

BATCH = 64
"""Openings that are analysed by one start of the engine."""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="find_openings.py", description=__doc__.partition("\n")[0])
    p.add_argument("--engine", default=str(BUILT), metavar="PROGRAM", help="the ludion that analyses (default: target/release/ludion)")
    p.add_argument("--size", type=int, default=11, help="columns and rows (default: 11)")
    p.add_argument("--count", type=int, default=100, help="openings to find (default: 100)")
    p.add_argument("--plies", type=int, nargs="+", default=[1, 2, 3], help="their lengths, in turn (default: 1 2 3)")
    p.add_argument("--margin", type=float, default=0.05, help="the greatest difference from one half (default: 0.05)")
    p.add_argument("--nodes", type=int, default=2000, help="nodes of an analysis (default: 2000)")
    p.add_argument("--stall", type=float, default=STALL, metavar="S", help=f"seconds without an answer after which the engine hangs (default: {STALL:g})")
    p.add_argument("--seed", type=int, default=1, help="of the random openings (default: 1)")
    p.add_argument("--out", required=True, type=Path, metavar="FILE", help="of the openings; FILE.part has those found so far")
    return p


def check_numbers(given: argparse.Namespace) -> None:
    """Raises `BadArguments` where a number makes no sense."""
    cells = given.size**2
    rules = {
        "--size is a number from 2 to 19": 2 <= given.size <= 19,
        "--count is a number above 0": given.count > 0,
        f"--plies are numbers from 1 to {cells}, the cells of the board": all(1 <= length <= cells for length in given.plies),
        "--margin is a number above 0 and below 0.5": 0 < given.margin < 0.5,
        "--nodes is a number above 0": given.nodes > 0,
        "--stall is a number above 0": given.stall > 0,
    }
    if broken := next((rule for rule, holds in rules.items() if not holds), None):
        raise BadArguments(broken)


def candidates(size: int, plies: list[int], seed: int) -> Iterator[Opening]:
    """A sequence of random openings, of images under the half-turn only one; it ends when no new one is found."""
    chance = random.Random(seed)
    board = HexBoard(size, size)
    cells = board.empty()
    seen: set[Opening] = set()
    known = -1
    while len(seen) > known:
        known = len(seen)
        for length in plies:
            for _ in range(100):
                opening = tuple(chance.sample(cells, length))
                if opening not in seen:
                    seen |= {opening, tuple(_turn(board, move) for move in opening)}
                    yield opening
                    break


def _turn(board: HexBoard, move: str) -> str:
    cell = board.width * board.height - 1 - board.read(move)
    return cell_name(cell % board.width, cell // board.width)


def chances(given: argparse.Namespace, openings: list[Opening]) -> list[float]:
    """Black's chance to win after each opening. Raises `BadArguments`."""
    queries = [{"boardsize": given.size, "moves": list(opening), "maxVisits": given.nodes} for opening in openings]
    found = {}
    for answer in Analysis(given.engine, stall=given.stall).ask(queries):
        if "error" in answer:
            raise BadArguments(f"{given.engine}: {answer['error']}")
        if not answer.get("moves"):
            # The opening ends the game.
            found[answer["id"]] = float(answer["result"].startswith("B"))
            continue
        win = answer["moves"][0]["win"]
        found[answer["id"]] = win if answer["toMove"] == "black" else 1 - win
    return [found[number] for number in range(len(openings))]


def header(given: argparse.Namespace, tried: int) -> str:
    """How the openings of a file were measured."""
    return f"""# Even openings for Hex {given.size}x{given.size}: black first, colours in turn.
# Kept were those after which black's chance is within {given.margin:g} of one half, by an analysis of {given.nodes} nodes.
# {tried} random openings were tried.
# Found by: scripts/find_openings.py --size {given.size} --count {given.count} --plies {" ".join(map(str, given.plies))} \
--margin {given.margin:g} --nodes {given.nodes} --seed {given.seed}
"""


def run(arguments: list[str]) -> int:
    """Finds openings; raises `BadArguments`."""
    given = parser().parse_args(arguments)
    check_numbers(given)
    part = given.out.with_name(given.out.name + ".part")
    check_outputs({"--out": given.out})
    check_replaceable(part)
    source = candidates(given.size, given.plies, given.seed)
    text, kept, tried = "", 0, 0
    while kept < given.count:
        batch = list(itertools.islice(source, BATCH))
        if not batch:
            raise BadArguments(
                f"only {kept} of the {tried} openings that were found are within {given.margin:g} of one half: "
                "give a larger --margin or other --plies"
            )
        try:
            found = chances(given, batch)
        except (ValueError, LookupError, TypeError, AttributeError) as error:
            raise BadArguments(f"{given.engine}: it does not answer as ludion: {error!r}") from None
        for opening, chance in zip(batch, found):
            tried += 1
            if abs(chance - 0.5) <= given.margin:
                kept += 1
                text += f"{' '.join(opening):<12} # black wins {100 * chance:.1f} %\n"
                if kept == given.count:
                    break
        if kept:
            # A whole file stays until another one is whole.
            replace(part, header(given, tried) + text)
        print(f"{kept} of {tried}", flush=True)
    replace(given.out, part.read_bytes())
    part.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(end_status("find_openings.py", lambda: run(sys.argv[1:])))
