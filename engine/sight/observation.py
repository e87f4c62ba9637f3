"""What lies where once the table rests: the engine's word for it, filled in by whatever looks.

No pixels and no camera here. A tile that was seen is a `Sight`: where it lies and how likely each face is.
"""

from dataclasses import dataclass
from math import log

from engine.tile import Seat, Tile

# How sure is sure: the one scale, of probabilities, by which all that is seen is believed.
LIKELY = 0.6  # a fair bet: enough to look again, or to take what nobody saw and must have been
SURE = 0.9  # enough to put right what was believed before
CERTAIN = 0.97  # enough to act on a single look: measured, single looks are as sure as that where they are clear

# The same as evidence, in natural logs: what a sure, and a certain, reading leaves to anything else.
DOUBT = log(1 - SURE)  # -2.3
DENIAL = log(1 - CERTAIN)  # -3.5
NEVER = 2 * DENIAL  # -7.0, two certain looks that say otherwise: no reading is so sure that a table cannot disprove it

LOOKS = 6  # still pictures of one rest; reading over five is as good as it gets (measured: .97 -> .998)
FEW_LOOKS = 2  # from which on a rest that broke off counts, and anybody is told anything
FEW_TILES = 2  # so many may be misread, overlooked or covered at once; one more, and something has happened
SEVERAL = FEW_TILES + 1
FEWEST = 2 * FEW_TILES  # so many tell of the others: of their size, of a table swept
TILE_MM = 24.0, 32.0  # a tile's width and length, as found
NEAR_MM = TILE_MM[0] / 2  # two middles so near are one tile's
SAID_S = 10.0  # for which something is said that nobody has to answer, and after which silence is said

Point = tuple[float, float]
"""x, y on the table in mm, as a sight's."""


@dataclass(frozen=True, slots=True)
class Sight:
    """One face-up tile. `log_p` holds 37 natural-log likelihoods, the 36 kinds in `Tile` order, then 'no known face'.

    `x_mm`, `y_mm` on the flattened table, origin at the centre, x right, y toward P1. `frames` is how many still
    pictures the likelihoods rest on.
    """

    log_p: tuple[float, ...]
    x_mm: float
    y_mm: float
    frames: int = 1

    @property
    def best(self) -> Tile:
        return Tile(max(range(36), key=self.log_p.__getitem__))

    @property
    def at_mm(self) -> Point:
        return self.x_mm, self.y_mm

    def lies_at(self, at_mm: Point) -> bool:
        """Whether a tile that lay there is this one."""
        return (self.x_mm - at_mm[0]) ** 2 + (self.y_mm - at_mm[1]) ** 2 < NEAR_MM**2


Group = tuple[Sight, ...]
"""Tiles of one exposure, from their owner's left to right."""


@dataclass(frozen=True, slots=True)
class Observation:
    """The table at rest at `time_s`.

    `discards` in the order in which they appeared; `exposures` by seat, each group from the player's left, groups from
    the player's left; `covered` are seats part of whose exposures could not be seen; `hands` are the seats whose hands
    reached in since the table last rested, latest last; `looks` is how many still pictures were taken of this rest.
    `anew`: part of the table comes to sight with this rest, and what lies there nobody has just put down.
    """

    time_s: float
    discards: tuple[Sight, ...]
    exposures: tuple[tuple[Group, ...], tuple[Group, ...], tuple[Group, ...], tuple[Group, ...]]
    covered: tuple[Seat, ...] = ()
    hands: tuple[Seat, ...] = ()
    looks: int = 1
    anew: bool = False
