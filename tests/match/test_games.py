"""Games of every kind to their end: resignation, swap, clocks, other games than Hex by a referee process."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

import context
from arena import pool
from arena.clock import Clocks, Control
from arena.faults import BadArguments
from arena.program import BUILT


class Played(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.out = Path(self._folder.name) / "match"

    def play(self, *arguments: object, status: int = 0) -> list[dict]:
        run = context.run("match.py", *arguments, "--time", "5/move", "--strict", "--out", self.out)
        self.assertEqual(run.returncode, status, run.stderr)
        return context.records(self.out)

    def engines(self, one: str = "", two: str = "") -> tuple[str, ...]:
        first, second = context.fake(*one.split()), context.fake("--salt", 3, *two.split())
        return ("--engine", f"one={first}", "--engine", f"two={second}")

    def test_table_on_a_terminal(self) -> None:
        """The table of standings is drawn over the one before, and the last one is removed."""
        screen, terminal = os.openpty()
        arguments = (*self.engines(), "--size", 4, "--games", 4, "--openings", "random:2", "--out", self.out)
        with subprocess.Popen(
            context.command("match.py", *arguments), stdout=subprocess.DEVNULL, stderr=terminal, stdin=subprocess.DEVNULL
        ) as match:
            os.close(terminal)
            shown = b""
            with contextlib.suppress(OSError):
                while part := os.read(screen, 1 << 16):
                    shown += part
        os.close(screen)
        self.assertEqual(match.returncode, 0, shown)
        tables = shown.decode().replace("\r\n", "\n").split("\x1b[J")
        self.assertEqual(len(tables), 5)
        for played, text in enumerate(tables[:4], 1):
            self.assertIn(f"{played}/4", text)
            self.assertRegex(text, r"engine +games +won(.|\n)*Elo of one against two(.|\n)*0:0\d left\n\x1b\[\d+F$")
        self.assertEqual(tables[4], "")

    def test_resignation(self) -> None:
        records = self.play(*self.engines(two="--resign 6"), "--size", 5, "--games", 4, "--openings", "random:2")
        self.assertTrue(all((record["winner"], record["reason"]) == ("one", "resign") for record in records))
        self.assertTrue(all(record["moves"][-1][1] == "resign" for record in records))

    def test_the_margin_is_one_for_the_game(self) -> None:
        run = context.run(
            "match.py", *self.engines(one="--delay 0.2"), "--size", 6, "--games", 2, "--openings", "random:0", "--time", "0.5", "--out", self.out
        )
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([(record["winner"], record["reason"]) for record in context.records(self.out)], [("two", "time")] * 2)

    def test_swap_of_sides(self) -> None:
        """The one who swaps plays black from then on, and the other white, who moves next."""
        records = self.play(
            *self.engines(two="--swap"), "--size", 4, "--games", 4, "--openings", "random:1", "--swap", "sides",
        )  # fmt: skip
        for record in records:
            self.assertEqual(record["swapped"], record["black"] == "one")
            if record["swapped"]:
                self.assertEqual([color for color, _ in record["moves"][:5]], ["b", "w", "w", "b", "w"])
                self.assertEqual(record["winner"], {"B": "two", "W": "one"}[record["result"][0]])
                self.assertIn("PB[two]PW[one]", (self.out / "sgf" / f"{record['id']:05}.sgf").read_text())
            else:
                self.assertEqual([color for color, _ in record["moves"][:3]], ["b", "w", "b"])
        self.assertEqual(context.run("report.py", self.out).returncode, 0)
        report = (self.out / "report.html").read_text()
        for record in records:
            row = "".join(f"<td>{record[key]}</td>" for key in ("black", "white", "winner", "result"))
            self.assertIn(row, report)

    def test_swap_when_there_is_none(self) -> None:
        records = self.play(
            *self.engines(two="--swap"), "--size", 4, "--games", 2, "--openings", "random:1", "--swap", "none", status=1,
        )  # fmt: skip
        self.assertEqual([record["reason"] for record in records if record["black"] == "one"], ["illegal"])

    def test_round_robin_and_gauntlet(self) -> None:
        three = (*self.engines(), "--engine", f"three={context.fake('--salt', 9)}", "--size", 4, "--openings", "random:2")
        records = self.play(*three, "--games", 4)
        self.assertEqual(len(records), 12)
        self.assertIn("vs three", (self.out / "table.txt").read_text())
        self.out = self.out.with_name("gauntlet")
        records = self.play(*three, "--games", 4, "--gauntlet", "two")
        self.assertEqual(len(records), 8)
        self.assertTrue(all("two" in (record["black"], record["white"]) for record in records))

    def test_pairs_share_opening_and_seed(self) -> None:
        records = self.play(*self.engines(), "--size", 5, "--games", 6, "--openings", "random:3", "--concurrency", 3)
        by_id = {record["id"]: record for record in records}
        for number in range(0, 6, 2):
            one, two = by_id[number], by_id[number + 1]
            self.assertEqual((one["black"], one["white"]), (two["white"], two["black"]))
            self.assertEqual((one["moves"][:3], one["seed"]), (two["moves"][:3], two["seed"]))
        self.assertEqual(len({str(record["moves"][:3]) for record in records}), 3)

    def test_identical_games_count_once(self) -> None:
        self.play(*self.engines(), "--size", 3, "--games", 10, "--openings", "a1")
        table = (self.out / "table.txt").read_text()
        self.assertIn("10 games; 8 identical with an earlier one and not counted", table)
        self.assertEqual(table.splitlines()[1].split()[1], "2")

    def test_sprt_stops(self) -> None:
        records = self.play(
            *self.engines(two="--resign 3"), "--size", 11, "--games", 400, "--openings", "random:2", "--sprt", "0,150",
            "--concurrency", 2,
        )  # fmt: skip
        self.assertLess(len(records), 60)
        table = (self.out / "table.txt").read_text()
        self.assertIn("H1 accepted: 150 Elo", table)

    def test_games_wait_for_the_one_who_counts(self) -> None:
        """No more games are begun than are counted and two more; if the counting ends, so do the threads, in good order."""
        played: list[int] = []

        def play_task(task: Any, *_: object) -> Any:
            played.append(task)
            return task

        closed = threading.Semaphore(0)
        with mock.patch.object(pool, "play_task", play_task), mock.patch.object(pool.Table, "close", lambda _: closed.release()):
            whole = pool.Pool(2, {}, mock.Mock(), mock.Mock(), 0, None)
            self.assertEqual(sorted(whole.play(list(range(40)))), list(range(40)))  # type: ignore[arg-type,type-var]
            for _ in range(2):
                self.assertTrue(closed.acquire(timeout=0))
            played.clear()
            games = pool.Pool(2, {}, mock.Mock(), mock.Mock(), 0, None).play(list(range(40)))  # type: ignore[arg-type]
            for _ in range(5):
                next(games)
            games.close()
            for _ in range(2):
                self.assertTrue(closed.acquire(timeout=10))
        self.assertLessEqual(len(played), 4 + 2)

    def test_records_and_sgf(self) -> None:
        records = self.play(*self.engines(), "--size", 4, "--games", 2, "--openings", "a1 b2")
        for record in records:
            self.assertEqual(len(record["moves"]), len(record["seconds"]))
            self.assertEqual(len(record["moves"]), len(record["latency"]))
            self.assertEqual([seconds is None for seconds in record["seconds"]][:3], [True, True, False])
            self.assertEqual(record["versions"], {"one": "Fake 1", "two": "Fake 1"})
            text = (self.out / "sgf" / f"{record['id']:05}.sgf").read_text()
            self.assertTrue(text.startswith("(;FF[4]GM[11]SZ[4]"))
            self.assertIn("\n;B[a1]\n;W[b2]\n;B[", text)
        self.assertIn("genmove", (self.out / "logs" / "one.0.log").read_text())

    def test_turns_of_their_own(self) -> None:
        """A game in which a player may move twice, margins in the score, a referee process."""
        toy = f"{sys.executable} -S {context.TOY}"
        records = self.play(
            "--game", "toy", "--size", 21, "--referee", toy, "--engine", f"one={toy}", "--engine", f"two={toy}",
            "--games", 6, "--openings", "random:2", "--setup", "one: param x", "--setup", "two: param x",
        )  # fmt: skip
        again = 0
        for record in records:
            heap, turn = 21, "b"
            for color, move in record["moves"]:
                self.assertEqual(color, turn)
                heap -= int(move)
                if heap % 4:
                    turn = "w" if turn == "b" else "b"
                else:
                    again += heap > 0
            self.assertEqual(heap, 0)
            self.assertEqual(record["result"], f"{color.upper()}+{move}")
            self.assertEqual(record["reason"], "board")
        self.assertGreater(again, 0)

    def test_bad_answers_in_another_game(self) -> None:
        """They cost the game, and neither the referee nor the opponent hears of a line that is more than a move."""
        toy = f"{sys.executable} -S {context.TOY}"
        for text, reason in (("9", "illegal"), ("1\\nquit", "rubbish"), ("1\\nclear_board", "rubbish"), ("1 # why", "rubbish"), ("1\x01", "rubbish")):
            with self.subTest(text):
                shutil.rmtree(self.out, ignore_errors=True)
                records = self.play(
                    "--game", "toy", "--size", 21, "--referee", toy, "--engine", f"one={toy}", "--engine", f"two={toy} --bad '{text}'",
                    "--games", 2, "--openings", "1", "--setup", "one: param x", "--setup", "two: param x", status=1,
                )  # fmt: skip
                faulty = {(record["winner"], record["reason"]) for record in records if record["events"]}
                self.assertEqual(faulty, {("one", reason)})

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_names_that_differ_in_case(self) -> None:
        """Vertices `a` and `A`: the one wins, the other loses."""
        engine, graph = context.ludion(), self.out.with_name("case.game")
        graph.write_text("start 1 - A a\nA 2 - b c\na 2 - d\nb 1 G1\nc 1 G1\nd 2 G2\n")
        load = ("--game", "graph", "--load", graph, "--referee", engine, "--games", 2)
        records = self.play(*load, "--engine", f"one={engine}", "--engine", f"two={engine}", "--openings", "random:0")
        self.assertEqual({record["result"] for record in records}, {"B+"})
        self.assertTrue(all(record["moves"][0] == ["b", "A"] for record in records))

    @unittest.skipUnless(BUILT.is_file() or shutil.which("ludion"), "ludion is not built")
    def test_match_without_engines(self) -> None:
        records = self.play("--size", 4, "--games", 2, "--openings", "a1")
        self.assertEqual({record["black"] for record in records}, {"full", "level5"})

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_ludion(self) -> None:
        engine = context.ludion()
        records = self.play(
            "--engine", f"one={engine}", "--engine", f"two={engine}", "--size", 5, "--games", 200 if context.LONG else 20,
            "--openings", "random:2", "--concurrency", 2, "--setup", "one: param level 4", "--setup", "two: param level 3",
        )  # fmt: skip
        self.assertTrue(all(record["reason"] == "board" for record in records))


class Time(unittest.TestCase):
    def test_controls(self) -> None:
        move = Control.parse("2/move")
        self.assertEqual((move.settings_line(), Clocks(move).left_line("b")), ("time_settings 0 2 1", "time_left b 2 1"))
        game = Control.parse("60+0.5")
        self.assertEqual(game.settings_line(), "time_settings 60 0 0")
        self.assertEqual(Control.parse("60").main, 60.0)
        nodes = Control.parse("nodes=2000")
        self.assertEqual((nodes.nodes, nodes.settings_line(), Clocks(nodes).left_line("w")), (2000, None, None))
        for text in ("", "0", "x/move", "0/move", "-1/move", "60+", "nodes=0", "nodes=x", "1e3", "inf", "nan/move"):
            with self.subTest(text), self.assertRaises(BadArguments):
                Control.parse(text)

    def test_a_clock_runs(self) -> None:
        clocks = Clocks(Control.parse("10+1"))
        clocks.spend("b", 4.0)
        self.assertEqual((clocks.limit("b"), clocks.limit("w")), (7.0, 10.0))
        self.assertEqual(clocks.left_line("b"), "time_left b 7.000 0")
        clocks.exchange()
        self.assertEqual((clocks.limit("b"), clocks.limit("w")), (10.0, 7.0))

    def test_an_overdrawn_clock_stays_so(self) -> None:
        """Else an engine that spends the margin with every move plays on at zero for ever."""
        clocks = Clocks(Control.parse("1+0.5"))
        for _ in range(2):
            clocks.spend("b", 1.125)
        self.assertEqual((clocks.limit("b"), clocks.left_line("b")), (-0.25, "time_left b 0.000 0"))


if __name__ == "__main__":
    unittest.main()
