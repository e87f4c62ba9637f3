"""Hands and sleeves that reach over the table: one drawing per player, laid into the picture where it reaches."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.arrays import Floats
from vision.synthetic.light import light_at
from vision.synthetic.look import Look
from vision.synthetic.places import spot

Bytes = NDArray[np.uint8]
Paint = NDArray[np.float32]
Box = tuple[int, int, int, int]

_PX = 1.6  # of the drawing per millimetre: a little finer than a table fills a 1080p picture
_WIDE, _LONG = 150.0, 760.0  # mm of the drawing; its upper edge is the fingertips, its lower end the shoulder
_NEAREST = 60.0  # mm before a camera that somebody sits behind: nearer, an arm is not drawn
_TIP = 14.0  # mm from the drawing's upper edge to where the fingertips hold a tile
_SKINS = ((150, 185, 225), (120, 160, 208), (95, 135, 185), (62, 95, 145), (45, 66, 100), (34, 48, 72))


@dataclass(frozen=True, slots=True)
class Arm:
    """One player's arm: `drawing` (h, w, 4) BGRA straight alpha, fingers up."""

    seat: Seat
    drawing: Bytes
    shoulder: tuple[float, float]


def draw_arm(look: Look, seat: Seat) -> Arm:
    """The arm with which the seat's player reaches."""
    rng = np.random.default_rng([look.seed, seat, 0xA6])
    height, width = int(_LONG * _PX), int(_WIDE * _PX)
    sheet = _Sheet(np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.uint8), rng)
    colour, cover = sheet.colour, sheet.cover
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32) * float(rng.uniform(0.9, 1.08))
    mid = _WIDE / 2
    cuff = float(rng.uniform(150, 320))
    forearm = _mask(height, width, [((mid, 120), (mid, 200), 27.0), ((mid, 200), (mid, 480), 36.0)], taper=True)
    sheet.round(forearm, skin * 0.96, 18.0)
    palm = _mask(
        height,
        width,
        [
            ((mid - 22, 82), (mid - 16, 128), 21.0),
            ((mid + 20, 80), (mid + 10, 130), 21.0),
            ((mid, 84), (mid, 132), 25.0),
        ],
    )
    sheet.round(palm, skin, 14.0)
    thumb = _mask(height, width, [((mid - 34, 112), (mid - 44, 78), 12.0), ((mid - 44, 78), (mid - 30, 44), 10.0)])
    sheet.round(thumb, skin * 0.98, 8.0)
    spread = float(rng.uniform(0.85, 1.1))
    for at, tip, knuckle, size in ((-27, 20, 66, 9.6), (-9, 11, 60, 10.0), (9, 13, 62, 9.8), (26, 26, 70, 8.6)):
        x = mid + at * spread
        bend = mid + at * spread * 0.62
        finger = _mask(
            height, width, [((x, 92), (x * 0.96 + bend * 0.04, knuckle), size + 0.6), ((x, knuckle), (bend, tip), size)]
        )
        sheet.round(finger, skin, 7.0)
        _crease(colour, (x, knuckle + 2), size, skin)
    if rng.random() < 0.35:  # a ring
        cv2.line(colour, _at(mid + 4, 84), _at(mid + 15, 84), (90, 200, 235), int(2.4 * _PX), cv2.LINE_AA)
    sleeve = _mask(
        height, width, [((mid, cuff), (mid, cuff + 150), 40.0), ((mid, cuff + 150), (mid, 760), 54.0)], taper=True
    )
    sleeve[: int((cuff - 4) * _PX)] = 0
    tone = (rng.uniform(20, 215, 3) * rng.uniform(0.5, 1.0)).astype(np.float32)
    sheet.round(sleeve, tone, 26.0, weave=float(rng.uniform(0.03, 0.1)))
    band = int((cuff + 2) * _PX)
    colour[band : band + int(9 * _PX)] *= 0.82
    if rng.random() < 0.3:  # stripes
        for row in range(band + 40, height, int(rng.uniform(24, 60) * _PX)):
            colour[row : row + int(7 * _PX)] = colour[row : row + int(7 * _PX)] * 0.6 + 60
    drawing = np.dstack([np.clip(colour, 0, 255).astype(np.uint8), cover])
    if rng.random() < 0.15:
        drawing = drawing[:, ::-1]
    x, y = spot(seat, look.half + 330, float(rng.normal(70, 40)))
    return Arm(seat, np.ascontiguousarray(drawing), (x, y))


def _at(x: float, y: float) -> tuple[int, int]:
    return round(x * _PX), round(y * _PX)


Bone = tuple[tuple[float, float], tuple[float, float], float]


def _mask(height: int, width: int, bones: list[Bone], taper: bool = False) -> Bytes:
    """Capsules of the given half width, mm; tapering ones grow from each to the next."""
    mask = np.zeros((height, width), np.uint8)
    for i, (a, b, r) in enumerate(bones):
        if taper:
            end = bones[i + 1][2] if i + 1 < len(bones) else r
            quad = np.array([[a[0] - r, a[1]], [a[0] + r, a[1]], [b[0] + end, b[1]], [b[0] - end, b[1]]]) * _PX
            cv2.fillConvexPoly(mask, quad.astype(np.int32), 255, cv2.LINE_AA)
        else:
            cv2.line(mask, _at(*a), _at(*b), 255, int(2 * r * _PX), cv2.LINE_AA)
    return mask


@dataclass(slots=True)
class _Sheet:
    """What an arm is drawn on: colour (h, w, 3) and how much it covers (h, w)."""

    colour: Paint
    cover: Bytes
    rng: np.random.Generator

    def round(self, mask: Bytes, tone: NDArray[np.floating], bulge: float, weave: float = 0.02) -> None:
        """Lay a rounded part over the drawing: bright above, darker toward its edges."""
        x, y, w, h = cv2.boundingRect(mask)
        margin = int(8 * _PX)
        rows = slice(max(0, y - margin), min(mask.shape[0], y + h + margin))
        columns = slice(max(0, x - margin), min(mask.shape[1], x + w + margin))
        mask = np.ascontiguousarray(mask[rows, columns])
        colour, cover = self.colour[rows, columns], self.cover[rows, columns]
        deep = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
        lift = cv2.GaussianBlur(np.sqrt(np.clip(deep / np.float32(bulge * _PX), 0, 1)), (0, 0), 1.2 * _PX)
        h, w = mask.shape
        coarse = self.rng.standard_normal((h // 6 + 1, w // 6 + 1), np.float32)
        grain = cv2.resize(coarse, (w, h), interpolation=cv2.INTER_LINEAR)
        shade = (0.52 + 0.5 * lift) * (1 + np.float32(weave) * grain)
        part = shade[..., None] * np.asarray(tone, np.float32)
        a = mask[..., None].astype(np.float32) / 255
        edge = cv2.GaussianBlur(mask, (0, 0), 2.0 * _PX)[..., None].astype(np.float32) / 255
        colour[:] = colour * (1 - 0.35 * edge) * (1 - a) + part * a
        np.maximum(cover, mask, out=cover)


def _crease(colour: Paint, at: tuple[float, float], size: float, skin: NDArray[np.floating]) -> None:
    ink = tuple(float(c) * 0.72 for c in skin)
    for dy in (-2.0, 0.5):
        centre = _at(at[0], at[1] + dy)
        cv2.ellipse(colour, centre, (int(size * 0.6 * _PX), int(1.6 * _PX)), 0, 20, 160, ink, 1, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class Reach:
    """An arm with its fingertips at `tip` (mm): `box` is the part of the picture that it and its shadow may touch."""

    arm: Arm
    tip: tuple[float, float, float]
    box: Box


def place_arm(look: Look, arm: Arm, tip: tuple[float, float, float]) -> Reach | None:
    """The arm with its fingertips at `tip` (mm); None where no part of it is in the picture. Of the arm of somebody who
    sits behind the camera there is as much as lies before it."""
    arm = _before(look, arm, tip)
    ends = np.concatenate([_plane(arm, tip), _plane(arm, tip, shadow=look.light.place)])
    seen = look.lens.project(ends)
    width, height = look.size_wh
    low, high = np.floor(seen.min(0)).astype(int) - 6, np.ceil(seen.max(0)).astype(int) + 7
    x0, y0, x1, y1 = max(0, int(low[0])), max(0, int(low[1])), min(width, int(high[0])), min(height, int(high[1]))
    return Reach(arm, tip, (x0, y0, x1, y1)) if x0 < x1 and y0 < y1 else None


def _before(look: Look, arm: Arm, tip: tuple[float, float, float]) -> Arm:
    """As much of the arm, from the fingertips on, as lies in front of the camera."""
    far = (_plane(arm, tip) - look.lens.place) @ look.lens.axes[2]
    near, shoulder = float(far[:2].min()), float(far[2:].min())
    if shoulder >= _NEAREST:
        return arm
    share = max(0.1, (near - _NEAREST) / max(1e-6, near - shoulder))
    return replace(arm, drawing=arm.drawing[: max(2, int(share * len(arm.drawing)))])


def _plane(arm: Arm, tip: tuple[float, float, float], shadow: tuple[float, float, float] | None = None) -> Floats:
    """The drawing's four corners in space (4, 3): the arm rises from the fingertips to the shoulder."""
    along = np.array(arm.shoulder) - tip[:2]
    along /= max(1e-6, float(np.linalg.norm(along)))
    side = np.array([-along[1], along[0]])  # to the right of one who looks along the arm toward the fingers
    corners = []
    long = len(arm.drawing) / _PX
    for way, across in ((-_TIP, 1), (-_TIP, -1), (long - _TIP, -1), (long - _TIP, 1)):
        flat = np.array(tip[:2]) + along * way + side * (across * _WIDE / 2)
        z = tip[2] + 18 + max(0.0, way) * 0.16
        if shadow is not None:
            flat = flat + (flat - np.array(shadow[:2])) * min(z * 0.8, 120.0) / max(200.0, shadow[2] - z)
            z = 0.0
        corners.append([flat[0], flat[1], z])
    return np.array(corners)


def lay_arm(look: Look, reach: Reach, image: Bytes, at_x: int, at_y: int) -> None:
    """Draw shadow and arm over `image`, whose first pixel has the coordinates (at_x, at_y)."""
    arm, tip = reach.arm, reach.tip
    x0, y0, x1, y1 = (
        max(reach.box[0], at_x),
        max(reach.box[1], at_y),
        min(reach.box[2], at_x + image.shape[1]),
        min(reach.box[3], at_y + image.shape[0]),
    )
    if x1 <= x0 or y1 <= y0:
        return
    h, w = arm.drawing.shape[:2]
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    part = image[y0 - at_y : y1 - at_y, x0 - at_x : x1 - at_x]
    small = 4  # the shadow is soft: a quarter of the size is enough
    to = ((look.lens.project(_plane(arm, tip, shadow=look.light.place)) - (x0, y0) + 0.5) / small - 0.5).astype(
        np.float32
    )
    size = (max(1, (x1 - x0) // small), max(1, (y1 - y0) // small))
    dark = cv2.warpPerspective(arm.drawing[::2, ::2, 3], cv2.getPerspectiveTransform((flat + 0.5) / 2 - 0.5, to), size)
    dark = cv2.GaussianBlur(dark, (0, 0), 1.0 + 2.0 * look.light.softness)
    dark = cv2.resize(dark, (x1 - x0, y1 - y0), interpolation=cv2.INTER_LINEAR)
    keep = cv2.convertScaleAbs(dark, alpha=-look.light.shade * 0.9, beta=255)
    # convertScaleAbs takes |x|; beta 255 keeps it positive
    cv2.multiply(part, cv2.merge([keep] * 3), dst=part, scale=1 / 255)
    seen = _warped(look, reach, (x0, y0, x1, y1))
    gain = light_at(look, tip[0], tip[1]) * 0.95
    skin = cv2.transform(np.ascontiguousarray(seen[..., :3]), np.diag(gain))
    cover = cv2.merge([seen[..., 3]] * 3)
    under = cv2.multiply(part, cv2.bitwise_not(cover), scale=1 / 255)
    cv2.add(under, cv2.multiply(skin, cover, scale=1 / 255), dst=part)


def _warped(look: Look, reach: Reach, box: Box) -> Bytes:
    """The arm's drawing as it appears in that part of the picture, (h, w, 4)."""
    x0, y0, x1, y1 = box
    h, w = reach.arm.drawing.shape[:2]
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    to = (look.lens.project(_plane(reach.arm, reach.tip)) - (x0, y0)).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(flat, to)
    return np.asarray(
        cv2.warpPerspective(reach.arm.drawing, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR), np.uint8
    )


def arm_cover(look: Look, reach: Reach) -> NDArray[np.bool_]:
    """Which pixels of the whole picture (h, w) the arm hides."""
    width, height = look.size_wh
    covered = np.zeros((height, width), bool)
    x0, y0, x1, y1 = reach.box
    covered[y0:y1, x0:x1] = _warped(look, reach, reach.box)[..., 3] > 127
    return covered
