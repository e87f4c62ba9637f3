"""The picture of the table with tiles at rest, kept up to date: only what changed is drawn again."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.synthetic.look import Look
from vision.synthetic.pieces import Piece, Sprite, draw_piece, draw_shadow
from vision.synthetic.places import LEDGE_TOP, out_of
from vision.synthetic.pose import Pose
from vision.synthetic.racks import draw_rack, draw_rack_shadow
from vision.synthetic.surface import paint

Bytes = NDArray[np.uint8]
Box = tuple[int, int, int, int]
"""x0, y0, x1, y1 in pixels; the last ones are outside."""


class Band(Enum):
    """Which part of the table a tile is in; tiles of one band are drawn together."""

    WALL = "wall"
    STANDING = "standing"
    LEDGE = "ledge"
    MIDDLE = "middle"


@dataclass(frozen=True, slots=True)
class RestingTile:
    """One tile at rest. `seat` is whose wall or rack it is, any for discards; `place` (group, index) of exposures."""

    piece: Piece
    pose: Pose
    band: Band
    seat: Seat = Seat.P1
    place: tuple[int, int] | None = None

    @property
    def ground(self) -> float:
        """Height of what it rests on."""
        return LEDGE_TOP if self.band is Band.LEDGE else 0.0


class TablePicture:
    """`image` is the lit table with the tiles laid so far; `lay`, `take` and `refresh` change it."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self._bare = paint(look)
        for seat in Seat:
            _darken(self._bare, 0, 0, [draw_rack_shadow(look, seat)])
        self._racks = tuple(draw_rack(look, seat) for seat in Seat)
        self._tiles: dict[int, RestingTile] = {}
        self._sprites: dict[tuple[Piece, Pose, Band], tuple[Sprite, Sprite | None]] = {}
        self._stale: list[Box] = []
        self._order = _order(look)
        self.image: Bytes = self._bare.copy()
        height, width = self.image.shape[:2]
        self._stale.append((0, 0, width, height))

    @property
    def tiles(self) -> dict[int, RestingTile]:
        """What lies where, by tile number."""
        return self._tiles

    def lay(self, number: int, lying: RestingTile) -> None:
        """Put tile `number` there, wherever it was before."""
        if self._tiles.get(number) == lying:
            return
        self.take(number)
        self._tiles[number] = lying
        self._stale.append(self._reach(lying))

    def take(self, number: int) -> None:
        """Take tile `number` off the table."""
        lying = self._tiles.pop(number, None)
        if lying is not None:
            self._stale.append(self._reach(lying))

    def refresh(self) -> tuple[Box, ...]:
        """Draw what changed; the parts of `image` that are new."""
        boxes = joined(self._stale, self.image.shape[1], self.image.shape[0])
        self._stale.clear()
        for box in boxes:
            self._draw(box)
        return boxes

    def _sprite(self, lying: RestingTile) -> tuple[Sprite, Sprite | None]:
        key = (lying.piece, lying.pose, lying.band)
        found = self._sprites.get(key)
        if found is None:
            if len(self._sprites) > 1500:
                self._sprites.clear()
            body = draw_piece(self.look, lying.piece, lying.pose)
            shadow = None if lying.band is Band.STANDING else draw_shadow(self.look, lying.pose, lying.ground)
            found = self._sprites[key] = (body, shadow)
        return found

    def _reach(self, lying: RestingTile) -> Box:
        body, shadow = self._sprite(lying)
        return body.box if shadow is None else around(body.box, shadow.box)

    def owners(self) -> NDArray[np.int16]:
        """Which tile each pixel shows (h, w): its number, -1 for none, -2 for a rack."""
        height, width = self.image.shape[:2]
        found = np.full((height, width), -1, np.int16)
        for band, seat, tiles in self._from_afar((0, 0, width, height)):
            over = [(-2, self._racks[seat])] if band is None else [(n, self._sprite(t)[0]) for n, t in tiles]
            for number, sprite in over:
                x0, y0, x1, y1 = sprite.box
                left, top, right, bottom = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
                if right > left and bottom > top:
                    mine = sprite.cover[top - y0 : bottom - y0, left - x0 : right - x0] > 127
                    found[top:bottom, left:right][mine] = number
        return found

    def _from_afar(self, box: Box) -> Iterator[tuple[Band | None, Seat, list[tuple[int, RestingTile]]]]:
        """What reaches into the box, from far to near: band by band, tiles within a band too; None is the rack."""
        near = [(n, t) for n, t in self._tiles.items() if meet(self._reach(t), box)]
        foot = self.look.lens.place
        for band, seat in self._order:
            mine = [(n, t) for n, t in near if t.band is band and (band is Band.MIDDLE or t.seat is seat)]
            # neighbours touch, so farther ones come first; a stack's upper tile comes after every lower one
            mine.sort(key=lambda m: -round(float(np.hypot(m[1].pose.x - foot[0], m[1].pose.y - foot[1])), 1))
            if band is Band.WALL:
                mine.sort(key=lambda m: m[1].pose.z)
            yield band, seat, mine

    def _draw(self, box: Box) -> None:
        x0, y0, x1, y1 = box
        part = self._bare[y0:y1, x0:x1].copy()
        bands = list(self._from_afar(box))
        flat = [t for band, _, tiles in bands if band in (Band.WALL, Band.MIDDLE) for _, t in tiles]
        _darken(part, x0, y0, [s for t in flat if (s := self._sprite(t)[1]) is not None])
        for band, seat, tiles in bands:
            if band is None:
                self._racks[seat].lay_on(part, x0, y0)
            if band is Band.LEDGE:
                _darken(part, x0, y0, [s for _, t in tiles if (s := self._sprite(t)[1]) is not None])
            for _, tile in tiles:
                self._sprite(tile)[0].lay_on(part, x0, y0)
        self.image[y0:y1, x0:x1] = part


def _order(look: Look) -> tuple[tuple[Band | None, Seat], ...]:
    """From far to near: which band of which seat is drawn when; None is the rack itself."""
    before: list[tuple[Band | None, Seat]] = []
    after: list[tuple[Band | None, Seat]] = []
    for seat in Seat:
        eye = out_of(seat, look.lens.place[0], look.lens.place[1])
        if eye < look.wall:
            before += [(None, seat), (Band.STANDING, seat), (Band.LEDGE, seat), (Band.WALL, seat)]
        else:
            after += [(Band.WALL, seat), (None, seat), (Band.LEDGE, seat), (Band.STANDING, seat)]
    return (*before, (Band.MIDDLE, Seat.P1), *after)


def _darken(image: Bytes, at_x: int, at_y: int, shadows: Iterable[Sprite]) -> None:
    """Lay shadows on the picture; where several fall the deepest counts, for they keep off the same light."""
    shadows = list(shadows)
    if not shadows:
        return
    dark = np.zeros(image.shape[:2], np.uint8)
    for shadow in shadows:
        x0, y0, x1, y1 = shadow.box
        left, top = max(x0, at_x), max(y0, at_y)
        right, bottom = min(x1, at_x + image.shape[1]), min(y1, at_y + image.shape[0])
        if right > left and bottom > top:
            part = dark[top - at_y : bottom - at_y, left - at_x : right - at_x]
            np.maximum(part, shadow.cover[top - y0 : bottom - y0, left - x0 : right - x0], out=part)
    cv2.multiply(image, cv2.merge([255 - dark] * 3), dst=image, scale=1 / 255)


def meet(a: Box, b: Box) -> bool:
    """Whether two boxes share a pixel."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def around(a: Box, b: Box) -> Box:
    """The smallest box around both."""
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def joined(boxes: Iterable[Box], width: int, height: int) -> tuple[Box, ...]:
    """Boxes cut to the picture, those that meet made one."""
    found: list[Box] = []
    for box in boxes:
        now = (max(0, box[0]), max(0, box[1]), min(width, box[2]), min(height, box[3]))
        if now[0] >= now[2] or now[1] >= now[3]:
            continue
        again = True
        while again:
            again = False
            for other in found:
                if meet(now, other):
                    found.remove(other)
                    now = around(now, other)
                    again = True
                    break
        found.append(now)
    return tuple(found)
