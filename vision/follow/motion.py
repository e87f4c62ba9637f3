"""What moved, and whose hand it was. Works on the gate's small grey pictures: cheap enough for every frame."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEWEST, LOOKS, SEVERAL, TILE_MM
from engine.tile import Seat
from vision.arrays import Image
from vision.picture.camera import FPS
from vision.picture.frame import SHRINK
from vision.plane.calibration import EDGE_MM, TABLE_MM, TablePlane

Mask = NDArray[np.uint8]

STEP = 14  # grey levels: above a webcam's noise in a lit room, below a hand, or a tile's face, on felt
TILE = TILE_MM[0] * TILE_MM[1] / TABLE_MM**2  # part of the table that a tile covers
LEAST_MOVING = TILE / 2  # part of the table's picture; a nudged tile stirs as much as it covers
BRIDGE = np.ones((7, 7), np.uint8)  # a dark sleeve over a dark table shows in pieces, up to so many pixels apart
HAND = FEWEST * TILE  # ... that a hand covers at least
SETTLE_S = 0.2  # a placed tile and the hand that leaves it move in every frame; nobody holds still so long
LOOK_EVERY_S = SETTLE_S / 2  # looks closer together than this see the same noise
JITTER_S = 0.5 / FPS / 2  # no picture more is waited for where so many make up a time but for its last digit
# Something as large as a hand that lies so long, several rests' time, is no hand: a cup, a sleeve, a card put down.
STUCK_S = SEVERAL * (SETTLE_S + LOOKS * LOOK_EVERY_S)
GONE = 1.3  # how much plainer the outline of what differs was at the last rest than it is now, where it has left
DRIFT = GONE  # times as light: so far a camera's own exposure goes while people play; a lamp makes more of a difference
RIM = np.ones((5, 5), np.uint8)  # the outline of what differs, two pixels to each side


@dataclass(frozen=True, slots=True)
class Ground:
    """Masks of the table in the small picture, 255 inside: `table` all of it, `sides` one per seat, near that edge."""

    table: Mask
    sides: tuple[Mask, ...]

    @property
    def area(self) -> int:
        return max(1, cv2.countNonZero(self.table))


def ground(plane: TablePlane, small_hw: tuple[int, int]) -> Ground:
    """`small_hw` is the small picture's shape; the plane must be that of the full picture."""
    reach, edge = plane.half_mm + EDGE_MM, plane.half_mm + EDGE_MM / 2  # past the standing tiles, up to the edge
    side = 0.8 * reach
    corners = np.array([[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]])
    bottom = np.array([[-side, edge], [side, edge], [side, reach], [-side, reach]])
    sides = []
    at = bottom
    for _ in Seat:
        sides.append(_mask(plane, at, small_hw))
        at = np.stack([at[:, 1], -at[:, 0]], 1)  # the same strip at the next seat to the right
    return Ground(_mask(plane, corners, small_hw), tuple(sides))


def _mask(plane: TablePlane, corners_mm: NDArray[np.float64], small_hw: tuple[int, int]) -> Mask:
    mask = np.zeros(small_hw, np.uint8)
    outline = np.round(plane.to_px(corners_mm) / SHRINK).astype(np.int32)
    cv2.fillConvexPoly(mask, outline, 255)
    return mask


class Motion:
    """Compares each small picture with the one before and with the table at its last rest."""

    def __init__(self, area: Ground) -> None:
        self._ground = area
        self._before: Image | None = None
        self._stirred_s: NDArray[np.float32] | None = None  # when each pixel last differed from the picture before
        self.rest: Image | None = None
        self._under: Image | None = None  # of each pixel what was seen there at rest before it last changed
        self._left: tuple[Mask, Seat] | None = None  # where a hand seems to have left since the last rest, and whose
        self._changed: tuple[Image, Image, Mask] | None = None  # the last that was asked of: it is asked several times
        self.stir = 1.0  # what part of the table differed between the last two pictures

    def moving(self, small: Image, time_s: float = 0.0) -> bool:
        """Whether anything on the table moved since the picture before. True for the first picture."""
        before, self._before = self._before, small
        if before is None or before.shape != small.shape or self._stirred_s is None:
            self._stirred_s, self.stir = np.full(small.shape, time_s, np.float32), 1.0
            return True
        step = differs(small, before)
        self._stirred_s[cv2.dilate(step, RIM) > 0] = time_s
        self.stir = cv2.countNonZero(cv2.bitwise_and(step, self._ground.table)) / self._ground.area
        return self.stir > LEAST_MOVING

    def changed(self, small: Image) -> Mask:
        """Where the table differs from its last rest: 255, in the small picture; all of it before the first rest."""
        if self.rest is None or self.rest.shape != small.shape:
            return self._ground.table.copy()
        if self._changed is None or self._changed[0] is not small or self._changed[1] is not self.rest:
            differing = cv2.bitwise_and(differs(small, self._as_lit(small, self.rest)), self._ground.table)
            self._changed = small, self.rest, np.asarray(differing, np.uint8)
        return self._changed[2]

    def _as_lit(self, small: Image, rest: Image) -> Image:
        """The last rest as the camera would see it now: its exposure follows what comes into the picture, and goes on
        for a while after that has left. A lamp that was switched stays a change."""
        some = (slice(None, None, 2), slice(None, None, 2))  # enough of a picture to tell its light
        table = (self._ground.table[some] > 0) & (rest[some] > STEP)
        if not table.any():
            return rest
        lighter = float(np.median(small[some][table] / rest[some][table]))
        lit = cv2.convertScaleAbs(rest, alpha=lighter) if 1 / DRIFT < lighter < DRIFT else rest
        return np.asarray(lit, np.uint8)

    def share(self, small: Image) -> float:
        """What part of the table differs from its last rest; 0 before the first."""
        return 0.0 if self.rest is None else cv2.countNonZero(self.changed(small)) / self._ground.area

    def hand(self, small: Image, time_s: float = 0.0, first: bool = False) -> Seat | None:
        """The seat whose hand or sleeve lies over the table now, None where none does. What has not stirred for long
        is none, and neither is the place that one has left which came to lie there at the last rest. `first`: that was
        the first of all, and nobody knows what lay over the table then."""
        found = self._blob(small, time_s, True, first)
        return None if found is None else found[1]

    def left(self, small: Image, time_s: float = 0.0, first: bool = False) -> Seat | None:
        """The seat whose hand lay over the table at the last rest and is gone now; None where none was."""
        found = self._blob(small, time_s, False, first)
        self._left = found if found is not None else self._left
        return None if found is None else found[1]

    def came(self, small: Image) -> Seat | None:
        """The seat whose hand seemed to have left since the last rest, where the table looks as it did then: that hand
        had come. None where none seemed to have left, and where one has."""
        if self._left is None:
            return None
        where, seat = self._left
        other = cv2.bitwise_and(self.changed(small), where)
        return seat if 2 * cv2.countNonZero(other) < cv2.countNonZero(where) else None

    def _blob(self, small: Image, time_s: float, there: bool, first: bool) -> tuple[Mask, Seat] | None:
        if self.rest is None or self._stirred_s is None:
            return None
        change = self.changed(small)
        least = HAND * self._ground.area
        bridged = cv2.dilate(change, BRIDGE)
        if cv2.countNonZero(bridged) < least:
            return None
        n, labels, stats, _ = cv2.connectedComponentsWithStats(bridged)
        best: tuple[int, Mask, Seat] | None = None
        for k in range(1, n):
            if stats[k, cv2.CC_STAT_AREA] < least:
                continue
            blob = np.where(labels == k, change, 0).astype(np.uint8)
            fresh = np.where(time_s - self._stirred_s <= STUCK_S, blob, 0).astype(np.uint8) if there else blob
            size = cv2.countNonZero(fresh)
            if size < least or not self._solid(blob) or self._gone(small, blob, first) is there:
                continue
            touch = [cv2.countNonZero(cv2.bitwise_and(blob, side)) for side in self._ground.sides]
            seat = Seat(int(np.argmax(touch)))
            if touch[seat] and (best is None or size > best[0]):
                best = (size, blob, seat)
        return None if best is None else best[1:]

    def _solid(self, blob: Mask) -> bool:
        """Whether as much of what differs as a tile covers is more than lines: edges of racks and shadows differ along
        all their length where the light has changed, and are no hand."""
        within = cv2.morphologyEx(blob, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return cv2.countNonZero(within) >= TILE * self._ground.area

    def _gone(self, small: Image, blob: Mask, first: bool) -> bool:
        """Whether what differs was there at the last rest and is not now: its outline runs along edges of that picture,
        and not of this one, and most of it looks as before that had come. A dark sleeve that hides light tiles shows
        fewer edges than these too. After the first rest that is as likely as not: then it need only run along more of
        them, where the blob also stood out more from what lies around it."""
        assert self.rest is not None
        closed = np.asarray(cv2.morphologyEx(blob, cv2.MORPH_CLOSE, BRIDGE), np.uint8)
        rim = cv2.subtract(cv2.dilate(closed, RIM), cv2.erode(closed, RIM))
        before, now = (cv2.mean(_slopes(picture), rim)[0] for picture in (self.rest, small))
        if before > GONE * now:
            return first or self._as_before(small, blob)
        return first and before > now and self._stands_out(self.rest, closed) > self._stands_out(small, closed)

    def _as_before(self, small: Image, blob: Mask) -> bool:
        """Whether most of a blob looks as it did before it last changed from rest to rest."""
        assert self._under is not None
        other = cv2.bitwise_and(differs(small, self._as_lit(small, self._under)), blob)
        return 2 * cv2.countNonZero(other) < cv2.countNonZero(blob)

    def _stands_out(self, picture: Image, blob: Mask) -> float:
        """By how many grey levels a blob is lighter or darker than what lies around it, the median along its outline.
        Levels are averaged over `BRIDGE` on either side: a printed cloth has edges everywhere, inside and outside."""
        near = cv2.dilate(blob, np.ones((3, 3), np.uint8))
        light, sides = picture.astype(np.float32), (blob > 0, (near == 0) & (self._ground.table > 0))
        held = [cv2.blur(side.astype(np.float32), BRIDGE.shape) for side in sides]
        rim = (cv2.subtract(near, blob) > 0) & (held[0] > 0) & (held[1] > 0)
        if not rim.any():
            return 0.0
        inside, outside = (
            cv2.blur(np.where(side, light, 0).astype(np.float32), BRIDGE.shape)[rim] / part[rim]
            for side, part in zip(sides, held, strict=True)
        )
        return float(np.median(np.abs(inside - outside)))

    def rested(self, small: Image) -> None:
        """The table lies still and has been looked at: later changes count from here."""
        if self.rest is None or self._under is None or self.rest.shape != small.shape:
            self._under = small
        else:
            new = differs(small, self._as_lit(small, self.rest)) > 0
            self._under = np.where(new, self.rest, self._under).astype(np.uint8)
        self.rest, self._left = small, None


def differs(one: Image, other: Image) -> Mask:
    """Where two small pictures differ by more than a camera's noise, 255 there."""
    change = cv2.threshold(cv2.absdiff(one, other), STEP, 255, cv2.THRESH_BINARY)[1]
    return np.asarray(change, np.uint8)


def _slopes(picture: Image) -> NDArray[np.float32]:
    """How steep a picture is, in grey levels."""
    return np.asarray(cv2.magnitude(cv2.Sobel(picture, cv2.CV_32F, 1, 0), cv2.Sobel(picture, cv2.CV_32F, 0, 1)))
