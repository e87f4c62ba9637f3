"""A tile as a solid: its picture, its shadow, and where its face is in the picture."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from vision.arrays import Floats
from vision.synthetic.faces.catalogue import face_image
from vision.synthetic.lens import Lens
from vision.synthetic.light import gloss_at, light_at, shade
from vision.synthetic.look import Look
from vision.synthetic.pose import Pose

Bytes = NDArray[np.uint8]
FINE = 3  # pieces are drawn this much finer and then averaged
_ROUND = 0.085  # corner radius in parts of the width
_WORN_FROM, _WORN_INK = 0.6, 0.06  # from so far down the face so much of the paint is left
_ARC = np.linspace(0, np.pi / 2, 4)


@dataclass(frozen=True, slots=True)
class Piece:
    """One physical tile: its kind and which drawing of that kind. `worn`: the paint of its lowest row has gone."""

    tile: Tile
    variant: int = 0
    worn: bool = False


@dataclass(frozen=True, slots=True)
class Sprite:
    """A picture part to lay over another at (x, y): `colour` (h, w, 3) premultiplied, `cover` (h, w); 0 to 255."""

    x: int
    y: int
    colour: Bytes
    cover: Bytes

    @property
    def box(self) -> tuple[int, int, int, int]:
        """x0, y0, x1, y1; the last ones are outside."""
        return self.x, self.y, self.x + self.cover.shape[1], self.y + self.cover.shape[0]

    def lay_on(self, image: Bytes, at_x: int = 0, at_y: int = 0) -> None:
        """Over `image`, whose first pixel has the coordinates (at_x, at_y)."""
        x0, y0, x1, y1 = self.box
        left, top = max(x0, at_x), max(y0, at_y)
        right, bottom = min(x1, at_x + image.shape[1]), min(y1, at_y + image.shape[0])
        if right <= left or bottom <= top:
            return
        mine = (slice(top - y0, bottom - y0), slice(left - x0, right - x0))
        part = image[top - at_y : bottom - at_y, left - at_x : right - at_x]
        under = cv2.multiply(part, cv2.merge([255 - self.cover[mine]] * 3), scale=1 / 255)
        cv2.add(under, self.colour[mine], dst=part)


def outline(look: Look, pose: Pose, out: float) -> Floats:
    """The rounded outline (16, 3) of the tile at `out` of its depth, 0 the back, 1 the face."""
    w, h, d = look.tile
    r = w * _ROUND
    points = []
    for k, (sx, sy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        angle = _ARC - np.pi / 2 + k * np.pi / 2
        points.append(np.stack([sx * (w / 2 - r) + r * np.cos(angle), sy * (h / 2 - r) + r * np.sin(angle)], 1))
    flat = np.concatenate(points)
    return _to_space(pose, flat[:, 0], flat[:, 1], (out - 0.5) * d)


def corners(look: Look, pose: Pose, out: float = 1.0) -> Floats:
    """Top left, top right, bottom right, bottom left of the face (4, 3), `out` as in `outline`."""
    w, h, d = look.tile
    x, y = np.array([-1, 1, 1, -1]) * w / 2, np.array([-1, -1, 1, 1]) * h / 2
    return _to_space(pose, x, y, (out - 0.5) * d)


def _to_space(pose: Pose, x: Floats, y: Floats, z: float) -> Floats:
    return np.asarray(np.stack([x, y, np.full_like(x, z)], 1) @ pose.axes + (pose.x, pose.y, pose.z))


def quad(look: Look, pose: Pose) -> Floats:
    """The face's corners in the picture (4, 2), clockwise from the tile's own top-left."""
    return look.lens.project(corners(look, pose))


def faces_camera(lens: Lens, pose: Pose) -> float:
    """Cosine between the face and the view of it; negative when the camera sees the back."""
    away = np.subtract(lens.place, (pose.x, pose.y, pose.z))
    return float(pose.axes[2] @ away / np.linalg.norm(away))


def draw_piece(look: Look, piece: Piece, pose: Pose) -> Sprite:
    """The tile's picture in its light, without its shadow."""
    lens = look.lens
    rings = lens.project(np.stack([outline(look, pose, t) for t in (0.0, look.back_share, 1.0)]))
    everything = rings.reshape(-1, 2)
    low = np.floor(everything.min(0)).astype(int) - 1
    high = np.ceil(everything.max(0)).astype(int) + 2
    width, height = (int(v) for v in high - low)
    canvas = np.zeros((height * FINE, width * FINE, 4), np.uint8)
    rings = (rings - low + 0.5) * FINE - 0.5

    at = (pose.x, pose.y, pose.z)
    gain = light_at(look, pose.x, pose.y)
    face_seen = faces_camera(lens, pose) > 0
    parts = [(rings[0], rings[1], look.back), (rings[1], rings[2], look.body)]
    for lower, upper, paint in parts if face_seen else parts[::-1]:
        hull = cv2.convexHull(np.concatenate([lower, upper]).astype(np.float32))
        _fill(canvas, np.asarray(hull.reshape(-1, 2), float), np.array(paint) * gain * 0.66)
    _sides(canvas, look, pose, low, gain, face_seen)
    normal = pose.axes[2] if face_seen else -pose.axes[2]
    colour = np.array(look.body if face_seen else look.back) * gain * shade(look, at, normal)
    shine = gloss_at(look, pose) * 255 * look.light.level if normal[2] > 0.9 else 0.0
    top = rings[2] if face_seen else rings[0]
    _fill(canvas, top, colour * 0.9 + shine)
    inner = top.mean(0) + (top - top.mean(0)) * 0.95
    _fill(canvas, inner, colour + shine)
    if face_seen:
        _print(canvas, look, piece, (quad(look, pose) - low + 0.5) * FINE - 0.5, gain * shade(look, at, normal), shine)
    small = cv2.resize(canvas, (width, height), interpolation=cv2.INTER_AREA)
    return Sprite(int(low[0]), int(low[1]), np.ascontiguousarray(small[..., :3]), np.ascontiguousarray(small[..., 3]))


def _fill(canvas: Bytes, points: Floats, colour: Floats) -> None:
    b, g, r = (float(min(255.0, max(0.0, c))) for c in colour)
    cv2.fillConvexPoly(canvas, np.round(points * 16).astype(np.int32), (b, g, r, 255), cv2.LINE_8, 4)


def _sides(canvas: Bytes, look: Look, pose: Pose, low: NDArray[np.int_], gain: Floats, face_seen: bool) -> None:
    """The flat parts of the side faces that the camera sees, each in its own light."""
    lens, axes = look.lens, pose.axes
    w, h, _ = look.tile
    levels = np.stack([corners(look, pose, t) for t in (0.0, look.back_share, 1.0)])
    rings = (lens.project(levels) - low + 0.5) * FINE - 0.5
    centre = np.array([pose.x, pose.y, pose.z])
    for a, b, normal, size in ((0, 1, -axes[1], h), (1, 2, axes[0], w), (2, 3, axes[1], h), (3, 0, -axes[0], w)):
        middle = centre + normal * size / 2
        if normal @ np.subtract(lens.place, middle) <= 0:
            continue
        lit = gain * shade(look, (middle[0], middle[1], middle[2]), normal)
        inset = 0.1
        for lower, upper, colour in ((0, 1, look.back), (1, 2, look.body)):
            corner = np.stack([rings[lower, a], rings[lower, b], rings[upper, b], rings[upper, a]])
            left, right = corner[[0, 3]], corner[[1, 2]]
            near, far = left + (right - left) * inset, right + (left - right) * inset
            _fill(canvas, np.stack([near[0], far[0], far[1], near[1]]), np.array(colour) * lit)


def _print(canvas: Bytes, look: Look, piece: Piece, to: Floats, lit: Floats, shine: float) -> None:
    """The art on the face, ink times light, under the face's shine."""
    tall = max(float(np.linalg.norm(to[3] - to[0])), float(np.linalg.norm(to[2] - to[1])))
    art = face_image(look.family, piece.tile, piece.variant, 48 if tall < 50 else 96 if tall < 120 else 160)
    height, width = art.shape[:2]
    if piece.worn:
        art = art.copy()
        art[round(_WORN_FROM * height) :, :, 3] = art[round(_WORN_FROM * height) :, :, 3] * _WORN_INK
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    # the print keeps the drawing's 3:4; what a taller tile leaves free stays blank
    x0, y0 = to.min(0).astype(int) - 1
    x1, y1 = to.max(0).astype(int) + 2
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    to_small = (to - (x0, y0)).astype(np.float32)
    warped = cv2.warpPerspective(art, cv2.getPerspectiveTransform(flat, to_small), (x1 - x0, y1 - y0))
    ink = warped[..., :3].astype(np.float32) * np.asarray(lit, np.float32) + np.float32(shine * 0.8)
    cover = warped[..., 3:].astype(np.float32) / 255
    part = canvas[y0:y1, x0:x1, :3]
    part[:] = np.clip(part * (1 - cover) + np.minimum(ink, 255) * cover, 0, 255).astype(np.uint8)


def draw_shadow(look: Look, pose: Pose, ground: float) -> Sprite | None:
    """What the tile takes of the light on the plane at height `ground`: `cover` is the darkness; `colour` is black."""
    solid = np.concatenate([corners(look, pose, 0.0), corners(look, pose, 1.0)])
    light = np.array(look.light.place)
    drop = np.maximum(solid[:, 2:] - ground, 0)
    thrown = solid[:, :2] + (solid[:, :2] - light[:2]) * drop / np.maximum(light[2] - solid[:, 2:], 50)
    flat = np.concatenate([np.concatenate([thrown, solid[:, :2]]), np.full((16, 1), ground)], 1)
    hull = cv2.convexHull(look.lens.project(flat).astype(np.float32)).reshape(-1, 2)
    scale = look.lens.scale_at(pose.x, pose.y)
    blur = max(0.7, scale * (1.0 + look.light.softness * 0.22 * (float(solid[:, 2].max()) - ground)))
    margin = int(np.ceil(blur * 2.5)) + 1
    low = np.floor(hull.min(0)).astype(int) - margin
    high = np.ceil(hull.max(0)).astype(int) + margin + 1
    mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    dark = int(255 * look.light.shade)
    cv2.fillConvexPoly(mask, np.round((hull - low) * 16).astype(np.int32), dark, cv2.LINE_AA, 4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    return Sprite(int(low[0]), int(low[1]), np.zeros((*mask.shape, 3), np.uint8), mask)
