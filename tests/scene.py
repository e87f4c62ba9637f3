"""A table drawn plainly for tests: felt, light rectangles as tiles whose colour tells the face, arms that reach in; and
eyes that read such rectangles exactly."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import LOOKS, Observation
from engine.tile import N_KINDS, Seat, Tile
from vision.arrays import Image
from vision.follow.motion import LOOK_EVERY_S, SETTLE_S
from vision.follow.settle import Settler
from vision.judge.known import Lying, Window, lain_upon
from vision.picture.frame import Frame
from vision.plane.calibration import TablePlane, from_frame
from vision.read.sightings import N_LABELS, Sightings
from vision.read.tileset import TileSet

SIDE = 720
PLANE = from_frame((SIDE, SIDE))
FELT, SKIN = (70, 110, 60), (120, 150, 200)
TILE_MM = (24.0, 32.0)
FPS = 30.0
LONG_S = SETTLE_S + LOOKS * (LOOK_EVERY_S + 0.04)  # settled and looked at as often as it gets


def seated(seat: Seat, along: float, out: float) -> NDArray[np.float64]:
    """The point `along` mm to the right of and `out` mm toward the player at `seat`."""
    angle = -np.pi / 2 * seat  # each seat to the right is a quarter turn on
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return np.asarray(turn @ np.array([along, out]))


def log_p(tile: Tile, p: float = 0.9) -> NDArray[np.float32]:
    """(37,) with `p` on `tile` and the rest shared out evenly."""
    row = np.full(N_LABELS, (1 - p) / (N_LABELS - 1))
    row[tile] = p
    return np.log(row).astype(np.float32)


@dataclass
class Scene:
    """What lies on the table, in millimetres: tiles by their middle (and whether they lie sideways), arms
    by seat and how far in their fingers are."""

    tiles: dict[tuple[float, float], tuple[Tile, bool]] = field(default_factory=dict)
    arms: dict[Seat, tuple[float, float]] = field(default_factory=dict)
    things: list[tuple[float, float, float]] = field(default_factory=list)

    def discard(self, tile: Tile, x: float, y: float) -> None:
        self.tiles[x, y] = (tile, False)

    def expose(self, seat: Seat, along: float, *tiles: Tile) -> None:
        """A group whose first tile's middle is `along` mm right of the player's middle."""
        for k, tile in enumerate(tiles):
            x, y = seated(seat, along + k * (TILE_MM[0] + 3), 0.87 * PLANE.half_mm)
            self.tiles[round(float(x), 3), round(float(y), 3)] = (tile, seat in (Seat.P2, Seat.P4))

    def draw(self, plane: TablePlane = PLANE) -> Image:
        wide, high = plane.size_wh
        picture = np.empty((high, wide, 3), np.uint8)
        picture[:] = FELT
        for (x, y), (tile, sideways) in self.tiles.items():
            w, h = TILE_MM[::-1] if sideways else TILE_MM
            ends = plane.to_px(np.array([[x - w / 2, y - h / 2], [x + w / 2, y + h / 2]]))
            (x0, y0), (x1, y1) = np.round(ends).astype(int)
            cv2.rectangle(picture, (x0, y0), (x1 - 1, y1 - 1), (250, 250, 100 + 4 * tile), -1)
        for x, y, across in self.things:
            middle = np.round(plane.to_px(np.array([x, y]))).astype(int)
            cv2.circle(picture, middle.tolist(), int(across / 2 / 900 * wide), (200, 190, 40), -1)
        for seat, (along, out) in self.arms.items():
            corners = ((-45, 470), (45, 470), (45, out), (-45, out))
            arm = np.array([seated(seat, along + aside, at) for aside, at in corners])
            cv2.fillConvexPoly(picture, np.round(plane.to_px(arm)).astype(np.int32), SKIN)
        return picture


def textured(image: Image, seed: int = 1, under: int = 110) -> Image:
    """A picture with a room's and a cloth's many small things in it, all darker than tiles, wherever it is darker than
    `under` in blue."""
    chance = np.random.default_rng(seed)
    grain = image.copy()
    for x, y, w, h, level in chance.integers([0, 0, 4, 4, 0], [image.shape[1], image.shape[0], 22, 22, 100], (900, 5)):
        cv2.rectangle(grain, (int(x), int(y)), (int(x + w), int(y + h)), (int(level),) * 3, -1)
    return np.where(image[..., :1] < under, grain, image).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Shown(Frame):
    """A picture that stays for many frames: what the gate looks at is made of it once."""

    gate: list[Image] = field(default_factory=list)

    @property
    def small(self) -> Image:
        if not self.gate:
            self.gate.append(Frame(self.time_s, self.image).small)
        return self.gate[0]

    def at(self, time_s: float) -> "Shown":
        """The same picture once more; a camera sends another copy each time."""
        return Shown(time_s, self.image, [self.small.copy()])


NO_TILES = np.zeros((0, 4, 2), np.float32)


@dataclass
class RectangleEyes:
    """Stands in for `vision.eyes.Eyes`: reads what `Scene` draws, as surely as `p` says. A half-covered tile is not
    found. `windows` keeps what was looked at. `pointing`: equal drawings have equal embeddings, others do not."""

    p: float = 0.9
    misread: dict[Tile, Tile] = field(default_factory=dict)
    windows: list[tuple[int, int, int, int]] = field(default_factory=list)
    pointing: bool = False
    shown: TileSet | None = None
    _looked_at: tuple[Image, Image, Image] | None = field(default=None, repr=False)

    def _light(self, image: Image) -> tuple[Image, Image]:
        """Of everything as light as a tile: its box and how much it covers, and its middle; the same picture is looked
        at several times."""
        if self._looked_at is None or self._looked_at[0] is not image:
            light = ((image[..., 0] == 250) & (image[..., 1] == 250)).astype(np.uint8)
            self._looked_at = image, *cv2.connectedComponentsWithStats(light, connectivity=4)[2:]
        return self._looked_at[1:]

    def resemblance(self, points: NDArray[np.float32]) -> NDArray[np.float32]:
        """Each is as like its face as can be."""
        return np.ones(len(points), np.float32)

    def sight_window(self, image: Image, window: Window, lying: Lying) -> Sightings:
        self.windows.append(window.box)
        x0, y0, x1, y1 = window.box
        stats, centres = self._light(image)
        whole = np.prod(TILE_MM) * (image.shape[0] / 900) ** 2
        quads, rows, points = [], [], []
        for k in range(1, len(stats)):
            x, y, w, h, area = (int(v) for v in stats[k])
            if area < 0.9 * whole or not (x0 <= centres[k][0] < x1 and y0 <= centres[k][1] < y1):
                continue
            face = Tile((int(image[y + h // 2, x + w // 2, 2]) - 100) // 4)
            quads.append([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
            rows.append(log_p(self.misread.get(face, face), self.p))
            points.append(np.eye(N_KINDS, dtype=np.float32)[face])
        if not quads:
            return Sightings.empty()
        seen = Sightings(np.array(quads, np.float32), np.array(rows))
        seen = Sightings(seen.quads, seen.log_p, np.array(points)) if self.pointing else seen
        return seen.take(~lain_upon(seen.quads, lying.at_rest))

    def read_at(self, image: Image, quads: NDArray[np.float32], lying: Lying) -> Sightings:
        """Nothing but whole drawn tiles is ever a tile, and those are found."""
        return Sightings.empty()


@dataclass
class Film:
    """Shows a settler the scene, frame after frame."""

    settler: Settler
    scene: Scene
    time_s: float = 0.0

    def run(self, seconds: float, plane: TablePlane = PLANE) -> list[Observation]:
        """What the settler tells while the scene stays as it is."""
        frames = round(seconds * FPS)
        picture = Shown(self.time_s, self.scene.draw(plane))
        return [seen for seen in (self._show(picture) for _ in range(frames)) if seen is not None]

    def reach(self, seat: Seat, along: float = 0.0, to: float = 100.0, seconds: float = 0.5) -> list[Observation]:
        """An arm comes in from `seat`, as far as `to` mm from the middle, and is still there at the end."""
        told = []
        for out in np.linspace(430, to, round(seconds * FPS)):
            self.scene.arms[seat] = (along, float(out))
            told.append(self._show(Shown(self.time_s, self.scene.draw())))
        return [seen for seen in told if seen is not None]

    def withdraw(self, seat: Seat, seconds: float = 0.3) -> list[Observation]:
        along, start = self.scene.arms[seat]
        told = []
        for out in np.linspace(start, 470, round(seconds * FPS)):
            self.scene.arms[seat] = (along, float(out))
            told.append(self._show(Shown(self.time_s, self.scene.draw())))
        del self.scene.arms[seat]
        return [seen for seen in told if seen is not None]

    def _show(self, picture: Shown) -> Observation | None:
        self.time_s += 1 / FPS
        return self.settler.settle(picture.at(self.time_s))


def faces(seen: Observation) -> tuple[list[Tile], list[list[list[Tile]]]]:
    """The likeliest face of every discard and of every exposed tile, by seat and group."""
    exposed = [[[s.best for s in group] for group in groups] for groups in seen.exposures]
    return [s.best for s in seen.discards], exposed


def noisy(picture: Image, seed: int, strength: float) -> Image:
    """The picture as a camera sees it in a dim room."""
    rng = np.random.default_rng(seed)
    return np.clip(picture + rng.normal(0, strength, picture.shape[:2])[..., None], 0, 255).astype(np.uint8)
