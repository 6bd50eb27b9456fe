"""Plots as SVG text: by matplotlib if it is installed, else by plain code."""

from __future__ import annotations

import html
import importlib.util
import io
import math
from collections.abc import Callable, Sequence
from typing import Any

WIDTH, HEIGHT = 560, 220
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 24, 36
COLORS = ("#2b6cb0", "#c05621", "#2f855a", "#6b46c1", "#b83280", "#4a5568", "#0e7490", "#a16207", "#7f1d1d", "#65a30d")

Series = dict[str, list[tuple[float, float]]]
"""Points by name."""


def color(number: int) -> str:
    """The colour of a series."""
    return COLORS[number % len(COLORS)]


def dashes(number: int) -> str:
    """The dashes of a series: those with the same colour differ."""
    return ("none", "6 3", "2 3")[number // len(COLORS) % 3]


def height_of(rows: int, step: int) -> int:
    """The height of a plot with so many rows of names."""
    return max(HEIGHT, TOP + BOTTOM + step * rows)


def has_matplotlib() -> bool:
    """Whether matplotlib can be used."""
    return importlib.util.find_spec("matplotlib") is not None


def histogram(values: Sequence[int], label: str) -> str:
    """How often each range of whole numbers occurs."""
    if not values:
        return ""
    low, high = min(values), max(values)
    step = max(1, -(-(high - low + 1) // 30))
    counts = [0] * ((high - low) // step + 1)
    for value in values:
        counts[(value - low) // step] += 1
    bars = [(low + step * number, low + step * (number + 1), count) for number, count in enumerate(counts)]
    if has_matplotlib():
        starts, heights = [bar[0] for bar in bars], [bar[2] for bar in bars]
        return draw_axes(lambda axes: axes.bar(starts, heights, step, align="edge"), label, "games")
    frame = Frame(low, low + step * len(counts), 0, max(counts))
    drawn = [
        f'<rect x="{frame.x(a):.1f}" y="{frame.y(n):.1f}" width="{frame.x(b) - frame.x(a) - 1:.1f}" '
        f'height="{frame.y(0) - frame.y(n):.1f}" fill="{COLORS[0]}"><title>{a}-{b - 1}: {n}</title></rect>'
        for a, b, n in bars
    ]
    return frame.document(drawn, label, "games")


def lines(series: Series, x_label: str, y_label: str, most: float | None = None) -> str:
    """A line for each series, on an axis from 0 or below to `most`, or to the greatest value."""
    points = [point for values in series.values() for point in values]
    if not points:
        return ""
    if has_matplotlib():

        def draw(axes: Any) -> None:
            for number, (name, values) in enumerate(series.items()):
                style = {"none": "-", "6 3": "--", "2 3": ":"}[dashes(number)]
                axes.plot([x for x, _ in values], [y for _, y in values], style, label=name, color=color(number))
            axes.legend(fontsize="small", ncols=1 + len(series) // 12)
            if most is not None:
                axes.set_ylim(0, most)

        return draw_axes(draw, x_label, y_label)
    heights = [y for _, y in points]
    top = max(heights) if most is None else most
    height = height_of(len(series) + 1, 14)
    frame = Frame(min(x for x, _ in points), max(x for x, _ in points), min(0, *heights), top, height)
    drawn = []
    for number, (name, values) in enumerate(series.items()):
        path = " ".join(f"{frame.x(x):.1f},{frame.y(y):.1f}" for x, y in values)
        drawn.append(f'<polyline points="{path}" fill="none" stroke="{color(number)}" stroke-dasharray="{dashes(number)}" stroke-width="1.5"/>')
        place = f'x="{WIDTH - RIGHT}" y="{TOP + 12 + 14 * number}"'
        drawn.append(f'<text {place} text-anchor="end" fill="{color(number)}">{html.escape(name)}</text>')
    return frame.document(drawn, x_label, y_label)


def intervals(rows: Sequence[tuple[str, float, float, float]], label: str) -> str:
    """A value with its interval for each name: (name, low, value, high)."""
    if not rows:
        return ""
    if has_matplotlib():

        def draw(axes: Any) -> None:
            values = [row[2] for row in rows]
            errors = [[row[2] - row[1] for row in rows], [row[3] - row[2] for row in rows]]
            axes.errorbar(values, [row[0] for row in rows], xerr=errors, fmt="o", capsize=4)
            axes.axvline(0, color="#999", linewidth=0.8)

        return draw_axes(draw, label, "", height_of(len(rows), 24))
    margin = 0.05 * (max(row[3] for row in rows) - min(row[1] for row in rows) or 1)
    frame = Frame(min(0, *(row[1] for row in rows)) - margin, max(0, *(row[3] for row in rows)) + margin, 0, len(rows), height_of(len(rows), 24))
    drawn = [f'<line x1="{frame.x(0):.1f}" x2="{frame.x(0):.1f}" y1="{TOP}" y2="{frame.foot}" stroke="#999"/>']
    for number, (name, low, value, high) in enumerate(rows):
        y = frame.y(len(rows) - number - 0.5)
        x, paint = f"{frame.x(value):.1f}", color(number)
        drawn.append(f'<path d="M{frame.x(low):.1f} {y:.1f}H{frame.x(high):.1f}" stroke="{paint}" stroke-width="2"/>')
        drawn.append(f'<circle cx="{x}" cy="{y:.1f}" r="4" fill="{paint}"/>')
        drawn.append(f'<text x="{x}" y="{y - 7:.1f}" text-anchor="middle">{html.escape(name)} {value:+.0f}</text>')
    return frame.document(drawn, label, "", marks=False)


def ticks(low: float, high: float) -> list[float]:
    """About five round numbers in a range."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [round(number * step, 12) for number in range(first, math.floor(high / step + 1e-9) + 1)]


class Frame:
    """Axes: numbers to places in the drawing."""

    def __init__(self, left: float, right: float, bottom: float, top: float, height: int = HEIGHT) -> None:
        """The ranges shown, and the height of the drawing."""
        self.height = height
        self.foot = height - BOTTOM
        self._x = (left, right if right > left else left + 1)
        self._y = (bottom, top if top > bottom else bottom + 1)

    def x(self, value: float) -> float:
        """The horizontal place of a value."""
        return LEFT + (value - self._x[0]) / (self._x[1] - self._x[0]) * (WIDTH - LEFT - RIGHT)

    def y(self, value: float) -> float:
        """The vertical place of a value."""
        return self.foot - (value - self._y[0]) / (self._y[1] - self._y[0]) * (self.foot - TOP)

    def document(self, drawn: list[str], x_label: str, y_label: str, marks: bool = True, is_log: bool = False) -> str:
        """The drawing with its axes; the vertical one has numbers if `marks`. `is_log`: the numbers are powers of ten."""

        def tick_text(value: float) -> str:
            if not is_log:
                return f"{value:g}"
            return f"{10**value:g}" if abs(value) < 5 else f"10^{value:g}"

        axes = [f'<path d="M{LEFT} {TOP}V{self.foot}H{WIDTH - RIGHT}" fill="none" stroke="#444"/>']
        for x in ticks(*self._x):
            anchor = "end" if self.x(x) > WIDTH - RIGHT - 1 else "middle"
            axes.append(f'<text x="{self.x(x):.1f}" y="{self.foot + 14}" text-anchor="{anchor}">{tick_text(x)}</text>')
        for y in ticks(*self._y) if marks else []:
            axes.append(f'<text x="{LEFT - 4}" y="{self.y(y) + 4:.1f}" text-anchor="end">{tick_text(y)}</text>')
        axes.append(f'<text x="{(LEFT + WIDTH) / 2}" y="{self.height - 6}" text-anchor="middle">{html.escape(x_label)}</text>')
        axes.append(f'<text x="4" y="{TOP - 10}">{html.escape(y_label)}</text>')
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" class="plot" font-family="sans-serif" font-size="11">'
        return head + "".join(axes + drawn) + "</svg>"


def draw_axes(draw: Callable[[Any], object], x_label: str, y_label: str, height: int = HEIGHT) -> str:
    """What `draw` draws on the axes that it is given."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH / 80, height / 80), layout="constrained")
    axes = figure.add_subplot()
    draw(axes)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    svg = text.getvalue()
    return svg[svg.index("<svg") :]
