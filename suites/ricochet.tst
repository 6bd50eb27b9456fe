# Ricochet Robots. Boards of the official quadrants; the fewest moves as at least four other programs found them.
game ricochet

# 4B-1A-3A-2B:7:7:red-circle
load 7025+40+7ECBC8FE+4E
10 solve
#? [solved moves=1 .*]
20 answer RN
#? [right moves=1]
# 3B-4B-1B-2A:7:26:red-circle
load 6741+40+A32FBB09+9C
30 solve
#? [solved moves=3 .*]
40 answer RE,RN,RE
#? [right moves=3]
# 3A-2B-4B-1A:7:19:yellow-circle
load 2570+43+0A073447+2E
50 solve
#? [solved moves=4 .*]
60 answer RS,YE,YN,YE
#? [right moves=4]
# 2B-3B-1A-4B:7:35:blue-square
load 5607+42+A8A57D11+9C
70 solve
#? [solved moves=5 .*]
80 answer RS,RE,BS,BW,BN
#? [right moves=5]
# 1B-4D-2B-3D:11:9:blue-circle
load 4F5E+42+4E9F747F+2C
90 solve
#? [solved moves=5 .*]
100 answer BE,BS,BE,BN,BE
#? [right moves=5]
# 1A-3A-2A-4B:7:54:yellow-square
load 0217+43+C4CCE4DD+19
110 solve
#? [solved moves=6 .*]
120 answer YW,YS,YW,YN,YE,YN
#? [right moves=6]
# 4A-2A-1B-3A:7:29:yellow-hexagon
load 3142+43+082D2A71+E9
130 solve
#? [solved moves=7 .*]
140 answer YE,YS,YE,YS,BS,YE,YN
#? [right moves=7]
# 4A-2A-1A-3B:7:0:yellow-triangle
load 3106+43+6D132CD6+31
150 solve
#? [solved moves=8 .*]
160 answer YN,YW,YS,YE,GW,GS,YW,YN
#? [right moves=8]
# 2A-4A-1B-3A:7:32:red-triangle
load 1342+40+36DDFDC9+85
170 solve
#? [solved moves=9 .*]
180 answer RN,RW,RS,RE,RN,RW,RN,RE,RS
#? [right moves=9]
# 1B-2A-3A-4B:7:10:red-hexagon
load 4127+40+CBCCC935+D1
190 solve
#? [solved moves=12 .*]
200 answer BS,BE,RS,BW,YS,YW,YS,RW,YW,RS,RW,RN
#? [right moves=12]
# 4A-2B-1B-3A:7:649:blue-triangle
load 3542+42+96728205+6C
210 solve
#? [solved moves=12 .*]
220 answer BS,RE,BE,RS,RW,GN,GE,BN,BE,RN,BW,BN
#? [right moves=12]
# 1A-3A-4A-2B:7:86:blue-triangle
load 0235+42+BB2EE242+93
230 solve
#? [solved moves=14 .*]
240 answer BS,BE,BN,RE,RN,RW,BS,BW,YS,YE,YN,YW,BS,BE
#? [right moves=14]
# 2B-1B-4B-3A:7:3036:blue-triangle
load 5472+42+5341F6CD+36
250 solve
#? [solved moves=15 .*]
260 answer BE,BN,BE,BN,BW,BN,BE,RN,RE,GE,RS,GW,GN,BW,BS
#? [right moves=15]
# 2B-1A-3B-4A:7:1081:blue-triangle
load 5063+42+9D1EB0CD+36
270 solve
#? [solved moves=17 .*]
280 answer BE,BN,BW,RS,RW,GS,GW,BN,RN,BW,GS,BE,BN,RW,RN,BW,BS
#? [right moves=17]
# 2B-1B-4A-3B:7:4469:blue-triangle
load 5436+42+D51BED90+36
290 solve
#? [solved moves=17 .*]
300 answer BS,BW,BN,BE,BS,GN,GE,YE,YN,YE,YN,BW,BN,GS,GW,BS,BW
#? [right moves=17]
# 2B-1A-4A-3B:7:21464:blue-triangle
load 5036+42+9D4FA080+36
310 solve
#? [solved moves=18 .*]
320 answer BE,BN,BE,BN,BE,BN,BW,BN,BE,RN,RW,BS,RE,BN,RN,RW,BW,BS
#? [right moves=18]
