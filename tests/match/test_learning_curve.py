"""The pictures of a training run."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import context
import learning_curve

LOG = """\
generation 0 positions 3450 window 3450 games 240 plies 15.6 black 0.54 wrong 0/0 policy 2.6334 value 0.6654 owner 0.5230 rate 1.0e-3 play 2 s train 2 s total 0.25 h
generation 1 positions 6132 window 6132 games 240 plies 12.4 black 0.57 wrong 0/0 policy 2.5605 value 0.6135 owner 0.3954 rate 1.0e-3 play 1 s train 2 s total 0.50 h
"""
LADDER = """\
generation 1 against 0: 120/120 100.0 % Elo +1200 [+1200, +1200]
generation 0 Elo +0
generation 1 Elo +1090
"""


class LearningCurve(unittest.TestCase):
    def draw(self, folder: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, str(context.SCRIPTS / "learning_curve.py"), folder, "--out", folder]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_pictures(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "log").write_text(LOG)
            Path(folder, "ladder").write_text(LADDER)
            self.assertEqual(self.draw(folder).stderr, "")
            losses, elo = (Path(folder, name).read_text() for name in ("losses.svg", "elo.svg"))
            self.assertTrue(all(word in losses for word in ("policy", "value", "owner", "core-hours")))
            self.assertIn("Elo", elo)

    def test_folders_without_a_run(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = self.draw(folder)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
            Path(folder, "log").write_text("nothing\n")
            Path(folder, "ladder").write_text("")
            self.assertIn("has no line of a generation", self.draw(folder).stderr)

    def test_whatever_is_wrong_is_one_line(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "ladder").write_text(LADDER)
            for log in (LOG.replace("2.6334", "2.63.34").encode(), LOG.encode() + b"\xff", LOG.replace("on 0", "on " + "9" * 5000).encode()):
                Path(folder, "log").write_bytes(log)
                done = self.draw(folder)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            done = subprocess.run(context.command("learning_curve.py"), capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)

    def test_a_bug_has_a_status_of_its_own(self) -> None:
        with mock.patch.object(learning_curve, "run", side_effect=RuntimeError("x")), contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(learning_curve.main([]), 4)
        self.assertIn("learning_curve.py: bug of the script", said.getvalue())


if __name__ == "__main__":
    unittest.main()
