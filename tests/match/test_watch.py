"""The page of a match: what it says is what the tables say, who may read it, and that no client slows the match."""

from __future__ import annotations

import contextlib
import http.client
import io
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import threading
import time
import unittest
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import context
from arena import live, table, viewer
from arena.faults import BadArguments
from arena.viewer import Viewer
from arena.match_reader import MatchReader, read_games

NOBODY = ""
"""The program that draws, where the boards do not matter."""


def get(address: str, path: str, method: str = "GET", **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """An answer of a server."""
    host = address.removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=20)
    try:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def state(address: str) -> dict[str, Any]:
    status, _, body = get(address, "/state")
    assert status == 200, body
    return dict(json.loads(body))


class Folder(unittest.TestCase):
    def setUp(self) -> None:
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.out = Path(temporary.name) / "match"

    def arguments(self, *more: object, one: str = "", two: str = "", games: int = 4) -> tuple[object, ...]:
        engines = ("--engine", f"one={context.fake(*one.split())}", "--engine", f"two={context.fake('--salt', 2, *two.split())}")
        return ("match.py", *engines, "--size", 4, "--games", games, "--openings", "random:2", "--out", self.out, *more)

    def play(self, *more: object, **engines: Any) -> None:
        run = context.run(*map(str, self.arguments(*more, **engines)))
        self.assertEqual(run.returncode, 0, run.stderr)

    def serve(self, ludion: str = NOBODY) -> str:
        """Serves the folder in this process; returns the address."""
        server = Viewer(MatchReader(self.out, ludion), 0)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return server.address

    def start(self, *arguments: object) -> tuple[subprocess.Popen[str], str]:
        """Starts a match with a page; returns the address."""
        match = subprocess.Popen(
            context.command(*map(str, arguments)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.addCleanup(end, match)
        assert match.stdout
        line = match.stdout.readline()
        self.assertRegex(line, r"^page: http://127\.0\.0\.1:\d+/\n$")
        return match, line.removeprefix("page: ").strip()


def end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


def wait_for(condition: Callable[[], Any], seconds: float = 60.0) -> Any:
    """What a condition gives once it holds."""
    until = time.monotonic() + seconds
    while not (found := condition()):
        if time.monotonic() > until:
            raise AssertionError("it did not come about")
        time.sleep(0.05)
    return found


class State(Folder):
    def check_tables(self, shown: dict[str, Any]) -> None:
        text = (self.out / "table.txt").read_text()
        self.assertGreaterEqual(len(shown["tables"]), 2)
        for rows in shown["tables"]:
            self.assertIn(table.columns(rows) + "\n", text)
        for line in shown["lines"]:
            self.assertIn(line + "\n", text)

    def test_two_engines_and_a_test(self) -> None:
        self.play("--sprt", "0,400", two="--fault crash --ply 5")
        shown = MatchReader(self.out, NOBODY).state()
        self.check_tables(shown)
        self.assertTrue(shown["is_over"])
        self.assertEqual((shown["planned"], shown["running"]), (4, []))
        self.assertEqual([game["id"] for game in shown["games"]], sorted((r["id"] for r in context.records(self.out)), reverse=True))
        found = re.search(r"LLR (\S+) \[(\S+), (\S+)\]", (self.out / "table.txt").read_text())
        self.assertEqual([f"{shown['sprt'][key]:.2f}" for key in ("ratio", "low", "high")], list(found.groups()))

    def test_three_engines(self) -> None:
        self.play("--engine", f"three={context.fake('--salt', 5)}")
        shown = MatchReader(self.out, NOBODY).state()
        self.check_tables(shown)
        self.assertEqual((len(shown["tables"]), shown["lines"], shown["sprt"], shown["planned"]), (3, [], None, 12))
        self.assertIn("±", shown["tables"][0][1][-1])

    def test_games_come_as_they_end(self) -> None:
        """A reader that looks again sees the same as one that looks for the first time."""
        self.play()
        file = self.out / "games.jsonl"
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(lines[0] + lines[1][:50])
        reader = MatchReader(self.out, NOBODY)
        self.assertEqual((reader.state()["played"], reader.state()["is_over"]), (1, False))
        file.write_bytes(b"".join(lines))
        self.assertEqual(reader.state(), MatchReader(self.out, NOBODY).state())
        self.assertEqual(reader.state()["played"], 4)

    def test_a_match_that_has_not_begun_and_a_damaged_one(self) -> None:
        self.assertIn("not begun", MatchReader(self.out, NOBODY).state()["title"])
        self.assertIsNone(MatchReader(self.out, NOBODY).game(0))
        self.play()
        with (self.out / "games.jsonl").open("a") as file:
            file.write("{}\n")
        with self.assertRaisesRegex(BadArguments, "damaged"):
            MatchReader(self.out, NOBODY).state()
        status, headers, body = get(self.serve(), "/state")
        self.assertEqual((status, headers["X-Content-Type-Options"]), (500, "nosniff"))
        self.assertIn(b"games.jsonl is damaged", body)
        (self.out / "match.json").write_text('{"game": "hex"}')
        with self.assertRaisesRegex(BadArguments, "match.json .* damaged"):
            MatchReader(self.out, NOBODY).state()

    def test_games_may_end_while_they_are_read(self) -> None:
        self.out.mkdir()
        done = threading.Event()

        def play() -> None:
            while not done.is_set():
                trail = live.Trail(self.out / live.FOLDER / "0.jsonl")
                trail.begin({})
                trail.close()
                live.clear(self.out)

        player = threading.Thread(target=play)
        player.start()
        try:
            for _ in range(10_000):
                self.assertEqual(read_games(self.out), [])
        finally:
            done.set()
            player.join()

    def test_values_are_recorded(self) -> None:
        self.play(one="--opinion 25", two="--opinion 75")
        for record in context.records(self.out):
            for ply, (color, _) in enumerate(record["moves"]):
                mover = record["black"] if color == "b" else record["white"]
                wanted = None if record["seconds"][ply] is None else {"one": 0.25, "two": 0.75}[mover]
                self.assertEqual(record["wins"][ply], wanted)
        shown = MatchReader(self.out, NOBODY).game(0)
        self.assertIn("win ", shown["notes"][2])
        self.assertEqual(len(shown["wins"]), len(shown["moves"]))

    @unittest.skipUnless(context.ludion(), "ludion is not built")
    @mock.patch.dict(os.environ, RUST_LOG="reason=info")
    def test_every_game_has_boards_and_values(self) -> None:
        ludion = context.ludion()
        assert ludion
        sizes = {"hex": "4", "dots": "2 2", "nim": "3 4 5", "chomp": "3 4", "tictactoe": "4 4 4", "connect4": "4 4", "graph": None}
        for game, size in sizes.items():
            with self.subTest(game):
                out = self.out.with_name(game)
                engines = ("--engine", f"one={ludion}", "--engine", f"two={ludion}", "--referee", ludion)
                more = ("--openings", "random:1", "--time", "nodes=300", "--games", 2, "--out", out)
                run = context.run("match.py", "--game", game, *engines, *more, *(("--size", size) if size else ()))
                self.assertEqual(run.returncode, 0, run.stderr)
                reader = MatchReader(out, ludion)
                for number in range(2):
                    shown = reader.game(number)
                    self.assertEqual(len(shown["steps"]), len(shown["moves"]))
                    self.assertTrue(all(shown["steps"]), "each move changes the drawing")
                    # In Dots and Boxes a capture that costs nothing is made without a look at the game.
                    said = [win for win in shown["wins"][1:] if win is not None or game != "dots"]
                    self.assertTrue(said and all(0 <= win <= 1 for win in said), shown["wins"])

    def test_what_an_engine_says_of_its_move(self) -> None:
        said = {
            "[2026-11-24T10:00:00Z INFO  reason] win 62 %, depth 9, 12 nodes, line b2": 0.62,
            "reason] wins in 5 plies": 1.0, "reason] loses by 3 in all boxes": 0.0, "reason] loses by 3 in the open boxes": None, "reason] draws": 0.5,
            "reason] a proved win": 1.0, "reason] the first stone is a good one": None, "win 50 %": None, "reason] win 900 %": 1.0,
        }  # fmt: skip
        for line, win in said.items():
            self.assertEqual(live.read_chance(line), win, line)


class Guard(Folder):
    def test_only_its_own_address(self) -> None:
        self.play()
        address = self.serve()
        port = address.rsplit(":")[-1].rstrip("/")
        for host in ("evil.example", "127.0.0.1", f"127.0.0.1.evil.example:{port}", "127.0.0.1:1", ""):
            status, headers, body = get(address, "/state", Host=host)
            self.assertEqual((status, body), (421, b"the Host is not this page's"), host)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        for host in (f"localhost:{port}", f"127.0.0.1:{port}"):
            self.assertEqual(get(address, "/state", Host=host)[0], 200)

    def test_headers_and_files(self) -> None:
        address = self.serve()
        for path, (_, kind) in viewer.FILES.items():
            status, headers, body = get(address, path)
            self.assertEqual((status, headers["Content-Type"]), (200, kind))
            self.assertTrue(headers["Content-Security-Policy"].startswith("default-src 'self';"))
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertNotIn(b"http://", body.replace(b"http://www.w3.org/", b""))
            self.assertEqual(get(address, path, "HEAD")[2], b"")
        for path in ("/../viewer.py", "/match.json", "/game/x", "/game/99", "//etc/passwd"):
            status, headers, _ = get(address, path)
            self.assertEqual((status, headers["X-Content-Type-Options"]), (404, "nosniff"))
        self.assertEqual(get(address, "/state", "POST")[0], 501)

    def test_a_port_in_use(self) -> None:
        port = self.serve().rsplit(":")[-1].rstrip("/")
        run = context.run(*map(str, self.arguments("--page", port)))
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)
        self.assertFalse(self.out.exists())

    def test_no_match(self) -> None:
        run = context.run("watch.py", self.out)
        self.assertEqual((run.returncode, len(run.stderr.splitlines())), (2, 1), run.stderr)

    def test_a_program_that_cannot_draw(self) -> None:
        self.play()
        run = context.run("watch.py", self.out, "--ludion", "no-such-ludion")
        self.assertEqual((run.returncode, run.stderr), (2, "watch.py: --ludion: there is no program 'no-such-ludion'\n"))
        reader = MatchReader(self.out, "true")
        with contextlib.redirect_stderr(io.StringIO()) as told:
            self.assertTrue(all(reader.game(number) for number in (0, 1, 0)))
        self.assertEqual(told.getvalue(), "watch.py: true draws nothing of game 0: it is moves\n")


class Running(Folder):
    def test_moves_are_seen_as_they_are_made(self) -> None:
        match, address = self.start(*self.arguments("--page", "--concurrency", 2, one="--delay 0.1 --opinion 40", two="--delay 0.1"))
        running = wait_for(lambda: [game for game in state(address).get("running", []) if game["count"] > 4])
        number = running[0]["id"]
        seen = json.loads(get(address, f"/game/{number}")[2])
        self.assertEqual(len(seen["notes"]), len(seen["moves"]))
        self.assertIn(0.4, seen["wins"])
        wait_for(lambda: state(address)["is_over"])
        record = next(r for r in context.records(self.out) if r["id"] == number)
        self.assertEqual(seen["moves"], [" ".join(move) for move in record["moves"]][: len(seen["moves"])])
        # It stays after the last game, until Ctrl-C; the status is that of the match.
        wait_for((self.out / "table.txt").exists)
        self.assertEqual(state(address)["running"], [])
        self.assertFalse((self.out / "live").exists())
        time.sleep(0.5)
        self.assertIsNone(match.poll())
        match.send_signal(signal.SIGINT)
        output, errors = match.communicate(timeout=20)
        self.assertEqual(match.returncode, 0, errors)
        self.assertIn((self.out / "table.txt").read_text(), output)
        with self.assertRaises(OSError):
            get(address, "/state")

    def test_a_match_that_goes_on(self) -> None:
        """A killed runner takes its page with it; the next one shows the games of both."""
        arguments = self.arguments("--page", one="--delay 0.1", games=6)
        match, address = self.start(*arguments)
        wait_for(lambda: state(address).get("played", 0) >= 2)
        match.kill()
        match.communicate()
        wait_for(lambda: not is_answered(address), 10)
        before = {record["id"] for record in context.records(self.out)}
        match, address = self.start(*arguments)
        shown = wait_for(lambda: state(address) if "played" in state(address) else None)
        self.assertLessEqual(before, {game["id"] for game in shown["games"]})
        self.assertTrue(all(game["id"] not in before for game in shown["running"]))
        self.assertEqual(wait_for(lambda: (s := state(address))["is_over"] and s)["played"], 6)
        match.send_signal(signal.SIGINT)
        match.communicate(timeout=20)

    def test_an_interrupt_ends_both(self) -> None:
        match, address = self.start(*self.arguments("--page", one="--delay 0.3", games=20))
        wait_for(lambda: state(address).get("running"))
        match.send_signal(signal.SIGINT)
        match.communicate(timeout=20)
        self.assertEqual(match.returncode, 130)
        wait_for(lambda: not is_answered(address), 10)

    def test_clients_that_hang_slow_nothing(self) -> None:
        match, address = self.start(*self.arguments("--page", one="--delay 0.02", two="--delay 0.02"))
        port = int(address.rsplit(":")[-1].rstrip("/"))
        hanging = []
        for number in range(viewer.MOST_CLIENTS + 8):
            client = socket.create_connection(("127.0.0.1", port), timeout=20)
            self.addCleanup(client.close)
            # Nothing, half a request, or a whole one whose answer nobody reads.
            client.sendall((b"", b"GET /sta", f"GET /state HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())[number % 3])
            hanging.append(client)
        wait_for((self.out / "table.txt").exists)
        slowest = max(seconds for record in context.records(self.out) for seconds in record["seconds"] if seconds is not None)
        self.assertLess(slowest, 5.0)
        # When those have been given up, others are answered again.
        wait_for(lambda: is_answered(address), viewer.SECONDS + 20)
        match.send_signal(signal.SIGINT)
        match.communicate(timeout=20)
        self.assertEqual(match.returncode, 0)


def is_answered(address: str) -> bool:
    try:
        return get(address, "/state")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


if __name__ == "__main__":
    unittest.main()
