"""Jobs whose workers are lost, slow, of another build or wrong: no byte of the merged result changes."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path

import context
import job
from batch.runner import NoWorkers
from job import Job, arguments, engine, expected_files

COUNT = 20


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def attempts(self, folder: Path) -> Counter[tuple[str, str]]:
        """How many attempts there were of each worker and outcome."""
        file = sqlite3.connect(folder / "job.sqlite")
        try:
            return Counter(file.execute("select worker, outcome from attempts").fetchall())
        finally:
            file.close()


class Workers(InFolder):
    def test_three_workers_killed_at_random(self) -> None:
        chance = random.Random(5)
        slow = engine("--delay", 0.05)

        def kill(running: Job) -> None:
            killed = 0
            while killed < 3 and running.plan.done < COUNT:
                if running.plan.done >= 3 + 5 * killed:
                    os.kill(chance.choice(running.seats.pids()), signal.SIGKILL)
                    killed += 1
                time.sleep(0.02)
            self.killed = killed

        disturbed = Job(self.folder / "one", dict.fromkeys(("a", "b", "c"), slow), COUNT)
        self.assertEqual(disturbed.run(kill), expected_files(COUNT))
        self.assertEqual(self.killed, 3)
        self.assertEqual(Job(self.folder / "two", {"a": slow, "b": slow}, COUNT).run(), expected_files(COUNT))
        self.assertEqual(disturbed.plan.aside, 0)

    def test_a_worker_ten_times_as_slow(self) -> None:
        running = Job(self.folder / "job", {"a": engine("--delay", 0.05), "b": engine("--delay", 0.05), "slow": engine("--delay", 0.5)}, COUNT)
        self.assertEqual(running.run(), expected_files(COUNT))
        done = self.attempts(self.folder / "job")
        self.assertGreater(done["a", "done"], done["slow", "done"])

    def test_a_worker_that_never_answers(self) -> None:
        running = Job(self.folder / "job", {"a": engine(), "b": engine(), "deaf": engine("--delay", 1000)}, COUNT, rate=1.0)
        self.assertEqual(running.run(), expected_files(COUNT))

    def test_a_worker_that_never_answers_and_one_that_lies(self) -> None:
        running = Job(self.folder / "job", {"a": engine(), "liar": engine("--lie"), "deaf": engine("--delay", 1000)}, 6, rate=1.0)
        self.assertEqual(running.run(), expected_files(6))

    def test_another_build(self) -> None:
        other = self.folder / "other"
        other.write_text('#!/bin/sh\nexec "$@"\n')
        other.chmod(other.stat().st_mode | stat.S_IXUSR)
        commands = {"a": engine(), "b": [str(other), *engine("--lie")]}
        running = Job(self.folder / "job", commands, COUNT)
        self.assertEqual(running.run(), expected_files(COUNT))
        self.assertIn("another build", running.plan.excluded["b"])
        self.assertIn("worker b is excluded", running.output.getvalue())
        self.assertFalse([key for key in self.attempts(self.folder / "job") if key[0] == "b"])

    def test_nothing_but_another_build(self) -> None:
        running = Job(self.folder / "job", {"a": ["/bin/cat"]}, COUNT)
        with self.assertRaisesRegex(NoWorkers, "another build"):
            running.run()

    def test_a_lying_worker(self) -> None:
        commands = dict.fromkeys(("a", "b", "c"), engine()) | {"liar": engine("--lie")}
        running = Job(self.folder / "job", commands, COUNT)
        self.assertEqual(running.run(), expected_files(COUNT))
        self.assertEqual(list(running.plan.excluded), ["liar"])
        self.assertFalse(self.attempts(self.folder / "job")["liar", "done"])

    def test_a_judge_decides_between_two(self) -> None:
        running = Job(self.folder / "job", {"liar": engine("--lie"), "a": engine()}, COUNT)
        self.assertEqual(running.run(), expected_files(COUNT))
        self.assertEqual(list(running.plan.excluded), ["liar"])

    def test_a_single_lie_is_found_if_all_is_done_twice(self) -> None:
        commands = {"liar": engine("--lie-at", 17), "a": engine(), "b": engine()}
        running = Job(self.folder / "job", commands, COUNT, rate=1.0)
        self.assertEqual(running.run(), expected_files(COUNT))
        self.assertLessEqual(running.plan.excluded.keys(), {"liar"})
        self.assertEqual(running.plan.agreement_count, COUNT)

    def test_comparisons_that_nobody_made_are_told(self) -> None:
        """After a lie of one of two workers the results of the other one are compared no more."""
        running = Job(self.folder / "two", {"a": engine(), "liar": engine("--lie")}, COUNT, rate=1.0)
        running.run()
        self.assertEqual(running.plan.uncompared_count, COUNT - running.plan.agreement_count)
        self.assertIn(f"and not yet<td>{running.plan.uncompared_count}<", (self.folder / "two" / "state.html").read_text())
        for options, told in ((("--twice", 1), "4 units were to be done by a second worker"), ((), "")):
            with self.subTest(options):
                run = context.run(*arguments(self.folder / f"one{len(options)}", 4, *options))
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual("second worker" in run.stderr, bool(told), run.stderr)
                self.assertIn(told, run.stderr)

    def test_the_reason_has_the_last_words_of_the_engine(self) -> None:
        """As where a wrapper is named by a path that holds in another folder alone."""
        run = context.run(*arguments(self.folder / "job", 1, command=[sys.executable, "no/such/wrapper.py"]))
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertRegex(run.stderr, "the first: start: exit status 2, after .*no/such/wrapper.py")

    def test_judges_outvote_two_who_are_wrong(self) -> None:
        wild = engine("--wild", "--delay", 1)
        running = Job(self.folder / "job", {"a": wild, "b": wild}, 1)
        self.assertEqual(running.run(), expected_files(1))
        self.assertEqual(running.plan.excluded.keys(), {"a", "b"})

    def test_results_that_always_differ(self) -> None:
        # The second worker is there before the first has its result: with one worker nothing is compared.
        wild = engine("--wild", "--delay", 1)
        running = Job(self.folder / "job", {"a": wild, "b": wild}, 1, judges=wild)
        self.assertEqual(running.run(), expected_files(0))
        self.assertEqual((running.plan.aside, running.plan.excluded), (1, {}))

    def test_one_worker_is_compared_with_nobody(self) -> None:
        running = Job(self.folder / "job", {"a": engine()}, COUNT, rate=1.0)
        self.assertEqual(running.run(), expected_files(COUNT))
        self.assertEqual(running.plan.agreement_count, 0)


class Units(InFolder):
    def test_a_poisoned_unit_is_set_aside(self) -> None:
        poisoned = engine("--crash", 7)
        running = Job(self.folder / "job", {"a": poisoned, "b": poisoned}, COUNT)
        self.assertEqual(running.run(), expected_files(COUNT, (7,)))
        self.assertEqual(sum(n for (_, outcome), n in self.attempts(self.folder / "job").items() if outcome == "failed"), 3)
        page = (self.folder / "job" / "state.html").read_text()
        self.assertIn("Set aside", page)
        self.assertIn("exit status 3", page)

    def test_a_worker_that_fails_is_not_the_units_fault(self) -> None:
        running = Job(self.folder / "job", {"bad": engine("--crash", 7), "good": engine("--delay", 0.02)}, COUNT)
        self.assertEqual(running.run(), expected_files(COUNT))

    def test_a_unit_that_only_one_worker_can_do_is_not_compared(self) -> None:
        running = Job(self.folder / "job", {"bad": engine("--crash", 7), "good": engine()}, COUNT, rate=1.0)
        self.assertEqual(running.run(), expected_files(COUNT))
        states = running.plan.units
        alone = [number for number, state in enumerate(states) if len(state.votes) < 2]
        self.assertTrue(alone)
        self.assertEqual(running.plan.uncompared_count, len(alone))
        for number in alone:
            self.assertEqual((list(states[number].votes), states[number].failures), (["good"], ["bad"] * 3), number)

    def test_damaged_results_are_done_again(self) -> None:
        self.assertEqual(Job(self.folder / "job", {"a": engine()}, COUNT).run(), expected_files(COUNT))
        file = sqlite3.connect(self.folder / "job" / "job.sqlite")
        file.execute("update attempts set result = replace(result, '10x10', '10x11') where unit = 9")
        file.commit()
        file.close()
        again = Job(self.folder / "job", {"b": engine()}, COUNT)
        self.assertEqual(again.damaged, [9])
        self.assertEqual(again.run(), expected_files(COUNT))


class CommandLine(InFolder):
    def merged_files(self, out: Path) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in (out / "merged").iterdir()}

    def test_resumed_after_its_runner_was_killed(self) -> None:
        out = self.folder / "job"
        line = arguments(out, COUNT, "--processes", 2, command=engine("--delay", 0.05))
        runner = subprocess.Popen(context.command(*map(str, line)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and (not (out / "job.sqlite").exists() or sum(self.count(out).values()) < 5):
            time.sleep(0.05)
        runner.kill()
        runner.wait()
        before = self.attempts(out)
        self.assertLess(sum(before.values()), COUNT)
        done = context.run(*line)
        self.assertEqual((done.returncode, self.merged_files(out)), (0, expected_files(COUNT)), done.stderr)
        after = self.attempts(out)
        self.assertFalse(before - after, "what was done before is kept")
        again = context.run(*line)
        self.assertEqual((again.returncode, again.stdout, again.stderr), (0, done.stdout, f"{COUNT}/{COUNT} units, done\n"))
        self.assertEqual(self.attempts(out), after, "nothing is done again")

    def count(self, out: Path) -> Counter[tuple[str, str]]:
        try:
            return self.attempts(out)
        except sqlite3.Error:
            return Counter()

    def test_set_aside_and_tried_again(self) -> None:
        out = self.folder / "job"
        done = context.run(*arguments(out, 5, command=engine("--refuse", 3)))
        self.assertEqual((done.returncode, self.merged_files(out)), (1, expected_files(5, (3,))))
        self.assertRegex(done.stderr, r"1 of 5 units were set aside: .*; the first: .*\w")
        self.assertIn("4/5 units, 1 set aside, done\n", done.stderr)
        self.assertEqual(context.run(*arguments(out, 5)).returncode, 1)
        again = context.run(*arguments(out, 5, "--retry"))
        self.assertEqual((again.returncode, self.merged_files(out)), (0, expected_files(5)), again.stderr)

    def test_what_cannot_be_done_is_one_line(self) -> None:
        busy = self.folder / "other"
        busy.mkdir()
        (busy / "file").write_text("")
        damaged = self.folder / "damaged"
        damaged.mkdir()
        (damaged / "job.sqlite").write_bytes(b"no database" * 1000)
        there = self.folder / "there"
        self.assertEqual(context.run(*arguments(there, 2)).returncode, 0)
        missing = self.folder / "missing.tst"
        for words in (
            (),
            ("nothing",),
            ("puzzles", "--seeds", "9-1"),
            ("puzzles", "--seeds", "1-5", "--batch", 0),
            ("puzzles", "--size", "1x999"),
            ("puzzles", "--density", 7),
            ("puzzles", "--processes", 0),
            ("puzzles", "--twice", "nan"),
            ("puzzles", "--limit", "nan"),
            ("puzzles", "--engine", "no-such-program"),
            ("puzzles", "--engine", "'"),
            ("puzzles", "--dask", "x", "--processes", 2),
            ("hex-openings", "--size", 20),
            ("dots-slices", "--depth", 4),
            ("hex-selfplay", "--network", missing),
            ("reviews", missing),
            ("suites", missing),
            ("simulate", "--workers", 0),
            ("simulate", "--seconds", "nan"),
            arguments(busy, 2)[1:],
            arguments(damaged, 2)[1:],
            arguments(there, 3)[1:],
            arguments(there, 2, command=["/bin/cat"])[1:],
        ):
            with self.subTest(words):
                if words[:1] in (("puzzles",), ("hex-openings",), ("dots-slices",)) and "--engine" not in words:
                    words = (*words, "--engine", "/bin/cat")
                done = context.run("jobs.py", *words, cwd=self.folder)
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertTrue(done.stderr.startswith("jobs.py: "), done.stderr)
                if there in words:
                    self.assertIn("name another folder by --out", done.stderr)

    def test_an_interrupt_says_what_goes_on(self) -> None:
        line = arguments(self.folder / "job", 50, command=engine("--delay", 0.1))
        for words, wanted in ((line, "jobs.py: interrupted; the same command goes on with the job"), (("jobs.py", "simulate"), "jobs.py: interrupted")):
            with self.subTest(words):
                runner = subprocess.Popen(
                    context.command(*map(str, words)), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                    env=os.environ | {"PYTHONUNBUFFERED": "1"},
                )  # fmt: skip
                assert runner.stdout
                # Its first line says that it is at work.
                runner.stdout.readline()
                runner.send_signal(signal.SIGINT)
                said = runner.communicate(timeout=60)[0]
                self.assertEqual((runner.returncode, said.splitlines()[-1]), (130, wanted), said)

    def test_the_table_of_kinds(self) -> None:
        done = context.run("jobs.py", "kinds")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual([line.split()[0] for line in done.stdout.splitlines()[1:]], list(job.KINDS))


if __name__ == "__main__":
    unittest.main()
