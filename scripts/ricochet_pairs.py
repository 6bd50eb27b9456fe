#!/usr/bin/env python3
"""Pipes 500 pairs of `load` and `solve` through one process and prints its time beside the sum of the solves.

scripts/ricochet_pairs.py [ENGINE]     ENGINE: target/release/ludion
"""

import pathlib
import re
import subprocess
import sys
import time

from arena.program import BUILT

ROOT = pathlib.Path(__file__).resolve().parent.parent


def main():
    engine = sys.argv[1] if len(sys.argv) > 1 else str(BUILT)
    lines = (ROOT / "src/games/ricochet/bench/positions.txt").read_text().splitlines()
    fields = [line.split("; ") for line in lines]
    pairs = [(text, facts.split()[1]) for text, facts in fields if facts.startswith("random500")]
    requests = "".join(f"load {text}\nsolve\n" for text, _ in pairs)
    started = time.time()
    ended = subprocess.run(
        [engine, "--game", "ricochet", "--command", "param threads 1"], input=requests, capture_output=True, text=True, check=True
    )
    wall = time.time() - started
    found = re.findall(r"solved moves=(\d+) .* seconds=([0-9.]+)", ended.stdout)
    wrong = sum(moves != known for (moves, _), (_, known) in zip(found, pairs))
    solves = sum(float(seconds) for _, seconds in found)
    print(f"pairs={len(found)} wrong={wrong} wall_s={wall:.3f} solves_s={solves:.3f} factor={wall / solves:.2f}")


if __name__ == "__main__":
    main()
