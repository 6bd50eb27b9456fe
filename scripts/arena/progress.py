"""The progress of a match: a bar with the time left on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from typing import TextIO

from .game import Record
from .tally import Tally

WIDTH = 24


def duration(seconds: float) -> str:
    """`1:02:03` or `2:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Progress:
    """Prints to `stream`."""

    def __init__(self, stream: TextIO, total: int, done: int) -> None:
        """`total` games in all, `done` of them before this start."""
        self._stream = stream
        self._total = total
        self._before = done
        self._start = time.monotonic()
        self._terminal = stream.isatty()

    def game(self, record: Record, tally: Tally) -> None:
        """A game has ended."""
        state = self._state(tally)
        if self._terminal:
            share = tally.played / self._total
            bar = ("#" * round(share * WIDTH)).ljust(WIDTH, ".")
            here = tally.played - self._before
            left = (time.monotonic() - self._start) / here * (self._total - tally.played)
            self._stream.write(f"\r\x1b[K[{bar}] {tally.played}/{self._total}  {duration(left)} left  {state}")
            if record.events:
                self._stream.write("\r\x1b[K" + self._line(record) + "\n")
        else:
            self._stream.write(f"{self._line(record)}  ({tally.played}/{self._total})  {state}\n")
        self._stream.flush()

    def _line(self, record: Record) -> str:
        events = "".join(f"  {event['engine']}: {event['kind']}, {event['detail']}" for event in record.events)
        return f"game {record.id}  {record.black}-{record.white}  {record.result}  {len(record.moves)} moves{events}"

    def _state(self, tally: Tally) -> str:
        if len(tally.names) == 2 and (found := tally.estimate()):
            name = tally.names[0]
            score = f"{tally.lines[name].points():g}/{tally.lines[name].games}"
            return f"{name} {score}  Elo {found.text()}  LOS {100 * found.superiority:.0f} %"
        leader = max(tally.names, key=lambda name: tally.lines[name].points())
        return f"{leader} leads with {tally.lines[leader].points():g} points"

    def end(self) -> None:
        """Ends the line of the bar."""
        if self._terminal:
            self._stream.write("\n")
            self._stream.flush()
