"""The parts of the match runner: one idea a file, standard library only.

    faults      what an engine can do wrong
    process     an engine as a child process that answers line by line
    log         the transcript of an engine
    guard       ends an engine whose runner was killed
    player      an engine in a match: handshake, set-up, moves
    clock       time controls and the two clocks of a game
    hexboard    who has joined the edges of a Hex board
    referee     what is legal and who has won, without asking the players
    openings    where games begin
    plan        which games a match has
    game        one game, from the first set-up line to its record
    store       the directory of a match: records as they come, and what is left to do
    sgf         a Hex game as a file other programs read
    elo, ratings, sprt
                what results say about strength
    tally       the results of a match added up
    table       the tables a match prints
    progress    what a match prints while it runs
    pool        games played side by side on this machine
    dask_pool   games played on a Dask scheduler's machines
    options     the command line of a match
    settings    what it says, checked
    suite       regression suites
    selfplay    an engine against itself, for how even an opening is
    charts      plots as SVG
    page        the page about a match

Nothing here keeps state in a module.
"""
