"""Where the lamp is and how it is laid out, in one line that a person can type and that stays true after replugging.

wled+serial://1a86:7523:SERIAL?leds=8&centre=4     a WLED controller on USB, known by what it is, not where it is
wled+serial:///dev/ttyUSB0                         the same by its path; wled+serial:// takes the only one there is
wled+http://192.168.1.50                           a WLED controller in the home network
adalight://2341:0043                               a bare Arduino with our firmware, or any Adalight lamp
sim://                                             the lamp drawn on the table's page
"""

from dataclasses import dataclass
from enum import Enum
from urllib.parse import parse_qsl, unquote, urlsplit

from device.layout import BRIGHTNESS, Layout, around
from engine.tile import Seat


class Scheme(Enum):
    """How a lamp is spoken to."""

    WLED_SERIAL = "wled+serial"
    WLED_HTTP = "wled+http"
    ADALIGHT = "adalight"
    SIMULATED = "sim"


@dataclass(frozen=True, slots=True)
class Address:
    """`target` is an identity `vendor:product[:serial]`, a path, a host, or "" for the only one there is.

    `place` picks one of several boards that look alike: the USB socket it is plugged into, as `light --find` shows it.
    """

    scheme: Scheme
    target: str
    layout: Layout
    place: str | None = None


LONGEST = 20  # figures of a number: far more than any that is taken, and few enough to be told again

_KNOWN = ("leds", "centre", "start", "first", "way", "brightness", "at")
_IN_NETWORK = "a light in the network has a name or a number, such as wled+http://192.168.1.50"


def read_address(url: str) -> Address:
    """The address of a URL. Raises ValueError with a sentence that says what to type.

    >>> read_address("adalight://2341:0043?leds=6&brightness=25").target
    '2341:0043'
    """
    try:
        parts = urlsplit(url)
    except ValueError:  # brackets around a number that is none
        raise ValueError(f"{url!r} is no address: {_IN_NETWORK}") from None
    try:
        scheme = Scheme(parts.scheme)
    except ValueError:
        known = ", ".join(f"{s.value}://" for s in Scheme)
        raise ValueError(f"{url!r} is not a light: a light's address begins with {known}") from None
    options = dict(parse_qsl(parts.query, keep_blank_values=True))
    for name in options:
        if name not in _KNOWN:
            raise ValueError(f"{name}= is not an option of a light; there are {', '.join(_KNOWN)}")
    target = unquote(parts.netloc + parts.path).rstrip("/")
    if scheme is Scheme.WLED_HTTP and not _can_be_asked(target):
        raise ValueError(f"{url!r} is no address: {_IN_NETWORK}")
    return Address(scheme, target, _layout(options), options.get("at"))


def _can_be_asked(target: str) -> bool:
    """Whether a network can be asked for this name or number at all."""
    try:
        parts = urlsplit(f"//{target}")
        return bool(parts.hostname) and parts.port != 0 and parts.netloc.isprintable() and " " not in parts.netloc
    except ValueError:  # the port is no number, or none that there can be
        return False


def _layout(options: dict[str, str]) -> Layout:
    counts = [_number("leds", word) for word in options.get("leds", "8").split(",")]
    counts = counts * 4 if len(counts) == 1 else counts
    if len(counts) != 4:
        raise ValueError("leds= takes one number for every side, or four: leds=8 or leds=8,8,6,6 for P1 to P4")
    way = options.get("way", "right")
    if way not in ("right", "left"):
        raise ValueError(f"way={way} is neither right nor left: where does the strip go on from its first side?")
    first = options.get("first", "P1").upper()
    if first not in Seat.__members__:
        raise ValueError(f"first={first} is not a seat; the strip begins at P1, P2, P3 or P4")
    return around(
        (counts[0], counts[1], counts[2], counts[3]),
        _number("centre", options.get("centre", "4")),
        start=_number("start", options.get("start", "0")),
        first=Seat[first],
        leftward=way == "left",
        brightness=_number("brightness", options.get("brightness", str(BRIGHTNESS))),
    )


def _number(name: str, word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < LONGEST):
        raise ValueError(f"{name}={word} is not a whole number")
    number = int(word)
    if number < 0:
        raise ValueError(f"{name}={word} is less than nothing: give a whole number from 0 on")
    return number
