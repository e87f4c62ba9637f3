"""What the settler makes of the table at one moment, as a value that any thread may hold."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

from engine.sight.observation import Sight
from engine.tile import Seat
from vision.plane.zones import Place


class Stage(Enum):
    """How far the table has come to rest; the value is a word for people."""

    MOVING = "moving"
    SETTLING = "settling"
    RESTING = "resting"


@dataclass(frozen=True, slots=True)
class Followed:
    """A tile as it is followed: its quad (4, 2) in pixels of the picture, clockwise from its own top-left, where it
    lies, what it is read as in the company of the others, and whether the engine is told of it: what is doubted is
    followed and not told."""

    quad: NDArray[np.float32]
    place: Place
    sight: Sight
    told: bool


@dataclass(frozen=True, slots=True)
class Belief:
    """What a settler makes of the table at one moment, for a page that shows what the camera sees. `hand`: whose hand
    lies over the table. `size_wh`: of the picture whose pixels the quads are in; None before the first picture.
    `says`: what the people at the table should know of the camera; empty while all is well. `strange`: the tiles are
    of a set that is not known. `rests`: how many rests have been looked at whole. `sure`: one has been since the camera
    last shook, so the table surely lies in the picture where it is believed to lie."""

    stage: Stage = Stage.MOVING
    hand: Seat | None = None
    size_wh: tuple[int, int] | None = None
    tiles: tuple[Followed, ...] = ()
    says: str = ""
    strange: bool = False
    rests: int = 0
    sure: bool = False
