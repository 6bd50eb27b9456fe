#!/usr/bin/env python3
"""Plays a match or a tournament between engines.

    scripts/match.py                       # ten games of this ludion against its level 5
    scripts/match.py --engine 'a=target/release/ludion' --engine 'b=wolve' --setup 'b: param_wolve max_time 1' \\
        --size 11 --time 1/move --games 20 --out results

Python 3.11 and its standard library; `--dask` alone needs more. `--help` lists the options. Exit status: 0, or 1 with
`--strict` if a game had a fault; 2 for invalid arguments and damaged files, if results cannot be written, and if the
Dask scheduler is lost; 3 if the referee failed; 4 for a bug of the script; 130 if interrupted. All but 0 and 1 come with one line on stderr.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Protocol

from arena import plan, settings, table
from arena.faults import BadArguments, Fault, FaultKind
from arena.game import Record
from arena.page_process import PageProcess
from arena.plan import Task
from arena.pool import Pool, probe
from arena.program import complain, end_status
from arena.progress import Progress
from arena.settings import Settings
from arena.store import Store, replace
from arena.tally import Tally, TallyBuilder


class Games(Protocol):
    """Plays games: by threads of this machine, or by workers of a scheduler."""

    def play(self, tasks: list[Task]) -> Iterator[Record]:
        """Yields the records as games end."""

    def stop(self) -> None:
        """Starts no more games."""


def versions(wanted: Settings) -> dict[str, str]:
    """Starts each engine once and warns of settings that it does not support. An engine that does not start loses its games.

    Raises `BadArguments` where an engine refuses the match's settings or its own set-up lines, and if none starts.
    """
    found = {}
    for engine in wanted.engines.values():
        try:
            found[engine.name], unset = probe(engine, wanted.rules)
        except Fault as fault:
            if fault.kind == FaultKind.REFUSED:
                raise BadArguments(f"engine {engine.name} refuses {fault}") from None
            complain("match.py", f"engine {engine.name}: {fault.kind}: {fault}")
            found[engine.name] = ""
            continue
        if "the swap" in unset:
            raise BadArguments(f"engine {engine.name} does not support --swap {wanted.rules.swap}")
        if unset and not engine.set_up:
            raise BadArguments(f"engine {engine.name} does not support {' and '.join(unset)}: give it a --setup line")
    if not any(found.values()):
        raise BadArguments("no engine starts")
    return found


def run(wanted: Settings) -> Tally:
    """Plays the remaining games of a match; raises `BadArguments` or `RefereeFault`."""
    names = list(wanted.engines)
    configuration = wanted.configuration() | {"versions": versions(wanted)}
    games = workers(wanted)
    store = Store(wanted.out, configuration, wanted.record_form())
    tasks = plan.tasks(names, wanted.gauntlet, wanted.games, wanted.openings, wanted.seed)
    planned = {task.id: (task.black, task.white) for task in tasks}
    builder = TallyBuilder(names, wanted.sprt)
    for record in store.records.values():
        if planned.get(record.id) != (record.black, record.white):
            raise BadArguments(f"{wanted.out / 'games.jsonl'}: game {record.id} is none of this match")
        builder.add(record)
    state = builder.build()
    left = [task for task in tasks if task.id not in store.records]
    progress = Progress(sys.stderr, len(tasks), len(store.records), wanted.sprt, wanted.gauntlet)
    if left and not state.verdict:
        for record in games.play(left):
            if store.add(record):
                builder.add(record)
                state = builder.build()
                progress.game(record, state)
            if state.verdict:
                games.stop()
        progress.end()
    text = table.results(state, wanted.sprt, wanted.gauntlet)
    replace(wanted.out / "table.txt", text)
    store.close()
    print(text)
    print(table.times(state), end="")
    print(f"results: {wanted.out}")
    return state


def workers(wanted: Settings) -> Games:
    """Returns the pool that plays the games."""
    if wanted.dask:
        from arena.dask_pool import DaskPool

        return DaskPool(wanted)
    logs = wanted.out / "logs"
    return Pool(wanted.concurrency, wanted.engines, wanted.rules, wanted.new_referee, wanted.longest, logs)


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""

    def play() -> int:
        wanted = settings.read(arguments)
        try:
            with PageProcess(wanted) as page:
                state = run(wanted)
                page.stay()
        except KeyboardInterrupt:
            # Without --out the same command begins another match.
            folder = "" if wanted.names_folder else f" with --out {wanted.out}"
            raise KeyboardInterrupt(f"interrupted; the same command{folder} continues the match") from None
        return 1 if wanted.strict and state.events() else 0

    status = end_status("match.py", play)
    if status > 1:
        # Threads may be at work still; their engines end with this process.
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
