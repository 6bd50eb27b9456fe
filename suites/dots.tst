# Dots and Boxes.
game dots

# Margins of empty boards: D. Wilson's tables; with more than 16 boxes unsolved here.
boardsize 1 1
10 solve
#? [loss margin=-1 .*]
boardsize 1 2
20 solve
#? [draw margin=0 .*]
boardsize 1 3
30 solve
#? [loss margin=-1 .*]
boardsize 1 4
40 solve
#? [draw margin=0 .*]
boardsize 1 5
50 solve
#? [loss margin=-1 .*]
boardsize 1 6
60 solve
#? [draw margin=0 .*]
boardsize 2 2
70 solve
#? [win margin=2 .*]
boardsize 2 3
80 solve
#? [loss margin=-2 .*]
boardsize 3 2
90 solve
#? [loss margin=-2 .*]
boardsize 2 4
100 solve
#? [win margin=2 .*]
boardsize 3 3
110 solve
#? [loss margin=-3 .*]

# Positions of La Pipopipette; the margins are of another program that searches all games.
# ex1: chains 3+4, La Pipopipette says 2:5
position 3x3 011011111111111110000000
120 solve
#? [loss margin=-3 move=(h0,0|h1,0|v1,1|v1,2|v1,3|v2,0|v2,1|v2,2|v2,3) .*]
# ex2: chain 3 + loop 4, La Pipopipette says open the loop, 3:4
position 3x3 111001111111101110110000
130 solve
#? [loss margin=-1 move=(h1,0|h1,1|v0,1|v1,1) .*]
# ex3: chains 3,4 + loop 4, La Pipopipette says open the loop, 5:6
position 3x4 1101001011101101101011011100010
140 solve
#? [loss margin=-1 move=(h1,0|h1,1|v0,1|v1,1) .*]
# ex3-sub: chain 4 + loop 4, La Pipopipette says open the loop, 4:4
position 3x4 1101001011101111101011011111110
150 solve
#? [draw margin=0 move=(h1,0|h1,1|v0,1|v1,1) .*]
# ex5: P graph: stem 4, loop 8; La Pipopipette says draw below box P or in the stem, not above/right of it
position 3x4 1111011001111110100011000110001
160 solve
#? [loss margin=-8 move=(h2,0|h3,3|v2,1|v2,2|v2,3) .*]
# ex6: P graph (stem 6, loop 6) + chain 3; La Pipopipette says open the longer stem first, 5:10 for the mover
position 3x5 11110001000111011100100011110011100011
170 solve
#? [loss margin=-5 move=(h1,0|h2,0|h3,3|v0,1|v2,1|v2,2|v2,3) .*]
# ex7: four chains of 3, La Pipopipette says 5:7
position 3x4 0000000000000000111111111111111
180 solve
#? [loss margin=-2 move=(h0,0|h0,1|h0,2|h0,3|h1,0|h1,1|h1,2|h1,3|h2,0|h2,1|h2,2|h2,3|h3,0|h3,1|h3,2|h3,3) .*]
# ex7-2x3: two chains of 3, La Pipopipette says 2:4
position 3x2 00000000111111111
190 solve
#? [loss margin=-2 move=(h0,0|h0,1|h1,0|h1,1|h2,0|h2,1|h3,0|h3,1) .*]
# ex7-3x3: three chains of 3, La Pipopipette says 4:5
position 3x3 000000000000111111111111
200 solve
#? [loss margin=-1 move=(h0,0|h0,1|h0,2|h1,0|h1,1|h1,2|h2,0|h2,1|h2,2|h3,0|h3,1|h3,2) .*]
# ex7-5x3: five chains of 3, La Pipopipette says 7:8
position 3x5 00000000000000000000111111111111111111
210 solve
#? [loss margin=-1 move=(h0,0|h0,1|h0,2|h0,3|h0,4|h1,0|h1,1|h1,2|h1,3|h1,4|h2,0|h2,1|h2,2|h2,3|h2,4|h3,0|h3,1|h3,2|h3,3|h3,4) .*]
# ex8: Wilson position: single winning move is the sacrifice v2,1 (margin +1)
position 3x3 000001111010010000001000
220 solve
#? [win margin=1 move=(v2,1) .*]
# hard-handout: one chain of 4
position 1x4 1111111100000
230 solve
#? [loss margin=-4 move=(v0,0|v0,1|v0,2|v0,3|v0,4) .*]
# loop4: a lone loop of 4
position 2x2 110011101101
240 solve
#? [loss margin=-4 move=(h1,0|h1,1|v0,1|v1,1) .*]
# greedy-fail: chains 3,3,3 + loop 4 : order by value (loop first) is wrong, exact margin -1, only by opening a 3-chain
position 5x3 11100111111111111110111011000000000000
250 solve
#? [loss margin=-1 move=(v2,0|v2,1|v2,2|v2,3|v3,0|v3,1|v3,2|v3,3|v4,0|v4,1|v4,2|v4,3) .*]
