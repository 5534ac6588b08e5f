"""The examples of appendix 1. Their pictures are lost, so each hand is constructed to fit its caption.

Each row has the number, the example, the fans added by the caption, and the fans without caption that the hand scores
by the way it was won.
"""

EXAMPLES = """
1/1 | EEE SSS WWW, NN22m + N | 50
1/2 | EEE SSS WWW, NN11m + N | 18 50
1/3 | EEE SSS WWW, NNCC + N | 11
2/1 | CCC FFF PPP, 2355m + 4m | 50
2/2 | CCC FFF PPP, 11m99p + 1m | 18 75
2/3 | CCC FFF PPP, WWNN + W | 11
3/1 | 222s 333s 444s, FF66s + F | 24 49 50 59
3/2 | 234s 234s 234s, 6688s + 8s | 23 22 68
3/3 | 223344668888sF + F self_drawn | 19 50 56
4 | 1112345678999m + 9m self_drawn | 28 56 64
5/1 | 2222m 5555p 8888s CCCC, E + E | 52 59 | 53
5/2 | CCCC FFFF PPPP WWWW, N + N | 2 11 | 53
6 | 2233445566778m + 8m | 68
7 | 19m19p19sESWNCFP + E |
8/1 | 111m 111p 999m, 99p11s + 9p | 65 65
8/2 | 111m 111p 111s, 99m99p + 9m | 32
9/1 | SSS WWW NNN, 23mEE + 1m | 50 55
9/2 | SSS WWW NNN, CCEE + C | 11 59
10/1 | CCC FFF 999m, 45pPP + 6p | 73 75
10/2 | CCC FFF 999m, PP11m + 1m | 18 50
11/1 | SSS WWW NNN, CCFF + C | 38 59
11/2 | CCC FFF WWW, NNPP + N | 10
12/1 | 111m444p777888s5m + 5m | 73 76 79
12/2 | 111m444p66777sNN + 6s self_drawn | 56 73
14 | 123m 123m, 12233m99p + 1m | 55 63 75
15 | 111m 222m 333m, 4466m + 4m | 22 73
16/1 | 234m 345m 456m, 56m88p + 7m | 63 68 75
16/2 | 123m 345m 567m, 78m55p + 9m | 63 75
17 | 2222m 2222p 5555s, 77p66s + 7p | 49 65 68
18 | 111m 111p 999s, CCEE + C | 52 59 65
19 | 1133557777m224p + 4p self_drawn | 56 64 75 76
20 | ESWNCFP147m258p + 3s self_drawn | 56
21/1 | 222m 444m 444p, 66s88s + 6s | 65
21/2 | 666m 666p 666s, 88m88p + 8m | 32 36
22/1 | 1133446677889m + 9m | 19
22/2 | 123m 456m 789m, 3499m + 5m | 28 63
22/3 | 111m 234m 567m, 8899m + 8m | 71 73
23 | 456m 456m 456m, 34p55s + 5p | 31 63
24 | 222p 333p 444p, PP88s + P | 40 49 59
25/1 | 789m 789p 789s, 78m88p + 9m | 41 63 69
25/2 | 777m 777p 789m, 78s99p + 9s | 64 65 70
26/1 | 444m 555m 666m, 5556p + 4p | 24 75
26/2 | 4455m4455p44556s + 6s | 19
27/1 | 123m 123p 123s, 23m22p + 1m | 41 63 69
27/2 | 111m 222p 333s, 33m22s + 3m | 42 49 65 73
28/1 | 123m 456m 789m, 45p99s + 6p | 63 70
28/2 | 123m 456m 789m, CC55p + C | 59 75
30/1 | 123m 234m 345m, 77p88s + 7p | 76
30/2 | 234m 345m 456m, 34p88p + 2p | 63 68 70 75
31/1 | 345m 456p 567s, 67m55p + 5m | 51 63 70
31/2 | 456m 456p 456s, 55m55p + 5m | 26 41 64
32/1 | 111m 111p 111s, 78m99p + 9m | 55 73 73 73 76
32/2 | 222m 222p 222s, 55m77p + 5m | 49 68
33/1 | 222555888m34p66p + 5p | 62 68 75
33/2 | CCC111m555p34sNN + 5s self_drawn | 52 56 59 73
34/1 | ESWNCF147m258p3s + 6s self_drawn | 56
34/2 | ESWNC147m258p36s + 9s | 35
35/1 | 147m258p369sCCCN + N | 52 59 62 79
35/2 | 345m, 147m25888p36s + 9s flowers=1 | 63 81
36/1 | 678m 678p 777s, 88s99p + 8s | 70
36/2 | 667788m6677p889s + 9s | 19
37/1 | 123m 123p 234m, 34p44s + 2p | 63 70 70
37/2 | 111m 222p 222s, 44m33p + 4m | 49 65 73
38/1 | SSS WWW NNN, 45m88p + 6m | 75
38/2 | SSS WWW NNN, 5588m + 5m | 49 50
39/1 | 123m 456p 789s, 23m55p + 1m | 63 69
39/2 | 123m 456p 789s, 55m77p + 5m | 76
40/1 | 123p 123p 456s, 3499p + 5p | 63 69
40/2 | PPP 222p 222s, 99p44s + 9p | 49 59 65 73
41/1 | 345m 345p 345s, 77m99p + 7m | 76
41/2 | 234m 234p 234s, 56m88p + 7m | 63 68 71
42/1 | 222m 333p 444s, 78m55p + 9m | 76
42/2 | 222m 333p 444s, 44m66p + 4m | 49 65 68
43/1 | 123m 678m 456p, 34sNN + 2s |
43/2 | 123m 678m 456p, 34sNN + 5s flowers=2 | 81 81
48 | (1111p) (3333p) 777m, 56m55p + 7m self_drawn | 58 64 73 75 76 80
49 | 222m 222p 222s, CCEE + C | 32 52 59
50 | 123m 345m 567m, 67mNN + 8m | 30 71
51 | 234m 345p 456s, 67m88p + 8m | 63 68
52 | CCC SSS 234m, 67p55s + 8p | 59 73
53 | 444m 5555p 777p 234m, 8p + 8p flowers=1 | 64 68 74 75 81
54 | CCC FFF 123m, 78m55p + 9m | 72 75
55/1 | 123m 789m 123p, 78p99s + 9p | 63 70 70 72
55/2 | CCC 123m 789m, 2399p + 1p | 59 70 72 75
56 | 234567m23455p68s + 7s self_drawn | 63 68 70 71 78
57 | 1111m 3333p CCC, 33m55p + 3m | 49 59 65 73 75
58 | 777m 123p 456p, 56m99p + 7m | 64 71 75 76
60 | EEE CCC 222m, 55p88m + 5p seat=N | 49 59 75
61 | SSS 234m 678m, 5599m + 5m seat=S round=S | 50 60
62 | 234567m34567s55p + 8s | 63 68 71 71
63 | 123m 234p 345s, 45m99p + 6m | 51 71
64 | 678m 678p 678s, 88m99s + 8m | 36 41
65 | 222m 222p 555s, 77m44s + 7m | 49 68
66 | 123789m222666p9p + 9p | 62 72 75 76 79
68 | 234m 345p 456s, 77m66p + 7m | 51
75 | 123m 456m 789m, CC55p + C | 28 59
76 | 123m 456p 789s, 99m55p + 9m | 39 73
77 | 123m 789m 123p, 89sNN + 7s | 55 70 70 72
78 | 123m 789s CCC, 46pEE + 5p | 39 52 59
79 | CCC FFF 234m, 2348p + 8p | 54 70 75
"""

# Fans without a hand in appendix 1.
OTHERS = """
13 | 123m 123m 789m, 78m55m + 9m |
29 | 123m 789m 123p, 78p55s + 9p |
44 | 123m 678m 456p, 34sNN + 5s self_drawn wall_last |
45 | 123m 678m 456p, 34sNN + 5s wall_last |
46 | 1111m 678m 456p, 34sNN + 5s self_drawn kong | 73 74
47 | 123m 678m 456p, 34sNN + 5s kong |
59 | CCC 678m 456p, 34sNN + 5s | 52
67 | (2222m) 678m 456p, 34sNN + 5s |
69 | 678m 678m 456p, 34sNN + 5s |
70 | 678m 678p 456p, 34sNN + 5s |
71 | 123m 456m 789p, 34sNN + 5s |
72 | 123m 789m 456p, 34sNN + 5s |
73 | 111m 678m 456p, 34sNN + 5s |
74 | 2222m 678m 456p, 34sNN + 5s |
80 | 123m 678m 456p, 34sNN + 5s self_drawn |
57b | (2222m) 4444p 678m, 34sNN + 5s |
"""
