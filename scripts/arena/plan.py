"""The games of a match: a list that depends on its arguments alone, so that a number identifies a game."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

from .openings import Opening


@dataclass(frozen=True)
class Task:
    """A game to be played."""

    id: int
    """Its number, from 0. Games 2k and 2k+1 have one opening, with the colours exchanged."""
    black: str
    """The engine that begins as black."""
    white: str
    opening_id: int
    """The index of the opening in the match's list."""
    opening: Opening
    seed: int
    """Given to the engines that take one; the same in both games of a pair."""

    @property
    def pair(self) -> int:
        """The number of the pair."""
        return self.id // 2


def pairings(names: list[str], gauntlet: str | None) -> list[tuple[str, str]]:
    """The pairings: all of them, or one engine against all others."""
    if gauntlet is not None:
        return [(gauntlet, name) for name in names if name != gauntlet]
    return list(itertools.combinations(names, 2))


def tasks(names: list[str], gauntlet: str | None, games: int, openings: list[Opening], seed: int) -> list[Task]:
    """All games: `games` (an even number) for each pairing, all pairings with the same openings."""
    planned: list[Task] = []
    for round_number in range(games // 2):
        opening_id = round_number % len(openings)
        for one, two in pairings(names, gauntlet):
            chance = random.Random(f"pair {seed} {round_number} {one} {two}")
            game_seed = chance.randrange(1, 1 << 31)
            for black, white in ((one, two), (two, one)):
                planned.append(Task(len(planned), black, white, opening_id, openings[opening_id], game_seed))
    return planned
