# Connect Four. Values of small boards: J. Tromp, "John's Connect Four Playground".
game connect4

boardsize 4 4
10 solve
#? [draw .*]
boardsize 5 4
20 solve
#? [draw .*]
boardsize 4 5
30 solve
#? [draw .*]
boardsize 5 5
40 solve
#? [draw .*]
boardsize 6 4
50 solve
#? [loss .*]
boardsize 6 5
60 solve
#? [draw .*]
boardsize 4 6
70 solve
#? [draw .*]
boardsize 5 6
80 solve
#? [draw .*]
# 7x6: the first player wins with her last stone but one, the 41st, by the middle column alone (J. Allen, V. Allis, 1988).
boardsize 7 6
90 solve
#? [win .*plies=41 .*move=4 .*|win .*move=4 .*]
