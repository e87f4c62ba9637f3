"""Lines as a newcomer types them from printed cards, with winds, dragons, Soap and years; their hands by plain loops.

Left the typed line with the remarks that cards print; right every hand, written out with the twin's strings.
"""

from tests.engine.card_twin import DRAGON, SUITS, WINDS, drg, flowers, num, of, runs, suits
from tests.engine.printed import EVEN, FF, FFF, FFFF, NEWS, NINE, ODD, Line, alike, into, one, three, two, year

LINES: list[Line] = []
line = into(LINES)


line(
    14,
    "FF 123a DD DDD DDDD (Any 3 Consec. Nos., Any 1 Suit, Any 3 Dragons)",
    [
        (FF, num(f"{n}{n + 1}{n + 2}", s), drg(2, a), drg(3, b), drg(4, c))
        for n in runs(3)
        for s in SUITS
        for a, b, c in suits(3)
    ],
)
line(14, "FFF DDDD NEWS DDD (Dragons Any 2 Colors)", two(lambda s, t: (FFF, drg(4, s), NEWS, drg(3, t))))
line(
    14,
    "NN EE WWW SSS DDDD (Kong Any Dragon)",
    one(lambda s: (of("N", 2), of("E", 2), of("W", 3), of("S", 3), drg(4, s))),
)
line(14, "FFFF DDDDp NEWS DDp", one(lambda s: (FFFF, drg(4, s), NEWS, drg(2, s))))
line(
    15,
    "NNN RRRR SSS FFFF or EEE GGGG WWW FFFF",
    [(of("N", 3), of("RD", 4), of("S", 3), FFFF), (of("E", 3), of("GD", 4), of("W", 3), FFFF)],
)
line(
    15,
    "NNNN DDDD SSSS 11a (Red Dragons only, pair any number)",
    [(of("N", 4), of("RD", 4), of("S", 4), alike(n, 2, s)) for n in NINE for s in SUITS],
)
line(15, "FF RRRR GGGG 0000", [(FF, of("RD", 4), of("GD", 4), of("WD", 4))])
line(
    16,
    "222a 0000 222b 6666b (Any 2 Suits)",
    two(lambda s, t: (num("222", s), of("WD", 4), num("222", t), num("6666", t))),
)
line(16, "FFFF 2222a 0000 26b", [(FFFF, num("2222", s), of("WD", 4), num("26", t)) for s, t in suits(2)])
line(16, "FF 22a 000 NEWS 222b", two(lambda s, t: (FF, num("22", s), of("WD", 3), NEWS, num("222", t))))
line(
    17,
    "2a x 5a = 10a FFFF 555b DDDb",
    [(("2D",), ("5D",), ("1D", "WD"), FFFF, num("555", t), drg(3, t)) for t in "BC"],
    "soap: year only",
)
line(
    17, "FFFF 20a 2222b 6666b", [(FFFF, ("2D", "WD"), num("2222", t), num("6666", t)) for t in "BC"], "soap: year only"
)
line(17, "NEWS 10a 2222b 5555b", [(NEWS, ("1" + s, "WD"), num("2222", t), num("5555", t)) for s, t in suits(2)])
line(18, "FF NEWS NEWS DDDD", one(lambda s: (FF, NEWS, NEWS, drg(4, s))))
line(
    18,
    "NN EW SS 11a 22a 33a 44a (any 4 consec. nos.)",
    [(of("N", 2), ("E", "W"), of("S", 2), *(alike(n + i, 2, s) for i in range(4))) for n in runs(4) for s in SUITS],
)
line(
    18,
    "N E W S 1111a 222b 333c",
    [(("N",), ("E",), ("W",), ("S",), num("1111", s), num("222", t), num("333", u)) for s, t, u in suits(3)],
)
line(
    19,
    "NNNNN 11a DDDDDa 11a (Quint any wind, any number)",
    [(of(w, 5), alike(n, 2, s), drg(5, s), alike(n, 2, s)) for w in WINDS for n in NINE for s in SUITS],
)
line(
    19,
    "11111a ZZZZ 22222a (Any 2 Consec. Nos., Kong Any Wind)",
    [(alike(n, 5, s), of(w, 4), alike(n + 1, 5, s)) for n in runs(2) for w in WINDS for s in SUITS],
)
line(19, "ZZZ FFFF 111a 2222a", [(of(w, 3), FFFF, num("111", s), num("2222", s)) for w in WINDS for s in SUITS])
line(
    19,
    "ZZ1 ZZ2 FFFF DDDa DDDb",
    [(of(v, 2), of(w, 2), FFFF, drg(3, s), drg(3, t)) for v in WINDS for w in WINDS if v != w for s, t in suits(2)],
)
line(
    20,
    "NNNN 1a 11b 111c SSSS (Any Like Odd Nos. in 3 Suits) -or- EEEE 2a 22b 222c WWWW (Any Like Even Nos. in 3 Suits)",
    [
        (of(a, 4), alike(d, 1, s), alike(d, 2, t), alike(d, 3, u), of(b, 4))
        for a, b, D in (("N", "S", ODD), ("E", "W", EVEN))
        for d in D
        for s, t, u in suits(3)
    ],
)
line(
    20,
    "NNN 111a 111b SSS 11c [like odd] -or- EEE 222a 222b WWW 22c [like even]",
    [
        (of(a, 3), alike(d, 3, s), alike(d, 3, t), of(b, 3), alike(d, 2, u))
        for a, b, D in (("N", "S", ODD), ("E", "W", EVEN))
        for d in D
        for s, t, u in suits(3)
    ],
)
line(
    20,
    "FF NNNN xxxxa SSSS [x odd] or FF EEEE xxxxa WWWW [x even]",
    [
        (FF, of(a, 4), alike(d, 4, s), of(b, 4))
        for a, b, D in (("N", "S", ODD), ("E", "W", EVEN))
        for d in D
        for s in SUITS
    ],
)
line(21, "FF 2026a 2026b 2026c", [(FF, year("B"), year("C"), year("D"))], "year: 2026")
line(
    21,
    "FF 2026a 2222b 2222c (Any 3 suits, like kongs 2 or 6)",
    [(FF, year(s), alike(d, 4, t), alike(d, 4, u)) for d in "26" for s, t, u in suits(3)],
    "year: 2026",
)
line(
    21,
    "NN EEE WWW SS 2026a (2026 Any 1 Suit)",
    one(lambda s: (of("N", 2), of("E", 3), of("W", 3), of("S", 2), year(s))),
    "year: 2026",
)
line(21, "FF YEARa DDDDb DDDDc", three(lambda s, t, u: (FF, year(s), drg(4, t), drg(4, u))), "year: 2026")
line(22, "222a 000 2222b 6666b", two(lambda s, t: (num("222", s), of("WD", 3), num("2222", t), num("6666", t))))
line(
    22,
    "FF 222a 000 222b 666c (Any 3 Suits)",
    three(lambda s, t, u: (FF, num("222", s), of("WD", 3), num("222", t), num("666", u))),
)
line(
    22,
    "22a 00 222a 666a DDDDb (opp. dragon)",
    two(lambda s, t: (num("22", s), of("WD", 2), num("222", s), num("666", s), drg(4, t))),
)
line(
    23,
    "FFF 1111a FFF 1111b (any like nos.)",
    [(FFF, alike(n, 4, s), FFF, alike(n, 4, t)) for n in NINE for s, t in suits(2)],
)
line(23, "FFFFF 1111a 99a DDDa", one(lambda s: (flowers(5), num("1111", s), num("99", s), drg(3, s))))
line(23, "FFFFFF NNNN SSSS", [(flowers(6), of("N", 4), of("S", 4))])
line(25, "NNNNN DDDDa 22222a (Quint any wind)", [(of(w, 5), drg(4, s), num("22222", s)) for w in WINDS for s in SUITS])
line(
    25,
    "DDDDDa 1111a 22222b (any 2 consec. nos.)",
    [(drg(5, s), alike(n, 4, s), alike(n + 1, 5, t)) for n in runs(2) for s, t in suits(2)],
)
line(25, "DDDDD FFFF ZZZZZ", [(drg(5, s), FFFF, of(w, 5)) for s in SUITS for w in WINDS])
line(
    31,
    "FFFF 2026* 2222a 66b",
    [(FFFF, year(r), num("2222", s), num("66", t)) for r in SUITS for s, t in suits(2)],
    "year: 2026",
)
line(
    31,
    "NNNN 2026a|2026b|2026c 22a 44a 66a",
    [(of("N", 4), year(r), num("22", s), num("44", s), num("66", s)) for r in SUITS for s in SUITS],
    "year: 2026",
)
line(
    31,
    "1111a 3333a DD* 5555b",
    [(num("1111", s), num("3333", s), drg(2, r), num("5555", t)) for r in SUITS for s, t in suits(2)],
)
line(
    32,
    "FFFF DDDa 2026* DDDb (Any 2 dragons, year any suit)",
    [(FFFF, drg(3, s), year(r), drg(3, t)) for r in SUITS for s, t in suits(2)],
    "year: 2026",
)
line(
    32,
    "FFFF DDD 2026a DDD (Any 2 dragons)",
    [(FFFF, drg(3, s), year(r), drg(3, t)) for r in SUITS for s, t in suits(2)],
    "year: 2026",
)
line(
    32, "FF DDDDp 2026a DDDDq", [(FF, drg(4, s), year(r), drg(4, t)) for r in SUITS for s, t in suits(2)], "year: 2026"
)
line(
    33,
    "1a N 2a EE 3a WWW 4a SSSS",
    one(lambda s: (num("1", s), of("N", 1), num("2", s), of("E", 2), num("3", s), of("W", 3), num("4", s), of("S", 4))),
)
line(
    33,
    "1a N 2a EE 3a WWW 4a SSSS (Any 4 consec. nos.)",
    [
        (
            alike(n, 1, s),
            of("N", 1),
            alike(n + 1, 1, s),
            of("E", 2),
            alike(n + 2, 1, s),
            of("W", 3),
            alike(n + 3, 1, s),
            of("S", 4),
        )
        for n in runs(4)
        for s in SUITS
    ],
)
line(33, "F 1a FF 22a FFF 33333a", one(lambda s: (flowers(1), num("1", s), FF, num("22", s), FFF, num("33333", s))))
line(
    39,
    "DOG GG FFFF 1111a R",
    [((DRAGON[q], "WD", "GD"), of("GD", 2), FFFF, num("1111", s), ("RD",)) for q in SUITS for s in SUITS],
)
line(39, "R1NGb FFFF EEE 999a", [(("RD", "1" + t, "N", "GD"), FFFF, of("E", 3), num("999", s)) for s, t in suits(2)])
line(39, "WEST NEWS FFF 777a", [(("W", "E", "S", "RD"), NEWS, FFF, num("777", s)) for s in SUITS], "letter: T = R")
line(
    40,
    "@@@1a @@@2a @@@3a @@@@4a F",
    one(lambda s: (num("111", s), num("999", s), num("888", s), num("7777", s), ("F",))),
    "year: 1987",
)
line(40, "FF YEARa YEARb YEARc", [(FF, year("B", "1987"), year("C", "1987"), year("D", "1987"))], "year: 1987")
line(40, "FFFF @@@@1a @@2b @@@@4b", two(lambda s, t: (FFFF, num("2222", s), of("WD", 2), num("5555", t))), "year: 2015")
line(
    12,
    "FF 1111a DDDa 11b DDDc (Any Like Nos., 2 Suits w/ Matching and Opp. Dragons)",
    [(FF, alike(n, 4, s), drg(3, s), alike(n, 2, t), drg(3, u)) for n in NINE for s, t, u in suits(3)],
)
line(
    14,
    "FFFF DDD 2026a DDD (Any Like Dragons, Year Any Suit)",
    [(FFFF, drg(3, s), year(r), drg(3, s)) for r in SUITS for s in SUITS],
    "year: 2026",
)
line(14, "FFFF DDDD NEWS DD (Same Dragon)", one(lambda s: (FFFF, drg(4, s), NEWS, drg(2, s))))
line(
    15,
    "FF 1111a DDDD 9999a (Any 1 Suit, Kong Red or Green Dragon)",
    [(FF, num("1111", s), drg(4, r), num("9999", s)) for s in SUITS for r in "BC"],
)
line(15, "FFFF DDDD NEWS DD (Red and Green Dragons)", [(FFFF, drg(4, r), NEWS, drg(2, g)) for r, g in ("BC", "CB")])
line(15, "FFFF DDDD NEWS DD (Kong Red Dragon)", [(FFFF, drg(4, "C"), NEWS, drg(2, s)) for s in "BD"])
