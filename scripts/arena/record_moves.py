"""The moves of a record: of SGF, or of a text with tags as `records` writes it."""

from __future__ import annotations

import re
from pathlib import Path

from .files import read_text

TOKEN = re.compile(r"[()]|([A-Za-z]+)|\[((?:\\.|[^\\\]])*)\]", re.DOTALL)
"""A parenthesis, the name of a property or its value."""

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


def _sgf_moves(text: str) -> list[str]:
    found = []
    name = ""
    for token in TOKEN.finditer(text):
        if token[0] == ")":
            break
        if token[1]:
            name = "".join(letter for letter in token[1] if letter.isupper())
        elif token[2] is not None and name in ("B", "W"):
            found.append(token[2].strip())
    if not found:
        raise ValueError("it is no SGF record with moves")
    return found
