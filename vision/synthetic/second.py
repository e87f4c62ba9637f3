"""The camera `demo-second://`: a simulated table seen by a second camera above it, from another side."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlencode, urlsplit

import numpy as np

from vision.synthetic.beside import CameraBeside
from vision.synthetic.camera import DemoSettings, DemoUrlError, read_url
from vision.synthetic.look import Look, choose, hung

SCHEME = "demo-second"
LATE_S = 3.0  # at most: no camera in a house's network is later


def second_url(table: str) -> str:
    """The address of the second camera above the simulated table of an address `demo://...`."""
    given = [(name, value) for name, value in parse_qsl(urlsplit(table).query) if name != "fps"]
    return f"{SCHEME}://?{urlencode(given)}"


def read_second_url(url: str) -> tuple[DemoSettings, float]:
    """The table of an address, and by how many seconds its pictures come late. Raises DemoUrlError.

    As `demo://`, with `late` beside: `demo-second://?seed=7&late=0.4`.
    """
    parts = urlsplit(url)
    if parts.scheme != SCHEME:
        raise DemoUrlError(f"{url} is no second camera of a simulated table; its address begins with {SCHEME}://")
    given = dict(parse_qsl(parts.query, keep_blank_values=True))
    told = given.pop("late", "0")
    try:
        late_s = float(told)
    except ValueError:
        late_s = -1.0
    if not 0 <= late_s <= LATE_S:
        raise DemoUrlError(f"{url}: late goes from 0 to {LATE_S:g} seconds")
    return read_url(f"demo://?{urlencode(given)}"), late_s


def from_aside(look: Look, size_wh: tuple[int, int] | None = None) -> Look:
    """The same table as a second camera sees it: farther from straight above, from another side than the first, and
    turned any way, for nobody hangs two alike."""
    rng = np.random.default_rng([look.seed, 0x2CA])
    x, y, _ = look.lens.place
    azimuth = float(np.arctan2(y, x) + rng.uniform(0.6, 1.4) * np.pi)
    tilt, roll = np.radians(float(rng.uniform(18, 26))), float(rng.uniform(0, 2 * np.pi))
    return replace(look, lens=hung(rng, (tilt, azimuth, roll), size_wh or look.size_wh, look.half))


class DemoSecondCamera(CameraBeside):
    """A simulated table from aside. Raises DemoUrlError for an address that names none. `realtime` and `stage` as for
    every camera beside another."""

    def __init__(self, url: str, realtime: bool = True) -> None:
        settings, late_s = read_second_url(url)
        look = from_aside(choose(settings.seed, settings.style, settings.size_wh))
        super().__init__(settings, look, realtime, late_s)
