"""Seats that are processes of this machine. One that dies is started again."""

from __future__ import annotations

import json
import math
import os
import queue
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from .kind import Unit
from .seats import Answered, Event, Joined, Lost, form_fault

SCRIPTS = Path(__file__).resolve().parents[1]

DEATHS = 20
"""Deaths in a row, without a unit done, after which a seat is given up."""

PAUSE = 0.1
"""Seconds before a process is started again."""


class Seat:
    """A process, and the thread that reads what it says."""

    def __init__(self, name: str, command: list[str], events: queue.Queue[Event], task: dict[str, object], folder: str) -> None:
        """`command` is the engine's; files of units go to `folder`."""
        self.name = name
        self._folder = folder
        self._task = json.dumps(task | {"command": command}) + "\n"
        self._events = events
        self._deaths = 0
        self.is_over = False
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.child = self._start()
        self._thread.start()

    def _start(self) -> subprocess.Popen[str]:
        program = [sys.executable, "-m", "batch.worker", str(os.getpid())]
        path = os.pathsep.join(filter(None, [str(SCRIPTS), os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(
            program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, errors="replace",
            start_new_session=True, env=os.environ | {"PYTHONPATH": path, "TMPDIR": self._folder},
        )  # fmt: skip

    def _serve(self) -> None:
        """Hears the process, and those that are started after it, until it is over."""
        while True:
            self.send(self._task)
            why = self._hear()
            self._bury()
            if self.is_over:
                return
            self._deaths += 1
            self.is_over = self._deaths >= DEATHS
            self._events.put(Lost(self.name, why or f"ended with status {self.child.returncode}", self.is_over))
            if self.is_over:
                return
            time.sleep(PAUSE)
            if self.is_over:
                return
            self.child = self._start()

    def _bury(self) -> None:
        """Ends the process and closes its pipes."""
        self.child.kill()
        self.child.wait()
        for pipe in (self.child.stdin, self.child.stdout):
            assert pipe
            try:
                pipe.close()
            except OSError:
                # What was not written yet is lost with it.
                pass

    def _hear(self) -> str:
        """Passes on what the process says, until its end; why it is not heard any more, if not for its end."""
        assert self.child.stdout
        is_first = True
        for line in self.child.stdout:
            try:
                said = json.loads(line)
                if is_first:
                    self._events.put(Joined(self.name, self.name, str(said["build"])))
                elif wrong := form_fault(said):
                    return f"said something else: {wrong}"
                else:
                    self._deaths = 0
                    self._events.put(Answered(self.name, said))
            except (ValueError, TypeError, LookupError, RecursionError):
                return f"said something else: {line[:100]!r}"
            is_first = False
        return ""

    def send(self, line: str) -> None:
        """Writes a line; the death of the process is heard of by its thread."""
        assert self.child.stdin
        try:
            self.child.stdin.write(line)
            self.child.stdin.flush()
        except (OSError, ValueError):
            pass

    def close(self) -> None:
        """Ends the process for good."""
        self.is_over = True
        while self._thread.is_alive():
            self.child.kill()
            self._thread.join(PAUSE)


class LocalSeats:
    """Processes of this machine, each a worker of its own."""

    def __init__(self, kind: str, commands: dict[str, list[str]], limit: float) -> None:
        """`commands`: the engine of each seat by the seat's name."""
        self._events: queue.Queue[Event] = queue.Queue()
        self._task: dict[str, object] = {"kind": kind, "limit": None if limit == math.inf else limit}
        self._folder = tempfile.TemporaryDirectory(prefix="ludion-job-", ignore_cleanup_errors=True)
        self._seats: dict[str, Seat] = {}
        for name, command in commands.items():
            self.add(name, command)

    def add(self, name: str, command: list[str]) -> None:
        """Another seat."""
        self._seats[name] = Seat(name, command, self._events, self._task, self._folder.name)

    def pids(self) -> list[int]:
        """The processes of the seats."""
        return [seat.child.pid for seat in self._seats.values()]

    def give(self, seat: str, number: int, params: Unit) -> None:
        """Has a unit run at a seat that is free."""
        self._seats[seat].send(json.dumps({"unit": number, "params": params}) + "\n")

    def wait(self, seconds: float) -> Event | None:
        """The next that is heard; nothing if none comes within `seconds`."""
        try:
            return self._events.get(timeout=seconds)
        except queue.Empty:
            return None

    def dismiss(self, seat: str) -> None:
        """Ends a seat for good."""
        self._seats[seat].close()

    def count(self) -> int:
        """The seats that are not given up."""
        return sum(not seat.is_over for seat in self._seats.values())

    def close(self) -> None:
        """Ends all."""
        for seat in self._seats.values():
            seat.is_over = True
            seat.child.kill()
        for seat in self._seats.values():
            seat.close()
        # What killed processes have left.
        self._folder.cleanup()
