#!/usr/bin/env python3
"""Pipes 500 pairs of `load` and `solve` through one process and prints its time beside the sum of the solves.

scripts/ricochet_pairs.py [ENGINE]     ENGINE: target/release/ludion

Exit status: 0; 1 if a solution has a wrong length; 2 for invalid arguments and an engine that fails, hangs or solves nothing; 4
for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import pathlib
import re
import sys

from arena.faults import BadArguments
from arena.program import BUILT, OneLineParser, end_status, find_command
from measure import run as process

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run() -> int:
    """Runs the program; returns the exit status. Raises `BadArguments`."""
    parser = OneLineParser(prog="ricochet_pairs.py", description="Measures 500 pairs of load and solve.")
    parser.add_argument("engine", nargs="?", default=str(BUILT), help="the program (default: target/release/ludion)")
    parser.add_argument("--limit", type=float, default=600.0, metavar="S", help="seconds after which the engine hangs (default: 600)")
    given = parser.parse_args()
    lines = (ROOT / "src/games/ricochet/bench/positions.txt").read_text().splitlines()
    fields = [line.split("; ") for line in lines if "; " in line and not line.startswith("#")]
    pairs = [(text, facts.split()[1]) for text, facts in fields if facts.startswith("random500")]
    requests = "".join(f"load {text}\nsolve\n" for text, _ in pairs)
    command = [*find_command(given.engine), "--game", "ricochet", "--command", "param threads 1"]
    ended = process.run(command, requests, given.limit)
    if ended.fault:
        raise BadArguments(f"{given.engine}: {ended.fault}")
    found = re.findall(r"solved moves=(\d+) .* seconds=([0-9.]+)", ended.output)
    if not found:
        raise BadArguments(f"{given.engine} has solved nothing")
    wrong = sum(moves != known for (moves, _), (_, known) in zip(found, pairs))
    solves = sum(float(seconds) for _, seconds in found)
    print(f"pairs={len(found)} wrong={wrong} wall_s={ended.wall:.3f} solves_s={solves:.3f} factor={ended.wall / max(solves, 1e-9):.2f}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(end_status("ricochet_pairs.py", run))
