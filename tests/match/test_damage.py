"""No input makes a script end with a traceback: damaged files, missing programs, unwritable folders, engines that write rubbish."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path
from unittest import mock

import context
import job
from arena import files
from arena.faults import BadArguments
from arena.store import line_of, read_records, record_of, replace
from batch.store import Store

FLOOD = "import sys\nfor line in sys.stdin:\n while True: sys.stdout.write('x' * 65536)\n"
"""An engine that answers without an end."""

NUL = "import sys\nfor line in sys.stdin: print('\\0\\0', flush=True)\n"


class Damage(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.out = self.folder / "match"
        self.arguments = (
            "match.py", "--size", 4, "--engine", f"one={context.fake()}", "--engine", f"two={context.fake('--salt', 2)}",
            "--games", 4, "--openings", "random:2", "--out", self.out,
        )  # fmt: skip

    def engine(self, text: str) -> str:
        """The command of an engine with this source."""
        path = self.folder / "engine.py"
        path.write_text(text)
        return f"{sys.executable} {path}"

    def check(self, run: subprocess.CompletedProcess[str], status: int, words: str = "") -> None:
        """One line on stderr, and this exit status."""
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (status, 1), run.stderr)
        self.assertNotIn("Traceback", run.stderr)
        self.assertIn(words, run.stderr)
        self.assertLess(len(run.stderr), 3000)

    def test_damaged_games(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        games = self.out / "games.jsonl"
        whole = games.read_bytes()
        lines = whole.splitlines(keepends=True)
        damages = [b"rubbish\n", b"\0\0\n", b"[" * 100_000 + b"\n", b"[]\n", b"{}\n", b"\xff\n", lines[1].replace(b'"id"', b'"ie"')]
        for damage in damages:
            damaged = lines[0] + damage + lines[2]
            games.write_bytes(damaged)
            for script in (self.arguments, ("report.py", self.out)):
                self.check(context.run(*script), 2, "line 2 is damaged")
            self.assertEqual(games.read_bytes(), damaged)
        # What a crash leaves of a last line is played again; an empty file is a match that has not begun.
        for rest in (b"".join(lines[:3]) + lines[3][:40], b"", b"\0" * 300):
            games.write_bytes(rest)
            self.assertEqual(context.run("report.py", self.out).returncode, 0)
            self.assertEqual(context.run(*self.arguments).returncode, 0)
            self.assertEqual(sorted(record["id"] for record in context.records(self.out)), list(range(4)))

    def test_lines_without_a_checksum_are_looked_at(self) -> None:
        """Those of earlier versions, which others can have changed, too."""
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        games = self.out / "games.jsonl"
        records = [record.json() for record in read_records(games)[0].values()]
        for change, words in (
            ({"seconds": ["x"] * len(records[1]["moves"])}, "line 2 is damaged"),
            ({"seconds": [1.0]}, "line 2 is damaged"),
            ({"wins": [[]] * len(records[1]["moves"])}, "line 2 is damaged"),
            ({"moves": [["x", "a1"]]}, "line 2 is damaged"),
            ({"winner": "zzz"}, "line 2 is damaged"),
            ({"id": -7}, "line 2 is damaged"),
            ({"events": [{"engine": "zzz", "kind": "crash", "detail": ""}]}, "line 2 is damaged"),
            ({"events": ["x"]}, "line 2 is damaged"),
            ({"id": 10**30}, f"game {10**30} is none of this match"),
            ({"black": "zzz", "winner": None}, "is none of this match"),
        ):
            with self.subTest(change):
                games.write_text("".join(json.dumps(record) + "\n" for record in (records[0], {**records[1], **change}, *records[2:])))
                self.check(context.run(*self.arguments), 2, words)

    def test_no_flipped_bit_is_believed(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        games = self.out / "games.jsonl"
        whole = games.read_bytes()
        records = read_records(games)[0]
        chance = random.Random(5)
        for _ in range(2000):
            damaged = bytearray(whole)
            damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
            games.write_bytes(damaged)
            try:
                found = read_records(games)[0]
            except BadArguments:
                continue
            # The last line may have lost its end.
            self.assertTrue(all(records[number] == record for number, record in found.items()))

    def test_a_line_comes_back(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        records = read_records(self.out / "games.jsonl")[0]
        for record in records.values():
            self.assertEqual(record_of(line_of(record).rstrip("\n")), record)
            # Earlier versions wrote no checksum.
            self.assertEqual(record_of(json.dumps(record.json())), record)

    def test_damaged_match(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        whole = json.loads((self.out / "match.json").read_text())
        for versions in (None, 5, [1]):
            (self.out / "match.json").write_text(json.dumps(whole | {"versions": versions}))
            self.check(context.run(*self.arguments), 2, "they differ in: versions")
        for text in ("", "rubbish", "[]", "{}", "[" * 100_000, "null", '{"engines": 1}', "\0"):
            (self.out / "match.json").write_text(text)
            for script in (self.arguments, ("report.py", self.out)):
                self.check(context.run(*script), 2)

    @unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
    def test_a_folder_that_nobody_can_make(self) -> None:
        *arguments, _ = self.arguments
        self.check(context.run(*arguments, "/proc/ludion-match"), 2)
        self.check(context.run("tabulate.py", "--engine", context.fake(), "--out", "/proc/ludion-tables"), 2)

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_unwritable_folder(self) -> None:
        self.folder.chmod(0o500)
        self.addCleanup(self.folder.chmod, 0o700)
        self.check(context.run(*self.arguments), 2)
        self.check(context.run("tabulate.py", "--engine", context.fake(), "--out", self.out), 2)

    def test_a_file_in_place_of_a_folder(self) -> None:
        self.out.write_text("")
        self.check(context.run(*self.arguments), 2)
        self.check(context.run("report.py", self.out), 2)
        self.check(context.run("tabulate.py", "--engine", context.fake(), "--out", self.out), 2)

    def test_no_engine(self) -> None:
        (self.folder / "suite.tst").write_text("1 name\n#? [x]\n")
        self.check(context.run("regress.py", "no-such-program", self.folder / "suite.tst"), 2, "no program")
        self.check(context.run("tabulate.py", "--engine", "no-such-program", "--out", self.out), 2, "no program")
        self.check(context.run("tabulate.py", "--engine", "", "--out", self.out), 2)
        self.check(context.run("tabulate.py", "--engine", "'", "--out", self.out), 2)
        self.check(context.run("tabulate.py", "--sizes", "x", "--out", self.out), 2)

    def test_engines_that_write_rubbish(self) -> None:
        for text in (FLOOD, NUL, "", "raise SystemExit(3)"):
            run = context.run("tabulate.py", "--engine", self.engine(text), "--out", self.out, "--sizes", 3, "--time", 1)
            self.check(run, 2)
            (self.folder / "suite.tst").write_text("1 name\n#? [x]\n")
            run = context.run("regress.py", self.engine(text), self.folder / "suite.tst")
            self.assertEqual((run.returncode, "Traceback" in run.stderr), (2, False), run.stderr)

    def test_only_regular_files_are_read(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        suite = self.folder / "suite.tst"
        os.mkfifo(suite)
        openings = self.folder / "openings.txt"
        os.mkfifo(openings)
        for path in ("/dev/zero", suite):
            self.check(context.run("regress.py", context.fake(), path), 2)
        for path in (suite, "/dev/zero", "/proc/kmsg"):
            run = context.run("jobs.py", "reviews", path, "--engine", context.fake(), "--out", self.folder / "job")
            self.assertIn(run.returncode, (1, 2), run.stderr)
        *arguments, _ = self.arguments
        arguments[arguments.index("random:2")] = str(openings)
        self.check(context.run(*arguments, self.folder / "other"), 2, "no regular file")
        for name in ("games.jsonl", "match.json"):
            (self.out / name).rename(self.out / "kept")
            os.mkfifo(self.out / name)
            for script in (self.arguments, ("report.py", self.out)):
                self.check(context.run(*script), 2)
            (self.out / name).unlink()
            (self.out / "kept").rename(self.out / name)
        self.assertEqual(context.run("report.py", self.out).returncode, 0)

    def test_only_regular_files_are_replaced(self) -> None:
        page, pipe, link, lost = (self.folder / name for name in ("page.html", "pipe", "link", "lost"))
        os.mkfifo(pipe)
        link.symlink_to("page.html")
        lost.symlink_to("new.html")
        page.write_text("old")
        page.chmod(0o640)
        for path in (pipe, self.folder):
            with self.assertRaisesRegex(OSError, "is no regular file"):
                replace(path, "x")
        self.assertTrue(pipe.is_fifo())
        (self.folder / "page.html.new").symlink_to("other")
        replace(link, "né")
        self.assertEqual((page.read_text(encoding="utf-8"), page.stat().st_mode & 0o777, link.is_symlink()), ("né", 0o640, True))
        replace(lost, b"x")
        self.assertEqual(((self.folder / "new.html").read_bytes(), lost.is_symlink()), (b"x", True))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["link", "lost", "new.html", "page.html", "pipe"])

    def test_a_file_that_cannot_be_replaced(self) -> None:
        page, link, long = self.folder / "page.html", self.folder / "link", self.folder / ("x" * 253)
        page.write_text("old")
        link.symlink_to("page.html")
        for path, failing, fault in ((link, "fsync", OSError(errno.ENOSPC, "full")), (link, "replace", KeyboardInterrupt()), (long, "none", None)):
            with self.subTest(failing), mock.patch.object(os, failing, side_effect=fault, create=True):
                with self.assertRaises(type(fault) if fault else OSError) as caught:
                    replace(path, "x")
            if isinstance(caught.exception, OSError):
                self.assertEqual(caught.exception.filename, str(path))
            self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["link", "page.html"])
        self.assertEqual(page.read_text(), "old")

    def test_a_page_that_is_no_regular_file(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        self.check(context.run("report.py", self.out, "--out", pipe), 2, "is no regular file")
        # Before the engine is asked.
        for arguments in (("find_openings.py", "--out", pipe), ("analysis.py", "--out", pipe), ("review.py", "x.sgf", "--html", pipe)):
            self.check(context.run(*arguments, "--engine", "false"), 2, "is no regular file")
        self.assertTrue(pipe.is_fifo())

    def test_reading(self) -> None:
        path = self.folder / "text"
        path.write_bytes(b"a\xff")
        self.assertEqual(files.read_regular(path), b"a\xff")
        self.assertEqual(files.read_text(path, errors="replace"), "a\ufffd")
        for wrong, error in ((path, UnicodeDecodeError), (self.folder, OSError), (Path("/dev/null"), OSError), (self.folder / "none", OSError)):
            self.assertRaises(error, files.read_text, wrong)
        self.assertRaises(OSError, files.read_regular, path, 1)

    def test_a_crash_is_told_on_stderr(self) -> None:
        (self.folder / "suite.tst").write_text("1 name\n#? [x]\n")
        self.check(context.run("regress.py", self.engine("raise SystemExit(3)"), self.folder / "suite.tst"), 2, "ended early")
        silent = self.engine("import time\ntime.sleep(30)\n")
        start = time.monotonic()
        self.check(context.run("regress.py", "--limit", 2, silent, self.folder / "suite.tst"), 2, "no answer within 2 s")
        self.assertLess(time.monotonic() - start, 25)

    def test_openings_of_an_engine_that_writes_rubbish(self) -> None:
        engine = self.folder / "analyst"
        for text in ("print('rubbish')", "print('[]')", "print('{}')", "print('3')", "import sys; sys.stdout.buffer.write(b'\\xff\\n')"):
            engine.write_text(f"#!{sys.executable}\n{text}\n")
            engine.chmod(0o700)
            run = context.run("find_openings.py", "--engine", engine, "--size", 4, "--count", 1, "--out", self.out)
            self.check(run, 2, "analyst")

    def test_a_flipped_bit_in_the_file_of_a_job(self) -> None:
        store = Store(self.folder / "job", {"kind": "x", "build": "y"}, [{"n": 1}])
        store.close()
        path = store.path
        whole = bytearray(path.read_bytes())
        # In the table of tables, which SQLite quotes in its message.
        whole[whole.index(b"tableworkersworkers") + len("table")] ^= 0x80
        path.write_bytes(whole)
        with self.assertRaises(BadArguments):
            Store(self.folder / "job", {"kind": "x", "build": "y"}, [{"n": 1}])

    def test_wrong_values_in_the_file_of_a_job(self) -> None:
        out = self.folder / "job"
        arguments = job.arguments(out, 2)
        self.assertEqual(context.run(*arguments).returncode, 0)
        whole = (out / "job.sqlite").read_bytes()
        for change in (
            "update attempts set seconds = 'x'", "update attempts set unit = 'x'", "update attempts set worker = x'00'", "update attempts set outcome = 'x'",
            "update job set value = 'null' where key = 'starts'", "delete from job where key = 'starts'", "delete from job where key = 'secret'",
        ):  # fmt: skip
            with self.subTest(change):
                (out / "job.sqlite").write_bytes(whole)
                with contextlib.closing(sqlite3.connect(out / "job.sqlite")) as file, file:
                    file.execute(change)
                self.check(context.run(*arguments), 2, "is damaged: ")

    def test_too_many_games_at_a_time(self) -> None:
        self.check(context.run(*self.arguments, "--concurrency", 99_999_999), 2, "--concurrency")

    def test_a_closed_output(self) -> None:
        self.assertEqual(context.run(*self.arguments).returncode, 0)
        command = " ".join(f"'{word}'" for word in context.command("report.py", self.out))
        run = subprocess.run(["bash", "-c", f"({command}; echo status $? >&2) | true"], capture_output=True, text=True, timeout=60)
        self.assertNotIn("Traceback", run.stderr)
        self.assertNotIn("Exception ignored", run.stderr)


if __name__ == "__main__":
    unittest.main()
