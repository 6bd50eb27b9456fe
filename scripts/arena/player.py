"""An engine in a match: set-up, and requests during a game."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field

from .clock import Clocks, Control
from .faults import Fault, FaultKind
from .live import read_chance
from .log import Log
from .process import Answer, Limits, Process
from .program import hash_files, program_files
from .referee import spell

OPTIONAL = ("time_settings", "time_left", "param", "param_game", "clear_board", "game")
"""Commands that not every engine knows; `known_command` is sent for each."""


@dataclass(frozen=True)
class EngineSettings:
    """An engine as the command line describes it."""

    name: str
    command: tuple[str, ...]
    """The program and its arguments."""
    set_up: tuple[str, ...] = ()
    """Lines sent after each start; the engine must accept them."""
    margin: float = 0.25
    """Seconds that a move may take beyond its time."""

    def program(self) -> str | None:
        """The file that is run, if there is one."""
        return shutil.which(self.command[0])

    def fingerprint(self) -> str:
        """Distinguishes two builds of one version: a hash of the files of its program."""
        return hash_files(program_files(self.command))


@dataclass(frozen=True)
class Rules:
    """What a match sets in its engines."""

    game: str
    start: tuple[str, ...]
    """The lines that set up the first position, `boardsize 11 11` for instance."""
    control: Control
    swap: str = "none"
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Moved:
    """A move, the seconds it took, and those of the trivial command before it, which measure the latency."""

    move: str
    seconds: float
    latency: float


def read_move(game: str, text: str) -> str:
    """The move in an answer. Raises `Fault` unless it is one word that is a part of a line of the protocol."""
    if len(text.split()) != 1 or "#" in text or not text.isprintable():
        raise Fault(FaultKind.RUBBISH, f"{text[:200]!r} is not a move")
    return spell(game, text)


class Player:
    """A running engine. Every method raises `Fault` when the engine misbehaves."""

    def __init__(self, engine: EngineSettings, rules: Rules, log: Log) -> None:
        """Starts the engine and sends the settings of the match."""
        self.engine = engine
        self._rules = rules
        self._ply = 0
        """Moves of the game when the last search began."""
        self._moves = 0
        self.wins: dict[int, float] = {}
        """The chance to win that it saw, 0 to 1, by the number of the move before which it searched."""
        self._process = Process(list(engine.command), rules.limits, log, hear=self._hear)
        self.version = ""
        self._known: set[str] = set()
        self._latency = 0.0
        self.unset: list[str] = []
        """The settings that it does not support, for a warning."""

    def shake_hands(self) -> None:
        """Requests name, version and commands; sets the game, the match's settings and its own set-up lines."""
        name = self._process.ask("name")
        version = self._process.ask("version")
        self.version = f"{name.text if name.ok else '?'} {version.text if version.ok else '?'}"
        for command in OPTIONAL:
            answer = self._process.ask(f"known_command {command}")
            if answer.ok and answer.text.lower() == "true":
                self._known.add(command)
        if "game" in self._known:
            self.must(f"game {self._rules.game}")
        if self._rules.game == "hex":
            self._set_swap()
        control = self._rules.control
        if control.nodes is not None:
            self._try_settings("the node limit", [f"param max_nodes {control.nodes}", "param max_time 0"])
        elif not self._known & {"time_settings", "time_left"}:
            self.unset.append("the time")
        for line in self.engine.set_up:
            self.must(line)

    def _hear(self, line: str) -> None:
        chance = read_chance(line)
        if chance is not None:
            self.wins[self._ply] = chance

    def _set_swap(self) -> None:
        swap = self._rules.swap
        if "param" in self._known and self._process.ask(f"param swap {swap}").ok:
            return
        if swap != "pieces" and "param_game" in self._known:
            if self._process.ask(f"param_game allow_swap {int(swap == 'sides')}").ok:
                return
        if swap != "none":
            self.unset.append("the swap")

    def _try_settings(self, what: str, lines: list[str]) -> None:
        if "param" not in self._known:
            self.unset.append(what)
            return
        refused = next((answer for answer in map(self._process.ask, lines) if not answer.ok), None)
        if refused:
            self.unset.append(f"{what} ({refused.text})")

    def must(self, line: str) -> Answer:
        """A command that the engine has to accept."""
        answer = self._process.ask(line)
        if not answer.ok:
            raise Fault(FaultKind.REFUSED, f"{line!r}: {answer.text}")
        return answer

    def begin_game(self, seed: int) -> None:
        """Clears the board, resets the clocks, and sets the seed of the game if the engine has one."""
        self._process.begin_game()
        self._moves, self.wins = 0, {}
        if "param" in self._known:
            self._process.ask(f"param seed {seed}")
        for line in self._rules.start:
            self.must(line)
        if "clear_board" in self._known and not any(line.startswith("load") for line in self._rules.start):
            self.must("clear_board")
        clock = self._rules.control.settings_line()
        if clock and "time_settings" in self._known:
            answer = self._process.ask(clock)
            if not answer.ok:
                self._known.discard("time_settings")
                self.unset.append(f"the time ({answer.text})")

    def send_move(self, color: str, move: str) -> None:
        """Sends a move of the game."""
        self._latency = self.must(f"play {color} {move}").seconds
        self._moves += 1

    def move(self, color: str, clocks: Clocks) -> Moved:
        """Asks for a move."""
        self._tell_time(clocks.left_line(color))
        limit = clocks.limit(color)
        self._ply = self._moves
        answer = self._process.ask(f"genmove {color}", None if limit is None else limit + self.engine.margin)
        if limit is not None and answer.seconds > limit + self.engine.margin:
            raise Late(answer.seconds, limit)
        if not answer.ok:
            raise Fault(FaultKind.REFUSED, f"genmove {color}: {answer.text}")
        # What it thinks of the move is written before the move.
        self._process.catch_up()
        self._moves += 1
        return Moved(read_move(self._rules.game, answer.text), answer.seconds, self._latency)

    def _tell_time(self, line: str | None) -> None:
        """`time_left`, in GTP's form with a number of stones or, if that is refused, Benzene's without."""
        if line is None or "time_left" not in self._known:
            return
        answer = self._process.ask(line)
        if not answer.ok and line.endswith(" 0"):
            answer = self._process.ask(line.removesuffix(" 0"))
        self._latency = answer.seconds
        if not answer.ok:
            self._known.discard("time_left")

    @property
    def stderr_tail(self) -> str:
        """The end of what the engine wrote to stderr."""
        return self._process.stderr_tail

    def close(self, quietly: bool) -> None:
        """Ends the engine, by `quit` if `quietly`."""
        self._process.close(quietly)


class Late(Fault):
    """A move after its time."""

    def __init__(self, seconds: float, limit: float) -> None:
        super().__init__(FaultKind.TIME, f"a move took {seconds:.3f} s of {max(0.0, limit):g} s")
        self.seconds = seconds
