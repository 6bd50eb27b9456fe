"""A program that is measured: how it is called, and how its output is read. That of a peer is described by a file of TOML.

    name = "solver"                       # in tables
    command = ["./solver", "{file}"]      # the program and its arguments, below the folder of the file if it is given so
    input = "{text}\\n"                    # what it reads on stdin (default: nothing)
    form = "text"                         # what is in {file}: "text" or, of puzzles, "rows" of numbers (default: text)
    answer = 'moves=(\\d+)'                # regular expressions, whose first group is read: the answer, which hex-nodes alone does not compare
    answers = { yes = "unique" }          # what an answer is called by ludion (default: the same)
    seconds = 'took ([\\d.]+) ms'          # its own time (default: none, and both are timed from start to end)
    seconds_unit = 0.001                  # in seconds (default: 1)
    nodes = '(\\d+) nodes'                 # for hex-nodes

In `command` or `input` stands `{file}`, the path of the instance, or `{text}`, the instance itself; in hex-nodes also `{gtp}`, its lines, or `{json}`,
its moves. In hex-match neither is needed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arena.faults import BadArguments
from arena.files import read_text

from .run import run

SHORTEST = 0.0005
"""Seconds; a program's own time that is shorter counts as this one, since many print no more digits."""

KEYS: dict[str, type | tuple[type, ...]] = {
    "name": str, "command": list, "input": str, "form": str, "answer": str, "answers": dict, "seconds": str, "nodes": str,
    "seconds_unit": (int, float), "setup": list,
}  # fmt: skip


@dataclass(frozen=True)
class Side:
    """A program."""

    name: str
    command: tuple[str, ...]
    input: str = ""
    form: str = "text"
    answer: re.Pattern[str] | None = None
    answers: Mapping[str, str] = field(default_factory=dict)
    seconds: re.Pattern[str] | None = None
    seconds_unit: float = 1.0
    nodes: re.Pattern[str] | None = None
    setup: tuple[str, ...] = ()
    """Lines of its set-up in a match."""


@dataclass(frozen=True)
class Measured:
    """What a side made of an instance."""

    seconds: float = 0.0
    answer: str = ""
    nodes: int = 0
    fault: str = ""
    """Why there is nothing of it."""


def read_side(path: Path) -> Side:
    """The side of a file of TOML. Raises `BadArguments`."""
    try:
        fields = tomllib.loads(read_text(path))
    except OSError as error:
        raise BadArguments(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise BadArguments(f"{path}: {error}") from None
    _check(path, fields)
    words = list(fields["command"])
    if "/" in words[0]:
        words[0] = str((path.parent / words[0]).absolute())
    patterns = {key: _pattern(path, key, fields[key]) for key in ("answer", "seconds", "nodes") if key in fields}
    others = {key: fields[key] for key in ("input", "form", "answers", "seconds_unit") if key in fields}
    return Side(fields.get("name", path.stem), tuple(words), **others, **patterns, setup=tuple(fields.get("setup", ())))


def _check(path: Path, fields: dict[str, Any]) -> None:
    for key, value in fields.items():
        if key not in KEYS:
            raise BadArguments(f"{path}: there is no key {key!r}: there are {', '.join(KEYS)}")
        if not isinstance(value, KEYS[key]) or isinstance(value, bool):
            raise BadArguments(f"{path}: {key} is of another type")
    for key in ("command", "setup"):
        if not all(isinstance(word, str) for word in fields.get(key, [])):
            raise BadArguments(f"{path}: {key} is a list of texts")
    if not fields.get("command"):
        raise BadArguments(f"{path}: command is missing: the program and its arguments")
    if not all(isinstance(word, str) for word in fields.get("answers", {}).values()):
        raise BadArguments(f"{path}: answers are texts")
    if fields.get("form", "text") not in ("text", "rows"):
        raise BadArguments(f"{path}: form is text or rows")
    if not 0 < fields.get("seconds_unit", 1) < 1e9:
        raise BadArguments(f"{path}: seconds_unit is a number above 0")


def _pattern(path: Path, key: str, text: str) -> re.Pattern[str]:
    try:
        pattern = re.compile(text)
    except (re.error, OverflowError, RecursionError) as error:
        raise BadArguments(f"{path}: {key}: {error}") from None
    if pattern.groups < 1:
        raise BadArguments(f"{path}: {key} has no group: put what is to be read in parentheses")
    return pattern


def check_task(side: Side, path: Path, counts_nodes: bool) -> None:
    """Raises `BadArguments` where a side is given no instance, or nothing is read of it that a task compares."""
    names = ["{file}", "{text}", *(["{gtp}", "{json}"] if counts_nodes else [])]
    if counts_nodes and side.nodes is None:
        raise BadArguments(f"{path}: nodes is missing: the regular expression that reads how many nodes it searched")
    if not counts_nodes and side.answer is None:
        raise BadArguments(f"{path}: answer is missing: the regular expression that reads what is compared")
    if not any(name in text for name in names for text in (*side.command, side.input)):
        raise BadArguments(f"{path}: it is given no instance: put {' or '.join(names)} into command or input")


def fill_in(text: str, values: Mapping[str, str]) -> str:
    """A text with what stands for its `{names}`."""
    return re.sub(r"\{(\w+)\}", lambda found: values.get(found[1], found[0]), text)


def measure(side: Side, values: Mapping[str, str], limit: float, by_own_clock: bool) -> Measured:
    """Runs a side once. `by_own_clock`: its time is what it prints itself."""
    command: Sequence[str] = [fill_in(word, values) for word in side.command]
    done = run(command, fill_in(side.input, values), limit)
    if done.fault:
        return Measured(fault=done.fault)
    try:
        seconds = max(SHORTEST, float(_last(side.seconds, done.output)) * side.seconds_unit) if by_own_clock else done.wall
        answer = _last(side.answer, done.output) if side.answer else ""
        nodes = int(float(_last(side.nodes, done.output))) if side.nodes else 0
    except (ValueError, OverflowError) as error:
        return Measured(fault=f"its output cannot be read: {error}")
    if not 0 <= seconds < float("inf"):
        return Measured(fault="its output cannot be read: no time")
    return Measured(seconds, side.answers.get(answer, answer), nodes)


def _last(pattern: re.Pattern[str] | None, output: str) -> str:
    """What the last match of a pattern has. Raises `ValueError` without one."""
    found = list(pattern.finditer(output)) if pattern else []
    if not found or found[-1][1] is None:
        raise ValueError(f"nothing like {pattern.pattern if pattern else ''!r}")
    return str(found[-1][1]).replace(",", "")
