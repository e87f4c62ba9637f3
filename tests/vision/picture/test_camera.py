import threading
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.picture.camera import (
    FPS,
    CameraLost,
    FileCamera,
    FolderCamera,
    LiveCamera,
    device_camera,
    open_camera,
    same_camera,
    sending,
    why_closed,
)
from vision.picture.cameras import CameraChoice
from vision.picture.frame import EncodedFrame, Frame

pytestmark = pytest.mark.live


def plain(level: int) -> Image:
    return np.full((48, 64, 3), level, np.uint8)


def write_video(path: Path, levels: list[int], fps: float = 10.0) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    assert writer.isOpened()
    for level in levels:
        writer.write(plain(level))
    writer.release()


def test_a_video_file_gives_every_frame_with_its_time(tmp_path: Path) -> None:
    write_video(tmp_path / "table.avi", [10, 80, 160, 240])
    camera = open_camera(str(tmp_path / "table.avi"))
    frames = list(camera.frames())
    camera.close()
    assert [f.time_s for f in frames] == pytest.approx([0.0, 0.1, 0.2, 0.3])
    assert [f.image.mean() for f in frames] == pytest.approx([10, 80, 160, 240], abs=4)


def test_a_file_that_is_no_video_is_named(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("no video")
    with pytest.raises(CameraLost, match=r"notes\.txt cannot be played as a video"):
        open_camera(str(path))


def test_a_video_without_a_readable_picture_says_so(tmp_path: Path) -> None:
    whole = tmp_path / "whole.avi"
    write_video(whole, [10, 80])
    empty = tmp_path / "empty.avi"
    write_video(empty, [])
    with pytest.raises(CameraLost, match=r"cannot be played|holds no picture"):
        list(FileCamera(empty).frames())


def test_a_folders_pictures_come_in_the_order_of_their_names_whatever_their_kind(tmp_path: Path) -> None:
    for name, level in [("b.png", 120), ("a.jpg", 40), ("c.JPG", 200)]:
        cv2.imwrite(str(tmp_path / name), plain(level))
    (tmp_path / "notes.txt").write_text("not a picture")
    camera = open_camera(str(tmp_path))
    frames = list(camera.frames())
    assert [f.image.mean() for f in frames] == pytest.approx([40, 120, 200], abs=3)
    assert [f.time_s for f in frames] == pytest.approx([0, 1 / FPS, 2 / FPS])
    assert isinstance(frames[0], EncodedFrame)
    assert isinstance(frames[1], Frame)


@pytest.mark.parametrize("torn", ["b.jpg", "b.png"])
def test_one_torn_picture_among_good_ones_is_passed_over(tmp_path: Path, torn: str) -> None:
    cv2.imwrite(str(tmp_path / "a.jpg"), plain(40))
    (tmp_path / torn).write_bytes(b"\xff\xd8\xff torn")
    cv2.imwrite(str(tmp_path / "c.jpg"), plain(200))
    frames = list(FolderCamera(tmp_path).frames())
    assert [f.image.mean() for f in frames] == pytest.approx([40, 200], abs=3)
    # The torn one keeps its moment: the others do not move up.
    assert [f.time_s for f in frames] == pytest.approx([0, 2 / FPS])


def test_a_picture_that_claims_more_pixels_than_can_be_and_a_folder_named_as_one_are_passed_over(
    tmp_path: Path,
) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(40))
    huge = bytearray((tmp_path / "a.png").read_bytes())
    huge[16:24] = (60_000).to_bytes(4, "big") * 2
    huge[29:33] = zlib.crc32(huge[12:29]).to_bytes(4, "big")
    (tmp_path / "b.png").write_bytes(huge)
    (tmp_path / "c.jpg").mkdir()
    assert [f.image.mean() for f in FolderCamera(tmp_path).frames()] == pytest.approx([40], abs=3)


def test_a_folder_of_torn_pictures_only_is_no_camera(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"torn")
    (tmp_path / "b.png").write_bytes(b"torn")
    with pytest.raises(CameraLost, match="None of the folder's pictures can be read"):
        list(FolderCamera(tmp_path).frames())


def test_a_folder_without_pictures_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(CameraLost, match=r"holds no pictures"):
        open_camera(str(tmp_path))


def test_a_source_that_is_nothing_says_what_a_source_may_be(tmp_path: Path) -> None:
    with pytest.raises(CameraLost) as said:
        open_camera(str(tmp_path / "gone.mp4"))
    for way in ("gone.mp4", "number", "rtsp://", "demo://"):
        assert way in str(said.value)


class Plugged:
    """A stand-in for OpenCV's capture: hands out what the test sends, then behaves as an unplugged or silent camera."""

    def __init__(self, opened: bool = True, grants: dict[int, float] | None = None) -> None:
        self.opened = opened
        self.grants = grants or {}
        self.released = False
        self.wanted: dict[int, float] = {}
        self._sent: list[Image | None] = []
        self._came = threading.Condition()

    def send(self, image: Image | None) -> None:
        with self._came:
            self._sent.append(image)
            self._came.notify_all()

    def isOpened(self) -> bool:
        return self.opened

    def set(self, what: int, value: float) -> bool:
        self.wanted[what] = value
        return True

    def get(self, what: int) -> float:
        return self.grants.get(what, self.wanted.get(what, 0.0))

    def read(self) -> tuple[bool, Image | None]:
        with self._came:
            self._came.wait_for(lambda: bool(self._sent))
            image = self._sent.pop(0)
            self._came.notify_all()
        return image is not None, image

    def all_read(self) -> None:
        """Waits until the reading thread has asked for more than was sent."""
        with self._came:
            self._came.wait_for(lambda: not self._sent)

    def release(self) -> None:
        self.released = True


def opens(plugged: Plugged) -> Callable[..., Any]:
    """What stands in for OpenCV's way to open a camera."""
    return lambda *_: plugged


@contextmanager
def live(
    source: int | str | CameraChoice = 0, stall_s: float = 5.0, grants: dict[int, float] | None = None
) -> Iterator[tuple[LiveCamera, Plugged]]:
    plugged = Plugged(grants=grants)
    camera = LiveCamera(source, capture=opens(plugged), stall_s=stall_s)
    try:
        yield camera, plugged
    finally:
        plugged.send(None)
        camera.close()


def test_a_live_camera_gives_what_it_sees_at_full_size() -> None:
    with live() as (camera, plugged):
        frames = camera.frames()
        plugged.send(plain(70))
        assert next(frames).image.mean() == 70
        assert plugged.wanted[cv2.CAP_PROP_FRAME_WIDTH] == 1920


def test_a_network_cameras_jpegs_stay_packed_until_somebody_looks_closely() -> None:
    packed = {cv2.CAP_PROP_FOURCC: float(cv2.VideoWriter.fourcc(*"MJPG"))}
    with live("http://kitchen/film.mjpg", grants=packed) as (camera, plugged):
        plugged.send(np.asarray(cv2.imencode(".jpg", plain(70))[1]).reshape(1, -1))
        frame = next(camera.frames())
        assert isinstance(frame, EncodedFrame)
        assert frame.small.mean() == pytest.approx(70, abs=1)
        assert frame.image.mean() == pytest.approx(70, abs=1)


@pytest.mark.parametrize("source", ["rtsp://kitchen/stream", 0])
def test_all_other_live_pictures_come_unpacked(source: str | int) -> None:
    with live(source, grants={} if isinstance(source, str) else {cv2.CAP_PROP_FOURCC: 1196444237.0}) as (
        camera,
        plugged,
    ):
        plugged.send(plain(70))
        assert isinstance(next(camera.frames()), Frame)
        assert cv2.CAP_PROP_FORMAT not in plugged.wanted


def test_frames_that_nobody_had_time_for_are_dropped() -> None:
    with live() as (camera, plugged):
        frames = camera.frames()
        plugged.send(plain(10))
        first = next(frames)
        for level in (20, 30, 40):
            plugged.send(plain(level))
        plugged.all_read()
        seen = [next(frames).image.mean()]
        while seen[-1] != 40:  # the reader may still be handing the last one over
            seen.append(next(frames).image.mean())
        assert len(seen) <= 2
        assert first.time_s >= 0


def test_a_camera_pulled_out_is_lost_after_its_last_frame() -> None:
    with live("rtsp://user:secret@kitchen/stream") as (camera, plugged):
        frames = camera.frames()
        plugged.send(plain(10))
        next(frames)
        plugged.send(None)
        with pytest.raises(CameraLost, match="kitchen/stream stopped sending pictures") as said:
            next(frames)
        assert "secret" not in str(said.value)
        assert "again" not in str(said.value), "`watch` ends with this sentence: who goes on says so itself"


def test_a_camera_that_falls_silent_is_lost() -> None:
    with live(2, stall_s=0.02) as (camera, _), pytest.raises(CameraLost, match=r"camera 2 sent no picture for 0\.02 s"):
        next(camera.frames())


def test_a_camera_that_does_not_open_is_named_and_let_go() -> None:
    plugged = Plugged(opened=False)
    with pytest.raises(CameraLost, match="camera 3"):
        LiveCamera(3, capture=opens(plugged))
    assert plugged.released


def test_closing_lets_the_camera_go() -> None:
    with live() as (camera, plugged):
        plugged.send(None)
        camera.close()
        assert plugged.released


def test_a_camera_that_this_user_may_not_use_says_how_to_be_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "camera 0 is not plugged in" in why_closed(0, tmp_path, "linux")
    device = tmp_path / "video0"
    device.touch()
    assert "does not answer" in why_closed(0, tmp_path, "linux")
    monkeypatch.setattr("os.access", lambda path, mode: False)  # root, who runs this in a container, may do anything
    assert "usermod -aG video" in why_closed(0, tmp_path, "linux")
    assert "Privacy" in why_closed(0, tmp_path, "darwin")
    silent = "10.0.0.9/live does not answer. Is it switched on, in this network and not used elsewhere?"
    assert why_closed("rtsp://user:secret@10.0.0.9/live", tmp_path) == f"{silent} Are user and password right?"
    assert why_closed("rtsp://10.0.0.9/live", tmp_path) == (
        f"rtsp://{silent} Does it want user and password in its address?"
    )


@pytest.mark.parametrize(
    ("source", "says"), [("99999999999", "99999999999 is not plugged in"), ("\u00b2", "no camera")]
)
def test_a_number_that_no_camera_can_have_is_answered_like_any_other(source: str, says: str) -> None:
    with pytest.raises(CameraLost, match=says):
        open_camera(source)
    assert same_camera(source, source)
    assert not same_camera(source, "0")


def test_a_usb_camera_is_asked_for_packed_pictures_before_their_size() -> None:
    with live() as (_, plugged):
        asked = list(plugged.wanted.items())
    assert asked[0] == (cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    assert dict(asked)[cv2.CAP_PROP_FPS] == 30
    assert dict(asked)[cv2.CAP_PROP_BUFFERSIZE] <= 2


def test_a_network_camera_is_taken_as_it_is() -> None:
    with live("rtsp://kitchen/stream") as (_, plugged):
        assert plugged.wanted == {}


def test_what_the_camera_granted_is_told_with_what_really_comes() -> None:
    yuyv = {cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"YUYV"), cv2.CAP_PROP_FPS: 5.0}
    with live(grants=yuyv) as (camera, plugged):
        before = sending(camera)
        assert before is not None
        assert (before.says, before.slow) == ("1920 x 1080, 5 pictures a second, YUYV", True)
        plugged.send(plain(10))
        next(camera.frames())
        after = sending(camera)
        assert after is not None
        assert (after.width, after.height, after.taken) == (64, 48, 1)


def test_a_driver_that_does_not_say_what_it_sends_is_not_quoted() -> None:
    silent = {cv2.CAP_PROP_FOURCC: -466162819.0, cv2.CAP_PROP_FPS: -1.0}
    with live(grants=silent) as (camera, _):
        assert camera.sending.says == "1920 x 1080"
        assert not camera.sending.slow


def test_only_a_live_camera_tells_what_it_sends(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(40))
    assert sending(FolderCamera(tmp_path)) is None


def test_an_error_deep_in_the_driver_is_a_lost_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.excepthook", lambda told: None)

    class Broken(Plugged):
        def read(self) -> tuple[bool, Image | None]:
            raise cv2.error("assertion failed")

    broken = Broken()
    camera = LiveCamera(0, capture=opens(broken))
    with pytest.raises(CameraLost, match="stopped sending pictures"):
        next(camera.frames())
    camera.close()
    assert broken.released


def test_a_chosen_camera_is_opened_by_its_number_and_named_as_people_know_it() -> None:
    opened: list[tuple[int, ...]] = []
    silent = Plugged()

    def capture(*what: int) -> Any:
        opened.append(what)
        return silent

    camera = LiveCamera(CameraChoice("usb:C920", "C920", 2, 200), capture=capture, stall_s=0.02)
    with pytest.raises(CameraLost, match="C920 sent no picture"):
        next(camera.frames())
    silent.send(None)
    camera.close()
    assert opened == [(2, 200)]


def test_a_link_to_a_device_is_followed_to_its_number(tmp_path: Path) -> None:
    (tmp_path / "video3").touch()
    link = tmp_path / "usb-046d_C920-video-index0"
    link.symlink_to("video3")
    found = device_camera(str(link))
    assert found is not None
    assert found.number == 3
    assert device_camera(str(tmp_path / "video9")) is None


@pytest.mark.parametrize("source", ["usb:No Such Camera", "/dev/v4l/by-id/no-such-camera"])
def test_a_camera_that_is_not_plugged_in_is_named_as_it_was_asked_for(source: str) -> None:
    with pytest.raises(CameraLost, match=r"[Nn]o.[Ss]uch.[Cc]amera is not plugged in\. Cameras that are: "):
        open_camera(source)


@pytest.mark.parametrize(("source", "says"), [("", "There is no camera, file or folder"), ("usb:", "A camera without")])
def test_no_name_is_no_camera(source: str, says: str) -> None:
    with pytest.raises(CameraLost, match=says):
        open_camera(source)
