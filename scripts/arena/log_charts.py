"""Plots with two logarithmic axes, as SVG text: by matplotlib if it is installed, else by plain code."""

from __future__ import annotations

import html
import math
from typing import Any

from .charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, WIDTH, Frame, Series, color, draw_axes, has_matplotlib

COLUMNS = 4
"""Of the names below the plot."""

LINE = 14
"""The height of a line of names."""

LETTER = (6.5, 11)
"""The width and height that a letter takes."""

Word = tuple[float, float, float, str]
"""A word in the plot: its left and right end, its height, its text."""


def points(series: Series, x_label: str, y_label: str, has_diagonal: bool = False, has_lines: bool = False) -> str:
    """Points above 0 by name; with the line of equal values, or with lines from point to point. Empty without points."""
    kept = {name: [(x, y) for x, y in values if x > 0 and y > 0] for name, values in series.items()}
    every = [point for values in kept.values() for point in values]
    if not every:
        return ""
    low, high = min(min(point) for point in every), max(max(point) for point in every)
    if has_matplotlib():

        def draw(axes: Any) -> None:
            for number, (name, values) in enumerate(kept.items()):
                xs, ys = [x for x, _ in values], [y for _, y in values]
                axes.plot(xs, ys, "o-" if has_lines else "o", label=name, color=color(number), markersize=3)
            if has_diagonal:
                axes.plot([low, high], [low, high], color="#999", linewidth=0.8)
            axes.set_xscale("log")
            axes.set_yscale("log")
            axes.legend(fontsize="x-small")

        return draw_axes(draw, x_label, y_label)
    xs, ys = [math.log10(x) for x, _ in every], [math.log10(y) for _, y in every]
    frame = Frame(math.floor(min(xs)), math.ceil(max(xs)), math.floor(min(ys)), math.ceil(max(ys)))
    drawn = []
    if has_diagonal:
        ends = [f"{frame.x(math.log10(value)):.1f} {frame.y(math.log10(value)):.1f}" for value in (low, high)]
        clip = f'<clipPath id="c"><path d="M{LEFT} {TOP}H{WIDTH - RIGHT}V{HEIGHT - BOTTOM}H{LEFT}Z"/></clipPath>'
        drawn.append(f'{clip}<path d="M{ends[0]}L{ends[1]}" stroke="#999" clip-path="url(#c)"/>')
    words: list[Word] = []
    for number, (name, values) in enumerate(kept.items()):
        places = [(frame.x(math.log10(x)), frame.y(math.log10(y))) for x, y in values]
        if has_lines:
            path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
            drawn.append(f'<polyline points="{path}" fill="none" stroke="{color(number)}" stroke-width="1.5"/>')
            if places:
                words.append(free_place(words, name.split(" ")[0], *places[-1]))
                left, _, y, word = words[-1]
                drawn.append(f'<text x="{left:.1f}" y="{y:.1f}" fill="{color(number)}">{html.escape(word)}</text>')
        drawn += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.5" fill="{color(number)}"/>' for x, y in places]
        place = f'x="{LEFT + number % COLUMNS * (WIDTH - LEFT) / COLUMNS:.0f}" y="{HEIGHT + LINE * (1 + number // COLUMNS)}"'
        drawn.append(f'<text {place} fill="{color(number)}">{html.escape(name)}</text>')
    height = HEIGHT + LINE * (2 + (len(kept) - 1) // COLUMNS) - LINE // 2
    text = frame.document(drawn, x_label, y_label, is_log=True)
    return text.replace(f'{WIDTH} {HEIGHT}" ', f'{WIDTH} {height}" font-family="sans-serif" font-size="11" ', 1)


def free_place(words: list[Word], text: str, x: float, y: float) -> Word:
    """Where the word at the end of a line has room, above or below others; on its left at the edge of the plot."""
    width = len(text) * LETTER[0]
    left = x + 5 if x + 5 + width < WIDTH else x - width
    over = [place for word_left, right, place, _ in words if word_left < left + width and left < right]
    base = y + (3 if left > x else -6)
    shifts = (sign * LETTER[1] * step for step in range(len(over) + 1) for sign in (-1, 1))
    return left, left + width, next(base + shift for shift in shifts if all(abs(base + shift - place) >= LETTER[1] for place in over)), text
