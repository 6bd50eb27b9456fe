"""Games played in parallel on this machine, each thread with engines of its own."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from . import game, live
from .faults import Fault, RefereeFault
from .game import Record
from .live import Trail
from .log import Log
from .plan import Task
from .player import EngineSettings, Player, Rules
from .referee import Referee

REFEREES = 3
"""Attempts to play a game whose referee fails."""


class Table:
    """The engines of one thread: started on first use and kept from game to game."""

    def __init__(self, engines: dict[str, EngineSettings], rules: Rules, logs: Path | None, slot: int) -> None:
        """`slot` is the number of the thread, in the names of the logs in the folder `logs`."""
        self._engines = engines
        self._rules = rules
        self._logs = logs
        self._slot = slot
        self._players: dict[str, Player] = {}
        self._open_logs: dict[str, Log] = {}
        self.trail = Trail(logs.parent / live.FOLDER / f"{slot}.jsonl" if logs else None)

    def player(self, name: str) -> Player:
        """The running engine with this name; raises `Fault` if it cannot be started."""
        if name not in self._players:
            log = self._open_logs.get(name)
            if log is None:
                log = Log(self._logs / f"{name}.{self._slot}.log" if self._logs else None)
                self._open_logs[name] = log
            player = Player(self._engines[name], self._rules, log)
            log.write("-", "started")
            try:
                player.shake_hands()
            except BaseException:
                player.close(quietly=False)
                raise
            self._players[name] = player
        return self._players[name]

    def drop(self, name: str) -> None:
        """Ends an engine that misbehaved."""
        if name in self._players:
            self._players.pop(name).close(quietly=False)

    def mark(self, text: str) -> None:
        """A remark in all logs."""
        for log in self._open_logs.values():
            log.write("-", text)

    def close(self) -> None:
        """Ends all engines."""
        self.trail.close()
        for player in self._players.values():
            player.close(quietly=True)
        for log in self._open_logs.values():
            log.close()
        self._players.clear()
        self._open_logs.clear()


def play_task(task: Task, table: Table, rules: Rules, new_referee: Callable[[], Referee], longest: int) -> Record:
    """Plays a game; raises `RefereeFault` if the referee fails in all attempts."""
    table.mark(f"game {task.id}")
    for attempt in range(REFEREES):
        try:
            referee = new_referee()
            try:
                return game.play(task, rules, referee, longest, table.player, table.drop, table.trail)
            finally:
                referee.close()
        except RefereeFault:
            if attempt + 1 == REFEREES:
                raise
    raise AssertionError("unreachable")


class Pool:
    """Threads that play the games of a list in its order."""

    def __init__(
        self,
        concurrency: int,
        engines: dict[str, EngineSettings],
        rules: Rules,
        new_referee: Callable[[], Referee],
        longest: int,
        logs: Path | None,
    ) -> None:
        """`concurrency` games at a time."""
        self._concurrency = concurrency
        self._rules = rules
        self._new_referee = new_referee
        self._longest = longest
        self._tables = [Table(engines, rules, logs, slot) for slot in range(concurrency)]
        self._results: queue.Queue[Record | BaseException | None] = queue.Queue()
        # A game is begun for one that is counted, so that a test that stops a match stops it soon.
        self._room = threading.Semaphore(concurrency)
        self._stop = threading.Event()

    def play(self, tasks: list[Task]) -> Iterator[Record]:
        """Yields the records as games end. After `stop()` it ends when the running games have ended."""
        waiting = iter(tasks)
        lock = threading.Lock()

        def work(table: Table) -> None:
            try:
                while self._room.acquire() and not self._stop.is_set():
                    with lock:
                        task = next(waiting, None)
                    if task is None:
                        break
                    self._results.put(play_task(task, table, self._rules, self._new_referee, self._longest))
            except BaseException as error:
                self._results.put(error)
            finally:
                table.close()
                self._results.put(None)

        threads = [threading.Thread(target=work, args=(table,), daemon=True) for table in self._tables]
        for thread in threads:
            thread.start()
        working = len(threads)
        try:
            while working:
                result = self._results.get()
                if result is None:
                    working -= 1
                elif isinstance(result, BaseException):
                    raise result
                else:
                    yield result
                self._room.release()
        finally:
            # Whatever ended it, nobody waits for room.
            self._stop.set()
            self._room.release(len(threads))
        for thread in threads:
            thread.join()

    def stop(self) -> None:
        """Starts no more games."""
        self._stop.set()


def probe(engine: EngineSettings, rules: Rules) -> tuple[str, list[str]]:
    """The version of an engine, and the settings that it does not support; raises `Fault`."""
    player = Player(engine, rules, Log(None))
    try:
        player.shake_hands()
        player.begin_game(1)
    except Fault:
        player.close(quietly=False)
        raise
    player.close(quietly=True)
    return player.version, player.unset
