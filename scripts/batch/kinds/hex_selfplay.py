"""Games of Hex's network against itself, in the files that `ludion-lab hex train` reads (src/lab/hex/net/record.rs).

A file is a header of 12 bytes and a block for each game: its length and its CRC-32 in 4 bytes each, little-endian, and the game.
"""

from __future__ import annotations

import argparse
import base64
import struct
import zlib
from pathlib import Path

from arena.faults import BadArguments
from arena.files import read_regular

from ..kind import Result, Unit
from ..session import Session, UnitFault

NAME = "hex-selfplay"
SUMMARY = "games of Hex's network against itself, for training"
UNIT = "some games with a seed of their own"
SCHEMA: dict[str, type] = {"games": str}
USES_TOOLS = True
IS_ROUNDED = True

HEADER = b"LUDIONHG\x01\0\0\0"
NETWORK = Path(__file__).resolve().parents[3] / "src" / "games" / "hex" / "net" / "weights.net"
LONGEST_GAME = 1 << 16
"""Bytes."""


def options(p: argparse.ArgumentParser) -> None:
    """The network, the games and how they are played."""
    p.add_argument("--network", type=Path, default=NETWORK, metavar="FILE", help="who plays (default: the one of this repository)")
    p.add_argument("--games", type=int, default=1000, metavar="N", help="games in all (default: 1000)")
    p.add_argument("--batch", type=int, default=50, metavar="N", help="games of a unit (default: 50)")
    p.add_argument("--sizes", default="11", metavar="SIDES", help="sides of the boards, as ludion-lab takes them (default: 11)")
    p.add_argument("--simulations", type=int, default=16, metavar="N", help="visits of a search (default: 16)")
    p.add_argument("--seed", type=int, default=1, metavar="S", help="of the first unit; each further one has the next (default: 1)")


def units(given: argparse.Namespace) -> list[Unit]:
    """Some games each, with a seed of their own."""
    if given.games < 1 or given.batch < 1 or given.simulations < 1 or given.seed < 0:
        raise BadArguments("--games, --batch and --simulations are numbers above 0, --seed at least 0")
    network = given.network.absolute()
    try:
        checksum = zlib.crc32(read_regular(network))
    except OSError as error:
        raise BadArguments(f"--network {network}: {error.strerror}") from None
    same = {"network": str(network), "crc": checksum, "sizes": given.sizes, "simulations": given.simulations}
    starts = range(0, given.games, given.batch)
    return [same | {"seed": given.seed + i, "games": min(given.batch, given.games - start)} for i, start in enumerate(starts)]


def run(session: Session, unit: Unit) -> Result:
    """Plays them with one thread, so that they end in their order."""
    try:
        network = read_regular(Path(unit["network"]))
    except OSError as error:
        raise UnitFault(f"{unit['network']}: {error.strerror}") from None
    if zlib.crc32(network) != unit["crc"]:
        raise UnitFault(f"{unit['network']}: is another network here")
    file = session.folder / "played.games"
    (session.folder / "player.net").write_bytes(network)
    session.run_tool(
        "hex", "selfplay", "player.net", file.name, "--games", str(unit["games"]), "--sizes", unit["sizes"],
        "--seed", str(unit["seed"]), "--simulations", str(unit["simulations"]), "--threads", "1",
    )  # fmt: skip
    try:
        return {"games": base64.b64encode(file.read_bytes()).decode()}
    except OSError as error:
        raise UnitFault(f"no file of games: {error.strerror}") from None


def blocks(file: bytes) -> int:
    """The number of games in a file. Raises `ValueError` where it is none, or damaged."""
    if not file.startswith(HEADER):
        raise ValueError("the header is another one")
    at, count = len(HEADER), 0
    while at < len(file):
        length, checksum = struct.unpack_from("<II", file, at) if at + 8 <= len(file) else (0, 0)
        game = file[at + 8 : at + 8 + length]
        if not 0 < length <= LONGEST_GAME or len(game) < length or zlib.crc32(game) != checksum:
            raise ValueError(f"the block at {at} is damaged")
        at += 8 + length
        count += 1
    return count


def check(unit: Unit, result: Result) -> bool:
    """All games are there, and whole."""
    return blocks(base64.b64decode(result["games"], validate=True)) == unit["games"]


def merge(done: list[tuple[Unit, Result]]) -> dict[str, bytes]:
    """One file with all games."""
    return {"selfplay.games": HEADER + b"".join(base64.b64decode(result["games"])[len(HEADER) :] for _, result in done)}
