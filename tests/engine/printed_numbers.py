"""Lines as a newcomer types them from printed cards, those of numbers; their hands by plain loops.

Left the typed line with the remarks that cards print; right every hand, written out with the twin's strings.
"""

from tests.engine.card_twin import SUITS, WINDS, drg, num, of, runs, suits
from tests.engine.printed import EVEN, FF, FFF, FFFF, NEWS, NINE, ODD, Line, alike, into, one, three, two, year

LINES: list[Line] = []
line = into(LINES)


line(1, "22a 444a 666a 8888a FF", one(lambda s: (num("22", s), num("444", s), num("666", s), num("8888", s), FF)))
line(
    1,
    "11a 33a 555a 777a DDDDa (Any 1 suit w/ matching dragons)",
    one(lambda s: (num("11", s), num("33", s), num("555", s), num("777", s), drg(4, s))),
)
line(1, "FFFF 3333a 66a 9999a", one(lambda s: (FFFF, num("3333", s), num("66", s), num("9999", s))))
line(
    2,
    "222a 444a 6666b 8888b (Any 2 Suits)",
    two(lambda s, t: (num("222", s), num("444", s), num("6666", t), num("8888", t))),
)
line(
    2, "FF 2222a 4444b 6666c (Any 3 Suits)", three(lambda s, t, u: (FF, num("2222", s), num("4444", t), num("6666", u)))
)
line(2, "111a 3333b 333a 5555b", two(lambda s, t: (num("111", s), num("3333", t), num("333", s), num("5555", t))))
line(
    3,
    "222a 4444a 666a 8888a -or- 222a 4444a 666b 8888b (Any 1 or 2 Suits)",
    one(lambda s: (num("222", s), num("4444", s), num("666", s), num("8888", s)))
    + two(lambda s, t: (num("222", s), num("4444", s), num("666", t), num("8888", t))),
)
line(
    3,
    "FF 3333a + 6666a = 9999a -or- FF 3333a + 6666b = 9999c",
    one(lambda s: (FF, num("3333", s), num("6666", s), num("9999", s)))
    + three(lambda s, t, u: (FF, num("3333", s), num("6666", t), num("9999", u))),
)
line(
    3,
    "NNNN EEE WWW SSSS or NNN EEEE WWWW SSS",
    [(of("N", 4), of("E", 3), of("W", 3), of("S", 4)), (of("N", 3), of("E", 4), of("W", 4), of("S", 3))],
)
line(
    3,
    "11a 222a 33a 444a 5555a or 55a 666a 77a 888a 9999a (these nos. only)",
    one(lambda s: (num("11", s), num("222", s), num("33", s), num("444", s), num("5555", s)))
    + one(lambda s: (num("55", s), num("666", s), num("77", s), num("888", s), num("9999", s))),
)
line(
    4,
    "11a 222a 3333a 444a 55a (These Nos. Only)",
    one(lambda s: (num("11", s), num("222", s), num("3333", s), num("444", s), num("55", s))),
)
line(
    4,
    "FFF 123a 4444b 5555c (these numbers only)",
    three(lambda s, t, u: (FFF, num("123", s), num("4444", t), num("5555", u))),
)
line(4, "1111a 2222a 33b 4444b", two(lambda s, t: (num("1111", s), num("2222", s), num("33", t), num("4444", t))))
line(
    5,
    "FFFF 1111a 22a 3333a (Any 3 Consec. Nos.) -or- FFFF 1111a 22b 3333c (Any 3 Consec. Nos.)",
    [(FFFF, alike(n, 4, s), alike(n + 1, 2, s), alike(n + 2, 4, s)) for n in runs(3) for s in SUITS]
    + [(FFFF, alike(n, 4, s), alike(n + 1, 2, t), alike(n + 2, 4, u)) for n in runs(3) for s, t, u in suits(3)],
)
line(
    5,
    "XXX0a XXXX1a XXX2b XXXX3b",
    [
        (alike(n, 3, s), alike(n + 1, 4, s), alike(n + 2, 3, t), alike(n + 3, 4, t))
        for n in runs(4)
        for s, t in suits(2)
    ],
)
line(
    5,
    "FFF 123a 4444b 5555c (Any 3 suits, any 5 consec. nos.)",
    [
        (FFF, num(f"{n}{n + 1}{n + 2}", s), alike(n + 3, 4, t), alike(n + 4, 4, u))
        for n in runs(5)
        for s, t, u in suits(3)
    ],
)
line(
    5,
    "11a 22a 111b 222b 3333c (Any 3 Suits, Any 3 Consec. Nos.)",
    [
        (alike(n, 2, s), alike(n + 1, 2, s), alike(n, 3, t), alike(n + 1, 3, t), alike(n + 2, 4, u))
        for n in runs(3)
        for s, t, u in suits(3)
    ],
)
line(
    5,
    "FF 333a 4444b 55555c (any run)",
    [(FF, alike(n, 3, s), alike(n + 1, 4, t), alike(n + 2, 5, u)) for n in runs(3) for s, t, u in suits(3)],
)
line(
    6,
    "FFFF 11a 111b 111c 11a (any like nos.)",
    [(FFFF, alike(n, 2, s), alike(n, 3, t), alike(n, 3, u), alike(n, 2, s)) for n in NINE for s, t, u in suits(3)],
)
line(
    6,
    "FF 1111a 1111b 1111c (Any Like Numbers)",
    [(FF, alike(n, 4, "B"), alike(n, 4, "C"), alike(n, 4, "D")) for n in NINE],
)
line(
    6,
    "FF 111a 111b 111c DDD (Any 3 Suits w/ Any Dragon, like nos.)",
    [(FF, alike(n, 3, "B"), alike(n, 3, "C"), alike(n, 3, "D"), drg(3, s)) for n in NINE for s in SUITS],
)
line(
    6,
    "XX0a XXXX0b XXXX0c NEWS",
    [(alike(n, 2, s), alike(n, 4, t), alike(n, 4, u), NEWS) for n in NINE for s, t, u in suits(3)],
)
line(
    7,
    "11111a NNNN 88888b (Any 2 Suits, Any 2 Nos., Any Wind)",
    [
        (alike(x, 5, s), of(w, 4), alike(y, 5, t))
        for x in NINE
        for y in NINE
        if x != y
        for s, t in suits(2)
        for w in WINDS
    ],
)
line(
    7,
    "xxxxxa ZZZZ yyyyyb",
    [
        (alike(x, 5, s), of(w, 4), alike(y, 5, t))
        for x in NINE
        for y in NINE
        if x != y
        for s, t in suits(2)
        for w in WINDS
    ],
)
line(
    7,
    "FFFF 11111a 22222b (any 2 nos., may match)",
    [(FFFF, alike(x, 5, s), alike(y, 5, t)) for x in NINE for y in NINE for s, t in suits(2)],
)
line(
    7,
    "FF xxxxa yyyya xxxxb",
    [(FF, alike(x, 4, s), alike(y, 4, s), alike(x, 4, t)) for x in NINE for y in NINE if x != y for s, t in suits(2)],
)
line(
    8,
    "FFFF 2468a 222b 222c (Any 3 Suits, Like Pungs Any Even No.)",
    [(FFFF, num("2468", s), alike(d, 3, t), alike(d, 3, u)) for d in EVEN for s, t, u in suits(3)],
)
line(
    8,
    "FF 2222a DDDDb 2222c (Any 3 Suits, Any Like Even No.)",
    [(FF, alike(d, 4, s), drg(4, t), alike(d, 4, u)) for d in EVEN for s, t, u in suits(3)],
)
line(
    8,
    "FFFF 2026a 222b 222c (Like Pungs 2 or 6 In Opp. Suits)",
    [(FFFF, year(s), alike(d, 3, t), alike(d, 3, u)) for d in "26" for s, t, u in suits(3)],
    "year: 2026",
)
line(
    8,
    "33a 66a 99a 3333b 3333c (Any 3 Suits, Like kongs 3, 6 or 9)",
    [(num("33", s), num("66", s), num("99", s), alike(d, 4, t), alike(d, 4, u)) for d in "369" for s, t, u in suits(3)],
)
line(
    8,
    "11a 33a 55a 77a 99a 11b 11c (Any 3 Suits, Pairs Any Like Odd Nos. in Opp. Suits)",
    [
        (num("11", s), num("33", s), num("55", s), num("77", s), num("99", s), alike(d, 2, t), alike(d, 2, u))
        for d in ODD
        for s, t, u in suits(3)
    ],
)
line(
    8,
    "11a 33a 55a 77a 99a xxb xxc [x odd]",
    [
        (num("11", s), num("33", s), num("55", s), num("77", s), num("99", s), alike(d, 2, t), alike(d, 2, u))
        for d in ODD
        for s, t, u in suits(3)
    ],
)
line(
    9,
    "112345a 1111b 1111c (Any 3 Suits, Any 5 Consec. Nos., Pair Any No. in Run, Kongs Match Pair)",
    [
        (num("".join(str(n + i) * (2 if n + i == d else 1) for i in range(5)), s), alike(d, 4, t), alike(d, 4, u))
        for n in runs(5)
        for d in range(n, n + 5)
        for s, t, u in suits(3)
    ],
)
line(
    9,
    "FF 11234a 1111b 111c (any 4 consec. nos., pair any no., kong and pung match pair)",
    [
        (FF, num("".join(str(n + i) * (2 if n + i == d else 1) for i in range(4)), s), alike(d, 4, t), alike(d, 3, u))
        for n in runs(4)
        for d in range(n, n + 4)
        for s, t, u in suits(3)
    ],
)
line(
    9,
    "FF 22345a 2222b 222c [run, pair any]",
    [
        (FF, num("".join(str(n + i) * (2 if n + i == d else 1) for i in range(4)), s), alike(d, 4, t), alike(d, 3, u))
        for n in runs(4)
        for d in range(n, n + 4)
        for s, t, u in suits(3)
    ],
)
