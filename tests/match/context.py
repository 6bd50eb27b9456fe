"""Where the scripts are, and how the tests run them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "scripts"
FAKE = Path(__file__).with_name("fake_engine.py")
TOY = Path(__file__).with_name("toy_engine.py")
LONG = bool(os.environ.get("LONG_TESTS"))
"""Set LONG_TESTS=1 for the tests that take minutes."""

if str(SCRIPTS) not in sys.path:
    sys.path.insert(0, str(SCRIPTS))

# A shell starts what runs in its background with SIGINT ignored, and so would the programs be that the tests interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)


def ludion() -> str | None:
    """The engine that is tested with, if it was built: LUDION names another than target/release/ludion."""
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    path = Path(os.environ.get("LUDION", folder / "release" / "ludion"))
    return str(path) if path.is_file() else None


def fake(*options: object) -> str:
    """The command of a fake engine."""
    return " ".join([sys.executable, "-S", str(FAKE), *map(str, options)])


def command(script: str, *arguments: object) -> list[str]:
    """The command line of a script."""
    return [sys.executable, str(SCRIPTS / script), *map(str, arguments)]


def run(script: str, *arguments: object, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a script to its end."""
    return subprocess.run(command(script, *arguments), capture_output=True, text=True, timeout=300, cwd=cwd)


def records(folder: Path) -> list[dict[str, Any]]:
    """The lines of a match's games."""
    return [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
