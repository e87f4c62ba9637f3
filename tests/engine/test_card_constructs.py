"""Every construct of printed cards: what is typed, against the hands that plain loops over suits and numbers make.

The left side is our notation; the right side is written out by hand with the twin's strings and knows no notation.
"""

from collections.abc import Callable, Iterable

import pytest

from engine.card import CardError, draft_card, read_card
from engine.tile import CODES
from tests.engine.card_twin import (
    DRAGON,
    SUITS,
    WINDS,
    Natural,
    canonical,
    drg,
    exists,
    flowers,
    num,
    of,
    runs,
    suits,
)

Hands = Iterable[tuple[tuple[str, ...], ...]]
FF, FFF, FFFF = flowers(2), flowers(3), flowers(4)
NEWS = ("N", "E", "W", "S")


def year(suit: str, figures: str = "2026") -> tuple[str, ...]:
    return Natural(num(figures, suit))


def doubled(numbers: str, paired: str) -> str:
    return "".join(d * 2 if d == paired else d for d in numbers)


def one_or_two_suits() -> Hands:
    for s in SUITS:
        yield num("11", s), num("333", s), num("5555", s), num("77", s), num("999", s)
    for s, t in suits(2):
        yield num("11", s), num("333", s), num("5555", s), num("77", t), num("999", t)


def pair_any_in_run() -> Hands:
    for s, t, u in suits(3):
        for first in runs(5):
            numbers = "".join(str(first + i) for i in range(5))
            for d in numbers:
                yield FF, num(doubled(numbers, d), s), num(d * 3, t), num(d * 3, u)


def pair_any(numbers: str, second: int, third: int, head: int, fixed: tuple[str, str] | None = None) -> Hands:
    for s, t, u in suits(3):
        for d in numbers:
            one, two = fixed or (d * second, d * third)
            yield flowers(head), num(doubled(numbers, d), s), num(one, t), num(two, u)


def any_two_numbers(same: bool) -> Hands:
    for s, t in suits(2):
        for x in range(1, 10):
            for y in range(1, 10):
                if same or x != y:
                    yield FFFF, num(str(x) * 5, s), num(str(y) * 5, t)


def winds_with_parity() -> Hands:
    for numbers, first, last in (("13579", "N", "S"), ("2468", "E", "W")):
        for s, t in suits(2):
            for d in numbers:
                yield of(first, 3), num(d * 3, s), num(d * 4, t), of(last, 4)


CONSTRUCTS: dict[str, tuple[str, Callable[[], Hands]]] = {
    "1 one suit": (
        "222a 444a 66a 888a DDDa",
        lambda: ((num("222", s), num("444", s), num("66", s), num("888", s), drg(3, s)) for s in SUITS),
    ),
    "2 two suits": (
        "222a 4444b 6666b 888c",
        lambda: ((num("222", s), num("4444", t), num("6666", t), num("888", u)) for s, t, u in suits(3)),
    ),
    "3 either or": ("11a 333a 5555a 77a 999a -or- 11a 333a 5555a 77b 999b", one_or_two_suits),
    "4 these numbers only": (
        "11a 222a 333a 44a 5555a [these numbers only]",
        lambda: ((num("11", s), num("222", s), num("333", s), num("44", s), num("5555", s)) for s in SUITS),
    ),
    "5 movable run": (
        "111a 2222a 333b 4444b [run]",
        lambda: (
            (num(str(n) * 3, s), num(str(n + 1) * 4, s), num(str(n + 2) * 3, t), num(str(n + 3) * 4, t))
            for s, t in suits(2)
            for n in runs(4)
        ),
    ),
    "5 movable run, in letters": (
        "xxx0a xxxx1a xxx2b xxxx3b",
        lambda: (
            (num(str(n) * 3, s), num(str(n + 1) * 4, s), num(str(n + 2) * 3, t), num(str(n + 3) * 4, t))
            for s, t in suits(2)
            for n in runs(4)
        ),
    ),
    "5 run by twos": (
        "111a 3333a 555b 7777b [run by 2]",
        lambda: (
            (num(str(n) * 3, s), num(str(n + 2) * 4, s), num(str(n + 4) * 3, t), num(str(n + 6) * 4, t))
            for s, t in suits(2)
            for n in (1, 3)
        ),
    ),
    "6 like numbers": (
        "FF 1111a 1111b 1111c [like]",
        lambda: ((FF, *(num(str(n) * 4, s) for s in SUITS)) for n in range(1, 10)),
    ),
    "7 any two numbers": ("FFFF 11111a 22222b [any 2 numbers]", lambda: any_two_numbers(False)),
    "7 any two numbers, same or different": (
        "FFFF 11111a 22222b [any numbers, may match]",
        lambda: any_two_numbers(True),
    ),
    "7 a second number in letters": ("FFFF xxxxxa yyyyyb", lambda: any_two_numbers(False)),
    "8 like even": (
        "FF 222a 222b 222c DDDa [like even]",
        lambda: ((FF, *(num(d * 3, s) for s in SUITS), drg(3, t)) for d in "2468" for t in SUITS),
    ),
    "8 two or five": (
        "FF 1111a 1111b DDDDc [like 2 or 5]",
        lambda: ((FF, num(d * 4, s), num(d * 4, t), drg(4, u)) for d in "25" for s, t, u in suits(3)),
    ),
    "8 three, six or nine": (
        "FFFF 333a 333b 3333c [like 3, 6 or 9]",
        lambda: ((FFFF, num(d * 3, s), num(d * 3, t), num(d * 4, u)) for d in "369" for s, t, u in suits(3)),
    ),
    "8 beside fixed numbers": (
        "FF 2468a xxxxb xxxxc [x even]",
        lambda: ((FF, num("2468", s), num(d * 4, t), num(d * 4, u)) for d in "2468" for s, t, u in suits(3)),
    ),
    "9 kongs match pair": ("FF 112345a 111b 111c [run, pair any, pungs match pair]", pair_any_in_run),
    "10 doubled odd": ("F 113579a 111b 1111c [pair any]", lambda: pair_any("13579", 3, 4, 1)),
    "10 doubled 369": ("FFF 3369a 333b 3333c [pair any]", lambda: pair_any("369", 3, 4, 3)),
    "10 others stay": (
        "FFF 3369a 333b 9999c [pair any, others stay]",
        lambda: pair_any("369", 0, 0, 3, ("333", "9999")),
    ),
    "11 matching dragon": (
        "1111a DDDDa 22b 3333b",
        lambda: ((num("1111", s), drg(4, s), num("22", t), num("3333", t)) for s, t in suits(2)),
    ),
    "12 opposite dragons": (
        "111a 222a 3333a DDb DDc [run, opposite dragons]",
        lambda: (
            (num(str(n) * 3, s), num(str(n + 1) * 3, s), num(str(n + 2) * 4, s), drg(2, t), drg(2, u))
            for n in runs(3)
            for s, t, u in suits(3)
        ),
    ),
    "13 matching or opposite": (
        "FF 1111a 3333a DDDDa|DDDDb",
        lambda: ((FF, num("1111", s), num("3333", s), drg(4, t)) for s in SUITS for t in SUITS),
    ),
    "14 any dragon": (
        "NN EE WWW SSS DDDD [any dragon]",
        lambda: ((of("N", 2), of("E", 2), of("W", 3), of("S", 3), drg(4, s)) for s in SUITS),
    ),
    "14 any two dragons": (
        "FFFF DDD NEWS DDD",
        lambda: ((FFFF, drg(3, s), NEWS, drg(3, t)) for s, t in suits(2)),
    ),
    "14 any three dragons": ("FF DDDD DDDD DDDD", lambda: [(FF, *(drg(4, s) for s in SUITS))]),
    "15 named dragons": (
        "FF NNNN RRRR SSSS -or- FF EEEE GGGG WWWW",
        lambda: [
            (FF, of("N", 4), of("RD", 4), of("S", 4)),
            (FF, of("E", 4), of("GD", 4), of("W", 4)),
        ],
    ),
    "16 soap as zero": (
        "FFFF 000 222a 0000",
        lambda: ((FFFF, of("WD", 3), num("222", s), of("WD", 4)) for s in SUITS),
    ),
    "18 winds as singles": (
        "NN EW SS NEWS DDDD",
        lambda: ((of("N", 2), ("E", "W"), of("S", 2), NEWS, drg(4, s)) for s in SUITS),
    ),
    "19 any wind": (
        "11111a ZZZZ 22222a [run]",
        lambda: ((num(str(n) * 5, s), of(w, 4), num(str(n + 1) * 5, s)) for s in SUITS for n in runs(2) for w in WINDS),
    ),
    "20 winds tied to parity": (
        "NNN xxxa xxxxb SSSS [x odd] -or- EEE xxxa xxxxb WWWW [x even]",
        winds_with_parity,
    ),
    "21 year": (
        "FF 2026a 2222b 6666c",
        lambda: ((FF, year(s), num("2222", t), num("6666", u)) for s, t, u in suits(3)),
    ),
    "21 year in three suits": ("FF YEARa YEARb YEARc", lambda: [(FF, *(year(s) for s in SUITS))]),
    "22 year figures as groups": (
        "222a 000 2222b 66b 66c",
        lambda: ((num("222", s), of("WD", 3), num("2222", t), num("66", t), num("66", u)) for s, t, u in suits(3)),
    ),
    "23 flower groups stay apart": (
        "FF 222a FFF 222b 666c",
        lambda: ((FF, num("222", s), FFF, num("222", t), num("666", u)) for s, t, u in suits(3)),
    ),
    "23 sextet of flowers": (
        "FFFFFF 2222a 4444a",
        lambda: ((flowers(6), num("2222", s), num("4444", s)) for s in SUITS),
    ),
    "24 quints": (
        "FFFFF 11111a 2222a",
        lambda: ((flowers(5), num("11111", s), num("2222", s)) for s in SUITS),
    ),
    "25 wind quint and dragons": (
        "ZZZZZ DDDDa 11111a",
        lambda: ((of(w, 5), drg(4, s), num("11111", s)) for w in WINDS for s in SUITS),
    ),
    "25 dragon quint": (
        "DDDDDa NNNN 22222b",
        lambda: ((drg(5, s), of("N", 4), num("22222", t)) for s, t in suits(2)),
    ),
    "26 sums": (
        "4444a + 7777b = 11c FFFF",
        lambda: ((num("4444", s), num("7777", t), num("11", u), FFFF) for s, t, u in suits(3)),
    ),
    "26 sums with zero": (
        "FFFF 2a x 5a = 10a 555b DDDb",
        lambda: ((FFFF, num("2", s), num("5", s), num("10", s), num("555", t), drg(3, t)) for s, t in suits(2)),
    ),
    "27 singles": (
        "FF 13579a 111b 9999b",
        lambda: ((FF, num("13579", s), num("111", t), num("9999", t)) for s, t in suits(2)),
    ),
    "28 seven pairs": (
        "11a 22a 33a 44a 55a 66a 77a [run]",
        lambda: (tuple(num(str(n + i) * 2, s) for i in range(7)) for s in SUITS for n in runs(7)),
    ),
    "29 climbing and falling pairs": (
        "112a 11223b 112233c -or- 998a 99887b 998877c",
        lambda: (
            tuple(num(d, s) for d, s in zip(form, way, strict=True))
            for way in suits(3)
            for form in (("112", "11223", "112233"), ("998", "99887", "998877"))
        ),
    ),
    "31 year in any suit": (
        "FFFF 2026a|b|c 22b 6666c",
        lambda: ((FFFF, year(r), num("22", s), num("6666", t)) for r in SUITS for s, t in suits(2)),
    ),
    "31 year in any suit, short": (
        "FFFF 2026* 22b 6666c",
        lambda: ((FFFF, year(r), num("22", s), num("6666", t)) for r in SUITS for s, t in suits(2)),
    ),
    "32 two dragons and a year of its own": (
        "FFFF DDDa 2026* DDDb",
        lambda: ((FFFF, drg(3, s), year(r), drg(3, t)) for r in SUITS for s, t in suits(2)),
    ),
    "32 the same with p and q": (
        "FFFF DDDp 2026a DDDq",
        lambda: ((FFFF, drg(3, s), year(r), drg(3, t)) for r in SUITS for s, t in suits(2)),
    ),
    "33 interleaved": (
        "1a N 2a EE 3a WWW 4a SSSS [run]",
        lambda: (
            (
                *(num(str(n + i), s) for i in range(4)),
                of("N", 1),
                of("E", 2),
                of("W", 3),
                of("S", 4),
            )
            for s in SUITS
            for n in runs(4)
        ),
    ),
    "36 same number in two suits": (
        "1111a DDDa 1111b DDDb [like]",
        lambda: (
            (num(str(n) * 4, s), drg(3, s), num(str(n) * 4, t), drg(3, t)) for n in range(1, 10) for s, t in suits(2)
        ),
    ),
    "37 two groups of one tile": (
        "22a 0000 222a 222b 66b",
        lambda: ((num("22", s), of("WD", 4), num("222", s), num("222", t), num("66", t)) for s, t in suits(2)),
    ),
    "38 chows": (
        "FFF 123a 456b 789c 11a",
        lambda: ((FFF, num("123", s), num("456", t), num("789", u), num("11", s)) for s, t, u in suits(3)),
    ),
    "39 words": (
        "DOGa FFFF KR1NGb EE",
        lambda: ((("WD", "GD", DRAGON[s]), FFFF, ("N", "RD", "1" + t, "N", "GD"), of("E", 2)) for s, t in suits(2)),
    ),
    "40 figures of a chosen year": (
        "@@@1a @@@2a @@@3b @@@@4b F",
        lambda: ((num("222", s), of("WD", 3), num("222", t), num("6666", t), ("F",)) for s, t in suits(2)),
    ),
    "42 three years in a row": (
        "FF YEARa YEAR1b YEAR2c [years 2017-2030]",
        lambda: (
            (FF, year(s, str(y)), year(t, str(y + 1)), year(u, str(y + 2)))
            for y in range(2017, 2029)
            for s, t, u in suits(3)
        ),
    ),
    "43 a group of ten": ("NEWS 1234567890a", lambda: ((NEWS, num("1234567890", s)) for s in SUITS)),
    "44 one, two and three of one number": (
        "NNNN 1a 11b 111c SSSS [like odd]",
        lambda: (
            (of("N", 4), num(d, s), num(d * 2, t), num(d * 3, u), of("S", 4)) for d in "13579" for s, t, u in suits(3)
        ),
    ),
}

HEAD = "year: 2026\nletter: K = N\n== Section ==\n"


def typed(notation: str) -> set[object]:
    """The hands of one line, in the twin's words."""
    hands = read_card(f"{HEAD}1. {notation} X 25").lines[0].hands
    return {tuple(sorted((tuple(sorted(CODES[t] for t in g.tiles)), g.jokers) for g in hand)) for hand in hands}


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_construct_compiles_to_the_hands_that_plain_loops_make(name: str) -> None:
    notation, loops = CONSTRUCTS[name]
    expected = {canonical(hand) for hand in loops() if exists(hand)}
    assert expected
    assert typed(notation) == expected


def test_every_construct_number_is_covered() -> None:
    """The rest are properties of lines and cards, not of hands: 17, 30, 34, 35, 41 have tests of their own."""
    numbers = {int(name.split()[0]) for name in CONSTRUCTS}
    assert numbers == set(range(1, 45)) - {17, 30, 34, 35, 41}


def test_a_hand_that_takes_all_eight_jokers_is_one_and_a_ninth_is_not_there() -> None:
    assert len(read_card("== T ==\n1. FF 111111a 111111a X 60").lines[0].hands) == 3
    with pytest.raises(CardError):
        read_card("== T ==\n1. 111111a 111111a 11a X 60")


def test_six_groups_may_each_be_in_any_suit() -> None:
    assert len(read_card("== T ==\n1. FF 11* 22* 33* 44* 55* 66* X 60").lines[0].hands) == 3**6


def test_of_a_tile_too_few_the_last_group_that_could_be_longer_is_named() -> None:
    _, problems = draft_card("== T ==\n1. FF 222a 44b 6666c 88a X 25")
    assert "1 tile missing: perhaps 888a instead of 88a?" in problems[0].hint


@pytest.mark.parametrize(
    ("typed", "warns"),
    [
        ("FFFF NNN 1111a SSS [kong any no.]", ""),
        ("FFFFF 1111a 22222a [kong & quint any 2 consec. nos.]", ""),
        ("112a 333a 1111b 1111c [pairs match kongs]", ""),
        ("FFFF NNN 1111a SSS", "this number stays 1"),
        ("FF 22a 444a 666a 8888a [any 1 or 2 suits]", "no form of the line is in 2 suits"),
    ],
)
def test_what_a_line_leaves_unsaid_is_asked_and_nothing_else(typed: str, warns: str) -> None:
    card, problems = draft_card(f"== T ==\n1. {typed} X 25")
    assert not problems
    assert [warning.message for warning in card.warnings if warns not in warning.message] == []
    assert bool(card.warnings) is bool(warns)


def test_a_group_is_alike_or_mixed() -> None:
    """What a pung is to the rules, whichever tile comes first; a single is alike, four winds and a year are not."""
    line = read_card("year: 2026\n== T ==\n1. NEWS YEARa 111b D 22b X 25\n").lines[0]
    assert {tuple(group.alike for group in hand) for hand in line.hands} == {(False, False, True, True, True)}
