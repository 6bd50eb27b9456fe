"""The hostile tests find what an engine does wrong, say it with the shortest transcript, and find nothing in one that does it right."""

from __future__ import annotations

import functools
import random
import sys
import tempfile
import time
import unittest
from dataclasses import replace
from pathlib import Path

import context
from stress import clock, flips, interrupts, lines, mutator, shrink, soak, table, wire
from stress.engine import Finding, FindingKind, ReplyLimits, TestedEngine
from stress.findings import Context, literal, quantile

HOSTILE = Path(__file__).with_name("hostile_engine.py")


def engine(fault: str = "") -> list[str]:
    """The command of an engine with a fault."""
    return [sys.executable, "-S", str(HOSTILE), *(["--fault", fault] if fault else [])]


class Wire(unittest.TestCase):
    def test_lines(self) -> None:
        for line in (b"", b"  ", b"# x", b"\t# interrupt", b"\x00\x07\r"):
            self.assertIsNone(wire.parse(line), line)
        for line, number, words in (
            (b"name", "", ("name",)), (b"007  play\tb  a1 # x", "7", ("play", "b", "a1")), (b"na\x00me", "", ("name",)),
            (b"2147483647 x", "2147483647", ("x",)), (b"0" * 9000 + b"7 x", "7", ("x",)), (b"\xff", "", ("\ufffd",)),
        ):  # fmt: skip
            self.assertEqual(wire.parse(line), wire.Request(number, words))
        for line, number, failure in (
            (b"2147483648 x", "", "bad id"), (b"7x", "", "bad id"), (b"1" * 9000, "", "bad id"), (b"8", "8", "empty command"), (b"8 #", "8", "empty command"),
            (b"x" * 65537, "", "line too long"),
        ):  # fmt: skip
            self.assertEqual(wire.parse(line), wire.Request(number, (), failure))

    def test_replies(self) -> None:
        plain, numbered = wire.Request("", ("name",)), wire.Request("7", ("showboard", "color"))
        for request, reply in ((plain, b"= ludion"), (plain, b"? no"), (numbered, b"=7 \n\x1b[1mX\x1b[0m"), (plain, b"= ")):
            self.assertEqual(wire.fault(request, reply), "")
        for request, reply in (
            (plain, b"ludion"), (plain, b"=ludion"), (plain, b"=7 ludion"), (numbered, b"=8 "), (plain, b"= \x07"), (plain, b"= \xff"),
            (plain, b"= \x1b[1m"), (plain, b"? " + b"x" * 5000), (wire.Request("", (), "bad id"), b"? no"),
        ):  # fmt: skip
            self.assertNotEqual(wire.fault(request, reply), "", reply)


class Shrinking(unittest.TestCase):
    def test_the_shortest_list(self) -> None:
        deadline = time.monotonic() + 20
        found = shrink.shrink_list(range(1000), lambda part: {17, 503, 999} <= set(part), deadline)
        self.assertEqual(found, [17, 503, 999])
        self.assertEqual(shrink.shrink_list([1, 2], lambda part: True, deadline), [])
        self.assertEqual(shrink.shrink_list([1, 2, 3], lambda part: False, time.monotonic() - 1), [1, 2, 3])

    def test_the_shortest_lines(self) -> None:
        text = [b"name", b"play b a1", b"undo 3", b"play w !bad b2", b"name"]
        found = shrink.shrink_lines(text, lambda part: any(line.startswith(b"play") and b"!" in line for line in part), 20)
        self.assertEqual(found, [b"play!"])


class Clock(unittest.TestCase):
    @unittest.skipIf(context.ludion() is None, "needs target/release/ludion")
    def test_the_graph_of_the_campaign_is_one(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            clock.write_graph(Path(folder) / "game.pg")
            with TestedEngine([str(context.ludion())], Path(folder), ReplyLimits()) as engine:
                for line in clock.BOARDS["graph 50000"]:
                    engine.ask(line)
                self.assertIn("vertices=50000", engine.ask("solve"))
                engine.end()


class Mutation(unittest.TestCase):
    def expansions(self, usage: str) -> set[str]:
        chance = random.Random(3)
        return {mutator.expand(usage, chance, lambda name: name.lower()) for _ in range(400)}

    def test_usages(self) -> None:
        self.assertEqual(self.expansions("COLOR MOVE"), {"color move"})
        self.assertEqual(self.expansions("[KEY [VALUE]]"), {"", "key", "key value"})
        self.assertEqual(self.expansions("R C [none|swedish]"), {"r c", "r c none", "r c swedish"})
        self.assertEqual(self.expansions("FILE.game|.pg [1|2]") & {"file.game", "file.pg 1"}, {"file.game", "file.pg 1"})
        self.assertEqual(self.expansions("[1-3]"), {"", "1", "2", "3"})
        self.assertIn("heap heap take=set", self.expansions("HEAP... [take=SET|octal=CODE]"))
        self.assertIn("key=value key=value", self.expansions("[KEY=VALUE]..."))
        for usage in ("[", "]", "[[", "A|", "|", "...", "[A]... ]"):
            self.expansions(usage)

    def test_lines_of_a_game(self) -> None:
        with tempfile.TemporaryDirectory() as folder, TestedEngine(engine(), Path(folder)) as toy:
            (game,) = table.read(toy, Path(folder))
        self.assertEqual([command.name for command in game.commands], ["play", "bad", "param"])
        self.assertEqual(game.settings, {"threads": "a whole number from 1 to 4"})
        same = [mutator.Mutator(game, random.Random(5), ["x"]) for _ in range(2)]
        first, second = ([one.line() for _ in range(3000)] for one in same)
        self.assertEqual(first, second)
        requests = [wire.parse(line) for line in first]
        self.assertFalse(any(b"\n" in line or (request and request.name == "quit") for line, request in zip(first, requests)))
        valid = {command.name for command in game.commands}
        self.assertGreater(sum(request is not None and request.name in valid for request in requests), 1500)
        self.assertTrue(all(line.startswith(("game ", "param ")) for line in same[0].head() if line))

    def test_no_line_ends_the_session(self) -> None:
        game = table.Game("x", [table.Command("quit", "", "quit")], {"key": "0|1"}, ["qu\x01it", "7 quit", "quit"])
        made = mutator.Mutator(game, random.Random(1), [])
        for _ in range(2000):
            request = wire.parse(made.line())
            self.assertFalse(request and request.name == "quit")

    def test_examples_of_documents(self) -> None:
        text = "x\n```gtp\nplay b a1\n= \n\nshowboard\n= \n. X\n\nname\n? no\n\n```\ny\n```gtp\n7 undo\n=7 \n```\n"
        self.assertEqual(table.requests(text, True), ["play b a1", "showboard", "name", "7 undo"])


class Judgement(unittest.TestCase):
    """A session of some lines, one of them bad."""

    LIMITS = ReplyLimits(patience=0.1, cpu=0.2)
    LINES = [b"name", b"7 play b a1", b"bad", b"name", b"play w a2"]

    def judge(self, fault: str, sent: list[bytes] | None = None) -> FindingKind | None:
        # Who never answers need not be waited for; a busy machine must not make the others late.
        limits = replace(self.LIMITS, hang=2.0 if fault in ("silent", "missing", "stays") else 60.0, cpu=60.0 if fault == "memory" else 0.2)
        with tempfile.TemporaryDirectory() as folder, TestedEngine(engine(fault), Path(folder), limits) as toy:
            try:
                lines.judge_whole(toy, self.LINES if sent is None else sent)
            except Finding as found:
                return found.kind
        return None

    def test_kinds(self) -> None:
        self.assertIsNone(self.judge(""))
        for fault, kind in {
            "crash": FindingKind.CRASH, "panic": FindingKind.INTERNAL, "silent": FindingKind.HANG, "deaf": FindingKind.LATE,
            "twice": FindingKind.REPLY, "id": FindingKind.REPLY, "missing": FindingKind.HANG, "control": FindingKind.REPLY,
            "long": FindingKind.REPLY, "memory": FindingKind.MEMORY, "stderr": FindingKind.STDERR, "stays": FindingKind.HANG,
        }.items():  # fmt: skip
            with self.subTest(fault):
                self.assertEqual(self.judge(fault), kind)
        self.assertIsNone(self.judge("crash", [b"name"]))

    def test_a_finding_is_shrunk(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            found = Context(engine("crash"), [], Path(folder), 1, Path(folder))
            short = found.shrunk(FindingKind.CRASH, self.LINES, lines.judge_whole, self.LIMITS)
            self.assertEqual(short, [b"bad"])
            self.assertEqual(found.shrunk(FindingKind.LATE, self.LINES, lines.judge_whole, self.LIMITS), self.LINES)

    def test_a_bound_takes_numbers_of_any_length(self) -> None:
        bound = lines.Bound()
        for line in (b"boardsize 9", b"play b " + 30_000 * b"1", b"boardsize 013"):
            bound.note(wire.parse(line), b"= ")
        self.assertEqual(bound._side, 13)

    def test_figures(self) -> None:
        self.assertEqual((quantile([], 0.5), quantile([3, 1, 2], 0.5), quantile([1, 2], 1.0)), (0.0, 2, 2))
        self.assertAlmostEqual(soak.slope([(0, 5), (3600, 6), (7200, 7)]), 1.0)
        self.assertEqual(literal(b"a\x00'%"), "a\\x00\\x27\\x25")

    def test_damage(self) -> None:
        chance = random.Random(1)
        for _ in range(500):
            content, what = flips.damage(b"some contents", chance)
            self.assertNotEqual(content, b"some contents", what)

    def test_a_damaged_file_is_shrunk(self) -> None:
        def read(path: Path) -> bool:
            if b"bad" in path.read_bytes():
                raise Finding(FindingKind.RESULT, "")
            return True

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x"
            content = b"".join(b"line %d\n" % number for number in range(100)) + b"bad\n"
            self.assertEqual(flips.shorten(flips.Format("x", b"", read), content, path, FindingKind.RESULT), b"bad\n")

    def test_a_late_line_is_reported_once(self) -> None:
        choice = interrupts.Choice(table.Game("x", [], {}, []))
        self.assertEqual([choice.note_late(line) for line in ("solve", "solve", "name", "solve")], [True, False, True, False])

    def test_a_late_interrupt_is_shrunk(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            context_of = Context(engine(), [], Path(folder), 1, Path(folder))
            judge = functools.partial(interrupts.judge_interrupt, wait=0.0)
            text = [b"name", b"name", b"# interrupt"]
            self.assertEqual(context_of.shrunk(FindingKind.LATE, text, judge, ReplyLimits()), text)


class Script(unittest.TestCase):
    """The whole program."""

    def run_on(self, fault: str, *arguments: object) -> tuple[int, str, str]:
        with tempfile.TemporaryDirectory() as folder:
            program = " ".join(engine(fault))
            run = context.run("torture", "--engine", program, "--out", Path(folder) / "out", *arguments)
        return run.returncode, run.stdout, run.stderr

    def test_nothing_is_found_where_nothing_is(self) -> None:
        status, out, _ = self.run_on("", "lines", "--count", 600, "--minutes", 5)
        self.assertEqual(status, 0, out)
        self.assertIn("findings=0 seed=1", out.splitlines()[-1])

    def test_a_crash_is_found(self) -> None:
        status, out, _ = self.run_on("crash", "lines", "--count", 10, "--minutes", 5)
        self.assertEqual(status, 1, out)
        self.assertIn("crash: exit status 3", out)
        self.assertIn("transcript, also in ", out)

    def test_arguments(self) -> None:
        for arguments in (["nothing"], ["--minutes", "0"], ["--minutes", "nan"], ["--engine", "no-such-program"], ["lines", "--engine", "ls"], ["kills", "--lab", "no-such-program"], ["--seed", "x"]):
            run = context.run("torture", "--engine", sys.executable, *arguments)
            self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)


if __name__ == "__main__":
    unittest.main()
