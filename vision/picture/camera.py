"""Frames from USB, RTSP or HTTP, a video file, a folder of pictures or the simulated table; all look the same."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol
from urllib.parse import urlsplit

import cv2
import numpy as np

from vision.arrays import Image
from vision.picture.cameras import BY_NAME, CameraChoice, cameras, find_camera
from vision.picture.frame import EncodedFrame, Frame, Picture, decode

# What becomes of a source is told in a sentence. The libraries' own words, at every try to open it, are for who asks.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)

PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}
FPS = 30.0  # pictures a second: asked of a camera, and taken of files that carry no time
WANTED_WH = 1920, 1080  # pixels: tiles on a whole table are 20 wide and more, as the finder needs them
WANTED_FORM = "MJPG"  # uncompressed, USB 2 carries 5 pictures a second of that size, and that is what is given unasked
QUEUE = 2  # pictures that may wait in the driver: an old one is of no use to anybody
SLOW_FPS = 10.0  # from here on down a quick discard may be missed
STALL_S = 1.5  # a live camera that sends nothing for so long is lost: every page says so within 2 s


class CameraLost(OSError):
    """The source cannot be opened or stopped sending; the text says which and what to try."""


class Camera(Protocol):
    """A source of frames. Live sources drop frames nobody had time for; files give every one."""

    def frames(self) -> Iterator[Picture]:
        """Frames in order until the source ends. Raises CameraLost where it breaks off."""

    def close(self) -> None: ...


def open_camera(source: str, realtime: bool = False, fps: float = FPS) -> Camera:
    """The camera of a source text: `0` (USB number), `/dev/v4l/by-id/...`, `usb:NAME`, `rtsp://...`, `http://...`, a
    video file, a folder of pictures, `demo://?seed=7&speed=4`, or that table beside: one rack of it,
    `demo-rack://?seed=7&seat=P2`, or all of it from another side, `demo-second://?seed=7`.
    `realtime` paces files and the simulated table by the clock; `fps` is asked of a USB camera. Raises CameraLost."""
    if source.startswith("demo:"):
        from vision.synthetic.camera import DemoCamera

        return DemoCamera(source, realtime=realtime)
    if source.startswith("demo-rack:"):
        from vision.synthetic.rack_camera import DemoRackCamera

        return DemoRackCamera(source, realtime=realtime)
    if source.startswith("demo-second:"):
        from vision.synthetic.second import DemoSecondCamera

        return DemoSecondCamera(source, realtime=realtime)
    if _is_number(source):
        return LiveCamera(int(source), fps=fps)
    if "://" in source:
        return LiveCamera(source)
    if source.startswith((BY_NAME, "/dev/")):
        return _plugged_in(source, fps)
    path = Path(source)
    if source and path.is_dir():
        return FolderCamera(path)
    if path.is_file():
        return FileCamera(path, realtime=realtime)
    raise CameraLost(
        f"There is no camera, file or folder {source!r}. A USB camera is a number (0 is the first) or usb: and its "
        "name, a network camera starts with rtsp:// or http://, and demo:// is the simulated table."
    )


def _is_number(source: str) -> bool:
    """Whether it is the number of a USB camera, in figures that `int` reads."""
    return source.isascii() and source.isdecimal()


def _plugged_in(source: str, fps: float) -> "LiveCamera":
    choice = device_camera(source) if source.startswith("/dev/") else find_camera(source, cameras())
    if choice is None:
        known = ", ".join(c.name for c in cameras()) or "none"
        called = source.removeprefix(BY_NAME).strip() or "A camera without a name"
        raise CameraLost(f"{called} is not plugged in. Cameras that are: {known}.")
    return LiveCamera(choice, fps=fps)


def same_camera(one: str, other: str) -> bool:
    """Whether two source texts name one camera, as far as the system tells."""
    return one == other or _identity(one) == _identity(other)


def _identity(source: str) -> tuple[str, object]:
    if _is_number(source):
        return "plugged in", int(source)
    if "://" in source:
        parts = urlsplit(source)  # whoever logs in there, it is the same camera
        return "network", (parts.scheme, parts.hostname, parts.port, parts.path.rstrip("/"), parts.query)
    if source.startswith((BY_NAME, "/dev/")):
        choice = device_camera(source) if source.startswith("/dev/") else find_camera(source, cameras())
        return ("plugged in", choice.number) if choice is not None else ("away", source)
    return "file", Path(source).absolute()


def device_camera(source: str) -> CameraChoice | None:
    """The camera of a device file or of a link to one; None where nothing of that name is plugged in."""
    path = Path(source)
    device = path.resolve().name
    if not path.exists() or not device.removeprefix("video").isdigit():
        return None
    number = int(device.removeprefix("video"))
    name = next((c.name for c in cameras() if c.number == number), path.name)
    return CameraChoice(source, name, number)


class FileCamera:
    """A video file; every frame, with the file's own times."""

    def __init__(self, path: Path, realtime: bool = False) -> None:
        self._path = path
        self._realtime = realtime
        self._capture = cv2.VideoCapture(str(path))
        if not self._capture.isOpened():
            raise CameraLost(f"{path} cannot be played as a video; try a .mp4, .avi or .mkv file.")

    def frames(self) -> Iterator[Picture]:
        fps = self._capture.get(cv2.CAP_PROP_FPS) or FPS
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
            frame = _picture_in(path, number / FPS)
            if frame is not None:  # one torn file among many is passed over, as one torn frame of a live camera is
                good += 1
                yield frame
        if good == 0:
            raise CameraLost("None of the folder's pictures can be read; the files may be torn.")

    def close(self) -> None:
        """Nothing stays open."""


def _picture_in(path: Path, time_s: float) -> Picture | None:
    """The picture of a file; None where it can be read neither whole nor small."""
    try:
        data = path.read_bytes()
        encoded = path.suffix.lower() in {".jpg", ".jpeg"}
        frame: Picture = EncodedFrame(time_s, data) if encoded else Frame(time_s, decode(data, cv2.IMREAD_COLOR))
        _ = frame.small
    except (OSError, ValueError):
        return None
    return frame


def why_closed(source: int | str, devices: Path = Path("/dev"), system: str = sys.platform) -> str:
    """Why a live camera may not have opened, as far as the system tells, and the way out."""
    if isinstance(source, str):
        asks = "Are user and password right?" if "@" in source else "Does it want user and password in its address?"
        name = source.split("@")[-1]
        return f"{name} does not answer. Is it switched on, in this network and not used elsewhere? {asks}"
    device = devices / f"video{source}"
    if system == "linux" and not device.exists():
        return f"camera {source} is not plugged in. The first camera is 0, the next often 2."
    if system == "linux" and not os.access(device, os.R_OK | os.W_OK):
        return f"This user may not use camera {source}: run `sudo usermod -aG video $USER`, then log out and in again."
    allowed = (
        " Is this program allowed to use it (Privacy, Camera in the system's settings)?" if system != "linux" else ""
    )
    return f"camera {source} does not answer. Is it plugged in, switched on and not used elsewhere?{allowed}"


@dataclass(frozen=True, slots=True)
class Sending:
    """What a live camera sends: size in pixels, pictures a second as it promised (0 where it does not say), how they
    are packed (`MJPG`, `YUYV`; empty where that is not known), and how many have come since it was opened."""

    width: int
    height: int
    fps: float
    form: str
    taken: int

    @property
    def says(self) -> str:
        size = f"{self.width} x {self.height}"
        rate = f", {self.fps:.0f} pictures a second" if self.fps else ""
        return f"{size}{rate}{', ' + self.form if self.form else ''}"

    @property
    def slow(self) -> bool:
        """Whether a quick hand is missed at what the camera promised."""
        return 0 < self.fps < SLOW_FPS


def sending(camera: Camera) -> Sending | None:
    """What a live camera sends; None for any other source."""
    return camera.sending if isinstance(camera, LiveCamera) else None


class LiveCamera:
    """A USB or network camera. One thread reads; whoever asks gets the latest frame."""

    def __init__(
        self,
        source: int | str | CameraChoice,
        capture: "Callable[..., cv2.VideoCapture]" = cv2.VideoCapture,
        stall_s: float = STALL_S,
        fps: float = FPS,
    ) -> None:
        """`capture` opens the source, `stall_s` as `STALL_S`, `fps` is asked of it. Raises CameraLost where the source
        does not open."""
        self._stall_s = stall_s
        if isinstance(source, CameraChoice):
            self._name, self._capture = source.name, capture(source.number, source.backend)
        else:
            self._name = f"camera {source}" if isinstance(source, int) else source.split("@")[-1]
            try:
                self._capture = capture(source)
            except cv2.error:  # a number that no camera can have
                raise CameraLost(why_closed(source)) from None
        if not self._capture.isOpened():
            self._capture.release()
            raise CameraLost(why_closed(source.number if isinstance(source, CameraChoice) else source))
        if not isinstance(source, str):
            _ask(self._capture, fps)
        self._packed = isinstance(source, str) and _left_packed(self._capture)
        self._taken = 0
        self._begun = time.monotonic()
        self._latest: Picture | None = None
        self._size_hw = tuple(int(self._capture.get(p)) for p in (cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FRAME_WIDTH))
        self._fresh = threading.Condition()
        self._ended = False
        self._promised = _promised(self._capture)
        self._reader = threading.Thread(target=self._read, name="camera", daemon=True)
        self._reader.start()

    @property
    def sending(self) -> Sending:
        fps, form = self._promised
        with self._fresh:
            height, width = self._size_hw
            return Sending(width, height, fps, form, self._taken)

    def _read(self) -> None:
        try:
            while not self._ended:
                read, image = self._capture.read()
                with self._fresh:
                    if not read:
                        break
                    self._taken += 1
                    self._latest = self._picture(np.asarray(image, np.uint8))
                    self._fresh.notify_all()
        finally:  # whatever ended it, also an error deep in a driver: whoever waits for a picture is told
            with self._fresh:
                self._ended = True
                self._fresh.notify_all()
            self._capture.release()  # here, not by another thread while this one still reads

    def _picture(self, image: Image) -> Picture:
        time_s = time.monotonic() - self._begun
        if self._packed:
            return EncodedFrame(time_s, image.tobytes())
        self._size_hw = image.shape[0], image.shape[1]
        return Frame(time_s, image)

    def frames(self) -> Iterator[Picture]:
        while True:
            with self._fresh:
                came = self._fresh.wait_for(lambda: self._latest is not None or self._ended, timeout=self._stall_s)
                frame, self._latest = self._latest, None
            if frame is None:
                how = "stopped sending pictures" if came else f"sent no picture for {self._stall_s:g} seconds"
                raise CameraLost(f"{self._name} {how}. Check its plug and cable.")
            yield frame

    def close(self) -> None:
        """Stop reading. A camera that hangs lets go when its last picture has come or failed."""
        self._ended = True
        self._reader.join(timeout=self._stall_s)


def _ask(capture: "cv2.VideoCapture", fps: float) -> None:
    """Asks a USB camera for large pictures, packed so that the cable carries thirty a second. The packing comes first:
    drivers offer other sizes and rates for each. What is granted may be less."""
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*WANTED_FORM))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, WANTED_WH[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, WANTED_WH[1])
    capture.set(cv2.CAP_PROP_FPS, fps)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, QUEUE)


def _left_packed(capture: "cv2.VideoCapture") -> bool:
    """Whether a network camera's JPEGs come as it sent them: most are only looked at for motion, and to unpack thirty
    large ones a second in full takes a quarter of a core. To be asked before the first is read."""
    return _promised(capture)[1] == WANTED_FORM and bool(capture.set(cv2.CAP_PROP_FORMAT, -1))


def _promised(capture: "cv2.VideoCapture") -> tuple[float, str]:
    """Pictures a second and how they are packed, as the driver tells; 0 and empty where it does not."""
    fps, packed = capture.get(cv2.CAP_PROP_FPS), int(capture.get(cv2.CAP_PROP_FOURCC))
    form = (packed & 0xFFFFFFFF).to_bytes(4, "little").decode("ascii", "replace").strip()
    return (fps if 0 < fps < 1000 else 0.0), (form if form.isalnum() and form.isascii() else "")
