"""Interrupts at random moments of the long commands of all games: the reply comes within a bound of processor time."""

from __future__ import annotations

import functools
import random
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from .engine import INTERRUPT, Finding, FindingKind, ReplyLimits, TestedEngine
from .findings import Context, quantile
from .lines import judge_whole, prepare
from .mutator import Mutator
from .table import Game, read

MEDIAN_WAIT = 0.02
"""Seconds before an interrupt: exponentially distributed around this median."""

P99_LIMIT = 0.05
"""Seconds of processor time that all but one of a hundred interrupts may take; `ReplyLimits.cpu` is for each."""

ROUND = 40
"""Interrupts of one process."""

LARGE = {
    "hex": ["boardsize 11", "boardsize 14", "boardsize 19"],
    "dots": ["boardsize 5 5", "boardsize 10 10", "boardsize 4 4 swedish"],
    "ricochet": ["generate difficulty=insane robots=5", "generate walls=random size=32x32 difficulty=advanced"],
    "hashi": ["generate size=30x30 unique=0 difficulty=any method=simple"],
    "hitori": ["generate size=20x20 unique=0 difficulty=any method=simple"],
    "graph": ["load_file large.pg"],
    "nim": [
        "boardsize " + " ".join(["1"] * 14 + ["0"] * 900), "boardsize " + "3 " * 900 + "grundy", "boardsize 1000000000 octal=0.0777777777",
        "boardsize 1000000000 999999999 kayles misere=1", "boardsize 1023 1023 wythoff", "boardsize 40 40 40", "boardsize 0 4000000 wythoff",
    ],
    "chomp": ["boardsize 15 15", "boardsize 3 1000", "boardsize 6 7"],
    "tictactoe": ["boardsize 7 7 5", "boardsize 4 4 4", "boardsize 11 11 5"],
    "connect4": ["boardsize 7 6", "boardsize 8 7"],
}  # fmt: skip
"""Positions on which commands take long, by game; a game that is not here has those of its documents."""

WIDE = ["generate size=100x100", "generate size=100x100 method=simple", "generate size=100x100 method=alternative", "generate size=60x60 method=simple density=0.4", "generate difficulty=impossible", "hardest any@36"]
"""Lines that take long wherever they are known."""

LARGE_EDGES = 400_000


def write_large_graph(path: Path, edges: int = LARGE_EDGES) -> None:
    """A random graph in PGSolver's form, which takes a while to read."""
    chance = random.Random(1)
    vertices = edges // 4
    with path.open("w") as file:
        file.write(f"parity {vertices - 1};\n")
        for vertex in range(vertices):
            successors = ",".join(str(chance.randrange(vertices)) for _ in range(4)) if vertex % 50 else str(vertex)
            file.write(f"{vertex} {0 if vertex % 50 else vertex % 2} {vertex % 2} {successors};\n")


@dataclass(frozen=True)
class Sample:
    """An interrupt: the processor time to the reply, and what was interrupted."""

    seconds: float
    line: str


class Choice:
    """Which lines are interrupted: at first any, then mostly those that were still running when their interrupt came."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._long: list[str] = []
        self._late: set[str] = set()

    def note_late(self, line: str) -> bool:
        """Keeps a line that was late; returns whether it is the first time."""
        is_first = line not in self._late
        self._late.add(line)
        return is_first

    def next(self, mutator: Mutator) -> str:
        """The next line."""
        chance = mutator.chance
        if self._long and chance.random() < 0.8:
            return chance.choice(self._long)
        kind = chance.randrange(10)
        if kind == 0 and (wide := [line for line in WIDE if self._game.has(line.split(" ")[0])]):
            return chance.choice(wide)
        line = mutator.request(chance.choice(self._game.commands))
        return "solve" if line.startswith("quit") else line

    def note(self, line: str, was_running: bool) -> None:
        """Learns whether a line takes long."""
        if was_running and line not in self._long:
            self._long.append(line)
        elif not was_running and line in self._long:
            self._long.remove(line)


def interrupt(engine: TestedEngine, line: bytes, wait: float, how: bytes) -> float | None:
    """Sends a line and interrupts it. Returns the processor time to its reply; `None` where that came before."""
    engine.sent += [line, how]
    engine.write(line + b"\n")
    if engine.has_output(wait):
        engine.sent.pop()
        engine.exchange_rest(line)
        return None
    clock = engine.cpu()
    engine.write(how + b"\n")
    engine.exchange_rest(line)
    spent = engine.cpu() - clock
    if how != INTERRUPT:
        engine.exchange_rest(how)
    return spent


def judge_interrupt(engine: TestedEngine, lines: list[bytes], wait: float) -> None:
    """Raises `Finding` where the last line, an interrupt, is answered late."""
    if len(lines) < 2 or lines[-1] not in (INTERRUPT, b"stop"):
        return
    engine.exchange(lines[:-2])
    if (interrupt(engine, lines[-2], wait, lines[-1]) or 0.0) > ReplyLimits.cpu:
        raise Finding(FindingKind.LATE, "")


def head(game: Game, chance: random.Random) -> list[str]:
    """The first lines of a process: settings under which searches do not end, and a position."""
    lines = [f"game {game.name}", "param max_time 1000", f"param threads {chance.choice([1, 2])}"]
    lines.append(f"param hash_mb {chance.choice([4, 64, 400])}")
    positions = LARGE.get(game.name) or [line for line in game.lines if line.startswith(("position ", "boardsize ", "load "))]
    return [*lines, chance.choice(positions)] if positions else lines


def round_of(context: Context, game: Game, choice: Choice, number: int, folder: Path, files: list[str]) -> list[Sample]:
    """One process. Returns what its interrupts took; reports a finding."""
    chance = context.chance("interrupts", number)
    mutator = Mutator(game, chance, files)
    times: list[Sample] = []
    limits = ReplyLimits(patience=0.3, cpu=1.0)
    lines: list[bytes] = []
    with TestedEngine(context.engine, folder, limits) as engine:
        try:
            lines = [line.encode() for line in head(game, chance)]
            for _, _, reply in engine.exchange(lines):
                mutator.observe(reply)
            for _ in range(3 * ROUND):
                line = choice.next(mutator)
                wait = chance.expovariate(0.69 / MEDIAN_WAIT)
                how = chance.choice([INTERRUPT, INTERRUPT, b"stop"])
                spent = interrupt(engine, line.encode(), wait, how)
                choice.note(line, spent is not None)
                if spent is not None:
                    times.append(Sample(spent, f"{game.name}, {lines[-1].decode()[:40]}, {line[:60]}"))
                    if spent > ReplyLimits.cpu and choice.note_late(line):
                        finding = Finding(FindingKind.LATE, f"{line!r} interrupted after {wait:.3f} s: {spent:.3f} s of processor time")
                        judge = functools.partial(judge_interrupt, wait=wait)
                        shown = context.shrunk(FindingKind.LATE, [*lines, line.encode(), how], judge, limits, folder)
                        context.report(finding, "interrupts", shown, f", process {number}")
                if len(times) >= ROUND or time.monotonic() > context.deadline:
                    break
            engine.end()
        except Finding as finding:
            engine.kill()
            shown = context.shrunk(finding.kind, engine.sent, judge_whole, limits, folder)
            context.report(finding, "interrupts", shown, f", process {number}")
    return times


def run(context: Context) -> dict[str, object]:
    """Runs processes in all games by turns; returns the counts."""
    samples: list[Sample] = []
    number = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = prepare(folder, context.data)
        write_large_graph(folder / "large.pg")
        with TestedEngine(context.engine, folder) as engine:
            games = read(engine, context.data.parents[1])
        choices = [Choice(game) for game in games]
        while not context.is_over(len(samples)):
            at = number % len(games)
            samples += round_of(context, games[at], choices[at], number, folder, [*files, "large.pg"])
            number += 1
            for path in folder.glob("out*"):
                path.unlink()
    times = [sample.seconds for sample in samples]
    p99 = quantile(times, 0.99)
    if p99 > P99_LIMIT:
        slowest = sorted(samples, key=lambda sample: -sample.seconds)[: max(5, len(samples) // 100)]
        lines = Counter(sample.line for sample in slowest).most_common(5)
        text = "; ".join(f"{count} of {line}" for line, count in lines)
        context.report(Finding(FindingKind.LATE, f"99 % of {len(times)} interrupts took {1000 * p99:.0f} ms; the slowest: {text}"), "interrupts")
    milliseconds = [1000 * value for value in (quantile(times, 0.5), p99, max(times, default=0.0))]
    figures = dict(zip(("p50_ms", "p99_ms", "max_ms"), (f"{value:.1f}" for value in milliseconds)))
    return {"interrupts": len(times), "processes": number, **figures}
