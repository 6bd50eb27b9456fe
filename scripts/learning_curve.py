#!/usr/bin/env python3
"""Draws how a training run of the network for Hex learns: its losses, and its Elo by the ladder.

    ludion-lab hex ladder FOLDER > FOLDER/ladder
    scripts/learning_curve.py FOLDER --out PICTURES

reads FOLDER/log (written by `ludion-lab hex loop`) and FOLDER/ladder, and writes losses.svg and elo.svg.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from arena import charts
from arena.files import read_text
from arena.store import replace

NUMBER = r"([-+0-9.]+)"
LOG = re.compile(rf"generation (\d+) .* policy {NUMBER} value {NUMBER} owner {NUMBER} .* total {NUMBER} h$")
LADDER = re.compile(rf"generation (\d+) Elo {NUMBER}$")


def main() -> int:
    """Reads the run and writes the pictures; returns the exit status."""
    parser = argparse.ArgumentParser(description="Draws the losses and the Elo of a training run.")
    parser.add_argument("folder", type=Path, help="the folder of the run")
    parser.add_argument("--out", type=Path, default=Path("."), help="where the pictures go (default: here)")
    arguments = parser.parse_args()
    try:
        log = [match for line in read_text(arguments.folder / "log").splitlines() if (match := LOG.match(line))]
        ladder = [match for line in read_text(arguments.folder / "ladder").splitlines() if (match := LADDER.match(line))]
        if not log:
            raise ValueError(f"{arguments.folder / 'log'} has no line of a generation")
        hours = {int(match[1]): float(match[5]) for match in log}
        losses = {
            name: [(hours[int(match[1])], float(match[column])) for match in log]
            for column, name in ((2, "policy"), (3, "value"), (4, "owner"))
        }
        elo = [(hours[int(match[1])], float(match[2])) for match in ladder if int(match[1]) in hours]
        replace(arguments.out / "losses.svg", charts.lines(losses, "core-hours", "nats"))
        if elo:
            replace(arguments.out / "elo.svg", charts.lines({"Elo": elo}, "core-hours", "Elo"))
    except (OSError, ValueError) as error:
        print(f"learning_curve.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
