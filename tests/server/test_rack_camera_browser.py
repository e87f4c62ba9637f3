"""A camera at a rack set up by touch: chosen, tried, read with; a discard is seen to leave; a tile is put right."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.event import GameBegun
from engine.tile import Seat, Tile
from server.devices import Devices
from server.house import Memory
from server.web.site import Room
from tests.browsing import Place, complaints, open_page, see
from tests.rack_scene import RackCamera, RackScene
from tests.server.test_rack_cameras import RACK, USB, SceneEyes
from vision.picture.camera import CameraLost

P1, P2, P3, P4 = Seat
WITHIN_MS = 60_000


@pytest.fixture
def rack(place: Place, tmp_path: Path) -> RackScene:
    """A drawn rack before a camera of the place, which is started anew with it."""
    scene = RackScene(list(RACK))
    place.stop()
    devices = Devices(place.table, eyes=lambda tiles: SceneEyes(scene))  # type: ignore[arg-type, return-value]
    devices.at_racks.opened = lambda source: lambda: RackCamera(scene)
    place.room = Room(devices, Memory(tmp_path))
    place.start()
    return scene


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1280, 800)])
def test_a_camera_is_set_up_by_touch_and_her_tiles_follow(
    browser: Any, place: Place, rack: RackScene, size: tuple[int, int]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    place.happens(GameBegun(P2))
    seat = open_page(browser, place, "/seat/P2", joins="P2", size=size)
    seat.get_by_text("A camera at my rack", exact=True).click()
    seat.get_by_text("A phone, or a camera in the network").click()
    seat.get_by_label("The address in the app").fill(USB)
    seat.locator("#rack-camera form.stack button").click()
    seat.locator("[data-rack-picture]").wait_for(timeout=WITHIN_MS)
    see(seat, "#rack-camera", "Only you see this picture", WITHIN_MS)
    assert place.do(lambda: place.table.own(P2)) is None
    seat.get_by_role("button", name="Read my rack with it").click()
    see(seat, "#rack-camera", "13 tiles, steady", WITHIN_MS)
    seat.locator(".rack img[alt='9 Dot']").first.wait_for(timeout=WITHIN_MS)
    assert seat.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert complaints(axe, seat) == []
    rack.tiles.remove(Tile.SOAP)
    see(seat, "#rack-camera", "I see 12 of your 13", WITHIN_MS)
    rack.tiles.append(Tile.GREEN)
    seat.locator(".rack-read [data-tile='GD']").wait_for(timeout=WITHIN_MS)
    seat.locator(f".rack img[alt='{Tile.GREEN.words}']").first.wait_for(timeout=WITHIN_MS)
    seat.locator(".rack-read [data-tile='GD']").click()
    seat.locator("#rack-fix .pick-grid button[data-face='RD']").click()
    seat.locator(".rack-read [data-tile='RD']").wait_for(timeout=WITHIN_MS)
    assert Tile.RED in place.do(partial(place.table.own, P2))
    seat.get_by_role("button", name="Stop, and forget the camera").click()
    see(seat, "#rack-camera", "for this device alone", WITHIN_MS)
    seat.context.close()
    place.do(lambda: None)


def test_a_page_does_not_ask_for_a_picture_that_has_not_come(browser: Any, place: Place, tmp_path: Path) -> None:
    def out() -> RackCamera:
        raise CameraLost("The camera is not plugged in.")

    place.stop()
    devices = Devices(place.table)
    devices.at_racks.opened = lambda source: out
    place.room = Room(devices, Memory(tmp_path))
    place.start()
    seat = open_page(browser, place, "/seat/P2", joins="P2")
    asked: list[str] = []
    seat.on("response", lambda answer: asked.append(f"{answer.status} {answer.url.rpartition('/')[2]}"))
    seat.get_by_text("A camera at my rack", exact=True).click()
    seat.get_by_text("A phone, or a camera in the network").click()
    seat.get_by_label("The address in the app").fill(USB)
    seat.locator("#rack-camera form.stack button").click()
    see(seat, "#rack-camera", "not plugged in", WITHIN_MS)
    before = asked.count("200 look")
    while asked.count("200 look") < before + 3:
        seat.wait_for_timeout(50)
    assert not [one for one in asked if "picture.jpg" in one]
    seat.context.close()


def test_who_is_let_in_need_not_unfold_the_panel_anew(browser: Any, place: Place, rack: RackScene) -> None:
    """That another device shows these tiles went on standing there."""
    pupil, teacher = (open_page(browser, place, "/seat/P2", joins="P2") for _ in range(2))
    base = f"{place.url}/seat/P2/rack-camera"
    assert pupil.request.post(f"{base}/try", form={"source": USB}).ok
    assert pupil.request.post(f"{base}/read").ok
    see(teacher, "#own", "Another device at this seat", WITHIN_MS)
    teacher.get_by_text("A camera at my rack", exact=True).click()
    see(teacher, "#rack-camera", "Another device shows these tiles", WITHIN_MS)
    teacher.get_by_role("button", name="Ask to see them").click()
    pupil.get_by_role("button", name="Let it see them").click()
    see(teacher, "#rack-camera", "13 tiles, steady", WITHIN_MS)
    for page in (pupil, teacher):
        page.context.close()
