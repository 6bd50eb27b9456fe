"""The settings of a match, checked before anything is written."""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import shlex
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from . import openings
from .clock import Control
from .faults import BadArguments
from .files import fits_request
from .openings import Opening
from .options import parser
from .plan import pairings
from .player import EngineSettings, Rules
from .process import Limits
from .progress import CountLine
from .program import find_ludion, hash_files, split_command
from .record_moves import HexRules
from .records import Form, Sgf, Tagged
from .referee import HexReferee, ProcessReferee, Referee, spell
from .sprt import Sprt

NAME = r"[A-Za-z0-9][A-Za-z0-9._-]*"
DEFAULT_HEX = "11"
DEFAULT_RANDOM = "random:2"
DEFAULT_ERRORS = "0.05,0.05"
PUZZLES = {
    "ricochet": "scripts/ricochet_pairs.py times its solver, the command duel plays against people",
    "hashi": "scripts/tabulate.py compares its solvers",
    "hitori": "scripts/tabulate.py compares its solvers",
}
"""The games of one player, with what there is in place of matches."""


@dataclass(frozen=True)
class Settings:
    """The settings of a match."""

    engines: dict[str, EngineSettings]
    rules: Rules
    games: int
    openings: list[Opening]
    seed: int
    gauntlet: str | None
    sprt: Sprt | None
    longest: int
    board: tuple[int, int] | None
    """Columns and rows, in Hex."""
    referee: tuple[str, ...]
    concurrency: int
    dask: str | None
    strict: bool
    page: int | None
    """The port of the page that shows the match, 0 for a free one; nothing without a page."""
    out: Path
    names_folder: bool
    """Whether the command line says where the results go."""

    def new_referee(self) -> Referee:
        """A referee for one game."""
        return referee_for(self.rules, self.board, self.referee)

    def record_form(self) -> Form | None:
        """The form of the records; none where the referee does not tell the position at the start."""
        event, control = f"match {self.out.name}", self.rules.control
        if self.board is not None:
            return Sgf(event, control, *self.board, self.rules.swap)
        referee = self.new_referee()
        try:
            start = referee.position()
        finally:
            referee.close()
        return None if start is None else Tagged(event, control, self.rules.game, start)

    def configuration(self) -> dict[str, Any]:
        """What identifies the match; how it is run is not part of it."""
        rules = self.rules
        return {
            "game": rules.game,
            "start": list(rules.start),
            "loaded": hash_files([line.removeprefix(LOAD) for line in rules.start if line.startswith(LOAD)]),
            "engines": {
                engine.name: {
                    "command": shlex.join(engine.command),
                    "setup": list(engine.set_up),
                    "margin": engine.margin,
                    "build": engine.fingerprint(),
                }
                for engine in self.engines.values()
            },
            "games": self.games,
            "time": rules.control.text,
            "swap": rules.swap,
            "limits": {"startup": rules.limits.startup, "stall": rules.limits.stall, "stderr": rules.limits.stderr},
            "openings": [" ".join(opening) for opening in self.openings],
            "seed": self.seed,
            "gauntlet": self.gauntlet,
            "sprt": [self.sprt.elo0, self.sprt.elo1, self.sprt.alpha, self.sprt.beta] if self.sprt else None,
            "max_moves": self.longest,
        }


def referee_for(rules: Rules, board: tuple[int, int] | None, command: tuple[str, ...]) -> Referee:
    """This process for Hex, a process of its own for the other games."""
    if board is not None:
        return HexReferee(*board, rules.swap)
    return ProcessReferee(list(command), [f"game {rules.game}", *rules.start], Limits())


def read(arguments: list[str]) -> Settings:
    """Reads and checks a command line; raises `BadArguments`. Writes nothing."""
    given = parser().parse_args(_join_bounds(arguments))
    _fill_in(given)
    _check_numbers(given)
    engines = _engines(given)
    if given.gauntlet is not None and given.gauntlet not in engines:
        raise BadArguments(f"--gauntlet {given.gauntlet}: no engine has that name")
    board, start = _start(given)
    if given.swap != "none" and given.game != "hex":
        raise BadArguments("--swap is for Hex")
    limits = Limits(given.startup, given.stall, int(given.stderr_limit * (1 << 20)))
    rules = Rules(given.game, start, Control.parse(given.time), given.swap, limits)
    command = _referee_command(given)
    count = given.games // 2
    with contextlib.closing(referee_for(rules, board, command)) as referee:
        found = _openings(given, referee, count, board)
    return Settings(
        engines,
        rules,
        given.games,
        found[:count],
        given.seed,
        given.gauntlet,
        _sprt(given, list(engines)),
        given.max_moves,
        board,
        command,
        given.concurrency,
        given.dask,
        given.strict,
        given.page,
        Path(given.out or f"matches/{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}"),
        bool(given.out),
    )


def _fill_in(given: argparse.Namespace) -> None:
    """What is not given: without engines a short match of this ludion against a weaker one."""
    if given.game in PUZZLES:
        raise BadArguments(f"--game {given.game} is for one player: {PUZZLES[given.game]}")
    if not given.engine:
        program = _find_ludion("--engine NAME=COMMAND")
        given.engine = [f"full={shlex.quote(program)}", f"level5={shlex.quote(program)}"]
        given.setup = [*given.setup, "level5: param level 5"]
        given.games, given.time = 10 if given.games is None else given.games, given.time or "0.2/move"
    if given.games is None:
        given.games = 100
    given.time = given.time or "1/move"


LOAD = "load_file "
"""The request that sets up the position of `--load`."""

MOST_GAMES = 1_000_000
LARGEST_LIMIT = 1_000_000_000
"""Seconds, and MiB of what an engine writes to stderr."""
MOST_AT_A_TIME = 1024
"""Games that one runner plays at a time: each has a thread and the processes of its engines."""


def _find_ludion(option: str) -> str:
    if program := find_ludion():
        return program
    raise BadArguments(f"{option} is missing: no ludion was found in target/release nor on the path")


def _check_numbers(given: argparse.Namespace) -> None:
    if given.games < 2 or given.games % 2:
        raise BadArguments("--games: give an even number, each opening is played with both colours")
    if given.games > MOST_GAMES:
        raise BadArguments(f"--games: at most {MOST_GAMES:,}")
    for name in ("concurrency", "max_moves"):
        if getattr(given, name) < 1:
            raise BadArguments(f"--{name.replace('_', '-')}: give a number above 0")
    if given.concurrency > MOST_AT_A_TIME:
        raise BadArguments(f"--concurrency: at most {MOST_AT_A_TIME} games at a time")
    for name in ("startup", "stall", "stderr_limit"):
        if not 0 < getattr(given, name) <= LARGEST_LIMIT:
            raise BadArguments(f"--{name.replace('_', '-')}: give a number above 0, at most {LARGEST_LIMIT:,}")


def _engines(given: argparse.Namespace) -> dict[str, EngineSettings]:
    commands: dict[str, tuple[str, ...]] = {}
    for text in given.engine:
        name, equals, command = text.partition("=")
        name = name.strip()
        if not equals or not re.fullmatch(NAME, name):
            raise BadArguments(f"--engine {text!r}: give NAME=COMMAND, the name of letters, digits, '.', '_' and '-'")
        if name in commands:
            raise BadArguments(f"--engine: two engines have the name {name}")
        commands[name] = tuple(split_command(command, f"--engine {name}: "))
    if len(commands) < 2:
        raise BadArguments("--engine: give two or more")
    lines: dict[str, list[str]] = {name: [] for name in commands}
    for text in given.setup:
        name, colon, line = text.partition(":")
        if not colon or name.strip() not in commands or not line.partition("#")[0].strip() or len(line.splitlines()) != 1:
            raise BadArguments(f"--setup {text!r}: give 'NAME: LINE', NAME an engine's and LINE one command")
        lines[name.strip()].append(line.strip())
    margins = _margins(given.time_margin, list(commands))
    return {name: EngineSettings(name, command, tuple(lines[name]), margins[name]) for name, command in commands.items()}


def _margins(given: list[str], names: list[str]) -> dict[str, float]:
    margins = {name: EngineSettings.margin for name in names}
    # A margin of one engine stands in any order.
    for text in sorted(given, key=lambda text: "=" in text):
        name, equals, seconds = text.rpartition("=")
        try:
            value = float(seconds)
        except ValueError:
            value = -1.0
        if not 0 <= value < float("inf") or (equals and name not in margins):
            raise BadArguments(f"--time-margin {text!r}: give [NAME=]SECONDS, NAME an engine's")
        margins.update({name: value} if equals else dict.fromkeys(names, value))
    return margins


def _start(given: argparse.Namespace) -> tuple[tuple[int, int] | None, tuple[str, ...]]:
    """The board's columns and rows in Hex, and the lines that set a game up."""
    if given.load is not None:
        if given.game == "hex" or given.size is not None:
            raise BadArguments("--load is for games without --size, and not for Hex")
        path = Path(given.load).resolve()
        if not path.is_file():
            raise BadArguments(f"--load {given.load}: no such file")
        if not fits_request(path):
            raise BadArguments(f"--load {given.load}: engines get {str(path)!r} in a request, where a # begins a comment: give it another name")
        return None, (f"{LOAD}{path}",)
    if given.game != "hex":
        if not re.fullmatch(r"[a-z0-9]+", given.game):
            raise BadArguments(f"--game {given.game!r}: no such game")
        return None, ((f"boardsize {given.size}",) if given.size else ("clear_board",))
    numbers = (given.size or DEFAULT_HEX).replace("x", " ").split()
    if not 1 <= len(numbers) <= 2 or not all(re.fullmatch("[0-9]+", number) and 1 <= int(number) <= 26 for number in numbers):
        raise BadArguments(f"--size {given.size!r}: for Hex give one or two numbers up to 26")
    width, height = int(numbers[0]), int(numbers[-1])
    # Two numbers are understood by engines of both dialects.
    return (width, height), (f"boardsize {width} {height}",)


def _referee_command(given: argparse.Namespace) -> tuple[str, ...]:
    if given.referee:
        return tuple(split_command(given.referee, "--referee: "))
    if given.game == "hex":
        return ()
    return (_find_ludion("--referee COMMAND"),)


def _openings(given: argparse.Namespace, referee: Referee, count: int, board: tuple[int, int] | None) -> list[Opening]:
    source = given.openings
    if source is None:
        size = "x".join(map(str, board)) if board else given.size
        shipped = openings.find_file(given.game, size or "")
        source = str(shipped) if shipped else DEFAULT_RANDOM
    length = openings.plies(source)
    if length is not None:
        with CountLine(sys.stderr, count, "openings") as line:
            return openings.draw(referee, length, count, given.seed, line.show)
    rules = HexRules(*board, given.swap) if board else None
    found = [tuple(spell(given.game, move) for move in opening) for opening in openings.read(source, rules, given.game)]
    with CountLine(sys.stderr, len(found), "openings") as line:
        openings.check(referee, found, line.show)
    return found


def _join_bounds(arguments: list[str]) -> list[str]:
    """The command line with `--sprt -5,5` as `--sprt=-5,5`: argparse takes the bounds for an option."""
    joined: list[str] = []
    for word in arguments:
        if joined and joined[-1] == "--sprt" and word[:1] == "-" and word[1:2].isdigit():
            joined[-1] += "=" + word
        else:
            joined.append(word)
    return joined


def _sprt(given: argparse.Namespace, names: list[str]) -> Sprt | None:
    if given.sprt is None:
        if given.sprt_errors is not None:
            raise BadArguments("--sprt-errors is for --sprt")
        return None
    errors = given.sprt_errors or DEFAULT_ERRORS
    try:
        elo0, elo1 = map(float, given.sprt.split(","))
        alpha, beta = map(float, errors.split(","))
    except ValueError:
        raise BadArguments(f"--sprt {given.sprt} --sprt-errors {errors}: give two numbers each, as 0,20") from None
    if not (-1000 <= elo0 < elo1 <= 1000 and 0 < alpha < 0.5 and 0 < beta < 0.5):
        raise BadArguments("--sprt: the first Elo must be below the second, the errors between 0 and 0.5")
    if len(pairings(names, given.gauntlet)) != 1:
        raise BadArguments("--sprt is for two engines")
    return Sprt(elo0, elo1, alpha, beta)
