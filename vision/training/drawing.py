"""Boxes drawn on a canvas, with bevels, rounded corners and their art, and their shadows."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Drawn
from vision.training.arrangements import Look, Piece
from vision.training.boxes import BACK, SIDES, Eye, Floats

SUPER = 2  # drawn this much larger and shrunk
FACING = 0.3  # the cosine of the angle at which a face, a back or a side is seen is at least this


def _shade(colour: Floats, normal: Floats, look: Look) -> tuple[float, float, float]:
    lit = 1.0 - look.contrast + look.contrast * max(0.0, float(normal @ look.light))
    b, g, r = (colour * lit).clip(0, 255).tolist()
    return b, g, r


def _polygon(canvas: Drawn, points: Floats, colour: tuple[float, float, float]) -> None:
    cv2.fillConvexPoly(canvas, np.round(points * 16).astype(np.int32), colour, cv2.LINE_AA, 4)


def _normals(corners: Floats) -> Floats:
    """The outward normals of a box (6, 3): its face, the four SIDES in order, its back."""
    across, along, through = corners[1] - corners[0], corners[3] - corners[0], corners[4] - corners[0]
    unit = np.stack([-through, -along, across, along, -across, through])
    return np.asarray(unit / np.sqrt((unit * unit).sum(1, keepdims=True)))


def _unit(v: Floats) -> Floats:
    return np.asarray(v / np.sqrt((v * v).sum()))


def _within(quad: Floats, places: Floats) -> Floats:
    """Points (n, 2) of a face, 0..1 across and along, as pixels: a tile is so small that lines stay straight enough."""
    u, v = places[:, :1], places[:, 1:]
    return np.asarray((1 - v) * ((1 - u) * quad[0] + u * quad[1]) + v * ((1 - u) * quad[3] + u * quad[2]))


def _inset(quad: Floats, tall: float, by: float) -> Floats:
    """The face inside its bevel, which is `by` tile widths broad; the tile is `tall` tile widths high."""
    v = by / tall
    return _within(quad, np.array([[by, v], [1 - by, v], [1 - by, 1 - v], [by, 1 - v]]))


_ARC = np.array([[1.0, 0.0], [0.617, 0.076], [0.293, 0.293], [0.076, 0.617], [0.0, 1.0]])  # of a circle in its square


def _rounded(quad: Floats, tall: float, radius: float) -> Floats:
    """The outline (20, 2) of a face whose corners are rounded by `radius` tile widths."""
    if radius <= 0.01:
        return quad
    arc = _ARC * [radius, radius / tall]
    back = arc[::-1]
    return _within(quad, np.concatenate([back, [1, 0] - arc * [1, -1], [1, 1] - back, [0, 1] + arc * [1, -1]]))


def paste(canvas: Drawn, face: Drawn, quad: Floats, tint: Floats) -> None:
    """Lays a face (h, w, 4) BGRA on four pixels of the canvas, clockwise from its top-left, times `tint` (3,)."""
    side = float(np.linalg.norm(quad[0] - quad[3]))
    while face.shape[0] > 2.2 * side and face.shape[0] > 16:
        face = cv2.resize(face, (face.shape[1] // 2, face.shape[0] // 2), interpolation=cv2.INTER_AREA)
    x0, y0 = np.floor(quad.min(0)).astype(int) - 1
    x1, y1 = np.ceil(quad.max(0)).astype(int) + 2
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, canvas.shape[1]), min(y1, canvas.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    h, w = face.shape[:2]
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    target = (quad - [x0, y0]).astype(np.float32)
    laid = cv2.warpPerspective(
        face, cv2.getPerspectiveTransform(source, target), (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR
    )
    alpha = laid[..., 3:].astype(np.float32) * np.float32(1 / 255)
    part = canvas[y0:y1, x0:x1]
    part[:] = part + (laid[..., :3] * tint.astype(np.float32) - part) * alpha


@dataclass(slots=True)
class Scene:
    """A canvas (H, W, 3) being drawn with boxes of one look, whose art is `faces`. owner (H / SUPER, W / SUPER): which
    box each pixel shows, 0 for none and -1 for what is no face. plain: quads of backs and sides that are seen well."""

    canvas: Drawn
    owner: NDArray[np.int32]
    faces: list[Drawn]
    look: Look
    eye: Eye
    plain: list[Floats] = field(default_factory=list)

    def draw(self, number: int, piece: Piece) -> tuple[Floats, float] | None:
        """Draws one box; returns its face's quad in canvas pixels and the cosine at which it is seen, when it is turned
        to the camera."""
        shown = self.eye.project(piece.corners)
        if shown.min(0).max() > self.canvas.shape[0] or shown.max(0).min() < 0:
            return None
        normals = _normals(piece.corners)
        middles = np.stack([piece.corners[list(around)].mean(0) for around in ((0, 1, 2, 3), *SIDES, BACK)])
        rays = self.eye.place - middles
        facing = (normals * rays).sum(1) / np.sqrt((rays * rays).sum(1))
        self._sides(piece, shown, normals, facing)
        if facing[0] <= 0:
            return None
        self._face(number, piece, shown[:4], normals)
        return shown[:4], float(facing[0])

    def _sides(self, piece: Piece, shown: Floats, normals: Floats, facing: Floats) -> None:
        look = self.look
        for k, side in enumerate((*SIDES, BACK), start=1):
            if facing[k] <= 0:
                continue
            flat = shown[list(side)]
            if facing[k] > FACING and (side == BACK or piece.art >= 0):
                self.plain.append(flat / SUPER)
            _polygon(self.canvas, flat, _shade(look.back, normals[k], look))
            if side != BACK:
                seam = flat.copy()
                seam[2] = flat[1] + (flat[2] - flat[1]) * look.seam
                seam[3] = flat[0] + (flat[3] - flat[0]) * look.seam
                _polygon(self.canvas, seam, _shade(look.body * 0.94, normals[k], look))
            cv2.fillConvexPoly(self.owner, np.round(flat / SUPER).astype(np.int32), -1)

    def _face(self, number: int, piece: Piece, quad: Floats, normals: Floats) -> None:
        look, canvas = self.look, self.canvas
        tone = np.array(_shade(np.full(3, 255.0), normals[0], look)) / 255
        b, g, r = (look.body * tone).clip(0, 255).tolist()
        inner = quad
        if look.bevel > 0:
            inner = _inset(quad, look.size[1], look.bevel)
            rims = [_shade(look.body, _unit(normals[0] + normals[k]), look) for k in range(1, 5)]
            darkest = rims[int(np.argmin([sum(rim) for rim in rims]))]
            _polygon(canvas, _rounded(quad, look.size[1], look.corner), darkest)
            for k, rim in enumerate(rims):
                ends = [k, (k + 1) % 4]
                outer = quad[ends] * 0.8 + inner[ends] * 0.2
                _polygon(canvas, np.concatenate([outer, inner[ends[::-1]]]), rim)
        _polygon(canvas, _rounded(inner, look.size[1], max(0.0, look.corner - look.bevel)), (b, g, r))
        if piece.art >= 0:
            paste(canvas, self.faces[piece.art], inner, tone * look.stain)
        cv2.fillConvexPoly(self.owner, np.round(quad / SUPER).astype(np.int32), number if piece.art >= 0 else -1)


def shadows(canvas: Drawn, pieces: list[Piece], look: Look, eye: Eye, rng: np.random.Generator) -> None:
    side = canvas.shape[0]
    mask = np.zeros((side // 4, side // 4), np.uint8)
    slide = np.array([look.light[0], look.light[1], 0.0]) / look.light[2] * rng.uniform(0.2, 1.0)
    for piece in pieces:
        ground = piece.corners.copy()
        ground -= slide * ground[:, 2:]
        ground[:, 2] = 0
        hull = cv2.convexHull(np.round(eye.project(ground) / 4).astype(np.int32))
        cv2.fillConvexPoly(mask, hull, 255)
    soft = cv2.GaussianBlur(mask, (0, 0), (eye.scale * rng.uniform(0.05, 0.3) + 0.5) / 4 + 0.3)
    share = cv2.resize(255 - soft // 255 - (soft * np.float32(rng.uniform(0.1, 0.6))).astype(np.uint8), (side, side))
    cv2.multiply(canvas, cv2.merge([share, share, share]), canvas, 1 / 255)
