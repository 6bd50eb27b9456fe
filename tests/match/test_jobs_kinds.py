"""The kinds of jobs: how work is cut, checked and merged; with the engine, against answers in one piece."""

from __future__ import annotations

import argparse
import base64
import math
import struct
import tempfile
import unittest
import zlib
from itertools import combinations
from pathlib import Path

import context
from arena.faults import BadArguments
from batch.kind import canonical
from batch.kinds import dots_slices, hex_selfplay
from batch.kinds.puzzles import GAMES
from batch.kinds.table import KINDS
from batch.options import parser
from batch.session import Session

LUDION = context.ludion()


def parse(*words: object) -> argparse.Namespace:
    return parser("").parse_args(list(map(str, words)))


def perform(program: str, *words: object) -> dict[str, bytes]:
    """The merged result of a job, unit by unit. Every result passes its check."""
    kind = KINDS[str(words[0])]
    results = []
    for unit in kind.units(parse(*words)):
        session = Session([program], math.inf)
        try:
            result = kind.run(session, unit)
        finally:
            session.close()
        assert not kind.flaw(unit, canonical(result)), kind.flaw(unit, canonical(result))
        results.append((unit, result))
    return kind.merge(results)


class Cuts(unittest.TestCase):
    def test_no_seed_is_left_out(self) -> None:
        for name in ("puzzles", "ricochet-survey"):
            units = KINDS[name].units(parse(name, "--seeds", "3-25", "--batch", 4))
            self.assertEqual([seed for unit in units for seed in range(unit["first"], unit["last"] + 1)], list(range(3, 26)))

    def test_units_are_refused_that_do_not_fit_in_memory(self) -> None:
        with self.assertRaisesRegex(BadArguments, "more than 1,000,000 units"):
            KINDS["ricochet-survey"].units(parse("ricochet-survey", "--seeds", "1-1000000000000", "--batch", 1))

    def test_files_of_one_name_are_told_apart(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            records = [Path(name) / folder / "game.sgf" for folder in "ab"]
            for record in records:
                record.parent.mkdir()
                record.write_text("(;)")
            for given, names in ((records, [str(record) for record in records]), (records[:1], ["game.sgf"])):
                self.assertEqual([unit["name"] for unit in KINDS["reviews"].units(parse("reviews", *given))], names)
            (Path(name) / "x.tst").write_text("name\n")
            with self.assertRaisesRegex(BadArguments, "no test"):
                KINDS["suites"].units(parse("suites", Path(name) / "x.tst"))

    def test_a_record_names_its_game(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            paths = []
            for file, text, game in (
                ("a.pgn", '[Game "dots"]\n', "dots"), ("b.json", '{\n  "game": "nim",\n  "position": "3 5 7 b"}', "nim"), ("c.txt", "", "hex"),
                ("d.sgf", '(;GM[11]C[[Game "nim"\\]])', "hex"),
            ):  # fmt: skip
                paths.append(Path(name) / file)
                paths[-1].write_text(text)
                for words, wanted in (((), game), (("--game", "chomp"), "chomp")):
                    self.assertEqual(KINDS["reviews"].units(parse("reviews", paths[-1], *words))[0]["game"], wanted)
            self.assertEqual([unit["game"] for unit in KINDS["reviews"].units(parse("reviews", *paths))], ["dots", "nim", "hex", "hex"])
            paths[0].write_text('[Game "hashi"]\n')
            with self.assertRaisesRegex(BadArguments, "hashi is no game of two players"):
                KINDS["reviews"].units(parse("reviews", paths[0]))

    def test_what_no_engine_takes_is_refused_before_a_folder_is_made(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            (Path(name) / "a.sgf").write_text("(;)")
            for words, says in (
                (("reviews", "a.sgf", "--game", "foo"), "invalid choice: 'foo'"), (("reviews", "a.sgf", "--nodes", 10**20), "--nodes is a number from 1"),
                (("hex-openings", "--hash-mb", 0), "--hash-mb 0: give a number from 1 to 65536"), (("dots-slices", "--hash-mb", 65537), "--hash-mb 65537"),
            ):  # fmt: skip
                run = context.run("jobs.py", *words, "--engine", "true", cwd=Path(name))
                self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
                self.assertIn(says, run.stderr)
            self.assertEqual([path.name for path in Path(name).iterdir()], ["a.sgf"])

    def test_every_game_has_puzzles(self) -> None:
        asked = {game: KINDS["puzzles"].units(parse("puzzles", "--game", game))[0]["asked"] for game in GAMES}
        self.assertEqual((asked["hitori"], asked["hex"]), ("size=10x10 difficulty=medium", "medium"))
        self.assertEqual(KINDS["puzzles"].units(parse("puzzles", "--game", "hex", "--size", 7))[0]["asked"], "medium size=7x7")
        for words in (("--difficulty", "any"), ("--density", 0.3), ("--size", 31)):
            with self.assertRaises(BadArguments):
                KINDS["puzzles"].units(parse("puzzles", "--game", "chomp", *words))

    def test_first_stones_and_their_images_are_the_board(self) -> None:
        for size in ("1", "4", "5", "3x6"):
            units = KINDS["hex-openings"].units(parse("hex-openings", "--size", size))
            width, height = units[0]["width"], units[0]["height"]
            places = {(unit["x"], unit["y"]) for unit in units}
            images = {(width - 1 - x, height - 1 - y) for x, y in places}
            self.assertEqual(len(places | images), width * height)
            self.assertLessEqual(len(places & images), 1)

    def test_slices_are_the_classes_of_sets_of_lines(self) -> None:
        for rows, columns in ((1, 1), (1, 2), (2, 2), (2, 3)):
            maps, lines = dots_slices.symmetries(rows, columns), dots_slices.all_lines(rows, columns)
            for turned in maps:
                self.assertEqual({turned(line) for line in lines}, set(lines))
            for depth in (1, 2, 3):
                classes = {min(tuple(sorted(map(turned, some))) for turned in maps) for some in combinations(lines, depth)}
                self.assertEqual(dots_slices.slices(rows, columns, depth), sorted(classes))

    def test_files_of_games(self) -> None:
        def file(*games: bytes) -> bytes:
            blocks = (struct.pack("<II", len(game), zlib.crc32(game)) + game for game in games)
            return hex_selfplay.HEADER + b"".join(blocks)

        parts = [{"games": base64.b64encode(file(*games)).decode()} for games in ((b"one", b"two"), (b"three",))]
        merged = KINDS["hex-selfplay"].merge([({}, part) for part in parts])["selfplay.games"]
        self.assertEqual(merged, file(b"one", b"two", b"three"))
        self.assertEqual(hex_selfplay.blocks(merged), 3)
        for at in range(len(merged)):
            with self.subTest(at), self.assertRaises(ValueError):
                hex_selfplay.blocks(merged[:at] + bytes([merged[at] ^ 1]) + merged[at + 1 :])

    def test_what_is_no_result(self) -> None:
        unit = {"asked": "size=3x3 difficulty=any", "first": 1, "last": 2}
        kind = KINDS["puzzles"]
        self.assertEqual(kind.flaw(unit, canonical({"puzzles": ["3x3:1", ""]})), "")
        for text in ("", "{", "null", "{}", '{"puzzles":1}', '{"puzzles":["3x3:1"]}', '{"puzzles":["4x4:1",""]}', '{"puzzles":[1,2]}', '{"puzzles": []}'):
            self.assertTrue(kind.flaw(unit, text), text)


@unittest.skipUnless(LUDION, "ludion is not built")
class WithTheEngine(unittest.TestCase):
    def ask(self, *lines: str) -> str:
        """The answer to the last line."""
        assert LUDION
        session = Session([LUDION], math.inf)
        try:
            return [session.ask(line) for line in lines][-1]
        finally:
            session.close()

    def test_hex(self) -> None:
        merged = perform(LUDION, "hex-openings", "--size", 4)["openings.txt"].decode().splitlines()
        verdicts = dict(line.split() for line in merged[:16])
        winning = self.ask("boardsize 4", "param threads 1", "dfpn-solver-find-winning b").split()
        self.assertEqual({cell for cell, verdict in verdicts.items() if verdict == "win"}, set(winning))

    def test_dots(self) -> None:
        for size in ("1x2", "2x2", "2x3"):
            boardsize = f"boardsize {size.replace('x', ' ')}"
            whole = self.ask("game dots", boardsize, "solve")
            values = self.ask("game dots", boardsize, "move_values").splitlines()
            wanted = {line.split()[0]: int(line.split("margin=")[1]) for line in values}
            for depth in (1, 2, 3):
                merged = perform(LUDION, "dots-slices", "--size", size, "--depth", depth, "--hash-mb", 16)["values.txt"].decode().splitlines()
                self.assertEqual(merged[0].split()[-1], f"{max(wanted.values()):+d}", whole)
                self.assertEqual({name: int(value) for name, value in map(str.split, merged[1 : len(wanted) + 1])}, wanted)

    def test_batches_do_not_matter(self) -> None:
        for words in (("puzzles", "--game", "hitori", "--size", 6), ("puzzles", "--size", 7), ("puzzles", "--game", "nim"), ("ricochet-survey",)):
            one, three = (perform(LUDION, *words, "--seeds", "1-9", "--batch", batch) for batch in (9, 3))
            self.assertEqual(one, three)
            self.assertGreaterEqual(one.get("puzzles.txt", one.get("lengths.csv", b"")).count(b"\n"), 2)

    def test_reviews_and_suites(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "game.sgf").write_text("(;FF[4]GM[11]SZ[4];B[b2];W[c2];B[b3])")
            words = ("reviews", folder / "game.sgf", "--nodes", 50)
            self.assertEqual(perform(LUDION, *words), perform(LUDION, *words))
            self.assertIn(b'"game.sgf",', perform(LUDION, *words)["accuracy.csv"])
            # A swap and a resignation are no choice of a move.
            (folder / "swap.sgf").write_text("(;FF[4]GM[11]SZ[4]RU[swap-pieces];B[b2];W[swap-pieces];B[b3];W[c3];B[resign])")
            self.assertIn(b'"swap.sgf",', perform(LUDION, "reviews", folder / "swap.sgf", "--nodes", 50)["accuracy.csv"])
            (folder / "x.tst").write_text("loadsgf game.sgf\n10 dfpn-solve-state b\n#? [black|white]\n20 name\n#? [benzene]\n")
            self.assertEqual(perform(LUDION, "suites", folder / "x.tst")["suites.txt"].split()[:3], [b"x.tst", b"20", b"FAIL"])

    def test_reviews_of_all_games(self) -> None:
        with tempfile.TemporaryDirectory() as name:
            for game, record in {
                "chomp": '[Start "10x12 12,12,12,12,12,12,12,12,12,12 b"]\n\nb:5,5 w:4,4 b:2,2', "connect4": '[Start "7x6"]\n\nb:4 w:4 b:3',
                "dots": '[Start "1x2 0000000 b 0 0"]\n\nb:h0,0 w:h1,0', "nim": '[Start "3 5 7 b"]\n\nb:1-1',
                "tictactoe": '[Start "3 3 3 .../.../..."]\n\nb:b2 w:b1',
            }.items():  # fmt: skip
                path = Path(name) / f"{game}.pgn"
                path.write_text(f'[Game "{game}"]\n{record}\n')
                with self.subTest(game):
                    merged = perform(LUDION, "reviews", path, "--nodes", 50)
                    self.assertEqual(merged, perform(LUDION, "reviews", path, "--nodes", 50))
                    self.assertRegex(merged["accuracy.csv"].decode(), r'"\w+.pgn",\d+\.\d')

    def test_a_failed_test_is_told(self) -> None:
        kind = KINDS["suites"]
        self.assertEqual(kind.complaint([({}, {"tests": [[10, "FAIL"], [20, "pass"]]})]), "1 of the tests failed")
        self.assertEqual(kind.complaint([({}, {"tests": [[20, "pass"]]})]), "")
        self.assertEqual(KINDS["reviews"].complaint([]), "")

    def test_selfplay(self) -> None:
        lab = Path(LUDION).with_name("ludion-lab")
        if not lab.is_file():
            self.skipTest("ludion-lab is not built")
        words = ("hex-selfplay", "--games", 5, "--batch", 2, "--sizes", 4, "--simulations", 4)
        games = perform(str(lab), *words)["selfplay.games"]
        self.assertEqual(hex_selfplay.blocks(games), 5)
        self.assertEqual(perform(str(lab), *words)["selfplay.games"], games)


if __name__ == "__main__":
    unittest.main()
