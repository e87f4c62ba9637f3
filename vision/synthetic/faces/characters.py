# ruff: noqa: E501  stroke tables read better unbroken
"""The Chinese characters of a set as our own stroke data, and hands to write them in.

A stroke is a letter for its kind and points in a box of 100 x 100: h level, s upright, p falling left (runs thin), n falling
right (swells), d dot, z bent. In z strokes each point is a corner; in p and n strokes the line is smooth.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from math import sin

from vision.synthetic.faces.brush import Point, Points, WidthAt, number, points, stroke

_STROKES: dict[str, str] = {
    "一": "h 6,52 94,48",
    "二": "h 18,26 80,23; h 6,80 94,77",
    "三": "h 16,18 82,15; h 22,50 76,48; h 6,84 94,81",
    "四": "s 12,22 17,86; z 12,22 88,20 82,86; p 38,24 37,44 26,62; z 58,24 57,57 76,57; h 17,80 82,80",
    "五": "h 14,14 86,12; s 47,14 36,86; z 20,48 72,46 67,86; h 4,88 96,86",
    "伍": "p 26,4 18,28 2,48; s 18,30 18,98; h 36,14 94,12; s 60,14 54,86; z 38,48 84,46 80,86; h 30,90 98,88",
    "六": "d 46,2 55,18; h 6,34 94,31; p 36,48 26,70 8,94; n 60,48 76,66 92,94",
    "七": "h 6,52 92,36; z 40,6 41,86 88,86 90,70",
    "八": "p 38,20 32,52 6,90; n 50,10 64,48 95,90",
    "九": "p 38,6 38,40 28,68 5,94; z 10,38 68,34 64,86 93,86 95,68",
    "萬": "h 6,13 94,11; s 32,2 34,24; s 68,2 66,24; s 24,29 27,57; z 24,29 76,29 73,57; h 26,42 74,42; h 27,55 73,55;"
    " s 50,29 50,82; s 12,66 12,99; z 12,66 88,64 88,93 78,98; h 30,86 64,81; d 58,73 70,90",
    "万": "h 6,16 94,13; z 38,44 80,42 74,84 60,93; p 42,16 36,54 8,94",
    "東": "h 12,17 88,15; s 26,31 29,60; z 26,31 76,29 73,60; h 28,45 74,44; h 29,58 73,58; s 50,1 50,99;"
    " p 48,60 32,78 5,92; n 52,60 68,78 96,92",
    "南": "h 14,15 86,13; s 50,1 50,30; s 13,32 13,98; z 13,32 87,30 87,92 76,97; d 34,39 41,52; p 67,37 60,52;"
    " h 28,57 72,56; h 24,73 76,72; s 50,57 50,96",
    "西": "h 8,13 92,11; s 14,35 19,90; z 14,35 86,33 81,90; p 40,13 38,44 26,64; z 60,13 59,62 76,62; h 19,86 81,86",
    "北": "s 36,6 36,94; h 10,37 36,34; h 5,84 38,68; p 90,24 76,36 62,43; z 62,6 63,90 92,90 95,72",
    "中": "s 12,26 17,68; z 12,26 88,24 83,66; h 17,63 83,61; s 50,1 50,99",
    "發": "z 12,12 38,10 26,30 5,47; d 14,23 25,35; n 52,4 68,28 97,46; p 82,4 74,14 66,20; p 94,18 84,28 74,33;"
    " z 16,52 44,51 44,64; h 18,64 44,64; z 18,64 16,77 44,76 41,95 30,98; p 62,50 60,64 50,72; z 62,50 80,49 80,66 94,68;"
    " z 54,77 84,75 70,90 48,99; n 58,80 74,92 97,99",
    "发": "z 26,8 20,38 88,34; p 48,4 42,48 6,94; z 40,54 76,52 60,80 28,98; n 42,62 66,84 97,97; d 66,6 82,22",
    "白": "p 54,1 48,12 40,20; s 16,23 20,96; z 16,23 84,21 81,96; h 18,57 82,56; h 20,92 81,92",
    "春": "h 16,13 84,11; h 22,27 78,26; h 5,41 95,39; p 50,1 42,36 3,68; n 54,41 70,56 97,66; s 32,58 32,98;"
    " z 32,58 70,57 70,98; h 33,76 70,76; h 33,94 70,94",
    "夏": "h 10,9 90,7; p 52,9 48,16 44,22; s 27,23 27,61; z 27,23 73,22 73,61; h 29,35 71,35; h 29,47 71,47; h 29,59 71,59;"
    " p 44,61 34,75 9,85; z 38,71 76,69 56,88 10,99; n 34,75 60,92 96,99",
    "秋": "p 44,5 28,14 8,18; h 3,34 49,32; s 28,14 28,98; p 27,36 20,54 3,72; d 30,40 45,57; d 56,31 64,48;"
    " p 94,27 90,38 84,47; p 74,5 74,50 47,96; n 74,52 82,76 99,96",
    "冬": "p 42,3 32,24 8,46; z 38,18 72,16 50,42 6,68; n 34,28 62,48 97,64; d 40,64 58,74; d 32,82 60,98",
    "梅": "h 3,32 43,30; s 24,3 24,98; p 23,34 18,52 3,70; d 26,38 41,54; p 58,3 54,18 44,32; h 54,17 94,15;"
    " s 55,33 51,77; z 55,33 88,32 84,90 72,96; h 43,56 99,54; h 51,77 86,76; d 67,40 73,49; d 65,61 72,71",
    "蘭": "h 6,11 94,9; s 32,1 33,20; s 68,1 66,20; s 11,27 11,99; z 11,27 42,27 42,49; h 13,38 42,38; h 13,49 42,49;"
    " s 58,27 58,49; z 58,27 89,26 89,96 80,99; h 58,38 89,38; h 58,49 89,49; h 26,59 74,58; s 31,66 31,82;"
    " z 31,66 69,66 69,82; h 31,74 69,74; h 31,82 69,82; s 50,52 50,99; p 48,83 40,90 26,97; n 52,83 60,90 76,96",
    "菊": "h 6,13 94,11; s 32,2 33,24; s 68,2 66,24; p 32,26 24,40 5,56; z 26,37 91,35 87,92 76,98; d 33,46 42,57;"
    " p 68,44 64,50 59,57; h 21,63 77,62; s 50,44 50,96; p 48,65 40,76 25,88; n 52,65 60,74 74,85",
    "竹": "p 24,3 18,24 3,42; h 18,27 47,25; s 32,27 32,94; p 66,3 60,24 50,42; h 60,27 97,25; z 78,27 78,92 67,97",
    "花": "h 6,15 94,13; s 32,3 33,28; s 68,3 66,28; p 40,32 28,52 5,70; s 26,52 26,98; p 88,42 70,56 52,64;"
    " z 56,34 57,92 92,92 95,76",
    "百": "h 8,11 92,9; p 52,11 48,20 42,29; s 21,31 23,98; z 21,31 79,30 77,98; h 23,62 77,62; h 23,94 77,94",
    "財": "s 10,8 10,70; z 10,8 42,8 42,70; h 11,28 42,28; h 11,48 42,48; h 10,70 42,70; p 22,72 16,86 4,98; d 30,74 44,94;"
    " h 52,32 99,30; z 80,4 80,92 68,97; p 78,34 68,58 50,76",
    "福": "d 18,3 26,14; z 6,24 40,23 24,46 4,64; s 24,48 24,98; d 28,50 42,64; h 50,10 96,8; s 56,22 58,42;"
    " z 56,22 90,21 88,42; h 58,41 88,41; s 52,54 53,98; z 52,54 94,53 93,98; h 53,74 93,74; s 73,54 73,96; h 53,95 93,95",
    "龍": "d 24,2 30,12; h 8,18 46,17; d 16,23 20,34; p 40,22 38,28 34,35; h 4,40 48,39; s 11,50 10,98; z 11,50 43,50 43,96 35,99;"
    " h 12,64 43,64; h 12,78 43,78; s 60,4 60,30; h 60,14 92,13; z 60,30 92,29 91,46 58,47; z 58,47 58,92 66,97 97,97 97,84;"
    " h 62,60 90,59; h 62,72 90,71; h 62,84 90,83",
}


@dataclass(frozen=True, slots=True)
class Hand:
    """How a writer holds the brush; widths in units of a character 100 high."""

    level: float  # width of level strokes
    upright: float  # width of upright strokes
    life: float = 0.5  # 0: strokes of one width, 1: strong swelling and tapering
    wide: float = 1.0
    tall: float = 1.0
    slope: float = 0.0  # level strokes climb by this share
    slant: float = 0.0
    rounded: bool = True
    loose: float = 0.0  # rounds the corners of bent strokes; 1 turns them to curves
    typeface: str = ""  # an installed font's family instead of our strokes: training only, see `fonts`


REGULAR = Hand(8, 11, 0.6, slope=0.05)
CLERICAL = Hand(12, 12, 0.35, wide=1.1, tall=0.78, loose=0.3)
SCRIPT = Hand(4.5, 6.5, 0.8, slope=0.16, slant=0.10, loose=0.9)
BLOCK = Hand(9, 10, 0.0, rounded=False)
SONG = Hand(4, 12, 0.15, rounded=False)
ROUND_PEN = Hand(8, 8, 0.0, loose=0.4)
FAT_BRUSH = Hand(13, 17, 0.75, slope=0.08)
WIRE = Hand(4, 4, 0.0)
SIGNBOARD = Hand(13, 9, 0.45, wide=0.92, slope=-0.02, slant=-0.04, loose=0.5)
RUNNING = Hand(7, 11, 1.0, slope=0.20, slant=0.16, loose=0.8)


def _pen(kind: str, hand: Hand) -> WidthAt:
    life = hand.life

    def width(s: float, heading: float) -> float:
        base = hand.level + (hand.upright - hand.level) * abs(sin(heading))
        match kind:
            case "p":
                return max(base * (1.15 - life * s * 0.95), 1.5)
            case "n":
                return base * (1 - life * 0.6 + life * 1.1 * (s if s < 0.78 else 0.78 - (s - 0.78) * 2.4))
            case "d":
                return base * (1 - life * 0.7 + life * 1.3 * s)
            case "h":
                return base * (1 + life * 0.5 * (abs(2 * s - 1) - 0.5))
            case _:
                return base * (1 + life * 0.25 * (abs(2 * s - 1) - 0.4))

    return width


def _line(kind: str, text: str, hand: Hand) -> Points:
    raw = points(text)
    moved = tuple(
        (50 + (x - 50) * hand.wide + (50 - y) * hand.slant, 50 + (y - 50 - (x - 50) * hand.slope) * hand.tall)
        for x, y in raw
    )
    if kind != "z" or hand.loose > 0.7:
        return moved
    cut: list[tuple[float, float]] = [moved[0]]
    for a, b, c in zip(moved, moved[1:], moved[2:], strict=False):
        if hand.loose:
            near = 0.22 * hand.loose
            cut += [(b[0] + (a[0] - b[0]) * near, b[1] + (a[1] - b[1]) * near)] * 2
            cut += [(b[0] + (c[0] - b[0]) * near, b[1] + (c[1] - b[1]) * near)] * 2
        else:
            cut += [b, b]
    return (*cut, moved[-1])


@lru_cache(maxsize=1024)
def character_path(character: str, hand: Hand) -> str:
    """The filled path of a character in a box of 100 x 100. Raises KeyError for one that we have no strokes for."""
    paths = []
    strokes = _STROKES[character].split(";")
    # A writer takes a finer brush for a crowded character, or the white between its strokes is lost.
    fine = min(1.0, (10 / len(strokes)) ** 0.6)
    hand = replace(hand, level=hand.level * fine, upright=hand.upright * fine)
    for text in strokes:
        kind, _, where = text.strip().partition(" ")
        paths.append(stroke(_line(kind, where, hand), _pen(kind, hand), hand.rounded))
    return "".join(paths)


def character(text: str, at: Point, size: float, hand: Hand, colour: str, stretch: float = 1.0) -> str:
    """One character centred on `at`, `size` high and size*stretch wide."""
    cx, cy = at
    if hand.typeface:
        return (
            f'<text transform="translate({number(cx)} {number(cy + size * 0.37)}) scale({stretch:.3f} 1)" text-anchor="middle" '
            f'font-family="{hand.typeface}" font-size="{number(size)}" fill="{colour}">{text}</text>'
        )
    s = size / 100
    return (
        f'<path fill="{colour}" transform="translate({number(cx - size * stretch / 2)} {number(cy - size / 2)}) '
        f'scale({s * stretch:.4f} {s:.4f})" d="{character_path(text, hand)}"/>'
    )


def column(text: str, cx: float, top: float, size: float, hand: Hand, colour: str) -> str:
    """Characters under each other, the first with its top edge at `top`."""
    return "".join(character(c, (cx, top + size * (i * 1.08 + 0.5)), size, hand, colour) for i, c in enumerate(text))


NUMBERS = "一二三四五六七八九"
