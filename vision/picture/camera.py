"""Frames from USB, RTSP or HTTP, a video file, a folder of pictures or the simulated table; all look the same."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from vision.picture.frame import EncodedFrame, Frame, Picture

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
FOLDER_FPS = 30.0  # frames of a folder carry no time; its files are taken as video frames
STALL_S = 1.5  # a live camera that sends nothing for so long is lost: every page says so within 2 s


class CameraLost(OSError):
    """The source cannot be opened or stopped sending; the text says which and what to try."""


class Camera(Protocol):
    """A source of frames. Live sources drop frames nobody had time for; files give every one."""

    def frames(self) -> Iterator[Picture]:
        """Frames in order until the source ends. Raises CameraLost where it breaks off."""

    def close(self) -> None: ...


def open_camera(source: str, realtime: bool = False) -> Camera:
    """The camera of a source text: `0` (USB number), `rtsp://...`, `http://...`, a video file, a folder of pictures,
    or `demo://?seed=7&speed=4`. `realtime` paces files and the simulated table by the clock. Raises CameraLost."""
    if source.startswith("demo:"):
        from vision.synthetic.camera import DemoCamera

        return DemoCamera(source, realtime=realtime)
    if source.isdigit():
        return LiveCamera(int(source))
    if "://" in source:
        return LiveCamera(source)
    path = Path(source)
    if path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return FileCamera(path, realtime=realtime)
    raise CameraLost(
        f"There is no camera, file or folder {source!r}. A USB camera is a number (0 is the first), a network camera "
        "starts with rtsp:// or http://, and demo:// is the simulated table."
    )


class FileCamera:
    """A video file; every frame, with the file's own times."""

    def __init__(self, path: Path, realtime: bool = False) -> None:
        self._path = path
        self._realtime = realtime
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise CameraLost(f"{path} cannot be played as a video; try a .mp4, .avi or .mkv file.")

    def frames(self) -> Iterator[Picture]:
        fps = self._capture.get(cv2.CAP_PROP_FPS) or FOLDER_FPS
        begun = time.monotonic()
        number = 0
        while True:
            read, image = self._capture.read()
            if not read:
                break
            time_s = number / fps
            if self._realtime:
                time.sleep(max(0.0, begun + time_s - time.monotonic()))
            yield Frame(time_s, np.asarray(image, np.uint8))
            number += 1
        if number == 0:
            raise CameraLost(f"{self._path} holds no picture that can be read; the file may be torn.")

    def close(self) -> None:
        self._capture.release()


class FolderCamera:
    """A folder of pictures in the order of their names."""

    def __init__(self, folder: Path) -> None:
        self._files = sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES)
        if not self._files:
            raise CameraLost(f"The folder {folder} holds no pictures (.jpg or .png).")

    def frames(self) -> Iterator[Picture]:
        good = 0
        for number, path in enumerate(self._files):
            time_s = number / FOLDER_FPS
            if path.suffix.lower() in {".jpg", ".jpeg"}:
                frame: Picture = EncodedFrame(time_s, path.read_bytes())
            else:
                image = cv2.imread(str(path))
                if image is None:
                    continue
                frame = Frame(time_s, np.asarray(image, np.uint8))
            try:
                _ = frame.small
            except ValueError:
                continue  # one torn file among many is passed over, as one torn frame of a live camera is
            good += 1
            yield frame
        if good == 0:
            raise CameraLost("None of the folder's pictures can be read; the files may be torn.")

    def close(self) -> None:
        """Nothing stays open."""


def why_closed(source: int | str, devices: Path = Path("/dev"), system: str = sys.platform) -> str:
    """Why a live camera may not have opened, as far as the system tells, and the way out."""
    if isinstance(source, str):
        return f"{source.split('@')[-1]} does not answer. Is it switched on, in this network and not used elsewhere?"
    device = devices / f"video{source}"
    if system == "linux" and not device.exists():
        return f"camera {source} is not plugged in. The first camera is 0, the next often 2."
    if system == "linux" and not os.access(device, os.R_OK | os.W_OK):
        return f"This user may not use camera {source}: run `sudo usermod -aG video $USER`, then log out and in again."
    allowed = (
        " Is this program allowed to use it (Privacy, Camera in the system's settings)?" if system != "linux" else ""
    )
    return f"camera {source} does not answer. Is it plugged in, switched on and not used elsewhere?{allowed}"


class LiveCamera:
    """A USB or network camera. One thread reads; whoever asks gets the latest frame."""

    def __init__(
        self,
        source: int | str,
        capture: Callable[[Any], "cv2.VideoCapture"] = cv2.VideoCapture,
        stall_s: float = STALL_S,
    ) -> None:
        """`capture` opens the source, `stall_s` as `STALL_S`. Raises CameraLost where the source does not open."""
        self._name = f"camera {source}" if isinstance(source, int) else source.split("@")[-1]
        self._capture = capture(source)
        self._stall_s = stall_s
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraLost(why_closed(source))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
        self._begun = time.monotonic()
        self._latest: Frame | None = None
        self._fresh = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read, name="camera", daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while not self._ended:
            read, image = self._capture.read()
            with self._fresh:
                if read:
                    self._latest = Frame(time.monotonic() - self._begun, np.asarray(image, np.uint8))
                else:
                    self._ended = True
                self._fresh.notify_all()

    def frames(self) -> Iterator[Picture]:
        while True:
            with self._fresh:
                came = self._fresh.wait_for(lambda: self._latest is not None or self._ended, timeout=self._stall_s)
                frame, self._latest = self._latest, None
            if frame is None:
                how = "stopped sending pictures" if came else f"sent no picture for {self._stall_s:g} seconds"
                raise CameraLost(f"{self._name} {how}. Check its plug and cable; it is tried again by itself.")
            yield frame

    def close(self) -> None:
        self._ended = True
        self._reader.join(timeout=self._stall_s)
        if not self._reader.is_alive():
            self._capture.release()
