"""Seats that are threads of the workers of a Dask scheduler. The only file here that needs the package `distributed`.

Each unit is given to a worker by name, so that the plan knows who did what; Dask restarts nothing by itself. Workers that come
later get units, too. The packages `arena` and `batch` are sent to the workers; the engine must be on them, under the same path.
"""

from __future__ import annotations

import importlib.util
import queue
import tempfile
import time
import zipfile
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

from arena.faults import BadArguments

from .kind import Unit
from .seats import Answered, Event, Joined, Lost, form_fault
from .worker import build_remotely, perform_remotely

CONNECT_SECONDS = 10

LOOK_SECONDS = 1.0
"""Between two looks at which workers there are."""


class DaskSeats:
    """The threads of a scheduler's workers. A worker's name is its address."""

    def __init__(self, address: str, kind: str, command: list[str], limit: float) -> None:
        """Connects and sends the packages. Raises `BadArguments`."""
        if importlib.util.find_spec("distributed") is None:
            raise BadArguments("--dask needs the Python package distributed (pip install distributed)")
        import distributed

        try:
            self._client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise BadArguments(f"--dask {address}: no scheduler: {str(error).splitlines()[0]}") from None
        self._address = address
        self._kind, self._command, self._limit = kind, command, limit
        self._events: queue.Queue[Event] = queue.Queue()
        self._seats: dict[str, tuple[str, Any]] = {}
        """The worker of each seat, and what runs there."""
        self._dismissed: set[str] = set()
        self._last_look = 0.0
        self._send_packages()
        self._look()
        if not self._seats:
            self._client.close()
            raise BadArguments(f"--dask {address}: the scheduler has no workers")

    def _send_packages(self) -> None:
        scripts = Path(__file__).resolve().parents[1]
        with tempfile.TemporaryDirectory() as folder:
            archive = Path(folder) / "batch.zip"
            with zipfile.ZipFile(archive, "w") as file:
                for path in sorted([*(scripts / "arena").glob("*.py"), *(scripts / "batch").rglob("*.py")]):
                    file.write(path, str(path.relative_to(scripts)))
            self._client.upload_file(str(archive))

    def _look(self) -> None:
        """Compares the workers that there are with those that there were."""
        self._last_look = time.monotonic()
        there: dict[str, int] = self._client.nthreads()
        for seat, (worker, future) in list(self._seats.items()):
            if worker not in there:
                del self._seats[seat]
                if future is not None:
                    future.cancel()
                self._events.put(Lost(seat, "the worker is gone", is_final=True))
        seats = {f"{worker}/{thread}": worker for worker, threads in there.items() for thread in range(threads)}
        new = {seat: worker for seat, worker in seats.items() if seat not in self._seats and worker not in self._dismissed}
        if not new:
            return
        try:
            builds = self._client.run(build_remotely, self._kind, self._command, workers=sorted(set(new.values())), on_error="return")
        except (OSError, KeyError, TimeoutError):
            # A worker has just gone: the next look tells.
            return
        for seat, worker in new.items():
            if worker in builds:
                build = builds[worker]
                self._seats[seat] = (worker, None)
                self._events.put(Joined(seat, worker, build if isinstance(build, str) else f"none: {build!r}"))

    def give(self, seat: str, number: int, params: Unit) -> None:
        """Has a unit run at a seat that is free."""
        worker = self._seats[seat][0] if seat in self._seats else None
        if worker is None:
            # Its loss is among the events already.
            return
        future = self._client.submit(
            perform_remotely, self._kind, self._command, self._limit, number, params,
            workers=[worker], allow_other_workers=False, pure=False,
        )  # fmt: skip
        self._seats[seat] = (worker, future)
        future.add_done_callback(lambda done: self._report_end(seat, number, done))

    def _report_end(self, seat: str, number: int, future: Any) -> None:
        """Runs in a thread of Dask."""
        if future.cancelled():
            return
        try:
            error = future.exception()
            reply = {"unit": number, "build": "", "seconds": 0.0, "error": repr(error)} if error else future.result()
        except (OSError, CancelledError):
            # The scheduler is lost: the next look tells.
            return
        if wrong := form_fault(reply):
            self._events.put(Lost(seat, f"said something else: {wrong}", is_final=True))
        elif error:
            self._events.put(Lost(seat, repr(error), is_final=True))
        else:
            self._events.put(Answered(seat, reply))

    def wait(self, seconds: float) -> Event | None:
        """The next that is heard; nothing if none comes within `seconds`. Raises `BadArguments` if the scheduler is lost."""
        if time.monotonic() - self._last_look >= LOOK_SECONDS:
            try:
                self._look()
            except (OSError, CancelledError):
                raise BadArguments(f"--dask {self._address}: the scheduler is lost; the same command continues the job") from None
        try:
            event = self._events.get(timeout=seconds) if seconds else self._events.get_nowait()
        except queue.Empty:
            return None
        if isinstance(event, Lost):
            # If the worker is still there the seat joins again at the next look.
            self._seats.pop(event.seat, None)
        return event

    def dismiss(self, seat: str) -> None:
        """Gives no more units to a seat's worker."""
        worker, future = self._seats.pop(seat, ("", None))
        self._dismissed.add(worker)
        if future is not None:
            future.cancel()

    def count(self) -> int:
        """The seats that are not dismissed."""
        return len(self._seats)

    def close(self) -> None:
        """Ends the connection; what runs is given up."""
        for _, future in self._seats.values():
            if future is not None:
                future.cancel()
        self._client.close()
