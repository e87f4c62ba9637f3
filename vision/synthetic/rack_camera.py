"""The camera `demo-rack://`: one rack of a simulated table seen from in front, as its player sees it."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np

from engine.tile import Seat
from vision.synthetic.beside import CameraBeside
from vision.synthetic.camera import DemoSettings, DemoUrlError, read_url
from vision.synthetic.lens import Lens
from vision.synthetic.look import Look, choose
from vision.synthetic.places import rightward, spot, standing

SCHEME = "demo-rack"
_SIZE = "720p"
_FOCAL = 0.85  # of the picture's width: a webcam's
_ROOM = 1.16  # so much wider than fourteen tiles the camera sees, about


def rack_url(table: str, seat: Seat) -> str:
    """The address of the camera at a seat's rack, for the simulated table of an address `demo://...`."""
    given = [(name, value) for name, value in parse_qsl(urlsplit(table).query) if name not in ("size", "fps")]
    return f"{SCHEME}://?{urlencode([*given, ('seat', seat.name)])}"


def read_rack_url(url: str) -> tuple[DemoSettings, Seat]:
    """The table of an address, and at whose rack the camera stands. Raises DemoUrlError.

    As `demo://`, with `seat` beside: `demo-rack://?seed=7&seat=P2`.
    """
    parts = urlsplit(url)
    if parts.scheme != SCHEME:
        raise DemoUrlError(f"{url} is no rack of a simulated table; its address begins with {SCHEME}://")
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    name = given.pop("seat", "P1").upper()
    if name not in Seat.__members__:
        raise DemoUrlError(f"{url}: seat={name!r} is none; the seats are P1, P2, P3 and P4")
    return read_url(f"demo://?{urlencode({'size': _SIZE, **given})}"), Seat[name]


def before_rack(look: Look, seat: Seat, size_wh: tuple[int, int]) -> Look:
    """The same table, seen from where its player sits: no two cameras stand alike before their racks."""
    rng = np.random.default_rng([look.seed, seat, 0xCA3])
    middle = standing(look, seat, 6.5, 14)
    rise, aside = np.radians(float(rng.uniform(20, 40))), np.radians(float(rng.uniform(-12, 12)))
    far = 14 * look.tile[0] * float(rng.uniform(_ROOM, _ROOM + 0.1)) * _FOCAL
    out, along = far * np.cos(rise) * np.cos(aside), far * np.cos(rise) * np.sin(aside)
    x, y = spot(seat, float(out), float(along))
    target = (middle.x, middle.y, middle.z)
    lens = Lens(size_wh, (middle.x + x, middle.y + y, middle.z + far * float(np.sin(rise))), target, 0.0, _FOCAL, -0.02)
    right = np.array([*rightward(seat), 0.0])
    level = float(np.arctan2(right @ lens.axes[1], right @ lens.axes[0]))
    return replace(look, lens=replace(lens, roll=level + float(rng.normal(0, 0.02))))


class DemoRackCamera(CameraBeside):
    """One rack of a simulated table as a camera. Raises DemoUrlError for an address that names none. `realtime` and
    `stage` as for every camera beside another."""

    def __init__(self, url: str, realtime: bool = True) -> None:
        settings, self.seat = read_rack_url(url)
        look = before_rack(choose(settings.seed, settings.style), self.seat, settings.size_wh)
        super().__init__(settings, look, realtime)
