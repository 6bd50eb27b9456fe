"""A match in a browser: a small server on this machine alone, for reading only.

Any page that a browser shows can send requests to this machine. So the server is bound to the loopback interface, answers only those
whose `Host` is its own address, and lets its page load nothing from elsewhere.
"""

from __future__ import annotations

import json
import re
import socket
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from . import looks
from .faults import BadArguments
from .match_reader import MatchReader

HOST = "127.0.0.1"

POLICY = "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"

MOST_CLIENTS = 32
"""Requests that are answered at a time; what comes beyond them is closed."""

SECONDS = 10.0
"""How long a client may take to send its request or to receive a part of its answer."""

HERE = Path(__file__).parent
WEB = looks.SOURCES / "serve/page/web"
SCRIPT, STYLE = "text/javascript; charset=utf-8", "text/css; charset=utf-8"

FILES = {
    "/": (HERE / "viewer.html", "text/html; charset=utf-8"),
    "/viewer.js": (HERE / "viewer.js", SCRIPT),
    "/viewer.css": (HERE / "viewer.css", STYLE),
    "/ludion-board.js": (looks.ELEMENT, SCRIPT),
    "/style.css": (WEB / "style.css", STYLE),
    "/icon.svg": (WEB / "icon.svg", "image/svg+xml"),
}
"""The files of the page: its own, the board, and the colours of `ludion page`."""


class Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Viewer
    timeout = SECONDS
    server_version, sys_version = "ludion", ""

    def do_GET(self) -> None:
        """Answers with a file, the state or a game."""
        if self.headers.get("Host") not in self.server.hosts:
            return self.answer(HTTPStatus.MISDIRECTED_REQUEST, "text/plain", b"the Host is not this page's")
        try:
            found = self.content(self.path.partition("?")[0])
        except (BadArguments, OSError) as error:
            return self.answer(HTTPStatus.INTERNAL_SERVER_ERROR, "text/plain; charset=utf-8", str(error).encode())
        if found is None:
            return self.answer(HTTPStatus.NOT_FOUND, "text/plain", b"there is no such file")
        return self.answer(HTTPStatus.OK, *found)

    do_HEAD = do_GET

    def content(self, path: str) -> tuple[str, bytes] | None:
        """The type and the content of what is asked for, if there is such a thing. Raises `BadArguments` for a damaged match."""
        if path in FILES:
            file, kind = FILES[path]
            return kind, file.read_bytes()
        data: dict[str, Any] | None = None
        if path == "/state":
            data = self.server.reader.state()
        elif found := re.fullmatch(r"/game/(\d{1,9})", path):
            data = self.server.reader.game(int(found[1]))
        return data and ("application/json", json.dumps(data, separators=(",", ":")).encode())

    def answer(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        """Sends an answer."""
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def end_headers(self) -> None:
        """Adds what keeps other pages out of every answer, of refusals too."""
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


class Viewer(ThreadingHTTPServer):
    """The server. A client that hangs holds a thread of its own and nothing else."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, reader: MatchReader, port: int) -> None:
        """Listens at a port of this machine, 0 for a free one. Raises `BadArguments` if it is in use."""
        self.reader = reader
        self._room = threading.BoundedSemaphore(MOST_CLIENTS)
        try:
            super().__init__((HOST, port), Handler)
        except (OSError, OverflowError) as error:
            raise BadArguments(f"port {port}: {error}") from None
        self.hosts = {f"{name}:{self.server_port}" for name in (HOST, "localhost")}

    @property
    def address(self) -> str:
        """What to open."""
        return f"http://{HOST}:{self.server_port}/"

    def process_request(self, request: socket.socket, client_address: Any) -> None:
        """Answers in a thread of its own, if there is room."""
        if self._room.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: socket.socket, client_address: Any) -> None:
        """Makes room when it is done."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, *_: Any) -> None:
        """Ignores that a client leaves."""
