"""Reviews of games with the engine."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import context
import review


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

    def test_a_page_that_cannot_be_written_loses_no_review(self) -> None:
        run = context.run(
            "review.py", "--engine", context.ludion(), "--game", "tictactoe", "--moves", "b2", "--html", "x" * 253, cwd=self.folder
        )
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)
        self.assertIn("reviewed moves=1 of=1", run.stdout)

    def test_what_is_no_file_is_not_read(self) -> None:
        for device in ("/dev/zero", self.folder / "fifo"):
            if device != "/dev/zero":
                os.mkfifo(device)
            self.assertIn("no regular file", self.review(device, status=2))
            self.assertIn("no regular file", self.review("--moves", "a1", "--json", device, status=2))

    def test_a_record_of_hex(self) -> None:
        (self.folder / "g#1.sgf").write_text("(;FF[4]GM[11]SZ[5];B[a1];W[c3];B[b2];W[b3])")
        lines = self.review("g#1.sgf", "--seconds", 0.5, "--html", "g.html").splitlines()
        self.assertTrue(lines[0].startswith("1 black a1 win=1.000 loss=1.000 class=blunder proved=1"), lines)
        self.assertTrue(lines[-1].startswith("reviewed moves=4 of=4"), lines)

    def test_a_record_names_its_game(self) -> None:
        moves = "b:h0,0 w:h1,0 b:v0,0 w:v0,1 w:h0,1 b:h1,1 w:v0,2"
        (self.folder / "g.pgn").write_text(f'[Game "dots"]\n[Start "1x2 0000000 b 0 0"]\n\n{moves}\n')
        found = json.loads(self.review("g.pgn", "--json", "-"))
        self.assertEqual((found["game"], len(found["moves"]), found["next"], found["of"]), ("dots", 7, 8, 7))
        self.assertTrue(all("score" in move and move["lost"] >= 0 for move in found["moves"]), found)
        self.assertRegex(found["moves"][0]["best"][0], r"^[hv]\d,\d$")

    def test_a_review_goes_on_where_it_ended(self) -> None:
        arguments = ("--game", "tictactoe", "--moves", "b2 b1 a1 c3 a2", "--json", "x.json")
        whole = self.review(*arguments)
        found = json.loads((self.folder / "x.json").read_text())
        found |= {"moves": found["moves"][:4], "next": 5}
        found["moves"][0]["loss"] = 0.25
        (self.folder / "x.json").write_text(json.dumps(found))
        again = self.review(*arguments)
        self.assertIn("1 black b2 win=0.500 loss=0.250", again)
        self.assertEqual(again.splitlines()[1:5], whole.splitlines()[1:5])
        # Another time for a position is another review.
        self.assertNotIn("loss=0.250", self.review(*arguments, "--seconds", 2))

    def test_a_file_that_is_no_review_stays(self) -> None:
        (self.folder / "x.json").write_text("[1]\n")
        command = context.command("review.py", "--engine", context.ludion(), "--game", "tictactoe", "--moves", "b2", "--json", "x.json")
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (2, "review.py: x.json: it exists and is no review\n"))
        self.assertEqual((self.folder / "x.json").read_text(), "[1]\n")

    def test_a_damaged_review_stays(self) -> None:
        arguments = ("--game", "tictactoe", "--moves", "b2 b1", "--json", "x.json")
        self.review(*arguments)
        whole = json.loads((self.folder / "x.json").read_text())
        self.assertTrue(review.is_review(whole))
        changes = [
            {"moves": 5}, {"moves": [1]}, {"moves": [{}]}, {"accuracy": 3}, {"accuracy": {"black": 3}}, {"turning_point": []}, {"next": "a"},
            {"of": "x"}, {"positions": None}, {"took": "x"},
        ]  # fmt: skip
        for change in changes:
            self.assertFalse(review.is_review(whole | change), change)
        for text in (*(json.dumps(whole | change) for change in changes[:4]), "[" * 100_000):
            (self.folder / "x.json").write_text(text)
            self.assertEqual(self.review(*arguments, status=2), "review.py: x.json: it exists and is no review\n")
            self.assertEqual((self.folder / "x.json").read_text(), text)

    def test_an_interrupted_review_gives_what_it_has(self) -> None:
        moves = "f6 e7 g5 d8 h4 c9 i3 b10"
        command = context.command("review.py", "--engine", context.ludion(), "--moves", moves, "--seconds", 1, "--json", "x.json")
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, cwd=self.folder, stdout=pipe, stderr=pipe, text=True)
        time.sleep(4)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=30)
        self.assertEqual(process.returncode, 130, errors)
        found = json.loads((self.folder / "x.json").read_text())
        self.assertTrue(0 < len(found["moves"]) < 8, output)
        self.assertEqual(found["next"], len(found["moves"]) + 1)
        self.assertIn(f"reviewed moves={len(found['moves'])} of=8", output)

    def test_long_and_short_times(self) -> None:
        for seconds in ("1000001", "10000000", "0.0000001"):
            self.assertIn("reviewed moves=1 of=1", self.review("--game", "tictactoe", "--moves", "b2", "--seconds", seconds))
        for seconds in ("10000001", "inf", "nan"):
            self.assertIn("give a number above 0, at most 10,000,000", self.review("--moves", "a1", "--seconds", seconds, status=2))

    def test_errors(self) -> None:
        for arguments in ((), ("missing.sgf",), ("--moves", "z99"), ("--game", "chess", "--moves", "a1"), ("--seconds", "0", "--moves", "a1")):
            with self.subTest(arguments):
                self.assertEqual(len(self.review(*arguments, status=2).splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
