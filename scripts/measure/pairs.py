"""Paired measurements: ratios with their intervals, a table in Markdown, a plot."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arena import log_charts
from arena.elo import student

from .side import Measured


FEWEST = 5
"""Ratios whose interval is shown: that of fewer is hardly more than their range."""


@dataclass(frozen=True)
class Pair:
    """An instance, measured with both."""

    group: str
    ours: Measured
    peer: Measured

    @property
    def is_whole(self) -> bool:
        """Both have a result."""
        return not self.ours.fault and not self.peer.fault

    @property
    def is_same(self) -> bool:
        """Both have the same answer; where nodes are counted, ludion has none to compare."""
        return not self.ours.answer or self.ours.answer == self.peer.answer


def order(count: int, rounds: int) -> Iterator[tuple[int, bool]]:
    """The instances of all rounds, and whether ludion comes first: in turns, so that a drift of the machine meets both."""
    for number in range(rounds):
        for instance in range(count):
            yield instance, (number + instance) % 2 == 0


def median(measured: Sequence[Measured]) -> Measured:
    """The middle of some rounds by time; a fault if there is one."""
    fault = next((one for one in measured if one.fault), None)
    return fault or sorted(measured, key=lambda one: one.seconds)[(len(measured) - 1) // 2]


def ratio(values: Sequence[float]) -> tuple[float, float, float]:
    """The geometric mean of ratios with its 95 % interval, Student's for their logarithms; that of fewer than `FEWEST` is unknown."""
    logs = [math.log(value) for value in values]
    middle = statistics.fmean(logs)
    if len(logs) < FEWEST:
        return math.exp(middle), 0.0, math.inf
    half = student(0.975, len(logs) - 1) * statistics.stdev(logs) / math.sqrt(len(logs))
    return math.exp(middle), math.exp(middle - half), math.exp(middle + half)


def cost(measured: Measured, counts_nodes: bool) -> float:
    """Seconds; or, where nodes are counted, seconds of a node."""
    return measured.seconds / max(1, measured.nodes) if counts_nodes else measured.seconds


def markdown(pairs: Sequence[Pair], peer: str, counts_nodes: bool) -> str:
    """A row for each group, and one for all."""
    what = "nodes/s" if counts_nodes else "median s"
    peer = peer.replace("|", "\\|")
    lines = [
        f"| instances | number | both | same answer | ludion, {what} | {peer}, {what} | {peer} / ludion, time [95 %] |",
        "|---|---|---|---|---|---|---|",
    ]
    groups = list(dict.fromkeys(pair.group for pair in pairs))
    for name in [*groups, "all"] if len(groups) > 1 else groups:
        some = [pair for pair in pairs if name in (pair.group, "all")]
        whole = [pair for pair in some if pair.is_whole]
        same = "" if counts_nodes else sum(pair.is_same for pair in whole)
        if not whole:
            lines.append(f"| {name} | {len(some)} | 0 | 0 | | | |")
            continue
        costs = [(cost(pair.ours, counts_nodes), cost(pair.peer, counts_nodes)) for pair in whole]
        middle, low, high = ratio([theirs / mine for mine, theirs in costs])
        shown = [_cost_text(statistics.median(side), counts_nodes) for side in zip(*costs)]
        interval = f" [{low:.2f}, {high:.2f}]" if len(whole) >= FEWEST else ""
        lines.append(f"| {name} | {len(some)} | {len(whole)} | {same} | {shown[0]} | {shown[1]} | {middle:.2f}{interval} |")
    return "\n".join(lines) + "\n"


def _cost_text(value: float, counts_nodes: bool) -> str:
    return f"{1 / value:.0f}" if counts_nodes else f"{value:.4g}"


def plot(pairs: Sequence[Pair], peer: str, counts_nodes: bool) -> str:
    """A point for each instance: the time of ludion to the right, that of the peer upwards."""
    series: log_charts.Series = {}
    for pair in pairs:
        if pair.is_whole:
            point = (cost(pair.ours, counts_nodes), cost(pair.peer, counts_nodes))
            series.setdefault(pair.group, []).append(point)
    of = "seconds of a node" if counts_nodes else "seconds"
    return log_charts.points(series, f"ludion, {of}", f"{peer}, {of}", has_diagonal=True)
