# ruff: noqa: E501  path data and tables read better unbroken
"""The sets that we draw: each a choice of parts that no other set here makes.

Names say what one would notice first. Order is stable; add at the end.
"""

from types import MappingProxyType

from vision.synthetic.faces import bams, birds, characters, dots, flowers, honours, ink, jokers, letters
from vision.synthetic.faces.bams import Bams
from vision.synthetic.faces.craks import Craks
from vision.synthetic.faces.dots import Dots
from vision.synthetic.faces.family import Colour, Family, Index, NumberSet
from vision.synthetic.faces.flowers import Flowers
from vision.synthetic.faces.honours import soap
from vision.synthetic.faces.ink import Ink, Line, box, outlined, path
from vision.synthetic.faces.jokers import figure_joker, framed, sign_joker, word_joker

# Bodies, BGR: measured by eye off photographs of sets.
_IVORY: tuple[Colour, ...] = ((222, 236, 244), (205, 226, 238))
_WHITE: tuple[Colour, ...] = ((246, 247, 247), (236, 240, 240))
_BONE: tuple[Colour, ...] = ((170, 208, 228), (188, 220, 236))
_BAKELITE: tuple[Colour, ...] = ((120, 190, 232), (96, 168, 222), (140, 205, 238))
_BLACK: tuple[Colour, ...] = ((28, 24, 22), (44, 38, 34))
_MIDNIGHT: tuple[Colour, ...] = ((66, 40, 28), (60, 48, 30))
_PINK: tuple[Colour, ...] = ((226, 222, 250), (236, 234, 248))
_MINT: tuple[Colour, ...] = ((228, 244, 226), (240, 240, 220))
_GREY: tuple[Colour, ...] = ((222, 222, 220), (206, 208, 208))

_TOP = (150, 200, 0.94)
_LOW = (150, 208, 0.94)
_RIGHT = (152, 204, 0.94)
_FULL = (150, 200, 1.0)


def _rule(i: Ink) -> str:
    return box(10, 12, 280, 376, 22, Line(i.gold, 6))


def _corners(i: Ink) -> str:
    d = "M16 60Q16 16 60 16M240 16Q284 16 284 60M284 340Q284 384 240 384M60 384Q16 384 16 340"
    return path(d, "none", i.gold, 8)


def _double_rule(i: Ink) -> str:
    return box(8, 8, 284, 384, 20, Line(i.red, 4)) + box(18, 18, 264, 364, 14, Line(i.red, 3))


_F = flowers
_SETS: dict[str, Family] = {
    "harbour": Family(
        ink.TRADITIONAL, Bams(bams.bone, area=_RIGHT), birds.line_bird, Dots(dots.rings, area=_RIGHT),
        Craks(characters.REGULAR, area=(160, 210, 0.92), five="伍"), honours.character_winds(characters.REGULAR),
        honours.figure_dragons(honours.full_dragon), soap("notched", characters.REGULAR, letters.SERIF),
        Flowers((_F.peony, _F.potted, _F.bells, _F.lily, _F.boat, _F.fisher, _F.pagoda, _F.fruit), "both", hand=characters.REGULAR, lettering=letters.SERIF, lines=True),
        (figure_joker(jokers.dragon_ball, letters.ROUNDED, "above"),), _WHITE, Index("tl", letters.SERIF, 74, "r")),
    "attic": Family(
        ink.DEEP, Bams(bams.vintage, area=_LOW), birds.peacock, Dots(dots.wheel, area=_LOW, great=dots.mandala),
        Craks(characters.SCRIPT, area=(150, 216, 0.9), number="b"), honours.character_winds(characters.SCRIPT, "k", 215, 230),
        honours.character_dragons(characters.RUNNING), soap("double", characters.SCRIPT, letters.GEOMETRIC),
        Flowers((_F.plum, _F.orchid, _F.mum, _F.bamboo, _F.fan_picture, _F.vase, _F.butterfly, _F.basket), "number", lettering=letters.GEOMETRIC),
        (figure_joker(jokers.flyer, letters.TYPEWRITER, "below"),), _BONE, Index("tl", letters.GEOMETRIC, 62, "b")),
    "bignumber": Family(
        ink.BRIGHT, Bams(bams.joints), birds.sparrow, Dots(dots.ring), Craks(characters.BLOCK),
        honours.letter_winds(letters.HEAVY), honours.letter_dragons(letters.HEAVY), soap("word", characters.BLOCK, letters.HEAVY),
        Flowers((_F.tulip, _F.rose, _F.sunflower, _F.lotus, _F.mum, _F.bells, _F.lily, _F.peony), "letter", "panel", lettering=letters.HEAVY),
        (word_joker(letters.HEAVY, "column", "rbg"),), _WHITE, None, NumberSet(letters.HEAVY, 200)),
    "bakelite": Family(
        ink.BAKELITE, Bams(bams.cane, "rows", area=_FULL), birds.crane, Dots(dots.target, "tight", None, area=_FULL),
        Craks(characters.FAT_BRUSH, "great", number="k"), honours.character_winds(characters.FAT_BRUSH, "g", 250, 200, letters.SLAB),
        honours.character_dragons(characters.FAT_BRUSH, "发"), soap("blank", characters.FAT_BRUSH, letters.SLAB),
        Flowers((_F.basket, _F.potted, _F.bouquet, _F.plum, _F.vase, _F.rose, _F.fruit, _F.orchid), "season", lettering=letters.SLAB),
        (word_joker(letters.SLAB, "diagonal"),), _BAKELITE),
    "garden": Family(
        ink.PASTEL, Bams(bams.leafy, "loose", "ggb", area=_LOW), birds.paper_bird, Dots(dots.petals, "upright", dots.sunburst, area=_LOW),
        Craks(characters.ROUND_PEN, "western", lettering=letters.ROUNDED, number="r", below="b"), honours.word_winds(letters.ROUNDED, "arch"),
        honours.figure_dragons(honours.sea_horse), soap("bubbles", characters.ROUND_PEN, letters.ROUNDED),
        Flowers((_F.rose, _F.tulip, _F.sunflower, _F.bells, _F.peony, _F.lotus, _F.lily, _F.butterfly), "none", "photo"),
        (figure_joker(jokers.smiley, letters.ROUNDED, "arch"), word_joker(letters.ROUNDED, "wavy", "rb")), _PINK,
        Index("br+tl", letters.ROUNDED, 60, "s", winds=False)),
    "midnight": Family(
        ink.GOLD_ON_DARK, Bams(bams.bar, area=_TOP), outlined(birds.phoenix), Dots(dots.coin, great=dots.coin_great, area=_TOP),
        Craks(characters.SONG, "over", number="y", below="r"), honours.character_winds(characters.SONG, "b", 250, 200, letters.FINE_SERIF),
        honours.figure_dragons(honours.dragon_head), soap("ornate", characters.SONG, letters.FINE_SERIF),
        Flowers((_F.plum, _F.orchid, _F.mum, _F.bamboo, _F.snow, _F.lotus, _F.fan_picture, _F.pagoda), "sign", "frame", characters.SONG, letters.FINE_SERIF, True),
        (figure_joker(jokers.star, letters.FINE_SERIF, "beside"),), _BLACK, Index("tl", letters.FINE_SERIF, 66, "y", winds=False), border=_corners),
    "post": Family(
        ink.TRADITIONAL, Bams(bams.bar, "classic", "rgb", area=_TOP), birds.swallow, Dots(dots.disc, "classic", None, area=_TOP),
        Craks(characters.CLERICAL, "beside", "萬", "k", "r"), honours.word_winds(letters.CONDENSED, "column"),
        honours.letter_dragons(letters.CONDENSED, words=True), soap("framed word", characters.CLERICAL, letters.CONDENSED),
        Flowers((_F.sunflower, _F.tulip, _F.mum, _F.rose, _F.plum, _F.lily, _F.lotus, _F.bouquet), "flower", lettering=letters.CONDENSED),
        (word_joker(letters.CONDENSED, "rising"),), _IVORY),
    "clerk": Family(
        ink.NAVY_ONLY, Bams(bams.ladder, "classic", area=_LOW), birds.swallow, Dots(dots.button, "slanted", dots.plate, area=_LOW),
        Craks(characters.WIRE, "word", lettering=letters.TYPEWRITER), honours.word_winds(letters.TYPEWRITER, "level"),
        honours.figure_dragons(honours.dragon_head, letters.TYPEWRITER), soap("frame", characters.WIRE, letters.TYPEWRITER),
        Flowers((_F.bells, _F.vase, _F.basket, _F.lily, _F.potted, _F.orchid, _F.tulip, _F.fruit), "short", lettering=letters.TYPEWRITER),
        (figure_joker(jokers.coronet, letters.TYPEWRITER, "below"),), _GREY, Index("tr", letters.TYPEWRITER, 60, "b", winds=False)),
    "carnival": Family(
        ink.JEWEL, Bams(bams.lantern, "loose", area=_TOP), birds.fan_peacock, Dots(dots.pinwheel, "slanted", dots.sunburst, area=_TOP),
        Craks(characters.RUNNING, "over", "万", "g", "r"), honours.compass_winds(letters.BRUSH), honours.figure_dragons(honours.winged),
        soap("dashed", characters.RUNNING, letters.BRUSH),
        Flowers((_F.lily, _F.lotus, _F.peony, _F.sunflower, _F.butterfly, _F.fan_picture, _F.fruit, _F.bells), "number", "oval", lettering=letters.BRUSH),
        (figure_joker(jokers.jester, letters.BRUSH, "below"), figure_joker(jokers.masks, letters.BRUSH, "above")), _IVORY, Index("bl", letters.BRUSH, 70, "s", winds=False)),
    "plain": Family(
        ink.BLACK_ONLY, Bams(bams.bar, "rows", area=_FULL), birds.bamboo_shoot, Dots(dots.ring, "tight", None, area=_FULL),
        Craks(characters.BLOCK, "over"), honours.character_winds(characters.BLOCK, "k"), honours.character_dragons(characters.BLOCK, framed=True),
        soap("frame", characters.BLOCK, letters.HAIR), Flowers((_F.plum, _F.orchid, _F.mum, _F.bamboo), "sign", hand=characters.BLOCK),
        (word_joker(letters.SERIF, "column", "k"),), _WHITE),
    "cottage": Family(
        ink.SUNSET, Bams(bams.rope, "classic", area=_RIGHT), birds.rooster, Dots(dots.flower, "classic", dots.mandala, area=_RIGHT),
        Craks(characters.REGULAR, "sign", below="r", area=(160, 220, 0.95)), honours.blowing_winds(letters.ITALIC), honours.figure_dragons(honours.snake),
        soap("fretted", characters.REGULAR, letters.ITALIC),
        Flowers((_F.potted, _F.vase, _F.basket, _F.bouquet, _F.tulip, _F.rose, _F.bells, _F.sunflower), "season", "panel", lettering=letters.ITALIC),
        (figure_joker(jokers.sun, letters.ITALIC, "below"),), _MINT, Index("tl", letters.ITALIC, 100, "s", winds=False)),
    "corners": Family(
        ink.BRIGHT, Bams(bams.bone, "rows", "rgb", area=(150, 200, 1.0)), birds.hooked_bird, Dots(dots.petals, "upright", area=(150, 200, 1.0)),
        Craks(characters.CLERICAL, "over", area=(150, 200, 1.0)), honours.letter_winds(letters.SERIF, ringed=True),
        honours.medallion(honours.character_dragons(characters.CLERICAL)), soap("sign", characters.CLERICAL, letters.SERIF),
        Flowers((_F.orchid, _F.bamboo, _F.mum, _F.plum, _F.snow, _F.fruit, _F.lotus, _F.tulip), "both", hand=characters.CLERICAL, lettering=letters.HEAVY),
        (figure_joker(jokers.diamond, letters.SERIF, "corners"),), _WHITE, Index("tl+br", letters.HEAVY, 62, "s", mark=True)),
    "turquoise": Family(
        ink.TURQUOISE, Bams(bams.arrow, "loose"), birds.swallow, Dots(dots.star, "upright"), Craks(characters.FAT_BRUSH),
        honours.word_winds(letters.GEOMETRIC, "diagonal"), honours.figure_dragons(honours.winged, letters.GEOMETRIC),
        soap("letters", characters.FAT_BRUSH, letters.GEOMETRIC),
        Flowers((_F.butterfly, _F.lotus, _F.snow, _F.sunflower, _F.boat, _F.tulip, _F.fruit, _F.rose), "letter", "oval", lettering=letters.GEOMETRIC),
        (figure_joker(jokers.star, letters.GEOMETRIC, "corners"),), _WHITE, None, NumberSet(letters.GEOMETRIC, 220, (110, 150), (220, 310), 0.95)),
    "lacquer": Family(
        ink.WHITE_ON_DARK, Bams(bams.joints, "rows", "rbg", area=_TOP), birds.crane, Dots(dots.gem, "classic", dots.plate, area=_TOP),
        Craks(characters.ROUND_PEN, "over", "万", "k", "r", area=(150, 210, 0.9)), honours.letter_winds(letters.ROUNDED),
        honours.character_dragons(characters.ROUND_PEN, "发"), soap("double", characters.ROUND_PEN, letters.ROUNDED),
        Flowers((_F.mum, _F.rose, _F.lily, _F.peony, _F.plum, _F.bells, _F.orchid, _F.tulip), "number", lettering=letters.ROUNDED),
        (word_joker(letters.ROUNDED, "column", "yrgb"),), _MIDNIGHT, Index("br", letters.ROUNDED, 60, "k", winds=False)),
    "moderne": Family(
        ink.SUNSET, Bams(bams.lantern, "rows", "brg", area=_LOW), birds.paper_bird, Dots(dots.half_moon, "tight", dots.plate, area=_LOW),
        Craks(characters.BLOCK, "small", lettering=letters.GEOMETRIC, number="r", below="k"), honours.letter_winds(letters.GEOMETRIC, 190, True),
        honours.letter_dragons(letters.GEOMETRIC), soap("framed word", characters.BLOCK, letters.GEOMETRIC),
        Flowers((_F.tulip, _F.sunflower, _F.bells, _F.snow, _F.lotus, _F.rose, _F.fruit, _F.peony), "none", "panel"),
        (word_joker(letters.GEOMETRIC, "great"),), _GREY, Index("top", letters.GEOMETRIC, 52, "k", winds=False)),
    "parlour": Family(
        ink.DEEP, Bams(bams.cane, "classic", area=_LOW), birds.phoenix, Dots(dots.scallop, "classic", dots.mandala, area=_LOW),
        Craks(characters.RUNNING, "over", area=(150, 220, 0.85)), honours.character_winds(characters.RUNNING, "b", 255, 190, letters.ITALIC),
        honours.figure_dragons(honours.full_dragon, letters.ITALIC), soap("ornate", characters.RUNNING, letters.ITALIC),
        Flowers((_F.vase, _F.fan_picture, _F.peony, _F.plum, _F.pagoda, _F.fisher, _F.mum, _F.orchid), "season", hand=characters.RUNNING, lettering=letters.SERIF),
        (framed(figure_joker(jokers.jester)), framed(figure_joker(jokers.juggler))), _BAKELITE, Index("tl", letters.ITALIC, 66, "k", winds=False), border=_rule),
    "kitchen": Family(
        ink.BRIGHT, Bams(bams.ladder, "rows", "ggg"), birds.rooster, Dots(dots.button, "tight", None), Craks(characters.WIRE, "sign", "万", below="k"),
        honours.word_winds(letters.SLAB, "level", characters.WIRE), honours.letter_dragons(letters.SLAB, words=True), soap("bubbles", characters.WIRE, letters.SLAB),
        Flowers((_F.fruit, _F.basket, _F.potted, _F.sunflower, _F.vase, _F.bells, _F.tulip, _F.bouquet), "flower", "panel", lettering=letters.SLAB),
        (figure_joker(jokers.coronet, letters.SLAB, "below"),), _WHITE, Index("tl+br", letters.SLAB, 96, "k", winds=False)),
    "duo": Family(
        ink.TRADITIONAL, Bams(bams.bone), birds.sparrow, Dots(dots.rings), Craks(characters.REGULAR), honours.word_winds(letters.SERIF, "column"),
        honours.figure_dragons(honours.dragon_head), soap("notched", characters.REGULAR, letters.SERIF),
        Flowers((_F.plum, _F.rose, _F.mum, _F.lotus, _F.bells, _F.basket, _F.bouquet, _F.sunflower), "short", lettering=letters.SERIF),
        (figure_joker(jokers.juggler, letters.SERIF, "beside"),), _IVORY, None, NumberSet(letters.SERIF, 190, (150, 130), (150, 305), 0.9, many=True)),
    "temple": Family(
        ink.JEWEL, Bams(bams.vintage, "rows", "gbr"), outlined(birds.fan_peacock), Dots(dots.coin, "tight", dots.coin_great), Craks(characters.SONG, "great", number="r", below="g"),
        honours.character_winds(characters.CLERICAL, "r"), honours.medallion(honours.figure_dragons(honours.snake)), soap("fretted", characters.SONG, letters.FINE_SERIF),
        Flowers((_F.pagoda, _F.lotus, _F.bamboo, _F.mum, _F.boat, _F.fan_picture, _F.plum, _F.orchid), "sign", "oval", characters.CLERICAL),
        (sign_joker(characters.FAT_BRUSH),), _IVORY, border=_double_rule),
    "seaside": Family(
        ink.TURQUOISE, Bams(bams.rope, "loose", "rbg", area=_LOW), birds.hooked_bird, Dots(dots.scallop, "slanted", None, area=_LOW),
        Craks(characters.SCRIPT, "western", "万", "r", "b", letters.ITALIC, area=(150, 210, 0.95)), honours.compass_winds(letters.ITALIC, rose=False),
        honours.figure_dragons(honours.sea_horse, letters.ITALIC), soap("dashed", characters.SCRIPT, letters.ITALIC),
        Flowers((_F.boat, _F.fisher, _F.lotus, _F.butterfly, _F.lily, _F.bouquet, _F.tulip, _F.mum), "number", "photo", lettering=letters.HEAVY),
        (figure_joker(jokers.sun, letters.ROUNDED, "arch"),), _MINT, Index("tr+bl", letters.ITALIC, 60, "b", winds=False)),
    "travel": Family(
        ink.BRIGHT, Bams(bams.bar, "loose", "rgb", area=_LOW, fat=1.25), birds.line_bird, Dots(dots.disc, "upright", None, area=_LOW, fat=1.1),
        Craks(characters.FAT_BRUSH, "over", "万", "k", "r", area=(150, 220, 0.9)), honours.letter_winds(letters.CONDENSED, 250),
        honours.figure_dragons(honours.full_dragon), soap("frame", characters.FAT_BRUSH, letters.CONDENSED),
        Flowers((_F.sunflower, _F.tulip, _F.rose, _F.snow, _F.bells, _F.fruit, _F.potted, _F.lily), "number", lettering=letters.CONDENSED),
        (word_joker(letters.CONDENSED, "level", "b"), word_joker(letters.CONDENSED, "level", "r")), _WHITE, Index("top", letters.CONDENSED, 70, "k", winds=False)),
    "salon": Family(
        ink.PASTEL, Bams(bams.lantern, "classic", "rbg", area=_TOP), birds.peacock, Dots(dots.spiral, "classic", dots.rosette, area=_TOP),
        Craks(characters.RUNNING, "beside", number="b", below="g"), honours.word_winds(letters.FINE_SERIF, "arch"),
        honours.figure_dragons(honours.winged), soap("sign", characters.RUNNING, letters.FINE_SERIF),
        Flowers((_F.lily, _F.peony, _F.orchid, _F.rose, _F.bouquet, _F.butterfly, _F.vase, _F.bells), "season", "oval", lettering=letters.FINE_SERIF),
        (figure_joker(jokers.masks),), _PINK, Index("bl", letters.FINE_SERIF, 60, "k", winds=False), border=_corners),
    "ranch": Family(
        ink.BAKELITE, Bams(bams.leafy, "rows", "gbr", area=_RIGHT), birds.rooster, Dots(dots.wheel, "upright", dots.sunburst, area=_RIGHT),
        Craks(characters.CLERICAL, "western", lettering=letters.SLAB, number="k", below="r"), honours.compass_winds(letters.SLAB),
        honours.letter_dragons(letters.SLAB), soap("word", characters.CLERICAL, letters.SLAB),
        Flowers((_F.sunflower, _F.basket, _F.fruit, _F.bells, _F.rose, _F.potted, _F.plum, _F.mum), "letter", lettering=letters.SLAB),
        (word_joker(letters.SLAB, "corners", "kr"),), _BONE, Index("tl", letters.SLAB, 80, "k", winds=False)),
    "noir": Family(
        ink.WHITE_ON_DARK, Bams(bams.bone), birds.paper_bird, Dots(dots.petals), Craks(characters.SONG), honours.word_winds(letters.ROUNDED, "column"),
        honours.letter_dragons(letters.ROUNDED, words=True), soap("framed word", characters.SONG, letters.ROUNDED),
        Flowers((_F.snow, _F.tulip, _F.lotus, _F.bells, _F.sunflower, _F.fan_picture, _F.vase, _F.lily), "none", "frame"),
        (figure_joker(jokers.masks),), _BLACK, None, NumberSet(letters.CONDENSED, 240, (150, 150), (150, 330), 0.75)),
    "grandma": Family(
        ink.TRADITIONAL, Bams(bams.vintage, "classic", area=_RIGHT), birds.crane, Dots(dots.target, "classic", dots.mandala, area=_RIGHT),
        Craks(characters.FAT_BRUSH, "over", number="g", below="r", area=(160, 214, 0.9)), honours.character_winds(characters.FAT_BRUSH, "k", 220, 230),
        honours.character_dragons(characters.REGULAR, framed=True), soap("blank", characters.REGULAR, letters.ROUNDED),
        Flowers((_F.fisher, _F.pagoda, _F.boat, _F.vase, _F.bamboo, _F.plum, _F.orchid, _F.mum), "both", hand=characters.FAT_BRUSH, lettering=letters.ROUNDED, lines=True),
        (word_joker(letters.BRUSH, "diagonal", "b"), figure_joker(jokers.smiley)), _BONE, Index("tl", letters.ROUNDED, 70, "g")),
    "arcade": Family(
        ink.JEWEL, Bams(bams.arrow, "classic", "yrg", area=_TOP), birds.bamboo_shoot, Dots(dots.gem, "slanted", None, area=_TOP),
        Craks(characters.BLOCK, "word", lettering=letters.HEAVY, number="k", below="r"), honours.blowing_winds(letters.HEAVY),
        honours.figure_dragons(honours.dragon_head, letters.HEAVY), soap("letters", characters.BLOCK, letters.HEAVY),
        Flowers((_F.snow, _F.fruit, _F.butterfly, _F.sunflower, _F.bells, _F.tulip, _F.rose, _F.lily), "flower", "photo", lettering=letters.HEAVY),
        (figure_joker(jokers.smiley, letters.HEAVY, "below"),), _GREY, Index("br", letters.HEAVY, 84, "s", winds=False)),
    "jade": Family(
        Ink("#e9f3e4", "#ffb199", "#d6f0c0", "#f5efd0", "#ffe08a", "#5d8f6c", "#2c5a3c"), Bams(bams.cane, "loose", area=_TOP), birds.phoenix,
        Dots(dots.scallop, "upright", dots.rosette, area=_TOP), Craks(characters.REGULAR, "great", number="k", below="r"),
        honours.character_winds(characters.RUNNING, "b", 250, 200, letters.ROUNDED), honours.figure_dragons(honours.snake),
        soap("double", characters.REGULAR, letters.ROUNDED),
        Flowers((_F.bamboo, _F.orchid, _F.plum, _F.mum, _F.lotus, _F.peony, _F.fruit, _F.lily), "sign", hand=characters.REGULAR),
        (word_joker(letters.ROUNDED, "wavy", "ky"),), ((58, 92, 46), (72, 104, 60)), Index("tl", letters.ROUNDED, 66, "k", winds=False)),
    "ledger": Family(
        ink.TRADITIONAL, Bams(bams.ladder, "loose", "rgb", area=_LOW), outlined(birds.swallow), Dots(dots.half_moon, "upright", dots.plate, area=_LOW),
        Craks(characters.SCRIPT, "great", number="r", below="k"), honours.word_winds(letters.FINE_SERIF, "level"), honours.letter_dragons(letters.FINE_SERIF),
        soap("notched", characters.SCRIPT, letters.FINE_SERIF),
        Flowers((_F.orchid, _F.rose, _F.tulip, _F.bells, _F.vase, _F.potted, _F.basket, _F.plum), "short", lettering=letters.FINE_SERIF, lines=True),
        (word_joker(letters.FINE_SERIF, "rising", "k"), figure_joker(jokers.diamond, letters.FINE_SERIF, "below")), _IVORY, Index("bl+tr", letters.FINE_SERIF, 64, "k", winds=False)),
    "festival": Family(
        ink.SUNSET, Bams(bams.lantern, "rows", "ryg", area=_TOP), birds.fan_peacock, Dots(dots.star, "classic", dots.sunburst, area=_TOP),
        Craks(characters.CLERICAL, "great", "万", "r", "k"), honours.character_winds(characters.CLERICAL, "r", 205, 240),
        honours.medallion(honours.figure_dragons(honours.winged)), soap("figure", characters.CLERICAL, letters.HEAVY, honours.full_dragon),
        Flowers((_F.fan_picture, _F.butterfly, _F.fruit, _F.lotus, _F.sunflower, _F.peony, _F.boat, _F.bouquet), "sign", "panel", characters.CLERICAL),
        (figure_joker(jokers.flyer, letters.HEAVY, "above"), figure_joker(jokers.jester, letters.HEAVY, "arch")), _IVORY, border=_rule),
    "letterbox": Family(
        ink.BRIGHT, Bams(bams.joints, "classic", "gbr", area=_RIGHT), birds.hooked_bird, Dots(dots.target, "slanted", dots.rosette, area=_RIGHT),
        Craks(characters.ROUND_PEN, "beside", "万", "g", "r", area=(160, 210, 0.95)), honours.word_winds(letters.HEAVY, "column"), honours.letter_dragons(letters.ROUNDED, words=True),
        soap("bubbles", characters.ROUND_PEN, letters.ROUNDED),
        Flowers((_F.peony, _F.sunflower, _F.potted, _F.tulip, _F.lily, _F.bells, _F.basket, _F.snow), "letter", "frame", lettering=letters.ROUNDED),
        (figure_joker(jokers.coronet, letters.HEAVY, "beside"),), _WHITE, Index("tl", letters.HEAVY, 110, "b", winds=False)),
    "monogram": Family(
        ink.NAVY_ONLY, Bams(bams.vintage, "loose"), birds.line_bird, Dots(dots.flower), Craks(characters.RUNNING), honours.letter_winds(letters.ITALIC, 200, True),
        honours.medallion(honours.letter_dragons(letters.ITALIC)), soap("ornate", characters.RUNNING, letters.ITALIC),
        Flowers((_F.rose, _F.lily, _F.lotus, _F.bells, _F.plum, _F.peony, _F.butterfly, _F.orchid), "none"),
        (framed(word_joker(letters.ITALIC, "great", "r")),), _IVORY, None, NumberSet(letters.ITALIC, 180, (110, 130), (190, 290), 1.2), border=_rule),
    "dragonfly": Family(
        ink.TURQUOISE, Bams(bams.bone, "loose", "brg", area=_TOP), birds.peacock, Dots(dots.spiral, "tight", dots.mandala, area=_TOP),
        Craks(characters.SONG, "over", "万", "r", "b"), honours.character_winds(characters.SONG, "k"), honours.figure_dragons(honours.sea_horse),
        soap("figure", characters.SONG, letters.SERIF, honours.sea_horse),
        Flowers((_F.butterfly, _F.orchid, _F.lily, _F.bamboo, _F.fisher, _F.snow, _F.mum, _F.rose), "both", "oval", characters.SONG, letters.SERIF),
        (figure_joker(jokers.star, letters.SERIF, "above"),), _MINT),
    "diner": Family(
        ink.BRIGHT, Bams(bams.bar, "classic", "rgb", area=(150, 222, 0.84), fat=1.5), birds.rooster, Dots(dots.pinwheel, "tight", dots.plate, area=(150, 222, 0.84)),
        Craks(characters.BLOCK, "sign", below="r", area=(150, 215, 1.0)), honours.word_winds(letters.CONDENSED, "level", characters.BLOCK),
        honours.figure_dragons(honours.full_dragon, letters.CONDENSED), soap("word", characters.BLOCK, letters.CONDENSED),
        Flowers((_F.bouquet, _F.sunflower, _F.rose, _F.basket, _F.snow, _F.tulip, _F.fruit, _F.bells), "season", lettering=letters.CONDENSED),
        (figure_joker(jokers.juggler, letters.CONDENSED, "above"),), _BAKELITE, Index("top", letters.HEAVY, 92, "k", winds=False)),
    # The last three are kept from training: our own sets that no reader has learnt. They alone use the parts RESERVED below.
    "heirloom": Family(
        ink.BAKELITE, Bams(bams.double, "classic", area=_RIGHT), birds.sparrow, Dots(dots.daisy, "classic", dots.coin_great, area=_RIGHT),
        Craks(characters.SIGNBOARD, "over", number="b", area=(160, 214, 0.9)), honours.character_winds(characters.SIGNBOARD, "g", 220, 220),
        honours.figure_dragons(honours.curled, letters.DECO), soap("dashed", characters.SIGNBOARD, letters.DECO),
        Flowers((_F.vase, _F.lily, _F.fan_picture, _F.rose, _F.boat, _F.mum, _F.bamboo, _F.peony), "short", lettering=letters.DECO),
        (figure_joker(jokers.moon, letters.DECO, "below"),), _BONE, Index("tl", letters.DECO, 72, "r")),
    "newport": Family(
        ink.TURQUOISE, Bams(bams.cane), birds.owl, Dots(dots.wheel), Craks(characters.SIGNBOARD), honours.compass_winds(letters.MARKER),
        honours.letter_dragons(letters.ITALIC, words=True), soap("letters", characters.SIGNBOARD, letters.SLAB),
        Flowers((_F.lotus, _F.tulip, _F.butterfly, _F.bells, _F.potted, _F.snow, _F.sunflower, _F.orchid), "flower", "oval", lettering=letters.ROUNDED),
        (figure_joker(jokers.cap, letters.ROUNDED, "arch"),), _WHITE, None, NumberSet(letters.MARKER, 210, (190, 150), (80, 320), 0.9)),
    "onyx": Family(
        ink.GOLD_ON_DARK, Bams(bams.leafy, "classic", "rgb", area=_LOW), birds.rooster, Dots(dots.pearl, "upright", dots.sunburst, area=_LOW),
        Craks(characters.CLERICAL, "over", "万", "y", "k", area=(150, 216, 0.88)), honours.word_winds(letters.DECO, "diagonal"),
        honours.character_dragons(characters.SCRIPT), soap("framed word", characters.CLERICAL, letters.DECO),
        Flowers((_F.mum, _F.pagoda, _F.fruit, _F.orchid, _F.basket, _F.lily, _F.snow, _F.bouquet), "number", lettering=letters.DECO),
        (word_joker(letters.DECO, "column", "yr"),), _BLACK, Index("br", letters.DECO, 64, "y", winds=False)),
}  # fmt: skip

SETS = MappingProxyType(_SETS)
HELD_OUT = ("heirloom", "newport", "onyx")
RESERVED: frozenset[object] = frozenset(
    (bams.double, dots.daisy, dots.pearl, birds.owl, honours.curled, jokers.moon, jokers.cap)
) | {letters.DECO, letters.MARKER, characters.SIGNBOARD}
"""Parts that only held-out sets may use, so that they show how a reader does on drawings it never saw."""
