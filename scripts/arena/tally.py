"""The results of a match added up: in the order of the plan, whatever order the games ended in.

Identical games (the same engines with the same colours, the same moves, the same end) count once; those that a fault ended
before an engine moved, as where one does not start, say nothing of moves and count each. A pair counts as a pair
if both of its games do. The sequential test looks at pairs in the plan's order and stops at the first that decides; games
beyond it, which were still going on, are kept but not counted. So the same games give the same tables, however the runner
was interrupted.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

from .elo import PAIR_SCORES, Estimate, estimate
from .faults import FaultKind
from .game import Record
from .ratings import Scores
from .sprt import Sprt

Key = tuple[str, str, tuple[tuple[str, str], ...], str | None, str, int | None]
"""What identical games have in common: the engines by their colours, the moves, the end; and the number of one without moves of the engines."""


@dataclass
class EngineTotals:
    """The results, faults and times of one engine."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    by_color: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Of (`b` or `w` at the end, `win`, `draw` or `loss`)."""
    events: Counter[str] = field(default_factory=Counter)
    """Of kinds of faults."""
    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    latency: float = 0.0

    def points(self) -> float:
        """Wins and half of the draws."""
        return self.wins + self.draws / 2


@dataclass
class Tally:
    """A match so far."""

    names: list[str]
    totals: dict[str, EngineTotals]
    scores: Scores
    """Points and games of each pairing, the engines in the order of the match."""
    pair_counts: Counter[float] = field(default_factory=Counter)
    """How many pairs had which score of the first engine, in a match of two."""
    lone_scores: list[float] = field(default_factory=list)
    """Of games whose pair does not count."""
    repeated: int = 0
    """Games that were identical with an earlier one."""
    after_verdict: int = 0
    played: int = 0
    verdict: str | None = None

    def counts(self) -> list[int]:
        """Returns how many pairs had each of the five scores."""
        return [self.pair_counts[value] for value in PAIR_SCORES]

    def copy(self) -> Tally:
        """Returns a copy, to add further games to."""
        totals = {name: replace(own, by_color=own.by_color.copy(), events=own.events.copy()) for name, own in self.totals.items()}
        return replace(self, totals=totals, scores=dict(self.scores), pair_counts=self.pair_counts.copy(), lone_scores=[*self.lone_scores])

    def estimate(self) -> Estimate | None:
        """Returns the first engine's Elo against the second."""
        return estimate(self.pair_counts.elements(), self.lone_scores)

    def events(self) -> int:
        """Returns the number of all events."""
        return sum(own.events.total() for own in self.totals.values())


def points(record: Record, name: str) -> float:
    """Returns the points that a game gave an engine."""
    return 0.5 if record.winner is None else float(record.winner == name)


class TallyBuilder:
    """Adds up a match game by game: a pair that both ended, and all before it, is added once, so that a game costs the same however many there are."""

    def __init__(self, names: list[str], sprt: Sprt | None = None) -> None:
        """Begins a match between `names`."""
        self._sprt = sprt
        self._settled = Tally(names, {name: EngineTotals() for name in names}, {})
        """The pairs before `_next`."""
        self._next = 0
        self._seen: set[Key] = set()
        """The games of the settled pairs."""
        self._open: dict[int, list[Record]] = {}
        """The games of the other pairs."""
        self._played = 0

    def add(self, record: Record) -> None:
        """Adds a game that has ended."""
        self._open.setdefault(record.id // 2, []).append(record)
        self._played += 1
        while len(self._open.get(self._next, [])) == 2:
            self._add_pair(self._settled, self._open.pop(self._next), self._seen, is_tested=True)
            self._next += 1

    def build(self) -> Tally:
        """Returns the match so far."""
        result = self._settled.copy()
        result.played = self._played
        seen: set[Key] = set()
        # The test looks at the pairs up to the first that is still being played.
        for number in sorted(self._open):
            self._add_pair(result, self._open[number], seen, is_tested=False)
        return result

    def _add_pair(self, result: Tally, games: list[Record], seen: set[Key], is_tested: bool) -> None:
        """Adds a pair, of which one game may be missing; `seen` takes its games up."""
        if result.verdict:
            result.after_verdict += len(games)
            return
        games = sorted(games, key=lambda record: record.id)
        fresh = []
        for game in games:
            key = _key(game)
            if key not in self._seen and key not in seen:
                fresh.append(game)
            seen.add(key)
        result.repeated += len(games) - len(fresh)
        _count_pair(result, games, fresh)
        if self._sprt and is_tested and len(fresh) == 2:
            result.verdict = self._sprt.verdict(result.counts())


def tally(names: list[str], records: dict[int, Record], sprt: Sprt | None = None) -> Tally:
    """Adds up the records of a match between `names`."""
    builder = TallyBuilder(names, sprt)
    for record in records.values():
        builder.add(record)
    return builder.build()


def _key(game: Record) -> Key:
    number = game.id if game.events and len(game.moves) <= game.opening_moves else None
    return game.black, game.white, tuple(game.moves), game.winner, game.reason, number


def _count_pair(result: Tally, games: list[Record], fresh: list[Record]) -> None:
    for game in games:
        _add_times(result.totals, game)
        for event in game.events:
            result.totals[event["engine"]].events[FaultKind(event["kind"])] += 1
    for game in fresh:
        _add_result(result, game)
    first = result.names[0]
    if len(result.names) == 2:
        values = [points(game, first) for game in fresh]
        if len(values) == 2:
            result.pair_counts[sum(values) / 2] += 1
        else:
            result.lone_scores.extend(values)


def _add_times(totals: dict[str, EngineTotals], game: Record) -> None:
    for ply, seconds in enumerate(game.seconds):
        if seconds is not None:
            own = totals[game.mover(ply)]
            own.moves += 1
            own.seconds += seconds
            own.longest = max(own.longest, seconds)
            own.latency = max(own.latency, game.latency[ply] or 0.0)
    if game.late is not None:
        own = totals[game.events[0]["engine"]]
        own.moves += 1
        own.seconds += game.late
        own.longest = max(own.longest, game.late)


def _add_result(result: Tally, game: Record) -> None:
    ended_black = game.white if game.swapped else game.black
    for name in (game.black, game.white):
        own = result.totals[name]
        own.games += 1
        outcome = "draw" if game.winner is None else "win" if game.winner == name else "loss"
        own.wins += outcome == "win"
        own.draws += outcome == "draw"
        own.losses += outcome == "loss"
        own.by_color["b" if name == ended_black else "w", outcome] += 1
    one, two = sorted((game.black, game.white), key=result.names.index)
    before, count = result.scores.get((one, two), (0.0, 0))
    result.scores[one, two] = (before + points(game, one), count + 1)
