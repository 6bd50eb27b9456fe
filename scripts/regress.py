#!/usr/bin/env python3
"""Runs regression suites of the GoGui and Benzene form.

    scripts/regress.py --setup 'param threads 1' target/release/ludion suites/hex.tst suites/dots.tst

Each suite has an engine of its own, which runs in the suite's folder, so that `loadsgf sgf/x.sgf` finds its file. Failures
of lines without a number are ignored. Prints the tests with an unexpected result (all with `--long`) and a table. Exit
status: 0; 1 if a test failed unexpectedly; 2 for invalid arguments or if an engine crashed; 4 for a bug of
the script; 130 if interrupted.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from arena.faults import BadArguments
from arena.process import Limits
from arena.program import OneLineParser, complain, end_status, find_command
from arena.suite import Outcome, Result, Suite
from arena.table import columns


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="regress.py", description=__doc__.partition("\n")[0])
    p.add_argument("--setup", action="append", default=[], metavar="LINE", help="a line sent to the engine before each suite")
    p.add_argument("--limit", type=float, default=3600.0, metavar="S", help="seconds for an answer (default: 3600)")
    p.add_argument("--long", action="store_true", help="prints every test")
    p.add_argument("engine", metavar="ENGINE", help="the command of the engine")
    p.add_argument("suites", nargs="+", type=Path, metavar="FILE.tst")
    return p


def line(suite: Suite, result: Result) -> str:
    """A test and its outcome."""
    answer = ("" if result.answer.ok else "? ") + result.answer.text.replace("\n", "\\n")
    return (
        f"{suite.path.name} {result.command.number} {result.outcome}: {result.command.text}: "
        f"wanted {result.expectation.text}, got {answer[:200]!r} ({result.answer.seconds:.1f} s)"
    )


def run(given: argparse.Namespace) -> int:
    """Runs all suites; returns the exit status. Raises `BadArguments`."""
    if not given.limit > 0:
        raise BadArguments("--limit is a number above 0")
    command = find_command(given.engine)
    suites = [Suite(path) for path in given.suites]
    limits = Limits(startup=given.limit, stall=given.limit, stderr=1 << 40)
    for suite in suites:
        suite.check_tests()
    rows = [["suite", "tests", *map(str, Outcome)]]
    total: Counter[Outcome] = Counter()
    crashed = False
    for suite in suites:
        results, why = suite.run(command, given.setup, limits)
        for result in results:
            if given.long or result.outcome in (Outcome.FAIL, Outcome.UNEXPECTED_PASS):
                print(line(suite, result))
        if why:
            crashed = True
            print(f"{suite.path.name} ended early: {why}")
            complain("regress.py", f"{suite.path.name} ended early: {why}")
        counts = Counter(result.outcome for result in results)
        total += counts
        rows.append([suite.path.name, str(counts.total()), *(str(counts[outcome]) for outcome in Outcome)])
        sys.stdout.flush()
    rows.append(["all", str(total.total()), *(str(total[outcome]) for outcome in Outcome)])
    print(columns(rows))
    return 2 if crashed else int(total[Outcome.FAIL] > 0)


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""
    return end_status("regress.py", lambda: run(parser().parse_args(arguments)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
