"""The regression runner on suites whose outcome is known."""

from __future__ import annotations

import sys
import tempfile
import unittest
from pathlib import Path

import context
from arena.faults import BadArguments
from arena.suite import parse

ENGINE = """
import os, sys
for line in sys.stdin:
    words = line.split()
    if words[0] == "say":
        answer = "= " + " ".join(words[1:]).replace("|", chr(10))
    elif words[0] == "load":
        answer = "= " + open(words[1]).read().strip() if os.path.exists(words[1]) else "? cannot load file"
    elif words[0] == "die":
        os._exit(5)
    else:
        answer = "? unknown command"
    print(answer + chr(10), flush=True)
"""


class Regress(unittest.TestCase):
    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)
        (self.folder / "engine.py").write_text(ENGINE)

    def run_suite(self, text: str, *options: str) -> tuple[int, str, str]:
        (self.folder / "suite").mkdir(exist_ok=True)
        (self.folder / "suite" / "x.tst").write_text(text)
        (self.folder / "suite" / "data.txt").write_text("loaded\n")
        engine = f"{sys.executable} {self.folder / 'engine.py'}"
        # Relative to another folder than the suite's.
        run = context.run("regress.py", *options, engine, "suite/x.tst", cwd=self.folder)
        return run.returncode, run.stdout, run.stderr

    def counts(self, text: str) -> tuple[int, ...]:
        """Exit status, tests, and the four outcomes."""
        status, out, error = self.run_suite(text)
        self.assertEqual(error, "")
        return (status, *map(int, out.splitlines()[-1].split()[1:]))

    def test_outcomes(self) -> None:
        self.assertEqual(self.counts("10 say d4\n#? [d4|e5]\n"), (0, 1, 1, 0, 0, 0))
        self.assertEqual(self.counts("10 say f6\n#? [d4|e5]\n"), (1, 1, 0, 1, 0, 0))
        self.assertEqual(self.counts("10 say f6\n#? [d4|e5]*\n"), (0, 1, 0, 0, 1, 0))
        self.assertEqual(self.counts("10 say d4\n#? [d4|e5]*\n"), (0, 1, 0, 0, 0, 1))
        self.assertEqual(self.counts("10 say d4\n#? [e5]&\n"), (0, 0, 0, 0, 0, 0))

    def test_a_suite_without_tests(self) -> None:
        status, _, error = self.run_suite("10 say d4\n")
        self.assertEqual((status, "no test" in error), (2, True), error)

    def test_matching(self) -> None:
        self.assertEqual(self.counts("10 say d44\n#? [d4]\n")[3], 1, "the whole answer")
        self.assertEqual(self.counts("10 say a|b|c\n#? [a.*c]\n")[2], 1, "a dot matches a line's end")
        self.assertEqual(self.counts("10 say d4\n#? [!d4]\n")[3], 1)
        self.assertEqual(self.counts("10 say d5\n#? [!d4]\n")[2], 1)
        self.assertEqual(self.counts("10 nonsense\n#? [.*]\n")[3], 1, "a failure never passes")
        self.assertEqual(self.counts("10 nonsense\n#? [!x]\n")[3], 1)
        self.assertEqual(self.counts("10 say\n#? []\n")[2], 1)

    def test_lines(self) -> None:
        text = "# comment\nnonsense\n5 say no test\n10 say d4 # with a comment\nsay between\n\n#? [d4]\nquit\n20 die\n"
        self.assertEqual(self.counts(text), (0, 1, 1, 0, 0, 0))
        self.assertEqual(self.counts("10 load data.txt\n#? [loaded]\n")[2], 1, "the suite's folder")

    def test_tests_that_would_not_run(self) -> None:
        for text in ("1 say a\n#? [a]\nquit\n2 say b\n#? [b]\n", "1 quit\n#? []\n"):
            status, out, error = self.run_suite(text)
            self.assertEqual((status, out, "tests after quit" in error, len(error.splitlines())), (2, "", True, 1), error)

    def test_limits_that_make_no_sense(self) -> None:
        for limit in ("0", "-1", "nan"):
            status, _, error = self.run_suite("1 say a\n#? [a]\n", f"--limit={limit}")
            self.assertEqual((status, error), (2, "regress.py: --limit is a number above 0\n"))

    def test_crash(self) -> None:
        status, out, _ = self.run_suite("10 say a\n#? [a]\n20 die\n#? [a]\n")
        self.assertEqual(status, 2)
        self.assertIn("x.tst ended early: crash: exit status 5", out)

    def test_set_up(self) -> None:
        self.assertEqual(self.run_suite("10 say a\n#? [a]\n", "--setup", "say hello")[0], 0)
        status, _, error = self.run_suite("10 say a\n#? [a]\n", "--setup", "nonsense")
        self.assertEqual((status, len(error.splitlines())), (2, 1))

    def test_bad_files(self) -> None:
        for text in ("#? [a]\n", "10 say\n#? a\n", "10 say\n#? [(]\n", "10\n"):
            with self.subTest(text), self.assertRaises(BadArguments):
                parse(text, "x")
        run = context.run("regress.py", "true", "missing.tst")
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1))
        run = context.run("regress.py", "no-such-engine", "missing.tst")
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1))
        self.assertEqual(context.run("regress.py").returncode, 2)

    def test_long(self) -> None:
        self.assertEqual(self.run_suite("10 say a\n#? [a]\n")[1].count("wanted"), 0)
        self.assertEqual(self.run_suite("10 say a\n#? [a]\n", "--long")[1].count("wanted [a], got 'a'"), 1)

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    def test_shipped_suites(self) -> None:
        """Published values and those of other programs, in every game."""
        suites = sorted((Path(__file__).parents[2] / "suites").glob("*.tst"))
        self.assertEqual(len(suites), 10)
        run = context.run("regress.py", context.ludion(), *suites)
        self.assertEqual((run.returncode, run.stderr), (0, ""), run.stdout)


if __name__ == "__main__":
    unittest.main()
