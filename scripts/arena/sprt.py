"""A sequential test of two Elo differences, on pairs of games.

The generalised sequential probability ratio test: the likelihood of the five counts of pair scores is maximised under
each of the two expected scores, and the logarithm of the ratio compared with Wald's bounds. (Van den Bergh, "The
generalized maximum likelihood ratio for the expectation value of a distribution", 2018: the probabilities that maximise it
are p_i = f_i / (1 + t (a_i - s)) for observed frequencies f_i of the scores a_i, with t such that their mean is s.)
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from .elo import PAIR_SCORES, expected_score

SMALLEST_COUNT = 1e-3
"""Stands for a count of zero: without it results without variance would have no likelihood at another score."""

BISECTIONS = 60


def frequencies(counts: Sequence[float]) -> list[float]:
    """The observed frequencies, none of them zero."""
    filled = [max(float(count), SMALLEST_COUNT) for count in counts]
    return [count / sum(filled) for count in filled]


def most_likely(observed: Sequence[float], mean: float) -> list[float]:
    """The distribution with that mean over `PAIR_SCORES` under which the observed frequencies are most likely."""
    # The mean of p falls as t grows, between the poles where some p_i would be infinite.
    low, high = -1 / (PAIR_SCORES[-1] - mean), -1 / (PAIR_SCORES[0] - mean)
    for _ in range(BISECTIONS):
        t = (low + high) / 2
        drift = sum(f * (a - mean) / (1 + t * (a - mean)) for f, a in zip(observed, PAIR_SCORES))
        if drift > 0:
            low = t
        else:
            high = t
    t = (low + high) / 2
    return [f / (1 + t * (a - mean)) for f, a in zip(observed, PAIR_SCORES)]


def log_likelihood_ratio(counts: Sequence[int], elo0: float, elo1: float) -> float:
    """The logarithm of how much likelier the counts are at `elo1` than at `elo0`."""
    if not sum(counts):
        return 0.0
    observed = frequencies(counts)
    under0 = most_likely(observed, expected_score(elo0))
    under1 = most_likely(observed, expected_score(elo1))
    mean = sum(f * math.log(p1 / p0) for f, p0, p1 in zip(observed, under0, under1))
    return sum(counts) * mean


@dataclass(frozen=True)
class Sprt:
    """A test of H0 (the difference is `elo0`) against H1 (it is `elo1`)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """The probability to accept H1 where H0 holds."""
    beta: float = 0.05
    """The probability to accept H0 where H1 holds."""

    def bounds(self) -> tuple[float, float]:
        """The ratio's logarithm at which H0, and at which H1, is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def verdict(self, counts: Sequence[int]) -> str | None:
        """`H0`, `H1`, or nothing as long as the test goes on."""
        low, high = self.bounds()
        ratio = log_likelihood_ratio(counts, self.elo0, self.elo1)
        if ratio <= low:
            return "H0"
        return "H1" if ratio >= high else None
