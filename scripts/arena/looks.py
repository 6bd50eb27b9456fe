"""The style of the boards in HTML: that of the page of `ludion page`, whose files are read, so that both look the same in light and dark."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

SOURCES = Path(__file__).resolve().parents[2] / "src"

ELEMENT = Path(__file__).resolve().parents[1] / "boards" / "ludion-board.js"
"""The element `<ludion-board>`."""

ACTIVE = re.compile(r":hover|\.ghost|\.over\b|\.board\b|\[data-lit\]|\[data-loss")
"""What the page alone has: pointing, marks, trials."""


def style(game: str) -> str:
    """The colours of the page, and the rules of a game's shapes; nothing where there is no such game."""
    path = SOURCES / "games" / game / "page.js"
    if not game.isalnum() or not path.is_file():
        return ""
    script = path.read_text(encoding="utf-8")
    sheet = (SOURCES / "serve/page/web/style.css").read_text(encoding="utf-8")
    colours = re.search(r":root \{(.*?)\}", sheet, re.DOTALL)
    shapes = re.search(r"\n  style: `(.*?)`,\n", script, re.DOTALL)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", shapes[1]) if shapes else []
    names = re.findall(r"--[\w-]+: [^;]+;", colours[1]) if colours else []
    kept = [f"{selector.strip()}{{{rule}}}" for selector, rule in rules if not ACTIVE.search(selector)]
    return "".join([f":host{{{''.join(names)}}}", *kept])


def script_json(data: Any) -> str:
    """JSON that may stand in a script of HTML, which `<` could end."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")
