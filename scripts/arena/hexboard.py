"""The rules of Hex by union-find, independent of every engine: legal moves and the winner.

A cell is its column letters (from the left, no letter skipped, `z` is followed by `aa`) and its row number from the top.
Black joins top and bottom, white left and right.
"""

from __future__ import annotations

import re

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


class IllegalMove(Exception):
    """An illegal move; `readable` says whether the text is a move at all."""

    def __init__(self, text: str, readable: bool) -> None:
        super().__init__(text)
        self.readable = readable


def cell_name(column: int, row: int) -> str:
    """The name of a cell, its column and row counted from 0."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("a") + letter) + letters
    return f"{letters}{row + 1}"


class HexBoard:
    """A board with its chains."""

    def __init__(self, width: int, height: int) -> None:
        """An empty board of `width` columns and `height` rows."""
        self.width = width
        self.height = height
        cells = width * height
        self._stones: list[str | None] = [None] * cells
        # Four edges behind the cells: top, bottom (black's), left, right (white's).
        self._top, self._bottom, self._left, self._right = range(cells, cells + 4)
        self._parent = list(range(cells + 4))

    def read(self, name: str) -> int:
        """The cell of a name; raises `IllegalMove`."""
        found = re.fullmatch(r"([a-z]{1,3})([1-9][0-9]{0,2})", name.lower())
        if not found:
            raise IllegalMove(f"{name!r} is no move", readable=False)
        column = 0
        for letter in found[1]:
            column = column * 26 + ord(letter) - ord("a") + 1
        column, row = column - 1, int(found[2]) - 1
        if column >= self.width or row >= self.height:
            raise IllegalMove(f"{name} is not on the board", readable=True)
        return row * self.width + column

    def empty(self) -> list[str]:
        """The names of the empty cells."""
        free = (cell for cell, stone in enumerate(self._stones) if stone is None)
        return [cell_name(cell % self.width, cell // self.width) for cell in free]

    def play(self, color: str, name: str) -> None:
        """Puts a stone of `b` or `w`; raises `IllegalMove`."""
        cell = self.read(name)
        if self._stones[cell] is not None:
            raise IllegalMove(f"{name} is occupied", readable=True)
        self._stones[cell] = color
        column, row = cell % self.width, cell // self.width
        for right, down in NEIGHBOURS:
            x, y = column + right, row + down
            if 0 <= x < self.width and 0 <= y < self.height and self._stones[y * self.width + x] == color:
                self._join(cell, y * self.width + x)
        ends = ((row == 0, self._top), (row == self.height - 1, self._bottom))
        if color == "w":
            ends = ((column == 0, self._left), (column == self.width - 1, self._right))
        for touches, edge in ends:
            if touches:
                self._join(cell, edge)

    def mirror_image(self, name: str) -> str:
        """The cell that has for one player the place that `name` has for the other (square boards)."""
        cell = self.read(name)
        return cell_name(cell // self.width, cell % self.width)

    def winner(self) -> str | None:
        """The colour that has connected its edges."""
        if self._root(self._top) == self._root(self._bottom):
            return "b"
        return "w" if self._root(self._left) == self._root(self._right) else None

    def _root(self, cell: int) -> int:
        while self._parent[cell] != cell:
            self._parent[cell] = self._parent[self._parent[cell]]
            cell = self._parent[cell]
        return cell

    def _join(self, one: int, other: int) -> None:
        self._parent[self._root(one)] = self._root(other)
