"""Legal moves, whose turn it is and the winner, independent of the players."""

from __future__ import annotations

import re
from typing import Protocol

from .faults import Fault, RefereeFault, RefusedSetUp
from .hexboard import HexBoard, IllegalMove
from .log import Log
from .process import Limits, Process


REST = re.compile(r" \.\.\. \d+ moves$")
"""The end of `legal_moves` where there are more than it lists."""


def other(color: str) -> str:
    """The other colour of `b` and `w`."""
    return "w" if color == "b" else "b"


def spell(game: str, move: str) -> str:
    """A move as it is recorded: in lower case, but on graphs, whose names may differ in case alone."""
    return move if game == "graph" else move.lower()


class Referee(Protocol):
    """The interface of a referee."""

    to_move: str
    """`b` or `w`."""
    swapped: bool
    """The players exchanged their colours in the last move."""

    def begin_game(self) -> None:
        """Sets the first position up again."""

    def legal(self) -> list[str]:
        """The moves of the colour to move; empty when the game is over."""

    def play(self, move: str) -> None:
        """Makes a move of the colour to move; raises `IllegalMove` and changes nothing."""

    def score(self) -> str | None:
        """`B+`, `W+`, with a margin where the game has one, or `0`; nothing while it is open."""

    def position(self) -> str | None:
        """The position as a line; nothing where there is no such form."""

    def close(self) -> None:
        """Ends the referee."""


class HexReferee:
    """The rules of Hex, swap included, in this process."""

    def __init__(self, width: int, height: int, swap: str) -> None:
        """An empty board; `swap` is `none`, `pieces` or `sides`."""
        self._size = width, height
        self._swap = swap
        self.begin_game()

    def begin_game(self) -> None:
        """Empties the board."""
        self._board = HexBoard(*self._size)
        self._moves: list[str] = []
        self.to_move = "b"
        self.swapped = False

    def legal(self) -> list[str]:
        """The empty cells, and the swap where it is allowed."""
        if self._board.winner():
            return []
        return self._board.empty() + (["swap-pieces"] if self._may_swap() else [])

    def play(self, move: str) -> None:
        """A stone, or the swap. After a swap of sides the turn stays with white: the other player now."""
        self.swapped = False
        if move in ("swap-pieces", "swap-sides"):
            self._exchange(move)
        else:
            self._board.play(self.to_move, move)
            self.to_move = other(self.to_move)
        self._moves.append(move)

    def _may_swap(self) -> bool:
        return self._swap != "none" and len(self._moves) == 1 and self._board.width == self._board.height

    def _exchange(self, move: str) -> None:
        if not self._may_swap():
            raise IllegalMove("no swap here", readable=True)
        if self._swap == "sides":
            self.swapped = True
            return
        if move == "swap-sides":
            raise IllegalMove("this match swaps pieces", readable=True)
        mirrored = self._board.mirror_image(self._moves[0])
        self._board = HexBoard(*self._size)
        self._board.play("w", mirrored)
        self.to_move = "b"

    def score(self) -> str | None:
        """`B+` or `W+`."""
        winner = self._board.winner()
        return winner and f"{winner.upper()}+"

    def position(self) -> str | None:
        """Nothing: SGF has a form of its own."""
        return None

    def close(self) -> None:
        """Nothing to end."""


class ProcessReferee:
    """A ludion process that applies the rules of its current game."""

    def __init__(self, command: list[str], set_up: list[str], limits: Limits) -> None:
        """Starts `command` and sets the game up with `set_up`: the game, its size or a position to load. Raises `RefusedSetUp`."""
        self._process = Process(command, limits, Log(None))
        self._set_up = set_up
        self.swapped = False
        self.to_move = "b"
        self.begin_game()

    def begin_game(self) -> None:
        """Sends the lines that set the game up."""
        for line in self._set_up:
            ok, text = self._ask(line)
            if not ok:
                raise RefusedSetUp(f"{line!r}: {text}")
        self._find_turn("b")

    def _ask(self, line: str) -> tuple[bool, str]:
        try:
            answer = self._process.ask(line)
        except Fault as fault:
            raise RefereeFault(f"the referee failed at {line!r}: {fault}") from None
        return answer.ok, answer.text

    def _must(self, line: str) -> str:
        ok, text = self._ask(line)
        if not ok:
            raise RefereeFault(f"the referee refused {line!r}: {text}")
        return text

    def legal(self) -> list[str]:
        """The engine's `legal_moves`: of more than 2,000 the first ones."""
        return [] if self.score() else REST.sub("", self._must(f"legal_moves {self.to_move}")).split()

    def play(self, move: str) -> None:
        """The engine's `play`."""
        ok, text = self._ask(f"play {self.to_move} {move}")
        if not ok:
            raise IllegalMove(f"{move}: {text}", readable=not text.startswith("syntax error"))
        if not self.score():
            self._find_turn(other(self.to_move))

    def _find_turn(self, likely: str) -> None:
        """Finds whose turn it is. Games without strict alternation refuse a move of the wrong colour, so one is tried
        and taken back."""
        for color in (likely, other(likely)):
            ok, text = self._ask(f"legal_moves {color}")
            move = text.split()[:1]
            if ok and move and self._ask(f"play {color} {move[0]}")[0]:
                self._must("undo")
                self.to_move = color
                return
        self.to_move = likely

    def score(self) -> str | None:
        """The engine's `final_score`."""
        ok, text = self._ask("final_score")
        if ok:
            return text
        if text.startswith("cannot score"):
            return None
        raise RefereeFault(f"the referee refused final_score: {text}")

    def position(self) -> str | None:
        """The engine's `position`."""
        ok, text = self._ask("position")
        return text if ok else None

    def close(self) -> None:
        """Ends the process."""
        self._process.close()
