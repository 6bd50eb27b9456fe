"""A job on a Dask scheduler with three workers on the loopback interface, one of them killed mid-way and another one added."""

from __future__ import annotations

import sqlite3
import subprocess
import time
import unittest
from pathlib import Path

import context
from dask_cluster import INSTALLED, LOOPBACK, OnDask, free_port
from job import arguments, engine, expected_files

COUNT = 40


@unittest.skipUnless(INSTALLED, "distributed is not installed")
class Jobs(OnDask):
    workers_wanted = 3

    def done_by(self, out: Path) -> list[str]:
        """The workers of the attempts that are done."""
        try:
            file = sqlite3.connect(out / "job.sqlite")
            try:
                return [row[0] for row in file.execute("select worker from attempts where outcome = 'done'")]
            finally:
                file.close()
        except sqlite3.Error:
            return []

    def test_worker_killed_midway(self) -> None:
        out = self.folder / "job"
        line = context.command(*arguments(out, COUNT, "--dask", self.address, command=engine("--delay", 0.1)))
        runner = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and len(self.done_by(out)) < 4:
            time.sleep(0.05)
        self.workers[0].kill()
        self.start("worker", self.address, "--host", "127.0.0.1", "--nthreads", 1, "--no-nanny", *LOOPBACK)
        _, errors = runner.communicate(timeout=200)
        self.assertEqual(runner.returncode, 0, errors)
        self.assertEqual({path.name: path.read_bytes() for path in (out / "merged").iterdir()}, expected_files(COUNT))
        self.assertGreaterEqual(len(set(self.done_by(out))), 2)

    def test_scheduler_killed_midway(self) -> None:
        out = self.folder / "lost"
        line = context.command(*arguments(out, COUNT, "--dask", self.address, command=engine("--delay", 0.1)))
        runner = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(runner.kill)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline and len(self.done_by(out)) < 2:
            time.sleep(0.05)
        self.children[0].kill()
        _, errors = runner.communicate(timeout=200)
        self.assertEqual(runner.returncode, 2, errors)
        self.assertIn("the scheduler is lost; the same command continues the job", errors)

    def test_no_scheduler(self) -> None:
        done = context.run(*arguments(self.folder / "none", 3, "--dask", f"tcp://127.0.0.1:{free_port()}"))
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        self.assertIn("jobs.py: --dask", done.stderr)


if __name__ == "__main__":
    unittest.main()
