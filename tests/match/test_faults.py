"""Each way to misbehave costs the game in which it happens, is counted once, and the match goes on."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path

import context

OPENINGS = "a1,b2,c3,d4"
GAMES = 8
"""Two for each opening."""


class Faults(unittest.TestCase):
    """A good engine against one that misbehaves in the two games that begin at b2."""

    def play(self, fault: str, *extra: object, when: str = "b2") -> tuple[list[dict], int]:
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "match"
            bad = context.fake("--fault", fault, "--salt", 7, *(("--when", when) if when else ()))
            run = context.run(
                "match.py", "--size", 4, "--engine", f"good={context.fake()}", "--engine", f"bad={bad}",
                "--games", GAMES, "--openings", OPENINGS, "--time", "1/move", "--time-margin", "1", "--stall", "6",
                "--stderr-limit", "1", "--concurrency", "4", "--strict", "--out", out, *extra,
            )  # fmt: skip
            self.assertNotIn("Traceback", run.stderr)
            records = context.records(out)
            self.assertEqual(sorted(record["id"] for record in records), list(range(GAMES)), run.stderr)
            table = (out / "table.txt").read_text()
        self.counted = {}
        for line in table.splitlines():
            words = line.split()
            if words[:1] == ["events"]:
                kinds = words[1:]
            elif words and words[0] in ("good", "bad") and len(words) == 9 and all(word.isdigit() for word in words[1:]):
                if "kinds" in locals():
                    self.counted[words[0]] = {kind: int(count) for kind, count in zip(kinds, words[1:]) if count != "0"}
        return records, run.returncode

    def check(self, fault: str, kind: str, *extra: object, ply: int = 4) -> None:
        """The fault comes in the two games of an opening, whichever colour has the move then: in one of them only."""
        records, status = self.play(fault, *extra)
        hit = [record for record in records if record["events"]]
        self.assertEqual(len(hit), 1, hit)
        self.assertEqual(self.counted, {"good": {}, "bad": {kind: 1}})
        self.assertEqual([event["kind"] for event in hit[0]["events"]], [kind])
        self.assertEqual((hit[0]["winner"], hit[0]["reason"]), ("good", kind))
        self.assertEqual(status, 1)
        for record in records:
            if not record["events"]:
                self.assertEqual(record["reason"], "board")

    def test_faults_in_a_game(self) -> None:
        """What the engine does when it has to move or to take a move, and the fault that the runner finds."""
        found = {
            "crash": "crash",
            "hang": "hang",
            "slow": "time",
            "illegal": "illegal",
            "off-board": "illegal",
            "rubbish": "rubbish",
            "chatter": "rubbish",
            "failure": "refused",
            "flood": "flood",
            "refuse-play": "refused",
        }
        for fault, kind in found.items():
            with self.subTest(fault):
                self.check(fault, kind)

    def test_exits_at_start(self) -> None:
        records, status = self.play("exit-at-start", when="")
        self.assertEqual(self.counted, {"good": {}, "bad": {"start": GAMES}})
        self.assertTrue(all(record["winner"] == "good" for record in records))
        self.assertEqual(status, 1)

    def test_silent_at_start(self) -> None:
        # Long enough for the good engine to start on a busy machine.
        self.play("silent-start", "--startup", "4", when="")
        self.assertEqual(self.counted, {"good": {}, "bad": {"start": GAMES}})

    def test_flood_at_start(self) -> None:
        self.play("flood-at-start", when="")
        self.assertEqual(self.counted, {"good": {}, "bad": {"flood": GAMES}})

    def test_none(self) -> None:
        records, status = self.play("none", when="")
        self.assertEqual(self.counted, {"good": {}, "bad": {}})
        self.assertEqual(status, 0)


if __name__ == "__main__":
    unittest.main()
