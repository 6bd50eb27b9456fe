"""A job of the tests: puzzles of a fake engine, one seed a unit, done by the workers that a test describes."""

from __future__ import annotations

import io
import math
import shlex
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import context
from batch.build import build_of
from batch.kinds.table import KINDS
from batch.local import LocalSeats
from batch.options import parser
from batch.plan import Plan
from batch.report import Report
from batch.runner import Runner
from batch.seats import Seats
from batch.store import Store

ENGINE = Path(__file__).with_name("fake_units.py")
KIND = KINDS["puzzles"]


def engine(*options: object) -> list[str]:
    """The command of a fake engine."""
    return [sys.executable, "-S", str(ENGINE), *map(str, options)]


def units(count: int) -> list[dict[str, object]]:
    """So many units of a seed each."""
    return KIND.units(parser("").parse_args(["puzzles", "--seeds", f"1-{count}", "--batch", "1"]))


def expected_files(count: int, skipped: tuple[int, ...] = ()) -> dict[str, bytes]:
    """What the fake engine's job must yield, computed here."""
    lines = [f"10x10:{seed * 2654435761 % 999983}\n" for seed in range(1, count + 1) if seed not in skipped]
    return {"puzzles.txt": "".join(lines).encode()}


class Job:
    """A job in a folder, run within the test's process."""

    def __init__(
        self, folder: Path, commands: dict[str, list[str]], count: int = 40, rate: float = 0.01, judges: list[str] | None = None
    ) -> None:
        """`commands`: the engine of each worker. That of the judges, if none is given, and the build are those of an honest one."""
        command = judges or engine()
        self.build = build_of(command, False)
        self.store = Store(folder, {"kind": KIND.name, "build": self.build}, units(count))
        self.damaged = self.store.mark_damage()
        self.plan = Plan(self.store, rate)
        self.seats = LocalSeats(KIND.name, commands, math.inf)
        self.output = io.StringIO()
        self.report = Report(self.output, folder / "state.html")

        def judge(name: str) -> Seats:
            return LocalSeats(KIND.name, {name: command}, math.inf)

        self.runner = Runner(KIND, self.plan, self.store, self.seats, self.build, judge, self.report)

    def run(self, meanwhile: Callable[[Job], None] | None = None) -> dict[str, bytes]:
        """The merged result. `meanwhile` runs in a thread of its own."""
        thread = threading.Thread(target=meanwhile, args=(self,), daemon=True) if meanwhile else None
        if thread:
            thread.start()
        try:
            self.runner.run()
            self.report.end(self.runner)
            return KIND.merge(self.store.results())
        finally:
            if thread:
                thread.join()
            self.store.close()


def arguments(out: Path, count: int, *options: object, command: list[str] | None = None) -> tuple[object, ...]:
    """The same job as a command line."""
    text = shlex.join(command or engine())
    return ("jobs.py", "puzzles", "--seeds", f"1-{count}", "--batch", 1, "--engine", text, "--out", out, *options)


__all__ = ["ENGINE", "KIND", "KINDS", "Job", "arguments", "context", "engine", "expected_files", "units"]
