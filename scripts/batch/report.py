"""The progress of a job: lines on stderr with the time left, and a page of state."""

from __future__ import annotations

import html
import time
from collections import Counter
from pathlib import Path
from typing import TextIO

from arena.program import show
from arena.progress import duration
from arena.store import replace

from .runner import Runner
from .store import Attempt, Outcome

LINE_SECONDS = 10.0
"""Between two lines of progress where stderr is no terminal."""

PAGE_SECONDS = 5.0

LONGEST_LIST = 100
"""Rows of a table of the page."""

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #222; }
table { border-collapse: collapse; } td, th { padding: .15em .7em; border-bottom: 1px solid #ddd; text-align: left; }
.wide { overflow-x: auto; } progress { width: 100%; }
"""


def seconds_left(runner: Runner) -> float | None:
    """The time left if all goes on as before; nothing before the first result."""
    plan = runner.plan
    if not plan.mean_seconds or not runner.seat_states:
        return None
    return plan.mean_seconds * (len(plan.units) - plan.done - plan.aside) / len(runner.seat_states)


def line(runner: Runner) -> str:
    """The state in one line."""
    plan = runner.plan
    left = seconds_left(runner)
    is_over = plan.is_over()
    parts = [f"{plan.done}/{len(plan.units)} units", *([] if is_over else [f"{len(runner.seat_states)} at work"])]
    if plan.aside:
        parts.append(f"{plan.aside} set aside")
    if plan.excluded:
        parts.append(f"{len(plan.excluded)} workers excluded")
    return ", ".join([*parts, "done" if is_over else f"{duration(left)} left" if left is not None else "time left unknown"])


class Report:
    """Tells of a running job. Calling it does nothing until it is time again."""

    def __init__(self, stream: TextIO, page: Path) -> None:
        """Lines go to `stream`."""
        self._stream = stream
        self._page = page
        self._is_terminal = stream.isatty()
        self._next_line = 0.0
        self._next_page = 0.0
        self._excluded: set[str] = set()

    def __call__(self, runner: Runner) -> None:
        """Tells, if it is time."""
        now = time.monotonic()
        for name in runner.plan.excluded.keys() - self._excluded:
            self._excluded.add(name)
            show(self._stream, f"{self._erase_code()}worker {name} is excluded: {runner.plan.excluded[name]}\n")
        if now >= self._next_line and not runner.plan.is_over():
            show(self._stream, self._erase_code() + line(runner) + ("" if self._is_terminal else "\n"))
            self._next_line = now + (0.2 if self._is_terminal else LINE_SECONDS)
        if now >= self._next_page:
            replace(self._page, page(runner))
            self._next_page = now + PAGE_SECONDS

    def _erase_code(self) -> str:
        return "\r\x1b[K" if self._is_terminal else ""

    def end(self, runner: Runner) -> None:
        """The last line and page."""
        show(self._stream, self._erase_code() + line(runner) + "\n")
        replace(self._page, page(runner, is_over=True))


def _table(heads: list[str], rows: list[list[object]]) -> str:
    if not rows:
        return ""
    shown = ["<tr>" + "".join(f"<td>{html.escape(str(cell))}" for cell in row) for row in rows[:LONGEST_LIST]]
    more = f"<p>and {len(rows) - LONGEST_LIST} more" if len(rows) > LONGEST_LIST else ""
    return "".join(["<div class=wide><table><tr>", *(f"<th>{html.escape(head)}" for head in heads), *shown, "</table></div>", more])


def page(runner: Runner, is_over: bool = False) -> str:
    """The state as HTML. It reloads itself while the job runs."""
    plan, attempts = runner.plan, runner.store.attempts()
    counts = Counter(attempt.outcome for attempt in attempts)
    facts: list[list[object]] = [
        ["build", runner.build],
        ["units", len(plan.units)],
        ["done", plan.done],
        ["done by two workers or more, who agree", plan.agreement_count],
        ["to be done by a second worker, and not yet", plan.uncompared_count],
        ["set aside", plan.aside],
        ["mean seconds of a unit", f"{plan.mean_seconds:.3f}"],
        *([f"attempts: {outcome}", counts[outcome]] for outcome in Outcome if counts[outcome]),
    ]
    running: list[list[object]] = [
        [seat, state.unit, f"{time.monotonic() - state.since:.0f}"] for seat, state in runner.seat_states.items() if state.unit is not None
    ]
    title = html.escape(f"{runner.kind.name}: {line(runner)}")
    return "\n".join([
        f"<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'><title>{title}</title><style>{STYLE}</style>",
        "" if is_over else "<meta http-equiv=refresh content=5>",
        f"<h1>{html.escape(runner.kind.name)}</h1><p>{title}, {time.strftime('%Y-%m-%d %H:%M:%S')}",
        f"<p><progress max={len(plan.units)} value={plan.done}></progress>",
        _table(["", ""], facts),
        "<h2>Workers</h2>", _table(["worker", "done", "failed", "lost", "mean s", ""], _workers(runner, attempts)),
        "<h2>Running</h2>" if running else "", _table(["seat", "unit", "seconds"], running),
        "<h2>Set aside</h2>" if plan.aside else "", _table(["unit", "parameters", "last fault"], _aside(runner, attempts)),
        "",
    ])  # fmt: skip


def _workers(runner: Runner, attempts: list[Attempt]) -> list[list[object]]:
    names = sorted({attempt.worker for attempt in attempts} | {state.worker for state in runner.seat_states.values()})
    counts = Counter((attempt.worker, attempt.outcome) for attempt in attempts)
    seconds: Counter[str] = Counter()
    for attempt in attempts:
        if attempt.outcome == Outcome.DONE:
            seconds[attempt.worker] += attempt.seconds  # type: ignore[assignment]
    return [
        [
            name,
            *(counts[name, outcome] for outcome in (Outcome.DONE, Outcome.FAILED, Outcome.LOST)),
            f"{seconds[name] / max(1, counts[name, Outcome.DONE]):.2f}",
            runner.plan.excluded.get(name, ""),
        ]
        for name in names
    ]


def _aside(runner: Runner, attempts: list[Attempt]) -> list[list[object]]:
    last = {attempt.unit: attempt.detail for attempt in attempts if attempt.outcome in (Outcome.FAILED, Outcome.LOST)}
    units = enumerate(runner.plan.units)
    return [[number, str(state.params)[:200], last.get(number, "the results differ")] for number, state in units if state.is_aside]
