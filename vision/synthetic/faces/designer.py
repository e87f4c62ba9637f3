# ruff: noqa: E501  path data and tables read better unbroken
"""Designers' sets: a grammar of how a tile says what it is.

A classic set is engraved; a designer's set is laid out. It has a body, a palette, a manner of showing the number (a
figure on a coloured band, in a disc, on a ribbon, as tall as the tile, small in a corner ...), a picture for each suit
that may have nothing to do with bamboo or dots, counted or not, and winds, dragons, flowers and jokers to match. All of
it is drawn by lot from a stock: ours (`OURS`), or one made of open fonts and pictures for training.
"""

from collections.abc import Callable
from colorsys import hls_to_rgb
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from engine.tile import Tile
from vision.synthetic.faces import bams, birds, characters, dots, flowers, honours, jokers, letters
from vision.synthetic.faces.characters import character
from vision.synthetic.faces.families import RESERVED
from vision.synthetic.faces.family import Colour
from vision.synthetic.faces.ink import TRADITIONAL, Ink, Line, box, circle, group, path
from vision.synthetic.faces.letters import Lettering, arched, column, word

Picture = Callable[[str, Ink], str]
"""Draws something in a colour about the origin, about 200 wide and as high."""

MANNERS = ("header", "circled", "banner", "giant", "corner", "worded", "counted", "panel", "strip", "emblem")
"""How a set shows its numbers; what is held out for measuring is held out by these."""
UNLEARNED = ("banner", "panel", "emblem")
"""Manners that nothing may be learned from, whatever the fonts and pictures."""
NAMES = ("ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
SUITS = ("BAM", "CRAK", "DOT")
_PLACES = {"tl": (52.0, 58.0), "tr": (248.0, 58.0), "bl": (52.0, 342.0), "br": (248.0, 342.0), "top": (150.0, 56.0)}
_LIGHT: tuple[tuple[Colour, ...], ...] = (
    ((246, 247, 247), (236, 240, 240)),
    ((222, 236, 244), (205, 226, 238)),
    ((228, 244, 226), (240, 240, 220)),
    ((226, 222, 250), (236, 234, 248)),
    ((244, 236, 220), (238, 228, 206)),
)
_DARK: tuple[Colour, ...] = ((66, 40, 28), (44, 38, 34))


@dataclass(frozen=True, slots=True)
class Stock:
    """What sets are put together from. `font_files`: the file of each font that a lettering names."""

    letterings: tuple[Lettering, ...]
    suits: tuple[Picture, ...]
    plants: tuple[Picture, ...]
    creatures: tuple[Picture, ...]
    jesters: tuple[Picture, ...]
    font_files: tuple[tuple[str, str], ...] = ()


def _fixed(drawing: Callable[[Ink], str]) -> Picture:
    return lambda colour, ink: drawing(replace(ink, red=colour))


def _grown(drawing: Callable[[str, Ink], str], size: float) -> Picture:
    return lambda colour, ink: group(drawing(colour, ink), 0, 0, size)


def _wan(colour: str, ink: Ink) -> str:
    return character("萬", (0, 0), 190, characters.REGULAR, colour)


_MARKS = (dots.target, dots.coin, dots.flower, dots.pinwheel, dots.petals, dots.star, dots.gem, dots.half_moon)
_STICKS = (bams.bone, bams.leafy, bams.lantern, bams.cane, bams.rope, bams.arrow)
_MARKS_GROWN, _STICKS_GROWN = tuple(_grown(m, 1.9) for m in _MARKS), tuple(_grown(s, 1.9) for s in _STICKS)
_BLOOMS = (*flowers.GARDEN, *flowers.PICTURES)
_BIRDS = tuple(
    b for b in (birds.peacock, birds.crane, birds.rooster, birds.swallow, birds.phoenix) if b not in RESERVED
)
OURS = Stock(
    (letters.GEOMETRIC, letters.HEAVY, letters.ROUNDED, letters.CONDENSED, letters.SERIF, letters.SLAB, letters.ITALIC,
     letters.BRUSH, letters.FINE_SERIF, letters.TYPEWRITER),
    (*_MARKS_GROWN, *_STICKS_GROWN,
     *(lambda c, i, b=b: b(i, c) for b in _BLOOMS), *(_fixed(b) for b in _BIRDS)),
    tuple(lambda c, i, b=b: b(i, c) for b in _BLOOMS),  # type: ignore[misc]
    tuple(f for f in honours.FIGURES if f not in RESERVED),
    tuple(_fixed(f) for f in jokers.FIGURES if f not in RESERVED),
)  # fmt: skip


def _shade(pick: Random, hue: float, light: bool) -> str:
    lightness = pick.uniform(0.6, 0.78) if light else pick.uniform(0.24, 0.5)
    rgb = hls_to_rgb(hue % 1, lightness, pick.uniform(0.5, 0.95))
    return "#" + "".join(f"{round(c * 255):02x}" for c in rgb)


@dataclass(frozen=True)
class Designed:
    """One set by lot: the same manner, number and stock always give the same set."""

    manner: str
    number: int
    stock: Stock = OURS

    @property
    def font_files(self) -> tuple[str, ...]:
        """The font files that it is printed with."""
        mine = {lettering.typeface for lettering in self._letters}
        return tuple(file for typeface, file in self.stock.font_files if typeface in mine)

    @property
    def bodies(self) -> tuple[Colour, ...]:
        """BGR colours of the tiles."""
        return _DARK if self._dark else Random(self.number * 31 + 5).choice(_LIGHT)

    def count(self, tile: Tile) -> int:
        """How many different drawings of this kind there are."""
        return 8 if tile is Tile.FLOWER else self._plan["jokers"] if tile is Tile.JOKER else 1

    @property
    def twice(self) -> bool:
        """Whether what a face says stands there a second time, on its head."""
        return self.manner == "corner" and self._plan["badge"] == 3

    @cached_property
    def _dark(self) -> bool:
        return Random(self.number * 17 + 3).random() < 0.08

    @cached_property
    def _classic(self) -> bool:
        """Whether its suits are still bamboo, characters and dots, in their colours."""
        return Random(self.number * 37 + 4).random() < 0.5

    @cached_property
    def _ink(self) -> Ink:
        pick, dark = Random(self.number * 7 + 1), self._dark
        usual = pick.random() < 0.6 or self._classic
        hues = {"green": 0.36, "red": 0.0, "blue": 0.6, "gold": 0.12}
        if not usual:
            hues |= {"green": pick.random(), "blue": pick.random()}
            hues["red"] = pick.choice((0.0, 0.94, pick.random()))
        made = {k: _shade(pick, h + pick.gauss(0, 0.025), dark) for k, h in hues.items()}
        if pick.random() < 0.1 and not self._classic:  # all in one colour
            made |= {"green": made["blue"], "red": made["blue"]}
        paper = "#20242c" if dark else "#fbf8f0"
        return replace(TRADITIONAL, black="#f4f4f4" if dark else "#1a1a22", paper=paper, **made)

    @property
    def counts(self) -> bool:
        """Whether a number shows as many pictures."""
        few = self._plan["content"] == 0 and self.manner not in ("giant", "emblem", "banner")
        return self.manner == "counted" or few

    @cached_property
    def _plan(self) -> dict[str, int]:
        """Choices that are a small number each."""
        pick = Random(self.number * 13 + 11)
        ways = {
            "content": 4,
            "badge": 4,
            "winds": 6,
            "dragons": 5,
            "soap": 5,
            "flowers": 5,
            "joker": 6,
            "word": 2,
            "side": 2,
        }
        return {k: pick.randrange(n) for k, n in ways.items()} | {"jokers": pick.choice((1, 1, 2))}

    @cached_property
    def _parts(self) -> dict[str, tuple[Picture, ...]]:
        pick, stock = Random(self.number * 19 + 7), self.stock
        two = tuple(pick.sample(stock.creatures, 2))
        suits = tuple(pick.sample(stock.suits, 3))
        if self._classic:
            suits = (pick.choice(_STICKS_GROWN), pick.choice((_wan, suits[1])), pick.choice(_MARKS_GROWN))
        return {
            "suits": suits,
            "flowers": tuple(pick.sample(stock.plants, 8)),
            "dragons": two if pick.random() < 0.3 else (two[0], two[0]),
            "jesters": tuple(pick.sample(stock.jesters, 2)),
        }

    @cached_property
    def _letters(self) -> tuple[Lettering, Lettering]:
        pick = Random(self.number * 23 + 9)
        first = pick.choice(self.stock.letterings)
        return first, first if pick.random() < 0.6 else pick.choice(self.stock.letterings)

    @cached_property
    def _size(self) -> float:
        """How large the index is, against the usual."""
        return Random(self.number * 29 + 2).uniform(0.75, 1.3)

    def draw(self, tile: Tile, variant: int) -> str:
        """The SVG parts of a face."""
        ink = self._ink
        if tile < Tile.NORTH:
            return self._number(tile // 9, tile % 9 + 1)
        match tile:
            case Tile.NORTH | Tile.EAST | Tile.WEST | Tile.SOUTH:
                return self._wind(tile - Tile.NORTH)
            case Tile.GREEN | Tile.RED:
                return self._dragon(tile is Tile.RED)
            case Tile.SOAP:
                return self._soap()
            case Tile.FLOWER:
                return self._flower(variant)
            case _:
                return self._joker(variant, ink)

    # What a manner is made of: where something is said, and what stands beside it.

    def _said(self, text: str, colour: str, content: str, long: str = "") -> str:
        """A face whose manner says `text` (a figure, a letter), or the word `long` where it has room for one, with
        `content`, drawn about the origin 200 wide, in the room that is left."""
        if self._plan["word"] and long and self.manner in ("header", "banner", "worded", "strip"):
            text = long
        match self.manner:
            case "header":
                return self._header(text, colour, content)
            case "circled":
                return self._circled(text, colour, content)
            case "banner":
                return self._banner(text, colour, content)
            case "giant":
                low = self._plan["side"]
                great = word(
                    text, (150, 155 if low else 235), 230 * min(self._size, 1.1), self._letters[0], colour, 250
                )
                return great + group(content, 150, 340 if low else 60, 0.36)
            case "corner":
                return self._cornered(text, colour, content)
            case "worded":
                return word(text, (150, 66), 64, self._letters[0], colour, 264) + group(content, 150, 240, 1.1)
            case "panel":
                said = word(text, (150, 92), 120, self._letters[0], self._ink.paper, 220)
                return box(16, 18, 268, 364, 26, colour) + said + group(content, 150, 262, 0.95)
            case "strip":
                return self._strip(text, colour, content)
            case "emblem":
                disc = circle(0, 0, 46 * self._size, self._ink.paper, colour, 6)
                said = word(text, (0, 0), 54 * self._size, self._letters[0], colour, 70)
                return group(content, 150, 205, 1.35) + group(disc + said, 150, 205)
            case _:  # counted: the pictures are all that is said
                return group(content, 150, 200, 1.3)

    def _header(self, text: str, colour: str, content: str) -> str:
        high = 84 * (0.8 + 0.3 * self._size)
        top = box(0, 0, 300, high, 22, colour) + box(0, high - 24, 300, 24, 0, colour)
        said = word(text, (150, high / 2 + 2), high * 0.62, self._letters[0], self._ink.paper, 250)
        return top + said + group(content, 150, 240, 1.1)

    def _circled(self, text: str, colour: str, content: str) -> str:
        x, y = _PLACES[("tl", "tr", "top", "bl")[self._plan["badge"]]]
        r, filled = 44 * self._size, self._plan["side"]
        x, y = min(max(x, r + 8), 292 - r), min(max(y, r + 8), 392 - r)
        disc = circle(x, y, r, colour) if filled else circle(x, y, r, "none", colour, 7)
        said = word(text, (x, y), r * 1.1, self._letters[0], self._ink.paper if filled else colour, r * 1.5)
        below = -42 if y > 200 else 42
        return group(content, 150 + (150 - x) * 0.12, 200 + below, 1.0) + disc + said

    def _banner(self, text: str, colour: str, content: str) -> str:
        place = self._plan["badge"] % 3
        y, behind = ((86, 248), (200, 200), (318, 150))[place]
        ends = f"M6 {y - 30}L40 {y - 30}L40 {y + 44}L6 {y + 44}L24 {y + 7}ZM294 {y - 30}L260 {y - 30}L260 {y + 44}L294 {y + 44}L276 {y + 7}Z"
        ribbon = path(ends, colour) + box(26, y - 42, 248, 72, 4, Line(self._ink.paper, 4, colour))
        said = word(text, (150, y - 6), 50, self._letters[0], self._ink.paper, 230)
        return group(content, 150, behind, 1.15) + ribbon + said

    def _cornered(self, text: str, colour: str, content: str) -> str:
        x, y = _PLACES[("tl", "tr", "bl", "tl")[self._plan["badge"]]]
        high = 62 * self._size
        small = word(text, (x, y), high, self._letters[0], colour if self._plan["side"] else self._ink.black, 90)
        other = ""
        if self._plan["badge"] == 3:  # the lower one stands on its head
            other = group(word(text, (0, 0), high, self._letters[0], colour, 90), 300 - x, 400 - y, 1, 180)
        return group(content, 150, 205 + (20 if y < 200 else -20), 1.05) + small + other

    def _strip(self, text: str, colour: str, content: str) -> str:
        x, paper = 222 if self._plan["side"] else 0, self._ink.paper
        if len(text) < 3:
            said = word(text, (x + 39, 60), 66, self._letters[0], paper, 66)
        else:
            said = column(text, x + 39, 20, 380, self._letters[0], paper)
        return box(x, 0, 78, 400, 20, colour) + said + group(content, 111 if x else 189, 205, 0.98)

    def _counted(self, picture: Picture, colour: str, n: int) -> str:
        """So many small pictures."""
        places = dots.LAYOUTS["classic" if self.number % 2 else "upright"][n]
        return "".join(
            group(picture(colour, self._ink), (x - 50) * 2.2, (y - 66) * 2.2, r * 2.2 / 100) for x, y, r, _ in places
        )

    def _number(self, suit: int, n: int) -> str:
        ink = self._ink
        colour = (ink.green, ink.red, ink.blue)[suit]
        picture, other = self._parts["suits"][suit], self._letters[1]
        paint = ink.paper if self.manner == "panel" else colour
        way = self._plan["content"]
        if self.counts:
            content = self._counted(picture, paint, n)
        elif way == 1 and self.manner not in ("banner", "emblem", "giant"):  # the word under a small picture
            content = group(picture(paint, ink), 0, -32, 0.75) + word(SUITS[suit], (0, 95), 52, other, paint, 210)
        else:
            content = picture(paint, ink)
        long = f"{n} {SUITS[suit]}" if self.manner != "worded" else NAMES[n - 1]
        return self._said(str(n) if self.manner != "worded" else NAMES[n - 1], colour, content, long)

    def _wind(self, i: int) -> str:
        ink, (_, second) = self._ink, self._letters
        name = honours.WINDS[i]
        colour = (ink.black, ink.blue, ink.gold, ink.red)[self._plan["winds"] % 4]
        paint = ink.paper if self.manner == "panel" else colour
        compass = circle(0, 0, 88, "none", paint, 8) + group(
            path("M0 -96L24 0L0 24L-24 0Z", paint), turn=(0, 90, 270, 180)[i]
        )
        match self._plan["winds"]:
            case 0:
                content = compass
            case 1:
                content = word(name[0], (0, 0), 170, second, paint)
            case 2:
                content = word(name, (0, 0), 64, second, paint, 230)
            case 3:
                content = circle(0, 0, 100, "none", paint, 8) + word(name[0], (0, 0), 120, second, paint)
            case 4:
                content = arched(name, (0, 60), 110, 44, second, paint) + group(compass, 0, 50, 0.5)
            case _:
                content = column(name, 0, -140, 140, second, paint)
        return self._said(name[0] if self.manner != "worded" else name, colour, content, name)

    def _dragon(self, red: bool) -> str:
        ink, (_, second) = self._ink, self._letters
        colour = ink.red if red else ink.green
        way = self._plan["dragons"] if ink.red != ink.green else 4  # in one colour only letters tell them apart
        paint = ink.paper if self.manner == "panel" and way in (0, 4) else colour
        text, name = ("R", "RED") if red else ("G", "GREEN")
        figure = self._parts["dragons"][int(red)](paint, ink)
        match way:
            case 0:
                return self._said(text, colour, figure, "DRAGON")
            case 1:
                return group(figure, 150, 205, 1.3)
            case 2:
                return box(12, 14, 276, 372, 26, colour) + word(name, (150, 200), 66, second, ink.paper, 250)
            case 3:
                return word("DRAGON", (150, 56), 46, second, colour, 264) + group(figure, 150, 235, 1.15)
            case _:
                return self._said(text, colour, word(text, (0, 0), 170, second, paint), name)

    def _soap(self) -> str:
        ink, (_, second) = self._ink, self._letters
        blue = ink.blue if self._plan["side"] else ink.black
        match self._plan["soap"]:
            case 0:
                return ""
            case 1:
                return box(34, 40, 232, 320, 18, Line(blue, 14))
            case 2:
                return word("SOAP", (150, 200), 80, second, blue, 240)
            case 3:
                bubbles = ((-50, -60, 40), (40, -80, 26), (60, 10, 44), (-30, 40, 30), (20, 80, 18))
                return "".join(circle(150 + x, 205 + y, r, "none", blue, 7) for x, y, r in bubbles)
            case _:
                return box(24, 28, 252, 344, 22, Line(blue, 9)) + group(
                    self._parts["dragons"][0](blue, ink), 150, 200, 1.0
                )

    def _flower(self, i: int) -> str:
        ink, (first, _) = self._ink, self._letters
        colour = (ink.red, ink.blue, ink.gold, ink.green)[i % 4]
        way = self._plan["flowers"]
        printed = way == 4 or (self.manner == "panel" and way == 1)  # on a coloured ground
        lit = replace(ink, green=ink.paper, red=ink.paper, blue=ink.paper) if printed else ink
        bloom = self._parts["flowers"][i](ink.paper if printed else colour, lit)
        match way:
            case 0:
                return group(bloom, 150, 200, 1.4)
            case 1:
                return self._said("F", colour, bloom, "FLOWER")
            case 2:
                return group(bloom, 150, 230, 1.2) + word("FLOWER", (150, 50), 46, first, colour, 256)
            case 3:
                return group(bloom, 150, 220, 1.25) + word(str(i % 4 + 1), (46, 56), 60, first, colour)
            case _:
                return box(12, 12, 276, 376, 24, colour) + group(bloom, 150, 200, 1.2)

    def _joker(self, variant: int, ink: Ink) -> str:
        _, second = self._letters
        colour = (ink.red, ink.blue, ink.black, ink.green)[(self._plan["joker"] + variant) % 4]
        way = (self._plan["joker"] + 3 * variant) % 6
        figure = self._parts["jesters"][variant](ink.paper if self.manner == "panel" and way == 1 else colour, ink)
        match way:
            case 0:
                y = 320
                ribbon = box(8, y - 40, 284, 76, 8, colour) + path(
                    f"M8 {y + 36}L40 {y + 36}L40 {y + 60}Z M292 {y + 36}L260 {y + 36}L260 {y + 60}Z", ink.black
                )
                return group(figure, 150, 150, 1.2) + ribbon + word("JOKER", (150, y), 50, second, ink.paper, 250)
            case 1:
                return self._said("J", colour, figure, "JOKER")
            case 2:
                return f'<g transform="rotate(-52 150 200)">{word("JOKER", (150, 200), 92, second, colour, 360)}</g>'
            case 3:
                return column("JOKER", 150, 24, 376, second, colour)
            case 4:
                return box(12, 14, 276, 372, 26, colour) + word("JOKER", (150, 200), 84, second, ink.paper, 250)
            case _:
                return group(figure, 150, 205, 1.5)
