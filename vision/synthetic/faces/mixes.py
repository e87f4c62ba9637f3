# ruff: noqa: E501  one line a part
"""Families put together by chance from the parts, for training: they part every drawing from its usual company.

No part that held-out sets keep to themselves is used. A name always means the same set.
"""

from collections.abc import Callable, Sequence
from colorsys import hls_to_rgb, rgb_to_hls
from dataclasses import replace
from random import Random
from typing import TypeVar

from vision.synthetic.faces import bams, birds, characters, craks, dots, family, flowers, honours, ink, jokers, letters
from vision.synthetic.faces.characters import Hand
from vision.synthetic.faces.families import RESERVED, SETS
from vision.synthetic.faces.letters import Lettering

_Part = TypeVar("_Part")

_STICKS = (
    bams.bone,
    bams.vintage,
    bams.bar,
    bams.joints,
    bams.cane,
    bams.leafy,
    bams.lantern,
    bams.ladder,
    bams.arrow,
    bams.rope,
)
_MARKS = (
    dots.rings, dots.target, dots.disc, dots.ring, dots.button, dots.coin, dots.flower, dots.pinwheel, dots.wheel, dots.petals,
    dots.half_moon, dots.star, dots.spiral, dots.gem, dots.scallop,
)  # fmt: skip
_GREATS = (None, dots.rosette, dots.mandala, dots.plate, dots.sunburst, dots.coin_great)
_INKS = (ink.TRADITIONAL, ink.BRIGHT, ink.DEEP, ink.PASTEL, ink.JEWEL, ink.SUNSET, ink.TURQUOISE, ink.BAKELITE)
_DARK_INKS = (ink.GOLD_ON_DARK, ink.WHITE_ON_DARK)
_LETTERINGS = (
    letters.GEOMETRIC, letters.HEAVY, letters.ROUNDED, letters.CONDENSED, letters.SERIF, letters.FINE_SERIF, letters.SLAB,
    letters.BRUSH, letters.ITALIC, letters.TYPEWRITER,
)  # fmt: skip
_HANDS = (
    characters.REGULAR, characters.CLERICAL, characters.SCRIPT, characters.BLOCK, characters.SONG, characters.ROUND_PEN,
    characters.FAT_BRUSH, characters.RUNNING,
)  # fmt: skip
_SOAPS = (
    "blank",
    "frame",
    "double",
    "notched",
    "ornate",
    "dashed",
    "word",
    "framed word",
    "sign",
    "bubbles",
    "fretted",
    "letters",
)
_WHERE = ("tl", "tl", "tl", "tl", "tr", "bl", "br", "top", "tl+br", "tr+bl")
_ROLES = ("rgb", "rgb", "rgb", "rbg", "gbr", "brg", "ggb", "kgb")


def _free(parts: Sequence[_Part]) -> tuple[_Part, ...]:
    return tuple(part for part in parts if part not in RESERVED)


def _lettering(pick: Random) -> Lettering:
    """One of our letterings, or a cut between them."""
    if pick.random() < 0.4:
        return pick.choice(_LETTERINGS)
    thick = pick.uniform(8, 23)
    serif = pick.choice((0.0, 0.0, pick.uniform(16, 32)))
    contrast = pick.choice((1.0, pick.uniform(0.5, 0.95)))
    upright = pick.random() < 0.75
    return Lettering(
        round(thick, 1),
        round(max(thick * contrast, 5.5), 1),
        nib_deg=round(pick.uniform(-40, 10)),
        narrow=round(pick.uniform(0.62, 1.08), 2),
        slant=0.0 if upright else round(pick.uniform(0.08, 0.26), 2),
        rounded=pick.random() < 0.4,
        serif=round(serif, 1),
    )


def _hand(pick: Random) -> Hand:
    """One of our hands, or a writer between them."""
    if pick.random() < 0.4:
        return pick.choice(_HANDS)
    upright = pick.uniform(6, 16)
    return Hand(
        round(max(upright * pick.uniform(0.45, 1.05), 4), 1),
        round(upright, 1),
        life=round(pick.uniform(0, 0.95), 2),
        wide=round(pick.uniform(0.9, 1.08), 2),
        tall=round(pick.uniform(0.84, 1.0), 2),
        slope=round(pick.choice((0.0, pick.uniform(0, 0.18))), 2),
        slant=round(pick.choice((0.0, pick.uniform(-0.05, 0.16))), 2),
        rounded=pick.random() < 0.7,
        loose=round(pick.choice((0.0, pick.uniform(0.2, 0.9))), 2),
    )


def _ink(pick: Random) -> ink.Ink:
    """One of our light colourways, each colour moved a little in lightness and hue."""
    one = pick.choice(_INKS)

    def near(colour: str) -> str:
        h, light, s = rgb_to_hls(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
        moved = hls_to_rgb((h + pick.gauss(0, 0.015)) % 1, min(max(light + pick.gauss(0, 0.05), 0.04), 0.72), s)
        return "#" + "".join(f"{round(c * 255):02x}" for c in moved)

    return replace(
        one, black=near(one.black), red=near(one.red), green=near(one.green), blue=near(one.blue), gold=near(one.gold)
    )


def _winds(pick: Random, hand: Hand, lettering: Lettering) -> tuple[honours.WindFace, bool]:
    """A wind face, and whether it wants an index letter (it shows none itself)."""
    plain = honours.character_winds(hand, pick.choice("bkrg"))
    spoken: tuple[Callable[[], honours.WindFace], ...] = (
        lambda: honours.character_winds(hand, pick.choice("bkg"), letter=lettering),
        lambda: honours.letter_winds(lettering, ringed=pick.random() < 0.4),
        lambda: honours.word_winds(
            lettering, pick.choice(("column", "level", "diagonal", "arch")), pick.choice((None, hand))
        ),
        lambda: honours.compass_winds(lettering, pick.random() < 0.5),
        lambda: honours.blowing_winds(lettering),
    )
    return (plain, True) if pick.random() < 0.45 else (pick.choice(spoken)(), False)


def _maybe_outlined(pick: Random, drawing: Callable[[ink.Ink], str]) -> Callable[[ink.Ink], str]:
    return ink.outlined(drawing) if pick.random() < 0.3 else drawing


def _figure(pick: Random) -> Callable[[str, ink.Ink], str]:
    figure = pick.choice(_free(honours.FIGURES))
    if pick.random() < 0.7:
        return figure
    return lambda colour, inks: ink.line_art(figure(colour, inks), inks, colour)


def _dragons(pick: Random, hand: Hand, lettering: Lettering) -> honours.DragonFace:
    draw = pick.random()
    if draw < 0.3:
        return honours.character_dragons(hand, pick.choice("發发"), framed=pick.random() < 0.3)
    if draw < 0.45:
        return honours.letter_dragons(lettering, words=pick.random() < 0.5)
    figure = honours.figure_dragons(_figure(pick), pick.choice((None, None, lettering)))
    return honours.medallion(figure) if pick.random() < 0.15 else figure


def _joker(pick: Random, lettering: Lettering) -> jokers.Joker:
    if pick.random() < 0.45:
        how = pick.choice(("column", "level", "diagonal", "rising", "wavy", "corners", "great"))
        return jokers.word_joker(lettering, how, pick.choice(("r", "b", "g", "k", "rb", "rgb", "kr")))
    where = pick.choice(("below", "above", "arch", "beside", "corners"))
    inner = jokers.figure_joker(
        _maybe_outlined(pick, pick.choice(_free(jokers.FIGURES))), pick.choice((None, lettering, lettering)), where
    )
    return jokers.framed(inner) if pick.random() < 0.2 else inner


def mix(seed: int, lettering: Lettering | None = None, hand: Hand | None = None) -> family.Family:
    """A family by chance; the same seed gives the same set. A lettering and a hand given take the place of ours."""
    pick = Random(seed)
    letter, second = (lettering or _lettering(pick)), (lettering or _lettering(pick))
    writing = hand or _hand(pick)
    dark = pick.random() < 0.12
    colours = pick.choice(_DARK_INKS) if dark else _ink(pick)
    bodies = SETS[
        pick.choice(
            ("midnight", "lacquer") if dark else ("harbour", "attic", "bakelite", "garden", "cottage", "post", "clerk")
        )
    ].bodies
    winds, bare_wind = _winds(pick, writing, second)
    index = (
        family.Index(
            pick.choice(_WHERE),
            letter,
            pick.uniform(54, 100),
            pick.choice("rrbgks"),
            winds=bare_wind,
            room_share=pick.uniform(0.84, 0.97),
        )
        if pick.random() < 0.8
        else None
    )
    # Without an index a face must tell its number itself.
    plans = ("over", "over", "beside", "great", "western", "word", "small") + (("sign",) if index else ())
    garden = pick.sample(flowers.GARDEN + flowers.PICTURES, 8)
    numbers = (
        family.NumberSet(letter, pick.uniform(170, 225), mark_size=pick.uniform(0.7, 1.1), many=pick.random() < 0.3)
        if pick.random() < 0.12
        else None
    )
    sizes = pick.uniform(0.88, 1.02)
    area = (150.0, 202.0, sizes)
    return family.Family(
        ink=colours,
        bams=bams.Bams(pick.choice(_STICKS), pick.choice(("classic", "classic", "classic", "rows", "loose")), pick.choice(_ROLES), area, pick.uniform(0.85, 1.3)),
        bird=_maybe_outlined(pick, pick.choice(_free(birds.BIRDS))),
        dots=dots.Dots(pick.choice(_MARKS), pick.choice(("classic", "classic", "tight", "upright", "slanted")), pick.choice(_GREATS), pick.choice(_ROLES), area, pick.uniform(0.92, 1.1), pick.random() < 0.2),
        craks=craks.Craks(writing, pick.choice(plans), pick.choice("萬萬万"), pick.choice("bkrg"), pick.choice("rrbk"), second, pick.choice("五五伍"), (150, 204, pick.uniform(0.88, 1.0))),
        winds=winds,
        dragons=_dragons(pick, writing, second),
        soap=honours.soap(pick.choice(_SOAPS), writing, second),
        flowers=flowers.Flowers(tuple(garden), pick.choice(("number", "number", "both", "letter", "sign", "season", "short", "flower", "none")),
            pick.choice(("none", "none", "none", "panel", "oval", "photo", "frame")) if not dark else "none", writing, letter, pick.random() < 0.35),
        jokers=tuple(_joker(pick, second) for _ in range(pick.choice((1, 1, 2)))),
        bodies=bodies,
        index=None if numbers else index,
        numbers=numbers,
    )  # fmt: skip
