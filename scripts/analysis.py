#!/usr/bin/env python3
"""A client of `ludion analysis`: asks for positions, and draws the value graph of a game.

    scripts/analysis.py --boardsize 11 --seconds 1 --out graph.svg a2 f6 d4 h7 g9
    scripts/analysis.py --game connect4 --visits 20000 --out graph.svg 4 4 4 4 2 3

Prints each turn with the best move, black's chance to win and the expected play. `Analysis` can be imported.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from arena import charts
from arena.faults import BadArguments
from arena.program import BUILT, end_status


class Analysis:
    """A running engine. Queries are dictionaries as in protocol.md, without `id`."""

    def __init__(self, command: str, *arguments: str) -> None:
        """Starts it."""
        self._process = subprocess.Popen([command, "analysis", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, queries: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Sends all queries, and yields the answers; each `id` is the query's number. Ends the engine. Raises `BadArguments` if it fails."""
        with self._process as process:
            text = "".join(json.dumps({"id": number, **query}) + "\n" for number, query in enumerate(queries))
            answers, _ = process.communicate(text)
        if process.returncode:
            raise BadArguments(f"{process.args[0]} ended with status {process.returncode}")
        yield from map(json.loads, answers.splitlines())


def run() -> int:
    """Runs the program; returns the exit status. Raises `BadArguments`."""
    parser = argparse.ArgumentParser(description="Draws the value graph of a game.")
    parser.add_argument("--engine", default=str(BUILT))
    parser.add_argument("--game", default="hex")
    parser.add_argument("--boardsize", default=None)
    parser.add_argument("--seconds", type=float, default=None, help="seconds for a position")
    parser.add_argument("--visits", type=int, default=None, help="nodes for a position")
    parser.add_argument("--out", type=Path, default=None, help="a file for the graph, as SVG")
    parser.add_argument("moves", nargs="*", help="as `play` reads them, the colours left out")
    given = parser.parse_args()
    wanted = {"game": given.game, "boardsize": given.boardsize, "maxSeconds": given.seconds, "maxVisits": given.visits}
    query = {key: value for key, value in wanted.items() if value is not None}
    query |= {"moves": given.moves, "analyzeTurns": list(range(len(given.moves) + 1))}
    answers = list(Analysis(given.engine).ask([query]))
    if failed := next((answer["error"] for answer in answers if "error" in answer), None):
        raise BadArguments(failed)
    if not answers:
        raise BadArguments(f"{given.engine} gave no answer")
    graph = []
    for answer in sorted(answers, key=lambda answer: answer["turn"]):
        if best := next(iter(answer.get("moves", ())), None):
            win = best["win"] if answer["toMove"] == "black" else 1 - best["win"]
            graph.append((float(answer["turn"]), 100 * win))
            print(f"{answer['turn']:3}  {best['move']:5}  black {100 * win:5.1f} %  {' '.join(best['pv'][:8])}")
    if given.out:
        given.out.write_text(charts.lines({"black wins, %": graph}, "moves", "%"))
    return 0


if __name__ == "__main__":
    sys.exit(end_status("analysis.py", run))
