"""Time controls, limits of time, and the two clocks of a game.

`2/move`    2 seconds for each move
`60+0.5`    60 seconds for the game, half a second more after each move; `60` is `60+0`
`nodes=N`   no clock: the engine searches N nodes a move (ludion's `max_nodes`)
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .faults import BadArguments

NUMBER = r"(\d+(?:\.\d+)?|\.\d+)"
LONGEST_TIME = 10_000_000
"""Seconds of a time control and of `param max_time`, about four months."""


@dataclass(frozen=True)
class Control:
    """A time control. Exactly one of `move`, `main` and `nodes` is set; times are in seconds."""

    text: str
    move: float | None = None
    main: float | None = None
    increment: float = 0.0
    nodes: int | None = None

    @staticmethod
    def parse(text: str) -> Control:
        """Reads a time control; raises `BadArguments`."""
        if found := re.fullmatch(NUMBER + "/move", text):
            control = Control(text, move=float(found[1]))
        elif found := re.fullmatch(rf"{NUMBER}(?:\+{NUMBER})?", text):
            control = Control(text, main=float(found[1]), increment=float(found[2] or 0))
        elif found := re.fullmatch(r"nodes=(\d+)", text):
            control = Control(text, nodes=int(found[1]))
        else:
            raise BadArguments(f"--time {text!r}: give 2/move, 60 for the game, 60+0.5 or nodes=2000")
        if not (control.move or control.main or control.nodes):
            raise BadArguments(f"--time {text!r}: the time must be above zero")
        if max(control.move or 0, control.main or 0, control.increment) > LONGEST_TIME:
            raise BadArguments(f"--time {text!r}: at most {LONGEST_TIME:,} seconds")
        return control

    def settings_line(self) -> str | None:
        """GTP's line for the start of a game; none without a clock."""
        if self.move is not None:
            return f"time_settings 0 {plain(self.move)} 1"
        if self.main is not None:
            return f"time_settings {plain(self.main)} 0 0"
        return None


def plain(seconds: float) -> str:
    """A number of seconds as requests have them: no exponent, no needless digits."""
    return f"{Decimal(str(seconds)).normalize():f}"


def check_seconds(option: str, seconds: float) -> None:
    """Raises `BadArguments` where a limit of time is 0 or none that `param max_time` takes."""
    if not 0 < seconds <= LONGEST_TIME:
        raise BadArguments(f"{option} {seconds:g}: give a number above 0, at most {LONGEST_TIME:,}")


class Clocks:
    """The time left of both players; the colours are `b` and `w`."""

    def __init__(self, control: Control) -> None:
        """Fills both clocks."""
        self._control = control
        self._left = {"b": control.main or 0.0, "w": control.main or 0.0}

    def limit(self, color: str) -> float | None:
        """Seconds that the next move of a colour may take, below 0 where earlier moves overdrew the clock; none without one."""
        if self._control.main is not None:
            return self._left[color]
        return self._control.move

    def left_line(self, color: str) -> str | None:
        """GTP's line before a move."""
        if self._control.main is not None:
            return f"time_left {color} {max(0.0, self._left[color]):.3f} 0"
        if self._control.move is not None:
            return f"time_left {color} {plain(self._control.move)} 1"
        return None

    def spend(self, color: str, seconds: float) -> None:
        """Subtracts the time of a move from a clock. What is overdrawn stays so: the margin is one for the game, not new for each move."""
        if self._control.main is not None:
            self._left[color] += self._control.increment - seconds

    def exchange(self) -> None:
        """Exchanges the colours of the players with their clocks."""
        self._left["b"], self._left["w"] = self._left["w"], self._left["b"]
