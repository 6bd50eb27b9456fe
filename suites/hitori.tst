# Hitori. Numbers of solutions agreed on by two other exact solvers; see tests/data/hitori/README.md for where the puzzles come from.
game hitori

# hitori-5-easy-00
load 5x5:5231521244514411523432112
10 solve
#? [unique .*\nsolution x\.\.\.\./\.\.x\.x/\.x\.x\./\.\.\.\.\./\.x\.x\.]
# hitori-5-tricky-09
load 5x5:4255125354453435341154325
20 solve
#? [unique .*\nsolution \.\.\.x\./\.x\.\.\./x\.x\.\./\.\.\.\.x/x\.x\.\.]
# hitori-6-tricky-00
load 6x6:352354243556356443626434465321434563
30 solve
#? [unique .*\nsolution \.x\.x\.\./\.\.\.\.x\./x\.\.x\.\./\.\.x\.\.x/\.\.\.\.\.\./x\.\.x\.x]
# hitori-8-easy-09
load 8x8:1744712254631782677146533875581368363841465741882314867886355767
40 solve
#? [unique .*\nsolution \.x\.x\.x\.x/\.\.\.\.\.\.\.\./\.\.x\.\.x\.\./\.x\.\.x\.\.x/x\.x\.\.x\.\./\.\.\.\.x\.x\./\.\.\.\.\.\.\.x/\.x\.x\.x\.\.]
# hitori-10-easy-00
load 10x10:242334a88116835a9a285a3a625244466733228aa3778141a9185a74166252566124342a164531a631a9787646a589921a13
50 solve
#? [unique .*\nsolution x\.\.x\.x\.\.x\./\.\.x\.\.\.\.x\.\./x\.\.x\.x\.\.x\./\.x\.\.x\.\.x\.\./\.\.\.x\.x\.\.x\./x\.\.\.\.\.\.x\.\./\.\.x\.x\.x\.\.x/\.x\.x\.\.\.x\.\./\.\.\.\.x\.\.\.\.x/x\.\.x\.\.x\.\.\.]
# hitori-10-tricky-09
load 10x10:4936546325a7319223457394274112427a317688667142284161972545989a477595169182aa143378851a36644416391736
60 solve
#? [unique .*\nsolution x\.\.x\.\.\.x\.x/\.\.x\.\.x\.\.\.\./x\.\.\.x\.x\.x\./\.\.x\.\.\.\.\.\.x/x\.\.x\.\.x\.x\./\.\.x\.\.x\.\.\.\./x\.\.x\.\.\.x\.\./\.x\.\.\.x\.\.x\./\.\.x\.\.\.\.x\.\./x\.\.\.x\.x\.\.x]
# hitori-12-tricky-00
load 12x12:8c4958a1ca19a1769837b4951971ccb3873a955a11233782976b17c55b69635b87b9acc158a5946bba781297566c35a25a4c6171452b8ca839927136b663cc1b9155a234a6951c68
70 solve
#? [unique .*\nsolution \.x\.\.\.x\.x\.x\.x/\.\.x\.x\.\.\.\.\.\.\./x\.\.\.\.x\.x\.x\.\./\.\.x\.x\.\.\.x\.\.x/x\.\.x\.x\.x\.\.x\./\.\.\.\.\.\.x\.\.x\.\./x\.x\.\.\.\.\.x\.\.x/\.x\.\.x\.x\.\.\.\.\./\.\.x\.\.x\.\.\.x\.\./x\.\.\.\.\.x\.\.\.x\./\.\.x\.x\.\.x\.x\.x/x\.\.\.\.x\.\.\.\.\.\.]
# hitori-15-easy-09
load 15x15:131cb62878f6fba63f9b157c9defb3d7352cdf5ac3669c8aeef32291db7d556af47247c83af221f7488fbaa761ac3b3e4ffd718c6bc5115a49b628c865e8c6daa4289ff2f7cd38c939f1e78426f3fa5e3cd47df61afc7673d1941ecf4d338da52f4f74a35631c857d2b1d5edb615f7649
80 solve
#? [unique .*\nsolution x\.\.\.\.x\.x\.\.x\.\.x\./\.x\.\.x\.\.\.\.x\.\.x\.\./\.\.x\.\.\.x\.x\.x\.\.x\./\.\.\.\.x\.\.x\.\.\.x\.\.\./\.x\.x\.x\.\.\.x\.\.\.\.x/x\.x\.\.\.x\.x\.x\.x\.\./\.\.\.\.x\.\.x\.\.\.\.\.x\./\.x\.x\.x\.\.\.x\.\.x\.\./x\.\.\.\.\.\.x\.\.\.x\.x\./\.x\.x\.x\.\.x\.\.\.\.\.x/\.\.\.\.x\.\.\.\.\.x\.\.x\./x\.x\.\.x\.x\.\.\.\.x\.\./\.\.\.x\.\.x\.\.x\.\.\.\.x/\.x\.\.\.\.\.x\.\.\.x\.\.\./x\.\.x\.x\.\.x\.\.\.x\.x]
# hitori-multi-00
load 5x5:2431151254122411542423352
90 solve
#? [several .*]
100 count
#? [3]
# hitori-multi-15
load 5x5:3251125321251511314241231
110 solve
#? [several .*]
120 count
#? [6]
# hitori-multi-30
load 10x10:242334a88116835a9a285a3a625244466733228aa3778141a9185a74166252566124342a164531a631a9787646a589926a13
130 solve
#? [several .*]
140 count
#? [4]
# hitori-multi-45
load 6x6:622161562114136544351446364625643455
150 solve
#? [several .*]
160 count
#? [4]
# hitori-none-03
load 6x6:352354243556356443626443465321434563
170 solve
#? [none .*]
# hitori-none-21
load 15x15:f3d99d5a2a4c5e3fc1f99d2a7764a8e225ac3f7a618999bf867a336a89ccdf4228b7a7534fe95c432a41fe128cc4eaa1bc819ed9b1e2ed9758484fc3871d43249e981e2cad141225b7d36a769a721bf6d4efa73322a1e75eff1dad6e5c873c2e7d987ed64fac41d5973ff7e34eb1ccadb
180 solve
#? [none .*]
# hitori-none-33
load 8x8:7211538531155712355317712134365753736561488173367457116617723545
190 solve
#? [none .*]
# hitori-none-48
load 10x10:8a6894332995a441921623a15798a94751488153967293aa63221468415a538369a618363aa58468413a2537851a283a4545
200 solve
#? [none .*]
