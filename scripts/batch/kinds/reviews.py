"""Reviews of many records: what each move lost, by searches of a given number of nodes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from arena.faults import BadArguments
from arena.record_moves import named_game

from ..kind import Result, Unit
from ..session import Session, UnitFault
from .reading import GAMES_OF_TWO, names, read_text, values

NAME = "reviews"
SUMMARY = "reviews many records"
UNIT = "a record"
SCHEMA: dict[str, type] = {"lines": list}

SECONDS = 1_000_000
"""Limit of time for a position: none that counts, since the nodes are limited."""

MOST_NODES = 2**64 - 1


def options(p: argparse.ArgumentParser) -> None:
    """The records."""
    p.add_argument("records", nargs="+", type=Path, metavar="RECORD", help="SGF of Hex, records with tags of the other games")
    p.add_argument("--game", choices=GAMES_OF_TWO, help="the game of the records (default: what each says, or hex)")
    p.add_argument("--nodes", type=int, default=2000, metavar="N", help="of the search of each position, but in Chomp, which is solved (default: 2000)")


def units(given: argparse.Namespace) -> list[Unit]:
    """A record each, with its text."""
    if not 1 <= given.nodes <= MOST_NODES:
        raise BadArguments(f"--nodes is a number from 1 to {MOST_NODES}")
    found = []
    for name, path in zip(names(given.records), given.records):
        text = read_text(path)
        game = given.game or named_game(path, text) or "hex"
        if game not in GAMES_OF_TWO:
            raise BadArguments(f"{path}: {game} is no game of two players")
        found.append({"game": game, "nodes": given.nodes, "name": name, "text": text})
    return found


def run(session: Session, unit: Unit) -> Result:
    """Reviews one, with one thread, so that it is the same everywhere."""
    file = "record.sgf" if unit["game"] == "hex" else "record.pgn"
    (session.folder / file).write_text(unit["text"], encoding="utf-8")
    # The bar of Chomp is solved once, exactly; a limit would only end that.
    limit = [] if unit["game"] == "chomp" else [f"param max_nodes {unit['nodes']}"]
    session.ask_all([f"game {unit['game']}", "param threads 1", *limit, f"param max_time {SECONDS}", f"load_file {file}"])
    *moves, end = session.ask("review").splitlines()
    # Of fewer moves than there are: a resignation or a swap is no choice of a move.
    if not end.startswith("reviewed "):
        raise UnitFault(f"review: {end[:200]}")
    return {"lines": moves}


def check(_unit: Unit, result: Result) -> bool:
    """A line of accuracy is there."""
    return any(line.startswith("accuracy ") for line in result["lines"])


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """All reviews as lines of JSON, and a table of the accuracies."""
    reviews = [json.dumps({"record": unit["name"], "review": result["lines"]}) for unit, result in done]
    table = ["record,black,white"]
    for unit, result in done:
        found: dict[str, str] = {}
        for line in result["lines"]:
            if line.startswith("accuracy "):
                found |= values(line)
        name = unit["name"].replace('"', '""')
        table.append(f'"{name}",{found.get("black", "")},{found.get("white", "")}')
    return {"reviews.jsonl": "".join(f"{line}\n" for line in reviews).encode(), "accuracy.csv": ("\n".join(table) + "\n").encode()}
