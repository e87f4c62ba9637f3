"""The simulated table as a camera: its address, its frames, and that it delivers frames and nothing else."""

from itertools import islice
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
import pytest

from tests.truth import SimulatedGame
from vision.picture.frame import Frame
from vision.synthetic.acting import Acting
from vision.synthetic.camera import DemoCamera, DemoUrlError, read_url
from vision.synthetic.game import Game, card_table

SMALL = "demo://?seed=3&size=320x180&speed=20&style=plain"


def frames(url: str, n: int) -> list[Frame]:
    return list(islice(DemoCamera(url, realtime=False).frames(), n))


def test_an_address_says_what_is_shown() -> None:
    settings = read_url("demo://?seed=7&speed=4&style=felt,lamp&size=1280x720&games=0&fps=15")
    assert (settings.seed, settings.speed, settings.style) == (7, 4.0, "felt,lamp")
    assert (settings.size_wh, settings.games, settings.fps) == ((1280, 720), 0, 15.0)
    assert read_url("demo://").seed == 1
    assert read_url("demo://?size=1080p").size_wh == (1920, 1080)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("rtsp://x", "begins with demo://"),
        ("demo://?seed=x", "seed='x' is no whole number"),
        ("demo://?speed=fast", "speed='fast' is no number"),
        ("demo://?style=marble", "felt, wood, print"),
        ("demo://?size=12", "720p"),
        ("demo://?pace=2", "pace is not known"),
        ("demo://?speed=0.001", "speed goes from"),
        ("demo://?seed=-1", "negative"),
    ],
)
def test_a_wrong_address_is_told_the_way_out(url: str, says: str) -> None:
    with pytest.raises(DemoUrlError, match=says):
        DemoCamera(url)


def test_the_same_address_gives_the_same_pictures() -> None:
    first, second = frames(SMALL, 8), frames(SMALL, 8)
    assert all(np.array_equal(a.image, b.image) for a, b in zip(first, second, strict=True))
    other = frames(SMALL.replace("seed=3", "seed=4"), 1)
    assert not np.array_equal(first[0].image, other[0].image)


def test_frames_are_colour_pictures_in_rising_time() -> None:
    seen = frames(SMALL + "&fps=10", 4)
    assert all(f.image.shape == (180, 320, 3) and f.image.dtype == np.uint8 for f in seen)
    assert [round(f.time_s, 3) for f in seen] == [round(n / 10, 3) for n in range(4)]
    seen[0].image[:] = 0  # a taker may draw on its frame without spoiling the next
    assert seen[1].image.any()


def test_a_game_ends_and_the_next_one_is_dealt() -> None:
    url = "demo://?seed=7&size=320x180&speed=50&fps=3&style=clean"
    once = SimulatedGame.of(url).truth
    end = once[-1].settled_s + 4.0 / 50
    times = [f.time_s for f in DemoCamera(url + "&games=2", realtime=False).frames()]
    assert times == sorted(set(times))
    assert times[-1] > end + 1.0  # the second game takes time too
    only = [f.time_s for f in DemoCamera(url, realtime=False).frames()]
    assert only == times[: len(only)]
    assert end - 1 / 3 <= only[-1] <= end


def test_close_ends_the_frames() -> None:
    camera = DemoCamera(SMALL, realtime=True)
    taken = 0
    for _ in camera.frames():
        taken += 1
        camera.close()
    assert taken == 1


def test_a_camera_holds_nothing_but_its_settings() -> None:
    camera = DemoCamera(SMALL, realtime=False)
    stream = camera.frames()
    frame = next(stream)
    reachable: list[object] = [camera, frame, *vars(camera).values()]
    reachable += [getattr(camera, name) for name in dir(camera) if not name.startswith("__")]
    assert not any(isinstance(o, Game | Acting | SimulatedGame) for o in reachable)
    assert set(Frame.__slots__) == {"time_s", "image"}


def test_the_simulated_players_play_the_card_of_the_address(tmp_path: Path) -> None:
    file = tmp_path / "our card.card"
    file.write_text("== T ==\n1. FF 1111a 2222b 3333c X 25 [run]", encoding="utf-8")
    settings = read_url(f"demo://?{urlencode({'card': file})}")
    assert settings.card == str(file)
    assert [line.name for line in card_table(settings.card).lines] == ["T 1"]
    assert len(card_table("").lines) >= 50
