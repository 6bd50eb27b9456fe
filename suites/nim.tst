# Nim and its relatives.
game nim

# Three heaps whose binary digits cancel are lost: C. L. Bouton, "Nim, a game with a complete mathematical theory" (1901).
boardsize 1 2 3
10 solve
#? [loss .*]
boardsize 3 5 7
20 strategy
#? [win sum=1 .*]
boardsize 3 5 7 misere=1
30 solve
#? [win .*]
boardsize 1 1 1 misere=1
40 solve
#? [loss .*]

# Kayles: period 12 after the last exception 70; Guy and Smith, "The G-values of various games" (1956).
boardsize 5 octal=0.77
50 period
#? [period=12 start=71]
60 sequence 0 40
#? [0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1]
# Dawson's Kayles: period 34 after the last exception 51 or 52 by its numbering.
boardsize 5 dawson-kayles
70 sequence 0 60
#? [0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3 1 1 0 3 3 2 2 4 4 5 5 2 3 3 0 1 1 3 0 2]
80 period
#? [period=34 start=53]
# Grundy's game.
boardsize 5 grundy
90 sequence 0 60
#? [0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5 4 1 5 4 1 5 4 1 0 2 1 0 2 1 5 2 1 3 2]
# Wythoff's game: the lost pairs are those of the golden ratio.
boardsize 3 5 wythoff
100 solve
#? [loss .*]
boardsize 4 7 wythoff
110 solve
#? [loss .*]
boardsize 4 8 wythoff
120 solve
#? [win .*]
# The ten matches of the course: the player to move wins by leaving eight.
boardsize 10 take=1-3
130 solve
#? [win plies=5 move=1-2 .*]
