"""What the card editor shows of a card that is still being typed."""

import time

import pytest

from engine.card import draft_card, section_rows
from server.card_page import preview_rows

TYPED = """card: Ours
== 2468 ==
1. 222a 444a 66a 888a DDDDa X 25
2. FF 2222a 4444b 6666c X 25
Quints
1. FF 11111a X 40
"""


def test_every_line_stands_under_the_heading_it_was_typed_under_broken_ones_too() -> None:
    rows = preview_rows(*draft_card(TYPED), section_rows(TYPED))
    shown = [(row.at, row.section or (row.line.name if row.line else row.problems[0].message[:16])) for row in rows]
    assert shown == [(2, "2468"), (3, "this makes 15 ti"), (4, "2468 2"), (5, "Quints"), (6, "this makes 7 til")]


def test_headings_are_known_while_nothing_else_can_be_read() -> None:
    assert section_rows("== A ==\n1. 22\n\n2468\nConsecutive Run:\n== ") == (
        (1, "A"),
        (4, "2468"),
        (5, "Consecutive Run"),
        (6, "Section 4"),
    )


def test_a_warning_stands_beside_its_line() -> None:
    text = "== Consecutive Run ==\n1. FFFF 222a 3333b 444c X 25\n2. FFFF 222a 3333b 444c X 25 [run]\n"
    asked = {
        row.at: [warning.message for warning in row.warnings] for row in preview_rows(*draft_card(text)) if row.line
    }
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
