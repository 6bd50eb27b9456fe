#!/usr/bin/env python3
"""A Hex engine without any skill: its moves follow from the position alone, and it can be told to misbehave.

--fault KIND  crash, hang, slow, illegal, off-board, rubbish, chatter, flood, failure, silent-start, exit-at-start,
              flood-at-start, refuse-play, deaf-clock
--when CELL   only in games whose first stone is there (else in every game)
--ply N       when N stones stand (default 4)
--delay S     seconds for each move        --salt N   another player, with other moves
--resign N    resigns when N stones stand  --swap     swaps whenever it may
--opinion N   says with each move that it wins with N %
"""

import argparse
import os
import signal
import sys
import time

from gtp_loop import Record, serve

parser = argparse.ArgumentParser()
parser.add_argument("--fault", default="")
parser.add_argument("--when", default="")
parser.add_argument("--ply", type=int, default=4)
parser.add_argument("--delay", type=float, default=0.0)
parser.add_argument("--salt", type=int, default=0)
parser.add_argument("--resign", type=int, default=0)
parser.add_argument("--swap", action="store_true")
parser.add_argument("--opinion", type=int)
parser.add_argument("--slow", type=float, default=2.5)
options = parser.parse_args()

KNOWN = "name version known_command boardsize clear_board play genmove time_settings time_left param quit".split()
record = Record(11)
moves = record.moves


def misbehaves(ply):
    first = moves[0][1] if moves else ""
    return len(moves) == ply and options.when in ("", first)


def free():
    taken = {move for _, move in moves}
    names = (f"{chr(97 + x)}{y + 1}" for y in range(record.size) for x in range(record.size))
    return [name for name in names if name not in taken]


def choose():
    value = 1469598103 + options.salt
    for color, move in moves:
        for byte in (color + move).encode():
            value = (value ^ byte) * 1099511628211 % (1 << 64)
    cells = free()
    return cells[(value >> 20) % len(cells)]


def genmove(color):
    time.sleep(options.delay)
    if options.opinion is not None:
        sys.stderr.write(f"[INFO  reason] win {options.opinion} %, depth 1\n")
        sys.stderr.flush()
    if misbehaves(options.ply):
        fault = options.fault
        if fault == "crash":
            os._exit(3)
        if fault == "hang":
            os.kill(os.getpid(), signal.SIGSTOP)
        if fault == "slow":
            time.sleep(options.slow)
        if fault == "illegal":
            return "= " + moves[0][1]
        if fault == "off-board":
            return "= z99"
        if fault == "rubbish":
            return "= I am thinking!"
        if fault == "chatter":
            return "info depth 3\n= " + choose()
        if fault == "failure":
            return "? no idea"
        if fault == "flood":
            for _ in range(300):
                sys.stderr.write("x" * 9999 + "\n")
    if options.resign and len(moves) >= options.resign:
        return "= resign"
    if options.swap and len(moves) == 1:
        moves.append((color, "swap-pieces"))
        return "= swap-pieces"
    move = choose()
    moves.append((color, move))
    return "= " + move


def answer(words):
    name, rest = words[0], words[1:]
    if name == "name":
        return "= Fake"
    if name == "version":
        return "= 1"
    if name == "known_command":
        known = rest[0] in KNOWN and not (options.fault == "deaf-clock" and rest[0] in ("time_settings", "time_left", "param"))
        return "= true" if known else "= false"
    if record.begin(words):
        return "= "
    if name == "play":
        if options.fault == "refuse-play" and misbehaves(options.ply):
            return "? illegal move"
        moves.append((rest[0], rest[1]))
    elif name == "genmove":
        return genmove(rest[0])
    elif name not in KNOWN:
        return "? unknown command"
    return "= "


if options.fault == "exit-at-start":
    sys.exit(1)
if options.fault == "silent-start":
    time.sleep(60)
if options.fault == "flood-at-start":
    sys.stderr.write("x" * 3_000_000)
serve(answer)
