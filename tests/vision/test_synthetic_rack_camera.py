"""The simulated rack as a camera: its address, whose rack it shows, and that it goes with the table's camera."""

from itertools import islice

import numpy as np
import pytest

from engine.tile import Seat
from tests.bench.racks import standing
from vision.picture.camera import open_camera, same_camera
from vision.synthetic.camera import CLOCK, DemoCamera, DemoUrlError, acted
from vision.synthetic.game import SET, card_table
from vision.synthetic.look import choose
from vision.synthetic.rack_camera import DemoRackCamera, before_rack, rack_url, read_rack_url

P1, P2, P3, P4 = Seat
SMALL = "size=320x180&speed=20&style=plain"


def test_an_address_says_whose_rack_of_which_table() -> None:
    settings, seat = read_rack_url("demo-rack://?seed=7&speed=4&seat=p3")
    assert (settings.seed, settings.speed, settings.size_wh, seat) == (7, 4.0, (1280, 720), P3)
    assert rack_url("demo://?seed=7&size=4k&show=yes", P2) == "demo-rack://?seed=7&show=yes&seat=P2"
    assert same_camera("demo-rack://?seed=7&seat=P2", "demo-rack://?seed=7&seat=P2")
    assert not same_camera("demo-rack://?seed=7&seat=P2", "demo-rack://?seed=7&seat=P3")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("demo://?seat=P1", "begins with demo-rack://"),
        ("demo-rack://?seat=P5", "P1, P2, P3 and P4"),
        ("demo-rack://?pace=2", "pace is not known"),
    ],
)
def test_an_address_of_nothing_is_refused_with_a_sentence(url: str, says: str) -> None:
    with pytest.raises(DemoUrlError, match=says):
        read_rack_url(url)


@pytest.mark.parametrize("seat", Seat)
def test_a_rack_is_seen_level_and_whole_from_where_its_player_sits(seat: Seat) -> None:
    camera = DemoRackCamera(f"demo-rack://?seed=3&seat={seat.name}&{SMALL}", realtime=False)
    frame = next(iter(camera.frames()))
    assert frame.image.shape == (180, 320, 3)
    assert camera.stage is not None
    look = camera.stage.look
    poses = [t.pose for t in camera.stage.table.tiles.values() if t.band.value == "standing" and t.seat is seat]
    at = look.lens.project(np.array([[p.x, p.y, p.z] for p in poses]))
    assert (at > 0).all()
    assert (at < (320, 180)).all()
    assert abs(at[0, 1] - at[-1, 1]) < 40
    deal = acted(camera.settings, look, 0, card_table("")).game.deal
    there = tuple(SET[n] for n in deal.racks[seat])
    assert standing(camera.stage, seat) == there, "from her left"
    assert at[:, 0].tolist() == sorted(at[:, 0])


def test_it_goes_with_the_game_and_shows_the_hand() -> None:
    camera = DemoRackCamera(f"demo-rack://?seed=3&seat=P1&fps=10&{SMALL}", realtime=False)
    held = set()
    for _ in islice(camera.frames(), 120):
        assert camera.stage is not None
        held.add(standing(camera.stage, P1))
    assert len(held) > 3
    assert {len(h) for h in held} <= set(range(15))


def test_it_shows_the_moment_that_the_camera_above_the_table_shows() -> None:
    above, rack = DemoCamera(f"demo://?seed=5&{SMALL}"), DemoRackCamera(f"demo-rack://?seed=5&seat=P1&{SMALL}")
    list(islice(above.frames(), 20))
    told = CLOCK.now(rack.settings)
    assert told is not None
    next(iter(rack.frames()))
    assert rack.stage is not None
    CLOCK.tell(rack.settings, 1, 0.0)
    second = acted(rack.settings, before_rack(choose(5, "plain"), P1, (320, 180)), 1, card_table(""))
    next(iter(rack.frames()))
    assert standing(rack.stage, P1) == tuple(SET[n] for n in second.game.deal.racks[P1])


def test_it_is_opened_like_any_other_camera() -> None:
    camera = open_camera(f"demo-rack://?seed=3&seat=P2&{SMALL}")
    assert isinstance(camera, DemoRackCamera)
    camera.close()
    assert list(camera.frames()) == []


def test_a_table_that_waits_is_not_laid_out_anew() -> None:
    rack = DemoRackCamera(f"demo-rack://?seed=6&seat=P1&{SMALL}")
    frames = rack.frames()
    CLOCK.tell(rack.settings, 0, 1.0)
    next(frames)
    stage = rack.stage
    CLOCK.tell(rack.settings, 0, 1.0 - 1e-12)
    next(frames)
    assert rack.stage is stage
    rack.close()
