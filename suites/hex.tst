# Hex. A puzzle is listed with all moves that win for the player to move.

# Winning first stones: 2x2 to 5x5 by exhaustive search; 6x6 R. Hayward et al., "Solving 7x7 Hex" (2005) and the suites of Benzene.
boardsize 2
10 dfpn-solver-find-winning black
#? [b1 a2]
boardsize 3
20 dfpn-solver-find-winning black
#? [c1 a2 b2 c2 a3]
boardsize 4
30 dfpn-solver-find-winning black
#? [d1 c2 b3 a4]
boardsize 5
40 dfpn-solver-find-winning black
#? [e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5]
boardsize 6
50 dfpn-solver-find-winning black
#? [f1 b2 c2 d2 e2 f2 a3 b3 c3 d3 e3 f3 a4 b4 c4 d4 e4 f4 a5 b5 c5 d5 e5 a6]

# Some first stones of 7x7 (Hayward et al. 2005), won and lost.
boardsize 7
play b d4
60 dfs-solve-state white
#? [black]
boardsize 7
play b a7
70 dfs-solve-state white
#? [black]
boardsize 7
play b c2
80 dfs-solve-state white
#? [black]
boardsize 7
play b a1
90 dfs-solve-state white
#? [white]
boardsize 7
play b b2
100 dfs-solve-state white
#? [white]
boardsize 7
play b g1
110 dfs-solve-state white
#? [black]

# Exactly one move wins: puzzles of Eric Demer and Piet Hein (HexWiki, Puzzles), and of P. Henderson (Benzene).
# demer-5x5-1
boardsize 5
play b e4
play b a2
play w c3
play w b2
120 dfpn-solver-find-winning black
#? [a3]
# demer-5x5-2
boardsize 5
play b d5
play b e1
play w a2
130 dfpn-solver-find-winning white
#? [d2]
# demer-5x5-3
boardsize 5
play b a4
play b e3
play w d1
140 dfpn-solver-find-winning white
#? [b2]
# demer-5x5-4
boardsize 5
play b e5
play b a1
play w e1
play w c1
150 dfpn-solver-find-winning black
#? [d2]
# demer-5x5-5
boardsize 5
play b e2
play b a1
play w b5
play w e1
160 dfpn-solver-find-winning black
#? [b4]
# hein-2
boardsize 3
play b a2
play b b3
play w a1
170 dfpn-solver-find-winning white
#? [b2]
# hein-4
boardsize 4
play b d1
play b a4
play w c2
180 dfpn-solver-find-winning white
#? [b3]
# hein-5
boardsize 4
play b a4
play w a1
190 dfpn-solver-find-winning white
#? [b3]
# hein-7
boardsize 5
play b a2
play b b3
play b b4
play w a3
play w c3
play w a5
200 dfpn-solver-find-winning white
#? [c2]
# henderson-11
boardsize 5
play b e1
play b c3
play b a4
play w c2
play w b4
210 dfpn-solver-find-winning white
#? [c4]
# hein-3
boardsize 6
play b c3
play b f3
play b d5
play w b1
play w b5
220 dfpn-solver-find-winning white
#? [e2]
# demer-6
boardsize 6
play b a3
play b b2
play w d1
play w e1
play w f1
230 dfpn-solver-find-winning black
#? [c4]
# henderson-12
boardsize 5
play b e1
play b c3
play b a4
play w c2
play w d2
play w b4
240 dfpn-solver-find-winning black
#? [b3]

# A bridge: two stones and the two cells between them.
boardsize 11
play b f6
play b g4
250 vc-between-cells-full black f6 g4
#? [black f6 g4 full or \[ f5 g5 \] \[ \]]
