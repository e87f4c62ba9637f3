"""Whole cards: the practice card that comes along, and one typed by a newcomer from docs/cards.md alone."""

import re
from pathlib import Path

from engine.card import Card, read_card
from engine.hands import HandTable, wins
from server.cards import load_card, practice_card_text

LAKESIDE = Path(__file__).parent / "lakeside.card"
SECTIONS = (
    "Year",
    "2468",
    "Any Like Numbers",
    "Change-up",
    "Quints",
    "Consecutive Run",
    "13579",
    "Winds-Dragons",
    "369",
    "Singles and Pairs",
)


def test_the_practice_card_has_all_sections_and_at_least_fifty_lines() -> None:
    """CARD-16."""
    card = load_card(None)
    assert card.sections == SECTIONS
    assert len(card.lines) >= 50
    assert sum(len(line.hands) for line in card.lines) >= 650


def test_the_practice_card_raises_no_question() -> None:
    assert load_card(None).warnings == ()


def test_the_practice_card_shows_concealed_hands_and_quints_with_higher_values() -> None:
    """PAY-11."""
    card = load_card(None)
    by_section = {section: [line for line in card.lines if line.section == section] for section in card.sections}
    assert all(line.value >= 40 for line in by_section["Quints"])
    assert all(line.concealed and not line.jokerless_bonus for line in by_section["Singles and Pairs"])
    assert any(line.concealed for line in card.lines if line.jokerless_bonus)


def expected_hands(path: Path) -> list[int]:
    """The number behind each line of the file, checked by hand against the printed words."""
    return [int(n) for n in re.findall(r"#\s*(\d+)\s*$", path.read_text(encoding="utf-8"), re.MULTILINE)]


def test_a_card_of_sixty_lines_typed_by_a_newcomer() -> None:
    card = load_card(LAKESIDE)
    assert card.warnings == ()
    assert len(card.lines) == 60
    assert [len(line.hands) for line in card.lines] == expected_hands(LAKESIDE)


def natural_example(card: Card) -> list[int]:
    """Lines whose first hand, made of naturals and jokers where naturals run out, is not found to win."""
    table = HandTable(card)
    lost = []
    for i, line in enumerate(card.lines):
        held: dict[int, int] = {}
        tiles = []
        for group in sorted(line.hands[0], key=lambda g: g.jokers):
            for tile in group.tiles:
                held[tile] = held.get(tile, 0) + 1
                tiles.append(tile if held[tile] <= tile.copies else type(tile).JOKER)
        if not any(win.line is line for win in wins(table, tiles)):
            lost.append(i)
    return lost


def test_every_line_of_both_cards_can_be_won() -> None:
    assert natural_example(load_card(None)) == []
    assert natural_example(load_card(LAKESIDE)) == []


def test_the_practice_card_is_read_alike_with_other_line_ends() -> None:
    text = practice_card_text()
    assert read_card(text.replace("\n", "\r\n")) == read_card(text)
