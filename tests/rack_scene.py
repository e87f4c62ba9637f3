"""A rack drawn plainly for tests: light rectangles whose colour tells the face, a hand before them; what reads it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event

import cv2
import numpy as np

from engine.tile import N_KINDS, Tile
from tests.scene import SKIN, log_p
from vision.arrays import Image, Quads
from vision.picture.camera import CameraLost
from vision.picture.frame import Frame
from vision.rack.follow import RackBelief, RackFollower
from vision.rack.row import row
from vision.read.sightings import Sightings

SIZE_WH = (1280, 720)
WIDE, HIGH, TOP = 60, 80, 300


@dataclass
class RackScene:
    """`tiles` from the player's left; `hand` are boxes x0, x1 over the picture's lower part. `misread`: at which face
    another is read; `said` counts how many looks were taken."""

    tiles: list[Tile] = field(default_factory=list)
    hand: list[tuple[int, int]] = field(default_factory=list)
    misread: dict[Tile, Tile] = field(default_factory=dict)
    looks: int = 0
    p: float = 0.97

    def draw(self) -> Image:
        image = np.full((SIZE_WH[1], SIZE_WH[0], 3), (60, 70, 80), np.uint8)
        for k, tile in enumerate(self.tiles):
            x = 100 + k * (WIDE + 6)
            cv2.rectangle(image, (x, TOP), (x + WIDE, TOP + HIGH), (250, 250, 250), -1)
            ink = (30 + 5 * tile, 40 + (67 * int(tile)) % 160, 100 + 4 * int(tile))
            cv2.rectangle(image, (x + 12, TOP + 14), (x + WIDE - 12, TOP + HIGH - 14), ink, -1)
        for x0, x1 in self.hand:
            cv2.rectangle(image, (x0, TOP + 20), (x1, SIZE_WH[1]), SKIN, -1)
        return image

    def read(self, image: Image, near: Quads) -> Sightings:
        self.looks += 1
        light = np.asarray(image.min(axis=2) > 240, np.uint8)
        n, _, stats, _ = cv2.connectedComponentsWithStats(light, connectivity=4)
        quads, rows, points = [], [], []
        for k in range(1, n):
            x, y, w, h, _ = (int(v) for v in stats[k])
            if abs(w - WIDE) > 3 or abs(h - HIGH) > 3:
                continue
            face = Tile((int(image[y + h // 2, x + w // 2, 2]) - 100) // 4)
            quads.append([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
            rows.append(log_p(self.misread.get(face, face), self.p))
            points.append(np.eye(N_KINDS, dtype=np.float32)[face])
        if not quads:
            return Sightings.empty()
        seen = Sightings(np.array(quads, np.float32), np.array(rows), np.array(points))
        return seen.take(row(seen.quads))


@dataclass
class RackFilm:
    """Shows a follower the scene, frame after frame, ten a second."""

    scene: RackScene
    follower: RackFollower
    time_s: float = 0.0

    def run(self, seconds: float) -> RackBelief:
        for _ in range(round(seconds * 10)):
            self.time_s += 0.1
            self.follower.see(Frame(self.time_s, self.scene.draw()))
        return self.follower.belief


@dataclass
class RackCamera:
    """A camera that shows the scene, ten pictures a second of its own clock, much faster by the machine's."""

    scene: RackScene
    closed: Event = field(default_factory=Event)
    pulled: Event = field(default_factory=Event)

    def frames(self) -> Iterator[Frame]:
        time_s = 0.0
        while not self.closed.wait(0.005):
            time_s += 0.1
            if self.pulled.is_set():
                raise CameraLost("The camera stopped sending pictures.")
            yield Frame(time_s, self.scene.draw())

    def close(self) -> None:
        self.closed.set()
