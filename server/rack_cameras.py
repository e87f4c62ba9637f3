"""Cameras at racks: each is one player's, and reads her tiles for her.

What such a camera sees stands nowhere but here: on no disk, in no log, on no other page. Lives on the event loop; each
camera has a thread of its own, which gives way to all others.
"""

import asyncio
import hashlib
import hmac
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import cv2
import numpy as np

from engine.rules.ruling import visible
from engine.sight.observation import Observation
from engine.state import Phase, State
from engine.tile import Seat, Tile
from server.giving_way import GivingWay
from server.holding import HAND, most_held
from server.house import NOBODY, HouseError, Memory
from server.racks import Racks
from server.sight import SILENT_S, Opened, Sight, posting, slow_opener
from server.status import Status
from server.table import Table
from vision.arrays import Image, Quads
from vision.eyes import Eyes
from vision.picture.camera import same_camera
from vision.picture.frame import Picture
from vision.rack.follow import Expected, RackBelief, RackFollower, Stage, look
from vision.read.reader import ReaderError
from vision.read.sightings import Sightings
from vision.read.tileset import TileSet

OVERHEAD = "That camera looks at the table. A rack needs one of its own."
ELSEWHERE = "That camera stands at another rack already."
OPENING = Status(False, "The camera is being opened.", opening=True)
PASSED = 3  # tiles that leave a rack at once in the Charleston
WIDEST_PX, QUALITY = 960, 70  # of the picture as its owner sees it
_MARK = 20  # characters of a device's mark


def mark_of(device: str) -> str:
    """What is remembered of a device: it can be known again by it, and nobody can pass for it."""
    return hashlib.sha256(f"rack {device}".encode()).hexdigest()[:_MARK]


def expected_of(state: State, seat: Seat) -> Expected:
    """What the rules, and what lies open, say of the tiles that stand on a rack now."""
    most = most_held(state, seat)
    if state.phase is not Phase.PLAY:
        return Expected(HAND - 1 - PASSED if state.phase is Phase.CHARLESTON else 1, most)
    exposed = sum(len(x.tiles) for x in state.racks[seat].exposures)
    return Expected(HAND - 1 - exposed, most, tuple(t.copies - visible(state, t) for t in Tile))


class RackLooker:
    """What looks at each picture of a camera at a rack, in its thread: with `follower` it reads, without one it only
    keeps the newest picture, for its owner."""

    plane = None
    belief = None

    def __init__(self, follower: RackFollower | None, news: Callable[[RackBelief], None]) -> None:
        self.follower = follower
        self.latest: Picture | None = None
        self.came_s = time.monotonic()  # when
        self._news = news
        self._told: RackBelief | None = None
        self._give_way = GivingWay()

    def settle(self, frame: Picture) -> Observation | None:
        self._give_way()
        if self.follower is None:
            _ = frame.small  # a torn picture is passed over
        else:
            belief = self.follower.see(frame)
            if belief is not self._told:
                self._told = belief
                self._news(belief)
        self.latest, self.came_s = frame, time.monotonic()
        return None

    @property
    def silent(self) -> bool:
        """Whether no picture has come for long."""
        return time.monotonic() - self.came_s > SILENT_S


@dataclass(slots=True)
class AtRack:
    """One camera at one rack. `mark` is its owner's, `owner` the device itself once it has been here since the program
    began, empty before; `reads`: it reads the rack, else it is only tried."""

    source: str
    mark: str
    owner: str
    reads: bool
    status: Status = OPENING
    belief: RackBelief = field(default_factory=RackBelief)
    sight: Sight | None = None
    looker: RackLooker | None = None
    entered: int = 0  # the number of the reading that is in the player's own tiles

    @property
    def lost(self) -> bool:
        """Whether no picture comes from it. That somebody looks at its pictures late does not matter at a rack."""
        return self.status.ok is False and (self.looker is None or self.looker.latest is None or self.looker.silent)


class RackCameras:
    """The cameras at the racks of one table. Call every method on the event loop."""

    def __init__(self, table: Table, eyes: Callable[[TileSet | None], Eyes] = Eyes) -> None:
        self.opened: Callable[[str], Opened] = slow_opener
        self.overhead: Callable[[], tuple[str, ...]] = lambda: ()  # the cameras above the table
        self._table = table
        self._make_eyes = eyes
        self._eyes: Eyes | None = None
        self._set: TileSet | None = None
        self._opened_with: TileSet | None = None
        self._reading = threading.Lock()  # one pair of eyes for all racks
        self._racks, self._memory = Racks(), Memory(None)
        self._at: dict[Seat, AtRack] = {}
        self._changing = asyncio.Lock()
        self._leaving: set[asyncio.Task[None]] = set()
        table.sitting.told.append(self._leave)

    def join(self, racks: Racks, memory: Memory) -> None:
        """`racks` says who may see which rack, `memory` what the house remembers."""
        self._racks, self._memory = racks, memory

    def of(self, seat: Seat) -> AtRack | None:
        return self._at.get(seat)

    def mine(self, seat: Seat, device: str) -> AtRack | None:
        """The camera at a rack, for the device that it is of; None for any other."""
        at = self._at.get(seat)
        owns = at is not None and bool(device) and at.owner == device and self._racks.owns(seat, device)
        return at if owns else None

    def seat_of(self, source: str) -> Seat | None:
        """At whose rack that camera stands."""
        return next((seat for seat, at in self._at.items() if same_camera(at.source, source)), None)

    def refusal(self, seat: Seat, source: str) -> str | None:
        """Why that camera cannot be at that rack; None where it can."""
        if any(same_camera(above, source) for above in self.overhead()):
            return OVERHEAD
        return ELSEWHERE if self.seat_of(source) not in (None, seat) else None

    async def try_out(self, seat: Seat, device: str, source: str) -> str | None:
        """Look through that camera, for that device alone; nothing is read yet. Why not, where it cannot be."""
        async with self._changing:
            refused = self.refusal(seat, source)
            if refused is None:
                await self._let_go(seat)
                self._racks.enter(seat, device)
                self._at[seat] = AtRack(source, mark_of(device), device, False)
                self._start(seat)
            return refused

    async def read(self, seat: Seat, device: str) -> None:
        """Read the rack with the camera that is tried there, and next week too. Raises HouseError where that cannot be
        remembered; it reads all the same."""
        async with self._changing:
            at = self.mine(seat, device)
            if at is None or at.reads:
                return
            if at.sight is not None:
                await asyncio.to_thread(at.sight.close)
            self._at[seat] = AtRack(at.source, at.mark, device, True)
            self._start(seat)
            self._remember()

    async def stop(self, seat: Seat, only: AtRack | None = None) -> None:
        """No camera is at that rack any more, tonight and next week; with `only`, unless there is another by now. The
        tiles stay as they are."""
        async with self._changing:
            if (only is None or only is self._at.get(seat)) and await self._let_go(seat):
                with suppress(HouseError):  # it is let go all the same
                    self._remember()

    async def recall(self) -> None:
        """The cameras of last week, each for the device that it read for."""
        async with self._changing:
            for seat, told in zip(Seat, self._memory.house.racks, strict=True):
                mark, _, source = told.partition(" ")
                if not source or seat in self._at:
                    continue
                refused = self.refusal(seat, source)
                self._at[seat] = AtRack(source, mark, "", True)
                if refused is None:
                    self._start(seat)
                else:
                    self._at[seat].status = Status(False, refused)

    def here(self, seat: Seat, device: str) -> None:
        """That device is at that seat: if a camera of last week is its own, it reads for it again."""
        at = self._at.get(seat)
        if at is None or at.owner or not device or not hmac.compare_digest(at.mark, mark_of(device)):
            return
        if self._racks.sees(seat, device):
            self._racks.enter(seat, device)
            if self._racks.owns(seat, device):
                at.owner = device
                self._enter(seat, at)

    def put_right(self, seat: Seat, place: int, tile: Tile) -> None:
        """The tile at that place of the reading is another. Raises IndexError where none stands there."""
        at = self._at[seat]
        if at.looker is None or at.looker.follower is None or not 0 <= place < len(at.belief.tiles):
            raise IndexError(place)
        at.looker.follower.put_right(place, tile)
        at.belief = at.looker.follower.belief
        self._enter(seat, at)

    async def picture(self, seat: Seat, device: str) -> bytes | None:
        """The newest picture as a JPEG, for the device that the camera is of; None for any other, and before the
        first."""
        at = self.mine(seat, device)
        frame = at.looker.latest if at is not None and at.looker is not None else None
        return None if frame is None else await asyncio.to_thread(_packed, frame)

    def use(self, tile_set: TileSet | None) -> None:
        """Read with another set from the next look on; None: with the built-in ones."""
        self._set = tile_set

    async def close(self) -> None:
        async with self._changing:
            for seat in Seat:
                await self._let_go(seat)

    # Inside.

    async def _let_go(self, seat: Seat) -> bool:
        at = self._at.pop(seat, None)
        if at is not None and at.sight is not None:
            await asyncio.to_thread(at.sight.close)
        return at is not None

    def _remember(self) -> None:
        told = list(NOBODY)
        for seat, at in self._at.items():
            told[seat] = f"{at.mark} {at.source}" if at.reads else ""
        self._memory.change(racks=(told[0], told[1], told[2], told[3]))

    def _start(self, seat: Seat) -> None:
        at, post = self._at[seat], posting(asyncio.get_running_loop())

        def said(status: Status) -> None:
            at.status = status

        def expects() -> Expected:
            return expected_of(self._table.state, seat)

        follower = RackFollower(self._look, expects) if at.reads else None
        at.looker = RackLooker(follower, lambda belief: post(lambda: self._news(seat, at, belief)))
        at.sight = Sight(
            self.opened(at.source),
            at.looker,
            seen=lambda seen: None,
            status=lambda status: post(lambda: said(status)),
            words=lambda: "",
        )
        at.sight.start()

    def _look(self, image: Image, near: Quads) -> Sightings:
        """In a camera's thread. Raises OSError, ValueError where there are no networks."""
        with self._reading:
            if self._eyes is None or self._opened_with is not self._set:
                self._opened_with = self._set
                try:
                    self._eyes = self._make_eyes(self._set)
                except ReaderError:  # a set of another reader: said by the camera above the table
                    self._eyes = self._make_eyes(None)
            return look(self._eyes, image, near)

    def _news(self, seat: Seat, at: AtRack, belief: RackBelief) -> None:
        if self._at.get(seat) is not at:
            return
        at.belief = belief
        if not at.owner:
            return
        if not self._racks.owns(seat, at.owner):  # she has left, or another has begun anew at this seat
            self._leave(seat)
            return
        own = self._table.own(seat) or ()
        forgot = (
            belief.stage is Stage.STEADY and len(own) != len(belief.tiles) and self._table.state.phase is Phase.PLAY
        )
        if belief.number != at.entered or forgot:
            self._enter(seat, at)

    def _leave(self, seat: Seat) -> None:
        """Whose camera it is sits there no more: it is let go as soon as can be."""
        at = self._at.get(seat)
        if at is not None:
            task = asyncio.get_running_loop().create_task(self.stop(seat, at))
            self._leaving.add(task)
            task.add_done_callback(self._leaving.discard)

    def _enter(self, seat: Seat, at: AtRack) -> None:
        """The reading becomes her own tiles, by the way that taps and photographs take."""
        if not at.reads or not at.belief.tiles or self._table.state.phase is Phase.OVER:
            return
        at.entered = at.belief.number
        if tuple(sorted(at.belief.faces)) != self._table.own(seat):
            self._racks.fill(self._table, seat, at.owner, at.belief.faces)


def _packed(frame: Picture) -> bytes | None:
    try:
        image = frame.image
    except ValueError:
        return None  # one torn picture: the next comes in a moment
    scale = min(1.0, WIDEST_PX / max(image.shape[:2]))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return cv2.imencode(".jpg", np.asarray(small, np.uint8), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
