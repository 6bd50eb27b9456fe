"""What the engines of these tests share: the loop of one reply to each line, until `quit`, and the record of a game."""

import sys


class Record:
    """The size of the board, and the moves so far."""

    def __init__(self, size):
        self.size = size
        self.moves = []

    def begin(self, words):
        """Carries out `boardsize` and `clear_board`. Returns false for any other command."""
        if words[0] == "boardsize":
            self.size = int(words[1])
        elif words[0] != "clear_board":
            return False
        self.moves.clear()
        return True


def serve(answer):
    """Writes the reply that `answer` returns for the words of each line."""
    for line in sys.stdin:
        words = line.split()
        if words:
            sys.stdout.write(answer(words) + "\n\n")
            sys.stdout.flush()
            if words[0] == "quit":
                break
