"""How a cost grows with the size: as a power or as an exponential, by least squares on logarithms."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Fit:
    """A law: `factor * size**exponent`, or `factor * base**size` with the base in `exponent`."""

    is_power: bool
    factor: float
    exponent: float
    error: float
    """The root of the mean square of the deviations, in natural logarithms."""

    def __str__(self) -> str:
        if self.is_power:
            return f"n^{self.exponent:.2f}"
        # Two digits of what the base is above 1.
        return f"{1 + float(f'{self.exponent - 1:.2g}'):.10g}^n"


def line(points: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """The line of least squares: its value at 0, its slope, and the root of the mean square of the deviations."""
    count = len(points)
    mean_x, mean_y = sum(x for x, _ in points) / count, sum(y for _, y in points) / count
    width = sum((x - mean_x) ** 2 for x, _ in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points) / width
    start = mean_y - slope * mean_x
    return start, slope, math.sqrt(sum((y - start - slope * x) ** 2 for x, y in points) / count)


def best(points: Sequence[tuple[float, float]]) -> Fit | None:
    """The better of the two laws for costs by size, all above 0; nothing for fewer than three sizes."""
    if len({size for size, _ in points}) < 3:
        return None
    logs = [(size, math.log(cost)) for size, cost in points]
    start, slope, error = line([(math.log(size), cost) for size, cost in logs])
    power = Fit(True, math.exp(start), slope, error)
    start, slope, error = line(logs)
    if slope > 700:
        return power
    exponential = Fit(False, math.exp(start), math.exp(slope), error)
    return min(power, exponential, key=lambda fit: fit.error)
