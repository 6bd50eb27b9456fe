"""The load of many workers, by discrete simulation with the measured cost of a unit in the runner.

First the runner's own code is timed: the plan, the messages as JSON, the writes to the database. Then each worker in turn waits for
the runner, which serves one unit at a time, the wire, and its unit, whose times vary (Erlang, shape 4). With Dask each unit passes
its scheduler, too, at `DASK_SECONDS`. The overhead is the share of their time that workers wait.
"""

from __future__ import annotations

import heapq
import json
import math
import random
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arena.faults import BadArguments
from arena.table import columns

from .kind import canonical
from .plan import Plan
from .store import Store

MEASURED = 4000
"""Units that are planned and written to measure what one costs."""

COMMIT_UNITS = 100
"""Units of a transaction, where many come."""

WIRE_SECONDS = 0.001
"""From the runner to a worker and back."""

DASK_SECONDS = 0.001
"""A task in Dask's scheduler: 0.2 to 1 ms by its documentation (Best Practices, Avoid Very Large Graphs)."""

MESSAGES = 2
"""A unit and its result; Dask's scheduler passes on each."""

WRITES = 2
"""A row for the attempt, and one changed for the unit."""

ROUNDS = 8
"""Units that each worker does in a simulation."""

LEAST_UNITS = 4000

SHAPE = 4
"""Of the distribution of the times of units."""

AIM = 0.01
"""The overhead that is aimed at."""


@dataclass(frozen=True)
class Costs:
    """Seconds that a unit takes."""

    runner: float
    scheduler: float = 0.0


@dataclass(frozen=True)
class Load:
    """What came out of a simulation."""

    overhead: float
    rate: float
    """Units a second."""
    busy: tuple[float, float]
    """The shares of the time that runner and scheduler work."""

    @property
    def bottleneck(self) -> str:
        """What limits the rate."""
        name, busy = max((("runner", self.busy[0]), ("scheduler", self.busy[1])), key=lambda pair: pair[1])
        if busy > 0.9:
            return name
        return "none" if self.overhead <= AIM else "wire" if busy < 0.5 else f"queue of the {name}"


def measure() -> float:
    """The processor time of the runner for one unit, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        units = [{"first": number, "last": number} for number in range(MEASURED)]
        store = Store(Path(folder) / "job", {"kind": "measured", "build": ""}, units)
        plan = Plan(store, 0.0)
        plan.join("worker")
        start = time.process_time()
        for done in range(MEASURED):
            number = plan.next("worker")
            assert number is not None
            json.dumps({"unit": number, "params": plan.units[number].params})
            result = canonical({"puzzles": ["x" * 60]})
            said = json.loads(json.dumps({"unit": number, "build": "0" * 16, "seconds": 1.0, "result": result}))
            plan.finish(number, "worker", said["build"], 1.0, said["result"])
            if done % COMMIT_UNITS == 0:
                store.commit()
        store.commit()
        seconds = time.process_time() - start
        store.close()
    return seconds / MEASURED


def simulate(workers: int, seconds: float, costs: Costs, seed: int) -> Load:
    """Each worker does `ROUNDS` units of this mean time or more."""
    chance = random.Random(seed)
    rounds = max(ROUNDS, math.ceil(LEAST_UNITS / workers))
    free = [0.0, 0.0]
    """When runner and scheduler are free again."""
    served = (costs.runner, costs.scheduler)
    # All begin at different times of a unit, as they do once a job has run for a while.
    queue = [(chance.random() * seconds, worker) for worker in range(workers)]
    left = [rounds] * workers
    heapq.heapify(queue)
    worked = waited = 0.0
    while queue:
        now, worker = heapq.heappop(queue)
        ready = now
        for place, cost in enumerate(served):
            ready = free[place] = max(free[place], ready) + cost
        unit = chance.gammavariate(SHAPE, seconds / SHAPE)
        waited += ready + WIRE_SECONDS - now
        worked += unit
        left[worker] -= 1
        if left[worker]:
            heapq.heappush(queue, (ready + WIRE_SECONDS + unit, worker))
    # The beginning and the end, when not all work, do not count.
    rate = min(workers * workers * rounds / (waited + worked), 1 / max(*served, 1e-9))
    return Load(waited / (waited + worked), rate, (rate * costs.runner, rate * costs.scheduler))


def least_seconds(workers: int, costs: Costs, seed: int) -> float:
    """The least mean time of a unit for which the overhead is below the aim, to a tenth."""
    low, high = 1e-4, 1e6
    while high > 1.1 * low:
        middle = math.sqrt(low * high)
        if simulate(workers, middle, costs, seed).overhead <= AIM:
            high = middle
        else:
            low = middle
    return high


def run(workers: Sequence[int], seconds: Sequence[float], seed: int) -> int:
    """Measures, simulates and prints the table. Raises `BadArguments`."""
    if not all(1 <= number <= 100_000 for number in workers) or not all(0 < mean < 1e6 for mean in seconds):
        raise BadArguments("simulate: --workers are numbers from 1 to 100000, --seconds above 0 and below 1000000")
    cost = measure()
    print(f"a unit costs the runner {cost * 1e6:.0f} us of processor time (measured here), Dask's scheduler {DASK_SECONDS * 1e6:.0f} us")
    rows = [["workers", "by", "unit s", "messages/s", "writes/s", "runner busy", "scheduler busy", "overhead", "bottleneck"]]
    least = []
    for number in workers:
        for name, costs in (("pipes", Costs(cost)), ("dask", Costs(cost, DASK_SECONDS))):
            for mean in seconds:
                load = simulate(number, mean, costs, seed)
                shares = [f"{100 * share:.1f} %" for share in (*load.busy, load.overhead)]
                rates = [f"{MESSAGES * load.rate:.0f}", f"{WRITES * load.rate:.0f}"]
                rows.append([str(number), name, f"{mean:g}", *rates, *shares, load.bottleneck])
            least.append(f"{number} workers by {name}: units of at least {least_seconds(number, costs, seed):.2g} s keep the overhead below 1 %")
    print(columns(rows))
    print("\n".join(least))
    return 0
