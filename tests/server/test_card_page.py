"""What the card editor shows of a card that is still being typed."""

import time

import pytest

from engine.card import draft_card, read_card, read_draft
from server.card_patterns import PATTERNS
from server.card_preview import Teller, preview_rows
from server.card_print import inks, printed_card

TYPED = """card: Ours
== 2468 ==
1. 222a 444a 66a 888a DDDDa X 25
2. FF 2222a 4444b 6666c X 25
Quints
1. FF 11111a X 40
"""


def test_every_line_stands_under_the_heading_it_was_typed_under_broken_ones_too() -> None:
    rows = preview_rows(read_draft(TYPED))
    shown = [(row.at, row.section or (row.problems[0].message[:16] if row.problems else row.name)) for row in rows]
    assert shown == [(2, "2468"), (3, "this makes 15 ti"), (4, "2468 2"), (5, "Quints"), (6, "this makes 7 til")]
    assert [[form.tiles for form in row.forms] for row in rows] == [[], [15], [14], [], [7]]


def test_headings_are_known_while_nothing_else_can_be_read() -> None:
    assert read_draft("== A ==\n1. 22\n\n2468\nConsecutive Run:\n== ").headings == (
        (1, "A"),
        (4, "2468"),
        (5, "Consecutive Run"),
        (6, "Section 4"),
    )


def test_a_warning_stands_beside_its_line() -> None:
    text = "== Consecutive Run ==\n1. FFFF 222a 3333b 444c X 25\n2. FFFF 222a 3333b 444c X 25 [run]\n"
    asked = {row.at: [warning.message for warning in row.warnings] for row in preview_rows(read_draft(text))}
    assert asked[2] == ["the section is called Consecutive Run, and no number of this line moves"]
    assert not any("section is called" in message for message in asked[3])


@pytest.mark.parametrize(
    "text",
    [
        "== S ==\n1. " + "11a " * 50_000,
        "== S ==\n1. " + "11a " * 5_900,
        "== S ==\n1. " + " or ".join(["11a"] * 2_000) + " X 25",
        "== S ==\n" + "1. 11a\n" * 20_000,
        "== S ==\n" + "1. 11a 222a (note) (note) (note)\n" * 599,
        "== S ==\n" + "\n".join(f"{n}. 11* 222* 333* 44* 5555* X 25 [run]" for n in range(500)),
        "x" * 110_000,
    ],
    ids=["words", "one line", "forms", "rows", "notes", "hands", "letters"],
)
def test_a_text_far_too_long_for_a_card_is_told_so_before_it_takes_long(text: str) -> None:
    begun_s = time.process_time()
    card, problems = draft_card(text)
    assert time.process_time() - begun_s < 20  # it took minutes; far less on a quiet machine
    assert any("far more than" in p.message or "are more than" in p.message for p in problems)
    assert sum(len(line.hands) for line in card.lines) < 120_000


def test_reading_ends_when_whoever_waits_has_had_enough() -> None:
    asked = iter([False, False, False, True])
    lines = "\n".join(f"{n}. 222a 444a 66a 888a DDDa X 25" for n in range(1, 9))
    card, problems = draft_card(f"== 2468 ==\n{lines}", enough=lambda: next(asked, True))
    assert 0 < len(card.lines) < 8
    assert "takes too long" in problems[-1].message


EITHER = """== T ==
1. F 11a 333a 5555a 7777a X 25
   or F 11a 333a 5555b 7777b
"""


def test_both_forms_of_a_line_are_drawn() -> None:
    (line,) = [row for row in preview_rows(read_draft(EITHER)) if row.forms]
    assert (line.at, line.last, line.hands, line.value) == (2, 3, 9, "X 25")
    suits = [{tile // 9 for group in form.hand or () for tile in group.tiles if tile < 27} for form in line.forms]
    assert [len(held) for held in suits] == [1, 2]


def test_a_row_that_has_not_changed_is_not_told_again_wherever_it_stands() -> None:
    teller = Teller(lambda row: f"{row.name} {row.hands} {row.problems}")
    first = teller.rows(preview_rows(read_draft(TYPED)))
    told = teller.told
    moved = teller.rows(preview_rows(read_draft("# a remark\n\n" + TYPED)))
    assert teller.told == told
    assert [(row.at + 2, row.key) for row in first] == [(row.at, row.key) for row in moved]
    changed = teller.rows(preview_rows(read_draft(TYPED.replace("DDDDa", "DDDa"))))
    assert teller.told == told + 1
    assert [a.key == b.key for a, b in zip(first, changed, strict=True)] == [True, False, True, True, True]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.title)
def test_every_line_to_begin_with_is_right_as_it_is(pattern: object) -> None:
    text = getattr(pattern, "text", "")
    assert len(read_card(f"year: 2026\n== T ==\n{text}").lines) == 1


def test_a_line_is_printed_in_its_inks_and_its_remarks_in_words() -> None:
    assert [(ink.text, ink.colour) for ink in inks('FF 22a DDDb|c 2026* [any run] or NEWS "x"')] == [
        ("FF", ""), ("22", "a"), ("DDD", "b"), ("/", ""), ("C", ""), ("2026", "*"), ("(any run)", "remark"),
        ("or", "or"), ("NEWS", ""), ("x", "remark"),
    ]  # fmt: skip


def test_the_printed_card_has_every_line_under_its_section() -> None:
    (section,) = printed_card(read_card(EITHER))
    assert (section.name, section.bonus) == ("T", True)
    assert [(line.number, line.value) for line in section.lines] == [(1, "X 25")]
