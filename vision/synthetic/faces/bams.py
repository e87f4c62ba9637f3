# ruff: noqa: E501  path data and tables read better unbroken
"""Bams: sticks of several makers and how two to nine of them stand. The bird of the 1 Bam is in birds.py."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.synthetic.faces.ink import Ink, Line, box, circle, ellipse, group, path

Stick = Callable[[str, Ink], str]
"""Draws one upright stick about the origin, 100 long and about 30 wide."""


def bone(colour: str, ink: Ink) -> str:
    body = "M-7 -50L7 -50Q17 -40 9 -30Q17 -18 11 -2Q17 16 9 30Q17 40 7 50L-7 50Q-17 40 -9 30Q-17 16 -11 -2Q-17 -18 -9 -30Q-17 -40 -7 -50Z"
    return path(body, colour) + path("M0 -42L0 42", "none", ink.paper, 3.5)


def vintage(colour: str, ink: Ink) -> str:
    d = "M-8 -44Q-14 -30 -6 -24Q-14 -6 -6 0Q-14 18 -6 24Q-14 34 -8 46L8 46Q14 34 6 24Q14 18 6 0Q14 -6 6 -24Q14 -30 8 -44Z"
    return path(d, "none", colour, 6) + path("M-6 -24L6 -24M-6 0L6 0M-6 24L6 24", "none", colour, 5)


def bar(colour: str, ink: Ink) -> str:
    return box(-9, -49, 18, 98, 9, colour)


def joints(colour: str, ink: Ink) -> str:
    return "".join(box(-12, y, 24, 29, 7, colour) for y in (-49, -14.5, 20))


def cane(colour: str, ink: Ink) -> str:
    return box(-8, -49, 16, 98, 2, colour) + "".join(box(-14, y, 28, 8, 4, colour) for y in (-50, -21, 13, 42))


def double(colour: str, ink: Ink) -> str:
    return box(-12, -48, 24, 96, 11, Line(colour, 6)) + path("M0 -36L0 36", "none", colour, 5)


def leafy(colour: str, ink: Ink) -> str:
    leaf = path(
        "M4 -20C14 -40 24 -40 30 -38C28 -28 18 -18 4 -20ZM-4 14C-14 -4 -24 -6 -30 -4C-28 8 -18 16 -4 14Z", colour
    )
    return box(-5, -50, 10, 100, 3, colour) + path("M-6 -16L6 -16M-6 17L6 17", "none", ink.paper, 4) + leaf


def lantern(colour: str, ink: Ink) -> str:
    return (
        ellipse(0, -25, 15, 24, colour)
        + ellipse(0, 25, 15, 24, colour)
        + circle(0, -25, 5, ink.paper)
        + circle(0, 25, 5, ink.paper)
    )


def ladder(colour: str, ink: Ink) -> str:
    return path(
        "M-10 -48L-10 48M10 -48L10 48M-10 -32L10 -32M-10 -11L10 -11M-10 11L10 11M-10 32L10 32", "none", colour, 6
    )


def arrow(colour: str, ink: Ink) -> str:
    return path("M0 -50L16 -26L6 -26L6 26L16 26L0 50L-16 26L-6 26L-6 -26L-16 -26Z", colour)


def rope(colour: str, ink: Ink) -> str:
    return path("M0 -48Q16 -36 0 -24Q-16 -12 0 0Q16 12 0 24Q-16 36 0 48", "none", colour, 8) + path(
        "M0 -48Q-16 -36 0 -24Q16 -12 0 0Q-16 12 0 24Q16 36 0 48", "none", colour, 8
    )


Places = dict[int, tuple[tuple[float, float, float, float, str], ...]]
"""Number to (x, y, length, turn in degrees, colour role) of each stick, in units of a face 100 x 133."""


def _rows(
    rows: str, ys: tuple[float, ...], length: float, gap: float, colours: str
) -> tuple[tuple[float, float, float, float, str], ...]:
    out = []
    for count, y, c in zip(rows, ys, colours, strict=True):
        n = int(count)
        mid = (n - 1) / 2
        out += [(50 + (i - mid) * gap, y, length, 0.0, c) for i in range(n)]
    return tuple(out)


def _middle(
    places: tuple[tuple[float, float, float, float, str], ...], role: str
) -> tuple[tuple[float, float, float, float, str], ...]:
    return tuple((x, y, k, t, role if x == 50 else c) for x, y, k, t, c in places)


_EIGHT = tuple(
    (x, y, k, t, "g")
    for x, y, k, t in (
        (18, 40, 46, 0), (82, 40, 46, 0), (38, 34, 44, -38), (62, 34, 44, 38),
        (18, 94, 46, 0), (82, 94, 46, 0), (38, 100, 44, 38), (62, 100, 44, -38),
    )
)  # fmt: skip
CLASSIC: Places = {
    2: _rows("11", (38, 95), 48, 0, "gb"),
    3: _rows("12", (38, 95), 48, 48, "gg"),
    4: _rows("22", (38, 95), 48, 44, "gg"),
    5: ((22, 38, 46, 0, "g"), (78, 38, 46, 0, "g"), (50, 66, 46, 0, "r"), (22, 95, 46, 0, "g"), (78, 95, 46, 0, "g")),
    6: _rows("33", (38, 95), 48, 30, "gg"),
    7: ((50, 22, 32, 0, "r"), *_middle(_rows("33", (64, 104), 34, 32, "gg"), "b")),
    8: _EIGHT,
    9: _middle(_rows("333", (26, 66, 106), 35, 30, "ggg"), "r"),
}
ROWS: Places = {
    2: _rows("2", (66,), 80, 44, "g"),
    3: _rows("3", (66,), 76, 32, "g"),
    4: _rows("22", (36, 97), 52, 40, "gb"),
    5: _rows("32", (36, 97), 50, 30, "gr"),
    6: _rows("222", (28, 67, 106), 36, 40, "gbg"),
    7: _rows("133", (25, 66, 106), 35, 30, "rgg"),
    8: _rows("44", (38, 95), 48, 23, "gb"),
    9: _rows("333", (26, 66, 106), 35, 31, "grb"),
}
LOOSE: Places = {
    2: ((36, 66, 84, 14, "g"), (64, 66, 84, -14, "g")),
    3: ((50, 66, 90, 0, "r"), (24, 66, 78, 14, "g"), (76, 66, 78, -14, "g")),
    4: ((30, 40, 48, 24, "g"), (70, 40, 48, -24, "g"), (30, 94, 48, -24, "g"), (70, 94, 48, 24, "g")),
    5: (
        (30, 36, 44, 35, "g"),
        (70, 36, 44, -35, "g"),
        (50, 66, 46, 0, "r"),
        (30, 98, 44, -35, "g"),
        (70, 98, 44, 35, "g"),
    ),
    6: ((24, 40, 44, 12, "b"), (50, 38, 46, 0, "b"), (76, 40, 44, -12, "b"), *_rows("3", (96,), 46, 27, "g")),
    7: ((50, 24, 44, 90, "r"), *_rows("33", (62, 104), 36, 28, "gg")),
    8: tuple((50 + d * 11, y, 50, t, "g") for y, t in ((38, 0), (96, 0)) for d in (-3, -1, 1, 3)),
    9: tuple((x, y, 34, 20 * s, c) for y, s, c in ((26, 1, "g"), (66, -1, "b"), (106, 1, "r")) for x in (22, 50, 78)),
}
LAYOUTS = {"classic": CLASSIC, "rows": ROWS, "loose": LOOSE}


@dataclass(frozen=True, slots=True)
class Bams:
    """A set's Bams from 2 to 9; `area` as for Dots, `colours` the paint for the roles r, g, b."""

    stick: Stick
    layout: str = "classic"
    colours: str = "rgb"
    area: tuple[float, float, float] = (150, 205, 0.9)
    fat: float = 1.0

    def draw(self, n: int, ink: Ink) -> str:
        """The sticks of the tile `n` Bam, 2 to 9."""
        paint = {"r": ink.red, "g": ink.green, "b": ink.blue, "k": ink.black, "y": ink.gold}
        role = {a: paint[b] for a, b in zip("rgb", self.colours, strict=True)}
        cx, cy, size = self.area
        out = []
        for x, y, length, turn, c in LAYOUTS[self.layout][n]:
            long = length * 3 * size / 100
            wide = (0.36 + long * 0.70) * self.fat * size
            out.append(
                group(self.stick(role[c], ink), cx + (x - 50) * 3 * size, cy + (y - 66) * 3 * size, long, turn, wide)
            )
        return "".join(out)
