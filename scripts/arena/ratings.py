"""Ratings of more than two engines: the Bradley-Terry model by maximum likelihood.

A draw is half a win for both. Each engine also has half a win and half a loss, together, against an engine of mean
strength, which keeps ratings finite when somebody wins or loses everything. Intervals are from the curvature of the likelihood.
"""

from __future__ import annotations

import math

from .elo import CONFIDENCE, NORMAL, expected_score

ELO = math.log(10) / 400
ROUNDS = 200
CLOSE = 1e-9
PRIOR = 0.5
"""Wins, and losses, of each engine against the engine of mean strength."""

Scores = dict[tuple[str, str], tuple[float, int]]
"""For (one, two): points of `one`, and games."""


def rate(names: list[str], scores: Scores, anchor: str | None = None) -> dict[str, tuple[float, float]]:
    """Rating and half the width of its interval, in Elo; the mean is 0, or the engine `anchor` has 0."""
    count = len(names)
    strength = [0.0] * count
    place = {name: number for number, name in enumerate(names)}
    for _ in range(ROUNDS):
        gradient, curvature = _slopes(strength, scores, place)
        step = _solve(curvature, gradient)
        largest = max(map(abs, step))
        # Newton's steps overshoot far from the top; no one needs more than 400 Elo at a time.
        scale = min(1.0, 400 * ELO / largest) if largest else 1.0
        strength = [value + scale * change for value, change in zip(strength, step)]
        if largest < CLOSE:
            break
    _, curvature = _slopes(strength, scores, place)
    inverse = [_solve(curvature, [float(i == j) for j in range(count)]) for i in range(count)]
    weights = _zero(count, place.get(anchor) if anchor else None)
    zero = sum(weight * value for weight, value in zip(weights, strength))
    z = NORMAL.inv_cdf((1 + CONFIDENCE) / 2)
    rated = {}
    for name, number in place.items():
        row = [float(number == j) - weights[j] for j in range(count)]
        variance = sum(row[i] * inverse[i][j] * row[j] for i in range(count) for j in range(count))
        rated[name] = ((strength[number] - zero) / ELO, z * math.sqrt(max(0.0, variance)) / ELO)
    return rated


def _zero(count: int, anchor: int | None) -> list[float]:
    return [1.0 / count if anchor is None else float(number == anchor) for number in range(count)]


def _slopes(strength: list[float], scores: Scores, place: dict[str, int]) -> tuple[list[float], list[list[float]]]:
    """The first derivatives of the log-likelihood, and the negative second ones."""
    count = len(strength)
    gradient = [0.0] * count
    curvature = [[0.0] * count for _ in range(count)]
    for number, value in enumerate(strength):
        chance = expected_score(value / ELO)
        gradient[number] += PRIOR - 2 * PRIOR * chance
        curvature[number][number] += 2 * PRIOR * chance * (1 - chance)
    for (one, two), (points, games) in scores.items():
        i, j = place[one], place[two]
        chance = expected_score((strength[i] - strength[j]) / ELO)
        gradient[i] += points - games * chance
        gradient[j] -= points - games * chance
        weight = games * chance * (1 - chance)
        curvature[i][i] += weight
        curvature[j][j] += weight
        curvature[i][j] -= weight
        curvature[j][i] -= weight
    return gradient, curvature


def _solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Gauss's elimination; the matrices here are positive definite."""
    rows = [row[:] + [value] for row, value in zip(matrix, vector)]
    count = len(rows)
    for column in range(count):
        pivot = max(range(column, count), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for row in range(count):
            if row != column:
                factor = rows[row][column] / rows[column][column]
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column])]
    return [rows[i][count] / rows[i][i] for i in range(count)]
