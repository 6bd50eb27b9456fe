#!/usr/bin/env python3
"""Draws how a training run of the network for Hex learns: its losses, and its Elo by the ladder.

    ludion-lab hex ladder FOLDER > FOLDER/ladder
    scripts/learning_curve.py FOLDER --out PICTURES

reads FOLDER/log (written by `ludion-lab hex loop`) and FOLDER/ladder, and writes losses.svg and, with a ladder, elo.svg. Exit
status: 0; 2 for invalid arguments, files that are missing or cannot be read and pictures that cannot be written; 4 for a bug of
the script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from arena import charts
from arena.faults import BadArguments
from arena.files import read_text
from arena.program import OneLineParser, end_status
from arena.store import replace

NUMBER = r"([-+0-9.]+)"
LOG = re.compile(rf"generation (\d+) .* policy {NUMBER} value {NUMBER} owner {NUMBER} .* total {NUMBER} h$")
LADDER = re.compile(rf"generation (\d+) Elo {NUMBER}$")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="learning_curve.py", description=__doc__.partition("\n")[0])
    p.add_argument("folder", type=Path, help="the folder of the run")
    p.add_argument("--out", type=Path, default=Path("."), help="where the pictures go (default: here)")
    return p


def read_lines(path: Path, form: re.Pattern[str]) -> list[re.Match[str]]:
    """The lines of a file that have a form. Raises `BadArguments` for a file that is no text."""
    try:
        return [match for line in read_text(path).splitlines() if (match := form.match(line))]
    except ValueError as error:
        raise BadArguments(f"{path}: {error}") from None


def draw(log: list[re.Match[str]], ladder: list[re.Match[str]], out: Path) -> None:
    """Writes the pictures. Raises `ValueError` for what is no number."""
    hours = {int(match[1]): float(match[5]) for match in log}
    losses = {
        name: [(hours[int(match[1])], float(match[column])) for match in log]
        for column, name in ((2, "policy"), (3, "value"), (4, "owner"))
    }
    elo = [(hours[int(match[1])], float(match[2])) for match in ladder if int(match[1]) in hours]
    replace(out / "losses.svg", charts.lines(losses, "core-hours", "nats"))
    if elo:
        replace(out / "elo.svg", charts.lines({"Elo": elo}, "core-hours", "Elo"))


def run(arguments: list[str]) -> int:
    """Reads the run and writes the pictures; returns the exit status. Raises `BadArguments`."""
    given = parser().parse_args(arguments)
    log, path = read_lines(given.folder / "log", LOG), given.folder / "ladder"
    ladder = read_lines(path, LADDER) if path.exists() else []
    if not log:
        raise BadArguments(f"{given.folder / 'log'} has no line of a generation")
    try:
        draw(log, ladder, given.out)
    except ValueError as error:
        raise BadArguments(f"{given.folder}: {error}") from None
    if not ladder:
        print(f"no ladder in {path}: elo.svg is not drawn")
    return 0


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""
    return end_status("learning_curve.py", lambda: run(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
