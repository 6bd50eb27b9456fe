"""The client of `ludion analysis` with the engine."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import context


@unittest.skipUnless(context.ludion(), "ludion is not built")
class Analysis(unittest.TestCase):
    def test_value_graph(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "graph.svg"
            run = context.run(
                "analysis.py", "--engine", context.ludion(), "--game", "tictactoe", "--visits", 9000, "--out", out, "b2", "b1", "a1"
            )
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            lines = [line.split() for line in run.stdout.splitlines()]
            self.assertEqual([line[0] for line in lines], ["0", "1", "2", "3"])
            self.assertEqual([line[3] for line in lines], ["50.0", "50.0", "100.0", "100.0"], "b1 is the mistake")
            self.assertTrue(out.read_text().startswith("<svg"))

    def test_puzzles_and_games_that_are_over(self) -> None:
        puzzle = context.run("analysis.py", "--engine", context.ludion(), "--game", "ricochet")
        self.assertEqual((puzzle.returncode, puzzle.stderr), (0, ""))
        self.assertTrue(puzzle.stdout.startswith("solved moves=4 path="), puzzle.stdout)
        over = context.run("analysis.py", "--engine", context.ludion(), "--game", "tictactoe", "a1", "b1", "a2", "b2", "a3")
        self.assertEqual((over.returncode, over.stdout.splitlines()[-1]), (0, "  5  B+"), over)

    def test_a_puzzle_has_no_graph(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "graph.svg"
            run = context.run("analysis.py", "--engine", context.ludion(), "--game", "ricochet", "--stall", 1e9, "--out", out)
            self.assertEqual((run.returncode, len(run.stderr.splitlines()), out.exists()), (2, 1, False), run.stderr)
            self.assertIn("nothing to draw", run.stderr)

    def test_errors(self) -> None:
        run = context.run("analysis.py", "--engine", context.ludion(), "--game", "tictactoe", "b2", "b2")
        self.assertEqual((run.returncode, run.stdout, len(run.stderr.splitlines())), (2, "", 1))
        self.assertIn("move 2", run.stderr)
        for seconds in ("0", "inf", "nan", "10000001"):
            run = context.run("analysis.py", "--engine", context.ludion(), "--seconds", seconds)
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1))
            self.assertRegex(run.stderr, r"^analysis.py: --seconds \S+: give a number above 0, at most 10,000,000\n")
        for option in ("--visits", "--stall"):
            run = context.run("analysis.py", "--engine", context.ludion(), option, 0)
            self.assertEqual((run.returncode, run.stderr), (2, f"analysis.py: {option} is a number above 0\n"))


if __name__ == "__main__":
    unittest.main()
