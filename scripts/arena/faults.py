"""The faults of engines, each with its name in the tables."""

from __future__ import annotations

from enum import StrEnum

LONGEST_DETAIL = 500
"""Characters of what is kept of a fault's details."""


def printable(text: str) -> str:
    """A text without control characters, which a terminal might obey."""
    return "".join(c if c.isprintable() else " " for c in text)


class FaultKind(StrEnum):
    """A kind of fault; every one loses the game in which it happens."""

    START = "start"
    """The process ended, or did not answer in time, before its first answer."""
    CRASH = "crash"
    """The process ended, or closed its output, in the middle of a game."""
    HANG = "hang"
    """No answer within the stall limit."""
    TIME = "time"
    """An answer after the time for the move."""
    ILLEGAL = "illegal"
    """An illegal move."""
    RUBBISH = "rubbish"
    """Output that is not a reply of the protocol, or a move that cannot be read."""
    FLOOD = "flood"
    """More on stderr than allowed."""
    REFUSED = "refused"
    """A failure in answer to a command that any engine must accept."""


class Fault(Exception):
    """An engine did something wrong.

    `kind` says what; the text of the exception gives the details for a log.
    """

    def __init__(self, kind: FaultKind, detail: str) -> None:
        # An engine may say anything, at any length.
        detail = printable(detail[:LONGEST_DETAIL])
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class RefereeFault(Exception):
    """The referee's process failed: no player is at fault, and the game does not count."""


class BadArguments(Exception):
    """The command line asks for something that cannot be done; the text is one clear line."""


class Refused(BadArguments):
    """An engine answers a tool with a failure."""


class RefusedSetUp(RefereeFault, BadArguments):
    """The referee does not know the game, its size or its position."""
