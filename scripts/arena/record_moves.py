"""The moves of a record, of SGF or of a text with tags as `records` writes it; and the comments of SGF."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from .files import read_text

TOKEN = re.compile(r"[();]|([A-Za-z]+)|\[((?:\\.|[^\\\]])*)\]", re.DOTALL)
"""A parenthesis, the begin of a node, the name of a property or its value."""

TAG = re.compile(r'\[\s*\w+\s+"(?:\\.|[^"\\])*"\s*\]')


def read(path: Path) -> list[str]:
    """The moves of a record but a resignation; of SGF those of the main line. Raises `ValueError` where it is none."""
    text = read_text(path)
    found = _sgf_moves(text) if path.suffix == ".sgf" else _tagged_moves(text)
    return [move for move in found if move != "resign"]


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


def _sgf_moves(text: str) -> list[str]:
    found = [value.strip() for name, value in _sgf_line(text) if name in ("B", "W")]
    if not found:
        raise ValueError("it is no SGF record with moves")
    return found
