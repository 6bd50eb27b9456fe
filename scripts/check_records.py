#!/usr/bin/env python3
"""Reads records and puzzles of other programs, writes them in every form, reads these again: each must be equal.

    scripts/check_records.py FOLDER

FOLDER has a folder for each game and in it one for each source: FOLDER/hex/benzene/8-b7.sgf. Prints a line for each source and the
files that are refused or not equal. Exit status: 0; 1 if a file is not equal; 2 for a folder without records.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FORMS = {
    "hex": ["sgf", "json", "txt"],
    "hashi": ["pzpr", "sav", "json", "txt"],
    "hitori": ["pzpr", "sav", "json", "txt"],
}
"""The endings that `save` writes; in the other games pgn, json and txt."""

SITES = {"hex": ["hexworld", "trmph"]}
"""The arguments of `url`, where it has any."""


class Engine:
    """A running engine, in a folder of its own."""

    def __init__(self, command: Path, folder: Path) -> None:
        """Starts it."""
        self._process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder)

    def ask(self, line: str) -> tuple[bool, str]:
        """Sends a request; returns whether it succeeded, and the text."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(line.replace("#", "%23") + "\n")
        self._process.stdin.flush()
        lines = []
        for text in self._process.stdout:
            if text == "\n":
                break
            lines.append(text.rstrip("\n"))
        reply = "\n".join(lines)
        return reply.startswith("="), reply[2:]

    def end(self) -> None:
        """Ends it."""
        self._process.communicate("quit\n")


def compare(engine: Engine, game: str, path: Path, folder: Path) -> str | None:
    """Reads a record, writes it and reads it again. Returns what is wrong."""
    loaded, text = engine.ask(f"load_file {path}")
    if not loaded:
        return f"refused: {text}"
    _, position = engine.ask("position")
    written = 0
    for number, ending in enumerate(FORMS.get(game, ["pgn", "json", "txt"])):
        name = f"{path.stem[:40].replace('#', '')}-{number}.{ending}"
        (folder / name).unlink(missing_ok=True)
        engine.ask(f"load_file {path}")
        saved, why = engine.ask(f"save {name}")
        if not saved:
            # Some forms cannot hold every puzzle.
            continue
        first = (folder / name).read_text()
        loaded, why = engine.ask(f"load_file {name}")
        _, again = engine.ask("position")
        # A drawing of what a player has done has no order.
        is_same = again.split(" play=")[0] == position.split(" play=")[0] if ending == "pzpr" else again == position
        if not loaded or not is_same:
            return f".{ending}: {why or again} for {position}"
        (folder / name).unlink()
        saved, why = engine.ask(f"save {name}")
        if not saved or (folder / name).read_text() != first:
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


def main() -> int:
    """Runs the program; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the records, by game and source")
    parser.add_argument("--engine", type=Path, default=ROOT / "target/release/ludion", help="the program (default: the release)")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    sources = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        engine = Engine(given.engine.resolve(), folder)
        for source in sorted(path for path in given.folder.glob("*/*") if path.is_dir()):
            game = source.parent.name
            engine.ask(f"game {game}")
            found: Counter[str] = Counter()
            for path in sorted(source.iterdir()):
                wrong = compare(engine, game, path.resolve(), folder)
                kind = "equal" if wrong is None else "refused" if wrong.startswith("refused") else "wrong"
                found[kind] += 1
                if wrong:
                    print(f"  {game}/{source.name}/{path.name}: {wrong[:200]}")
            counts += found
            sources += 1
            print(f"{game} {source.name}: {', '.join(f'{number} {kind}' for kind, number in sorted(found.items()))}")
        engine.end()
    print(f"{sources} sources: {', '.join(f'{number} {kind}' for kind, number in sorted(counts.items()))}")
    return 2 if not counts else 1 if counts["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
