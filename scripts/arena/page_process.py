"""The page of a match that is being played, as a process of its own: whatever a browser does, the match does not wait for it."""

from __future__ import annotations

import contextlib
import os
import shlex
import subprocess
import sys
from pathlib import Path

from .faults import BadArguments
from .program import BUILT, find_ludion
from .settings import Settings

SCRIPT = Path(__file__).resolve().parents[1] / "watch.py"


class PageProcess:
    """`watch.py`, if a match wants a page. It ends with this process, whatever ends that."""

    def __init__(self, wanted: Settings) -> None:
        """Starts it, prints its address, and lets the engines tell what they think. Raises `BadArguments` if the port is in use."""
        self._child: subprocess.Popen[str] | None = None
        if wanted.page is None:
            return
        command = [sys.executable, str(SCRIPT), str(wanted.out), "--child", "--port", str(wanted.page)]
        command += ["--ludion", shlex.join(wanted.referee)] if wanted.referee else []
        # Ctrl-C is for the match alone.
        self._child = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        assert self._child.stdout and self._child.stderr
        address = self._child.stdout.readline().strip()
        if not address:
            raise BadArguments(f"--page {wanted.page}: {self._child.stderr.read().strip()}")
        print(f"page: {address}", flush=True)
        if not (wanted.referee or find_ludion()):
            print(f"boards are not drawn: there is no program {BUILT}; give --referee LUDION", flush=True)
        os.environ["RUST_LOG"] = ",".join(filter(None, [os.environ.get("RUST_LOG"), "reason=info"]))

    def stay(self) -> None:
        """Waits until Ctrl-C, so that the end of the match can be looked at."""
        if self._child:
            with contextlib.suppress(KeyboardInterrupt):
                print("the page stays until Ctrl-C", flush=True)
                self._child.wait()

    def __enter__(self) -> PageProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self._child:
            self._child.kill()
            self._child.wait()
