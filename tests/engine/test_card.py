"""The typed card: settings, marks and flags, and what a typist is told when something is wrong."""

import re
from importlib.resources import files

import pytest
from hypothesis import given, settings, strategies as st

from engine.card import Card, draft_card, read_card
from engine.tile import Tile, codes
from tests.reading import attempt, hands, line, only_problem, problems


@pytest.mark.parametrize(
    ("mark", "value", "concealed"),
    [
        ("X 25", 25, False),
        ("C 30", 30, True),
        ("x25", 25, False),
        ("c50", 50, True),
        ("25 X", 25, False),
        ("85 C", 85, True),
    ],
)
def test_value_and_mark(mark: str, value: int, concealed: bool) -> None:
    found = line(f"1. FF 1111a 2222b 3333c {mark}")
    assert (found.value, found.concealed) == (value, concealed)


def test_value_may_stand_on_the_last_form_and_notes_behind_it_hold_for_all() -> None:
    found = line("1. 111a 222a 333a 44a 555a\n  -or- 111a 222a 333b 44b 555c X 30 [run]")
    assert found.value == 30
    assert len(found.hands) == 5 * 3 + 5 * 6


def test_a_note_before_the_value_holds_for_its_own_form() -> None:
    found = line("1. 111a 222a 333a 44a 555a [run] X 25\n or 666a 777a 888b 99b 555b")
    assert len(found.hands) == 5 * 3 + 6


def test_or_may_stand_within_a_row_or_at_its_end() -> None:
    one = line("1. FF 1111a 2222a 3333a or FF 1111a 2222b 3333c X 25")
    two = line("1. FF 1111a 2222a 3333a -or-\n FF 1111a 2222b 3333c X 25")
    assert hands(one) == hands(two)
    assert len(one.hands) == 9


def test_lines_count_themselves_and_keep_their_numbers() -> None:
    card = read_card(
        "== T ==\nFF 1111a 2222b 3333c X 25\n7. FF 1111a 2222b 4444c X 25\n== U ==\n3) FF 1111a 2222b 5555c X 25"
    )
    assert [found.name for found in card.lines] == ["T 1", "T 7", "U 3"]
    assert card.sections == ("T", "U")
    assert card.line("T", 7).source_line == 3


def test_sections_may_be_left_and_taken_up_again() -> None:
    card = read_card(
        "== T ==\nFF 1111a 2222b 3333c X 25\n== U ==\nFF 1111a 2222b 4444c X 25\n== t ==\nFF 1111a 2222b 5555c X 25"
    )
    assert [found.name for found in card.lines] == ["T 1", "U 1", "T 2"]


@pytest.mark.parametrize(
    ("header", "bonus"),
    [
        ("Singles and Pairs", False),
        ("Solos & Pairs", False),
        ("2468", True),
        ("2468 == no jokerless bonus", False),
        ("Singles and Pairs == jokerless bonus", True),
    ],
)
def test_sections_without_the_jokerless_bonus(header: str, bonus: bool) -> None:
    """PAY-05."""
    header = header if "==" in header else f"{header} =="
    assert read_card(f"== {header}\n1. FF 1111a 2222b 3333c X 25").lines[0].jokerless_bonus is bonus


def test_a_line_without_the_jokerless_bonus() -> None:
    assert not line("1. FF 1111a 2222b 3333c X 25 [no jokerless bonus]").jokerless_bonus


def test_bonus_for_an_unmarked_concealed_hand() -> None:
    assert read_card("== T == concealed bonus 10\n1. FF 1111a 2222b 3333c X 25").lines[0].concealed_bonus == 10


def test_settings_may_stand_anywhere() -> None:
    card = read_card("== T ==\n1. FF YEARa 2222b 3333c X 25\nyear: 2031\ncard: Ours")
    assert (card.name, card.year) == ("Ours", 2031)
    assert codes(card.lines[0].hands[0][1].tiles) == "2B WD 3B 1B"


def test_the_year_of_the_reader_overrides_the_cards() -> None:
    card = read_card("year: 2026\n== T ==\n1. FF YEARa 2222b 3333c X 25", year=1987)
    assert codes(card.lines[0].hands[0][1].tiles) == "1B 9B 8B 7B"


def test_figures_of_the_year_are_no_number_that_notes_move() -> None:
    found = line("1. FF 2026a 1111b 1111c X 25 [like]", head="year: 2026")
    assert len(found.hands) == 9 * 3
    assert not any(group.jokers for hand in found.hands for group in hand if len(set(group.tiles)) > 1)


def test_a_year_of_four_like_figures_is_four_singles() -> None:
    """CARD-13."""
    group = line("1. FF YEARa 1111b 3333c X 25", head="year: 2222").hands[0][1]
    assert (codes(group.tiles), group.jokers) == ("2B 2B 2B 2B", False)


def test_soap_is_zero_anywhere_by_default_and_only_in_the_year_section_when_asked() -> None:
    """C-30: elsewhere a zero in a coloured group is the dragon of Dots."""
    text = "year: 2026\n{}\n== 2026 ==\n1. FF 2026a 2222b 6666b X 25\n== Sums ==\n1. 2a x 5a = 10a FFFF 555b DDDb X 25"
    assert [len(found.hands) for found in read_card(text.format("soap: any zero")).lines] == [6, 6]
    year, sums = read_card(text.format("soap: year only")).lines
    assert len(year.hands) == 6
    assert len(sums.hands) == 2
    assert all("1D WD" in codes(hand[2].tiles) for hand in sums.hands)


def test_parentheses_are_notes_too() -> None:
    """Printed words in round brackets: known ones hold or are checked, others belong in quotes."""
    assert len(line("1. FF 1111a 2222b 3333b X 25 (any 2 suits) (run)").hands) == 7 * 6
    assert "means nothing to me" in only_problem("== T ==\n1. FF 1111a 2222b 3333b X 25 (kings only)").message
    assert len(line('1. FF 1111a 2222b 3333b X 25 "kings only"').hands) == 6


def test_literal_colours_and_soap_rules_of_the_table_yield_to_the_cards_own() -> None:
    """C-29, C-30."""
    text = "{}\n== T ==\n1. FF 1111a 2222b 3333b X 25"
    assert {codes(h[1].tiles) for h in read_card(text.format(""), literal_colours=True).lines[0].hands} == {
        "1C 1C 1C 1C"
    }
    own = read_card(text.format("suits: a = dots"), literal_colours=True)
    assert {codes(h[1].tiles) for h in own.lines[0].hands} == {"1D 1D 1D 1D"}
    sums = "{}\n== T ==\n1. 2a x 5a = 10a FFFF 555b DDDb X 25"
    assert len(read_card(sums.format(""), soap_anywhere=False).lines[0].hands) == 2
    assert len(read_card(sums.format("soap: any zero"), soap_anywhere=False).lines[0].hands) == 6


def test_a_form_that_stays_while_another_moves_is_questioned() -> None:
    forms = "== T ==\n1. FF NNNN 22a 33a SSSS {} or FF EEEE 11a 22a WWWW [run] X 25"
    assert "do not move, while another form of the line has [run]" in warnings(forms.format(""))[0]
    assert warnings(forms.format("[these numbers only]")) == []


def test_a_note_between_the_last_form_and_the_value_holds_for_forms_of_the_same_numbers() -> None:
    """Cards print the remark of an either/or line once, at its end."""
    forms = "1. FF NNNN 11a 22a SSSS {} or FF EEEE 11a 22a WWWW {} X 25 {}"
    whole = line(forms.format("", "", "[run]")).hands
    assert set(line(forms.format("", "[run]", "")).hands) == set(whole)
    assert len(line(forms.format("[these numbers only]", "[run]", "")).hands) == len(whole) // 2 + 3


def test_colour_letters_override_what_parentheses_say_in_words() -> None:
    found = only_problem("== T ==\n1. FF 1111a 2222b 3333b X 25 (any 3 suits)")
    assert "3 suits" in found.message
    assert "a, b" in found.message


def test_joker_flags_of_single_groups() -> None:
    hand = line("1. FF! 11a? 222a! 333a~ 4444a X 25").hands[0]
    assert [(g.jokers, g.flowers) for g in hand] == [
        (False, False),
        (True, False),
        (False, False),
        (True, True),
        (True, False),
    ]


def test_no_jokers_in_a_whole_form() -> None:
    assert not any(group.jokers for group in line("1. FF 1111a 2222b 3333b X 25 [no jokers]").hands[0])


def test_flowers_wild_in_a_whole_form() -> None:
    hand = line("1. FF 1111a 2222b! 3333b X 25 [flowers wild]").hands[0]
    assert [(g.jokers, g.flowers) for g in hand] == [(False, False), (True, True), (False, False), (True, True)]


def test_literal_suits_of_cards_that_print_them() -> None:
    """C-29: a letter may be tied to a suit."""
    assert hands(line("1. FF 1111a 2222b 3333b X 25 [a = craks, b = dots]")) == {
        "F F / 1C 1C 1C 1C / 2D 2D 2D 2D / 3D 3D 3D 3D"
    }


def test_capitals_word_processor_signs_and_line_ends_do_not_matter() -> None:
    plain = read_card('== T ==\n1. ff 1111a 2222b 3333c x 25 "words"\n')
    fancy = read_card("\N{BYTE ORDER MARK}== T ==\r\n1. FF 1111A – 2222B  3333C X 25 “words”\r\n")
    assert plain.lines[0].hands == fancy.lines[0].hands


def test_comments_end_a_row_but_not_within_quotes() -> None:
    card = read_card('== T == # a comment\n# FF 1111a\n1. FF 1111a 2222b 3333c X 25 "as in #3" # 6 hands')
    assert card.lines[0].text.endswith('"as in #3"')


def test_hands_of_a_line_have_no_doubles() -> None:
    found = line("1. FF 1111a 1111b 1111c X 25 [like]")
    assert len(set(found.hands)) == len(found.hands) == 9


@pytest.mark.parametrize(
    ("row", "column", "says", "hint"),
    [
        ("1. 222a 444a 66a 888a DDDDa X 25", 4, "15 tiles (3 + 3 + 2 + 3 + 4)", "DDDa instead of DDDDa"),
        ("1. 222a 444a 66a 888a DDa X 25", 4, "13 tiles", "1 tile missing"),
        ("1. 222 444b 6666b 888c X 25", 6, "no colour letter", "222a"),
        ("1. FF 2222a 44k4b 6666c X 25", 15, "'k' is not a tile", "made of"),
        ("1. FF l111a 2222b 3333c X 25", 7, "'l' is not a tile", "1111a"),
        ("1. FF 22a22b 2222b 3333c X 25", 9, "stands inside the group", "22a 22b"),
        ("1. FF a2222 2222b 3333c X 25", 7, "before the tiles", "2222a"),
        ("1. FFa 1111a 2222b 3333c X 25", 6, "have no colour", "FF without"),
        ("1. FF 1111a 2222b 3333c", 1, "no value", "X 25"),
        ("1. FF 1111a 2222b 3333c X", 25, "without a value", "X 25"),
        ("1. FF 1111a 2222b 3333a C", 25, "C without a value", "C 30"),
        ("1. 1111a 2222b 3333a FF c", 25, "c without a value", "C 30"),
        ("1. FF 1111a 2222b 3333c X 25 [rum]", 30, "[rum]", "[run]"),
        ("1. FF 1111a 2222b 3333c X 25 [x evn]", 30, "not a choice of numbers", "even"),
        ("1. FF 1111a 2222b 3333c X 25 [run", 30, "no ]", "Close it"),
        ("1. FF 1111a 2222b 1111c X 25 [like]", 4, "1, 2 are printed", "[run]"),
        ("1. FF DDDDa DDDDb DDDDc X 25 [run]", 4, "there are none", "digits"),
        ("1. FF YEARa 2222b 3333c X 25", 4, "has no year", "year: 2026"),
        ("1. FF @@@@a 2222b 3333c X 25", 7, "digit of the year", "@@@1a"),
        ("1. 33333a! 1111b 2222b Fa X 25", 25, "no colour", "F without"),
        ("1. 33333a! 1111b 2222b F X 25", 4, "cannot exist", "four of a kind"),
        ("1. FF 1111a 2222b 3333c X 25 [pair any]", 4, "pair any", "112345a"),
        ("1. FF 1111a 2222b 3333c X 0", 25, "value of 0", "5 to 1000"),
        ("1. FF DDD DDD DDD DDD X 25", 4, "three dragons", "DDDp"),
        ("1. a 1111a 2222b 3333c FF X 25", 4, "without tiles", "222a"),
        ("or FF 1111a 2222b 3333c X 25", 1, "without a line before", "above"),
        ("1. FF 1111a 2222b 3333c DDDb X 25 [opposite dragons]", 4, "17 tiles", "DDDb"),
        ("1. FF 1111a 2222b DDDDb X 25 [opposite dragons]", 4, "not opposite", "no number group"),
        ("1. FF 1111a 2222b DDDDc X 25 [matching dragons]", 4, "matches no number", "letter"),
    ],
)
def test_an_error_says_where_what_and_how_to_mend_it(row: str, column: int, says: str, hint: str) -> None:
    found = problems("== T ==\n" + row)
    assert len(found) == 1 or "17 tiles" in says, found
    first = found[0]
    assert (first.line, first.column) == (2, column), first
    assert says in first.message
    assert hint in first.hint
    assert re.match(r"line 2, column \d+: .+\n    .+", str(first))


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ("yaer: 2026\nFF 1111a 2222b 3333c X 25", "'yaer' is not a setting", "year:"),
        ("year: 26\nFF 1111a 2222b 3333c X 25", "'26' is not a year", "four figures"),
        ("soap: never\nFF 1111a 2222b 3333c X 25", "'never' is not a soap rule", "year only"),
        ("letter: N = 3\nFF 1111a 2222b 3333c X 25", "has a meaning already", "another"),
        ("letter: H\nFF 1111a 2222b 3333c X 25", "needs a meaning", "letter: K"),
        ("== T == no bonsu\nFF 1111a 2222b 3333c X 25", "'no bonsu'", "no jokerless bonus"),
        ("Any 2 hands\nFF 1111a 2222b 3333c X 25", "no line of the card", "== Any 2 hands =="),
        ("== ==\nFF 1111a 2222b 3333c X 25", "needs a name", "=="),
        ("", "no hand here", "looks like this"),
    ],
)
def test_errors_outside_the_lines(text: str, says: str, hint: str) -> None:
    found = only_problem(text)
    assert says in found.message
    assert hint in found.hint


def test_a_card_still_being_typed_gives_its_good_lines_and_all_problems() -> None:
    card, found = draft_card("== T ==\n1. FF 1111a 2222b 3333c X 25\n2. FF 111a 2222b 3333c X 25\n3. FF 1111a 22")
    assert [line.number for line in card.lines] == [1]
    assert {problem.line for problem in found} == {3, 4}


def test_the_same_number_twice_in_a_section() -> None:
    found = only_problem("== T ==\n1. FF 1111a 2222b 3333c X 25\n1. FF 1111a 2222b 4444c X 25")
    assert (found.line, found.message) == (3, "T has a line 1 already, in row 2")


def test_two_values_on_one_line() -> None:
    assert (
        "has a value already"
        in only_problem("== T ==\n1. FF 1111a 2222b 3333c X 25\n or FF 1111a 2222a 3333a X 30").message
    )


def test_all_errors_come_at_once_in_the_order_of_the_text() -> None:
    found = problems("== T ==\n1. FF 1111 2222b 3333c X 25\n2. FF 111a 2222b 3333c X 25\n3. FF 1111a 2222b 3333c")
    assert [p.line for p in found] == [2, 3, 4]


def test_a_line_whose_free_letters_would_make_millions_of_hands_is_refused_quickly() -> None:
    found = only_problem("== T ==\n1. x* x* x* x* y* y* y* Z1 Z2 Z3 1* 2* 3* 4* X 25")
    assert "tens of thousands" in found.message


def warnings(text: str) -> list[str]:
    return [warning.message for warning in read_card(text).warnings]


def test_a_line_with_very_many_hands_asks_whether_a_run_was_meant() -> None:
    assert warnings("== T ==\n1. 11111a ZZZZ 22222b X 25 [any numbers]") == [
        "this line makes 864 hands: did you mean [run] or [like] instead of [any numbers]?"
    ]


def test_hands_on_two_lines_are_named() -> None:
    text = "== T ==\n1. FF 1111a 2222a 3333a X 25 [run]\n2. FF 1111a 2222a 3333a X 25 [these numbers only]"
    assert warnings(text) == ["all hands of T 2 stand on T 1 too"]


def test_ways_that_cannot_exist_are_left_out_and_named() -> None:
    text = "== T ==\n1. 11a xxa xxb 2222c FFFF X 25"
    assert warnings(text) == []
    text = "== T ==\n1. 111a! xxa xx1b 222c FFFF X 25"
    card = read_card(text)
    assert len(card.lines[0].hands) == 8 * 6 - 6
    assert card.warnings[0].message.startswith("6 of 48 ways")


def test_a_dragon_without_a_letter_beside_numbers_is_questioned() -> None:
    assert "may be any dragon" in warnings("== T ==\n1. FF 2222a 4444b DDDD X 25")[0]
    assert warnings("== T ==\n1. FF 2222a 4444b DDDD X 25 [any dragon]") == []


PRACTICE = files("engine").joinpath("cards", "practice.card").read_text(encoding="utf-8")
TYPED = (
    "F FF FFFF 1111a 222b 33c NEWS D DDDD DDDa 2026a YEARb xxx0a yyya ZZZ Z1Z2 @@@1a 0 000 a * ! ~ ? + - x = | or "
    '-or- X 25 C 30 [run] [like] [x even] [pair any] [ ] ( ) " == year: 2026 # 1. 12 Ⅻ ٣ \x00 é'
)
PIECES = st.sampled_from(TYPED.split())


@settings(max_examples=250, deadline=None)
@given(st.lists(st.lists(PIECES, max_size=10).map(" ".join), max_size=5).map("\n".join))
def test_whatever_is_typed_is_a_card_or_a_list_of_problems(text: str) -> None:
    read = attempt(text)
    if isinstance(read, Card):
        assert all(sum(len(group.tiles) for group in hand) == 14 for found in read.lines for hand in found.hands)
        return
    rows = text.split("\n")
    assert read
    for problem in read:
        assert 1 <= problem.line <= len(rows)
        assert 1 <= problem.column <= max(1, len(rows[problem.line - 1])) + 1
        assert problem.message


@settings(max_examples=25, deadline=None)
@given(st.integers(0, len(PRACTICE) - 1), st.integers(0, 12), st.text(max_size=3))
def test_the_practice_card_with_a_slip_in_it(at: int, cut: int, typed: str) -> None:
    assert attempt(PRACTICE[:at] + typed + PRACTICE[at + cut :])


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_at_all(text: str) -> None:
    assert attempt(text)


def test_every_hand_of_the_practice_card_can_be_made_of_the_set() -> None:
    card = read_card(PRACTICE)
    for found in card.lines:
        for hand in found.hands:
            strict = [t for group in hand if not group.jokers for t in group.tiles]
            assert all(strict.count(t) <= t.copies for t in set(strict))
            assert Tile.JOKER not in strict
