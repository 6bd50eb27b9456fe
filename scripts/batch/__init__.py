"""The parts of `jobs.py`, with the standard library only, except `dask_seats`.

    kind        what a kind of job is: its units, their results, check and merge
    kinds/      the kinds, and their table
    session     what a unit is run with: an engine, a folder of its own, the tools
    build       which build of a program a worker has
    worker      runs units, as a process of its own or as a task of Dask
    store       the SQLite file of a job
    votes       which of several results of one unit counts, and who was wrong
    plan        which worker does which unit next; what a result, a fault or a lost worker changes
    seats       where units run, and what is heard from there
    local       seats that are processes of this machine
    dask_seats  seats that are threads of Dask's workers
    runner      runs a job to its end
    report      progress and the page of state
    options     the command line
    simulate    the load of many workers, by discrete simulation
"""
