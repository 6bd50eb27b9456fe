"""SIGKILL at random moments of whatever writes files: nothing incomplete is left under a name, and a restart ends as if undisturbed."""

from __future__ import annotations

import functools
import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.store import read_records

from .engine import Finding, FindingKind
from .findings import SHRINKING, Context
from .shrink import shrink_list

SCRIPTS = Path(__file__).resolve().parents[1]

PATIENCE = 300.0
"""Seconds for an undisturbed run."""

ORPHANS = 5.0
"""Seconds after which no process that a killed one had started may still be there."""


@dataclass(frozen=True)
class Work:
    """A command that writes files, and what its result is."""

    name: str
    command: list[str]
    """Run in a folder of its own; the same command goes on where an earlier one was killed."""
    result: Callable[[Path], object]
    """The result in that folder, for comparison."""
    whole: tuple[str, ...] = ()
    """Files that are as the undisturbed run leaves them, or not there."""
    is_resumable: bool = True
    """Whether the command runs again on its finished files."""


def works(context: Context) -> list[Work]:
    """All that is killed."""
    engine, lab = context.engine, context.lab
    exports = [
        ("nim", "boardsize 14 14 14", "x.game"), ("chomp", "boardsize 5 5", "x.pg"), ("tictactoe", "boardsize 3 3 3", "x.dot"),
        ("connect4", "boardsize 4 3", "x.game"), ("nim", "boardsize 9 kayles", "x.pg"),
    ]  # fmt: skip
    found = [
        Work(
            f"export {game} {file}",
            [*engine, "--game", game, "--command", size, "--command", f"export {file}"],
            lambda folder, file=file: (folder / file).read_bytes(),
            (file,),
            False,
        )
        for game, size, file in exports
    ]
    long = ["--threads", "1", "--hash-mb", "64", "--checkpoint"]
    found.append(Work("dots prove", [*lab, "dots", "prove", "3x4", "--slice", "1", *long, "x.table"], margin))
    found.append(Work("hex prove", [*lab, "hex", "prove", "5x5", *long, "x.txt"], first_stones))
    playing = ["--games", "12", "--sizes", "4", "--simulations", "4", "--considered", "4", "--threads", "1"]
    if (weights := context.data.parents[1] / "src/games/hex/net/weights.net").is_file():
        found.append(
            Work("selfplay", [*lab, "hex", "selfplay", str(weights), "x.games", *playing], lambda folder: (folder / "x.games").read_bytes())
        )
    match = [sys.executable, str(SCRIPTS / "match.py"), "--size", "3", "--time", "nodes=20", "--games", "6", "--openings", "random:2"]
    players = [word for name in "ab" for word in ("--engine", f"{name}={' '.join(engine)}", "--setup", f"{name}: param threads 1")]
    found.append(Work("match", [*match, *players, "--out", "m"], games))
    return found


def margin(folder: Path) -> object:
    """The value that a proof of Dots and Boxes prints last."""
    lines = re.findall(r"^\S+ margin (\S+)", (folder / "stdout").read_text(), re.MULTILINE)
    return lines[-1:]


def first_stones(folder: Path) -> object:
    """The winners that a proof of Hex has found."""
    return sorted(tuple(line.split()[:2]) for line in (folder / "x.txt").read_text().splitlines()[1:])


def games(folder: Path) -> object:
    """The games of a match."""
    records = read_records(folder / "m" / "games.jsonl")[0]
    plain = ("opening", "moves", "winner", "reason", "events")
    return {number: json.dumps({key: record.json().get(key) for key in plain}) for number, record in records.items()}


def start(work: Work, folder: Path) -> subprocess.Popen[bytes]:
    """Starts a work in its folder; what it prints goes to files."""
    with (folder / "stdout").open("wb") as out, (folder / "stderr").open("wb") as error:
        return subprocess.Popen(work.command, stdin=subprocess.DEVNULL, stdout=out, stderr=error, cwd=folder)


def finish(work: Work, folder: Path) -> object:
    """Runs a work to its end; returns its result. Raises `Finding`."""
    if not work.is_resumable and all((folder / name).exists() for name in work.whole):
        return work.result(folder)
    child = start(work, folder)
    try:
        status = child.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        raise Finding(FindingKind.HANG, f"{work.name}: not at its end after {PATIENCE:g} s") from None
    if status != 0:
        raise Finding(FindingKind.EXIT, f"{work.name}: exit status {status}: {(folder / 'stderr').read_text()[-500:]}")
    return work.result(folder)


def children(pid: int) -> list[int]:
    """The processes that a process has started."""
    found = []
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(word) for word in path.read_text().split()]
        except OSError:
            continue
    return found


def kill(work: Work, folder: Path, wait: float) -> bool:
    """Starts a work and kills it after a while; whether it was still running. Raises `Finding` where processes stay."""
    child = start(work, folder)
    try:
        child.wait(wait)
        return False
    except subprocess.TimeoutExpired:
        pass
    orphans = children(child.pid)
    child.kill()
    child.wait()
    end = time.monotonic() + ORPHANS
    while any(is_running(pid) for pid in orphans):
        if time.monotonic() > end:
            raise Finding(FindingKind.LEAK, f"{work.name}: a process that it started is left")
        time.sleep(0.01)
    return True


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def check_files(work: Work, folder: Path, reference: dict[str, bytes]) -> None:
    """Raises `Finding` if a file is neither absent nor complete."""
    for name in work.whole:
        path = folder / name
        if path.exists() and path.read_bytes() != reference[name]:
            raise Finding(FindingKind.FILE, f"{work.name}: {name} is incomplete: {path.stat().st_size} of {len(reference[name])} bytes")


def attempt(work: Work, result: object, files: dict[str, bytes], waits: list[float]) -> int:
    """Kills a work after each wait, then lets it end. Returns how often it was killed; raises `Finding`."""
    kills = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for wait in waits:
            kills += kill(work, folder, wait)
            check_files(work, folder, files)
            if any((folder / file).exists() for file in work.whole):
                break
        # A temporary file is removed at the next write, which does not come where the file is there already.
        writes_again = work.is_resumable or not any((folder / file).exists() for file in work.whole)
        found = finish(work, folder)
        if found != result:
            raise Finding(FindingKind.RESULT, f"{work.name}: another result: {str(found)[:300]} in place of {str(result)[:300]}")
        left = [path.name for path in folder.rglob("*") if path.suffix in (".part", ".new")]
        if left and writes_again:
            raise Finding(FindingKind.LEAK, f"{work.name}: temporary files are left: {' '.join(left)}")
    return kills


def fails(work: Work, result: object, files: dict[str, bytes], kind: FindingKind, waits: list[float]) -> bool:
    """Whether kills after these waits lead to a finding of this kind."""
    try:
        attempt(work, result, files, waits)
    except Finding as finding:
        return finding.kind == kind
    return False


def run(context: Context) -> dict[str, object]:
    """Kills all works by turns; returns the counts."""
    kills = resumed = number = 0
    with tempfile.TemporaryDirectory() as name:
        references = []
        for work in works(context):
            folder = Path(name) / f"reference {work.name}"
            folder.mkdir()
            since = time.monotonic()
            result = finish(work, folder)
            seconds = time.monotonic() - since
            references.append((work, result, {file: (folder / file).read_bytes() for file in work.whole}, seconds))
        while not context.is_over(kills):
            chance = context.chance("kills", number)
            work, result, files, seconds = references[number % len(references)]
            waits = [chance.uniform(0, 1.1 * seconds) for _ in range(chance.choice([1, 1, 2, 4]))]
            number += 1
            try:
                kills += attempt(work, result, files, waits)
                resumed += 1
            except Finding as finding:
                kills += len(waits)
                found = functools.partial(fails, work, result, files, finding.kind)
                waits = shrink_list(waits, found, time.monotonic() + SHRINKING) or waits
                moments = " ".join(f"{wait:.3f}" for wait in waits)
                context.report(finding, "kills", note=f", attempt {number}, killed after {moments} s: {' '.join(work.command)}")
    return {"kills": kills, "resumed": resumed, "works": len(references)}
