"""How long after its `max_time` a move comes, in every game and on small and large boards.

The engine runs alone, then as many at once as keep twice the processors busy. A row a board: moves, and by how many milliseconds their
replies were late, on the wall clock. A move later than a gross bound is a finding; the finer bounds are for an idle machine.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections import defaultdict
from pathlib import Path

from arena.program import show

from .engine import Finding, FindingKind, ReplyLimits, TestedEngine
from .findings import Context, load, quantile

BOARDS = {
    "hex 9": ["game hex", "boardsize 9"],
    "hex 11": ["game hex", "boardsize 11"],
    "hex 13": ["game hex", "boardsize 13"],
    "hex 19": ["game hex", "boardsize 19"],
    "hex 19, no network": ["game hex", "boardsize 19", "param network none"],
    "hex 13, 2 threads": ["game hex", "boardsize 13", "param threads 2"],
    "hex 19, 32 threads": ["game hex", "boardsize 19", "param threads 32"],
    "connect4 7x6": ["game connect4"],
    "connect4 8x7, 2 GB": ["game connect4", "boardsize 8 7", "param hash_mb 2048"],
    "dots 5x5": ["game dots", "boardsize 5 5"],
    "dots 10x10": ["game dots", "boardsize 10 10"],
    "tictactoe 7x7": ["game tictactoe", "boardsize 7 7 5"],
    "tictactoe 11x11": ["game tictactoe", "boardsize 11 11 5"],
    "chomp 6x7": ["game chomp", "boardsize 6 7"],
    "chomp 15x15": ["game chomp", "boardsize 15 15"],
    "nim 1023 1023": ["game nim", "boardsize 1023 1023 wythoff"],
    "graph 50000": ["game graph", "load_file game.pg"],
}
"""The first lines of a process, by the name of the row."""

TIMES = [0.01, 0.02, 0.05]
"""Seconds a move."""

MOVES = 60
"""Moves of a process: of one game, or of several."""

GROSS = 1.0
"""Seconds that no move may be late, on a machine with nothing else to do."""

GRAPH_VERTICES = 50_000

QUANTILES = (("p50", 0.5), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0))


def write_graph(path: Path) -> None:
    """A game on a ring with chords, in PGSolver's form; some vertices are final, which in this form are loops."""
    with path.open("w") as file:
        file.write(f"parity {GRAPH_VERTICES - 1};\n")
        for vertex in range(GRAPH_VERTICES):
            if vertex % 97 == 0:
                file.write(f"{vertex} 1 {vertex % 2} {vertex};\n")
                continue
            steps = (1, 2, 7 + vertex % 11)
            file.write(f"{vertex} 0 {vertex % 2} {','.join(str((vertex + step) % GRAPH_VERTICES) for step in steps)};\n")


def delays(context: Context, folder: Path, name: str, number: int) -> list[float]:
    """One process: seconds that each move came after its time. Raises `Finding`."""
    chance = context.chance(f"clock/{name}", number)
    found: list[float] = []
    with TestedEngine(context.engine, folder, ReplyLimits(patience=30.0)) as engine:
        for line in BOARDS[name]:
            engine.ask(line)
        for move in range(MOVES):
            seconds = chance.choice(TIMES)
            engine.ask(f"param max_time {seconds}")
            start = time.monotonic()
            ((_, _, reply),) = engine.exchange([f"genmove {'bw'[move % 2]}".encode()])
            late = time.monotonic() - start - seconds
            if reply[:1] != b"=" or b"resign" in reply:
                # The game is over: the same moves again, with a table that knows them.
                engine.exchange([line.encode() for line in BOARDS[name][1:2] or ["clear_board"]])
                continue
            found.append(max(0.0, late))
            if late > GROSS * load():
                raise Finding(FindingKind.LATE, f"{name}: {late:.3f} s after a time of {seconds} s")
            if time.monotonic() >= context.deadline:
                break
        engine.end()
    return found


def run(context: Context) -> dict[str, object]:
    """Plays on all boards by turns, alone and loaded; prints a row a board and returns the greatest figures."""
    late: dict[tuple[str, str], list[float]] = defaultdict(list)
    crowd = 2 * len(os.sched_getaffinity(0))
    names = list(BOARDS)
    with tempfile.TemporaryDirectory() as text:
        folder = Path(text)
        write_graph(folder / "game.pg")

        def measure(kind: str, name: str, number: int) -> None:
            try:
                late[kind, name] += delays(context, folder, name, number)
            except Finding as finding:
                context.report(finding, "clock", note=f", {kind}, process {number}")

        number = 0
        while not context.is_over(sum(map(len, late.values()))):
            name = names[number // 2 % len(names)]
            if number % 2 == 0:
                measure("alone", name, number)
            else:
                group = [threading.Thread(target=measure, args=("loaded", name, 1000 * number + one)) for one in range(crowd)]
                for one in group:
                    one.start()
                for one in group:
                    one.join()
            number += 1
    for (kind, name), values in sorted(late.items()):
        figures = " ".join(f"{label} {1000 * quantile(values, share):6.1f}" for label, share in QUANTILES)
        show(sys.stderr, f"clock: {kind:6} {name:20} {len(values):6} moves, late by ms: {figures}\n")
    worst = {kind: max((quantile(values, 0.999) for (one, _), values in late.items() if one == kind), default=0.0) for kind in ("alone", "loaded")}
    return {"moves": sum(map(len, late.values())), **{f"worst_p999_ms_{kind}": f"{1000 * value:.1f}" for kind, value in worst.items()}}
