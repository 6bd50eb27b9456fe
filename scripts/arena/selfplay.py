"""Different games of self-play from an opening, to measure how even it is.

The engine is deterministic at a node limit, so the limit of every move is drawn from a range.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from .faults import Fault, Kind
from .hexboard import IllegalMove
from .log import Log
from .openings import Opening
from .process import Limits, Process
from .referee import HexReferee


@dataclass(frozen=True)
class Test:
    """The test of an opening: numbers of games after which black and white must have a least share."""

    games: int
    looks: tuple[tuple[int, float], ...]
    """Numbers of games and shares, the last one for all games."""

    @staticmethod
    def of(games: int, share: float) -> Test:
        """All games at `share`, and two earlier checks that reject uneven openings."""
        return Test(games, ((games // 4, share - 0.2), (games // 2, share - 0.1), (games, share)))


@dataclass
class Measured:
    """The different games that were played from an opening."""

    opening: Opening
    games: dict[Opening, str] = field(default_factory=dict)
    """The winner (`b` or `w`) of each game, by its moves."""

    def black(self) -> int:
        """Games that black won."""
        return sum(winner == "b" for winner in self.games.values())

    def even(self, share: float) -> bool:
        """Both colours won at least that share."""
        least = min(self.black(), len(self.games) - self.black())
        return least >= share * len(self.games) - 1e-9


class SelfPlay:
    """An engine that plays both colours of Hex."""

    def __init__(self, command: list[str], width: int, height: int, nodes: tuple[int, int]) -> None:
        """Starts the engine; `nodes` is the range of the limits. Raises `Fault`."""
        self._process = Process(command, Limits(), Log(None))
        self._size = (width, height)
        self._nodes = nodes
        self.version = self._must("name") + " " + self._must("version")
        for line in ("param threads 1", "param max_time 0", f"boardsize {width} {height}"):
            self._must(line)

    def _must(self, line: str) -> str:
        answer = self._process.ask(line)
        if not answer.ok:
            raise Fault(Kind.REFUSED, f"{line!r}: {answer.text}")
        return answer.text

    def game(self, opening: Opening, chance: random.Random) -> tuple[Opening, str]:
        """A game: its moves and who won."""
        referee = HexReferee(*self._size, swap="none")
        self._must("clear_board")
        moves = []
        for move in opening:
            self._must(f"play {referee.to_move} {move}")
            referee.play(move)
            moves.append(move)
        while (score := referee.score()) is None:
            self._must(f"param max_nodes {chance.randint(*self._nodes)}")
            move = self._must(f"genmove {referee.to_move}").lower()
            try:
                referee.play(move)
            except IllegalMove as error:
                raise Fault(Kind.ILLEGAL, str(error)) from None
            moves.append(move)
        return tuple(moves), score[0].lower()

    def measure(self, opening: Opening, test: Test, seed: int) -> Measured | None:
        """Plays the games of the test; returns none as soon as a check fails, or no new games arise."""
        chance = random.Random(f"{seed} {opening}")
        measured = Measured(opening)
        for games, share in test.looks:
            tries = 2 * games
            while len(measured.games) < games:
                moves, winner = self.game(opening, chance)
                measured.games.setdefault(moves, winner)
                tries -= 1
                if tries == 0:
                    return None
            if not measured.even(share):
                return None
        return measured

    def close(self) -> None:
        """Ends the engine."""
        self._process.close()
