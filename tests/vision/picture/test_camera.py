import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture.camera import FOLDER_FPS, CameraLost, FileCamera, FolderCamera, LiveCamera, open_camera, why_closed
from vision.picture.frame import EncodedFrame, Frame, Image


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
    assert [f.time_s for f in frames] == pytest.approx([0, 1 / FOLDER_FPS, 2 / FOLDER_FPS])
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
    assert [f.time_s for f in frames] == pytest.approx([0, 2 / FOLDER_FPS])


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

    def __init__(self, opened: bool = True) -> None:
        self.opened = opened
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


@contextmanager
def live(source: int | str = 0, stall_s: float = 5.0) -> Iterator[tuple[LiveCamera, Plugged]]:
    plugged = Plugged()
    camera = LiveCamera(source, capture=lambda _: plugged, stall_s=stall_s)
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


def test_a_camera_that_falls_silent_is_lost() -> None:
    with live(2, stall_s=0.02) as (camera, _), pytest.raises(CameraLost, match=r"camera 2 sent no picture for 0\.02 s"):
        next(camera.frames())


def test_a_camera_that_does_not_open_is_named_and_let_go() -> None:
    plugged = Plugged(opened=False)
    with pytest.raises(CameraLost, match="camera 3"):
        LiveCamera(3, capture=lambda _: plugged)
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
    assert why_closed("rtsp://user:secret@10.0.0.9/live", tmp_path) == (
        "10.0.0.9/live does not answer. Is it switched on, in this network and not used elsewhere?"
    )
