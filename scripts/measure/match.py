"""A match of Hex with a peer, by `match.py`: each opening with both colours."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from arena.faults import BadArguments

from .side import Side

MATCH = Path(__file__).resolve().parents[1] / "match.py"


def play(command: list[str], peer: Side, games: int, size: int, seconds: float, out: Path) -> str:
    """Plays it, or goes on with it; the table as Markdown. Raises `BadArguments`."""
    import shlex

    line = [
        sys.executable, str(MATCH), "--size", str(size), "--engine", f"ludion={shlex.join(command)}",
        "--engine", f"{peer.name}={shlex.join(peer.command)}", "--setup", "ludion: param threads 1",
        "--time", f"{seconds:g}/move", "--games", str(games), "--out", str(out),
    ]  # fmt: skip
    for text in peer.setup:
        line += ["--setup", f"{peer.name}: {text}"]
    done = subprocess.run(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace")
    table = out / "table.txt"
    if done.returncode == 130:
        raise KeyboardInterrupt
    if done.returncode or not table.is_file():
        raise BadArguments(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"match.py: exit status {done.returncode}")
    return f"```\n{table.read_text(encoding='utf-8').rstrip()}\n```\n"
