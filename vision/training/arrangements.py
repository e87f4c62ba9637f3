"""How boxes lie in a patch: scattered, in rows, dense, on a rack; and the look of the set that they are of."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Drawn
from vision.training.boxes import Eye, Floats, leaning, lying


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


def look_of(rng: np.random.Generator) -> Look:
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


def darkened(rng: np.random.Generator, look: Look, faces: list[Drawn]) -> list[Drawn]:
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


def scatter(rng: np.random.Generator, look: Look, reach: float, arts: int, crowd: float) -> list[Piece]:
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


def rows(rng: np.random.Generator, look: Look, reach: float, arts: int) -> list[Piece]:
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


def dense(rng: np.random.Generator, look: Look, reach: float, arts: int) -> list[Piece]:
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


def rack(rng: np.random.Generator, look: Look, reach: float, arts: int, eye: Eye) -> list[Piece]:
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
