"""The wire as `protocol.md` describes it, written independently of the engine: which lines have replies, and how replies look."""

from __future__ import annotations

import re
from dataclasses import dataclass

MAX_LINE = 65536
"""Bytes of the longest line that is read."""

MAX_ID = 2**31 - 1
MAX_FAILURE = 4096
"""Bytes of the longest failure, however long the line was."""

_CONTROL = re.compile("[\x00-\x08\x0a-\x1f\x7f]")
_BAD_OUTPUT = re.compile(rb"[\x00-\x09\x0b-\x1a\x1c-\x1f\x7f]")


@dataclass(frozen=True)
class Request:
    """A line that has a reply."""

    id: str
    """As the reply repeats it, maybe empty."""
    words: tuple[str, ...]
    """The name of the command and its arguments; none in a malformed line."""
    failure: str = ""
    """The message of a malformed line."""

    @property
    def name(self) -> str:
        """The command."""
        return self.words[0] if self.words else ""


def parse(line: bytes) -> Request | None:
    """The request of a line without its line feed; `None` where it has no reply."""
    if len(line) > MAX_LINE:
        return Request("", (), "line too long")
    text = line.decode("utf-8", "replace").partition("#")[0]
    text = _CONTROL.sub("", text).replace("\t", " ").strip(" ")
    if not text:
        return None
    number = ""
    if found := re.match("[0-9]+", text):
        rest = text[found.end() :]
        digits = found[0].lstrip("0") or "0"
        if len(digits) > 10 or int(digits) > MAX_ID or (rest and rest[0] != " "):
            return Request("", (), "bad id")
        number, text = digits, rest.strip(" ")
        if not text:
            return Request(number, (), "empty command")
    return Request(number, tuple(word for word in text.split(" ") if word))


def fault(request: Request, reply: bytes) -> str:
    """What is wrong with a reply, given without the empty line that ends it; empty where nothing is."""
    try:
        text = reply.decode()
    except UnicodeDecodeError:
        return f"a reply that is not UTF-8: {reply[:200]!r}"
    head = f"{text[:1]}{request.id} "
    if text[:1] not in ("=", "?") or not text.startswith(head):
        return f"a reply that does not begin with ={request.id} or ?{request.id}: {text[:200]!r}"
    if request.failure and text != f"?{request.id} {request.failure}":
        return f"{text[:200]!r} in place of the failure {request.failure!r}"
    if text[0] == "?" and len(reply) > MAX_FAILURE:
        return f"a failure of {len(reply)} bytes: {text[:200]!r}"
    if found := _BAD_OUTPUT.search(reply):
        return f"a control character, {found[0]!r}, in {text[:200]!r}"
    if b"\x1b" in reply and (text[0] == "?" or "color" not in (word.lower() for word in request.words)):
        return f"an escape sequence that nobody asked for: {text[:200]!r}"
    return ""


def has_internal_error(reply: bytes) -> bool:
    """Whether a reply admits a bug of the engine."""
    return reply.startswith(b"?") and b"internal error" in reply
