"""What the camera shows and what the eyes make of it, for the pages that look: the newest picture wins.

The camera's thread leaves each picture here, which costs it nothing. Only while a page looks is one made smaller, its
racks hidden, turned so that the first seat is at the bottom, and packed: in a thread of its own, at most `FPS` times a
second however many look.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import Observation
from engine.tile import Seat
from server.replay.reel import Reel
from server.veil import around, veiled
from vision.arrays import Image
from vision.follow.belief import Belief, Stage
from vision.follow.settle import Settler
from vision.follow.views import OneView
from vision.picture.frame import Picture
from vision.plane.calibration import TablePlane, calibrate
from vision.plane.moved import View, pushed
from vision.plane.outline import seated, turned, turned_points, upright

FPS = 5.0
WIDEST_PX = 1280  # of a picture as it is sent
QUALITY = 72  # of JPEG: 60 to 120 KB a picture
LOST_S = 2.0  # so often the outline is compared with what it was fixed on, while somebody looks
Floats = NDArray[np.float64]


class Cover(Enum):
    """How much of a picture is hidden. Everything is shown only while nobody plays; the racks are hidden wherever the
    table lies there where it was; else, and while it is sought, all of it is blotches."""

    NOTHING = "nothing"
    RACKS = "racks"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Glimpse:
    """One picture as the camera's thread left it: its number, the frame, where the table lies and what is believed;
    `belief` is None where the eyes do not follow the game. Nothing has moved for `still_s` seconds."""

    number: int
    frame: Picture
    plane: TablePlane | None
    belief: Belief | None
    still_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture as pages get it: the JPEG, its size, how many quarters clockwise it was turned. It begins at `origin`
    of the camera's, and `scale` is how many of its pixels one of the camera's became. `lost`: the table does not lie
    where it was."""

    glimpse: Glimpse
    jpeg: bytes
    size_wh: tuple[int, int]
    quarters: int
    origin: tuple[int, int]
    scale: float
    lost: bool
    cover: Cover

    def points(self, px: NDArray[np.floating]) -> Floats:
        """Pixels (..., 2) of the camera's picture in this one."""
        before = self.size_wh if self.quarters % 2 == 0 else self.size_wh[::-1]
        return turned_points((np.asarray(px, float) - self.origin) * self.scale, before, self.quarters)

    def camera_points(self, points: NDArray[np.floating]) -> Floats:
        """Points (..., 2) of this picture in the camera's own pixels."""
        return turned_points(points, self.size_wh, -self.quarters) / self.scale + self.origin


class Lens:
    """The newest picture of one camera."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._latest: Glimpse | None = None
        self._shown: Shown | None = None
        self._shown_s = -1e9
        self._number = 0
        self._anchor: tuple[TablePlane, View] | None = None
        self._moved_s = 0.0
        self._compared_s = -1e9
        self._lost = False
        self._packing = asyncio.Lock()
        self._worker = ThreadPoolExecutor(1, thread_name_prefix="picture")

    # In the camera's thread.

    def saw(self, frame: Picture, plane: TablePlane | None, belief: Belief | None) -> None:
        """A picture has been looked at. Raises ValueError for a torn one."""
        self._number += 1
        if plane is not None and (self._anchor is None or self._anchor[0] is not plane):
            self._anchor, self._compared_s = (plane, View.of(frame.image)), -1e9
        if belief is None or belief.stage is Stage.MOVING or frame.time_s < self._moved_s:
            self._moved_s = frame.time_s
        self._latest = Glimpse(self._number, frame, plane, belief, frame.time_s - self._moved_s)

    # On the event loop.

    @property
    def latest(self) -> Glimpse | None:
        return self._latest

    def forget(self) -> None:
        """The camera is another one, or none: what was seen is not shown any more."""
        self._latest = self._shown = self._anchor = None
        self._lost = False

    async def show(self, cover: Cover = Cover.RACKS) -> Shown | None:
        """The newest picture for a page; the one before where that is younger than the pace allows. None without one.
        Raises ValueError where the camera sent a torn picture."""
        async with self._packing:
            latest, now = self._latest, self._clock()
            if latest is None:
                return None
            shown = self._shown
            same = shown is not None and shown.cover is cover
            if shown is not None and same and (shown.glimpse is latest or now - self._shown_s < 1 / FPS):
                return shown
            self._shown_s = now
            loop = asyncio.get_running_loop()
            self._shown = await loop.run_in_executor(self._worker, self._pack, latest, cover, now)
            return self._shown

    async def cut(self, of: Callable[[Image, TablePlane], bytes | None]) -> bytes | None:
        """Something made of the newest picture in the packing thread; None where the table is not known to lie where it
        was. Raises ValueError where the camera sent a torn picture."""
        latest, now = self._latest, self._clock()
        plane = None if latest is None else latest.plane
        if latest is None or plane is None or not plane.known:
            return None
        loop = asyncio.get_running_loop()

        def made() -> bytes | None:
            return None if self._pushed(latest, now) else of(latest.frame.image, plane)

        return await loop.run_in_executor(self._worker, made)

    def close(self) -> None:
        self._worker.shutdown(wait=False, cancel_futures=True)

    # In the thread that packs.

    def _pack(self, glimpse: Glimpse, cover: Cover, now: float) -> Shown:
        image, plane = glimpse.frame.image, glimpse.plane
        lost = self._pushed(glimpse, now)
        known = None if plane is None or lost or not plane.known or cover is Cover.ALL else plane
        if cover is not Cover.NOTHING:
            x0, y0, x1, y1 = (0, 0, image.shape[1], image.shape[0]) if known is None else around(known)
            image = veiled(image, known)[y0:y1, x0:x1]
        else:
            x0, y0 = 0, 0
        scale = min(1.0, WIDEST_PX / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        quarters = upright(plane)
        shown = turned(np.asarray(small, np.uint8), quarters)
        jpeg = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        return Shown(glimpse, jpeg, (shown.shape[1], shown.shape[0]), quarters, (x0, y0), scale, lost, cover)

    def _pushed(self, glimpse: Glimpse, now: float) -> bool:
        """Whether the camera has been pushed since the outline was fixed; asked for every `LOST_S`."""
        anchor, plane = self._anchor, glimpse.plane
        if plane is None or not plane.known or anchor is None:
            return False
        if now - self._compared_s > LOST_S:
            self._compared_s = now
            self._lost = pushed(anchor[1], anchor[0], View.of(glimpse.frame.image))
        return self._lost


class Watching:
    """The settler as the camera's thread uses it: what it is shown and believes is left with the lens. Another settler
    can take its place between two pictures."""

    def __init__(
        self, lens: Lens, settler: Settler | OneView, turn: int | None = None, reel: Reel | None = None
    ) -> None:
        """With `turn` the markers are looked for in the first picture and win over the settler's plane; the house's
        first seat is so many seats to the right of the markers' own. `reel` keeps the last minutes."""
        self._lens = lens
        self._reel = reel
        self._settler = settler
        self._turn = turn

    @property
    def plane(self) -> TablePlane | None:
        return self._settler.plane

    @property
    def belief(self) -> Belief | None:
        return self._settler.belief

    @property
    def settler(self) -> Settler | OneView:
        return self._settler

    def follow(self, settler: Settler | OneView) -> None:
        """From the next picture on another settler follows the table. May be called from another thread."""
        self._settler = settler

    def settle(self, frame: Picture) -> Observation | None:
        settler = self._settler
        if self._turn is not None:
            settler.plane, self._turn = by_markers(frame, self._turn) or settler.plane, None
        observation = settler.settle(frame)
        self._lens.saw(frame, settler.plane, settler.belief)
        if self._reel is not None and settler is self._settler:  # another may have taken its place meanwhile
            self._reel.saw(frame, settler.plane, settler.belief)
        return observation


class Showing:
    """No eyes: the pictures are shown for the set-up, and nothing is followed."""

    belief: Belief | None = None

    def __init__(self, lens: Lens, plane: TablePlane | None = None, turn: int | None = None) -> None:
        """`turn` as for `Watching`, but only where a plane is known already."""
        self._lens = lens
        self._turn = turn if plane is not None else None
        self.plane = plane

    def settle(self, frame: Picture) -> Observation | None:
        _ = frame.small  # a torn picture is passed over here too
        if self._turn is not None:
            self.plane, self._turn = by_markers(frame, self._turn) or self.plane, None
        self._lens.saw(frame, self.plane, None)
        return None


def by_markers(frame: Picture, turn: int) -> TablePlane | None:
    """The table where its markers lie now, with the house's first seat at the bottom; None where they are not seen.
    Raises ValueError for a torn picture."""
    found = calibrate(frame.image)
    return None if found is None else seated(found, Seat(turn % 4))
