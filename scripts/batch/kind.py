"""A kind of job: how its work is cut into units, what a unit yields, and how the results become one."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from .session import Session

Unit = dict[str, Any]
"""The parameters of a unit, as JSON."""

Result = dict[str, Any]
"""What a unit yields, as JSON. It follows from the unit and the build alone: no times, no names of workers."""


class KindModule(Protocol):
    """A file of `kinds/`: what it has to define. It may define `USES_TOOLS`, `IS_ROUNDED` and `complaint`, too."""

    NAME: str
    SUMMARY: str
    UNIT: str
    SCHEMA: dict[str, type]

    def options(self, p: argparse.ArgumentParser, /) -> None: ...
    def units(self, given: argparse.Namespace, /) -> list[Unit]: ...
    def run(self, session: Session, unit: Unit, /) -> Result: ...
    def check(self, unit: Unit, result: Result, /) -> bool: ...
    def merge(self, done: list[tuple[Unit, Result]], /) -> dict[str, bytes]: ...


@dataclass(frozen=True)
class Kind:
    """A row of the table of kinds."""

    name: str
    summary: str
    unit: str
    """What one unit is, in words."""
    schema: dict[str, type]
    """The fields of a result."""
    options: Callable[[argparse.ArgumentParser], object]
    """Adds the options of the kind to its command line."""
    units: Callable[[argparse.Namespace], list[Unit]]
    """All units in their order; raises `BadArguments`."""
    run: Callable[[Session, Unit], Result]
    """Does a unit; raises `Fault` or `UnitFault`."""
    check: Callable[[Unit, Result], bool]
    """Whether a result of the right form can be that of the unit."""
    merge: Callable[[list[tuple[Unit, Result]]], dict[str, bytes]]
    """The files of the whole result, from the results in the order of the units."""
    uses_tools: bool = False
    """The program is `ludion-lab`; else it is `ludion`."""
    is_rounded: bool = False
    """The last bits of its numbers depend on the processor's instructions, which then belong to the build."""
    complaint: Callable[[list[tuple[Unit, Result]]], str] = lambda _: ""
    """What in the results of all units makes a job end with status 1; empty if nothing does."""

    @classmethod
    def of_module(cls, module: KindModule) -> Kind:
        """The row of a file of `kinds/`."""
        work = (module.options, module.units, module.run, module.check, module.merge)
        more = {"uses_tools": "USES_TOOLS", "is_rounded": "IS_ROUNDED", "complaint": "complaint"}
        given = {field: getattr(module, name) for field, name in more.items() if hasattr(module, name)}
        return cls(module.NAME, module.SUMMARY, module.UNIT, module.SCHEMA, *work, **given)

    def flaw(self, unit: Unit, text: str) -> str:
        """What is wrong with the text of a result; empty if nothing is."""
        try:
            result = json.loads(text)
        except (ValueError, RecursionError) as error:
            return f"the result cannot be read: {error}"
        if canonical(result) != text:
            return "the result is not in canonical form"
        if not isinstance(result, dict) or result.keys() != self.schema.keys():
            return f"the result has not the fields {', '.join(self.schema)}"
        wrong = [name for name, wanted in self.schema.items() if type(result[name]) is not wanted]
        if wrong:
            return f"the field {wrong[0]} of the result is not of type {self.schema[wrong[0]].__name__}"
        try:
            return "" if self.check(unit, result) else "the result cannot be right"
        except (ValueError, TypeError, LookupError, AttributeError) as error:
            return f"the result cannot be checked: {type(error).__name__}: {error}"


def canonical(value: object) -> str:
    """JSON that is the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(text: str) -> str:
    """The checksum of a text."""
    return hashlib.sha256(text.encode()).hexdigest()
