"""Playing strength from results: expected scores, Elo differences, intervals, superiority.

Games come in pairs with one opening and exchanged colours. The score of a pair takes five values, and only pairs are
independent of each other: an opening that favours black gives both players a game. So variances are those of pairs
(the pentanomial model; see the documentation of Stockfish's fishtest, "Fishtest mathematics").
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The scores of a pair: the mean of its two games."""

CONFIDENCE = 0.95
LARGEST_ELO = 2000.0
"""Larger differences cannot be measured; those of a player who won or lost every game are reported by the bound that is known."""

NORMAL = NormalDist()


def expected_score(elo: float) -> float:
    """The score expected at an Elo difference."""
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def difference(score: float) -> float:
    """The Elo difference at which a score is expected."""
    if score <= expected_score(-LARGEST_ELO):
        return -LARGEST_ELO
    if score >= expected_score(LARGEST_ELO):
        return LARGEST_ELO
    return 0.0 - 400.0 * math.log10(1.0 / score - 1.0)


def elo_text(elo: float) -> str:
    """A difference in whole Elo with its sign."""
    return f"{elo:+.0f}"


@dataclass(frozen=True)
class Estimate:
    """An Elo difference with its interval, and the likelihood that it is above zero."""

    score: float
    elo: float
    low: float
    high: float
    superiority: float

    def text(self) -> str:
        """`+35 [-12, +83]`; `above +288` or `below -288` after nothing but wins or losses."""
        if abs(self.elo) >= LARGEST_ELO:
            return f"above {elo_text(self.low)}" if self.elo > 0 else f"below {elo_text(self.high)}"
        return f"{elo_text(self.elo)} [{elo_text(self.low)}, {elo_text(self.high)}]"


def student(probability: float, freedom: float) -> float:
    """A quantile of Student's distribution, by its expansion at the normal one (Abramowitz and Stegun 26.7.5).

    With fewer than three degrees of freedom the value for three is taken; results of that few pairs are not relied on.
    """
    z = NORMAL.inv_cdf(probability)
    n = max(freedom, 3.0)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def student_cdf(value: float, freedom: float) -> float:
    """The probability of values below one, by bisection of `student`."""
    low, high = 1e-12, 1 - 1e-12
    while high - low > 1e-13:
        middle = (low + high) / 2
        low, high = (middle, high) if student(middle, freedom) < value else (low, middle)
    return low


def estimate(pairs: Iterable[float], singles: Iterable[float] = ()) -> Estimate | None:
    """The Elo difference from scores of pairs, and of single games; none without games.

    The interval is Wilson's for the score, at the effective number of Bernoulli trials: that of the games, divided by how much
    larger the spread of the pairs is than that of independent games with the same score. Half a pair of wins and losses is added
    to both spreads, so that few pairs of one kind, all won or all 1-1, do not pass for many games. The superiority is by the same
    test: above 97.5 % just where the interval of 95 % is above zero.
    """
    scores = list(pairs)
    lone = list(singles)
    weight = len(scores) + len(lone) / 2
    if weight == 0:
        return None
    mean = (sum(scores) + sum(lone) / 2) / weight
    # Spread around the mean, in units of one pair; a lone game is half a pair with twice the variance of a mean of two.
    spread = sum((score - mean) ** 2 for score in scores) + sum((score - mean) ** 2 for score in lone) / 4
    centre = (mean * weight + 0.5) / (weight + 1)
    trials = 2 * weight * (weight * centre * (1 - centre) / 2 + 0.5) / (spread + 0.5)
    t = student((1 + CONFIDENCE) / 2, weight - 1)
    middle = (mean + t * t / (2 * trials)) / (1 + t * t / trials)
    half = t * math.sqrt(mean * (1 - mean) / trials + t * t / (4 * trials * trials)) / (1 + t * t / trials)
    superiority = student_cdf((mean - 0.5) * 2 * math.sqrt(trials), weight - 1)
    return Estimate(mean, difference(mean), difference(middle - half), difference(middle + half), superiority)
