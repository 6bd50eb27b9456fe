#!/usr/bin/env python3
"""Pipes 500 pairs of `load` and `solve` through one process and prints its time beside the sum of the solves.

scripts/ricochet_pairs.py [ENGINE]     ENGINE: target/release/ludion
"""

from __future__ import annotations

import argparse
import pathlib
import re
import subprocess
import sys
import time

from arena.faults import BadArguments
from arena.program import BUILT, end_status

ROOT = pathlib.Path(__file__).resolve().parent.parent


def run() -> int:
    """Runs the program; returns the exit status. Raises `BadArguments`."""
    parser = argparse.ArgumentParser(description="Measures 500 pairs of load and solve.")
    parser.add_argument("engine", nargs="?", default=str(BUILT), help="the program (default: target/release/ludion)")
    engine = parser.parse_args().engine
    lines = (ROOT / "src/games/ricochet/bench/positions.txt").read_text().splitlines()
    fields = [line.split("; ") for line in lines if "; " in line and not line.startswith("#")]
    pairs = [(text, facts.split()[1]) for text, facts in fields if facts.startswith("random500")]
    requests = "".join(f"load {text}\nsolve\n" for text, _ in pairs)
    started = time.time()
    ended = subprocess.run(
        [engine, "--game", "ricochet", "--command", "param threads 1"], input=requests, capture_output=True, text=True, check=False
    )
    if ended.returncode:
        raise BadArguments(f"{engine} ended with status {ended.returncode}")
    wall = time.time() - started
    found = re.findall(r"solved moves=(\d+) .* seconds=([0-9.]+)", ended.stdout)
    if not found:
        raise BadArguments(f"{engine} has solved nothing")
    wrong = sum(moves != known for (moves, _), (_, known) in zip(found, pairs))
    solves = sum(float(seconds) for _, seconds in found)
    print(f"pairs={len(found)} wrong={wrong} wall_s={wall:.3f} solves_s={solves:.3f} factor={wall / solves:.2f}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(end_status("ricochet_pairs.py", run))
