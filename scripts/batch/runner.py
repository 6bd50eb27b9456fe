"""Runs a job to its end: gives units to seats, and writes what comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .kind import Kind
from .plan import Plan
from .seats import Answered, Event, Joined, Lost, Seats
from .store import Store
from .votes import MOST_VOTES

COMMIT_SECONDS = 0.2
"""Time between two writes of what has come; it is lost if the runner is killed before."""

WAIT_SECONDS = 0.5

MAX_JUDGES = MOST_VOTES - 2
"""Most judges of a job: with the two that differ they are as many as a unit has at most."""


class NoWorkers(Exception):
    """Nobody is left to do the units that are open."""


@dataclass
class SeatState:
    """A seat as the runner knows it."""

    worker: str
    unit: int | None = None
    since: float = 0.0


@dataclass
class Runner:
    """A running job."""

    kind: Kind
    plan: Plan
    store: Store
    seats: Seats
    build: str
    start_judge: Callable[[str], Seats]
    """Starts a seat with this name on the runner's machine, for units on which workers differ."""
    tell: Callable[[Runner], None] = lambda _runner: None
    """Is called now and then, and at the end."""
    seat_states: dict[str, SeatState] = field(default_factory=dict)
    _judges: dict[str, Seats] = field(default_factory=dict)
    _free: dict[str, None] = field(default_factory=dict)
    _committed: float = 0.0
    _why: str = "all were excluded"
    """What happened to the last one."""

    def run(self) -> None:
        """Runs until nothing is left to do. Raises `NoWorkers`."""
        try:
            while not self.plan.is_over():
                if self.plan.needs_judge():
                    self._add_judge()
                self._give_all()
                self._demand_workers()
                self._hear()
                self._commit()
                self.tell(self)
        finally:
            self.store.commit()
            for seats in self._judges.values():
                seats.close()
            self.seats.close()
        self.tell(self)

    def _give_all(self) -> None:
        for seat in list(self._free):
            state = self.seat_states[seat]
            number = self.plan.next(state.worker)
            if number is not None:
                del self._free[seat]
                state.unit, state.since = number, time.monotonic()
                self._seats_of(seat).give(seat, number, self.plan.units[number].params)

    def _seats_of(self, seat: str) -> Seats:
        return self._judges.get(seat, self.seats)

    def _hear(self) -> None:
        """Takes all that is there, or waits for the first."""
        event = self.seats.wait(WAIT_SECONDS if not self._judges else WAIT_SECONDS / 10)
        while event:
            self._take(event)
            event = self.seats.wait(0)
        for seats in list(self._judges.values()):
            while event := seats.wait(0):
                self._take(event)

    def _take(self, event: Event) -> None:
        match event:
            case Joined(seat, worker, build):
                self._join(seat, worker, build)
            case Answered(seat, reply):
                self._answer(seat, reply)
            case Lost(seat, why, is_final):
                self._lose(seat, why, is_final)

    def _join(self, seat: str, worker: str, build: str) -> None:
        self.seat_states[seat] = SeatState(worker)
        if build != self.build:
            self._exclude(worker, f"has another build, {build or 'none'} instead of {self.build}")
        elif worker in self.plan.excluded:
            self._exclude(worker, self.plan.excluded[worker])
        else:
            self.plan.join(worker, is_judge=seat in self._judges)
            self._free[seat] = None

    def _answer(self, seat: str, reply: dict[str, object]) -> None:
        state = self.seat_states.get(seat)
        if state is None or state.unit is None or reply["unit"] != state.unit:
            return
        number, state.unit = state.unit, None
        build, seconds = str(reply["build"]), time.monotonic() - state.since
        if build != self.build:
            self.plan.lose(number, state.worker, "another build")
            # What it did before is of this build: the program was replaced in the meantime.
            self._exclude(state.worker, f"has another build, {build or 'none'} instead of {self.build}", was_wrong=False)
            return
        if "result" in reply:
            text = str(reply["result"])
            if flaw := self.kind.flaw(self.plan.units[number].params, text):
                self.plan.fail(number, state.worker, build, seconds, flaw)
            else:
                self.plan.finish(number, state.worker, build, seconds, text)
        else:
            self.plan.fail(number, state.worker, build, seconds, str(reply["error"])[:1000])
        self._free[seat] = None
        self._dismiss_excluded()

    def _lose(self, seat: str, why: str, is_final: bool) -> None:
        self._free.pop(seat, None)
        state = self.seat_states.get(seat)
        if state and state.unit is not None:
            self.plan.lose(state.unit, state.worker, why)
            state.unit = None
        if is_final:
            self.seat_states.pop(seat, None)
            if state and all(other.worker != state.worker for other in self.seat_states.values()):
                self.plan.remove_worker(state.worker)
            self._why = why

    def _exclude(self, worker: str, why: str, was_wrong: bool = True) -> None:
        self.plan.exclude(worker, why, was_wrong)
        self._dismiss_excluded()
        self._why = f"{worker} {why}"

    def _dismiss_excluded(self) -> None:
        """Ends the seats of excluded workers."""
        for seat, state in list(self.seat_states.items()):
            if state.worker in self.plan.excluded:
                self._free.pop(seat, None)
                if state.unit is not None:
                    self.plan.lose(state.unit, state.worker, "excluded")
                self._seats_of(seat).dismiss(seat)
                self.plan.remove_worker(state.worker)
                del self.seat_states[seat]

    def _demand_workers(self) -> None:
        """Raises `NoWorkers` where nothing runs and nothing will."""
        coming = any(seats.count() and name not in self.seat_states for name, seats in self._judges.items())
        if not self.seats.count() and not coming and all(state.unit is None for state in self.seat_states.values()):
            raise NoWorkers(f"no worker is left: {self._why}")

    def _add_judge(self) -> None:
        if len(self._judges) == MAX_JUDGES:
            raise NoWorkers("results of a unit differ, and no worker is left that could decide")
        name = f"judge-{len(self._judges) + 1}-of-start-{self.store.job()['starts']}"
        self._judges[name] = self.start_judge(name)
        self.plan.join(name, is_judge=True)

    def _commit(self) -> None:
        now = time.monotonic()
        if now - self._committed >= COMMIT_SECONDS:
            self.store.commit()
            self._committed = now
