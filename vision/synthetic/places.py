"""Where tiles lie, in mm: in the walls, standing on a rack, on a rack's ledge, among the discards."""

import math

import numpy as np

from engine.tile import Seat
from vision.arrays import Floats
from vision.synthetic.look import Look
from vision.synthetic.pose import Pose

STACKS = 19  # each wall is nineteen stacks of two (WALL-02)
LEDGE_TOP = 22.0  # height of a rack's ledge
SLOT = 6.0  # height of the rack's floor on which tiles stand
LEAN = np.radians(11)
GROUP_GAP = 0.55  # of a tile's width, between two exposures
LEDGE_HALF = 228.0  # half the length of a ledge that tiles may use
_CLOSE = 0.35  # between tiles that touch
_BESIDE = 0.22  # of all discards are laid right beside another
_UPSET = 0.04  # of all exposed tiles stand on their heads

_TOWARD = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]], float)
_RIGHT = np.array([[1, 0], [0, -1], [-1, 0], [0, 1]], float)


def spot(seat: Seat, out: float, along: float) -> tuple[float, float]:
    """(x, y) of the place `out` from the centre toward the seat and `along` to its player's right."""
    x, y = _TOWARD[seat] * out + _RIGHT[seat] * along
    return float(x), float(y)


def rightward(seat: Seat) -> tuple[float, float]:
    """(x, y) of the direction to the right of the seat's player, of length one."""
    x, y = _RIGHT[seat]
    return float(x), float(y)


def out_of(seat: Seat, x: float, y: float) -> float:
    """How far from the centre toward the seat."""
    return float(_TOWARD[seat] @ (x, y))


def square(seat: Seat) -> float:
    """The turn of a tile that this seat's player reads upright."""
    return -seat * np.pi / 2


def walls(look: Look, east: Seat, broken: int) -> tuple[Pose, ...]:
    """The 152 places of the wall in the order in which tiles are drawn.

    East's wall is parted after `broken` stacks from its right end; tiles leave from there to its left, then from the
    walls of the next players clockwise (WALL-03, DEAL-01).
    """
    width = look.tile[0] + _CLOSE
    order = [(east, i) for i in range(broken, STACKS)]
    for step in (1, 2, 3):
        order += [(Seat((east - step) % 4), i) for i in range(STACKS)]
    order += [(east, i) for i in range(broken)]
    poses = []
    rng = np.random.default_rng([look.seed, 0x3A11])
    skew = rng.normal(0, 0.006, 4)
    # long walls do not fit inside one another: each is pushed to its player's right past the next one's end
    push = max(0.0, STACKS * width / 2 - (look.wall - look.tile[1] / 2)) + 5
    slide = push + rng.uniform(-3, 3, 4)
    for seat, i in order:
        along = ((STACKS - 1) / 2 - i) * width + slide[seat]
        for upper in (True, False):
            out = look.wall + float(rng.normal(0, 0.5)) + along * skew[seat]
            x, y = spot(seat, out, along)
            z = look.tile[2] * (1.5 if upper else 0.5)
            poses.append(Pose(x, y, z, square(seat) + float(rng.normal(0, 0.008)) - float(skew[seat]), np.pi))
    return tuple(poses)


def standing(look: Look, seat: Seat, slot: float, n: int) -> Pose:
    """Place `slot` of `n` tiles that stand on the seat's rack, counted from its player's left."""
    w, h, d = look.tile
    along = (slot - (n - 1) / 2) * (w + _CLOSE) + _slide(look, seat)
    foot = rack_profile(look)[3][0] + 1.0
    # the solid's centre: half its height up the leaning back, half its depth in front of it
    out = foot - h / 2 * np.sin(LEAN) + d / 2 * np.cos(LEAN)
    z = SLOT + h / 2 * np.cos(LEAN) + d / 2 * np.sin(LEAN)
    x, y = spot(seat, float(out), along)
    return Pose(x, y, float(z), square(seat), np.pi / 2 - LEAN)


def _slide(look: Look, seat: Seat) -> float:
    return float(np.random.default_rng([look.seed, seat, 0x51D3]).uniform(-25, 25))


def on_ledge(look: Look, seat: Seat, sizes: tuple[int, ...], group: int, index: int) -> Pose:
    """Tile `index` of exposure `group` (both from the player's left) where the exposures hold `sizes` tiles."""
    w, _, d = look.tile
    pitch = w + _CLOSE
    before = sum(sizes[:group]) * pitch + group * GROUP_GAP * w
    rng = np.random.default_rng([look.seed, seat, group, index, 0x1ED6])
    along = -_reach(look) + _first(look, seat) + before + index * pitch
    out = look.ledge + float(rng.normal(0, 0.5))
    x, y = spot(seat, out, along)
    upset = np.pi if rng.random() < _UPSET else 0.0
    return Pose(x, y, LEDGE_TOP + d / 2, square(seat) + upset + float(rng.normal(0, 0.012)), 0.0)


def _reach(look: Look) -> float:
    """How far from the rack's middle the centre of an exposed tile may lie."""
    return min(LEDGE_HALF - look.tile[0] / 2, 0.575 * look.marker_half)


def _first(look: Look, seat: Seat) -> float:
    """How far from the ledge's end the exposures begin, so that a whole hand still has room."""
    longest = 13 * (look.tile[0] + _CLOSE) + 5 * GROUP_GAP * look.tile[0]
    room = max(0.0, 2 * _reach(look) - longest)
    return float(np.random.default_rng([look.seed, seat, 0xF125]).uniform(0, room))


def rack_profile(look: Look) -> Floats:
    """A rack across, (n, 2): distance from the table's centre, height; from the inner foot over the top outward."""
    _, h, d = look.tile
    inner, back = look.ledge - h / 2 - 4, look.ledge + h / 2 + 5
    foot = back + (LEDGE_TOP - SLOT) * np.tan(LEAN)
    lip = foot + d + 4
    return np.array(
        [
            [inner, 0], [inner, LEDGE_TOP], [back, LEDGE_TOP], [foot, SLOT], [lip, SLOT], [lip, SLOT + 5],
            [lip + 5, SLOT + 5], [lip + 6, 0],
        ]
    )  # fmt: skip


def rack_half(look: Look) -> float:
    """Half a rack's length."""
    return LEDGE_HALF + 10


def reading_turn(look: Look, seat: Seat, rng: np.random.Generator) -> float:
    """How a tile that the seat discards lies: any way, or much as its player reads it."""
    if rng.random() < look.tidy:
        return square(seat) + float(rng.normal(0, 0.15))
    return float(rng.uniform(0, 2 * np.pi))


def free_spot(look: Look, seat: Seat, taken: Floats, rng: np.random.Generator) -> tuple[float, float, float]:
    """(x, y, turn) for a discard of `seat` that touches none of the things lying at `taken` (n, 3: x, y, radius).

    Players reach as far as is comfortable: nearer to themselves than to the others, as long as there is room.
    """
    limit = look.discards
    w, h, _ = look.tile
    best: tuple[float, tuple[float, float, float]] | None = None
    if len(taken) and rng.random() < _BESIDE:
        beside = _beside((w, h), taken, rng)
        if max(abs(beside[0]), abs(beside[1])) < limit and room(*beside, (w, h), taken) > 0:
            return beside
    for attempt in range(400):
        spread = 0.28 + 0.5 * min(1.0, attempt / 120)
        centre = np.array(spot(seat, limit * 0.30, 0.0))
        x, y = np.clip(centre + rng.normal(0, limit * spread, 2), -limit, limit)
        turn = reading_turn(look, seat, rng)
        if attempt > 200:  # getting crowded: people lay tiles into the gaps, straight
            turn = square(seat) + float(rng.normal(0, 0.05))
        gap = room(float(x), float(y), turn, (w, h), taken)
        if gap > 1.0:
            return float(x), float(y), turn
        if best is None or gap > best[0]:
            best = (gap, (float(x), float(y), turn))
    for gx in np.arange(-limit, limit, 4.0):
        for gy in np.arange(-limit, limit, 4.0):
            if room(float(gx), float(gy), square(seat), (w, h), taken) > 0.4:
                return float(gx), float(gy), square(seat)
    assert best is not None
    return best[1]


def _beside(size: tuple[float, float], taken: Floats, rng: np.random.Generator) -> tuple[float, float, float]:
    """A place that touches something lying there along a whole side, as tidy people lay tiles."""
    x, y, turn, w, h = (float(v) for v in taken[len(taken) - 1 - int(rng.integers(min(6, len(taken))))])
    gap = float(rng.uniform(0.1, 0.8))
    across, along = (1, 0) if rng.random() < 0.7 else (0, 1)
    sign = 1 if rng.random() < 0.5 else -1
    dx, dy = across * ((w + size[0]) / 2 + gap) * sign, along * ((h + size[1]) / 2 + gap) * sign
    cos, sin = math.cos(turn), math.sin(turn)
    upset = math.pi if rng.random() < 0.3 else 0.0
    return x + dx * cos - dy * sin, y + dx * sin + dy * cos, turn + upset


def room(x: float, y: float, turn: float, size: tuple[float, float], taken: Floats) -> float:
    """The smallest gap in mm to another thing; negative if they overlap. Rows of `taken`: x, y, turn, width, height."""
    if not len(taken):
        return np.inf
    away = np.hypot(taken[:, 0] - x, taken[:, 1] - y)
    reach = np.hypot(*size) / 2
    near = taken[away < reach + np.hypot(taken[:, 3], taken[:, 4]) / 2 + 1.0]
    return min((_gap((x, y, turn, *size), row) for row in near), default=np.inf)


def _gap(a: tuple[float, ...], b: Floats) -> float:
    """Largest separation of two rectangles along any of their axes: their gap, or minus how deep they overlap."""
    ax, ay, at, aw, ah = a
    bx, by, bt, bw, bh = (float(v) for v in b)
    dx, dy = bx - ax, by - ay
    cos, sin = abs(math.cos(bt - at)), abs(math.sin(bt - at))
    ca, sa, cb, sb = math.cos(at), math.sin(at), math.cos(bt), math.sin(bt)
    return max(
        abs(dx * ca + dy * sa) - (aw + bw * cos + bh * sin) / 2,
        abs(dy * ca - dx * sa) - (ah + bw * sin + bh * cos) / 2,
        abs(dx * cb + dy * sb) - (bw + aw * cos + ah * sin) / 2,
        abs(dy * cb - dx * sb) - (bh + aw * sin + ah * cos) / 2,
    )
