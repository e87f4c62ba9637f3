"""What the camera sees of a game at a moment: tiles at rest and in hands, the hands, then the sensor's own faults."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.synthetic.acting import Acting, Deed
from vision.synthetic.game import Waits
from vision.synthetic.hand import Arm, Reach, draw_arm, lay_arm, place_arm
from vision.synthetic.look import Look
from vision.synthetic.pieces import Sprite, draw_piece
from vision.synthetic.table import Box, TablePicture, joined

Bytes = NDArray[np.uint8]

_EXPOSURES = 4  # of one unchanged picture


class Stage:
    """Plays one `Acting` on a table picture. Ask for moments in rising order of time.

    `version` grows whenever the picture changes.
    """

    def __init__(self, table: TablePicture, acting: Acting) -> None:
        self.table = table
        self.look = table.look
        for number in list(table.tiles):
            table.take(number)
        for number, lying in acting.opening.items():
            table.lay(number, lying)
        self._deeds: Iterator[Deed] = acting.deeds()
        self._deed: Deed | None = next(self._deeds, None)
        self._pieces = acting.pieces
        self._arms: dict[Seat, Arm] = {}
        self._done: set[tuple[int, int]] = set()
        self._frame: Bytes = table.image.copy()
        self._spoilt: tuple[Box, ...] = ()
        self._carried: tuple[int, ...] = ()
        self.version = 0

    @property
    def ended(self) -> bool:
        """Whether the last deed, and the rest after it, are over."""
        return self._deed is None

    @property
    def waits_for(self) -> str | None:
        """The cue that the people at the table wait for now."""
        act = None if self._deed is None else self._deed.act
        return act.for_ if isinstance(act, Waits) else None

    @property
    def carried(self) -> tuple[int, ...]:
        """The tiles in a hand at the moment last asked for."""
        return self._carried

    def at(self, t: float) -> Bytes:
        """The clean picture at `t`; valid until the next call."""
        while self._deed is not None and t >= self._deed.t1:
            self._settle(self._deed, self._deed.t1)
            self._deed = next(self._deeds, None)
            self._done.clear()
        deed = self._deed
        if deed is not None:
            self._settle(deed, t)
        fresh = self.table.refresh()
        reach = self._reach(deed, t)
        flying = self._flying(deed, t)
        dirty: list[Box] = [s.box for s in flying]
        if reach is not None:
            dirty.append(reach.box)
        width, height = self.look.size_wh
        self.version += bool(self._spoilt or fresh or dirty)
        for x0, y0, x1, y1 in joined((*self._spoilt, *fresh), width, height):
            self._frame[y0:y1, x0:x1] = self.table.image[y0:y1, x0:x1]
        for sprite in flying:
            sprite.lay_on(self._frame)
        if reach is not None:
            lay_arm(self.look, reach, self._frame, 0, 0)
        self._spoilt = joined(dirty, width, height)
        return self._frame

    def _settle(self, deed: Deed, t: float) -> None:
        """Bring the tiles at rest to what they are at `t`."""
        # at one moment what comes down comes first: a tile may be laid and taken up again in the same instant
        moments = [(c.t_drop, 0, i) for i, c in enumerate(deed.carries)]
        moments += [(s[0], 1, i) for i, s in enumerate(deed.slides)]
        moments += [(c.t_pick, 2, i) for i, c in enumerate(deed.carries)]
        for when, what, i in sorted(moments):
            if when > t or (what, i) in self._done:
                continue
            self._done.add((what, i))
            if what == 0:
                self.table.lay(deed.carries[i].number, deed.carries[i].lands)
            elif what == 1:
                self.table.lay(deed.slides[i][1], deed.slides[i][2])
            else:
                self.table.take(deed.carries[i].number)

    def _reach(self, deed: Deed | None, t: float) -> Reach | None:
        tip = None if deed is None else deed.tip(t)
        if deed is None or tip is None:
            return None
        if deed.seat not in self._arms:
            self._arms[deed.seat] = draw_arm(self.look, deed.seat)
        return place_arm(self.look, self._arms[deed.seat], tip)

    def _flying(self, deed: Deed | None, t: float) -> list[Sprite]:
        moving = [] if deed is None else [c for c in deed.carries if c.t_pick <= t < c.t_drop]
        self._carried = tuple(c.number for c in moving)
        return [draw_piece(self.look, self._pieces[c.number], c.pose(t)) for c in moving]


class Sensor:
    """The lens's softness, noise and JPEG.

    The noise is drawn once and shifted about, and of a picture that stays the same only a few exposures are made, which
    then take turns: a table at rest costs next to nothing.
    """

    def __init__(self, look: Look) -> None:
        self._rng = np.random.default_rng([look.seed, 0x5E])
        width, height = look.size_wh
        self._look = look
        self._size = (height, width)
        self._noise: tuple[Bytes, Bytes] | None = None
        self._kept: list[Bytes] = []
        self._version: int | None = None
        self._turn = 0
        if look.noise > 0:
            rows, columns = height // 2 + 32, width // 3 + 22  # a part, repeated: nobody sees that
            grain = self._rng.standard_normal((rows, columns, 3), np.float32) * np.float32(look.noise)
            grain = 0.8 * grain + 0.2 * grain.mean(2, keepdims=True) + cv2.GaussianBlur(grain, (0, 0), 1.2) * 0.8
            whole = np.tile(np.round(grain).astype(np.int16), (2, 3, 1))
            self._noise = (np.maximum(whole, 0).astype(np.uint8), np.maximum(-whole, 0).astype(np.uint8))

    def expose(self, clean: Bytes, version: int | None = None) -> Bytes:
        """The picture as the camera delivers it, a new array. `version` tells whether `clean` is still the same."""
        if version is None or version != self._version:
            self._kept.clear()
            self._version = version
        if len(self._kept) < _EXPOSURES:
            self._kept.append(self._fresh(clean))
            return self._kept[-1].copy()
        self._turn = (self._turn + 1) % _EXPOSURES
        return self._kept[self._turn].copy()

    def _fresh(self, clean: Bytes) -> Bytes:
        image = clean
        if self._look.soft > 0:
            image = np.asarray(cv2.GaussianBlur(image, (3, 3), self._look.soft), np.uint8)
        if self._noise is not None:
            up, down = self._noise
            y, x = (int(v) for v in self._rng.integers(0, 64, 2))
            h, w = self._size
            image = np.asarray(cv2.add(image, up[y : y + h, x : x + w]), np.uint8)
            cv2.subtract(image, down[y : y + h, x : x + w], dst=image)
        if self._look.jpeg:
            ok, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._look.jpeg])
            if ok:
                return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return image.copy() if image is clean else image
