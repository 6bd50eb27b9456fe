"""Regression suites, as `regress.py` runs them. The files that a suite loads are sent along with it."""

from __future__ import annotations

import argparse
from pathlib import Path, PurePosixPath

from arena.faults import BadArguments
from arena.suite import Command, Outcome, Suite, parse
from arena.table import columns

from ..kind import Result, Unit
from ..session import Session, UnitFault
from .reading import names, read_text

NAME = "suites"
SUMMARY = "runs regression suites"
UNIT = "a suite"
SCHEMA: dict[str, type] = {"tests": list}


def options(p: argparse.ArgumentParser) -> None:
    """The suites."""
    p.add_argument("suites", nargs="+", type=Path, metavar="FILE.tst")
    p.add_argument("--setup", action="append", default=[], metavar="LINE", help="a line sent before each suite")


def files_of(path: Path, text: str) -> dict[str, str]:
    """The files of the suite's folder that its commands name. Raises `BadArguments`."""
    words = {word for item in parse(text, str(path)) if isinstance(item, Command) for word in item.text.split()}
    inside = {word for word in words if not PurePosixPath(word).is_absolute() and ".." not in PurePosixPath(word).parts}
    return {word: read_text(path.parent / word) for word in sorted(inside) if _is_file(path.parent / word)}


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def units(given: argparse.Namespace) -> list[Unit]:
    """A suite each. Raises `BadArguments` for one without a test, too."""
    found: list[Unit] = []
    for name, path in zip(names(given.suites), given.suites):
        text = read_text(path)
        Suite(path).check_tests()
        found.append({"name": name, "text": text, "files": files_of(path, text), "setup": given.setup})
    return found


def run(session: Session, unit: Unit) -> Result:
    """Runs one; a test without an expected answer is not counted."""
    for name, text in unit["files"].items():
        file = session.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    suite = session.folder / "suite.tst"
    suite.write_text(unit["text"], encoding="utf-8")
    try:
        outcomes, why = Suite(suite).run_with(session.process, unit["setup"])
    except BadArguments as error:
        raise UnitFault(str(error)) from None
    if why:
        raise UnitFault(why)
    return {"tests": [[outcome.command.number, str(outcome.outcome)] for outcome in outcomes]}


def check(_unit: Unit, result: Result) -> bool:
    """Each test has an outcome."""
    return all(outcome in set(Outcome) for _, outcome in result["tests"])


def complaint(done: list[tuple[Unit, Result]]) -> str:
    """How many tests failed; empty if none did."""
    failed = sum(outcome == Outcome.FAIL for _, result in done for _, outcome in result["tests"])
    return f"{failed} of the tests failed" if failed else ""


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """The table of `regress.py`, and the tests with an unexpected outcome."""
    rows, lines = [["suite", "tests", *map(str, Outcome)]], []
    for unit, result in done:
        outcomes = [outcome for _, outcome in result["tests"]]
        rows.append([unit["name"], str(len(outcomes)), *(str(outcomes.count(outcome)) for outcome in Outcome)])
        lines += [f"{unit['name']} {number} {outcome}" for number, outcome in result["tests"] if outcome.isupper()]
    return {"suites.txt": "\n".join([*lines, columns(rows), ""]).encode()}
