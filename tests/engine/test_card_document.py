"""docs/cards.md is true: what its examples make, and what its errors say."""

import re
from pathlib import Path

import pytest

from engine.card import Card, CardError, Line, read_card
from tests.reading import attempt

DOC = Path(__file__).parents[2] / "docs" / "cards.md"


def doc_blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", DOC.read_text(encoding="utf-8"), re.DOTALL)


def promised_hands(rows: list[str], found: Line) -> int:
    own = re.search(r"#\s*(\d+) hands?", rows[found.source_line - 1])
    forms = []
    for row in rows[found.source_line :]:
        if not row.strip().startswith("or"):
            break
        forms += re.findall(r"(\d+) in all", row)
    if forms:
        return int(forms[-1])
    assert own, f"docs/cards.md promises no number of hands for {found.text}"
    return int(own[1])


@pytest.mark.parametrize("block", doc_blocks("card"), ids=lambda block: block.split("==")[1].strip())
def test_every_example_of_the_page_makes_as_many_hands_as_it_promises(block: str) -> None:
    card = read_card(block)
    rows = block.split("\n")
    assert [(found.text, len(found.hands)) for found in card.lines] == [
        (found.text, promised_hands(rows, found)) for found in card.lines
    ]


def test_the_errors_on_the_page_are_what_the_program_says() -> None:
    pairs = list(zip(doc_blocks("wrong"), doc_blocks("says"), strict=True))
    assert len(pairs) == 2
    for wrong, says in pairs:
        with pytest.raises(CardError) as caught:
            read_card(wrong)
        assert str(caught.value) == says.rstrip("\n")


def test_every_note_the_page_names_is_understood() -> None:
    page = DOC.read_text(encoding="utf-8")
    table = page.split("## Notes")[1].split("## The whole card")[0]
    notes = set(re.findall(r"`\[([^\]]+)\]`", table))
    assert len(notes) > 15
    for note in notes:
        text = f"year: 2026\n== T ==\n1. FF YEARa YEAR1b YEAR2c [{note}] X 25\n"
        read = attempt(text)
        assert isinstance(read, Card) or not any("means nothing" in problem.message for problem in read)
