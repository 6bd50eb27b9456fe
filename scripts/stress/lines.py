"""Mutated lines: each has one reply in time and in form, memory stays within bounds, and the process ends when it is told to."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from pathlib import Path

from . import wire
from .engine import INTERRUPT, Finding, FindingKind, ReplyLimits, TestedEngine
from .findings import Context, quantile
from .mutator import Mutator
from .table import Game, read

SESSION = 500
"""Lines of a process."""

BATCH = 25
"""Lines that are sent before their replies are read."""

FILE_BYTES = 200_000
"""Larger data files are left out."""

SLACK = 64.0
"""MiB beyond the tables, as documented."""

OWN_MEMORY = {"ricochet": 290.0, "chomp": 360.0}
"""MiB of tables whose size the protocol states, beside that of `hash_mb`: `hardest` 270, a bar of Chomp two bytes for each position."""

THREAD_MEMORY = [(11, 25.0), (19, 70.0)]
"""Most rows and columns of a board of Hex, and the MiB of a search thread there, as the protocol states."""


WORKLESS = ("game", "param", "name", "version", "help", "list_games", "list_commands", "known_command", "protocol_version")
"""Commands after which a game has taken no memory yet."""


class Bound:
    """The resident memory that a session may have, by what it has been told."""

    def __init__(self) -> None:
        self._hash_mb = 128.0
        self._own: dict[str, float] = {}
        self._game = "hex"
        self._threads = os.cpu_count() or 1
        self._side = 11

    def note(self, request: wire.Request, reply: bytes) -> None:
        """Takes a successful request into account."""
        if reply[:1] != b"=":
            return
        words = request.words
        if len(words) == 2 and words[0] == "game":
            self._game = words[1].lower()
        if len(words) == 3 and words[:2] == ("param", "hash_mb"):
            self._hash_mb = max(self._hash_mb, float(words[2])) if self._own else float(words[2])
        if words[0] in WORKLESS:
            return
        self._own[self._game] = OWN_MEMORY.get(self._game, 0.0)
        if self._game == "hex":
            # A size is a number of a line, a board of a file.
            numbers = map(int, re.findall(r"(?<!\d)0*(\d{1,2})(?!\d)", " ".join(words[1:])))
            sides = [number for number in numbers if number <= 19]
            self._side = 19 if words[0] == "loadsgf" else max([self._side, *sides])
            self._own["hex"] = self._threads * next(mib for side, mib in THREAD_MEMORY if self._side <= side)

    def mib(self) -> float:
        """The bound in MiB."""
        return SLACK + sum(self._own.values()) + 1.1 * self._hash_mb * len(self._own)


def prepare(folder: Path, data: Path) -> list[str]:
    """Fills a folder with files of all kinds; returns their names."""
    names = []
    for path in sorted(data.glob("*/*")):
        if path.is_file() and path.stat().st_size < FILE_BYTES:
            names.append(f"{path.parent.name}-{path.name}")
            shutil.copyfile(path, folder / names[-1])
    (folder / "folder").mkdir()
    os.mkfifo(folder / "fifo")
    return names


def judge(engine: TestedEngine, lines: list[bytes], mutator: Mutator | None = None, bound: Bound | None = None) -> int:
    """Sends lines to an engine. Returns the number of replies; raises `Finding`."""
    bound = bound or Bound()
    answered = engine.exchange(lines)
    for _, request, reply in answered:
        bound.note(request, reply)
        if mutator:
            mutator.observe(reply)
    if (peak := engine.memory()) > bound.mib():
        raise Finding(FindingKind.MEMORY, f"{peak:.0f} MiB resident, {bound.mib():.0f} allowed")
    return len(answered)


def judge_whole(engine: TestedEngine, lines: list[bytes]) -> None:
    """Judges a session from its first line to its end."""
    bound = Bound()
    for start in range(0, len(lines), BATCH):
        judge(engine, lines[start : start + BATCH], None, bound)
    finish(engine)


def finish(engine: TestedEngine) -> None:
    """Ends a session, with nothing left over."""
    engine.exchange([INTERRUPT])
    engine.end()


def session(context: Context, game: Game, number: int, folder: Path, files: list[str]) -> tuple[int, int, float, list[float]]:
    """One process. Returns the numbers of lines and replies, its memory and the times of its interrupts; reports a finding."""
    chance = context.chance("lines", number)
    mutator = Mutator(game, chance, files)
    limits = ReplyLimits(patience=chance.choice([0.05, 0.1, 0.3]))
    replies, peak = 0, 0.0
    before = set(os.listdir(folder))
    with TestedEngine(context.engine, folder, limits) as engine:
        try:
            bound = Bound()
            replies += judge(engine, [line.encode() for line in mutator.head()], mutator, bound)
            while len(engine.sent) < SESSION:
                batch = [mutator.line() for _ in range(chance.choice([1, BATCH, BATCH]))]
                replies += judge(engine, batch, mutator, bound)
            peak = engine.memory()
            finish(engine)
        except Finding as finding:
            lines = engine.sent
            engine.kill()
            context.report(finding, "lines", context.shrunk(finding.kind, lines, judge_whole, limits), f", session {number}")
    for name in set(os.listdir(folder)) - before:
        path = folder / name
        if name.endswith(".part"):
            context.report(Finding(FindingKind.LEAK, f"the temporary file {name} is left"), "lines", engine.sent, f", session {number}")
        path.unlink()
    return len(engine.sent), replies, peak, engine.timing.interrupts


def run(context: Context) -> dict[str, object]:
    """Runs sessions in all games by turns; returns the counts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = prepare(folder, context.data)
        with TestedEngine(context.engine, folder) as engine:
            games = read(engine, context.data.parents[1])
        number = lines = replies = 0
        peak, times = 0.0, []
        while not context.is_over(lines):
            sent, answered, memory, interrupts = session(context, games[number % len(games)], number, folder, files)
            number, lines, replies, peak = number + 1, lines + sent, replies + answered, max(peak, memory)
            times += interrupts
    return {
        "lines": lines,
        "replies": replies,
        "sessions": number,
        "interrupted": len(times),
        "interrupt_p99_ms": f"{1000 * quantile(times, 0.99):.0f}",
        "interrupt_max_ms": f"{1000 * max(times, default=0):.0f}",
        "peak_mib": f"{peak:.0f}",
    }
