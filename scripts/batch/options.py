"""The command line of `jobs.py`."""

from __future__ import annotations

import argparse
import math
from pathlib import Path

from arena.program import BUILT, OneLineParser

from .kind import Kind
from .kinds.table import KINDS

TWICE = 0.01
"""The share of the units that is done by two workers, where none is given."""


def parser(summary: str) -> argparse.ArgumentParser:
    """The command line: a kind of job with its options, or what else there is to do."""
    p = OneLineParser(prog="jobs.py", description=summary)
    tasks = p.add_subparsers(dest="task", required=True, metavar="KIND")
    for kind in KINDS.values():
        _add_kind(tasks.add_parser(kind.name, help=kind.summary, description=f"{kind.summary}; a unit is {kind.unit}."), kind)
    tasks.add_parser("kinds", help="prints the table of kinds")
    simulation = tasks.add_parser("simulate", help="simulates the load of many workers")
    simulation.add_argument("--workers", type=int, nargs="+", default=[10, 1000, 10000], metavar="N", help="(default: 10 1000 10000)")
    simulation.add_argument("--seconds", type=float, nargs="+", default=[1, 10, 100, 1000], metavar="S", help="the mean times of units (default: 1 10 100 1000)")
    simulation.add_argument("--seed", type=int, default=1, help="of the times of units (default: 1)")
    return p


def _add_kind(p: argparse.ArgumentParser, kind: Kind) -> None:
    kind.options(p)
    default = BUILT.with_name("ludion-lab") if kind.uses_tools else BUILT
    where = p.add_mutually_exclusive_group()
    where.add_argument("--processes", type=int, default=1, metavar="N", help="workers on this machine (default: 1)")
    where.add_argument("--dask", metavar="ADDRESS", help="the workers of a Dask scheduler")
    program = f"the program; files that its arguments name have absolute paths (default: target/release/{default.name})"
    p.add_argument("--engine", default=str(default), metavar="COMMAND", help=program)
    p.add_argument("--limit", type=float, default=math.inf, metavar="S", help="seconds for one answer of it, for the first one at least 30 (default: no limit)")
    p.add_argument("--twice", type=float, metavar="SHARE", help=f"of the units, done by two workers where there are two (default: {TWICE:g})")
    p.add_argument("--retry", action="store_true", help="gives units that were set aside another three tries")
    p.add_argument("--out", type=Path, metavar="DIR", help=f"of the job; one begun there goes on (default: jobs/{kind.name})")
