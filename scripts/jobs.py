#!/usr/bin/env python3
"""Runs a job that is too long for one process: cuts it into units, gives them to many workers, and merges the results.

    scripts/jobs.py kinds                                         # what there is
    scripts/jobs.py hex-openings --size 7 --processes 2           # who wins after each first stone
    scripts/jobs.py puzzles --game hitori --size 12 --seeds 1-100000 --batch 500 --dask tcp://127.0.0.1:8786 --out jobs/hitori

The folder of a job has `job.sqlite` with all finished units, `state.html`, and in `merged/` the results. These depend only on the
units and the build: workers that are lost, slow or return wrong results do not change them. The same command resumes a job. It
needs only the standard library of Python 3.11, and Dask for `--dask`. Exit status: 0; 1 if units were set aside or tests failed; 2 for invalid
arguments, damaged files, results that cannot be written and if no worker is left; 4 for a bug of the script; 130 if interrupted.
Every status but 0 comes with one line on stderr.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import platform
import sqlite3
import sys
from pathlib import Path

from arena.faults import BadArguments
from arena.program import complain, end_status, find_command
from arena.store import replace
from arena.table import columns
from batch import simulate
from batch.build import build_of
from batch.kinds.table import KINDS
from batch.local import LocalSeats
from batch.options import TWICE, parser
from batch.plan import Plan
from batch.report import Report
from batch.runner import NoWorkers, Runner
from batch.seats import Seats
from batch.store import Outcome, Store


def check_options(given: argparse.Namespace) -> None:
    """Raises `BadArguments` where a number makes no sense."""
    if not 1 <= given.processes <= 1024:
        raise BadArguments("--processes is a number from 1 to 1024")
    if given.twice is not None and not 0 <= given.twice <= 1:
        raise BadArguments("--twice is a share from 0 to 1")
    if not given.limit > 0:
        raise BadArguments("--limit is a number above 0")


def seats_of(given: argparse.Namespace, command: list[str], start: int) -> Seats:
    """Where the units run. Raises `BadArguments`."""
    if given.dask:
        from batch.dask_seats import DaskSeats

        return DaskSeats(given.dask, given.task, command, given.limit)
    names = [f"{platform.node()}-{start}-{number}" for number in range(1, given.processes + 1)]
    return LocalSeats(given.task, dict.fromkeys(names, command), given.limit)


def run(given: argparse.Namespace) -> int:
    """Does a job; returns the exit status. Raises `BadArguments`."""
    kind = KINDS[given.task]
    check_options(given)
    command = find_command(given.engine, "--engine: ")
    units = kind.units(given)
    build = build_of(command, kind.is_rounded)
    out = given.out or Path("jobs") / kind.name
    store = Store(out, {"kind": kind.name, "build": build}, units)
    try:
        with_damage = store.mark_damage()
        if with_damage:
            complain("jobs.py", f"{store.path}: results do not match their checksums; these units are done again: {with_damage[:20]}")
        if given.retry:
            store.forget_faults()
        plan = Plan(store, TWICE if given.twice is None else given.twice)
        report = Report(sys.stderr, out / "state.html")
        seats = seats_of(given, command, store.job()["starts"])
        runner = Runner(kind, plan, store, seats, build, lambda name: LocalSeats(kind.name, {name: command}, given.limit), report)
        try:
            runner.run()
        finally:
            report.end(runner)
        done = store.results()
        for line in write_merged(out, kind.merge(done)):
            print(line)
        found = kind.complaint(done)
        why = first_fault(plan, store) if plan.aside else ""
    finally:
        store.close()
    if plan.aside:
        complain("jobs.py", f"{plan.aside} of {len(units)} units were set aside: {out / 'state.html'} says why; --retry tries them again; the first: {why}")
    # A job with one worker compares nothing; that is said only if `--twice` was given or workers were excluded.
    if plan.uncompared_count and (given.twice is not None or plan.excluded):
        complain("jobs.py", f"{plan.uncompared_count} units were to be done by a second worker, and there was none left for them: they are not compared")
    if found:
        complain("jobs.py", f"{found}: {out / 'merged'} says which")
    return int(plan.aside > 0 or bool(found))


def first_fault(plan: Plan, store: Store) -> str:
    """The last fault of the first unit that was set aside."""
    number = next(number for number, state in enumerate(plan.units) if state.is_aside)
    faults = [attempt.detail for attempt in store.attempts() if attempt.unit == number and attempt.outcome in (Outcome.FAILED, Outcome.LOST)]
    return faults[-1] if faults else "its results differ"


def write_merged(out: Path, files: dict[str, bytes]) -> list[str]:
    """Writes the merged results; a line with checksum, size and name for each."""
    folder = out / "merged"
    folder.mkdir(exist_ok=True)
    lines = []
    for name, content in sorted(files.items()):
        replace(folder / name, content)
        lines.append(f"{hashlib.sha256(content).hexdigest()}  {len(content)}  {folder / name}")
    return lines


def print_kinds() -> int:
    """The table of kinds."""
    rows = [["kind", "a unit", "result"]]
    for kind in KINDS.values():
        rows.append([kind.name, kind.unit, ", ".join(f"{name}: {kind_of.__name__}" for name, kind_of in kind.schema.items())])
    print(columns(rows))
    return 0


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""

    def work() -> int:
        given = parser(__doc__.partition("\n")[0]).parse_args(arguments)
        if given.task == "kinds":
            return print_kinds()
        if given.task == "simulate":
            return simulate.run(given.workers, given.seconds, given.seed)
        try:
            return run(given)
        except KeyboardInterrupt:
            raise KeyboardInterrupt("interrupted; the same command goes on with the job") from None
        except NoWorkers as error:
            raise BadArguments(str(error)) from None
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise BadArguments(f"the file of the job: {error}") from None

    return end_status("jobs.py", work)


if __name__ == "__main__":
    status = main(sys.argv[1:])
    # Threads that hear workers may be at work still; the workers end with this process.
    os._exit(status)
