#!/usr/bin/env python3
"""Finds even openings of Hex by self-play of an engine, and writes them as a file for `match.py --openings`.

    scripts/find_openings.py --engine target/release/ludion --size 11 --out scripts/openings/hex-11x11.txt

Random openings of the given lengths are tried, of images under the half-turn only one. From each, ludion plays different games
against itself, the node limit of each move drawn from a range; an opening is kept if black wins 40 to 60 % of them. The
header of the file describes the measurement, each line has its result. Exit status: 0, or 2 for invalid arguments.
"""

from __future__ import annotations

import argparse
import random
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from arena.faults import Fault
from arena.hexboard import HexBoard, cell_name
from arena.openings import Opening
from arena.selfplay import Measured, SelfPlay, Test
from arena.store import replace


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    p.add_argument("--engine", default="target/release/ludion", metavar="COMMAND")
    p.add_argument("--size", type=int, default=11, help="columns and rows (default: 11)")
    p.add_argument("--count", type=int, default=10, help="openings to find (default: 10)")
    p.add_argument("--plies", type=int, nargs="+", default=[1, 2, 3], help="their lengths, in turn (default: 1 2 3)")
    p.add_argument("--games", type=int, default=40, help="games for each (default: 40)")
    p.add_argument("--share", type=float, default=0.4, help="the least share of each colour (default: 0.4)")
    p.add_argument("--nodes", type=int, nargs=2, default=[1000, 3000], help="the range of the node limits (default: 1000 3000)")
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--out", required=True, metavar="FILE")
    return p


def candidates(size: int, plies: list[int], seed: int) -> Iterator[Opening]:
    """An endless sequence of random openings; of images under the half-turn only one."""
    chance = random.Random(seed)
    board = HexBoard(size, size)
    cells = board.empty()
    seen: set[Opening] = set()
    while True:
        for length in plies:
            opening = tuple(chance.sample(cells, length))
            turned = tuple(_turned(board, move) for move in opening)
            if opening not in seen:
                seen |= {opening, turned}
                yield opening


def _turned(board: HexBoard, move: str) -> str:
    cell = board.width * board.height - 1 - board.read(move)
    return cell_name(cell % board.width, cell // board.width)


def header(given: argparse.Namespace, version: str, tried: int) -> str:
    """How the openings of a file were measured."""
    low, high = given.nodes
    return f"""# Even openings for Hex {given.size}x{given.size}: black first, colours in turn.
# Each was measured over {given.games} different games of {version} against itself, one thread, the node limit of each move
# drawn between {low} and {high}; kept were those of which each colour won {100 * given.share:.0f} % or more.
# {tried} random openings were tried.
# Found by: scripts/find_openings.py --size {given.size} --count {given.count} --plies {" ".join(map(str, given.plies))} \
--games {given.games} --share {given.share:g} --nodes {low} {high} --seed {given.seed}
# What is even for this player at this strength may not be so for a stronger one: measure again with that.
"""


def line(found: Measured) -> str:
    """An opening as a line of the file."""
    return f"{' '.join(found.opening):<12} # black won {found.black()} of {len(found.games)}\n"


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""
    given = parser().parse_args(arguments)
    command = shlex.split(given.engine)
    if not command or shutil.which(command[0]) is None or not 1 <= given.size <= 26 or given.games < 4:
        print("find_openings.py: the engine does not exist, or the size or number of games is out of range", file=sys.stderr)
        return 2
    engine = SelfPlay(command, given.size, given.size, tuple(given.nodes))
    test = Test.of(given.games, given.share)
    text = ""
    kept = tried = 0
    try:
        for opening in candidates(given.size, given.plies, given.seed):
            tried += 1
            found = engine.measure(opening, test, given.seed)
            if found is not None:
                kept += 1
                text += line(found)
                print(f"{kept} of {tried}: {line(found)}", end="", flush=True)
                replace(Path(given.out), header(given, engine.version, tried) + text)
            if kept == given.count:
                return 0
    except Fault as fault:
        print(f"find_openings.py: {fault.kind}: {fault}", file=sys.stderr)
        return 1
    finally:
        engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
