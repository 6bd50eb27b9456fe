"""Boards in pages: what `embed.py` writes, and that a page that it does not understand stays as it is."""

from __future__ import annotations

import json
import re
import tempfile
import unittest
from html import unescape
from pathlib import Path

import context
from arena.record_moves import sgf_comments

BOARD = '<ludion-board game="hex" position="5x5" moves="play b c3;play w b2"'


class Pages(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.page = Path(temporary.name) / "page.html"

    def refuse(self, text: str, words: str) -> None:
        """A page that is refused in a line, and is not changed."""
        self.page.write_text(text)
        run = context.run("embed.py", "--ludion", context.ludion() or "cat", self.page)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertIn(words, run.stderr)
        self.assertEqual(self.page.read_text(), text)

    def test_a_board_without_an_end_tag_is_refused(self) -> None:
        for text in (f"<p>one</p>\n{BOARD} />\n<p>two</p>", f"<p>one</p>\n{BOARD}>\n<p>two</p>", f"\n{BOARD}>{BOARD}></ludion-board>"):
            with self.subTest(text):
                self.refuse(text, "line 2 has no end tag")

    def test_notes_that_are_no_list_are_refused(self) -> None:
        for notes in ("Hello", "{}", "[1]", "[" * 100_000):
            with self.subTest(notes[:9]):
                self.refuse(f"{BOARD} notes='{notes}'></ludion-board>", "board 1: notes")

    def test_a_number_of_moves_that_is_none_is_refused(self) -> None:
        for at in ("3", "-1", "1.5", "two", "", "9" * 5000):
            with self.subTest(at[:9]):
                self.refuse(f'{BOARD} at="{at}"></ludion-board>', "a whole number from 0 to 2")

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_the_moves_that_are_shown(self) -> None:
        for at in ("0", "2"):
            self.page.write_text(f'{BOARD} at="{at}"></ludion-board>')
            run = context.run("embed.py", "--ludion", context.ludion(), self.page)
            self.assertEqual((run.returncode, run.stderr), (0, ""))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_comments_of_a_record_become_notes(self) -> None:
        record = self.page.with_name("game #1.sgf")
        record.write_text(r'(;FF[4]GM[11]SZ[5]C[A "game"];C[Hello [1\]\\ <b>]B[c3];W[b2](;B[d4]C[the end])(;B[a1]C[another]))')
        for file in ((record, "--out", self.page), (self.page,)):
            run = context.run("embed.py", "--ludion", context.ludion(), *file)
            self.assertEqual(run.returncode, 0, run.stderr)
            text = self.page.read_text()
            self.assertEqual(json.loads(unescape(re.search('notes="(.*?)"', text)[1])), ["Hello [1]\\ <b>", "", "the end"])
            self.assertEqual(json.loads(re.search('json">(.*?)</script>', text)[1])["notes"], ["Hello [1]\\ <b>", "", "the end"])
            self.assertIn('caption="game #1: A &quot;game&quot;"', text)

    def test_comments(self) -> None:
        for text, wanted in {
            "(;GM[11])": [""],
            "(;C[start];B[a1];C[of a1]C[last];W[b2])": ["start", "last", ""],
            "(;AB[a1][b1]C[x];W[b2]C[two\\\nlines])": ["", "", "x", "twolines"],
            "(;B[a1]C[;B\\[x\\]])": ["", ";B[x]"],
        }.items():
            with self.subTest(text):
                self.assertEqual(sgf_comments(text), wanted)


if __name__ == "__main__":
    unittest.main()
