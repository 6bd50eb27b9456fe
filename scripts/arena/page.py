"""The report of a match: one self-contained HTML file."""

from __future__ import annotations

import html
import itertools
from collections import defaultdict
from pathlib import Path
from typing import Any

from . import charts, looks, table
from .elo import LARGEST_ELO
from .frames import Frames, Splice
from .game import Record
from .ratings import rate
from .sprt import Sprt
from .tally import Tally, points, tally

STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #222; }
.wide { overflow-x: auto; } table { border-collapse: collapse; margin: .6em 0; }
td, th { padding: .15em .7em; text-align: right; border-bottom: 1px solid #ddd; }
td:first-child, th:first-child { text-align: left; } pre { background: #f6f6f6; padding: .8em; overflow-x: auto; }
#game { max-width: 100%; } #who, h1, p { overflow-wrap: anywhere; }
svg.plot { max-width: 40em; width: 100%; } svg text { font-size: 11px; }
button[data-game] { font: inherit; color: #2b6cb0; background: none; border: 0; padding: 0; cursor: pointer; text-decoration: underline; }
"""

VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1">'
"""Keeps a narrow screen from showing a wide page in small."""

REPLAY = Path(__file__).with_name("replay.js")


def page(configuration: dict[str, Any], records: dict[int, Record], frames: Frames | None = None) -> str:
    """The page of a match: its configuration as in `match.json`, its games, and the pictures of these."""
    names = list(configuration["engines"])
    sprt = Sprt(*configuration["sprt"]) if configuration["sprt"] else None
    added = tally(names, records, sprt)
    games = [records[number] for number in sorted(records)]
    parts = [
        f"<h1>{html.escape(configuration['game'])}: {html.escape(', '.join(names))}</h1>",
        f"<p>{html.escape(' '.join(configuration['start']))}, {html.escape(configuration['time'])}, {len(games)} games.</p>",
        "<h2>Result</h2>",
        f"<pre>{html.escape(table.results(added, sprt, configuration['gauntlet']))}</pre>",
        "<h2>Cross table</h2>",
        _cross(added),
        "<h2>Elo, 95 % intervals</h2>",
        _elo(added, configuration["gauntlet"]),
        "<h2>By colour</h2>",
        _colors(added),
        "<h2>By opening</h2>",
        _openings(configuration["openings"], games, names),
        "<h2>Time</h2>",
        f"<pre>{html.escape(table.times(added))}</pre>",
        charts.lines(_time_by_ply(games), "move of the game", "seconds"),
        "<h2>Length of the games</h2>",
        charts.histogram([len(game.moves) for game in games], "moves"),
        "<h2>Games</h2>",
        _games(games),
        "<h2>Replay</h2>",
        _replay(configuration, games, frames or Frames()),
        "<h2>Engines</h2>",
        _engines(configuration),
    ]
    title = html.escape(", ".join(names))
    body = "\n".join(part for part in parts if part)
    head = f'<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">{VIEWPORT}<title>{title}</title>\n<style>{STYLE}</style>'
    return f"{head}\n<body>\n{body}\n</body></html>\n"


def _table(rows: list[list[str]]) -> str:
    """Rows of HTML, the first one the head."""
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in rows[1:])
    return f'<div class="wide"><table><tr>{head}</tr>\n{body}</table></div>'


def _cross(added: Tally) -> str:
    return _table([[html.escape(cell) for cell in row] for row in table.cross_rows(added)])


def _elo(added: Tally, gauntlet: str | None) -> str:
    if len(added.names) == 2:
        found = added.estimate()
        if found is None:
            return ""
        row = (added.names[0], found.low, found.elo, found.high)
        if abs(found.elo) >= LARGEST_ELO:
            # Only the bound is known.
            bound = found.low if found.elo > 0 else found.high
            row = (f"{added.names[0]}: {found.text().split()[0]}", bound, bound, bound)
        return charts.intervals([row], f"Elo against {added.names[1]}")
    rated = rate(added.names, added.scores, gauntlet)
    rows = [(name, elo - half, elo, elo + half) for name, (elo, half) in sorted(rated.items(), key=lambda item: -item[1][0])]
    return charts.intervals(rows, "Elo")


def _colors(added: Tally) -> str:
    rows = [["engine", "black: won", "drawn", "lost", "white: won", "drawn", "lost"]]
    for name in added.names:
        counts = added.totals[name].by_color
        rows.append([html.escape(name), *(str(counts[color, what]) for color in "bw" for what in ("win", "draw", "loss"))])
    return _table(rows)


def _openings(openings: list[str], games: list[Record], names: list[str]) -> str:
    by_opening: dict[int, list[Record]] = defaultdict(list)
    for game in games:
        by_opening[game.opening_id].append(game)
    rows = [["opening", "games", "black won", *(f"points of {html.escape(name)}" for name in names)]]
    for number, found in sorted(by_opening.items()):
        black = sum(game.result.startswith("B") for game in found)
        shares = []
        for name in names:
            played = [points(game, name) for game in found if name in (game.black, game.white)]
            shares.append(f"{sum(played):g}/{len(played)}")
        rows.append([html.escape(openings[number]), str(len(found)), f"{100 * black / len(found):.0f} %", *shares])
    return _table(rows)


def _time_by_ply(games: list[Record]) -> charts.Series:
    sums: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for game in games:
        for ply, seconds in enumerate(game.seconds):
            if seconds is not None:
                sums[game.mover(ply)][ply + 1].append(seconds)
    return {name: [(ply, sum(v) / len(v)) for ply, v in sorted(plies.items())] for name, plies in sorted(sums.items())}


def _games(games: list[Record]) -> str:
    rows = [["game", "began as black", "as white", "winner", "result", "reason", "moves", "events"]]
    for number, game in enumerate(games):
        events = "; ".join(f"{event['engine']}: {event['kind']}, {event['detail']}" for event in game.events)
        texts = [game.black, game.white, game.winner or "-", game.result, game.reason, str(len(game.moves)), events]
        rows.append([f'<button data-game="{number}">{game.id}</button>', *map(html.escape, texts)])
    return f"<details><summary>{len(games)} games</summary>{_table(rows)}</details>"


def move_notes(record: Record) -> list[str]:
    """What a page says of each move: the seconds it took, and the chance to win that its engine saw."""
    notes = []
    for number, seconds in enumerate(record.seconds):
        win = record.wins[number] if number < len(record.wins) else None
        time = "opening" if seconds is None else f"{seconds:g} s"
        notes.append(f"({time})" if win is None else f"({time}, win {100 * win:.0f} %)")
    return notes


def board_data(record: Record, steps: list[list[Splice]]) -> dict[str, Any]:
    """A game as `<ludion-board>` takes it, and who played it."""
    kept = {key: getattr(record, key) for key in ("id", "black", "white", "winner", "result", "reason")}
    return kept | {"moves": [f"{color} {move}" for color, move in record.moves], "notes": move_notes(record), "steps": steps}


def _replay(configuration: dict[str, Any], games: list[Record], frames: Frames) -> str:
    game = configuration["game"]
    steps = itertools.chain(frames.games, itertools.repeat([]))
    data = {"common": frames.data() | {"style": looks.style(game)}, "games": [board_data(*pair) for pair in zip(games, steps)]}
    count = len(frames.games)
    rest = ""
    if frames.drawing and count < len(games):
        rest = f"<p>Boards are drawn of the first {count} games, as --boards of report.py says; the others are shown by their moves.</p>\n"
    return f"""{rest}<p><label>Game <select id="game"></select></label> <span id="who"></span></p>
<ludion-board game="{html.escape(game)}"></ludion-board>
<script>{looks.ELEMENT.read_text(encoding="utf-8")}</script>
<script>const match = {looks.script_json(data)};
{REPLAY.read_text(encoding="utf-8")}</script>"""


def _engines(configuration: dict[str, Any]) -> str:
    rows = [["engine", "version", "command", "set-up", "build"]]
    for name, engine in configuration["engines"].items():
        version = configuration.get("versions", {}).get(name, "")
        texts = (name, version, engine["command"], "; ".join(engine["setup"]), engine["build"])
        rows.append([html.escape(text) for text in texts])
    return _table(rows)
