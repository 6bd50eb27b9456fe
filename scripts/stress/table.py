"""The commands and settings of all games as the engine lists them, and the lines that its documents and tests hold."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from . import wire
from .engine import TestedEngine


@dataclass(frozen=True)
class Command:
    """A command of the table."""

    name: str
    usage: str
    """The form of its arguments, as `COLOR [N|W H]`."""
    example: str


@dataclass
class Game:
    """A game: its table, and lines to begin with."""

    name: str
    commands: list[Command] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    """The values of each setting, as `0|1` or `a whole number from 1 to 64`."""
    lines: list[str] = field(default_factory=list)
    """Requests of this game in the documents and tests."""
    arguments: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The arguments of each command in these lines."""

    def has(self, name: str) -> bool:
        """Whether there is such a command."""
        return any(command.name == name for command in self.commands)

    def add(self, line: str) -> None:
        """Adds a line to begin with."""
        request = wire.parse(line.encode())
        if request and request.words and request.name not in ("quit", "game"):
            self.lines.append(" ".join(request.words))
            if request.words[1:]:
                self.arguments[request.name].append(" ".join(request.words[1:]))


def read(engine: TestedEngine, repository: Path) -> list[Game]:
    """The table of all games, read from a new engine, with the lines of `protocol.md` and of the transcripts."""
    games = [Game(line.split(" ")[0]) for line in engine.ask("list_games").splitlines()]
    for game in games:
        engine.ask(f"game {game.name}")
        for name in engine.ask("list_commands").splitlines():
            usage, _, rest = engine.ask(f"help {name}").partition("\n")
            example = rest.partition("\nexample: ")[2].partition("\n")[0]
            game.commands.append(Command(name, usage.partition(" ")[2], example))
            game.add(example)
        for line in engine.ask("help param").splitlines()[3:]:
            key, _, rest = line.partition(" - ")
            game.settings[key] = rest.rpartition(": ")[2]
    by_name = {game.name: game for game in games}
    for path in [*repository.glob("protocol.md"), *sorted(repository.glob("tests/transcripts/*/*.gtp"))]:
        current = games[0]
        for line in requests(path.read_text(encoding="utf-8"), path.suffix == ".md"):
            if found := re.fullmatch(r"(?:\d+ )?game (\w+)", line):
                current = by_name.get(found[1], current)
            current.add(line)
    return games


def requests(text: str, is_document: bool) -> list[str]:
    """The requests of a transcript, or of the examples of a document."""
    if is_document:
        text = "\n".join(found[1] for found in re.finditer(r"```gtp\n(.*?)```", text, re.DOTALL))
    lines, is_reply = [], False
    for line in text.splitlines():
        if line.startswith(("=", "?")):
            is_reply = True
        elif not line:
            is_reply = False
        elif not is_reply:
            lines.append(line)
    return lines
