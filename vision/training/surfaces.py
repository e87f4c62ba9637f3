"""What lies under, beside and over the tiles: table tops and clutter, drawn into a canvas of pixels."""

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Drawn
from vision.training.drawing import paste


def _noise(rng: np.random.Generator, side: int, cells_x: int, cells_y: int) -> NDArray[np.float32]:
    """Smooth noise in -1..1, (side, side), with about so many bumps each way."""
    small = rng.normal(0, 0.5, (max(cells_y, 2), max(cells_x, 2))).astype(np.float32)
    return np.asarray(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC))


def _colour(rng: np.random.Generator) -> NDArray[np.float64]:
    """A plausible table colour, BGR."""
    pick = rng.random()
    if pick < 0.3:  # felt: greens, blues, reds
        hue = int(rng.choice([60, 70, 80, 100, 110, 0, 150]) + rng.integers(-8, 9)) % 180
        hsv = np.array([[[hue, rng.integers(90, 240), rng.integers(40, 190)]]], np.uint8)
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)
    if pick < 0.6:  # wood
        hsv = np.array([[[rng.integers(8, 22), rng.integers(50, 190), rng.integers(50, 225)]]], np.uint8)
        return np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0], np.float64)
    if pick < 0.8:  # greys, dark and light
        return np.full(3, rng.uniform(10, 245)) + rng.normal(0, 6, 3)
    return rng.uniform(0, 255, 3)


def surface(rng: np.random.Generator, side: int, tile: float) -> Drawn:
    """A table top (side, side, 3); `tile` is a tile's width in its pixels."""
    return np.asarray(cv2.resize(_surface(rng, side // 2, tile / 2), (side, side), interpolation=cv2.INTER_LINEAR))


def _surface(rng: np.random.Generator, side: int, tile: float) -> Drawn:
    colour = _colour(rng)
    out: Drawn = np.empty((side, side, 3), np.float32)
    out[:] = colour
    kind = rng.random()
    if kind < 0.35:
        out *= 1 + 0.15 * _noise(rng, side, 4, 4)[..., None]
        fine = rng.normal(0, rng.uniform(1, 14), (side // 2, side // 2)).astype(np.float32)
        out += cv2.resize(fine, (side, side))[..., None]
    elif kind < 0.62:  # grain
        grain = _noise(rng, side, int(rng.integers(2, 6)), int(rng.integers(30, 140)))
        knots = _noise(rng, side, 3, 8)
        out *= 1 + (rng.uniform(0.05, 0.3) * grain + 0.15 * knots)[..., None]
        if rng.random() < 0.5:
            for y in rng.integers(0, side, int(rng.integers(1, 5))):
                cv2.line(out, (0, int(y)), (side, int(y) + int(rng.integers(-4, 5))), (20, 20, 20), 2)
        turns = float(rng.uniform(0, 360))
        spin = cv2.getRotationMatrix2D((side / 2, side / 2), turns, 1.45)
        out = cv2.warpAffine(out, spin, (side, side), borderMode=cv2.BORDER_REFLECT)
    elif kind < 0.85:  # a print
        out = _printed(rng, out, side, tile)
    else:
        out *= 1 + 0.25 * _noise(rng, side, 3, 3)[..., None]
    if rng.random() < 0.35:  # the table's edge, a rack's ledge, the floor: a half plane or a band of another colour
        for _ in range(int(rng.integers(1, 4))):
            spot, a = rng.uniform(0, side, 2), rng.uniform(0, 2 * np.pi)
            d, n = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
            deep = rng.uniform(0.2, 3.0) * tile if rng.random() < 0.7 else 2 * side
            band = np.array(
                [
                    spot - d * 2 * side,
                    spot + d * 2 * side,
                    spot + d * 2 * side + n * deep,
                    spot - d * 2 * side + n * deep,
                ]
            )
            b, g, r = _colour(rng) * rng.uniform(0.3, 1.0)
            cv2.fillConvexPoly(out, np.round(band).astype(np.int32), (float(b), float(g), float(r)), cv2.LINE_AA)
    return np.clip(out, 0, 255).astype(np.uint8)


def _printed(rng: np.random.Generator, cloth: Drawn, side: int, tile: float) -> Drawn:
    """The cloth with a print: stripes, checks, dots, leaves, or flowers and suns as large as tiles."""
    ink, second = _colour(rng), _colour(rng)
    step = max(4, int(tile * rng.uniform(0.3, 2.5)))
    style = int(rng.integers(6))
    layer = np.zeros((side, side), np.uint8)
    core = np.zeros((side, side), np.uint8)
    if style == 4:
        step = max(8, int(tile * rng.uniform(1.0, 3.5)))
        petals, far = int(rng.integers(4, 9)), step * rng.uniform(0.15, 0.3)
        loose = rng.random() < 0.5
        for y in range(0, side + step, step):
            for x in range(0, side + step, step):
                middle = np.array([x, y]) + (
                    rng.uniform(-0.4, 0.4, 2) * step if loose else [y // step % 2 * step // 2, 0]
                )
                turn = rng.uniform(0, 2 * np.pi) if loose else 0.0
                for a in turn + 2 * np.pi * np.arange(petals) / petals:
                    u, v = middle + far * 0.7 * np.array([np.cos(a), np.sin(a)])
                    cv2.circle(layer, (int(u), int(v)), max(1, int(far * 0.5)), 255, -1, cv2.LINE_AA)
                cv2.circle(core, (int(middle[0]), int(middle[1])), max(1, int(far * 0.5)), 255, -1, cv2.LINE_AA)
    for k in range(0, side, step) if style != 4 else ():
        if style == 0:
            cv2.line(layer, (k, 0), (k, side), 255, max(1, step // 6))
        elif style == 1:
            cv2.line(layer, (k, 0), (k, side), 255, max(1, step // 3))
            cv2.line(layer, (0, k), (side, k), 160, max(1, step // 3))
        elif style == 2:
            for m in range(0, side, step):
                cv2.circle(layer, (k + (m // step % 2) * step // 2, m), max(1, step // 5), 255, -1)
        elif style == 3:
            for m in range(0, side, step):
                at = (k + int(rng.integers(step)), m + int(rng.integers(step)))
                cv2.ellipse(layer, at, (step // 3 + 1, step // 5 + 1), float(rng.uniform(0, 180)), 0, 360, 255, -1)
        else:  # stripes of several widths, as on a tablecloth
            across = int(rng.uniform(0, side))
            cv2.line(
                layer if k % 2 else core, (across, 0), (across, side), 255, max(1, int(tile * rng.uniform(0.1, 0.9)))
            )
            across = int(rng.uniform(0, side))
            cv2.line(
                core if k % 2 else layer, (0, across), (side, across), 255, max(1, int(tile * rng.uniform(0.1, 0.9)))
            )
            if k > 5 * step:
                break
    if style in (0, 5) and rng.random() < 0.7:
        spin = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 360)), 1.45)
        layer, core = (np.asarray(cv2.warpAffine(one, spin, (side, side)), np.uint8) for one in (layer, core))
    strong = rng.uniform(0.15, 0.95)
    for mask, colour in ((layer, ink), (core, second)):
        share = mask[..., None] / 255 * strong
        cloth = cloth * (1 - share) + colour * share
    return cloth


def _block(canvas: Drawn, rng: np.random.Generator, w: float, h: float, colour: tuple[float, float, float]) -> None:
    side = canvas.shape[0]
    box = ((float(rng.uniform(0, side)), float(rng.uniform(0, side))), (w, h), float(rng.uniform(0, 360)))
    cv2.fillConvexPoly(canvas, np.round(cv2.boxPoints(box)).astype(np.int32), colour, cv2.LINE_AA)


def _card(canvas: Drawn, rng: np.random.Generator, tile: float) -> None:
    """A printed card or a sheet with lines of coloured writing."""
    h, w = int(tile * rng.uniform(2.5, 7)), int(tile * rng.uniform(2, 6))
    sheet = np.full((max(h, 8), max(w, 8), 4), 255, np.uint8)
    sheet[..., :3] = rng.integers(190, 256, 3)
    row, edge = max(3, int(tile * rng.uniform(0.12, 0.45))), int(tile * rng.uniform(0.05, 0.5))
    inks = rng.integers(0, 180, (3, 3)).tolist()
    motley = rng.random() < 0.5  # each group of a line in an ink of its own, as hands are printed
    for y in range(row + edge, h - 2, row):
        x = edge + 2
        while x < w - edge and rng.random() < 0.9:
            text = "".join(rng.choice(list("FDNEWS123456789X=+"), int(rng.integers(2, 6))))
            b, g, r = inks[int(rng.integers(3))] if motley else inks[y // row % 3]
            cv2.putText(sheet, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, row / 34, (b, g, r, 255), 1, cv2.LINE_AA)
            x += int(cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, row / 34, 1)[0][0] + row * 0.4)
    side = canvas.shape[0]
    box = ((float(rng.uniform(0, side)), float(rng.uniform(0, side))), (float(w), float(h)), float(rng.uniform(0, 360)))
    paste(canvas, sheet, np.roll(cv2.boxPoints(box), 1, 0).astype(np.float64), np.full(3, rng.uniform(0.5, 1.0)))


def _marker(canvas: Drawn, rng: np.random.Generator, tile: float) -> None:
    """A printed black and white marker."""
    grid = np.full((8, 8, 4), 255, np.uint8)
    grid[1:7, 1:7, :3] = 0
    grid[2:6, 2:6, :3] = rng.choice([0, 255], (4, 4, 1))
    side, w = canvas.shape[0], float(tile * rng.uniform(1.2, 3))
    box = ((float(rng.uniform(0, side)), float(rng.uniform(0, side))), (w, w), float(rng.uniform(0, 360)))
    big = cv2.resize(grid, (64, 64), interpolation=cv2.INTER_NEAREST)
    paste(canvas, big, np.roll(cv2.boxPoints(box), 1, 0).astype(np.float64), np.ones(3))


def _die(canvas: Drawn, rng: np.random.Generator, tile: float) -> None:
    grid = np.full((48, 48, 4), 255, np.uint8)
    grid[..., :3] = rng.choice([rng.integers(200, 256), rng.integers(0, 90)])
    ink = (0, 0, 255, 255) if rng.random() < 0.3 else (255 - int(grid[0, 0, 0]),) * 3 + (255,)
    places = [(12, 12), (36, 36), (36, 12), (12, 36), (24, 24), (12, 24), (36, 24)]
    for x, y in places[: int(rng.integers(1, 7))]:
        cv2.circle(grid, (x, y), 5, ink, -1, cv2.LINE_AA)
    side, w = canvas.shape[0], float(tile * rng.uniform(0.4, 0.8))
    box = ((float(rng.uniform(0, side)), float(rng.uniform(0, side))), (w, w), float(rng.uniform(0, 360)))
    paste(canvas, grid, np.roll(cv2.boxPoints(box), 1, 0).astype(np.float64), np.full(3, rng.uniform(0.6, 1.0)))


def _hand(canvas: Drawn, rng: np.random.Generator, tile: float) -> None:
    """Fingers, a palm and a sleeve that reach in from an edge."""
    side = canvas.shape[0]
    skin = np.array([rng.uniform(40, 170), rng.uniform(70, 195), rng.uniform(110, 235)])
    skin[:2] = np.minimum(skin[:2], skin[2] * np.array([0.85, 0.92]))
    at = rng.uniform(0.1, 0.9, 2) * side
    a = rng.uniform(0, 2 * np.pi)
    d, n = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
    thick = tile * rng.uniform(0.55, 0.95)

    def stroke(p: NDArray[np.float64], q: NDArray[np.float64], width: float, colour: NDArray[np.float64]) -> None:
        b, g, r = colour.clip(0, 255)
        cv2.line(
            canvas,
            (int(p[0]), int(p[1])),
            (int(q[0]), int(q[1])),
            (float(b), float(g), float(r)),
            max(1, int(width)),
            cv2.LINE_AA,
        )

    palm = at + d * thick * 3.4
    stroke(palm + d * thick * 3, palm + d * 2 * side, thick * rng.uniform(3, 4.5), rng.uniform(10, 240, 3))
    stroke(palm, palm + d * thick * 4, thick * 2.6, skin * 0.93)
    stroke(palm - n * thick * 0.6, palm + n * thick * 0.6, thick * 2.8, skin * 0.97)
    for k in range(4):
        root = palm + n * thick * (k - 1.5) * 0.95 - d * thick * 0.5
        tip = root - d * thick * rng.uniform(1.4, 3.2) + n * thick * rng.normal(0, 0.3)
        stroke(root, tip, thick * 1.08, skin * rng.uniform(0.6, 0.8))
        stroke(root, tip, thick * 0.9, skin * rng.uniform(0.92, 1.08))
        nail = tip - (tip - root) * 0.05
        stroke(nail, nail + d * thick * 0.2, thick * 0.45, skin * 1.12)


def clutter(canvas: Drawn, rng: np.random.Generator, tile: float, above: bool = False) -> None:
    """One to four things that are no tile, drawn in place; `above` for what may lie over tiles."""
    side = canvas.shape[0]
    for _ in range(int(rng.integers(1, 3 if above else 5))):
        b, g, r = (float(v) for v in rng.uniform(0, 255, 3))
        pick = rng.random()
        if above or pick < 0.2:
            _hand(canvas, rng, tile)
        elif pick < 0.4:
            _card(canvas, rng, tile)
        elif pick < 0.47:
            _marker(canvas, rng, tile)
        elif pick < 0.58:
            _die(canvas, rng, tile)
        elif pick < 0.7:  # a blank slab, much like a tile seen from its edge
            pale = float(rng.uniform(170, 250))
            _block(canvas, rng, tile * rng.uniform(0.9, 1.6), tile * rng.uniform(0.25, 0.6), (pale, pale, pale))
        elif pick < 0.82:  # a phone, a box, a rack
            _block(canvas, rng, tile * rng.uniform(1.5, 12), tile * rng.uniform(0.5, 5), (b, g, r))
        else:  # a cup, a coin
            at = (int(rng.uniform(0, side)), int(rng.uniform(0, side)))
            radius = int(tile * rng.uniform(0.3, 2.2))
            cv2.circle(canvas, at, radius, (b, g, r), -1, cv2.LINE_AA)
            cv2.circle(canvas, at, int(radius * rng.uniform(0.5, 0.95)), (r * 0.7, b * 0.7, g * 0.7), -1, cv2.LINE_AA)
