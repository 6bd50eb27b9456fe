"""Signals and closed pipes at random moments: the process ends within a bound, with exit status 0 and nothing on stderr."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .engine import Finding, FindingKind, ReplyLimits, TestedEngine
from .findings import Context, load, quantile
from .interrupts import LARGE, LARGE_EDGES, write_large_graph
from .mutator import Mutator
from .table import Game, read

ENDS = ["SIGTERM", "SIGINT", "SIGHUP", "closed"]
"""Signals, and the end of whoever reads the replies."""

CASES = ["idle", "at once", "running", "queued"]
"""When it ends: with nothing to do, as a request is sent, while it runs, and with a thousand requests behind it."""

LIMIT = 0.2
"""Seconds to the end, multiplied by the number of processes that wait for each processor."""

LONG = ["genmove b", "solve", "generate size=60x60", "hardest any@36", "attractor 1", "count"]
"""Requests that take long, the first that a game knows on its largest boards."""


@dataclass(frozen=True)
class Case:
    """How a process ends."""

    lines: list[bytes]
    """The lines before its end; that of the last one is the moment."""
    how: str
    when: str
    wait: float
    """Seconds after the last line, where that runs."""

    def play(self, engine: TestedEngine, lines: list[bytes]) -> float:
        """Sends these lines and ends a process. Returns the seconds from the signal to its end; raises `Finding`."""
        last = lines[-1] if lines else b""
        engine.exchange(lines[:-1])
        if self.when != "idle":
            engine.sent.append(last)
            engine.write(last + b"\n" + (b"name\n" * 1000 if self.when == "queued" else b""))
        if self.when in ("running", "queued"):
            time.sleep(self.wait)
        since = time.monotonic()
        if self.how == "closed":
            engine.child.stdout.close()
        else:
            os.kill(engine.pid, signal.Signals[self.how])
        status = wait_for_end(engine, 10.0)
        seconds = time.monotonic() - since
        if status is None:
            raise Finding(FindingKind.HANG, f"{self.describe(last)}: does not end")
        if last.startswith(b"quit"):
            return 0.0
        text = engine.stderr()
        if status != 0 or text:
            raise Finding(FindingKind.EXIT, f"{self.describe(last)}: exit status {status}, stderr {text[:300]!r}")
        if seconds > LIMIT * load():
            raise Finding(FindingKind.LATE, f"{self.describe(last)}: ended after {seconds:.3f} s, load {load():.1f}")
        return seconds

    def describe(self, last: bytes) -> str:
        """The case in words."""
        return f"{last[:100]!r}, {self.when}, {self.how}"


def random_case(chance: random.Random, game: Game, how: str, when: str) -> Case:
    """A case in a game."""
    position = chance.choice(LARGE.get(game.name) or [f"game {game.name}"])
    known = [line for line in LONG if game.has(line.split(" ")[0])]
    line = chance.choice(known) if known and chance.random() < 0.7 else Mutator(game, chance, ["large.pg"]).request(chance.choice(game.commands))
    lines = [f"game {game.name}", "param max_time 1000", position, line]
    return Case([line.encode() for line in lines], how, when, chance.uniform(0, 0.1))


def wait_for_end(engine: TestedEngine, seconds: float) -> int | None:
    """Waits for the end of a process: its exit status, `None` if it goes on."""
    end = time.monotonic() + seconds
    while engine.child.poll() is None and time.monotonic() < end:
        time.sleep(0.001)
    return engine.child.returncode


def run(context: Context) -> dict[str, object]:
    """Goes through all cases by turns; returns the counts."""
    times: list[float] = []
    number = failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_large_graph(folder / "large.pg", LARGE_EDGES)
        with TestedEngine(context.engine, folder) as engine:
            games = read(engine, context.data.parents[1])
        while not context.is_over(number):
            how, when = ENDS[number % len(ENDS)], CASES[number // len(ENDS) % len(CASES)]
            game = games[number // (len(ENDS) * len(CASES)) % len(games)]
            number += 1
            case = random_case(context.chance("signals", number), game, how, when)
            try:
                with TestedEngine(context.engine, folder) as engine:
                    times.append(case.play(engine, case.lines))
            except Finding as finding:
                failed += 1
                shown = context.shrunk(finding.kind, case.lines, case.play, ReplyLimits(), folder)
                context.report(finding, "signals", shown, f", case {number}")
            for path in folder.glob("out*"):
                path.unlink()
    milliseconds = [f"{1000 * value:.0f}" for value in (quantile(times, 0.5), quantile(times, 0.99), max(times, default=0.0))]
    return {"cases": number, "failed": failed} | dict(zip(("p50_ms", "p99_ms", "max_ms"), milliseconds))
