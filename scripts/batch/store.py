"""The file of a job: one SQLite database, from which all is resumed.

    job        what the job is, by key: kind, options, program, build, secret, starts
    units      the parameters of each unit, and which attempt counts
    attempts   each attempt with its worker, build, seconds and outcome; a result with its checksum (SHA-256)
    workers    who was excluded, and why

What counts follows from the attempts, so a runner that is killed at any moment loses only attempts that were not committed yet.
Results that do not match their checksum are done again.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from arena.faults import BadArguments
from arena.lock import lock_folder

from .kind import Result, Unit, canonical, digest

FORM = 1
"""The version of the tables."""

TABLES = """
create table job (key text primary key, value text not null);
create table units (id integer primary key, params text not null, state text not null default 'open', attempt integer);
create table attempts (
    id integer primary key, unit integer not null references units (id), worker text not null, build text not null,
    ended real not null, seconds real not null, outcome text not null, detail text not null,
    digest text, result text);
create index attempts_of_unit on attempts (unit);
create table workers (name text primary key, excluded text not null);
"""


class Outcome(StrEnum):
    """How an attempt ended."""

    DONE = "done"
    FAILED = "failed"
    LOST = "lost"
    VOID = "void"
    """Of a worker that was excluded."""
    DAMAGED = "damaged"
    """The result no longer matches its checksum."""


@dataclass(frozen=True)
class Attempt:
    """An attempt, without its result."""

    id: int
    unit: int
    worker: str
    outcome: Outcome
    digest: str | None
    seconds: float
    detail: str


TYPES = (int, int, str, str, str | None, float, str)
"""Those of the fields of an attempt in the file."""


class Store:
    """The open file, locked for this runner. Methods raise `sqlite3.Error` or `BadArguments` where the file is damaged."""

    def __init__(self, folder: Path, job: dict[str, Any], units: list[Unit]) -> None:
        """Opens or begins a job. Raises `BadArguments` if another job, or another runner, is there."""
        self.path = folder / "job.sqlite"
        if folder.exists() and not self.path.exists() and (not folder.is_dir() or set(os.listdir(folder)) - {"lock"}):
            raise BadArguments(f"--out {folder}: the folder exists and holds no job; name a new one")
        self._lock = lock_folder(folder)
        try:
            self._file = sqlite3.connect(self.path, isolation_level=None)
            self._file.execute("pragma journal_mode = wal")
            self._file.execute("pragma synchronous = normal")
            self._begin(folder, job, units)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            os.close(self._lock)
            raise BadArguments(f"{self.path}: {error}") from None
        except BadArguments:
            self.close()
            raise

    def _begin(self, folder: Path, job: dict[str, Any], units: list[Unit]) -> None:
        """Writes the job into a new file, or compares it with the one that is there."""
        self._file.execute("begin immediate")
        is_new = not self._file.execute("select 1 from sqlite_master where name = 'job'").fetchone()
        if is_new:
            for statement in TABLES.split(";"):
                self._file.execute(statement)
            values = {"form": FORM, "starts": 0, "secret": os.urandom(8).hex()} | job
            self._file.executemany("insert into job values (?, ?)", [(key, canonical(value)) for key, value in values.items()])
            self._file.executemany("insert into units (id, params) values (?, ?)", enumerate(map(canonical, units)))
        there = self.job()
        differing = sorted(key for key in {"form": FORM, **job} if there.get(key) != ({"form": FORM} | job)[key])
        if differing:
            raise BadArguments(f"--out {folder}: another job is there; they differ in: {', '.join(differing)}: name another folder by --out")
        if [params for _, params in self.units()] != [json.loads(canonical(unit)) for unit in units]:
            raise BadArguments(f"--out {folder}: another job is there; their units differ: name another folder by --out")
        starts = canonical(there["starts"] + 1)
        self._file.execute("update job set value = ? where key = 'starts'", (starts,))
        self._file.execute("commit")

    def job(self) -> dict[str, Any]:
        """What the job is."""
        try:
            found = {key: json.loads(value) for key, value in self._file.execute("select key, value from job")}
        except (ValueError, TypeError) as error:
            raise self._damage(error) from None
        if not isinstance(found.get("starts"), int) or not isinstance(found.get("secret"), str):
            raise self._damage("starts or secret")
        return found

    def _damage(self, what: object) -> BadArguments:
        return BadArguments(f"{self.path}: is damaged: {what}")

    def units(self) -> Iterator[tuple[int, Unit]]:
        """All units in their order."""
        try:
            for number, params in self._file.execute("select id, params from units order by id"):
                yield number, json.loads(params)
        except (ValueError, TypeError) as error:
            raise self._damage(error) from None

    def mark_damage(self) -> list[int]:
        """Compares all results with their checksums; returns the units of those that are damaged, which no longer count."""
        rows = self._file.execute("select id, unit, digest, result from attempts where outcome = ?", (Outcome.DONE,))
        bad = [(number, unit) for number, unit, checksum, text in rows if not isinstance(text, str) or digest(text) != checksum]
        for number, _ in bad:
            self._file.execute("update attempts set outcome = ? where id = ?", (Outcome.DAMAGED, number))
        return [unit for _, unit in bad]

    def attempts(self) -> list[Attempt]:
        """All attempts in their order."""
        rows = self._file.execute("select id, unit, worker, outcome, digest, seconds, detail from attempts order by id").fetchall()
        if wrong := next((row for row in rows if not all(map(isinstance, row, TYPES))), None):
            raise self._damage(f"attempt {wrong[0]}")
        try:
            return [Attempt(*row[:3], Outcome(row[3]), *row[4:]) for row in rows]
        except ValueError as error:
            raise self._damage(error) from None

    def exclusions(self) -> dict[str, str]:
        """The workers that were excluded, and why."""
        return dict(self._file.execute("select name, excluded from workers"))

    def begin(self) -> None:
        """Begins a transaction, if none is open."""
        if not self._file.in_transaction:
            self._file.execute("begin")

    def commit(self) -> None:
        """Ends it: what was written since stays."""
        if self._file.in_transaction:
            self._file.execute("commit")

    def add(self, unit: int, worker: str, build: str, seconds: float, outcome: Outcome, detail: str = "", result: str | None = None) -> int:
        """Keeps an attempt; returns its number."""
        checksum = digest(result) if result is not None else None
        values = (unit, worker, build, time.time(), seconds, outcome, detail, checksum, result)
        return self._file.execute(f"insert into attempts values (null{', ?' * len(values)})", values).lastrowid or 0

    def settle(self, unit: int, state: str, attempt: int | None) -> None:
        """Notes where a unit stands: `open`, `done` or `aside`; and the attempt that counts."""
        self._file.execute("update units set state = ?, attempt = ? where id = ?", (state, attempt, unit))

    def exclude(self, worker: str, why: str, was_wrong: bool) -> None:
        """Excludes a worker: none of its attempts counts, or of one that was not wrong those that yielded something."""
        self._file.execute("insert or replace into workers values (?, ?)", (worker, why))
        kept = Outcome.VOID if was_wrong else Outcome.DONE
        self._file.execute("update attempts set outcome = ? where worker = ? and outcome != ?", (Outcome.VOID, worker, kept))

    def forget_faults(self) -> None:
        """Gives units that were set aside another three tries."""
        self._file.execute("update attempts set outcome = ? where outcome in (?, ?)", (Outcome.VOID, Outcome.FAILED, Outcome.LOST))

    def results(self) -> list[tuple[Unit, Result]]:
        """The units that are done, in their order, with the result that counts."""
        rows = self._file.execute("select params, result from units join attempts on attempts.id = units.attempt order by units.id")
        try:
            return [(json.loads(params), json.loads(result)) for params, result in rows]
        except (ValueError, TypeError) as error:
            raise self._damage(error) from None

    def close(self) -> None:
        """Gives the file free."""
        self._file.close()
        os.close(self._lock)
