"""Two cameras over one table. Each is followed by a settler of its own, in a thread of its own; what they see is joined
here, and goes on as what one camera saw.

The first camera leads: its rests are the table's. What the second has seen of the same rest is joined with it, tile by
tile (`joined`), carried over to the first one's table (`north`), by one clock for both (`lag`). The second looks at a
rest as often as it takes to be believed, and its pictures are looked at no more often than twice as long as a look
takes to settle: most of what it tells it tells at once, and two cores have to do everything. It looks on, and is heard
by itself, where the first does not see the table come to rest, or where it alone has something to tell of a rest that
is over. Where the first is gone, late, blind or pushed away, the second leads until the first has seen a rest again.

A tile that one camera alone sees lies there: the other's sight is hidden, by a hand, a cup, a sleeve, a gleam. One that
both saw and the one that sees the present rest does not see any more is gone.
"""

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.sight.observation import FEW_LOOKS, LOOKS, Observation
from engine.tile import Seat, Tile
from vision.follow.belief import Belief, Stage
from vision.follow.joined import joined, pairs
from vision.follow.lag import LONGEST_S, Lag
from vision.follow.motion import LOOK_EVERY_S
from vision.follow.named import Told, naming
from vision.follow.north import North
from vision.follow.seen import NONE_EXPOSED, observed
from vision.follow.settle import Settler
from vision.follow.steady import LOST
from vision.follow.tracks import Track, sights
from vision.picture.camera import STALL_S
from vision.picture.frame import EncodedFrame, Frame, Picture
from vision.plane.calibration import TablePlane
from vision.plane.eye import Eye, eye_of

Clock = Callable[[], float]


@dataclass(frozen=True, slots=True)
class Looked:
    """What one camera saw of a rest, at its last look, by the common clock."""

    time_s: float
    tracks: tuple[Track, ...]
    hands: tuple[Seat, ...]


@dataclass(slots=True)
class _Half:
    """One of the two. `ahead_s` is what takes its pictures' times to the common clock."""

    settler: Settler
    ahead_s: float | None = None
    own_s: float = -np.inf  # the time that its last picture told
    picture_s: float = -np.inf  # ... by the common clock
    looked: Looked | None = None
    looks: int = 0
    hands: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Together:
    """How it stands with the two, for people. `leads`: 0 or 1. `here`: which of them sees the table. `placed`: it is
    known how the second one's table lies on the first's. `lag_s`: by how much the second is later than the first, None
    where nobody knows. `alone`: so many tiles each of them alone sees now."""

    leads: int = 0
    here: tuple[bool, bool] = (False, False)
    placed: bool = False
    lag_s: float | None = None
    alone: tuple[int, int] = (0, 0)


class Views:
    """The two views of one table. `first` and `second` are each looked through by one thread."""

    def __init__(
        self,
        settlers: tuple[Settler, Settler],
        *,
        turn: int | None = None,
        clock: Clock | None = None,
    ) -> None:
        """`turn` as in `North`, where it is remembered. `clock` tells when a picture came, for cameras whose times
        begin when they are opened; without it the times of both sources are of one clock."""
        self._halves = [_Half(settler) for settler in settlers]
        self._north, self._lag = North(turn), Lag()
        self._clock = clock
        self._epoch_s = 0.0 if clock is None else clock()
        self._lock = threading.Lock()
        self._numbers: dict[tuple[int, int], int] = {}
        self._count = 0
        self._both: set[int] = set()  # numbers of tiles that both have seen
        self._told: dict[int, int] = {}  # by number, the face of each tile that was told last
        self._differs = False  # the second knows better of a rest that the first has told to its end
        self._joining = True
        self._together = Together()
        self.first, self.second = OneView(self, 0), OneView(self, 1)

    @property
    def together(self) -> Together:
        """May be asked from another thread."""
        return self._together

    @property
    def turn(self) -> int | None:
        """As in `North`: to be remembered."""
        return self._north.turn

    def renew(self, camera: int, settler: Settler) -> None:
        """From its next picture on another settler follows the table through that camera, by another outline."""
        with self._lock:
            self._halves[camera] = _Half(settler, self._halves[camera].ahead_s)
            self._north, self._joining = North(), True
            self._numbers, self._both, self._told = {}, set(), {}

    def settler(self, camera: int) -> Settler:
        return self._halves[camera].settler

    def leads(self, camera: int) -> bool:
        return self._together.leads == camera

    def common_s(self, camera: int, time_s: float) -> float:
        """A picture's own time by the common clock."""
        return time_s + (self._halves[camera].ahead_s or 0.0)

    def see(self, camera: int, frame: Picture) -> Observation | None:
        """One picture of a camera; what both see, where there is anything to tell. Raises ValueError for a torn
        one."""
        half = self._halves[camera]
        now_s = self._timed(half, frame)
        if camera == 1:
            if 0 <= now_s - half.picture_s < LOOK_EVERY_S:
                return None
            half.settler.most = LOOKS if self._speaks() else FEW_LOOKS
        seen = half.settler.settle(_at(frame, now_s))
        with self._lock:
            half.picture_s = now_s
            self._lag.tell(camera, now_s, half.settler.stir)
            self._noted(half, seen)
            if seen is not None and seen.looks >= FEW_LOOKS:
                self._aligned(seen.looks)
            lead, told = self._lead(), None
            if seen is not None and camera == 1 and lead == 0 and self._halves[0].looks >= LOOKS:
                self._differs = self._faces(self._tracks(0)) != self._told
            if seen is not None and self._halves[lead].looked is not None:
                late = self._here(camera) and self._speaks() and seen.looks > LOOKS - FEW_LOOKS
                # two looks that agree are told: where the other is about to look, not both are the same camera's
                waits = seen.looks == FEW_LOOKS and self._here(1 - camera) and not self._current(1 - camera)
                if (camera == lead and not waits) or late:
                    told = self._tell(camera, seen)
            self._stand(lead)
            return told

    def tell_face(self, x_mm: float, y_mm: float, tile: Tile) -> int | None:
        """As `Settler.told`, of a tile that either sees."""
        first, second = (half.settler for half in self._halves)
        with self._lock:
            tracks = [t for _, t in self._tracks(self._lead())]
        near = min(tracks, key=lambda t: np.hypot(t.place.x_mm - x_mm, t.place.y_mm - y_mm), default=None)
        if near is None or np.hypot(near.place.x_mm - x_mm, near.place.y_mm - y_mm) > near.place.span_mm / 2:
            return None
        first.named = second.named = naming(first.named, Told(near.point, tile))
        return near.born

    def _timed(self, half: _Half, frame: Picture) -> float:
        """The common time of a picture."""
        again = frame.time_s < half.own_s
        half.own_s = frame.time_s
        if self._clock is None:
            half.ahead_s = 0.0
        else:
            came_s = self._clock() - self._epoch_s - frame.time_s
            half.ahead_s = came_s if half.ahead_s is None or again else min(half.ahead_s, came_s)
        now_s = frame.time_s + half.ahead_s
        return max(now_s, half.picture_s) if not again or self._clock is not None else now_s

    def _noted(self, half: _Half, seen: Observation | None) -> None:
        belief = half.settler.belief
        if belief.says == LOST:
            half.looked = None
        if seen is None:
            return
        half.hands = seen.hands if seen.looks == 1 else tuple(dict.fromkeys((*half.hands, *seen.hands)))
        tracks = tuple(replace(t) for t in half.settler.tracks)
        half.looks = seen.looks
        half.looked = Looked(seen.time_s, tracks, half.hands)

    # What is so between the two. Times are of the common clock, the second's without its lag.

    def _time(self, camera: int, time_s: float) -> float:
        return time_s if camera == 0 else time_s - (self._lag.known_s or 0.0)

    def _here(self, camera: int) -> bool:
        """Whether a camera sees the table, and has looked at a rest since it last did not."""
        half, other = self._halves[camera], self._halves[1 - camera]
        late_s = max(half.picture_s, other.picture_s) - half.picture_s
        if late_s > STALL_S:
            half.looked = None
        placed = camera == 0 or self._north.turn is not None
        return half.looked is not None and placed

    def _lead(self) -> int:
        here = self._here(0), self._here(1)
        return 1 if here[1] and not here[0] else 0

    def _current(self, camera: int) -> bool:
        """Whether a camera's last look was at the rest that the other sees now."""
        half, other = self._halves[camera], self._halves[1 - camera]
        if half.looked is None:
            return False
        unsure_s = LONGEST_S if self._lag.known_s is None and self._clock is not None else 0.0
        since_s = self._time(1 - camera, other.settler.still_since_s)
        return self._time(camera, half.looked.time_s) >= since_s + unsure_s

    def _speaks(self) -> bool:
        """Whether the second is to look on and be heard by itself, though the first leads."""
        first = self._halves[0]
        if first.looked is None or self._north.turn is None:
            return True
        return first.settler.belief.stage is not Stage.RESTING or self._differs

    def _tracks(self, lead: int) -> list[tuple[int, Track]]:
        """The tiles that lie there, each with the number by which it is known: in the order of these."""
        first, second = self._halves
        near = list(first.looked.tracks) if first.looked is not None and self._here(0) else []
        eye = self._eye()
        far = [self._north.carried(t, eye) for t in (second.looked.tracks if second.looked and self._here(1) else ())]
        met = dict(pairs(near, far))
        current = self._current(0) or lead == 0, self._current(1) or lead == 1
        out: list[tuple[int, Track]] = []
        taken = set(met.values())
        for k, track in enumerate(near):
            if k in met:
                number = self._number((0, track.born), (1, far[met[k]].born))
                self._both.add(number)
                out.append((number, self._one(track, far[met[k]], current)))
            elif current[0] or self._number((0, track.born)) not in self._both:
                out.append((self._number((0, track.born)), track))
        for j, track in enumerate(far):
            if j not in taken and (current[1] or self._number((1, track.born)) not in self._both):
                number = self._number((1, track.born))
                out.append((number, replace(track, born=-number)))
        self._forget({(0, t.born) for t in near} | {(1, t.born) for t in far})
        return sorted(out, key=lambda told: told[0])

    @staticmethod
    def _one(near: Track, far: Track, current: tuple[bool, bool]) -> Track:
        """A tile that both follow: a view of an earlier rest tells nothing of it, for another may lie there now."""
        return joined(near, far) if all(current) else near if current[0] else replace(far, born=near.born)

    def _number(self, *views: tuple[int, int]) -> int:
        """The number of a tile by its tracks, (camera, born) each; a tile keeps the lowest that it ever had."""
        known = [self._numbers[view] for view in views if view in self._numbers]
        if not known:
            self._count += 1
        number = min(known, default=self._count)
        for view in views:
            self._numbers[view] = number
        return number

    def _forget(self, views: set[tuple[int, int]]) -> None:
        self._numbers = {view: n for view, n in self._numbers.items() if view in views}
        self._both &= set(self._numbers.values())

    def _eye(self) -> Eye | None:
        plane = self._halves[0].settler.plane
        return None if plane is None or plane.askew or not plane.known else eye_of(plane)

    @staticmethod
    def _faces(tracks: Sequence[tuple[int, Track]]) -> dict[int, int]:
        return {number: track.face for number, track in tracks if track.known}

    # What is told.

    def _tell(self, camera: int, seen: Observation) -> Observation:
        """What one camera saw of the table at rest, with what the other knows of it."""
        other = self._halves[1 - camera].looked
        current = self._here(1 - camera) and self._current(1 - camera)
        tracks = self._tracks(camera)
        known = [(number, t) for number, t in tracks if t.known]
        settler = self._halves[0].settler
        told = sights([t for _, t in known], settler.named, settler.eyes.shown, settler.learner)
        self._told, self._differs = self._faces(tracks), False
        hands = self._by_whom(camera, seen, other if current else None)
        anew = seen.anew or (self._joining and current)
        if current and seen.looks >= LOOKS:
            self._joining = False
        elif not self._here(1 - camera):
            self._joining = True
        rest = Observation(seen.time_s, (), NONE_EXPOSED, (), hands, seen.looks, anew)
        return observed(list(zip((t for _, t in known), told, strict=True)), rest)

    def _by_whom(self, camera: int, seen: Observation, other: Looked | None) -> tuple[Seat, ...]:
        """Whose hands reached in: those that the camera saw, or where it saw none those that the other did."""
        hands = seen.hands if camera == 0 else tuple(self._north.seat(s) for s in seen.hands)
        if hands or other is None:
            return hands
        return other.hands if camera == 1 else tuple(self._north.seat(s) for s in other.hands)

    def _aligned(self, looks: int) -> None:
        """What both have seen tells how the one's table lies on the other's."""
        first, second = (half.looked for half in self._halves)
        if first is None or second is None:
            return
        if looks >= LOOKS and self._current(1):
            self._north.hands(first.hands, second.hands)
        near, far = ([t for t in half.tracks if t.known] for half in (first, second))
        self._north.tiles(near, far, self._eye())

    def _stand(self, lead: int) -> None:
        here = self._here(0), self._here(1)
        self._together = Together(lead, here, self._north.turn is not None, self._lag.known_s)


class OneView:
    """One of the two cameras, as its thread uses it."""

    def __init__(self, views: Views, camera: int) -> None:
        self.views, self.camera = views, camera

    @property
    def _settler(self) -> Settler:
        return self.views.settler(self.camera)

    @property
    def plane(self) -> TablePlane | None:
        return self._settler.plane

    @plane.setter
    def plane(self, plane: TablePlane | None) -> None:
        self._settler.plane = plane

    @property
    def belief(self) -> Belief:
        return self._settler.belief

    @property
    def tracks(self) -> Sequence[Track]:
        return self._settler.tracks

    @property
    def named(self) -> tuple[Told, ...]:
        return self._settler.named

    @named.setter
    def named(self, named: tuple[Told, ...]) -> None:
        for camera in (0, 1):
            self.views.settler(camera).named = named

    def settle(self, frame: Picture) -> Observation | None:
        return self.views.see(self.camera, frame)

    def told(self, x_mm: float, y_mm: float, tile: Tile) -> int | None:
        return self.views.tell_face(x_mm, y_mm, tile)


def _at(frame: Picture, time_s: float) -> Picture:
    if isinstance(frame, EncodedFrame):
        return replace(frame, time_s=time_s)
    return Frame(time_s, frame.image)
