"""Small corners of tables with exact truth, for teaching the finder.

    python -m vision.training.patches --out training/patches --seed 1

writes shards `NNNN.npz` (`image` (n, P, P, 3) uint8 BGR, `quads` (n, K, 4, 2) float32 pixels with NaN where there are
fewer tiles, `mute` (n, P/4, P/4) bool: cells that teach nothing) and waits while the learner has `--ahead` shards in
hand.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.boxes import BACK, SIDES, Eye, Floats, leaning, lying
from vision.training.surfaces import clutter, surface

Image = NDArray[Any]  # uint8; OpenCV's own types promise less
PATCH = 192  # pixels, the side of a patch
MOST = 72  # tiles a patch may hold
SUPER = 2  # drawn this much larger and shrunk
SEEN = 0.55  # a face is a tile to be found when this much of it is visible
TOO_LARGE = 95.0  # pixels: a tile as wide is found in a smaller copy of the picture
DARK = 0.2  # of the patches: tiles of black, green or blue, engraved in light inks
FACING = 0.3  # ... and the cosine of the angle at which it is seen is at least this


@dataclass(slots=True)
class Look:
    """The colours of one set of tiles in one light, and its size, bevel and corner radius in tile widths."""

    size: tuple[float, float, float]
    body: Floats
    back: Floats
    seam: float
    light: Floats
    contrast: float
    stain: Floats
    bevel: float
    corner: float


@dataclass(slots=True)
class Piece:
    """A box waiting to be drawn: `art` is an index into the faces at hand, or -1 for a face-down tile or a block."""

    corners: Floats
    art: int


def _look(rng: np.random.Generator) -> Look:
    body = np.clip(rng.normal([222, 235, 238], [14, 10, 10]), 150, 255)
    if rng.random() < 0.12:
        body = rng.uniform(60, 235, 3)
    back = rng.uniform(20, 230, 3) if rng.random() < 0.7 else body * rng.uniform(0.8, 1.0)
    light = np.array([rng.normal(0, 0.6), rng.normal(0, 0.6), 1.0])
    return Look(
        size=(1.0, rng.uniform(1.22, 1.5), rng.uniform(0.45, 0.9)),
        body=body,
        back=back,
        seam=rng.uniform(0.35, 1.0),
        light=light / np.linalg.norm(light),
        contrast=rng.uniform(0.15, 0.6),
        stain=np.clip(body / body.max(), 0.6, 1.0) if rng.random() < 0.6 else np.ones(3),
        bevel=rng.uniform(0.01, 0.075) if rng.random() < 0.75 else 0.0,
        corner=rng.uniform(0.02, 0.16),
    )


def _darkened(rng: np.random.Generator, look: Look, faces: list[Image]) -> list[Image]:
    """Makes the look one of dark tiles; the faces with their lights and darks changed over, on such a body."""
    look.body, look.stain = rng.uniform(8, 75) * rng.uniform(0.6, 1.0, 3), np.ones(3)
    top = rng.uniform(180, 255)
    out = []
    for face in faces:
        hls = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_BGR2HLS)
        hls[..., 1] = (255 - hls[..., 1]) * (top / 255)
        ink = cv2.cvtColor(hls, cv2.COLOR_HLS2BGR).astype(np.float32)
        out.append(np.dstack([np.maximum(ink, look.body).astype(np.uint8), face[..., 3]]))
    return out


def _scatter(rng: np.random.Generator, look: Look, reach: float, arts: int, crowd: float) -> list[Piece]:
    pieces: list[Piece] = []
    taken: list[tuple[float, float]] = []
    down = rng.random() * 0.25
    for _ in range(int(rng.integers(3, 60))):
        x, y = rng.uniform(-reach, reach, 2)
        near = [max(abs(x - a), abs(y - b)) for a, b in taken]
        if near and min(near) < 1.75 - crowd * rng.random():
            continue
        taken.append((float(x), float(y)))
        up = rng.random() > down
        pieces.append(
            Piece(lying(x, y, rng.uniform(0, 2 * np.pi), look.size, up), int(rng.integers(arts)) if up else -1)
        )
        if rng.random() < 0.3:  # a neighbour that touches it
            angle = rng.uniform(0, 2 * np.pi)
            pieces[-1] = Piece(lying(x, y, angle, look.size, up), pieces[-1].art)
            dx, dy = np.cos(angle) * 1.01, np.sin(angle) * 1.01
            turn = angle + (np.pi if rng.random() < 0.4 else 0) + rng.normal(0, 0.03)
            pieces.append(Piece(lying(x + dx, y + dy, turn, look.size, True), int(rng.integers(arts))))
            taken.append((float(x + dx), float(y + dy)))
    return pieces


def _rows(rng: np.random.Generator, look: Look, reach: float, arts: int) -> list[Piece]:
    """Rows of tiles that touch: grids, walls of face-down tiles, exposures in groups."""
    pieces: list[Piece] = []
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.05)
    rows = int(rng.choice([1, 1, 2, 3, 6, 9]))
    pitch = look.size[1] * (rng.uniform(1.0, 1.03) if rng.random() < 0.6 else rng.uniform(1.1, 2.2))
    gap_chance = rng.choice([0.0, 0.15, 0.35])
    touch = rng.uniform(1.0, 1.02) if rng.random() < 0.75 else rng.uniform(1.03, 1.4)
    wobble = rng.choice([0.002, 0.015, 0.05])
    c, s = np.cos(angle), np.sin(angle)
    shift = rng.uniform(-1, 1, 2) * reach * 0.5
    face_down = rng.random() < 0.18
    high = 2 if face_down and rng.random() < 0.5 else 1
    sideways = rng.random() < 0.12
    for row in range(rows):
        at = -reach * rng.uniform(0.2, 1.0) if rng.random() < 0.5 else -reach
        end = reach * rng.uniform(0.2, 1.0) if rng.random() < 0.5 else reach
        flipped = rng.random() < 0.3
        art = int(rng.integers(arts))
        same = rng.random() < 0.3
        while at < end:
            x, y = at, (row - (rows - 1) / 2) * pitch + rng.normal(0, wobble)
            turn = angle + rng.normal(0, wobble) + (np.pi if flipped else 0) + (np.pi / 2 if sideways else 0)
            if not same or rng.random() < 0.2:
                art = int(rng.integers(arts))
            px, py = x * c - y * s + shift[0], x * s + y * c + shift[1]
            for level in range(high):
                up = not face_down and rng.random() > 0.03
                pieces.append(Piece(lying(px, py, turn, look.size, up, level * look.size[2]), art if up else -1))
            at += (look.size[1] if sideways else 1.0) * touch
            if rng.random() < gap_chance:
                at += rng.uniform(0.1, 1.2)
    return pieces


def _dense(rng: np.random.Generator, look: Look, reach: float, arts: int) -> list[Piece]:
    """The whole patch full of tiles: side by side, or loose and turned at will."""
    loose = rng.random() < 0.5
    across, along = (1.72, 1.72) if loose else (rng.uniform(1.0, 1.15), look.size[1] * rng.uniform(1.0, 1.2))
    angle = (
        rng.uniform(0, 2 * np.pi) if loose or rng.random() < 0.5 else rng.integers(4) * np.pi / 2 + rng.normal(0, 0.1)
    )
    c, s = np.cos(angle), np.sin(angle)
    pieces: list[Piece] = []
    for row in np.arange(-reach, reach, along):
        flipped = np.pi * (rng.random() < 0.3)
        slide = rng.uniform(0, 1)
        for column in np.arange(-reach, reach, across):
            if rng.random() < 0.08:
                continue
            x, y = column + slide, row
            turn = rng.uniform(0, 2 * np.pi) if loose else angle + flipped + rng.normal(0, 0.02)
            up = rng.random() > 0.04
            art = int(rng.integers(arts)) if up else -1
            pieces.append(Piece(lying(x * c - y * s, x * s + y * c, turn, look.size, up), art))
    return pieces


def _rack(rng: np.random.Generator, look: Look, reach: float, arts: int, eye: Eye) -> list[Piece]:
    """Tiles standing in a row, faces toward the camera or (a neighbour's rack) away from it."""
    pieces: list[Piece] = []
    away = rng.random() < 0.3
    angle = -eye.turn + rng.normal(0, 0.3) + (np.pi if away else 0)
    lean = rng.uniform(0.5, np.pi / 2) if not away else rng.uniform(1.0, np.pi / 2)
    across = rng.uniform(-1, 1) * reach * 0.4
    base = rng.choice([0.0, 0.3])
    at = -reach if rng.random() < 0.6 else -reach * rng.random()
    while at < reach:
        corners = leaning(at, across, angle, lean, look.size, base)
        if rng.random() < 0.12:  # turned upside down
            corners = corners[[2, 3, 0, 1, 6, 7, 4, 5]]
        pieces.append(Piece(corners, int(rng.integers(arts))))
        at += rng.uniform(1.0, 1.03)
        if rng.random() < 0.08:
            at += rng.uniform(0.2, 1.5)
    return pieces


def _shade(colour: Floats, normal: Floats, look: Look) -> tuple[float, float, float]:
    lit = 1.0 - look.contrast + look.contrast * max(0.0, float(normal @ look.light))
    b, g, r = (colour * lit).clip(0, 255).tolist()
    return b, g, r


def _polygon(canvas: Image, points: Floats, colour: tuple[float, float, float]) -> None:
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


def paste(canvas: Image, face: Image, quad: Floats, tint: Floats) -> None:
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


def _draw_piece(
    canvas: Image,
    owner: NDArray[np.int32],
    number: int,
    piece: Piece,
    faces: list[Image],
    look: Look,
    eye: Eye,
    plain: list[Floats],
) -> tuple[Floats, float] | None:
    """Draws one box; returns its face's quad in canvas pixels and the cosine at which it is seen, when it is turned to
    the camera. Quads of its back and sides, where they can be seen well, are added to `plain`."""
    shown = eye.project(piece.corners)
    if shown.min(0).max() > canvas.shape[0] or shown.max(0).min() < 0:
        return None
    normals = _normals(piece.corners)
    middles = np.stack([piece.corners[list(around)].mean(0) for around in ((0, 1, 2, 3), *SIDES, BACK)])
    rays = eye.place - middles
    facing = (normals * rays).sum(1) / np.sqrt((rays * rays).sum(1))
    for k, side in enumerate((*SIDES, BACK), start=1):
        if facing[k] <= 0:
            continue
        flat = shown[list(side)]
        if facing[k] > FACING and (side == BACK or piece.art >= 0):
            plain.append(flat / SUPER)
        _polygon(canvas, flat, _shade(look.back, normals[k], look))
        if side != BACK:
            seam = flat.copy()
            seam[2] = flat[1] + (flat[2] - flat[1]) * look.seam
            seam[3] = flat[0] + (flat[3] - flat[0]) * look.seam
            _polygon(canvas, seam, _shade(look.body * 0.94, normals[k], look))
        cv2.fillConvexPoly(owner, np.round(flat / SUPER).astype(np.int32), -1)
    if facing[0] <= 0:
        return None
    quad = shown[:4]
    tone = np.array(_shade(np.full(3, 255.0), normals[0], look)) / 255
    b, g, r = (look.body * tone).clip(0, 255).tolist()
    inner = quad
    if look.bevel > 0:
        inner = _inset(quad, look.size[1], look.bevel)
        rims = [_shade(look.body, _unit(normals[0] + normals[k]), look) for k in range(1, 5)]
        _polygon(canvas, _rounded(quad, look.size[1], look.corner), rims[int(np.argmin([sum(rim) for rim in rims]))])
        for k, rim in enumerate(rims):
            ends = [k, (k + 1) % 4]
            outer = quad[ends] * 0.8 + inner[ends] * 0.2
            _polygon(canvas, np.concatenate([outer, inner[ends[::-1]]]), rim)
    _polygon(canvas, _rounded(inner, look.size[1], max(0.0, look.corner - look.bevel)), (b, g, r))
    if piece.art >= 0:
        paste(canvas, faces[piece.art], inner, tone * look.stain)
    cv2.fillConvexPoly(owner, np.round(quad / SUPER).astype(np.int32), number if piece.art >= 0 else -1)
    return quad, float(facing[0])


def _shadows(canvas: Image, pieces: list[Piece], look: Look, eye: Eye, rng: np.random.Generator) -> None:
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


def spoil(image: Image, rng: np.random.Generator, mild: float = 0.25) -> Image:
    """What light, lens, sensor and JPEG do to a picture (H, W, 3); `mild` is how often it gets off lightly."""
    out: Image = image.astype(np.float32)
    h, w = out.shape[:2]
    if rng.random() > mild:
        ramp = np.linspace(-1, 1, w, dtype=np.float32)[None, :] * rng.normal(0, 0.12)
        out *= (1 + ramp + np.linspace(-1, 1, h, dtype=np.float32)[:, None] * rng.normal(0, 0.12))[..., None]
    out *= np.float32(np.exp(rng.normal(-0.16, 0.27)))
    out *= np.exp(rng.normal(0, 0.07, 3)).astype(np.float32)
    if rng.random() < 0.5:
        out = 255 * np.clip(out / 255, 0, 1) ** np.float32(np.exp(rng.normal(0, 0.25)))
    grey = out.mean(2, keepdims=True)
    out = grey + (out - grey) * np.float32(rng.uniform(0.3, 1.25) if rng.random() < 0.6 else 1.0)
    if rng.random() < 0.03:
        out = np.repeat(grey, 3, 2)
    if rng.random() < 0.2:  # a lamp's reflection
        y, x = rng.uniform(0, h), rng.uniform(0, w)
        yy, xx = np.mgrid[:h, :w].astype(np.float32)
        spot = np.exp(-(((yy - y) ** 2 + (xx - x) ** 2) / (2 * (rng.uniform(0.05, 0.3) * h) ** 2)))
        out += (spot * rng.uniform(30, 160))[..., None].astype(np.float32)
    if rng.random() < 0.65:
        out = cv2.GaussianBlur(out, (0, 0), rng.uniform(0.3, 1.15))
    if rng.random() < 0.06:
        k = int(rng.integers(2, 5))
        streak = np.zeros((2 * k + 1, 2 * k + 1), np.float32)
        a = rng.uniform(0, np.pi)
        d = (round(float(np.cos(a)) * k), round(float(np.sin(a)) * k))
        cv2.line(streak, (k - d[0], k - d[1]), (k + d[0], k + d[1]), 1.0)
        out = cv2.filter2D(out, -1, streak / streak.sum())
    if rng.random() < 0.75:
        noise: Image = rng.normal(0, rng.uniform(0.5, 9), out.shape).astype(np.float32)
        if rng.random() < 0.4:
            noise = cv2.GaussianBlur(noise, (0, 0), 0.7)
        out += noise
    done = np.clip(out, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        _, jpeg = cv2.imencode(".jpg", done, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 96))])
        done = np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8)
    return done


def _tile_width(rng: np.random.Generator) -> float:
    """Pixels: what the finder meets is mostly 13 to 45, at times 9 to 80; and tiles so large that no part of them may
    be taken for a tile."""
    if rng.random() < 0.07:
        return float(rng.uniform(TOO_LARGE, 230))
    if rng.random() < 0.8:
        return float(np.exp(rng.uniform(np.log(13), np.log(45))))
    return float(np.exp(rng.uniform(np.log(9), np.log(80))))


@dataclass(frozen=True, slots=True)
class Patch:
    """One patch: image (P, P, 3) BGR, quads (n, 4, 2) of what is to be found, which drawing each is (n,), the cells
    (P/4, P/4) that teach nothing, the middles (m, 2) of all faces turned to the camera, seen or covered, and quads
    (k, 4, 2)
    of backs and sides."""

    image: Image
    quads: Floats
    arts: NDArray[np.int64]
    mute: NDArray[np.bool_]
    middles: Floats
    plain: Floats


KINDS = ("scatter", "pile", "rows", "rack", "mixed", "nothing", "dense")
ODDS = (0.23, 0.06, 0.36, 0.16, 0.11, 0.06, 0.02)


def draw_patch(
    rng: np.random.Generator, faces: list[Image], width: float | None = None, odds: tuple[float, ...] = ODDS
) -> Patch:
    """Draws one patch. `faces` are the drawings (BGRA) to choose from; `width` is a tile's width in pixels (by chance
    if
    None), `odds` of the kinds of scene."""
    side = PATCH * SUPER
    look = _look(rng)
    if rng.random() < DARK:
        faces = _darkened(rng, look, faces)
    kind = rng.choice(KINDS, p=odds)
    tilt = abs(rng.normal(0, 0.35)) if rng.random() < 0.6 else rng.uniform(0.2, 1.15)
    if kind == "rack":
        tilt = rng.uniform(0.35, 1.3)
    scale = width or _tile_width(rng)
    eye = Eye(
        rng.uniform(0, 2 * np.pi) if kind != "rack" or rng.random() < 0.4 else rng.normal(0, 0.15),
        min(tilt, 1.3),
        scale * SUPER,
        rng.uniform(12, 60),
        (side / 2, side / 2),
    )
    reach = min(PATCH / scale * 0.75, 9.0)
    canvas = surface(rng, side, scale * SUPER)
    pieces: list[Piece] = []
    if kind in ("scatter", "pile", "mixed"):
        pieces += _scatter(rng, look, reach, len(faces), 0.9 if kind == "pile" else 0.25)
    if kind in ("rows", "mixed"):
        pieces += _rows(rng, look, reach, len(faces))
    if kind == "dense":
        pieces += _dense(rng, look, min(PATCH / scale * 0.62, 9.0), len(faces))
    if kind == "rack":
        pieces += _rack(rng, look, reach, len(faces), eye)
        if rng.random() < 0.4:
            pieces += _scatter(rng, look, reach, len(faces), 0.2)[:6]
    if kind == "mixed":  # the later part wins where both want the same place
        keep: list[Piece] = []
        for piece in reversed(pieces):
            mid = piece.corners.mean(0)
            if all(
                np.abs(mid - other.corners.mean(0))[:2].max() > 1.2 or abs(mid[2] - other.corners.mean(0)[2]) > 0.4
                for other in keep
            ):
                keep.append(piece)
        pieces = keep
    if rng.random() < 0.6 or kind == "nothing":
        clutter(canvas, rng, scale * SUPER)
    _shadows(canvas, pieces, look, eye, rng)
    order = np.argsort([float(eye.depth(p.corners.mean(0))) for p in pieces])
    owner = np.zeros((PATCH, PATCH), np.int32)
    plain: list[Floats] = []
    quads: dict[int, Floats] = {}
    arts: dict[int, int] = {}
    facing: dict[int, float] = {}
    for number, index in enumerate(order, start=1):
        piece = pieces[int(index)]
        drawn = _draw_piece(canvas, owner, number, piece, faces, look, eye, plain)
        if drawn is not None and piece.art >= 0:
            quads[number], facing[number] = drawn[0] / SUPER, drawn[1]
            arts[number] = piece.art
    if rng.random() < 0.3:
        before = canvas.copy()
        clutter(canvas, rng, scale * SUPER, above=True)
        changed = np.abs(canvas.astype(np.int16) - before).max(2)[::SUPER, ::SUPER] > 3
        owner[changed] = -1
    image = spoil(cv2.resize(canvas, (PATCH, PATCH), interpolation=cv2.INTER_AREA), rng)
    mute = np.zeros((PATCH // 4, PATCH // 4), np.uint8)
    found: list[int] = []
    for number, quad in quads.items():
        area = cv2.contourArea(quad.astype(np.float32))
        middle = quad.mean(0)
        inside = 0 <= middle[0] < PATCH and 0 <= middle[1] < PATCH
        seen = np.count_nonzero(owner == number) / max(area, 1.0)
        whole = min(1.0, _inside_share(quad))
        wide = float(np.linalg.norm(quad[1] - quad[0]))
        if wide > TOO_LARGE:
            continue
        if inside and wide < TOO_LARGE * 0.85 and seen > SEEN * whole and facing[number] > FACING:
            found.append(number)
        elif inside and seen > 0.15 * whole:
            cv2.fillConvexPoly(mute, np.round(quad / 4).astype(np.int32), 1)
    found = found[:MOST]
    return Patch(
        image,
        np.array([quads[k] for k in found]).reshape(-1, 4, 2),
        np.array([arts[k] for k in found], np.int64),
        mute.astype(bool),
        np.array([q.mean(0) for q in quads.values()]).reshape(-1, 2),
        np.array(plain).reshape(-1, 4, 2),
    )


def _inside_share(quad: Floats) -> float:
    """How much of the quad lies in the patch."""
    low, high = quad.min(0), quad.max(0)
    span = np.maximum(high - low, 1e-6)
    kept = np.clip(high, 0, PATCH) - np.clip(low, 0, PATCH)
    return float(np.prod(np.maximum(kept, 0) / span))


def from_still(rng: np.random.Generator, count: int) -> list[Patch]:
    """So many corners of one picture of the simulated table: racks, walls, cards and markers as they lie in a game."""
    from vision.synthetic.look import dark_families
    from vision.synthetic.stills import cuttings, render_still

    tall = int(rng.choice([720, 900, 1080]))
    style = str(rng.choice(dark_families())) if rng.random() < DARK else ""
    still = render_still(int(rng.integers(1 << 30)), style, (tall * 16 // 9, tall))
    out = []
    for cutting in cuttings(still, PATCH, count, int(rng.integers(1 << 30))):
        image = cutting.image if rng.random() < 0.3 else spoil(cutting.image, rng, 0.6)
        mute = np.zeros((PATCH // 4, PATCH // 4), np.uint8)
        found: list[Floats] = []
        for tile in cutting.tiles:
            if tile.region == "wall" or tile.facing < 0.05:
                continue
            if tile.face_up and tile.facing > FACING and tile.occluded < 1 - SEEN:
                found.append(tile.quad)
            elif tile.occluded < 0.95:
                cv2.fillConvexPoly(mute, np.round(tile.quad / 4).astype(np.int32), 1)
        quads = np.array(found[:MOST]).reshape(-1, 4, 2)
        none = np.zeros((0, 4, 2))
        out.append(
            Patch(np.asarray(image), quads, np.zeros(len(quads), np.int64), mute.astype(bool), quads.mean(1), none)
        )
    return out


STILL = 30  # patches cut from one picture of the simulated table


def write_shards(
    out: Path, seed: int, each: int, ahead: int, faces: "list[list[Image]]", still_share: float = 0.0
) -> None:
    """Draws for ever: a new shard whenever fewer than `ahead` lie in `out`."""
    out.mkdir(parents=True, exist_ok=True)
    number = 0
    started = time.monotonic()
    while True:
        while len(list(out.glob("*.npz"))) >= ahead:
            time.sleep(1.0)
        rng = np.random.default_rng((seed, number, int(time.time())))
        images, quads, mutes = [], np.full((each, MOST, 4, 2), np.nan, np.float32), []
        waiting: list[Patch] = []
        for k in range(each):
            if not waiting and rng.random() < still_share / STILL / (1 - still_share + still_share / STILL):
                waiting = from_still(rng, STILL)
            patch = waiting.pop() if waiting else draw_patch(rng, faces[int(rng.integers(len(faces)))])
            images.append(patch.image)
            quads[k, : len(patch.quads)] = patch.quads
            mutes.append(patch.mute)
        part = out / f"{seed:03d}_{number:05d}.part"
        with part.open("wb") as file:
            np.savez(file, image=np.stack(images), quads=quads, mute=np.stack(mutes))
        part.rename(part.with_suffix(".npz"))
        number += 1
        print(f"{number * each} patches, {number * each / (time.monotonic() - started):.1f} a second", flush=True)


def main() -> None:
    """The command line: see the module's words."""
    from vision.training.facebank import sets_for_finding

    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--out", type=Path, default=Path("training/patches"))
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--each", type=int, default=256, help="patches in a shard")
    words.add_argument("--ahead", type=int, default=12, help="shards to keep in hand")
    words.add_argument("--still-share", type=float, default=0.3, help="of the patches, from pictures of whole tables")
    words.add_argument("--shared", type=Path, default=Path("../shared"), help="where art and photographs lie")
    given = words.parse_args()
    cv2.setNumThreads(1)
    sets = sets_for_finding(given.shared)
    write_shards(given.out, given.seed, given.each, given.ahead, sets, given.still_share)


if __name__ == "__main__":
    main()
