"""Proofs of who wins Hex after each first stone. Of two stones that are images of each other under the half-turn one is proved."""

from __future__ import annotations

import argparse

from ..kind import Result, Unit
from ..session import Session
from .reading import sides, table_size

NAME = "hex-openings"
SUMMARY = "proves who wins Hex after each first stone"
UNIT = "a first stone of Hex"
SCHEMA: dict[str, type] = {"winner": str}

WINNERS = ("black", "white")


def options(p: argparse.ArgumentParser) -> None:
    """The board, and the memory of a proof."""
    p.add_argument("--size", default="6", metavar="N|WxH", help="the board (default: 6)")
    p.add_argument("--hash-mb", type=int, default=256, metavar="MB", help="the table of a proof (default: 256)")


def cell(x: int, y: int) -> str:
    """The name of a cell."""
    return f"{chr(97 + x)}{y + 1}"


def units(given: argparse.Namespace) -> list[Unit]:
    """A first stone each, in reading order."""
    width, height = sides(given.size, 1, 19)
    half = (width * height + 1) // 2
    places = [(number % width, number // width) for number in range(half)]
    same = {"width": width, "height": height, "hash_mb": table_size(given)}
    return [same | {"x": x, "y": y} for x, y in places]


def run(session: Session, unit: Unit) -> Result:
    """Proves one."""
    lines = [f"param hash_mb {unit['hash_mb']}", "param threads 1", f"boardsize {unit['width']} {unit['height']}"]
    session.ask_all(["game hex", *lines, f"play b {cell(unit['x'], unit['y'])}"])
    return {"winner": session.ask("dfpn-solve-state w")}


def check(_unit: Unit, result: Result) -> bool:
    """A proof has a winner."""
    return result["winner"] in WINNERS


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """The verdict on each first stone, and the board with the winning ones as `#`, the losing ones as `.`."""
    wins: dict[tuple[int, int], bool] = {}
    for unit, result in done:
        x, y = unit["x"], unit["y"]
        won = result["winner"] == "black"
        wins[x, y] = wins[unit["width"] - 1 - x, unit["height"] - 1 - y] = won
    if not wins:
        return {"openings.txt": b""}
    width, height = done[0][0]["width"], done[0][0]["height"]
    lines = [f"{cell(x, y)} {'win' if wins[x, y] else 'loss'}" for y in range(height) for x in range(width) if (x, y) in wins]
    mark = {True: "#", False: ".", None: "?"}
    board = [" " * y + " ".join(mark[wins.get((x, y))] for x in range(width)) for y in range(height)]
    return {"openings.txt": "\n".join([*lines, "", *board, ""]).encode()}
