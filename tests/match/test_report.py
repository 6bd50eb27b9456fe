"""The page of a match."""

from __future__ import annotations

import json
import random
import re
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import context
from arena import charts, frames, looks
from arena.game import Record

VOID = {"meta", "input", "br"}


class Balanced(HTMLParser):
    """Checks that what is opened is closed, and notes what a page would load."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.wrong: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [value or "" for key, value in attrs if key in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


class Report(unittest.TestCase):
    def check(self, *engines: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "match"
            arguments = [text for number, engine in enumerate(engines) for text in ("--engine", f"e{number}={engine}")]
            run = context.run("match.py", *arguments, "--size", 5, "--games", 4, "--openings", "random:2", "--out", out)
            self.assertEqual(run.returncode, 0, run.stderr)
            run = context.run("report.py", out)
            self.assertEqual((run.returncode, run.stdout.strip()), (0, str(out / "report.html")), run.stderr)
            text = (out / "report.html").read_text()
            self.data = json.loads(re.search(r"const match = (.*);\n", text)[1])
            self.assertEqual(
                [game["moves"] for game in self.data["games"]],
                [[" ".join(move) for move in r["moves"]] for r in sorted(context.records(out), key=lambda r: r["id"])],
            )
        parsed = Balanced()
        parsed.feed(text)
        self.assertEqual((parsed.wrong, parsed.open, parsed.loads), ([], [], []))
        return text

    def test_two(self) -> None:
        crash = context.fake("--salt", 2, "--fault", "crash", "--ply", 5)
        text = self.check(context.fake(), crash)
        self.assertIn("Elo against e1", text)
        self.assertIn("e1: crash, exit status 3", text)
        for head in ("Cross table", "By colour", "By opening", "Length of the games", "Replay"):
            self.assertIn(f"<h2>{head}</h2>", text)
        self.assertGreaterEqual(text.count("<svg"), 3)

    def test_three(self) -> None:
        text = self.check(context.fake(), context.fake("--salt", 2), context.fake("--salt", 3))
        self.assertIn("<th>vs e2</th>", text)

    def test_a_program_that_cannot_draw(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "match"
            engines = ("--engine", f"a={context.fake()}", "--engine", f"b={context.fake('--salt', 2)}")
            context.run("match.py", *engines, "--size", 4, "--games", 2, "--openings", "random:2", "--out", out)
            run = context.run("report.py", out, "--ludion", "no-such-ludion")
            self.assertEqual((run.returncode, run.stderr), (2, "report.py: --ludion: there is no program 'no-such-ludion'\n"))
            self.assertFalse((out / "report.html").exists())
            for more, lines in (((), 1), (("--boards", 0), 0)):
                run = context.run("report.py", out, "--ludion", "true", *more)
                self.assertEqual((run.returncode, run.stderr.count("true draws nothing: the games are moves")), (0, lines), run.stderr)

    def test_no_match(self) -> None:
        run = context.run("report.py", "/nonexistent")
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_pictures_in_every_game(self) -> None:
        moves = {
            "connect4": (["boardsize 4 4"], [("b", "2"), ("w", "2")]),
            "dots": (["boardsize 1 1"], [("b", "h0,0"), ("w", "v0,0"), ("b", "h1,0"), ("w", "v0,1")]),
            "graph": (["load a 1 - b c;b 2 - a c;c 1 G1"], [("b", "b"), ("w", "c")]),
        }
        for game, (start, played) in moves.items():
            record = Record(id=0, black="a", white="b", opening_id=0, opening_moves=0, seed=1, moves=played)
            match = {"game": game, "start": start, "swap": "none"}
            found = frames.draw(context.ludion(), match, [record, record])
            self.assertEqual(found.games[0], found.games[1])
            # From the first drawing each step leads to the engine's drawing after that move.
            drawing = found.drawing
            lines = [f"play {color} {move}" for color, move in played]
            for count in range(len(played) + 1):
                shown = "".join(found.lines[line] for line in drawing) + "</svg>"
                ElementTree.fromstring(shown)
                document = frames.ask(context.ludion(), [f"game {game}", *start, *lines[:count], "svg"])[-1]
                bare = re.sub(r"\n(<style>.*</style>\n)?", "", document, flags=re.DOTALL)
                self.assertEqual(shown, bare, game)
                for at, removed, *fresh in found.games[0][count] if count < len(played) else []:
                    drawing = drawing[:at] + fresh + drawing[at + removed :]
            wrong = Record(id=0, black="a", white="b", opening_id=0, opening_moves=0, seed=1, moves=[("b", "zz")])
            self.assertEqual(frames.draw(context.ludion(), match, [wrong]).games, [[]])

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_boards_of_the_first_games(self) -> None:
        """The page says that the other games have none."""
        with tempfile.TemporaryDirectory() as folder:
            engines = ("--engine", f"a={context.fake()}", "--engine", f"b={context.fake('--salt', 2)}")
            out = Path(folder) / "match"
            context.run("match.py", *engines, "--size", 4, "--games", 4, "--openings", "a1,b1", "--out", out)
            for boards, words in ((3, "of the first 3 games"), (4, "")):
                run = context.run("report.py", out, "--boards", boards, "--ludion", context.ludion())
                self.assertEqual(run.returncode, 0, run.stderr)
                text = (out / "report.html").read_text()
                self.assertEqual("Boards are drawn" in text, bool(words))
                self.assertIn(words, text)
                data = json.loads(re.search(r"const match = (.*);\n", text)[1])
                self.assertEqual([bool(game["steps"]) for game in data["games"]].count(True), boards)

    def test_what_changes_between_lists(self) -> None:
        chance = random.Random(1)
        for _ in range(300):
            old, new = ([chance.randrange(5) for _ in range(chance.randrange(9))] for _ in range(2))
            made = list(old)
            for at, removed, *fresh in frames.changes(old, new):
                made[at : at + removed] = fresh
            self.assertEqual(made, new, old)

    def test_boards_have_the_style_of_the_page(self) -> None:
        for game in ("hex", "dots", "ricochet", "hashi", "hitori", "nim", "chomp", "tictactoe", "connect4", "graph"):
            style = looks.style(game)
            self.assertIn("--paper: light-dark(", style, game)
            self.assertGreater(style.count("{"), 4, game)
            self.assertEqual(style.count("{"), style.count("}"))
            self.assertNotRegex(style, r":hover|\$\{|`")
        self.assertEqual((looks.style("chess"), looks.style("../hex")), ("", ""))

    def test_charts(self) -> None:
        self.assertIn("<svg", charts.histogram([5], "x"))
        self.assertIn("<svg", charts.lines({"a<b": [(1, 0.0)]}, "x", "y"))
        self.assertNotIn("a<b", charts.lines({"a<b": [(1, 0.0)]}, "x", "y"))
        self.assertIn("<svg", charts.intervals([("a", 0.0, 0.0, 0.0)], "x"))
        self.assertEqual(charts.histogram([], "x"), "")


if __name__ == "__main__":
    unittest.main()
