"""Single pictures of a simulated game with the place of every tile in them: training data and measurements."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat, Tile
from vision.arrays import Floats, Image
from vision.synthetic.acting import Acting
from vision.synthetic.game import Game
from vision.synthetic.hand import Reach, arm_cover, draw_arm, lay_arm, place_arm
from vision.synthetic.look import Look, choose
from vision.synthetic.pieces import faces_camera, quad
from vision.synthetic.places import spot
from vision.synthetic.stage import Sensor
from vision.synthetic.table import Band, RestingTile, TablePicture

_BURNT = 250  # a channel this bright shows no drawing any more


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile in a picture. `quad` (4, 2) pixels, clockwise from its own top-left.

    `region` is discards, exposure, rack (standing, not for reading) or wall (face down). `seat` is whose exposure, rack
    or wall it is in; `group` and `order` count an owner's exposures, and tiles in one, from the player's left.
    `occluded` and `burnt` are shares of its face, `facing` the cosine between its face and the view.
    """

    tile: Tile
    quad: Floats
    region: str
    seat: Seat | None
    group: int | None
    order: int | None
    occluded: float
    burnt: float
    facing: float

    @property
    def face_up(self) -> bool:
        """Whether it lies there to be read."""
        return self.region in ("discards", "exposure")


@dataclass(frozen=True, slots=True)
class Still:
    """A picture and what is in it. `tiles` holds every tile of the set that lies on the table."""

    image: Image
    look: Look
    tiles: tuple[SeenTile, ...]

    @property
    def face_up(self) -> tuple[SeenTile, ...]:
        """The tiles that can be read."""
        return tuple(t for t in self.tiles if t.face_up)


def render_still(
    seed: int,
    style: str = "",
    size_wh: tuple[int, int] = (1920, 1080),
    moment: float | None = None,
    hands: int | None = None,
) -> Still:
    """The table of `seed` at `moment` of its game, 0 the deal, 1 the end, with that many hands over it.

    Moment and hands are left to the seed where they are None. The same arguments give the same picture.
    """
    return still_of(choose(seed, style, size_wh), moment, hands)


def still_of(look: Look, moment: float | None = None, hands: int | None = None) -> Still:
    """The same of a table that looks so, or is looked at through another lens."""
    seed = look.seed
    rng = np.random.default_rng([seed, 0x571])
    drawn = float(rng.beta(1.6, 1.0))
    n_hands = int(rng.choice([0, 1, 2], p=[0.6, 0.3, 0.1])) if hands is None else hands
    acting = Acting(look, Game(seed, Seat(seed % 4)))
    layouts = [dict(acting.opening)]
    layouts += [dict(acting.where) for deed in acting.deeds() if deed.act is not None]
    share = drawn if moment is None else min(1.0, max(0.0, moment))
    where = layouts[round(share * (len(layouts) - 1))]
    table = TablePicture(look)
    for number, lying in where.items():
        table.lay(number, lying)
    table.refresh()
    image = table.image.copy()
    owners = table.owners()
    for seat in rng.permutation(4)[:n_hands]:
        reach = _some_reach(look, Seat(int(seat)), rng)
        if reach is not None:
            lay_arm(look, reach, image, 0, 0)
            owners[arm_cover(look, reach)] = -3
    tiles = tuple(_seen(look, number, lying, where, owners, image) for number, lying in sorted(where.items()))
    return Still(Sensor(look).expose(image), look, tiles)


def _some_reach(look: Look, seat: Seat, rng: np.random.Generator) -> Reach | None:
    x, y = spot(seat, float(rng.uniform(-0.3, 1.0)) * look.ledge, float(rng.normal(0, 120)))
    return place_arm(look, draw_arm(look, seat), (x, y, float(rng.uniform(10, 40))))


_REGIONS = {Band.MIDDLE: "discards", Band.LEDGE: "exposure", Band.STANDING: "rack", Band.WALL: "wall"}


def _seen(
    look: Look, number: int, lying: RestingTile, where: dict[int, RestingTile], owners: NDArray[np.int16], image: Image
) -> SeenTile:
    corners = quad(look, lying.pose)
    group = order = None
    if lying.band is Band.LEDGE and lying.place is not None:
        group, order = lying.place
    x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + 1, look.size_wh)
    occluded, burnt = 1.0, 0.0
    if x1 > x0 and y1 > y0:
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillConvexPoly(mask, np.round((corners - (x0, y0)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
        inside = mask > 0
        whole = max(1.0, float(cv2.contourArea(corners.astype(np.float32))))
        own = inside & (owners[y0:y1, x0:x1] == number)
        occluded = float(np.clip(1 - own.sum() / min(whole, max(1.0, float(inside.sum()))), 0, 1))
        occluded = max(occluded, 1 - min(1.0, float(inside.sum()) / whole))  # partly out of the picture
        if own.any():
            burnt = float((image[y0:y1, x0:x1][own] >= _BURNT).all(1).mean())
    seat = None if lying.band is Band.MIDDLE else lying.seat
    facing = faces_camera(look.lens, lying.pose)
    return SeenTile(lying.piece.tile, corners, _REGIONS[lying.band], seat, group, order, occluded, burnt, facing)


@dataclass(frozen=True, slots=True)
class Cutting:
    """A square part of a still: `image` (side, side, 3) and its tiles with quads in it."""

    image: Image
    tiles: tuple[SeenTile, ...]


def cuttings(still: Still, side: int, n: int, seed: int = 0) -> Iterator[Cutting]:
    """`n` squares around face-up tiles of the still, each with every tile that has its centre in it."""
    rng = np.random.default_rng([still.look.seed, seed, 0xC0])
    height, width = still.image.shape[:2]
    if side > min(height, width):
        raise ValueError(f"a cutting of {side} pixels does not fit into a picture of {width} by {height}")
    centres = [t.quad.mean(0) for t in still.face_up]
    for _ in range(n):
        middle = centres[int(rng.integers(len(centres)))] if centres else rng.uniform((0, 0), (width, height))
        at = middle + rng.uniform(-side / 2, side / 2, 2) - side / 2
        x, y = (int(v) for v in np.clip(at, 0, (width - side, height - side)))
        inside = []
        for t in still.tiles:
            moved = t.quad - (x, y)
            if (moved.mean(0) >= 0).all() and (moved.mean(0) < side).all():
                inside.append(
                    SeenTile(t.tile, moved, t.region, t.seat, t.group, t.order, t.occluded, t.burnt, t.facing)
                )
        yield Cutting(still.image[y : y + side, x : x + side].copy(), tuple(inside))
