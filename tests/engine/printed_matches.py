"""Lines as a newcomer types them from printed cards, where one group follows another; their hands by plain loops.

Left the typed line with the remarks that cards print; right every hand, written out with the twin's strings.
"""

from tests.engine.card_twin import SUITS, drg, num, of, runs, suits
from tests.engine.printed import EVEN, FF, FFF, FFFF, NEWS, NINE, ODD, Line, alike, into, one, three, two, year

LINES: list[Line] = []
line = into(LINES)


PAIRS_IN_RUN = [
    (num(f"{n}{n}{n + 1}{n + 1}{n + 2}{n + 2}", s), alike(d, 4, t), alike(d, 4, u))
    for n in runs(3)
    for d in (n, n + 1, n + 2)
    for s, t, u in suits(3)
]
line(9, "112233a 1111b 1111c (Any 3 Consec. Nos., 3 Suits, Kongs Match Pair)", PAIRS_IN_RUN)
line(9, "112233a 2222b 2222c (Any 3 Consec. Nos., 3 Suits, Like Kongs Must Match a Pair)", PAIRS_IN_RUN)
line(9, "112233a 1111b 1111c (Any Run, Pair Any, Kongs Match Pair)", PAIRS_IN_RUN)
line(9, "112233a 1111b 1111c [run, kongs 1, 2 or 3]", PAIRS_IN_RUN)
line(9, "112233a 1111b 1111c [run] (Like Kongs Any No. in Run)", PAIRS_IN_RUN)
line(9, "112233a xxxxb xxxxc [run, kongs match pair]", PAIRS_IN_RUN)
line(
    9,
    "FF 1122a 3333b 3333c (Any 3 Consec. Nos., Kongs 3s)",
    [
        (FF, num(f"{n}{n}{n + 1}{n + 1}", s), alike(n + 2, 4, t), alike(n + 2, 4, u))
        for n in runs(3)
        for s, t, u in suits(3)
    ],
)
line(
    8,
    "FF 2468a xxxxb xxxxc (Kongs Any Even No.)",
    [(FF, num("2468", s), alike(d, 4, t), alike(d, 4, u)) for d in EVEN for s, t, u in suits(3)],
)
PAIRS_369 = [
    (num("33", s), num("66", s), num("99", s), alike(d, 4, t), alike(d, 4, u)) for d in "369" for s, t, u in suits(3)
]
line(9, "33a 66a 99a 3333b 3333c (Kongs Match Any Pair)", PAIRS_369)
line(9, "33a 66a 99a 9999b 9999c (Any 3 Suits, Like Kongs, Kongs Match Any Pair)", PAIRS_369)
line(9, "33a 66a 99a xxxxb xxxxc (Kongs Match Pair)", PAIRS_369)
line(9, "33a 66a 99a 3333b 3333c (Pair Matches Kongs)", PAIRS_369)
line(9, "33a 66a 99a 3333b 3333c [kongs 3-9, kongs match pair]", PAIRS_369)
line(
    9,
    "FF 11a 22a 1111b 2222c (Any 2 Consec. Nos., Kongs Match Pairs)",
    [
        (FF, alike(n, 2, s), alike(n + 1, 2, s), alike(n, 4, t), alike(n + 1, 4, u))
        for n in runs(2)
        for s, t, u in suits(3)
    ],
)
line(
    9,
    "FFFF NNNN 11a 1111b (Pair Any No., Kong Matches Pair)",
    [(FFFF, ("N",) * 4, alike(n, 2, s), alike(n, 4, t)) for n in NINE for s, t in suits(2)],
)
line(
    10,
    "113579a 1111b 1111c (Pair any odd no., kongs match pair)",
    [
        (num("".join(c * (2 if c == d else 1) for c in ODD), s), alike(d, 4, t), alike(d, 4, u))
        for d in ODD
        for s, t, u in suits(3)
    ],
)
line(
    10,
    "FF 3369a 3333b 3333c [pair any]",
    [
        (FF, num("".join(c * (2 if c == d else 1) for c in "369"), s), alike(d, 4, t), alike(d, 4, u))
        for d in "369"
        for s, t, u in suits(3)
    ],
)
line(10, "FF 3369a 3669b 3699c", three(lambda s, t, u: (FF, num("3369", s), num("3669", t), num("3699", u))))
line(
    10,
    "FFF 22468a 222b 888c (pair any, others stay)",
    [
        (FFF, num("".join(c * (2 if c == d else 1) for c in EVEN), s), num("222", t), num("888", u))
        for d in EVEN
        for s, t, u in suits(3)
    ],
)
line(
    11,
    "FF 1111a Da 1111b Db 11c (Any 3 Suits, Any Like No.)",
    [(FF, alike(n, 4, s), drg(1, s), alike(n, 4, t), drg(1, t), alike(n, 2, u)) for n in NINE for s, t, u in suits(3)],
)
line(
    11,
    "3333a DDDa 3333b DDDb (Any 2 Suits, Like Kongs 3, 6 or 9 w Matching Dragons)",
    [(alike(d, 4, s), drg(3, s), alike(d, 4, t), drg(3, t)) for d in "369" for s, t in suits(2)],
)
line(
    11,
    "FF 333a Da 666b Db 999c Dc (Any 3 Suits w Matching Dragons)",
    three(lambda s, t, u: (FF, num("333", s), drg(1, s), num("666", t), drg(1, t), num("999", u), drg(1, u))),
)
line(
    11,
    "11a 222a DDDDa 333a 44a (Any 4 consec. nos. w/matching dragons)",
    [
        (alike(n, 2, s), alike(n + 1, 3, s), drg(4, s), alike(n + 2, 3, s), alike(n + 3, 2, s))
        for n in runs(4)
        for s in SUITS
    ],
)
line(
    12,
    "111a 222a 3333a DDb DDc (Any 3 consec. nos. w Opp. Dragons)",
    [
        (alike(n, 3, s), alike(n + 1, 3, s), alike(n + 2, 4, s), drg(2, t), drg(2, u))
        for n in runs(3)
        for s, t, u in suits(3)
    ],
)
line(
    12,
    "FF 12345a DDDb DDDDc (Any 5 consec. nos., opp. dragons)",
    [
        (FF, num("".join(str(n + i) for i in range(5)), s), drg(3, t), drg(4, u))
        for n in runs(5)
        for s, t, u in suits(3)
    ],
)
line(
    12,
    "22a 444a 666a 88a DDDDb (Opp. Dragon)",
    two(lambda s, t: (num("22", s), num("444", s), num("666", s), num("88", s), drg(4, t))),
)
line(
    13,
    "FF 2222a 4444a DDDDa or FF 2222a 4444a DDDDb",
    [(FF, num("2222", s), num("4444", s), drg(4, t)) for s in SUITS for t in SUITS],
)
line(
    13,
    "FF 2222a 4444a DDDDa (Matching or Opp. Dragons)",
    [(FF, num("2222", s), num("4444", s), drg(4, t)) for s in SUITS for t in SUITS],
)
line(13, "FF 2222a 4444a DDDDa|b|c", [(FF, num("2222", s), num("4444", s), drg(4, t)) for s in SUITS for t in SUITS])
line(
    24,
    "FF 11111a 22a 33333a (Any 3 Consec. Nos.)",
    [(FF, alike(n, 5, s), alike(n + 1, 2, s), alike(n + 2, 5, s)) for n in runs(3) for s in SUITS],
)
line(
    24,
    "FF 111a 2222b 33333c (Any 3 Suits, Any 3 Consec. Nos.)",
    [(FF, alike(n, 3, s), alike(n + 1, 4, t), alike(n + 2, 5, u)) for n in runs(3) for s, t, u in suits(3)],
)
line(
    24,
    "11a 22222b 333333b F (these nos only)",
    two(lambda s, t: (num("11", s), num("22222", t), num("333333", t), ("F",))),
)
line(
    26,
    "FF 2222a + 6666a = 8888a or FF 2222a + 6666b = 8888c (Any 1 or 3 suits)",
    one(lambda s: (FF, num("2222", s), num("6666", s), num("8888", s)))
    + three(lambda s, t, u: (FF, num("2222", s), num("6666", t), num("8888", u))),
)
line(26, "FFFF 4444a x 5555b = 20c", three(lambda s, t, u: (FFFF, num("4444", s), num("5555", t), num("20", u))))
line(26, "FFFF 9999a + 3333a = 12a", one(lambda s: (FFFF, num("9999", s), num("3333", s), num("12", s))))
line(26, "4444a + 7777b = 11c FFFF", three(lambda s, t, u: (num("4444", s), num("7777", t), num("11", u), FFFF)))
line(26, "FF 9999a − 3333b = 6666c", three(lambda s, t, u: (FF, num("9999", s), num("3333", t), num("6666", u))))
line(27, "FF 13579a 1111b 999b", two(lambda s, t: (FF, num("13579", s), num("1111", t), num("999", t))))
line(
    27,
    "1234567a 111b 1111c (these nos. only)",
    three(lambda s, t, u: (num("1234567", s), num("111", t), num("1111", u))),
)
line(27, "FFFF 369a 3333b 666c", three(lambda s, t, u: (FFFF, num("369", s), num("3333", t), num("666", u))))
line(
    27,
    "FF 246a 888a 246b 888b (Any 2 suits)",
    two(lambda s, t: (FF, num("246", s), num("888", s), num("246", t), num("888", t))),
)
line(
    28,
    "FF 2468a DDa 2468b DDb (Any 2 Suits w Matching Dragons)",
    two(lambda s, t: (FF, num("2468", s), drg(2, s), num("2468", t), drg(2, t))),
)
line(
    28,
    "336699a 336699b 33c (Pair 3, 6 or 9 in third suit)",
    [(num("336699", s), num("336699", t), alike(d, 2, u)) for d in "369" for s, t, u in suits(3)],
)
line(
    28,
    "FF 11a 22a 11b 22b 11c 22c (Any 3 suits, any 2 consec. nos.)",
    [(FF, *(alike(n + i, 2, s) for s in SUITS for i in (0, 1))) for n in runs(2)],
)
line(
    28,
    "11a 22a 33a 44a 55a 66a 77a (Any 7 consec. nos.)",
    [tuple(alike(n + i, 2, s) for i in range(7)) for n in runs(7) for s in SUITS],
)
line(
    28,
    "NN EE WW SS DDa DDb DDc",
    [(of("N", 2), of("E", 2), of("W", 2), of("S", 2), drg(2, "B"), drg(2, "C"), drg(2, "D"))],
)
line(
    29,
    "112a 11223b 112233c or 998a 99887b 998877c (Any 3 suits, these nos. only)",
    [
        (num(a, s), num(b, t), num(c, u))
        for s, t, u in suits(3)
        for a, b, c in (("112", "11223", "112233"), ("998", "99887", "998877"))
    ],
)
line(29, "113a 11335b 113355c", three(lambda s, t, u: (num("113", s), num("11335", t), num("113355", u))))
line(
    29,
    "FF 11a 2a 11b 22b 3b 11c 22c",
    [
        (FF, num("11", s), num("2", s), num("11", t), num("22", t), num("3", t), num("11", u), num("22", u))
        for s, t, u in suits(3)
    ],
)
line(
    30,
    "222a 4444a 666a 88b 88c (Any 3 Suits, Pairs 8s Only)",
    three(lambda s, t, u: (num("222", s), num("4444", s), num("666", s), num("88", t), num("88", u))),
)
line(
    30,
    "11a 33a 111b 333b 55c 55c (Any 3 suits, pairs in third suit)",
    [(num("11", s), num("33", s), num("111", t), num("333", t), num("55", u), num("55", u)) for s, t, u in suits(3)],
)
line(
    30,
    '22a 44a 666b 888b DDDDb "Pairs must be same suit"',
    two(lambda s, t: (num("22", s), num("44", s), num("666", t), num("888", t), drg(4, t))),
)
line(
    36,
    "1111a DDDa 1111b DDDb (any like nos.)",
    [(alike(n, 4, s), drg(3, s), alike(n, 4, t), drg(3, t)) for n in NINE for s, t in suits(2)],
)
line(36, "333a 666a 6666b 9999b", two(lambda s, t: (num("333", s), num("666", s), num("6666", t), num("9999", t))))
line(
    36,
    "111a 333a 333b 555b DD (any dragon)",
    [(num("111", s), num("333", s), num("333", t), num("555", t), drg(2, u)) for s, t in suits(2) for u in SUITS],
)
line(37, "FF 22a 0000 22a 6666a", one(lambda s: (FF, num("22", s), of("WD", 4), num("22", s), num("6666", s))))
line(
    37,
    "11a 222a 333a 444a 11a F",
    [(num("11", s), num("222", s), num("333", s), num("444", s), num("11", s), ("F",)) for s in SUITS],
)
line(
    37,
    "55a 55a 111b 333b 7777c",
    three(lambda s, t, u: (num("55", s), num("55", s), num("111", t), num("333", t), num("7777", u))),
)
line(37, "22a 222a 2222b 22222c", three(lambda s, t, u: (num("22", s), num("222", s), num("2222", t), num("22222", u))))
line(
    38,
    "123a 456a 789a 11b 222c",
    three(lambda s, t, u: (num("123", s), num("456", s), num("789", s), num("11", t), num("222", u))),
)
line(
    38,
    "123a 123a 123b 123b DD (any run, any dragon)",
    [
        (num(f"{n}{n + 1}{n + 2}", s),) * 2 + (num(f"{n}{n + 1}{n + 2}", t),) * 2 + (drg(2, u),)
        for n in runs(3)
        for s, t in suits(2)
        for u in SUITS
    ],
)
line(
    38,
    "123a 456b 789c NNN 55a",
    three(lambda s, t, u: (num("123", s), num("456", t), num("789", u), of("N", 3), num("55", s))),
)
line(
    42,
    "FF YEARa YEAR1b YEAR2c [years 2014-2019]",
    [
        (FF, year(s, str(y)), year(t, str(y + 1)), year(u, str(y + 2)))
        for y in range(2014, 2018)
        for s, t, u in suits(3)
    ],
)
line(
    42,
    "FFFF YEARa NN YEAR1a [years 1990-1999]",
    [(FFFF, year(s, str(y)), of("N", 2), year(s, str(y + 1))) for y in range(1990, 1999) for s in SUITS],
)
line(
    42,
    "NEWS YEARa 555b DDDb [years 2011 to 2013]",
    [(NEWS, year(s, str(y)), num("555", t), drg(3, t)) for y in (2011, 2012, 2013) for s, t in suits(2)],
)
line(43, "NEWS 1234567890a", one(lambda s: (NEWS, num("1234567890", s))))
line(43, "FFFF 1234567890a", one(lambda s: (FFFF, num("1234567890", s))))
line(43, "DDDDb 1234567890a (opposite dragon)", two(lambda s, t: (drg(4, t), num("1234567890", s))))
line(
    8,
    "11a 33a 55a 77a 99a 11b 11c (Pairs 1, 3, 5, 7 or 9 in opp. suits)",
    [
        (num("11", s), num("33", s), num("55", s), num("77", s), num("99", s), alike(d, 2, t), alike(d, 2, u))
        for d in ODD
        for s, t, u in suits(3)
    ],
)
line(
    10,
    "NNN EEE WWW SSS 11a (pair any odd no.)",
    [(of("N", 3), of("E", 3), of("W", 3), of("S", 3), alike(d, 2, s)) for d in ODD for s in SUITS],
)
line(
    44,
    "FF NNN 1a 11b 111c SSS (any like odd nos. in 3 suits)",
    [(FF, of("N", 3), alike(d, 1, s), alike(d, 2, t), alike(d, 3, u), of("S", 3)) for d in ODD for s, t, u in suits(3)],
)
line(
    44,
    "EEEE 2a 22b 222c WWWW (Any Like Even Nos. in 3 Suits)",
    [(of("E", 4), alike(d, 1, s), alike(d, 2, t), alike(d, 3, u), of("W", 4)) for d in EVEN for s, t, u in suits(3)],
)
line(
    44,
    "FFFF xa xxb xxxc DDDDa",
    [(FFFF, alike(d, 1, s), alike(d, 2, t), alike(d, 3, u), drg(4, s)) for d in NINE for s, t, u in suits(3)],
)
