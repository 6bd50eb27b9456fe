"""The table of kinds."""

from __future__ import annotations

from ..kind import Kind
from . import dots_slices, hex_openings, hex_selfplay, puzzles, reviews, ricochet_survey, suites

MODULES = (hex_openings, dots_slices, hex_selfplay, ricochet_survey, puzzles, reviews, suites)

KINDS = {module.NAME: Kind.of_module(module) for module in MODULES}
"""Each kind by its name."""
