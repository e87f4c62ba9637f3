"""Photographs that may be learned from: those of split `train` under CC BY 4.0, with their boxes turned into quads.

Labels there are upright boxes around tiles that may lie aslant. A quad is taken from the outline where the source gave
four corners, else worked out from the direction of the tile's row; where neither is certain only the middle is trusted.
"""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile, read_tile

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Photograph:
    """One picture: its file, `quads` (n, 4, 2) pixels, `sure` (n,) whether the quad's shape is to be trusted, `tiles`,
    and `whole`: whether every tile in it is labelled. `floor` is the y below which nothing but the labelled row can
    lie, or None."""

    path: Path
    quads: Floats
    sure: NDArray[np.bool_]
    tiles: tuple[Tile, ...]
    whole: bool
    floor: float | None


def _upright(box: Floats) -> Floats:
    x, y, w, h = box
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])


def _corners(outline: list[float]) -> Floats | None:
    """Four corners of an outline that is one quad, clockwise from the upper left; None for other shapes."""
    points = np.array(outline, np.float32).reshape(-1, 2)
    if len(points) > 1 and np.allclose(points[0], points[-1]):
        points = points[:-1]
    if len(points) != 4:
        return None
    if cv2.contourArea(points, oriented=True) < 0:
        points = points[::-1]
    start = int(np.argmin(points.sum(1)))
    turned = np.roll(points, -start, 0).astype(np.float64)
    wide = np.linalg.norm(turned[1] - turned[0]) + np.linalg.norm(turned[2] - turned[3])
    tall = np.linalg.norm(turned[3] - turned[0]) + np.linalg.norm(turned[2] - turned[1])
    return np.roll(turned, -1, 0) if wide > tall * 1.05 else turned


def _direction(boxes: Floats, index: int) -> float | None:
    """The angle of the row through a box, from its neighbours; None when it has none."""
    middles = boxes[:, :2] + boxes[:, 2:] / 2
    reach = boxes[index, 2:].max() * 1.6
    away = middles - middles[index]
    near = (np.abs(away).max(1) < reach) & (np.abs(away).max(1) > 1)
    if near.sum() == 0:
        return None
    steps = away[near] * np.sign(away[near, :1] + 1e-9)
    angles = np.arctan2(steps[:, 1], steps[:, 0])
    if np.ptp(angles) > 0.2:
        return None
    return float(np.median(angles))


def _aslant(box: Floats, angle: float) -> Floats | None:
    """The tile that fills an upright box when its short side runs at `angle`; None when it cannot be told."""
    c, s = abs(np.cos(angle)), abs(np.sin(angle))
    if abs(c * c - s * s) < 0.35:
        return None
    a, b = np.linalg.solve(np.array([[c, s], [s, c]]), box[2:])
    if not 0.45 < a / max(b, 1e-6) < 0.98:
        return None
    across = np.array([np.cos(angle), np.sin(angle)]) * a / 2
    along = np.array([-np.sin(angle), np.cos(angle)]) * b / 2
    middle = box[:2] + box[2:] / 2
    return np.array(
        [middle - across - along, middle + across - along, middle + across + along, middle - across + along]
    )


def photographs(pack: Path) -> list[Photograph]:
    """All photographs of the pack that may be learned from (`../shared/photos`); empty when it is absent."""
    if not (pack / "labels.json").exists():
        return []
    labels = json.loads((pack / "labels.json").read_text())
    names = {c["id"]: c["name"] for c in labels["categories"]}
    marks = defaultdict(list)
    for mark in labels["annotations"]:
        marks[mark["image_id"]].append(mark)
    found: list[Photograph] = []
    for image in labels["images"]:
        if image["split"] != "train" or image["source"] != "cmd" or not marks[image["id"]]:
            continue
        mine = marks[image["id"]]
        boxes = np.array([m["bbox"] for m in mine], np.float64)
        quads, sure = [], []
        for k, mark in enumerate(mine):
            outline = mark.get("segmentation") or [[]]
            quad = _corners(outline[0]) if outline[0] else None
            if quad is None and (angle := _direction(boxes, k)) is not None:
                quad = (
                    _upright(boxes[k]) if abs(angle) < 0.06 and boxes[k, 2] < boxes[k, 3] else _aslant(boxes[k], angle)
                )
            quads.append(_upright(boxes[k]) if quad is None else quad)
            sure.append(quad is not None)
        bottom = boxes[:, 1] + boxes[:, 3]
        level = len(boxes) >= 5 and np.ptp(bottom) < 1.2 * np.median(boxes[:, 3]) and image["group"] in ("fb", "hand")
        found.append(
            Photograph(
                pack / "images" / image["file_name"],
                np.array(quads),
                np.array(sure),
                tuple(read_tile(names[m["category_id"]]) for m in mine),
                image["group"] in ("family", "discards", "one_bamboo_flowers"),
                float(bottom.max()) if level else None,
            )
        )
    return found
