"""A Dask scheduler with workers on the loopback interface, for a test."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

INSTALLED = importlib.util.find_spec("distributed") is not None

LOOPBACK = ("--dashboard-address", "127.0.0.1:0")
"""Even without a dashboard there is a page of state, which would listen on every interface."""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class OnDask(unittest.TestCase):
    """Begins a scheduler with `workers` workers in a folder of their own; they end with the test."""

    workers_wanted = 2

    def setUp(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = Path(self._folder.name)
        self.children: list[subprocess.Popen[bytes]] = []
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.start("scheduler", "--host", "127.0.0.1", "--port", port, *LOOPBACK)
        self.workers = [
            self.start("worker", self.address, "--host", "127.0.0.1", "--nthreads", 1, "--no-nanny", *LOOPBACK)
            for _ in range(self.workers_wanted)
        ]
        self.wait_for_workers(self.workers_wanted)

    def start(self, *arguments: object) -> subprocess.Popen[bytes]:
        """A scheduler or worker, ended with the test."""
        child = subprocess.Popen(
            [sys.executable, "-m", "dask", *map(str, arguments)],
            cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

        self.children.append(child)

        def end() -> None:
            child.kill()
            child.wait()

        self.addCleanup(end)
        return child

    def wait_for_workers(self, count: int) -> None:
        from distributed import Client

        with Client(self.address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=60)
