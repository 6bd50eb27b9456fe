# Chomp. Square bars: bite 2,2; two rows: leave one square more below.
game chomp

boardsize 2 2
10 winning
#? [2,2]
boardsize 3 3
20 winning
#? [2,2]
boardsize 5 5
30 winning
#? [2,2]
boardsize 2 7
40 winning
#? [2,7]
boardsize 3 4
50 solve
#? [win .*stolen=\S+ wins]
boardsize 3 5
60 solve
#? [win .*stolen=\S+ wins]
boardsize 1 1
70 solve
#? [loss plies=1 .*]
# Two winning first bites: K. Thompson found 8x10 to be the smallest such bar.
boardsize 8 10
80 winning
#? [\S+ \S+]
boardsize 9 10
90 winning
#? [7,8 9,5]
