"""Pictures of the positions on a graph, from the lists of `showboard`. The layers are found by igraph (Sugiyama's method) if it is
installed, else by the distance from the first vertex."""

from __future__ import annotations

import html
from typing import NamedTuple

STEP = 70.0
"""Distance of layers and of neighbours in one, in pixels."""

RADIUS = 16.0


class Vertex(NamedTuple):
    """A line of the list."""

    name: str
    owner: str
    goal: str
    successors: list[str]
    is_current: bool


def parse(text: str) -> list[Vertex]:
    """The vertices of a list: a mark at the current one, name, owner, goal, successors."""
    vertices = []
    for line in text.splitlines():
        mark, words = line[:1], line[1:].split()
        if len(words) < 3 or words[1] not in "12":
            continue
        vertices.append(Vertex(words[0], words[1], words[2], words[3:], mark == ">"))
    return vertices


def _edges(vertices: list[Vertex]) -> list[tuple[int, int]]:
    number = {vertex.name: at for at, vertex in enumerate(vertices)}
    return [(number[v.name], number[name]) for v in vertices for name in v.successors if name in number]


def places(vertices: list[Vertex]) -> list[tuple[float, float]]:
    """The place of each vertex, in units of `STEP`."""
    edges = _edges(vertices)
    try:
        import igraph
    except ImportError:
        return _layers(len(vertices), edges)
    layout = igraph.Graph(len(vertices), edges, directed=True).layout_sugiyama()
    return [(x, y) for x, y in layout.coords[: len(vertices)]]


def _layers(count: int, edges: list[tuple[int, int]]) -> list[tuple[float, float]]:
    """Layers by distance from the first vertex, those that cannot be reached last."""
    depth = {0: 0}
    queue = [0]
    for at in queue:
        for to in (b for a, b in edges if a == at and b not in depth):
            depth[to] = depth[at] + 1
            queue.append(to)
    last = max(depth.values()) + 1
    filled: dict[int, int] = {}
    found = []
    for at in range(count):
        layer = depth.get(at, last)
        found.append((float(filled.get(layer, 0)), float(layer)))
        filled[layer] = filled.get(layer, 0) + 1
    return found


def draw(lists: list[str]) -> list[str]:
    """An SVG document for each list of one game."""
    parsed = [parse(text) for text in lists]
    if not parsed or not parsed[0]:
        return []
    # All lists are of one graph; of a large one each shows the neighbourhood of its current vertex.
    laid: dict[tuple[str, ...], list[tuple[float, float]]] = {}
    pictures = []
    for vertices in parsed:
        names = tuple(vertex.name for vertex in vertices)
        if names not in laid:
            laid[names] = places(vertices)
        pictures.append(_svg(vertices, laid[names]))
    return pictures


def _svg(vertices: list[Vertex], found: list[tuple[float, float]]) -> str:
    left, top = min(x for x, _ in found), min(y for _, y in found)
    at = [((x - left + 0.5) * STEP, (y - top + 0.5) * STEP) for x, y in found]
    width, height = (max(place[side] for place in at) + STEP / 2 for side in (0, 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0 8 4 0 8z" fill="#888"/></marker></defs>',
    ]
    for a, b in _edges(vertices):
        parts.append(_arrow(at[a], at[b]))
    for vertex, (x, y) in zip(vertices, at, strict=True):
        fill = {"G1": "#bfe3c4", "G2": "#f2c4bd"}.get(vertex.goal, "#fff")
        stroke, thick = ("#e08000", 3.5) if vertex.is_current else ("#333", 1.5)
        if vertex.owner == "1":
            shape = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}"'
        else:
            shape = f'<rect x="{x - RADIUS:.1f}" y="{y - RADIUS:.1f}" width="{2 * RADIUS}" height="{2 * RADIUS}"'
        parts.append(f'{shape} fill="{fill}" stroke="{stroke}" stroke-width="{thick}"/>')
        text = html.escape(vertex.name)
        parts.append(f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle" font-family="sans-serif" font-size="11">{text}</text>')
    return "\n".join([*parts, "</svg>"])


def _arrow(tail: tuple[float, float], tip: tuple[float, float]) -> str:
    (ax, ay), (bx, by) = tail, tip
    if tail == tip:
        return f'<path d="M{ax} {ay - RADIUS} c-30 -30 30 -30 0 0" fill="none" stroke="#888" marker-end="url(#tip)"/>'
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    dx, dy = (bx - ax) / length, (by - ay) / length
    # Bent to one side, so that edges there and back are two.
    mx, my = (ax + bx) / 2 - 8 * dy, (ay + by) / 2 + 8 * dx
    ex, ey = bx - dx * (RADIUS + 2), by - dy * (RADIUS + 2)
    return f'<path d="M{ax:.1f} {ay:.1f} Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}" fill="none" stroke="#888" marker-end="url(#tip)"/>'
