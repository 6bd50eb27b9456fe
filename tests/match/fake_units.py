#!/usr/bin/env python3
"""An engine that makes "puzzles" of seeds, as quickly as it is told to, and can be told to misbehave.

--delay S      seconds for each puzzle      --lie          all puzzles are other ones
--crash SEED   ends at that seed            --lie-at SEED  that puzzle is another one
--refuse SEED  has an error there           --wild         all puzzles are other ones each time
"""

import argparse
import os
import time

from gtp_loop import serve

parser = argparse.ArgumentParser()
parser.add_argument("--delay", type=float, default=0.0)
parser.add_argument("--lie", action="store_true")
parser.add_argument("--lie-at", type=int, default=-1)
parser.add_argument("--wild", action="store_true")
parser.add_argument("--crash", type=int, default=-1)
parser.add_argument("--refuse", type=int, default=-1)
options = parser.parse_args()
seed = 0


def answer(words):
    global seed
    if words[0] == "generate":
        seed = int(words[-1].removeprefix("seed="))
        time.sleep(options.delay)
        if seed == options.crash:
            os._exit(3)
        if seed == options.refuse:
            return "? internal error"
    if words[0] == "position":
        value = seed * 2654435761 % 999983 + (options.lie or seed == options.lie_at)
        return f"= 10x10:{value + time.time_ns() if options.wild else value}"
    return "= "


serve(answer)
