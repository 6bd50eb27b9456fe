"""The progress of a match: on a terminal a table in place with the time left, elsewhere a line for each game. On a terminal its openings
are counted before."""

from __future__ import annotations

import math
import shutil
import time
from typing import TextIO

from . import table
from .game import Record
from .program import show
from .sprt import Sprt
from .tally import Tally

WIDTH = 24

QUIET_SECONDS = 1.0
"""What takes less is not counted on the terminal."""

DRAW_SECONDS = 0.2
"""Shortest time between two numbers on the terminal."""


def duration(seconds: float) -> str:
    """`1:02:03` or `2:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class CountLine:
    """On a terminal a line such as `30 of 500 openings`, where these take longer than a second. It is removed with its context."""

    def __init__(self, stream: TextIO, total: int, things: str) -> None:
        """Counts up to `total` of these things."""
        self._stream = stream
        self._total = total
        self._things = things
        self._next = time.monotonic() + QUIET_SECONDS if stream.isatty() else math.inf
        self._is_shown = False

    def show(self, done: int) -> None:
        """Shows how many are done, unless that was done just now."""
        if (now := time.monotonic()) >= self._next:
            self._next, self._is_shown = now + DRAW_SECONDS, True
            show(self._stream, f"\r{done} of {self._total} {self._things}\x1b[K")

    def __enter__(self) -> CountLine:
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_shown:
            show(self._stream, "\r\x1b[K")


class Progress:
    """Prints to `stream`."""

    def __init__(self, stream: TextIO, total: int, done: int, sprt: Sprt | None = None, gauntlet: str | None = None) -> None:
        """`total` games in all, `done` of them before this start."""
        self._stream = stream
        self._total = total
        self._before = done
        self._sprt = sprt
        self._gauntlet = gauntlet
        self._start = time.monotonic()
        self._terminal = stream.isatty()
        self._drawn = 0
        """Lines of the table that stand on the terminal."""

    def game(self, record: Record, tally: Tally) -> None:
        """Shows that a game has ended."""
        if self._terminal:
            events = self._line(record) + "\n" if record.events else ""
            show(self._stream, self._erase_code() + events + self._draw(tally))
        else:
            show(self._stream, f"{self._line(record)}  ({tally.played}/{self._total})  {self._state(tally)}\n")

    def _erase_code(self) -> str:
        return f"\x1b[{self._drawn}F\x1b[J" if self._drawn else ""

    def _draw(self, tally: Tally) -> str:
        bar = ("#" * round(tally.played / self._total * WIDTH)).ljust(WIDTH, ".")
        here = tally.played - self._before
        left = (time.monotonic() - self._start) / here * (self._total - tally.played)
        text = f"{table.standings(tally, self._sprt, self._gauntlet)}\n[{bar}] {tally.played}/{self._total}  {duration(left)} left"
        width = shutil.get_terminal_size().columns
        lines = [line[: width - 1] for line in text.splitlines()]
        self._drawn = len(lines)
        return "\n".join(lines) + "\n"

    def _line(self, record: Record) -> str:
        events = "".join(f"  {event['engine']}: {event['kind']}, {event['detail']}" for event in record.events)
        winner = f" ({record.winner})" if record.winner else ""
        return f"game {record.id}  {record.black}-{record.white}  {record.result}{winner}  {len(record.moves)} moves{events}"

    def _state(self, tally: Tally) -> str:
        if len(tally.names) == 2 and (found := tally.estimate()):
            name = tally.names[0]
            score = f"{tally.totals[name].points():g}/{tally.totals[name].games}"
            return f"{name} {score}  Elo {found.text()}  LOS {100 * found.superiority:.0f} %"
        shares = {name: own.points() / own.games for name, own in tally.totals.items() if own.games}
        best = max(shares.values())
        leaders = [name for name in shares if shares[name] == best]
        return f"{', '.join(leaders)} {'lead' if len(leaders) > 1 else 'leads'} with {100 * best:.1f} %"

    def end(self) -> None:
        """Removes the table: the final one follows."""
        if self._terminal:
            show(self._stream, self._erase_code())
