"""A match on a Dask scheduler with two workers on the loopback interface, one of them killed mid-way."""

from __future__ import annotations

import os
import subprocess
import time
import unittest
from pathlib import Path

import context
from dask_cluster import INSTALLED, LOOPBACK, OnDask, free_port

GAMES = 24


def open_addresses(pid: int) -> list[str]:
    """The addresses at which a process listens, as Linux writes them: hexadecimal, the last byte first."""
    sockets = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            sockets.add(os.readlink(link))
        except OSError:
            pass
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                found.append(words[1].partition(":")[0])
    return found


@unittest.skipUnless(INSTALLED, "distributed is not installed")
class Dask(OnDask):
    def arguments(self, out: Path, *extra: object, two: str = "") -> tuple[object, ...]:
        return (
            "match.py", "--size", 5, "--engine", f"one={context.fake('--delay', 0.05)}",
            "--engine", f"two={context.fake('--salt', 4, '--delay', 0.05)}{two}",
            "--games", GAMES, "--openings", "random:2", "--time", "5/move", "--out", out, *extra,
        )  # fmt: skip

    def test_worker_killed_midway(self) -> None:
        here, there = self.folder / "here", self.folder / "there"
        self.assertEqual(context.run(*self.arguments(here, "--concurrency", 2)).returncode, 0)
        if os.path.isdir("/proc/self"):
            addresses = [address for child in self.children for address in open_addresses(child.pid)]
            self.assertGreaterEqual(len(addresses), 3)
            self.assertEqual(set(addresses), {"0100007F"}, "127.0.0.1 alone")
        runner = subprocess.Popen(
            context.command(*self.arguments(there, "--dask", self.address, "--strict")),
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        games = there / "games.jsonl"
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not (games.exists() and games.read_text().count("\n") >= 4):
            time.sleep(0.05)
        before = games.read_text().count("\n")
        self.workers[0].kill()
        _, errors = runner.communicate(timeout=200)
        self.assertEqual(runner.returncode, 0, errors)
        self.assertTrue(4 <= before < GAMES, before)
        self.assertEqual(sorted(record["id"] for record in context.records(there)), list(range(GAMES)))
        self.assertEqual((there / "table.txt").read_text(), (here / "table.txt").read_text())

    def test_no_worker_is_left(self) -> None:
        """It says so, and goes on when one comes."""
        out = self.folder / "alone"
        runner = subprocess.Popen(
            context.command(*self.arguments(out, "--dask", self.address)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(runner.kill)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not (out / "games.jsonl").exists():
            time.sleep(0.05)
        for worker in self.workers:
            worker.kill()
        assert runner.stderr
        self.assertTrue(any("no worker is left" in line for line in runner.stderr))
        self.start("worker", self.address, "--host", "127.0.0.1", "--nthreads", 1, "--no-nanny", *LOOPBACK)
        _, errors = runner.communicate(timeout=200)
        self.assertEqual(runner.returncode, 0, errors)
        self.assertEqual(len(context.records(out)), GAMES)

    def test_scheduler_killed_midway(self) -> None:
        """The games that have ended are kept."""
        out = self.folder / "lost"
        runner = subprocess.Popen(
            context.command(*self.arguments(out, "--dask", self.address)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(runner.kill)
        games = out / "games.jsonl"
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and not (games.exists() and games.read_text().count("\n") >= 2):
            time.sleep(0.05)
        self.children[0].kill()
        _, errors = runner.communicate(timeout=200)
        self.assertEqual(runner.returncode, 2, errors)
        self.assertIn("the scheduler is lost; the same command continues the match", errors)
        self.assertTrue(2 <= len(context.records(out)) < GAMES)

    def test_no_scheduler(self) -> None:
        out = self.folder / "none"
        run = context.run(*self.arguments(out, "--dask", f"tcp://127.0.0.1:{free_port()}"))
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn("match.py: --dask", run.stderr)
        self.assertFalse(out.exists())


if __name__ == "__main__":
    unittest.main()
