"""Remarks in the words of printed cards, against the same line written with letters and x."""

import pytest

from engine.card import CardError, read_card
from engine.card.compiling import same_hand

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
        ("FFFF DDDa 2222b DDDc (any wind)", "no wind is printed"),
        ("NNN EEE 222a 3333b F (any wind)", "2 are printed"),
        ("FF 22a 44a 66a 88a DDDDb (pairs odd)", "one number is meant for the pairs"),
        ("FFFF 222a 333a 4444b (pairs 2 or 4)", "speaks of pairs, and none"),
        ("FF NNNN WWWW SSSS (red dragons)", "Red Dragon, and none"),
        ("FFFF DDDa DDDb 2222c (matching or opposite dragons)", "not exactly one group of dragons"),
        ("FFFF 2222a 3333b 44c (year any suit)", "not exactly one year"),
    ],
)
def test_a_remark_that_does_not_fit_the_line_is_refused(typed: str, says: str) -> None:
    with pytest.raises(CardError, match=says):
        hands(typed)


def test_a_count_of_consecutive_numbers_that_does_not_fit_is_questioned() -> None:
    card = read_card("== T ==\n1. 11a 2222a 3333a 4444a (any 5 consec. nos.) X 25")
    assert [w.message for w in card.warnings] == ["the note says 5 consecutive numbers, and 1, 2, 3, 4 are printed"]
