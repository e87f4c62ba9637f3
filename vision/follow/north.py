"""How what a second camera sees lies on the first one's table: turned by so many quarters, for nobody tells it where
north is, and a little beside its place, for nobody fixes two outlines alike.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from engine.sight.observation import FEWEST, NEAR_MM, SEVERAL
from engine.tile import Seat
from vision.arrays import Floats
from vision.follow.tracks import Track
from vision.plane.calibration import MARKER_MM
from vision.plane.eye import LEDGE_MM, THICK_MM, Eye
from vision.plane.zones import Place, Zone, along

NO_SHIFT = np.array([[1.0, 0, 0], [0, 1, 0]])
_TURN = np.array([[0.0, 1.0], [-1.0, 0.0]])  # what lies before one seat lies before the next to the right


class North:
    """`turn`: so many seats to the right of where the second camera believes it a tile lies in truth; None where
    nobody knows. `shift` (2, 3) takes it to its place once it is turned."""

    def __init__(self, turn: int | None = None) -> None:
        self.turn = turn
        self.shift: Floats = NO_SHIFT
        self._votes: Counter[int] = Counter()

    def seat(self, seat: Seat) -> Seat:
        return Seat((seat + (self.turn or 0)) % len(Seat))

    def carried(self, track: Track, eye: Eye | None) -> Track:
        """A tile of the second camera as it lies on the first one's table; `eye` is that one's, which sees what is high
        beside its place."""
        return replace(track, place=self._place(track.place, self.turn or 0, eye, self.shift))

    def hands(self, first: Sequence[Seat], second: Sequence[Seat]) -> None:
        """In one rest each camera saw these hands. Where it was one, it was the same."""
        if self.turn is not None or len(first) != 1 or len(second) != 1:
            return
        self._votes[(first[0] - second[0]) % len(Seat)] += 1
        (turn, most), *others = self._votes.most_common(2)
        if most >= SEVERAL * (1 + sum(n for _, n in others)):
            self.turn = turn

    def tiles(self, first: Sequence[Track], second: Sequence[Track], eye: Eye | None) -> None:
        """In one rest each camera saw these tiles: they tell how the one's table lies on the other's."""
        met = [self._met(first, second, turn, eye) for turn in range(len(Seat))]
        ranked = sorted(range(len(Seat)), key=lambda turn: -len(met[turn][0]))
        most, next_most = (len(met[turn][0]) for turn in ranked[:2])
        if most >= FEWEST and most >= 2 * next_most:
            self.turn = ranked[0]
        if self.turn is None or len(met[self.turn][0]) < FEWEST:
            return
        there, here = (np.array(points) for points in met[self.turn])
        found, fits = cv2.estimateAffinePartial2D(there, here, method=cv2.RANSAC, ransacReprojThreshold=NEAR_MM / 2)
        if found is not None and int(fits.sum()) >= max(FEWEST, len(here) / 2):
            self.shift = np.asarray(found, float)

    def _met(
        self, first: Sequence[Track], second: Sequence[Track], turn: int, eye: Eye | None
    ) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
        """Places (mm) of tiles of the second that lie about where the first has one of that face, if turned so, before
        any shift; and where the first has them."""
        there, here = [], []
        for track in second:
            bare = self._place(track.place, turn, eye, NO_SHIFT)
            shifted = self._place(track.place, turn, eye, self.shift)
            near = [t for t in first if t.face == track.face and _apart(t.place, shifted) < MARKER_MM]
            if len(near) == 1:
                there.append((bare.x_mm, bare.y_mm))
                here.append((near[0].place.x_mm, near[0].place.y_mm))
        return there, here

    @staticmethod
    def _place(place: Place, turn: int, eye: Eye | None, shift: Floats) -> Place:
        at = np.linalg.matrix_power(_TURN, turn) @ (place.x_mm, place.y_mm)
        if eye is not None:
            at = eye.raised(at, THICK_MM + (LEDGE_MM if place.zone is Zone.EXPOSURE else 0.0))
        x, y = (float(v) for v in shift[:, :2] @ at + shift[:, 2])
        seat = None if place.seat is None else Seat((place.seat + turn) % len(Seat))
        aside = place.along_mm if seat is None else along(seat, (x, y))
        return replace(place, seat=seat, x_mm=x, y_mm=y, along_mm=aside)


def _apart(one: Place, other: Place) -> float:
    return float(np.hypot(one.x_mm - other.x_mm, one.y_mm - other.y_mm))
