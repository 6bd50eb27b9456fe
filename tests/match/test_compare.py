"""Comparisons with fake peers: times, answers, what goes wrong; and with the engine as its own peer."""

from __future__ import annotations

import math
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import context
from arena import log_charts
from measure import fit
from measure.growth import GROWTHS
from measure.instances import Task, connect4_positions, graph_text, hex_positions, ours, ricochet_positions
from measure.pairs import Pair, markdown, median, order, plot, ratio
from measure.side import Measured, Side, fill_in, measure, read_side

LUDION = context.ludion()
PEER = Path(__file__).with_name("fake_peer.py")


def peer(*options: str, **fields: object) -> Side:
    command = (sys.executable, "-S", str(PEER), *options)
    return Side("peer", command, answer=re.compile(r"square: (\d+)"), **fields)  # type: ignore[arg-type]


class Sides(unittest.TestCase):
    def test_file_and_input(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "x"
            file.write_text("7\n")
            values = {"file": str(file), "text": "9"}
            self.assertEqual(measure(peer("{file}"), values, 60, False).answer, "49")
            found = measure(peer(input="{text} {other}\n", answers={"81": "same"}), values, 60, False)
            self.assertEqual((found.answer, found.fault), ("same", ""))
            self.assertGreater(found.seconds, 0)

    def test_its_own_clock(self) -> None:
        clock = {"seconds": re.compile(r"took ([\d.,]+) ms"), "seconds_unit": 0.001, "nodes": re.compile(r"(\d+) nodes")}
        found = measure(peer(input="5\n", **clock), {}, 60, True)
        self.assertEqual((found.seconds, found.nodes), (1.5, 5000))

    def test_what_goes_wrong_is_a_fault(self) -> None:
        for option, wanted in (("--fail", "exit status 3"), ("--hang", "no end within 1 s"), ("--silent", "cannot be read")):
            self.assertIn(wanted, measure(peer(option, input="5\n"), {}, 1, False).fault)
        self.assertIn("does not start", measure(Side("x", ("/no/such/program",)), {}, 1, False).fault)

    def test_what_stands_for_names(self) -> None:
        self.assertEqual(fill_in('{"a": {text}}{no}', {"text": "{file}", "file": "x"}), '{"a": {file}}{no}')


class Pairs(unittest.TestCase):
    def test_in_turns(self) -> None:
        turns = list(order(3, 4))
        self.assertEqual([number for number, _ in turns], [0, 1, 2] * 4)
        for number in range(3):
            self.assertEqual(sum(is_first for which, is_first in turns if which == number), 2)

    def test_ratios(self) -> None:
        middle, low, high = ratio([2.0, 8.0, 4.0, 2.0, 8.0])
        self.assertAlmostEqual(middle, 4.0)
        # The quantile of Student's distribution with four degrees of freedom is 2.776.
        factor = math.exp(2.776 * math.log(2) / math.sqrt(5))
        self.assertAlmostEqual(low, 4 / factor, delta=0.02)
        self.assertAlmostEqual(high, 4 * factor, delta=0.2)
        self.assertEqual(ratio([3.0, 5.0])[1:], (0.0, math.inf))

    def test_intervals_cover(self) -> None:
        chance = random.Random(5)
        for count in (5, 8, 20):
            covered = 0
            for _ in range(1000):
                _, low, high = ratio([math.exp(chance.gauss(0.3, 0.4)) for _ in range(count)])
                covered += low <= math.exp(0.3) <= high
            self.assertTrue(930 <= covered <= 975, (count, covered))

    def test_table(self) -> None:
        def pair(group: str, mine: float, theirs: float, answer: str = "1", fault: str = "") -> Pair:
            return Pair(group, Measured(mine, "1"), Measured(theirs, answer, fault=fault))

        pairs = [pair("a", 1, 2), pair("a", 1, 8), pair("b", 1, 1, "2"), pair("b", 1, 0, fault="gone")]
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in markdown(pairs, "p", False).splitlines()[2:]]
        self.assertEqual(rows[0][:6], ["a", "2", "2", "2", "1", "5"])
        self.assertEqual(rows[0][6], "4.00")
        self.assertEqual(rows[1], ["b", "2", "1", "0", "1", "1", "1.00"])
        self.assertEqual(rows[2][:4], ["all", "4", "3", "2"])
        drawn = plot(pairs, "p", False)
        self.assertTrue(drawn.startswith("<svg") and "p, seconds" in drawn)

    def test_an_empty_answer_is_another_one(self) -> None:
        self.assertFalse(Pair("a", Measured(1, "1"), Measured(1, "")).is_same)
        nodes = Pair("a", Measured(1, nodes=5), Measured(1, nodes=5))
        self.assertTrue(nodes.is_same)
        self.assertIn("| 1 | 1 |  | 5 | 5 |", markdown([nodes], "p", True))

    def test_the_median_has_the_faults(self) -> None:
        self.assertEqual(median([Measured(3), Measured(1), Measured(2)]).seconds, 2)
        self.assertEqual(median([Measured(3), Measured(fault="gone")]).fault, "gone")


class Instances(unittest.TestCase):
    def test_connect4_positions_can_be_played_and_nobody_has_won(self) -> None:
        for instance in connect4_positions([], 5, 3):
            self.assertEqual(len(instance.text), int(instance.group.split()[0]))
            self.assertLessEqual(max(instance.text.count(column) for column in "1234567"), 6)

    def test_graphs_have_about_the_edges_that_are_asked_for(self) -> None:
        lines = graph_text(2000, 1).splitlines()[1:]
        edges = sum(len(line.split()[3].split(",")) for line in lines if line.split()[3].rstrip(";") != line.split()[0])
        self.assertTrue(1500 < edges < 2500, edges)

    def test_ricochet_positions_by_their_moves(self) -> None:
        least = [int(instance.group.split()[0]) for instance in ricochet_positions([], 2, 1)]
        self.assertEqual(least, sorted(least))

    def test_hex_positions(self) -> None:
        self.assertEqual(hex_positions([], 3, 1), hex_positions([], 3, 1))
        self.assertEqual(len(set(hex_positions([], 9, 1)[0].text.split())), 4)


class Fits(unittest.TestCase):
    def test_laws_are_found_again(self) -> None:
        power = fit.best([(float(n), 3.0 * n**1.5) for n in (10, 20, 40, 80)])
        self.assertTrue(power and power.is_power)
        self.assertEqual(str(power), "n^1.50")
        exponential = fit.best([(float(n), 0.1 * 1.3**n) for n in (10, 20, 40, 80)])
        self.assertEqual(str(exponential), "1.3^n")
        self.assertIsNone(fit.best([(1.0, 1.0), (2.0, 2.0)]))


class CommandLine(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)

    def entry(self, text: str) -> Path:
        path = self.folder / "peer.toml"
        path.write_text(text)
        return path

    def compare(self, task: str, entry: str, *options: object) -> subprocess.CompletedProcess[str]:
        return context.run("compare", task, "--peer", self.entry(entry), "--out", self.folder / "out", *options)

    def test_what_cannot_be_done_is_one_line(self) -> None:
        bare = f"command = ['{sys.executable}']\n"
        good = bare + "input = '{text}'\n"
        whole = good + "answer = '(x)'\n"
        for entry, options in (
            ("", ()), ("command = 3", ()), ("command = []", ()), ("command = ['no-such-program']", ()), ("]", ()),
            (good + "answer = 'x'", ()), (good + "answer = '('", ()), (whole + "form = 'x'", ()), (whole + "colour = 1", ()),
            (whole + "seconds_unit = nan", ()), (whole + "seconds_unit = true", ()), (whole + "form = 'rows'", ()),
            (whole, ("--count", 0)), (whole, ("--limit", "nan")), (whole, ("--ludion", "no-such-program")), (whole, ("--ludion", "'")),
        ):  # fmt: skip
            with self.subTest(entry=entry, options=options):
                done = self.compare("connect4", entry, *options or ("--ludion", sys.executable))
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
        done = context.run("compare", "chess", "--peer", self.folder / "none.toml")
        self.assertIn("compare: there is no task 'chess': there are hex-match, hex-nodes", done.stderr)
        for task, entry, fault in (
            ("hex-nodes", good, "nodes is missing"), ("hashi", good, "answer is missing"),
            ("hashi", bare + "answer = '(x)'", "put {file} or {text} into"), ("hex-nodes", bare + "nodes = '(x)'", "{gtp} or {json} into"),
        ):  # fmt: skip
            done = self.compare(task, entry, "--ludion", sys.executable)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
            self.assertIn(fault, done.stderr)
            self.assertFalse((self.folder / "out" / "table.md").exists())
        self.assertEqual(read_side(self.entry("command = ['./x']")).command, (str(self.folder / "x"),))

    def test_figures_that_cannot_be_drawn(self) -> None:
        for words in (("chess",), ("--repeats", 0), ("--limit", "nan"), ("--ludion", "no-such-program"), ("nim", "--ludion", "/bin/false")):
            done = context.run("figures", *words, cwd=self.folder)
            self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)

    def test_figures_of_an_engine_that_fails(self) -> None:
        for program, fault in (
            ("import sys; sys.stdin.read()", "nim: its first size, 10000, has no result within 0.5 s"),
            ("import sys; [print('rubbish', flush=True) for _ in sys.stdin]", "figures: game nim: rubbish: "),
            ("raise SystemExit(1)", "figures: game nim: start: exit status 1"),
        ):
            with self.subTest(program):
                done = context.run("figures", "nim", "--limit", 0.5, "--ludion", f'{sys.executable} -S -c "{program}"', "--out", self.folder / "none")
                self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1), done.stderr)
                self.assertIn(fault, done.stderr)
                self.assertEqual(list((self.folder / "none").iterdir()), [])

    def test_help_describes_an_entry(self) -> None:
        done = context.run("compare", "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("seconds_unit", done.stdout)

    @unittest.skipUnless(LUDION, "ludion is not built")
    def test_with_the_engine_as_its_own_peer(self) -> None:
        solve = f"command = ['{LUDION}']\ninput = \"game GAME\\nload {{text}}\\nsolve\\n\"\n"
        load = solve.replace("load {text}", "load_file {file}")
        words = "answer = '(unique|several)'\nseconds = 'seconds=([\\d.]+)'\n"
        for task, entry, group in (
            ("connect4", solve.replace("GAME", "connect4") + "answer = 'score=(-?\\d+)'", "26 stones"),
            ("ricochet", solve.replace("GAME", "ricochet") + "answer = 'moves=(\\d+)'", "0 to 4 moves"),
            ("hashi", solve.replace("GAME", "hashi") + words, "30x30"),
            ("hitori", solve.replace("GAME", "hitori") + words, "20x20"),
            ("attractor", load.replace("GAME", "graph") + "answer = 'win1=(\\d+)'", "10000 edges"),
        ):
            with self.subTest(task):
                done = self.compare(task, entry, "--ludion", LUDION, "--count", 1, "--rounds", 1)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                rows = {row.split("|")[1].strip(): [cell.strip() for cell in row.split("|")[2:5]] for row in done.stdout.splitlines() if "|" in row}
                self.assertEqual(rows[group], ["1", "1", "1"], done.stdout)
                self.assertIn("; 1 round, by", done.stdout)
                self.assertEqual((self.folder / "out" / "table.md").read_text(), done.stdout)
                self.assertIn("<svg", (self.folder / "out" / "plot.svg").read_text())

    @unittest.skipUnless(LUDION, "ludion is not built")
    def test_answers_that_differ(self) -> None:
        done = self.compare("connect4", f"command = ['{sys.executable}', '-c', 'print(99)', '{{text}}']\nanswer = '(99)'", "--ludion", LUDION, "--count", 1, "--rounds", 1)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1))
        self.assertIn("4 answers differ", done.stderr)

    @unittest.skipUnless(LUDION, "ludion is not built")
    def test_a_peer_that_always_fails(self) -> None:
        done = self.compare("connect4", "name = 'a|b'\ncommand = ['false', '{text}']\nanswer = '(x)'", "--ludion", LUDION, "--count", 1, "--rounds", 1)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (2, 1))
        self.assertIn("nothing was compared", done.stderr)
        rows = [row.replace("\\|", "") for row in (self.folder / "out" / "table.md").read_text().splitlines() if row.startswith("|")]
        self.assertEqual({row.count("|") for row in rows}, {8})

    def test_few_ratios_have_no_interval(self) -> None:
        one = Measured(1.0, "x")
        for count, shown in ((4, "1.00 |"), (5, "1.00 [1.00, 1.00] |")):
            self.assertIn(shown, markdown([Pair("all of them", one, one)] * count, "peer", False))

    @unittest.skipUnless(LUDION, "ludion is not built")
    def test_nodes_a_second_and_a_match(self) -> None:
        task = Task("", hex_positions, counts_nodes=True)
        instance = hex_positions([], 1, 1)[0]
        moves = '["b a1", "w a2"]'
        assert LUDION
        found = measure(ours(task, [LUDION]), {"json": moves, "text": instance.text}, 300, True)
        self.assertEqual(found.fault, "")
        self.assertGreater(found.nodes, 1000)
        entry = f"name = 'fake'\ncommand = {[*context.fake().split()]!r}\n"
        done = self.compare("hex-match", entry, "--ludion", LUDION, "--games", 2, "--size", 3, "--seconds", 0.1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("fake", done.stdout)

    def test_lines_have_colours_and_names_of_their_own(self) -> None:
        series = {growth.game: [(1.0, 1.0), (10.0, 5.0)] for growth in GROWTHS}
        drawing = log_charts.points(series, "size", "seconds", has_lines=True)
        self.assertEqual(len(set(re.findall(r'stroke="(#\w+)" stroke-width', drawing))), len(GROWTHS))
        # Beside its end and below the plot.
        self.assertTrue(all(drawing.count(f">{game}<") == 2 for game in series))
        ends = re.findall(r'x="([0-9.]+)" y="([0-9.]+)" fill="#\w+">\w+<', drawing)[::2]
        self.assertEqual(len(set(ends)), len(GROWTHS))

    @unittest.skipUnless(LUDION, "ludion is not built")
    def test_figures_are_drawn(self) -> None:
        out = self.folder / "figures"
        done = context.run("figures", "chomp", "nim", "--repeats", 1, "--ludion", LUDION, "--out", out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((out / "growth.md").read_text(), done.stdout)
        rows = [line.split(",") for line in (out / "growth.csv").read_text().splitlines()[1:]]
        self.assertEqual([int(row[1]) for row in rows if row[0] == "chomp"], [49, 64, 81, 100, 121, 144])
        self.assertTrue(all(float(row[2]) >= 0 and float(row[3]) >= 0 for row in rows))
        self.assertIn("chomp", (out / "growth-time.svg").read_text())


if __name__ == "__main__":
    unittest.main()
