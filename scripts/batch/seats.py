"""Seats: places at which one unit at a time runs, and what is heard from there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from .kind import Unit


@dataclass(frozen=True)
class Joined:
    """A seat is ready for units."""

    seat: str
    worker: str
    """Whose it is: units are compared between workers, and a worker may have several seats."""
    build: str


@dataclass(frozen=True)
class Answered:
    """A unit has ended there: with a result or an error."""

    seat: str
    reply: dict[str, Any]


@dataclass(frozen=True)
class Lost:
    """The seat broke down, with the unit that ran there. It may join again unless `is_final`."""

    seat: str
    why: str
    is_final: bool = False


Event = Joined | Answered | Lost


class Seats(Protocol):
    """Where units run."""

    def give(self, seat: str, number: int, params: Unit) -> None:
        """Has a unit run at a seat that is free."""

    def wait(self, seconds: float) -> Event | None:
        """The next that is heard; nothing if none comes within `seconds`."""

    def dismiss(self, seat: str) -> None:
        """Ends a seat for good, without an event."""

    def count(self) -> int:
        """The seats that are there or will be, without those that were dismissed."""

    def close(self) -> None:
        """Ends all."""


def form_fault(reply: object) -> str:
    """What is wrong with the form of a reply; empty if nothing is."""
    if not isinstance(reply, dict):
        return "no object"
    wanted = {"unit": int, "build": str, "seconds": float, ("result" if "result" in reply else "error"): str}
    wrong = [name for name, kind in wanted.items() if type(reply.get(name)) is not kind]
    return f"no {wrong[0]}" if wrong else ""
