"""What a unit is run with: an engine, started on first use and ended with the unit, and a folder of its own.

Each unit has a new engine, so that no result depends on which units its worker did before.
"""

from __future__ import annotations

import functools
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from arena.faults import Fault, FaultKind
from arena.guard import tie_to_parent
from arena.log import Log
from arena.process import Answer, Limits, Process

LONGEST_ERROR = 300
"""Characters of a program's message that are kept."""


class UnitFault(Exception):
    """A unit could not be done; the text says why."""


class Session:
    """The means of one unit."""

    def __init__(self, command: Sequence[str], limit: float) -> None:
        """`command` is the program with its arguments; an answer may take `limit` seconds."""
        self._command = list(command)
        self._limit = limit
        self._process: Process | None = None
        self._folder = tempfile.TemporaryDirectory(prefix="ludion-unit-")
        self.folder = Path(self._folder.name)

    @property
    def process(self) -> Process:
        """The engine, which runs in the folder of the unit. Raises `Fault`."""
        if self._process is None:
            limits = Limits(startup=max(30.0, min(self._limit, 3600.0)), stall=self._limit)
            self._process = Process(self._command, limits, Log(None), self.folder)
        return self._process

    def answer(self, line: str) -> Answer:
        """The answer to a request, whatever it is. Raises `Fault`."""
        return self.process.ask(line)

    def ask(self, line: str) -> str:
        """The answer to a request that has to succeed. Raises `Fault` or `UnitFault`."""
        answer = self.answer(line)
        if not answer.ok:
            raise UnitFault(f"{line}: {answer.text[:LONGEST_ERROR]}")
        return answer.text

    def ask_all(self, lines: Sequence[str]) -> None:
        """Requests that have to succeed, one after the other."""
        for line in lines:
            self.ask(line)

    def run_tool(self, *arguments: str) -> str:
        """Runs the program once with arguments, in the folder of the unit; its output. Raises `Fault` or `UnitFault`."""
        try:
            done = subprocess.run(
                [*self._command, *arguments], cwd=self.folder, capture_output=True, text=True, errors="replace",
                timeout=None if self._limit == float("inf") else self._limit, stdin=subprocess.DEVNULL,
                preexec_fn=functools.partial(tie_to_parent, os.getpid()),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise Fault(FaultKind.HANG, f"no end within {self._limit:g} s") from None
        if done.returncode:
            raise UnitFault(f"exit status {done.returncode}: {done.stderr.strip()[:LONGEST_ERROR]}")
        return done.stdout

    def last_words(self) -> str:
        """The last line that the engine wrote to stderr, after a colon; nothing where there is none."""
        lines = self._process.stderr_tail.splitlines() if self._process else []
        return f": {lines[-1][:LONGEST_ERROR]}" if lines else ""

    def close(self) -> None:
        """Ends the engine and removes the folder."""
        if self._process:
            self._process.close(quietly=False)
        self._folder.cleanup()
