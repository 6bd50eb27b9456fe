"""Runs units: as a process that reads them from stdin and answers on stdout, a line of JSON each, or one by one for Dask.

    {"kind": "puzzles", "command": ["/usr/bin/ludion"], "limit": null}    -> {"build": "0123456789abcdef"}
    {"unit": 7, "params": {...}}                                          -> {"unit": 7, "build": ..., "seconds": 1.5, "result": "{...}"}
                                                                          or {"unit": 7, "build": ..., "seconds": 1.5, "error": "crash: ..."}
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from typing import Any

from arena.faults import Fault, FaultKind
from arena.guard import tie_to_parent

from .build import build_of
from .kind import Kind, Unit, canonical
from .kinds.table import KINDS
from .session import Session, UnitFault


def perform(kind: Kind, command: list[str], limit: float, number: int, params: Unit) -> dict[str, Any]:
    """Does a unit; the answer says which build did it and how long it took."""
    start = time.perf_counter()
    said: dict[str, Any] = {"unit": number, "build": build_of(command, kind.is_rounded)}
    try:
        session = Session(command, limit)
        try:
            said["result"] = canonical(kind.run(session, params))
        finally:
            session.close()
    except Fault as fault:
        # That of a process that has ended quotes them.
        words = "" if fault.kind in (FaultKind.START, FaultKind.CRASH) else session.last_words()
        said["error"] = f"{fault.kind}: {fault}{words}"
    except UnitFault as fault:
        said["error"] = str(fault)
    except Exception as error:
        said["error"] = f"{type(error).__name__}: {error}"
    return said | {"seconds": time.perf_counter() - start}


def perform_remotely(name: str, command: list[str], limit: float, number: int, params: Unit) -> dict[str, Any]:
    """As `perform`, for a kind by its name."""
    return perform(KINDS[name], command, limit, number, params)


def build_remotely(name: str, command: list[str]) -> str:
    """The build on this machine."""
    return build_of(command, KINDS[name].is_rounded)


def main(parent: int) -> None:
    """Serves until the end of input, or of the runner."""
    tie_to_parent(parent)
    lines = iter(sys.stdin)
    task = json.loads(next(lines))
    kind, command = KINDS[task["kind"]], task["command"]
    limit = math.inf if task["limit"] is None else task["limit"]
    print(json.dumps({"build": build_of(command, kind.is_rounded)}), flush=True)
    for line in lines:
        unit = json.loads(line)
        print(json.dumps(perform(kind, command, limit, unit["unit"], unit["params"])), flush=True)


if __name__ == "__main__":
    try:
        main(int(sys.argv[1]))
    except (BrokenPipeError, KeyboardInterrupt, StopIteration):
        # The runner has ended; so would the interpreter, with a complaint.
        os._exit(1)
