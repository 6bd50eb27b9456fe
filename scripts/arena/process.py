"""An engine as a child process: one request, one reply, within time limits.

The wire is GTP's: a request is a line; an answer begins with `=` or `?` and ends at the first empty line. Whatever else
comes on stdout is rubbish. stderr goes to the log, up to a limit.
"""

from __future__ import annotations

import functools
import math
import os
import pkgutil
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .faults import Fault, FaultKind
from .log import Log
from .pipe import Unread, write_some

CHUNK = 65536
LONGEST_ANSWER = 16 << 20
"""Bytes; a longer reply is a fault."""

LONGEST_STDERR_LINE = 1 << 20
"""Bytes; a longer line of stderr goes to the log in parts."""

TAIL = 2000
"""Bytes of stderr that are kept for the report of a fault."""

LONGEST_SAID = 200
"""Characters of the last line of stderr that the report of a process that ended quotes."""

QUIT_SECONDS = 0.5
"""How long a process may take to end after `quit`."""


@dataclass(frozen=True)
class Limits:
    """The limits of an engine, in seconds and bytes."""

    startup: float = 30.0
    """Until the first answer."""
    stall: float = 60.0
    """Until any other answer; for a move, on top of its time. `inf` waits for ever."""
    stderr: int = 16 << 20
    """stderr in one game."""


@dataclass(frozen=True)
class Answer:
    """The reply of an engine, and its time in seconds."""

    ok: bool
    text: str
    seconds: float


LONGEST_POLL = (1 << 31) - 1
"""Milliseconds, 25 days: more are refused by `poll`."""


def _milliseconds(deadline: float) -> float | None:
    """The time left in the form of `poll`; unlimited if the deadline is infinite."""
    return None if deadline == math.inf else min(max(0.0, deadline - time.perf_counter()) * 1000, LONGEST_POLL)


def guard_command(command: list[str]) -> list[str]:
    """A command that is killed when this process ends."""
    return [sys.executable, "-S", "-E", "-c", _guard(), str(os.getpid()), *command]


@functools.cache
def _guard() -> str:
    """The source of `guard.py`, which has no file of its own where this package was sent to a worker as an archive."""
    return (pkgutil.get_data(__package__, "guard.py") or b"").decode()


class Process:
    """A running engine. Every method that uses it raises `Fault` when it misbehaves."""

    def __init__(
        self,
        command: list[str],
        limits: Limits,
        log: Log,
        folder: Path | None = None,
        hear: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Starts `command`, a program and its arguments, in `folder` or the working directory of the runner. `hear` is called with
        each line of stderr, by a thread of its own or in `catch_up`."""
        self._limits = limits
        self._hear = hear
        self._log = log
        self._unread = Unread()
        self._answered = False
        self._noise = 0
        self._tail = b""
        self._flooded = False
        self._child = subprocess.Popen(
            guard_command(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
            cwd=folder,
        )
        pipes = (self._child.stdin, self._child.stdout, self._child.stderr)
        self._pipes = [pipe for pipe in pipes if pipe is not None]
        self._stdin, self._stdout = (pipe.fileno() for pipe in self._pipes[:2])
        self._line = b""
        """The begin of a line of stderr."""
        self._reading = threading.Lock()
        os.set_blocking(self._stdin, False)
        os.set_blocking(self._pipes[2].fileno(), False)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        """Its id, and that of the group of its children."""
        return self._child.pid

    @property
    def stderr_tail(self) -> str:
        """The end of what it wrote to stderr."""
        return self._tail.decode("utf-8", "replace")

    def begin_game(self) -> None:
        """Counts stderr from here."""
        self._noise = 0

    def ask(self, command: str, limit: float | None = None) -> Answer:
        """Sends a command and waits for its answer, `limit` seconds and the stall limit at most.

        An answer that comes after `limit` is still an answer: whoever asked judges by its `seconds`.
        """
        start = time.perf_counter()
        deadline = start + (limit or 0.0) + self._limits.stall
        if not self._answered:
            deadline = start + self._limits.startup
        return self._exchange(command, start, deadline)

    def interrupt(self, limit: float) -> Answer:
        """Ends the search of a command whose answer has not come, and waits for that for `limit` seconds at most."""
        start = time.perf_counter()
        return self._exchange("# interrupt", start, start + limit)

    def _exchange(self, command: str, start: float, deadline: float) -> Answer:
        self._log.write(">", command)
        self._send(command.encode() + b"\n", deadline)
        text = self._receive(deadline)
        seconds = time.perf_counter() - start
        self._answered = True
        self._log.write("<", f"{text}  [{seconds:.3f} s]")
        if text[0] not in "=?":
            raise Fault(FaultKind.RUBBISH, f"in answer to {command!r}: {text[:200]!r}")
        return Answer(text[0] == "=", text[1:].strip(), seconds)

    def _send(self, data: bytes, deadline: float) -> None:
        poll = select.poll()
        poll.register(self._stdin, select.POLLOUT)
        rest: bytes | None = data
        while rest:
            if not poll.poll(_milliseconds(deadline)):
                raise self._silence_fault()
            rest = write_some(self._stdin, rest)
        if rest is None:
            raise self._exit_fault()

    def _receive(self, deadline: float) -> str:
        poll = select.poll()
        poll.register(self._stdout, select.POLLIN)
        while True:
            text = self._whole_answer()
            if text is not None:
                return text
            if len(self._unread) > LONGEST_ANSWER:
                raise Fault(FaultKind.RUBBISH, "an answer without an end")
            if not poll.poll(_milliseconds(deadline)):
                raise self._silence_fault()
            chunk = os.read(self._stdout, CHUNK)
            if not chunk:
                raise self._exit_fault()
            self._unread.add(chunk.replace(b"\r", b""))

    def _whole_answer(self) -> str | None:
        """Returns the first reply of what was read; lines that are no reply are reported one by one."""
        self._unread.skip(b"\n")
        text = self._unread.take(b"\n\n" if self._unread.start() in (b"=", b"?") else b"\n")
        return None if text is None else text.decode("utf-8", "replace")

    def _silence_fault(self) -> Fault:
        """Returns the fault of a process that has not answered in time."""
        if not self._answered:
            return Fault(FaultKind.START, f"no answer within {self._limits.startup:g} s of its start")
        return Fault(FaultKind.HANG, f"no answer within {self._limits.stall:g} s of the time it had")

    def _exit_fault(self) -> Fault:
        """Returns the fault of a process whose pipes are closed."""
        try:
            status = self._child.wait(QUIT_SECONDS)
        except subprocess.TimeoutExpired:
            status = None
        self._listener.join(QUIT_SECONDS)
        if self._flooded:
            return Fault(FaultKind.FLOOD, f"more than {self._limits.stderr} bytes on stderr")
        how = "its output was closed" if status is None else f"exit status {status}"
        said = self.stderr_tail.strip().rsplit("\n", 1)[-1]
        if said:
            how += f", after {said[-LONGEST_SAID:]!r} on stderr"
        return Fault(FaultKind.CRASH if self._answered else FaultKind.START, how)

    def _listen(self) -> None:
        """Reads stderr, in a thread of its own, so that no engine waits for it."""
        stderr = self._pipes[2]
        poll = select.poll()
        poll.register(stderr, select.POLLIN)
        while poll.poll() and self.catch_up():
            pass
        with self._reading:
            self._log.stderr([self._line] if self._line else [])
            stderr.close()

    def catch_up(self) -> bool:
        """Reads what is on stderr by now, a pipe full at most; whether there can be more."""
        with self._reading:
            stderr = self._pipes[2]
            chunk = b"" if stderr.closed else stderr.read(CHUNK)
            if not chunk:
                return chunk is None
            self._noise += len(chunk)
            self._tail = (self._tail + chunk)[-TAIL:]
            if self._noise > self._limits.stderr:
                self._flooded = True
                self.kill()
                return False
            *whole, self._line = (self._line + chunk).split(b"\n")
            if len(self._line) > LONGEST_STDERR_LINE:
                whole, self._line = [*whole, self._line], b""
            self._log.stderr(whole)
            for text in whole:
                self._hear(text.decode("utf-8", "replace"))
            return True

    def kill(self) -> None:
        """Ends the process and its children at once."""
        try:
            os.killpg(self.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def close(self, quietly: bool = True) -> None:
        """Ends the process: by `quit` if it had no fault, else or if that fails by force."""
        if quietly and self._child.poll() is None:
            try:
                os.write(self._stdin, b"quit\n")
                self._pipes[0].close()
                self._child.wait(QUIT_SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                pass
        self.kill()
        self._child.wait()
        self._listener.join(QUIT_SECONDS)
        # The third is closed by the thread that reads it.
        for pipe in self._pipes[:2]:
            try:
                pipe.close()
            except OSError:
                pass
