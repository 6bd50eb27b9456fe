"""A Hex game as SGF (game type 11), in the form that HexGui and Benzene read."""

from __future__ import annotations

from .game import Record


def escaped(text: str) -> str:
    """Text as a property's value."""
    return text.replace("\\", "\\\\").replace("]", "\\]").replace("\n", " ")


def document(record: Record, width: int, height: int) -> str:
    """The SGF of a game. The engines are named by the colours they began with."""
    size = f"{width}" if width == height else f"{width}:{height}"
    lines = [
        f"(;FF[4]GM[11]SZ[{size}]",
        f"PB[{escaped(record.black)}]PW[{escaped(record.white)}]RE[{escaped(record.result)}]DT[{record.started[:10]}]",
        f"GC[game {record.id}, opening {record.opening_id}, won by {escaped(record.winner or 'nobody')}: {record.reason}]",
    ]
    for color, move in record.moves:
        lines.append(f";{color.upper()}[{escaped(move)}]")
    return "\n".join(lines) + ")\n"
