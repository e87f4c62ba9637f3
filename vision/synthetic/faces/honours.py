# ruff: noqa: E501  path data and tables read better unbroken
"""Winds, dragons and soaps: characters, letters, words, a compass, and dragons as creatures."""

from collections.abc import Callable

from vision.synthetic.faces.brush import belly, points, ribbon, smooth, tapered
from vision.synthetic.faces.characters import Hand, character
from vision.synthetic.faces.ink import Ink, Line, around, box, circle, ellipse, group, path
from vision.synthetic.faces.letters import Lettering, arched, column, word

WINDS = ("NORTH", "EAST", "WEST", "SOUTH")  # in the order of Tile
_SIGNS = "北東西南"
_BEARING = (0, 90, 270, 180)

WindFace = Callable[[int, Ink], str]
"""Draws wind 0..3 (north, east, west, south, as in Tile) without index."""
DragonFace = Callable[[str, Ink], str]
"""Draws a dragon of kind 'r' or 'g' without index."""


def character_winds(
    hand: Hand, paint: str = "b", y: float = 205, size: float = 260, letter: Lettering | None = None
) -> WindFace:
    """A large character; with `letter`, a western capital above it."""

    def draw(i: int, ink: Ink) -> str:
        colour = {"b": ink.blue, "k": ink.black, "r": ink.red, "g": ink.green}[paint]
        if letter is None:
            return character(_SIGNS[i], (150, y), size, hand, colour, 0.92)
        return word(WINDS[i][0], (150, 85), 95, letter, ink.red) + character(
            _SIGNS[i], (150, 255), 210, hand, colour, 1.05
        )

    return draw


def letter_winds(lettering: Lettering, size: float = 230, ringed: bool = False) -> WindFace:
    """One great capital, in a ring where asked."""

    def draw(i: int, ink: Ink) -> str:
        ring = circle(150, 200, 122, "none", ink.red, 10) + circle(150, 200, 106, "none", ink.red, 4) if ringed else ""
        return ring + word(WINDS[i][0], (150, 200), 130 if ringed else size, lettering, ink.blue)

    return draw


def word_winds(lettering: Lettering, how: str = "column", hand: Hand | None = None) -> WindFace:
    """The whole word: column, level (over a character), diagonal or arch (over a capital)."""

    def draw(i: int, ink: Ink) -> str:
        w = WINDS[i]
        match how:
            case "column":
                return column(w, 150, 30, 370, lettering, ink.blue)
            case "level":
                below = (
                    character(_SIGNS[i], (150, 255), 200, hand, ink.green)
                    if hand
                    else word(w[0], (150, 250), 170, lettering, ink.red)
                )
                return word(w, (150, 85), 62, lettering, ink.blue, 240) + below
            case "diagonal":
                return f'<g transform="rotate(-52 150 200)">{word(w, (150, 200), 84, lettering, ink.black, 330)}</g>'
            case _:
                return arched(w, (150, 190), 105, 44, lettering, ink.green) + word(
                    w[0], (150, 225), 150, lettering, ink.blue
                )

    return draw


def compass_winds(lettering: Lettering, rose: bool = True) -> WindFace:
    """A compass whose long point shows the wind, with its capital."""

    def draw(i: int, ink: Ink) -> str:
        points_ = (
            around(path("M0 0L-14 -22L0 -70L14 -22Z", ink.pale, ink.blue, 4), 4)
            if rose
            else circle(0, 0, 84, "none", ink.blue, 7)
        )
        needle = path("M0 -100L26 0L0 22L-26 0Z", ink.red) + path("M0 84L15 8L-15 8Z", ink.blue)
        return group(points_ + group(needle, turn=_BEARING[i]), 150, 255) + word(
            WINDS[i][0], (150, 85), 110, lettering, ink.blue
        )

    return draw


def blowing_winds(lettering: Lettering) -> WindFace:
    """A cloud puffing gusts, a different count for each wind, beside the capital."""

    def draw(i: int, ink: Ink) -> str:
        cloud = path("M60 150C30 150 30 105 66 105C70 66 130 58 146 92C190 76 214 124 184 150Z", ink.pale, ink.blue, 8)
        gusts = "".join(
            path(f"M60 {185 + k * 36}Q110 {160 + k * 36} 150 {185 + k * 36}T240 {185 + k * 36}", "none", ink.green, 8)
            for k in range(i + 1)
        )
        return cloud + gusts + word(WINDS[i][0], (230, 75), 90, lettering, ink.red)

    return draw


def character_dragons(hand: Hand, green: str = "發", size: float = 260, framed: bool = False) -> DragonFace:
    def draw(kind: str, ink: Ink) -> str:
        colour = ink.red if kind == "r" else ink.green
        frame = box(28, 34, 244, 332, 26, Line(colour, 8)) if framed else ""
        return frame + character("中" if kind == "r" else green, (150, 205), size, hand, colour, 0.92)

    return draw


def letter_dragons(lettering: Lettering, words: bool = False, size: float = 230) -> DragonFace:
    """R and G, or the words RED and GREEN standing."""

    def draw(kind: str, ink: Ink) -> str:
        colour = ink.red if kind == "r" else ink.green
        text = "RED" if kind == "r" else "GREEN"
        if words:
            return column(text, 150, 30, 370, lettering, colour)
        return word(text[0], (150, 200), size, lettering, colour)

    return draw


def figure_dragons(figure: Callable[[str, Ink], str], letter: Lettering | None = None) -> DragonFace:
    """A creature in the dragon's colour, alike for both, with a capital below where asked."""

    def draw(kind: str, ink: Ink) -> str:
        colour = ink.red if kind == "r" else ink.green
        if letter is None:
            return group(figure(colour, ink), 150, 205, 1.25)
        return group(figure(colour, ink), 150, 160, 1.0) + word(
            "R" if kind == "r" else "G", (150, 335), 80, letter, colour
        )

    return draw


def snake(colour: str, ink: Ink) -> str:
    """A thin body in an S with a forked tongue and short legs."""
    body = ribbon(
        smooth(points("30,-96 -30,-84 -44,-50 0,-26 42,0 34,40 -10,50 -50,70 -30,108 20,116"), 10), tapered(30, 6)
    )
    legs = path(
        "M-40 -56L-72 -40M-72 -40L-78 -52M-72 -40L-84 -32M40 10L72 24M72 24L80 12M72 24L82 36M-34 62L-70 60M0 -26L18 -52",
        "none",
        colour,
        8,
    )
    head = path("M20 -118L70 -112L56 -98L76 -90L30 -78Z", colour) + path(
        "M70 -100L92 -106M70 -100L92 -94", "none", ink.gold, 4
    )
    return (
        path(body, colour)
        + legs
        + head
        + path("M26 -118L8 -136M38 -118L26 -138", "none", colour, 6)
        + circle(42, -104, 4, ink.paper)
    )


def full_dragon(colour: str, ink: Ink) -> str:
    """Rampant, scaled, four-clawed: the usual American engraving."""
    body = ribbon(
        smooth(points("-6,-84 20,-62 18,-30 -10,-6 -22,24 -2,54 26,66 24,96 -6,104 -26,92"), 10),
        lambda s, _h: 40 * (1 - s) ** 0.7 + 5,
    )
    scales = "".join(
        f"M{x - 9} {y}Q{x} {y + 12} {x + 9} {y}"
        for x, y in ((14, -50), (8, -28), (-6, -8), (-14, 14), (-8, 34), (6, 50))
    )
    head = path("M-60 -104L-38 -122L-8 -118L16 -100L4 -76L-30 -70L-58 -78L-34 -88Z", colour)
    mane = path("M10 -110L44 -126M18 -98L56 -100M14 -84L52 -74M-14 -120L-6 -140M-28 -122L-30 -142", "none", colour, 7)
    legs = path(
        "M-4 -46L-44 -46L-62 -30M-44 -46L-64 -52M20 -24L56 -14L74 -30M56 -14L74 0M-18 20L-54 34L-66 56M-54 34L-76 34M18 58L52 44L70 54M52 44L66 28",
        "none",
        colour,
        9,
    )
    spine = path("M32 -52L48 -46M28 -28L40 -20M0 60L-8 76M30 82L46 88", "none", colour, 7)
    return (
        path(body, colour)
        + path(scales, "none", ink.paper, 3.5)
        + head
        + mane
        + legs
        + spine
        + circle(-26, -102, 5, ink.paper)
    )


def dragon_head(colour: str, ink: Ink) -> str:
    """Only the head, in profile, jaws open, beard and horns."""
    return (
        path(
            "M-90 0L-64 -44C-40 -84 10 -92 50 -66C84 -40 88 10 66 50L70 96L40 72L20 100L0 66L-40 70L-76 46L-30 40L-16 18L-52 20Z",
            colour,
        )
        + path("M10 -84C20 -116 56 -120 84 -104M34 -74C50 -96 76 -92 96 -78", "none", colour, 12)
        + circle(-8, -34, 17, ink.paper)
        + circle(-12, -34, 8, colour)
        + path("M-90 -4L-104 -24M-84 -10L-92 -34", "none", colour, 6)
        + path("M-60 24L-54 36L-46 24L-40 38L-32 26", "none", ink.gold, 6)
        + path("M20 0C40 10 44 34 34 54", "none", ink.paper, 6)
    )


def curled(colour: str, ink: Ink) -> str:
    """Coiled twice about a pearl, head outside, flames along the back."""
    coil = "-34,-74 0,-92 50,-80 84,-30 80,30 40,76 -16,86 -66,58 -80,6 -58,-34 -16,-46 26,-36 46,0 32,34 0,42"
    body = ribbon(smooth(points(coil), 10), tapered(36, 8))
    head = path("M-100 -70L-82 -96L-44 -102L-18 -84L-26 -60L-60 -52L-98 -50L-66 -66Z", colour)
    back = "".join(
        group(path("M-9 0L0 -24L9 0Z", colour), x, y, 1, t)
        for x, y, t in ((58, -88, 35), (96, -30, 80), (90, 44, 115), (36, 94, 165), (-32, 100, 190), (-86, 56, 240))
    )
    horns = path("M-40 -100L-30 -126M-26 -96L-4 -120M-90 -50L-104 -30", "none", colour, 7)
    return path(body, colour) + head + back + horns + circle(-60, -82, 6, ink.paper) + circle(0, 4, 15, ink.gold)


def winged(colour: str, ink: Ink) -> str:
    """A western dragon with bat wings, breathing fire."""
    wing = path("M0 -20L50 -104L62 -60L92 -66L82 -30L102 -14L20 16Z", colour)
    return (
        wing
        + group(wing, 0, 0, 1, 0, -1)
        + path(ribbon(smooth(points("0,-104 14,-74 -6,-30 0,20 26,60 10,104 -40,100")), belly(50, 0.3)), colour)
        + path("M-10 -114L-44 -96L-14 -84L20 -92Z", colour)
        + path("M-48 -92L-80 -84L-62 -78L-84 -66L-44 -80Z", ink.gold)
        + path("M-6 -112L4 -134M8 -108L24 -126M-10 46L-36 74M20 46L40 76", "none", colour, 8)
        + path("M-40 84L-70 100L-40 114Z", colour)
    )


def sea_horse(colour: str, ink: Ink) -> str:
    """A line-drawn upright dragon of spirals."""
    return (
        path(
            "M-50 -90C-20 -126 40 -110 40 -64C40 -20 -30 -20 -30 30C-30 70 30 80 40 44C46 20 14 10 8 34",
            "none",
            colour,
            15,
        )
        + path("M-50 -90L-76 -70L-40 -72", "none", colour, 11)
        + path(
            "M34 -100L66 -112L54 -80L82 -74L54 -54M-14 -10L14 12M-34 40L-66 50L-40 66L-58 92L-20 76", "none", colour, 9
        )
        + circle(-22, -84, 7, colour)
        + path("M-10 96Q20 116 56 96M-30 112Q20 134 76 112", "none", colour, 7)
    )


FIGURES = (snake, full_dragon, dragon_head, curled, winged, sea_horse)


def soap(
    kind: str, hand: Hand, lettering: Lettering, figure: Callable[[str, Ink], str] = full_dragon
) -> Callable[[Ink], str]:
    """The white dragon: blank, frame, double, notched, ornate, word, framed word, sign, dashed, figure, bubbles, fretted."""

    def draw(ink: Ink) -> str:
        b = ink.blue
        match kind:
            case "blank":
                return ""
            case "frame":
                return box(45, 50, 210, 300, 10, Line(b, 22))
            case "double":
                return box(38, 42, 224, 316, 12, Line(b, 9)) + box(66, 72, 168, 256, 6, Line(b, 6))
            case "notched":
                inner = path("M96 92L204 92L226 120L226 280L204 308L96 308L74 280L74 120Z", "none", b, 8)
                return box(40, 46, 220, 308, 14, Line(b, 12)) + inner
            case "ornate":
                corner = path("M40 110L40 50L100 50M56 110C56 80 70 66 100 66M40 84C70 84 74 70 74 50", "none", b, 8)
                return "".join(
                    group(corner, 0 if x > 0 else 300, 0 if y > 0 else 400, y, 0, x) for x in (1, -1) for y in (1, -1)
                ) + path("M100 50L200 50M100 350L200 350M40 110L40 290M260 110L260 290", "none", b, 8)
            case "dashed":
                sides = [box(x, y, 20, 34, 0, b) for x in (40, 240) for y in range(60, 330, 50)]
                return "".join(sides + [box(x, y, 34, 18, 0, b) for y in (40, 342) for x in range(82, 200, 52)])
            case "word":
                return word("SOAP", (150, 200), 82, lettering, b, 230)
            case "framed word":
                return box(36, 40, 228, 320, 20, Line(b, 10)) + column("SOAP", 150, 66, 334, lettering, b)
            case "sign":
                return character("白", (150, 205), 240, hand, b, 0.9)
            case "figure":
                return group(figure(ink.blue, ink), 150, 205, 1.2) + box(22, 22, 256, 356, 18, Line(ink.blue, 5))
            case "bubbles":
                bar_ = path("M62 190L110 150L246 150L246 236L198 280L62 280Z", ink.pale, b, 8) + path(
                    "M62 190L198 190L246 150M198 190L198 280", "none", b, 7
                )
                return bar_ + "".join(
                    circle(x, y, r, "none", b, 6)
                    for x, y, r in ((100, 100, 24), (160, 70, 16), (205, 108, 20), (150, 120, 9))
                )
            case "fretted":
                key = "M0 0L40 0L40 30L14 30L14 16"
                side = "".join(group(path(key, "none", b, 6), 62 + k * 46, 44) for k in range(4))
                return (
                    side
                    + group(side, 300, 400, 1, 180)
                    + path("M46 90L46 310M254 90L254 310M62 90L62 310M238 90L238 310", "none", b, 6)
                )
            case "letters":
                return word("WH", (150, 200), 130, lettering, b, 220)
            case _:
                raise ValueError(f"no soap is called {kind!r}")

    return draw


def medallion(inner: DragonFace) -> DragonFace:
    """A dragon face set in a ring."""

    def draw(kind: str, ink: Ink) -> str:
        colour = ink.red if kind == "r" else ink.green
        return (
            circle(150, 205, 128, "none", colour, 10)
            + group(inner(kind, ink), 150 - 0.68 * 150, 205 - 0.68 * 205, 0.68)
            + ellipse(150, 345, 60, 6, colour)
        )

    return draw
