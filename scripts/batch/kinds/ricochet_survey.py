"""Boards of Ricochet Robots by their seeds: how many need how many moves, and the hardest one."""

from __future__ import annotations

import argparse
from collections import Counter

from ..kind import Result, Unit
from ..session import Session, UnitFault
from .reading import batches, seed_range, values

NAME = "ricochet-survey"
SUMMARY = "the distribution of optimal lengths in Ricochet Robots, and the hardest board"
UNIT = "the boards of a range of seeds"
SCHEMA: dict[str, type] = {"lengths": dict, "moves": int, "seed": int, "board": str}


def options(p: argparse.ArgumentParser) -> None:
    """The seeds, and which boards they stand for."""
    p.add_argument("--seeds", default="1-1000", metavar="A-B", help="a board each (default: 1-1000)")
    p.add_argument("--batch", type=int, default=100, metavar="N", help="boards of a unit (default: 100)")
    p.add_argument("--walls", choices=["official", "all", "random"], default="official", help="(default: official)")
    p.add_argument("--robots", type=int, choices=[4, 5], default=4, help="(default: 4)")
    p.add_argument("--rule", choices=["plain", "ricochet"], default="plain", help="(default: plain)")


def units(given: argparse.Namespace) -> list[Unit]:
    """A range of seeds each."""
    same = {"walls": given.walls, "robots": given.robots, "rule": given.rule}
    return [same | {"first": first, "last": last} for first, last in batches(seed_range(given.seeds), given.batch)]


def run(session: Session, unit: Unit) -> Result:
    """Makes and solves the boards."""
    session.ask_all(["game ricochet", "param threads 1"])
    lengths: Counter[int] = Counter()
    hardest = (-1, 0, "")
    for seed in range(unit["first"], unit["last"] + 1):
        session.ask(f"generate seed={seed} walls={unit['walls']} robots={unit['robots']} rule={unit['rule']}")
        reply = session.ask("solve")
        moves = values(reply).get("moves", "")
        if not reply.startswith("solved ") or not moves.isdecimal():
            raise UnitFault(f"seed {seed}: {reply[:200]}")
        lengths[int(moves)] += 1
        if int(moves) > hardest[0]:
            hardest = (int(moves), seed, session.ask("position"))
    counts = {str(length): count for length, count in sorted(lengths.items())}
    return {"lengths": counts, "moves": hardest[0], "seed": hardest[1], "board": hardest[2]}


def check(unit: Unit, result: Result) -> bool:
    """All boards are counted, and the hardest is one of the longest."""
    lengths = {int(length): count for length, count in result["lengths"].items()}
    inside = unit["first"] <= result["seed"] <= unit["last"]
    return inside and sum(lengths.values()) == unit["last"] - unit["first"] + 1 and max(lengths) == result["moves"]


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """The distribution of the fewest moves, and the hardest board with its seed: the first among equals."""
    lengths: Counter[int] = Counter()
    for _, result in done:
        lengths.update({int(length): count for length, count in result["lengths"].items()})
    rows = ["moves,boards", *(f"{length},{count}" for length, count in sorted(lengths.items()))]
    best = min((result for _, result in done), key=lambda result: (-result["moves"], result["seed"]), default=None)
    hardest = f"moves={best['moves']} seed={best['seed']}\n{best['board']}\n" if best else ""
    return {"lengths.csv": ("\n".join(rows) + "\n").encode(), "hardest.txt": hardest.encode()}
