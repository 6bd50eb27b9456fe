#!/usr/bin/env python3
"""A client of `ludion analysis`: asks for positions, and draws the value graph of a game.

    scripts/analysis.py --boardsize 11 --seconds 1 --out graph.svg a2 f6 d4 h7 g9
    scripts/analysis.py --game connect4 --visits 20000 --out graph.svg 4 4 4 4 2 3

Prints each turn with the best move, black's chance to win and the expected play; for a puzzle its solution. `Analysis` can be
imported. Exit status: 0; 2 for invalid arguments, an engine that fails, hangs or does not answer as ludion does, and a file that
cannot be written; 4 for a bug of the script; 130 if interrupted.
"""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from arena import charts
from arena.clock import check_seconds
from arena.faults import BadArguments
from arena.pipe import Unread, write_some
from arena.process import LONGEST_POLL
from arena.program import BUILT, OneLineParser, end_status, find_command
from arena.store import check_outputs, replace

CHUNK = 1 << 16
LONGEST_ANSWER = 16 << 20
"""Bytes; a longer answer has no end."""

STALL = 600.0
"""Seconds without an answer after which an engine hangs."""


class Analysis:
    """A running engine. Queries are dictionaries as in protocol.md, without `id`."""

    def __init__(self, command: str, *arguments: str, stall: float = STALL) -> None:
        """Starts it. Raises `BadArguments` if there is no such program."""
        self._name = command
        self._stall = stall
        self._process = subprocess.Popen(
            [*find_command(command, "--engine: "), "analysis", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
        )  # fmt: skip

    def ask(self, queries: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """Sends all queries, and yields the answers; each `id` is the query's number. Ends the engine. Raises `BadArguments` if it fails,
        if no answer comes for the time of a stall, and if an answer is not one."""
        text = "".join(json.dumps({"id": number, **query}) + "\n" for number, query in enumerate(queries))
        try:
            yield from map(self._read, self._lines(text.encode()))
            if status := self._process.wait(self._stall):
                raise self._fault(f"ended with status {status}" if status > 0 else f"was ended by {signal.Signals(-status).name}")
        except subprocess.TimeoutExpired:
            raise self._fault(f"does not end within {self._stall:g} s") from None
        finally:
            self._kill()

    def _lines(self, text: bytes) -> Iterator[bytes]:
        """What the engine writes, line by line, while it reads the text."""
        assert self._process.stdin and self._process.stdout
        stdin, stdout = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(stdin, False)
        poll = select.poll()
        poll.register(stdin, select.POLLOUT)
        poll.register(stdout, select.POLLIN)
        unread, deadline = Unread(), time.monotonic() + self._stall
        rest: bytes | None = text
        while True:
            ready = dict(poll.poll(min(max(0.0, 1000 * (deadline - time.monotonic())), LONGEST_POLL)))
            if not ready:
                raise self._fault(f"no answer within {self._stall:g} s")
            if rest is not None and ready.get(stdin, 0):
                rest = write_some(stdin, rest) or None
                if rest is None:
                    poll.unregister(stdin)
                    self._process.stdin.close()
            if not ready.get(stdout, 0):
                continue
            if not (chunk := os.read(stdout, CHUNK)):
                return
            unread.add(chunk)
            while (line := unread.take(b"\n")) is not None:
                yield line
                deadline = time.monotonic() + self._stall
            if len(unread) > LONGEST_ANSWER:
                raise self._fault("an answer without an end")

    def _read(self, line: bytes) -> dict[str, Any]:
        """An answer. Raises `BadArguments`."""
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise self._fault(f"it does not answer as ludion: {line[:80]!r}")
        return answer

    def _fault(self, why: str) -> BadArguments:
        return BadArguments(f"{self._name}: {why}")

    def _kill(self) -> None:
        """Ends the process and its children."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                pipe.close()


def tell(answer: dict[str, Any]) -> tuple[float, float] | None:
    """Prints the answer to a turn; the turn and black's chance in per cent, unless the game is over or a puzzle."""
    best = next(iter(answer.get("moves", ())), None)
    if best is None:
        print("\n".join(answer.get("solution", ())) or f"{answer['turn']:3}  {answer['result']}")
        return None
    win = best["win"] if answer["toMove"] == "black" else 1 - best["win"]
    print(f"{answer['turn']:3}  {best['move']:5}  black {100 * win:5.1f} %  {' '.join(best['pv'][:8])}")
    return float(answer["turn"]), 100 * win


def run() -> int:
    """Runs the program; returns the exit status. Raises `BadArguments`."""
    parser = OneLineParser(prog="analysis.py", description="Draws the value graph of a game.")
    parser.add_argument("--engine", default=str(BUILT), metavar="COMMAND", help="the ludion that analyses (default: target/release/ludion)")
    parser.add_argument("--game", default="hex", help="a game of ludion (default: hex)")
    parser.add_argument("--boardsize", metavar="ARGS", help="as `boardsize` of the game takes it: 11, '3 5 7' (default: its own)")
    parser.add_argument("--seconds", type=float, default=None, help="seconds for a position")
    parser.add_argument("--visits", type=int, default=None, help="nodes for a position")
    parser.add_argument("--stall", type=float, default=STALL, metavar="S", help=f"seconds without an answer after which the engine hangs (default: {STALL:g})")
    parser.add_argument("--out", type=Path, default=None, help="a file for the graph, as SVG")
    parser.add_argument("moves", nargs="*", help="as `play` reads them, the colours left out")
    given = parser.parse_args()
    if given.seconds is not None:
        check_seconds("--seconds", given.seconds)
    for name in ("visits", "stall"):
        if (value := getattr(given, name)) is not None and not value > 0:
            raise BadArguments(f"--{name} is a number above 0")
    check_outputs({"--out": given.out})
    wanted = {"game": given.game, "boardsize": given.boardsize, "maxSeconds": given.seconds, "maxVisits": given.visits}
    query = {key: value for key, value in wanted.items() if value is not None}
    query |= {"moves": given.moves, "analyzeTurns": list(range(len(given.moves) + 1))}
    answers = list(Analysis(given.engine, stall=given.stall).ask([query]))
    if failed := next((answer["error"] for answer in answers if "error" in answer), None):
        raise BadArguments(failed)
    if not answers:
        raise BadArguments(f"{given.engine} gave no answer")
    try:
        graph = [point for answer in sorted(answers, key=lambda answer: answer["turn"]) if (point := tell(answer))]
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise BadArguments(f"{given.engine}: it does not answer as ludion: {error!r}") from None
    if given.out:
        if not graph:
            raise BadArguments(f"--out {given.out}: nothing to draw: no turn has a value")
        replace(given.out, charts.lines({"black wins, %": graph}, "moves", "%", most=100))
    return 0


if __name__ == "__main__":
    sys.exit(end_status("analysis.py", run))
