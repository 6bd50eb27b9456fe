"""A match of Hex with a peer, by `match.py`: each opening with both colours."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from arena.clock import plain
from arena.faults import BadArguments
from arena.process import guard_command
from arena.program import show

from .side import Side

MATCH = Path(__file__).resolve().parents[1] / "match.py"


def play(command: list[str], peer: Side, games: int, size: int, seconds: float, out: Path) -> str:
    """Plays it, or goes on with it, with the progress on stderr; the table as Markdown. Raises `BadArguments`."""
    # In a match an engine's name is one word.
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", peer.name).strip("-._") or "peer"
    line = [
        sys.executable, str(MATCH), "--size", str(size), "--engine", f"ludion={shlex.join(command)}",
        "--engine", f"{name}={shlex.join(peer.command)}", "--setup", "ludion: param threads 1",
        "--time", f"{plain(seconds)}/move", "--games", str(games), "--out", str(out),
    ]  # fmt: skip
    for text in peer.setup:
        line += ["--setup", f"{name}: {text}"]
    with subprocess.Popen(guard_command(line), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace") as done:
        last = ""
        for text in done.stderr or ():
            if last:
                show(sys.stderr, last + "\n")
            last = text.rstrip()
    if last and not done.returncode:
        show(sys.stderr, last + "\n")
    table = out / "table.txt"
    if done.returncode == 130:
        raise KeyboardInterrupt
    if done.returncode or not table.is_file():
        raise BadArguments(last or f"match.py: exit status {done.returncode}")
    return f"```\n{table.read_text(encoding='utf-8').rstrip()}\n```\n"
