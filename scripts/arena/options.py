"""The options of `match.py`."""

from __future__ import annotations

import argparse

from .program import OneLineParser

LONGEST_GAME = 5000
"""Moves; longer than any game of ludion except in a graph with cycles."""


def parser() -> argparse.ArgumentParser:
    """The command line of `match.py`."""
    p = OneLineParser(
        prog="match.py", description="Plays matches and tournaments between engines that speak GTP, HTP or ludion's protocol."
    )
    p.add_argument("--game", default="hex", help="a two-player game of ludion (default: hex)")
    p.add_argument("--size", metavar="ARGS", help="the arguments of boardsize: 11, '3 5 7' (default: hex 11, others their own)")
    p.add_argument("--load", metavar="FILE", help="the game is loaded from a file (load_file) instead of a size")
    p.add_argument("--engine", action="append", default=[], metavar="NAME=COMMAND", help="a player; two or more (default: this ludion at full strength and at level 5)")
    p.add_argument("--setup", action="append", default=[], metavar="'NAME: LINE'", help="a line sent to an engine at its start")
    p.add_argument("--games", type=int, help="games of each pairing, an even number (default: 100; 10 without --engine)")
    p.add_argument("--time", help="2/move, 60 (for the game), 60+0.5 or nodes=2000 (default: 1/move; 0.2/move without --engine)")
    p.add_argument(
        "--time-margin", action="append", default=[], metavar="[NAME=]S", help="seconds a move may be late, or a clock in a whole game (default: 0.25)"
    )
    p.add_argument("--startup", type=float, default=30.0, metavar="S", help="seconds for an engine's first answer (default: 30)")
    p.add_argument("--stall", type=float, default=60.0, metavar="S", help="seconds beyond which an engine hangs (default: 60)")
    p.add_argument("--stderr-limit", type=float, default=16.0, metavar="MB", help="stderr in a game (default: 16)")
    p.add_argument(
        "--openings", metavar="FILE|LIST|random:K|RECORDS:K",
        help="lines of a file; 'a2,b4 c3': openings by commas, their moves by spaces, or 'h0,0 v1,1;h1,0' where moves have commas; K random moves; the first K of records",
    )  # fmt: skip
    p.add_argument("--swap", choices=["none", "pieces", "sides"], default="none", help="Hex: the pie rule")
    p.add_argument("--gauntlet", metavar="NAME", help="one engine against all the others")
    p.add_argument("--sprt", metavar="ELO0,ELO1", help="stops when the difference is shown to be the one or the other")
    p.add_argument(
        "--sprt-errors", metavar="A,B", help="probabilities of the two errors (default: 0.05,0.05)"
    )
    p.add_argument(
        "--max-moves", type=int, default=LONGEST_GAME, metavar="N", help=f"a longer game is a draw (default: {LONGEST_GAME})"
    )
    p.add_argument("--referee", metavar="COMMAND", help="the ludion that draws for --page, and knows the rules of other games than Hex")
    p.add_argument("--seed", type=int, default=1, help="of random openings and of the engines that take one (default: 1)")
    p.add_argument("--concurrency", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    p.add_argument("--dask", metavar="ADDRESS", help="plays on the workers of a Dask scheduler")
    p.add_argument("--strict", action="store_true", help="exit status 1 if an engine crashed, was late, ...")
    p.add_argument("--page", nargs="?", type=int, const=0, metavar="PORT", help="shows the match in a browser, until Ctrl-C after its end (default: a free port)")
    p.add_argument("--out", metavar="DIR", help="where the results go; a match begun there goes on (default: a new folder in matches)")
    return p
