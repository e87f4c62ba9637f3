"""One player's tiles as a camera before her rack shows them, followed from picture to picture.

A reading changes only when several still looks agree. While something moves before the rack, or lies there, the last
reading stands; so does it while fewer tiles are seen than she must hold. Looks are taken only where something has
stirred, and at most one in `EVERY_S`.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np

from engine.sight.observation import FEW_LOOKS, FEWEST, LOOKS, SEVERAL, SURE
from engine.tile import Tile
from vision.arrays import Floats, Image, Quads
from vision.eyes import Eyes
from vision.follow.motion import LOOK_EVERY_S, SETTLE_S, STUCK_S
from vision.picture.frame import Picture
from vision.rack.region import Region, anywhere, around
from vision.rack.row import MOST, row as row_in
from vision.rack.tiles import (
    Row,
    as_held,
    as_told,
    faces,
    known_again,
    looked_again,
    matched,
    put_right,
    quads_of,
    row_of,
)
from vision.read.sightings import Sightings

EVERY_S = (LOOKS - 1) * LOOK_EVERY_S  # half a second: a look at all of a picture takes a third of one


class Stage(Enum):
    """How it stands with the reading."""

    NOTHING = "no tile is seen"
    LOOKING = "it is being read"
    STEADY = "it stands"
    COVERED = "something is before the rack"
    FEWER = "fewer tiles are seen than there must be"
    MORE = "more tiles are seen than there can be"


@dataclass(frozen=True, slots=True)
class Expected:
    """How many tiles can stand on the rack now, and how many of each kind (36,) can be among them."""

    least: int = 1
    most: int = MOST
    left: tuple[int, ...] = tuple(t.copies for t in Tile)


@dataclass(frozen=True, slots=True)
class Standing:
    """One tile of the reading: how sure it is, 0 to 1, the next likeliest kinds, and whether somebody said so."""

    face: Tile
    sure: float
    others: tuple[Tile, ...]
    told: bool = False


@dataclass(frozen=True, slots=True)
class RackBelief:
    """The reading that stands, from the player's left; how many tiles the last look saw, and how many there must be.
    `number` grows with each reading that says something else."""

    tiles: tuple[Standing, ...] = ()
    stage: Stage = Stage.LOOKING
    seen: int = 0
    expected: Expected = Expected()
    number: int = 0

    @property
    def faces(self) -> tuple[Tile, ...]:
        return tuple(t.face for t in self.tiles)


Look = Callable[[Image, Quads], Sightings]


def look(eyes: Eyes, image: Image, near: Quads) -> Sightings:
    """The tiles of the rack in a picture (H, W, 3) BGR, from their player's left. They are sought where `near` stood
    (n, 4, 2), where any did, and in all of the picture where they are not all there any more."""
    if len(near):
        size = float(np.median(np.linalg.norm(near[:, 2] - near[:, 0], axis=1)))
        (x0, y0), (x1, y1) = near.reshape(-1, 2).min(0) - 2 * size, near.reshape(-1, 2).max(0) + 2 * size
        x0, y0 = max(0, int(x0)), max(0, int(y0))
        seen = eyes.sight(np.ascontiguousarray(image[y0 : int(y1), x0 : int(x1)]))
        found = Sightings(seen.quads + np.array([x0, y0], np.float32), seen.log_p, seen.points)
        found = found.take(row_in(found.quads))
        if len(found) >= len(near) - 1:
            return found
    seen = eyes.sight(image)
    return seen.take(row_in(seen.quads))


class RackFollower:
    """Follows one rack. `see` is called by one thread, `put_right` and `belief` by any."""

    def __init__(self, look: Look, expects: Callable[[], Expected] = Expected) -> None:
        """`look` reads the rack in a picture, near where it stood; `expects` says what can stand there now."""
        self._look = look
        self._expects = expects
        self._lock = threading.Lock()
        self._row: Row = ()
        self._number = 0
        self.belief = RackBelief()
        self.looks = 0  # how many were taken in all
        self._anew()

    def _anew(self) -> None:
        """Nothing is known of the pictures before."""
        self._before: Image | None = None
        self._rest: Image | None = None  # as the last looks saw it
        self._clear: Image | None = None  # as the reading was taken, with nothing before the rack
        self._region: Region | None = None
        self._seen_s = self._moved_s = self._looked_s = -np.inf
        self._tried: Row | None = None  # what the looks at this rest have seen so far
        self._agreed_on: Row | None = None  # what looks have seen in the end
        self._said: tuple[Tile, ...] = ()
        self._agreed = self._tries = 0
        self._open = True  # more looks at this rest are wanted
        self._asked = Expected()

    def see(self, frame: Picture) -> RackBelief:
        """The belief after one picture. Raises ValueError for a torn one."""
        if frame.time_s < self._seen_s:
            self._anew()  # the camera was opened anew
        if frame.time_s - self._seen_s < LOOK_EVERY_S:
            return self.belief
        small = frame.small
        with self._lock:
            self._follow(frame, small)
            return self.belief

    def put_right(self, place: int, tile: Tile) -> None:
        """The tile at that place of the reading is another: it is, until it leaves. Raises IndexError."""
        with self._lock:
            self._row = put_right(self._row, place, tile)
            self._tell(self.belief.stage, self.belief.seen, self.belief.expected)

    def _follow(self, frame: Picture, small: Image) -> None:
        now, before, rest = frame.time_s, self._before, self._rest
        self._before, self._seen_s = small, now
        region = self._region or anywhere(small.shape)
        expected = self._expects()
        if before is None or region.stirred(small, before):
            self._moved_s, self._tried = now, None
        if self._region is None and now - self._moved_s < SETTLE_S:
            self._seek(frame, small)
        covered = self._clear is not None and region.covered(small, self._clear)
        if now - self._moved_s < (STUCK_S if covered else SETTLE_S):
            self._tell(Stage.COVERED if covered else Stage.LOOKING, self.belief.seen, expected)
        elif rest is None or self._open or (self._tried is None and region.stirred(small, rest)):
            if now - self._looked_s >= EVERY_S:
                self._looked_s = now
                self._take(frame, small, expected, covered)
        elif expected != self._asked or self.belief.stage in (Stage.LOOKING, Stage.COVERED):
            self._judge(expected, covered)

    def _seek(self, frame: Picture, small: Image) -> None:
        """Where the rack stands, while others move behind it; what it shows is read once nothing moves before it."""
        if frame.time_s - self._looked_s < EVERY_S:
            return
        self._looked_s = frame.time_s
        seen = self._look(frame.image, quads_of(()))
        self.looks += 1
        if len(seen) >= FEWEST:
            self._region = around(seen.quads, small.shape)

    def _take(self, frame: Picture, small: Image, expected: Expected, covered: bool) -> None:
        """One look."""
        seen = row_of(self._look(frame.image, quads_of(self._row)))
        self.looks += 1
        again = looked_again(self._tried, seen) if self._tried is not None else None
        if again is None:
            self._agreed, self._tries = 0, 0 if self._tried is None else self._tries
            again = known_again(self._row, seen)
        said = faces(again, expected.left)
        self._agreed = self._agreed + 1 if said == self._said and self._agreed else 1
        self._tried, self._said, self._tries = again, said, self._tries + 1
        if self._region is None and len(again) >= FEWEST:  # from here on what moves elsewhere does not matter
            self._region = around(quads_of(again), small.shape)
        sure = all(t.told is not None or np.exp(t.log_p[f]) >= SURE for t, f in zip(again, said, strict=True))
        settled = self._agreed >= (FEW_LOOKS if sure else SEVERAL) or self._tries >= LOOKS
        self._open = self._tries < LOOKS and not (settled and sure and len(again) >= expected.least)
        if settled:
            self._rest, self._agreed_on = small, again
            self._judge(expected, covered)

    def _judge(self, expected: Expected, covered: bool) -> None:
        """Whether what the looks have agreed on is taken."""
        self._asked = expected
        tried = self._agreed_on
        if tried is None:
            return
        n = len(tried)
        if not n:
            self._tell(Stage.NOTHING, 0, expected)
        elif n > expected.most:
            self._tell(Stage.MORE, n, expected)
        elif n < expected.least and self._row and (covered or not self._others(tried)):
            self._tell(Stage.COVERED if covered else Stage.FEWER, n, expected)
        else:
            row = as_told(self._row, tried)
            self._row = as_held(row, faces(row, expected.left))
            self._clear = self._rest
            if self._rest is not None:
                self._region = around(quads_of(tried), self._rest.shape) if n > 1 else anywhere(self._rest.shape)
            self._tell(Stage.STEADY if n >= expected.least else Stage.FEWER, n, expected)

    def _others(self, tried: Row) -> bool:
        """Whether tiles stand there, seen long enough, that are not in the reading: then it is another rack, and not
        one of which a tile or two cannot be seen."""
        return self._tries >= LOOKS and None in matched(self._row, tried)

    def _tell(self, stage: Stage, seen: int, expected: Expected) -> None:
        said = faces(self._row, expected.left)
        tiles = tuple(_standing(t.log_p, f, t.told is not None) for t, f in zip(self._row, said, strict=True))
        before = self.belief
        if (tiles, stage, seen, expected) == (before.tiles, before.stage, before.seen, before.expected):
            return
        self._number += said != before.faces
        self.belief = RackBelief(tiles, stage, seen, expected, self._number)


def _standing(log_p: Floats, face: Tile, told: bool) -> Standing:
    order = [Tile(int(k)) for k in np.argsort(-log_p)[:4]]
    others = tuple(t for t in order if t is not face)[:3]
    return Standing(face, 1.0 if told else float(np.exp(log_p[face])), others, told)
