#!/usr/bin/env python3
"""A toy game with turns of its own, in the form of ludion's generic verbs: both a referee and a player.

`boardsize N`: a heap of N. A move takes 1 to 3; whoever leaves a multiple of four, but not zero, moves again. Whoever takes the
last one has as many points more as the last move took. A move out of turn is illegal. `--bad TEXT` answers TEXT near the end
instead of a move; `\\n` in it begins a line.
"""

import sys

from gtp_loop import Record, serve

record = Record(10)
moves = record.moves


def state():
    heap, turn = record.size, "b"
    for _, take in moves:
        heap -= take
        if heap % 4:
            turn = "w" if turn == "b" else "b"
    return heap, turn


def play(color, move):
    heap, turn = state()
    if color != turn:
        return f"? illegal move: {'black' if turn == 'b' else 'white'} to move"
    if not move.isdigit():
        return "? syntax error: a number"
    if not 1 <= int(move) <= min(3, heap):
        return "? illegal move: too many"
    moves.append((color, int(move)))
    return "= "


def answer(words):
    name, rest = words[0], words[1:]
    heap, turn = state()
    if name in ("name", "version"):
        return "= Toy"
    if name == "known_command":
        return "= " + str(rest[0] in ("game", "clear_board")).lower()
    if name == "game":
        return "= " if rest == ["toy"] else "? no such game"
    if record.begin(words):
        return "= "
    if name == "legal_moves":
        return "= " + " ".join(str(n) for n in range(1, min(3, heap) + 1))
    elif name == "final_score":
        return f"= {moves[-1][0].upper()}+{moves[-1][1]}" if heap == 0 else "? cannot score"
    elif name == "undo":
        moves.pop()
    elif name == "play":
        return play(rest[0], rest[1])
    elif name == "genmove":
        if heap == 0:
            return "= none"
        if "--bad" in sys.argv and heap <= 5:
            return "= " + sys.argv[sys.argv.index("--bad") + 1].replace("\\n", "\n")
        move = str(min(heap, 1 + heap % 3))
        play(rest[0], move)
        return "= " + move
    elif name == "param":
        return "= "
    elif name != "quit":
        return "? unknown command"
    return "= "


serve(answer)
