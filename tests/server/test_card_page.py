"""What the card editor shows of a card that is still being typed."""

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
    text = "== Any Like Numbers ==\n1. FFFF 111a 1111b 111c X 25\n2. FFFF 111a 1111b 111c X 25 [like]\n"
    asked = {
        row.at: [warning.message for warning in row.warnings] for row in preview_rows(*draft_card(text)) if row.line
    }
    assert asked[2] == ["the section is called Any Like Numbers, and no number of this line moves"]
    assert not any("section is called" in message for message in asked[3])
