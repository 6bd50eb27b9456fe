#!/usr/bin/env python3
"""Draws boards in pages of HTML, which need no server: the boards of all games, with the moves of a record step by step.

    scripts/embed.py page.html                    # draws each <ludion-board> of a page, in place
    scripts/embed.py game.sgf --out page.html     # makes a page of records and positions

A board of a page is written as `<ludion-board game="hex" position="5x5" moves="play b c3;play w b2"></ludion-board>`: the
position as the engine's command `position` reads it, and the lines that play; `notes`, a list of JSON, may have a text for each
move, `at` says how many moves are shown. The drawings are the engine's own; they are put into the element as JSON, and the script
of the element into the page, unless the page loads `ludion-board.js` itself. Done again after a change it draws the page anew. Exit
status: 0; 2 for invalid arguments, boards that cannot be drawn and files that cannot be written; 4 for a bug of the script; 130 if
interrupted.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

from arena import looks
from arena.engine import Engine
from arena.faults import BadArguments
from arena.files import read_text, request_path
from arena.frames import Frames, cut
from arena.process import Limits
from arena.program import BUILT, OneLineParser, end_status, find_command
from arena.record_moves import named_game, sgf_comments
from arena.store import check_outputs, replace

DATA = re.compile(r'\s*<script type="application/json">.*?</script>\s*', re.DOTALL)

ELEMENT = re.compile(r"<script data-ludion-board>.*?</script>\n?", re.DOTALL)

PAGE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>:root {{ color-scheme: light dark; }} body {{ font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 46rem; padding: 0 1rem; }} ludion-board {{ margin: 1rem 0; }}</style>
<body>
<main>
<h1>{title}</h1>
{boards}
</main>
</body>
</html>
"""


def parser() -> argparse.ArgumentParser:
    """The command line."""
    p = OneLineParser(prog="embed.py", description=__doc__.partition("\n")[0])
    p.add_argument("files", nargs="+", type=Path, metavar="FILE", help="pages; with --out records and positions that ludion loads")
    p.add_argument("--out", type=Path, metavar="PAGE", help="a new page with a board for each file")
    p.add_argument("--game", help="the game of the files (default: what a record says, of .sgf hex)")
    p.add_argument("--ludion", default=str(BUILT), metavar="COMMAND", help="the program that draws (default: target/release/ludion)")
    return p


def one_line(text: str) -> str:
    """A text with single spaces in place of all others and of line breaks."""
    return " ".join(text.split())


def begin(engine: Engine, game: str) -> None:
    """Makes a game the current one; in Hex a record may have a swap."""
    engine.ask(f"game {game}")
    if game == "hex":
        engine.ask("param swap pieces")


def draw(command: list[str], attributes: dict[str, str]) -> str:
    """The data of a board with these attributes. Raises `BadArguments`."""
    game = attributes.get("game", "")
    if not re.fullmatch(r"[a-z0-9]+", game):
        raise BadArguments(f"game={game!r} is no game")
    moves = list(filter(None, map(one_line, attributes.get("moves", "").split(";"))))
    notes = read_notes(attributes.get("notes", ""))
    if (at := attributes.get("at")) is not None and not (re.fullmatch(r"[0-9]{1,9}", at) and int(at) <= len(moves)):
        raise BadArguments(f"at={at[:80]!r}: write how many moves are shown, a whole number from 0 to {len(moves)}")
    frames = Frames()
    with Engine(command, Limits()) as engine:
        begin(engine, game)
        if attributes.get("position"):
            engine.ask(f"position {one_line(attributes['position'])}")
        drawings = [cut(engine.ask("svg"))]
        for move in moves:
            # Other commands could write files.
            if not move.startswith("play "):
                raise BadArguments(f"{move!r}: write the moves as play b c3;play w b2")
            engine.ask(move)
            drawings.append(cut(engine.ask("svg")))
    frames.add(drawings)
    return looks.script_json(frames.data() | {"steps": frames.games[0], "style": looks.style(game)} | notes)


def read_notes(text: str) -> dict[str, list[str]]:
    """What is said of each move, as the element takes it; nothing where the attribute is missing. Raises `BadArguments`."""
    if not text:
        return {}
    try:
        notes = json.loads(text)
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, list) or not all(isinstance(note, str) for note in notes):
        raise BadArguments(f'notes: {text[:80]!r}: write a list of texts, ["the centre", ""]')
    return {"notes": notes}


class Boards(HTMLParser):
    """Finds the boards of a page: their attributes, and the offsets of what is in them."""

    def __init__(self, text: str) -> None:
        """Reads a page. Raises `BadArguments` where a board does not end."""
        super().__init__()
        self._text = text
        self._lines = [0]
        for line in text.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.found: list[tuple[dict[str, str], int, int]] = []
        self._open: tuple[dict[str, str], int] | None = None
        self.feed(text)
        self.close()
        self._demand_end()

    def _offset(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes where a board begins."""
        if tag == "ludion-board":
            self._demand_end()
            self._open = ({key: value or "" for key, value in attrs}, self._offset() + len(self.get_starttag_text() or ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A slash at the end of a tag has no meaning in HTML."""
        self.handle_starttag(tag, attrs)

    def _demand_end(self) -> None:
        if self._open:
            line = self._text.count("\n", 0, self._open[1]) + 1
            raise BadArguments(f"the board of line {line} has no end tag </ludion-board>: HTML needs one, what follows would be part of the board")

    def handle_endtag(self, tag: str) -> None:
        """Notes where a board ends."""
        if tag == "ludion-board" and self._open:
            self.found.append((*self._open, self._offset()))
            self._open = None


def fill(command: list[str], text: str) -> tuple[str, int]:
    """A page with its boards drawn, and how many there are. Raises `BadArguments`."""
    boards = Boards(text).found
    for number, (attributes, start, end) in reversed(list(enumerate(boards, 1))):
        try:
            data = draw(command, attributes)
        except BadArguments as error:
            raise BadArguments(f"board {number}: {error}") from None
        kept = DATA.sub("", text[start:end])
        text = f'{text[:start]}{kept}<script type="application/json">{data}</script>{text[end:]}'
    text = ELEMENT.sub("", text)
    if not re.search(r"<script[^>]*ludion-board\.js", text):
        script = f"<script data-ludion-board>{looks.ELEMENT.read_text(encoding='utf-8')}</script>\n"
        end = text.rfind("</body>")
        text = text[:end] + script + text[end:] if end >= 0 else text + script
    return text, len(boards)


def split_record(engine: Engine, game: str) -> tuple[str, list[str]]:
    """The position at the start of the game that is loaded, and the lines that play its moves."""
    if game == "hex":
        start, *moves = engine.ask("position").split()
        return start, [f"play {move.replace(':', ' ')}" for move in moves]
    if game in ("ricochet", "hashi", "hitori"):
        start, _, text = engine.ask("position").partition(" play=")
        words = re.split(r"," if game == "ricochet" else r"/", text) if text else []
        marks = {"b": "black ", "w": "white ", "c": "clear "}
        return start, [f"play {marks[word[0]] + word[1:] if game == 'hitori' else word}" for word in words]
    record = engine.ask("pgn")
    start = re.search(r'\[Start "((?:\\.|[^"\\])*)"\]', record)
    moves = re.sub(r'\[\w+ "(?:\\.|[^"\\])*"\]', "", record).split()
    return re.sub(r"\\(.)", r"\1", start[1]) if start else "", [f"play {move.replace(':', ' ', 1)}" for move in moves]


def board_of(command: list[str], path: Path, game: str | None) -> str:
    """The element of a file that ludion loads, not drawn. Raises `BadArguments`."""
    try:
        text = read_text(path)
    except (OSError, ValueError) as error:
        raise BadArguments(f"{path}: {error}") from None
    game = game or named_game(path, text)
    if game is None:
        raise BadArguments(f"{path}: give --game NAME: the file does not tell")
    try:
        with Engine(command, Limits()) as engine, request_path(path) as file:
            begin(engine, game)
            engine.ask(f"load_file {file}")
            start, moves = split_record(engine, game)
    except BadArguments as error:
        raise BadArguments(f"{path}: {error}") from None
    start_note, *notes = sgf_comments(text) if path.suffix == ".sgf" else [""]
    # A record that the engine reads otherwise would have its comments in wrong places.
    if len(notes) != len(moves):
        start_note, notes = "", []
    caption = f"{path.stem}: {one_line(start_note)}" if start_note else path.stem
    given = {"game": game, "position": start, "moves": ";".join(moves), "caption": caption}
    if any(notes):
        given["notes"] = json.dumps([one_line(note) for note in notes], ensure_ascii=False)
    words = " ".join(f'{key}="{html.escape(value)}"' for key, value in given.items() if value)
    return f"<ludion-board {words}></ludion-board>"


def run(arguments: list[str]) -> int:
    """Draws; raises `BadArguments`."""
    given = parser().parse_args(arguments)
    check_outputs({"--out": given.out}, given.files)
    command = find_command(given.ludion, "--ludion: ")
    if given.out:
        boards = "\n".join(board_of(command, path, given.game) for path in given.files)
        pages = {given.out: PAGE.format(title=html.escape(given.out.stem), boards=boards)}
    else:
        pages = {}
        for path in given.files:
            try:
                pages[path] = read_text(path)
            except ValueError as error:
                raise BadArguments(f"{path}: {error}") from None
    for path, text in pages.items():
        try:
            drawn, count = fill(command, text)
        except BadArguments as error:
            raise BadArguments(f"{path}: {error}") from None
        if not count:
            raise BadArguments(f"{path}: it has no <ludion-board>: with --out PAGE a record becomes a page")
        replace(path, drawn)
        print(f"{path}: {count} boards" if count > 1 else f"{path}: 1 board")
    return 0


def main(arguments: list[str]) -> int:
    """Runs the program; returns the exit status."""
    return end_status("embed.py", lambda: run(arguments))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
