"""The referee of Hex against a search for a path, and its swap."""

from __future__ import annotations

import random
import unittest

import context
from arena.hexboard import HexBoard, IllegalMove, cell_name
from arena.process import Limits
from arena.referee import HexReferee, ProcessReferee


def has_path(stones: dict[tuple[int, int], str], width: int, height: int, color: str) -> bool:
    """Whether a path of a colour's stones goes from edge to edge."""
    goal = (lambda x, y: y == height - 1) if color == "b" else (lambda x, y: x == width - 1)
    start = (lambda x, y: y == 0) if color == "b" else (lambda x, y: x == 0)
    todo = [cell for cell, stone in stones.items() if stone == color and start(*cell)]
    seen = set(todo)
    while todo:
        x, y = todo.pop()
        if goal(x, y):
            return True
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1), (x + 1, y - 1), (x - 1, y + 1)):
            if stones.get(cell) == color and cell not in seen:
                seen.add(cell)
                todo.append(cell)
    return False


class Rules(unittest.TestCase):
    def test_random_games(self) -> None:
        chance = random.Random(5)
        for _ in range(150):
            width, height = chance.randint(1, 7), chance.randint(1, 7)
            board, stones = HexBoard(width, height), {}
            cells = [(x, y) for x in range(width) for y in range(height)]
            chance.shuffle(cells)
            for number, (x, y) in enumerate(cells):
                color = "bw"[number % 2]
                board.play(color, cell_name(x, y))
                stones[x, y] = color
                found = [c for c in "bw" if has_path(stones, width, height, c)]
                self.assertEqual(board.winner(), found[0] if found else None)
                if found:
                    break
            self.assertIsNotNone(board.winner())

    def test_names(self) -> None:
        board = HexBoard(26, 26)
        self.assertEqual(cell_name(8, 0), "i1")
        self.assertEqual(cell_name(26, 3), "aa4")
        for name in ("a1", "i9", "z26", "I9"):
            cell = board.read(name)
            self.assertEqual(cell_name(cell % 26, cell // 26), name.lower())

    def test_bad_moves(self) -> None:
        board = HexBoard(5, 5)
        board.play("b", "c3")
        for name, readable in (
            ("c3", True),
            ("f1", True),
            ("a6", True),
            ("a0", False),
            ("pass", False),
            ("", False),
            ("3c", False),
        ):
            with self.subTest(name), self.assertRaises(IllegalMove) as caught:
                board.play("w", name)
            self.assertEqual(caught.exception.readable, readable)

    def test_swap_of_pieces(self) -> None:
        referee = HexReferee(5, 5, "pieces")
        referee.play("b1")
        self.assertIn("swap-pieces", referee.legal())
        referee.play("swap-pieces")
        self.assertEqual((referee.to_move, referee.swapped), ("b", False))
        self.assertNotIn("a2", referee.legal())
        self.assertIn("b1", referee.legal())
        with self.assertRaises(IllegalMove):
            referee.play("swap-pieces")

    def test_swap_of_sides(self) -> None:
        referee = HexReferee(5, 5, "sides")
        referee.play("b1")
        referee.play("swap-pieces")
        self.assertEqual((referee.to_move, referee.swapped), ("w", True))
        self.assertNotIn("b1", referee.legal())
        referee.play("c3")
        self.assertFalse(referee.swapped)

    def test_no_swap(self) -> None:
        referee = HexReferee(5, 5, "none")
        referee.play("b1")
        with self.assertRaises(IllegalMove):
            referee.play("swap-pieces")

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_more_moves_than_are_listed(self) -> None:
        referee = ProcessReferee([context.ludion()], ["game nim", "boardsize 1000 1000 1000"], Limits())
        self.addCleanup(referee.close)
        moves = referee.legal()
        self.assertEqual((len(moves), moves[-1]), (2000, "2-1000"))
        referee.play(moves[-1])
        self.assertEqual(referee.to_move, "w")

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_two_referees_agree(self) -> None:
        """The rules here, and those of the engine through the commands that serve for all games."""
        chance = random.Random(2)
        for width, height in ((4, 4), (3, 5), (6, 6)):
            one = HexReferee(width, height, "none")
            two = ProcessReferee([context.ludion()], ["game hex", f"boardsize {width} {height}"], Limits())
            try:
                while True:
                    self.assertEqual(one.score(), two.score())
                    self.assertEqual(set(one.legal()), set(two.legal()))
                    if one.score():
                        break
                    self.assertEqual(one.to_move, two.to_move)
                    move = chance.choice(one.legal())
                    one.play(move)
                    two.play(move)
                    if not one.score():
                        for bad in (move, "z99"):
                            for referee in (one, two):
                                with self.assertRaises(IllegalMove):
                                    referee.play(bad)
            finally:
                two.close()


if __name__ == "__main__":
    unittest.main()
