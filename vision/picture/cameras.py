"""The cameras plugged into this machine, by the names their makers gave them. It looks them up and opens none.

Linux tells by `/sys/class/video4linux` and the links under `/dev/v4l`; elsewhere a library asks the system.
"""

import os
import struct
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

SYSFS = Path("/sys/class/video4linux")
DEVICES = Path("/dev")
BY_NAME = "usb:"

_QUERYCAP = 0x80685600  # VIDIOC_QUERYCAP of linux/videodev2.h: 104 bytes, read
_CAPTURE, _MEMORY_TO_MEMORY, _TOLD_APART = 0x1, 0xC000, 0x80000000


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """One camera that can be chosen. `source` is what `open_camera` takes and finds the same camera again wherever it
    is plugged in, as far as the system tells cameras apart; `name` is for people; `number` and `backend` are OpenCV's,
    good until something is plugged in or out."""

    source: str
    name: str
    number: int
    backend: int = 0

    def called(self, wanted: str) -> bool:
        """Is it the camera that somebody calls `wanted`: all of its name or a part of it, in any case?"""
        return wanted.casefold() in self.name.casefold()


def cameras(
    system: str = sys.platform, sysfs: Path = SYSFS, devices: Path = DEVICES, captures: "Captures | None" = None
) -> tuple[CameraChoice, ...]:
    """The cameras that are plugged in, in the system's order; empty where there is none or the system tells nothing.

    `captures` says of a device file and its place among those of one camera whether pictures come from it.
    """
    if system == "linux":
        return _numbered(_on_linux(sysfs, devices, captures or gives_pictures))
    return _numbered(_elsewhere())


def find_camera(source: str, choices: Iterable[CameraChoice]) -> CameraChoice | None:
    """The camera of `usb:NAME`: one whose whole name that is, else the first with NAME in it."""
    wanted = source.removeprefix(BY_NAME).strip()
    known = tuple(choices)
    whole = (c for c in known if c.name.casefold() == wanted.casefold())
    return next(whole, None) or next((c for c in known if wanted and c.called(wanted)), None)


Captures = Callable[[Path, int], bool]


def gives_pictures(device: Path, place: int) -> bool:
    """Whether pictures come from a device: one camera has several (pictures, then what it tells about them), and a
    small computer's own codecs look like cameras. Where it may not be asked, the first of a camera's is taken."""
    try:
        import fcntl

        file = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except (ImportError, OSError):
        return place == 0
    try:
        told = fcntl.ioctl(file, _QUERYCAP, bytes(104))
    except OSError:
        return False
    finally:
        os.close(file)
    whole, this = struct.unpack_from("<II", told, 84)
    can = this if whole & _TOLD_APART else whole
    return bool(can & _CAPTURE) and not can & _MEMORY_TO_MEMORY


def _on_linux(sysfs: Path, devices: Path, captures: Captures) -> tuple[CameraChoice, ...]:
    stable = _stable_names(devices)
    found = []
    for entry in sorted(sysfs.glob("video*"), key=lambda p: _number(p.name)):
        number = _number(entry.name)
        device = devices / entry.name
        if number < 0 or not captures(device, _place(entry / "index")):
            continue
        source = str(stable[entry.name]) if entry.name in stable else str(device)
        found.append(CameraChoice(source, _read(entry / "name") or f"Camera {number}", number))
    return tuple(found)


def _stable_names(devices: Path) -> dict[str, Path]:
    """The link that will point to a device after a restart too: by maker and serial number, else by its socket."""
    found: dict[str, Path] = {}
    for kind in ("by-path", "by-id"):  # the later one wins
        for link in sorted((devices / "v4l" / kind).glob("*")):
            with suppress(OSError):
                found[link.resolve().name] = link
    return found


def _elsewhere() -> tuple[CameraChoice, ...]:
    """Asks the ways there are to a camera, the best first; each would list all of them again."""
    try:
        from cv2_enumerate_cameras import enumerate_cameras, supported_backends

        told = next(filter(None, map(enumerate_cameras, supported_backends)), [])
    except Exception:  # a system that cannot be asked has no list; a camera by its number works all the same
        return ()
    named = [(str(c.name).strip() or f"Camera {c.index}", c) for c in told]
    return tuple(CameraChoice(BY_NAME + name, name, int(c.index), int(c.backend)) for name, c in named)


def _numbered(found: tuple[CameraChoice, ...]) -> tuple[CameraChoice, ...]:
    """Two cameras of one make are told apart by a figure."""
    seen: dict[str, int] = {}
    told = []
    for choice in found:
        seen[choice.name] = seen.get(choice.name, 0) + 1
        nth = seen[choice.name]
        name = choice.name if nth == 1 else f"{choice.name} ({nth})"
        source = BY_NAME + name if choice.source.startswith(BY_NAME) else choice.source
        told.append(CameraChoice(source, name, choice.number, choice.backend))
    return tuple(told)


def _number(name: str) -> int:
    figures = name.removeprefix("video")
    return int(figures) if figures.isdigit() else -1


def _place(file: Path) -> int:
    text = _read(file)
    return int(text) if text.isdigit() else 0


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
