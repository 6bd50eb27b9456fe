"""The results of a match added up: in the order of the plan, whatever order the games ended in.

Identical games (the same engines with the same colours, the same moves, the same end) count once. A pair counts as a pair
if both of its games do. The sequential test looks at pairs in the plan's order and stops at the first that decides; games
beyond it, which were still going on, are kept but not counted. So the same games give the same tables, however the runner
was interrupted.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field

from .elo import PAIR_SCORES, Estimate, estimate
from .faults import Kind
from .game import Record
from .ratings import Scores
from .sprt import Sprt


@dataclass
class Line:
    """What one engine did."""

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
    lines: dict[str, Line]
    scores: Scores
    """Points and games of each pairing, the engines in the order of the match."""
    pair_scores: list[float]
    """Of the first engine, in a match of two."""
    lone_scores: list[float]
    repeated: int = 0
    """Games that were identical with an earlier one."""
    after_verdict: int = 0
    played: int = 0
    verdict: str | None = None

    def counts(self) -> list[int]:
        """How many pairs had each of the five scores."""
        return count_scores(self.pair_scores)

    def estimate(self) -> Estimate | None:
        """The first engine's Elo against the second."""
        return estimate(self.pair_scores, self.lone_scores)

    def events(self) -> int:
        """All events."""
        return sum(line.events.total() for line in self.lines.values())


def count_scores(scores: list[float]) -> list[int]:
    """The counts of the five scores of pairs."""
    return [sum(score == value for score in scores) for value in PAIR_SCORES]


def points(record: Record, name: str) -> float:
    """What a game gave an engine."""
    return 0.5 if record.winner is None else float(record.winner == name)


def tally(names: list[str], records: dict[int, Record], sprt: Sprt | None = None) -> Tally:
    """Adds up the records of a match between `names`."""
    result = Tally(names, {name: Line() for name in names}, {}, [], [])
    result.played = len(records)
    seen: set[tuple[object, ...]] = set()
    pairs: dict[int, list[Record]] = defaultdict(list)
    for record in records.values():
        pairs[record.id // 2].append(record)
    waiting = False
    last = -1
    for number in sorted(pairs):
        games = sorted(pairs[number], key=lambda record: record.id)
        if result.verdict:
            result.after_verdict += len(games)
            continue
        fresh = [game for game in games if _first_time(game, seen)]
        result.repeated += len(games) - len(fresh)
        # The test looks at the pairs up to the first that is still being played.
        waiting = waiting or number != last + 1 or len(games) < 2
        last = number
        _add_pair(result, games, fresh)
        if sprt and not waiting and len(fresh) == 2:
            result.verdict = sprt.verdict(result.counts())
    return result


def _first_time(game: Record, seen: set[tuple[object, ...]]) -> bool:
    key = (game.black, game.white, tuple(game.moves), game.winner, game.reason)
    if key in seen:
        return False
    seen.add(key)
    return True


def _add_pair(result: Tally, games: list[Record], fresh: list[Record]) -> None:
    for game in games:
        _add_times(result.lines, game)
        for event in game.events:
            result.lines[event["engine"]].events[Kind(event["kind"])] += 1
    for game in fresh:
        _add_result(result, game)
    first = result.names[0]
    if len(result.names) == 2:
        values = [points(game, first) for game in fresh]
        if len(values) == 2:
            result.pair_scores.append(sum(values) / 2)
        else:
            result.lone_scores.extend(values)


def _add_times(lines: dict[str, Line], game: Record) -> None:
    for ply, seconds in enumerate(game.seconds):
        if seconds is not None:
            line = lines[game.mover(ply)]
            line.moves += 1
            line.seconds += seconds
            line.longest = max(line.longest, seconds)
            line.latency = max(line.latency, game.latency[ply] or 0.0)
    if game.late is not None:
        line = lines[game.events[0]["engine"]]
        line.moves += 1
        line.seconds += game.late
        line.longest = max(line.longest, game.late)


def _add_result(result: Tally, game: Record) -> None:
    ended_black = game.white if game.swapped else game.black
    for name in (game.black, game.white):
        line = result.lines[name]
        line.games += 1
        outcome = "draw" if game.winner is None else "win" if game.winner == name else "loss"
        line.wins += outcome == "win"
        line.draws += outcome == "draw"
        line.losses += outcome == "loss"
        line.by_color["b" if name == ended_black else "w", outcome] += 1
    one, two = sorted((game.black, game.white), key=result.names.index)
    before, count = result.scores.get((one, two), (0.0, 0))
    result.scores[one, two] = (before + points(game, one), count + 1)
