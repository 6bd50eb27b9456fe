"""One game, from the first line to its record."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from .clock import Clocks
from .faults import Fault, FaultKind
from .hexboard import IllegalMove
from .live import Trail
from .plan import Task
from .player import Late, Player, Rules
from .referee import Referee, other


TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("id", "opening_id", "opening_moves", "seed"), (int,)),
    **dict.fromkeys(("black", "white", "result", "reason", "started"), (str,)),
    **dict.fromkeys(("moves", "seconds", "latency", "wins", "events"), (list,)),
    "late": (float, int, type(None)),
    **dict.fromkeys(("swapped", "refused"), (bool,)),
    "winner": (str, type(None)),
    "versions": (dict,),
}
"""What a record has, as JSON has it."""

TASK = ("id", "black", "white", "opening_id", "opening_moves", "seed", "started")
"""What is known of a record when its game begins."""


@dataclass
class Record:
    """The record of a game. Engines are named as in the match."""

    id: int
    black: str
    """The engine that started as black; after a swap of sides it is white, and the colour of `result` is that of the end."""
    white: str
    opening_id: int
    opening_moves: int
    """Number of moves of the opening."""
    seed: int
    moves: list[tuple[str, str]] = field(default_factory=list)
    """Colour and move."""
    seconds: list[float | None] = field(default_factory=list)
    """Of each move; none for those of the opening."""
    latency: list[float | None] = field(default_factory=list)
    """Of the quick command before each move."""
    wins: list[float | None] = field(default_factory=list)
    """The chance to win that the engine saw with each move; empty if none told it."""
    late: float | None = None
    """The seconds of a move that came after its time."""
    swapped: bool = False
    """The sides were swapped."""
    refused: bool = False
    """The last move is none: the referee has refused it."""
    winner: str | None = None
    """The engine that won; none for a draw."""
    result: str = ""
    """`B+`, `W+`, with a margin or the reason, or `0`."""
    reason: str = ""
    """`board`, `resign`, `length` or a kind of fault."""
    events: list[dict[str, str]] = field(default_factory=list)
    """What went wrong: `engine`, `kind`, `detail`, `stderr`."""
    versions: dict[str, str] = field(default_factory=dict)
    started: str = ""

    def json(self) -> dict[str, Any]:
        """The record as a JSON object."""
        return asdict(self)

    @staticmethod
    def from_json(data: dict[str, Any]) -> Record:
        """The record of `json()`. Raises `ValueError` where it is none."""
        if not isinstance(data, dict) or any(type(data[key]) not in TYPES[key] for key in TYPES.keys() & data.keys()):
            raise ValueError("not the record of a game")
        try:
            record = Record(**data)
            record.moves = [(color, move) for color, move in record.moves]
        except (TypeError, ValueError) as error:
            raise ValueError(f"not the record of a game: {error}") from None
        record._check()
        return record

    def _check(self) -> None:
        """Raises `ValueError` where a part is not what a record has there."""
        engines = (self.black, self.white)
        if self.id < 0 or self.winner not in (None, *engines):
            raise ValueError("not the record of a game: its number or its winner")
        if any(color not in ("b", "w") or not isinstance(move, str) for color, move in self.moves):
            raise ValueError("not the record of a game: its moves")
        for values in (self.seconds, self.latency, self.wins):
            if len(values) not in (0, len(self.moves)) or any(type(value) not in (int, float, type(None)) for value in values):
                raise ValueError("not the record of a game: its seconds or its chances")
        for event in self.events:
            texts = [event.get(key) for key in ("engine", "kind", "detail")] if isinstance(event, dict) else []
            if not (texts and all(isinstance(text, str) for text in texts) and texts[0] in engines and texts[1] in list(FaultKind)):
                raise ValueError("not the record of a game: its events")

    def mover(self, ply: int) -> str:
        """The engine that made a move, `ply` counted from 0."""
        exchanged = self.swapped and ply >= 2
        black = self.moves[ply][0] == "b"
        return self.black if black != exchanged else self.white


class _Game:
    """A running game."""

    def __init__(self, task: Task, rules: Rules, referee: Referee, longest: int, trail: Trail) -> None:
        self.task = task
        self.referee = referee
        self.longest = longest
        self.trail = trail
        self.players: dict[str, Player] = {}
        self.clocks = Clocks(rules.control)
        self.names = {"b": task.black, "w": task.white}
        self.record = Record(task.id, task.black, task.white, task.opening_id, len(task.opening), task.seed)
        self.record.started = time.strftime("%Y-%m-%dT%H:%M:%S%z")
        trail.begin({key: getattr(self.record, key) for key in TASK})

    def play_opening(self) -> None:
        for move in self.task.opening:
            color = self.referee.to_move
            self.referee.play(move)
            for name in (self.task.black, self.task.white):
                self.blamed = name
                self.players[name].send_move(color, move)
            self._note(color, move, None, None)

    def _note(self, color: str, move: str, seconds: float | None, latency: float | None) -> None:
        self.record.moves.append((color, move))
        self.record.seconds.append(None if seconds is None else round(seconds, 4))
        self.record.latency.append(None if latency is None else round(latency, 4))
        win = self._win(len(self.record.moves) - 1)
        self.trail.add({"move": (color, move), "seconds": self.record.seconds[-1], "win": win})
        if self.referee.swapped and not self.record.swapped:
            self.record.swapped = True
            self.names["b"], self.names["w"] = self.names["w"], self.names["b"]
            self.clocks.exchange()

    def _win(self, ply: int) -> float | None:
        return next((player.wins[ply] for player in self.players.values() if ply in player.wins), None)

    def go_on(self) -> None:
        """Plays moves until the end."""
        while True:
            score = self.referee.score()
            if score is not None:
                return self._end(score, "board")
            if len(self.record.moves) >= self.longest:
                return self._end("0", "length")
            color = self.referee.to_move
            self.blamed = self.names[color]
            moved = self.players[self.blamed].move(color, self.clocks)
            self.clocks.spend(color, moved.seconds)
            if moved.move == "resign":
                self._note(color, "resign", moved.seconds, moved.latency)
                return self._end(f"{other(color).upper()}+R", "resign")
            try:
                self.referee.play(moved.move)
            except IllegalMove as error:
                self._note(color, moved.move[:40], moved.seconds, moved.latency)
                self.record.refused = True
                raise Fault(FaultKind.ILLEGAL if error.readable else FaultKind.RUBBISH, str(error)) from None
            opponent = self.names[other(color)]
            self._note(color, moved.move, moved.seconds, moved.latency)
            # The last move is not sent to the loser: some engines crash when they receive it.
            if self.referee.score() is None:
                self.blamed = opponent
                self.players[opponent].send_move(color, moved.move)

    def _end(self, score: str, reason: str) -> None:
        if any(player.wins for player in self.players.values()):
            self.record.wins = [self._win(ply) for ply in range(len(self.record.moves))]
        self.record.result = score
        self.record.reason = reason
        self.record.winner = None if score == "0" else self.names[score[0].lower()]

    def fail(self, fault: Fault, stderr: str) -> None:
        """Ends the game: the blamed engine loses."""
        event = {"engine": self.blamed, "kind": str(fault.kind), "detail": fault.detail, "stderr": stderr}
        self.record.events.append(event)
        if isinstance(fault, Late):
            self.record.late = round(fault.seconds, 4)
        loser = "b" if self.names["b"] == self.blamed else "w"
        how = "T" if fault.kind == FaultKind.TIME else "F"
        self._end(f"{other(loser).upper()}+{how}", str(fault.kind))


def play(
    task: Task,
    rules: Rules,
    referee: Referee,
    longest: int,
    player: Callable[[str], Player],
    drop: Callable[[str], None],
    trail: Trail,
) -> Record:
    """Plays a game.

    `player` gives the running engine of a name, starting it where it must; `drop` ends one that misbehaved. `longest` is
    the number of moves after which a game is a draw; `trail` is told each move.
    """
    game = _Game(task, rules, referee, longest, trail)
    players = game.players
    try:
        for name in (task.black, task.white):
            game.blamed = name
            players[name] = player(name)
            players[name].begin_game(task.seed)
            game.record.versions[name] = players[name].version
        game.play_opening()
        game.go_on()
    except Fault as fault:
        # The last lines on stderr often give the reason. A new engine may not be a player yet.
        running = players.get(game.blamed)
        game.fail(fault, running.stderr_tail if running else "")
        drop(game.blamed)
    return game.record
