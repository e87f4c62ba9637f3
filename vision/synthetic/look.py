"""How one simulated table looks: its tiles, cloth, racks, light and camera, drawn by a seed and a few words.

Words of a style, joined by `+`: a table (felt, wood, print, mat), a light (soft, lamp, window, dim, spots), a camera
(overhead, tilted, turned), `clean` (no clutter, no noise), `bare` (no markers), or the name of a tile family. What is
not said is left to the seed.
"""

from dataclasses import dataclass

import numpy as np

from vision.synthetic.faces.catalogue import FAMILIES, body_colours, known
from vision.synthetic.faces.families import HELD_OUT
from vision.synthetic.lens import Lens

Colour = tuple[float, float, float]
"""Blue, green, red, 0 to 255."""

TABLES = ("felt", "wood", "print", "mat")
STRANGE = "mat"  # a table that is only drawn where a style names it
LIGHTS = ("soft", "lamp", "window", "dim", "spots")
CAMERAS = ("overhead", "tilted", "turned")
_DARK_BODY = 120.0
_BACKS: tuple[Colour, ...] = (
    (92, 120, 40), (60, 105, 20), (150, 95, 40), (120, 60, 30), (235, 150, 150), (170, 150, 40), (60, 160, 200),
    (160, 130, 235), (70, 70, 75), (100, 40, 90), (190, 170, 60), (40, 40, 160),
)  # fmt: skip
_RACKS: tuple[Colour, ...] = (
    (52, 46, 44), (30, 38, 52), (40, 66, 104), (60, 20, 96), (70, 110, 150), (60, 82, 32), (120, 70, 36),
    (228, 232, 234), (70, 128, 172),
)  # fmt: skip
SIZES = ((22.0, 30.0, 12.7), (24.0, 32.5, 17.0), (25.0, 34.0, 16.0), (26.0, 35.0, 15.5), (27.0, 36.0, 20.0))


@dataclass(frozen=True, slots=True)
class Light:
    """`place` of the main lamp in mm, `tint` of everything, `level` of brightness, `fall` how fast it falls off (0
    never).

    `gloss` is the strength of its mirror image on cloth and tiles, `softness` how blurred its shadows are, 0 to 1.
    """

    name: str
    place: tuple[float, float, float]
    tint: Colour
    level: float
    fall: float
    gloss: float
    shade: float
    softness: float
    extra: tuple[tuple[float, float, float], ...] = ()


@dataclass(frozen=True)
class Look:
    """Everything about a table that does not change during a game. Lengths in mm."""

    seed: int
    family: str
    tile: tuple[float, float, float]  # width, height, depth
    body: Colour
    back: Colour
    back_share: float  # of the depth
    half: float  # half the side of the square table
    table: str
    cloth: Colour
    rack: Colour
    light: Light
    lens: Lens
    soft: float  # sigma of the lens's blur in pixels, 0 for none
    noise: float
    jpeg: int  # quality, 0 for none
    markers: bool
    clutter: bool
    tidy: float  # 0: discards lie at any angle, 1: all but straight

    @property
    def size_wh(self) -> tuple[int, int]:
        return self.lens.size_wh

    @property
    def marker_half(self) -> float:
        """Distance of a marker's centre from the middle lines."""
        return self.half - 52

    @property
    def ledge(self) -> float:
        """How far from the centre exposures lie."""
        return self.marker_half * 0.822

    @property
    def wall(self) -> float:
        """How far from the centre the middle of the walls is."""
        return self.ledge - self.tile[1] / 2 - 12 - self.tile[1] / 2

    @property
    def discards(self) -> float:
        """Discards lie within this distance of the middle lines."""
        return min(self.wall - self.tile[1] * 1.25, self.marker_half * 0.6)


def words_of(style: str) -> tuple[str, ...]:
    """The words of a style. Raises ValueError naming one that is none."""
    words = tuple(w for w in style.replace(",", "+").replace(" ", "+").split("+") if w and w != "any")
    for word in words:
        if word not in (*TABLES, *LIGHTS, *CAMERAS, "clean", "bare") and not known(word):
            raise ValueError(
                f"style={word!r} is unknown; say a table ({', '.join(TABLES)}), a light ({', '.join(LIGHTS)}), "
                f"a camera ({', '.join(CAMERAS)}), clean, bare, or a tile family ({', '.join(FAMILIES)})"
            )
    return words


def choose(seed: int, style: str = "", size_wh: tuple[int, int] = (1280, 720)) -> Look:
    """The look of table number `seed`. Raises ValueError for an unknown style."""
    words = words_of(style)
    rng = np.random.default_rng([seed, 0x7AB1E])

    def one_of(named: tuple[str, ...], otherwise: tuple[str, ...]) -> str:
        drawn = otherwise[int(rng.integers(len(otherwise)))]
        return next((w for w in words if w in named), drawn)

    family = one_of(tuple(w for w in words if known(w)), _families())
    table = one_of(TABLES, tuple(t for t in TABLES if t != STRANGE))
    light = one_of(LIGHTS, LIGHTS)
    camera = one_of(CAMERAS, ("overhead", "tilted"))
    bodies = _light_bodies(family) or body_colours(family)
    half = float(rng.uniform(420, 470))
    tile = SIZES[int(rng.integers(len(SIZES)))]
    body = tuple(float(c) for c in bodies[int(rng.integers(len(bodies)))])
    return Look(
        seed=seed,
        family=family,
        tile=tile,
        body=(body[0], body[1], body[2]),
        back=_BACKS[int(rng.integers(len(_BACKS)))],
        back_share=float(rng.uniform(0.3, 0.5)),
        half=half,
        table=table,
        cloth=_cloth(rng),
        rack=_RACKS[int(rng.integers(len(_RACKS)))],
        light=_light(rng, light),
        lens=_lens(rng, camera, size_wh, half),
        soft=0.0 if "clean" in words else float(rng.uniform(0.3, 0.75)),
        noise=float(rng.uniform(1.0, 2.5)) * (1.8 if light == "dim" else 1.0) * ("clean" not in words),
        jpeg=0 if "clean" in words else int(rng.integers(78, 95)),
        markers="bare" not in words,
        clutter="clean" not in words,
        tidy=float(rng.choice([0.0, 0.5, 0.9], p=[0.5, 0.3, 0.2])),
    )


def _light_bodies(family: str) -> tuple[tuple[int, int, int], ...]:
    return tuple(b for b in body_colours(family) if float(np.mean(b)) >= _DARK_BODY)


def _families() -> tuple[str, ...]:
    """The families among which a table's is drawn: light tiles. Few people own dark ones; a style can name them."""
    return tuple(f for f in FAMILIES if f not in HELD_OUT and _light_bodies(f))


def dark_families() -> tuple[str, ...]:
    """The families of dark tiles that are not held out."""
    return tuple(f for f in FAMILIES if f not in HELD_OUT and not _light_bodies(f))


def _cloth(rng: np.random.Generator) -> Colour:
    hues: tuple[Colour, ...] = (
        (60, 95, 30), (110, 70, 25), (45, 35, 110), (110, 55, 75), (70, 70, 75), (100, 120, 60), (150, 175, 190),
        (70, 110, 150), (40, 60, 40), (140, 90, 60),
    )  # fmt: skip
    b, g, r = hues[int(rng.integers(len(hues)))]
    k = float(rng.uniform(0.8, 1.15))
    return (b * k, g * k, r * k)


def _light(rng: np.random.Generator, name: str) -> Light:
    angle = float(rng.uniform(0, 2 * np.pi))

    def at(distance: float, height: float) -> tuple[float, float, float]:
        return (distance * float(np.cos(angle)), distance * float(np.sin(angle)), height)

    match name:
        case "soft":
            return Light(name, at(300, 1500), (1.0, 1.0, 1.0), float(rng.uniform(0.85, 1.0)), 0.15, 0.05, 0.35, 1.0)
        case "lamp":
            return Light(name, at(350, 850), (0.80, 0.94, 1.04), float(rng.uniform(0.8, 1.0)), 0.8, 0.22, 0.6, 0.45)
        case "window":
            return Light(name, at(1600, 1100), (1.07, 1.0, 0.93), float(rng.uniform(0.8, 1.0)), 0.6, 0.10, 0.42, 0.8)
        case "dim":
            return Light(name, at(250, 1000), (0.92, 0.97, 1.0), float(rng.uniform(0.6, 0.8)), 0.6, 0.12, 0.45, 0.6)
        case _:
            others = tuple(
                (float(rng.uniform(-500, 500)), float(rng.uniform(-500, 500)), float(rng.uniform(1300, 1800)))
                for _ in range(2)
            )
            return Light(
                "spots", at(350, 1400), (0.9, 0.98, 1.03), float(rng.uniform(0.8, 1.0)), 0.5, 0.3, 0.5, 0.3, others
            )


def _lens(rng: np.random.Generator, camera: str, size_wh: tuple[int, int], half: float) -> Lens:
    field = np.radians(float(rng.uniform(60, 72)))
    tilt = np.radians(float(rng.uniform(1, 6) if camera == "overhead" else rng.uniform(8, 20)))
    azimuth = float(rng.uniform(0, 2 * np.pi))
    roll = np.radians(float(rng.uniform(-3, 3)))
    if camera == "turned":
        roll = float(rng.uniform(0, 2 * np.pi))
    return _hung(rng, (float(tilt), azimuth, roll), size_wh, half, float(field))


def hung(rng: np.random.Generator, way: tuple[float, float, float], size_wh: tuple[int, int], half: float) -> Lens:
    """A camera that looks at a table of that half side from `way`: how far from straight above, from which side, how
    turned (radians); so near that the table just fills its picture."""
    return _hung(rng, way, size_wh, half, float(np.radians(float(rng.uniform(60, 72)))))


def _hung(
    rng: np.random.Generator, way: tuple[float, float, float], size_wh: tuple[int, int], half: float, field: float
) -> Lens:
    tilt, azimuth, roll = way
    focal = 0.5 / float(np.tan(field / 2))
    bend = float(rng.uniform(-0.06, 0.03))
    slack = rng.uniform(-6, 6, 2)  # nobody aims exactly
    target = (0.0, 0.0, 0.0)
    corners = np.array([[x, y, 0] for x in (-half, half) for y in (-half, half)])
    fill = float(rng.uniform(0.93, 0.99))
    away = np.array([np.sin(tilt) * np.cos(azimuth), np.sin(tilt) * np.sin(azimuth), np.cos(tilt)])

    def at(distance: float) -> Lens:
        x, y, z = (float(v) for v in np.array(target) + away * distance)
        return Lens(size_wh, (x, y, z), target, roll, focal, bend)

    lens = at(1500.0)
    for _ in range(4):  # nearer or farther until the table fills the picture, then aimed at its middle, and again
        near, far = 500.0, 4000.0
        for _ in range(18):
            middle = (near + far) / 2
            seen = at(middle).project(corners)
            off = np.abs(seen - (np.array(size_wh) - 1) / 2) / (np.array(size_wh) / 2)
            near, far = (near, middle) if off.max() < fill else (middle, far)
        lens = at(far)
        seen = lens.project(corners)
        aim = lens.ground((seen.min(0) + seen.max(0)) / 2)
        target = (float(aim[0]) + slack[0], float(aim[1]) + slack[1], 0.0)
    return lens
