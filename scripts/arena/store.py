"""The directory of a match: what it is, its games as they end, and so what is left to do.

    match.json    the configuration and the engines' versions
    games.jsonl   one record a line, in the order in which the games ended
    sgf/, pgn/    the games as records that ludion loads: SGF in Hex, texts with tags in the other games
    logs/         what was said to each engine, and by it
    live/         the games that are being played
    table.txt     the tables of the end

A record is one write to a file opened for appending, forced to disk. A killed runner leaves at most half a line behind,
which is cut off at the next start: that game is played again, every other is kept, none is there twice. The last item of a
record is its checksum, the CRC-32 of the line without it: a damaged line is named, and nothing is played on it.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from . import live
from .faults import BadArguments
from .files import read_regular, read_text
from .game import Record
from .lock import lock_folder
from .records import Form


class Store:
    """The directory, locked for this runner."""

    def __init__(self, folder: Path, configuration: dict[str, Any], form: Form | None) -> None:
        """Opens or begins a match. `form` is that of its records, if they have one.

        Raises `BadArguments` if another match, or another runner, is there.
        """
        self.folder = folder
        self._form = form
        self.records: dict[int, Record] = {}
        existing = _configuration(folder)
        if existing is not None:
            _compare(folder, existing, configuration)
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            # Only what a start that was killed may have left is taken over.
            if not folder.is_dir() or {entry.name for entry in folder.iterdir()} - {"lock", "match.json.new"}:
                raise BadArguments(f"--out {folder}: the folder exists and holds no match; name a new one")
        self._lock = lock_folder(folder)
        live.clear(folder)
        if existing is None:
            replace(folder / "match.json", json.dumps(configuration, indent=2) + "\n")
        (folder / "logs").mkdir(exist_ok=True)
        self._games = self._reopen()

    def _reopen(self) -> int:
        path = self.folder / "games.jsonl"
        whole = 0
        if path.exists():
            self.records, whole = read_records(path)
            with path.open("r+b") as file:
                file.truncate(whole)
        self._forget_others()
        for record in self.records.values():
            self._draw(record)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def _forget_others(self) -> None:
        """Removes the records of games that are not there, which are played again."""
        if self._form is None:
            return
        for path in (self.folder / self._form.ending).glob(f"[0-9]*.{self._form.ending}"):
            if path.stem.isdecimal() and int(path.stem) not in self.records:
                path.unlink()

    def add(self, record: Record) -> bool:
        """Keeps a record; `False`, and nothing done, if that game is there already."""
        if record.id in self.records:
            return False
        data = line_of(record).encode()
        while data:
            # A full disk takes a part of a line; the rest fails, and the next start cuts that part off.
            try:
                data = data[os.write(self._games, data) :]
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(self.folder / "games.jsonl")) from None
        os.fsync(self._games)
        self.records[record.id] = record
        self._draw(record)
        return True

    def _draw(self, record: Record) -> None:
        if self._form is None:
            return
        path = self.folder / self._form.ending / f"{record.id:05}.{self._form.ending}"
        if not path.exists():
            path.parent.mkdir(exist_ok=True)
            replace(path, self._form.text(record))

    def close(self) -> None:
        """Gives the directory free."""
        live.clear(self.folder)
        os.close(self._games)
        os.close(self._lock)


def check_replaceable(path: Path) -> int | None:
    """Returns the mode of a file, nothing where there is none. Raises `OSError` where `replace` would, before long work begins."""
    folder = Path(os.path.realpath(path)).parent
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
        if not folder.is_dir():
            raise FileNotFoundError(errno.ENOENT, "there is no such folder", str(folder)) from None
    if mode is not None and not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "is no regular file", str(path))
    if not os.access(folder, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, "no file can be written in this folder", str(folder))
    return mode


def check_outputs(outputs: dict[str, Path | None], inputs: Iterable[Path] = ()) -> None:
    """Looks at the files of options before long work. Raises `BadArguments` where one is `-`, is read or is that of another option, and
    `OSError` where `replace` would."""
    users = dict.fromkeys(map(os.path.realpath, inputs), "the input")
    for option, path in outputs.items():
        if path is None:
            continue
        if str(path) == "-":
            raise BadArguments(f"{option} -: nothing is printed by this option: name a file")
        if (user := users.setdefault(os.path.realpath(path), option)) != option:
            raise BadArguments(f"{option} {path}: {user} is the same file: name another one")
        check_replaceable(path)


def replace(path: Path, content: str | bytes) -> None:
    """Writes a file so that it is there whole or not at all. Of a link the file that it leads to is written; a file keeps its mode.

    Raises `OSError`, too where something other than a regular file is there: a device or a FIFO would become one.
    """
    mode = check_replaceable(path)
    target = Path(os.path.realpath(path))
    new = target.with_name(target.name + ".new")
    try:
        # What a killed process has left; a link there would lead elsewhere.
        new.unlink(missing_ok=True)
        with new.open("xb") as file:
            if mode is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, target)
    except OSError as error:
        # A full disk is told without a name, other faults with that of the new file.
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


LONGEST_GAMES = 4 << 30
"""Bytes of the longest `games.jsonl` that is read."""

CHECKSUM = re.compile(r'(.*),"crc":"([0-9a-f]{8})"}', re.DOTALL)


def line_of(record: Record) -> str:
    """The line of a record, with its checksum."""
    text = json.dumps(record.json(), separators=(",", ":"))
    return f'{text[:-1]},"crc":"{zlib.crc32(text.encode()):08x}"}}\n'


def record_of(line: str) -> Record:
    """The record of a line; one without a checksum is of an earlier version. Raises `ValueError` where it is damaged."""
    found = CHECKSUM.fullmatch(line)
    if found is None:
        return Record.from_json(json.loads(line))
    text = found[1] + "}"
    if zlib.crc32(text.encode()) != int(found[2], 16):
        raise ValueError("its checksum is another one")
    return Record.from_json(json.loads(text))


def read_records(path: Path) -> tuple[dict[int, Record], int]:
    """The records of a `games.jsonl`, and the bytes up to the end of the last whole line.

    Raises `BadArguments` with the number of the first line that is damaged.
    """
    records: dict[int, Record] = {}
    whole = 0
    for number, line in enumerate(read_regular(path, LONGEST_GAMES).split(b"\n")[:-1], 1):
        try:
            record = record_of(line.decode())
        except (ValueError, RecursionError) as error:
            raise BadArguments(f"{path}: line {number} is damaged: {error}") from None
        line += b"\n"
        records.setdefault(record.id, record)
        whole += len(line)
    return records, whole


def _configuration(folder: Path) -> dict[str, Any] | None:
    path = folder / "match.json"
    if not path.is_file():
        return None
    try:
        return dict(json.loads(read_text(path)))
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise BadArguments(f"--out {folder}: match.json cannot be read: {error}") from None


def _differing_engines(before: Any, now: dict[str, Any]) -> list[str]:
    """What differs of the engines: `engine b (build)`, `engines` if they are others or damaged."""
    if not isinstance(before, dict) or list(before) != list(now) or not all(isinstance(engine, dict) for engine in before.values()):
        return ["engines"]
    found = []
    for name, engine in now.items():
        keys = [key for key in engine if before[name].get(key) != engine[key]]
        found += [f"engine {name} ({', '.join(keys)})"] if keys else []
    return found


def _compare(folder: Path, existing: dict[str, Any], wanted: dict[str, Any]) -> None:
    wanted = json.loads(json.dumps(wanted))
    keys = (existing.keys() | wanted.keys()) - {"versions"}
    differing = sorted(key for key in keys if key != "engines" and existing.get(key) != wanted.get(key))
    differing += _differing_engines(existing.get("engines"), wanted["engines"])
    before, now = existing.get("versions", {}), wanted.get("versions", {})
    # The version of an engine that did not start is unknown, not another one.
    if not isinstance(before, dict) or any(before[name] and now[name] and before[name] != now[name] for name in before.keys() & now.keys()):
        differing.append("versions")
    if differing:
        raise BadArguments(f"--out {folder}: another match is there; they differ in: {', '.join(differing)}")
