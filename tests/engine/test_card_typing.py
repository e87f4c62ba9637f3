"""The many ways people type the same card: signs of word processors, habits of printed values, headings and rows."""

import pytest

from engine.card import Card, CardError, Problem, Remembered, draft_card, read_card, read_draft
from engine.card.compiling import Alternative
from engine.card.notes import Move, Notes
from engine.card.pattern import PatternError, read_group
from engine.card.remembered import MOST_FORMS, MOST_HANDS

GROUPS = "222a 444a 66a 888a DDDa"
PLAIN = read_card(f"== 2468 ==\n1. {GROUPS} X 25")


def same(card: Card, plain: Card) -> bool:
    """Everything but what was typed."""
    return [(x.section.lower(), x.number, x.value, x.mark, x.hands) for x in card.lines] == [
        (x.section.lower(), x.number, x.value, x.mark, x.hands) for x in plain.lines
    ]


@pytest.mark.parametrize(
    "row",
    [
        f"1. {GROUPS.lower()} x 25",
        f"1. {GROUPS.upper()} X 25",
        f"1) {GROUPS} X25",
        f"1 {GROUPS}   X   25  ",
        "1.\t" + GROUPS.replace(" ", "\t") + "\tX\t25",
        "1.\u00a0" + GROUPS.replace(" ", "\u00a0") + "\u2009X\u202f25",
        "１．　２２２ａ　４４４ａ　６６ａ　８８８ａ　ＤＤＤａ　Ｘ　２５",
        f"1. {GROUPS} X 25\u200b\u200e",
        f"• {GROUPS} X 25",
        f"* {GROUPS} X 25",
        f"- {GROUPS} X 25",
        f"1. {GROUPS.replace(' ', ', ')}, X 25",
        f"1. {GROUPS} 25 X",
        f"1. {GROUPS} 25X",
        f"1. {GROUPS} X-25",
        f"1. {GROUPS} X - 25",
        f"1. {GROUPS} X: 25",
        f"1. {GROUPS} (X) 25",
        f"1. {GROUPS} 25 (X)",
        f"1. {GROUPS} | X | 25 |",
        f"1. {GROUPS} X $25",
        f"1. {GROUPS} X 25¢",
        f"1. {GROUPS} X 25c",
        f"1. {GROUPS} X 25 cents",
        f"1. {GROUPS} X 25.",
        f"1. {GROUPS} exposed 25",
        f"1. {GROUPS} × 25",
        f"1. {GROUPS} Х 25",  # a Cyrillic letter
        f"1. {GROUPS}\n   X 25",
        f"1. {GROUPS} “any 1 suit” X 25",
        f"1. {GROUPS} （any 1 suit） X 25",
        f"1. {GROUPS} X 25\n   (any 1 suit)",
        f"1. {GROUPS} {{any 1 suit}} X 25",
    ],
)
def test_a_line_is_read_however_it_is_typed(row: str) -> None:
    assert same(read_card(f"== 2468 ==\n{row}"), PLAIN)


@pytest.mark.parametrize(
    "heading",
    [
        "== 2468 ==", "=== 2468 ===", "== 2468", "= 2468 =", "-- 2468 --", "—— 2468 ——", "＝＝ 2468 ＝＝",
        "2468", "2468:", "[2468]", "Section: 2468", "  == 2468 ==  # evens",
    ],
)  # fmt: skip
def test_a_heading_is_read_however_it_is_typed(heading: str) -> None:
    assert same(read_card(f"{heading}\n1. {GROUPS} X 25"), PLAIN)


@pytest.mark.parametrize(
    ("heading", "name", "bonus"),
    [
        ("SINGLES AND PAIRS", "SINGLES AND PAIRS", False),
        ("Singles & Pairs:", "Singles & Pairs", False),
        ("Any Like Numbers", "Any Like Numbers", True),
        ("Winds – Dragons", "Winds - Dragons", True),
        ("Addition Hands (Lucky Sevens)", "Addition Hands (Lucky Sevens)", True),
        ("Quints", "Quints", True),
        ("Consecutive Run:", "Consecutive Run", True),
        ("369", "369", True),
        ("3 6 9", "3 6 9", True),
        ("3-6-9:", "3-6-9", True),
        ("Mix", "Mix", True),
        ("All the hands with even numbers", "All the hands with even numbers", True),
        ("== Pairs = no jokers ==", "Pairs = no jokers", True),
    ],
)
def test_a_row_with_nothing_but_a_name_is_a_section(heading: str, name: str, bonus: bool) -> None:
    line = read_card(f"{heading}\n1. {GROUPS} X 25").lines[0]
    assert (line.section, line.jokerless_bonus) == (name, bonus)


@pytest.mark.parametrize(
    "row",
    [
        "(Hands marked C are concealed)",
        "Any hand below this row must be kept concealed",
        "All of the hands with even numbers",
    ],
)
def test_a_sentence_is_no_section(row: str) -> None:
    _, problems = draft_card(f"== T ==\n{row}\n1. {GROUPS} X 25")
    assert [p.line for p in problems] == [2]


def test_words_in_quotes_may_stand_anywhere() -> None:
    assert same(read_card(f'== 2468 ==\n"Hands marked C are concealed"\n1. {GROUPS} X 25\n"well played"'), PLAIN)


@pytest.mark.parametrize(
    "remark",
    [
        '(any 1 suit, "no jokers in 66")',
        '["for the brave"]',
        '("for the brave", any 1 suit)',
        '(any 1 suit "(brackets) and, commas; too")',
        "(“curly quotes”) [any 1 suit]",
    ],
)
def test_words_in_quotes_may_stand_inside_brackets(remark: str) -> None:
    for place in (f"1. {GROUPS} X 25 {remark}", f"1. {GROUPS} {remark} X 25", f"1. {GROUPS} X 25\n   {remark}"):
        assert same(read_card(f"== 2468 ==\n{place}"), PLAIN)


@pytest.mark.parametrize("groups", ["NEWS DDDD FFFF SS", "NN EW", "DDDD NNNN", "2222", "FFFF"])
def test_groups_without_a_value_are_no_section(groups: str) -> None:
    card, problems = draft_card(f"== T ==\n{groups}\n1. {GROUPS} X 25")
    assert problems or card.sections != ("T",)
    assert not any(line.section == groups for line in card.lines) or groups == "2222"


@pytest.mark.parametrize(
    "row",
    ["or {}", "-or- {}", "- or - {}", "— or — {}", "–OR– {}", "(or) {}", "or, {}", "OR: {}", "-or-\n{}", "or\n\n  {}"],
)
def test_or_is_read_however_it_is_typed(row: str) -> None:
    card = read_card("== T ==\n1. " + GROUPS + " X 25\n" + row.format("111a 333a 55a 777a DDDa"))
    assert len(card.lines) == 1
    assert len(card.lines[0].hands) == 6


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r", "\u2028"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_byte_order_marks_do_not_matter(ends: str, mark: str) -> None:
    assert same(read_card(mark + ends.join(("== 2468 ==", "", f"1. {GROUPS} X 25", ""))), PLAIN)


@pytest.mark.parametrize("row", ["year = 2026", "Year 2026", "YEAR: 2026", "year : 2026", "year：2026"])
def test_the_year_is_read_however_it_is_typed(row: str) -> None:
    assert read_card(f"{row}\n== A ==\n1. FF YEARa 2222b 6666c X 25").year == 2026


def test_a_note_on_a_row_of_its_own_belongs_to_the_line_above() -> None:
    card = read_card(
        "== T ==\n1. 11a 222a 3333a 444a 55a X 25\n   (Any 5 Consec. Nos.)\n2. 22a 333a 4444a 555a 66a X 25"
    )
    assert [len(line.hands) for line in card.lines] == [15, 3]


def test_a_variable_at_the_end_of_a_row_is_no_value() -> None:
    card = read_card("== T ==\n1. FFFF NNNN EEE ww x2c X 25\n   or FFFF NNNN EEE ww x2c")
    assert (len(card.lines[0].hands), card.lines[0].value) == (21, 25)


@pytest.mark.parametrize(
    ("row", "column", "says", "hint"),
    [
        (f"1. {GROUPS} 25", 28, "25 is a value without X or C", "X 25 if"),
        ("1. 222 a 444a 66a 888a DDDa X 25", 8, "the letter a stands alone", "222a"),
        ("1. 222a 444a 66a 888a DDD a X 25", 27, "the letter a stands alone", "DDDa"),
    ],
)
def test_slips_are_told_once_with_the_way_out(row: str, column: int, says: str, hint: str) -> None:
    with pytest.raises(CardError) as caught:
        read_card(f"== T ==\n{row}")
    first, *others = caught.value.problems
    assert not others
    assert (first.line, first.column, first.message) == (2, column, says)
    assert hint in first.hint


@pytest.mark.parametrize(
    "row", [f"#1 {GROUPS} X 25", f"#1. {GROUPS} C 30 (any 1 suit)", "## 2468", "# Singles and Pairs"]
)
def test_a_hand_or_heading_that_became_a_comment_is_questioned(row: str) -> None:
    card = read_card(f"== T ==\n{row}\n1. {GROUPS} X 25")
    assert [(w.line, w.message) for w in card.warnings] == [(2, "this row is a comment, for it begins with #")]


@pytest.mark.parametrize(
    "row", ["# typed on Sunday", "# 1987 was better", "#1 is what we play most", f"# {GROUPS} X 25", "#"]
)
def test_a_plain_comment_is_none_of_our_business(row: str) -> None:
    assert read_card(f"== T ==\n{row}\n1. {GROUPS} X 25").warnings == ()


def taken(text: str, problem: Problem) -> str:
    """The text once the first remedy of a problem has been tapped."""
    remedy = problem.remedies[0]
    rows = text.split("\n")
    row = rows[remedy.line - 1]
    start = remedy.column - 1 if remedy.column else len(row)
    rows[remedy.line - 1] = row[:start] + remedy.text + row[start + remedy.length :]
    return "\n".join(rows)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("1. 222r 444r 66r 888r DDDr X 25", "'r' is no letter for a suit"),
        ("1. 222d 444d 66d 888d DDDa X 25", "'d' is no letter for a suit"),
        ("1. 222red 444red 66red 888red DDDred X 25", "'red' is no letter for a suit"),
        (f"1. {GROUPS} X 2S", "'2S' is no value"),
        (f"1. {GROUPS} X Z5", "'Z5' is no value"),
        (f"1. {GROUPS} X 25 X 30", "two values here, X 25 and X 30"),
        (f"1. {GROUPS} X 25 30", "two values here"),
        (f"1. {GROUPS} X 25, C 30", "two values here"),
        (f"1. {GROUPS} X 25 or 30", "30 is no form of the line"),
        (f"1. {GROUPS} Y 25", "neither X nor C"),
        (f"1. {GROUPS} X 25 any 1 suit", "'any 1 suit' stands in no brackets"),
        (f"1. {GROUPS} any 1 suit X 25", "'any 1 suit' stands in no brackets"),
        (f"1. {GROUPS} X 25 these numbers only", "stands in no brackets"),
        (f"1. {GROUPS} X 25 any 1 suit)", "'any 1 suit)' stands in no brackets"),
        (f"1. {GROUPS} X 25 [thees numbers only]", "means nothing to me"),
        (f"1. {GROUPS} X 25 (any 1 suit", "the note has no )"),
        (f"1. {GROUPS}", "has no value"),
        (f"1. {GROUPS} 25", "value without X or C"),
        ("1. 222a444a66a888aDDDa X 25", "stands inside the group"),
        ("1. a222 444a 66a 888a DDDa X 25", "stands before the tiles"),
        ("1. 222 a 444a 66a 888a DDDa X 25", "stands alone"),
        ("1. 222 444a 66a 888a DDDa X 25", "no colour letter"),
        (f"1. {GROUPS} X 25\nthese numbers only", "a note or the name of a section"),
    ],
)
def test_a_likely_slip_is_told_once_and_its_first_remedy_puts_it_right(row: str, says: str) -> None:
    text = f"== 2468 ==\n{row}"
    _, problems = draft_card(text)
    shown = [p for p in problems if p.remedies]
    assert len(shown) == 1
    assert says in shown[0].message
    assert same(read_card(taken(text, shown[0])), PLAIN)


@pytest.mark.parametrize(
    "row", [f"{GROUPS} or X 25", f"{GROUPS} X 25 or", f"or {GROUPS} X 25", f"{GROUPS} or or {GROUPS} X 25"]
)
def test_an_or_without_a_form_is_told_as_one(row: str) -> None:
    _, problems = draft_card(f"== 2468 ==\n1. {row}")
    assert problems[0].message == "an 'or' stands beside no form"


@pytest.mark.parametrize(("typed", "hands"), [("run", 18), ("Run", 18), ("rum", 18), ("like", 3), ("no jokers", 3)])
def test_a_note_without_brackets_is_never_swallowed(typed: str, hands: int) -> None:
    text = f"== T ==\n1. F 111a 22a 3333a 4444a {typed} X 25"
    card, problems = draft_card(text)
    assert card.lines == ()
    assert "stands in no brackets" in problems[0].message
    if typed != "like":
        assert len(read_card(taken(text, problems[0])).lines[0].hands) == hands


def test_two_colours_named_by_their_words_get_two_letters_at_one_tap() -> None:
    text = "== T ==\n1. 222red 444red 66blue 888blue DDDblue X 25"
    _, problems = draft_card(text)
    assert taken(text, problems[0]).endswith("222a 444a 66b 888b DDDb X 25")


def test_a_card_that_is_read_again_compiles_what_has_changed_and_reads_the_same() -> None:
    rows = [f"{n}. F {n}11a".replace(f"{n}11", str(n) * 3) + " 22b 3333b 4444c X 25" for n in range(5, 10)]
    text = "== T ==\n" + "\n".join(rows)
    remembered = Remembered()
    read_draft(text, remembered=remembered)
    first = remembered.compiled
    changed = "# moved down\n" + text.replace("888a", "111a")
    again = read_draft(changed, remembered=remembered)
    assert (first, remembered.compiled) == (5, 6)
    plain = read_draft(changed)
    assert (again.card, again.problems, again.sketches) == (plain.card, plain.problems, plain.sketches)


def test_what_is_remembered_tells_rules_and_years_apart() -> None:
    remembered = Remembered()
    for year in (2026, 2031):
        for literal in (False, True):
            text = "== T ==\n1. FF YEARa 2222b 6666c X 25"
            held = read_draft(text, year, literal_colours=literal, remembered=remembered)
            assert held.card == read_draft(text, year, literal_colours=literal).card


def test_of_notes_that_may_be_meant_the_nearest_alone_is_offered() -> None:
    _, problems = draft_card("== T ==\n1. FFFF NNNN EEEE 11a [any wynd] X 25")
    assert [remedy.text for remedy in problems[0].remedies] == ["any wind", '"any wynd"']


def test_lines_under_no_heading_are_hands_like_any_other() -> None:
    card = read_card("soap: year only\nFF 1111a 1111b DDDDc X 25\nFF 2222a 000a 22222a X 25")
    told = [(x.name, x.mark, x.jokerless_bonus, x.concealed_bonus, len(x.hands)) for x in card.lines]
    assert told == [("Hands 1", "X", True, 0, 3), ("Hands 2", "X", True, 0, 1)]


def test_a_line_is_sketched_while_it_is_typed() -> None:
    text = "== T ==\n\n1. FF 222A 44a! DDDb\n   or 123456789*\n2. FF 2222a 4444a 6666a C 30"
    begun, done = read_draft(text).sketches
    assert (begun.row, begun.last_row, begun.section, begun.number) == (3, 4, "T", 1)
    assert (begun.value, begun.concealed, begun.hands) == (None, False, 0)
    assert [(f.groups, f.tiles, f.hand) for f in begun.forms] == [
        ((("FF", ""), ("222", "a"), ("44", "a"), ("DDD", "b")), 10, None),
        ((("123456789", "*"),), 9, None),
    ]
    assert (done.row, done.last_row, done.value, done.concealed, done.hands) == (5, 5, 30, True, 3)
    assert [str(group) for group in done.forms[0].hand or ()] == ["F F", "2B 2B 2B 2B", "4B 4B 4B 4B", "6B 6B 6B 6B"]


def form(groups: str, year: int, notes: Notes | None = None) -> Alternative:
    return Alternative(tuple(read_group(group) for group in groups.split()), notes or Notes(), True, year)


def test_of_too_many_forms_the_one_that_was_not_read_longest_is_forgotten() -> None:
    remembered = Remembered()
    for year in range(MOST_FORMS):
        remembered.compile(form("FFFF", year))
    remembered.compile(form("FFFF", 0))
    assert remembered.compiled == MOST_FORMS
    remembered.compile(form("FFFF", MOST_FORMS))
    remembered.compile(form("FFFF", 0))
    assert remembered.compiled == MOST_FORMS + 1
    remembered.compile(form("FFFF", 1))
    assert remembered.compiled == MOST_FORMS + 2


def test_forms_of_many_hands_are_forgotten_sooner() -> None:
    remembered, moving = Remembered(), Notes(move=Move.ANY)
    each = len(remembered.compile(form("FF 1111a 2222b 3333c", 0, moving)).hands)
    kept = MOST_HANDS // each
    assert 1 < kept < MOST_FORMS
    for year in range(1, kept):
        remembered.compile(form("FF 1111a 2222b 3333c", year, moving))
    remembered.compile(form("FF 1111a 2222b 3333c", 0, moving))
    assert remembered.compiled == kept
    remembered.compile(form("FF 1111a 2222b 3333c", kept, moving))
    remembered.compile(form("FF 1111a 2222b 3333c", 2, moving))
    assert remembered.compiled == kept + 1
    remembered.compile(form("FF 1111a 2222b 3333c", 1, moving))
    assert remembered.compiled == kept + 2


@pytest.mark.parametrize(
    "text",
    [
        "== A ==\n1. FFFF 222a 333a 4444b X 25\n",  # one hand by literal colours, six by free ones
        "== Like ==\n1. 2222a 000a 2222b 222c X 25\n",  # none where only a year holds zeros
    ],
)
def test_a_draft_is_read_as_the_league_plays_unless_it_is_said(text: str) -> None:
    whole = [len(line.hands) for line in read_card(text).lines]
    assert [len(line.hands) for line in draft_card(text)[0].lines] == whole
    assert [len(line.hands) for line in read_draft(text).card.lines] == whole


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("FF llla 2222a 333a 44a", "Did you mean 111a?"),
        ("FF LLLa 2222a 333a 44a", "Did you mean 111a?"),
        ("FF2222a4444a6666a", "a space after it: FF 2222a 4444a 6666a"),
        ("FF JJJJ 4444a 6666a", "No line asks for Jokers"),
    ],
)
def test_a_group_is_put_right_in_one_go(typed: str, hint: str) -> None:
    _, problems = draft_card(f"== T ==\n1. {typed} X 25")
    assert any(hint in problem.hint for problem in problems)


@pytest.mark.parametrize("name", ["2468", "Singles and Pairs", "Any Like Numbers"])
@pytest.mark.parametrize("above", ["", f"== T ==\n1. {GROUPS} X 25\n", "== T ==\n"])
def test_the_name_of_a_section_in_quotes_is_asked_about(name: str, above: str) -> None:
    """Lost as words, it would leave its lines in another section: with a bonus, say, that pairs do not have."""
    _, told = draft_card(f"{above}“{name}”\n2. {GROUPS} X 30")
    assert [p.message for p in told] == [f'is "{name}" the name of a section?']
    (remedy,) = told[0].remedies
    assert (remedy.line, remedy.column, remedy.text) == (above.count("\n") + 1, 1, f"== {name} ==")


def test_a_rule_of_thumb_in_quotes_is_no_name() -> None:
    card = read_card(f'== T ==\n"Lucky are those who keep their sevens to the end."\n1. {GROUPS} X 25')
    assert card.lines[0].thumb == "Lucky are those who keep their sevens to the end."


def test_what_an_empty_card_lacks_is_said_at_its_beginning() -> None:
    _, (told,) = draft_card("\n\n")
    assert (told.line, told.column) == (1, 1)


@pytest.mark.parametrize(
    ("typed", "says"),
    [("!", "a group without tiles"), ("~", "a group without tiles"), ("b", "'b' is a colour letter without tiles")],
)
def test_a_group_that_is_only_a_sign_is_told_apart_from_one_that_is_only_a_letter(typed: str, says: str) -> None:
    with pytest.raises(PatternError) as caught:
        read_group(typed)
    assert caught.value.message == says


def test_a_letter_of_ones_own_may_be_a_number() -> None:
    own = read_card("letter: K = 4\n== 2468 ==\n1. 222a KKKa 66a 888a DDDa X 25")
    assert same(own, PLAIN)


def test_a_setting_that_is_none_is_told_where_it_stands() -> None:
    _, told = draft_card(f"  yaer: 2026\n== T ==\n1. {GROUPS} X 25")
    assert [(p.line, p.column) for p in told] == [(1, 3)]


@pytest.mark.parametrize("row", ["Our 22 best hands", "Our best 4711", "246810", "111222333"])
def test_a_row_that_may_be_a_name_is_asked_about_once(row: str) -> None:
    _, problems = draft_card(f"== T ==\n{row}\n1. {GROUPS} X 25")
    assert [(p.line, p.message, p.hint) for p in problems] == [
        (2, f"{row!r} is no line of the card", f"If it is a section, write == {row} ==")
    ]


@pytest.mark.parametrize("row", ["222k 444m", "22 Dots 44 Dots"])
def test_a_row_of_two_groups_is_no_name_whatever_slips_are_in_it(row: str) -> None:
    _, problems = draft_card(f"== T ==\n1. {GROUPS} X 25\n{row}")
    assert problems
    assert not any("section" in p.hint for p in problems)


@pytest.mark.parametrize("remark", ["\u2018even hands\u2019", "'2468'", "'Evens Only'"])
def test_words_in_single_quotes_are_words_for_the_players(remark: str) -> None:
    assert same(read_card(f"== 2468 ==\n1. {GROUPS} X 25 {remark}"), PLAIN)


@pytest.mark.parametrize(
    "note", ["[run (no jokers)]", "(Any Run (No Jokers))", "(any run, no joker(s))", "((run) no jokers)"]
)
def test_a_bracket_inside_another_is_a_note_of_its_own(note: str) -> None:
    plain = read_card("== T ==\n1. FF 2222a 3333a 4444a X 25 [run, no jokers]")
    assert same(read_card(f"== T ==\n1. FF 2222a 3333a 4444a X 25 {note}"), plain)


def test_what_a_bracket_inside_another_says_is_not_lost() -> None:
    _, problems = draft_card("== T ==\n1. FF 2222a 3333a 4444a X 25 (Any Run (up or down))")
    assert [p.message for p in problems] == ["the note [up or down] means nothing to me"]
