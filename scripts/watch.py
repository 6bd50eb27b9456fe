#!/usr/bin/env python3
"""Shows a match in a browser while it is played, or after it: `scripts/watch.py DIR` prints the address of a page on this machine.

The page shows the boards of the running games with the values that both engines see, the tables of the results with their intervals,
the sequential test, and every finished game move by move. `scripts/match.py --page` begins it with the match. It reads the directory of
the match and writes nothing. Ctrl-C ends it. Exit status: 0; 2 for no match or a port that is in use; 4 for a bug of the script.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

from arena import frames
from arena.faults import BadArguments
from arena.program import OneLineParser, end_status
from arena.viewer import Viewer
from arena.match_reader import MatchReader


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="watch.py", description=__doc__.partition("\n")[0])
    p.add_argument("folder", type=Path, metavar="DIR", help="the directory of match.py --out")
    p.add_argument("--port", type=int, default=0, metavar="N", help="(default: a free one)")
    p.add_argument("--ludion", metavar="COMMAND", help="the program that draws (default: target/release/ludion, if there is none games are moves)")
    p.add_argument("--child", action="store_true", help="ends when its input ends, and waits for the match to begin")
    return p


def end_with_input() -> None:
    """Ends the process when stdin is closed: the process that started it has ended."""
    while os.read(sys.stdin.fileno(), 1024):
        pass
    os._exit(0)


def run(arguments: list[str]) -> int:
    """Serves the page until a signal; raises `BadArguments`."""
    given = parser().parse_args(arguments)
    drawer = frames.find_drawer(given.ludion)
    if given.child:
        threading.Thread(target=end_with_input, daemon=True).start()
    elif not (given.folder / "match.json").is_file():
        raise BadArguments(f"{given.folder}: no match")
    with Viewer(MatchReader(given.folder, drawer), given.port) as viewer:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        print(viewer.address, flush=True)
        try:
            viewer.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""
    return end_status("watch.py", lambda: run(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
