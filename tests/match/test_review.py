"""Reviews of games with the engine."""

from __future__ import annotations

import json
import tempfile
import unittest
from pathlib import Path

import context


@unittest.skipUnless(context.ludion(), "ludion is not built")
class Review(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def review(self, *arguments: object, status: int = 0) -> str:
        run = context.run("review.py", "--engine", context.ludion(), *arguments, cwd=self.folder)
        self.assertEqual(run.returncode, status, run.stderr)
        return run.stdout if status == 0 else run.stderr

    def test_a_blunder(self) -> None:
        self.review("--game", "tictactoe", "--moves", "b2 b1 a1 c3", "--json", "x.json", "--html", "x.html")
        found = json.loads((self.folder / "x.json").read_text())
        self.assertEqual([move["class"] for move in found["moves"]], ["good", "blunder", "good", "good"])
        self.assertEqual((found["turning_point"], found["moves"][1]["best"]), (2, ["a1"]))
        self.assertEqual(found["accuracy"]["white"]["blunder"], 1)
        page = (self.folder / "x.html").read_text()
        self.assertEqual(page.count("<figure>"), 1)
        self.assertIn("white played b1 and lost 50.0 points; better: a1", page)

    def test_a_record_of_hex(self) -> None:
        (self.folder / "g.sgf").write_text("(;FF[4]GM[11]SZ[5];B[a1];W[c3];B[b2];W[b3])")
        lines = self.review("g.sgf", "--seconds", 0.5, "--html", "g.html").splitlines()
        self.assertTrue(lines[0].startswith("1 black a1 win=1.000 loss=1.000 class=blunder proved=1"), lines)
        self.assertTrue(lines[-1].startswith("reviewed moves=4 of=4"), lines)

    def test_errors(self) -> None:
        for arguments in ((), ("missing.sgf",), ("--moves", "z99"), ("--game", "chess", "--moves", "a1"), ("--seconds", "0", "--moves", "a1")):
            with self.subTest(arguments):
                self.assertEqual(len(self.review(*arguments, status=2).splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
