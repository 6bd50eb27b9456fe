"""The tables a match prints."""

from __future__ import annotations

from .faults import FaultKind
from .ratings import rate
from .sprt import Sprt, log_likelihood_ratio
from .tally import Tally


def columns(rows: list[list[str]]) -> str:
    """Rows of text in columns: the first to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [text.ljust(width) if i == 0 else text.rjust(width) for i, (text, width) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def results(tally: Tally, sprt: Sprt | None = None, gauntlet: str | None = None) -> str:
    """Who won: depends on nothing but the games."""
    parts = [standings(tally, sprt, gauntlet)]
    if len(tally.names) > 2:
        parts.append(columns(cross_rows(tally)))
    parts.append(columns(event_rows(tally)))
    notes = [f"{tally.played - tally.after_verdict} games"]
    if tally.repeated:
        notes.append(f"{tally.repeated} identical with an earlier one and not counted")
    parts.append("; ".join(notes))
    return "\n\n".join(parts) + "\n"


def standings(tally: Tally, sprt: Sprt | None = None, gauntlet: str | None = None) -> str:
    """The engines with their games; of two also the Elo difference and the sequential test."""
    text = columns(engine_rows(tally, gauntlet))
    return "\n".join([text, "", *duel_lines(tally, sprt)]) if len(tally.names) == 2 else text


def engine_rows(tally: Tally, gauntlet: str | None) -> list[list[str]]:
    """The results of each engine; of more than two their Elo with its interval, the best first."""
    rows = [["engine", "games", "won", "drawn", "lost", "score", "as black", "as white"]]
    rated = rate(tally.names, tally.scores, gauntlet) if len(tally.names) > 2 else {}
    if rated:
        rows[0].append("Elo")
    order = sorted(tally.names, key=lambda name: -rated[name][0]) if rated else tally.names
    for name in order:
        own = tally.totals[name]
        share = f"{100 * own.points() / own.games:.1f} %" if own.games else "-"
        colors = ["-".join(str(own.by_color[c, what]) for what in ("win", "draw", "loss")) for c in "bw"]
        row = [name, str(own.games), str(own.wins), str(own.draws), str(own.losses), share, *colors]
        if rated:
            row.append(f"{rated[name][0]:+.0f} ± {rated[name][1]:.0f}")
        rows.append(row)
    return rows


def duel_lines(tally: Tally, sprt: Sprt | None) -> list[str]:
    """The Elo difference of two engines, and the sequential test."""
    one, two = tally.names
    found = tally.estimate()
    if found is None:
        return ["no games yet"]
    lines = [
        f"Elo of {one} against {two}: {found.text()} (95 %), likelihood of superiority {100 * found.superiority:.1f} %",
        f"pairs of games by points of {one}, 0 to 2: {' '.join(map(str, tally.counts()))}",
    ]
    if sprt:
        ratio = log_likelihood_ratio(tally.counts(), sprt.elo0, sprt.elo1)
        low, high = sprt.bounds()
        verdict = {"H0": f"H0 accepted: {sprt.elo0:g} Elo", "H1": f"H1 accepted: {sprt.elo1:g} Elo"}
        end = verdict.get(tally.verdict or "", "undecided")
        lines.append(f"SPRT {sprt.elo0:g} against {sprt.elo1:g} Elo: LLR {ratio:.2f} [{low:.2f}, {high:.2f}], {end}")
    return lines


def cross_rows(tally: Tally) -> list[list[str]]:
    """Points and games of each engine against each other one."""
    rows = [["points of", *(f"vs {name}" for name in tally.names)]]
    for one in tally.names:
        row = [one]
        for two in tally.names:
            if (one, two) in tally.scores:
                got, games = tally.scores[one, two]
                row.append(f"{got:g}/{games}")
            elif (two, one) in tally.scores:
                got, games = tally.scores[two, one]
                row.append(f"{games - got:g}/{games}")
            else:
                row.append("-")
        rows.append(row)
    return rows


def event_rows(tally: Tally) -> list[list[str]]:
    """How often each engine had each fault."""
    rows = [["events", *map(str, FaultKind)]]
    for name in tally.names:
        rows.append([name, *(str(tally.totals[name].events[kind]) for kind in FaultKind)])
    return rows


def times(tally: Tally) -> str:
    """What was measured, in seconds; also of games that are not counted twice."""
    rows = [["seconds a move", "moves", "mean", "greatest", "latency, greatest"]]
    for name in tally.names:
        own = tally.totals[name]
        mean = f"{own.seconds / own.moves:.3f}" if own.moves else "-"
        rows.append([name, str(own.moves), mean, f"{own.longest:.3f}", f"{own.latency:.3f}"])
    text = columns(rows) + "\n"
    if tally.after_verdict:
        text += f"{tally.after_verdict} games ended after the verdict and are not counted\n"
    return text
