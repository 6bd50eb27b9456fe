"""One process through all games for a long time: its memory stays flat, and no thread or descriptor is left over.

`soak.csv` in the folder of transcripts has its resident memory in MiB after each episode, by seconds.
"""

from __future__ import annotations

import random
import tempfile
import time
from pathlib import Path

from arena import usage

from .engine import INTERRUPT, Finding, FindingKind, ReplyLimits, TestedEngine
from .findings import Context
from .interrupts import interrupt
from .lines import judge_whole, prepare
from .mutator import Mutator
from .table import Game, read

WARM_UP = 600.0
"""Seconds after which memory must be flat: until then tables are filled for the first time."""

MAX_SLOPE = 1.0
"""MiB in an hour."""

BUCKET = 120.0
"""Seconds of which only the least memory counts: tables come and go with the games, but what is leaked stays."""

SHORTEST_SLOPE = 1800.0
"""Seconds beyond the warm-up over which a slope says something."""

HASH_MB = 16
MOVES = 30
"""Moves of a game against itself."""


def steady(samples: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The least samples of each bucket after the warm-up; none where they are of too short a time for a slope."""
    late = [sample for sample in samples if sample[0] > WARM_UP]
    if not late or late[-1][0] - late[0][0] <= SHORTEST_SLOPE:
        return []
    least: dict[int, tuple[float, float]] = {}
    for seconds, mib in late:
        bucket = int(seconds / BUCKET)
        least[bucket] = min(least.get(bucket, (seconds, mib)), (seconds, mib), key=lambda sample: sample[1])
    return list(least.values())


def slope(samples: list[tuple[float, float]]) -> float:
    """MiB in an hour by least squares, of samples of seconds and MiB."""
    count = len(samples)
    if count < 2:
        return 0.0
    mean = sum(seconds for seconds, _ in samples) / count
    spread = sum((seconds - mean) ** 2 for seconds, _ in samples)
    return 3600 * sum((seconds - mean) * mib for seconds, mib in samples) / spread if spread else 0.0


def episode(engine: TestedEngine, game: Game, chance: random.Random, files: list[str]) -> int:
    """Some minutes' use of a game in a second: moves, undo, loads, interrupts. Returns the number of lines."""
    mutator = Mutator(game, chance, files)
    before = len(engine.sent)
    engine.exchange([line.encode() for line in (f"game {game.name}", "param max_time 0.02", f"param hash_mb {HASH_MB}", "param max_nodes 0")])
    known = [line for line in game.lines if line.split(" ")[0] in ("boardsize", "position", "load", "generate", "clear_board", "reset")]
    engine.exchange([chance.choice(known).encode()])
    for move in range(chance.randrange(MOVES)):
        line = f"genmove {'bw'[move % 2]}" if game.has("genmove") else "hint"
        for _, _, reply in engine.exchange([line.encode()]):
            mutator.observe(reply)
        if chance.random() < 0.2:
            engine.exchange([b"undo"])
    for _ in range(5):
        engine.exchange([mutator.request(chance.choice([c for c in game.commands if c.name not in ("quit", "param", "game", "hardest")])).encode()])
    engine.exchange([b"param max_time 100"])
    interrupt(engine, b"solve", chance.uniform(0, 0.05), INTERRUPT)
    lines = len(engine.sent) - before
    engine.sent.clear()
    return lines


def run(context: Context) -> dict[str, object]:
    """Uses one process until the deadline; returns the counts."""
    samples: list[tuple[float, float]] = []
    lines = number = threads = descriptors = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = prepare(folder, context.data)
        with TestedEngine(context.engine, folder, ReplyLimits(patience=0.2)) as engine:
            games = read(engine, context.data.parents[1])
            start, started = (engine.threads(), engine.descriptors()), time.monotonic()
            try:
                while not context.is_over(lines):
                    game = games[number % len(games)]
                    lines += episode(engine, game, context.chance("soak", number), files)
                    number += 1
                    samples.append((time.monotonic() - started, engine.memory(usage.PRESENT)))
                    for path in folder.glob("out*"):
                        path.unlink()
                engine.exchange([b"name"])
                # Threads that have answered may take a moment to end.
                time.sleep(0.2)
                threads, descriptors = engine.threads() - start[0], engine.descriptors() - start[1]
                if threads or descriptors:
                    raise Finding(FindingKind.LEAK, f"{threads} threads and {descriptors} descriptors are left over")
                if (growth := slope(steady(samples))) > MAX_SLOPE:
                    raise Finding(FindingKind.LEAK, f"memory grows by {growth:.1f} MiB in an hour")
                engine.end()
            except Finding as finding:
                engine.kill()
                # The lines of the last episode; what all have left cannot be shown by a few.
                shown = context.shrunk(finding.kind, engine.sent, judge_whole, engine.limits, folder)
                context.report(finding, "soak", shown, f", episode {number}")
    late = steady(samples)
    context.out.mkdir(parents=True, exist_ok=True)
    (context.out / "soak.csv").write_text("".join(f"{seconds:.0f},{mib:.1f}\n" for seconds, mib in samples))
    return {
        "seconds": f"{samples[-1][0]:.0f}" if samples else 0,
        "lines": lines,
        "rss_mib": f"{samples[-1][1]:.0f}" if samples else 0,
        "slope_mib_per_h": f"{slope(late):.1f}" if late else "-",
        "threads_left": threads,
        "descriptors_left": descriptors,
    }
