#!/usr/bin/env python3
"""Reviews a game: what each move lost, the worst mistakes first, the value graph; as text, JSON or a page of HTML.

    scripts/review.py game.sgf --seconds 2 --html review.html          # a record of Hex
    scripts/review.py --game connect4 --moves '4 4 4 4 2 3' --json review.json

The figures are those of the engine's command `review` (protocol.md). Exit status: 0; 2 for invalid arguments, a game that cannot be
read and files that cannot be written; 4 for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import html
import json
import math
import shlex
import sys
from pathlib import Path
from typing import Any

from arena import charts
from arena.faults import BadArguments, Fault
from arena.log import Log
from arena.options import OneLineParser
from arena.process import Limits, Process
from arena.program import BUILT, end_status
from arena.store import replace

WORST = 5
"""Mistakes whose positions the page draws."""

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; } td, th { padding: .15em .7em; border-bottom: 1px solid #ddd; text-align: left; }
.inaccuracy { color: #8a6d00; } .mistake { color: #b35900; } .blunder { color: #b00020; font-weight: bold; }
figure { display: inline-block; margin: .6em; width: 28em; vertical-align: top; } figure svg { width: 100%; height: auto; }
"""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="review.py", description=__doc__.partition("\n")[0])
    p.add_argument("record", nargs="?", type=Path, metavar="FILE", help="a record that ludion loads: SGF of Hex, PGN-like of the other games")
    p.add_argument("--engine", default=str(BUILT), metavar="COMMAND", help="the ludion (default: target/release/ludion)")
    p.add_argument("--game", default="hex")
    p.add_argument("--size", metavar="ARGS", help="the arguments of boardsize")
    p.add_argument("--moves", default="", help="the moves in turn, in place of a record")
    p.add_argument("--seconds", type=float, default=1.0, help="for each position (default: 1)")
    p.add_argument("--json", type=Path, metavar="OUT", help="writes the review as JSON")
    p.add_argument("--html", type=Path, metavar="OUT", help="writes it as a page with the value graph")
    return p


class Engine:
    """A ludion that knows the game."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Starts it and loads the game. Raises `BadArguments`."""
        self._process = Process(shlex.split(given.engine), Limits(stall=math.inf), Log(None))
        self.ask(f"game {given.game}")
        if given.record:
            self.ask(f"load_file {given.record}")
        elif given.size:
            self.ask(f"boardsize {given.size}")
        for move in given.moves.split():
            if not any(self._process.ask(f"play {color} {move}").ok for color in "bw"):
                raise BadArguments(f"--moves: {move} cannot be played")

    def ask(self, line: str) -> str:
        """The answer to a request. Raises `BadArguments` where it fails."""
        answer = self._process.ask(line)
        if not answer.ok:
            raise BadArguments(f"{line}: {answer.text}")
        return answer.text

    def close(self) -> None:
        """Ends it."""
        self._process.close()


def read_review(text: str) -> dict[str, Any]:
    """The reply of `review` as values."""
    review: dict[str, Any] = {"moves": [], "accuracy": {}, "turning_point": None}
    for line in text.splitlines():
        words = line.split()
        values = dict(word.split("=", 1) for word in words if "=" in word)
        if words[0].isdigit():
            review["moves"].append({
                "number": int(words[0]), "color": words[1], "move": words[2], "win": float(values["win"]),
                "loss": float(values["loss"]), "class": values["class"], "proved": values["proved"] == "1",
                "best": [name for name in values["best"].split(",") if name],
            })  # fmt: skip
        elif words[0] == "accuracy":
            color, accuracy = words[1].split("=")
            counts = {key: int(values[key]) for key in ("good", "inaccuracy", "mistake", "blunder")}
            review["accuracy"][color] = {"accuracy": float(accuracy), **counts}
        elif words[0] == "turning":
            review["turning_point"] = int(words[2])
    return review


def page(review: dict[str, Any], boards: dict[int, str], title: str) -> str:
    """The review as HTML; `boards` are pictures by the number of the move to be made."""
    moves = review["moves"]
    black = [(move["number"] - 1.0, 100 * (move["win"] if move["color"] == "black" else 1 - move["win"])) for move in moves]
    rows = [
        f"<tr class={move['class']}><td>{move['number']}<td>{move['color']}<td>{html.escape(move['move'])}<td>{100 * move['win']:.1f} %"
        f"<td>{100 * move['loss']:.1f}<td>{move['class']}<td>{html.escape(' '.join(move['best']))}<td>{'proved' * move['proved']}"
        for move in moves
    ]
    players = [
        f"<tr><td>{color}<td>{line['accuracy']:.1f}<td>{line['inaccuracy']}<td>{line['mistake']}<td>{line['blunder']}"
        for color, line in review["accuracy"].items()
    ]
    figures = [
        f"<figure>{boards[move['number']]}<figcaption class={move['class']}>{move['number']}. {move['color']} played "
        f"{html.escape(move['move'])} and lost {100 * move['loss']:.1f} points; better: {html.escape(' '.join(move['best']))}"
        "</figcaption></figure>"
        for move in worst(review)
    ]
    turning = review["turning_point"]
    return "\n".join([
        f"<!doctype html><meta charset=utf-8><title>{html.escape(title)}</title><style>{STYLE}</style><h1>{html.escape(title)}</h1>",
        "<table><tr><th>player<th>accuracy<th>inaccuracies<th>mistakes<th>blunders", *players, "</table>",
        f"<p>The game turned for good at move {turning}.</p>" if turning else "",
        "<h2>Black's chance to win</h2>", charts.lines({"black, %": black}, "moves", "%"),
        "<h2>The worst mistakes</h2>" if figures else "", *figures, "<h2>All moves</h2>",
        "<table><tr><th>#<th>player<th>move<th>chance before<th>lost<th>class<th>best<th>", *rows, "</table>",
    ])  # fmt: skip


def worst(review: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves that lost most, those that are not good."""
    bad = [move for move in review["moves"] if move["class"] != "good"]
    return sorted(bad, key=lambda move: -move["loss"])[:WORST]


def draw(engine: Engine, review: dict[str, Any], count: int) -> dict[int, str]:
    """The boards before the worst moves; the engine is left where it was."""
    boards = {}
    for move in worst(review):
        back = count - move["number"] + 1
        engine.ask(f"undo {back}")
        boards[move["number"]] = engine.ask("svg")
        engine.ask(f"redo {back}")
    return boards


def run(arguments: list[str]) -> int:
    """Reviews a game; raises `BadArguments`."""
    given = parser().parse_args(arguments)
    if not given.seconds > 0 or not (given.record or given.moves):
        raise BadArguments("give an SGF record or --moves, and --seconds above 0")
    try:
        engine = Engine(given)
        text = engine.ask(f"review seconds={given.seconds:g}")
        review = read_review(text)
        if given.html:
            count = int(text.rpartition(" of=")[2].split()[0])
            title = f"{given.game}: {given.record.name if given.record else 'review'}"
            replace(given.html, page(review, draw(engine, review, count), title))
        engine.close()
    except Fault as fault:
        raise BadArguments(f"{given.engine}: {fault.kind}: {fault}") from None
    if given.json:
        replace(given.json, json.dumps(review, indent=1) + "\n")
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(end_status("review.py", lambda: run(sys.argv[1:])))
