"""Remarks in the words of printed cards, against the same line written with letters and x."""

import pytest

from engine.card import CardError, draft_card, read_card
from engine.card.compiling import same_hand
from engine.tile import codes

EQUAL = [
    ("FF 2468a 2222b 2222c (Kongs 2 4 6 or 8)", "FF 2468a xxxxb xxxxc [x even]"),
    ("FF 2468a 2222b 2222c (Any 3 Suits, Like Kongs 2, 4, 6 or 8)", "FF 2468a xxxxb xxxxc [x even]"),
    ("FF 2468a 2222b 2222c (Any 3 suits, Kongs Any Even No.)", "FF 2468a xxxxb xxxxc [x even]"),
    ("FFFF 2468a 222b 222c (Like Pungs 2 or 6 in Opp. Suits)", "FFFF 2468a xxxb xxxc [x 2 or 6]"),
    ("FF 13579a 111b 1111c (Any Like Odd Pung Kong)", "FF 13579a xxxb xxxxc [x odd]"),
    ("336699a 336699b 33c (Any 3 Suits, Pair 3, 6 or 9 in Third Suit)", "336699a 336699b xxc [x 3, 6 or 9]"),
    ("1133557799a 11b 11c (Pairs Any Like Odd No. in Opp. Suits)", "1133557799a xxb xxc [x odd]"),
    ("FF 3333a 66b 666c 999a (Any 3 suits, these nos. only)", None),
    ("FFFF 33a 444b 88a 888c (Pair 8s only)", None),
    ("FFFF 3333a 3333b 33c (Like kongs 3, 6 or 9)", "FFFF xxxxa xxxxb xxc [x 369]"),
    ("3333a DDDa 3333b DDDb (Any 2 suits, kongs 3, 6, or 9 w/matching dragons)", "xxxxa DDDa xxxxb DDDb [x 369]"),
    ("1111a DDDa 1111b DDDb (Any Like Nos. w/ Matching Dragons)", "xxxxa DDDa xxxxb DDDb"),
    ("NNNN 11a 11b 11c SSSS (Like Pairs Any Odd No.)", "NNNN xxa xxb xxc SSSS [x odd]"),
    ("NNN EEE WWW SSS 11a (Pair any no.)", "NNN EEE WWW SSS xxa"),
    ("11111a NNNN 22222b (Any 2 Suits, Any 2 Nos., Any Wind)", "xxxxxa ZZZZ yyyyyb"),
    ("11111a NNNN 22222b (Quints Any 2 nos., Kong any wind)", "xxxxxa ZZZZ yyyyyb"),
    ("11111a NNNN 22222a (Any 2 Consec. Nos., Any Wind)", "xxxxx0a ZZZZ xxxxx1a"),
    ("NNN EEE 11a 22a 33a FF (Any 2 winds) [run]", "ZZZ1 ZZZ2 xx0a xx1a xx2a FF"),
    ("FFFF 1111a 22b 3333c (Any 3 consec. nos. in any 3 suits)", "FFFF xxxx0a xx1b xxxx2c"),
    ("11a 222a 3333a 444a 55a (any consecutive run)", "xx0a xxx1a xxxx2a xxx3a xx4a"),
    ("11a 22a 33a 44a 55a 66a 77a (Any 1 Suit, Any 7 Consec. Pairs)", "xx0a xx1a xx2a xx3a xx4a xx5a xx6a"),
    ("FF 1a 22a 333a 1b 22b 333b (Any Same 3 Consec. Nos.)", "FF x0a xx1a xxx2a x0b xx1b xxx2b"),
    ("NN EE WWW SSS DDDD (Kong Any Dragon)", "NN EE WWW SSS DDDD"),
    ("FFFF DDD NEWS DDD (Dragons any 2 colors)", "FFFF DDDp NEWS DDDq"),
    ("FFFF NNNN DD SSSS (Pair Red Dragons only)", "FFFF NNNN RR SSSS"),
    ("FF NNNN GGGG SSSS (Green Dragons Only)", "FF NNNN GGGG SSSS"),
    ("FF 333a 666a 999a DDDa (Matching or Opposite Dragon)", "FF 333a 666a 999a DDDa|b"),
    ("EE WW NNN SSS 2026a (2026 any suit)", "EE WW NNN SSS 2026*"),
    ("FFFF 2026a 22b 6666c (Year Any 1 Suit)", "FFFF 2026* 22b 6666c"),
    ("22a 44a 666b 888b DDDDc (Any 3 Suits w/ Dragons in 3rd suit)", "22a 44a 666b 888b DDDDc"),
    ("222a 4444a 66a DDDb DDc (Any 1 Suit w/ Opp. Dragons)", "222a 4444a 66a DDDb DDc"),
    ("FFFF 3333a 3333b 33c (this hand only)", "FFFF 3333a 3333b 33c"),
    (
        "112345a 1111b 1111c (Any 5 Consec. Nos., Pair Any No. in Run, Kongs Match Pair)",
        "112345a 1111b 1111c [run, pair any]",
    ),
    (
        "112233a 1111b 1111c (Any 3 Consec. Nos., 3 Suits, Kongs Match Pair)",
        "112233a 1111b 1111c [run] or 112233a 2222b 2222c [run] or 112233a 3333b 3333c [run]",
    ),
    (
        "33a 66a 99a 3333b 3333c (Like Kongs, Kongs Match Any Pair)",
        "33a 66a 99a 3333b 3333c or 33a 66a 99a 6666b 6666c or 33a 66a 99a 9999b 9999c",
    ),
    ("33a 66a 99a 3333b 3333c (Like Kongs 3 or 6, Kongs Match Pair)", "33a 66a 99a xxxxb xxxxc [x 3 or 6]"),
    (
        "FF 112345a 11b 1111c (pair any, others stay, kongs match pair)",
        "FF 112345a 11b 1111c or FF 122345a 11b 2222c or FF 123345a 11b 3333c or FF 123445a 11b 4444c "
        "or FF 123455a 11b 5555c",
    ),
    ("22a 444a 6666a 22b NNN (Like Pairs Any No.)", "xxa 444a 6666a xxb NNN"),
    ("22a 444a 66a 22b 22c NNN (Like Pairs Any No.)", "22a 444a 66a xxb xxc NNN"),
    ("FFFF YEARa 22b 6666c (years 2026)", "FFFF 2026a 22b 6666c"),
    ("FF 11a xxxxb yyyyc 11b (Kongs Any No.)", None),
    ("FF 11a xxxxb yyyyc 11b (Kongs Any 2 Nos.)", None),
    ("FFFF 112a 1111b NNN (pair any)", "FFFF 112a 1111b NNN or FFFF 122a 2222b NNN"),
    ("22a 444a 22b 444b 22c FF (Pairs Match Pairs)", None),
    ("N 1111a 2222b EEEE F (Any Wind Kong)", "N 1111a 2222b ZZZZ F"),
    ("FFFF 3333a 3333b NN (Kongs 3, 6 or 9, Odds)", "FFFF xxxxa xxxxb NN [x 3 or 9]"),
    ("NNNN 1a 11b 111c SSSS (Any Odd Like Nos.)", "NNNN xa xxb xxxc SSSS [x odd]"),
    ("FFFF 111a 111b 1111c (Any Even, Like Nos.)", "FFFF xxxa xxxb xxxxc [x even]"),
    ("FFFF 111a 111b 1111c (Odd Nos. Only, Any Like Nos.)", "FFFF xxxa xxxb xxxxc [x odd]"),
    (
        "FF 3369a 3333b 3333c (Pair Any 3, 6 or 9, Kongs Match Pair)",
        "FF 3369a 3333b 3333c or FF 3669a 6666b 6666c or FF 3699a 9999b 9999c",
    ),
    (
        "113579a 1111b 1111c (Pair 1, 5 or 9, Kongs Match Pair)",
        "113579a 1111b 1111c or 135579a 5555b 5555c or 135799a 9999b 9999c",
    ),
    ("33a 66a 99a 3333b 3333c [kongs 3-9]", "33a 66a 99a xxxxb xxxxc [x 3-9]"),
    ("33a 66a 99a 3333b 3333c [kongs 369]", "33a 66a 99a xxxxb xxxxc [x 369]"),
    ("33a 66a 99a xxxxb xxxxc (Like Kongs 3 or 9)", "33a 66a 99a xxxxb xxxxc [x 3 or 9]"),
    ("3333a DDDa 3333b DDDb (Any like 3s, 6s or 9s, Any 2 Suits w Matching Dragons)", "xxxxa DDDa xxxxb DDDb [x 369]"),
    ("FFFF 2026a 222b 222c (Any 3 suits, like pungs 2s or 6s)", "FFFF 2026a xxxb xxxc [x 2 or 6]"),
    ("11a 33a 55a 77a 99a 11b 11c (Any 3 Suits, Any Like Odd Pair)", "11a 33a 55a 77a 99a xxb xxc [x odd]"),
    ("FFFF 333a 333b 3333c (Any like nos., kongs 3, 6 or 9)", "FFFF xxxa xxxb xxxxc [x 369]"),
    ("2222a DDDa 8888b DDDb (Any 2 suits w matching dragons, 2s and 8s only)", None),
    ("FFFF 222a 222b 2222c (Any like nos., 2 or 5 only)", "FFFF xxxa xxxb xxxxc [x 2 or 5]"),
    ("246a 8888a 246b 8888b (Any 2 Suits, No Jokers in 246)", None),
    ("246a 8888a 246b 8888b (Any 2 Suits, No Jokers in 8s)", "246a 8888a! 246b 8888b!"),
    ("FF 246a 8888b 6666c 8c (No Jokers in 8s)", "FF 246a 8888b! 6666c 8c"),
    ("333a 6666a 333b DDDDb (no jokers in pungs)", "333a! 6666a 333b! DDDDb"),
    ("FF 2468a DDDDc 2468b (Any 3 Suits, third-suit dragon)", None),
    ("FF 13579a DDDb DDDDc (Any Suit, Opposite Dragons)", None),
    ("FFFF DDD DDDD DDD (3 different dragons, kong any dragon)", None),
    ("22a 44a 666b 888b DDDDc (Any 3 Suits, Dragons 3rd suit)", None),
    ("33a 66a 99a 3333b 3333c (Kongs must be the same no. as a pair)", "33a 66a 99a xxxxb xxxxc [x 369]"),
    ("FFFFFF 3333a 3333b (Kongs Match)", None),
    ("11a 22a 111b 222b 3333c (Pungs Match Pair, Kong 2 or 3)", "11a 22a 111b 222b xxxxc [x 2 or 3]"),
    ("NNN 11a 22a 33a SSS FF (any run w N and S)", "NNN 11a 22a 33a SSS FF [run]"),
    ("135a 7777b 9999b DDDb (Any 2 Suits, Dragon Matches Kongs)", None),
    ("FF 1111a 2222b DDDDc (Kongs Any 2 Consec. Nos.)", "FF xxxx0a xxxx1b DDDDc"),
    ("11111a NNNN 22222b (Quints Any 2 Consec. Nos., Any Wind)", "xxxxx0a ZZZZ xxxxx1b"),
    ("FFFFF 111a 222b 333c (Pungs Any 3 Consec. Nos.)", "FFFFF xxx0a xxx1b xxx2c"),
    ("FF 1111a 2222b 99c 99a (Kongs Any 2 Consec. Nos.)", "FF xxxx0a xxxx1b 99c 99a"),
    ("FFFF 11111a 33333b (Any 2 Consec. Odd Nos.)", "FFFF 11111a 33333b [run by 2]"),
    ("FFFF 22222a 44444b (Quints Any 2 Consec. Even Nos.)", "FFFF 22222a 44444b [run by 2]"),
    ("336699a 336699b 33c (Pair Any 3, 6 or 9 in Third Suit)", "336699a 336699b xxc [x 369]"),
    ("FF 2468a 2222b 2222c (Like Kongs Any 2, 4, 6 or 8)", "FF 2468a xxxxb xxxxc [x even]"),
    (
        "FFF 111a 222a 3333a 1b! (Any 3 Consec. Nos.)",
        "FFF xxx0a xxx1a xxxx2a x0b!",
    ),
    (
        "FF 1111a 222a 333a 11b (Any 3 Consec. Nos., Pair Any No. in Run)",
        "FF 1111a 222a 333a 11b [run] or FF 1111a 222a 333a 22b [run] or FF 1111a 222a 333a 33b [run]",
    ),
    ("FF 2222a 4444a DDDDb (Any Dragon)", "FF 2222a 4444a DDDD"),
    ("FF 2222a 44a DDDb DDDc (Any 2 Dragons)", "FF 2222a 44a DDDp DDDq"),
    ("FF 2222a DDDDb DDDDb (Any Dragon)", "FF 2222a DDDDp DDDDp"),
    ("FF 2222a 4444a DDDDa (Dragon in Same Suit)", None),
    ("111111a NNNN WWWW (Sextet Any Odd No.)", "xxxxxxa NNNN WWWW [x odd]"),
    ("FFFF 2222a 4444b 66* (Pair in Any Suit)", None),
    ("111a 2222a 333a 4444a (Any 4 Consec Nos, 1 Suit Only)", "xxx0a xxxx1a xxx2a xxxx3a"),
    ("111a 2222b 333a 4444b (Any 4 Consec. Nos. - 2 Suits)", "xxx0a xxxx1b xxx2a xxxx3b"),
    ("111a 2222b 333c FFFF (these no's only)", None),
    ("FFFF 1111a 11b 1111c (Any Like Nos. 3 Suits)", "FFFF xxxxa xxb xxxxc"),
    ("FFFF 1111a 11b 1111c (Any Like Odd Nos. 3 Suits Only)", "FFFF xxxxa xxb xxxxc [x odd]"),
    ("FF 13579a 111b 1111c (Pung & Kong Any Like Odd No.)", "FF 13579a xxxb xxxxc [x odd]"),
    (
        "NEWS 222a 4444b FFF (Any 2 Suits, Pung & Kong Any Consec. Even Nos.)",
        "NEWS 222a 4444b FFF or NEWS 444a 6666b FFF or NEWS 666a 8888b FFF",
    ),
    ("FF 1111a 9999a 1111b (Kongs 1 & 9 only)", None),
    ("FF 1111a 9999a 1111b (kongs 1s and 9s only)", None),
    ("FF 1111a 2222b 3333c (any 3 consec. nos. and no jokers)", "FF xxxx0a! xxxx1b! xxxx2c!"),
    ("FF xxxxa xxxxb 99c 99a [x 1 - 3]", "FF xxxxa xxxxb 99c 99a [x 1, 2 or 3]"),
    (
        "NNNN 1a 11b 111c SSSS (Any like odd nos. with N and S) or EEEE 2a 22b 222c WWWW (any like even nos. w/ E & W)",
        "NNNN xa xxb xxxc SSSS [x odd] or EEEE xa xxb xxxc WWWW [x even]",
    ),
]


def hands(typed: str) -> set[object]:
    return {same_hand(hand) for hand in read_card(f"year: 2026\n== T ==\n1. {typed} X 25").lines[0].hands}


@pytest.mark.parametrize(("printed", "letters"), EQUAL, ids=lambda text: str(text)[:60])
def test_a_printed_remark_is_read_as_players_mean_it(printed: str, letters: str | None) -> None:
    """None: the remark only says what is printed already."""
    assert hands(printed) == hands(letters or printed.split(" (")[0])


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("FFFF 2026a 22b 6666c (any suit)", "does not say which group"),
        ("22a 444a 666b 888b FFF (any 4 consec. nos.)", "consecutive numbers, and 2, 4, 6, 8 are printed"),
        ("11111a 44444b FFFF (any 2 consec. odd nos.)", "odd numbers, and 1, 4 are printed"),
        ("11111a 55555b FFFF (any 2 consec. odd nos.)", "consecutive numbers, and 1, 5 are printed"),
        (
            "11a 222a 333b 4444b FF [run] [these numbers only]",
            r"one note says \[run\] and another \[these numbers only\]",
        ),
        ("11a 222a 333b 4444b FF (any run, any 4 nos.)", r"one note says \[run\] and another \[any numbers\]"),
        ("FFFFFF 1111a 2222b (kongs any 2)", r"not clear what \[kongs any 2\] means"),
        ("FF 1111a 2222b 3333c (kongs any 2 consec. nos.)", "2 consecutive kongs, and 1, 2, 3 are printed"),
        ("FF 11a 22a 3333b 4444b (any run, kongs any 2 consec. nos.)", "moves the kongs, another all numbers"),
        ("FFFF DDDa 2222b DDDc (any wind)", "no wind is printed"),
        ("NNN EEE 222a 3333b F (any wind)", "2 are printed"),
        ("FF 22a 44a 66a 88a DDDDb (pairs odd)", "one number is meant for the pairs"),
        ("FFFF 222a 333a 4444b (pairs 2 or 4)", "speaks of pairs, and none"),
        ("FF NNNN WWWW SSSS (red dragons)", "Red Dragon, and none"),
        ("FFFF DDDa DDDb 2222c (matching or opposite dragons)", "not exactly one group of dragons"),
        ("FFFF 2222a 3333b 44c (year any suit)", "not exactly one year"),
        ("FF 13579a DDDb DDDDc (any suit)", "does not say which group"),
        ("FF 2222a 4444b DDDDc (Kongs 2 or 4)", "one number is meant for the kongs, but 2, 4 are printed"),
        ("NNN 222a 3333b FFFF (any 2 winds)", "says any 2 winds, and 1 are printed"),
        ("FF 1111a 2222b 3333c (kongs any two consec. nos.)", "2 consecutive kongs, and 1, 2, 3 are printed"),
        ("FFFF 2222a 4444b 66c (Pair in Any Suit)", r"\[pair in any suit\] does not say which group"),
        ("FFFF 222a 444b 66c 88a (Pairs Any Suit)", "does not say which group"),
        ("FFFF 2222a 4444b 66c (Any 3 Suits, Pair Any One Suit)", "does not say which group"),
        ("112233a 4444b 4444c [run, kongs match pair]", "4 is printed and the pairs are 1, 2, 3"),
        ("33a 66a 99a 1111b 1111c (kongs match pair)", "1 is printed and the pairs are 3, 6, 9"),
        ("33a 66a 99a 3333b 6666c (kongs match pair)", "one number, but 3, 6 are printed"),
        ("33a 66a 99a 3333b 3333c (kongs match pair, kongs 1 or 2)", "none of 3, 6, 9 is among"),
        ("FF 1111a 2222b 3333c (kongs match pair)", "no pair of numbers is printed"),
        ("FFFF NNNN EE 11a 22b (kongs match pair)", "not what is printed"),
        ("FFFF 1111a 2222b DD (kongs match, any dragon)", "the kongs do not match: 1, 2"),
        ("112233a 1111b 1111c [run, kongs even]", "not clear which numbers the kongs may be"),
        ("11a 22a 111b 222b 3333c [run, pungs 1 or 2]", "pungs match number, one number, but 1, 2 are printed"),
        ("112233a 1111b 1111c [run, like kongs]", "not clear which numbers the kongs may be"),
        ("112233a 1111b 1111c [run, pair any]", "exactly one group"),
        ("135a 7777b 9999b DDDa (dragon matches kongs)", "DDDa does not"),
        ("FF 2468a DDDDb 2468b (third-suit dragon)", "not in the third suit"),
        ("FF 1111a 2222a DDDD (matching dragons)", "matches no number"),
        ("2222a DDDa 8888b DDDb (2s and 6s only)", "2, 6 only, and 2, 8 are printed"),
        ("246a 8888a 246b 8888b (no jokers in 369)", "no group is called so"),
        ("FF 11a xxxxb yyyyc 11b (kongs any 2 nos. odd)", "does not say which letter"),
        ("FF 11a xxxxb yyyyc 11b (kongs any 3 nos.)", "any 3 numbers of kongs, and x, y are printed"),
        ("FFFF 3333a 3333b NN (kongs 2 or 4, odds only)", "other numbers than another of the same groups"),
        ("FF 2468a 2222b 2222c (like kongs, these nos. only)", "these numbers only, another that some may be any"),
        ("DDa DDa DDb DDc 111a 222a (any dragon)", "three letters say which"),
        ("DDb DDb DDc DDc 111p 222p (any dragon)", "three letters say which"),
        ("NNNN 1a 11b 111c SSSS (any like odd nos. with E and W)", "speaks of E, W"),
        ("NNNN 1a 11b 111c SSSS (like odd nos. with N and S; like even nos. with E and W)", "different like numbers"),
    ],
)
def test_a_remark_that_does_not_fit_the_line_is_refused(typed: str, says: str) -> None:
    with pytest.raises(CardError, match=says):
        hands(typed)


def test_like_numbers_beside_others_are_shown_as_letters() -> None:
    with pytest.raises(CardError) as error:
        hands("FF 13579a 111b 1111c (Like Odd Nos.)")
    assert error.value.problems[0].hint.endswith("as x: FF 13579a xxxb xxxxc [x 1 or 3 or 5 or 7 or 9]")


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("11a 2222a 3333a 4444a (any 5 consec. nos.)", "says 5 consecutive numbers, and 1, 2, 3, 4 are printed"),
        ("FF 1111a 1111b DDDDc (any 2 consec. nos.)", "says 2 consecutive numbers, and 1 is printed"),
        ("FF 1111a 2222b 3333c (any 2 nos.)", "says 2 numbers, and 1, 2, 3 are printed"),
        ("FF 1111a 1111b DDDDc (any two different numbers)", "says 2 numbers, and 1 is printed"),
        ("FF 1111a 2222b 3333c (kongs any 2 nos.)", "says any 2 numbers of kongs, and 1, 2, 3 are printed"),
        ("FF 1111a 1111b DDDDc (kongs any 2 nos.)", "says any 2 numbers of kongs, and 1 is printed"),
        ("FF 1111a 2222b 3333c (any one number)", "says 1 number, and 1, 2, 3 are printed"),
    ],
)
def test_a_count_of_numbers_that_does_not_fit_is_refused(typed: str, says: str) -> None:
    with pytest.raises(CardError, match=says):
        hands(typed)


@pytest.mark.parametrize("section", ["Any Like Numbers", "Like Nos.", "ANY LIKE NUMBERS"])
def test_a_section_of_like_numbers_is_itself_the_remark(section: str) -> None:
    card = read_card(
        f"== {section} ==\n1. FFFF 111a 1111b 111c X 25 (Any 3 suits)\n"
        "2. FF 2222a DDDDa 2222b X 25 [these numbers only]\n"
        "3. FF 3333a DDDDa 3333b X 25 [like odd]"
    )
    assert card.warnings == ()
    assert [len(line.hands) for line in card.lines] == [27, 6, 30]


def test_two_numbers_in_a_section_of_like_numbers_are_questioned() -> None:
    (warning,) = read_card("== Any Like Numbers ==\n1. FFFF 222a 2222b 333c X 25").warnings
    assert warning.message == "the section is called Any Like Numbers, and no number of this line moves"
    assert "[these numbers only]" in warning.hint


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("11a 222a 33a 444a 5555a X 25 (any 1 suit)", True),
        ("11a 222a 33a 444a 5555a X 25\n  or 55a 666a 77a 888a 9999a", True),
        ("11a 222a 33a 444a 5555a X 25 (these nos. only)", False),
        ("11a 222a 33a 444a 5555a X 25 (any 5 consec. nos.)", False),
        ("FF 112345a 11b 1111c X 25 [pair any]", False),
        ("xx0a xxx1a xx2a xxx3a xxxx4a X 25", False),
        ("1111a 22b 3333a DDDDc X 25 (1s, 2s and 3s only)", False),
        ("NN EE WWW SSS DDDD X 25 [any dragon]", False),
    ],
)
@pytest.mark.parametrize("section", ["Consecutive Run", "Consec. Numbers", "Runs"])
def test_a_line_that_stays_in_a_section_of_runs_is_questioned(section: str, typed: str, asked: bool) -> None:
    warnings = [w.hint for w in read_card(f"== {section} ==\n1. {typed}").warnings]
    assert len(warnings) == asked
    assert all("[run]" in hint for hint in warnings)


@pytest.mark.parametrize("section", ["2468", "Likely winners", "Winds - Dragons", "Quints", "Drunken Runners"])
def test_a_section_that_says_nothing_of_moving_asks_nothing(section: str) -> None:
    assert read_card(f"== {section} ==\n1. FFFF 222a 2222b 222c X 25").warnings == ()


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("FFFF 111a 222b 3333c", "[run]"),
        ("NNNN 11a 11b 11c SSSS", "[like]"),
        ("FFFF 111a 222b 3333c [these numbers only]", None),
        ("FFFF 222a 333b 4444c", None),
        ("FFF 3333a x 4a = 12a DDDDb", None),
    ],
)
def test_numbers_from_one_on_without_a_word_about_them_are_questioned(typed: str, meant: str | None) -> None:
    hints = [w.hint for w in read_card(f"== T ==\n1. {typed} X 25").warnings]
    assert len(hints) == (meant is not None)
    assert all(meant is not None and meant in hint for hint in hints)


def test_a_line_that_lacks_a_form_that_its_note_promises_is_questioned() -> None:
    one, three = "FF 2222a + 6666a = 8888a", "FF 2222a + 6666b = 8888c"
    (warning,) = read_card(f"== T ==\n1. {one} X 25 (Any 1 or 3 Suits)").warnings
    assert warning.message == "the note says 1 or 3 suits, and no form of the line is in 3 suits"
    assert read_card(f"== T ==\n1. {one} or {three} X 25 (Any 1 or 3 Suits)").warnings == ()


@pytest.mark.parametrize(
    ("remark", "hint"),
    [
        ("no jokers anywhere near", "!"),
        ("dragons of the moon", "DDDa"),
        ("suits of the rising sun", "letters say the suits"),
        ("rum", "[run]"),
        ("lik odd", "[like odd]"),
    ],
)
def test_the_hint_on_a_strange_remark_is_about_the_same_thing(remark: str, hint: str) -> None:
    with pytest.raises(CardError) as caught:
        hands(f"FF 1111a 2222b 3333c ({remark})")
    (problem,) = caught.value.problems
    assert "means nothing" in problem.message
    assert hint in problem.hint
    assert f'"{remark}"' in problem.hint


@pytest.mark.parametrize(
    ("groups", "remark", "says"),
    [
        ("22a 44a 666a 888a DDDDb", "(Pairs in third suit)", "pairs in third suit"),
        ("222a 444a 666a 888a 11a", "(Pair in opp. suit)", "pair in opp. suit"),
        ("FF 1111a 2222a 4444a", "(Quints in third suit)", "quints in third suit"),
        ("1111a 3333a 5555b 77b", "(Same suit)", "same suit"),
        ("1111a 3333a 5555a 77a", "(Opp. suits)", "opp. suits"),
        ("FF DDDDa 2222a 4444a", "(3rd suit)", "3rd suit"),
        ("FF DDDDa 2222a 4444a", "(Opp. suit dragon)", "opp. suit dragon"),
        ("FF 1111a 2222a 4444b", "(Opp. suit dragon)", "opp. suit dragon"),
        ("FF 1111a 1111b 1111b", "(Any like nos. in 3 suits)", "3 suits"),
        ("FF 1111a 1111b 1111c", "(Any like nos. in 2 suits)", "2 suits"),
        ("FF 1111a 2222a 4444a", "[x even]", "speaks of x"),
        ("FF 1111a 2222a 4444a", "[z NS]", "speaks of Z"),
        ("FF 1111a 2222a 4444a", "[years 2000-2010]", "speaks of years"),
        ("FF YEARa NN YEAR1a", "[years 2019-2012]", "is no span"),
        ("FF YEARa NN YEAR1a", "[years 2000-3000]", "is no span"),
        ("FF 1111a 3333a 5555a", "(Any 3 Consec. Odd Nos., Even)", "beside a run"),
        ("FF 1111a 2222a 4444a", "[no jokers in pungs]", "no jokers in pungs"),
    ],
)
def test_words_that_are_not_so_on_their_line_are_told(groups: str, remark: str, says: str) -> None:
    card, problems = draft_card(f"== T ==\n1. {groups} X 25 {remark}")
    assert card.lines == ()
    assert [p for p in problems if says in p.message]


@pytest.mark.parametrize(
    ("groups", "remark"),
    [
        ("22c 44a 666a 888a DDDDb", "(Pair in third suit)"),
        ("222a 444a 666a 888a 11b", "(Pair in opp. suit)"),
        ("1111a 3333a 5555a 77a", "(Same suit)"),
        ("1111a 3333a 5555b 77b", "(Pair in same suit)"),
        ("FF 222a 444a 6666b 88b", "(Pungs in same suit)"),
        ("FF DDDDb 2222a 4444a", "(Opp. suit dragon)"),
        ("FF 1111a 1111b 1111c", "(Any like nos. in 3 suits)"),
        ("FF xxxxa xxxxb xxxxc", "[x even]"),
        ("FF 2222* 4444a 6666b", "(Opp. suits)"),
    ],
)
def test_words_that_the_letters_bear_out_change_nothing(groups: str, remark: str) -> None:
    card, problems = draft_card(f"== T ==\n1. {groups} X 25 {remark}")
    assert problems == ()
    assert len(card.lines) == 1


def test_a_word_for_one_form_of_a_line_may_stand_behind_both() -> None:
    card, problems = draft_card("== T ==\n1. FF xxxxa xxxxb 22a 22b or FF 4444a 4444b 22a 22b X 25 [x 6 or 8]")
    assert problems == ()
    assert len(card.lines[0].hands) == 9


@pytest.mark.parametrize(("name", "suit"), [("bams", "B"), ("craks", "C"), ("dots", "D")])
def test_a_letter_may_be_one_suit_and_no_other(name: str, suit: str) -> None:
    (line,) = read_card(f"== T ==\n1. FF 1111a 4444a 7777b X 25 [a = {name}]").lines
    ones = {codes(group.tiles) for hand in line.hands for group in hand if codes(group.tiles).startswith("1")}
    assert ones == {" ".join([f"1{suit}"] * 4)}
    assert len(line.hands) == 2


def test_groups_run_for_as_long_as_they_are_many_where_the_remark_counts_none() -> None:
    counted, plain = (f"FFFF 22a 1111b 2222c [kongs any {n}consec. nos.]" for n in ("2 ", ""))
    assert hands(plain) == hands(counted)
    assert len(hands(plain)) == 48
