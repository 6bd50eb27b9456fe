#!/usr/bin/env python3
"""Reviews a game: what each move lost, the worst mistakes first, the value graph; as text, JSON or a page of HTML.

    scripts/review.py game.sgf --seconds 2 --html review.html          # a record of Hex
    scripts/review.py --game connect4 --moves '4 4 4 4 2 3' --json review.json

The figures are those of the engine's command `review` (protocol.md). Ctrl-C ends the review with the moves that are done; the same
command with `--json FILE` goes on after them. Exit status: 0; 2 for invalid arguments, a game that cannot be read, an engine that fails,
hangs or answers otherwise than ludion, and files that cannot be written; 4 for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import base64
import html
import json
import sys
from pathlib import Path
from typing import Any

from arena import charts
from arena.clock import check_seconds, plain
from arena.faults import BadArguments, Fault
from arena.files import read_text, request_path
from arena.log import Log
from arena.process import Limits, Process
from arena.program import BUILT, OneLineParser, complain, end_status, find_command, show
from arena.record_moves import named_game
from arena.store import check_outputs, replace

PART = 4
"""Moves of one request: what a killed run loses at most. Each request looks at one position more than it has moves."""

STOP_SECONDS = 30.0
"""How long an engine may take to end its search."""

CLASSES = ("good", "inaccuracy", "mistake", "blunder")

NUMBER = int | float

MOVE = {"number": int, "color": str, "move": str, "win": NUMBER, "loss": NUMBER, "class": str, "proved": bool, "best": [str]}

PLAYER = {"accuracy": NUMBER, **dict.fromkeys(CLASSES, int)}

REVIEW = {
    "game": str, "record": str, "seconds": NUMBER, "moves": [MOVE], "accuracy": dict, "turning_point": int | None,
    "next": int, "of": int | None, "positions": int, "took": NUMBER,
}  # fmt: skip
"""The form of a review as JSON; its `accuracy` has a `PLAYER` by colour."""

WORST = 5
"""Mistakes whose positions the page draws."""

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; } td, th { padding: .15em .7em; border-bottom: 1px solid #ddd; text-align: left; }
.inaccuracy { color: #8a6d00; } .mistake { color: #b35900; } .blunder { color: #b00020; font-weight: bold; }
.wide { overflow-x: auto; } svg { max-width: 100%; }
figure { display: inline-block; margin: .6em 0; width: 28em; max-width: 100%; vertical-align: top; } figure img { width: 100%; height: auto; }
"""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="review.py", description=__doc__.partition("\n")[0])
    p.add_argument("record", nargs="?", type=Path, metavar="FILE", help="a record that ludion loads: SGF of Hex, PGN-like of the other games")
    p.add_argument("--engine", default=str(BUILT), metavar="COMMAND", help="the ludion (default: target/release/ludion)")
    p.add_argument("--game", help="(default: what the record says, or hex)")
    p.add_argument("--size", metavar="ARGS", help="the arguments of boardsize")
    p.add_argument("--moves", default="", help="the moves in turn, in place of a record")
    p.add_argument("--seconds", type=float, default=1.0, help="for each position (default: 1)")
    p.add_argument("--stall", type=float, default=Limits.stall, metavar="S", help=f"seconds beyond the time of a request after which the engine hangs (default: {Limits.stall:g})")
    p.add_argument("--json", type=Path, metavar="OUT", help="writes the review as JSON, as it goes on; - prints it")
    p.add_argument("--html", type=Path, metavar="OUT", help="writes it as a page with the value graph")
    return p


class Reviewer:
    """A ludion that knows the game and reviews it."""

    def __init__(self, given: argparse.Namespace) -> None:
        """Starts it and loads the game. Raises `BadArguments`."""
        self._process = Process(find_command(given.engine, "--engine: "), Limits(startup=given.stall, stall=given.stall), Log(None))
        self.is_interrupted = False
        self.ask(f"game {given.game}")
        if given.record:
            with request_path(given.record) as file:
                self.ask(f"load_file {file}")
        elif given.size:
            self.ask(f"boardsize {given.size}")
        for number, move in enumerate(given.moves.split()):
            # In some games a player moves again; in Hex any colour may play.
            if not any(self._process.ask(f"play {color} {move}").ok for color in ("wb" if number % 2 else "bw")):
                raise BadArguments(f"--moves: {move} cannot be played")

    def ask(self, line: str, seconds: float = 0.0) -> str:
        """The answer to a request that takes `seconds`. Raises `BadArguments` where it fails."""
        answer = self._process.ask(line, seconds)
        if not answer.ok:
            raise BadArguments(f"{line}: {answer.text}")
        return answer.text

    def record(self) -> str:
        """The game with all its moves: a record with tags, or in Hex the line of position."""
        answer = self._process.ask("pgn")
        return answer.text if answer.ok else self.ask("position")

    def review(self, seconds: float, first: int) -> str:
        """The review of the moves from `first` on, at most `PART`; of fewer if it is interrupted."""
        line = f"review seconds={plain(seconds)} from={first} to={first + PART - 1}"
        try:
            return self.ask(line, (PART + 1) * seconds)
        except KeyboardInterrupt:
            self.is_interrupted = True
            return self._process.interrupt(STOP_SECONDS).text

    def close(self) -> None:
        """Ends it."""
        self._process.close()


def game_of(record: Path) -> str:
    """The game that a record names; Hex where it names none."""
    try:
        return named_game(record, read_text(record, errors="replace")) or "hex"
    except OSError as error:
        raise BadArguments(f"{record}: {error.strerror}") from None


def has_form(value: object, form: Any) -> bool:
    """Whether a value of JSON has a form: the keys of a dictionary and the types of their values, the type of all items of a list."""
    if isinstance(form, dict):
        return isinstance(value, dict) and all(key in value and has_form(value[key], part) for key, part in form.items())
    if isinstance(form, list):
        return isinstance(value, list) and all(has_form(item, form[0]) for item in value)
    return isinstance(value, form)


def is_review(value: Any) -> bool:
    """Whether a value of JSON is a review."""
    return has_form(value, REVIEW) and value.keys() == REVIEW.keys() and has_form(list(value["accuracy"].values()), [PLAYER])


def stored_review(given: argparse.Namespace, record: str) -> dict[str, Any]:
    """The review in the file of `--json` if it is one of this game; an empty one if there is none or one of another game.
    Raises `BadArguments` for a file that is no review: it is not overwritten."""
    key = {"game": given.game, "record": record, "seconds": given.seconds}
    empty = {**key, "moves": [], "accuracy": {}, "turning_point": None, "next": 1, "of": None, "positions": 0, "took": 0.0}
    try:
        stored = json.loads(read_text(given.json)) if given.json and str(given.json) != "-" else empty
    except FileNotFoundError:
        return empty
    except OSError as error:
        raise BadArguments(f"{given.json}: {error.strerror}") from None
    except (ValueError, RecursionError):
        stored = None
    if not is_review(stored):
        raise BadArguments(f"{given.json}: it exists and is no review")
    return stored if all(stored[name] == key[name] for name in key) else empty


def split_names(names: str, like: str) -> list[str]:
    """Names of moves with commas between; in some games each has a comma itself, as `like` has."""
    parts = [part for part in names.split(",") if part]
    length = like.count(",") + 1
    return [",".join(parts[at : at + length]) for at in range(0, len(parts), length)]


def add_reply(review: dict[str, Any], text: str, *, is_complete: bool) -> None:
    """Adds the reply of `review` about further moves; `is_complete` says that it was not interrupted."""
    first = review["next"]
    for line in text.splitlines():
        words = line.split()
        values = dict(word.split("=", 1) for word in words if "=" in word)
        if words[0].isdigit():
            review["moves"].append({
                "number": int(words[0]), "color": words[1], "move": words[2], "win": float(values["win"]),
                "loss": float(values["loss"]), "class": values["class"], "proved": values["proved"] == "1",
                **{key: int(values[key]) for key in ("score", "lost") if key in values},
                "best": split_names(values["best"], like=words[2]),
            })  # fmt: skip
            review["next"] = int(words[0]) + 1
        elif words[0] == "accuracy":
            color, accuracy = words[1].split("=")
            counts = {key: int(values[key]) for key in CLASSES}
            before = review["accuracy"].get(color, {"accuracy": 0.0, **dict.fromkeys(CLASSES, 0)})
            old, new = sum(before[key] for key in CLASSES), sum(counts.values())
            mean = (before["accuracy"] * old + float(accuracy) * new) / (old + new)
            review["accuracy"][color] = {"accuracy": mean, **{key: before[key] + counts[key] for key in CLASSES}}
        elif words[0] == "turning":
            review["turning_point"] = int(words[2])
        elif words[0] == "reviewed":
            review["of"] = int(values["of"])
            review["positions"] += int(values["positions"])
            review["took"] += float(values["seconds"])
    if is_complete:
        review["next"] = min(review["of"], first + PART - 1) + 1


def review_text(review: dict[str, Any]) -> str:
    """The whole review in the words of the command."""
    lines = []
    for move in review["moves"]:
        score = f" score={move['score']} lost={move['lost']}" if "score" in move else ""
        lines.append(
            f"{move['number']} {move['color']} {move['move']} win={move['win']:.3f} loss={move['loss']:.3f} class={move['class']} "
            f"proved={int(move['proved'])}{score} best={','.join(move['best'])}"
        )
    for color, line in review["accuracy"].items():
        lines.append(f"accuracy {color}={line['accuracy']:.1f} " + " ".join(f"{key}={line[key]}" for key in CLASSES))
    if turning := next((move for move in review["moves"] if move["number"] == review["turning_point"]), None):
        lines.append(f"turning point {turning['number']} {turning['color']} {turning['move']}")
    lines.append(f"reviewed moves={len(review['moves'])} of={review['of']} positions={review['positions']} seconds={review['took']:.1f}")
    return "\n".join(lines)


def page(review: dict[str, Any], boards: dict[int, str], title: str) -> str:
    """The review as HTML; `boards` are pictures by the number of the move to be made."""
    moves = review["moves"]
    black = [(move["number"] - 1.0, 100 * (move["win"] if move["color"] == "black" else 1 - move["win"])) for move in moves]
    rows = [
        f"<tr class={move['class']}><td>{move['number']}<td>{move['color']}<td>{html.escape(move['move'])}<td>{100 * move['win']:.1f} %"
        f"<td>{100 * move['loss']:.1f}<td>{move.get('lost', '')}<td>{move['class']}<td>{html.escape(' '.join(move['best']))}<td>{'proved' * move['proved']}"
        for move in moves
    ]
    players = [
        f"<tr><td>{color}<td>{line['accuracy']:.1f}<td>{line['inaccuracy']}<td>{line['mistake']}<td>{line['blunder']}"
        for color, line in review["accuracy"].items()
    ]
    figures = [
        f"<figure>{picture(boards[move['number']])}<figcaption class={move['class']}>{move['number']}. {move['color']} played "
        f"{html.escape(move['move'])} and lost {100 * move['loss']:.1f} points; better: {html.escape(' '.join(move['best']))}"
        "</figcaption></figure>"
        for move in worst(review)
    ]
    turning = review["turning_point"]
    return "\n".join([
        f"<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'><title>{html.escape(title)}</title><style>{STYLE}</style><h1>{html.escape(title)}</h1>",
        "<div class=wide><table><tr><th>player<th>accuracy<th>inaccuracies<th>mistakes<th>blunders", *players, "</table></div>",
        f"<p>The game turned for good at move {turning}.</p>" if turning else "",
        "<h2>Black's chance to win</h2>", charts.lines({"black, %": black}, "moves", "%", most=100),
        "<h2>The worst mistakes</h2>" if figures else "", *figures, "<h2>All moves</h2>",
        "<div class=wide><table><tr><th>#<th>player<th>move<th>chance before<th>lost, %<th>score lost<th>class<th>best<th>", *rows, "</table></div>",
    ])  # fmt: skip


def picture(svg: str) -> str:
    """A drawing as an image of its own, whose styles are not those of the page."""
    return f'<img alt="the board before the move" src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}">'


def worst(review: dict[str, Any]) -> list[dict[str, Any]]:
    """The moves that lost most, those that are not good."""
    bad = [move for move in review["moves"] if move["class"] != "good"]
    return sorted(bad, key=lambda move: -move["loss"])[:WORST]


def draw(reviewer: Reviewer, review: dict[str, Any], count: int) -> dict[int, str]:
    """The boards before the worst moves; the engine is left where it was."""
    boards = {}
    for move in worst(review):
        back = count - move["number"] + 1
        reviewer.ask(f"undo {back}")
        boards[move["number"]] = reviewer.ask("svg")
        reviewer.ask(f"redo {back}")
    return boards


def review_game(reviewer: Reviewer, given: argparse.Namespace) -> dict[str, Any]:
    """Reviews the game, from where a stored review ends; ends early if it is interrupted."""
    review = stored_review(given, reviewer.record())
    while not reviewer.is_interrupted and (review["of"] is None or review["next"] <= review["of"]):
        text = reviewer.review(given.seconds, review["next"])
        try:
            add_reply(review, text, is_complete=not reviewer.is_interrupted)
        except (ValueError, LookupError, TypeError) as error:
            raise BadArguments(f"{given.engine}: it does not answer as ludion: {error!r}") from None
        if given.json and str(given.json) != "-":
            replace(given.json, json.dumps(review, indent=1) + "\n")
        if sys.stderr.isatty():
            done = review["next"] - 1
            show(sys.stderr, f"\r{done} of {review['of']} moves, {review['took']:.0f} s ")
    if sys.stderr.isatty():
        show(sys.stderr, "\n")
    return review


def run(arguments: list[str]) -> int:
    """Reviews a game; raises `BadArguments`."""
    given = parser().parse_args(arguments)
    check_seconds("--seconds", given.seconds)
    if not given.stall > 0 or not (given.record or given.moves):
        raise BadArguments("give a record or --moves, and --stall above 0")
    if given.record and (given.moves or given.size):
        raise BadArguments("--moves and --size are for a game without a record")
    is_printed = str(given.json) == "-"
    check_outputs({"--html": given.html, "--json": None if is_printed else given.json}, [given.record] if given.record else [])
    given.game = given.game or (game_of(given.record) if given.record else "hex")
    try:
        reviewer = Reviewer(given)
        review = review_game(reviewer, given)
        print(json.dumps(review, indent=1) if is_printed else review_text(review))
        if given.html:
            title = f"{given.game}: {given.record.name if given.record else 'review'}"
            replace(given.html, page(review, draw(reviewer, review, review["of"]), title))
        reviewer.close()
    except Fault as fault:
        raise BadArguments(f"{given.engine}: {fault.kind}: {fault}") from None
    if reviewer.is_interrupted:
        complain("review.py", "interrupted: these are the moves that are done")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(end_status("review.py", lambda: run(sys.argv[1:])))
