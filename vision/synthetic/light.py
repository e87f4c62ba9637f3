"""How light falls on the simulated table: brightness by place, shading by direction, mirror images of lamps."""

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.synthetic.look import Look
from vision.synthetic.pose import Pose


def brightness(look: Look, x: NDArray[np.floating], y: NDArray[np.floating]) -> Floats:
    """Relative light on the table top at each place, without tint; about 1 in the middle of a well lit table."""
    light = look.light
    far = (np.asarray(x, float) - light.place[0]) ** 2 + (np.asarray(y, float) - light.place[1]) ** 2
    usual = sum(v * v for v in light.place)
    falling = (usual / (far + light.place[2] ** 2)) ** 1.5
    total = (1 - light.fall) + light.fall * np.minimum(falling, 1.8)
    for ex, ey, _ in light.extra:
        total = total * 0.92 + 0.32 * np.exp(-((x - ex) ** 2 + (y - ey) ** 2) / (2 * 190.0**2))
    return np.asarray(total * light.level)


def light_at(look: Look, x: float, y: float) -> Floats:
    """The light's colour there, (3,) blue green red, 1 is full."""
    return np.asarray(brightness(look, np.array(x), np.array(y)) * np.array(look.light.tint))


def shade(look: Look, at: tuple[float, float, float], normal: Floats) -> float:
    """How bright a surface with that normal is, 1 for one that lies flat."""
    toward = np.subtract(look.light.place, at)
    toward = toward / np.linalg.norm(toward)
    ambient = 0.5 + 0.25 * look.light.softness
    flat = ambient + (1 - ambient) * max(0.0, float(toward[2]))
    sky = 0.75 + 0.25 * float(normal[2])  # less of the room's light reaches what faces sideways
    return (ambient * sky + (1 - ambient) * max(0.0, float(normal @ toward))) / flat


@lru_cache(maxsize=64)
def _mirrored(camera: tuple[float, float, float], lamp: tuple[float, float, float]) -> tuple[float, float]:
    share = camera[2] / (camera[2] + lamp[2])
    return camera[0] + (lamp[0] - camera[0]) * share, camera[1] + (lamp[1] - camera[1]) * share


def mirror_places(look: Look) -> tuple[tuple[float, float], ...]:
    """Where on the table top the camera sees each lamp mirrored."""
    return tuple(_mirrored(look.lens.place, lamp) for lamp in (look.light.place, *look.light.extra))


def gloss_at(look: Look, pose: Pose) -> float:
    """Brightness that a tile's polished top adds there. No two tiles lie equally flat."""
    wobble = np.sin(pose.x * 12.9898 + pose.y * 78.233) * 43758.5453
    dx, dy = (wobble % 1 - 0.5) * 90, (wobble * 7.31 % 1 - 0.5) * 90
    total = 0.0
    for mx, my in mirror_places(look):
        far = (pose.x + dx - mx) ** 2 + (pose.y + dy - my) ** 2
        total += look.light.gloss * float(np.exp(-far / (2 * 85.0**2)))
    return total
