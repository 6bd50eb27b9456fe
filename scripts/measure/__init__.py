"""The parts of `compare` and `figures`, with the standard library only.

    run         a process from its start to its end: output and time
    session     processor time and memory of requests to an engine
    side        a program that is measured: how it is called, and how its output is read
    instances   what both sides of a comparison are given
    pairs       paired times: ratios with their intervals, table, plot
    match       a match of Hex, by `match.py`
    growth      sessions of growing size in each game
    fit         how a cost grows: exponents by least squares
"""
