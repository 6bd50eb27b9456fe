"""How scripts read options, find their engine and end: whatever the input, with an exit status and, if they failed, one line on stderr.

    0    success
    1    what the script checks has failed: a test, a comparison, a game under `--strict`
    2    invalid arguments, damaged files, results that cannot be written, a closed output, a lost scheduler
    3    the referee failed
    4    a bug of the script
    130  interrupted

`python3 -X dev` shows the traceback of a bug.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn, TextIO

from .faults import BadArguments, RefereeFault, printable

BUILT = Path(os.environ.get("CARGO_TARGET_DIR", Path(__file__).resolve().parents[2] / "target")).absolute() / "release" / "ludion"
"""The engine built from this repository: the default referee, and both players of a match without `--engine`."""

SCRIPTS = frozenset((".py", ".sh", ".js", ".mjs", ".jar", ".pl", ".rb", ".lua", ".jl"))
"""Endings of programs that another program runs."""

LONGEST_LINE = 2000
"""Characters of what is printed on stderr."""


class OneLineParser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        """Raises `BadArguments` instead of printing a page."""
        raise BadArguments(message)


def find_ludion() -> str | None:
    """The engine of this repository, or the installed one."""
    return next((program for program in (str(BUILT), "ludion") if shutil.which(program)), None)


def find_command(text: str, option: str = "") -> list[str]:
    """The words of an engine's command, with the absolute path of its program. Raises `BadArguments`, beginning with the option."""
    return find_program(split_command(text, option), option)


def split_command(text: str, option: str = "") -> list[str]:
    """The words of an engine's command, whose program there must be; the path of a file is one word. Raises `BadArguments`,
    beginning with the option."""
    try:
        words = [text] if os.path.isfile(text) else shlex.split(text)
    except ValueError as error:
        raise BadArguments(f"{option}{text!r}: {error}") from None
    find_program(words, option)
    return words


def find_program(words: Sequence[str], option: str = "") -> list[str]:
    """The words of a command, with the absolute path of its program. Raises `BadArguments`, beginning with the option."""
    found = shutil.which(words[0]) if words else None
    if found is None:
        raise BadArguments(f"{option}there is no program {words[0] if words else ''!r}")
    return [str(Path(found).absolute()), *words[1:]]


def program_files(command: Sequence[str]) -> list[str]:
    """The files of a command that are programs, its own first: also those that `nice`, `java` or `python3` run."""
    first = shutil.which(command[0]) if command else None
    others = (word for word in command[1:] if os.path.isfile(word))
    return [*filter(None, [first]), *(word for word in others if os.access(word, os.X_OK) or Path(word).suffix in SCRIPTS)]


def hash_files(paths: Sequence[str]) -> str:
    """A short hash of the contents of some files; empty without a file."""
    hashes = [hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in paths]
    whole = hashes[0] if len(hashes) == 1 else hashlib.sha256(" ".join(hashes).encode()).hexdigest()
    return whole[:16] if hashes else ""


def show(stream: TextIO, text: str) -> None:
    """Writes what no work depends on, such as progress: a stream that can no longer be written leads to /dev/null from then on."""
    try:
        stream.write(text)
        stream.flush()
    except OSError:
        # Python would complain when it flushes the rest.
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, stream.fileno())
        os.close(null)


def complain(name: str, text: object) -> None:
    """Prints one line on stderr, without control characters."""
    show(sys.stderr, f"{name}: {printable(str(text))[:LONGEST_LINE]}\n")


def open_missing_streams() -> None:
    """Leads stdout and stderr to /dev/null where they are closed (`>&-`): Python has `None` in their places."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))


def end_status(name: str, run: Callable[[], int]) -> int:
    """Runs a script; returns its exit status. An interrupt says `interrupted`, unless it has a text."""
    open_missing_streams()
    try:
        status = run()
        sys.stdout.flush()
        return status
    except BadArguments as error:
        complain(name, error)
        return 2
    except RefereeFault as error:
        complain(name, error)
        return 3
    except OSError as error:
        # What is left of the output, which may be what failed.
        show(sys.stdout, "")
        complain(name, "the output was closed" if isinstance(error, BrokenPipeError) else error)
        return 2
    except KeyboardInterrupt as error:
        show(sys.stderr, "\n")
        complain(name, str(error) or "interrupted")
        return 130
    except Exception as error:
        if sys.flags.dev_mode:
            raise
        complain(name, f"bug of the script: {type(error).__name__}: {error}")
        return 4
