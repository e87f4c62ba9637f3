"""Whole cards: the practice card that comes along, and one typed by a newcomer from docs/cards.md alone."""

import re
from pathlib import Path

from engine.card import Card
from engine.hands import HandTable, wins
from server.cards import load_card

LAKESIDE = Path(__file__).parent / "lakeside.card"


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
