"""Hostile tests of the engine and its tools: what `scripts/torture` runs.

    wire        which lines have replies, and whether a reply has the form of the protocol
    engine      the process under test: replies in time, resident memory, processor time
    table       the commands and settings of all games, as the engine lists them
    mutator     random lines from that table
    shrink      the shortest transcript that still shows what was found
    findings    what was found, and the counts of what was tried
    lines, interrupts, kills, flips, games, soak, signals   the campaigns
"""
