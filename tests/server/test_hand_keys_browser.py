"""A hand from the first tile to the win by keys alone: every button is reached, is seen to have the focus, and whoever
pressed it goes on from where she was."""

from typing import Any

from engine.card import read_card
from engine.event import Named
from engine.hands import HandTable
from engine.tile import Seat, Tile
from server.cards import practice_card_text
from tests.browsing import Place, open_page, see
from tests.staged import tell
from tests.tablet import Keys, charleston

P1, P2, P3, P4 = Seat
TO_NEXT = 50  # keys an act on average; 36 tiles lie between the first and the last


def test_a_whole_hand_by_keys(browser: Any, place: Place) -> None:
    for seat, name in zip(Seat, ("Ruth", "Bea", "Rose", "Ann"), strict=True):
        tell(place, Named(seat, name))
    page = open_page(browser, place, "/all", joins="all")
    keys, table = Keys(page, place), place.table
    keys.tap("Bea")  # is East
    keys.tap("The tiles are dealt Then the Charleston")
    charleston(keys)
    keys.discard(Tile.B3)
    keys.discard(Tile.SOAP)
    keys.row("Ruth", "Call")
    keys.click(page.get_by_text("With jokers"))
    keys.tap("Pung: two Soaps and one Joker")
    keys.discard(Tile.C7)
    keys.tap("Has drawn To take a Joker, or Mah Jongg")
    keys.tap("Take the Joker Give the Soap to Ruth's group")
    keys.discard(Tile.C1)
    keys.tap("Undo: Bea discards 1 Crak")
    keys.discard(Tile.C2)
    hand = next(
        x for x in HandTable(read_card(practice_card_text())).hands if not {Tile.SOAP} & {t for g in x for t in g.tiles}
    )
    keys.tap("Has drawn To take a Joker, or Mah Jongg")
    keys.tap("Mah Jongg Fourteen that win")
    keys.click(page.get_by_role("button", name="Show the fourteen"))
    for left, tile in zip(range(13, -1, -1), (t for group in hand for t in group.tiles), strict=True):
        keys.click(page.locator(f"dialog[open] button[aria-label='Add {tile.words}']"))
        see(page, "dialog[open] h2", f"{left} more tile" if left else "All fourteen")
    keys.press(page.locator("dialog[open]").get_by_role("button", name="Show Mah Jongg"))
    keys.says("Mah Jongg!")
    assert table.state.winner is not None
    acts = table.number + 14
    assert keys.pressed / acts < TO_NEXT, f"{keys.pressed} keys for {acts} acts"
    page.context.close()
