#!/usr/bin/env python3
"""Makes a folder of Hashi or Hitori puzzles over sizes and densities, solves them, and writes tables and plots.

    scripts/tabulate.py --game hashi --out tables/hashi --sizes 5 7 9 --densities 0.2 0.25 0.3 --methods best ilp

The puzzles are named as in the report RO 203 of B. Montagnes and J. Segonne: `instance_t9_d0.25_1.txt` has side 9, density
0.25 and is the first of its kind; it holds rows of numbers, 0 for water. Puzzles that are there already are kept. Then every
puzzle is solved by every method, and written are `results.txt`, `results.csv` and `results.tex` (instance, time, whether a right
solution was found, whether it is the only one), `solving-METHOD.svg` and `generation.svg` (median times by size, a line for each
density), and `generation.csv`. `puzzles.csv` keeps the game and the time of each puzzle that was made. Times are those of the engine. Exit
status: 0; 2 for invalid arguments, an engine that is missing, fails or writes unreadable answers, a folder of another game or that
cannot be written, and if there is no puzzle; 4 for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import csv
import io
import re
import statistics
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from arena import charts
from arena.clock import check_seconds, plain
from arena.engine import Engine
from arena.faults import BadArguments, Refused
from arena.files import read_text, request_path
from arena.process import Limits
from arena.program import BUILT, OneLineParser, complain, end_status, find_command, show
from arena.store import check_replaceable, replace

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

PUZZLES = ("instance", "game", "seconds")
"""The columns of `puzzles.csv`."""


@dataclass(frozen=True)
class Instance:
    """A puzzle of the folder."""

    size: int
    density: float
    number: int

    @property
    def name(self) -> str:
        """Its file."""
        return f"instance_t{self.size}_d{self.density:g}_{self.number}.txt"


@dataclass(frozen=True)
class Result:
    """What a method made of an instance."""

    instance: Instance
    method: str
    word: str
    seconds: float
    optimal: bool

    @property
    def unique(self) -> str:
        """Whether there is one solution, as far as the method proves."""
        return {"unique": "yes", "several": "no", "none": "no"}.get(self.word, "-")


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="tabulate.py", description=(__doc__ or "").partition("\n")[0])
    p.add_argument("--engine", default=str(BUILT), metavar="COMMAND", help="the ludion that makes and solves them (default: target/release/ludion)")
    p.add_argument("--game", choices=("hashi", "hitori"), default="hashi", help="(default: hashi)")
    p.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="of puzzles, tables and plots; puzzles that are there are kept")
    p.add_argument("--sizes", type=int, nargs="+", default=[5, 7, 9, 11, 15, 20], metavar="N", help="their sides (default: 5 7 9 11 15 20)")
    densities = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4]
    shares = f"as `generate` takes them (default: {' '.join(map(str, densities))})"
    p.add_argument("--densities", type=float, nargs="+", default=densities, metavar="D", help=shares)
    p.add_argument("--count", type=int, default=10, help="puzzles of each size and density (default: 10)")
    p.add_argument("--methods", nargs="+", default=["best"], help="as `solve` of the game takes them (default: best)")
    p.add_argument("--difficulty", default="any", help="as `generate` takes it (default: any)")
    p.add_argument("--generator", default="best", metavar="METHOD", help="the method of `generate` (default: best)")
    p.add_argument("--seed", type=int, default=1, help="of the puzzles (default: 1)")
    p.add_argument("--time", type=float, default=60.0, metavar="SECONDS", help="for one puzzle (default: 60)")
    p.add_argument("--stall", type=float, default=Limits.stall, metavar="S", help=f"seconds beyond these after which the engine hangs (default: {Limits.stall:g})")
    return p


def rows_of_position(game: str, text: str) -> list[list[int]]:
    """The numbers of a position, 0 for water."""
    if text.startswith("hitori/"):
        # Numbers above 61 have no digit in game IDs; an address writes them with two, of base 36.
        _, width, _, body = text.split("/")
        found = re.findall(r"-(..)|(.)", body)
        numbers = [int(two or one, 36) for two, one in found]
        return [numbers[at : at + int(width)] for at in range(0, len(numbers), int(width))]
    head, _, cells = text.partition(":")
    found = re.match(r"(\d+)x(\d+)", head)
    if found is None or not cells:
        raise Refused(f"no game ID: {text}")
    width = int(found[1])
    values: list[int] = []
    for cell in cells:
        if game == "hitori":
            values.append(DIGITS.index(cell))
        elif cell.islower():
            values.extend([0] * (ord(cell) - ord("a") + 1))
        else:
            values.append(int(cell, 17))
    return [values[at : at + width] for at in range(0, len(values), width)]


def generate(engine: Engine, options: argparse.Namespace, instance: Instance) -> float | None:
    """Writes an instance, unless it is there; the seconds that it took, where it could be made now. Raises `Refused` where an option is wrong."""
    path = options.out / instance.name
    if path.exists():
        return None
    seed = options.seed * 1_000_003 + instance.size * 10_007 + round(instance.density * 1000) * 101 + instance.number
    keys = f"size={instance.size}x{instance.size} density={instance.density:g} seed={seed}"
    try:
        reply = engine.ask(f"generate {keys} difficulty={options.difficulty} method={options.generator}")
    except Refused as refused:
        if "syntax error" in str(refused):
            raise
        complain("tabulate.py", f"{instance.name}: {refused}")
        return None
    rows = rows_of_position(options.game, engine.ask("position").split()[0])
    replace(path, "\n".join(" ".join(map(str, row)) for row in rows) + "\n")
    return seconds_in(reply)


def read_made(options: argparse.Namespace) -> dict[str, float]:
    """The seconds that each puzzle took that was made in this folder. Raises `BadArguments` where it was made for another game."""
    path = options.out / "puzzles.csv"
    if not path.exists():
        return {}
    rows = list(csv.DictReader(io.StringIO(read_text(path))))
    if other := next((row["game"] for row in rows if row["game"] != options.game), None):
        raise BadArguments(f"--out {options.out}: its puzzles are of {other}: give another folder for {options.game}")
    return {row["instance"]: float(row["seconds"]) for row in rows}


def write_made(options: argparse.Namespace, made: dict[str, float]) -> None:
    """Writes the seconds of the puzzles."""
    replace(options.out / "puzzles.csv", csv_table(PUZZLES, [(name, options.game, seconds) for name, seconds in made.items()]))


def generation_times(made: dict[str, float]) -> dict[tuple[float, int], list[float]]:
    """The seconds of the puzzles by density and size."""
    times: dict[tuple[float, int], list[float]] = {}
    for name, seconds in made.items():
        if found := re.fullmatch(r"instance_t(\d+)_d(.+)_\d+\.txt", name):
            times.setdefault((float(found[2]), int(found[1])), []).append(seconds)
    return times


def check_numbers(options: argparse.Namespace) -> None:
    """Raises `BadArguments` where a number makes no sense."""
    if min(options.sizes) < 1 or options.count < 1 or not all(0 < density <= 1 for density in options.densities):
        raise BadArguments("--sizes and --count are numbers from 1, --densities above 0 and at most 1")
    check_seconds("--time", options.time)
    if not options.stall > 0:
        raise BadArguments("--stall is a number above 0")


def seconds_in(reply: str) -> float:
    """The value of `seconds=`."""
    found = re.search(r"seconds=([0-9.]+)", reply)
    return float(found[1]) if found else 0.0


def solve(engine: Engine, options: argparse.Namespace, instance: Instance, method: str) -> Result:
    """Solves an instance by a method."""
    with request_path(options.out / instance.name) as file:
        engine.ask(f"load_file {file}")
    reply = engine.ask(f"solve {method}")
    lines = reply.splitlines()
    solutions = [line.removeprefix("solution").strip() for line in lines if line.startswith("solution")]
    optimal = bool(solutions) and engine.ask(f"check {solutions[0]}") == "solved"
    return Result(instance, method, lines[0].split()[0], seconds_in(lines[0]), optimal)


def text_table(results: list[Result]) -> str:
    """A table to read."""
    rows = [("instance", "method", "seconds", "optimal", "unique")]
    rows += [(r.instance.name, r.method, f"{r.seconds:.6f}", "x" if r.optimal else "-", r.unique) for r in results]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() + "\n" for row in rows)


def csv_table(header: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A table to compute with."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def latex_table(results: list[Result], methods: list[str]) -> str:
    """The table of the report: times and marks, methods side by side."""

    def escape(word: str) -> str:
        return word.replace("_", r"\_")

    by_name: dict[str, dict[str, Result]] = {}
    for result in results:
        by_name.setdefault(result.instance.name, {})[result.method] = result
    lines = [r"\begin{tabular}{l" + "rcc" * len(methods) + "}", r"\hline"]
    lines.append(" & ".join([""] + [rf"\multicolumn{{3}}{{c}}{{\textbf{{{escape(m)}}}}}" for m in methods]) + r"\\")
    lines.append(" & ".join([r"\textbf{Instance}"] + [r"\textbf{Time (s)}", r"\textbf{Optimal}", r"\textbf{Unique}"] * len(methods)) + r"\\")
    lines.append(r"\hline")
    for name, row in by_name.items():
        cells = [escape(name)]
        for method in methods:
            r = row[method]
            cells += [f"{r.seconds:.6f}", r"$\times$" if r.optimal else "-", r"$\times$" if r.word == "unique" else "-"]
        lines.append(" & ".join(cells) + r"\\")
    return "\n".join([*lines, r"\hline", r"\end{tabular}", ""])


def plot(times: dict[tuple[float, int], list[float]]) -> str:
    """Median times by size, a line for each density."""
    series: charts.Series = {}
    for (density, size), values in sorted(times.items()):
        series.setdefault(f"density {density:g}", []).append((float(size), statistics.median(values) * 1000))
    return charts.lines(series, "size", "median ms")


def run(options: argparse.Namespace) -> None:
    """Makes the puzzles, solves them, and writes tables and plots. Raises `BadArguments`."""
    check_numbers(options)
    command = find_command(options.engine, "--engine: ")
    options.out.mkdir(parents=True, exist_ok=True)
    check_replaceable(options.out / "results.txt")
    command += ["--game", options.game, "--command", f"param max_time {plain(options.time)}", "--command", "param threads 1"]
    limits = Limits(startup=options.stall, stall=options.time + options.stall)
    with Engine(command, limits) as engine:
        measure(options, engine)


def measure(options: argparse.Namespace, engine: Engine) -> None:
    """Makes the puzzles, solves them and writes the tables."""
    made = read_made(options)
    results: list[Result] = []
    instances = [Instance(s, d, n) for s in options.sizes for d in options.densities for n in range(1, options.count + 1)]
    for instance in instances:
        seconds = generate(engine, options, instance)
        if seconds is not None:
            made[instance.name] = seconds
            write_made(options, made)
    present = [instance for instance in instances if (options.out / instance.name).exists()]
    if not present:
        raise BadArguments(f"--out {options.out}: there is no puzzle, and none could be made")
    for at, instance in enumerate(present, 1):
        results += [solve(engine, options, instance, method) for method in options.methods]
        if sys.stderr.isatty():
            show(sys.stderr, f"\r{at}/{len(present)} {instance.name}\x1b[K" + "\n" * (at == len(present)))
    replace(options.out / "results.txt", text_table(results))
    header = ("instance", "size", "density", "method", "seconds", "optimal", "unique")
    rows = [(r.instance.name, r.instance.size, r.instance.density, r.method, r.seconds, int(r.optimal), r.unique) for r in results]
    replace(options.out / "results.csv", csv_table(header, rows))
    replace(options.out / "results.tex", latex_table(results, options.methods))
    for method in options.methods:
        times: dict[tuple[float, int], list[float]] = {}
        for r in results:
            if r.method == method:
                times.setdefault((r.instance.density, r.instance.size), []).append(r.seconds)
        replace(options.out / f"solving-{method.replace(' ', '-')}.svg", plot(times))
    if by_kind := generation_times(made):
        rows = [(size, density, len(values), statistics.median(values)) for (density, size), values in sorted(by_kind.items())]
        replace(options.out / "generation.csv", csv_table(("size", "density", "puzzles", "median_seconds"), rows))
        replace(options.out / "generation.svg", plot(by_kind))


def main() -> int:
    """Runs the script; returns the exit status."""

    def tabulate() -> int:
        try:
            run(parser().parse_args())
        except Refused as error:
            raise BadArguments(str(error)) from None
        except (ValueError, LookupError) as error:
            raise BadArguments(f"an answer of the engine, or an argument, cannot be read: {error!r}") from None
        return 0

    return end_status("tabulate.py", tabulate)


if __name__ == "__main__":
    sys.exit(main())
