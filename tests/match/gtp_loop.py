"""The loop of the engines of these tests: one reply to each line, until `quit`."""

import sys


def serve(answer):
    """Writes the reply that `answer` returns for the words of each line."""
    for line in sys.stdin:
        words = line.split()
        if words:
            sys.stdout.write(answer(words) + "\n\n")
            sys.stdout.flush()
            if words[0] == "quit":
                break
