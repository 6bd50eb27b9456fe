"""The game and the moves of a record, of SGF or of a text with tags as `records` writes it; and the comments of SGF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from .files import read_text

TOKEN = re.compile(r"[();]|([A-Za-z]+)|\[((?:\\.|[^\\\]])*)\]", re.DOTALL)
"""A parenthesis, the begin of a node, the name of a property or its value."""

TAG = re.compile(r'\[\s*\w+\s+"(?:\\.|[^"\\])*"\s*\]')

GAME = re.compile(r'\[\s*Game\s+"(\w+)"\s*\]|"game":\s*"(\w+)"')
"""Where a text names its game: in a tag, or in JSON."""


@dataclass(frozen=True)
class HexRules:
    """The rules of a Hex match."""

    width: int
    height: int
    swap: str


def named_game(path: Path, text: str) -> str | None:
    """The game of a record: of SGF Hex, of other texts the one that they name; nothing where they name none."""
    found = GAME.search(text)
    return "hex" if path.suffix == ".sgf" else found and (found[1] or found[2])


def read(path: Path, count: int | None = None, rules: HexRules | None = None, game: str = "") -> list[str]:
    """The first moves of a record, or all, but a resignation; of SGF those of the main line.

    Raises `ValueError` where it is no record or one of another game than `game`, and where these moves of an SGF record have another
    meaning by `rules`.
    """
    text = read_text(path)
    of = named_game(path, text) or game
    if game and of != game:
        raise ValueError(f"it is a record of {of}, not of {game}")
    found = _sgf_moves(text, count, rules) if path.suffix == ".sgf" else _tagged_moves(text)
    return [move for move in found if move != "resign"][:count]


def _tagged_moves(text: str) -> list[str]:
    body, tags = TAG.subn("", text)
    found = [word.partition(":") for word in body.split()]
    if not tags or not all(colon for _, colon, _ in found):
        raise ValueError("it is no record with tags")
    return [move for _, _, move in found]


def _sgf_line(text: str) -> Iterator[tuple[str, str]]:
    """The names and values of the main line in turn; a semicolon as a name begins a node."""
    name = ""
    for token in TOKEN.finditer(text):
        if token[0] == ")":
            break
        if token[0] == ";":
            yield ";", ""
        elif token[1]:
            name = "".join(letter for letter in token[1] if letter.isupper())
        elif token[2] is not None:
            yield name, token[2]


def sgf_comments(text: str) -> list[str]:
    """The comments of the main line of an SGF record: that of the start, then one for each move or stone that is set up, empty where it has none."""
    found = [""]
    comment = ""
    for name, value in [*_sgf_line(text), (";", "")]:
        if name in ("B", "W", "AB", "AW"):
            found.append("")
        elif name == "C":
            comment = re.sub(r"\\(\r?\n|.)", lambda escaped: escaped[1].strip("\r\n"), value, flags=re.DOTALL)
        elif name == ";" and comment:
            found[-1], comment = f"{found[-1]} {comment}".strip(), ""
    return found


def _sgf_moves(text: str, count: int | None, rules: HexRules | None) -> list[str]:
    found: list[str] = []
    turn = "B"
    for name, value in _sgf_line(text):
        value = value.strip()
        if name in ("B", "W"):
            if len(found) == count:
                break
            if rules and name != turn and value != "resign":
                raise ValueError(f"{name}[{value}] is not in turn with --swap {rules.swap}")
            found.append(value)
            # After a swap of sides the other player has this colour, and moves.
            if not (rules and rules.swap == "sides" and value.startswith("swap")):
                turn = "W" if name == "B" else "B"
        elif rules and name in ("AB", "AW", "AE"):
            raise ValueError(f"{name}[{value}] sets up stones, which an opening cannot")
        elif rules and name == "SZ" and value not in _sizes(rules):
            raise ValueError(f"its size is {value}, not {rules.width}x{rules.height}")
    if not found and count != 0:
        raise ValueError("it is no SGF record with moves")
    return found


def _sizes(rules: HexRules) -> list[str]:
    """The forms of `SZ` for the board of a match."""
    return [f"{rules.width}:{rules.height}", *([str(rules.width)] if rules.width == rules.height else [])]
