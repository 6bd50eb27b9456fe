"""Functions of the scripts are verbs or nouns: no bare participles, no bare prepositions."""

from __future__ import annotations

import ast
import re
import unittest
from collections.abc import Iterator
from pathlib import Path

from context import ROOT, SCRIPTS

PARTICIPLES = set(
    "begun broken built chosen done drawn found given gone held hidden kept known left lost made met said seen sent shown stood taken"
    " thrown told undone whole won written".split()
)
"""Irregular ones that are no imperatives, too; the others end in -ed."""

PREPOSITIONS = set("above across after against at before below beside between by for from in inside of on outside to under with within without".split())

VERBS = {"embed", "feed", "need", "seed", "speed"}


def sources() -> Iterator[Path]:
    """The files of Python, with those that have no ending."""
    for folder in (SCRIPTS, ROOT / "tests" / "match"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and (path.suffix == ".py" or not path.suffix and path.read_text().startswith("#!/usr/bin/env python3")):
                yield path


def is_bare(name: str) -> bool:
    """Whether a name is nothing but a participle or a preposition."""
    word = name.strip("_")
    return word in PARTICIPLES | PREPOSITIONS or word not in VERBS and bool(re.fullmatch("[a-z]+ed", word))


class Names(unittest.TestCase):
    def test_the_rule(self) -> None:
        for name in ("shown", "_quoted", "of", "mirrored", "_gone"):
            self.assertTrue(is_bare(name), name)
        for name in ("read", "run", "seed", "merged_files", "test_done", "count"):
            self.assertFalse(is_bare(name), name)

    def test_no_bare_participle_or_preposition(self) -> None:
        paths = list(sources())
        self.assertGreater(len(paths), 80)
        for path in paths:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    self.assertFalse(is_bare(node.name), f"{path}:{node.lineno}: {node.name}: a verb or a noun, please")


if __name__ == "__main__":
    unittest.main()
