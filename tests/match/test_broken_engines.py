"""Every script that starts an engine, with one that does not answer, answers rubbish, ends early or cannot be started: the script ends,
with a documented status and one line on stderr."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import context

BROKEN = Path(__file__).with_name("broken_engine.py")

FAULTS = ("silent", "nul", "endless", "rubbish", "dies")

STATUSES = (0, 1, 2)
"""Success, findings, a failure: what the scripts document. 4 is a bug of the script."""

SLOW = frozenset({"embed.py"})
"""Scripts with a fixed limit of half a minute, left out with an engine that does not answer."""

SECONDS = 300.0
"""Most that a script may take on a busy machine."""

AT_A_TIME = 4
"""Scripts."""


class BrokenEngines(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "page.html").write_text('<ludion-board game="hex" moves="play b a1"></ludion-board>')
        (self.folder / "suite.tst").write_text("1 name\n#? [ludion]\n2 version\n#? [1]\n3 name\n#? [ludion]\n")
        (self.folder / "records" / "hex" / "source").mkdir(parents=True)
        (self.folder / "records" / "hex" / "source" / "a.sgf").write_text("(;FF[4]GM[11]SZ[5];B[a1])")
        (self.folder / "peer.toml").write_text('name = "cat"\ncommand = ["cat"]\ninput = "{text}\\n"\nanswer = "(x)"\n')

    def scripts(self, engine: str) -> dict[str, list[object]]:
        """The arguments of each script, for an engine."""
        out = self.folder / f"out-{len(list(self.folder.iterdir()))}"
        out.mkdir()
        return {
            "find_openings.py": ["--engine", engine, "--size", 4, "--count", 1, "--nodes", 5, "--stall", 1, "--out", out / "openings"],
            "analysis.py": ["--engine", engine, "--boardsize", 4, "--visits", 5, "--stall", 1, "a1"],
            "review.py": ["--engine", engine, "--size", 4, "--moves", "a1 b2", "--seconds", 0.01, "--stall", 1],
            "ricochet_pairs.py": [engine, "--limit", 1],
            "check_records.py": [self.folder / "records", "--engine", engine, "--limit", 1],
            "regress.py": ["--limit", 1, engine, self.folder / "suite.tst"],
            "tabulate.py": ["--engine", engine, "--sizes", 5, "--densities", 0.2, "--count", 1, "--time", 0.1, "--stall", 1, "--out", out / "tables"],
            "figures": ["--ludion", engine, "--limit", 1, "--repeats", 1, "--out", out / "figures", "nim"],
            "compare": ["connect4", "--ludion", engine, "--peer", self.folder / "peer.toml", "--count", 1, "--rounds", 1, "--limit", 1, "--out", out / "compared"],
            "embed.py": ["--ludion", engine, self.folder / "page.html"],
            "match.py": ["--engine", f"a={engine}", "--engine", f"b={engine}", "--games", 2, "--size", 4, "--time", "0.1/move", "--startup", 1, "--stall", 1, "--out", out / "match"],
            "torture": ["clock", "--engine", engine, "--minutes", 0.02, "--count", 1, "--out", out / "torture"],
        }  # fmt: skip

    def end(self, name: str, arguments: list[object]) -> subprocess.CompletedProcess[str] | None:
        """Runs a script to its end; nothing if it has none."""
        try:
            return subprocess.run(context.command(name, *arguments), capture_output=True, text=True, errors="replace", timeout=SECONDS, cwd=self.folder)
        except subprocess.TimeoutExpired:
            return None

    def judge(self, engine: str, left_out: frozenset[str] = frozenset()) -> None:
        """Runs all scripts with an engine: each must end by itself with a documented status, and without a traceback."""
        scripts = {name: arguments for name, arguments in self.scripts(engine).items() if name not in left_out}
        with ThreadPoolExecutor(AT_A_TIME) as pool:
            runs = dict(zip(scripts, pool.map(self.end, scripts, scripts.values())))
        for name, run in runs.items():
            with self.subTest(script=name, engine=engine):
                assert run, "no end"
                self.assertNotIn("Traceback", run.stderr)
                self.assertNotIn("bug of the script", run.stderr)
                self.assertIn(run.returncode, STATUSES, run.stderr[-500:])
                if run.returncode == 2:
                    self.assertTrue(run.stderr.splitlines()[-1].startswith(f"{name}: "), run.stderr[-500:])

    def test_faults(self) -> None:
        for fault in FAULTS:
            self.judge(f"{sys.executable} -S {BROKEN} {fault}", SLOW if fault == "silent" and not context.LONG else frozenset())

    def test_no_program(self) -> None:
        engine = self.folder / "engine"
        self.judge(str(engine))
        engine.write_bytes(b"\0\1\2\3")
        self.judge(str(engine))
        engine.chmod(0o755)
        self.judge(str(engine))


if __name__ == "__main__":
    unittest.main()
