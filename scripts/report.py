#!/usr/bin/env python3
"""Writes the report of a match: `scripts/report.py DIR` writes DIR/report.html, which is self-contained.

Cross table, Elo with intervals, results by colour and opening, time, length of the games, and a replay of each game,
of the first ones on the boards of ludion. Plots are drawn by matplotlib if it is installed. The match may still be running. Exit status: 0; 2 for no
match, a damaged one or a page that cannot be written; 4 for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from arena import frames
from arena.faults import BadArguments
from arena.files import read_text
from arena.page import page
from arena.program import OneLineParser, complain, end_status
from arena.store import check_outputs, read_records, replace


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="report.py", description=__doc__.partition("\n")[0])
    p.add_argument("folder", type=Path, metavar="DIR", help="the directory of match.py --out")
    p.add_argument("--out", type=Path, metavar="FILE", help="the page (default: DIR/report.html)")
    most = frames.MOST_GAMES
    p.add_argument("--boards", type=int, default=most, metavar="N", help=f"games whose boards are drawn, the first ones (default: {most})")
    p.add_argument("--ludion", metavar="COMMAND", help="the program that draws (default: target/release/ludion, if there is none games are moves)")
    return p


def run(arguments: list[str]) -> int:
    """Draws the page; raises `BadArguments`."""
    given = parser().parse_args(arguments)
    drawer = frames.find_drawer(given.ludion)
    if given.boards < 0:
        raise BadArguments("--boards is a number from 0")
    description, games = given.folder / "match.json", given.folder / "games.jsonl"
    try:
        configuration = json.loads(read_text(description))
    except (OSError, ValueError, RecursionError) as error:
        raise BadArguments(f"{given.folder}: no match: {error}") from None
    out = given.out or given.folder / "report.html"
    check_outputs({"--out": out}, [description, games])
    records = read_records(games)[0] if games.exists() else {}
    try:
        games = [records[number] for number in sorted(records)]
        drawn = frames.draw(drawer, configuration, games, given.boards)
        text = page(configuration, records, drawn)
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        raise BadArguments(f"{given.folder}: match.json and games.jsonl are not of one match: {error!r}") from None
    replace(out, text)
    if drawer and drawn.games and not drawn.drawing:
        complain("report.py", f"{drawer} draws nothing: the games are moves")
    print(out)
    return 0


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""
    return end_status("report.py", lambda: run(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
