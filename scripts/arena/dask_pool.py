"""Games played by the workers of a Dask scheduler. The only file that needs the package `distributed`.

A game's key on the scheduler is the match and the game's number, so a game that is asked for again is not another one; the
games of a worker that dies are given to the others by the scheduler. The workers get this package sent; the engines must be
on them, in the same build as here.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import tempfile
import time
import zipfile
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .faults import BadArguments, Fault, RefereeFault
from .game import Record
from .plan import Task
from .player import EngineSettings, Rules
from .pool import Table, play_task, probe
from .program import complain
from .settings import Settings, referee_for

CONNECT_SECONDS = 10
AHEAD = 2
"""Games submitted for each thread of the workers."""

PAUSE_SECONDS = 0.05
"""Between two looks for games that have ended."""

LOOK_SECONDS = 5.0
"""Between two looks at which workers there are."""


@dataclass(frozen=True)
class Job:
    """What a worker must know of a match."""

    engines: dict[str, EngineSettings]
    rules: Rules
    board: tuple[int, int] | None
    referee: tuple[str, ...]
    longest: int
    builds: dict[str, str]
    """The fingerprints of the engines here."""


def play_remotely(job: Job, task: Task) -> dict[str, Any]:
    """Plays a game on a worker; the record as a JSON object. Raises `RefereeFault` if the worker has another build of an engine."""
    builds = fingerprints(job.engines)
    if builds != job.builds:
        raise RefereeFault(f"a worker has other builds of the engines: {builds} instead of {job.builds}")
    table = Table(job.engines, job.rules, None, 0)
    try:
        return play_task(task, table, job.rules, lambda: referee_for(job.rules, job.board, job.referee), job.longest).json()
    finally:
        table.close()


def fingerprints(engines: dict[str, EngineSettings]) -> dict[str, str]:
    """The builds of the engines on this machine."""
    return {name: engine.fingerprint() for name, engine in engines.items()}


def versions(job: Job) -> dict[str, tuple[str, str]]:
    """Version and build of each engine on this machine."""
    found = {}
    for name, engine in job.engines.items():
        try:
            version = probe(engine, job.rules)[0]
        except Fault as fault:
            version = f"does not start: {fault}"
        found[name] = (version, engine.fingerprint())
    return found


class DaskPool:
    """A scheduler's workers, each with as many games at a time as it has threads."""

    def __init__(self, settings: Settings) -> None:
        """Connects, sends this package and compares the engines' versions. Raises `BadArguments`."""
        if importlib.util.find_spec("distributed") is None:
            raise BadArguments("--dask needs the Python package distributed (pip install distributed)")
        import distributed

        self._distributed = distributed
        try:
            self._client = distributed.Client(settings.dask, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise BadArguments(f"--dask {settings.dask}: no scheduler: {str(error).splitlines()[0]}") from None
        self._address = settings.dask
        self._stopped = False
        engines = settings.engines
        self._job = Job(engines, settings.rules, settings.board, settings.referee, settings.longest, fingerprints(engines))
        text = json.dumps(settings.configuration(), sort_keys=True) + str(settings.out.resolve())
        self._match = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._send_package()
        self._compare_versions()

    def _send_package(self) -> None:
        here = Path(__file__).resolve().parent
        with tempfile.TemporaryDirectory() as folder:
            archive = Path(folder) / "arena.zip"
            with zipfile.ZipFile(archive, "w") as file:
                for path in sorted(here.glob("*.py")):
                    file.write(path, f"{here.name}/{path.name}")
            self._client.upload_file(str(archive))

    def _compare_versions(self) -> None:
        found = self._client.run(versions, self._job)
        if not found:
            raise BadArguments("--dask: the scheduler has no workers")
        here = versions(self._job)
        for worker, there in found.items():
            if there != here:
                raise BadArguments(f"--dask: worker {worker} has other engines: {there} instead of {here}")

    def play(self, tasks: list[Task]) -> Iterator[Record]:
        """Yields the records as games end. Raises `BadArguments` if the scheduler is lost."""
        try:
            yield from self._play(tasks)
        except (OSError, CancelledError):
            raise BadArguments(f"--dask {self._address}: the scheduler is lost; the same command continues the match") from None

    def _play(self, tasks: list[Task]) -> Iterator[Record]:
        waiting = iter(tasks)
        running = self._distributed.as_completed(loop=self._client.loop)
        count = 0
        while True:
            while not self._stopped and count < AHEAD * max(1, sum(self._client.nthreads().values())):
                task = next(waiting, None)
                if task is None:
                    break
                key = f"ludion-match-{self._match}-{task.id}"
                running.add(self._client.submit(play_remotely, self._job, task, key=key, priority=-task.id))
                count += 1
            if not count:
                break
            self._wait(running)
            future = next(running)
            count -= 1
            try:
                record = Record.from_json(future.result())
            except self._distributed.KilledWorker as error:
                raise RefereeFault(f"a game ended several workers: {error}") from None
            yield record
        self._client.close()

    def _wait(self, running: Any) -> None:
        """Waits until a game has ended; says so where no worker is left, since one may still come."""
        next_look = time.monotonic() + LOOK_SECONDS
        is_told = False
        while not running.has_ready():
            time.sleep(PAUSE_SECONDS)
            if not is_told and time.monotonic() >= next_look:
                next_look = time.monotonic() + LOOK_SECONDS
                is_told = not self._client.nthreads()
                if is_told:
                    complain("match.py", "no worker is left: the match waits for one to come")

    def stop(self) -> None:
        """Starts no more games."""
        self._stopped = True
