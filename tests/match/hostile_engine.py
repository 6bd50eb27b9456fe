#!/usr/bin/env python3
"""An engine of one game, `toy`, that answers rightly until the line `bad` comes, or any other with a `!` in it; then it misbehaves.

--fault KIND  crash, panic, silent, twice, missing, id, control, long, memory, stderr, deaf, stays
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from stress import wire  # noqa: E402

fault = sys.argv[2] if len(sys.argv) > 2 else ""
HELP = {"play": "play COLOR MOVE", "bad": "bad [N]", "param": "param [KEY [VALUE]]"}
kept = []


def answer(number, words):
    name = words[0]
    texts = {"list_games": "toy - a game", "list_commands": "\n".join(HELP), "name": "toy", "quit": ""}
    if name == "help" and len(words) == 2 and words[1] in HELP:
        example = "play b x" if words[1] == "play" else words[1]
        text = f"={number} {HELP[words[1]]}\nsummary\nexample: {example}"
        return text + ("\nthreads - threads: a whole number from 1 to 4" if words[1] == "param" else "")
    if name == "param" and len(words) > 1 and words[1] != "threads":
        return f"?{number} no setting `{words[1][:80]}`"
    return f"={number} " + texts.get(name, "")


def misbehave(number):
    reply = f"={number} \n\n"
    if fault == "crash":
        sys.exit(3)
    if fault == "panic":
        reply = f"?{number} internal error\n\n"
    if fault in ("silent", "deaf"):
        # The one is idle, the other busy until long after an interrupt.
        end = time.process_time() + 0.6
        while fault == "silent" or time.process_time() < end:
            time.sleep(0.1 if fault == "silent" else 0)
    if fault == "twice":
        reply *= 2
    if fault == "missing":
        reply = ""
    if fault == "id":
        reply = "=77 \n\n"
    if fault == "control":
        reply = f"={number} a\x07\n\n"
    if fault == "long":
        reply = f"?{number} {'x' * 5000}\n\n"
    if fault == "memory":
        kept.append(b"x" * (800 << 20))
    if fault == "stderr":
        sys.stderr.write("oops\n")
    sys.stdout.write(reply)


for line in sys.stdin.buffer:
    request = wire.parse(line.removesuffix(b"\n"))
    if request is None:
        continue
    if fault and (request.name == "bad" or b"!" in line):
        misbehave(request.id)
    elif request.failure:
        sys.stdout.write(f"?{request.id} {request.failure}\n\n")
    else:
        sys.stdout.write(answer(request.id, request.words) + "\n\n")
    sys.stdout.flush()
    if request.words == ("quit",):
        if fault == "stays":
            time.sleep(60)
        break
