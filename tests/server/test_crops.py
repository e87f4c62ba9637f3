"""What the camera saw beside a question: that place on the table and never a rack, while it is asked and no longer."""

import asyncio

import cv2
import numpy as np
import pytest

from engine.tile import Seat, Tile
from server.alerts import Alert
from server.crops import AROUND_MM, cut_out
from server.devices import beside
from server.lens import Lens
from server.store import Store
from server.table import Table
from tests.scene import PLANE, Scene
from tests.server.test_veil import PLANES, room, with_racks
from vision.arrays import Image
from vision.follow.belief import Belief, Stage
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane, from_frame
from vision.plane.zones import LEDGE_TO

FIXED = TablePlane(PLANE.homography, PLANE.size_wh, 0.0, PLANE.half_mm, "corners")
PLACES = {
    "tile": Alert("question", "?", at_mm=(30.0, -20.0)),
    "edge": Alert("question", "?", at_mm=(0.69 * PLANE.half_mm, 0.69 * PLANE.half_mm)),
    "discards": Alert("unexplained", "?"),
    **{seat.name: Alert("unclear", "?", seat=seat) for seat in Seat},
}


def opened(jpeg: bytes | None) -> Image:
    assert jpeg is not None
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("plane", PLANES.values(), ids=PLANES)
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_whatever_stands_on_the_racks_the_crop_is_the_same(plane: TablePlane, place: Alert) -> None:
    one, other = with_racks(room(), plane, 1), with_racks(room(), plane, 2)
    assert (one != other).any()
    assert cut_out(one, plane, place) == cut_out(other, plane, place)


def test_a_place_that_is_not_on_the_table_is_not_shown() -> None:
    for at_mm in ((0.0, PLANE.half_mm), (-PLANE.half_mm * LEDGE_TO, 0.0), (5000.0, 5000.0)):
        assert cut_out(Scene().draw(), FIXED, Alert("question", "?", at_mm=at_mm)) is None


def test_the_tile_in_question_is_in_the_middle_of_its_crop() -> None:
    scene = Scene()
    scene.discard(Tile.B3, 90, -60)
    image = scene.draw()
    picture = opened(cut_out(image, FIXED, Alert("question", "?", at_mm=(90.0, -60.0))))
    high, wide = picture.shape[:2]
    assert high == wide == pytest.approx(2 * AROUND_MM * 2.4, abs=1)
    assert picture[high // 2, wide // 2].min() > 90, "the drawn tile is light"
    assert picture[high // 2, 8].max() < 240, "the cloth beside it is not"


@pytest.mark.parametrize("seat", Seat)
def test_an_exposure_is_shown_upright_for_its_owner(seat: Seat) -> None:
    scene = Scene()
    scene.expose(seat, -150, Tile.B1, Tile.B1, Tile.B1)
    picture = opened(cut_out(scene.draw(), FIXED, Alert("unclear", "?", seat=seat)))
    light = (picture[..., 1] > 230) & (picture[..., 2] > 90)
    assert picture.shape[1] > 2 * picture.shape[0]
    columns = np.flatnonzero(light.any(0))
    assert len(columns)
    assert columns.max() < picture.shape[1] / 2, "it stands on her left"


def lens_with(image: Image, plane: TablePlane) -> Lens:
    lens = Lens()
    lens.saw(Frame(1.0, image), plane, Belief(Stage.RESTING))
    return lens


def test_the_picture_comes_beside_a_question_that_stands_and_goes_with_it() -> None:
    async def evening() -> None:
        table, lens = Table(Store("sqlite://")), lens_with(Scene().draw(), FIXED)
        asked = Alert("question", "Was this 3 Bam or 8 Bam?", at_mm=(0.0, 0.0))
        await beside(table, lens, asked)
        assert list(table.alerts) == [], "nobody asks any more"
        table.raise_alert(asked)
        await beside(table, lens, asked)
        assert table.alerts[0].picture[:2] == b"\xff\xd8"
        table.raise_alert(asked)
        assert table.alerts[0].picture, "asked once more as it stands"
        table.raise_alert(Alert("question", "Was this 1 Dot?", at_mm=(0.0, 0.0)))
        assert not table.alerts[0].picture
        assert b"picture" not in repr(table.alerts[0]).encode()
        table.clear("question")
        assert table.alerts == ()
        lens.close()

    asyncio.run(evening())


def test_where_the_table_is_not_known_there_is_no_picture() -> None:
    async def evening() -> None:
        image = Scene().draw()
        table = Table(Store("sqlite://"))
        asked = Alert("question", "?", at_mm=(0.0, 0.0))
        table.raise_alert(asked)
        for lens in (Lens(), lens_with(image, from_frame((image.shape[1], image.shape[0])))):
            await beside(table, lens, asked)
            assert not table.alerts[0].picture
            lens.close()

    asyncio.run(evening())
