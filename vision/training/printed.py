"""Designers' sets as training prints them: with birds for one Bams, and, where a set is `Loose`, its index anywhere.

A manner of `vision.synthetic.faces.designer` has one place for its number. A loose set draws by lot where along its rim
the index stands, how large, on what (a disc, a ring, a plate, a tab, a band at an edge, a corner cut off, nothing),
whether a second stands in the other corner, and where that leaves the picture. The manners held out for measuring (a
ribbon across, a face all of one colour, a disc upon the picture's middle) are not among what may be drawn.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from engine.tile import Tile
from vision.synthetic.faces import birds
from vision.synthetic.faces.designer import Designed, Picture
from vision.synthetic.faces.families import RESERVED
from vision.synthetic.faces.ink import Ink, Line, box, circle, group, path
from vision.synthetic.faces.letters import column, word

LOOSE = "loose"
WIDE, HIGH = 300.0, 400.0  # the units of a face
GROUNDS = ("none", "none", "disc", "ring", "plate", "plate", "frame", "tab", "band", "side", "corner")
PLACES = ((0.18, 0.15), (0.82, 0.15), (0.18, 0.85), (0.82, 0.85), (0.5, 0.14), (0.5, 0.86), (0.15, 0.5), (0.85, 0.5))
ROOM = 250.0  # of the width that a long word may take
BIRDLESS = 0.2  # of the sets, whose one Bam is like their other Bams


def _in_ink(bird: Callable[[Ink], str]) -> Picture:
    return lambda colour, ink: bird(replace(ink, green=colour))


OUR_BIRDS = tuple(
    _in_ink(bird)
    for bird in (
        birds.peacock,
        birds.fan_peacock,
        birds.sparrow,
        birds.crane,
        birds.rooster,
        birds.swallow,
        birds.phoenix,
    )
    if bird not in RESERVED
)


@dataclass(frozen=True)
class Printed(Designed):
    """A designer's set whose one Bam is mostly a bird, as in nearly every set that is sold: a lone bird that is no one
    Bam would teach that birds are flowers."""

    flock: tuple[Picture, ...] = OUR_BIRDS

    def draw(self, tile: Tile, variant: int) -> str:
        """The SVG parts of a face."""
        pick = Random(self.number * 41 + 6)
        if tile is not Tile.B1 or pick.random() < BIRDLESS:
            return super().draw(tile, variant)
        colour, bird = self._ink.green, pick.choice(self.flock)
        if self.manner != "counted" and pick.random() < 0.6:
            paint = self._ink.paper if self.manner == "panel" else colour
            return self._said("1" if self.manner != "worded" else "ONE", colour, bird(paint, self._ink), "1 BAM")
        return group(bird(colour, self._ink), 150, 200, 1.4)


@dataclass(frozen=True)
class Loose(Printed):
    """A set whose index stands where the lot put it; its manner is `LOOSE`."""

    @property
    def twice(self) -> bool:
        """As of every set; a second index stands in the opposite corner."""
        return self._index[-1] and self._index[0] not in ("band", "side")

    @cached_property
    def _index(self) -> tuple[str, float, float, float, bool, bool]:
        """What the index stands on, where (x, y), how high its letters are, whether the ground is filled, and whether
        another stands in the opposite corner."""
        pick = Random(self.number * 43 + 8)
        ground, (x, y) = pick.choice(GROUNDS), pick.choice(PLACES)
        high = 46.0 * 2.6 ** pick.random()
        x, y = (x + pick.gauss(0, 0.025)) * WIDE, (y + pick.gauss(0, 0.02)) * HIGH
        return ground, x, y, high, pick.random() < 0.55, pick.random() < 0.3

    @cached_property
    def _below(self) -> tuple[float, float, float]:
        """Where the picture stands, and how large it is."""
        pick, (_, x, y, high, _, _) = Random(self.number * 47 + 6), self._index
        away = 0.45 * high
        right = 150 - away * (x - 150) / 150 + pick.gauss(0, 8)
        low = 200 - away * (y - 200) / 200 + pick.gauss(0, 10)
        return right, low, pick.uniform(0.75, 1.35) - high / 400

    def _said(self, text: str, colour: str, content: str, long: str = "") -> str:
        ground, x, y, high, filled, _ = self._index
        if self._plan["word"] and long and ground != "corner" and self.number % 3 == 0:
            text = long
        at, low, size = self._below
        index = self._laid(text, colour, ground, (x, y, high), filled)
        if self.twice:
            index += group(index, WIDE, HIGH, 1, 180)
        return group(content, at, low, max(0.5, size)) + index

    def _laid(self, text: str, colour: str, ground: str, where: tuple[float, float, float], filled: bool) -> str:
        """The index on its ground."""
        (x, y, high), paper, hand = where, self._ink.paper, self._letters[0]
        ink = paper if filled else colour
        fill = colour if filled else "none"
        wide = min(ROOM, high * 0.75 * len(text))
        x = min(max(x, wide / 2 + 14), WIDE - wide / 2 - 14)
        y = min(max(y, high / 2 + 12), HIGH - high / 2 - 12)
        said = word(text, (x, y), high, hand, ink, wide)
        match ground:
            case "disc" | "ring" if len(text) == 1:
                r = high * 0.82
                x, y = min(max(x, r + 8), WIDE - r - 8), min(max(y, r + 8), HIGH - r - 8)
                disc = circle(x, y, r, fill, colour, 6)
                return disc + word(text, (x, y), high, hand, ink, r * 1.4)
            case "plate" | "frame":
                edge = Line(colour, 6 if ground == "plate" else 12, fill)
                return box(x - wide / 2 - 12, y - high / 2 - 12, wide + 24, high + 24, 10 + high / 6, edge) + said
            case "tab":
                top, low = (0.0, y + high / 2 + 14) if y < HIGH / 2 else (y - high / 2 - 14, HIGH)
                return box(x - wide / 2 - 14, top, wide + 28, low - top, 8, Line(colour, 6, fill)) + said
            case "band":
                deep = high + 30
                top = 0.0 if y < HIGH / 2 else HIGH - deep
                middle = word(text, (x, top + deep / 2), high, hand, paper, wide)
                return box(0, top, WIDE, deep, 14, colour) + middle
            case "side":
                deep = min(110.0, high + 26)
                left = 0.0 if x < WIDE / 2 else WIDE - deep
                if len(text) > 2:
                    said = column(text, left + deep / 2, 22, 378, hand, paper)
                else:
                    said = word(text, (left + deep / 2, y), min(high, deep * 0.8), hand, paper, deep * 0.8)
                return box(left, 0, deep, HIGH, 14, colour) + said
            case "corner" if len(text) == 1:
                side = high * 1.9
                right, down = x > WIDE / 2, y > HIGH / 2
                cx, cy = WIDE * right, HIGH * down
                sx, sy = (-1 if right else 1), (-1 if down else 1)
                cut = path(f"M{cx} {cy}L{cx + sx * side} {cy}L{cx} {cy + sy * side}Z", colour)
                return cut + word(
                    text, (cx + sx * side * 0.33, cy + sy * side * 0.33), high * 0.72, hand, paper, side * 0.5
                )
            case _:
                return word(text, (x, y), high, hand, colour, wide)
