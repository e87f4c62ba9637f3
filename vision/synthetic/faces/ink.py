"""The colours a set is engraved in, and where things stand on a face.

A face is 300 wide and 400 high, y down. All drawings print on transparent ground; the tile's body shows through.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

WIDTH, HEIGHT = 300, 400


@dataclass(frozen=True, slots=True)
class Ink:
    """One colourway, as SVG colours; `paper` is the body's colour where a drawing needs to cut a line out of a fill."""

    black: str = "#1a1a22"
    red: str = "#b3202a"
    green: str = "#14692f"
    blue: str = "#1d3b8f"
    gold: str = "#d9a520"
    pale: str = "#e9c9a0"
    paper: str = "#f6f1e4"


TRADITIONAL = Ink()
BRIGHT = Ink("#111111", "#d8121c", "#0a8a3c", "#1546c0", "#f2b705", "#f4b6c2", "#ffffff")
DEEP = Ink("#2a1f1a", "#7e1a1c", "#1f4a2c", "#1b2a5c", "#a87b22", "#caa36a", "#ead9ae")
PASTEL = Ink("#5a5a70", "#e0707e", "#5fae8b", "#6f92cf", "#eec35f", "#f6cfd8", "#fdfcf8")
NAVY_ONLY = Ink("#1c2a55", "#1c2a55", "#1c2a55", "#1c2a55", "#6f7da8", "#aab3cf", "#f7f6f2")
BLACK_ONLY = Ink("#161616", "#161616", "#161616", "#161616", "#777777", "#bbbbbb", "#f4f3ef")
GOLD_ON_DARK = Ink("#e7c765", "#f0904a", "#a8d08a", "#e9dca0", "#ffe9a8", "#8a7433", "#15161a")
WHITE_ON_DARK = Ink("#f4f4f4", "#ff7a76", "#8fe39b", "#9cc3ff", "#ffe27a", "#9aa0a8", "#1d222b")
JEWEL = Ink("#2b1747", "#b0125b", "#007a6c", "#4a2fa8", "#e29a00", "#d3b3e8", "#fffaf0")
SUNSET = Ink("#4b2a1f", "#d9532c", "#3f7d58", "#1f6f9c", "#f0a63a", "#f7d9b0", "#fbf3e4")
TURQUOISE = Ink("#17414a", "#e2476b", "#009a8e", "#0b6fb0", "#f6a500", "#a7e0d8", "#ffffff")
BAKELITE = Ink("#26211c", "#a3161c", "#0d5a33", "#163a7a", "#c58b1a", "#d8b068", "#efd79a")


def group(inner: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, sx: float | None = None) -> str:
    """`inner` turned (degrees), scaled, and moved; `sx` sets another horizontal scale (negative mirrors)."""
    size = f"{scale:.4g}" if sx is None else f"{sx:.4g} {scale:.4g}"
    return f'<g transform="translate({x:.5g} {y:.5g}) rotate({turn:.4g}) scale({size})">{inner}</g>'


def path(d: str, fill: str = "none", stroke: str = "none", width: float = 0) -> str:
    """A path with round joins and ends."""
    line = (
        f' stroke="{stroke}" stroke-width="{width:.4g}" stroke-linecap="round" stroke-linejoin="round"' if width else ""
    )
    return f'<path d="{d}" fill="{fill}"{line}/>'


def circle(x: float, y: float, r: float, fill: str = "none", stroke: str = "none", width: float = 0) -> str:
    """A circle, filled, ringed or both."""
    line = f' stroke="{stroke}" stroke-width="{width:.4g}"' if width else ""
    return f'<circle cx="{x:.5g}" cy="{y:.5g}" r="{r:.4g}" fill="{fill}"{line}/>'


@dataclass(frozen=True, slots=True)
class Line:
    """A shape drawn with a line of `width`, filled or not."""

    colour: str
    width: float
    fill: str = "none"


def ellipse(x: float, y: float, rx: float, ry: float, fill: str | Line, turn: float = 0) -> str:
    """An ellipse turned by `turn` degrees about its centre."""
    spin = f' transform="rotate({turn:.4g} {x:.5g} {y:.5g})"' if turn else ""
    return f'<ellipse cx="{x:.5g}" cy="{y:.5g}" rx="{rx:.4g}" ry="{ry:.4g}" {_painted(fill)}{spin}/>'


def box(x: float, y: float, w: float, h: float, r: float, fill: str | Line) -> str:
    """A rectangle with corners of radius `r`."""
    return f'<rect x="{x:.5g}" y="{y:.5g}" width="{w:.5g}" height="{h:.5g}" rx="{r:.4g}" {_painted(fill)}/>'


def _painted(fill: str | Line) -> str:
    if isinstance(fill, str):
        return f'fill="{fill}"'
    return f'fill="{fill.fill}" stroke="{fill.colour}" stroke-width="{fill.width:.4g}"'


_FILLED = re.compile(r'fill="(#[0-9a-fA-F]{6})"(?![^>]* stroke=)')


def line_art(drawing: str, ink: Ink, detail: str, width: float = 6) -> str:
    """The drawing as an engraver's outlines: every plain fill becomes a line of its colour.

    What was cut out of the fills in the paper's colour would vanish; it is drawn in the colour `detail`.
    """
    lines = _FILLED.sub(rf'fill="none" stroke="\1" stroke-width="{width:.3g}" stroke-linejoin="round"', drawing)
    return lines.replace(f'"{ink.paper}"', f'"{detail}"')


def outlined(drawing: Callable[[Ink], str]) -> Callable[[Ink], str]:
    """The same creature in outlines."""
    return lambda ink: line_art(drawing(ink), ink, ink.black)


def around(inner: str, n: int, first: float = 0) -> str:
    """`inner` repeated `n` times about the origin."""
    return "".join(f'<g transform="rotate({first + 360 / n * i:.4g})">{inner}</g>' for i in range(n))
