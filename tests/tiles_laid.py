"""Pictures of tiles laid out on a cloth, drawn for the tests of the eyes, with the truth."""

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import N_KINDS, Tile
from vision.synthetic.faces import catalogue as faces

Image = NDArray[np.uint8]


def laid_out(
    family: str,
    rows: list[list[tuple[Tile, int]]],
    width: int = 40,
    turn: float = 0.0,
    seed: int = 0,
    overturned: frozenset[tuple[int, int]] = frozenset(),
) -> tuple[Image, NDArray[np.float32], list[Tile]]:
    """Rows of (tile, which drawing) on green cloth, the whole turned by degrees; those at (row, column) in `overturned`
    lie upside down. Returns the picture, quads (n, 4, 2) from each tile's own top-left, and the tiles, row by row."""
    rng = np.random.default_rng(seed)
    height = width * 4 // 3
    across, down = int(width * 1.04), int(height * 1.3)
    edge = 3 * height
    size = (2 * edge + down * len(rows), 2 * edge + across * max(len(row) for row in rows))
    cloth = np.array([70, 110, 40]) + rng.normal(0, 6, (*size, 3))
    image = np.clip(cloth, 0, 255).astype(np.uint8)
    body = faces.body_colours(family)[0]
    quads, tiles = [], []
    for r, row in enumerate(rows):
        for c, (tile, which) in enumerate(row):
            x, y = edge + c * across, edge + r * down
            art = faces.face_image(family, tile, which % faces.face_count(family, tile), height)
            art = cv2.resize(art, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)
            alpha = art[..., 3:] / 255
            face = art[..., :3] * alpha + np.array(body, np.float32) * (1 - alpha)
            quad = np.array(
                [[x, y], [x + width - 1, y], [x + width - 1, y + height - 1], [x, y + height - 1]], np.float32
            )
            if (r, c) in overturned:
                face, quad = face[::-1, ::-1], np.roll(quad, 2, 0)
            cv2.rectangle(image, (x - 1, y - 1), (x + width, y + height + width // 10), (120, 130, 130), -1)
            image[y : y + height, x : x + width] = face.astype(np.uint8)
            quads.append(quad)
            tiles.append(tile)
    middle = (size[1] / 2, size[0] / 2)
    spin = cv2.getRotationMatrix2D(middle, turn, 1.0)
    turned = cv2.warpAffine(image, spin, (size[1], size[0]), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    moved = np.array(quads) @ spin[:, :2].T + spin[:, 2]
    blurred = cv2.GaussianBlur(turned, (0, 0), 0.6)
    noisy = np.clip(blurred + rng.normal(0, 3, blurred.shape), 0, 255).astype(np.uint8)
    return noisy, moved.astype(np.float32), tiles


def whole_set(columns: int = 11) -> list[list[tuple[Tile, int]]]:
    """Every kind once and eight flowers, in rows."""
    flat = [(tile, 0) for tile in Tile] + [(Tile.FLOWER, k) for k in range(1, 8)]
    return [flat[k : k + columns] for k in range(0, len(flat), columns)]


def box(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The upright box (x0, y0, x1, y1) around a quad."""
    return np.concatenate([quad.min(0), quad.max(0)])


def overlap(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Intersection over union of the quads themselves."""
    shared, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(shared / (cv2.contourArea(one) + cv2.contourArea(other) - shared))


def sure_of(*tiles: Tile) -> np.ndarray:
    """log p (n, 37) of tiles that are read as these without doubt."""
    p = np.full((len(tiles), N_KINDS + 1), 0.001)
    p[np.arange(len(tiles)), tiles] = 1 - 0.001 * N_KINDS
    return np.log(p).astype(np.float32)
