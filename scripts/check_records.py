#!/usr/bin/env python3
"""Reads records and puzzles of other programs, writes them in every form, reads these again: each must be equal.

    scripts/check_records.py FOLDER

FOLDER has a folder for each game and in it one for each source: FOLDER/hex/benzene/8-b7.sgf. Prints a line for each source and the
files that are refused or not equal. Exit status: 0; 1 if a file is not equal; 2 for a folder without records and an engine that fails or
hangs; 4 for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from pathlib import Path

from arena.faults import BadArguments, Fault
from arena.files import request_path
from arena.log import Log
from arena.process import Limits, Process
from arena.program import BUILT, OneLineParser, end_status, find_command

FORMS = {
    "hex": ["sgf", "json", "txt"],
    "hashi": ["pzpr", "sav", "json", "txt"],
    "hitori": ["pzpr", "sav", "json", "txt"],
}
"""The endings that `save` writes; in the other games pgn, json and txt."""

SITES = {"hex": ["hexworld", "trmph"]}
"""The arguments of `url`, where it has any."""


class RecordEngine:
    """A running engine that reads and writes records, in a folder of its own."""

    def __init__(self, command: list[str], folder: Path, limit: float) -> None:
        """Starts it; an answer takes at most `limit` seconds."""
        self._process = Process(command, Limits(startup=limit, stall=limit), Log(None), folder)

    def ask(self, line: str) -> tuple[bool, str]:
        """Sends a request; returns whether it succeeded, and the text. Raises `BadArguments` if the engine fails."""
        try:
            answer = self._process.ask(line.replace("#", "%23"))
        except Fault as fault:
            raise BadArguments(f"{line[:200]}: {fault.kind}: {fault}") from None
        return answer.ok, answer.text

    def end(self) -> None:
        """Ends it."""
        self._process.close()


def compare(engine: RecordEngine, game: str, path: Path, folder: Path) -> str | None:
    """Reads a record, writes it and reads it again. Returns what is wrong."""
    loaded, text = engine.ask(f"load_file {path}")
    if not loaded:
        return f"refused: {text}"
    _, position = engine.ask("position")
    written = 0
    for number, ending in enumerate(FORMS.get(game, ["pgn", "json", "txt"])):
        name = f"{path.stem[:40]}-{number}.{ending}"
        (folder / name).unlink(missing_ok=True)
        engine.ask(f"load_file {path}")
        saved, why = engine.ask(f"save {name}")
        if not saved:
            # Some forms cannot hold every puzzle.
            continue
        first = (folder / name).read_text(errors="replace")
        loaded, why = engine.ask(f"load_file {name}")
        _, again = engine.ask("position")
        # A drawing of what a player has done has no order.
        is_same = again.split(" play=")[0] == position.split(" play=")[0] if ending == "pzpr" else again == position
        if not loaded or not is_same:
            return f".{ending}: {why or again} for {position}"
        (folder / name).unlink()
        saved, why = engine.ask(f"save {name}")
        if not saved or (folder / name).read_text(errors="replace") != first:
            return f".{ending}: another text when it is written again {why}"
        written += 1
    for site in SITES.get(game, [""]):
        linked, link = engine.ask(f"url {site}".strip())
        if not linked:
            continue
        loaded, why = engine.ask(f"load {link}")
        _, again = engine.ask("position")
        # A link holds a puzzle without its moves and the variants of its rules.
        if not loaded or game == "hex" and again != position:
            return f"{link}: {why or again} for {position}"
        _, other = engine.ask(f"url {site}".strip())
        if other != link:
            return f"{link}: then {other}"
    return None if written > 1 else "no form can hold it"


def run(arguments: list[str]) -> int:
    """Checks all records; returns the exit status. Raises `BadArguments`."""
    parser = OneLineParser(prog="check_records.py", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the records, by game and source")
    parser.add_argument("--engine", default=str(BUILT), metavar="COMMAND", help="the program (default: the release)")
    parser.add_argument("--limit", type=float, default=60.0, metavar="S", help="seconds for an answer (default: 60)")
    given = parser.parse_args(arguments)
    sources = sorted(path for path in given.folder.glob("*/*") if path.is_dir())
    if not sources:
        raise BadArguments(f"{given.folder}: no folder of records; they are in {given.folder}/GAME/SOURCE")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = RecordEngine(find_command(given.engine, "--engine: "), folder, given.limit)
        for source in sources:
            its_counts = compare_all(engine, source, folder)
            counts += its_counts
            print(f"{source.parent.name} {source.name}: {describe(its_counts)}")
        engine.end()
    print(f"{len(sources)} sources: {describe(counts)}")
    return 2 if not counts else 1 if counts["wrong"] else 0


def describe(counts: Counter[str]) -> str:
    """Returns the numbers of a count with their kinds."""
    return ", ".join(f"{number} {kind}" for kind, number in sorted(counts.items()))


def compare_all(engine: RecordEngine, source: Path, folder: Path) -> Counter[str]:
    """Compares the records of a source; prints those that are refused or not equal, and counts all."""
    game = source.parent.name
    is_known, why = engine.ask(f"game {game}")
    if not is_known:
        raise BadArguments(f"{source.parent}: {why}")
    found: Counter[str] = Counter()
    for path in sorted(source.iterdir()):
        with request_path(path.resolve()) as file:
            wrong = compare(engine, game, file, folder)
        kind = "equal" if wrong is None else "refused" if wrong.startswith("refused") else "wrong"
        found[kind] += 1
        if wrong:
            print(f"  {game}/{source.name}/{path.name}: {wrong[:200]}")
    return found


if __name__ == "__main__":
    sys.exit(end_status("check_records.py", lambda: run(sys.argv[1:])))
