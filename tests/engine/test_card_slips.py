"""The likeliest slips at the keyboard: where each stands, what is said of it, and the row once a remedy is tapped."""

import pytest

from engine.card import Problem, read_card
from tests.reading import problems

G = "FFFF 222a 444a 6666a"
BARE = "stands in no brackets"
SLIPS: dict[str, list[tuple[int, str, list[str]]]] = {
    f"{G} run X 25": [(25, f"'run' {BARE}", [f"{G} [run] X 25", f'{G} "run" X 25'])],
    f"{G} X 25 run]": [(30, f"'run]' {BARE}", [f"{G} X 25 [run]", f'{G} X 25 "run"'])],
    f"{G} any 1 suit X 25": [(25, f"'any 1 suit' {BARE}", [f"{G} [any 1 suit] X 25", f'{G} "any 1 suit" X 25'])],
    f"{G} X 25 kongs 3 or 6": [
        (30, f"'kongs 3 or 6' {BARE}", [f"{G} X 25 [kongs 3 or 6]", f'{G} X 25 "kongs 3 or 6"'])
    ],
    f"{G} X 25 kongs 3's or 6's": [
        (30, f"\"kongs 3's or 6's\" {BARE}", [f"{G} X 25 [kongs 3's or 6's]", f"{G} X 25 \"kongs 3's or 6's\""])
    ],
    f"{G} kongs 3 or 6 X 25": [
        (25, f"'kongs 3 or 6' {BARE}", [f"{G} [kongs 3 or 6] X 25", f'{G} "kongs 3 or 6" X 25'])
    ],
    f"{G} X 25 any 3 in a row": [
        (30, f"'any 3 in a row' {BARE}", [f"{G} X 25 [any 3 in a row]", f'{G} X 25 "any 3 in a row"'])
    ],
    f"{G} no jokers X 25": [(25, f"'no jokers' {BARE}", [f"{G} [no jokers] X 25", f'{G} "no jokers" X 25'])],
    f"{G} odd X 25 [any 1 suit]": [
        (25, f"'odd' {BARE}", [f"{G} [odd] X 25 [any 1 suit]", f'{G} "odd" X 25 [any 1 suit]'])
    ],
    f"{G} X 25 nos": [(30, f"'nos' {BARE}", [f'{G} X 25 "nos"'])],
    f"{G} X 25 liek": [(30, f"'liek' {BARE}", [f"{G} X 25 [like]", f'{G} X 25 "liek"'])],
    f"{G} X 25 years 2019": [(30, f"'years 2019' {BARE}", [f"{G} X 25 [years 2019]", f'{G} X 25 "years 2019"'])],
    f"{G} only these X 25 run": [
        (25, f"'only these' {BARE}", [f"{G} [only these] X 25 run", f'{G} "only these" X 25 run']),
        (41, f"'run' {BARE}", [f"{G} only these X 25 [run]", f'{G} only these X 25 "run"']),
    ],
    f"{G}   X 25  30": [(27, "there are two values here, X 25 and X 30", [f"{G}   X 25", f"{G}   X 30"])],
    f"{G} C25/30": [(25, "there are two values here, C 25 and C 30", [f"{G} C 25", f"{G} C 30"])],
    f"{G}   c Zo": [(27, "'Zo' is no value: there is a letter in it", [f"{G}   C 20"])],
    f"{G} (any 1 suit) X 2S": [(38, "'2S' is no value: there is a letter in it", [f"{G} (any 1 suit) X 25"])],
    f"{G} X -25": [(25, "'-25' is no value: there is a minus before it", [f"{G} X 25"])],
    f"{G}  c  −$30 [any 1 suit]": [(26, "'-$30' is no value: there is a minus before it", [f"{G}  C 30 [any 1 suit]"])],
    f"{G} or {G} X -25 or 30": [
        (49, "'-25' is no value: there is a minus before it", [f"{G} or {G} X 25 or 30"]),
        (58, "30 is no form of the line", [f"{G} or {G} X -25 "]),
    ],
    f'{G} K 25 "words"': [(25, "K is neither X nor C", [f'{G} X 25 "words"', f'{G} C 25 "words"'])],
    f"{G} XX 25": [(25, "XX is neither X nor C", [f"{G} X 25", f"{G} C 25"])],
    "FFFF 222a 444b 6666 c X 25": [(24, "the letter c stands alone", ["FFFF 222a 444b 6666c X 25"])],
    f"X 25 {G}": [(4, "the value X 25 stands before the groups", [])],
    "2C2C2C FFFF 444b 6666c X 25": [(5, "'2C2C2C': one letter is enough", ["222C FFFF 444b 6666c X 25"])],
    "Flowers 222a 444b 6666c X 25": [(4, "'Flowers' is no group of tiles", [])],
    "FFFF 222a Soap 6666c X 25": [(14, "'Soap' is no group of tiles", [])],
    "FFFF 222a 444\\a 6666c X 25": [(17, "'444\\\\a': '\\\\' is not a tile", [])],
    f"{G} X 25 C": [(25, "X and C stand on one line", [f"{G} X 25", f"{G} C 25"])],
    f"{G}  X/c 30 [any 1 suit]": [
        (26, "X and C stand on one line", [f"{G}  X 30 [any 1 suit]", f"{G}  C 30 [any 1 suit]"])
    ],
    f"{G} or {G} C 35 x": [(49, "X and C stand on one line", [f"{G} or {G} X 35", f"{G} or {G} C 35"])],
    f"{G} or {G} X 25 or 30": [(57, "30 is no form of the line", [f"{G} or {G} X 25 "])],
    "FF 222r 444g DDDr 333blue X 25": [
        (7, "'222r': 'r' is no letter for a suit", ["FF 222a 444b DDDa 333c X 25"]),
        (12, "'444g': 'g' is no letter for a suit", []),
        (22, "'333blue': 'blue' is no letter for a suit", []),
    ],
    "FF 22a 444red 444blue 22red X 25": [
        (11, "'444red': 'red' is no letter for a suit", ["FF 22a 444b 444c 22b X 25"]),
        (18, "'444blue': 'blue' is no letter for a suit", []),
    ],
    "FFFF  222k   444m 6666d  X 25": [
        (10, "'222k': 'k' is no letter for a suit", ["FFFF  222a 444b 6666c  X 25"]),
        (17, "'444m': 'm' is no letter for a suit", []),
        (22, "'6666d': 'd' is no letter for a suit", []),
    ],
    "FFFF 222red 4444a or FFFF 222red 4444b X 25": [
        (9, "'222red': 'red' is no letter for a suit", ["FFFF 222c 4444a or FFFF 222c 4444b X 25"])
    ],
    f"{G} X 25 any nice pair": [
        (30, f"'any nice pair' {BARE}", [f'{G} X 25 "any nice pair"']),
    ],
    f"{G} X 25 any big pair": [(30, f"'any big pair' {BARE}", [f'{G} X 25 "any big pair"'])],
    f"{G} X 25 no jokers": [(30, f"'no jokers' {BARE}", [f"{G} X 25 [no jokers]", f'{G} X 25 "no jokers"'])],
    "FF any 1 suit news 2222a DDDDa X 25": [
        (7, f"'any 1 suit' {BARE}", ["FF [any 1 suit] news 2222a DDDDa X 25", 'FF "any 1 suit" news 2222a DDDDa X 25'])
    ],
    f"{G} X run 25 30": [
        (25, "there are two values here, X 25 and X 30", []),
        (27, f"'run' {BARE}", [f"{G} X [run] 25 30", f'{G} X "run" 25 30']),
    ],
    f"{G} X [run] 2S": [(25, "'2S' is no value: there is a letter in it", [])],
    "222r run 444r X 2S": [  # no remedy for the colours before the words between them have their brackets
        (4, "'222r': 'r' is no letter for a suit", []),
        (9, f"'run' {BARE}", ["222r [run] 444r X 2S", '222r "run" 444r X 2S']),
        (18, "'2S' is no value: there is a letter in it", ["222r run 444r X 25"]),
    ],
}


def tapped(row: str, problem: Problem) -> list[str]:
    """The row after each remedy, without its number."""
    found = []
    for remedy in problem.remedies:
        assert remedy.line == problem.line == 2
        start = remedy.column - 1
        found.append((row[:start] + remedy.text + row[start + remedy.length :]).removeprefix("1. "))
    return found


@pytest.mark.parametrize("groups", SLIPS)
def test_each_slip_is_told_where_it_stands_with_the_row_as_it_should_be(groups: str) -> None:
    row = f"1. {groups}"
    found = problems(f"== T ==\n{row}")
    assert [(p.column, p.message, tapped(row, p)) for p in found] == SLIPS[groups]


def test_three_figures_and_more_are_no_number_of_a_line() -> None:
    (suit,) = problems("== T ==\n2026 222b 444b 6666c X 25")
    assert (suit.column, suit.message) == (4, "'2026' has numbers but no colour letter")


def test_a_note_without_brackets_is_no_value() -> None:
    missing, note = problems(f"== T ==\n1. {G} run")
    assert missing.message == "this line has no value"
    assert note.message == f"'run' {BARE}"


def test_a_note_may_begin_a_row_without_a_number() -> None:
    (note,) = problems(f"== T ==\nrun {G} X 25")
    assert (note.column, note.message) == (1, f"'run' {BARE}")


@pytest.mark.parametrize(
    "words", ["Any 3 Consec. Nos.", "any 3 nos.", "Kongs Any 3 Consec. Nos.", "Kongs any 3 nos.", "Kongs 4, 6 or 8"]
)
@pytest.mark.parametrize("quotes", ['""', "\u201c\u201d", "\u2018\u2019"])
def test_words_in_quotes_that_would_move_numbers_as_a_note_are_asked_about(words: str, quotes: str) -> None:
    typed = f"== T ==\nFF 4444a 6666b 8888c X 25 {quotes[0]}{words}{quotes[1]}"
    card = read_card(typed)
    assert len(card.lines[0].hands) == 6
    assert [(w.column, w.message, [r.text for r in w.remedies]) for w in card.warnings] == [
        (27, f'"{words}" in quotes lets no number move', [f"[{words}]"])
    ]


@pytest.mark.parametrize("words", ["evens only", "these nos. only", "Mum likes it", "any 3 suits", "3 kongs"])
def test_other_words_in_quotes_are_nobodys_business(words: str) -> None:
    assert read_card(f'== T ==\nFF 4444a 6666b 8888c X 25 "{words}"').warnings == ()


VALUES = ["X 25,", "X 25;", "X 25?", "X 25 ;", "X--25", "X 0.25", "(X 0,25)", "(X25)", "[X] 25", "X25c", "exp. 25"]
PARTED = (("1;", ";", ";X, 25"), ("", ",", ",X,25"), ("1, ", ". ", ". X 25"), ("1. ", "…", " ..... X 25"))


@pytest.mark.parametrize(
    "row",
    [
        *(f"1. {G} {value}" for value in VALUES),
        *(f"{number}{G.replace(' ', between)}{value}" for number, between, value in PARTED),
        *(f"1. {G.replace('a', letter)} X 25" for letter in ("-a", "_a,")),
    ],
)
def test_what_can_mean_one_thing_alone_is_no_slip(row: str) -> None:
    (line,) = read_card(f"== T ==\n{row}").lines
    assert (line.number, line.mark, line.value, line.hands) == (1, "X", 25, read_card(f"{G} X 25").lines[0].hands)
