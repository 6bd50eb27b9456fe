"""What both sides of a comparison are given, and how ludion is called."""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from arena.faults import BadArguments, Fault
from arena.log import Log
from arena.process import Limits, Process
from tabulate import rows_of_position

from .side import Side

ROOT = Path(__file__).resolve().parents[2]
POSITIONS = ROOT / "src" / "games" / "ricochet" / "bench" / "positions.txt"

HEX_SIDE = 11
HEX_STONES = 4
HEX_NODES = 20_000

PUZZLE_SIDES = {"hashi": (10, 20, 30), "hitori": (10, 15, 20)}

GRAPH_EDGES = (10_000, 100_000, 1_000_000)
MAX_DEGREE = 5

CONNECT4_STONES = (14, 18, 22, 26)


@dataclass(frozen=True)
class Instance:
    """An instance."""

    group: str
    """Those of one group make a row of the table."""
    text: str
    rows: str = ""
    gtp: str = ""


@dataclass(frozen=True)
class Task:
    """What is compared."""

    summary: str
    instances: Callable[[list[str], int, int], list[Instance]]
    """From the command of ludion, the number of each group and the seed."""
    lines: tuple[str, ...] = ()
    """The session of ludion; `{text}` and `{file}` stand for the instance."""
    answer: str = ""
    counts_nodes: bool = False


def ours(task: Task, command: list[str]) -> Side:
    """Ludion in a task."""
    if task.counts_nodes:
        settings = {"threads": 1}
        query = {"id": 1, "boardsize": HEX_SIDE, "moves": 0, "maxVisits": HEX_NODES, "settings": settings}
        text = json.dumps(query).replace('"moves": 0', '"moves": {json}')
        return Side("ludion", (*command, "analysis", "--workers", "1"), text + "\n", nodes=_nodes("nodes"), seconds=_nodes("seconds"))
    text = "".join(f"{line}\n" for line in task.lines)
    return Side("ludion", tuple(command), text, answer=re.compile(task.answer), seconds=re.compile(r"seconds=([\d.]+)"))


def _nodes(key: str) -> re.Pattern[str]:
    return re.compile(rf'"{key}":([\d.e+-]+)')


def json_moves(gtp: str) -> str:
    """The moves of lines `play COLOR MOVE`, as JSON."""
    return json.dumps([line.removeprefix("play ") for line in gtp.splitlines() if line.startswith("play ")])


def hex_positions(_command: list[str], count: int, seed: int) -> list[Instance]:
    """Random stones on an empty board."""
    found = []
    for number in range(count):
        chance = random.Random(f"{seed}/{number}")
        cells = chance.sample([f"{chr(97 + x)}{y + 1}" for x in range(HEX_SIDE) for y in range(HEX_SIDE)], HEX_STONES)
        moves = [f"play {'bw'[i % 2]} {cell}" for i, cell in enumerate(cells)]
        found.append(Instance(f"{HEX_SIDE}x{HEX_SIDE}", " ".join(cells), gtp="\n".join([f"boardsize {HEX_SIDE}", *moves])))
    return found


def ricochet_positions(_command: list[str], count: int, seed: int) -> list[Instance]:
    """Positions of the bench, by their fewest moves."""
    groups: dict[str, list[Instance]] = {}
    for line in POSITIONS.read_text(encoding="utf-8").splitlines():
        text, _, facts = line.partition("; ")
        words = facts.split()
        if len(words) >= 2 and words[0].startswith("random") and words[1].isdecimal():
            moves = int(words[1])
            group = f"{moves // 5 * 5} to {moves // 5 * 5 + 4} moves"
            groups.setdefault(group, []).append(Instance(group, text))
    chance = random.Random(seed)
    return [one for name in sorted(groups, key=lambda name: int(name.split()[0])) for one in chance.sample(groups[name], min(count, len(groups[name])))]


def puzzles(game: str, command: list[str], count: int, seed: int) -> list[Instance]:
    """Puzzles that ludion generates: as game IDs and as rows of numbers."""
    found = []
    process = Process(command, Limits(stall=120.0), Log(None))
    try:
        process.ask(f"game {game}")
        for side in PUZZLE_SIDES[game]:
            for number in range(count):
                process.ask(f"generate size={side}x{side} difficulty=any seed={seed + number}")
                answer = process.ask("position")
                if not answer.ok:
                    raise BadArguments(f"{' '.join(command)}: position: {answer.text[:200]}")
                rows = rows_of_position(game, answer.text)
                found.append(Instance(f"{side}x{side}", answer.text, rows="".join(" ".join(map(str, row)) + "\n" for row in rows)))
    except Fault as fault:
        raise BadArguments(f"{' '.join(command)}: {fault.kind}: {fault}") from None
    finally:
        process.close()
    return found


def hashi_puzzles(command: list[str], count: int, seed: int) -> list[Instance]:
    """Puzzles of Hashi."""
    return puzzles("hashi", command, count, seed)


def hitori_puzzles(command: list[str], count: int, seed: int) -> list[Instance]:
    """Puzzles of Hitori."""
    return puzzles("hitori", command, count, seed)


def graph_text(edges: int, seed: int) -> str:
    """A random bipartite reachability game of about `edges` edges in the form of PGSolver: a tenth of the vertices are goals."""
    chance = random.Random(f"{seed}/{edges}")
    half = math.ceil(edges / (0.9 * (1 + MAX_DEGREE) / 2) / 2)
    lines = [f"parity {2 * half - 1};"]
    for vertex in range(2 * half):
        owner = vertex % 2
        if chance.random() < 0.1:
            lines.append(f"{vertex} {chance.randrange(2)} {owner} {vertex};")
            continue
        following = {2 * chance.randrange(half) + 1 - owner for _ in range(chance.randint(1, MAX_DEGREE))}
        lines.append(f"{vertex} 1 {owner} {','.join(map(str, sorted(following)))};")
    return "\n".join(lines) + "\n"


def graphs(_command: list[str], count: int, seed: int) -> list[Instance]:
    """Random graphs."""
    return [Instance(f"{edges} edges", graph_text(edges, seed + number)) for edges in GRAPH_EDGES for number in range(count)]


def connect4_positions(_command: list[str], count: int, seed: int) -> list[Instance]:
    """Random positions as Pons writes them: the columns in turn. Nobody has four in a row."""
    found = []
    for stones in CONNECT4_STONES:
        for number in range(count):
            chance = random.Random(f"{seed}/{stones}/{number}")
            moves = None
            while moves is None:
                moves = random_columns(stones, chance)
            found.append(Instance(f"{stones} stones", moves))
    return found


def random_columns(stones: int, chance: random.Random) -> str | None:
    """So many stones in random columns; nothing where someone wins on the way."""
    board: dict[tuple[int, int], int] = {}
    heights = [0] * 7
    text = ""
    for ply in range(stones):
        x = chance.choice([column for column in range(7) if heights[column] < 6])
        y = heights[x]
        board[x, y] = ply % 2
        heights[x] += 1
        text += str(x + 1)
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            run = 1
            for sign in (1, -1):
                step = 1
                while board.get((x + sign * step * dx, y + sign * step * dy)) == ply % 2:
                    run, step = run + 1, step + 1
            if run >= 4:
                return None
    return text


def session(game: str, load: str = "load {text}") -> tuple[str, ...]:
    """The lines with which ludion solves an instance."""
    return (f"game {game}", "param threads 1", load, "solve")


TASKS: dict[str, Task] = {
    "hex-nodes": Task("nodes a second of searches of Hex 11x11", hex_positions, counts_nodes=True),
    "ricochet": Task("positions of Ricochet Robots solved with the fewest moves", ricochet_positions, session("ricochet"), r"solved moves=(\d+)"),
    "hashi": Task("puzzles of Hashi solved", hashi_puzzles, session("hashi"), r"(unique|several|none) "),
    "hitori": Task("puzzles of Hitori solved", hitori_puzzles, session("hitori"), r"(unique|several|none) "),
    "attractor": Task("reachability games solved", graphs, session("graph", "load_file {file}"), r"win1=(\d+)"),
    "connect4": Task("positions of Connect Four scored", connect4_positions, session("connect4"), r"score=(-?\d+)"),
}
"""What is compared, by name; a match of Hex is in `match`."""
