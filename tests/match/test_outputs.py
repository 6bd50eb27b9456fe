"""Where the scripts write: outputs that are closed or full, and files that are something else, too."""

from __future__ import annotations

import shlex
import subprocess
import tempfile
import unittest
from pathlib import Path

import context
import job


class Streams(unittest.TestCase):
    """What shows how a work goes on does not end it, and a script that fails has its own status."""

    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def shell(self, redirections: str, script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
        """Runs a script with the redirections of a shell; its status is that of the shell."""
        line = f"{shlex.join(context.command(script, *arguments))} {redirections}"
        return subprocess.run(["bash", "-c", f"{line}; exit ${{PIPESTATUS[0]}}"], cwd=self.folder, capture_output=True, text=True, timeout=100)

    def test_a_lost_progress_ends_nothing(self) -> None:
        engines = ("--engine", f"a={context.fake()}", "--engine", f"b={context.fake('--salt', 2)}")
        for at, redirections in enumerate(("2>&1 >out | true", "2>/dev/full", ">&-", ">&- 2>&-")):
            with self.subTest(redirections):
                run = self.shell(redirections, "match.py", "--size", 4, *engines, "--games", 2, "--openings", "a1", "--out", f"match{at}")
                self.assertEqual((run.returncode, len(context.records(self.folder / f"match{at}"))), (0, 2), run.stderr)
                run = self.shell(redirections, *job.arguments(self.folder / f"job{at}", 2))
                self.assertEqual((run.returncode, "Traceback" in run.stderr), (0, False), run.stderr)
                self.assertTrue((self.folder / f"job{at}" / "merged" / "puzzles.txt").is_file())

    def test_a_status_is_kept(self) -> None:
        for redirections, status in (("2>/dev/full", 2), ("2>&-", 2), ("2>&1 | true", 2), (">&-", 2)):
            with self.subTest(redirections):
                self.assertEqual(self.shell(redirections, "review.py", "--engine", "no-such-program", "--moves", "a1").returncode, status)

    def test_a_full_output_is_told(self) -> None:
        run = self.shell(">/dev/full", "jobs.py", "kinds")
        self.assertEqual((run.returncode, run.stderr), (2, "jobs.py: [Errno 28] No space left on device\n"))


class Files(unittest.TestCase):
    """No output replaces an input or another output."""

    def test_they_differ(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        record, link = folder / "game.sgf", folder / "link.html"
        record.write_text("(;FF[4]GM[11]SZ[3];B[b2])")
        link.symlink_to("game.sgf")
        (folder / "match").mkdir()
        (folder / "match" / "match.json").write_text("{}")
        for script, *arguments, says in (
            ("embed.py", "game.sgf", "--out", "game.sgf", "--ludion", "true", "--out game.sgf: the input is the same file: name another one"),
            ("review.py", "game.sgf", "--html", "link.html", "--engine", "false", "--html link.html: the input is the same file"),
            ("review.py", "game.sgf", "--html", "x", "--json", "../" + folder.name + "/x", "--engine", "false", "/x: --html is the same file"),
            ("review.py", "game.sgf", "--html", "-", "--engine", "false", "--html -: nothing is printed by this option: name a file"),
            ("analysis.py", "--out", "-", "--engine", "false", "--out -: nothing is printed"),
            ("report.py", "match", "--out", "match/match.json", "--out match/match.json: the input is the same file"),
        ):
            with self.subTest(script=script, says=says):
                run = context.run(script, *arguments, cwd=folder)
                self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
                self.assertIn(says, run.stderr)
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["game.sgf", "link.html", "match"])
        self.assertEqual(record.read_text(), "(;FF[4]GM[11]SZ[3];B[b2])")


if __name__ == "__main__":
    unittest.main()
