"""What is written on the faces of designers' sets: for teaching what reads it (`vision.training.indices`)."""

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.tile import Tile
from vision.read.indices import GROUPS, NUMBERED, NUMBERS
from vision.synthetic.faces.designer import SUITS as SUIT_WORDS, Designed
from vision.synthetic.faces.letters import Lettering
from vision.training.crops import ARTS, MOST_DESIGNED
from vision.training.stock import FIRST, flock, gathered, set_of

UNTOLD = -1  # what stands there, if anything does, is not to be learned
NOTHING = tuple(GROUPS)  # of each group none
# what a figure and an honour's letter, each from 0, look like on their heads; all others like nothing
TURNED = ({0: 0, 5: 8, 7: 7, 8: 5}, dict[int, int](), {0: 0, 3: 3})
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


class Written(NamedTuple):
    """What a face says: its number from 0, its suit, its wind, dragon, flower or joker from 0; of each group one more
    where it says none, UNTOLD where that is not to be learned."""

    number: int
    suit: int
    honour: int


def on_its_head(says: NDArray[np.int64]) -> NDArray[np.int64]:
    """What is seen to be said (3,) where a tile that says so stands on its head."""
    out = [turned.get(int(k), none) for turned, k, none in zip(TURNED, says, NOTHING, strict=True)]
    return np.array(out, np.int64)


def text_on(design: Designed, tile: Tile, variant: int) -> str:
    """All that is written on a face: the same set, printed with a font whose letters stand in the drawing."""
    plain = replace(design, stock=replace(design.stock, letterings=(Lettering(typeface="any"),)))
    return "".join(_TEXT.findall(plain.draw(tile, variant)))


def written(design: Designed, tile: Tile, variant: int) -> Written:
    """What a face of a set says."""
    text, (no_number, no_suit, no_honour) = text_on(design, tile, variant), NOTHING
    if tile < NUMBERED:
        suit = next((s for s, name in enumerate(SUIT_WORDS) if name in text), no_suit)
        if text:
            return Written(tile % NUMBERS, suit, no_honour)
        # pictures that are counted are a number too, though none is written
        return Written(UNTOLD if design.manner == "counted" else no_number, suit, no_honour)
    digits = re.sub(r"\D", "", text)
    letters = re.sub(r"DRAGON|\d", "", text)
    compass = tile < Tile.GREEN  # whose needle says what a letter says
    honour = int(tile) - NUMBERED if letters or compass else no_honour
    return Written(int(digits) - 1 if digits else no_number, no_suit, honour)


@dataclass(frozen=True)
class Labels:
    """What is written on every drawing of the sets that may be learned: `said` (sets, drawings, groups), and whether a
    set says it twice, once on its head, `twice` (sets,)."""

    said: NDArray[np.int64]
    twice: NDArray[np.bool_]

    @staticmethod
    def of(stock_folder: Path) -> "Labels":
        """Of all sets that are printed with a stock."""
        stock, birds = gathered(stock_folder), flock(stock_folder)
        said = np.full((MOST_DESIGNED, ARTS, len(GROUPS)), UNTOLD)
        twice = np.zeros(MOST_DESIGNED, np.bool_)
        for place in range(MOST_DESIGNED):
            design = set_of(FIRST + place, stock, birds)
            faces = [(tile, variant) for tile in Tile for variant in range(design.count(tile))]
            said[place, : len(faces)] = [written(design, *face) for face in faces]
            twice[place] = design.twice
        return Labels(said, twice)
