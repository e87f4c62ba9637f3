# ruff: noqa: E501  path data and tables read better unbroken
"""The birds of the 1 Bam, each another creature, about the origin in a box of 200 x 260."""

from vision.synthetic.faces.brush import belly, points, ribbon, smooth, tapered
from vision.synthetic.faces.ink import Ink, around, box, circle, ellipse, group, path


def _quill(line: str, colour: str, width: float) -> str:
    return path(ribbon(smooth(points(line)), belly(width)), colour)


def peacock(ink: Ink) -> str:
    """Standing in profile, its tail hanging with eyes."""
    neck = path(ribbon(smooth(points("-30,-88 -38,-50 -14,-20 10,10")), tapered(16, 46)), ink.blue)
    tail = _quill("0,0 40,20 70,70 76,118", ink.green, 62)
    eyes = "".join(circle(x, y, 8, ink.gold, ink.red, 4) for x, y in ((38, 34), (58, 62), (70, 92), (46, 62)))
    legs = path("M0 30L-8 92M14 32L10 92M-22 94L30 94M-60 104L20 104", "none", ink.red, 7)
    head = circle(-30, -92, 14, ink.blue) + path("M-42 -92L-62 -84L-42 -82Z", ink.gold)
    crest = path("M-28 -104L-36 -124M-24 -104L-22 -126M-20 -102L-8 -122", "none", ink.red, 5)
    return (
        tail + eyes + legs + neck + ellipse(4, 10, 34, 26, ink.blue, 25) + head + crest + circle(-34, -94, 4, ink.paper)
    )


def fan_peacock(ink: Ink) -> str:
    """From the front, the tail spread in a fan."""
    plume = (
        path("M0 0L0 -112", "none", ink.green, 7) + ellipse(0, -112, 14, 18, ink.green) + circle(0, -112, 8, ink.gold)
    )
    fan = "".join(group(plume, 0, 50, 1, a) for a in (-80, -54, -27, 0, 27, 54, 80))
    body = path("M0 -30C-26 0 -30 60 0 92C30 60 26 0 0 -30Z", ink.blue) + circle(0, -34, 17, ink.blue)
    return fan + body + path("M-6 -30L0 -16L6 -30Z", ink.red) + path("M-10 90L-18 116M10 90L18 116", "none", ink.red, 7)


def sparrow(ink: Ink) -> str:
    """A small round bird on a twig."""
    body = path("M-62 -20C-60 -64 -14 -72 6 -44C40 -30 60 10 86 50L52 52C20 68 -40 54 -52 10Z", ink.green)
    wing = path("M-14 -14C14 -20 40 10 56 40C20 42 -16 26 -14 -14Z", ink.blue)
    twig = path("M-90 74Q0 58 92 90M-60 72L-76 100M40 74L60 56", "none", ink.black, 8)
    legs = path("M-12 48L-14 68M10 50L10 68", "none", ink.red, 6)
    return twig + body + wing + legs + path("M-62 -38L-90 -26L-60 -20Z", ink.red) + circle(-38, -38, 6, ink.paper)


def crane(ink: Ink) -> str:
    """Tall on long legs, an outline only, with a red crown."""
    outline_ = path(
        "M-52 -96C-30 -128 -8 -110 -18 -84C-34 -46 -50 -30 -10 -24C30 -34 70 -10 84 30C56 40 10 40 -14 24C-44 4 -52 -30 -32 -72",
        "none",
        ink.blue,
        9,
    )
    legs = path("M4 34L-4 118M30 34L34 80L18 118M-24 118L8 118", "none", ink.black, 7)
    plumes = path("M36 -8L84 30L60 60M20 6L64 40", "none", ink.black, 9)
    return outline_ + legs + plumes + path("M-52 -96L-92 -84L-46 -86Z", ink.gold) + circle(-32, -112, 12, ink.red)


def rooster(ink: Ink) -> str:
    """Proud, with comb and sickle tail."""
    tail = "".join(
        _quill(q, c, 22)
        for q, c in (
            ("30,10 60,-40 96,-20", ink.green),
            ("28,14 40,-70 88,-74", ink.blue),
            ("34,20 80,-2 98,36", ink.green),
        )
    )
    body = path(
        "M-46 -80C-20 -84 -16 -40 8 -16C40 -10 54 30 24 58C-10 74 -48 46 -50 4C-52 -30 -64 -50 -46 -80Z", ink.red
    )
    comb = path("M-58 -84L-56 -112L-44 -96L-36 -116L-28 -94L-16 -104L-22 -76Z", ink.red)
    face = path("M-62 -74L-86 -64L-60 -56Z", ink.gold) + circle(-42, -68, 5, ink.paper)
    wing = path("M-16 0C6 -12 34 4 32 30C8 40 -16 30 -16 0Z", ink.gold)
    return tail + body + comb + wing + face + path("M-12 64L-16 112L-40 118M10 62L14 112L-8 118", "none", ink.gold, 8)


def swallow(ink: Ink) -> str:
    """Seen from above in flight."""
    d = "M0 -90C14 -80 16 -60 18 -46C50 -64 90 -50 108 -10C76 -22 48 -14 24 10L20 40L46 112L4 62L-34 118L-14 44L-20 10C-48 -10 -78 -16 -108 4C-88 -44 -50 -60 -16 -46C-16 -62 -12 -80 0 -90Z"
    return path(d, ink.blue) + path("M-8 -62L8 -62L6 -40L-6 -40Z", ink.red) + circle(0, 10, 9, ink.paper)


def phoenix(ink: Ink) -> str:
    """A streaming bird made of feathers."""
    feathers = "".join(
        _quill(q, c, w)
        for q, c, w in (
            ("0,-20 40,10 30,70 70,112", ink.red, 26),
            ("0,-16 10,30 -10,80 20,122", ink.green, 24),
            ("-4,-16 -30,30 -50,70 -36,118", ink.blue, 26),
            ("4,-24 60,-70 100,-60", ink.red, 32),
            ("-10,-24 -60,-40 -98,-10", ink.green, 32),
        )
    )
    neck = path(ribbon(smooth(points("0,-14 16,-50 -14,-76 -6,-104")), tapered(40, 18)), ink.gold)
    return (
        feathers
        + neck
        + path("M-14 -104L-40 -96L-12 -90Z", ink.red)
        + path("M-2 -112L10 -128M4 -106L24 -116", "none", ink.red, 6)
        + circle(-6, -102, 4, ink.black)
    )


def paper_bird(ink: Ink) -> str:
    """Folded from flat planes."""
    return (
        path("M-96 -10L-20 -20L-50 60Z", ink.red)
        + path("M-20 -20L96 -96L30 40Z", ink.green)
        + path("M-50 60L-20 -20L30 40L10 96Z", ink.blue)
        + path("M30 40L92 74L10 96Z", ink.gold)
    )


def owl(ink: Ink) -> str:
    """Staring from the front on a branch."""
    eye = circle(0, 0, 27, ink.paper) + circle(0, 0, 12, ink.black)
    return (
        path("M-60 -100L-34 -82L34 -82L60 -100C74 -40 76 50 40 92L-40 92C-76 50 -74 -40 -60 -100Z", ink.green)
        + group(eye, -28, -44)
        + group(eye, 28, -44)
        + path("M-9 -26L9 -26L0 -4Z", ink.gold)
        + "".join(
            path(f"M{x - 14} {y}Q{x} {y + 20} {x + 14} {y}", "none", ink.paper, 6)
            for x, y in ((-24, 20), (24, 20), (0, 44))
        )
        + path("M-92 100L92 100", "none", ink.red, 12)
    )


def hooked_bird(ink: Ink) -> str:
    """Bright parrot shape hanging its tail."""
    return (
        path(
            "M-30 -96C10 -118 50 -90 42 -40C40 10 10 40 -6 118L-34 112C-30 60 -54 20 -46 -30C-44 -60 -50 -80 -30 -96Z",
            ink.green,
        )
        + path("M42 -50C60 -20 50 30 10 60C6 20 10 -20 42 -50Z", ink.blue)
        + path("M-40 -80C-72 -84 -76 -50 -60 -38C-60 -54 -50 -60 -42 -58Z", ink.red)
        + path("M-70 50L80 34", "none", ink.black, 9)
        + circle(-16, -74, 11, ink.paper)
        + circle(-16, -74, 5, ink.black)
    )


def line_bird(ink: Ink) -> str:
    """A single running pen line, wings in waves, as engraved sets have it."""
    return (
        path(
            "M-90 20C-60 -60 -10 -70 20 -100M-70 30C-30 -30 30 -50 60 -90M-60 46C-10 0 50 -10 92 -50",
            "none",
            ink.blue,
            9,
        )
        + path("M-60 46C-30 80 20 70 60 30C76 10 84 -20 92 -50", "none", ink.blue, 9)
        + path("M0 66L-20 110M24 56L30 108M-90 20C-100 40 -84 54 -60 46", "none", ink.red, 9)
        + circle(-74, 34, 5, ink.red)
        + path("M-60 -100L-44 -116L-28 -100L-12 -116L4 -100", "none", ink.green, 6)
    )


def bamboo_shoot(ink: Ink) -> str:
    """No bird at all: a sprouting shoot, as some sets put on the 1 Bam."""
    cane = "".join(box(-20, y, 40, 50, 9, ink.green) for y in (-60, -6, 48))
    leaf = path("M0 0C20 -40 60 -50 78 -46C74 -16 40 8 0 0Z", ink.green)
    return (
        cane
        + group(leaf, 14, -50)
        + group(leaf, -14, 4, 1, 0, -1)
        + path("M-18 -62L0 -122L18 -62Z", ink.red)
        + around(circle(0, -6, 4, ink.gold), 2)
    )


BIRDS = (
    peacock,
    fan_peacock,
    sparrow,
    crane,
    rooster,
    swallow,
    phoenix,
    paper_bird,
    owl,
    hooked_bird,
    line_bird,
    bamboo_shoot,
)
