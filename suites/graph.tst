# Reachability games. The course text: ten matches, and its attractor.
game graph

10 solve
#? [win plies=5 move=8.2 .*]
20 attractor 1 3
#? [attractor player=1 size=8 rank=3\n0: 0.2\n1: 3.1 2.1 1.1\n2: 4.2\n3: 7.1 6.1 5.1]
30 verify
#? [verified .*]
# A cycle that nobody need leave is a draw; one that a player must leave is not.
load a 1 - b;b 2 - a c;c 1 G1
40 value a
#? [draw]
load a 1 - b;b 2 - c;c 1 G1
50 value a
#? [win1]
60 rank a
#? [2]
# Vacuous truth: a player whose moves all lead to the other's goal loses.
load a 2 - b b;b 1 G1
70 value a
#? [win1]
