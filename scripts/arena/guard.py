"""Starts an engine that is killed when the runner dies, however it dies.

Run as a program, `python -c SOURCE PARENT COMMAND [ARG]...`. It asks the kernel (Linux, `prctl(2)`, PR_SET_PDEATHSIG) for SIGKILL
at the end of the thread that started it, then becomes the command. A runner that was killed with SIGKILL so leaves no
engine behind that thinks on, or that was stopped and would never notice the end of its input. Elsewhere than on Linux an
engine ends when it reads the end of its input.
"""

from __future__ import annotations

import os
import signal
import sys

PR_SET_PDEATHSIG = 1
NO_SUCH_COMMAND = 127


def tie_to_parent(parent: int) -> None:
    """Has this process killed when the one with the id `parent` ends; ends it at once if that has already happened."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def main(arguments: list[str]) -> None:
    """Becomes the command, or reports the error and exits with the shell's status for that."""
    tie_to_parent(int(arguments[0]))
    for name in ("SIGPIPE", "SIGXFSZ"):
        # Python ignores these, and what is ignored stays so in the command.
        if number := getattr(signal, name, None):
            signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(arguments[1], arguments[1:])
    except OSError as error:
        print(f"{arguments[1]}: {error.strerror}", file=sys.stderr)
        os._exit(NO_SUCH_COMMAND)


if __name__ == "__main__":
    main(sys.argv[1:])
