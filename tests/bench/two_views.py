"""Two cameras over one drawn table, in staged situations: what one misses the other sees, and one may vanish.

    python -m tests.bench.two_views            # each with two cameras, and with the first alone
    python -m tests.bench.two_views --only hidden glare --seeds 1-3

The eyes are the real ones. Players lay tiles down in turn; something happens to one of the cameras. Printed are, per
situation: tiles told right of those laid, in order and by the right player; invented; questions; what was accused;
processor time per second of the film, of the first camera's pictures and of the second's.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from engine.sight.observation import Observation
from engine.tile import Seat, Tile, code
from server.cli_watch import FrameClock, rules_from
from server.store import Store
from server.table import Table
from server.watcher import Watcher
from vision.arrays import Image
from vision.eyes import Eyes
from vision.follow.settle import Settler
from vision.follow.views import Views
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane, calibrate
from vision.synthetic.faces.catalogue import face_count
from vision.synthetic.hand import Arm, draw_arm, lay_arm, place_arm
from vision.synthetic.look import Look, choose
from vision.synthetic.pieces import Piece
from vision.synthetic.pose import Pose
from vision.synthetic.second import from_aside
from vision.synthetic.stage import Sensor
from vision.synthetic.table import Band, RestingTile, TablePicture

STYLE, SIZE, FPS = "felt+soft", (1280, 720), 10.0
REACH_S, REST_S = 0.5, 1.4
SPOTS = tuple((-110.0 + 55 * (k % 5), -80.0 + 55 * (k // 5)) for k in range(20))
TILES = tuple(Tile(k) for k in (2, 15, 19, 33, 5, 11, 24, 31, 0, 17, 22, 27, 8, 13))
P1, P2, P3, P4 = Seat


@dataclass
class Camera:
    """One of the two: what stands before it (x, y, z, radius; mm), a gleam (x, y, radius; mm), how its picture's pixels
    have gone, how old its pictures are, whether it sends any."""

    look: Look
    before: list[tuple[float, float, float, float]] = field(default_factory=list)
    gleam: list[tuple[float, float, float]] = field(default_factory=list)
    knocked: np.ndarray = field(default_factory=lambda: np.eye(3))
    late_s: float = 0.0
    out: bool = False

    def __post_init__(self) -> None:
        self.table, self._sensor = TablePicture(self.look), Sensor(self.look)
        self._arms: dict[Seat, Arm] = {}
        self._past: list[tuple[float, Image]] = []

    def sees(self, time_s: float, hand: tuple[Seat, tuple[float, float, float]] | None) -> Image:
        self.table.refresh()
        image = self.table.image.copy()
        if hand is not None:
            seat, tip = hand
            arm = self._arms.setdefault(seat, draw_arm(self.look, seat))
            reach = place_arm(self.look, arm, tip)
            if reach is not None:
                lay_arm(self.look, reach, image, 0, 0)
        for x, y, z, radius in self.before:
            cv2.fillPoly(image, [self._round(x, y, z, radius)], (40, 46, 60))
        for x, y, radius in self.gleam:
            spot = np.zeros(image.shape[:2], np.float32)
            cv2.fillPoly(spot, [self._round(x, y, 16.0, radius)], 1.0)
            light = np.asarray(cv2.GaussianBlur(spot, (0, 0), 6), np.float32)[..., None]
            image = np.asarray(image * (1 - light) + 252 * light, np.uint8)
        shown = self._sensor.expose(np.ascontiguousarray(image))
        if not np.array_equal(self.knocked, np.eye(3)):
            size, rim = self.look.size_wh, cv2.BORDER_REPLICATE
            shown = np.asarray(cv2.warpPerspective(shown, self.knocked, size, borderMode=rim), np.uint8)
        self._past.append((time_s, shown))
        self._past = self._past[-40:]
        then = [picture for at, picture in self._past if at <= time_s - self.late_s + 1e-6]
        return then[-1] if then else self._past[0][1]

    def _round(self, x: float, y: float, z: float, radius: float) -> np.ndarray:
        turn = np.linspace(0, 2 * np.pi, 40)
        ring = np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn), np.full_like(turn, z)], 1)
        return np.round(self.look.lens.project(ring)).astype(np.int32)


@dataclass
class Film:
    """A table with its cameras, followed as it is filmed. `two`: by both; else by the first alone."""

    seed: int
    two: bool = True
    time_s: float = 0.0
    laid: list[tuple[Seat, Tile]] = field(default_factory=list)
    spent_s: list[float] = field(default_factory=lambda: [0.0, 0.0])
    asked: set[str] = field(default_factory=set)
    accused: set[str] = field(default_factory=set)
    said: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        look = choose(self.seed, STYLE, SIZE)
        self.cameras = Camera(look), Camera(from_aside(look))
        first, second = Settler(Eyes(), _plane(self.cameras[0])), Settler(Eyes(), None)
        second.plane = replace(_plane(self.cameras[1]), askew=True)
        self.alone = first
        self.views = Views((first, second), turn=None if self.two else 0)
        self.clock = FrameClock()
        self.table = Table(Store("sqlite://"), rules_from("none", "league"), clock=self.clock)
        self.watcher = Watcher(self.table)
        self._looked = 0
        self.rest(1.5)

    def rest(self, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self._shown(None)

    def lay(self, tile: Tile, at: tuple[float, float] | None = None) -> None:
        """The next player lays a tile down, and the table rests."""
        n = len(self.laid)
        seat = Seat(n % 4)
        x, y = at or SPOTS[n]
        for tip in self._way(seat, (x, y), coming=True):
            self._shown((seat, tip))
        look = self.cameras[0].look
        copies = [t for _, t in self.laid].count(tile)
        piece = Piece(tile, copies % face_count(look.family, tile))
        lying = RestingTile(piece, Pose(x, y, look.tile[2] / 2, 0.1 * (n % 5) - 0.2), Band.MIDDLE, seat)
        for camera in self.cameras:
            camera.table.lay(n, lying)
        self.laid.append((seat, tile))
        for tip in self._way(seat, (x, y), coming=False):
            self._shown((seat, tip))
        self.rest(REST_S)

    def _way(self, seat: Seat, at: tuple[float, float], coming: bool) -> Iterator[tuple[float, float, float]]:
        away = ((0, 560), (560, 0), (0, -560), (-560, 0))[seat]
        shares = np.linspace(0, 1, round(REACH_S * FPS), endpoint=not coming)
        for share in shares if coming else shares[::-1]:
            x, y = (float(a + (b - a) * share) for a, b in zip(away, at, strict=True))
            yield x, y, 20.0

    def _shown(self, hand: tuple[Seat, tuple[float, float, float]] | None) -> None:
        self.time_s += 1 / FPS
        for k, camera in enumerate(self.cameras[: 2 if self.two else 1]):
            picture = camera.sees(self.time_s, hand)
            if camera.out:
                continue
            self.look(k, Frame(self.time_s, picture))

    def look(self, camera: int, frame: Frame) -> None:
        """A picture of a camera is followed."""
        began = time.process_time()
        seen = self.views.see(camera, frame) if self.two else self.alone.settle(frame)
        self.spent_s[camera] += time.process_time() - began
        if seen is not None or not self.two or self.views.leads(camera):
            self._take(seen)

    def _take(self, seen: Observation | None) -> None:
        self.clock.time_s = self.time_s
        if seen is not None:
            self.watcher.observe(seen)
        self.watcher.passed(self.time_s)
        if self.table.window_left == 0.0:
            self.table.touch()
        for alert in self.table.alerts:
            (self.asked if alert.rule is None else self.accused).add(alert.says)
        says = self.alone.belief.says or (self.views.settler(1).belief.says if self.two else "")
        if says and says not in self.said:
            self.said.append(says)

    @property
    def told(self) -> list[tuple[Seat | None, Tile]]:
        self.watcher.ended()
        return [(d.seat, d.tile) for d in self.table.state.discards]

    @property
    def right(self) -> int:
        return sum(a == b for a, b in zip(self.told, self.laid, strict=False))


def _plane(camera: Camera) -> TablePlane:
    """By its markers, as at the start of an evening."""
    camera.table.refresh()
    plane = calibrate(camera.table.image)
    assert plane is not None
    return plane


def usual(film: Film) -> None:
    for tile in TILES[:8]:
        film.lay(tile)


def hidden(film: Film) -> None:
    """From the sixth tile on something hangs between the first camera and where tiles are laid."""
    for tile in TILES[:5]:
        film.lay(tile)
    film.cameras[0].before.append((-20.0, -25.0, 300.0, 95.0))
    film.rest(4)
    for tile in TILES[5:9]:
        film.lay(tile)


def hidden_from_second(film: Film) -> None:
    for tile in TILES[:5]:
        film.lay(tile)
    film.cameras[1].before.append((-20.0, -25.0, 300.0, 95.0))
    film.rest(4)
    for tile in TILES[5:9]:
        film.lay(tile)


def glare(film: Film) -> None:
    """A lamp gleams on some of the tiles, for the first camera."""
    for tile in TILES[:4]:
        film.lay(tile)
    film.cameras[0].gleam += [(SPOTS[k][0], SPOTS[k][1], 26.0) for k in (5, 7)]
    film.rest(3)
    for tile in TILES[4:9]:
        film.lay(tile)


def pulled(film: Film, camera: int = 0) -> None:
    """One is pulled out in the middle of the game, and plugged in again three tiles later."""
    for tile in TILES[:4]:
        film.lay(tile)
    film.cameras[camera].out = True
    film.rest(2)
    for tile in TILES[4:7]:
        film.lay(tile)
    film.cameras[camera].out = False
    film.rest(2)
    for tile in TILES[7:10]:
        film.lay(tile)


def second_pulled(film: Film) -> None:
    pulled(film, 1)


def knocked(film: Film, camera: int = 0) -> None:
    """One is knocked by two degrees and forty pixels."""
    for tile in TILES[:5]:
        film.lay(tile)
    cos, sin = np.cos(np.radians(2)), np.sin(np.radians(2))
    film.cameras[camera].knocked = np.array([[cos, -sin, 40.0], [sin, cos, -25.0], [0, 0, 1]])
    film.rest(3)
    for tile in TILES[5:9]:
        film.lay(tile)


def second_knocked(film: Film) -> None:
    knocked(film, 1)


def blind(film: Film) -> None:
    """Somebody hangs a coat over the first."""
    for tile in TILES[:5]:
        film.lay(tile)
    film.cameras[0].before.append((0.0, 0.0, 200.0, 900.0))
    film.rest(5)
    for tile in TILES[5:9]:
        film.lay(tile)


def late(film: Film) -> None:
    """The second's pictures come 0.4 s later than the first's."""
    film.cameras[1].late_s = 0.4
    for tile in TILES[:10]:
        film.lay(tile)


SITUATIONS: dict[str, Callable[[Film], None]] = {
    "usual": usual,
    "hidden": hidden,
    "hidden from the second": hidden_from_second,
    "glare": glare,
    "first pulled out": pulled,
    "second pulled out": second_pulled,
    "first knocked": knocked,
    "second knocked": second_knocked,
    "first blind": blind,
    "0.4 s apart": late,
}


def main() -> None:
    """The command line: see the module's words."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--only", nargs="*", help="situations whose names hold one of these")
    words.add_argument("--seeds", default="1-1")
    words.add_argument("--cameras", choices=("1", "2", "both"), default="both")
    given = words.parse_args()
    low, high = (int(v) for v in given.seeds.split("-"))
    for name, stage in SITUATIONS.items():
        if given.only and not any(word in name for word in given.only):
            continue
        for seed in range(low, high + 1):
            for two in {"1": (False,), "2": (True,), "both": (False, True)}[given.cameras]:
                film = Film(seed, two)
                stage(film)
                print(_words(name, film), flush=True)


def _words(name: str, film: Film) -> str:
    told = film.told
    first, second = (spent / film.time_s for spent in film.spent_s)
    extra = [f"{s.name if s is not None else '?'} {code(t)}" for s, t in told if (s, t) not in film.laid]
    lag = film.views.together.lag_s
    return (
        f"{name:24} seed {film.seed}, {'two' if film.two else 'one'}: {film.right} of {len(film.laid)} right, "
        f"told {len(told)}, wrong {extra}, questions {len(film.asked)}, accused {len(film.accused)}, "
        f"placed {film.views.turn}, lag {'?' if lag is None else f'{lag:.2f}'} s, "
        f"{first:.2f} + {second:.2f} s of processor a second; {film.said}"
    )


if __name__ == "__main__":
    main()
