"""Records of a match: the engine loads each one, and writes it again as it was."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import context
from arena import openings, record_moves
from arena.clock import Control
from arena.faults import BadArguments
from arena.game import Record
from arena.records import Sgf, Tagged

GAMES = {"nim": "3 5 7", "dots": "2 2", "connect4": "4 4", "tictactoe": "3 3 3", "chomp": "3 4", "graph": None}


def record(**given: object) -> Record:
    """A record with what these tests do not say filled in."""
    return Record(**{"id": 7, "black": "one", "white": "two", "opening_id": 3, "opening_moves": 1, "seed": 1, **given})  # type: ignore[arg-type]


def ask(engine: str, *lines: str) -> list[str]:
    """The replies to lines."""
    text = subprocess.run([engine], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True).stdout
    return [reply[2:] for reply in text.split("\n\n") if reply]


class Forms(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_sgf(self) -> None:
        played = record(
            moves=[("b", "a1"), ("w", "b2"), ("b", "c]3")], result="B+T", reason="time", winner="one", started="2026-11-23T20:00:00"
        )
        text = Sgf("match [a]", Control.parse("60+0.5"), 5, 4).text(played)
        self.assertEqual(
            text,
            "(;FF[4]GM[11]SZ[5:4]\nPB[one]PW[two]RE[B+T]DT[2026-11-23]EV[match [a\\]]RO[7]ON[a1]TM[60]OT[0.5 s more after each move]"
            "GC[game 7, opening 3, won by one: time]\n;B[a1]\n;W[b2]\n;B[c\\]3])\n",
        )
        self.assertIn("TM[0]OT[2 s for each move]", Sgf("", Control.parse("2/move"), 4, 4).text(played))
        self.assertIn("OT[nodes=9]", Sgf("", Control.parse("nodes=9"), 4, 4).text(played))

    def test_sgf_after_a_swap_of_sides(self) -> None:
        """Who reads `PB`, `PW` and `RE` counts the win for the engine that won."""
        moves = [("b", "a1"), ("w", "swap-pieces"), ("w", "b2"), ("b", "c3")]
        played = record(moves=moves, swapped=True, result="B+", reason="board", winner="two")
        text = Sgf("m", Control.parse("1/move"), 5, 5, "sides").text(played)
        for part in ("RU[swap-sides]PB[two]PW[one]RE[B+]", "won by two: board; one began as black]"):
            self.assertIn(part, text)

    def test_tags(self) -> None:
        played = record(moves=[("b", "1-1"), ("w", "2-9")], result="B+F", reason="illegal", refused=True, started="2026-11-23T20:00:00")
        text = Tagged('match "a\\b"', Control.parse("1/move"), "nim", "3 5 b").text(played)
        self.assertEqual(
            text,
            '[Game "nim"]\n[Event "match \\"a\\\\b\\""]\n[Round "7"]\n[Date "2026.11.23"]\n[Black "one"]\n[White "two"]\n[Result "B+F"]\n'
            '[TimeControl "1/move"]\n[Opening "1-1"]\n[Termination "illegal"]\n[Start "3 5 b"]\n\nb:1-1\n',
        )

    def test_openings_of_records(self) -> None:
        (self.folder / "0.sgf").write_text("(;GM[11]SZ[4]C[B[x\\]);]PB[W];B[a1];W[b2](;B[c3];W[resign])(;B[d4]))")
        (self.folder / "1.pgn").write_text('[Game "nim"]\n[Event "b:x \\"y\\"]"]\n[Start "3 5 b"]\n\nb:1-1 w:2-1\nb:resign\n')
        (self.folder / "2.pgn").write_text('[Game "nim"]\n[Start "3 5 b"]\n\nb:1-1 w:2-2\n')
        (self.folder / "notes.txt").write_text("?")
        self.assertEqual(record_moves.read(self.folder / "0.sgf"), ["a1", "b2", "c3"])
        self.assertEqual(openings.read(f"{self.folder}/0.sgf:2"), [("a1", "b2")])
        self.assertEqual(openings.read(f"{self.folder}:2"), [("a1", "b2"), ("1-1", "2-1"), ("1-1", "2-2")])
        self.assertEqual(openings.read(f"{self.folder}:1"), [("a1",), ("1-1",)])
        self.assertEqual(openings.read(f"{self.folder}/1.pgn:2", None, "nim"), [("1-1", "2-1")])
        for file, of in (("0.sgf", "hex"), ("1.pgn", "nim")):
            with self.assertRaisesRegex(BadArguments, f"it is a record of {of}, not of dots"):
                openings.read(f"{self.folder}/{file}:2", None, "dots")
        (self.folder / "3.pgn").write_text("b:1-1")
        for source in (f"{self.folder}:2", f"{self.folder}/missing.sgf:2", f"{self.folder}/notes.txt:2"):
            with self.subTest(source), self.assertRaises(BadArguments):
                openings.read(source)

    def test_openings_of_records_of_other_rules(self) -> None:
        path = self.folder / "0.sgf"
        sides, pieces = ("B[a1];W[swap-pieces];W[b3]", "B[a1];W[swap-pieces];B[b3]")
        for head, moves, swap, expected in (
            ("SZ[5]", "B[a1];W[b2]", "none", ("a1", "b2")),
            ("SZ[5:5]", "B[a1];W[b2]", "none", ("a1", "b2")),
            ("SZ[13]", "B[a1];W[b2]", "none", "its size is 13, not 5x5"),
            ("SZ[5]AB[c3]AW[b2]", "B[a1];W[a2]", "none", "AB[c3] sets up stones"),
            ("SZ[5]PL[W]", "W[a1];B[a2]", "none", "W[a1] is not in turn"),
            ("SZ[5]RU[swap-sides]", sides, "sides", ("a1", "swap-pieces", "b3")),
            ("SZ[5]RU[swap-pieces]", pieces, "pieces", ("a1", "swap-pieces", "b3")),
            ("SZ[5]RU[swap-sides]", sides, "pieces", "W[b3] is not in turn with --swap pieces"),
            ("SZ[5]RU[swap-pieces]", pieces, "sides", "B[b3] is not in turn with --swap sides"),
        ):
            path.write_text(f"(;FF[4]GM[11]{head};{moves})")
            rules = record_moves.HexRules(5, 5, swap)
            with self.subTest(head=head, moves=moves, swap=swap):
                if isinstance(expected, tuple):
                    self.assertEqual(openings.read(f"{path}:3", rules), [expected])
                else:
                    with self.assertRaisesRegex(BadArguments, re.escape(expected)):
                        openings.read(f"{path}:3", rules)

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_the_engine_reads_and_writes_them(self) -> None:
        engine = context.ludion() or ""
        for game, size in GAMES.items():
            out = self.folder / game
            arguments = ["--game", game, *(["--size", size] if size else []), "--referee", engine, "--out", out, "--time", "nodes=20"]
            arguments += [f"--engine={name}={engine}" for name in ("one", "two")]
            run = context.run("match.py", *arguments, "--games", 2, "--openings", "random:1")
            self.assertEqual(run.returncode, 0, run.stderr)
            for path, played in zip(sorted((out / "pgn").iterdir()), context.records(out), strict=True):
                wanted = path.read_text().replace('[Start ""]', '[Start "7x6"]')
                *_, text, score = ask(engine, f"game {game}", "boardsize 2", f"load_file {path}", "pgn", "final_score")
                self.assertEqual(text + "\n", wanted.replace("\n\n", "\n"), game)
                self.assertEqual((score, record_moves.read(path)), (played["result"], [move for _, move in played["moves"]]))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_the_engine_reads_hex(self) -> None:
        engine = context.ludion() or ""
        players = ["--engine", f"one={context.fake()}", "--engine", f"two={context.fake('--swap', '--resign', 9)}"]
        run = context.run("match.py", *players, "--size", 4, "--games", 2, "--swap", "pieces", "--openings", "a2", "--out", self.folder / "m")
        self.assertEqual(run.returncode, 0, run.stderr)
        for path, played in zip(sorted((self.folder / "m/sgf").iterdir()), context.records(self.folder / "m"), strict=True):
            _, _, position, text = ask(engine, f"load_file {path}", "param swap", "position", "sgf")
            self.assertEqual(len(position.split()) - 1, len(played["moves"]) - played["refused"])
            self.assertEqual("w:swap-pieces" in position, ["w", "swap-pieces"] in played["moves"])
            for part in (f"PB[{played['black']}]", f"RE[{played['result']}]", "EV[match m]", "ON[a2]", "TM[0]OT[1 s for each move]"):
                self.assertIn(part, text)
            again = self.folder / "again.sgf"
            again.write_text(text)
            self.assertEqual(ask(engine, f"load_file {again}", "position", "sgf")[1:], [position, text])


class OtherPrograms(unittest.TestCase):
    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_records_are_checked_whatever_their_names(self) -> None:
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        source = folder / "hex" / "C#"
        source.mkdir(parents=True)
        for name in ("a.sgf", "game #2.sgf"):
            (source / name).write_text("(;FF[4]GM[11]SZ[5];B[a1];W[c3])")
        (source / "wrong#.sgf").write_text("(;FF[4]GM[11]SZ[5];B[z9])")
        run = context.run("check_records.py", folder, "--engine", context.ludion())
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)
        self.assertIn("hex C#: 2 equal, 1 refused\n", run.stdout)
        self.assertIn("hex/C#/wrong#.sgf: refused: ", run.stdout)


class Puzzles(unittest.TestCase):
    def test_what_there_is_instead(self) -> None:
        for game in ("ricochet", "hashi", "hitori"):
            run = context.run("match.py", "--game", game)
            self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)
            self.assertRegex(run.stderr, rf"--game {game} is for one player: scripts/\w+\.py")


if __name__ == "__main__":
    sys.exit(unittest.main())
