"""The engine under test: a process whose every reply is judged, with its processor time and its resident memory."""

from __future__ import annotations

import functools
import os
import select
import signal
import subprocess
import tempfile
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from arena import usage
from arena.guard import tie_to_parent
from arena.pipe import Unread, write_some

from . import wire

CHUNK = 1 << 16
LONGEST_REPLY = 64 << 20
"""Bytes; a longer one has no end."""

INTERRUPT = b"# interrupt"


class FindingKind(StrEnum):
    """A kind of finding."""

    CRASH = "crash"
    """The process ended by itself."""
    INTERNAL = "internal error"
    """A panic, caught or not."""
    HANG = "hang"
    """No reply, interrupted or not."""
    LATE = "late"
    """A reply later than its limit."""
    REPLY = "reply"
    """A reply that is missing, is one too many or has another form than the protocol's."""
    MEMORY = "memory"
    """More resident memory than the settings allow."""
    STDERR = "stderr"
    """Something was written to stderr."""
    EXIT = "exit"
    """Another exit status than 0, or an end that came too late."""
    LEAK = "leak"
    """Threads, descriptors, memory or files that stayed."""
    FILE = "file"
    """A file that is incomplete, or damaged and yet believed."""
    RESULT = "result"
    """Another result than without the disturbance."""
    EVENT = "event"
    """A fault in a game of a match."""


class Finding(Exception):
    """The engine did something wrong."""

    def __init__(self, kind: FindingKind, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


@dataclass
class ReplyLimits:
    """What is asked of replies."""

    patience: float = 0.1
    """Seconds without a reply after which the running request is interrupted."""
    cpu: float = 0.2
    """Seconds of processor time that the reply to an interrupt may take."""
    hang: float = 20.0
    """Seconds without a reply, whatever the load of the machine."""


@dataclass
class Timing:
    """Processor seconds from interrupts to replies."""

    interrupts: list[float] = field(default_factory=list)


class TestedEngine:
    """The process. `exchange` raises `Finding`; so does `end`."""

    def __init__(self, command: list[str], folder: Path, limits: ReplyLimits | None = None) -> None:
        """Starts it in a folder."""
        self.limits = limits or ReplyLimits()
        self.timing = Timing()
        self.sent: list[bytes] = []
        """All lines, for the transcript of a finding."""
        self._unread = Unread()
        self._stderr = tempfile.TemporaryFile()
        self.child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            bufsize=0,
            cwd=folder,
            env={key: value for key, value in os.environ.items() if key != "RUST_LOG"},
            preexec_fn=functools.partial(tie_to_parent, os.getpid()),
        )
        assert self.child.stdin and self.child.stdout
        self.stdin, self.stdout = self.child.stdin.fileno(), self.child.stdout.fileno()
        os.set_blocking(self.stdin, False)
        self._poll = select.poll()
        self._poll.register(self.stdout, select.POLLIN)

    @property
    def pid(self) -> int:
        """Its process number."""
        return self.child.pid

    def cpu(self) -> float:
        """Seconds of processor time of all its threads so far; 0 when it has ended."""
        try:
            return usage.processor_seconds(self.pid)
        except OSError:
            return 0.0

    def memory(self, key: str = usage.PEAK) -> float:
        """Resident memory in MiB, by default the most that it ever had; 0 when it has ended."""
        try:
            return usage.resident_mebibytes(self.pid, key)
        except OSError:
            return 0.0

    def threads(self) -> int:
        """The number of its threads."""
        return self._count("task")

    def descriptors(self) -> int:
        """The number of its open files."""
        return self._count("fd")

    def _count(self, name: str) -> int:
        try:
            return len(os.listdir(f"/proc/{self.pid}/{name}"))
        except OSError:
            return 0

    def write(self, data: bytes) -> None:
        """Sends bytes, and keeps what comes in the meantime."""
        poll = select.poll()
        poll.register(self.stdin, select.POLLOUT)
        poll.register(self.stdout, select.POLLIN)
        since = time.monotonic()
        while data:
            ready = dict(poll.poll(1000))
            if ready.get(self.stdout, 0):
                if not self._read():
                    raise self._exit_finding()
                since = time.monotonic()
            if ready.get(self.stdin, 0):
                rest = write_some(self.stdin, data)
                if rest is None:
                    raise self._exit_finding()
                since = time.monotonic() if rest is not data else since
                data = rest
            if time.monotonic() - since > self.limits.hang:
                raise Finding(FindingKind.HANG, f"reads nothing for {self.limits.hang:g} s")

    def exchange(self, lines: Iterable[bytes]) -> list[tuple[bytes, wire.Request, bytes]]:
        """Sends lines and returns those that have replies, with their replies.

        A request without a reply within the limits' patience is interrupted. What follows a `quit` has no reply.
        """
        lines = list(lines)
        self.sent += lines
        waiting = deque((line, request) for line in lines if (request := wire.parse(line)))
        answered = []
        self.write(b"".join(line + b"\n" for line in lines))
        while waiting:
            line, request = waiting.popleft()
            reply = self.judge_reply(line, request)
            answered.append((line, request, reply))
            if request.name == "quit" and reply[:1] == b"=":
                break
        return answered

    def exchange_rest(self, line: bytes) -> bytes:
        """The reply to a line that has been sent already; empty if it has none."""
        request = wire.parse(line)
        return self.judge_reply(line, request) if request else b""

    def judge_reply(self, line: bytes, request: wire.Request) -> bytes:
        """The next reply, which is that of a line. Raises `Finding`."""
        reply = self._await_reply(request)
        if wire.has_internal_error(reply):
            raise Finding(FindingKind.INTERNAL, f"{line[:200]!r}: {self.stderr()[-500:]!r}")
        if wrong := wire.fault(request, reply):
            raise Finding(FindingKind.REPLY, f"{line[:200]!r}: {wrong}")
        return reply

    def ask(self, line: str) -> str:
        """The text of the reply to one line, which must be a success."""
        ((_, _, reply),) = self.exchange([line.encode()])
        if reply[:1] != b"=":
            raise Finding(FindingKind.REPLY, f"{line[:200]!r}: {reply[:200]!r}")
        return reply.partition(b" ")[2].decode()

    def _await_reply(self, request: wire.Request) -> bytes:
        """The next reply; the request is interrupted when patience ends."""
        start = moment = time.monotonic()
        clock = None
        while True:
            reply = self.next_reply(request.name)
            if reply is not None:
                if clock is not None:
                    spent = self.cpu() - clock
                    self.timing.interrupts.append(spent)
                    if spent > self.limits.cpu:
                        raise Finding(FindingKind.LATE, f"{' '.join(request.words)[:200]!r}: {spent:.3f} s of processor time after an interrupt")
                return reply
            if self._wait(max(0.0, moment + self.limits.patience - time.monotonic())):
                continue
            if clock is None:
                clock = self.cpu()
                self.write(INTERRUPT + b"\n")
            moment = time.monotonic() + 1.0
            if moment - start > self.limits.hang:
                spent = self.cpu() - clock
                raise Finding(FindingKind.HANG, f"{' '.join(request.words)[:200]!r}: {spent:.1f} s of processor time after an interrupt")

    def _wait(self, seconds: float) -> bool:
        """Waits for output; whether there is some. Raises `Finding` at its end."""
        if not self._poll.poll(seconds * 1000):
            return False
        if not self._read():
            raise self._exit_finding()
        return True

    def has_output(self, seconds: float) -> bool:
        """Waits for a complete reply; whether there is one."""
        end = time.monotonic() + seconds
        while not self._unread.has(b"\n\n"):
            if not self._wait(max(0.0, end - time.monotonic())):
                return False
        return True

    def _read(self) -> bool:
        chunk = os.read(self.stdout, CHUNK)
        self._unread.add(chunk)
        return bool(chunk)

    def next_reply(self, command: str) -> bytes | None:
        """The first complete reply of what was read, without its empty line."""
        while True:
            reply = self._unread.take(b"\n\n")
            if reply is None:
                if len(self._unread) > LONGEST_REPLY:
                    raise Finding(FindingKind.REPLY, "a reply without an end")
                return None
            # HexGui's live graphics are blocks of their own.
            if not (command == "gogui-gfx-analyze" and reply.startswith(b"gogui-gfx:")):
                return reply

    def stderr(self) -> str:
        """What it wrote to stderr."""
        self._stderr.seek(0)
        return self._stderr.read().decode("utf-8", "replace")

    def _exit_finding(self) -> Finding:
        """The finding of a process that ended too early."""
        try:
            status = self.child.wait(5)
        except subprocess.TimeoutExpired:
            return Finding(FindingKind.CRASH, "its output was closed")
        how = signal.Signals(-status).name if status < 0 else f"exit status {status}"
        return Finding(FindingKind.CRASH, f"{how}: {self.stderr()[-500:]}")

    def end(self, line: bytes | None = b"quit") -> None:
        """Ends it by a line, or by the end of its input; nothing may be left to read, on stdout or on stderr."""
        if line is not None and self.child.poll() is None and self.sent[-1:] != [line]:
            self.exchange([line])
        assert self.child.stdin
        self.child.stdin.close()
        while self._poll.poll(self.limits.hang * 1000) and self._read():
            pass
        try:
            status = self.child.wait(self.limits.hang)
        except subprocess.TimeoutExpired:
            raise Finding(FindingKind.HANG, "does not end") from None
        if status != 0:
            raise self._exit_finding()
        if self._unread:
            raise Finding(FindingKind.REPLY, f"output that belongs to no request: {self._unread.start(200)!r}")
        if stderr := self.stderr():
            raise Finding(FindingKind.STDERR, stderr[:500])

    def kill(self) -> None:
        """Ends it at once and closes its pipes."""
        self.child.kill()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout, self._stderr):
            if pipe:
                pipe.close()

    def __enter__(self) -> TestedEngine:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
