"""Looking back in a real browser, at the simulated table: play, step, slow, larger, by touch and by keys; saved on
request only."""

import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from engine.event import Discarded, Drawn, GameBegun, Named
from engine.tile import Seat, Tile
from server.devices import Devices
from server.house import Memory
from server.replay.reel import Reel
from server.status import Status
from server.web.site import Room
from tests.browsing import Place, complaints, open_page, see
from tests.measuring import SIZES, measured
from vision.follow.belief import Belief, Stage
from vision.picture.camera import open_camera
from vision.plane.calibration import calibrate

P1, P2, P3, P4 = Seat
PLAYED_S = 7.0
FPS = 10


# Every picture white from now on: what lies under the first letter of each name is written down as it is drawn.
ON_WHITE = """() => { window.under = []; const ink = CanvasRenderingContext2D.prototype, write = ink.fillText;
  ink.drawImage = function (image, x, y) { this.fillStyle = "#fff"; this.fillRect(x, y, image.width, image.height); };
  ink.fillText = function (text, x, y) {
    const at = this.getTransform().transformPoint({x: x - this.measureText(text).width / 2, y});
    under.push([...this.getImageData(at.x, at.y, 1, 1).data]);
    write.call(this, text, x, y); }; }"""
BRIGHTEST = 118  # grey on which white letters have a contrast of 4.5 : 1


def filled(reel: Reel, now: float) -> None:
    """The first seconds of a simulated game, a hand over the table in the middle of them."""
    camera = open_camera(f"demo://?seed=3&speed=3&size=1280x720&fps={FPS}")
    plane = None
    for n, frame in enumerate(camera.frames()):
        plane = plane or calibrate(frame.image)
        at = now - PLAYED_S + frame.time_s
        moving = 2.0 < frame.time_s < 4.0
        belief = Belief(Stage.MOVING if moving else Stage.RESTING, P2 if moving else None, sure=True, rests=n + 1)
        reel._clock = partial(float, at)
        reel.saw(frame, plane, belief)
        if frame.time_s > PLAYED_S:
            break
    camera.close()


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Place]:
    """A table whose camera has just seen Anna discard."""
    running = Place(tmp_path / "cards")
    devices = Devices(running.table)
    devices.source = "demo://"
    running.table.set_camera(Status(True, "The camera sees the table."))
    running.room = Room(devices, Memory(tmp_path / "home"))
    running.start()
    running.happens(
        *(Named(seat, name) for seat, name in zip(Seat, ("Ruth", "Anna", "Carol", "Dot"), strict=True)),
        GameBegun(P1, concealed=(14, 13, 13, 13)),
        Discarded(P1, Tile.C8),
        Drawn(P2),
        Discarded(P2, Tile.B3),
    )
    filled(devices.reel, running.table.log[-1].at + 0.5)
    yield running
    running.stop()
    assert running.errors == []


def looking_back(page: Any) -> Any:
    """The player, once its first picture is drawn."""
    player = page.locator("#replay[open] [data-replay]")
    player.wait_for()
    page.wait_for_function("() => document.querySelector('#replay canvas').width > 300")
    return player


def stops(player: Any) -> None:
    """It no longer plays, whether it was stopped or had come to its end; it is at its beginning."""
    player.locator("[type=range]").fill("0")
    player.locator("[data-do=play]", has_text="Play").wait_for()


def drawn(page: Any) -> str:
    return str(page.evaluate("document.querySelector('#replay canvas').toDataURL('image/jpeg', .5)"))


def test_the_referee_sees_a_discard_again_step_by_step_larger_and_saved(
    browser: Any, watched: Place, tmp_path: Path
) -> None:
    page = open_page(browser, watched, "/referee", joins="referee")
    page.locator("#log").get_by_role("button", name="discards 3 Bam").click()
    page.locator("#correct").get_by_role("button", name="See it again").click()
    player = looking_back(page)
    see(page, "#replay-title", "Anna discards 3 Bam")
    stops(player)
    page.locator("#replay .replay-view").click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('#replay [type=range]').value === '1'")
    page.get_by_role("button", name="Step on").click()
    page.get_by_role("button", name="Step back").click()
    page.wait_for_function("() => document.querySelector('#replay [type=range]').value === '1'")
    whole = drawn(page)
    page.keyboard.press("+")
    page.get_by_role("button", name="Larger").click()
    assert drawn(page) != whole
    for _ in range(3):
        page.keyboard.press("-")
    assert drawn(page) == whole
    last = int(page.locator("#replay [type=range]").get_attribute("max"))
    page.locator("#replay [type=range]").fill(str(last))
    see(page, ".replay-says", "Anna discards 3 Bam")
    page.get_by_role("button", name="Slow").click()
    player.locator("[data-do=play]", has_text="Pause").click()
    assert page.get_by_role("button", name="Slow").get_attribute("aria-pressed") == "true"
    assert not (tmp_path / "home").exists(), "nothing is written that nobody asked for"
    with page.expect_download(timeout=240_000) as saved:  # the video is packed while others test
        player.get_by_role("link", name="Save this clip").click()
    assert saved.value.suggested_filename.endswith(".webm")
    player.get_by_text("Report this, and who may look back").click()
    player.get_by_label("What went wrong?").fill("It was an 8 Bam.")
    with page.expect_download(timeout=240_000) as reported:
        player.get_by_role("button", name="Report this").click()
    reported.value.save_as(tmp_path / "report.zip")
    with zipfile.ZipFile(tmp_path / "report.zip") as file:
        assert "report.json" in file.namelist()
        assert b"Anna" not in file.read("report.json")


def test_two_fingers_make_it_larger_and_the_players_look_back_when_the_host_lets_them(
    browser: Any, watched: Place
) -> None:
    page = open_page(browser, watched, "/referee", joins="referee", size=(390, 844))
    page.get_by_role("button", name="See it again").first.click()
    stops(looking_back(page))
    before = drawn(page)
    page.evaluate(
        """() => { const view = document.querySelector(".replay-view"), box = view.getBoundingClientRect();
        const point = (type, id, x) => view.dispatchEvent(new PointerEvent(type, {pointerId: id, bubbles: true,
          clientX: box.left + x, clientY: box.top + box.height / 2}));
        view.setPointerCapture = () => {};
        point("pointerdown", 1, 150); point("pointerdown", 2, 200); point("pointermove", 1, 100);
        point("pointermove", 2, 260); point("pointerup", 1, 100); point("pointerup", 2, 260); }"""
    )
    assert drawn(page) != before
    page.evaluate(ON_WHITE)
    for _ in range(4):
        page.get_by_role("button", name="Smaller").click()
    under = [levels for *levels, seen in page.evaluate("under") if seen]
    assert under
    assert max(max(levels) for levels in under) <= BRIGHTEST, "names are read over the brightest cloth, too"
    wide = page.evaluate("[document.querySelector('#replay').scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], "nothing is scrolled sideways"
    small = page.evaluate(
        "[...document.querySelectorAll('#replay button, #replay a, #replay summary')].filter((b) => b.checkVisibility()"
        " && b.getBoundingClientRect().height < 44).map((b) => b.textContent)"
    )
    assert small == []
    page.get_by_text("Report this, and who may look back").click()
    page.get_by_role("button", name="Let the players look back, too").click()
    see(page, "#toast", "The players may look back, too.")
    seat = open_page(browser, watched, "/seat/P2", joins="P2")
    seat.get_by_role("button", name="See it again").click()
    looking_back(seat)
    assert seat.get_by_text("Report this, and who may look back").count() == 0


@pytest.mark.parametrize("dark", [False, True])
def test_everybody_can_use_it(browser: Any, watched: Place, dark: bool) -> None:
    module = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = open_page(browser, watched, "/referee", joins="referee")
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.get_by_role("button", name="See it again").first.click()
    looking_back(page)
    assert complaints(module.Axe(), page) == []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert measured(page) == [], width
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert measured(page, large=True) == [], f"{width}, letters twice as large"
        page.evaluate("document.documentElement.style.fontSize = ''")
