"""A match as a page shows it, read from its folder while it is played, or after it: the results, the running games, each game's board."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from . import frames, looks, plan, table
from .faults import BadArguments
from .files import read_text
from .frames import Frames
from .game import Record
from .live import FOLDER
from .page import board_data
from .program import complain
from .sprt import Sprt, log_likelihood_ratio
from .store import record_of
from .tally import Tally, TallyBuilder

LISTED = 200
"""Finished games that are listed, the last ones."""

KEPT = 64
"""Games whose drawings are kept."""


class MatchReader:
    """The folder of a match. Several threads may ask."""

    def __init__(self, folder: Path, ludion: str) -> None:
        """`ludion` is the program that draws, if there is one. The match may not have begun."""
        self._folder = folder
        self._ludion = ludion
        self._lock = threading.Lock()
        self._drawing = threading.Lock()
        self._configuration: dict[str, Any] | None = None
        self._records: dict[int, Record] = {}
        self._read = 0
        """Bytes of `games.jsonl` that have been read."""
        self._builder: TallyBuilder | None = None
        self._tally: Tally | None = None
        self._drawn: dict[int, tuple[list[str], Frames]] = {}
        """The last games that were asked for: the moves and their drawings."""
        self._draws = bool(ludion)
        """Whether the program has drawn all games so far."""

    def state(self) -> dict[str, Any]:
        """Everything but the boards. Raises `BadArguments` for a damaged match."""
        with self._lock, _damage(self._folder):
            configuration = self._refresh()
            if configuration is None or self._tally is None:
                return {"title": f"{self._folder.name}: not begun"}
            return self._describe(configuration, self._tally) | {"running": [_summary(game) for game in self._running()]}

    def game(self, number: int) -> dict[str, Any] | None:
        """A game as `<ludion-board>` takes it, and who played it; nothing if there is no such game yet. Raises `BadArguments`."""
        with self._lock, _damage(self._folder):
            configuration = self._refresh()
            record = self._records.get(number) or next((game for game in self._running() if game.id == number), None)
        if configuration is None or record is None:
            return None
        with self._drawing:
            drawn = self._draw(configuration, record)
            data = drawn.data() | board_data(record, drawn.games[0])
        game = configuration["game"]
        colors = [color for color, _ in record.moves]
        return data | {"game": game, "style": looks.style(game), "wins": record.wins, "colors": colors}

    def _refresh(self) -> dict[str, Any] | None:
        """Reads what is new; the configuration, if the match has begun."""
        try:
            if self._configuration is None:
                self._configuration = json.loads(read_text(self._folder / "match.json"))
            with (self._folder / "games.jsonl").open("rb") as file:
                file.seek(self._read)
                fresh = file.read()
        except FileNotFoundError:
            fresh = b""
        whole = fresh[: fresh.rfind(b"\n") + 1]
        records = [record_of(line.decode()) for line in whole.splitlines()]
        self._read += len(whole)
        added = [record for record in records if self._records.setdefault(record.id, record) is record]
        if self._configuration is not None and (added or self._tally is None):
            self._add_up(self._configuration, added)
        return self._configuration

    def _add_up(self, configuration: dict[str, Any], added: list[Record]) -> None:
        """Brings the tally up to date. After damage it is begun anew the next time, to be found again."""
        builder, self._builder, self._tally = self._builder, None, None
        if builder is None:
            builder, added = TallyBuilder(list(configuration["engines"]), self._sprt()), list(self._records.values())
        for record in added:
            builder.add(record)
        self._builder, self._tally = builder, builder.build()

    def _sprt(self) -> Sprt | None:
        wanted = self._configuration and self._configuration["sprt"]
        return Sprt(*wanted) if wanted else None

    def _describe(self, configuration: dict[str, Any], added: Tally) -> dict[str, Any]:
        names, gauntlet = list(configuration["engines"]), configuration["gauntlet"]
        sprt = self._sprt()
        planned = configuration["games"] * len(plan.pairings(names, gauntlet))
        tables = [table.engine_rows(added, gauntlet), *([table.cross_rows(added)] if len(names) > 2 else []), table.event_rows(added)]
        listed = sorted(self._records)[-LISTED:]
        return {
            "title": f"{configuration['game']}: {', '.join(names)}",
            "about": f"{' '.join(configuration['start'])}, {configuration['time']}",
            "played": added.played,
            "planned": planned,
            "is_over": added.played >= planned or added.verdict is not None,
            "tables": tables,
            "lines": table.duel_lines(added, sprt) if len(names) == 2 else [],
            "sprt": _sprt_state(added, sprt) if sprt else None,
            "games": [_summary(self._records[number]) for number in reversed(listed)],
        }

    def _running(self) -> list[Record]:
        return [game for game in read_games(self._folder) if game.id not in self._records]

    def _draw(self, configuration: dict[str, Any], record: Record) -> Frames:
        """The drawings of a game; only what was not drawn before is asked for."""
        moves, start = frames.play_lines(record), frames.start_lines(configuration)
        known, drawn = self._drawn.pop(record.id, ([], Frames()))
        if not drawn.games or moves[: len(known)] != known:
            drawn = Frames()
            drawn.add(frames.draw_moves(self._ludion, start, moves))
            if self._draws and not drawn.drawing:
                self._draws = False
                complain("watch.py", f"{self._ludion} draws nothing of game {record.id}: it is moves")
        elif moves != known and len(drawn.games[0]) == len(known):
            drawn.extend(frames.draw_moves(self._ludion, start, moves, len(known)))
        self._drawn[record.id] = (moves, drawn)
        if len(self._drawn) > KEPT:
            self._drawn.pop(next(iter(self._drawn)))
        return drawn


@contextlib.contextmanager
def _damage(folder: Path) -> Iterator[None]:
    """Names the folder whose files are not those of one match."""
    try:
        yield
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise BadArguments(f"{folder}: match.json or games.jsonl is damaged: {error!r}") from None


def _sprt_state(added: Tally, sprt: Sprt) -> dict[str, Any]:
    low, high = sprt.bounds()
    ratio = log_likelihood_ratio(added.counts(), sprt.elo0, sprt.elo1)
    return {"elo0": sprt.elo0, "elo1": sprt.elo1, "low": low, "high": high, "ratio": ratio, "verdict": added.verdict}


def _summary(record: Record) -> dict[str, Any]:
    kept = {key: getattr(record, key) for key in ("id", "black", "white", "winner", "result", "reason")}
    return kept | {"count": len(record.moves)}


def read_games(folder: Path) -> list[Record]:
    """The games that are being played, but for a line that is still being written."""
    try:
        names = sorted(os.listdir(folder / FOLDER))
    except OSError:
        # There is no folder: no game is being played.
        return []
    games = []
    for name in names:
        try:
            lines = [json.loads(line) for line in (folder / FOLDER / name).read_text(encoding="utf-8").split("\n")[:-1]]
            games += [_running_record(*lines)] if lines else []
        except (OSError, ValueError, TypeError, LookupError):
            # Gone, or begun anew meanwhile.
            continue
    return games


def _running_record(game: dict[str, Any], *moves: dict[str, Any]) -> Record:
    record = Record(**game)
    for entry in moves:
        color, move = entry["move"]
        record.moves.append((color, move))
        record.seconds.append(entry["seconds"])
        record.wins.append(entry["win"])
    return record
