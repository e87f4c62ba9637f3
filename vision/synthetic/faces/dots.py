"""Dots: what one dot looks like, and how one to nine of them stand on a face."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.synthetic.faces.ink import Ink, Line, around, box, circle, ellipse, group, path

Mark = Callable[[str, Ink], str]
"""Draws one dot of radius 50 about the origin in the given colour."""


def rings(colour: str, ink: Ink) -> str:
    return circle(0, 0, 45, "none", colour, 9) + circle(0, 0, 27, "none", colour, 8) + circle(0, 0, 10, colour)


def target(colour: str, ink: Ink) -> str:
    return circle(0, 0, 50, colour) + circle(0, 0, 35, "none", ink.paper, 5) + circle(0, 0, 18, "none", ink.paper, 5)


def disc(colour: str, ink: Ink) -> str:
    return circle(0, 0, 47, colour)


def ring(colour: str, ink: Ink) -> str:
    return circle(0, 0, 40, "none", colour, 17)


def button(colour: str, ink: Ink) -> str:
    holes = around(circle(0, -17, 8, ink.paper), 4, 45)
    return circle(0, 0, 49, colour) + circle(0, 0, 38, "none", ink.paper, 3) + holes


def coin(colour: str, ink: Ink) -> str:
    return (
        circle(0, 0, 45, "none", colour, 8)
        + box(-17, -17, 34, 34, 2, Line(colour, 8))
        + around(path("M0 -27L0 -37", "none", colour, 6), 4)
    )


def flower(colour: str, ink: Ink) -> str:
    return around(ellipse(0, -30, 16, 20, colour), 6) + circle(0, 0, 16, ink.paper) + circle(0, 0, 9, colour)


def daisy(colour: str, ink: Ink) -> str:
    return around(ellipse(0, -31, 8, 18, colour), 10) + circle(0, 0, 13, ink.gold)


def pinwheel(colour: str, ink: Ink) -> str:
    blade = path("M0 0C-6 -22 8 -44 30 -40C34 -24 20 -8 0 0Z", colour)
    return around(blade, 6) + circle(0, 0, 48, "none", colour, 4)


def wheel(colour: str, ink: Ink) -> str:
    return (
        circle(0, 0, 45, "none", colour, 8)
        + around(path("M0 -13L0 -42", "none", colour, 6), 8)
        + circle(0, 0, 13, colour)
    )


def petals(colour: str, ink: Ink) -> str:
    leaf = path("M0 -6C-15 -20 -13 -36 0 -43C13 -36 15 -20 0 -6Z", ink.paper)
    return circle(0, 0, 49, colour) + around(leaf, 4, 45) + circle(0, 0, 7, ink.paper)


def half_moon(colour: str, ink: Ink) -> str:
    return circle(0, 0, 45, "none", colour, 8) + path(
        "M0 -45A45 45 0 0 1 0 45A22 22 0 0 1 0 0A22 22 0 0 0 0 -45Z", colour
    )


def star(colour: str, ink: Ink) -> str:
    return circle(0, 0, 49, colour) + path(
        "M0 -34L9 -11L33 -10L14 5L21 28L0 15L-21 28L-14 5L-33 -10L-9 -11Z", ink.paper
    )


def spiral(colour: str, ink: Ink) -> str:
    return path(
        "M-2 2C8 -12 22 2 10 16C-8 32 -34 12 -26 -10C-16 -38 26 -40 38 -10C48 22 18 50 -16 44", "none", colour, 11
    )


def gem(colour: str, ink: Ink) -> str:
    return path("M0 -48L42 -24L42 24L0 48L-42 24L-42 -24Z", colour) + path(
        "M0 -48L0 48M-42 -24L42 24M42 -24L-42 24", "none", ink.paper, 4
    )


def pearl(colour: str, ink: Ink) -> str:
    return circle(0, 0, 48, ink.pale, colour, 4) + circle(0, 0, 32, colour) + ellipse(-12, -14, 11, 7, ink.paper, -35)


def scallop(colour: str, ink: Ink) -> str:
    return (
        around(circle(0, -34, 13, colour), 8)
        + circle(0, 0, 34, colour)
        + circle(0, 0, 24, ink.paper)
        + circle(0, 0, 14, colour)
    )


def rosette(ink: Ink, rim: str, heart: str) -> str:
    """The great single dot: a wreath of petals about a heart."""
    return (
        circle(0, 0, 48, rim)
        + around(ellipse(0, -33, 3.4, 10, ink.paper), 16)
        + circle(0, 0, 22, ink.paper)
        + circle(0, 0, 18, heart)
        + circle(0, 0, 10, "none", ink.paper, 3)
        + circle(0, 0, 3, ink.paper)
    )


def mandala(ink: Ink, rim: str, heart: str) -> str:
    return (
        circle(0, 0, 47, "none", rim, 4)
        + around(path("M0 -16C-12 -26 -9 -38 0 -44C9 -38 12 -26 0 -16Z", rim), 8)
        + around(circle(0, -36, 4, heart), 8, 22.5)
        + circle(0, 0, 14, "none", heart, 5)
        + circle(0, 0, 6, heart)
    )


def plate(ink: Ink, rim: str, heart: str) -> str:
    return (
        circle(0, 0, 45, "none", rim, 9)
        + circle(0, 0, 33, "none", heart, 5)
        + around(circle(0, -21, 5.5, rim), 6)
        + circle(0, 0, 10, heart)
    )


def sunburst(ink: Ink, rim: str, heart: str) -> str:
    return around(path("M-6 -28L0 -49L6 -28Z", rim), 14) + circle(0, 0, 28, "none", rim, 5) + circle(0, 0, 16, heart)


def coin_great(ink: Ink, rim: str, heart: str) -> str:
    return (
        circle(0, 0, 45, "none", rim, 9)
        + circle(0, 0, 36, "none", rim, 2)
        + box(-13, -13, 26, 26, 0, Line(heart, 6))
        + around(path("M-7 -24L7 -24M0 -30L0 -20", "none", rim, 4), 4)
    )


Places = dict[int, tuple[tuple[float, float, float, str], ...]]
"""Number to (x, y, radius, colour role b/g/r) of each dot, in units of a face 100 x 133."""


def _rows(
    rows: str, r: float, ys: tuple[float, ...], gap: float, colours: str
) -> tuple[tuple[float, float, float, str], ...]:
    out = []
    for count, y, c in zip(rows, ys, colours, strict=True):
        n = int(count)
        out += [(50 + (i - (n - 1) / 2) * gap, y, r, c) for i in range(n)]
    return tuple(out)


CLASSIC: Places = {
    1: ((50, 66, 34, "g"),),
    2: ((50, 37, 21, "g"), (50, 96, 21, "b")),
    3: ((24, 32, 16, "g"), (50, 66, 16, "r"), (76, 100, 16, "b")),
    4: ((28, 36, 17, "b"), (72, 36, 17, "g"), (28, 97, 17, "g"), (72, 97, 17, "b")),
    5: ((24, 32, 15.5, "g"), (76, 32, 15.5, "b"), (50, 66, 15.5, "r"), (24, 100, 15.5, "b"), (76, 100, 15.5, "g")),
    6: _rows("222", 15, (28, 70, 102), 40, "grr"),
    7: ((22, 22, 13, "g"), (50, 33, 13, "g"), (78, 44, 13, "g"), *_rows("22", 14, (78, 108), 36, "rr")),
    8: _rows("2222", 13, (22, 51, 80, 109), 38, "bbbb"),
    9: _rows("333", 13, (30, 66, 102), 29, "grb"),
}
TIGHT: Places = {
    1: ((50, 66, 40, "b"),),
    2: ((50, 36, 25, "b"), (50, 96, 25, "r")),
    3: ((26, 26, 18, "b"), (50, 66, 18, "r"), (74, 106, 18, "g")),
    4: _rows("22", 20, (40, 92), 46, "br"),
    5: ((25, 30, 18, "b"), (75, 30, 18, "b"), (50, 66, 18, "r"), (25, 102, 18, "b"), (75, 102, 18, "b")),
    6: _rows("222", 17, (29, 66, 103), 44, "bbb"),
    7: ((24, 22, 14, "b"), (50, 34, 14, "b"), (76, 46, 14, "b"), *_rows("22", 15, (80, 112), 40, "rr")),
    8: _rows("2222", 14, (21, 51, 81, 111), 44, "gggg"),
    9: _rows("333", 14, (32, 66, 100), 31, "bbb"),
}
UPRIGHT: Places = {
    1: ((50, 66, 33, "r"),),
    2: _rows("11", 18, (38, 94), 0, "gg"),
    3: _rows("111", 15, (28, 66, 104), 0, "grg"),
    4: _rows("22", 16, (42, 90), 40, "gg"),
    5: _rows("212", 15, (34, 66, 98), 48, "grg"),
    6: _rows("33", 13.5, (46, 86), 29, "gr"),
    7: _rows("313", 13, (34, 66, 98), 29, "grg"),
    8: _rows("323", 13, (32, 66, 100), 29, "bgb"),
    9: _rows("333", 13.5, (30, 66, 102), 30, "bgr"),
}
SLANTED: Places = {
    1: ((50, 66, 30, "b"),),
    2: ((32, 40, 19, "r"), (68, 92, 19, "b")),
    3: ((76, 30, 15, "b"), (50, 66, 15, "r"), (24, 102, 15, "g")),
    4: ((50, 26, 16, "b"), (24, 66, 16, "g"), (76, 66, 16, "g"), (50, 106, 16, "b")),
    5: ((50, 26, 15, "b"), (22, 60, 15, "g"), (78, 60, 15, "g"), (34, 102, 15, "r"), (66, 102, 15, "r")),
    6: _rows("123", 15, (30, 66, 102), 33, "rgb"),
    7: (
        (50, 66, 13, "r"),
        *(
            (50 + 33 * x, 66 + 38 * y, 13, "b")
            for x, y in ((0, -1), (0.87, -0.5), (0.87, 0.5), (0, 1), (-0.87, 0.5), (-0.87, -0.5))
        ),
    ),
    8: _rows("2222", 13, (24, 52, 80, 108), 52, "gbbg"),
    9: _rows("333", 12.5, (36, 66, 96), 30, "rrr"),
}
LAYOUTS = {"classic": CLASSIC, "tight": TIGHT, "upright": UPRIGHT, "slanted": SLANTED}

Great = Callable[[Ink, str, str], str]


@dataclass(frozen=True, slots=True)
class Dots:
    """A set's Dots. `area` is the (centre x, centre y, scale) the arrangement is set in, to leave room for an index."""

    mark: Mark
    layout: str = "classic"
    great: Great | None = rosette
    colours: str = "rgb"  # the colours for the roles r, g, b; "bbb" makes all dots blue
    area: tuple[float, float, float] = (150, 205, 0.9)
    fat: float = 1.0
    mirror: bool = False  # the diagonals of 3 and 7 run the other way

    def draw(self, n: int, ink: Ink) -> str:
        """The dots of the tile `n` Dot."""
        paint = {"r": ink.red, "g": ink.green, "b": ink.blue, "k": ink.black, "y": ink.gold}
        role = {a: paint[b] for a, b in zip("rgb", self.colours, strict=True)}
        cx, cy, size = self.area
        out = []
        for x, y, r, c in LAYOUTS[self.layout][n]:
            side = 50 - x if self.mirror else x - 50
            if n == 1 and self.great is not None:
                inner = self.great(ink, role["g"], role["r"])
                r *= 1.15
            else:
                inner = self.mark(role[c], ink)
            out.append(group(inner, cx + side * 3 * size, cy + (y - 66) * 3 * size, r * 3 * size / 50 * self.fat))
        return "".join(out)
