"""From frames to the table at rest.

Three states follow each other: *moving* (a hand is over the table or something moves), *settling* (still, but not for
long enough), *resting* (looked at a few times, so that several pictures agree). Only where a hand has been is looked at
again; a frame in which nothing moves costs the gate alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import FEW_LOOKS, FEWEST, LOOKS, SEVERAL, TILE_MM, Observation
from engine.tile import N_KINDS, Seat, Tile
from vision.arrays import Floats32, Image, Quads
from vision.follow.belief import Belief, Followed, Stage
from vision.follow.learner import Learner
from vision.follow.motion import BRIDGE, JITTER_S, LOOK_EVERY_S, SETTLE_S, Ground, Mask, Motion, ground
from vision.follow.named import Told, naming
from vision.follow.plate import Plate
from vision.follow.rows import overlooked
from vision.follow.seen import NONE_EXPOSED, observed
from vision.follow.steady import SMEARED, Shifted, Steady, Verdict
from vision.follow.tracks import Track, Tracks, sights
from vision.judge.doubt import strange
from vision.judge.known import Lying, Window, lain_upon
from vision.judge.pictures import UNLIKE
from vision.judge.relocate import MOST
from vision.judge.size import misfit
from vision.picture.frame import SHRINK, Picture
from vision.plane.calibration import MARKER_MM, ROUGH, TablePlane, calibrate, from_frame
from vision.plane.moved import pixels
from vision.plane.zones import Zone, place
from vision.read.crops import SAME_SIZE
from vision.read.sightings import Sightings
from vision.read.tileset import TileSet

AT_HOME = 2 * FEWEST  # tiles by which the set's size and colour are known: once, all is looked at again
LOOK_PX = 20.0  # how wide tiles are for the finder: where it is surest, and cheapest
MARGIN_MM = TILE_MM[0] / 2 + TILE_MM[1]  # around what changed: a tile and a half, so that whole tiles are seen
NAMED = 2 * len(Seat)  # hands that are named again, at most, where rest after rest breaks off: two turns of each player

Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels of the full picture."""

ReadAt = Callable[[Quads], Sightings]
"""What a picture shows where quads (n, 4, 2) lie in it: `Eyes.read_at`, with the picture and what lies there."""


class Eyes(Protocol):
    """Finds and reads tiles: `vision.eyes.Eyes`, or whatever stands in for it."""

    @property
    def shown(self) -> TileSet | None:
        """The household's own set that they read with, with pictures of its tiles, or None."""

    def resemblance(self, points: Floats32) -> Floats32:
        """How much finds with these embeddings (n, E) look like the set's likeliest face (n,): a cosine."""

    def sight_window(self, image: Image, window: Window, lying: Lying) -> Sightings:
        """The tiles whose middle lies in a window of a picture, judged by the tiles that are known to lie there; quads
        in pixels of the whole picture. Where tiles are at rest nothing is looked for."""

    def read_at(self, image: Image, quads: Quads, lying: Lying) -> Sightings:
        """What stands where a tile is suspected: those of the quads (n, 4, 2) that surely hold one."""


class Settler:
    """Follows one table. `plane` fixes it beforehand; without it the first picture's markers do, or its own edges."""

    def __init__(
        self,
        eyes: Eyes,
        plane: TablePlane | None = None,
        named: tuple[Told, ...] = (),
        learner: Learner | None = None,
    ) -> None:
        """`named`: the faces that players have named, oldest first; others may be given from another thread. `learner`
        gathers the tiles of a set that nobody showed, or whose pictures do not tell its faces apart."""
        self.eyes = eyes
        self.learner = learner
        self.plane = plane
        self.named = named
        self._motion: Motion | None = None
        self._ground: Ground | None = None
        self._tracks = Tracks()
        self._swept: Mask | None = None
        self._hands: list[Seat] = []
        self._told = 0  # how many of them a rest has named that counts though it broke off
        self._alone = False  # whether one of them came alone to a rest, and may have put down what was overlooked
        self._still_since = 0.0
        self._steady = Steady()
        self._plate: Plate | None = None
        self._rests = 0
        self._anew = False
        self._told_anew = False
        self._looked_s = 0.0
        self._looks = 0
        self._boxes: tuple[Box, ...] = ()
        self._laid: Quads = np.zeros((0, 4, 2), np.float32)  # where a look of this rest that took its time found tiles
        self._at_rest: list[Track] = []  # read plainly, and nothing has touched them since
        self._rested = False
        self._at_home = False
        self._belief = Belief()
        self.most = LOOKS  # that are taken of one rest

    def settle(self, frame: Picture) -> Observation | None:
        """The table at rest, or None while it moves, settles, or nothing has changed since it was last told.

        Raises ValueError for a torn frame; it leaves no trace, and the next frame goes on from the one before.
        """
        small = frame.small
        motion = self._watching(frame, small)
        moving = motion.moving(small, frame.time_s)
        verdict = self._camera(frame, small, motion, moving)
        motion = self._watching(frame, small)
        itself = motion.stir > SMEARED  # the camera: what then differs is no hand
        if self._belief.sure and (itself or verdict is not Verdict.SAME):
            self._belief = replace(self._belief, sure=False)
        hand = verdict is Verdict.SAME and not itself and self._hand(motion, small, frame.time_s)
        if moving or hand or verdict is not Verdict.SAME:
            self._sweep(motion.changed(small))
            self._still_since = frame.time_s
            self._believe(Stage.MOVING, self._hands[-1] if hand else None)
            return None
        if frame.time_s - self._still_since < SETTLE_S - JITTER_S:
            self._believe(Stage.SETTLING)
            return None
        if self._looks == 0:
            self._begin_rest(motion, frame, small)
        if self._looks >= self.most or frame.time_s - self._looked_s < LOOK_EVERY_S - JITTER_S:
            return None
        self._look(frame)
        if self.learner is not None and self._looks in (FEW_LOOKS, LOOKS):
            self.learner.play_with(self.eyes.shown)
            self.learner.gather(frame.image, self._tracks.all)
        seen = self._observation(frame.time_s)
        first = self._plate is None and self._looks == FEW_LOOKS  # a slow machine may never look at a rest to its end
        bare = not seen.discards and not any(seen.exposures) and not self._alone
        clean = self._looks in (FEW_LOOKS, LOOKS) and bare
        if first or clean or (self._looks == LOOKS and seen.anew):
            self._plate = Plate.of(frame.image)
            self._tracks.meet()
        if self._looks == self.most:
            motion.rested(small)
            self._steady.rested(frame)
            self._belief = replace(self._belief, rests=self._belief.rests + 1, sure=True)
        return seen

    def _camera(self, frame: Picture, small: Image, motion: Motion, moving: bool) -> Verdict:
        """Whether the camera still sees the table where it lies; where it was moved all goes on from there."""
        assert self.plane is not None
        anew = self._steady.sought_markers(frame, self.plane) if not moving else None
        if anew is not None:
            self._anew, self._told_anew = True, False
            self._shift(Shifted(anew, np.eye(3)), small)
            return Verdict.MOVED
        verdict = self._steady.look(frame, self.plane, motion.share(small), motion.stir)
        if verdict is Verdict.MOVED and self._steady.shifted is not None:
            self._shift(self._steady.shifted, small)
            self._steady.rested(frame)
        says = self._steady.says(frame.time_s)
        if says != self._belief.says:
            self._belief = replace(self._belief, says=says)
        return verdict

    def _shift(self, to: Shifted, small: Image) -> None:
        """The table lies elsewhere in the picture: so do the tiles that are followed, and all is looked at again."""
        self.plane = to.plane
        if self._plate is not None:
            self._plate = self._plate.shifted(to.way)
        for track in self._tracks.all:
            track.quad = np.asarray(pixels(track.quad, to.way), np.float32)
        for track, now in zip(self._tracks.all, place(to.plane, _quads(self._tracks.all)), strict=True):
            track.place = now
        self._ground = ground(to.plane, (small.shape[0], small.shape[1]))
        self._motion = Motion(self._ground)
        if to.rest is not None:
            self._motion.rested(to.seen(small))
        self._swept = self._ground.table.copy()
        self._looks = 0
        self._at_rest = []

    @property
    def belief(self) -> Belief:
        """What is believed of the table now. May be asked from another thread."""
        return self._belief

    def _believe(self, stage: Stage, hand: Seat | None = None) -> None:
        if (stage, hand) != (self._belief.stage, self._belief.hand):
            self._belief = replace(self._belief, stage=stage, hand=hand)

    @property
    def still_since_s(self) -> float:
        """When something moved last, by the pictures' clock."""
        return self._still_since

    @property
    def stir(self) -> float:
        """What part of the table differed between the last two pictures."""
        return 0.0 if self._motion is None else self._motion.stir

    @property
    def tracks(self) -> Sequence[Track]:
        """The tiles followed now."""
        return tuple(self._tracks.all)

    def told(self, x_mm: float, y_mm: float, tile: Tile) -> int | None:
        """Somebody at the table says what the tile at that place is: from now on all that look like it are read so. The
        number of its track; None, and nothing happens, where no tile is followed. May be called from another thread."""
        near = min(self.tracks, key=lambda t: np.hypot(t.place.x_mm - x_mm, t.place.y_mm - y_mm), default=None)
        if near is None or np.hypot(near.place.x_mm - x_mm, near.place.y_mm - y_mm) > near.place.span_mm / 2:
            return None
        self.named = naming(self.named, Told(near.point, tile))
        return near.born

    def _watching(self, frame: Picture, small: Image) -> Motion:
        if self._motion is None or self._ground is None or self._ground.table.shape != small.shape:
            size = (frame.image.shape[1], frame.image.shape[0])
            if self.plane is None:
                self.plane = calibrate(frame.image, ROUGH) or from_frame(size)
            elif self.plane.size_wh != size:
                self._tracks.scale(np.divide(size, self.plane.size_wh))
                self.plane = self.plane.scaled(size)
                self._steady, self._plate = Steady(), None
            self._ground = ground(self.plane, (small.shape[0], small.shape[1]))
            self._motion = Motion(self._ground)
            self._swept = None  # it was drawn at the old size; all is looked at again anyhow
            self._still_since = frame.time_s
        return self._motion

    def _hand(self, motion: Motion, small: Image, time_s: float) -> bool:
        """Whether a hand lies over the table; remembers whose."""
        first = self._rests <= 1
        seat = motion.hand(small, time_s, first)
        if seat is None:
            # what lay under a hand that was there from the start comes to light: nobody has put it there
            if first and not self._hands and motion.left(small, first=True) is not None:
                self._anew, self._told_anew = True, False
            return False
        if not self._hands or self._hands[-1] is not seat:
            self._hands.append(seat)
        return True

    def _sweep(self, changed: Mask) -> None:
        self._swept = changed if self._swept is None else np.asarray(cv2.bitwise_or(self._swept, changed), np.uint8)
        self._looks = 0

    def _forget(self) -> None:
        """A slow machine may never look at a rest to its end: what was told in one that broke off is told again, but
        not for ever."""
        self._alone |= len(self._hands) - self._told == 1
        if len(self._hands) > NAMED:
            del self._hands[: self._told]
        self._anew &= not self._told_anew
        self._told, self._told_anew = 0, False

    def _begin_rest(self, motion: Motion, frame: Picture, small: Image) -> None:
        """Still at last: what must be looked at is wherever anything changed since the last rest."""
        if (came := motion.came(small)) is not None:
            self._anew, self._hands = False, self._hands or [came]
        self._forget()
        self._sweep(motion.changed(small))
        swept, area = self._swept, self._ground
        assert swept is not None
        assert area is not None
        redrawn = cv2.countNonZero(swept) > 0.5 * area.area or motion.rest is None
        swept = area.table if redrawn else swept
        grown = np.asarray(cv2.dilate(swept, np.ones((3, 3), np.uint8)), np.uint8)
        touched = [_touches(grown, t) for t in self._tracks.all]
        self._tracks.doubt(touched)
        # by the size and colour of those that are known more can be told of all that lies there
        settled_in = not self._at_home and sum(t.known for t in self._tracks.all) >= AT_HOME
        self._at_home |= settled_in
        untouched = [t for t, by_hand in zip(self._tracks.all, touched, strict=True) if t.plain and not by_hand]
        self._at_rest = [] if redrawn or settled_in else untouched
        self._boxes = self._boxes_of(area.table if settled_in else swept)
        self._swept, self._rests = None, self._rests + 1
        motion.rested(small)
        self._steady.rested(frame)

    def _boxes_of(self, swept: Mask) -> tuple[Box, ...]:
        """Boxes in the full picture around what changed; one for the whole where they would cover most of it."""
        assert self.plane is not None
        width, height = self.plane.size_wh
        margin = MARGIN_MM * self._px_per_mm()
        near = cv2.dilate(swept, BRIDGE)
        n, _, stats, _ = cv2.connectedComponentsWithStats(near)
        boxes = []
        for k in range(1, n):
            x, y, w, h = (int(v) * SHRINK for v in stats[k, :4])
            x0, y0 = max(0, int(x - margin)), max(0, int(y - margin))
            boxes.append((x0, y0, min(width, int(x + w + margin)), min(height, int(y + h + margin))))
        return _joined(boxes)

    def _px_per_mm(self) -> float:
        assert self.plane is not None
        ends = self.plane.to_px(np.array([[-MARKER_MM, 0.0], [MARKER_MM, 0.0]]))
        return float(np.linalg.norm(ends[1] - ends[0])) / (2 * MARKER_MM)

    def _look(self, frame: Picture) -> None:
        assert self.plane is not None
        zoom = min(1.0, LOOK_PX / (TILE_MM[0] * self._px_per_mm()))
        at_rest = _quads(self._at_rest)
        lying = Lying.of(frame.image, _quads([t for t in self._tracks.all if t.known]), at_rest, self.plane)
        anew = {0: SEVERAL, FEW_LOOKS: MOST}.get(self._looks, 0)
        if anew == MOST:  # once a rest from nearer: a light tile on light cloth is not seen from wherever it is sought
            zoom = min(1.0, zoom * SAME_SIZE)
        known = 1.0 if self.learner is None or self.eyes.shown else self.learner.known
        windows = [Window(box, zoom, anew, known) for box in self._boxes]
        looked_at = [self.eyes.sight_window(frame.image, window, lying) for window in windows]
        seen = _none_upon_another(Sightings.joined(looked_at))
        read = partial(self.eyes.read_at, frame.image, lying=lying)
        seen = self._as_laid(seen, lying, read)
        if anew:
            self._laid = seen.quads
        rows = (*place(self.plane, seen.quads), *(t.place for t in self._at_rest))
        if len(seen):
            seen = Sightings.joined([seen, overlooked(rows, np.concatenate([seen.quads, at_rest]), read)])
        left = {t.born for t in self._at_rest}
        looked = [t.born not in left and _inside(t.quad.mean(0), self._boxes) for t in self._tracks.all]
        unseen = self._tracks.unseen(place(self.plane, seen.quads), looked)
        seen = Sightings.joined([seen, self._still_there(unseen, seen, read)])
        seen = seen.take(~self._lay_there(frame.image, seen))
        seen = self._as_met(frame.image, seen)
        self._tracks.add(seen, place(self.plane, seen.quads), looked)
        self._looked_s, self._looks = frame.time_s, self._looks + 1
        if not self._rested and self._looks == FEW_LOOKS:
            self._rested = True
            self._tracks.find_patterns()

    def _as_laid(self, seen: Sightings, lying: Lying, read: ReadAt) -> Sightings:
        """What a look found, read where a tile of the usual size lay before, or was laid in this rest by a look that
        took its time, in place of what is found there now and fits worse: of a tile's half, or across it."""
        laid = self._laid if self._looks else _quads([t for t in self._tracks.all if t.known])
        if not len(laid) or not len(seen):
            return seen
        near = np.linalg.norm(seen.quads.mean(1)[:, None] - laid.mean(1)[None], axis=2).argmin(1)
        at = laid[near]
        worse = misfit(seen.quads, lying) > misfit(at, lying) + np.log(SAME_SIZE) / 2
        worse &= np.array([lain_upon(q[None], a[None])[0] for q, a in zip(seen.quads, at, strict=True)])
        there = read(np.unique(at[worse], axis=0))
        of_these = lain_upon(seen.quads, there.quads)  # its other part too, that was taken for a tile of its own
        return Sightings.joined([seen.take(~of_these), there])

    def _lay_there(self, image: Image, seen: Sightings) -> NDArray[np.bool_]:
        """Which finds are nothing that anybody put down: the picture there is what it was when the table was met."""
        assert self.plane is not None
        places = place(self.plane, seen.quads)
        discards = np.array([p.zone is Zone.DISCARDS for p in places], np.bool_)
        strange = self._tracks.strange(places, seen.tiles) & discards
        printed = discards & self._printed(seen)
        if self._plate is not None and strange.any():
            lying = np.concatenate([seen.quads[~strange], _quads(self._at_rest)])
            strange[strange] = self._plate.unchanged(image, seen.quads[strange], lying)
            return np.asarray(strange | printed)
        return printed

    def _printed(self, seen: Sightings) -> NDArray[np.bool_]:
        """Which finds resemble no face that the household photographed, and the table's print more."""
        if self.eyes.shown is None:
            return np.zeros(len(seen), np.bool_)
        alike = self.eyes.resemblance(seen.points)
        return self._tracks.printed(seen.points, alike) & (alike < UNLIKE)

    def _as_met(self, image: Image, seen: Sightings) -> Sightings:
        """What a look found; where the picture is still what it was when the table was met, it tells nothing new of
        what lay there then: a print is read now as this, now as that."""
        assert self.plane is not None
        turned = self._tracks.turned(seen, place(self.plane, seen.quads)) if len(seen) else []
        if self._plate is None or not turned:
            return seen
        lying = np.concatenate([np.delete(seen.quads, [j for _, j in turned], 0), _quads(self._at_rest)])
        log_p, points = seen.log_p.copy(), seen.points.copy()
        unchanged = self._plate.unchanged(image, _quads([t for t, _ in turned]), lying)
        for (track, j), same in zip(turned, unchanged, strict=True):
            if same:
                log_p[j], points[j] = track.one_look, track.point
        return Sightings(seen.quads, log_p, points)

    def _still_there(self, tracks: Sequence[Track], seen: Sightings, read: ReadAt) -> Sightings:
        """Tiles that the finder passed over this time, each still read as it was where it lay. Where a tile was found
        that would lie half upon it, that one was pushed there."""
        lain = lain_upon(_quads(tracks), seen.quads)
        known = [t for t, under in zip(tracks, lain, strict=True) if t.known and not under]
        there = read(_quads(known))
        if not len(there):
            return there
        away = np.linalg.norm(there.quads.mean(1)[:, None] - _quads(known).mean(1)[None], axis=2)
        faces = np.array([t.face for t in known])[away.argmin(1)]
        return there.take(there.log_p[:, :N_KINDS].argmax(1) == faces)

    def _observation(self, time_s: float) -> Observation:
        known = sorted((t for t in self._tracks.all if t.known), key=lambda t: t.born)
        seen = list(zip(known, sights(known, self.named, self.eyes.shown, self.learner), strict=True))
        assert self.plane is not None
        told = tuple(Followed(t.quad.copy(), t.place, sight, True) for t, sight in seen)
        doubted = tuple(Followed(t.quad.copy(), t.place, t.sight(), False) for t in self._tracks.all if not t.known)
        unknown = self.eyes.shown is None and strange(np.exp([s.log_p[s.best] for _, s in seen]))
        tiles, says = (*told, *doubted), self._belief.says
        kept = self._belief.rests, self._belief.sure
        self._belief = Belief(Stage.RESTING, None, self.plane.size_wh, tiles, says, unknown, *kept)
        hands, anew = tuple(self._hands), self._anew
        if self._looks >= FEW_LOOKS:
            self._told, self._told_anew = len(hands), anew
        if self._looks == self.most:
            self._hands, self._told, self._anew, self._alone = [], 0, False, False
        return observed(seen, Observation(time_s, (), NONE_EXPOSED, (), hands, self._looks, anew))


def _none_upon_another(seen: Sightings) -> Sightings:
    """Of finds that would lie half upon each other only the surest: two touching tiles suggest a third across them."""
    kept: list[int] = []
    for k in np.argsort(-seen.log_p[:, :N_KINDS].max(1), kind="stable") if len(seen) else ():
        if not lain_upon(seen.quads[k, None], seen.quads[kept])[0]:
            kept.append(int(k))
    return seen.take(np.array(sorted(kept), np.int64))


def _quads(tracks: Sequence[Track]) -> Quads:
    return np.array([t.quad for t in tracks], np.float32).reshape(-1, 4, 2)


def _touches(mask: Mask, track: Track) -> bool:
    corners = np.clip(np.round(track.quad / SHRINK).astype(int), 0, [mask.shape[1] - 1, mask.shape[0] - 1])
    (x0, y0), (x1, y1) = corners.min(0), corners.max(0)
    return bool(mask[y0 : y1 + 1, x0 : x1 + 1].any())


def _inside(point: NDArray[np.float32], boxes: Sequence[Box]) -> bool:
    return any(x0 <= point[0] < x1 and y0 <= point[1] < y1 for x0, y0, x1, y1 in boxes)


def _joined(boxes: list[Box]) -> tuple[Box, ...]:
    """Overlapping boxes become one, so that no tile is found twice."""
    done: list[Box] = []
    for box in boxes:
        for other in [o for o in done if _meet(o, box)]:
            done.remove(other)
            box = (min(box[0], other[0]), min(box[1], other[1]), max(box[2], other[2]), max(box[3], other[3]))
        done.append(box)
    return tuple(done) if len(done) == len(boxes) else _joined(done)


def _meet(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
