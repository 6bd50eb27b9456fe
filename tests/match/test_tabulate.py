"""Tables of puzzles: what is read from game IDs, and what is written."""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import context
import tabulate
from tabulate import Instance, Result, latex_table, rows_of_position, text_table

ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "generate" and "density=0.9" in line:
        answer = "? no puzzle of that difficulty in 500 attempts"
    elif words[0] == "generate":
        answer = "= generated size=3x1 islands=2 density=0.667 tries=1 seconds=0.25"
    elif words[0] == "position":
        answer = "= 3x1m2:1aG"
    elif words[0] == "solve":
        answer = "= unique seconds=0.5 method=best" + chr(10) + "solution 0,0-0,2:1"
    elif words[0] == "check":
        answer = "= solved"
    elif words[0] == "load_file" and open(line.partition("#")[0].split(maxsplit=1)[1].strip()).read() != "1 0 16\\n":
        answer = "? another puzzle"
    else:
        answer = "= "
    print(answer + chr(10), flush=True)
"""

RESULT = Result(Instance(9, 0.25, 1), "best", "unique", 0.5, True)


class Tabulate(unittest.TestCase):
    def test_rows(self) -> None:
        self.assertEqual(rows_of_position("hashi", "3x2m2:1aG2b"), [[1, 0, 16], [2, 0, 0]])
        self.assertEqual(rows_of_position("hitori", "2x2:1aA3"), [[1, 10], [36, 3]])
        self.assertEqual(rows_of_position("hitori", "hitori/2/1/-1k3"), [[56, 3]])

    def test_tables(self) -> None:
        self.assertEqual(text_table([RESULT]).splitlines()[1].split(), ["instance_t9_d0.25_1.txt", "best", "0.500000", "x", "yes"])
        self.assertIn(r"instance\_t9\_d0.25\_1.txt & 0.500000 & $\times$ & $\times$\\", latex_table([RESULT], ["best"]))

    def test_a_folder(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "engine.py").write_text(ENGINE)
            arguments = ["--engine", f"{sys.executable} {folder / 'engine.py'}", "--out", str(folder / "#out"), "--sizes", "3", "5"]
            self.assertEqual(self.tabulate(*arguments, "--densities", "0.2", "0.9", "--count", "2"), 0)
            out = folder / "#out"
            self.assertEqual((out / "instance_t3_d0.2_1.txt").read_text(), "1 0 16\n")
            self.assertFalse((out / "instance_t3_d0.9_1.txt").exists())
            self.assertEqual(len((out / "results.csv").read_text().splitlines()), 5)
            self.assertIn("<svg", (out / "solving-best.svg").read_text())
            self.assertIn("3,0.2,2,0.25", (out / "generation.csv").read_text())
            # Times of puzzles that were made before are kept.
            self.assertEqual(self.tabulate(*arguments, "--densities", "0.2", "0.3", "--count", "1"), 0)
            times = (out / "generation.csv").read_text()
            self.assertTrue("3,0.2,2,0.25" in times and "3,0.3,1,0.25" in times, times)
            for wrong in (["--count", "0"], ["--densities", "5"], ["--sizes", "0"], ["--game", "hitori"], ["--densities", "0.9"], ["--time", "nan"]):
                with self.subTest(wrong):
                    before = (out / "results.csv").read_text()
                    self.assertEqual(self.tabulate(*arguments, *wrong), 2)
                    self.assertEqual((out / "results.csv").read_text(), before)

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_an_option_of_generate_is_refused_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for option in ("--difficulty", "--generator"):
                done = context.run("tabulate.py", "--engine", context.ludion(), "--out", folder, "--sizes", 5, 7, option, "foo")
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn('"foo" is not', done.stderr)

    def tabulate(self, *arguments: str) -> int:
        with mock.patch.object(sys, "argv", ["tabulate", *arguments]), contextlib.redirect_stderr(io.StringIO()):
            return tabulate.main()


if __name__ == "__main__":
    unittest.main()
