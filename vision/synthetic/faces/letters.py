"""Western numerals and capitals as single lines, and the hands that turn them into printed shapes.

The skeletons stand in a box 60 wide and 100 high; a point written twice is a corner.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import pi, sin

from vision.synthetic.faces.brush import Point, Points, WidthAt, even, nib, number, points, stroke

_SKELETONS: dict[str, tuple[str, ...]] = {
    "0": ("30,0 8,20 2,50 8,80 30,100 52,80 58,50 52,20 30,0",),
    "1": ("10,20 34,0 34,0 34,100",),
    "2": ("4,24 12,6 30,0 50,7 55,26 46,48 20,76 2,100 2,100 58,100",),
    "3": ("4,16 26,0 50,8 54,26 46,42 26,48 26,48 50,54 58,74 50,94 28,100 2,86",),
    "4": ("42,100 42,0 42,0 2,68 2,68 60,68",),
    "5": ("52,0 12,0 12,0 7,46 7,46 26,36 48,44 57,68 47,92 26,100 2,88",),
    "6": ("50,6 34,2 14,22 4,56 6,82 28,100 50,90 57,68 48,48 30,42 12,52 5,70",),
    "7": ("2,0 58,0 58,0 36,44 22,100",),
    "8": ("30,0 10,8 6,26 16,42 30,47 48,56 57,75 48,94 30,100 12,94 3,75 12,56 30,47 44,42 54,26 50,8 30,0",),
    "9": ("55,30 48,50 30,58 12,52 3,32 10,10 32,0 52,14 56,44 46,78 26,98 10,94",),
    "A": ("2,100 30,0 30,0 58,100", "12,66 48,66"),
    "B": ("6,0 6,100", "6,0 28,0 46,6 50,24 44,42 28,48 6,48", "28,48 48,54 56,74 48,94 28,100 6,100"),
    "C": ("56,20 34,0 12,12 2,50 12,88 34,100 56,80",),
    "D": ("6,0 6,100", "6,0 26,0 48,14 56,50 48,86 26,100 6,100"),
    "E": ("54,0 8,0 8,0 8,100 8,100 56,100", "8,48 46,48"),
    "F": ("54,0 8,0 8,0 8,100", "8,48 46,48"),
    "G": ("54,18 34,0 12,12 2,50 12,88 34,100 55,86 55,86 55,54 55,54 34,54",),
    "H": ("6,0 6,100", "54,0 54,100", "6,48 54,48"),
    "I": ("30,0 30,100",),
    "J": ("44,0 44,74 34,96 18,100 4,84",),
    "K": ("8,0 8,100", "54,0 8,58", "24,40 56,100"),
    "L": ("8,0 8,100 8,100 54,100",),
    "M": ("4,100 8,0 8,0 30,70 30,70 52,0 52,0 56,100",),
    "N": ("6,100 6,0 6,0 54,100 54,100 54,0",),
    "O": ("30,0 8,16 1,50 8,84 30,100 52,84 59,50 52,16 30,0",),
    "P": ("8,0 8,100", "8,0 34,0 52,8 56,28 50,48 32,54 8,54"),
    "Q": ("30,0 8,16 1,50 8,84 30,100 52,84 59,50 52,16 30,0", "34,74 60,104"),
    "R": ("8,0 8,100", "8,0 34,0 50,8 54,26 48,44 32,50 8,50", "30,50 58,100"),
    "S": ("54,16 32,0 10,8 5,26 16,42 44,56 56,74 48,94 28,100 3,84",),
    "T": ("2,0 58,0", "30,0 30,100"),
    "U": ("6,0 6,66 14,92 30,100 46,92 54,66 54,0",),
    "V": ("2,0 30,100 30,100 58,0",),
    "W": ("0,0 14,100 14,100 30,28 30,28 46,100 46,100 60,0",),
    "X": ("4,0 56,100", "56,0 4,100"),
    "Y": ("2,0 30,50 30,50 30,100", "58,0 30,50"),
    "Z": ("4,0 56,0 56,0 4,100 4,100 58,100",),
}


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a printer cuts letters; widths in units of a letter 100 high."""

    thick: float = 14
    thin: float = 14
    nib_deg: float = 0
    narrow: float = 1.0  # letter width over its natural width
    slant: float = 0.0  # x moved per unit of height, italic to the right
    rounded: bool = False
    serif: float = 0.0  # length of the bars at the ends; 0 for none
    typeface: str = ""  # an installed font's family instead of our skeletons: training only, see `fonts`


GEOMETRIC = Lettering(14, 14)
HEAVY = Lettering(24, 22)
ROUNDED = Lettering(17, 17, rounded=True)
CONDENSED = Lettering(17, 15, narrow=0.66)
SERIF = Lettering(17, 6, serif=24)
FINE_SERIF = Lettering(12, 4, serif=20, narrow=0.85)
SLAB = Lettering(15, 13, serif=30)
BRUSH = Lettering(22, 6, nib_deg=-40, rounded=True, slant=0.14)
ITALIC = Lettering(15, 6, serif=16, slant=0.25)
HAIR = Lettering(7, 7, rounded=True)
DECO = Lettering(26, 5, narrow=0.8)
MARKER = Lettering(19, 13, nib_deg=30, rounded=True, narrow=1.12, slant=0.08)
TYPEWRITER = Lettering(9, 9, serif=24, rounded=True, narrow=0.9)

_GAP = 0.30  # space between letters, in letter widths


def _pen(hand: Lettering) -> WidthAt:
    if hand.thick == hand.thin:
        return lambda _s, _h: hand.thick
    return nib(hand.thick, hand.thin, hand.nib_deg * pi / 180)


def _serifs(line: Points, hand: Lettering) -> str:
    """Short level bars where a steep end of the line stands at the top or foot of the letter."""
    bars = []
    for end, inner in ((line[0], line[1]), (line[-1], line[-2])):
        rise = abs(end[1] - inner[1])
        steep = rise > 1.2 * abs(end[0] - inner[0])
        if steep and (end[1] < 3 or end[1] > 97):
            half, deep = hand.serif / 2, max(hand.thin, 5.0)
            y = end[1] + (deep / 2 if end[1] < 50 else -deep / 2)
            bars.append(stroke(((end[0] - half, y), (end[0] + half, y)), even(deep), hand.rounded))
    return "".join(bars)


@lru_cache(maxsize=2048)
def glyph(letter: str, hand: Lettering) -> str:
    """The filled path of one letter in a box 60*narrow wide and 100 high. Raises KeyError for what we never drew."""
    paths = []
    for skeleton in _SKELETONS[letter]:
        line = tuple(
            ((x - 30) * hand.narrow + 30 * hand.narrow + (50 - y) * hand.slant, y) for x, y in points(skeleton)
        )
        paths.append(stroke(line, _pen(hand), hand.rounded))
        if hand.serif:
            paths.append(_serifs(line, hand))
    return "".join(paths)


def advance(hand: Lettering) -> float:
    """Distance from one letter to the next in a word, for letters 100 high."""
    return 60 * hand.narrow * (1 + _GAP) + hand.thick * 0.55


def word(text: str, at: Point, height: float, hand: Lettering, colour: str, width: float = 1e9) -> str:
    """`text` centred on `at`, `height` high, squeezed to `width` where it would be wider."""
    if hand.typeface:
        return printed(text, at, height, hand.typeface, colour, width)
    cx, cy = at
    step = advance(hand)
    natural = (step * (len(text) - 1) + 60 * hand.narrow + hand.thick) * height / 100
    sx = height / 100 * min(1.0, width / natural)
    x0 = cx - (step * (len(text) - 1) + 60 * hand.narrow) / 2 * sx
    parts = "".join(
        f'<path transform="translate({number(i * step)} 0)" d="{glyph(letter, hand)}"/>'
        for i, letter in enumerate(text)
        if letter != " "
    )
    return (
        f'<g fill="{colour}" transform="translate({number(x0)} {number(cy - height / 2)}) '
        f'scale({sx:.4f} {height / 100:.4f})">{parts}</g>'
    )


def printed(text: str, at: Point, height: float, typeface: str, colour: str, width: float = 1e9) -> str:
    """`text` as an SVG text element in a font that the renderer is given; capitals `height` high."""
    cx, cy = at
    size = height / 0.72
    sx = min(1.0, width / (size * 0.70 * len(text)))
    return (
        f'<text transform="translate({number(cx)} {number(cy + height / 2)}) scale({sx:.3f} 1)" text-anchor="middle" '
        f'font-family="{typeface}" font-size="{number(size)}" fill="{colour}">{text}</text>'
    )


def column(text: str, cx: float, top: float, bottom: float, hand: Lettering, colour: str) -> str:
    """`text` as letters standing under each other between `top` and `bottom`."""
    pitch = (bottom - top) / len(text)
    return "".join(word(c, (cx, top + pitch * (i + 0.5)), pitch * 0.76, hand, colour) for i, c in enumerate(text))


def slanted(text: str, at: Point, height: float, hand: Lettering, colour: str, degrees: float) -> str:
    """`text` turned by `degrees` about its centre (clockwise)."""
    return f'<g transform="rotate({degrees} {at[0]} {at[1]})">{word(text, at, height, hand, colour)}</g>'


def arched(text: str, at: Point, r: float, height: float, hand: Lettering, colour: str) -> str:
    """`text` along the upper part of a circle of radius `r` about `at`."""
    cx, cy = at
    step = 180 / pi * advance(hand) * height / 100 / r
    first = -step * (len(text) - 1) / 2
    return "".join(
        f'<g transform="rotate({number(first + i * step)} {cx} {cy})">{word(c, (cx, cy - r), height, hand, colour)}</g>'
        for i, c in enumerate(text)
    )


def wavy(text: str, at: Point, height: float, hand: Lettering, colour: str, width: float) -> str:
    """`text` with letters dancing up and down about `at`, `width` wide in all."""
    cx, cy = at
    pitch = width / len(text)
    out = []
    for i, c in enumerate(text):
        x = cx - width / 2 + pitch * (i + 0.5)
        letter = word(c, (x, cy + 0.16 * height * sin(i * 1.9)), height, hand, colour, pitch * 0.86)
        out.append(f'<g transform="rotate({10 * (-1) ** i} {number(x)} {number(cy)})">{letter}</g>')
    return "".join(out)
