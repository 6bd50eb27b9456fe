"""Random lines: what the table of commands allows, what the documents show, and both with something changed."""

from __future__ import annotations

import random
import re

from . import wire
from .table import Command, Game

COLORS = ["b", "w", "black", "WHITE"]
NUMBERS = ["0", "1", "1", "2", "2", "3", "3", "4", "5", "6", "7", "8", "10", "11", "12", "20", "100"]
WILD_NUMBERS = [
    "-1", "0.5", "-0", "007", "1e9", "255", "256", "1000", "65536", "1000000000", "2147483647", "2147483648", "4294967296",
    "9223372036854775807", "18446744073709551615", "18446744073709551616", "9" * 40, "inf", "-inf", "nan", "0x10", "1.5.2",
]  # fmt: skip
WILD_WORDS = [
    "", "-", "=", ",", ":", "/", "..", "x", "a1", "A1", "z99", "resign", "pass", "none", "swap-pieces", "\u00e9", "\u202e", "\ufffd",
    "\U0001f600", "\x00", "\x1b[31m", "\x7f", "'", '"', "\\", "%s", "{}", "#", "?", "*", "a" * 300, "1," * 200, "(" * 100, "1 " * 900,
]  # fmt: skip
FILES = ["/dev/zero", "/dev/stdin", "/proc/kmsg", "/proc/self/mem", "fifo", "folder", ".", "..", "/", "missing", "a\x00b", "x" * 300]
ENDINGS = [".game", ".pg", ".dot", ".GAME", ".txt", ""]
HARMLESS_MIB = ["1", "4", "16", "64", "100"]
"""Sizes of tables: larger ones would make the bound on memory worthless."""

MOST_WORDS = 400
"""Words of replies that are kept for later lines."""


def expand(usage: str, chance: random.Random, value: object) -> str:
    """Arguments that a usage line allows; `value(name)` gives one for each name in capitals.

    usage = { item }    item = ( "[" usage "]" | word ) [ "..." ]    word = part { "|" part }
    """
    tokens = re.findall(r"\[|\]\.\.\.|\]|[^\s\[\]]+", usage)
    text, place = _sequence(tokens, 0, chance, value, True)
    while place < len(tokens):
        # A bracket that closes nothing.
        more, place = _sequence(tokens, place + 1, chance, value, True)
        text += more
    return " ".join(text)


def _sequence(tokens: list[str], place: int, chance: random.Random, value: object, is_wanted: bool) -> tuple[list[str], int]:
    words: list[str] = []
    while place < len(tokens) and not tokens[place].startswith("]"):
        if tokens[place] == "[":
            inner, end = _sequence(tokens, place + 1, chance, value, is_wanted)
            repeats = chance.randrange(2)
            if tokens[end : end + 1] == ["]..."]:
                repeats = chance.choice([0, 1, 1, 2, 3])
            for again in range(repeats):
                words += inner if again == 0 else _sequence(tokens, place + 1, chance, value, is_wanted)[0]
            place = end + 1
            continue
        word = tokens[place]
        for _ in range(chance.choice([1, 1, 2, 3, 5]) if word.endswith("...") else 1):
            words.append(_word(word.removesuffix("..."), chance, value))
        place += 1
    return words, place


def _word(word: str, chance: random.Random, value: object) -> str:
    if found := re.fullmatch(r"(\d+)-(\d+)", word):
        return str(chance.randint(int(found[1]), int(found[2])))
    parts = word.split("|")
    if len(parts) > 1 and parts[1].startswith("."):
        # FILE.game|.pg|.dot
        stem, _, first = parts[0].partition(".")
        parts = [stem + part for part in ["." + first, *parts[1:]]]
    return re.sub(r"[A-Z]{2,}|\b[A-Z]\b", lambda name: value(name[0]), chance.choice(parts))  # type: ignore[operator]


class Mutator:
    """Makes the lines of one session in one game; all that is random comes from `chance`."""

    def __init__(self, game: Game, chance: random.Random, files: list[str]) -> None:
        """`files` are the names of files that the engine can read."""
        self.game = game
        self.chance = chance
        self._files = files
        self._words: list[str] = []
        self._command = ""

    def observe(self, reply: bytes) -> None:
        """Keeps some words of a reply: they are moves, vertices, positions."""
        words = reply[:4000].decode("utf-8", "replace").split()[1:]
        self._words += self.chance.sample(words, min(len(words), 8))
        del self._words[:-MOST_WORDS]

    def value(self, name: str) -> str:
        """A word for a name in capitals of the usage of a command."""
        chance = self.chance
        if name == "COLOR":
            return chance.choice(COLORS)
        if name in ("FILE", "PATH"):
            kind = chance.randrange(4)
            return f"out{chance.randrange(1000)}" if kind == 0 else chance.choice(FILES if kind == 1 else self._files)
        if name == "KEY" and self._command.startswith("param"):
            return chance.choice(list(self.game.settings))
        kind = chance.randrange(10)
        known = self.game.arguments.get(self._command)
        if kind < 4 and known:
            # Mostly one word; texts such as positions have several.
            words = chance.choice(known)
            return words if kind == 0 else chance.choice(words.split(" "))
        if kind < 7 and self._words:
            return chance.choice(self._words)
        return chance.choice(NUMBERS if kind < 9 else WILD_NUMBERS)

    def request(self, command: Command) -> str:
        """A line of a command as its usage allows."""
        self._command = command.name
        return f"{command.name} {expand(command.usage, self.chance, self.value)}".rstrip()

    def random_setting(self, key: str) -> str:
        """A valid line for a setting."""
        chance, form = self.chance, self.game.settings[key]
        if key == "hash_mb":
            value = chance.choice(HARMLESS_MIB)
        elif key == "max_time":
            value = chance.choice(["0.01", "0.02", "0.05", "0"])
        elif found := re.fullmatch(r"a (whole )?number from (\S+) to (\S+)", form):
            low, high = float(found[2]), float(found[3])
            number = chance.choice([low, high, chance.uniform(low, high), min(high, low + chance.randrange(10))])
            value = str(int(found[3]) if found[1] and number == high else int(number)) if found[1] else f"{number:.6f}"
        else:
            words = [word for word in re.split(r"[|, ]+", form) if word]
            value = chance.choice(words)
        return f"param {key} {value}"

    def head(self) -> list[str]:
        """The first lines of a session: the game, and random settings under which most searches end soon."""
        chance = self.chance
        lines = [f"game {self.game.name}", f"param hash_mb {chance.choice(HARMLESS_MIB)}", "param max_time 0.01"]
        if chance.random() < 0.7:
            lines.append(f"param max_nodes {chance.choice([1, 10, 100, 1000])}")
        keys = list(self.game.settings)
        lines += [self.random_setting(key) for key in chance.sample(keys, chance.randrange(len(keys) + 1)) if key not in ("max_time", "hash_mb")]
        return lines

    def line(self) -> bytes:
        """One line, valid or not."""
        chance = self.chance
        kind = chance.randrange(20)
        if kind < 9:
            text = self.request(chance.choice(self.game.commands))
        elif kind < 10:
            text = self.random_setting(chance.choice(list(self.game.settings)))
        else:
            text = chance.choice(self.game.lines)
        for _ in range(chance.choice([0, 0, 1, 1, 2, 4])):
            text = self._change_words(text)
        line = text.replace("\n", " ").encode("utf-8", "replace")
        kind = chance.randrange(200)
        if kind < 20:
            line = chance.choice([b"7 ", b"0 ", b"2147483647 ", b"2147483648 ", b"1.5 ", b"\t3\t", b" ", b"00 "]) + line
        elif kind < 30:
            line = self._damage_byte(line)
        elif kind == 30:
            line += b" " + chance.choice([b"1", b"a1", b"x,", b"-"]) * chance.choice([70000, 9000, 30000])
        elif kind == 31:
            line = chance.choice([b"", b"  ", b"# interrupt", b"stop", b"# comment", b"\r", b"\t# x", b"5"])
        # An end in mid-session would leave the rest unanswered.
        request = wire.parse(line)
        return b"name" if request and request.name == "quit" else line

    def _change_words(self, text: str) -> str:
        """A text with one word changed, moved, repeated or left out."""
        chance = self.chance
        words = text.split(" ")
        # Mostly the arguments: a line whose name is unknown tells little.
        place = chance.randrange(len(words)) if chance.random() < 0.1 else chance.randrange(min(1, len(words) - 1), len(words))
        kind = chance.randrange(10)
        if kind == 0:
            del words[place]
        elif kind == 1:
            words.insert(place, chance.choice(words))
        elif kind == 2:
            words[place] = chance.choice(WILD_NUMBERS)
        elif kind == 3:
            words[place] = chance.choice(WILD_WORDS)
        elif kind == 4:
            words[place] = words[place].swapcase()
        elif kind == 5:
            other = chance.choice(self.game.lines).split(" ")
            words = words[:place] + other[chance.randrange(len(other)) :]
        elif kind == 6 and self._words:
            words[place] = chance.choice(self._words)
        elif kind == 7:
            words[place] = re.sub(r"\d+", lambda _: chance.choice(NUMBERS + WILD_NUMBERS), words[place], count=1)
        elif words[place]:
            at = chance.randrange(len(words[place]))
            new = chance.choice(["", words[place][at] * 2, chr(chance.randrange(32, 127))])
            words[place] = words[place][:at] + new + words[place][at + 1 :]
        return " ".join(words)

    def _damage_byte(self, line: bytes) -> bytes:
        """A line with one byte that is another."""
        if not line:
            return line
        damaged = bytearray(line)
        damaged[self.chance.randrange(len(line))] = self.chance.randrange(256)
        return bytes(damaged).replace(b"\n", b" ")
