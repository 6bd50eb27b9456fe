#!/usr/bin/env python3
"""A program to compare with: prints an answer to the number in its file, or to its input.

Its answer to N is N squared. --wrong: one more   --fail: exit status 3   --hang: no end   --silent: prints nothing
"""

import sys
import time
from pathlib import Path

options = {word for word in sys.argv[1:] if word.startswith("--")}
names = [word for word in sys.argv[1:] if not word.startswith("--")]
text = Path(names[0]).read_text() if names else sys.stdin.read()
if "--fail" in options:
    sys.exit(3)
if "--hang" in options:
    time.sleep(1000)
if "--silent" not in options:
    number = int(text.split()[0])
    print(f"square: {number**2 + ('--wrong' in options)}\ntook 1,500.0 ms for {number * 1000} nodes")
