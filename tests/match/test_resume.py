"""A match that is killed goes on where it was: no game lost, none twice, the same table in the end."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

import context

KILLS = 20
GAMES = 30


def arguments(out: Path) -> list[str]:
    crashing = context.fake("--salt", 5, "--delay", 0.01, "--fault", "crash", "--when", "b3")
    return context.command(
        "match.py", "--size", 5, "--engine", f"one={context.fake('--delay', 0.01)}", "--engine", f"two={crashing}",
        "--games", GAMES, "--openings", "random:1", "--time", "5/move", "--concurrency", 2, "--seed", 3, "--out", out,
    )  # fmt: skip


def alive(marker: str) -> list[int]:
    """The processes whose command line contains a text."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if marker.encode() in (entry / "cmdline").read_bytes():
                    found.append(int(entry.name))
            except OSError:
                pass
    return found


class Resume(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def test_killed_again_and_again(self) -> None:
        calm, torn = self.folder / "calm", self.folder / "torn"
        subprocess.run(arguments(calm), check=True, capture_output=True, timeout=200)
        chance = random.Random(11)
        kills = 0
        while kills < KILLS:
            runner = subprocess.Popen(arguments(torn), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                runner.wait(chance.uniform(0.05, 1.0))
            except subprocess.TimeoutExpired:
                runner.send_signal(signal.SIGKILL)
                runner.wait()
                kills += 1
            else:
                # It came to its end: it must be the right one, and the next kills are another match's.
                self.assertEqual((torn / "table.txt").read_text(), (calm / "table.txt").read_text())
                torn = torn.with_name(f"torn{kills}")
        subprocess.run(arguments(torn), check=True, capture_output=True, timeout=200)
        ids = [record["id"] for record in context.records(torn)]
        self.assertEqual(sorted(ids), list(range(GAMES)))
        self.assertEqual((torn / "table.txt").read_text(), (calm / "table.txt").read_text())
        self.assertIn("crash", (calm / "table.txt").read_text())
        self.assertEqual(len(list((torn / "sgf").glob("*.sgf"))), GAMES)

    def test_a_game_that_is_played_again_has_its_own_record(self) -> None:
        out = self.folder / "x"

        def play(salt: int) -> None:
            engines = ("--engine", f"one={context.fake()}", "--engine", f"two={context.fake('--salt', salt)}")
            run = context.run("match.py", *engines, "--size", 4, "--games", 2, "--openings", "a1", "--out", out)
            self.assertEqual(run.returncode, 0, run.stderr)

        play(1)
        old = (out / "sgf" / "00000.sgf").read_text()
        whole = (out / "games.jsonl").read_text().splitlines(keepends=True)
        last = json.loads(whole[-1])["id"]
        before = (out / "sgf" / f"{last:05}.sgf").read_text()
        (out / "games.jsonl").write_text(whole[0] + whole[1][:-9])
        configuration = (out / "match.json").read_text()
        (out / "match.json").write_text(configuration.replace("--salt 1", "--salt 2"))
        play(2)
        self.assertNotEqual((out / "sgf" / f"{last:05}.sgf").read_text(), before)
        self.assertEqual((out / "sgf" / "00000.sgf").read_text(), old)

    @unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
    def test_no_engine_outlives_a_killed_runner(self) -> None:
        salt = random.randrange(10**9, 10**10)
        stopped = context.fake("--salt", salt, "--fault", "hang", "--ply", 1)
        runner = subprocess.Popen(
            context.command(
                "match.py", "--size", 5, "--engine", f"one={context.fake('--salt', salt)}", "--engine", f"two={stopped}",
                "--games", 2, "--openings", "a1", "--out", self.folder / "x",
            ),
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        deadline = time.monotonic() + 20
        while len(alive(f"--salt\0{salt}")) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        time.sleep(0.5)
        self.assertGreaterEqual(len(alive(f"--salt\0{salt}")), 1)
        runner.kill()
        runner.wait()
        while alive(f"--salt\0{salt}") and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(alive(f"--salt\0{salt}"), [])

    def test_half_a_line(self) -> None:
        out = self.folder / "half"
        subprocess.run(arguments(out), check=True, capture_output=True, timeout=200)
        table = (out / "table.txt").read_text()
        games = out / "games.jsonl"
        lines = games.read_bytes().splitlines(keepends=True)
        games.write_bytes(b"".join(lines[:7]) + lines[7][:50])
        subprocess.run(arguments(out), check=True, capture_output=True, timeout=200)
        self.assertEqual(sorted(record["id"] for record in context.records(out)), list(range(GAMES)))
        self.assertEqual((out / "table.txt").read_text(), table)

    def test_an_interrupt_says_what_continues_the_match(self) -> None:
        base = (
            "match.py", "--size", 4, "--engine", f"one={context.fake('--delay', 0.1)}", "--engine", f"two={context.fake()}",
            "--openings", "random:1", "--games", 6,
        )  # fmt: skip
        runner = subprocess.Popen(context.command(*base), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not (found := list(self.folder.glob("matches/*/games.jsonl"))) or not found[0].read_bytes():
            time.sleep(0.05)
        runner.send_signal(signal.SIGINT)
        said = runner.communicate(timeout=60)[1].splitlines()[-1]
        out = found[0].parent.relative_to(self.folder)
        self.assertEqual(said, f"match.py: interrupted; the same command with --out {out} continues the match")
        subprocess.run(context.command(*base, "--out", out), cwd=self.folder, check=True, capture_output=True, timeout=200)
        self.assertEqual(len(context.records(self.folder / out)), 6)

    def test_another_match_is_refused(self) -> None:
        out = self.folder / "first"
        base = (
            "match.py", "--size", 4, "--engine", f"one={context.fake()}", "--engine", f"two={context.fake()}",
            "--openings", "a1", "--out", out,
        )  # fmt: skip
        self.assertEqual(context.run(*base, "--games", 2).returncode, 0)
        before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
        run = context.run(*base, "--games", 4)
        self.assertEqual(run.returncode, 2)
        self.assertIn("they differ in: games", run.stderr)
        # A margin of one engine stands in any order.
        run = context.run(*base, "--games", 2, "--time-margin", "two=7", "--time-margin", 1)
        self.assertIn("they differ in: engine one (margin), engine two (margin)", run.stderr)
        self.assertEqual(run.returncode, 2)
        self.assertEqual(before, {path: path.read_bytes() for path in out.rglob("*") if path.is_file()})
        self.assertEqual(json.loads((out / "match.json").read_text())["games"], 2)


if __name__ == "__main__":
    unittest.main()
