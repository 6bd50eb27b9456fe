"""Many short games of the engine against itself, in all two-player games: no event, with `match.py --strict`."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from .engine import Finding, FindingKind, TestedEngine
from .findings import Context, load
from .kills import SCRIPTS
from .table import read

SIZES = {
    "hex": ["3", "5", "7 6", "9", "11", "13"], "dots": ["2 2", "3 3", "4 4", "5 5 icelandic"], "nim": ["3 5 7", "20 kayles", "9 11 wythoff"],
    "chomp": ["3 4", "6 7", "10 12"], "tictactoe": ["3 3 3", "4 4 4", "6 5 4"], "connect4": ["7 6", "5 4", "8 7"],
}  # fmt: skip
"""Arguments of `boardsize` by game; a game that is not here is played on its own first board."""

TIMES = ["0.02/move", "0.03/move", "0.05/move"]

TIME_MARGIN = 0.25
"""Seconds that a move may exceed its time, multiplied by the number of processes that wait for each processor."""

MATCH_GAMES = 20
"""Games of a match."""

MATCH_SECONDS = 1800.0
"""For a match, whatever the load of the machine."""


def match(context: Context, arguments: list[str], folder: Path) -> int:
    """Plays a match. Returns the number of its games; raises `Finding` if one has an event or the match fails."""
    players = [f"--engine={name}={shlex.join(context.engine)}" for name in "ab"]
    set_up = [f"--setup={name}: param {value}" for name in "ab" for value in ("threads 1", "hash_mb 16")]
    command = [sys.executable, str(SCRIPTS / "match.py"), *players, *set_up, "--referee", shlex.join(context.engine)]
    # Clocks go on while other processes run.
    command += ["--openings", "random:2", "--strict", "--time-margin", f"{TIME_MARGIN * load():.2f}", "--out", str(folder), *arguments]
    try:
        ended = subprocess.run(command, capture_output=True, text=True, timeout=MATCH_SECONDS)
    except subprocess.TimeoutExpired:
        raise Finding(FindingKind.HANG, f"not at its end after {MATCH_SECONDS:g} s: {shlex.join(command)}") from None
    path = folder / "games.jsonl"
    records = [json.loads(line) for line in path.read_text().splitlines()] if path.is_file() else []
    events = [f"game {record['id']}: {event['kind']}: {event.get('detail', '')}" for record in records for event in record["events"]]
    if events or ended.returncode != 0:
        why = "; ".join(events) or ended.stderr[-300:]
        raise Finding(FindingKind.EVENT, f"exit status {ended.returncode}: {why}: {shlex.join(command)}")
    return len(records)


def shorten(context: Context, arguments: list[str], finding: Finding) -> Finding:
    """The finding of a match of fewer games, if that has one of the kind too."""
    place = arguments.index("--games") + 1
    games = 2
    while games < int(arguments[place]):
        with tempfile.TemporaryDirectory() as name:
            try:
                match(context, [*arguments[:place], str(games), *arguments[place + 1 :]], Path(name) / "match")
            except Finding as other:
                return other
        games *= 2
    return finding


def run(context: Context) -> dict[str, object]:
    """Plays matches in all games by turns; returns the counts."""
    with tempfile.TemporaryDirectory() as name, TestedEngine(context.engine, Path(name)) as engine:
        games = [game.name for game in read(engine, context.data.parents[1]) if game.has("genmove") and game.has("final_score")]
    played = number = events = 0
    while not context.is_over(played):
        chance = context.chance("games", number)
        game = games[number % len(games)]
        left = MATCH_GAMES if not context.count else min(MATCH_GAMES, 2 * ((context.count - played + 1) // 2))
        # A short campaign ends in time: one game is played in about a second.
        left = max(2, min(left, 2 * int((context.deadline - time.monotonic()) / 2)))
        arguments = ["--game", game, "--games", str(left), "--time", chance.choice(TIMES), "--seed", str(chance.randrange(10**6))]
        if sizes := SIZES.get(game):
            arguments += ["--size", chance.choice(sizes)]
        number += 1
        with tempfile.TemporaryDirectory() as name:
            try:
                played += match(context, arguments, Path(name) / "match")
            except Finding as finding:
                events += 1
                context.report(shorten(context, arguments, finding), "games")
    return {"games": played, "matches": number, "failed_matches": events, "kinds": len(games)}
