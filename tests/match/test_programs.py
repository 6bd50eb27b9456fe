"""The programs of commands, what is sent to them and kept of what they say."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import context
from arena import openings, usage
from arena.clock import Clocks, Control
from arena.faults import BadArguments, Fault, FaultKind
from arena.files import fits_request, request_path
from arena.hexboard import HexBoard, IllegalMove
from arena.log import Log
from arena.player import EngineSettings
from arena.program import find_command, split_command
from arena.store import check_replaceable
from batch.build import build_of


class Programs(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_script_is_part_of_the_build(self) -> None:
        script, log = self.folder / "bot.py", self.folder / "bot.log"
        log.write_text("")
        found = []
        for text in ("1", "2"):
            script.write_text(text)
            found.append((EngineSettings("a", ("python3", str(script), str(log))).fingerprint(), build_of(["python3", str(script)], False)))
        self.assertNotEqual(found[0][0], found[1][0])
        self.assertNotEqual(found[0][1], found[1][1])
        log.write_text("something")
        self.assertEqual(EngineSettings("a", ("python3", str(script), str(log))).fingerprint(), found[1][0])
        self.assertEqual(build_of(["nosuch"], False), "")

    def test_a_log_that_cannot_be_written_is_given_up(self) -> None:
        log = Log(self.folder / "a.log")
        log.write("-", "first")
        with mock.patch.object(log._file, "write", side_effect=OSError(errno.ENOSPC, "full")):
            log.stderr([b"noise"])
        log.write("-", "second")
        log.close()
        self.assertEqual((self.folder / "a.log").read_text().split()[1:], ["-", "first"])

    @unittest.skipUnless(os.path.isdir("/proc/self"), "needs /proc")
    def test_what_a_process_has_taken(self) -> None:
        own = os.getpid()
        self.assertGreater(usage.processor_seconds(own), 0)
        present = usage.resident_mebibytes(own, usage.PRESENT)
        self.assertGreater(present, 1)
        # Linux counts pages of threads later.
        self.assertGreater(usage.resident_mebibytes(own), present - 1)
        child = subprocess.Popen(["true"])
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        self.assertEqual(usage.resident_mebibytes(child.pid), 0)
        child.wait()
        for measure in (usage.processor_seconds, usage.resident_mebibytes):
            with self.assertRaises(OSError):
                measure(child.pid)

    def test_times_have_no_exponent(self) -> None:
        for text, wanted in (
            ("1000000/move", "1000000 1"), ("0.00001/move", "0.00001 1"), ("0.0000001/move", "0.0000001 1"), ("86400.25+0.5", "86400.25 0 0"), ("2/move", "2 1"),
        ):  # fmt: skip
            line = Control.parse(text).settings_line()
            self.assertTrue(line and line.endswith(f" {wanted}"), line)
        self.assertEqual(Clocks(Control.parse("1000000/move")).left_line("b"), "time_left b 1000000 1")

    def test_digits_are_ascii(self) -> None:
        board = HexBoard(11, 11)
        self.assertEqual(board.read("A10"), 99)
        for name in ("a1０", "a²", "a0"):
            with self.assertRaises(IllegalMove):
                board.read(name)

    def test_details_are_short_and_printable(self) -> None:
        text = str(Fault(FaultKind.REFUSED, "a\n\x1b[31m" + "x" * 9999))
        self.assertTrue(text.isprintable() and len(text) == 500)

    def test_a_list_of_openings_may_have_points(self) -> None:
        self.assertEqual(openings.read("9.2;8.2"), [("9.2",), ("8.2",)])
        with self.assertRaisesRegex(BadArguments, "no such file"):
            openings.read("nosuch.txt")
        (self.folder / "o.txt").write_text("\ufeffa1\n")
        self.assertEqual(openings.read(str(self.folder / "o.txt")), [("a1",)])

    def test_paths_that_a_request_cannot_hold(self) -> None:
        for name in ("a.sgf", "a  b.sgf", "a#b.sgf", "#.x#", "a\nb.sgf", "a.sgf "):
            path = self.folder / name
            path.write_text(name)
            with request_path(path) as file:
                self.assertEqual(file == path, name in ("a.sgf", "a  b.sgf"))
                self.assertTrue(fits_request(file) and file.read_text() == name)
                self.assertEqual(file.suffix, ".sgf" if name.endswith(".sgf") else "")
            self.assertEqual(file.is_symlink() or not file.exists(), file != path)
        (self.folder / "C#").mkdir()
        with request_path(self.folder / "C#") as file:
            self.assertEqual(file.resolve(), (self.folder / "C#").resolve())

    def test_a_missing_folder_is_found_before_long_work(self) -> None:
        self.assertIsNone(check_replaceable(self.folder / "new.html"))
        with self.assertRaisesRegex(OSError, "no such folder"):
            check_replaceable(self.folder / "nodir" / "new.html")

    def test_a_folder_that_cannot_be_written_is_found_before_long_work(self) -> None:
        (self.folder / "old.html").write_text("")
        for name in ("new.html", "old.html"):
            with mock.patch("os.access", return_value=False), self.assertRaisesRegex(OSError, "no file can be written in this folder"):
                check_replaceable(self.folder / name)


class Scripts(unittest.TestCase):
    def test_commands_of_engines_are_refused_with_their_option(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / "peer.toml").write_text(f"command = ['{sys.executable}']\n")
        for script, *more in (
            ("torture", "--engine", "lines"), ("analysis.py", "--engine"), ("tabulate.py", "--engine", "--out", "x"),
            ("review.py", "--engine", "--moves", "a1"), ("figures", "--ludion"), ("embed.py", "--ludion", "x.html"),
            ("compare", "--ludion", "connect4", "--peer", "peer.toml"),
        ):  # fmt: skip
            option, *others = more
            for command, why in (("'", "\"'\": No closing quotation"), ("no-such 1", "there is no program 'no-such'")):
                ended = context.run(script, *others, f"{option}={command}", cwd=folder)
                self.assertEqual((ended.returncode, ended.stderr), (2, f"{script}: {option}: {why}\n"))
        self.assertEqual([path.name for path in folder.iterdir()], ["peer.toml"])

    def test_the_command_of_a_player_stays_as_it_is_written(self) -> None:
        self.assertEqual(split_command("python3 'a b'"), ["python3", "a b"])
        self.assertEqual(find_command("python3 'a b'"), [str(Path(shutil.which("python3") or "").absolute()), "a b"])
        with self.assertRaisesRegex(BadArguments, "^--engine a: there is no program ''$"):
            split_command(" ", "--engine a: ")

    def test_the_path_of_a_program_may_have_a_space(self) -> None:
        program = Path(self.enterContext(tempfile.TemporaryDirectory())) / "an engine"
        program.write_text("")
        program.chmod(0o700)
        self.assertEqual(find_command(str(program)), [str(program)])

    def test_wrong_lines_and_options_are_refused(self) -> None:
        engines = ("--engine", f"a={context.fake()}", "--engine", f"b={context.fake()}")
        wrong = Path(self.enterContext(tempfile.TemporaryDirectory())) / "a#b.json"
        wrong.write_text("{}")
        for script, arguments, why in (
            ("match.py", (*engines, "--setup", "a: # x"), "one command"),
            ("match.py", (*engines, "--setup", "a: name\nname"), "one command"),
            ("match.py", (*engines, "--size", "²"), "--size"),
            ("review.py", ("game.sgf", "--moves", "c3"), "without a record"),
            ("match.py", (*engines, "--game", "nim", "--load", wrong), "a # begins a comment: give it another name"),
        ):
            ended = context.run(script, *arguments)
            self.assertEqual((ended.returncode, ended.stderr.count("\n")), (2, 1), ended.stderr)
            self.assertIn(why, ended.stderr)


if __name__ == "__main__":
    unittest.main()
