"""Flipped bits and cuts in files of every format: each is refused, or what is read is right; nothing panics."""

from __future__ import annotations

import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.faults import BadArguments
from arena.store import read_records

from . import kills
from .engine import Finding, FindingKind, ReplyLimits, TestedEngine
from .findings import SHRINKING, Context
from .shrink import shrink_list

BLOCK = 64
"""Bytes of a damaged file that are left out together."""

TOOL_SECONDS = 60.0
"""For a tool that reads a damaged file."""


def damage(whole: bytes, chance: random.Random) -> tuple[bytes, str]:
    """A file with one bit flipped, cut, or with something added, and what was done."""
    kind = chance.randrange(10)
    place = chance.randrange(len(whole))
    if kind < 7:
        bit = chance.randrange(8)
        return whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :], f"bit {bit} of byte {place} flipped"
    if kind < 9:
        return whole[:place], f"cut after {place} bytes"
    more = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 9)))
    return whole + more, f"{len(more)} bytes added"


@dataclass(frozen=True)
class Format:
    """A format with one of its files. `read(path)` raises `Finding` if what is read of it cannot be right."""

    name: str
    whole: bytes
    read: Callable[[Path], bool]
    """Whether the file was accepted."""


class Reader:
    """An engine that reads damaged files, one after the other."""

    def __init__(self, context: Context, folder: Path) -> None:
        self._context = context
        self._folder = folder
        self._engine: TestedEngine | None = None

    def ask(self, lines: list[str]) -> list[bytes]:
        """The replies to lines, in an engine that is started if none runs. Raises `Finding`."""
        if self._engine is None:
            self._engine = TestedEngine(self._context.engine, self._folder, ReplyLimits(patience=2.0))
            for line in ("param threads 1", "param hash_mb 16", "param max_time 0.2"):
                self._engine.ask(line)
        try:
            return [reply for _, _, reply in self._engine.exchange([line.encode() for line in lines])]
        except Finding:
            self._engine.kill()
            self._engine = None
            raise

    def renew(self) -> None:
        """Ends an engine that has read many files: the next line is for a new one. Raises `Finding`."""
        if self._engine and len(self._engine.sent) > 3000:
            self.close()

    def close(self) -> None:
        """Ends the engine. Raises `Finding`."""
        engine, self._engine = self._engine, None
        if engine:
            with engine:
                engine.end()

    def loads(self, game: str, command: str) -> Callable[[Path], bool]:
        """A reader by a command of a game; what was read must come back when its position is set."""

        def read(path: Path) -> bool:
            self.renew()
            _, loaded, _, position = self.ask([f"game {game}", f"{command} {path.name}", "showboard plain", "position"])
            if loaded[:1] != b"=":
                return False
            text = position.decode().partition(" ")[2]
            if len(text) < 60_000 and position[:1] == b"=":
                again, _, position_again = self.ask([f"position {text}", "showboard plain", "position"])
                if again[:1] != b"=" or position_again != position:
                    raise Finding(FindingKind.RESULT, f"{game}: a position that was read does not come back: {text[:200]}")
            return True

        return read

    def network(self, whole: bytes) -> Callable[[Path], bool]:
        """A reader of networks of Hex, which must be refused when they are damaged."""

        def read(path: Path) -> bool:
            self.renew()
            _, reply = self.ask(["game hex", f"param network {path.name}"])
            if reply[:1] == b"=" and path.read_bytes() != whole:
                raise Finding(FindingKind.FILE, "a damaged network is believed")
            return reply[:1] == b"="

        return read


def tool(context: Context, name: str, command: list[str], result: Callable[[Path], object], whole: bytes) -> Callable[[Path], bool]:
    """A reader by a tool: exit status 2 with one line and the file untouched, or the right result."""

    def run(folder: Path) -> subprocess.CompletedProcess[bytes]:
        with (folder / "stdout").open("wb") as out:
            return subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, cwd=folder, timeout=TOOL_SECONDS
            )

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / command[-1]
        file.write_bytes(whole)
        run(Path(folder))
        wanted = result(Path(folder))

    def read(path: Path) -> bool:
        bytes_before = path.read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / command[-1]
            shutil.copyfile(path, file)
            try:
                ended = run(Path(folder))
            except subprocess.TimeoutExpired:
                raise Finding(FindingKind.HANG, f"{name}: not at its end after {TOOL_SECONDS:g} s") from None
            if ended.returncode == 2:
                if len(ended.stderr.splitlines()) != 1 or b"panicked" in ended.stderr:
                    raise Finding(FindingKind.STDERR, f"{name}: {ended.stderr[:500].decode('utf-8', 'replace')}")
                if file.read_bytes() != bytes_before:
                    raise Finding(FindingKind.FILE, f"{name}: a damaged file is refused and yet changed")
                return False
            if ended.returncode != 0:
                raise Finding(FindingKind.CRASH, f"{name}: exit status {ended.returncode}: {ended.stderr[-500:].decode('utf-8', 'replace')}")
            if (found := result(Path(folder))) != wanted:
                raise Finding(FindingKind.RESULT, f"{name}: a damaged file is believed: {str(found)[:200]} in place of {str(wanted)[:200]}")
        return True

    return read


def read_games(whole: bytes, folder: Path) -> Callable[[Path], bool]:
    """A reader of the games of a match: every record that is read is one that was written."""
    path = folder / "whole.jsonl"
    path.write_bytes(whole)
    records = read_records(path)[0]

    def read(path: Path) -> bool:
        try:
            found = read_records(path)[0]
        except BadArguments:
            return False
        if wrong := [number for number, record in found.items() if records.get(number) != record]:
            raise Finding(FindingKind.RESULT, f"games.jsonl: the damaged record {wrong[0]} is believed")
        return True

    return read


def make_files(context: Context, folder: Path) -> dict[str, bytes]:
    """Files that only a run makes: checkpoints, exports and the games of a match, by their names."""
    files = {}
    for work in kills.works(context):
        place = folder / work.name.replace(" ", "-")
        place.mkdir()
        kills.finish(work, place)
        for path in [*place.glob("x.*"), *place.glob("m/games.jsonl")]:
            files[f"{place.name}/{path.name}"] = path.read_bytes()
    return files


def formats(context: Context, reader: Reader, folder: Path) -> list[Format]:
    """All formats, each with some of its files."""
    found = []
    commands = {
        "hex": ("loadsgf", "*.sgf"), "graph": ("load_file", "*.*"), "hashi": ("load_file", "unique.txt"), "hitori": ("load_file", "*.*")
    }  # fmt: skip
    for game, (command, pattern) in commands.items():
        for path in sorted((context.data / game).glob(pattern)):
            if path.suffix != ".md" and path.stat().st_size < 200_000:
                found.append(Format(f"{game} {path.name}", path.read_bytes(), reader.loads(game, command)))
    files = make_files(context, folder)
    exports = [(name, whole) for name, whole in files.items() if name.startswith("export")]
    found += [Format(name, whole, reader.loads("graph", "load_file")) for name, whole in exports]
    lab = [*context.lab]
    long = ["--threads", "1", "--hash-mb", "64", "--checkpoint"]
    table, stones = files["dots-prove/x.table"], files["hex-prove/x.txt"]
    prove = [*lab, "dots", "prove", "3x4", *long, "x.table"]
    found.append(Format("checkpoint of Dots", table, tool(context, "dots prove", prove, kills.margin, table)))
    prove = [*lab, "hex", "prove", "5x5", *long, "x.txt"]
    found.append(Format("checkpoint of Hex", stones, tool(context, "hex prove", prove, kills.first_stones, stones)))
    network = context.data.parents[1] / "src/games/hex/net/weights.net"
    found.append(Format("network", network.read_bytes(), reader.network(network.read_bytes())))
    games = files["match/games.jsonl"]
    found.append(Format("games.jsonl", games, read_games(games, folder)))
    return found


def shorten(kind: Format, content: bytes, path: Path, wrong: FindingKind) -> bytes:
    """A short file that shows the same kind of finding: lines are left out, or blocks of what is no text."""

    def fails(parts: list[bytes]) -> bool:
        path.write_bytes(b"".join(parts))
        try:
            kind.read(path)
        except Finding as finding:
            return finding.kind == wrong
        return False

    lines = content.splitlines(keepends=True)
    blocks = [content[at : at + BLOCK] for at in range(0, len(content), BLOCK)]
    return b"".join(shrink_list(lines if len(lines) > len(blocks) // 4 else blocks, fails, time.monotonic() + SHRINKING))


def run(context: Context) -> dict[str, object]:
    """Damages files of all formats by turns; returns the counts."""
    flips = refused = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        reader = Reader(context, folder)
        kinds = formats(context, reader, folder)
        # Each format of a game as often as the others, whatever the number of its files.
        names = sorted({kind.name.split(" ")[0].split("/")[0] for kind in kinds})
        while not context.is_over(flips):
            chance = context.chance("flips", flips)
            group = names[flips % len(names)]
            kind = chance.choice([kind for kind in kinds if kind.name.split(" ")[0].split("/")[0] == group])
            content, what = damage(kind.whole, chance)
            path = folder / f"damaged-{flips}{Path(kind.name).suffix}"
            path.write_bytes(content)
            flips += 1
            try:
                refused += not kind.read(path)
            except Finding as finding:
                context.out.mkdir(parents=True, exist_ok=True)
                kept = context.out / path.name
                kept.write_bytes(shorten(kind, content, path, finding.kind))
                context.report(finding, "flips", note=f", {kind.name}, {what}, kept as {kept}")
            path.unlink()
        try:
            reader.close()
        except Finding as finding:
            context.report(finding, "flips")
    return {"flips": flips, "refused": refused, "formats": len(names), "files": len(kinds)}
