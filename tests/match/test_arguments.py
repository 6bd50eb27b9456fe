"""Arguments that cannot be: one clear line, exit status 2, nothing written."""

from __future__ import annotations

import ast
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import context
import find_openings
import test_names
from arena import settings
from arena.faults import BadArguments
from arena.openings import check, draw, from_text, read
from arena.process import Limits, Process
from arena.progress import CountLine
from arena.referee import HexReferee, ProcessReferee

GOOD = ("--engine", f"a={context.fake()}", "--engine", f"b={context.fake()}", "--size", "4", "--games", "2", "--openings", "a1")


class Arguments(unittest.TestCase):
    def check_refusal(self, *arguments: object, says: str, script: str = "match.py") -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            run = context.run(script, *arguments, *(("--out", out) if script == "match.py" else ()), cwd=Path(folder))
            self.assertEqual(run.returncode, 2, run.stderr)
            self.assertEqual(len(run.stderr.splitlines()), 1, run.stderr)
            self.assertIn(says, run.stderr)
            self.assertEqual(run.stdout, "")
            self.assertEqual(list(Path(folder).iterdir()), [])

    def test_match(self) -> None:
        for wrong, says in (
            (("--game", "ricochet"), "ricochet_pairs.py"),
            (("--game", "hashi"), "one player"),
            (("--engine", "a=true"), "two or more"),
            (("--engine", "nonsense"), "NAME=COMMAND"),
            (("--engine", "a/b=true"), "NAME=COMMAND"),
            ((*GOOD, "--engine", "a=true"), "two engines have the name a"),
            ((*GOOD, "--engine", "c=no-such-program-here"), "no program"),
            ((*GOOD, "--engine", "c='"), "c"),
            ((*GOOD, "--games", "3"), "even"),
            ((*GOOD, "--games", "x"), "invalid int"),
            ((*GOOD, "--time", "soon"), "--time"),
            ((*GOOD, "--size", "0"), "--size"),
            ((*GOOD, "--size", "5 5 5"), "--size"),
            ((*GOOD, "--openings", "missing.txt"), "no such file"),
            ((*GOOD, "--openings", "a1;z9"), "not on the board"),
            ((*GOOD, "--sprt-errors", "0.1,0.1"), "--sprt-errors is for --sprt"),
            ((*GOOD, "--openings", "random:x"), "random:K"),
            ((*GOOD, "--openings", "random:99"), "no game goes on"),
            ((*GOOD, "--openings", "a1 a1"), "occupied"),
            ((*GOOD, "--openings", "z9"), "not on the board"),
            ((*GOOD, "--openings", "a1 b1 a2 b2 a3 b3 a4"), "over"),
            ((*GOOD, "--setup", "c: x"), "--setup"),
            ((*GOOD, "--setup", "a: frobnicate 3"), "frobnicate"),
            ((*GOOD, "--gauntlet", "c"), "--gauntlet"),
            ((*GOOD, "--sprt", "5"), "two numbers"),
            ((*GOOD, "--sprt", "20,0"), "below"),
            ((*GOOD, "--time-margin", "c=1"), "--time-margin"),
            ((*GOOD, "--time-margin", "x"), "--time-margin"),
            ((*GOOD, "--swap", "maybe"), "--swap"),
            ((*GOOD, "--concurrency", "0"), "--concurrency"),
            ((*GOOD, "--games", "10000000000"), "--games: at most 1,000,000"),
            ((*GOOD, "--stall", "1e10"), "--stall: give a number above 0, at most 1,000,000,000"),
            ((*GOOD, "--time", "99999999999/move"), "at most 10,000,000 seconds"),
            ((*GOOD, "--stall", "-1"), "--stall"),
            ((*GOOD, "--frob"), "--frob"),
            ((*GOOD, "--game", "nim", "--referee", "no-such-referee"), "no program"),
            ((*GOOD, "--load", "nothing"), "--load"),
        ):
            with self.subTest(wrong[-2:]):
                self.check_refusal(*wrong, says=says)

    def test_no_games_without_engines(self) -> None:
        with mock.patch.object(settings, "find_ludion", return_value=sys.executable), self.assertRaisesRegex(BadArguments, "even"):
            settings.read(["--games", "0"])

    def test_no_records(self) -> None:
        self.check_refusal("missing", "--engine", context.fake(), says="missing: no folder of records", script="check_records.py")

    def test_who_draws_in_hex_can_be_named(self) -> None:
        self.assertEqual(settings.read(list(GOOD)).referee, ())
        self.assertEqual(settings.read([*GOOD, "--referee", sys.executable]).referee, (sys.executable,))

    def test_negative_bound(self) -> None:
        for bounds in (("--sprt", "-5,5"), ("--sprt=-5,5",)):
            sprt = settings.read([*GOOD, *bounds]).sprt
            self.assertEqual((sprt.elo0, sprt.elo1), (-5, 5))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_games_and_sizes_that_the_referee_refuses(self) -> None:
        other = ("--engine", f"a={context.fake()}", "--engine", f"b={context.fake()}", "--referee", context.ludion())
        self.check_refusal(*other, "--game", "chess", says="unknown game")
        self.check_refusal(*other, "--game", "nim", "--size", "x", says="is not a number of tokens")

    def test_engine_that_knows_no_time(self) -> None:
        deaf = f"{context.fake('--fault', 'deaf-clock')}"
        arguments = ("--engine", f"a={deaf}", *GOOD[2:])
        self.check_refusal(*arguments, says="give it a --setup line")
        self.check_refusal(*arguments, "--time", "nodes=5", says="node limit")
        self.check_refusal(*arguments, "--swap", "sides", says="does not support --swap")

    def test_out_is_missing_or_taken(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = context.run("match.py", *GOOD, cwd=Path(folder))
            (out,) = Path(folder).glob("matches/*")
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn(f"results: matches/{out.name}", run.stdout)
            self.assertTrue((out / "games.jsonl").is_file())
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "precious").write_text("x")
            run = context.run("match.py", *GOOD, "--out", folder)
            self.assertEqual(run.returncode, 2)
            self.assertIn("no match", run.stderr)
            self.assertEqual([path.name for path in Path(folder).iterdir()], ["precious"])

    def test_every_option_has_a_help(self) -> None:
        options = 0
        for path in test_names.sources():
            for node in ast.walk(ast.parse(path.read_text())) if path.is_relative_to(context.SCRIPTS) else ():
                if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".add_argument") and ast.unparse(node.args[0]).startswith("'--"):
                    options += 1
                    self.assertIn("help", [keyword.arg for keyword in node.keywords], f"{path}:{node.lineno}: {ast.unparse(node.args[0])}")
        self.assertGreater(options, 80)


class Openings(unittest.TestCase):
    def test_text(self) -> None:
        self.assertEqual(from_text("# all\na1 B2 # why\n\nc3\n", "x"), [("a1", "B2"), ("c3",)])
        self.assertEqual(read("a1,b2 c3"), [("a1",), ("b2", "c3")])
        with self.assertRaises(BadArguments):
            from_text("# nothing\n", "x")

    def test_random(self) -> None:
        referee = HexReferee(4, 4, "none")
        found = draw(referee, 2, 30, 7)
        self.assertEqual(found, draw(referee, 2, 30, 7))
        self.assertNotEqual(found, draw(referee, 2, 30, 8))
        self.assertEqual(len(set(found)), 30)
        self.assertTrue(all(len(set(opening)) == 2 for opening in found))
        told: list[int] = []
        self.assertEqual(len(draw(referee, 1, 100, 1, told.append)), 16)
        self.assertEqual(told, list(range(1, 17)))

    def test_they_are_counted_where_they_take_long(self) -> None:
        for is_terminal, seconds in ((True, 1.5), (True, 0.5), (False, 1.5)):
            stream = io.StringIO()
            with mock.patch.object(stream, "isatty", return_value=is_terminal), mock.patch("arena.progress.time.monotonic", return_value=0.0) as now:
                with CountLine(stream, 500, "openings") as line:
                    for number in range(3):
                        now.return_value += seconds / 3
                        line.show(number)
            said = stream.getvalue()
            self.assertEqual("2 of 500 openings" in said and said.endswith("\r\x1b[K"), is_terminal and seconds > 1, said)
            self.assertEqual(said == "", not (is_terminal and seconds > 1))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_one_referee_for_all(self) -> None:
        """A game with a size, one whose players move again, one with its own board, and one that is loaded."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.json"
            path.write_text('{"game": "nim", "position": "10 take=1-3 w"}')
            for set_up in (
                ["game nim", "boardsize 3 5 7"], ["game dots", "boardsize 1 2"], ["game tictactoe", "clear_board"], ["game nim", f"load_file {path}"],
            ):  # fmt: skip
                with self.subTest(set_up), contextlib.closing(ProcessReferee([context.ludion()], set_up, Limits())) as referee:
                    first = (referee.legal(), referee.to_move, referee.position())
                    found = draw(referee, 2, 6, 7)
                    referee.begin_game()
                    self.assertEqual((referee.legal(), referee.to_move, referee.position()), first)
                    check(referee, found)
                    with contextlib.closing(ProcessReferee([context.ludion()], set_up, Limits())) as other:
                        self.assertEqual(draw(other, 2, 6, 7), found)
        common = ["--engine", f"a={context.fake()}", "--engine", f"b={context.fake()}", "--referee", context.ludion(), "--game", "nim"]
        with mock.patch("arena.referee.Process", wraps=Process) as started:
            read_settings = settings.read([*common, "--size", "3 5 7", "--games", "40", "--openings", "random:2"])
        self.assertEqual((len(read_settings.openings), started.call_count), (20, 1))

    def test_shipped(self) -> None:
        """Fifty or more for each size, all legal, each measured at 40 to 60 % for black."""
        for size in (11, 13, 14):
            text = (context.SCRIPTS / "openings" / f"hex-{size}x{size}.txt").read_text()
            openings = from_text(text, "shipped")
            self.assertGreaterEqual(len(openings), 50)
            self.assertEqual(len(set(openings)), len(openings))
            for opening in openings:
                referee = HexReferee(size, size, "none")
                for move in opening:
                    referee.play(move)
            for line in text.splitlines():
                if not line.startswith("#"):
                    chance = float(line.split("black wins ")[1].split()[0])
                    self.assertTrue(40 <= chance <= 60, line)

    def test_wrong_numbers_are_named(self) -> None:
        for option, wrong, says in (
            ("--size", ("20",), "--size is a number from 2 to 19"), ("--size", ("1",), "--size is"), ("--count", ("0",), "--count is"),
            ("--plies", ("1", "17"), "--plies are numbers from 1 to 16"), ("--plies", ("0",), "--plies are"), ("--margin", ("0.5",), "--margin is"),
            ("--margin", ("nan",), "--margin is"), ("--nodes", ("0",), "--nodes is"), ("--stall", ("-1",), "--stall is"),
        ):  # fmt: skip
            given = find_openings.parser().parse_args(["--out", "x", "--size", "4", option, *wrong])
            with self.subTest(option=option, wrong=wrong), self.assertRaisesRegex(BadArguments, f"^{says}"):
                find_openings.check_numbers(given)
        find_openings.check_numbers(find_openings.parser().parse_args(["--out", "x"]))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_found(self) -> None:
        """Openings that an analysis finds even, and errors in a line."""
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "x.txt"
            common = ("--engine", context.ludion(), "--size", 6, "--nodes", 30, "--margin", 0.45, "--out", out)
            run = context.run("find_openings.py", *common, "--count", 5)
            self.assertEqual((run.returncode, run.stderr), (0, ""))
            self.assertEqual(len(from_text(out.read_text(), "x")), 5)
            out.unlink()
            run = context.run("find_openings.py", *common, "--size", 2, "--margin", 0.01, "--count", 500)
            self.assertEqual((run.returncode, out.exists()), (2, False), run.stderr)
            self.assertRegex(run.stderr, r"only 0 of the \d+ openings that were found are within 0.01 of one half: give a larger --margin")


if __name__ == "__main__":
    unittest.main()
