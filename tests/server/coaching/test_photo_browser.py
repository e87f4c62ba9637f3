"""A rack photographed on a phone: read, one tile put right by two taps, taken, and followed."""

from pathlib import Path
from typing import Any

import cv2

from engine.event import GameBegun
from engine.tile import Seat, Tile, read_tiles
from tests.browsing import Place, open_page, see
from tests.tiles_laid import laid_out

P1, P2, P3, P4 = Seat
WITHIN_MS = 60_000  # a photograph is read on whatever machine this is
RACK = read_tiles("1B 2B 3B 4C 5C 6C 7D 8D 9D N WD F J")


def test_a_rack_is_photographed_put_right_and_taken(browser: Any, place: Place, tmp_path: Path) -> None:
    picture = tmp_path / "rack.jpg"
    cv2.imwrite(str(picture), laid_out("diner", [[(t, 0) for t in RACK]], 70, seed=4)[0])
    place.happens(GameBegun(P1))
    seat = open_page(browser, place, "/seat/P2", joins="P2", size=(390, 844))
    seat.get_by_text("Photograph my tiles").click()
    seat.locator("#photo input[type=file]").set_input_files(picture)
    see(seat, "#photo .photo-found", "tiles read", WITHIN_MS)
    read = seat.locator(".photographed [data-tile]:not(.add-tile)").count()
    assert read > 3
    seat.locator(".photographed [data-tile]").first.click()
    seat.locator("#photo-fix .pick-grid button[data-face='9B']").click()
    seat.locator(".photographed [data-tile]").nth(1).click()
    seat.locator("#photo-fix").get_by_role("button", name="Take it out").click()
    seat.get_by_role("button", name="One more tile").click()
    seat.locator("#photo-fix .pick-grid button[data-face='RD']").click()
    assert seat.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seat.get_by_role("button", name="These are my tiles").click()
    seat.locator(".rack img[alt='9 Bam']").wait_for(timeout=WITHIN_MS)
    held = place.do(lambda: place.table.own(P2))
    assert len(held) == read
    assert Tile.B9 in held
    assert Tile.RED in held
    assert seat.locator(".photographed").count() == 0
    seat.context.close()
