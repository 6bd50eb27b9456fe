"""The parts of the match runner, with the standard library only.

    faults      the faults of engines
    program     how scripts read their options, find their engine and end
    files       reading files that a person names
    lock        one runner for each folder
    pipe        writing to an engine without waiting for it
    process     an engine as a child process that answers line by line
    usage       processor time and memory of a process
    engine      such a process whose failures are exceptions
    log         the transcript of an engine
    guard       kills an engine when its runner dies
    player      an engine in a match: handshake, set-up, moves
    clock       time controls, limits of time and the two clocks of a game
    hexboard    the rules and the winner of Hex
    referee     legal moves and the winner, independent of the players
    openings    the openings of games
    plan        the games of a match
    game        plays one game and records it
    store       the directory of a match: records, resuming
    records     games as SGF, and as texts with tags
    record_moves
                the game and the moves of such records
    elo, ratings, sprt
                playing strength from results
    tally       the results of a match added up
    table       the tables a match prints
    progress    progress of a running match
    pool        games in parallel on this machine
    dask_pool   games on the workers of a Dask scheduler
    options     the command line of a match
    settings    the checked settings of a match
    suite       regression suites
    charts      plots as SVG
    log_charts  plots with logarithmic axes
    frames      the drawings of a game after each move
    looks       the style of the boards, and the element that shows them
    page        the HTML report of a match
    live        the games that are being played
    match_reader
                a match as a page shows it
    viewer      the server of that page
    page_process
                that server beside a match that is played

No module has mutable state.
"""
