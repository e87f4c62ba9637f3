"""The table without tiles, seen by the camera: cloth, wood or print, rim, floor, markers, and what else lies about."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.tile import Seat
from vision.arrays import Floats
from vision.synthetic.light import brightness, mirror_places
from vision.synthetic.look import Colour, Look
from vision.synthetic.mats import printed_mat
from vision.synthetic.places import rack_half, spot

Bytes = NDArray[np.uint8]
_RIM = 16.0
_FLOOR = 2600.0  # mm of floor to each side of the middle that are painted


@dataclass(frozen=True, slots=True)
class Thing:
    """Something on the table that is no tile: its place, turn (radians) and size, as `free_spot` wants them."""

    kind: str
    x: float
    y: float
    turn: float
    width: float
    height: float

    @property
    def footprint(self) -> tuple[float, float, float, float, float]:
        return self.x, self.y, self.turn, self.width, self.height


def things(look: Look) -> tuple[Thing, ...]:
    """Clutter: cards and cups in the corners between racks, dice in the middle."""
    if not look.clutter:
        return ()
    rng = np.random.default_rng([look.seed, 0xC1])
    found = []
    corners = rng.permutation(4)
    kinds = rng.permutation(["card", "phone", "cup", "cup", "card"])
    for corner, kind in zip(corners[: int(rng.integers(2, 5))], kinds, strict=False):
        sx, sy = ((-1, -1), (1, -1), (1, 1), (-1, 1))[int(corner)]
        width, height = {"card": (74.0, 96.0), "phone": (70.0, 144.0), "cup": (76.0, 76.0)}[str(kind)]
        # beside the markers, past the racks' ends
        x, y, turn = rack_half(look) + 8 + width / 2, look.half - 14 - height / 2, float(rng.normal(0, 0.06))
        if rng.random() < 0.5:
            x, y, turn = y, x, turn + np.pi / 2
        found.append(Thing(str(kind), sx * x, sy * y, turn, width, height))
    for _ in range(2 if rng.random() < 0.6 else 0):
        x, y = rng.uniform(-0.9, 0.9, 2) * look.discards
        found.append(Thing("die", float(x), float(y), float(rng.uniform(0, 6)), 15, 15))
    return tuple(found)


def paint(look: Look) -> Bytes:
    """The picture (h, w, 3) of the bare table in its light."""
    scale = look.lens.scale_at(0, 0) * 1.25
    floor = _floor(look, np.random.default_rng([look.seed, 0xF1]))
    side = int(2 * look.half * scale)
    sheet = np.zeros((side, side, 3), np.uint8)
    _table(sheet, look, np.random.default_rng([look.seed, 0x7E]), scale)
    if look.markers:
        _markers(sheet, look, scale, look.half)
    for i, thing in enumerate(things(look)):
        _flat_thing(sheet, thing, np.random.default_rng([look.seed, i, 0xF7]), scale, look.half)
    seen = _seen(look, floor, sheet, scale)
    for i, thing in enumerate(things(look)):
        if thing.kind == "cup":
            _cup(seen, look, thing, np.random.default_rng([look.seed, i, 0xC9]))
    return seen


def _seen(look: Look, floor: Bytes, sheet: Bytes, scale: float) -> Bytes:
    width, height = look.size_wh
    step = 8  # the view bends slowly: it is worked out on a grid and stretched
    xs, ys = np.arange(0, width + step, step, dtype=float), np.arange(0, height + step, step, dtype=float)
    ground = look.lens.ground(np.stack(np.meshgrid(xs, ys), -1))
    below = look.lens.ground(np.stack(np.meshgrid(xs, ys), -1), -720.0)
    coarse = ((below + _FLOOR) * (len(floor) / (2 * _FLOOR)) - 0.5).astype(np.float32)
    to_floor = _stretch(coarse, step, width, height)
    seen = cv2.remap(floor, to_floor[..., 0], to_floor[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    to_top = _stretch(((ground + look.half) * scale - 0.5).astype(np.float32), step, width, height)
    top = cv2.remap(sheet, to_top[..., 0], to_top[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    across = np.linspace(-look.half, look.half, 24)
    edge = np.concatenate([[(x, -look.half) for x in across], [(look.half, y) for y in across]])
    edge = np.concatenate([edge, -edge])  # the four sides in order
    outline = look.lens.project(np.c_[edge, np.zeros(len(edge))])
    cover = np.zeros((height, width), np.uint8)
    cv2.fillPoly(cover, [np.round(outline * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    small = cv2.resize(cover, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    under = cv2.GaussianBlur(small, (0, 0), look.lens.scale_at(0, 0) * 8)
    dark = cv2.resize(cv2.convertScaleAbs(under, alpha=-0.5, beta=255), (width, height), interpolation=cv2.INTER_LINEAR)
    above = cv2.merge([cover] * 3)
    seen = cv2.multiply(cv2.multiply(seen, cv2.merge([dark] * 3), scale=1 / 255), cv2.bitwise_not(above), scale=1 / 255)
    seen = cv2.add(seen, cv2.multiply(top, above, scale=1 / 255))
    tint = np.array(look.light.tint, np.float32)
    light = brightness(look, ground[..., 0], ground[..., 1]).astype(np.float32)[..., None] * tint
    lit = cv2.multiply(seen, _stretch(light, step, width, height), dtype=cv2.CV_32F)
    shine = {"felt": 0.12, "print": 0.55, "mat": 0.3, "wood": 0.9}[look.table] * look.light.gloss * look.light.level
    spread = np.zeros(ground.shape[:2])
    for mx, my in mirror_places(look):
        far = (ground[..., 0] - mx) ** 2 + (ground[..., 1] - my) ** 2
        spread += np.exp(-far / (2 * 110.0**2)) * 150 + np.exp(-far / (2 * 260.0**2)) * 60
    glow = _stretch((spread * shine).astype(np.float32)[..., None], step, width, height)
    glow[cover < 128] = 0
    return np.asarray(cv2.convertScaleAbs(cv2.add(lit, cv2.merge([glow] * 3))), np.uint8)


def _stretch(small: NDArray[np.float32], step: int, width: int, height: int) -> NDArray[np.float32]:
    """A field known at every `step`-th pixel, at every pixel."""
    xs = np.broadcast_to((np.arange(width, dtype=np.float32) / step)[None], (height, width)).copy()
    ys = np.broadcast_to((np.arange(height, dtype=np.float32) / step)[:, None], (height, width)).copy()
    return np.asarray(cv2.remap(small, xs, ys, cv2.INTER_LINEAR), np.float32)


def _cloud(rng: np.random.Generator, shape: tuple[int, int], cells: tuple[int, int]) -> NDArray[np.float32]:
    """Smooth noise between about -1 and 1."""
    grid = rng.normal(0, 0.5, (max(2, cells[0]), max(2, cells[1]))).astype(np.float32)
    return np.asarray(cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC), np.float32)


def _floor(look: Look, rng: np.random.Generator) -> Bytes:
    """Floor and players' laps, far below the table and out of focus: a small picture of _FLOOR mm to each side."""
    n = 640
    to_px = n / (2 * _FLOOR)
    tone = float(rng.uniform(55, 150))
    hue = (np.array([1, 1, 1]) + rng.normal(0, 0.06, 3)).astype(np.float32)
    grain = (
        _cloud(rng, (n, n), (n // 2, n // 12)) * 3 if rng.random() < 0.6 else _cloud(rng, (n, n), (n // 2, n // 2)) * 4
    )
    sheet = (tone + _cloud(rng, (n, n), (9, 9)) * 6 + grain)[..., None] * hue
    ys, xs = np.mgrid[0:n, 0:n].astype(np.float32)
    for seat in Seat:
        if rng.random() < 0.75:
            x, y = _below(look, spot(seat, look.half + float(rng.uniform(30, 110)), float(rng.normal(0, 40))))
            wide, deep = (float(v) * to_px for v in (rng.uniform(280, 360), rng.uniform(190, 280)))
            axes = (wide, deep) if seat in (Seat.P1, Seat.P3) else (deep, wide)
            colour = (rng.uniform(15, 120, 3) * rng.uniform(0.4, 0.9)).astype(np.float32)
            r2 = ((xs - (x + _FLOOR) * to_px) / axes[0]) ** 2 + ((ys - (y + _FLOOR) * to_px) / axes[1]) ** 2
            cover = np.clip((1 - r2) * 12, 0, 1)[..., None]
            round_ = np.sqrt(np.clip(1 - r2, 0, 1))[..., None]
            folds = _cloud(rng, (n, n), (60, 60))[..., None] * 5
            sheet = sheet * (1 - cover) + (colour * (0.6 + 0.5 * round_) + folds) * cover
    return np.asarray(np.clip(sheet, 0, 245).astype(np.uint8))


def _below(look: Look, at: tuple[float, float]) -> tuple[float, float]:
    """Where on the painted floor something shows that is at lap height there."""
    pixel = look.lens.project(np.array([at[0], at[1], -250.0]))
    x, y = look.lens.ground(pixel, -720.0)
    return float(x), float(y)


def _table(sheet: Bytes, look: Look, rng: np.random.Generator, scale: float) -> None:
    n = len(sheet)
    rim = int(rng.integers(3))
    colour: Colour = ((50, 85, 130), (40, 38, 36), (95, 70, 50))[rim]
    inset = int(_RIM * scale) if rng.random() < 0.8 else 1
    grain = _cloud(np.random.default_rng([look.seed, 0x41]), (n, n), (n // 40, n // 3)) * 7
    sheet[:] = np.clip(np.array(colour) + grain[..., None], 0, 255)
    m = n - 2 * inset
    match look.table:
        case "felt":
            top = _felt(look, rng, m, scale)
        case "wood":
            top = _wood(rng, m, scale)
        case "mat":
            top = printed_mat(rng, m, scale)
        case _:
            top = _print(look, rng, m, scale)
    sheet[inset : inset + m, inset : inset + m] = np.clip(top, 0, 255)


def _felt(look: Look, rng: np.random.Generator, n: int, scale: float) -> NDArray[np.float32]:
    fibre = _cloud(rng, (n, n), (int(n / scale / 2.2), int(n / scale / 2.2)))
    patch = _cloud(rng, (n, n), (int(n / scale / 14), int(n / scale / 14))) * 0.6 + _cloud(rng, (n, n), (7, 7)) * 0.6
    texture = 1 + 0.07 * fibre + 0.035 * patch
    return np.asarray(texture[..., None] * np.array(look.cloth, np.float32), np.float32)


def _wood(rng: np.random.Generator, n: int, scale: float) -> NDArray[np.float32]:
    turned = rng.random() < 0.4
    light = np.array(
        ((120, 165, 200), (70, 105, 150), (45, 65, 105), (150, 180, 205))[int(rng.integers(4))], np.float32
    )
    planks = np.zeros((n, n, 3), np.float32)
    y = 0
    while y < n:
        height = int(rng.uniform(80, 150) * scale)
        part = planks[y : y + height]
        shape = part.shape[:2]
        wave = _cloud(rng, shape, (max(2, int(height / scale / 9)), 5))
        streak = _cloud(rng, shape, (max(2, int(height / scale / 1.6)), 4))
        ring = np.sin(wave * 9 + streak * 3)
        tone = 1 + 0.12 * ring + 0.10 * streak + 0.06 * wave + float(rng.normal(0, 0.05))
        part[:] = light * tone[..., None]
        part[: max(1, int(1.2 * scale))] *= 0.55
        y += height
    return np.ascontiguousarray(planks.transpose(1, 0, 2)) if turned else planks


def _print(look: Look, rng: np.random.Generator, n: int, scale: float) -> NDArray[np.float32]:
    """A patterned mat: a border, medallions, and repeated small figures."""
    first = np.array(look.cloth, np.float32)
    second = np.clip(first * rng.uniform(0.55, 1.5) + rng.normal(0, 18, 3), 10, 245).astype(np.float32)
    third = np.clip(255 - first * 0.8 + rng.normal(0, 20, 3), 10, 245).astype(np.float32)
    sheet = np.empty((n, n, 3), np.uint8)
    sheet[:] = first
    ink2, ink3 = (tuple(float(c) for c in ink) for ink in (second, third))
    pitch = float(rng.uniform(34, 70)) * scale
    kind = int(rng.integers(4))
    for i in range(int(n / pitch) + 2):
        for j in range(int(n / pitch) + 2):
            at = (int((i + 0.5 * (j % 2)) * pitch), int(j * pitch))
            r = int(pitch * 0.3)
            match kind:
                case 0:
                    cv2.circle(sheet, at, r, ink2, max(1, int(2.0 * scale)), cv2.LINE_AA)
                case 1:
                    diamond = np.array([[at[0] - r, at[1]], [at[0], at[1] - r], [at[0] + r, at[1]], [at[0], at[1] + r]])
                    cv2.fillConvexPoly(sheet, diamond.astype(np.int32), ink2, cv2.LINE_AA)
                case 2:
                    for k in range(5):
                        a = k * 2 * np.pi / 5
                        petal = (int(at[0] + 0.6 * r * np.cos(a)), int(at[1] + 0.6 * r * np.sin(a)))
                        cv2.circle(sheet, petal, max(1, int(0.42 * r)), ink2, -1, cv2.LINE_AA)
                    cv2.circle(sheet, at, max(1, int(0.3 * r)), ink3, -1, cv2.LINE_AA)
                case _:
                    cv2.line(sheet, (at[0], 0), (at[0], n), ink2, max(1, int(3 * scale)), cv2.LINE_AA)
    for inset, ink, width in ((30, ink3, 4), (42, ink2, 2)):
        k = int(inset * scale)
        cv2.rectangle(sheet, (k, k), (n - k, n - k), ink, max(1, int(width * scale)), cv2.LINE_AA)
    weave = 1 + 0.05 * _cloud(rng, (n, n), (int(n / scale / 2.5), int(n / scale / 2.5)))
    return np.asarray(sheet.astype(np.float32) * weave[..., None], np.float32)


def _markers(sheet: Bytes, look: Look, scale: float, reach: float) -> None:
    rng = np.random.default_rng([look.seed, 0xA2])
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (sx, sy) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        cells = np.full((8, 8), 235, np.uint8)
        cells[1:7, 1:7] = np.where(cv2.aruco.generateImageMarker(dictionary, number, 6) > 0, 235, 22)
        fine = np.repeat(np.repeat(cells, 16, 0), 16, 1)
        x, y = sx * look.marker_half + rng.normal(0, 2), sy * look.marker_half + rng.normal(0, 2)
        place = (float(x), float(y), float(rng.normal(0, 0.02)), 64.0, 64.0)
        _stamp(sheet, np.dstack([fine] * 3), place, scale, reach)


def _stamp(
    sheet: Bytes, picture: Bytes, at: tuple[float, float, float, float, float], scale: float, reach: float
) -> None:
    """A flat picture laid on the table: x, y, turn, width, height in mm. A faint shadow lifts it off."""
    x, y, turn, w, h = at
    cos, sin = np.cos(turn), np.sin(turn)
    corner = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) / 2 @ np.array([[cos, sin], [-sin, cos]]) + (x, y)
    to = ((corner + reach) * scale - 0.5).astype(np.float32)
    low, high = to.min(0).astype(int) - 8, to.max(0).astype(int) + 9
    low, high = np.maximum(low, 0), np.minimum(high, sheet.shape[0])
    part = sheet[low[1] : high[1], low[0] : high[0]]
    ph, pw = picture.shape[:2]
    shrink = max(1, int(pw / (w * scale)))
    if shrink > 1:
        picture = np.asarray(cv2.resize(picture, (pw // shrink, ph // shrink), interpolation=cv2.INTER_AREA), np.uint8)
        ph, pw = picture.shape[:2]
    flat = np.array([[0, 0], [pw, 0], [pw, ph], [0, ph]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(flat, to - low.astype(np.float32))
    size = (part.shape[1], part.shape[0])
    warped = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    cover = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(cover, np.round((to - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    shadow = cv2.GaussianBlur(cover, (0, 0), 2.0 * scale)[..., None].astype(np.float32) / 255
    alpha = cover[..., None].astype(np.float32) / 255
    part[:] = np.clip(part * (1 - 0.35 * shadow) * (1 - alpha) + warped * alpha, 0, 255)


def _flat_thing(sheet: Bytes, thing: Thing, rng: np.random.Generator, scale: float, reach: float) -> None:
    match thing.kind:
        case "card":
            _stamp(sheet, _card(rng), thing.footprint, scale, reach)
        case "phone":
            glass = np.full((288, 140, 3), (24, 22, 20), np.uint8)
            cv2.rectangle(glass, (4, 4), (135, 283), (38, 34, 32), 2)
            cv2.circle(glass, (70, 14), 4, (70, 60, 50), -1)
            _stamp(sheet, glass, thing.footprint, scale, reach)
        case "die":
            _stamp(sheet, _die(rng), thing.footprint, scale, reach)
        case "cup":
            at = (int((thing.x + reach) * scale), int((thing.y + reach) * scale))
            soft = np.zeros(sheet.shape[:2], np.uint8)
            cv2.circle(soft, at, int(38 * scale), 90, -1)
            low = [max(0, v - int(70 * scale)) for v in at]
            part = slice(low[1], at[1] + int(70 * scale)), slice(low[0], at[0] + int(70 * scale))
            soft = np.asarray(cv2.GaussianBlur(soft[part], (0, 0), 7 * scale), np.uint8)
            sheet[part] = cv2.multiply(sheet[part], cv2.merge([255 - soft] * 3), scale=1 / 255)
            if rng.random() < 0.5:
                cv2.circle(sheet, at, int(37 * scale), (200, 205, 208), -1, cv2.LINE_AA)
                cv2.circle(sheet, at, int(23 * scale), (180, 186, 190), max(1, int(1.2 * scale)), cv2.LINE_AA)


def _card(rng: np.random.Generator) -> Bytes:
    """A printed card: rows of invented small marks in three inks under a coloured band. No text of any real card."""
    card = np.full((384, 296, 3), 244, np.uint8)
    inks = ((60, 60, 200), (150, 60, 30), (60, 130, 40))
    band = inks[int(rng.integers(3))]
    cv2.rectangle(card, (0, 0), (295, 26), band, -1)
    for y in range(40, 372, 11):
        if rng.random() < 0.12:
            cv2.line(card, (14, y + 4), (150, y + 4), (60, 60, 60), 3)
            continue
        x = 14
        while x < 250:
            ink = inks[int(rng.integers(3))]
            for _ in range(int(rng.integers(1, 5))):
                kind = rng.random()
                if kind < 0.5:
                    cv2.rectangle(card, (x, y), (x + 3, y + 7), ink, 1)
                elif kind < 0.8:
                    cv2.line(card, (x, y), (x + 4, y + 7), ink, 2)
                else:
                    cv2.circle(card, (x + 2, y + 4), 3, ink, 1)
                x += 8
            x += 9
        cv2.putText(card, str(int(rng.integers(2, 8)) * 5), (266, y + 8), cv2.FONT_HERSHEY_PLAIN, 0.7, (40, 40, 40), 1)
    return card


def _die(rng: np.random.Generator) -> Bytes:
    die = np.full((60, 60, 3), 236, np.uint8)
    n = int(rng.integers(1, 7))
    pips = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}[n]
    for p in pips:
        cv2.circle(
            die, (14 + p % 3 * 16, 14 + p // 3 * 16), 5, (40, 30, 30) if n > 1 else (40, 40, 190), -1, cv2.LINE_AA
        )
    return die


def _cup(seen: Bytes, look: Look, thing: Thing, rng: np.random.Generator) -> None:
    """A cup standing up: wall, rim and drink, drawn where the camera sees them."""
    colour = np.array(
        ((150, 110, 50), (60, 60, 170), (210, 215, 218), (90, 140, 60), (70, 90, 120))[int(rng.integers(5))]
    )
    gain = brightness(look, np.array(thing.x), np.array(thing.y)) * np.array(look.light.tint)
    tall = float(rng.uniform(70, 95))
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)

    def ring(radius: float, z: float) -> Floats:
        points = np.stack([thing.x + radius * np.cos(angle), thing.y + radius * np.sin(angle), np.full(48, z)], 1)
        return look.lens.project(points)

    def fill(points: Floats, ink: Floats) -> None:
        b, g, r = (float(min(255, c)) for c in ink * gain)
        cv2.fillPoly(seen, [np.round(points * 16).astype(np.int32)], (b, g, r), cv2.LINE_AA, 4)

    body = np.concatenate([ring(28, 0), ring(38, tall)]).astype(np.float32)
    fill(cv2.convexHull(body).reshape(-1, 2).astype(float), colour * 0.7)
    fill(ring(38, tall), colour * 1.1)
    fill(ring(34, tall), colour * 0.45)
    fill(ring(33, tall - 12), np.array([(20, 35, 60), (40, 80, 140), (30, 45, 70)][int(rng.integers(3))]) * 1.0)
