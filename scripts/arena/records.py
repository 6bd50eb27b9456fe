"""A game as a record that ludion loads and saves: SGF in Hex, a text with tags in the other games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from .clock import Control
from .game import Record

MOVES_OF_A_LINE = 12


class Form(Protocol):
    """The form of the records of a match."""

    ending: str
    """Of the files, and the name of their folder."""

    def text(self, record: Record) -> str:
        """The content of a file."""


def legal_moves(record: Record) -> list[tuple[str, str]]:
    """The moves without the one that ended the game because it was none."""
    return record.moves[:-1] if record.refused else record.moves


def _opening(record: Record) -> str:
    return " ".join(move for _, move in record.moves[: record.opening_moves])


@dataclass(frozen=True)
class Sgf:
    """A Hex game as SGF (game type 11), in the form that HexGui and Benzene read, too."""

    event: str
    control: Control
    width: int
    height: int
    swap: str = "none"
    ending: str = "sgf"

    def text(self, record: Record) -> str:
        """The SGF of a game. The engines are named by the colours they ended with.

        `RE` is a colour, and every reader, HexGui and scripts that count alike, takes the player whom `PB` or `PW` names for the
        winner. After a swap of sides `GC` says who began as black.
        """
        black, white = (record.white, record.black) if record.swapped else (record.black, record.white)
        swap = f"; {record.black} began as black" if record.swapped else ""
        size = f"{self.width}" if self.width == self.height else f"{self.width}:{self.height}"
        root = {
            "RU": "" if self.swap == "none" else f"swap-{self.swap}",
            "PB": black,
            "PW": white,
            "RE": record.result,
            "DT": record.started[:10],
            "EV": self.event,
            "RO": str(record.id),
            "ON": _opening(record),
            **self._time(),
            "GC": f"game {record.id}, opening {record.opening_id}, won by {record.winner or 'nobody'}: {record.reason}{swap}",
        }
        lines = [f"(;FF[4]GM[11]SZ[{size}]", "".join(f"{name}[{_escape(text)}]" for name, text in root.items() if text)]
        lines += [f";{color.upper()}[{_escape(move)}]" for color, move in legal_moves(record)]
        return "\n".join(lines) + ")\n"

    def _time(self) -> dict[str, str]:
        if self.control.main is not None:
            more = f"{self.control.increment:g} s more after each move" if self.control.increment else ""
            return {"TM": f"{self.control.main:g}", "OT": more}
        if self.control.move is not None:
            return {"TM": "0", "OT": f"{self.control.move:g} s for each move"}
        return {"OT": self.control.text}


def _escape(text: str) -> str:
    """Text as the value of an SGF property."""
    return text.replace("\\", "\\\\").replace("]", "\\]").replace("\n", " ")


@dataclass(frozen=True)
class Tagged:
    """A game as tags in the manner of PGN and its moves, each with its colour."""

    event: str
    control: Control
    game: str
    start: str
    """The position at the start, as `position` writes it."""
    ending: str = "pgn"

    def text(self, record: Record) -> str:
        """The text of a game."""
        tags = {
            "Game": self.game,
            "Event": self.event,
            "Round": str(record.id),
            "Date": record.started[:10].replace("-", "."),
            "Black": record.black,
            "White": record.white,
            "Result": record.result,
            "TimeControl": self.control.text,
            "Opening": _opening(record),
            "Termination": record.reason,
            "Start": self.start,
        }
        lines = [f'[{name} "{_quote(text)}"]' for name, text in tags.items()]
        moves = [f"{color}:{move}" for color, move in legal_moves(record)]
        for first in range(0, len(moves), MOVES_OF_A_LINE):
            lines += ([""] if first == 0 else []) + [" ".join(moves[first : first + MOVES_OF_A_LINE])]
        return "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
