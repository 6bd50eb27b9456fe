"""Which worker does which unit next, and what a result, a fault or a lost worker changes. No process is started here.

- A share of the units, at least one for each worker, is done by a second worker and compared. Where results differ a third worker
  decides; who was wrong is excluded, and all that only it did is done again.
- A unit that failed three times is set aside or, if it has a result, not compared; as long as there are others, a worker that failed does not get it again.
- A worker that is lost costs its unit nothing but time, unless six are lost with one unit.
- A worker without work does again what runs longest, if that is twice as long as usual: the first result counts.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from .kind import Unit
from .store import Outcome, Store
from .votes import MOST_VOTES, Verdict, verdict

FAILURES = 3
"""Failed attempts after which a unit is set aside."""

LOSSES = 6
"""Workers lost with a unit after which it is set aside."""

SLOW = 2.0
"""A unit that runs this many times as long as the mean is given to another worker, too."""

LOOK_SECONDS = 0.05
"""Shortest time between two looks for slow units."""


@dataclass
class State:
    """Where a unit stands."""

    params: Unit
    votes: dict[str, str] = field(default_factory=dict)
    """The checksum of the result of each worker."""
    attempts: dict[str, int] = field(default_factory=dict)
    """The number of the attempt of each worker that has a result."""
    failures: list[str] = field(default_factory=list)
    """The workers of the attempts that failed."""
    losses: list[str] = field(default_factory=list)
    running: dict[str, float] = field(default_factory=dict)
    """The workers that are at it, and since when."""
    is_audited: bool = False
    """A second worker is to do it."""
    is_aside: bool = False

    @property
    def verdict(self) -> Verdict:
        """What its results say."""
        return verdict(self.votes)

    @property
    def is_done(self) -> bool:
        """It has a result that counts."""
        return self.verdict.digest is not None

    @property
    def is_open(self) -> bool:
        """It needs a result, or a comparison."""
        return not self.is_aside and (not self.is_done or self.is_uncompared and self.is_comparable)

    @property
    def is_uncompared(self) -> bool:
        """It has a result, but is to be done by a second worker."""
        return self.is_audited and self.is_done and len(self.votes) < 2

    @property
    def is_comparable(self) -> bool:
        """It has one result, and attempts at another one have not failed too often."""
        return len(self.votes) == 1 and len(self.failures) < FAILURES


class Plan:
    """The units and workers of a job."""

    def __init__(self, store: Store, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes up what the file has. `rate` is the share of the units that is done twice; 0 for none."""
        self._store = store
        self._rate = rate
        self._clock = clock
        self._secret = str(store.job()["secret"])
        self.units = [State(params, is_audited=self._chance(number) < rate) for number, params in store.units()]
        self.excluded = store.exclusions()
        self.live: set[str] = set()
        """The workers that may get units."""
        self._judges: set[str] = set()
        self._of: dict[str, set[int]] = {}
        """The units that each worker has done."""
        self._seconds = [0, 0.0]
        """Attempts with a result, and their time."""
        for attempt in store.attempts():
            self._take_up(attempt.unit, attempt.worker, attempt.outcome, attempt.digest, attempt.id)
            if attempt.outcome == Outcome.DONE:
                self._count(attempt.seconds)
        self._next_look = 0.0
        self._fresh: deque[int] = deque()
        self._busy: set[int] = set()
        """Units that run."""
        self._again: dict[int, None] = {}
        """Units that need another attempt though they had one, in the order in which that came out."""
        self.done = self.aside = 0
        for number, state in enumerate(self.units):
            if state.votes or state.failures or state.losses:
                self._refresh(number, was=(False, False))
            else:
                self._fresh.append(number)

    def _chance(self, number: int) -> float:
        """A number from 0 to 1 that no worker can foresee."""
        return int.from_bytes(hashlib.sha256(f"{self._secret}/{number}".encode()).digest()[:8]) / 2.0**64

    def _take_up(self, unit: int, worker: str, outcome: Outcome, checksum: str | None, attempt: int) -> None:
        if not 0 <= unit < len(self.units):
            return
        state = self.units[unit]
        if outcome == Outcome.DONE and checksum:
            state.votes[worker], state.attempts[worker] = checksum, attempt
            self._of.setdefault(worker, set()).add(unit)
        elif outcome == Outcome.FAILED:
            state.failures.append(worker)
        elif outcome == Outcome.LOST:
            state.losses.append(worker)

    def _count(self, seconds: float) -> None:
        self._seconds[0] += 1
        self._seconds[1] += seconds

    @property
    def mean_seconds(self) -> float:
        """The mean time of an attempt with a result; 0 before the first."""
        return self._seconds[1] / self._seconds[0] if self._seconds[0] else 0.0

    @property
    def agreement_count(self) -> int:
        """Units that two workers agree on."""
        return sum(len(state.votes) > 1 and state.is_done for state in self.units)

    def join(self, worker: str, is_judge: bool = False) -> None:
        """Adds a worker. A judge gets only units on which others differ."""
        (self._judges if is_judge else self.live).add(worker)

    def remove_worker(self, worker: str) -> None:
        """Removes a worker that will not come back."""
        self.live.discard(worker)
        self._judges.discard(worker)

    def _may(self, worker: str, state: State) -> bool:
        """Whether a worker may do a unit."""
        if worker in state.votes or worker in state.running:
            return False
        if not state.failures or worker in self._judges:
            return True
        others = self.live - self.excluded.keys() - state.votes.keys()
        fewest = min((state.failures.count(other) for other in others), default=0)
        return state.failures.count(worker) <= fewest

    def next(self, worker: str) -> int | None:
        """The unit that a worker does now; it counts as running."""
        if worker in self.excluded:
            return None
        number = self._choose(worker)
        if number is not None:
            self._again.pop(number, None)
            self.units[number].running[worker] = self._clock()
            self._busy.add(number)
        return number

    def _choose(self, worker: str) -> int | None:
        number = self._choose_again(worker)
        if number is None and self._fresh and worker not in self._judges:
            return self._fresh.popleft()
        if number is None and self._find_slow():
            number = self._choose_again(worker)
        return number

    def _choose_again(self, worker: str) -> int | None:
        """The first of the units that need another attempt which a worker may do."""
        is_judge = worker in self._judges
        units = ((number, self.units[number]) for number in self._again)
        able = (number for number, state in units if self._may(worker, state) and (not is_judge or state.verdict.is_open))
        return next(able, None)

    def _find_slow(self) -> bool:
        """Adds units that run for too long everywhere to those that need another attempt; whether there are any."""
        now = self._clock()
        if not self._seconds[0] or now < self._next_look:
            return False
        self._next_look = now + LOOK_SECONDS
        slow = [number for number, state in self._busy_units() if state.is_open and self._is_slow(state)]
        self._again.update(dict.fromkeys(slow))
        return bool(slow)

    def _is_slow(self, state: State) -> bool:
        """Whether all workers at a unit have been at it for too long."""
        return bool(self._seconds[0]) and max(state.running.values()) <= self._clock() - SLOW * self.mean_seconds

    def _busy_units(self) -> list[tuple[int, State]]:
        return [(number, self.units[number]) for number in sorted(self._busy)]

    def _rest(self, number: int, worker: str) -> None:
        """Takes a worker off a unit."""
        running = self.units[number].running
        running.pop(worker, None)
        if not running:
            self._busy.discard(number)

    def finish(self, unit: int, worker: str, build: str, seconds: float, result: str) -> None:
        """Takes the result of an attempt."""
        state = self.units[unit]
        was = self._end_flags(state)
        self._rest(unit, worker)
        if worker in self.excluded or worker in state.votes:
            self._refresh(unit, was)
            return
        self._store.begin()
        attempt = self._store.add(unit, worker, build, seconds, Outcome.DONE, result=result)
        self._take_up(unit, worker, Outcome.DONE, hashlib.sha256(result.encode()).hexdigest(), attempt)
        self._count(seconds)
        self._refresh(unit, was)
        for other in state.verdict.wrong:
            self.exclude(other, f"its result of unit {unit} is another one than that of two others")

    def fail(self, unit: int, worker: str, build: str, seconds: float, why: str) -> None:
        """Notes that an attempt has failed."""
        self._end(unit, worker, build, seconds, Outcome.FAILED, why)

    def lose(self, unit: int, worker: str, why: str) -> None:
        """Notes that the worker was lost with the unit."""
        self._end(unit, worker, "", 0.0, Outcome.LOST, why)

    def _end(self, unit: int, worker: str, build: str, seconds: float, outcome: Outcome, why: str) -> None:
        state = self.units[unit]
        was = self._end_flags(state)
        self._rest(unit, worker)
        if worker not in self.excluded:
            self._store.begin()
            self._take_up(unit, worker, outcome, None, self._store.add(unit, worker, build, seconds, outcome, why))
        self._refresh(unit, was)

    def exclude(self, worker: str, why: str, was_wrong: bool = True) -> None:
        """Excludes a worker, which gets nothing more. What it lost or failed does not count, and if it was wrong, nor does what it did."""
        if worker in self.excluded:
            return
        self.excluded[worker] = why
        self._store.begin()
        self._store.exclude(worker, why, was_wrong)
        if was_wrong:
            self._of.pop(worker, None)
        for number, state in enumerate(self.units):
            if worker in state.votes or worker in state.failures or worker in state.losses:
                was = self._end_flags(state)
                if was_wrong:
                    state.votes.pop(worker, None)
                    state.attempts.pop(worker, None)
                state.failures = [other for other in state.failures if other != worker]
                state.losses = [other for other in state.losses if other != worker]
                self._refresh(number, was)

    @staticmethod
    def _end_flags(state: State) -> tuple[bool, bool]:
        return state.is_done, state.is_aside

    def _refresh(self, number: int, was: tuple[bool, bool]) -> None:
        """Brings lists, counts and file up to date after a change of a unit whose flags were `was`."""
        state = self.units[number]
        no_result = len(state.votes) >= MOST_VOTES
        state.is_aside = not state.is_done and (len(state.failures) >= FAILURES or len(state.losses) >= LOSSES or no_result)
        now = self._end_flags(state)
        self.done += now[0] - was[0]
        self.aside += now[1] - was[1]
        if state.is_open and not state.running:
            self._again.setdefault(number)
        else:
            self._again.pop(number, None)
        chosen = state.verdict.digest
        attempt = next((state.attempts[worker] for worker, checksum in state.votes.items() if checksum == chosen), None)
        self._store.begin()
        self._store.settle(number, "done" if now[0] else "aside" if now[1] else "open", attempt)

    def needs_judge(self) -> bool:
        """Whether results differ and no worker is left that could decide."""
        differing = [state for state in map(self.units.__getitem__, self._again) if state.verdict.is_open]
        able = self._able() | self._judges if differing else set()
        return any(not any(self._may(worker, state) for worker in able) for state in differing)

    def _able(self) -> set[str]:
        """The workers that will get more units: not those that have been at one for too long."""
        slow = {worker for _, state in self._busy_units() if self._is_slow(state) for worker in state.running}
        return self.live - self.excluded.keys() - slow

    def is_over(self) -> bool:
        """Whether nothing is left to do; adds comparisons that are missing. One that runs for too long is given up if nobody else can do it."""
        if self._fresh or self.done + self.aside < len(self.units) or not self._is_compared():
            return False
        self._add_audits()
        return self._is_compared()

    def _is_compared(self) -> bool:
        """Whether no comparison runs or could be run."""
        able = self._able()
        running = [state for _, state in self._busy_units() if state.is_uncompared]
        if any(not self._is_slow(state) for state in running):
            return False
        # One that runs for too long is left to those who have nothing to do.
        left = [*running, *(self.units[number] for number in self._again)]
        return not any(self._may(worker, state) for state in left for worker in able)

    def _missing_audits(self, units: set[int]) -> int:
        """How many more of a worker's units another one is to do."""
        compared = sum(len(self.units[number].votes) > 1 for number in units)
        return max(0, math.ceil(self._rate * len(units)) - compared)

    @property
    def uncompared_count(self) -> int:
        """Units that a second worker is to do and has not done."""
        chosen = sum(state.is_uncompared for state in self.units)
        return max(chosen, sum(map(self._missing_audits, self._of.values())))

    def _add_audits(self) -> None:
        """Sees to it that a share of the units of each worker, at least one, is done by another one, too."""
        if self._rate <= 0 or len(self.live - self.excluded.keys()) < 2:
            return
        for _, units in sorted(self._of.items()):
            single = sorted((number for number in units if self.units[number].is_comparable), key=self._chance)
            for number in single[: self._missing_audits(units)]:
                self.units[number].is_audited = True
                if not self.units[number].running:
                    self._again.setdefault(number)
