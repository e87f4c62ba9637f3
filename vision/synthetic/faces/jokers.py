# ruff: noqa: E501  path data and tables read better unbroken
"""Jokers: words in many settings, and figures about the origin in a box of 220 x 260."""

from collections.abc import Callable

from vision.synthetic.faces.characters import Hand, character
from vision.synthetic.faces.ink import Ink, Line, around, box, circle, ellipse, group, path
from vision.synthetic.faces.letters import Lettering, arched, column, slanted, wavy, word

Joker = Callable[[Ink], str]
Figure = Callable[[Ink], str]


def jester(ink: Ink) -> str:
    """A laughing head under a three-horned cap with bells."""
    cap = path("M-56 -20C-70 -70 -110 -60 -104 -14C-90 -40 -76 -30 -56 0Z", ink.red) + path(
        "M56 -20C70 -70 110 -60 104 -14C90 -40 76 -30 56 0Z", ink.green
    )
    cap += path("M-58 0C-40 -60 -20 -90 0 -126C20 -90 40 -60 58 0Z", ink.blue)
    bells = "".join(circle(x, y, 11, ink.gold) for x, y in ((-104, -4), (104, -4), (0, -126)))
    face = (
        ellipse(0, 34, 52, 60, Line(ink.black, 6, ink.pale))
        + circle(-20, 22, 7, ink.black)
        + circle(20, 22, 7, ink.black)
    )
    smile = path("M-28 50Q0 90 28 50", "none", ink.red, 9) + circle(0, 38, 8, ink.red)
    ruff = around(path("M-12 0L0 26L12 0Z", ink.red), 1)
    collar = "".join(group(ruff, x, 92) for x in (-44, -22, 0, 22, 44))
    return cap + bells + face + smile + collar


def cap(ink: Ink) -> str:
    """Only cap and bells, in outline."""
    left = "M-66 70C-70 20 -60 -20 -40 -44C-70 -60 -96 -40 -100 6C-118 -60 -80 -104 -30 -92C-10 -84 0 -60 0 -40"
    right = "M66 70C70 20 60 -20 40 -44C70 -60 96 -40 100 6C118 -60 80 -104 30 -92C10 -84 0 -60 0 -40L0 70"
    bells = "".join(circle(x, y, 13, ink.gold, ink.red, 5) for x, y in ((-100, 20), (100, 20)))
    return (
        path(left, "none", ink.red, 11)
        + path(right, "none", ink.green, 11)
        + bells
        + box(-74, 74, 148, 26, 8, ink.blue)
    )


def star(ink: Ink) -> str:
    d = "M0 -110L30 -36L108 -34L46 14L68 92L0 46L-68 92L-46 14L-108 -34L-30 -36Z"
    return path(d, ink.red) + group(path(d, ink.gold), 0, 0, 0.6) + circle(0, 0, 16, ink.blue)


def sun(ink: Ink) -> str:
    rays = around(path("M-14 -70L0 -116L14 -70Z", ink.gold) + group(path("M-6 -70L0 -96L6 -70Z", ink.red), turn=15), 12)
    face = circle(0, 0, 66, ink.gold, ink.red, 6) + circle(-24, -14, 8, ink.black) + circle(24, -14, 8, ink.black)
    return rays + face + path("M-32 18Q0 52 32 18M0 -8L-8 16L6 16", "none", ink.black, 7)


def smiley(ink: Ink) -> str:
    return (
        circle(0, 0, 100, "none", ink.blue, 14)
        + ellipse(-36, -28, 14, 22, ink.blue)
        + ellipse(36, -28, 14, 22, ink.blue)
        + path("M-60 20C-40 80 40 80 60 20Z", ink.red)
    )


def flyer(ink: Ink) -> str:
    """A heavenly figure in flight with streaming sashes."""
    return (
        circle(-50, -80, 24, ink.pale, ink.black, 6)
        + path("M-70 -96C-60 -126 -30 -120 -28 -94Z", ink.black)
        + path("M-50 -56C-10 -60 40 -20 96 40C60 40 20 44 -6 30C-30 14 -50 -20 -50 -56Z", ink.red)
        + path(
            "M-40 -40C-90 -40 -110 -10 -84 14M-30 -46C20 -110 80 -110 104 -70M-10 24C10 70 60 70 104 100M-30 10C-40 60 -10 90 -40 120",
            "none",
            ink.blue,
            10,
        )
        + path("M20 10L60 30M10 -14L40 6", "none", ink.gold, 6)
    )


def juggler(ink: Ink) -> str:
    """A whole jester dancing, throwing balls."""
    balls = "".join(
        circle(x, y, 15, c)
        for x, y, c in ((-84, -84, ink.red), (-34, -116, ink.blue), (34, -116, ink.green), (84, -84, ink.gold))
    )
    limbs = path("M-24 -10L-84 -46M24 -10L84 -46M-16 56L-50 116L-76 108M16 56L54 84L40 120", "none", ink.black, 12)
    coat = path("M-30 -26L0 -26L0 64L-34 56Z", ink.red) + path("M30 -26L0 -26L0 64L34 56Z", ink.green)
    return (
        balls
        + limbs
        + coat
        + circle(0, -52, 22, ink.pale, ink.black, 5)
        + path("M-24 -60L-40 -92L-8 -76L0 -98L8 -76L40 -92L24 -60Z", ink.blue)
    )


def dragon_ball(ink: Ink) -> str:
    """Dense strokes curling within a ring, as cheap American sets print under the word."""
    swirls = "M-60 -20C-40 -60 0 -70 30 -60M-66 6C-30 -30 10 -50 54 -36M-56 34C-20 -10 30 -20 68 -8M-34 58C0 10 40 6 66 20M-6 68C10 40 40 34 56 42M-40 -40L-20 -20M-10 -56L6 -34M24 -44L30 -18M-44 16L-20 28M0 -10L14 14M36 -4L40 24M-10 36L12 48"
    return circle(0, 0, 94, "none", ink.blue, 11) + path(swirls, "none", ink.green, 10)


def moon(ink: Ink) -> str:
    return path("M20 -110C-90 -100 -100 90 20 106C-30 60 -34 -60 20 -110Z", ink.blue) + "".join(
        group(star(ink), x, y, s) for x, y, s in ((50, -50, 0.32), (70, 30, 0.24), (30, 80, 0.18))
    )


def masks(ink: Ink) -> str:
    """Laughing and weeping theatre masks."""

    def mask(c: str, mouth: str) -> str:
        return path("M-50 -50Q0 -70 50 -50C54 20 30 62 0 66C-30 62 -54 20 -50 -50Z", c) + path(
            "M-34 -20Q-20 -34 -8 -20M8 -20Q20 -34 34 -20" + mouth, "none", ink.paper, 8
        )

    return group(mask(ink.red, "M-26 14Q0 52 26 14"), -36, -36, 1.15, -12) + group(
        mask(ink.blue, "M-26 36Q0 4 26 36"), 36, 40, 1.15, 10
    )


def diamond(ink: Ink) -> str:
    return (
        path("M0 -120L90 0L0 120L-90 0Z", ink.red)
        + path("M0 -80L60 0L0 80L-60 0Z", ink.gold)
        + path("M0 -44L32 0L0 44L-32 0Z", ink.blue)
    )


def coronet(ink: Ink) -> str:
    return (
        path("M-96 60L-104 -60L-50 -6L0 -96L50 -6L104 -60L96 60Z", ink.gold, ink.red, 8)
        + box(-96, 66, 192, 30, 6, ink.red)
        + "".join(circle(x, y, 13, ink.blue) for x, y in ((-104, -66), (0, -102), (104, -66), (0, 20)))
    )


FIGURES = (jester, cap, star, sun, smiley, flyer, juggler, dragon_ball, moon, masks, diamond, coronet)


def word_joker(lettering: Lettering, how: str = "column", colours: str = "r") -> Joker:
    """JOKER in column, level, diagonal, rising (turned a quarter), wavy, corners (top and upside down) or a great J."""

    def draw(ink: Ink) -> str:
        paint = {"r": ink.red, "g": ink.green, "b": ink.blue, "k": ink.black, "y": ink.gold}
        one = paint[colours[0]]
        match how:
            case "column":
                pitch = 350 / 5
                return "".join(
                    word(c, (150, 25 + pitch * (i + 0.5)), pitch * 0.8, lettering, paint[colours[i % len(colours)]])
                    for i, c in enumerate("JOKER")
                )
            case "level":
                return word("JOKER", (150, 200), 96, lettering, one, 262)
            case "diagonal":
                return slanted("JOKER", (150, 200), 84, lettering, one, -52)
            case "rising":
                return f'<g transform="rotate(-90 150 200)">{word("JOKER", (150, 200), 130, lettering, one, 350)}</g>'
            case "wavy":
                return wavy("JOKER", (150, 200), 110, lettering, one, 270) + path(
                    "M30 300Q90 270 150 300T270 300", "none", paint[colours[-1]], 9
                )
            case "corners":
                small = column("JOKER", 52, 30, 250, lettering, one)
                return (
                    small
                    + f'<g transform="rotate(180 150 200)">{small}</g>'
                    + box(92, 60, 116, 280, 12, Line(paint[colours[-1]], 6))
                )
            case _:
                return word("J", (150, 200), 290, lettering, one)

    return draw


def figure_joker(figure: Figure, lettering: Lettering | None = None, where: str = "below") -> Joker:
    """A figure alone, or with the word below, above, arched over it or standing beside it, or with J corners."""

    def draw(ink: Ink) -> str:
        if lettering is None:
            return group(figure(ink), 150, 200, 1.2)
        match where:
            case "below":
                return group(figure(ink), 150, 160, 1.05) + word("JOKER", (150, 340), 62, lettering, ink.red, 250)
            case "above":
                return group(figure(ink), 150, 240, 1.05) + word("JOKER", (150, 62), 58, lettering, ink.red, 256)
            case "arch":
                return group(figure(ink), 150, 240, 0.95) + arched("JOKER", (150, 220), 150, 50, lettering, ink.blue)
            case "beside":
                return group(figure(ink), 180, 205, 0.92) + column("JOKER", 42, 40, 360, lettering, ink.black)
            case _:
                j = word("J", (48, 66), 84, lettering, ink.red)
                return group(figure(ink), 150, 200, 0.95) + j + f'<g transform="rotate(180 150 200)">{j}</g>'

    return draw


def framed(inner: Joker) -> Joker:
    """Any joker in a double frame."""

    def draw(ink: Ink) -> str:
        return (
            box(16, 18, 268, 364, 22, Line(ink.gold, 9))
            + box(30, 32, 240, 336, 14, Line(ink.red, 4))
            + group(inner(ink), 30, 40, 0.8)
        )

    return draw


def sign_joker(hand: Hand) -> Joker:
    """Characters in place of a word, over a small joker star."""

    def draw(ink: Ink) -> str:
        return character("百", (150, 110), 150, hand, ink.red) + group(star(ink), 150, 290, 0.75)

    return draw
