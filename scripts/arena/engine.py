"""A ludion that a tool asks: what it refuses is an exception."""

from __future__ import annotations

from .faults import BadArguments, Fault, Refused
from .log import Log
from .process import Limits, Process


class Engine:
    """An engine over pipes, a request at a time. It ends with its context."""

    def __init__(self, command: list[str], limits: Limits) -> None:
        """Starts it."""
        self._process = Process(command, limits, Log(None))

    @property
    def pid(self) -> int:
        """The id of its process."""
        return self._process.pid

    def ask(self, line: str) -> str:
        """The text of the reply. Raises `Refused`, and `BadArguments` where the engine misbehaves."""
        try:
            answer = self._process.ask(line)
        except Fault as fault:
            raise BadArguments(f"{line}: {fault.kind}: {fault}") from None
        if not answer.ok:
            raise Refused(f"{line}: {answer.text}")
        return answer.text

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.close()
