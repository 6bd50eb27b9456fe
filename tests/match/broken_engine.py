#!/usr/bin/env python3
"""A program in place of ludion that does one thing wrong, whatever its arguments.

broken_engine.py FAULT ...   silent: it never answers; nul: it answers with bytes 0; endless: a line without an end; rubbish: an answer
that is none of ludion's; dies: it answers a few times, then it ends
"""

import os
import sys
import time

FAULT = sys.argv[1]

answered = 0
for line in sys.stdin.buffer:
    if FAULT == "silent":
        time.sleep(3600)
    while FAULT == "endless":
        os.write(1, b"x" * 65536)
    if FAULT == "dies" and answered == 2:
        sys.exit(3)
    answered += 1
    os.write(1, {"nul": b"\0" * 100, "rubbish": b"= 5x {] \xff"}.get(FAULT, b"= ") + b"\n\n")
