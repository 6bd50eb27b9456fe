# Tic-tac-toe and its relatives.
game tictactoe

# 5,478 positions, 765 up to symmetry, 255,168 games: well-known counts.
10 census
#? [positions=5478 .* classes=765 .*games total=255168 black=131184 white=77904 draw=46080]
20 solve
#? [draw .*]
# Values of m,n,k games: J. Uiterwijk and H. J. van den Herik, "The advantage of the initiative" (2000).
boardsize 3 3 3
30 solve
#? [draw .*]
boardsize 4 3 3
40 solve
#? [win .*]
boardsize 4 4 4
50 solve
#? [draw .*]
boardsize 5 4 4
60 solve
#? [draw .*]
boardsize 4 4 3
70 solve
#? [win .*]
boardsize 2 2 2
90 solve
#? [win .*]
# Misere 3,3,3 is a draw that only the centre keeps.
boardsize 3 3 3 misere=1
100 solve
#? [draw move=b2 .*]
