"""Flowers: many plants and pictures about the origin in a box of 200 x 240, and how a set labels its eight."""

from collections.abc import Callable
from dataclasses import dataclass

from vision.synthetic.faces.characters import Hand, character
from vision.synthetic.faces.ink import Ink, Line, around, box, circle, ellipse, group, line_art, path
from vision.synthetic.faces.letters import GEOMETRIC, Lettering, word

Bloom = Callable[[Ink, str], str]
"""Draws a plant or picture with the given main colour."""


def _stem(d: str, ink: Ink, width: float = 8) -> str:
    return path(d, "none", ink.green, width)


def _leaf(x: float, y: float, turn: float, ink: Ink, size: float = 1) -> str:
    return group(path("M0 0C14 -20 40 -24 58 -14C44 8 20 12 0 0Z", ink.green), x, y, size, turn)


def plum(ink: Ink, c: str) -> str:
    five = around(circle(0, -17, 13, c), 5) + circle(0, 0, 8, ink.gold)
    return path(
        "M-70 110C-40 60 -50 20 0 -10C30 -30 40 -70 30 -110M0 -10L70 -40M-44 50L-84 10", "none", ink.black, 12
    ) + "".join(
        group(five, x, y, s) for x, y, s in ((30, -80, 1.1), (-30, 0, 1.2), (66, -34, 0.9), (-76, 6, 0.8), (-30, 66, 1))
    )


def orchid(ink: Ink, c: str) -> str:
    blades = "".join(
        path(f"M0 110Q{x} 20 {2.2 * x} {y}", "none", ink.green, 9)
        for x, y in ((-44, -40), (-20, -90), (12, -100), (40, -60), (-46, 60), (46, 50))
    )
    bloom = around(ellipse(0, -24, 9, 24, c), 5) + circle(0, 0, 7, ink.gold)
    return blades + group(bloom, 6, -56, 1.2) + group(bloom, -40, 6, 1)


def mum(ink: Ink, c: str) -> str:
    head = around(ellipse(0, -48, 8, 24, c), 14) + around(ellipse(0, -26, 7, 18, ink.gold), 10) + circle(0, 0, 12, c)
    return _stem("M0 0Q10 70 -10 118", ink) + _leaf(0, 80, -30, ink) + _leaf(-2, 96, -160, ink) + group(head, 0, -34)


def bamboo(ink: Ink, c: str) -> str:
    culm = "".join(box(-30, y, 16, 52, 4, c) + box(18, y + 18, 14, 48, 4, ink.green) for y in (-114, -58, -2, 54))
    return culm + "".join(
        _leaf(x, y, t, ink, s)
        for x, y, t, s in (
            (-14, -70, -20, 1),
            (-30, -40, 200, 0.9),
            (32, 0, -30, 0.9),
            (32, -60, 20, 0.8),
            (-30, 40, 160, 0.9),
        )
    )


def rose(ink: Ink, c: str) -> str:
    head = circle(0, 0, 52, c) + path(
        "M-30 -10C-20 -40 26 -36 28 -4C24 26 -16 24 -14 0C-8 -16 12 -12 10 2M-46 12C-30 50 30 52 46 14",
        "none",
        ink.paper,
        6,
    )
    return (
        _stem("M0 10L6 118", ink)
        + _leaf(4, 70, -35, ink, 1.2)
        + _leaf(4, 86, -150, ink, 1.2)
        + group(head, 0, -46, 1.1)
    )


def tulip(ink: Ink, c: str) -> str:
    cup = path("M-44 -40L-22 -10L0 -56L22 -10L44 -40C54 20 30 50 0 50C-30 50 -54 20 -44 -40Z", c)
    return (
        _stem("M0 0L0 118", ink, 10)
        + path("M0 118C-50 90 -60 30 -54 0C-30 30 -8 70 0 118ZM0 118C50 90 60 40 54 10C30 34 8 74 0 118Z", ink.green)
        + group(cup, 0, -60, 1.1)
    )


def lotus(ink: Ink, c: str) -> str:
    leaf = path("M0 40C-26 10 -20 -40 0 -70C20 -40 26 10 0 40Z", c, ink.paper, 4)
    bloom = "".join(group(leaf, 0, 0, 1, t) for t in (-70, 70, -40, 40, 0))
    waves = "".join(path(f"M-90 {y}Q-45 {y - 18} 0 {y}T90 {y}", "none", ink.blue, 7) for y in (70, 92, 114))
    return waves + ellipse(0, 56, 80, 16, ink.green) + group(bloom, 0, 0, 1.15)


def sunflower(ink: Ink, c: str) -> str:
    head = around(path("M-11 -30L0 -66L11 -30Z", ink.gold), 14) + circle(0, 0, 34, c)
    return (
        _stem("M0 0L0 118", ink, 10) + _leaf(0, 76, -20, ink, 1.2) + _leaf(0, 76, 200, ink, 1.2) + group(head, 0, -44)
    )


def bouquet(ink: Ink, c: str) -> str:
    tiny = around(circle(0, -12, 10, c), 6) + circle(0, 0, 7, ink.gold)
    other = around(circle(0, -12, 9, ink.blue), 5) + circle(0, 0, 6, ink.paper)
    stems = _stem("M-60 -60L-6 60M60 -66L8 60M0 -90L0 60M-30 -20L-4 50M36 -16L4 50", ink, 6)
    bow = path("M0 56L-44 34L-44 78ZM0 56L44 34L44 78Z", ink.red) + path(
        "M0 60L-26 116M0 60L26 116", "none", ink.green, 8
    )
    return (
        stems
        + bow
        + "".join(
            group(b, x, y, 1.15)
            for b, x, y in ((tiny, -60, -66), (other, 58, -72), (tiny, 0, -96), (other, -28, -22), (tiny, 36, -22))
        )
    )


def potted(ink: Ink, c: str) -> str:
    pot = (
        path("M-54 40L54 40L38 116L-38 116Z", ink.red)
        + box(-62, 28, 124, 20, 4, ink.red)
        + path("M-40 76L40 76", "none", ink.paper, 6)
    )
    plant = _stem("M0 30L0 -70M0 10L-50 -50M0 0L50 -40", ink) + _leaf(0, 10, -10, ink) + _leaf(0, 10, 190, ink)
    return (
        pot
        + plant
        + "".join(
            group(around(circle(0, -16, 13, c), 5) + circle(0, 0, 9, ink.gold), x, y)
            for x, y in ((0, -84), (-54, -56), (56, -46))
        )
    )


def basket(ink: Ink, c: str) -> str:
    weave = path("M-64 20L64 20C60 70 40 96 0 96C-40 96 -60 70 -64 20Z", "none", ink.red, 9) + path(
        "M-50 40L50 40M-44 60L44 60M-30 20L-20 90M0 20L0 94M30 20L20 90", "none", ink.red, 5
    )
    return (
        path("M-60 20C-60 -120 60 -120 60 20", "none", ink.red, 7)
        + weave
        + "".join(
            circle(x, y, 19, k) + circle(x, y, 7, ink.gold)
            for x, y, k in ((-36, 0, c), (0, -22, ink.blue), (38, -2, c), (-4, 10, c))
        )
        + path("M-40 112L40 112", "none", ink.red, 9)
    )


def bells(ink: Ink, c: str) -> str:
    bell = path("M-18 30C-24 0 -14 -26 0 -30C14 -26 24 0 18 30L9 20L0 32L-9 20Z", c)
    return (
        _stem("M-60 116C-60 0 -30 -90 70 -100M-50 20L-20 0M-30 -40L10 -30M10 -78L40 -60", ink)
        + group(bell, -14, 34, 1.2)
        + group(bell, 22, 2, 1.2)
        + group(bell, 56, -34, 1.2)
        + _leaf(-58, 100, -30, ink)
    )


def peony(ink: Ink, c: str) -> str:
    head = around(circle(0, -40, 22, c), 8) + around(circle(0, -22, 16, ink.pale), 6, 30) + circle(0, 0, 14, c)
    return (
        _leaf(20, 50, 30, ink, 1.3)
        + _leaf(-20, 50, 150, ink, 1.3)
        + _leaf(0, 60, 90, ink, 1)
        + group(head, 0, -20, 1.3)
    )


def lily(ink: Ink, c: str) -> str:
    petal = path("M0 0C-20 -30 -14 -70 0 -84C14 -70 20 -30 0 0Z", c, ink.black, 4)
    return (
        _stem("M0 0C0 60 20 90 10 120", ink)
        + _leaf(6, 80, -20, ink, 1.3)
        + _leaf(6, 100, 170, ink, 1.2)
        + group(around(petal, 6), 0, -30)
        + group(around(path("M0 0L0 -30", "none", ink.gold, 5) + circle(0, -32, 5, ink.red), 6, 30), 0, -30)
    )


def butterfly(ink: Ink, c: str) -> str:
    wing = (
        path("M0 0C20 -70 90 -80 84 -30C80 0 40 10 0 6ZM0 10C40 10 70 30 60 60C44 84 10 60 0 20Z", c)
        + circle(54, -34, 12, ink.gold)
        + circle(36, 40, 9, ink.paper)
    )
    return (
        group(wing, 0, -10)
        + group(wing, 0, -10, 1, 0, -1)
        + path("M0 -40L0 60M0 -40L-22 -76M0 -40L22 -76", "none", ink.black, 10)
        + _stem("M-70 116Q0 84 70 116", ink)
    )


def pagoda(ink: Ink, c: str) -> str:
    roofs = "".join(
        path(f"M{-w} {y}Q{-w / 2} {y - 8} 0 {y - 36}Q{w / 2} {y - 8} {w} {y}Z", c)
        + box(-w * 0.5, y, w, 24, 0, Line(ink.blue, 6))
        for w, y in ((46, -60), (62, -4), (80, 52))
    )
    return (
        roofs
        + path("M0 -96L0 -120", "none", c, 7)
        + path("M-90 104L90 104M-60 82L-60 104M60 82L60 104", "none", ink.green, 9)
    )


def boat(ink: Ink, c: str) -> str:
    return (
        path("M-86 40L86 40L56 84L-60 84Z", ink.blue)
        + path("M0 36L0 -110", "none", ink.black, 8)
        + path("M8 -100C60 -80 66 -20 60 20L8 20ZM-8 -70L-8 20L-64 20Z", c)
        + "".join(path(f"M-94 {y}Q-47 {y - 16} 0 {y}T94 {y}", "none", ink.green, 6) for y in (100, 118))
    )


def fisher(ink: Ink, c: str) -> str:
    return (
        path("M-60 -50L-10 -100L40 -50Z", ink.gold)
        + circle(-10, -40, 20, ink.pale, ink.black, 4)
        + path("M-44 -16C-20 -30 10 -28 26 -12L44 90L-64 90Z", c)
        + path("M20 0L92 -80M92 -80L90 60", "none", ink.black, 6)
        + path("M78 64Q92 46 104 64Q92 84 78 64Z", ink.red)
        + path("M-84 104L84 104", "none", ink.green, 9)
    )


def fan_picture(ink: Ink, c: str) -> str:
    rib = path("M0 0L0 -140", "none", ink.red, 6)
    sector = path("M-98 -36A120 120 0 0 1 98 -36L30 44A42 42 0 0 0 -30 44Z", c)
    return (
        sector
        + "".join(group(rib, 0, 90, 1, a) for a in (-46, -23, 0, 23, 46))
        + circle(0, 92, 12, ink.gold)
        + path("M0 100L-12 122M0 100L12 122", "none", ink.red, 6)
    )


def vase(ink: Ink, c: str) -> str:
    body = path("M-18 0L18 0L14 24C60 50 44 118 0 118C-44 118 -60 50 -14 24Z", ink.blue) + path(
        "M-40 74Q0 94 40 74", "none", ink.paper, 7
    )
    twig = path("M0 0C-10 -40 -50 -60 -50 -110M-6 -20C20 -50 50 -60 56 -100", "none", ink.black, 7)
    return (
        body
        + twig
        + "".join(
            circle(x, y, 16, c) + circle(x, y, 6, ink.gold)
            for x, y in ((-50, -100), (-34, -62), (54, -92), (34, -54), (4, -30))
        )
    )


def snow(ink: Ink, c: str) -> str:
    arm = path("M0 0L0 -92M0 -50L-22 -72M0 -50L22 -72M0 -24L-14 -38M0 -24L14 -38", "none", c, 9)
    return around(arm, 6)


def fruit(ink: Ink, c: str) -> str:
    return (
        _stem("M0 -110L0 -40M0 -70L-40 0M0 -70L44 10", ink)
        + _leaf(0, -90, 0, ink, 1.2)
        + _leaf(0, -90, 180, ink, 1.2)
        + "".join(
            circle(x, y, 34, c) + ellipse(x - 10, y - 10, 9, 6, ink.paper, -30)
            for x, y in ((-42, 40), (46, 50), (0, 84))
        )
    )


GARDEN = (plum, orchid, mum, bamboo, rose, tulip, lotus, sunflower, bouquet, potted, basket, bells, peony, lily)
PICTURES = (butterfly, pagoda, boat, fisher, fan_picture, vase, snow, fruit)
SEASONS = ("SPRING", "SUMMER", "AUTUMN", "WINTER")
_SHORT = ("SPR", "SUM", "AUT", "WIN")
_NAMES = ("PLUM", "ORCHID", "MUM", "BAMBOO")
_SIGNS = "梅蘭菊竹春夏秋冬"


@dataclass(frozen=True, slots=True)
class Flowers:
    """A set's eight flowers: the plants in order, and the labels.

    `label` is none, number, letter (F), sign (Chinese), season (word and number), short (SPR and number), name, flower
    (the word). `ground` paints the tile behind: none, panel, oval, photo (a blurred-looking meadow), frame.
    """

    blooms: tuple[Bloom, ...]
    label: str = "number"
    ground: str = "none"
    hand: Hand | None = None
    lettering: Lettering = GEOMETRIC
    lines: bool = False  # outlines only, as engraved sets have them

    def draw(self, i: int, ink: Ink) -> str:
        """Flower `i`, 0 to 7."""
        colours = (ink.red, ink.blue, ink.red, ink.green if self.ground == "none" else ink.gold)
        bloom = self.blooms[i % len(self.blooms)](ink, colours[(i + i // 4) % 4])
        if self.lines:
            bloom = line_art(bloom, ink, colours[(i + i // 4) % 4])
        scale = 1.0 if self.label == "none" else 0.9
        inner = group(
            bloom,
            150,
            205 if self.label == "none" else 232,
            scale * 1.22,
            0,
            (-1 if i >= 4 and i >= len(self.blooms) else 1) * scale * 1.22,
        )
        return self._ground(i, ink) + inner + self._label(i, ink)

    def _ground(self, i: int, ink: Ink) -> str:
        tint = ("#cfe3f4", "#f8dfe4", "#e6efcf", "#fbeec4", "#e5dcf3", "#d5efe8", "#fbe0cc", "#e2e5ea")[i]
        match self.ground:
            case "panel":
                return box(14, 14, 272, 372, 24, tint)
            case "oval":
                return ellipse(150, 215, 128, 170, tint)
            case "photo":
                blobs = "".join(
                    circle(
                        30 + (k * 83) % 250,
                        40 + (k * 127 + i * 37) % 330,
                        34 + k * 3,
                        ("#9fc2a0", "#dbe7c8", "#8fb3cf", "#f0d9b8")[k % 4],
                    )
                    for k in range(10)
                )
                return box(10, 10, 280, 380, 20, tint) + f'<g opacity="0.5">{blobs}</g>'
            case "frame":
                return box(22, 22, 256, 356, 18, Line(ink.gold, 7))
            case _:
                return ""

    def _label(self, i: int, ink: Ink) -> str:
        n, paint = str(i % 4 + 1), (ink.red if i < 4 else ink.blue)
        match self.label:
            case "number":
                return word(n, (52, 66), 72, self.lettering, paint)
            case "both":
                sign = character(_SIGNS[i], (236, 70), 76, self.hand, ink.black) if self.hand else ""
                return word(n, (52, 66), 72, self.lettering, paint) + sign
            case "letter":
                return word("F", (150, 62), 74, self.lettering, paint)
            case "sign":
                return character(_SIGNS[i], (150 if i % 2 else 70, 64), 84, self.hand or Hand(8, 10), paint)
            case "season":
                text = SEASONS[i % 4] if i < 4 else _NAMES[i % 4]
                return word(text, (150, 54), 50, self.lettering, paint, 240)
            case "short":
                return word(n, (46, 62), 66, self.lettering, ink.red) + word(
                    _SHORT[i % 4], (178, 62), 54, self.lettering, ink.blue, 150
                )
            case "flower":
                return word("FLOWER", (150, 52), 48, self.lettering, paint, 244)
            case _:
                return ""
