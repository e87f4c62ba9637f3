"""Tiles laid side by side and seen from above, drawn quickly: for teaching the reader many sets.

A corner of a drawn table (`vision.training.patches`) costs a tenth of a second; here a whole grid of faces is put
together flat and turned into the picture at once, ten times as quick. What stands, lies in a heap or is covered is not
drawn so.
"""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Drawn
from vision.training.patches import DARK, PATCH
from vision.training.spoiling import spoil
from vision.training.surfaces import surface

Floats = NDArray[np.float64]
HIGH, WIDE = 72, 54  # pixels of a face before it is seen
ROWS, COLUMNS = 5, 7
OUTLINE = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float64) - 0.5


def _darkened(face: Drawn, body: Floats) -> Drawn:
    """A face with its lights and darks changed over, on a dark body."""
    hls = cv2.cvtColor(np.ascontiguousarray(face[..., :3]), cv2.COLOR_BGR2HLS)
    hls[..., 1] = 255 - hls[..., 1]
    ink = cv2.cvtColor(hls, cv2.COLOR_HLS2BGR)
    return np.dstack([np.maximum(ink, body).astype(np.uint8), face[..., 3]])


def _sheet(
    rng: np.random.Generator, faces: list[Drawn], gap: tuple[int, int]
) -> tuple[Drawn, Floats, NDArray[np.int64]]:
    """A grid of faces (H, W, 4) BGRA with `gap` pixels across and down between them, some rows upside down; the quads
    (n, 4, 2) of the faces, each from its own upper left, and which face each is (n,)."""
    pitch = np.array([WIDE + gap[0], HIGH + gap[1]])
    sheet = np.zeros((ROWS * pitch[1], COLUMNS * pitch[0], 4), np.uint8)
    back = rng.uniform(20, 230, 3)
    quads, which = [], rng.integers(len(faces), size=ROWS * COLUMNS)
    flipped = rng.random(ROWS) < 0.3
    for k, face in enumerate(which):
        x, y = (k % COLUMNS) * pitch[0], (k // COLUMNS) * pitch[1]
        part = sheet[y : y + HIGH, x : x + WIDE]
        part[:] = faces[face][::-1, ::-1] if flipped[k // COLUMNS] else faces[face]
        if gap[1] > 4:  # the side that is turned to us
            sheet[y + HIGH - 3 : y + HIGH + int(gap[1] * 0.7), x + 2 : x + WIDE - 2, :3] = back
            sheet[y + HIGH - 3 : y + HIGH + int(gap[1] * 0.7), x + 2 : x + WIDE - 2, 3] = 255
        quad = OUTLINE + np.array([x, y])
        quads.append(np.roll(quad, 2, 0) if flipped[k // COLUMNS] else quad)
    return sheet, np.array(quads), which


def _made(rng: np.random.Generator, pictures: list[Drawn]) -> list[Drawn]:
    """The faces of one set as they come from one maker in one light: rims, body, engraved dark now and then."""
    dark = rng.random() < DARK
    body = rng.uniform(8, 75) * rng.uniform(0.6, 1.0, 3)
    stain = np.clip(rng.normal([0.95, 0.97, 0.98], [0.05, 0.04, 0.03]), 0.75, 1.0)
    rim, edge = int(rng.integers(0, 4)), rng.uniform(0.6, 1.15)
    small = rng.uniform(0.86, 1.0) if rng.random() < 0.6 else 1.0  # how much of the tile is printed on
    out = []
    for picture in pictures:
        face = cv2.resize(picture, (WIDE, HIGH), interpolation=cv2.INTER_AREA)
        if small < 1.0:
            inner = (round(WIDE * small), round(HIGH * small))
            inset = cv2.resize(face[..., :3], inner, interpolation=cv2.INTER_AREA)
            x, y = (WIDE - inner[0]) // 2, (HIGH - inner[1]) // 2
            face[..., :3] = face[HIGH // 2, 3, :3]
            face[y : y + inner[1], x : x + inner[0], :3] = inset
        if dark:
            face = _darkened(face, body)
        else:
            face[..., :3] = (face[..., :3] * stain).astype(np.uint8)
        if rim:
            lit = np.clip(face[..., :3].astype(np.float32) * edge, 0, 255).astype(np.uint8)
            for side in (np.s_[:rim], np.s_[-rim:], np.s_[:, :rim], np.s_[:, -rim:]):
                face[side][..., :3] = lit[side]
        out.append(face)
    return out


def _seen(rng: np.random.Generator, sheet: Drawn, zoom: float) -> Floats:
    """How a sheet comes into the picture (3, 3): turned, aslant and a little deep, its middle near the picture's."""
    middle = np.array([sheet.shape[1], sheet.shape[0]]) / 2 + rng.uniform(-0.5, 0.5, 2) * [WIDE, HIGH]
    slope = rng.uniform(0.62, 1.0) if rng.random() < 0.6 else 1.0
    (c, s), (a, b) = ((np.cos(t), np.sin(t)) for t in rng.uniform(0, 2 * np.pi, 2))
    across = np.array([[a, -b], [b, a]])
    flat = np.eye(3)
    flat[:2, :2] = across @ np.diag([1.0, slope]) @ across.T @ np.array([[c, -s], [s, c]]) * zoom
    flat[:2, 2] = -flat[:2, :2] @ middle
    deep = np.eye(3)
    deep[2, :2] = rng.normal(0, 0.0006, 2)
    return np.asarray(np.array([[1, 0, PATCH / 2], [0, 1, PATCH / 2], [0, 0, 1.0]]) @ deep @ flat)


@dataclass(frozen=True, slots=True)
class Laid:
    """A picture (P, P, 3) BGR of tiles; of those that are wholly in it the quads (n, 4, 2), from their own upper left,
    and which face each shows (n,); and the sheet (H, W, 3) BGR they were put together on, with their quads there
    (n, 4, 2)."""

    image: Drawn
    quads: Floats
    which: NDArray[np.int64]
    sheet: Drawn
    near: Floats


def laid(
    rng: np.random.Generator,
    pictures: list[Drawn],
    width: float,
    seen: Callable[[Drawn, np.random.Generator], Drawn] = spoil,
) -> Laid:
    """Tiles with these faces, about `width` pixels wide, as they are `seen`."""
    touching = rng.random() < 0.55
    gap = (0, int(rng.integers(0, 14))) if touching else (int(rng.integers(2, 26)), int(rng.integers(2, 40)))
    sheet, quads, which = _sheet(rng, _made(rng, pictures), gap)
    placed = _seen(rng, sheet, width / WIDE)
    shrunk, grow = sheet, 1.0
    if width < 0.55 * WIDE:  # so small that pixels would be skipped
        shrunk, grow = cv2.resize(sheet, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 2.0
    flat = cv2.warpPerspective(shrunk, placed @ np.diag([grow, grow, 1.0]), (PATCH, PATCH), flags=cv2.INTER_LINEAR)
    ground = surface(rng, PATCH, width).astype(np.float32)
    middling = ground.mean((0, 1))
    alpha = flat[..., 3:].astype(np.float32) / 255
    shade = cv2.GaussianBlur(flat[..., 3], (0, 0), max(1.0, width * 0.06))[..., None].astype(np.float32) / 255
    ground *= 1 - shade * np.float32(rng.uniform(0.1, 0.5))
    image = seen(np.clip(ground + (flat[..., :3] - ground) * alpha, 0, 255), rng)
    there = cv2.perspectiveTransform(quads.reshape(1, -1, 2), placed).reshape(-1, 4, 2)
    whole = (there.min((1, 2)) > -2) & (there.max((1, 2)) < PATCH + 2)
    bare = np.where(sheet[..., 3:] > 0, sheet[..., :3], middling).astype(np.uint8)
    return Laid(image, there[whole], which[whole], bare, quads[whole])


def lay(
    rng: np.random.Generator,
    pictures: list[Drawn],
    width: float,
    seen: Callable[[Drawn, np.random.Generator], Drawn] = spoil,
) -> tuple[Drawn, Floats, NDArray[np.int64]]:
    """The picture, quads and faces of what is `laid`."""
    made = laid(rng, pictures, width, seen)
    return made.image, made.quads, made.which
