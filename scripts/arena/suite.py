"""Regression suites of the GoGui and Benzene form: commands, and what is expected of the numbered ones.

    loadsgf sgf/opening.sgf
    10 genmove black
    #? [d4|e5]

The whole answer must match the regular expression, in which a dot also matches a line's end; after `!` it must not.
`*` behind the bracket: the test is known to fail. `&`: the answer is of interest, but nothing is expected.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from .faults import BadArguments, Fault
from .files import read_text
from .log import Log
from .process import Answer, Limits, Process


class Outcome(StrEnum):
    """How a test came out; the capitals are those to look at."""

    PASS = "pass"
    FAIL = "FAIL"
    EXPECTED_FAIL = "expected fail"
    UNEXPECTED_PASS = "UNEXPECTED PASS"


@dataclass(frozen=True)
class Command:
    """A line for the engine, with its number if it has one."""

    number: int | None
    text: str


@dataclass(frozen=True)
class Expectation:
    """What the answer to the last numbered command must be."""

    text: str
    """As in the file."""
    pattern: re.Pattern[str]
    negated: bool
    known_to_fail: bool
    ignored: bool

    def judge(self, answer: Answer) -> Outcome | None:
        """How the test came out; nothing if nothing is expected. A failure of the command never passes."""
        if self.ignored:
            return None
        passed = answer.ok and bool(self.pattern.fullmatch(answer.text)) != self.negated
        if passed:
            return Outcome.UNEXPECTED_PASS if self.known_to_fail else Outcome.PASS
        return Outcome.EXPECTED_FAIL if self.known_to_fail else Outcome.FAIL


@dataclass(frozen=True)
class Result:
    """A test that was run."""

    command: Command
    expectation: Expectation
    answer: Answer
    outcome: Outcome


def parse(text: str, source: str) -> list[Command | Expectation]:
    """Reads a suite; raises `BadArguments`."""
    items: list[Command | Expectation] = []
    numbered = False
    for place, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if line.startswith("#?"):
            if not numbered:
                raise BadArguments(f"{source}:{place}: an expectation without a numbered command")
            items.append(_expectation(line[2:].strip(), f"{source}:{place}"))
            continue
        words = line.partition("#")[0].split(maxsplit=1)
        if not words:
            continue
        if words[0].isascii() and words[0].isdigit():
            if len(words) < 2:
                raise BadArguments(f"{source}:{place}: a number without a command")
            numbered = True
            items.append(Command(int(words[0]), words[1].strip()))
        else:
            items.append(Command(None, " ".join(words)))
    return items


def _expectation(text: str, place: str) -> Expectation:
    found = re.fullmatch(r"\[(.*)\]\s*([*&]*)", text)
    if not found:
        raise BadArguments(f"{place}: not an expectation: {text!r}; give [regular expression]")
    inner = found[1].strip()
    negated = inner.startswith("!")
    try:
        pattern = re.compile(inner[1:] if negated else inner, re.DOTALL)
    except re.error as error:
        raise BadArguments(f"{place}: {text!r}: {error}") from None
    return Expectation(text, pattern, negated, "*" in found[2], "&" in found[2])


class Suite:
    """A file of tests."""

    def __init__(self, path: Path) -> None:
        """Reads the file; raises `BadArguments`."""
        self.path = path
        try:
            self._items = parse(read_text(path, errors="replace"), str(path))
        except OSError as error:
            raise BadArguments(f"{path}: {error.strerror}") from None
        self.tests = sum(isinstance(item, Expectation) for item in self._items)
        """Expectations in it."""

    def check_tests(self) -> None:
        """Raises `BadArguments` if there is no test, or one that would not run."""
        if not self.tests:
            raise BadArguments(f"{self.path}: no test: an expectation is a line #? [regular expression]")
        ends = itertools.dropwhile(lambda item: not (isinstance(item, Command) and item.text == "quit"), self._items)
        if any(isinstance(item, Expectation) for item in ends):
            raise BadArguments(f"{self.path}: tests after quit, which ends the engine, would not run")

    def run(self, command: list[str], set_up: list[str], limits: Limits) -> tuple[list[Result], str | None]:
        """Runs the tests with an engine of their own, in the file's folder.

        Returns what came out, and why it ended early if it did. Raises `BadArguments` if a set-up line is refused.
        """
        process = Process(command, limits, Log(None), self.path.resolve().parent)
        try:
            return self.run_with(process, set_up)
        finally:
            process.close(quietly=False)

    def run_with(self, process: Process, set_up: list[str]) -> tuple[list[Result], str | None]:
        """Runs the tests with an engine that runs in the file's folder; else as `run`."""
        results: list[Result] = []
        try:
            for line in set_up:
                answer = process.ask(line)
                if not answer.ok:
                    raise BadArguments(f"--setup {line!r}: {answer.text}")
            self._run(process, results)
        except Fault as fault:
            return results, f"{fault.kind}: {fault}"
        return results, None

    def _run(self, process: Process, results: list[Result]) -> None:
        last: tuple[Command, Answer] | None = None
        for item in self._items:
            if isinstance(item, Command):
                if item.text == "quit":
                    return
                answer = process.ask(item.text)
                if item.number is not None:
                    last = (item, answer)
            elif last:
                outcome = item.judge(last[1])
                if outcome is not None:
                    results.append(Result(last[0], item, last[1], outcome))
