"""The four racks, drawn as the camera sees them, and the shadows they throw."""

import cv2
import numpy as np

from engine.tile import Seat
from vision.arrays import Floats
from vision.synthetic.light import light_at, shade
from vision.synthetic.look import Look
from vision.synthetic.pieces import Sprite
from vision.synthetic.places import rack_half, rack_profile, spot

_FINE = 2
_PARTS = 16  # along a rack, so that the light may change on its way


def draw_rack(look: Look, seat: Seat) -> Sprite:
    """One rack without tiles."""
    profile, half = rack_profile(look), rack_half(look)
    lens = look.lens
    ends = [_space(seat, profile, along) for along in np.linspace(-half, half, _PARTS + 1)]
    pixels = [lens.project(end) for end in ends]
    everything = np.concatenate(pixels)
    low = np.floor(everything.min(0)).astype(int) - 1
    size = np.ceil(everything.max(0)).astype(int) + 2 - low
    canvas = np.zeros((int(size[1]) * _FINE, int(size[0]) * _FINE, 4), np.uint8)

    def fill(points: Floats, colour: Floats) -> None:
        b, g, r = (float(min(255.0, max(0.0, c))) for c in colour)
        at = (points - low + 0.5) * _FINE - 0.5
        cv2.fillConvexPoly(canvas, np.round(at * 16).astype(np.int32), (b, g, r, 255), cv2.LINE_8, 4)

    base = np.array(look.rack)
    for end, outward in ((0, -1.0), (_PARTS, 1.0)):  # the caps: the ledge's block and the rest of the outline
        normal = np.array([*_direction(seat, outward), 0.0])
        if normal @ np.subtract(lens.place, ends[end][0]) > 0:
            lit = light_at(look, *ends[end][0][:2]) * shade(look, tuple(ends[end][0]), normal)
            inner, outer = pixels[end][[0, 1, 2, 3]], pixels[end][[4, 5, 6, 7]]
            foot = lens.project(_space(seat, np.array([[profile[3][0], 0.0]]), -rack_half(look) if end == 0 else half))
            fill(np.concatenate([inner, foot]), base * lit)
            fill(np.concatenate([foot, pixels[end][[3]], outer]), base * lit)
    # floor first, then what rises from it; the ledge's top last
    for i in (3, 4, 5, 6, 2, 0, 1):
        for k in range(_PARTS):
            a, b, c = ends[k][i], ends[k][i + 1], ends[k + 1][i]
            normal = _normal(a, b, c)
            if normal @ np.subtract(lens.place, a) <= 0:
                continue
            lit = light_at(look, float(a[0]), float(a[1])) * shade(look, (a[0], a[1], a[2]), normal)
            tone = (0.85, 1.0, 0.75, 0.6, 0.8, 0.95, 0.85)[i]
            part = np.stack([pixels[k][i], pixels[k][i + 1], pixels[k + 1][i + 1], pixels[k + 1][i]])
            fill(part, base * lit * tone)
    _ledge(canvas, look, seat, low)
    small = cv2.resize(canvas, (int(size[0]), int(size[1])), interpolation=cv2.INTER_AREA)
    return Sprite(int(low[0]), int(low[1]), np.ascontiguousarray(small[..., :3]), np.ascontiguousarray(small[..., 3]))


def _ledge(canvas: "cv2.typing.MatLike", look: Look, seat: Seat, low: Floats) -> None:
    """A line of light along the ledge's two edges."""
    profile, half = rack_profile(look), rack_half(look)
    lit = light_at(look, *spot(seat, look.ledge, 0.0))
    for at, gain in ((0.06, 1.18), (0.985, 1.25)):
        point = profile[1] * (1 - at) + profile[2] * at
        line = look.lens.project(np.concatenate([_space(seat, point[None], -half), _space(seat, point[None], half)]))
        to = np.round(((line - low + 0.5) * _FINE - 0.5) * 16).astype(np.int32)
        b, g, r = (float(min(255.0, c)) for c in np.array(look.rack) * lit * gain + 8)
        cv2.line(canvas, to[0].tolist(), to[1].tolist(), (b, g, r, 255), 1, cv2.LINE_AA, 4)


def _direction(seat: Seat, along: float) -> tuple[float, float]:
    return spot(seat, 0.0, along)


def _space(seat: Seat, profile: Floats, along: float) -> Floats:
    flat = np.array([spot(seat, float(out), along) for out, _ in profile])
    return np.concatenate([flat, profile[:, 1:]], 1)


def _normal(a: Floats, b: Floats, c: Floats) -> Floats:
    """Out of the rack for the profile's order, from the inner foot over the top outward."""
    normal = np.cross(c - a, b - a)
    return np.asarray(normal / max(1e-9, float(np.linalg.norm(normal))))


def draw_rack_shadow(look: Look, seat: Seat) -> Sprite:
    """The rack's shadow on the table; `cover` is the darkness."""
    profile, half = rack_profile(look), rack_half(look)
    solid = np.concatenate([_space(seat, profile, along) for along in (-half, half)])
    light = np.array(look.light.place)
    thrown = solid[:, :2] + (solid[:, :2] - light[:2]) * solid[:, 2:] / np.maximum(light[2] - solid[:, 2:], 50)
    flat = np.concatenate([np.concatenate([thrown, solid[:, :2]]), np.zeros((2 * len(solid), 1))], 1)
    hull = cv2.convexHull(look.lens.project(flat).astype(np.float32)).reshape(-1, 2)
    blur = look.lens.scale_at(0, 0) * (2.0 + 5.0 * look.light.softness)
    margin = int(blur * 2.5) + 2
    low = np.floor(hull.min(0)).astype(int) - margin
    size = np.ceil(hull.max(0)).astype(int) + margin + 1 - low
    mask = np.zeros((int(size[1]), int(size[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.round((hull - low) * 16).astype(np.int32), int(255 * look.light.shade), cv2.LINE_AA, 4)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.uint8)
    return Sprite(int(low[0]), int(low[1]), np.zeros((*mask.shape, 3), np.uint8), mask)
