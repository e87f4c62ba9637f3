"""The many ways people type the same card: signs of word processors, habits of printed values, headings and rows."""

import pytest

from engine.card import Card, CardError, draft_card, read_card

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
        ("== Pairs = no jokers ==", "Pairs = no jokers", True),
    ],
)
def test_a_row_with_nothing_but_a_name_is_a_section(heading: str, name: str, bonus: bool) -> None:
    line = read_card(f"{heading}\n1. {GROUPS} X 25").lines[0]
    assert (line.section, line.jokerless_bonus) == (name, bonus)


@pytest.mark.parametrize("row", ["(Hands marked C are concealed)", "Any hand below this row must be kept concealed"])
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


@pytest.mark.parametrize("row", ["# typed on Sunday", "# 1987 was better", f"# {GROUPS} X 25", "#"])
def test_a_plain_comment_is_none_of_our_business(row: str) -> None:
    assert read_card(f"== T ==\n{row}\n1. {GROUPS} X 25").warnings == ()
